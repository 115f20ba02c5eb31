"""Tables of individuals in some rounds, and what they cost: who meets again, who are partners again, what was wished.

What is wrong has a price, and prices are in a strict order: all of the lower ones together weigh less than one of the
next. What an exchange of two players changes is known without counting everything again.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from itertools import accumulate, combinations, islice
from typing import NamedTuple


class Kind(IntEnum):
    """Who are partners at a table."""

    SIDES = 0
    """The first half of those who sit here, and the second."""
    FIVE = 1
    """At a table of five everybody is everybody's partner for a hand."""
    ALONE = 2
    """Nobody."""
    OUT = 3
    """It is no table: these sit out."""


class Sitting(NamedTuple):
    """A table, or those who sit out."""

    kind: Kind
    players: list[int]

    def taking_turns(self) -> list[int]:
        """The players in order of play: one of the first side, one of the second, and so on."""
        if self.kind is not Kind.SIDES:
            return self.players
        half = len(self.players) // 2
        return [player for row in zip(self.players[:half], self.players[half:], strict=True) for player in row]


def in_line(players: Sequence[int], sizes: Iterable[int], kind: Kind) -> list[Sitting]:
    """One table of each size after the other, as they stand in line."""
    line = iter(players)
    return [Sitting(kind, list(islice(line, size))) for size in sizes]


class Prices(NamedTuple):
    """What one of each costs. `met` is for two who meet again, `spread` for the squared distance of two at a table."""

    must: int
    partner: int
    partner_at_five: int
    wish: int
    met: int
    spread: int = 0


PRICES = Prices(must=1 << 96, partner=1 << 76, partner_at_five=1 << 56, wish=1 << 36, met=1 << 16)
PRICES_BY_SCORE = Prices(
    must=1 << 136, partner=1 << 116, partner_at_five=1 << 96, wish=1 << 76, spread=1 << 36, met=1 << 16
)
PRICES_BY_PLACE = Prices(
    must=1 << 136, partner=1 << 116, partner_at_five=1 << 96, wish=1 << 76, met=1 << 56, spread=1 << 16
)
"""Below all of them, two who meet for the third time cost 1 more than two who meet for the second, and so on."""

Two = tuple[int, int]

WISH, MUST = 1, 2
"""How much two are to be kept apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What there is to know of so many players: who has met and who were partners, once for every time; who is to be
    kept from one table, or from being partners; how often each has sat out or at a table of five."""

    players: int
    met: Sequence[Two] = ()
    partners: Sequence[Two] = ()
    partners_at_five: Sequence[Two] = ()
    not_at_one_table: Mapping[Two, int] = field(default_factory=dict)
    not_partners: Mapping[Two, int] = field(default_factory=dict)
    had: Mapping[Kind, Sequence[int]] = field(default_factory=dict)
    rounds: int = 0


# --- what two at a table cost ------------------------------------------------------------------------------------

Row = list[int] | defaultdict[int, int]
"""What one player has to do with each other one, as a single number by which its price is found."""

SMALL = 300
"""Up to so many players a row has a place for everybody; in larger fields most people never meet."""


def _rows(players: int) -> list[Row]:
    if players <= SMALL:
        return [[0] * players for _ in range(players)]
    return [defaultdict(int) for _ in range(players)]


@lru_cache(maxsize=16)
def _meeting_prices(prices: Prices, base: int) -> list[int]:
    """What it costs if two meet once more, by how often they have met, plus `base` times how much they are to be kept
    apart."""
    again = [0, *(prices.met + times for times in range(base - 1))]
    return [price + wish for wish in (0, prices.wish, prices.must) for price in again]


@lru_cache(maxsize=16)
def _partner_prices(prices: Prices, base: int, kind: Kind) -> list[int]:
    """The same for two who become partners, by how often they were for a whole round, plus `base` times how often they
    were at a table of five, plus `base` squared times how much they are to be kept apart."""
    found = []
    for wish in (0, prices.wish, prices.must):
        for hands in range(base):
            for rounds in range(base):
                whole_again = rounds and kind is not Kind.FIVE
                again = prices.partner if whole_again else prices.partner_at_five if rounds or hands else 0
                found.append(again + wish)
    return found


# --- where everybody sits ----------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """The seats of a round: for each its table, the kind of table, the seats of all others there and of partners.

    For every kind, its seats and all others are listed too.
    """

    table: list[int]
    kind: list[Kind]
    others: list[tuple[int, ...]]
    mates: list[tuple[int, ...]]
    of_kind: dict[Kind, list[int]]
    not_of_kind: dict[Kind, list[int]]


@lru_cache(maxsize=16)
def _layout(shape: tuple[tuple[Kind, int], ...]) -> Layout:
    layout = Layout([], [], [], [], {kind: [] for kind in Kind}, {kind: [] for kind in Kind})
    for number, (kind, size) in enumerate(shape):
        start = len(layout.table)
        seats = range(start, start + size)
        for seat in seats:
            others = tuple(other for other in seats if other != seat and kind is not Kind.OUT)
            layout.table.append(number)
            layout.kind.append(kind)
            layout.others.append(others)
            layout.mates.append(_mates(kind, seat, others, start + size // 2))
            for each in Kind:
                (layout.of_kind if each is kind else layout.not_of_kind)[each].append(seat)
    return layout


def _mates(kind: Kind, seat: int, others: tuple[int, ...], half: int) -> tuple[int, ...]:
    """The seats of partners; `half` is the first seat of the second side."""
    if kind is Kind.SIDES:
        return tuple(other for other in others if (other < half) is (seat < half))
    return others if kind is Kind.FIVE else ()


Exchange = tuple[int, int, int]
"""A round and two seats."""


class Tables:
    """Who sits where in some rounds, and what it costs.

    With `values`, which is for one round only, those at a table should have values near each other.
    """

    def __init__(
        self,
        known: Known,
        rounds: Sequence[Sequence[Sitting]],
        rng: random.Random,
        prices: Prices = PRICES,
        values: Sequence[int] | None = None,
    ) -> None:
        self.known, self.rng, self.prices, self.values = known, rng, prices, values
        self.layouts = [_layout(tuple((each.kind, len(each.players)) for each in tables)) for tables in rounds]
        self.seats = [[player for each in tables for player in each.players] for tables in rounds]
        self.where = [[-1] * known.players for _ in rounds]
        for seats, where in zip(self.seats, self.where, strict=True):
            for seat, player in enumerate(seats):
                where[player] = seat
        self._base = base = known.rounds + len(rounds) + 1
        self._meeting = _meeting_prices(prices, base)
        self._partners = [_partner_prices(prices, base, kind) for kind in Kind]
        self._step = [base if kind is Kind.FIVE else 1 for kind in Kind]
        self._met, self._mated = _rows(known.players), _rows(known.players)
        self._remember()
        self.cost = sum(self._sit_down(at) for at in range(len(rounds)))
        self._sums = [sum(self._value(p) for p in each.players) for tables in rounds for each in tables]
        self.cost += sum(self._spread(each) for tables in rounds for each in tables) * prices.spread
        self._least_grave = self._count_grave()
        self.goal = self._in_order() if values else self._least_met() + self._least_grave

    def result(self) -> list[list[Sitting]]:
        """The tables of all rounds, in the order they were given in."""
        found: list[list[Sitting]] = []
        for layout, seats in zip(self.layouts, self.seats, strict=True):
            tables: list[Sitting] = []
            for table, kind, player in zip(layout.table, layout.kind, seats, strict=True):
                if table == len(tables):
                    tables.append(Sitting(kind, []))
                tables[table].players.append(player)
            found.append(tables)
        return found

    def _in_order(self) -> int:
        """What it costs if everybody sits in the order of values, and there is nothing else to be said."""
        tables = [sitting for sitting in self.result()[0] if sitting.kind is not Kind.OUT]
        line = sorted((player for sitting in tables for player in sitting.players), key=self._value)
        ordered = in_line(line, [len(sitting.players) for sitting in tables], Kind.ALONE)
        return sum(map(self._spread, ordered)) * self.prices.spread

    def _least_met(self) -> int:
        """It cannot cost less: so much if all meetings, those of the past too, were spread over all pairs alike."""
        before = Counter(self.known.met)
        meetings = self._pairs_of(layout.others for layout in self.layouts) + before.total()
        price = [0, *accumulate(self._meeting[: self._base])]
        alike, more = divmod(meetings, self._possible_pairs)
        spread = (self._possible_pairs - more) * price[alike] + more * price[alike + 1]
        return max(0, spread - sum(price[times] for times in before.values()))

    def _count_grave(self) -> int:
        """So much at least is grave: if there are more partners to be than pairs who have not been."""
        before = {*self.known.partners, *self.known.partners_at_five}
        partners = self._pairs_of(layout.mates for layout in self.layouts)
        again = max(0, partners - (self._possible_pairs - len(before)))
        at_five = self.known.partners_at_five or any(Kind.FIVE in layout.kind for layout in self.layouts)
        return again * (self.prices.partner_at_five if at_five else self.prices.partner)

    @property
    def _possible_pairs(self) -> int:
        return max(1, self.known.players * (self.known.players - 1) // 2)

    @staticmethod
    def _pairs_of(rounds: Iterable[Iterable[tuple[int, ...]]]) -> int:
        return sum(len(seats) for each in rounds for seats in each) // 2

    # --- what it costs -------------------------------------------------------------------------------------------

    def _remember(self) -> None:
        """The past, and the wishes."""
        base, known = self._base, self.known
        for rows, pairs, by in (
            (self._met, known.met, 1), (self._mated, known.partners, 1), (self._mated, known.partners_at_five, base),
        ):  # fmt: skip
            for one, other in pairs:
                _change(rows, one, other, by)
        for (one, other), wish in known.not_at_one_table.items():
            _change(self._met, one, other, wish * base)
        for (one, other), wish in known.not_partners.items():
            _change(self._mated, one, other, wish * base * base)

    def _sit_down(self, at: int) -> int:
        """Count who meets in a round, and what that costs."""
        seats, cost = self.seats[at], 0
        for seat, (kind, others, mates) in enumerate(zip(*self.layouts[at][1:4], strict=True)):
            player, prices, step = seats[seat], self._partners[kind], self._step[kind]
            for other in others:
                if other > seat:
                    cost += self._meeting[self._met[player][seats[other]]]
                    _change(self._met, player, seats[other], 1)
            for other in mates:
                if other > seat:
                    cost += prices[self._mated[player][seats[other]]]
                    _change(self._mated, player, seats[other], step)
        return cost

    def _value(self, player: int) -> int:
        return self.values[player] if self.values else 0

    def _spread(self, sitting: Sitting) -> int:
        """The squared distances of any two at a table, added up."""
        if sitting.kind is Kind.OUT or not self.values:
            return 0
        return sum((self.values[one] - self.values[two]) ** 2 for one, two in combinations(sitting.players, 2))

    def _change_of(self, at: int, one: int, two: int) -> int:
        """What it costs more, or less, if two seats of a round exchange their players."""
        return self._change_of_company(at, one, two) + self._change_of_partners(at, one, two)

    def _change_of_company(self, at: int, one: int, two: int) -> int:
        """The same, but for partners."""
        layout, seats = self.layouts[at], self.seats[at]
        if layout.table[one] == layout.table[two]:
            return 0
        change = self._meetings_change(layout, seats, one, two)
        if self.values:
            change += self._spread_change(layout, seats, one, two) * self.prices.spread
        return change

    def _change_of_partners(self, at: int, one: int, two: int) -> int:
        layout, seats = self.layouts[at], self.seats[at]
        change = 0
        for here, there in ((one, two), (two, one)):
            mates = layout.mates[here]
            if mates:
                kind = layout.kind[here]
                prices, step = self._partners[kind], self._step[kind]
                leaves, comes = self._mated[seats[here]], self._mated[seats[there]]
                for seat in mates:
                    other = seats[seat]
                    change += prices[comes[other]] - prices[leaves[other] - step]
        return change

    def _meetings_change(self, layout: Layout, seats: list[int], one: int, two: int) -> int:
        prices, first, second = self._meeting, self._met[seats[one]], self._met[seats[two]]
        change = 0
        for seat in layout.others[one]:
            other = seats[seat]
            change += prices[second[other]] - prices[first[other] - 1]
        for seat in layout.others[two]:
            other = seats[seat]
            change += prices[first[other]] - prices[second[other] - 1]
        return change

    def _spread_change(self, layout: Layout, seats: list[int], one: int, two: int) -> int:
        """With k at a table, all squared distances added are k times the sum of squares less the square of the sum."""
        change = 0
        for here, there in ((one, two), (two, one)):
            others = layout.others[here]
            if others:
                old, new = self._value(seats[here]), self._value(seats[there])
                total = self._sums[layout.table[here]]
                change += (len(others) + 1) * (new * new - old * old) - (new - old) * (2 * total + new - old)
        return change

    # --- exchanges -----------------------------------------------------------------------------------------------

    def _exchange(self, at: int, one: int, two: int) -> None:
        layout, seats = self.layouts[at], self.seats[at]
        first, second = seats[one], seats[two]
        if layout.table[one] != layout.table[two]:
            for seat in layout.others[one]:
                _replace(self._met, seats[seat], first, second, 1)
            for seat in layout.others[two]:
                _replace(self._met, seats[seat], second, first, 1)
        for seat in layout.mates[one]:
            _replace(self._mated, seats[seat], first, second, self._step[layout.kind[one]])
        for seat in layout.mates[two]:
            _replace(self._mated, seats[seat], second, first, self._step[layout.kind[two]])
        seats[one], seats[two] = second, first
        self.where[at][first], self.where[at][second] = two, one
        gain = self._value(second) - self._value(first)
        self._sums[layout.table[one]] += gain
        self._sums[layout.table[two]] -= gain


def _change(rows: list[Row], one: int, other: int, by: int) -> None:
    rows[one][other] += by
    rows[other][one] += by


def _replace(rows: list[Row], other: int, leaves: int, comes: int, by: int) -> None:
    rows[leaves][other] -= by
    rows[other][leaves] -= by
    rows[comes][other] += by
    rows[other][comes] += by
