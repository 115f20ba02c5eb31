"""A knock-out on the wall: the matches that are played and those to come, and the last eight as a picture."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.selectors.public_bracket import BracketShown
from pairing.bracket import NOBODY, MatchState, Part


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenMatch:
    """A match of a knock-out: who plays, as far as that is known, and which side has won. `third`: for the third
    place."""

    table: int | None
    sides: tuple[str, ...]
    winner: int | None
    third: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenMatches:
    """The matches of one round of a knock-out. `from_the_end` is 1 for the final, where rounds are called so."""

    number: int
    from_the_end: int | None
    matches: tuple[ScreenMatch, ...]


def screen_matches(found: BracketShown) -> tuple[ScreenMatches, ...]:
    """The rounds of a bracket from the one that is played on; those before are over."""
    states = [state for state in found.matches if to_be_played(state)]
    last = max((state.match.round for state in states), default=0)
    matches: dict[int, list[ScreenMatch]] = defaultdict(list)
    for state in states:
        if state.match.round >= round_being_played(states):
            matches[state.match.round].append(screen_match(state, found.names))
    return tuple(
        ScreenMatches(
            number=number, from_the_end=None if found.double else last - number + 1, matches=tuple(matches[number])
        )
        for number in sorted(matches)
    )


def last_eight(found: BracketShown) -> BracketShown | None:
    """The end of a bracket, small enough for large letters, once all that comes before is over."""
    states = [state for state in found.matches if to_be_played(state)]
    first = max((state.match.round for state in states), default=0) - 2
    if found.double or not states or round_being_played(states) < first:
        return None
    return replace(found, matches=tuple(state for state in found.matches if state.match.round >= first))


def round_being_played(states: Sequence[MatchState]) -> int:
    """The first in which a match is open, or the last."""
    last = max(state.match.round for state in states)
    return min((state.match.round for state in states if state.winner is None), default=last)


def to_be_played(state: MatchState) -> bool:
    """Two sides come, and the second final only if it must be."""
    both = all(side.team for side in state.sides)
    return both if state.match.part is Part.RESET else all(side.team != NOBODY for side in state.sides)


def screen_match(state: MatchState, names: dict[str, str]) -> ScreenMatch:
    teams = [side.team for side in state.sides]
    return ScreenMatch(
        table=state.table,
        sides=tuple(names.get(team or "", "") for team in teams),
        winner=teams.index(state.winner) if state.winner in teams and state.winner else None,
        third=state.match.part is Part.THIRD_PLACE,
    )
