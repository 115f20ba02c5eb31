"""May this be played? The answer to one question at the table, with the reason where it is no.

A position is what the one who asks can see: the own cards, what lies on top of the trick, the open wish, and whether it
is the own turn. A hand in play asks here too, so the referee and the game cannot differ.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.cards import Card, Special
from rules.combinations import Combination, Kind, beats, laid_on, readings
from rules.customs import TableRules
from rules.plays import Held
from rules.refusal import Refusal
from rules.wish import check_wish, fulfilling, fulfils, must_fulfil


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """`top` is None for whoever leads; `bound` is False for the dummy of Threechu, whom no wish binds."""

    hand: Held
    top: Combination | None = None
    wish: int | None = None
    in_turn: bool = True
    bound: bool = True
    customs: TableRules = field(default=TableRules())


def read(cards: Sequence[Card], kind: Kind | None = None, rank: float | None = None) -> Combination:
    """The combination that is declared; where nothing is declared, the highest."""
    found = readings(cards)
    if not found:
        raise Refusal(why_none(cards), field="cards", cards=names(cards))
    for each in found:
        if kind in (None, each.kind) and rank in (None, each.rank):
            return each
    raise Refusal("reading_impossible", field="rank", value=str(rank), allowed=[f"{each.rank:g}" for each in found])


def why_none(cards: Sequence[Card]) -> str:
    """The code of the rule that says why these cards are no combination; often there is no better one than that."""
    if len(cards) > 1 and Special.DRAGON in cards:
        return "dragon_alone"
    if len(cards) > 1 and Special.HOUND in cards:
        return "hound_alone"
    natural = [card for card in cards if card is not Special.PHOENIX]
    equal = len({str(card)[0] for card in natural}) == 1
    if Special.PHOENIX in cards and equal and len(natural) == 3:
        return "phoenix_in_bomb"
    if Special.PHOENIX in cards and equal and len(natural) == 4:
        return "four_and_phoenix"
    if Special.PHOENIX in cards and Special.MAH_JONG in cards and len(cards) == 2:
        return "phoenix_is_no_1"
    return "no_combination"


def check_play(position: Position, cards: Sequence[Card], declared: Combination | None = None) -> Combination:
    """The play as it counts on the trick, or a refusal that says which rule it breaks."""
    check_held(position.hand, cards)
    kind, rank = (None, None) if declared is None else (declared.kind, declared.rank)
    if declared is not None and declared.is_phoenix:
        rank = None  # what it counts follows from what it is laid on
    combination = read(cards, kind, rank) if declared is not None else best_on(position.top, cards)
    check_turn(position, combination)
    check_beats(position.top, combination)
    played = laid_on(position.top, combination)
    if position.in_turn:
        check_wish_kept(position, played)
    return played


def best_on(top: Combination | None, cards: Sequence[Card]) -> Combination:
    """The reading that goes on the trick, if there is one; else the highest."""
    read(cards)
    found = readings(cards)
    fitting = [each for each in found if top is not None and beats(top, each)]
    return (fitting or list(found))[0]


def check_held(hand: Held, cards: Sequence[Card]) -> None:
    if not cards:
        raise Refusal("no_cards", field="cards")
    missing = Counter(cards) - Counter(hand.cards)
    if missing:
        raise Refusal("card_not_held", field="cards", missing=names(missing))


def check_turn(position: Position, combination: Combination) -> None:
    """Out of turn only a bomb, and only on something that lies there."""
    if position.in_turn:
        return
    if not combination.is_bomb:
        raise Refusal("out_of_turn", field="cards", kind=combination.kind.value)
    if position.top is None:
        raise Refusal("bomb_needs_trick", field="cards")


def check_beats(top: Combination | None, combination: Combination) -> None:
    if top is None or beats(top, combination):
        return
    facts = {"kind": combination.kind.value, "rank": f"{combination.rank:g}", "number": len(combination.cards)}
    on = {"top": top.kind.value, "top_rank": f"{top.rank:g}", "top_number": len(top.cards)}
    raise Refusal(why_not_higher(top, combination), field="cards", **facts, **on)


def why_not_higher(top: Combination, combination: Combination) -> str:
    """The code of the one rule that stands in the way."""
    if top.kind is Kind.HOUND:
        return "nothing_on_hound"
    if combination.kind is Kind.HOUND:
        return "hound_only_led"
    if top.is_bomb and combination.is_bomb:
        return "bomb_too_short" if len(combination.cards) < len(top.cards) else "bomb_too_low"
    if top.is_bomb:
        return "bomb_beats_it"
    if top.kind is not combination.kind:
        return "other_kind"
    if len(top.cards) != len(combination.cards):
        return "other_length"
    if top.is_dragon:
        return "dragon_beats_it"
    return "too_low"


def check_wish_kept(position: Position, combination: Combination) -> None:
    """Who can fulfil the wish in turn must; a bomb instead is for the tournament to allow."""
    if not position.bound or position.wish is None or fulfils(combination.cards, position.wish):
        return
    if combination.is_bomb and position.customs.bomb_instead_of_wish:
        return
    refuse_what_evades(position, "wish_first")


def refuse_what_evades(position: Position, code: str) -> None:
    """Say what would fulfil the wish, if anything does."""
    wish = position.wish or 0
    way = next(fulfilling(position.hand, position.top, wish), None)
    if way is not None:
        raise Refusal(code, field="cards", wish=wish, example=names(way.cards))


def check_pass(position: Position) -> None:
    """Who leads plays; who can fulfil the wish does."""
    if not position.in_turn:
        raise Refusal("pass_out_of_turn", field="action")
    if position.top is None:
        raise Refusal("leader_plays", field="action")
    if position.bound and must_fulfil(position.hand, position.top, position.wish):
        refuse_what_evades(position, "wish_no_pass")


def check_announced(wish: int | None, combination: Combination, customs: TableRules) -> None:
    """Who plays the Mah Jong may wish, or must, if the tournament says so; nobody else can."""
    if Special.MAH_JONG not in combination.cards:
        if wish is not None:
            raise Refusal("wish_without_mah_jong", field="wish", value=wish)
    elif wish is not None:
        check_wish(wish)
    elif customs.wish_is_a_must:
        raise Refusal("wish_is_needed", field="wish")


def names(cards: Sequence[Card] | Counter[Card]) -> list[str]:
    return [str(card) for card in cards]
