"""Tie-breaks, ordered by the organiser.

key                what it counts                                               example
-----------------  -----------------------------------------------------------  ------------------------------------
points             tournament points                                            two wins and a draw at 2 and 1: 5
tichu_points       own side's points on the score sheets                        130 and 70: 200
difference         own Tichu points less the opponents'                         1010:640 and 480:1000: -150
wins               matches won, awarded ones included                           won, bye, lost: 2
direct             tournament points among equal teams that have all met        B beat A: B above A
buchholz           points of all opponents                                      opponents with 6, 4, 2: 12
buchholz_cut_1     the same without the weakest opponent                        opponents with 6, 4, 2: 10
buchholz_median    the same without the strongest and the weakest               opponents with 6, 4, 2: 4
sonneborn_berger   points of those beaten, half of those drawn with             beat 6, drew with 4: 8
hands_won          hands in which one's side had more                           11 of 24 hands: 11
double_victories   hands with one's side out first and second                   3
calls              calls made less calls missed                                 5 made, 2 missed: 3
best_round         most tournament points in one round                          8, 5, 9: 9
progress           how long one stayed in a knock-out                           out in round 3: 3; still in: 1 more
rating             the rating one came with                                     1640
lots               drawn by the tournament's published seed                     anybody can repeat it
decision           the director's decision                                      named earlier stands higher

A tie-break is asked about teams that are equal so far and answers with a number for each; more is better. Most look at
a team's own results and give the same answer whoever else is equal; `direct` looks at the equal teams only.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scoring.outcomes import Outcome
from scoring.points import Number
from scoring.record import Team


class Tally(NamedTuple):
    """What a team has from all its rounds, in their order, penalties taken off."""

    team: Team
    points: Number
    own: int
    other: int
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everybody in the tournament, by id, and what decides where results do not.

    `rounds` has what everybody has from each round, with its number; that of an earlier stage is 0.
    """

    tallies: dict[str, Tally]
    rounds: Sequence[tuple[int, Sequence[Outcome]]] = ()
    seed: str = ""
    tie_order: tuple[str, ...] = ()
    defeats_to_be_out: int = 1
    through: int = 0

    def points(self) -> dict[str, Number]:
        """Everybody's tournament points."""
        return {team: tally.points for team, tally in self.tallies.items()}


Answer = dict[str, Number]


def points(field: Field, teams: Collection[str]) -> Answer:
    """Tournament points: for wins, for hands, for places, whatever the regulations count."""
    return {team: field.tallies[team].points for team in teams}


def tichu_points(field: Field, teams: Collection[str]) -> Answer:
    """The points on the score sheets of one's own side. 130 and 70 give 200, whatever the opponents had."""
    return {team: field.tallies[team].own for team in teams}


def difference(field: Field, teams: Collection[str]) -> Answer:
    """Own Tichu points less those of the opponents. 1010 to 640 and 480 to 1000 give -150."""
    return {team: field.tallies[team].own - field.tallies[team].other for team in teams}


def wins(field: Field, teams: Collection[str]) -> Answer:
    """Matches won, those awarded included."""
    return {team: sum(o.result == 1 for o in field.tallies[team].outcomes) for team in teams}


def direct(field: Field, teams: Collection[str]) -> Answer:
    """Direct encounter: the tournament points from matches among the equal teams alone, if all of them have met.

    If B beat A, B stands above A. If A beat B, B beat C and C beat A, all have the same and the next tie-break decides;
    so it does if two of them have not met, because then some had more chances than others.
    A match against several equal opponents at one table counts once.
    """
    equal = set(teams)
    if not all(have_met(field.tallies[team], equal) for team in teams):
        return {}
    return {
        team: sum(o.points for o in field.tallies[team].outcomes if o.played and equal.intersection(o.opponents))
        for team in teams
    }


def have_met(tally: Tally, equal: set[str]) -> bool:
    """Whether this team has played against all the others."""
    missing = equal - {tally.team.id}
    for outcome in tally.outcomes:
        if outcome.played:
            missing.difference_update(outcome.opponents)
    return not missing


def opponents_points(field: Field, teams: Collection[str]) -> dict[str, list[Number]]:
    """The final points of every opponent, one entry a meeting; a round without one counts one's own."""
    points = field.points()
    found: dict[str, list[Number]] = {}
    for team in teams:
        met = found[team] = []
        for outcome in field.tallies[team].outcomes:
            for opponent in outcome.opponents or (team,):
                met.append(points.get(opponent, 0))
    return found


def buchholz(field: Field, teams: Collection[str]) -> Answer:
    """The points of all opponents added up: who had the harder ones. Opponents with 6, 4 and 2 give 12."""
    return {team: sum(met) for team, met in opponents_points(field, teams).items()}


def buchholz_cut_1(field: Field, teams: Collection[str]) -> Answer:
    """Buchholz without the weakest opponent. Opponents with 6, 4 and 2 give 10."""
    return {team: sum(sorted(met)[1:]) for team, met in opponents_points(field, teams).items()}


def buchholz_median(field: Field, teams: Collection[str]) -> Answer:
    """Buchholz without the strongest and the weakest opponent. Opponents with 6, 4 and 2 give 4."""
    return {team: sum(sorted(met)[1:-1]) for team, met in opponents_points(field, teams).items()}


def sonneborn_berger(field: Field, teams: Collection[str]) -> Answer:
    """The points of those one has beaten, and half of those one has drawn with."""
    points = field.points()
    return {team: sum(_earned(outcome, points) for outcome in field.tallies[team].outcomes) for team in teams}


def _earned(outcome: Outcome, points: Mapping[str, Number]) -> Number:
    if outcome.result not in (0, 1):
        return 0
    met = sum(points.get(opponent, 0) for opponent in outcome.opponents)
    return met if outcome.result == 1 else _halved(met)


def _halved(number: Number) -> Number:
    half = Fraction(number) / 2
    return int(half) if half.denominator == 1 else half


def hands_won(field: Field, teams: Collection[str]) -> Answer:
    """Hands in which one's own side had more points, or a double victory."""
    return {team: sum(o.hands_won for o in field.tallies[team].outcomes) for team in teams}


def double_victories(field: Field, teams: Collection[str]) -> Answer:
    """Hands in which one's own side went out first and second (in Tientsin first to third)."""
    return {team: sum(o.doubles for o in field.tallies[team].outcomes) for team in teams}


def calls(field: Field, teams: Collection[str]) -> Answer:
    """Tichu and Grand Tichu calls made less those missed. Five made and two missed give 3."""
    return {team: sum(o.calls[0] - o.calls[1] for o in field.tallies[team].outcomes) for team in teams}


def best_round(field: Field, teams: Collection[str]) -> Answer:
    """The most tournament points from one round."""
    return {team: max((o.points for o in field.tallies[team].outcomes), default=0) for team in teams}


def progress(field: Field, teams: Collection[str]) -> Answer:
    """The round of the defeat, the first or the second, that put a team out of the knock-out; who is not out is ahead.

    A match for the third place comes after the defeat and changes nothing here; the points tell who won it.
    """
    defeats: dict[str, list[int]] = defaultdict(list)
    for number, outcomes in field.rounds:
        for outcome in outcomes:
            if outcome.result == -1:
                defeats[outcome.team].append(number)
    last = field.defeats_to_be_out - 1
    return {team: defeats[team][last] if len(defeats[team]) > last else field.through + 1 for team in teams}


def rating(field: Field, teams: Collection[str]) -> Answer:
    """The rating with which the team came; none counts as 0."""
    return {team: field.tallies[team].team.rating or 0 for team in teams}


def lots(field: Field, teams: Collection[str]) -> Answer:
    """Drawn by the tournament's published seed, so that everybody can repeat it."""
    return {team: _lot(field.seed, team) for team in teams}


def _lot(seed: str, team: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}:{team}".encode()).digest()[:6], "big")


def decision(field: Field, teams: Collection[str]) -> Answer:
    """The director's decision: whoever is named earlier stands higher; who is not named stands below."""
    place = defaultdict(int, {team: len(field.tie_order) - at for at, team in enumerate(field.tie_order)})
    return {team: place[team] for team in teams}


TieBreak = Callable[[Field, Collection[str]], Answer]

TIEBREAKS: dict[str, TieBreak] = {
    "points": points,
    "tichu_points": tichu_points,
    "difference": difference,
    "wins": wins,
    "direct": direct,
    "buchholz": buchholz,
    "buchholz_cut_1": buchholz_cut_1,
    "buchholz_median": buchholz_median,
    "sonneborn_berger": sonneborn_berger,
    "hands_won": hands_won,
    "double_victories": double_victories,
    "calls": calls,
    "best_round": best_round,
    "progress": progress,
    "rating": rating,
    "lots": lots,
    "decision": decision,
}

AMONG_EQUALS = {"direct"}
"""Those whose answer depends on who else is equal: they are asked only where there is a tie."""
