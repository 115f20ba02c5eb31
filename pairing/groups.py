"""A stage in groups: the teams are dealt to groups from pots, and in each group everybody meets everybody."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from math import comb
from string import ascii_uppercase

from pairing.draw import Draw, Reason, Without
from pairing.round_robin import Course, circle_of, course_of, drawn, free_to_play, houses, impossible, must_apart, over
from pairing.situation import Situation, Two, all_pairs
from pairing.wishes import Wish, club_wishes, wishes
from rules.refusal import Refusal
from scoring.record import Group, Together

Apart = Mapping[str, Mapping[str, int]]
"""For every team with whom it should not be in a group, and how grave that would be."""

MUST = 1_000_000
"""How much graver it is to break a must than a wish."""
DEALS = 20
"""Exchanges are tried from so many deals at most, and the best is taken."""
PATIENCE = 1_000_000
"""In all deals together a sweep looks at so many wishes at most, at each once for every group: with very many wishes
fewer deals are tried."""
SWEEPS = 20
"""How often exchanges are tried for everybody, in one deal."""


def draw_groups(s: Situation) -> Draw:
    """The next round of all groups. A group that has finished waits for the others."""
    before = s.stage.groups
    groups = with_late_entries(s, before) if before else dealt(s)
    spare = houses(s)
    courses = [course_of(s, circle_of(s, group.teams, spare, group=group.key)) for group in groups]
    if not any(course.rounds for course in courses):
        raise over(s)
    finished = [course for course in courses if not course.rounds]
    return drawn(
        s,
        [course for course in courses if course.rounds],
        waiting=[each for course in finished for each in those_waiting(s, course)],
        groups=groups if groups != before else (),
    )


def those_waiting(s: Situation, course: Course) -> Iterator[Without]:
    """Everybody of a group that has finished, but for those for whom the director has decided."""
    why = Reason(code="group_finished", facts={"group": course.circle.group})
    return (Without(team=team, reasons=(why,)) for team in free_to_play(s, course.circle))


def with_late_entries(s: Situation, groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Whoever belongs to no group yet joins the one with the fewest teams that are here, the first of several."""
    teams = {group.key: list(group.teams) for group in groups}
    for late in s.present:
        if late not in set(chain(*teams.values())):
            smallest = min(teams.values(), key=lambda group: sum(team not in s.gone for team in group))
            smallest.append(late)
    return tuple(replace(group, teams=tuple(teams[group.key])) for group in groups)


# --- dealing -------------------------------------------------------------------------------------------------------


def dealt(s: Situation) -> tuple[Group, ...]:
    """Groups of nearly equal size. The best teams are in the first pot, and each group gets one team from every pot."""
    number = s.rules.groups or 1
    if len(s.present) < 2 * number:
        raise Refusal("too_few", field="groups", value=len(s.present), minimum=2 * number)
    order = s.seeded(s.present)
    order += [""] * (-len(order) % number)
    pots = [order[at : at + number] for at in range(0, len(order), number)]
    groups = best_deal(pots, weights(s), s.rng, enough=unavoidable(s, number)).groups()
    check_musts(s, groups)
    return tuple(Group(key=key_of(at), teams=teams) for at, teams in enumerate(groups))


def key_of(at: int) -> str:
    """A to Z, then AA, AB and so on."""
    more, letter = divmod(at, len(ascii_uppercase))
    return (key_of(more - 1) if more else "") + ascii_uppercase[letter]


def check_musts(s: Situation, groups: Sequence[Sequence[str]]) -> None:
    """Those who must be kept apart are in different groups."""
    musts = must_apart(s, s.present)
    broken = [two for group in groups for two in all_pairs(group) if two in musts]
    if broken:
        raise impossible(concerning(musts, broken), relax=broken)


def concerning(musts: Mapping[Two, str], broken: Sequence[Two]) -> dict[Two, str]:
    """The musts that hang together with the broken ones: by a team they share, or over others."""
    found: set[str] = set(chain(*broken))
    grown: set[str] = set()
    while found != grown:
        grown = set(found)
        found |= set(chain(*(two for two in musts if two & grown)))
    return {two: code for two, code in musts.items() if two & found}


def weights(s: Situation) -> Apart:
    found: dict[str, dict[str, int]] = {team: {} for team in s.present}
    for wish in wishes(s, s.present, Together.OPPONENTS):
        for one, other in combinations(wish.teams, 2):
            grave = max(MUST if wish.must else 1, found[one].get(other, 0))
            found[one][other] = found[other][one] = grave
    return found


def unavoidable(s: Situation, groups: int) -> int:
    """How grave it is at least, since of more teams than there are groups some are in one group: those of all clubs, or
    those of the largest wish."""
    all_clubs = sum(together(club, groups) for club in club_wishes(s, s.present))
    return max([all_clubs, *(together(wish, groups) for wish in wishes(s, s.present, Together.OPPONENTS))])


def together(wish: Wish, groups: int) -> int:
    """How grave it is at least that those of a wish are spread over so few groups."""
    each, larger = divmod(len(wish.teams), groups)
    return (larger * comb(each + 1, 2) + (groups - larger) * comb(each, 2)) * (MUST if wish.must else 1)


class Deal:
    """One way to deal the pots: the first of a pot goes to the first group, the second to the second and so on."""

    def __init__(self, pots: Sequence[Sequence[str]], apart: Apart, rng: random.Random) -> None:
        self.pots = [rng.sample(pot, len(pot)) for pot in pots]
        self.apart = apart
        self.group = {team: at for pot in self.pots for at, team in enumerate(pot)}

    def groups(self) -> list[tuple[str, ...]]:
        return [tuple(team for team in teams if team) for teams in zip(*self.pots, strict=True)]

    def broken(self) -> int:
        """How grave it is all in all; every two are counted from both sides."""
        return sum(self.trouble(team, self.group[team]) for team in self.apart) // 2

    def trouble(self, team: str, group: int) -> int:
        """How grave it is to have this team in this group."""
        return sum(grave for other, grave in self.apart.get(team, {}).items() if self.group[other] == group)

    def improve(self, rng: random.Random, enough: int) -> None:
        """Exchange teams of one pot while that does no harm. An exchange that changes nothing may open a way."""
        for _ in range(SWEEPS):
            if self.broken() <= enough:
                return
            troubled = [team for team in self.apart if self.trouble(team, self.group[team])]
            for team in rng.sample(troubled, len(troubled)):
                self.exchange_if_better(team, rng)

    def exchange_if_better(self, team: str, rng: random.Random) -> None:
        here = self.group[team]
        pot = next(pot for pot in self.pots if pot[here] == team)
        others = [group for group in rng.sample(range(len(pot)), len(pot)) if group != here]
        there = min(others, key=lambda group: self.change(team, pot[group], here, group), default=here)
        if self.change(team, pot[there], here, there) <= 0:
            pot[here], pot[there] = pot[there], team
            self.group |= {pot[here]: here, team: there}

    def change(self, team: str, other: str, here: int, there: int) -> int:
        """How much graver it is after the exchange. In a wish between the two they are apart before and after."""
        after = self.trouble(team, there) + self.trouble(other, here) - 2 * self.apart[team].get(other, 0)
        return after - self.trouble(team, here) - self.trouble(other, there)


def best_deal(pots: Sequence[Sequence[str]], apart: Apart, rng: random.Random, *, enough: int) -> Deal:
    """Of some random deals, each made better by exchanges, the one that breaks the fewest wishes."""
    best = Deal(pots, apart, rng)
    best.improve(rng, enough)
    one_sweep = len(pots[0]) * sum(map(len, apart.values()))
    for _ in range(min(DEALS, PATIENCE // max(1, one_sweep)) - 1):
        if best.broken() <= enough:
            break
        deal = Deal(pots, apart, rng)
        deal.improve(rng, enough)
        best = min(best, deal, key=Deal.broken)
    return best
