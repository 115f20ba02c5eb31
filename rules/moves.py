"""What somebody at the table can do in a hand, and how it is written down: `2 play 8j 8s wish 9`."""

from dataclasses import dataclass
from typing import NamedTuple

from rules.cards import Card, parse
from rules.combinations import Combination, Kind, readings
from rules.referee import read
from rules.refusal import Refusal

MOST_WORDS = 40
"""No line of a log is longer; whoever sends more sends something else."""


@dataclass(frozen=True, slots=True)
class Grand:
    """Call Grand Tichu, before the rest of one's cards."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} grand"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the rest of one's cards."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} take"


@dataclass(frozen=True, slots=True)
class Tichu:
    """Call Tichu, before one's first card."""

    seat: int

    def __str__(self) -> str:
        return f"{self.seat} tichu"


class Push(NamedTuple):
    """Give cards away before play, in the order of one's duties: right, opposite, left. (A plain tuple, because there
    are two thousand ways.)"""

    seat: int
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{self.seat} push {spelled(self.cards)}"


@dataclass(frozen=True, slots=True)
class Play:
    """Lay cards; with the Mah Jong perhaps a wish, with the Hound of Tientsin the partner who leads next."""

    seat: int
    combination: Combination
    wish: int | None = None
    to: int | None = None

    def __str__(self) -> str:
        words = [f"{self.seat} play {spelled(self.combination.cards)}"]
        if not self.combination.is_phoenix and self.combination != readings(self.combination.cards)[0]:
            words.append(f"as {self.combination.kind.value} {self.combination.rank:g}")
        if self.wish is not None:
            words.append(f"wish {self.wish}")
        if self.to is not None:
            words.append(f"to {self.to}")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Pass:
    seat: int

    def __str__(self) -> str:
        return f"{self.seat} pass"


@dataclass(frozen=True, slots=True)
class Gather:
    """Take the trick when all others have passed; one won by the Dragon is given `to` an opponent."""

    seat: int
    to: int | None = None

    def __str__(self) -> str:
        return f"{self.seat} gather" + ("" if self.to is None else f" to {self.to}")


Move = Grand | Take | Tichu | Push | Play | Pass | Gather

PLAIN: dict[str, type[Grand | Take | Tichu | Pass]] = {"grand": Grand, "take": Take, "tichu": Tichu, "pass": Pass}


def spelled(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def parse_move(line: str) -> Move:
    """A move as it is written in a log."""
    words = line.split()
    if len(words) < 2 or len(words) > MOST_WORDS:
        raise Refusal("move_unreadable", field="move", value=line[:80])
    seat, verb, rest = number(words[0], line), words[1], words[2:]
    if verb in PLAIN and not rest:
        return PLAIN[verb](seat)
    if verb == "push":
        return Push(seat, tuple(parse(word) for word in rest))
    if verb == "gather":
        _cards, said = split(rest, line)
        return Gather(seat, to=said.get("to"))
    if verb == "play":
        return parse_play(seat, rest, line)
    raise Refusal("move_unreadable", field="move", value=line[:80])


def parse_play(seat: int, rest: list[str], line: str) -> Play:
    words, said = split(rest, line)
    cards = tuple(parse(word) for word in words)
    if "as" not in rest:
        return Play(seat, read(cards), wish=said.get("wish"), to=said.get("to"))
    at = rest.index("as")
    combination = read(cards, Kind(rest[at + 1]), number(rest[at + 2], line))
    return Play(seat, combination, wish=said.get("wish"), to=said.get("to"))


def split(words: list[str], line: str) -> tuple[list[str], dict[str, int]]:
    """The cards, and the numbers behind `wish` and `to`."""
    said: dict[str, int] = {}
    cards: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in ("wish", "to"):
            said[word] = number(next(rest, ""), line)
        elif word == "as":
            if next(rest, "") not in [kind.value for kind in Kind] or not next(rest, ""):
                raise Refusal("move_unreadable", field="move", value=line[:80])
        else:
            cards.append(word)
    return cards, said


def number(word: str, line: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 2):
        raise Refusal("move_unreadable", field="move", value=line[:80])
    return int(word)
