"""A search for tables, for all that no schedule is written for: people who come and go, wishes, tables of five, a past.

All rounds that are still to come are looked at together, because one that looks well by itself can leave nothing for
the next. Two players exchange their places again and again; who has a reason to leave his table is asked first. What is
wrong has a price, and prices are in a strict order: all of the lower ones together weigh less than one of the next.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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


# --- what should strike everybody alike --------------------------------------------------------------------------


class FairTables(Tables):
    """Tables where nobody sits out, or at a table of five, again before all others have as often."""

    def is_fair(self, at: int, one: int, two: int) -> bool:
        """Whether two seats of a round may exchange their players."""
        kinds = self.layouts[at].kind[one], self.layouts[at].kind[two]
        if kinds[0] is kinds[1]:
            return True
        return all(self._stays_fair(kind, at, one, two) for kind in kinds if kind in self.known.had)

    def _stays_fair(self, kind: Kind, at: int, one: int, two: int) -> bool:
        seats = self.seats[at]
        if self._had_before(kind, at, seats[one]) != self._had_before(kind, at, seats[two]):
            return False
        seats[one], seats[two] = seats[two], seats[one]
        fair = self._fair_from(kind, at)
        seats[one], seats[two] = seats[two], seats[one]
        return fair

    def _way_back(self, at: int, one: int, two: int) -> Exchange | None:
        """Another round in which the same two could exchange their places the other way round."""
        first, second = self.seats[at][one], self.seats[at][two]
        kinds = self.layouts[at].kind[two], self.layouts[at].kind[one]
        ways = []
        for number, (layout, where) in enumerate(zip(self.layouts, self.where, strict=True)):
            seats = where[first], where[second]
            if number != at and min(seats) >= 0 and (layout.kind[seats[0]], layout.kind[seats[1]]) == kinds:
                ways.append((number, *seats))
        return ways[int(self.rng.random() * len(ways))] if ways else None

    def _change_after(self, exchange: Exchange, back: Exchange) -> int | None:
        """What the second exchange costs more once the first is made; None if both together are unfair."""
        self._exchange(*exchange)
        change = self._change_of(*back)
        self._exchange(*back)
        fair = all(self._fair_from(kind, -1) for kind in self.known.had)
        self._exchange(*back)
        self._exchange(*exchange)
        return change if fair else None

    def _had_before(self, kind: Kind, at: int, player: int) -> int:
        """How often this player has sat so before a round."""
        rounds = zip(self.layouts[:at], self.where, strict=False)
        now = sum(where[player] >= 0 and layout.kind[where[player]] is kind for layout, where in rounds)
        return self.known.had[kind][player] + now

    def _fair_from(self, kind: Kind, at: int) -> bool:
        """Whether from this round on it always strikes those whom it has struck least."""
        had = list(self.known.had[kind])
        for number, (layout, seats) in enumerate(zip(self.layouts, self.seats, strict=True)):
            struck = [seats[seat] for seat in layout.of_kind[kind]]
            spared = layout.not_of_kind[kind]
            if number > at and struck and spared:
                most = max([had[player] for player in struck])
                if most > min([had[seats[seat]] for seat in spared]):
                    return False
            for player in struck:
                had[player] += 1
        return True


# --- the search --------------------------------------------------------------------------------------------------

MEMORY = 60
"""An exchange is taken if it makes nothing worse than it was so many exchanges ago: a way out of dead ends."""
STEPS_FOR_A_SEAT, MOST_STEPS = 500, 40_000
"""So many exchanges are tried; a third of them without success is enough."""
ENOUGH = 120
"""So many players, all repairs taken together, are enough."""
TABLES_NEAR, OFTEN_NEAR = 3, 0.95
"""Where values are to be near each other, exchanges are mostly tried with one of so many tables up or down."""


class Search(FairTables):
    """Exchanges places until what it costs cannot be less, or patience ends."""

    _bearable = 0
    """What somebody bears without asking for another place."""
    _near = OFTEN_NEAR
    _company_matters = _partners_matter = True
    _sore: list[tuple[int, int]]
    """Who asks for another place: in which round, and where he sits."""
    _is_sore: list[bytearray]

    def improve(self, *, only_better: bool = False) -> None:
        """Exchange places until nothing can be better or patience ends, and the best that was found stays.

        `only_better` leaves people where they are if an exchange is no gain.
        """
        self.relieve(only_better=only_better)
        self._bearable = 0
        self._settle(self._steps, self.goal, only_better=only_better)

    def repair(self) -> None:
        """Improve what is nearly good: people stay where they are while that is possible."""
        self.improve(only_better=True)
        self.improve()

    def relieve(self, *, only_better: bool = False) -> None:
        """The same, where only those ask for another place who have a grave reason: a broken wish, a partner again."""
        self._bearable = self.prices.wish - 1
        self._settle(self._steps // 4, self._least_grave + self._bearable, only_better=only_better)

    @property
    def is_grave(self) -> bool:
        """Whether somebody is a partner again or a wish is broken, more than numbers alone make necessary."""
        return self.cost >= self._least_grave + self.prices.wish

    @property
    def _steps(self) -> int:
        steps = min(MOST_STEPS, STEPS_FOR_A_SEAT * sum(map(len, self.seats)))
        return steps if self.values is None else steps // 2

    def _settle(self, steps: int, enough: int, *, only_better: bool) -> None:
        if self.cost <= enough:
            return
        # A partner again is met again: he matters by himself only where meeting does not, or where that is a wish.
        self._company_matters = not self._bearable or bool(self.known.not_at_one_table)
        self._partners_matter = self._bearable > 0 or bool(self.known.not_partners)
        self._find_sore()
        self._near = 1 if only_better else OFTEN_NEAR
        recent = [self.cost] * MEMORY
        best, best_step, since = self.cost, 0, list[Exchange]()
        for step in range(steps):
            if best <= enough or self._nobody_moves() or step - best_step > steps // 3:
                break
            bound = self.cost - 1 if only_better else max(self.cost, recent[step % MEMORY])
            since += self._try(self._proposal(), bound)
            recent[step % MEMORY] = min(self.cost, recent[step % MEMORY])
            if self.cost < best:
                best, best_step, since = self.cost, step, []
        for exchange in reversed(since):
            self._exchange(*exchange)
        self.cost = best

    def _nobody_moves(self) -> bool:
        """Nobody has a reason to leave; where values are to be near each other, everybody may find a better table."""
        return not self._sore and (self.values is None or self._bearable > 0)

    def _try(self, exchange: Exchange | None, bound: int) -> list[Exchange]:
        """Exchange two players if it then costs no more than the bound; what was done.

        If that would strike one of them too often, it may be made up for in another round.
        """
        if exchange is None:
            return []
        company, partners = self._change_of_company(*exchange), self._change_of_partners(*exchange)
        if self.cost + company + partners > bound:
            worth_it = partners > 0 and company and self.cost + company <= bound
            return self._with_other_sides(exchange, bound) if worth_it else []
        done, change = [exchange], company + partners
        if not self.is_fair(*exchange):
            back = self._way_back(*exchange)
            more = self._change_after(exchange, back) if back else None
            if back is None or more is None or self.cost + change + more > bound:
                return []
            done, change = [exchange, back], change + more
        for each in done:
            self._exchange(*each)
            self._note_sore(*each)
        self.cost += change
        return done

    def _with_other_sides(self, exchange: Exchange, bound: int) -> list[Exchange]:
        """The same exchange, where both tables may make other sides."""
        at, one, two = exchange
        if not self.is_fair(*exchange):
            return []
        done, before = [exchange], self.cost
        self.cost += self._change_of(*exchange)
        self._exchange(*exchange)
        for seat in (one, two):
            change, sides = min(self._other_sides(at, seat), default=(0, exchange))
            if change < 0:
                self._exchange(*sides)
                self.cost += change
                done.append(sides)
        if self.cost > bound:
            for each in reversed(done):
                self._exchange(*each)
            self.cost = before
            return []
        for each in done:
            self._note_sore(*each)
        return done

    def _other_sides(self, at: int, seat: int) -> Iterator[tuple[int, Exchange]]:
        """The exchanges inside a table by which somebody gets another partner, and what each costs more."""
        layout = self.layouts[at]
        if layout.kind[seat] is Kind.SIDES:
            for mate in layout.mates[seat]:
                for other in layout.others[seat]:
                    if other not in layout.mates[seat]:
                        yield self._change_of_partners(at, mate, other), (at, mate, other)

    def _proposal(self) -> Exchange | None:
        """Two seats of a round whose players could exchange them: one who has a reason to leave, and anybody.

        Where values are to be near each other, anybody may ask, and mostly neighbours are asked.
        """
        chance = self.rng.random
        if self.values is not None and (not self._sore or chance() < 0.5):
            at, one = 0, int(chance() * len(self.seats[0]))
        else:
            place = int(chance() * len(self._sore))
            at, one = self._sore[place]
            if not self._wants_to_leave(at, one):
                self._is_sore[at][one] = 0
                self._sore[place] = self._sore[-1]
                self._sore.pop()
                return None
        if self.values is not None and chance() < self._near:
            reach = TABLES_NEAR * (len(self.layouts[at].others[one]) + 1)
            two = one + int(chance() * (2 * reach + 1)) - reach
        else:
            two = int(chance() * len(self.seats[at]))
        return (at, one, two) if self._makes_a_difference(at, one, two) else None

    def _makes_a_difference(self, at: int, one: int, two: int) -> bool:
        """Whether the seats are at different tables, or at least on different sides."""
        layout = self.layouts[at]
        if not 0 <= two < len(layout.table) or one == two:
            return False
        if layout.table[one] != layout.table[two]:
            return True
        return layout.kind[one] is Kind.SIDES and two not in layout.mates[one]

    # --- who has a reason to leave -------------------------------------------------------------------------------

    def _wants_to_leave(self, at: int, seat: int) -> bool:
        """Whether somebody here was met before, or is to be kept apart, or has been a partner."""
        if self._company_matters and self._someone_is_unwelcome(at, seat):
            return True
        return self._partners_matter and self._partner_is_unwelcome(at, seat)

    def _someone_is_unwelcome(self, at: int, seat: int) -> bool:
        seats, prices, bearable = self.seats[at], self._meeting, self._bearable
        met = self._met[seats[seat]]
        for other in self.layouts[at].others[seat]:  # noqa: SIM110 - asked most often, and any() takes twice as long
            if prices[met[seats[other]] - 1] > bearable:
                return True
        return False

    def _partner_is_unwelcome(self, at: int, seat: int) -> bool:
        layout, seats, bearable = self.layouts[at], self.seats[at], self._bearable
        mated, kind = self._mated[seats[seat]], layout.kind[seat]
        prices, step = self._partners[kind], self._step[kind]
        for other in layout.mates[seat]:  # noqa: SIM110
            if prices[mated[seats[other]] - step] > bearable:
                return True
        return False

    def _find_sore(self) -> None:
        self._sore = [
            (at, seat)
            for at, seats in enumerate(self.seats)
            for seat in range(len(seats))
            if self._wants_to_leave(at, seat)
        ]
        self._is_sore = [bytearray(len(seats)) for seats in self.seats]
        for at, seat in self._sore:
            self._is_sore[at][seat] = 1

    def _note_sore(self, at: int, one: int, two: int) -> None:
        """After an exchange, remember all whom it may have given a reason to leave, in whichever round they meet."""
        for seat in (one, two):
            if self._wants_to_leave(at, seat):
                seats = self.seats[at]
                for player in (seats[seat], *(seats[other] for other in self.layouts[at].others[seat])):
                    self._remember_sore(player)

    def _remember_sore(self, player: int) -> None:
        for at, where in enumerate(self.where):
            seat = where[player]
            if seat >= 0 and not self._is_sore[at][seat]:
                self._is_sore[at][seat] = 1
                self._sore.append((at, seat))


def best_repair(begin: Callable[[bool], Search]) -> Search:
    """The best of some repairs: the fewer players, the more. It begins in order once, then by lots."""
    best = begin(False)
    best.repair()
    for _ in range(ENOUGH // max(1, best.known.players) - 1):
        if best.cost > best.goal:
            another = begin(True)
            another.improve()
            best = min(best, another, key=lambda search: search.cost)
    return best


def _change(rows: list[Row], one: int, other: int, by: int) -> None:
    rows[one][other] += by
    rows[other][one] += by


def _replace(rows: list[Row], other: int, leaves: int, comes: int, by: int) -> None:
    rows[leaves][other] -= by
    rows[other][leaves] -= by
    rows[comes][other] += by
    rows[other][comes] += by
