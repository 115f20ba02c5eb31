"""The bracket of a knock-out as data: which matches there are, who comes to them from where, how far they are played.

A match has a key: W2-1 is the first match of the second round of the winners' bracket, L3-2 the second match of the
third round of the losers' bracket, F the final, R the second final of a double elimination, T the match for the third
place. In a simple knock-out everything but the last round is the winners' bracket.
"""

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from pairing.situation import Situation
from scoring.outcomes import round_outcomes
from scoring.plain import to_plain
from scoring.record import Record, Round, RulingKind
from scoring.regulations import StageRules, System

VERSION = 1

NOBODY = ""
"""Stands where no team will ever come. None stands where it is still open who comes."""


class Part(StrEnum):
    FINAL = "final"
    RESET = "reset"
    """The second final, if the winner of the losers' bracket has won the first: both have one defeat then."""
    THIRD_PLACE = "third_place"
    WINNERS = "winners"
    LOSERS = "losers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a side of a match comes from: a place of the bracket, from the top and counted from 0, or another match."""

    place: int | None = None
    winner_of: str = ""
    loser_of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One match. `round` is that of the stage; `position` counts from 1, from the top of its part and round."""

    key: str
    round: int
    part: Part
    position: int
    sources: tuple[Source, Source]


# --- which matches there are -------------------------------------------------------------------------------------


def bracket_for(rules: StageRules, size: int) -> tuple[Match, ...]:
    """The bracket of a stage with so many places, in order of play."""
    if rules.system is System.DOUBLE_ELIMINATION:
        return double_elimination_bracket(size)
    return knockout_bracket(size, third_place=rules.third_place)


def doublings(size: int) -> int:
    """How often one is doubled to get a bracket of this size: the rounds of a simple knock-out."""
    return size.bit_length() - 1


def knockout_bracket(size: int, *, third_place: bool = False) -> tuple[Match, ...]:
    """Whoever loses is out. The match for the third place is played beside the final."""
    last = doublings(size)
    matches = [
        Match(key=f"W{number}-{at}", round=number, part=Part.WINNERS, position=at, sources=from_above(number, at))
        for number in range(1, last)
        for at in positions(size >> number)
    ]
    matches.append(Match(key="F", round=last, part=Part.FINAL, position=1, sources=from_above(last, 1)))
    if third_place and last > 1:
        losers = losers_of(f"W{last - 1}-1", f"W{last - 1}-2")
        matches.append(Match(key="T", round=last, part=Part.THIRD_PLACE, position=1, sources=losers))
    return tuple(matches)


def double_elimination_bracket(size: int) -> tuple[Match, ...]:
    """Whoever loses for the second time is out.

    The losers of the first round meet each other. Then rounds alternate in the losers' bracket: in one its winners meet
    those who have just lost in the winners' bracket, in the next they meet each other. The losers' bracket has a round
    in every round of the stage from the second on; the winners' bracket waits in the third, the fifth and so on. With
    two places there is no losers' bracket: the loser of the first match comes straight to the final.
    """
    last = doublings(size)
    winners = [
        Match(key=f"W{number}-{at}", round=max(1, 2 * number - 2), part=Part.WINNERS, position=at, sources=sources)
        for number in range(1, last + 1)
        for at in positions(size >> number)
        for sources in (from_above(number, at),)
    ]
    losers = [
        Match(key=f"L{number}-{at}", round=number + 1, part=Part.LOSERS, position=at, sources=sources)
        for number in range(1, 2 * last - 1)
        for at in positions(size >> (number + 1) // 2 + 1)
        for sources in (among_losers(number, at, last),)
    ]
    second = Source(winner_of=f"L{2 * last - 2}-1") if losers else Source(loser_of="W1-1")
    finals = [
        Match(key="F", round=2 * last, part=Part.FINAL, position=1, sources=(Source(winner_of=f"W{last}-1"), second)),
        Match(
            key="R", round=2 * last + 1, part=Part.RESET, position=1,
            sources=(Source(winner_of="F"), Source(loser_of="F")),
        ),
    ]  # fmt: skip
    return tuple(sorted([*winners, *losers, *finals], key=lambda match: match.round))


def positions(count: int) -> range:
    return range(1, count + 1)


def from_above(number: int, position: int) -> tuple[Source, Source]:
    """Who meets in a round of the winners' bracket: two neighbours of the bracket, then winners of neighbours."""
    if number == 1:
        return Source(place=2 * position - 2), Source(place=2 * position - 1)
    return winners_of(f"W{number - 1}-{2 * position - 1}", f"W{number - 1}-{2 * position}")


def among_losers(number: int, position: int, last: int) -> tuple[Source, Source]:
    """Who meets in a round of the losers' bracket. In even rounds the first side has just lost for the first time."""
    if number == 1:
        return losers_of(f"W1-{2 * position - 1}", f"W1-{2 * position}")
    if number % 2:
        return winners_of(f"L{number - 1}-{2 * position - 1}", f"L{number - 1}-{2 * position}")
    lost = number // 2 + 1
    dropped = Source(loser_of=f"W{lost}-{crossed(position, lost, last)}")
    return dropped, Source(winner_of=f"L{number - 1}-{position}")


def crossed(position: int, lost: int, last: int) -> int:
    """The match of the winners' bracket, in its round `lost` of `last`, whose loser comes to this position below.

    In round 2 halves are exchanged, in round 3 quarters within the halves, in round 4 both, in round 5 eighths: the
    round less one in binary, its last digit for the halves. So somebody who drops comes to the other half than those he
    has beaten one, three, five ... rounds before, to another quarter than those of two rounds before, and so on.

    If the favourites always win, nobody meets anybody again before the last round of the losers' bracket. If every
    match is a toss-up, the losers' bracket of 8, 16, 32, 64 or 128 has 0.6 to 0.8 such meetings on average, about half
    of them in its last round; without exchanges it has 1.4, 3.1, 6.5, 13 or 27. The earliest that can happen is in its
    round 3 of 4 (with 8 places), 4 of 6, 5 of 8, 7 of 10, 8 of 12.
    """
    digits = last - lost
    exchange = sum(1 << (digits - 1 - at) for at in range(digits) if (lost - 1) >> at & 1)
    return ((position - 1) ^ exchange) + 1


def winners_of(one: str, other: str) -> tuple[Source, Source]:
    return Source(winner_of=one), Source(winner_of=other)


def losers_of(one: str, other: str) -> tuple[Source, Source]:
    return Source(loser_of=one), Source(loser_of=other)


# --- how far it has been played ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a match: a team, NOBODY, or None while that is open. `left` should have come and had left before."""

    source: Source
    team: str | None
    left: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """A match as it stands. Winner and loser are a team, NOBODY, or None while that is open."""

    match: Match
    sides: tuple[Side, Side]
    winner: str | None = None
    loser: str | None = None
    table: int | None = None

    @property
    def teams(self) -> tuple[str, ...]:
        """Those who are known to come."""
        return tuple(side.team for side in self.sides if side.team)


def bracket_of(record: Record, stage: str) -> tuple[MatchState, ...]:
    """All matches of a stage, those to come too, in order of play; nothing before the bracket is drawn."""
    found = record.stage(stage)
    out = frozenset(r.team for r in record.standing_rulings() if r.kind is RulingKind.DISQUALIFIED and r.team)
    following = len(found.rounds) + 1
    s = Situation(record=record, stage=found, number=following, rng=random.Random(0), disqualified=out)
    return bracket_states(s, found.bracket)


def bracket_states(s: Situation, places: tuple[str, ...]) -> tuple[MatchState, ...]:
    """All matches of a bracket with these places, as they stand before a round. Those who are gone come no more.

    What was drawn and played stands. A match that one side did not come to is won by the other, without a loser. Where
    both have lost because neither came, nobody goes on, neither as the winner nor as the loser.
    """
    if not places:
        return ()
    drawn = {each.number: seen(s, each) for each in s.stage.rounds}
    states: dict[str, MatchState] = {}
    for match in bracket_for(s.rules, len(places)):
        coming = teams_coming(match, places, states)
        if match.round in drawn:
            states[match.key] = in_drawn_round(match, coming, drawn[match.round])
        else:
            states[match.key] = without_table(match, coming, s.gone)
    return tuple(states.values())


def teams_coming(match: Match, places: tuple[str, ...], states: Mapping[str, MatchState]) -> tuple[str | None, ...]:
    """Who comes to a match, as far as that is known. To the second final nobody, if there is no need of it."""
    if match.part is Part.RESET and not reset_possible(states["F"]):
        return NOBODY, NOBODY
    return tuple(team_from(source, places, states) for source in match.sources)


def team_from(source: Source, places: tuple[str, ...], states: Mapping[str, MatchState]) -> str | None:
    if source.place is not None:
        return places[source.place]
    return states[source.winner_of].winner if source.winner_of else states[source.loser_of].loser


def reset_possible(final: MatchState) -> bool:
    """Whether the final may be, or has been, won by the winner of the losers' bracket against somebody."""
    return final.winner is None or bool(final.loser and final.winner == final.sides[1].team)


class Seen(NamedTuple):
    """What there is of a round that was drawn: which teams met where, who had a bye, who won and lost, who was gone."""

    tables: dict[frozenset[str | None], int]
    byes: frozenset[str]
    results: dict[str, int | None]
    gone: frozenset[str]


def seen(s: Situation, round_: Round) -> Seen:
    return Seen(
        tables={frozenset(table.seats): table.number for table in round_.tables},
        byes=frozenset(round_.byes),
        results={outcome.team: outcome.result for outcome in round_outcomes(s.record, s.stage.key, round_)},
        gone=replace(s, number=round_.number).gone,
    )


def in_drawn_round(match: Match, coming: tuple[str | None, ...], round_: Seen) -> MatchState:
    """A match whose round was drawn: at a table, or decided without one.

    If an earlier result was corrected since, the round has somebody else there. Then the match is open.
    """
    one, other = (Side(source=source, team=team) for source, team in zip(match.sources, coming, strict=True))
    table = round_.tables.get(frozenset(coming))
    if table is not None:
        winner, loser = decided(one.team or "", other.team or "", round_.results)
        return MatchState(match=match, sides=(one, other), winner=winner, loser=loser, table=table)
    without = {team for team in coming if team and team not in round_.byes}
    if without <= round_.gone:
        return without_table(match, coming, without)
    return MatchState(match=match, sides=(one, other))


def decided(one: str, other: str, results: Mapping[str, int | None]) -> tuple[str | None, str | None]:
    """The winner and the loser of a table. If one of them was given an average instead, the other's result decides."""
    first, second = results.get(one), results.get(other)
    if first == second == -1:
        return NOBODY, NOBODY
    if first == 1 or second == -1:
        return one, other
    if second == 1 or first == -1:
        return other, one
    return None, None


def without_table(match: Match, coming: Iterable[str | None], gone: Collection[str]) -> MatchState:
    """A match that has no table: still to come, or won by the only one who is there."""
    one, other = (
        Side(source=source, team=NOBODY, left=team) if team and team in gone else Side(source=source, team=team)
        for source, team in zip(match.sources, coming, strict=True)
    )
    if one.team is None or other.team is None or (one.team and other.team):
        return MatchState(match=match, sides=(one, other))
    return MatchState(match=match, sides=(one, other), winner=one.team or other.team, loser=NOBODY)


# --- to JSON -----------------------------------------------------------------------------------------------------


def bracket_to_json(states: Iterable[MatchState]) -> dict[str, Any]:
    """For a picture. A team, a winner or a loser is an id, null while it is open, and an empty text for nobody."""
    return {"version": VERSION, "matches": list(plain_states(states))}


def plain_states(states: Iterable[MatchState]) -> Iterator[dict[str, Any]]:
    for state in states:
        yield {
            "key": state.match.key,
            "round": state.match.round,
            "part": state.match.part.value,
            "position": state.match.position,
            "sides": [to_plain(side) for side in state.sides],
            "winner": state.winner,
            "loser": state.loser,
            "table": state.table,
        }
