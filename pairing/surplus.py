"""Players for whom there is no full table: what is done with them, and whom it strikes."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from pairing.situation import Situation
from pairing.tables import Kind, Sitting
from rules.refusal import Refusal
from scoring import five
from scoring.regulations import OddNumbers, System

Player = TypeVar("Player")


class Numbers(NamedTuple):
    """How players are divided: so many usual tables and tables of five, who fills up, and how many sit out."""

    tables: int
    fives: int = 0
    house: tuple[str, ...] = ()
    out: int = 0


def divide(s: Situation, players: int, size: int) -> Numbers:
    """The first of the organiser's wishes that is possible for so many players who are not settled yet.

    Kept tables are settled, and so are house players who sit there.
    """
    seated = {team for table in s.kept for team in table.seats}
    house = tuple(team for team in s.house if team not in seated)
    wishes, kept = s.record.regulations.odd_numbers, bool(s.kept)
    ways = {wish: POSSIBLE[wish](players, size, house, kept) for wish in OddNumbers} if players else {}
    found = Numbers(players // size) if players % size == 0 else next((ways[w] for w in wishes if ways[w]), None)
    if found and (players or kept):
        return found
    if players < size and not kept:
        raise Refusal("too_few", field="teams", value=players, minimum=size)
    cures = [str(wish) for wish in CURES if ways[wish] or wish is OddNumbers.HOUSE_PLAYER]
    if s.rules.system is not System.INDIVIDUAL_DRAW:
        cures = [cure for cure in cures if cure != OddNumbers.TABLE_OF_FIVE]
    facts: dict[str, Any] = {"wishes": [str(wish) for wish in wishes], "relax": cures}
    raise Refusal(
        "odd_numbers_impossible", field="odd_numbers", value=players, size=size, house=-players % size, **facts
    )


def _tables_of_five(players: int, size: int, house: tuple[str, ...], kept: bool) -> Numbers | None:
    """Everybody left over joins a table of four."""
    fives = players % size
    fours = (players - fives * five.PLAYERS) // size
    return Numbers(fours, fives=fives) if size == five.PLAYERS - 1 and fours >= 0 else None


def _house_players(players: int, size: int, house: tuple[str, ...], kept: bool) -> Numbers | None:
    """Who only fills up tables takes the empty seats."""
    empty = -players % size
    return Numbers((players + empty) // size, house=house[:empty]) if empty <= len(house) else None


def _sitting_out(players: int, size: int, house: tuple[str, ...], kept: bool) -> Numbers | None:
    """Who is left over has no table, as long as somebody has one."""
    return Numbers(players // size, out=players % size) if players >= size or kept else None


Possible = Callable[[int, int, tuple[str, ...], bool], Numbers | None]
"""How so many players sit at tables of a size with these house players, besides kept tables if there are any."""

POSSIBLE: dict[OddNumbers, Possible] = {
    OddNumbers.TABLE_OF_FIVE: _tables_of_five,
    OddNumbers.HOUSE_PLAYER: _house_players,
    OddNumbers.SIT_OUT: _sitting_out,
    OddNumbers.BYE: _sitting_out,
}
CURES = (OddNumbers.TABLE_OF_FIVE, OddNumbers.HOUSE_PLAYER, OddNumbers.SIT_OUT)


# --- whom it strikes ---------------------------------------------------------------------------------------------


def in_turn(
    rng: random.Random, players: Iterable[Player], number: int, struck: Callable[[Player], tuple[int, ...]]
) -> list[Player]:
    """So many of the players: those who have been struck least. Lots decide between equals."""
    drawn = list(players)
    rng.shuffle(drawn)
    return sorted(drawn, key=struck)[:number]


class Before(NamedTuple):
    """Tables from which a round is made, as far as they can stay, and how often everybody has sat out or at five."""

    tables: Sequence[Sequence[int]]
    outs: list[int]
    fives: list[int]


def first_sittings(
    before: Before, players: Sequence[int], numbers: Numbers, size: int, rng: random.Random
) -> list[Sitting]:
    """Tables for these players from which a search can begin; who sits out or at a table of five is counted as struck.

    Tables of before stay if all of them are here, and are filled up if somebody is missing.
    """
    turn = _turns(before.tables, players, size, rng)
    out = in_turn(rng, players, numbers.out, lambda player: (before.outs[player], min(turn[player], SETTLED)))
    playing = without(players, out)
    at_five = in_turn(rng, playing, numbers.fives * five.PLAYERS, lambda player: (before.fives[player], turn[player]))
    for counts, struck in ((before.outs, out), (before.fives, at_five)):
        for player in struck:
            counts[player] += 1
    return [
        *_filled(before.tables, without(playing, at_five), numbers.tables, size, Kind.SIDES, rng),
        *_filled(before.tables, at_five, numbers.fives, five.PLAYERS, Kind.FIVE, rng),
        *([Sitting(Kind.OUT, out)] if out else []),
    ]


AT_FIVE, LOOSE, SETTLED = range(3)


def _turns(tables: Sequence[Sequence[int]], players: Sequence[int], size: int, rng: random.Random) -> dict[int, int]:
    """Who is the first to sit at a table of five, where others have had that as often: those of a whole one, those who
    have lost their table, then whole tables one after the other."""
    here = {*players}
    turn = dict.fromkeys(players, LOOSE)
    for place, table in enumerate(rng.sample(tables, len(tables)), start=SETTLED):
        if here.issuperset(table):
            turn |= dict.fromkeys(table, place if len(table) == size else AT_FIVE)
    return turn


def without(players: Iterable[int], some: Iterable[int]) -> list[int]:
    away = {*some}
    return [player for player in players if player not in away]


def _filled(
    tables: Sequence[Sequence[int]], players: Sequence[int], number: int, size: int, kind: Kind, rng: random.Random
) -> list[Sitting]:
    """So many tables of a size: those that most of these players come from stay, and the others take the free seats."""
    here = {*players}
    begun = sorted((_who_stays(table, here, size) for table in tables), key=lambda table: table.count(None))[:number]
    begun += [[None] * size for _ in range(number - len(begun))]
    staying = {player for table in begun for player in table}
    free = [player for player in players if player not in staying]
    rng.shuffle(free)
    return [Sitting(kind, [free.pop() if player is None else player for player in table]) for table in begun]


def _who_stays(table: Sequence[int], here: set[int], size: int) -> list[int | None]:
    """The seats of a table, empty where somebody is missing; sides stay sides where as many play as before."""
    if len(table) == size:
        return [player if player in here else None for player in table]
    staying = [player for player in table if player in here][:size]
    return [*staying, *[None] * (size - len(staying))]
