"""The pages about who takes part: everybody with their state, one entry with what can be done about it, free places."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from games.actor import Actor
from games.choices import Entry, Place, RoundState, State
from games.models import Apart, Seat, Substitute, Team, Tournament
from games.permissions import may_direct
from games.selectors.moment import one_moment
from games.selectors.records import regulations_of
from games.selectors.teams import (
    MemberRow,
    RoundsSoFar,
    TeamRow,
    free_places,
    numbers_drawn,
    rounds_so_far,
    team_row_of,
    teams_of,
)
from games.selectors.tournaments import team_seen_by_staff, tournament_run_by
from games.spelling import in_one_letter, without_marks
from scoring.regulations import OddNumbers, Regulations


class Standing(StrEnum):
    """How it stands with an entry, in one word."""

    HERE = "here"
    MISSING = "missing"
    LATE = "late"
    LOOKING = "looking"
    WAITING = "waiting"
    WITHDRAWN = "withdrawn"
    CANCELLED = "cancelled"
    HOUSE = "house"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """Somebody plays for a member in a round that is drawn and not closed."""

    member_id: int
    member: str
    name: str
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """An entry as the list shows it. `late_from` is the round it comes for, if that is not the next one."""

    row: TeamRow
    standing: Standing
    late_from: int | None
    stand_ins: tuple[StandIn, ...] = ()

    @property
    def title(self) -> str:
        """Staff know people by their whole names; a team with a name of its own is called by it."""
        return self.row.name if self.own_name else self.people

    @property
    def own_name(self) -> bool:
        return self.row.name != " / ".join(member.shown_name for member in self.row.members)[:120]

    @property
    def people(self) -> str:
        return " / ".join(member.name for member in self.row.members) or self.row.name

    @property
    def can_check_in(self) -> bool:
        return self.row.entry is Entry.IN and self.row.withdrawn is None and not self.row.house

    @property
    def words(self) -> str:
        """What a search looks at."""
        clubs = {self.row.club, *(member.club for member in self.row.members)}
        shown = {member.shown_name for member in self.row.members} | {each.name for each in self.stand_ins}
        return " ".join([str(self.row.number), self.row.name, self.people, *sorted(shown | clubs)]).casefold()

    def fits(self, search: str, standing: str) -> bool:
        """Whether a search finds it, with or without the marks of its letters: Müller by “mull” and by “muell”."""
        words, asked = without_marks(self.words), without_marks(search).split()
        found = all(word in words or in_one_letter(word) in in_one_letter(words) for word in asked)
        return found and standing in ("", self.standing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrants:
    """Everybody who entered, for staff."""

    tournament: Tournament
    regulations: Regulations
    entrants: tuple[Entrant, ...]
    directs: bool
    rounds: RoundsSoFar
    free: int | None

    @property
    def members(self) -> int:
        return self.regulations.members_at_the_table

    @property
    def counts(self) -> Counter[Standing]:
        return Counter(each.standing for each in self.entrants)

    @property
    def chips(self) -> list[tuple[Standing, int]]:
        """The standings that somebody has, with how many."""
        return [(standing, self.counts[standing]) for standing in Standing if self.counts[standing]]

    @property
    def here(self) -> int:
        return self.counts[Standing.HERE]

    @property
    def expected(self) -> int:
        """Who should be here: whoever is in and has not left. The house is."""
        return sum(each.can_check_in for each in self.entrants)

    @property
    def missing(self) -> list[Entrant]:
        return [each for each in self.entrants if each.standing is Standing.MISSING]

    @property
    def looking(self) -> list[Entrant]:
        return [each for each in self.entrants if each.standing is Standing.LOOKING]

    @property
    def waiting(self) -> list[Entrant]:
        """The wait list in its order."""
        found = [each for each in self.entrants if each.row.wait_place is not None]
        return sorted(found, key=lambda each: each.row.wait_place or 0)

    @property
    def taking_part(self) -> list[Entrant]:
        """Whoever is in or may still come in."""
        return [each for each in self.entrants if each.standing not in (Standing.CANCELLED, Standing.WITHDRAWN)]

    @property
    def clubs(self) -> list[tuple[str, int]]:
        """Clubs with how many of them are entered, the largest first."""
        found = Counter(each.row.club for each in self.taking_part if each.row.club)
        return sorted(found.items(), key=lambda club: (-club[1], club[0].casefold()))

    @property
    def begun(self) -> bool:
        return self.tournament.state != State.SETUP

    @property
    def finished(self) -> bool:
        return self.tournament.state == State.FINISHED

    @property
    def house_players(self) -> bool:
        return OddNumbers.HOUSE_PLAYER in self.regulations.odd_numbers

    @property
    def can_move_up(self) -> bool:
        """Before play begins whoever waits moves up by itself."""
        room = self.free is None or self.free > 0
        return self.directs and self.begun and not self.finished and room and self.counts[Standing.WAITING] > 0

    def entrant(self, team_id: int) -> Entrant | None:
        return next((each for each in self.entrants if each.row.id == team_id), None)


@one_moment()
def entrants_of(actor: Actor, tournament_id: int) -> Entrants:
    """Everybody who entered, for staff; without entries that were given up because all of their people play in another
    one. At most eight queries."""
    tournament = tournament_run_by(actor, tournament_id)
    rounds, stands = rounds_so_far(tournament), stand_ins_in(tournament)
    rows = [row for row in teams_of(tournament) if row.members or row.entry is not Entry.CANCELLED]
    return Entrants(
        tournament=tournament,
        regulations=regulations_of(tournament),
        entrants=tuple(entrant(row, rounds, stands.get(row.id, ())) for row in rows),
        directs=may_direct(actor, tournament),
        rounds=rounds,
        free=free_places(tournament),
    )


def stand_ins_in(tournament: Tournament) -> dict[int, list[StandIn]]:
    """Who plays for whom in a round that is not over, by team. One query."""
    found: dict[int, list[StandIn]] = {}
    rows = Substitute.objects.filter(
        round__stage__tournament=tournament,
        round__state__in=[RoundState.DRAFT, RoundState.PUBLISHED],
        last_hand__isnull=True,
    )
    for row in rows.select_related("member", "substitute", "round").order_by("pk"):
        stand_in = StandIn(
            member_id=row.member_id, member=row.member.name, name=row.substitute.name, round=row.round.number
        )
        found.setdefault(row.team_id, []).append(stand_in)
    return found


def entrant(row: TeamRow, rounds: RoundsSoFar, stand_ins: Iterable[StandIn] = ()) -> Entrant:
    late = row.arrived if row.entry is Entry.IN and row.withdrawn is None and row.arrived > rounds.next else None
    return Entrant(row=row, standing=standing_of(row, late), late_from=late, stand_ins=tuple(stand_ins))


def standing_of(row: TeamRow, late: int | None) -> Standing:
    if row.entry is Entry.CANCELLED:
        return Standing.CANCELLED
    if row.withdrawn is not None:
        return Standing.WITHDRAWN
    if not row.complete:
        return Standing.LOOKING
    if row.entry is Entry.WAITING:
        return Standing.WAITING
    if row.house:
        return Standing.HOUSE
    if row.checked_in_at is not None:
        return Standing.HERE
    return Standing.MISSING if late is None else Standing.LATE


# --- one of them -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstituteRow:
    """Somebody plays for a member."""

    member: MemberRow
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OneEntrant:
    """One entry, and what can be done about it. `round_id` is the round that goes on in which it sits at a table."""

    tournament: Tournament
    regulations: Regulations
    entrant: Entrant
    directs: bool
    drawn: bool
    rounds: RoundsSoFar
    round_id: int | None
    round_number: int | None
    substitutes: tuple[SubstituteRow, ...]

    @property
    def row(self) -> TeamRow:
        return self.entrant.row

    @property
    def playing(self) -> bool:
        """Whether a round is being played, after which one could leave."""
        return self.rounds.begun > self.rounds.closed

    @property
    def waits_for_a_round(self) -> bool:
        """Between two rounds: its members are settled, and there is no round yet in which somebody could stand in."""
        going_on = self.tournament.state == State.RUNNING and self.row.withdrawn is None
        return self.regulations.substitutes and self.drawn and going_on and self.round_id is None

    @property
    def most_members(self) -> int:
        needed = self.regulations.members_at_the_table
        return 1 if needed == 1 else 2 * needed

    @property
    def replaceable(self) -> list[MemberRow]:
        """For whom somebody could play in this round."""
        replaced = {each.member.id for each in self.substitutes}
        return [member for member in self.row.members if member.id not in replaced]


@one_moment()
def one_entrant(actor: Actor, team_id: int) -> OneEntrant:
    """One entry, for staff. At most twelve queries."""
    team = team_seen_by_staff(actor, team_id)
    tournament, row, rounds = team.tournament, team_row_of(team), rounds_so_far(team.tournament)
    going_on = Seat.objects.filter(
        team=team, place=Place.TABLE, round__state__in=[RoundState.DRAFT, RoundState.PUBLISHED]
    )
    round_id, number = going_on.values_list("round", "round__number").order_by("-round").first() or (None, None)
    return OneEntrant(
        tournament=tournament,
        regulations=regulations_of(tournament),
        entrant=entrant(row, rounds),
        directs=may_direct(actor, tournament),
        drawn=str(row.number) in numbers_drawn(tournament),
        rounds=rounds,
        round_id=round_id,
        round_number=number,
        substitutes=substitutes_in(team, row, round_id) if round_id else (),
    )


def substitutes_in(team: Team, row: TeamRow, round_id: int) -> tuple[SubstituteRow, ...]:
    members = {member.id: member for member in row.members}
    found = (
        Substitute.objects.filter(team=team, round=round_id, last_hand__isnull=True)
        .select_related("substitute")
        .order_by("pk")
    )
    return tuple(
        SubstituteRow(member=members[each.member_id], name=each.substitute.name)
        for each in found
        if each.member_id in members
    )


# --- kept apart --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Who is kept apart from whom."""

    id: int
    teams: tuple[int, ...]
    partners: bool
    must: bool


def wishes_in(tournament: Tournament) -> list[Wish]:
    """Who is kept apart, by the ids of teams. Two queries."""
    rows = Apart.objects.filter(tournament=tournament).prefetch_related("teams").order_by("pk")
    return [
        Wish(
            id=row.pk, teams=tuple(team.pk for team in row.teams.all()), partners=row.never == "partners", must=row.must
        )
        for row in rows
    ]


# --- for those who enter themselves ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """What anybody may know before entering: how many are in, how many more fit, how many wait."""

    taken: int
    free: int | None
    waiting: int


@one_moment()
def places_in(tournament: Tournament) -> Places:
    """At most three queries."""
    rows = teams_of(tournament)
    return Places(
        taken=sum(row.entry is Entry.IN and row.withdrawn is None and not row.house for row in rows),
        free=free_places(tournament),
        waiting=sum(row.wait_place is not None for row in rows),
    )


@one_moment()
def entry_made(tournament: Tournament, team_id: int) -> TeamRow | None:
    """The entry somebody has just made, as long as it is there. At most four queries."""
    team = Team.objects.filter(tournament=tournament, pk=team_id).select_related("tournament").first()
    return None if team is None else team_row_of(team)
