"""Swiss: teams with equal scores meet, nobody meets anybody twice while that can be avoided.

The whole round is drawn at once: of all possible draws the one that costs least, the gravest first:

second_byes  somebody sits out again
rematches    two meet again
wishes       two meet who were to be kept apart if possible
bye_rank     how many stand below the team that sits out
score        differences in points, squared
floats       somebody meets a team with fewer (or more) points again, one or two rounds after the last time
distance     places between two in the standings, squared; in a seeded first round, places off the fold

Among few teams a draw must also leave enough for the rounds to come: see `pairing.small`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from pairing.clash import refuse_clash, refuse_overfull
from pairing.draw import Draw, Reason, Without
from pairing.matching import Cost, CostOf, Pairs, cheapest
from pairing.places import Place, floats, places, played, scores
from pairing.seating import Placing, numbered, short_of_tables, sides
from pairing.situation import Situation
from pairing.small import FEW, cheapest_with_a_future
from pairing.wishes import KeptApart, table_wishes, wishes
from rules.refusal import Refusal
from scoring.points import Number, plain_number
from scoring.record import Together
from scoring.regulations import OddNumbers, Seeding

LEVELS = ("second_byes", "rematches", "wishes", "bye_rank", "score", "floats", "distance")


def draw_swiss(s: Situation) -> Draw:
    """One round of a Swiss."""
    helping = house_team(s)
    if len(s.present) + len(helping) < 2:
        raise Refusal("too_few", field="teams", value=len(s.present), minimum=2)
    line = line_up(s, [*s.to_draw, *helping])
    prices = Prices(s, line)
    places_in_line = len(line) + len(line) % 2
    names = [entry.team for entry in line] + [""] * (len(line) % 2)
    if not s.kept:
        refuse_overfull(names, prices.apart.wishes)
    if places_in_line <= FEW:
        pairs = cheapest_with_a_future(places_in_line, prices.of, prices.fresh, to_look_ahead(s, places_in_line))
    else:
        pairs = cheapest(places_in_line, prices.of, likely_floats(line))
    if pairs is None:
        refuse_clash(s, names, prices.apart.wishes)
    return Result(s, line, prices, with_tables(s, prices, pairs)).draw()


def house_team(s: Situation) -> tuple[str, ...]:
    """A team of the house that sits at no kept table, if one is needed and preferred to a bye."""
    if len(s.to_draw) % 2 == 0:
        return ()
    seated = {team for table in s.kept for team in table.seats}
    free = [team for team in s.house if team not in seated]
    for wish in s.record.regulations.odd_numbers:
        if wish in (OddNumbers.BYE, OddNumbers.SIT_OUT):
            return ()
        if wish is OddNumbers.HOUSE_PLAYER and free:
            return (free[0],)
    wished = [str(wish) for wish in s.record.regulations.odd_numbers]
    relax = [str(OddNumbers.BYE)]
    raise Refusal(
        "odd_numbers_impossible", field="odd_numbers", value=len(s.present), size=2, wishes=wished, relax=relax
    )


def to_look_ahead(s: Situation, places_in_line: int) -> int:
    """How many rounds come after this one, as far as they can be without repeats."""
    last = min(s.rules.rounds or s.number, places_in_line - 1)
    return max(0, last - s.number)


def with_tables(s: Situation, prices: "Prices", pairs: Pairs) -> Pairs:
    """If there are too few of the tables that some need, these meet each other there, as many as can."""
    line, crowd = prices.line, frozenset[int]()
    names = [entry.team for entry in line]
    while short := short_of_tables(s, [(names[one], names[other]) for one, other in pairs if other < len(line)]):
        larger = crowd | {names.index(team) for team in short}
        if larger == crowd:
            break
        crowd = larger
        likely = [*likely_floats(line), *combinations(sorted(crowd), 2)]
        pairs = cheapest(2 * len(pairs), sharing(prices, crowd), likely) or pairs
    return pairs


def sharing(prices: "Prices", crowd: frozenset[int]) -> CostOf:
    """The price of a pair; before all else, whether only one of the two belongs to the crowd."""

    def cost(one: int, other: int) -> Cost | None:
        price = prices.of(one, other)
        return None if price is None else (int((one in crowd) is not (other in crowd)), *price)

    return cost


# --- who stands where in line ------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """A team in line, and what the price of a pair is made of.

    `rank` counts from 0 in the standings, or in the order the stage begins with. Two of the same `slot` would be drawn
    against each other if nothing spoke against it; in a seeded first round they are of different `half`.
    """

    team: str
    place: Place
    rank: int
    score: int
    slot: int
    half: int | None
    down: int
    up: int
    byes: int
    met: Mapping[str, int]


def line_up(s: Situation, teams: Sequence[str]) -> list[Entry]:
    """The teams in line, likely opponents side by side."""
    rounds = played(s)
    place = places(s, rounds)
    ahead = accelerated(s)
    score = scores({team: place[team].points + ahead.get(team, 0) for team in teams})
    first = s.seeded(teams) if s.number == 1 else sorted(teams, key=lambda team: place[team].position)
    order = sorted(first, key=lambda team: -score[team])
    slots = folded(order, score) if s.number == 1 and s.rules.seeding is not Seeding.DRAWN else {}
    floated, met = floats(rounds), opponents(s)
    line = []
    for rank, team in enumerate(order):
        slot, half = slots.get(team, (rank, None))
        down, up = floated.down.get(team, 0), floated.up.get(team, 0)
        line.append(Entry(team, place[team], rank, score[team], slot, half, down, up, s.byes[team], met.get(team, {})))
    return sorted(line, key=lambda entry: (-entry.score, entry.slot, entry.half or 0))


def accelerated(s: Situation) -> dict[str, Number]:
    """In accelerated rounds the better half of the entrants counts a win more, so that the best meet earlier."""
    if s.number > s.rules.accelerated:
        return {}
    of = s.teams
    if s.rules.seeding is Seeding.SEEDED:
        order = sorted(s.entrants, key=lambda team: (of[team].seed is None, of[team].seed or 0, team))
    elif s.rules.seeding is Seeding.RATING:
        order = sorted(s.entrants, key=lambda team: (-(of[team].rating or 0), team))
    else:
        order = list(s.entrants)
    return dict.fromkeys(order[: len(order) // 2], s.rules.points.win)


def folded(order: Sequence[str], score: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """The first of the upper half meets the first of the lower half, and so on, among those of equal score."""
    groups: dict[int, list[str]] = defaultdict(list)
    for team in order:
        groups[score[team]].append(team)
    slots: dict[str, tuple[int, int]] = {}
    start = 0
    for group in groups.values():
        half = len(group) // 2
        slots |= {team: (start + at % half, int(at >= half)) for at, team in enumerate(group[: 2 * half])}
        slots |= dict.fromkeys(group[2 * half :], (start + half, 1))
        start += len(group)
    return slots


FLOATERS, GROUPS_BELOW = 3, 2


def likely_floats(line: Sequence[Entry]) -> list[tuple[int, int]]:
    """Pairs across score groups, to be offered besides the nearest in line: a fair floater may stand far up its group.

    Of each group those that stand lowest, of the groups below those that stand highest, some of each kind: not floated
    lately, a round ago, two rounds ago.
    """
    groups = [list(group) for _, group in groupby(range(len(line)), key=lambda at: line[at].score)]
    down = [
        [at for kind in range(3) for at in [at for at in group if line[at].down == kind][-FLOATERS:]]
        for group in groups
    ]
    up = [
        [at for kind in range(3) for at in [at for at in group if line[at].up == kind][:FLOATERS]] for group in groups
    ]
    return [
        (one, other)
        for number, floating in enumerate(down)
        for below in up[number + 1 : number + 1 + GROUPS_BELOW]
        for one in floating
        for other in below
    ]


def opponents(s: Situation) -> dict[str, dict[str, int]]:
    """Whom every team has met, and how often."""
    met: dict[str, dict[str, int]] = defaultdict(dict)
    for each in s.past:
        for table in each.tables:
            one, other = table.seats[0], table.seats[1]
            met[one][other] = met[other][one] = met[one].get(other, 0) + 1
    return met


# --- what a pair costs -------------------------------------------------------------------------------------------


class Prices:
    """What it costs that two places of the line meet, of which the first has no fewer points.

    The place after the last is nobody, for whoever sits out.
    """

    def __init__(self, s: Situation, line: Sequence[Entry]) -> None:
        teams = [entry.team for entry in line]
        self.line, self.nobody = line, len(line)
        self.apart = KeptApart([*wishes(s, teams, Together.OPPONENTS), *table_wishes(s, teams)])

    def of(self, one: int, other: int) -> Cost | None:
        if other == self.nobody:
            return self.of_sitting_out(self.line[one])
        a, b = self.line[one], self.line[other]
        wish = self.apart.between(a.team, b.team) if self.apart.wishes else None
        if wish is not None and wish.must:
            return None
        gap = a.score - b.score
        times = a.met.get(b.team, 0)
        off = a.slot - b.slot
        same_half = self.nobody**2 if a.half is not None and a.half == b.half else 0
        floating = a.down + b.up if gap else 0
        return 0, times * times, 0 if wish is None else 1, 0, gap * gap, floating, off * off + same_half

    def fresh(self, one: int, other: int) -> bool:
        """Whether this pair could be drawn without a repeat."""
        if other == self.nobody:
            return not self.line[one].byes
        a, b = self.line[one], self.line[other]
        wish = self.apart.between(a.team, b.team)
        return b.team not in a.met and not (wish is not None and wish.must)

    def of_sitting_out(self, entry: Entry) -> Cost:
        below = len(self.line) - 1 - entry.rank
        return entry.byes * entry.byes, 0, 0, below, 0, 0, 0


# --- the draw and its reasons ------------------------------------------------------------------------------------


class Result:
    """What was found, as a Draw with reasons."""

    def __init__(self, s: Situation, line: Sequence[Entry], prices: Prices, pairs: Pairs) -> None:
        self.s, self.line, self.prices, self.pairs = s, line, prices, pairs
        self.by_rank = sorted(line, key=lambda entry: entry.rank)

    def draw(self) -> Draw:
        s, line = self.s, self.line
        tables = [sorted((line[one], line[other]), key=rank) for one, other in self.pairs if other < len(line)]
        placings = [Placing(sides(s, a.team, b.team), self.why(a, b)) for a, b in sorted(tables, key=first_rank)]
        byes = [Without(team=team, reasons=(Reason(code="kept"),), kept=True) for team in s.kept_byes]
        byes += [self.sits_out(line[one]) for one, other in self.pairs if other == len(line)]
        return Draw(stage=s.stage.key, round=s.number, tables=numbered(s, placings), byes=tuple(byes), cost=self.cost())

    def cost(self) -> dict[str, int]:
        """What the draw costs on every level; tables that the director wanted cost nothing."""
        total = dict.fromkeys(LEVELS, 0)
        for one, other in self.pairs:
            for level, price in zip(LEVELS, self.prices.of(one, other) or (), strict=False):
                total[level] += price
        return total

    def sits_out(self, entry: Entry) -> Without:
        code = "sits_out_again" if entry.byes else "lowest_without_bye"
        below = [each.team for each in self.by_rank[entry.rank + 1 :] if each.byes <= entry.byes]
        if below and not entry.byes:
            code = "lowest_possible"
        return Without(
            team=entry.team, reasons=(Reason(code=code, facts={"below": below[:SHOWN], "byes": entry.byes}),)
        )

    def why(self, a: Entry, b: Entry) -> tuple[Reason, ...]:
        """Why these two meet; `a` stands higher."""
        if self.s.number == 1:
            reasons = [self.why_first(a, b)]
        elif b.team in a.met:
            reasons = [points_compared(a, b), self.when_met(a, b)]
        else:
            reasons = [points_compared(a, b), self.why_so_near(a, b)]
        wish = self.prices.apart.between(a.team, b.team)
        if wish is not None:
            reasons.append(Reason(code="wish_broken", facts=wish.as_fact()))
        return tuple(reasons)

    def when_met(self, a: Entry, b: Entry) -> Reason:
        """Nobody new was left for them."""
        two = {a.team, b.team}
        rounds = [each.number for each in self.s.past if any({*table.seats} == two for table in each.tables)]
        return Reason(code="met_before", facts={"rounds": rounds})

    def why_first(self, a: Entry, b: Entry) -> Reason:
        facts = {"seeding": str(self.s.rules.seeding)}
        if a.half is None:
            return Reason(code="first_round", facts=facts)
        return Reason(code="first_round_folded", facts={**facts, "places": [a.rank + 1, b.rank + 1]})

    def why_so_near(self, a: Entry, b: Entry) -> Reason:
        """Those who stand between the two have met the higher one already, or are needed elsewhere."""
        between = self.by_rank[a.rank + 1 : b.rank]
        new = [c.team for c in between if c.team not in a.met and self.prices.apart.between(a.team, c.team) is None]
        if new:
            return Reason(code="nearer_elsewhere", facts={"teams": new[:SHOWN], "number": len(new)})
        return Reason(code="nearest_not_met", facts={"passed": [c.team for c in between][:SHOWN], "higher": a.team})


SHOWN = 3
"""So many teams are named in a reason."""


def rank(entry: Entry) -> int:
    return entry.rank


def first_rank(table: Sequence[Entry]) -> int:
    return table[0].rank


def points_compared(a: Entry, b: Entry) -> Reason:
    """Both have the same, with the same balance of matches if so; or what each of them has."""
    mine, theirs = plain_number(a.place.points), plain_number(b.place.points)
    if a.place.points != b.place.points:
        return Reason(code="points_differ", facts={"points": [mine, theirs], "teams": [a.team, b.team]})
    if a.place.balance != b.place.balance:
        return Reason(code="equal_points", facts={"points": mine})
    won, drawn, lost = a.place.balance
    return Reason(code="equal_balance", facts={"points": mine, "won": won, "drawn": drawn, "lost": lost})
