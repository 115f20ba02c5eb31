"""A team as everybody may see it: its results round by round, and its calls. And a person across tournaments."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q

from games import models
from games.choices import Entry, Place, RoundState, Visibility
from games.models import Member, Player, Round, Seat, Snapshot, Stage, Substitute, Table, Team, Tournament
from games.models.ruling import OF_A_TABLE
from games.selectors.matches import TableMatch, entries_at, terms_for
from games.selectors.moment import one_moment
from games.selectors.phone import Standing, standing_of, young_snapshots
from games.selectors.public import RoundLink, rounds_in_line
from games.selectors.public_round import TableLine, line_of
from games.selectors.records import regulations_of, rulings_in
from games.selectors.rounds import rounds_shown
from games.selectors.scores import basis_from, undisturbed
from games.selectors.standings import PUBLIC, Shown, computed, is_over
from rules.refusal import Refusal
from scoring.regulations import Ranked, Regulations
from scoring.statistics import NOTHING, Statistics, added, hands_statistics, together

SHOWN = (RoundState.PUBLISHED, RoundState.CLOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One round of a team: at a table, or without one. `side` is which of the table's sides is its own."""

    round: RoundLink
    place: str
    table: TableLine | None
    side: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberShown:
    """A member by the name that is shown. `page`: there is a page of this person, who agreed to be shown.

    `did` is None where it is not known who of the team sat on which seat. What a substitute did is not the member's."""

    id: int
    name: str
    page: bool
    did: Statistics | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the director decided about a team, in a round that is not hidden."""

    kind: str
    reason: str
    points: int
    tichu_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamShown:
    """A team as everybody may see it."""

    tournament: Tournament
    regulations: Regulations
    team: Team
    standing: Standing | None
    results: tuple[Result, ...]
    members: tuple[MemberShown, ...]
    did: Statistics
    decisions: tuple[Decision, ...]


@one_moment()
def team_shown(tournament: Tournament, number: int, *, now: datetime) -> TeamShown:
    """A team that takes part. Seven queries, and four more if nobody has computed the standings for a while."""
    team, members, stands = team_and_members(tournament, number)
    regulations = regulations_of(tournament)
    young = Exists(young_snapshots(tournament, now).filter(stage=OuterRef("stage")))
    rows = list(rounds_shown(tournament, inside=False).annotate(has_young_snapshot=young))
    for each in rows:
        each.stage.tournament = tournament
    keys = {each.stage_id: each.stage.key for each in rows}
    links = {each.id: each for each in rounds_in_line(rows, keys, [stage.key for stage in regulations.stages])}
    own = Seat.objects.filter(team=team, table__isnull=False).values("table")
    beside = Seat.objects.filter(Q(team=team) | Q(table__in=own), round__in=links)
    there = list(beside.select_related("team", "table").order_by("seat"))
    seats = [seat for seat in there if seat.team_id == team.pk]
    matches = matches_between(there, {each.pk: each for each in rows})
    ruled = list(rulings_in(links))
    decided = [each for each in ruled if each.team_id == team.pk and not each.revoked_at]
    rulings = {each.table_id or 0: each for each in ruled if each.kind in OF_A_TABLE and not each.revoked_at}
    results = [result_of(seat, links[seat.round_id], matches, rulings) for seat in seats]
    did = [seats_did(matches[seat.table_id], seat) for seat in seats if seat.table_id in matches]
    own_did = {
        member.player_id: [
            member_did(matches[seat.table_id], seat, member, stands) for seat in seats if seat.table_id in matches
        ]
        for member in members
    }

    over = is_over(tournament, PUBLIC)

    def ranked(stage: Stage) -> Shown:
        with undisturbed():
            found = computed(basis_from(rows, ruled), stage.key, audience=PUBLIC, over=over)
        return Shown(version=tournament.version, standings=found)

    return TeamShown(
        tournament=tournament,
        regulations=regulations,
        team=team,
        standing=standing_of(team, rows[-1], now, ranked=ranked, young=rows[-1].has_young_snapshot) if rows else None,
        results=tuple(sorted(results, key=lambda each: each.round.number)),
        members=members_shown(members, own_did, regulations),
        did=together(map(added, zip(*did, strict=True))) if did else NOTHING,
        decisions=tuple(
            Decision(kind=each.kind, reason=each.reason, points=each.points, tichu_points=each.tichu_points)
            for each in decided
            if not links[each.round_id].hidden
        ),
    )


def matches_at(seats: Iterable[Seat], rounds: dict[int, Round]) -> dict[int, TableMatch]:
    """The matches at the tables of these seats, by table. The rounds have their stages and tournaments with them. Three
    queries."""
    tables = [seat.table_id for seat in seats]
    return matches_between(
        Seat.objects.filter(table__in=tables).select_related("team", "table").order_by("seat"), rounds
    )


def matches_between(seats: Iterable[Seat], rounds: dict[int, Round]) -> dict[int, TableMatch]:
    """The matches of all who sit here, in order of their seats, by table. Two queries."""
    rows: dict[int, Table] = {}
    at_tables: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        if seat.table is not None:
            rows.setdefault(seat.table.pk, seat.table)
            at_tables[seat.table.pk].append(seat)
    entries = entries_at(list(rows))
    tournaments = {each.stage.tournament.pk: each.stage.tournament for each in rounds.values()}
    regulations = {pk: regulations_of(tournament) for pk, tournament in tournaments.items()}
    found = {}
    for pk, row in rows.items():
        row.round = rounds[row.round_id]
        rules = regulations[row.round.stage.tournament_id]
        found[pk] = TableMatch(
            row=row, seats=at_tables[pk], entries=entries[pk], regulations=rules, terms=terms_for(rules, row.round)
        )
    return found


def result_of(seat: Seat, link: RoundLink, matches: dict[int, TableMatch], rulings: dict[int, models.Ruling]) -> Result:
    match = None if seat.table_id is None else matches[seat.table_id]
    if match is None:
        return Result(round=link, place=seat.place, table=None, side=0)
    line = line_of(match, rulings.get(match.row.pk), shut=link.hidden)
    side = match.team_ids.index(seat.team_id) if match.alone else (seat.seat or 0) % 2
    return Result(round=link, place=seat.place, table=line, side=side)


def hands_did(match: TableMatch, seat: Seat) -> list[tuple[int, tuple[Statistics, ...]]]:
    """What a team did in each hand of a table, with the hand's number, by its own seats; nothing of what is hidden or
    does not go with the regulations."""
    value = match.value()
    own = [at for at, team in enumerate(value.seats) if team == str(seat.team.number)]
    if match.row.round.hidden:
        return []
    try:
        found = hands_statistics(value, match.terms.hand)
    except Refusal:
        return []
    rows = zip(match.entries.standing, found, strict=True)
    return [(row.number, tuple(did[at] for at in own)) for row, did in rows]


def seats_did(match: TableMatch, seat: Seat) -> tuple[Statistics, ...]:
    """What a team did at a table, by its own seats."""
    own = match.value().seats.count(str(seat.team.number))
    return tuple(
        added(each) for each in zip((NOTHING,) * own, *(did for _, did in hands_did(match, seat)), strict=True)
    )


def member_did(match: TableMatch, seat: Seat, member: Member, stands: Iterable[Substitute]) -> Statistics:
    """What a member did at a table, without the hands somebody else played for them. Members sit in their order."""
    away = [each for each in stands if (each.round_id, each.member_id) == (seat.round_id, member.player_id)]
    at = member.position - 1
    did = [
        did[at]
        for number, did in hands_did(match, seat)
        if at < len(did) and not any(each.played(number) for each in away)
    ]
    return added([NOTHING, *did])


STANDS = ("round_id", "member_id", "from_hand", "last_hand")
STAND_IN = {f"stand_in_{name}": F(f"team__substitutes__{name}") for name in STANDS}


def team_and_members(tournament: Tournament, number: int) -> tuple[Team, list[Member], list[Substitute]]:
    """A team that takes part, who is in it, and when somebody stood in. One query; two for a team of nobody."""
    there = Member.objects.filter(team__tournament=tournament, team__number=number, team__entry=Entry.IN)
    # Every member once for each substitution of the team: they are few, and the page asks once less.
    rows = list(there.select_related("player", "team").annotate(**STAND_IN).order_by("position"))
    members = list({row.pk: row for row in rows}.values())
    told = {tuple(getattr(row, name) for name in STAND_IN) for row in rows}
    stands = [Substitute(**dict(zip(STANDS, each, strict=True))) for each in told if each[0] is not None]
    if members:
        return members[0].team, members, stands
    team = Team.objects.filter(tournament=tournament, number=number, entry=Entry.IN).first()
    if team is None:
        raise Refusal("team_unknown", field="team", value=number)
    return team, [], []


def members_shown(
    members: Sequence[Member], did: dict[int, list[Statistics]], regulations: Regulations
) -> tuple[MemberShown, ...]:
    """The members by their shown names, with what they did. No query."""
    seats = regulations.members_at_the_table if regulations.ranked is Ranked.TEAM else 1
    known = len(members) == seats
    return tuple(
        MemberShown(
            id=member.player_id,
            name=member.player.shown_name,
            page=member.player.consent_at is not None,
            did=added([NOTHING, *did[member.player_id]]) if known else None,
        )
        for member in members
    )


# --- a person ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A public tournament somebody plays or played in. The rank is told once the tournament is over."""

    tournament: Tournament
    number: int
    team: str
    partners: tuple[str, ...]
    rank: int | None
    of: int
    did: Statistics


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerShown:
    """A person who agreed to be shown by name, across the public tournaments."""

    id: int
    name: str
    club: str
    appearances: tuple[Appearance, ...]
    did: Statistics


@one_moment()
def player_shown(player_id: int) -> PlayerShown:
    """Somebody who agreed to be shown; others have no page. Only public tournaments are told of. Nine queries."""
    player = Player.objects.filter(pk=player_id, consent_at__isnull=False, merged_into__isnull=True).first()
    if player is None:
        raise Refusal("player_unknown", field="player", value=player_id)
    entered = Member.objects.filter(player=player, team__entry=Entry.IN, tournament__visibility=Visibility.PUBLIC)
    own = list(entered.select_related("team", "tournament").order_by("-tournament__starts_at", "-tournament_id"))
    mates: dict[int, list[Member]] = defaultdict(list)
    together_with = Member.objects.filter(team__in=[member.team_id for member in own]).select_related("player")
    for member in together_with.order_by("position"):
        mates[member.team_id].append(member)
    ranks = final_ranks([member.tournament for member in own])
    did = hands_of(player, own, mates)
    appearances = tuple(
        Appearance(
            tournament=member.tournament,
            number=member.team.number,
            team=member.team.name,
            partners=tuple(
                mate.player.shown_name for mate in mates[member.team_id] if mate.player_id != player.pk
            ),
            rank=ranks.get(member.tournament_id, {}).get(member.team.number),
            of=len(ranks.get(member.tournament_id, {})),
            did=did.get(member.tournament_id, NOTHING),
        )
        for member in own
    )  # fmt: skip
    return PlayerShown(
        id=player.pk,
        name=player.shown_name,
        club=player.club,
        appearances=appearances,
        did=added([NOTHING, *did.values()]),
    )


def final_ranks(tournaments: Iterable[Tournament]) -> dict[int, dict[int, int | None]]:
    """The ranks of the tournaments whose ranking was published, by number of team, from their last stage. One query."""
    over = {each.pk: each for each in tournaments if each.ranking_published_at is not None}
    kept = Snapshot.objects.filter(stage__tournament__in=over, audience=PUBLIC).select_related("stage")
    found: dict[int, dict[int, int | None]] = {}
    for snapshot in kept.order_by("stage__position"):
        tournament = over[snapshot.stage.tournament_id]
        if snapshot.version == tournament.version:
            found[tournament.pk] = {int(row["team"]): row["rank"] for row in snapshot.standings["rows"]}
    return found


def hands_of(player: Player, own: Sequence[Member], mates: dict[int, list[Member]]) -> dict[int, Statistics]:
    """What a person did in each tournament, as far as it is known who sat where. Five queries."""
    entered = {member.team_id: member for member in own}
    stands = list(Substitute.objects.filter(member=player))
    seats = Seat.objects.filter(team__in=entered, place=Place.TABLE, round__state__in=SHOWN, round__hidden=False)
    taken = list(seats.select_related("table", "team", "round__stage"))
    for seat in taken:
        seat.round.stage.tournament = entered[seat.team_id].tournament
    matches = matches_at(taken, {seat.round_id: seat.round for seat in taken})
    found: dict[int, list[Statistics]] = defaultdict(list)
    for seat in taken:
        match, member = matches[seat.table_id or 0], entered[seat.team_id]
        if match.value().seats.count(str(seat.team.number)) == len(mates[seat.team_id]):
            found[member.tournament_id].append(member_did(match, seat, member, stands))
    return {pk: added(did) for pk, did in found.items()}
