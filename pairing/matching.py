"""The cheapest way to put everybody into pairs.

A draw of pairs is a perfect matching of least cost. Costs are tuples, read like words in a dictionary: one unit of an
earlier level weighs more than everything later together, over the whole draw.

The graph need not be complete. Whoever is far away in line is no opponent anyway, so each is offered the nearest, and
whom else the system thinks likely; if that leaves somebody over, more are offered, in the end everybody. Large fields
are matched in windows that move down the line.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence

import rustworkx

Cost = tuple[int, ...]
CostOf = Callable[[int, int], Cost | None]
"""What it costs to pair two places of a line, the earlier named first, or None if that cannot be."""
Pairs = list[tuple[int, int]]

NEAREST = 12
WINDOW = 192
"""Fields larger than twice this are matched in windows."""
OVERLAP = 64
"""So many at the end of a window are matched again with the next."""
FARTHEST = 600
"""Nobody is offered more than so many. In larger fields the complete graph would take minutes, and is never needed."""
HEAVIEST = 2**118
"""Weights must stay below: the matching calculates with 128 bits and doubles them."""


def cheapest(count: int, cost: CostOf, likely: Collection[tuple[int, int]] = ()) -> Pairs | None:
    """Everybody from 0 up in pairs at least cost, or None if there is no way. Neighbours should be likely pairs."""
    if count % 2:
        return None
    if count > 2 * WINDOW:
        pairs = in_windows(count, cost, likely)
        if pairs is not None:
            return pairs
    reach = NEAREST
    while True:
        pairs = matched(range(count), cost, reach, likely)
        if pairs is not None or reach >= min(count, FARTHEST):
            return pairs
        reach = min(4 * reach, FARTHEST)


def in_windows(count: int, cost: CostOf, likely: Collection[tuple[int, int]]) -> Pairs | None:
    """Window by window from the top. The last of each window stay open and are matched again with those below."""
    pairs: Pairs = []
    waiting: list[int] = []
    ordered = sorted(likely)
    start = 0
    while start < count:
        end = start + WINDOW if start + WINDOW + OVERLAP < count else count
        members = [*waiting, *range(start, end)]
        if len(members) % 2:
            members.pop()
        near = ordered[bisect_left(ordered, (members[0], 0)) : bisect_left(ordered, (end, 0))]
        found = matched(members, cost, NEAREST, near)
        if found is None:
            return None
        settled = [pair for pair in found if end == count or pair[1] < end - OVERLAP]
        pairs += settled
        done = {each for pair in settled for each in pair}
        waiting = [each for each in (*waiting, *range(start, end)) if each not in done]
        start = end
    return pairs


def matched(members: Sequence[int], cost: CostOf, reach: int, likely: Collection[tuple[int, int]] = ()) -> Pairs | None:
    """A cheapest perfect matching of these, or None. They come in order of the line."""
    if not members:
        return []
    edges, prices = offered(members, cost, reach, likely)
    if not edges:
        return None
    weights = packed(prices, len(members) // 2)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(members)))
    graph.add_edges_from([(one, other, weight) for (one, other), weight in zip(edges, weights, strict=True)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < len(members):
        return None
    return sorted((members[min(pair)], members[max(pair)]) for pair in found)


def offered(
    members: Sequence[int], cost: CostOf, reach: int, likely: Collection[tuple[int, int]]
) -> tuple[Pairs, list[Cost]]:
    """Pairs, and their prices: each with the next `reach` in line whom it can meet at all, and likely ones."""
    edges: Pairs = []
    prices: list[Cost] = []
    last: list[int] = []
    for one, member in enumerate(members):
        left, other = reach, one
        for other in range(one + 1, len(members)):
            price = cost(member, members[other])
            if price is not None:
                edges.append((one, other))
                prices.append(price)
                left -= 1
                if not left:
                    break
        last.append(other)
    at = {member: place for place, member in enumerate(members)}
    wanted = {(at[one], at[other]) for one, other in likely if one in at and other in at}
    for one, other in sorted(pair for pair in wanted if pair[1] > last[pair[0]]):
        price = cost(members[one], members[other])
        if price is not None:
            edges.append((one, other))
            prices.append(price)
    return edges, prices


def packed(costs: Sequence[Cost], pairs: int) -> list[int]:
    """Costs as single weights, the cheapest the heaviest. Each level gets room for all pairs at its worst.

    Should that be more than the matching can hold, the last level, the mere distance, is left out.
    """
    total, unit = [0] * len(costs), 1
    for column in reversed(list(zip(*costs, strict=True))):
        if any(column):
            worst = max(column)
            total = [sum_ + unit * level for sum_, level in zip(total, column, strict=True)]
            unit *= worst * pairs + 1
    heaviest = max(total)
    if heaviest >= HEAVIEST:
        return packed([each[:-1] for each in costs], pairs)
    return [heaviest - each for each in total]
