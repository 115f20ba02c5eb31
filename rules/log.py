"""A hand as text: how it was dealt and what was done, line by line; read again, it gives the same states."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rules.cards import Card, parse
from rules.customs import Direction, TableRules
from rules.game import Game
from rules.moves import Move, parse_move
from rules.play import State, begin
from rules.refusal import Refusal
from rules.variants.grand_seigneur import seigneur
from rules.variants.nanking import NANKING
from rules.variants.threechu import THREECHU
from rules.variants.tientsin import TIENTSIN

FIRST_LINE = "tichu hand 1"
LONGEST = 50_000
FOUR_OR_SIX = {game.name: game for game in (NANKING, THREECHU, TIENTSIN)}
CUSTOMS: dict[str, dict[str, object]] = {
    "to the left": {"direction": Direction.LEFT},
    "wish is a must": {"wish_is_a_must": True},
    "no bomb instead of wish": {"bomb_instead_of_wish": False},
    "calls stand": {"partner_may_withdraw_call": False},
    "last dragon is kept": {"last_dragon_is_kept": True},
}
NO_GRAND = "no grand"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLog:
    """All it takes to play a hand again."""

    deal: tuple[tuple[Card, ...], ...]
    moves: tuple[Move, ...] = ()
    game: Game = NANKING
    customs: TableRules = field(default=TableRules())
    grand: bool = True

    def states(self) -> Iterator[State]:
        """The first state and the one after every move; a refusal where a move breaks a rule."""
        state = begin(self.deal, self.game, self.customs, grand=self.grand)
        yield state
        for move in self.moves:
            state = state.after(move)
            yield state

    def final(self) -> State:
        *_before, last = self.states()
        return last

    def __str__(self) -> str:
        lines = [FIRST_LINE, f"game {spelled_game(self.game)}"]
        lines += [words for words, change in CUSTOMS.items() if differs(self.customs, change)]
        lines += [NO_GRAND] if not self.grand else []
        lines += ["deal " + " ".join(map(str, cards)) for cards in self.deal]
        return "\n".join([*lines, *map(str, self.moves), ""])


def differs(customs: TableRules, change: dict[str, object]) -> bool:
    return all(getattr(customs, name) == value for name, value in change.items())


def spelled_game(game: Game) -> str:
    """`nanking`, or `grand_seigneur 7` with the word `first` in the round in which nobody has a place."""
    if game.name in FOUR_OR_SIX:
        return game.name
    return f"{game.name} {game.seats}" + ("" if any(game.duties) else " first")


def parse_game(words: list[str]) -> Game:
    match words:
        case [name] if name in FOUR_OR_SIX:
            return FOUR_OR_SIX[name]
        case ["grand_seigneur", number, *first] if number.isascii() and number.isdigit() and first in ([], ["first"]):
            return seigneur(int(number[:3]), first_round=bool(first))
    raise Refusal("game_unknown", field="game", value=" ".join(words)[:80])


def parse_log(text: str) -> HandLog:
    """A log as `str` writes it. Empty lines do not matter."""
    if len(text) > LONGEST:
        raise Refusal("log_too_long", field="log", value=len(text), maximum=LONGEST)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines[:1] != [FIRST_LINE] or len(lines) < 2 or not lines[1].startswith("game "):
        raise Refusal("log_unreadable", field="log", value=" ".join(lines[:2])[:80])
    game = parse_game(lines[1].split()[1:])
    chosen = [line for line in lines if line in CUSTOMS]
    changes: dict[str, object] = {}
    for words in chosen:
        changes |= CUSTOMS[words]
    dealt = [line for line in lines[2:] if line.startswith("deal ")]
    skipped = {*chosen, NO_GRAND, *dealt}
    return HandLog(
        game=game,
        customs=replace(TableRules(), **changes),  # type: ignore[arg-type]
        grand=NO_GRAND not in lines,
        deal=tuple(tuple(parse(code) for code in line.split()[1:]) for line in dealt),
        moves=tuple(parse_move(line) for line in lines[2:] if line not in skipped),
    )
