"""Hands dealt and played by chance, and positions written as text."""

import random
from dataclasses import replace
from itertools import chain

from rules.cards import PACK, Card, in_order, parse
from rules.combinations import Combination, readings
from rules.customs import TableRules
from rules.game import Game
from rules.moves import Move, parse_move
from rules.play import State, begin
from rules.variants.grand_seigneur import seigneur
from rules.variants.nanking import NANKING
from rules.variants.threechu import THREECHU
from rules.variants.tientsin import TIENTSIN

GAMES = {
    "nanking": NANKING,
    "threechu": THREECHU,
    "tientsin": TIENTSIN,
    "five": seigneur(5),
    "six": seigneur(6, first_round=True),
    "eight": seigneur(8),
}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse, text.split()))


def lying(text: str) -> Combination:
    """What these cards are, read as high as possible."""
    return readings(cards(text))[0]


def dealt(game: Game, luck: random.Random) -> tuple[tuple[Card, ...], ...]:
    rest = iter(luck.sample(game.pack, len(game.pack)))
    return tuple(tuple(next(rest) for _ in range(size)) for size in game.sizes)


def acting_seats(state: State) -> list[int]:
    """Before play one after the other, which spares looking at every push four times; in play everybody."""
    if state.playing:
        return list(range(state.game.seats))
    return [next(seat for seat, pushed in enumerate(state.pushed) if state.stock[seat] or pushed is None)]


def possible(state: State) -> list[list[Move]]:
    """What each of those who can do something may do."""
    return [moves for seat in acting_seats(state) if (moves := state.legal_moves(seat))]


def played_by_chance(game: Game, luck: random.Random, customs: TableRules | None = None) -> tuple[State, list[Move]]:
    """A whole hand: at every moment anybody who may do something does anything he may."""
    state, moves = begin(dealt(game, luck), game, customs), []
    while not state.over:
        moves.append(luck.choice(luck.choice(possible(state))))
        state = state.after(moves[-1])
    return state, moves


def at(*hands: str, game: Game = NANKING, **changes: object) -> State:
    """In the middle of a hand, with these cards in the hands and seat 0 on lead; the other cards are nowhere."""
    rest = iter(PACK if game.packs == 1 else game.pack)
    state = begin([[next(rest) for _ in range(size)] for size in game.sizes], game, grand=False)
    held = tuple(in_order(cards(hand)) for hand in hands)
    pushed = ((),) * game.seats
    return replace(state, hands=held, stock=pushed, pushed=pushed, **({"turn": 0} | changes))


def after(state: State, *lines: str) -> State:
    for line in lines:
        state = state.after(parse_move(line))
    return state


def all_cards(state: State) -> list[Card]:
    on_table = (played.cards for _seat, played in state.trick)
    return list(chain(*state.hands, *state.stock, *state.piles, *on_table))
