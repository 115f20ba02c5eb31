"""A search for tables, for all that no schedule is written for: people who come and go, wishes, tables of five, a past.

All rounds that are still to come are looked at together, because one that looks well by itself can leave nothing for
the next. Two players exchange their places again and again; who has a reason to leave his table is asked first. It
takes a bounded number of steps and looks at no clock, so that the same seed gives the same tables everywhere.
"""

from collections.abc import Callable, Iterator

from pairing.tables import Exchange, Kind, Tables


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
