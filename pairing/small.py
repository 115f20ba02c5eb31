"""A few teams and many rounds: look ahead, so that the last rounds need no rematch either.

With five pairs and five rounds everybody can meet everybody; but a draw that only looks at the scores of the moment
easily leaves the wrong pairs over. So among few teams a draw is taken only if the rest can still be drawn without a
rematch, and without anybody sitting out twice.
"""

from collections.abc import Callable, Iterator

from pairing.matching import Cost, CostOf, Pairs

FEW = 10
"""Up to so many places in line, a free one included, all draws are looked at: 945 with ten."""
PATIENCE = 20_000
"""Steps of looking ahead; should they not suffice, the draw is taken."""

Fresh = Callable[[int, int], bool]
"""Whether two places of the line can still meet for the first time; with the free place: sit out for the first time."""


def cheapest_with_a_future(count: int, cost: CostOf, fresh: Fresh, rounds: int) -> Pairs | None:
    """The cheapest draw of few teams that leaves enough for so many further rounds, if there is one without repeats."""
    priced = [(total, pairs) for pairs in all_draws(tuple(range(count))) if (total := summed(pairs, cost)) is not None]
    if not priced:
        return None
    priced.sort()
    if rounds:
        ahead = Ahead(count, fresh)
        for _, pairs in priced:
            if all(fresh(*pair) for pair in pairs) and ahead.possible(frozenset(pairs), rounds):
                return pairs
    return priced[0][1]


def all_draws(places: tuple[int, ...]) -> Iterator[Pairs]:
    """Every way to put these into pairs."""
    if not places:
        yield []
        return
    first, *others = places
    for at, other in enumerate(others):
        for rest in all_draws((*others[:at], *others[at + 1 :])):
            yield [(first, other), *rest]


def summed(pairs: Pairs, cost: CostOf) -> Cost | None:
    prices = [cost(*pair) for pair in pairs]
    if any(price is None for price in prices):
        return None
    return tuple(sum(column) for column in zip(*(price for price in prices if price is not None), strict=True))


class Ahead:
    """Whether so many further rounds can be drawn without a repeat."""

    def __init__(self, count: int, fresh: Fresh) -> None:
        self.open = [[other for other in range(one + 1, count) if fresh(one, other)] for one in range(count)]
        self.known: dict[frozenset[tuple[int, int]], bool] = {}
        self.steps = 0

    def possible(self, used: frozenset[tuple[int, int]], rounds: int) -> bool:
        """`used` are the pairs of the rounds drawn so far, this one and those imagined."""
        if not rounds or self.steps > PATIENCE:
            return True
        if used not in self.known:
            found = (self.possible(used | frozenset(pairs), rounds - 1) for pairs in self.draws(used, frozenset()))
            self.known[used] = any(found)
        return self.known[used]

    def draws(self, used: frozenset[tuple[int, int]], seated: frozenset[int]) -> Iterator[Pairs]:
        """Every draw of pairs that are still open."""
        self.steps += 1
        one = next((place for place in range(len(self.open)) if place not in seated), None)
        if one is None:
            yield []
            return
        for other in self.open[one]:
            if other not in seated and (one, other) not in used:
                for rest in self.draws(used, seated | {one, other}):
                    yield [(one, other), *rest]
