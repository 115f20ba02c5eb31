"""How long a tournament takes with so many entrants: rounds, hands, minutes.

Nobody knows how fast a table plays, so everything is a range, and what is assumed stands here in plain numbers. A round
lasts as long as its slowest table. Pauses and the prize-giving are not in it.
"""

from dataclasses import dataclass
from math import ceil

from pairing.bracket import doublings
from scoring.five import hands_at_five
from scoring.match import Length, MatchRules
from scoring.regulations import OddNumbers, Regulations, StageRules, System
from scoring.variants import Variant

Range = tuple[int, int]
"""The least and the most."""

MINUTES_A_HAND: dict[Variant, Range] = {
    Variant.NANKING: (4, 5),
    Variant.THREECHU: (4, 5),
    Variant.TIENTSIN: (5, 7),
    Variant.GRAND_SEIGNEUR: (6, 10),
}
"""From deal to count, at a table that is neither hurried nor asleep."""
MINUTES_BETWEEN: Range = (5, 10)
"""To look for the next table and sit down there."""
HANDS_TO_1000: Range = (8, 12)
"""Nine or ten on average; in every round some table needs more."""
MINUTES_BY_THE_CLOCK: Range = (45, 60)
"""Where a match goes by the clock and nobody has said yet how long."""
ROUNDS_OF_A_QUARTET = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTime:
    """One stage: who is in it, how many rounds it has, and the minutes of a round and of all of them."""

    key: str
    entrants: int
    rounds: Range
    minutes_a_round: Range
    minutes: Range


@dataclass(frozen=True, slots=True, kw_only=True)
class Duration:
    """The whole tournament, from the first deal to the last count."""

    stages: tuple[StageTime, ...]

    @property
    def rounds(self) -> Range:
        return total([stage.rounds for stage in self.stages])

    @property
    def minutes(self) -> Range:
        """All rounds, and the time between them."""
        least, most = total([stage.minutes for stage in self.stages])
        between = len(self.stages) - 1
        return least + between * MINUTES_BETWEEN[0], most + between * MINUTES_BETWEEN[1]


def duration(regulations: Regulations, entrants: int) -> Duration:
    """How long it takes with so many teams, or players where everybody is ranked alone."""
    found = []
    for stage in regulations.stages:
        found.append(time_of(regulations, stage, entrants))
        entrants = going_on(stage, entrants)
    return Duration(stages=tuple(found))


def going_on(stage: StageRules, entrants: int) -> int:
    """How many of them come to the next stage."""
    if stage.qualifiers is None:
        return entrants
    return min(entrants, stage.qualifiers * (stage.groups or 1))


def time_of(regulations: Regulations, stage: StageRules, entrants: int) -> StageTime:
    least, most = rounds_of(stage, entrants)
    lengths = [minutes_of(regulations, stage, match, entrants) for match in matches_of(stage, most)]
    return StageTime(
        key=stage.key,
        entrants=entrants,
        rounds=(least, most),
        minutes_a_round=(min(each[0] for each in lengths), max(each[1] for each in lengths)),
        minutes=(
            sum(each[0] for each in lengths[:least]) + max(0, least - 1) * MINUTES_BETWEEN[0],
            sum(each[1] for each in lengths) + max(0, most - 1) * MINUTES_BETWEEN[1],
        ),
    )


# --- rounds ------------------------------------------------------------------------------------------------------


def rounds_of(stage: StageRules, entrants: int) -> Range:
    """How many rounds a stage has. Only of a double elimination nobody knows: the final may have to be played again."""
    most = max(1, rounds_at_most(stage, entrants))
    return (most - 1 if stage.system is System.DOUBLE_ELIMINATION and most > 1 else most), most


def rounds_at_most(stage: StageRules, entrants: int) -> int:
    match stage.system:
        case System.ROUND_ROBIN | System.GROUPS:
            return cut_short(stage, meetings(ceil(entrants / (stage.groups or 1))))
        case System.DOUBLE_ROUND_ROBIN:
            return cut_short(stage, 2 * meetings(entrants))
        case System.KNOCKOUT:
            return doublings(bracket_size(entrants))
        case System.DOUBLE_ELIMINATION:
            return 2 * doublings(bracket_size(entrants)) + 1
        case System.QUARTET:
            return stage.rounds or ROUNDS_OF_A_QUARTET
        case _:
            return stage.rounds or 1


def cut_short(stage: StageRules, rounds: int) -> int:
    return rounds if stage.rounds is None else min(rounds, stage.rounds)


def meetings(entrants: int) -> int:
    """Rounds until everybody has met everybody once: with an odd number somebody sits out in each."""
    return entrants if entrants % 2 else entrants - 1


def bracket_size(entrants: int) -> int:
    """The next power of two."""
    return 1 << max(entrants - 1, 1).bit_length()


def matches_of(stage: StageRules, rounds: int) -> list[MatchRules]:
    """The length of the match in each round; the last rounds of a knock-out may have their own.

    The second final of a double elimination is as long as the first.
    """
    late = {each.rounds_from_the_end: each.match for each in stage.late_matches}
    again = stage.system is System.DOUBLE_ELIMINATION
    from_the_end = [max(1, rounds - number - again) for number in range(rounds)]
    return [late.get(each, stage.match) for each in from_the_end]


# --- minutes -----------------------------------------------------------------------------------------------------


def minutes_of(regulations: Regulations, stage: StageRules, match: MatchRules, entrants: int) -> Range:
    """A round with matches of this length. What a round is given is the most it lasts."""
    least_a_hand, most_a_hand = MINUTES_A_HAND[regulations.variant]
    if match.length is Length.CLOCK:
        least, most = MINUTES_BY_THE_CLOCK if stage.minutes is None else (stage.minutes, stage.minutes)
        return least, most + most_a_hand  # the hand that is being played, or one more
    fewest, many = hands_of(match)
    if sits_at_five(regulations, match, entrants):
        many = hands_at_five(many)
    least, most = fewest * least_a_hand, many * most_a_hand
    return (least, most) if stage.minutes is None else (min(least, stage.minutes), stage.minutes)


def hands_of(match: MatchRules) -> Range:
    """How many hands a match has: fixed, or about as many as its points need."""
    if match.hands is not None:
        return match.hands, match.hands
    goal, games = match.goal or 0, match.games or 1
    fewest, many = (max(1, ceil(hands * goal / 1000)) for hands in HANDS_TO_1000)
    return fewest * (games // 2 + 1), many * games


def sits_at_five(regulations: Regulations, match: MatchRules, entrants: int) -> bool:
    """Whether there is a table of five, at which one sits out in turn: it needs a quarter longer."""
    return OddNumbers.TABLE_OF_FIVE in regulations.odd_numbers and match.hands is not None and entrants % 4 > 0


def total(ranges: list[Range]) -> Range:
    return sum(each[0] for each in ranges), sum(each[1] for each in ranges)
