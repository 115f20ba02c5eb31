"""The Record: a tournament as plain data.

It is what passes between the database and everything that counts or draws, what is exported, and what an independent
check recomputes from. It holds what was seen (who sat where, what the sheets say, what the director decided); totals,
ranks and winners follow from it and are not in it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.refusal import Refusal
from rules.variants.grand_seigneur import FEWEST, MOST
from scoring import five
from scoring.hand import Pair, Sheet
from scoring.match import TimeUp
from scoring.plain import from_plain, of_version, to_plain
from scoring.regulations import VERSION as REGULATIONS_VERSION
from scoring.regulations import Counting, OddNumbers, Ranked, Regulations, regulations_to_json
from scoring.variants import SEATS, Variant

VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """In this round of this stage somebody else played for a member."""

    stage: str
    round: int
    member: str
    substitute: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """What the standings rank: a pair, a trio, or in individual events one player.

    `arrived` is the first round it takes part in, `withdrawn` the last, both counted over the whole tournament.
    `tables` are those it can sit at, for people who need them; empty means any. `house` marks somebody who fills up
    tables where numbers do not come out even and is not ranked.
    """

    id: str
    name: str = ""
    members: tuple[str, ...] = ()
    club: str = ""
    rating: int | None = None
    seed: int | None = None
    arrived: int = 1
    withdrawn: int | None = None
    substitutes: tuple[Substitute, ...] = ()
    tables: tuple[int, ...] = ()
    house: bool = False


class Together(StrEnum):
    """What two people kept apart must not become."""

    OPPONENTS = "opponents"
    """Teams who must not meet; in individual events: must not sit at one table."""
    PARTNERS = "partners"
    """Players who must not be drawn as partners."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """Any two of these teams are kept apart: always if `must`, else if possible."""

    teams: tuple[str, ...]
    never: Together = Together.OPPONENTS
    must: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One hand as it was written: a score sheet, or where the paper has nothing more, the calls and both totals."""

    calls: tuple[str, ...] = ()
    out: tuple[int, ...] = ()
    points: int | None = None
    other_points: int | None = None
    totals: Pair | None = None

    def sheet(self, *, dealer: int | None = None) -> Sheet:
        return Sheet(calls=self.calls, out=self.out, points=self.points, other_points=self.other_points, dealer=dealer)


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeMatch:
    """The result of a match whose hands were not written down: both totals, and games won where it was best of n."""

    totals: Pair
    hands: int | None = None
    games: Pair | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of a round: who sits on which seat (ids of teams, in order of play), and what was played.

    A pair has two seats, opposite each other. In Threechu three sit here, to the left in order of dealing. At a table
    of five one sits out in turn: `scoring.five`. `kept`: the director wants it so, and a new draw leaves it alone.
    """

    number: int
    seats: tuple[str, ...]
    hands: tuple[Hand, ...] = ()
    whole: WholeMatch | None = None
    time_up: TimeUp | None = None
    kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round of a stage. `hidden`: its results are not in the published standings yet. `seed` is its draw's.

    `from_the_end` numbers the last rounds of a knock-out: 1 is the final, 2 the semifinals. `kept_byes` are those of
    the byes that the director wants so.
    """

    number: int
    tables: tuple[Table, ...] = ()
    byes: tuple[str, ...] = ()
    hidden: bool = False
    seed: str = ""
    from_the_end: int | None = None
    kept_byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    key: str
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What was played of a stage. `entrants` are those who qualified, the best first; empty means everybody.

    `plan` are rounds drawn in advance and not begun. `bracket` is who stood where when a knock-out began, from the top
    down, with an empty text where nobody does.
    """

    key: str
    rounds: tuple[Round, ...] = ()
    entrants: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    plan: tuple[Round, ...] = ()
    bracket: tuple[str, ...] = ()


class RulingKind(StrEnum):
    PENALTY = "penalty"
    """A team loses tournament points, or Tichu points, or both."""
    ADJUSTED = "adjusted"
    """A table gets these totals, whatever its sheets say."""
    AVERAGE = "average"
    """A team gets for this round the average of its other rounds, in per cent."""
    FORFEIT = "forfeit"
    """A side (or with no side both) has not played and loses the match."""
    DISQUALIFIED = "disqualified"
    """A team is out of the ranking; what its opponents won stays theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A director's decision, with its reason. A revoked one stays on record and counts no more."""

    id: str
    kind: RulingKind
    stage: str
    round: int
    reason: str
    table: int | None = None
    team: str | None = None
    points: int = 0
    tichu_points: int = 0
    totals: Pair | None = None
    side: int | None = None
    percent: int = 100
    revoked: bool = False

    def __post_init__(self) -> None:
        for field in NEEDED[self.kind]:
            if getattr(self, field) is None:
                raise Refusal("ruling_incomplete", field=field, kind=str(self.kind))
        if self.points < 0 or self.tichu_points < 0:
            raise Refusal("penalty_negative", field="points", points=self.points, tichu_points=self.tichu_points)
        if not self.reason.strip():
            raise Refusal("reason_missing", field="reason", kind=str(self.kind))


NEEDED: dict[RulingKind, tuple[str, ...]] = {
    RulingKind.PENALTY: ("team",),
    RulingKind.ADJUSTED: ("table", "totals"),
    RulingKind.AVERAGE: ("team",),
    RulingKind.FORFEIT: ("table",),
    RulingKind.DISQUALIFIED: ("team",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A tournament. `seed` decides lots, `tie_order` is the director's decision between teams that are equal."""

    name: str
    regulations: Regulations
    teams: tuple[Team, ...] = ()
    stages: tuple[Stage, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    seed: str = ""
    tie_order: tuple[str, ...] = ()
    apart: tuple[Apart, ...] = ()

    def __post_init__(self) -> None:
        check_teams(self)
        known = {team.id for team in self.teams}
        check_known("tie_order", self.tie_order, known)
        for wish in self.apart:
            check_known("apart", wish.teams, known)
        check_unique("stages", (stage.key for stage in self.stages))
        for stage in self.stages:
            check_stage(stage, self, known)
        for ruling in self.rulings:
            check_ruling(ruling, self, known)
        check_unique("rulings", (ruling.id for ruling in self.rulings))

    def stage(self, key: str) -> Stage:
        for stage in self.stages:
            if stage.key == key:
                return stage
        raise Refusal("stage_unknown", field="stage", value=key, allowed=[stage.key for stage in self.stages])

    def standing_rulings(self) -> Iterator[Ruling]:
        """Those that count."""
        return (ruling for ruling in self.rulings if not ruling.revoked)


# --- what a record must be -----------------------------------------------------------------------------------------


def check_unique(field: str, keys: Iterable[object]) -> None:
    found = list(keys)
    if len(set(found)) < len(found):
        twice = sorted(str(key) for key, times in Counter(found).items() if times > 1)
        raise Refusal("record_repeats", field=field, value=twice[0])


def check_known(field: str, ids: tuple[str, ...], known: set[str]) -> None:
    if not known.issuperset(ids):
        raise Refusal("team_unknown", field=field, value=next(team for team in ids if team not in known))


def check_teams(record: Record) -> None:
    """Every team is there once and has as many members as play at a table, or more."""
    check_unique("teams", (team.id for team in record.teams))
    needed = 1 if record.regulations.ranked is Ranked.INDIVIDUAL else record.regulations.members_at_the_table
    for team in record.teams:
        if team.members and len(team.members) < needed:
            raise Refusal("team_too_small", field="members", value=team.id, minimum=needed)
        if team.arrived < 1 or (team.withdrawn is not None and team.withdrawn < team.arrived - 1):
            raise Refusal("team_gone_before_it_came", field="withdrawn", value=team.id)


def check_stage(stage: Stage, record: Record, known: set[str]) -> None:
    """Its rounds are numbered from 1 without a gap; groups and entrants are teams."""
    record.regulations.stage(stage.key)
    check_known("entrants", stage.entrants, known)
    for group in stage.groups:
        check_known("groups", group.teams, known)
    check_bracket(stage.bracket, known)
    for field, rounds in (("rounds", stage.rounds), ("plan", stage.plan)):
        numbers = [round_.number for round_ in rounds]
        if numbers != sorted(set(numbers)) or (numbers and numbers[0] < 1):
            raise Refusal("rounds_order", field=field, value=numbers)
        for round_ in rounds:
            check_round(round_, record, known)
    for round_ in stage.rounds:
        for table in round_.tables:
            if table.whole:
                check_totals_suffice("whole", record.regulations, stage.key, table)


def check_bracket(bracket: tuple[str, ...], known: set[str]) -> None:
    """Everybody stands in it once, and it is 2, 4, 8, 16 ... long."""
    taken = tuple(team for team in bracket if team)
    check_known("bracket", taken, known)
    check_unique("bracket", taken)
    if bracket and (len(bracket) < 2 or len(bracket) & (len(bracket) - 1)):
        raise Refusal("bracket_size", field="bracket", value=len(bracket))


def check_round(round_: Round, record: Record, known: set[str]) -> None:
    """Nobody sits at two tables, or at a table and out."""
    check_unique("tables", (table.number for table in round_.tables))
    check_known("byes", round_.byes, known)
    check_known("kept_byes", round_.kept_byes, set(round_.byes))
    check_unique("seats", [*(team for table in round_.tables for team in set(table.seats)), *round_.byes])
    allowed = seats_allowed(record.regulations)
    teams = record.regulations.ranked is Ranked.TEAM
    for table in round_.tables:
        check_known("seats", table.seats, known)
        check_seats(table, allowed, teams=teams)


def check_seats(table: Table, allowed: Sequence[int], *, teams: bool) -> None:
    """As many seats as the variant has; a team's seats are those of one side, individuals have one each."""
    seats = table.seats
    if len(seats) not in allowed:
        raise Refusal("seats_number", field="seats", table=table.number, value=len(seats), allowed=list(allowed))
    different = len({*seats})
    as_played = different == 2 and seats[:2] * (len(seats) // 2) == seats if teams else different == len(seats)
    if not as_played:
        raise Refusal("seats_teams", field="seats", table=table.number, value=list(seats))
    if table.whole is not None and table.hands:
        raise Refusal("whole_and_hands", field="whole", table=table.number)


def seats_allowed(regulations: Regulations) -> Sequence[int]:
    """How many can sit at a table."""
    if regulations.variant is Variant.GRAND_SEIGNEUR:
        return range(FEWEST, MOST + 1)
    usual = 3 if regulations.variant is Variant.THREECHU else SEATS[regulations.variant]
    return [usual, five.PLAYERS] if OddNumbers.TABLE_OF_FIVE in regulations.odd_numbers else [usual]


def check_totals_suffice(field: str, regulations: Regulations, stage: str, table: Table) -> None:
    """Two totals for a whole match say nothing where every hand counts, or where there are no two sides."""
    counting = regulations.stage(stage).points.counting
    no_sides = regulations.variant is Variant.THREECHU or at_five(table, regulations)
    if counting in (Counting.HANDS, Counting.PLACES) or no_sides:
        raise Refusal("hands_needed", field=field, stage=stage)


def check_ruling(ruling: Ruling, record: Record, known: set[str]) -> None:
    """It speaks of a round that was drawn, a table that is there, a team that plays."""
    rounds = {round_.number: round_ for round_ in record.stage(ruling.stage).rounds}
    if ruling.round not in rounds:
        raise Refusal("round_unknown", field="round", value=ruling.round, allowed=sorted(rounds))
    tables = {table.number: table for table in rounds[ruling.round].tables}
    if ruling.table is not None and ruling.table not in tables:
        raise Refusal("table_unknown", field="table", value=ruling.table, allowed=list(tables))
    if ruling.team is not None:
        check_known("team", (ruling.team,), known)
    if ruling.table is not None:
        check_sides_ruling(ruling, tables[ruling.table], record.regulations)


def check_sides_ruling(ruling: Ruling, table: Table, regulations: Regulations) -> None:
    """Totals can be given, and one side can have forfeited, only where there are two sides all along."""
    if ruling.kind is RulingKind.ADJUSTED:
        check_totals_suffice("totals", regulations, ruling.stage, table)
    if ruling.kind is RulingKind.FORFEIT and ruling.side is not None and at_five(table, regulations):
        raise Refusal("five_no_sides", field="side", table=table.number)


def at_five(table: Table, regulations: Regulations) -> bool:
    """Whether one sits out in turn here: five at a table for four."""
    return len(table.seats) == five.PLAYERS and regulations.variant is Variant.NANKING


# --- to and from JSON --------------------------------------------------------------------------------------------


def record_to_json(record: Record) -> dict[str, Any]:
    plain = {"version": VERSION, **to_plain(record)}
    plain["regulations"] = regulations_to_json(record.regulations)
    return plain


def record_from_json(data: Any) -> Record:
    """Refuses another version, unknown fields, and whatever cannot have been."""
    plain = of_version(data, VERSION, at="")
    if "regulations" in plain:
        plain["regulations"] = of_version(plain["regulations"], REGULATIONS_VERSION, at="regulations")
    return from_plain(Record, plain)
