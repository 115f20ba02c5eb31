"""Who is here: check-in, coming late, leaving, coming back, and who plays for whom."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.actor import Actor
from games.choices import Entry, NoShows, Place, RoundState
from games.events import emit
from games.models import Member, Player, Round, Seat, Substitute, Team, Tournament
from games.permissions import may_score
from games.selectors.matches import entries_at
from games.selectors.records import regulations_of
from games.selectors.teams import no_shows as absent_teams
from games.selectors.teams import rounds_so_far
from games.services.entries import cancel, check_not_drawn
from games.services.locking import directed
from games.services.people import Who, players_of
from games.services.places import settle_places, team_of, teams_in
from rules.refusal import Refusal

# --- check-in ----------------------------------------------------------------------------------------------------


@transaction.atomic
def check_in(*, by: Actor, team_ids: Sequence[int]) -> list[Team]:
    """These teams are here; a scorer may say so too. Whoever was checked in before stays so; returns the others."""
    tournament, teams = teams_for_check_in(by, team_ids)
    for team in teams:
        check_in_play(team)
    now, new = timezone.now(), [team for team in teams if team.checked_in_at is None]
    for team in new:
        team.checked_in_at = now
        team.save(update_fields=["checked_in_at"])
    if new:
        emit("teams.checked_in", by=by, tournament=tournament, facts={"teams": [team.pk for team in new]})
    return new


@transaction.atomic
def undo_check_in(*, by: Actor, team_ids: Sequence[int]) -> list[Team]:
    """These teams are not here after all. Returns those that were checked in."""
    tournament, teams = teams_for_check_in(by, team_ids)
    undone = [team for team in teams if team.checked_in_at is not None]
    for team in undone:
        team.checked_in_at = None
        team.save(update_fields=["checked_in_at"])
    if undone:
        emit("teams.check_in_undone", by=by, tournament=tournament, facts={"teams": [team.pk for team in undone]})
    return undone


def teams_for_check_in(by: Actor, team_ids: Sequence[int]) -> tuple[Tournament, list[Team]]:
    """Teams of one tournament, each once."""
    ids = list(dict.fromkeys(team_ids))
    if not ids:
        raise Refusal("too_few", field="teams", value=0, minimum=1)
    tournament, _ = team_of(by, ids[0], may=may_score)
    found = teams_in(tournament, ids)
    return tournament, [found[team_id] for team_id in ids]


def check_in_play(team: Team) -> None:
    if team.entry != Entry.IN:
        raise Refusal("team_not_in", field="team", value=team.number)


@transaction.atomic
def close_check_in(*, by: Actor, tournament_id: int, no_shows: NoShows) -> list[Team]:
    """Check-in is over. Whoever has not come is cancelled, and the wait list moves up, or is kept: the director says
    which. Returns who they were."""
    tournament = directed(by, tournament_id)
    if no_shows not in list(NoShows):
        raise Refusal("plain_choice", field="no_shows", value=str(no_shows), allowed=[str(each) for each in NoShows])
    if tournament.checked_in_at is not None:
        raise Refusal("check_in_closed")
    absent, moved = absent_teams(tournament), []
    if no_shows == NoShows.CANCEL:
        cancel(tournament, absent)
        moved = settle_places(tournament)
    tournament.checked_in_at = timezone.now()
    tournament.save(update_fields=["checked_in_at"])
    facts = {"no_shows": str(no_shows), "teams": [team.pk for team in absent], "moved_up": moved}
    emit("check_in.closed", by=by, tournament=tournament, facts=facts)
    return list(Team.objects.filter(pk__in=[team.pk for team in absent]).order_by("number"))


@transaction.atomic
def reopen_check_in(*, by: Actor, tournament_id: int) -> Tournament:
    """Check-in goes on. Entries that were cancelled stay cancelled until they are restored."""
    tournament = directed(by, tournament_id)
    if tournament.checked_in_at is None:
        raise Refusal("check_in_open")
    tournament.checked_in_at = None
    tournament.save(update_fields=["checked_in_at"])
    emit("check_in.reopened", by=by, tournament=tournament)
    return tournament


# --- coming and leaving ------------------------------------------------------------------------------------------


@transaction.atomic
def expect_from(*, by: Actor, team_id: int, round_number: int) -> Team:
    """A team that has not been drawn yet comes later: it takes part from this round of the whole tournament on."""
    tournament, team = team_of(by, team_id)
    check_in_play(team)
    if team.withdrawn is not None:
        raise Refusal("team_withdrawn", field="team", value=team.number)
    check_not_drawn(tournament, [team])
    earliest = rounds_so_far(tournament).next
    if not earliest <= round_number <= 1000:
        raise Refusal("number_range", field="round", value=round_number, minimum=earliest, maximum=1000)
    before, team.arrived = team.arrived, round_number
    team.save(update_fields=["arrived"])
    emit("team.expected", by=by, tournament=tournament, facts={"team": team.pk, "arrived": [before, round_number]})
    return team


@transaction.atomic
def withdraw(*, by: Actor, team_id: int, now: bool) -> Team:
    """A team leaves: after the round that is being played, or now, which is after the last round that was closed.

    Its match of a round that is being played is for the director to rule on. Drafts have not been played.
    """
    tournament, team = team_of(by, team_id)
    check_in_play(team)
    rounds = rounds_so_far(tournament)
    last = max(rounds.closed if now else rounds.begun, team.arrived - 1)
    if team.withdrawn is not None and team.withdrawn <= last:
        raise Refusal("team_withdrawn", field="team", value=team.number)
    before, team.withdrawn = team.withdrawn, last
    team.save(update_fields=["withdrawn"])
    emit("team.withdrawn", by=by, tournament=tournament, facts={"team": team.pk, "withdrawn": [before, last]})
    return team


@transaction.atomic
def reinstate(*, by: Actor, team_id: int) -> Team:
    """A team that had left takes part again, from the next draw on. Rounds it missed stay missed."""
    tournament, team = team_of(by, team_id)
    if team.withdrawn is None:
        raise Refusal("team_not_withdrawn", field="team", value=team.number)
    before, team.withdrawn = team.withdrawn, None
    team.save(update_fields=["withdrawn"])
    emit("team.reinstated", by=by, tournament=tournament, facts={"team": team.pk, "withdrawn": [before, None]})
    return team


# --- substitutes -------------------------------------------------------------------------------------------------


@transaction.atomic
def substitute(*, by: Actor, round_id: int, team_id: int, member_id: int, who: Who) -> Substitute:
    """In this round somebody else plays for a member (`member_id` is the player's), where the regulations allow it
    and as long as the round is not closed. Hands that are written down already stay the member's."""
    tournament, team = team_of(by, team_id)
    if not regulations_of(tournament).substitutes:
        raise Refusal("substitutes_forbidden")
    each = open_round(tournament, round_id)
    check_member_plays(each, team, member_id)
    (player,) = players_of([who], field="substitute")
    check_can_substitute(each, team, player)
    row = Substitute.objects.create(
        round=each, team=team, member_id=member_id, substitute=player, from_hand=next_hand(each, team)
    )
    facts = {"round": each.pk, "team": team.pk, "member": member_id, "substitute": player.pk}
    emit("substitute.entered", by=by, tournament=tournament, facts=facts)
    return row


@transaction.atomic
def end_substitution(*, by: Actor, round_id: int, team_id: int, member_id: int) -> None:
    """The member plays after all, as long as the round is not closed. Hands that were written down meanwhile stay the
    substitute's; without any it is as if nobody had stood in."""
    tournament, team = team_of(by, team_id)
    each = open_round(tournament, round_id)
    row = Substitute.objects.filter(round=each, team=team, member=member_id, last_hand__isnull=True).first()
    if row is None:
        raise Refusal("substitute_unknown", field="member", value=member_id)
    facts = {"round": each.pk, "team": team.pk, "member": member_id, "substitute": row.substitute_id}
    played = next_hand(each, team) - 1
    if played < row.from_hand:
        row.delete()
    else:
        row.last_hand = played
        row.save(update_fields=["last_hand"])
    emit("substitute.ended", by=by, tournament=tournament, facts=facts)


def next_hand(each: Round, team: Team) -> int:
    """The number of the hand that is to be written down next where a team sits."""
    table = Seat.objects.filter(round=each, team=team, table__isnull=False).values_list("table", flat=True).first()
    return 1 if table is None else entries_at([table])[table].next_number


def open_round(tournament: Tournament, round_id: int) -> Round:
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=RoundState.CANCELLED)
    found = rounds.filter(pk=round_id).first()
    if found is None:
        raise Refusal("round_unknown", field="round", value=round_id)
    if found.state == RoundState.CLOSED:
        raise Refusal("round_closed", field="round", value=found.number)
    return found


def check_member_plays(each: Round, team: Team, member_id: int) -> None:
    if not Member.objects.filter(team=team, player=member_id).exists():
        raise Refusal("member_unknown", field="member", value=member_id)
    if not Seat.objects.filter(round=each, team=team, place=Place.TABLE).exists():
        raise Refusal("team_not_at_a_table", field="team", value=team.number, round=each.number)
    if Substitute.objects.filter(round=each, member=member_id, last_hand__isnull=True).exists():
        raise Refusal("member_substituted", field="member", value=member_id)


def check_can_substitute(each: Round, team: Team, player: Player) -> None:
    """Nobody plays twice in a round: neither in the own team, nor at another table, nor for two members."""
    playing = Seat.objects.filter(round=each, place=Place.TABLE, team__members__player=player)
    stands_in = Substitute.objects.filter(round=each, substitute=player, last_hand__isnull=True)
    own = Member.objects.filter(team=team, player=player)
    if playing.exists() or stands_in.exists() or own.exists():
        raise Refusal("substitute_plays_already", field="substitute", value=player.pk)
