"""How a hand is typed from paper: few keys, one meaning.

Players are numbered from 1 as they sit at the table. Calls are a number and a letter each: "1t 3g" is Tichu by 1 and
Grand Tichu by 3. The order of going out is the numbers in a row: "132". Spaces and commas are allowed and not needed;
where more than nine sit at a table they are needed between numbers.
"""

import re
from collections.abc import Sequence

from rules.refusal import Refusal
from scoring.hand import Call

LETTERS = {"t": Call.TICHU, "g": Call.GRAND, "gt": Call.GRAND}
CALL = re.compile(r"(\d+)\s*(gt|g|t)")
BETWEEN = re.compile(r"[\s,;.]+")
MOST_DIGITS = 9
"""So many players have numbers of one digit."""


def numbers(playing: Sequence[int | None]) -> tuple[int, ...]:
    """By which number every line of a sheet is typed. `playing` has the seat of each, and None for the dummy of
    Threechu, which is number 4."""
    return tuple(len(playing) if seat is None else seat + 1 for seat in playing)


def read_calls(text: str, players: Sequence[int]) -> tuple[str, ...]:
    """The call of every line, or none."""
    calls = [""] * len(players)
    typed = text.lower()
    if BETWEEN.sub("", CALL.sub("", typed)):
        raise Refusal("calls_unreadable", field="calls", value=text.strip())
    for number, letter in CALL.findall(typed):
        line = line_of(int(number), players, field="calls")
        if calls[line]:
            raise Refusal("called_twice", field="calls", value=int(number))
        calls[line] = LETTERS[letter].value
    return tuple(calls)


def read_order(text: str, players: Sequence[int]) -> tuple[int, ...]:
    """The lines in the order in which they went out, as far as it was typed."""
    words = [word for word in BETWEEN.split(text) if word]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise Refusal("order_unreadable", field="out", value=text.strip())
    if max(players) <= MOST_DIGITS:
        words = list("".join(words))
    return tuple(line_of(int(word), players, field="out") for word in words)


def line_of(number: int, players: Sequence[int], *, field: str) -> int:
    if number not in players:
        raise Refusal("number_not_playing", field=field, value=number, allowed=sorted(players))
    return players.index(number)


def write_calls(calls: Sequence[str], players: Sequence[int]) -> str:
    """The calls as one types them."""
    letters = {Call.TICHU.value: "t", Call.GRAND.value: "g"}
    called = sorted((players[line], letters[call]) for line, call in enumerate(calls) if call)
    return " ".join(f"{number}{letter}" for number, letter in called)


def write_order(out: Sequence[int], players: Sequence[int]) -> str:
    """The order as one types it."""
    return " ".join(str(players[line]) for line in out)
