"""What a draw looks at: who is here, who has met whom, who has sat where, and what is wished."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from pairing.draw import stage_of
from rules.refusal import Refusal
from scoring import five
from scoring.record import Record, Round, RulingKind, Stage, Table, Team
from scoring.regulations import Ranked, Seeding, StageRules
from scoring.standings import counting_stages
from scoring.variants import Variant

Two = frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Situation:
    """A stage before one of its rounds. `record` and `stage` end with the round before; `draft` is what there is of
    this one, of which the tables and byes that are kept stay.
    """

    record: Record
    stage: Stage
    number: int
    rng: random.Random
    draft: Round | None = None
    disqualified: frozenset[str] = frozenset()

    @cached_property
    def rules(self) -> StageRules:
        return self.record.regulations.stage(self.stage.key)

    @cached_property
    def absolute(self) -> int:
        """The number of this round counted over the whole tournament."""
        earlier = self.record.stages[: self.record.stages.index(self.stage)]
        return sum(len(stage.rounds) for stage in earlier) + self.number

    @cached_property
    def teams(self) -> dict[str, Team]:
        return {team.id: team for team in self.record.teams}

    @cached_property
    def entrants(self) -> tuple[str, ...]:
        """Who belongs to this stage, here or not, in the order of the record or of qualification."""
        return self.stage.entrants or tuple(team.id for team in self.record.teams if not team.house)

    @cached_property
    def gone(self) -> frozenset[str]:
        """Those who have not come yet, have withdrawn, or are disqualified."""
        return frozenset(t.id for t in self.record.teams if t.id in self.disqualified or not self.is_here(t))

    def is_here(self, team: Team) -> bool:
        return team.arrived <= self.absolute and (team.withdrawn is None or self.absolute <= team.withdrawn)

    @cached_property
    def present(self) -> tuple[str, ...]:
        """Who plays in this round."""
        return tuple(team for team in self.entrants if team not in self.gone)

    @cached_property
    def house(self) -> tuple[str, ...]:
        """Who could fill up a table."""
        return tuple(team.id for team in self.record.teams if team.house and team.id not in self.gone)

    @cached_property
    def kept(self) -> tuple[Table, ...]:
        """Tables the director wants so. Somebody who has left since makes one void."""
        here = {*self.present, *self.house}
        return tuple(
            table for table in (self.draft.tables if self.draft else ()) if table.kept and here >= {*table.seats}
        )

    @cached_property
    def kept_byes(self) -> tuple[str, ...]:
        return tuple(team for team in (self.draft.kept_byes if self.draft else ()) if team in self.present)

    @cached_property
    def to_draw(self) -> tuple[str, ...]:
        """Who plays and is not settled by what is kept."""
        settled = {team for table in self.kept for team in table.seats} | {*self.kept_byes}
        return tuple(team for team in self.present if team not in settled)

    # --- what was --------------------------------------------------------------------------------------------------

    @cached_property
    def past(self) -> tuple[Round, ...]:
        """The rounds that count as memory: of this stage, and of those whose points are carried over."""
        return tuple(each for stage in counting_stages(self.record, self.stage) for each in stage.rounds)

    @cached_property
    def met(self) -> Counter[Two]:
        """How often two have sat at one table; teams: how often they have met."""
        return Counter(two for each in self.past for table in each.tables for two in all_pairs(table.seats))

    @cached_property
    def partnered(self) -> Counter[Two]:
        """How often two individuals have been partners for a round, or for a hand at a table of five."""
        return Counter(two for each in self.past for table in each.tables for two in partners(table.seats, self.record))

    @cached_property
    def byes(self) -> Counter[str]:
        return Counter(team for each in self.past for team in each.byes)

    @cached_property
    def tables_had(self) -> Counter[tuple[str, int]]:
        """How often somebody has sat at a table of this number."""
        return Counter((team, table.number) for each in self.past for table in each.tables for team in {*table.seats})

    @cached_property
    def seats_had(self) -> Counter[tuple[str, int]]:
        """How often an individual has sat on a seat."""
        return Counter((team, at) for each in self.past for table in each.tables for at, team in enumerate(table.seats))

    @cached_property
    def lean(self) -> Counter[str]:
        """How much more often a team has sat on the first side than on the second."""
        leaning: Counter[str] = Counter()
        for each in self.past:
            leaning.update(table.seats[0] for table in each.tables)
            leaning.subtract(table.seats[1] for table in each.tables)
        return leaning

    @cached_property
    def last_side(self) -> Counter[str]:
        """1 for a team that sat on the first side in the last round, -1 on the second, 0 if it did not play."""
        side: Counter[str] = Counter()
        for table in self.past[-1].tables if self.past else ():
            side[table.seats[0]], side[table.seats[1]] = 1, -1
        return side

    # --- what begins it --------------------------------------------------------------------------------------------

    def seeded(self, teams: Iterable[str]) -> list[str]:
        """These teams in the order in which the stage begins. Lots decide between those who are equal."""
        drawn = sorted(teams)
        self.rng.shuffle(drawn)
        place = {team: at for at, team in enumerate(self.stage.entrants)}
        of = self.teams
        match self.rules.seeding:
            case Seeding.SEEDED:
                return sorted(drawn, key=lambda team: (of[team].seed is None, of[team].seed or 0))
            case Seeding.RATING:
                return sorted(drawn, key=lambda team: -(of[team].rating or 0))
            case Seeding.RANK if place:
                return sorted(drawn, key=lambda team: place[team])
        return drawn


def situation(record: Record, stage: str, number: int, rng: random.Random) -> Situation:
    """A stage as it stands before its round of this number, which must be the next or one that is drawn again."""
    rules = record.regulations.stage(stage)
    found = stage_of(record, stage)
    if found not in record.stages:
        record = replace(record, stages=(*record.stages, found))
    before = tuple(each for each in found.rounds if each.number < number)
    if number != len(before) + 1:
        raise Refusal("round_not_next", field="round", value=number, allowed=[len(before) + 1])
    if rules.rounds is not None and number > rules.rounds:
        raise Refusal("stage_over", field="round", stage=stage, value=number, rounds=rules.rounds)
    draft = next((each for each in found.rounds if each.number == number), None)
    out = frozenset(r.team for r in record.standing_rulings() if r.kind is RulingKind.DISQUALIFIED and r.team)
    if len(before) < len(found.rounds):
        found = replace(found, rounds=before)
        stages = tuple(found if each.key == stage else each for each in record.stages)
        rulings = tuple(r for r in record.rulings if r.stage != stage or r.round < number)
        record = replace(record, stages=stages, rulings=rulings)
    return Situation(record=record, stage=found, number=number, rng=rng, draft=draft, disqualified=out)


def all_pairs(seats: Iterable[str]) -> Iterable[Two]:
    """Any two of those who sit here."""
    return (frozenset(two) for two in combinations(sorted({*seats}), 2))


def partners(seats: tuple[str, ...], record: Record) -> Iterable[Two]:
    """Who are partners at this table: in individual events those on one side, and at a table of five everybody once."""
    if record.regulations.ranked is Ranked.TEAM or record.regulations.variant in (
        Variant.THREECHU,
        Variant.GRAND_SEIGNEUR,
    ):
        return ()
    if len(seats) == five.PLAYERS:
        return all_pairs(seats)
    return (two for side in (seats[0::2], seats[1::2]) for two in all_pairs(side))
