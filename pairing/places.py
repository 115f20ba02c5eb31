"""Where everybody stands before a round: the order of the standings, points, and who has floated lately."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pairing.situation import Situation
from scoring.outcomes import Outcome
from scoring.points import Number
from scoring.standings import Played, field_of, ranking, rounds_played

FINENESS = 1000
"""Points are compared in at most so many steps: finer differences say nothing about who should meet whom."""


class Place(NamedTuple):
    """One team's place: counted from 0, its points, and its matches won, drawn and lost."""

    position: int
    points: Number
    balance: tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Floats:
    """How lately a team has met one with fewer points (down) or more (up): 2 for the last round, 1 for that before."""

    down: Mapping[str, int]
    up: Mapping[str, int]


def places(s: Situation, rounds: list[Played]) -> dict[str, Place]:
    """Everybody who is here, in the order of the standings. Lots decide between those who are equal in all."""
    field = field_of(s.record, s.stage, rounds, s.number - 1)
    order: list[str] = []
    for group in ranking(field, [*s.present, *s.house], s.rules.tiebreaks).groups:
        order += s.rng.sample(group, len(group))
    return {
        team: Place(at, field.tallies[team].points, balance(field.tallies[team].outcomes))
        for at, team in enumerate(order)
    }


def played(s: Situation) -> list[Played]:
    """The rounds that count, with what everybody has from them."""
    return rounds_played(s.record, s.stage)


def balance(outcomes: Iterable[Outcome]) -> tuple[int, int, int]:
    results = [outcome.result for outcome in outcomes]
    return results.count(1), results.count(0), results.count(-1)


def scores(points: Mapping[str, Number]) -> dict[str, int]:
    """Points as whole numbers from 0 on, as they are or, where they are finer or spread wider, in so many steps."""
    if not points:
        return {}
    least = min(points.values())
    spread = max(points.values()) - least
    if spread <= FINENESS and all(value.denominator == 1 for value in points.values()):
        return {team: int(value - least) for team, value in points.items()}
    return {team: int((value - least) * FINENESS / spread) for team, value in points.items()}


def floats(rounds: list[Played]) -> Floats:
    """Who floated in the last two rounds. Points are those that were won at the tables until then."""
    total: dict[str, Number] = {}
    down: dict[str, int] = {}
    up: dict[str, int] = {}
    for at, each in enumerate(rounds):
        weight = at - len(rounds) + 3
        if weight > 0:
            for outcome in each.outcomes:
                _note_float(outcome, total, weight, down, up)
        for outcome in each.outcomes:
            total[outcome.team] = total.get(outcome.team, 0) + outcome.points
    return Floats(down=down, up=up)


def _note_float(
    outcome: Outcome, total: Mapping[str, Number], weight: int, down: dict[str, int], up: dict[str, int]
) -> None:
    for opponent in outcome.opponents:
        mine, theirs = total.get(outcome.team, 0), total.get(opponent, 0)
        if mine > theirs:
            down[outcome.team] = weight
        elif mine < theirs:
            up[outcome.team] = weight
