"""Why a draw of pairs cannot be: the fewest wishes that clash, and the fewest pairs whose meeting would help."""

from collections.abc import Sequence
from typing import Any, NoReturn

from pairing.matching import Cost, cheapest
from pairing.situation import Situation
from pairing.wishes import KeptApart, Wish
from rules.refusal import Refusal
from scoring.record import Table

PATIENCE = 200
"""So many wishes are tried one by one; should there be more, the others are named untried."""
LARGE = 1000
"""With more teams involved, all wishes are named: trying them one by one would take too long."""


def refuse_overfull(line: Sequence[str], must: Sequence[Wish]) -> None:
    """Refuse at once if more than half of all places are teams who must not meet each other: no search is needed."""
    for wish in must:
        too_many = 2 * len(wish.teams) - len(line)
        if wish.must and too_many > 0:
            pairs = [list(wish.teams[at : at + 2]) for at in range(0, too_many, 2)]
            relax = [{**wish.as_fact(), "teams": pair} for pair in pairs]
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
    clash = list(constraints)
    if len(touched(clash)) > LARGE:
        return clash
    for constraint in constraints[:PATIENCE]:
        without = [each for each in clash if each is not constraint]
        if not possible(line, constraints, without):
            clash = without
    return clash


def touched(constraints: Sequence[Wish | Table]) -> list[str]:
    """Everybody whom a wish speaks of."""
    return list(dict.fromkeys(team for each in constraints if isinstance(each, Wish) for team in each.teams))


def possible(line: Sequence[str], everything: Sequence[Wish | Table], kept: Sequence[Wish | Table]) -> bool:
    """Whether everybody can be paired if only these constraints are kept.

    Who has no wish can meet anybody; of such teams no more are needed than there are others.
    """
    freed = [team for each in everything if isinstance(each, Table) and each not in kept for team in each.seats]
    teams = list(dict.fromkeys([*line, *freed]))
    bound = set(touched(kept))
    free = [team for team in teams if team not in bound]
    if len(free) >= len(teams) - len(free):
        return True
    apart = KeptApart(each for each in kept if isinstance(each, Wish))
    return (
        cheapest(len(teams), lambda one, other: None if apart.between(teams[one], teams[other]) else (0,)) is not None
    )


def fewest_meetings(line: Sequence[str], apart: KeptApart) -> list[dict[str, Any]]:
    """The fewest pairs kept apart who would have to meet all the same."""

    def cost(one: int, other: int) -> Cost:
        wish = apart.between(line[one], line[other])
        return (int(wish is not None and wish.must), other - one)

    broken = []
    for one, other in cheapest(len(line), cost) or []:
        wish = apart.between(line[one], line[other])
        if wish is not None and wish.must:
            broken.append({**wish.as_fact(), "teams": [line[one], line[other]]})
    return broken
