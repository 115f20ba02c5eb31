"""Individuals with a new partner in every round, four at a table or six.

Nobody has the same partner twice while that can be avoided, and people meet again as seldom as possible. All rounds to
come are drawn together and kept as a plan. When somebody comes or goes, what is left of the plan is repaired, and the
rounds that were played stay untouched. From a round that the organiser chooses, people with equal scores sit together
instead.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from pairing.company import Company, Seats, breaks_a_must, byes, pairs, refuse_broken
from pairing.draw import Draw, Reason
from pairing.places import places, played, scores
from pairing.schedules import Schedule, schedule
from pairing.search import Search, best_repair
from pairing.seating import Placing, numbered, seats_of_four
from pairing.situation import Situation
from pairing.surplus import Before, Numbers, divide, first_sittings, in_turn, without
from pairing.tables import PRICES_BY_SCORE, Kind, Known, Sitting, in_line
from rules.refusal import Refusal
from scoring import five
from scoring.points import Number
from scoring.record import Round, Table
from scoring.regulations import TableNumbers
from scoring.variants import SEATS

ATTEMPTS, BEGINNINGS = 3, 12
"""So often a search begins anew, from other tables, while it has not found the best there can be; and while something
grave remains."""
NOBODY = -1
"""The number of somebody who was in the plan and has left."""
MANY = 200
"""With more players one search is enough: there is room to avoid what can be avoided."""


def draw_individual(s: Situation) -> Draw:
    """This round, and the plan of those that follow, unless scores decide."""
    company = Company(s)
    if s.rules.by_score_from is not None and s.number >= s.rules.by_score_from:
        return round_by_score(company)
    rounds = ready_plan(company) or plan_rounds(company)
    return replace(drawn(company, rounds[0]), plan=rounds[1:])


def table_size(s: Situation) -> int:
    return SEATS[s.record.regulations.variant]


# --- a round as it is drawn --------------------------------------------------------------------------------------


def drawn(company: Company, round_: Round, points: Mapping[str, Number] | None = None) -> Draw:
    """The draw of a round whose tables are found; with `points` if they were made by score."""
    s = company.s
    found = best_first(s, [table.seats for table in round_.tables])
    placings = [Placing(in_order(company, seats), tuple(reasons(company, seats, points))) for seats in found]
    cost = company.cost(found)
    if points:
        value = scores(points)
        cost["score"] = sum((value[one] - value[two]) ** 2 for seats in found for one, two in pairs(seats))
    return Draw(
        stage=s.stage.key, round=s.number, tables=numbered(s, placings), byes=tuple(byes(s, round_.byes)), cost=cost
    )


def best_first(s: Situation, tables: list[Seats]) -> list[Seats]:
    """The leaders' table first, where tables go by rank."""
    if s.rules.table_numbers is not TableNumbers.BY_RANK:
        return tables
    standing = places(s, played(s))
    return sorted(tables, key=lambda seats: sum(standing[player].position for player in seats) / len(seats))


def in_order(company: Company, seats: Seats) -> Seats:
    """Seats in order of play; at a table of five everybody sits everywhere alike."""
    return seats if company.is_five(seats) else seats_of_four(company.s, seats[0::2], seats[1::2])


def reasons(company: Company, seats: Seats, points: Mapping[str, Number] | None) -> Iterator[Reason]:
    if points:
        yield Reason(code="by_score", facts={"points": {player: plain(points[player]) for player in seats}})
    yield from company.reasons(seats)


def plain(points: Number) -> int | float:
    return int(points) if points == int(points) else float(points)


def as_round(number: int, sittings: Sequence[Sitting], players: Sequence[str]) -> Round:
    """A round of the Record. Its tables have numbers in the order they were found in, until they are drawn."""
    tables = [each for each in sittings if each.kind is not Kind.OUT]
    out = [each for each in sittings if each.kind is Kind.OUT]
    return Round(
        number=number,
        tables=tuple(
            Table(number=at, seats=tuple(players[player] for player in each.taking_turns()))
            for at, each in enumerate(tables, start=1)
        ),
        byes=tuple(players[player] for each in out for player in each.players),
    )


# --- the plan ----------------------------------------------------------------------------------------------------


def ready_plan(company: Company) -> tuple[Round, ...]:
    """The rounds of the plan from this one on, if it is for exactly those who are here and does what it should."""
    if not fits_the_plan(company):
        return ()
    rounds = tuple(each for each in company.s.stage.plan if each.number >= company.s.number)
    looks = [company.look(table.seats) for table in rounds[0].tables]
    return rounds if not any(look.breaks_a_must or look.partners for look in looks) else ()


def fits_the_plan(company: Company) -> bool:
    """Whether exactly those of the planned round are here, and nothing is kept."""
    s = company.s
    planned = next((each for each in s.stage.plan if each.number == s.number), None)
    if planned is None or s.kept or s.kept_byes:
        return False
    numbers = divide(s, len(s.present), table_size(s))
    people = {*planned.byes, *(player for table in planned.tables for player in table.seats)}
    fives = sum(company.is_five(table.seats) for table in planned.tables)
    return (len(planned.byes), fives) == (numbers.out, numbers.fives) and people == {*s.present, *numbers.house}


def plan_rounds(company: Company) -> tuple[Round, ...]:
    """This round and those that follow, the best that is found; refused if this one breaks a wish that is a must.

    Where not all rounds can keep it, this one is drawn by itself: it may be one that can.
    """
    due = rounds_due(company.s)
    rounds = planned(company, due)
    if any(wish.must for wish in company.all_wishes):
        if breaks_a_must(company, seats_in(rounds[0])):
            rounds = planned(company, due[:1])
        refuse_broken(company, seats_in(rounds[0]), due[0].players)
        rounds = list(takewhile(lambda each: not breaks_a_must(company, seats_in(each)), rounds))
    return tuple(rounds)


def planned(company: Company, due: "Sequence[Due]") -> list[Round]:
    planning = Planning(company, due)
    return [as_round(e.round, found, planning.players) for e, found in zip(due, planning.best(), strict=True)]


def seats_in(round_: Round) -> list[Seats]:
    return [table.seats for table in round_.tables]


class Due(NamedTuple):
    """A round that is to be drawn: who plays, house players last, and how they are divided."""

    round: int
    players: tuple[str, ...]
    numbers: Numbers


def rounds_due(s: Situation) -> list[Due]:
    """This round and those that can be planned: until scores decide, and while there are enough players."""
    numbers = divide(s, len(s.to_draw), table_size(s))
    due = [Due(s.number, (*s.to_draw, *numbers.house), numbers)]
    last = s.rules.rounds or s.number
    if s.rules.by_score_from is not None:
        last = min(last, s.rules.by_score_from - 1)
    for number in range(s.number + 1, last + 1):
        later = replace(s, number=number, draft=None)
        try:
            numbers = divide(later, len(later.present), table_size(s))
        except Refusal:
            break
        due.append(Due(number, (*later.present, *numbers.house), numbers))
    return due


class Planning:
    """The search for the tables of all rounds that are due, with everybody by his number among `players`."""

    def __init__(self, company: Company, due: Sequence[Due]) -> None:
        self.s, self.company, self.due = company.s, company, due
        self.size = table_size(company.s)
        self.players = tuple(dict.fromkeys(player for each in due for player in each.players))
        self.number = {player: at for at, player in enumerate(self.players)}

    def best(self) -> list[list[Sitting]]:
        """What is left of an earlier plan is repaired, and given up only if others are here and that goes badly. A
        tournament that begins takes a schedule that is written down, if there is one."""
        begun = self.begun()
        if not begun and self.is_plain():
            made = self.written_down()
            if made.clean == len(self.due):
                return [[Sitting(Kind.SIDES, list(table)) for table in tables] for tables in made.rounds]
        if not begun:
            return self.searched().result()
        repaired = self.search_from(begun)
        repaired.repair()
        if repaired.is_grave and not fits_the_plan(self.company):
            repaired = min(repaired, self.searched(), key=lambda each: each.cost)
        return repaired.result()

    def is_plain(self) -> bool:
        """Nobody has met, nobody wishes anything, everybody stays, and all tables are full."""
        wishes = self.company.not_partners or self.company.not_at_one_table
        full = all(not each.numbers.out and not each.numbers.fives for each in self.due)
        everybody = all(each.players == self.players for each in self.due)
        return full and everybody and not wishes and not self.s.past

    def searched(self) -> Search:
        """Several begin, until one has nothing grave; the best of them goes on. Should that be easy, some more do."""
        few = len(self.players) <= MANY
        begun = [self.relieved()]
        while few and begun[-1].is_grave and len(begun) < BEGINNINGS:
            begun.append(self.relieved())
        best = min(begun, key=lambda each: each.cost)
        best.improve()
        for _ in range(ATTEMPTS - len(begun) if few else 0):
            if best.cost > best.goal:
                another = self.relieved()
                another.improve()
                best = min(best, another, key=lambda each: each.cost)
        return best

    def relieved(self) -> Search:
        search = self.search_from([[]] * len(self.due) if self.s.past else self.written_down().rounds)
        search.relieve()
        return search

    def search_from(self, tables: Sequence[Sequence[Sequence[int]]]) -> Search:
        """A search that begins with these tables as far as they can be kept, round by round."""
        known = self.known
        outs, fives = list(known.had[Kind.OUT]), list(known.had[Kind.FIVE])
        rounds = []
        for each, before in zip(self.due, tables, strict=True):
            playing = [self.number[player] for player in each.players]
            rounds.append(first_sittings(Before(before, outs, fives), playing, each.numbers, self.size, self.s.rng))
        return Search(known, rounds, self.s.rng)

    @cached_property
    def known(self) -> Known:
        return self.company.known(self.players)

    def begun(self) -> list[list[list[int]]]:
        """The tables of the plan, if it has this round; one who has left has no number. If this round was drawn before
        for others than those who are here now, it belongs to the plan; for the same people it is drawn anew."""
        plan = {each.number: each.tables for each in self.s.stage.plan}
        draft = self.s.draft
        people = {*draft.byes, *(p for table in draft.tables for p in table.seats)} if draft else set()
        if draft and people - {*self.s.house} != {*self.s.present}:
            plan[draft.number] = draft.tables
        if self.s.number not in plan:
            return []
        return [[self._sides(table.seats) for table in plan.get(each.round, ())] for each in self.due]

    def _sides(self, seats: Seats) -> list[int]:
        ordered = seats if self.company.is_five(seats) else (*seats[0::2], *seats[1::2])
        return [self.number.get(player, NOBODY) for player in ordered]

    def written_down(self) -> Schedule:
        """A schedule in which lots decide who is who. Whoever is more than its tables hold has no place in it."""
        most = max(self.due, key=lambda each: len(each.players))
        seats = (most.numbers.tables + most.numbers.fives) * self.size
        who = self.s.rng.sample([self.number[player] for player in most.players], seats)
        rounds, clean = schedule(seats, self.size, len(self.due), self.s.rng)
        return Schedule([[tuple(who[at] for at in table) for table in tables] for tables in rounds], clean)


# --- by score ----------------------------------------------------------------------------------------------------


def round_by_score(company: Company) -> Draw:
    """The leaders together: new partners first, then scores as equal as possible at a table, then new people."""
    s, size = company.s, table_size(company.s)
    numbers = divide(s, len(s.to_draw), size)
    standing = places(s, played(s))
    players = sorted((*s.to_draw, *numbers.house), key=lambda player: standing[player].position)
    points = {player: standing[player].points for player in players}
    known, value = company.known(players), scores(points)
    outs, fives = known.had[Kind.OUT], known.had[Kind.FIVE]
    out = in_turn(s.rng, range(len(players)), numbers.out, lambda player: (outs[player],))
    playing = without(range(len(players)), out)
    at_five = in_turn(s.rng, playing, numbers.fives * five.PLAYERS, lambda player: (fives[player], -player))

    def begin(by_lots: bool) -> Search:
        """Everybody in line, the best first."""
        place = s.rng.sample(range(len(players)), len(players)) if by_lots else range(len(players))
        in_fours, in_fives = (sorted(each, key=place.__getitem__) for each in (without(playing, at_five), at_five))
        tables = [
            *in_line(in_fours, [size] * numbers.tables, Kind.SIDES),
            *in_line(in_fives, [five.PLAYERS] * numbers.fives, Kind.FIVE),
        ]
        tables.sort(key=lambda each: sum(each.players) * size // len(each.players))
        sittings = [*tables, *([Sitting(Kind.OUT, out)] if out else [])]
        return Search(known, [sittings], s.rng, PRICES_BY_SCORE, [value[player] for player in players])

    search = best_repair(begin)
    round_ = as_round(s.number, search.result()[0], players)
    refuse_broken(company, [table.seats for table in round_.tables], players)
    return drawn(company, round_, points)
