"""Why a draw of pairs cannot be: the fewest wishes that clash, and the fewest pairs whose meeting would help."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

from pairing.matching import WINDOW, Cost, cheapest, matched
from pairing.situation import Situation
from pairing.wishes import KeptApart, Wish
from rules.refusal import Refusal
from scoring.record import Table

PATIENCE = 2_000_000
"""So many pairs of teams are looked at while wishes are tried one by one; those that are left are named untried."""
LARGE = 1000
"""With more teams involved, all wishes are named: trying them one by one would take too long."""
SMALL = 2 * WINDOW
"""Up to so many places, the fewest meetings that would help are found among all pairs."""


def refuse_overfull(line: Sequence[str], must: Sequence[Wish]) -> None:
    """Refuse at once if more than half of all places are teams who must not meet each other: no search is needed."""
    for wish in must:
        too_many = 2 * len(wish.teams) - len(line)
        if wish.must and too_many > 0:
            pairs = [list(wish.teams[at : at + 2]) for at in range(0, too_many, 2)]
            relax = [{**wish.as_fact(), "teams": pair} for pair in pairs]
            if len(line) <= SMALL:
                relax = fewest_meetings(line, KeptApart(must))
            raise Refusal("draw_impossible", field="apart", clash=[wish.as_fact()], relax=relax)


def refuse_clash(s: Situation, line: Sequence[str], must: Sequence[Wish]) -> NoReturn:
    """Refuse with the wishes that clash, none of which could be left out, and what would help."""
    constraints: list[Wish | Table] = [*(wish for wish in must if wish.must), *s.kept]
    clash = smallest_clash(line, constraints)
    relax = fewest_meetings(line, KeptApart(must))
    raise Refusal("draw_impossible", field="apart", clash=[named(each) for each in clash], relax=relax)


def named(constraint: Wish | Table) -> dict[str, Any]:
    if isinstance(constraint, Wish):
        return constraint.as_fact()
    return {"code": "kept", "table": constraint.number, "teams": list(dict.fromkeys(constraint.seats))}


def smallest_clash(line: Sequence[str], constraints: list[Wish | Table]) -> list[Wish | Table]:
    """Leave out one constraint after the other, as long as the draw stays impossible without it."""
    clash, patience = list(constraints), PATIENCE
    if len(touched(clash)) > LARGE:
        return clash
    for constraint in constraints:
        if patience <= 0:
            break
        without = [each for each in clash if each is not constraint]
        trial = Trial(line, constraints, without)
        if not trial.possible():
            clash = without
        patience -= trial.looked_at
    return clash


def touched(constraints: Sequence[Wish | Table]) -> list[str]:
    """Everybody whom a wish speaks of."""
    return list(dict.fromkeys(team for each in constraints if isinstance(each, Wish) for team in each.teams))


class Trial:
    """Whether everybody can be paired if only some of the constraints are kept.

    Who has no wish can meet anybody; of such teams no more are needed than there are others.
    """

    def __init__(self, line: Sequence[str], everything: Sequence[Wish | Table], kept: Sequence[Wish | Table]) -> None:
        freed = [team for each in everything if isinstance(each, Table) and each not in kept for team in each.seats]
        self.teams = list(dict.fromkeys([*line, *freed]))
        self.bound = set(touched(kept))
        self.apart = KeptApart(each for each in kept if isinstance(each, Wish))
        self.looked_at = len(self.teams) + sum(len(wish.teams) for wish in self.apart.wishes)

    def possible(self) -> bool:
        """First by what is obvious: somebody could meet nobody, or simply the next in line will do."""
        if len(self.bound) <= len(self.teams) // 2:
            return True
        shunned = self.shunned()
        if any(len(others) >= len(self.teams) for others in shunned.values()):
            return False
        if self.one_after_the_other(sorted(self.teams, key=lambda team: -len(shunned[team]))):
            return True
        self.looked_at += len(self.teams) ** 2
        return cheapest(len(self.teams), lambda one, other: self.cost(self.teams[one], self.teams[other])) is not None

    def cost(self, one: str, other: str) -> Cost | None:
        return None if self.apart.between(one, other) else (0,)

    def shunned(self) -> dict[str, set[str]]:
        """For every team who has a wish those it cannot meet, itself among them."""
        found: dict[str, set[str]] = defaultdict(set)
        here = {*self.teams}
        for wish in self.apart.wishes:
            for team in here.intersection(wish.teams):
                found[team].update(here.intersection(wish.teams))
        return found

    def one_after_the_other(self, teams: Sequence[str]) -> bool:
        """Whether it comes out if everybody, the hardest first, meets the next in line whom he can meet."""
        left = dict.fromkeys(teams)
        while left:
            team = next(iter(left))
            del left[team]
            other = next(self.free_for(team, left), None)
            if other is None:
                return False
            del left[other]
        return True

    def free_for(self, team: str, others: dict[str, None]) -> Iterator[str]:
        return (other for other in others if self.apart.between(team, other) is None)


def fewest_meetings(line: Sequence[str], apart: KeptApart) -> list[dict[str, Any]]:
    """The fewest pairs kept apart who would have to meet all the same."""

    def cost(one: int, other: int) -> Cost:
        wish = apart.between(line[one], line[other])
        return (int(wish is not None and wish.must), other - one)

    few = len(line) <= SMALL
    broken = []
    for one, other in (matched(range(len(line)), cost, len(line)) if few else cheapest(len(line), cost)) or []:
        wish = apart.between(line[one], line[other])
        if wish is not None and wish.must:
            broken.append({**wish.as_fact(), "teams": [line[one], line[other]]})
    return broken
