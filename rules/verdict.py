"""The referee's answer to a situation: may this be played, what can it be read as, must the wish be fulfilled, and by
which rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from rules.book import Rule
from rules.cards import ACE, MAH_JONG_RANK, Card, Special, check_no_card_twice
from rules.combinations import Combination, Kind, readings
from rules.referee import Position, check_pass, check_play, read
from rules.refusal import Refusal
from rules.wish import check_wish, fulfilling, fulfils

MOST_HELD = 14
MOST_WAYS = 12
"""How many plays that fulfil the wish are named; nobody reads more."""
PHOENIX_RANKS = tuple(rank + 0.5 for rank in range(MAH_JONG_RANK, ACE + 1))
"""What a single Phoenix can count where it lies."""

BROKEN = {
    "no_cards": Rule.PLAY_OR_PASS,
    "card_not_held": Rule.PLAY_OR_PASS,
    "no_combination": Rule.NOTHING_ELSE,
    "dragon_alone": Rule.DRAGON_ALONE,
    "hound_alone": Rule.HOUND_IS_LED,
    "phoenix_in_bomb": Rule.PHOENIX_MAKES_NO_BOMB,
    "four_and_phoenix": Rule.NO_FULL_HOUSE_OF_FOUR,
    "phoenix_is_no_1": Rule.PHOENIX_IS_NO_SPECIAL_CARD,
    "reading_impossible": Rule.PHOENIX_READING,
    "nothing_on_hound": Rule.HOUND_IS_NOT_BOMBED,
    "hound_only_led": Rule.HOUND_IS_LED,
    "bomb_too_short": Rule.LONGER_BOMB,
    "bomb_too_low": Rule.HIGHER_BOMB,
    "bomb_beats_it": Rule.BOMB_BEATS_ALL,
    "other_kind": Rule.SAME_KIND,
    "other_length": Rule.SAME_LENGTH,
    "dragon_beats_it": Rule.DRAGON_IS_HIGHEST,
    "too_low": Rule.HIGHER_RANK,
    "out_of_turn": Rule.ONLY_IN_TURN,
    "bomb_needs_trick": Rule.BOMB_NEEDS_A_TARGET,
    "pass_out_of_turn": Rule.ONLY_IN_TURN,
    "leader_plays": Rule.LEADER_MUST_LEAD,
    "wish_first": Rule.WISH_MUST_BE_FULFILLED,
    "wish_no_pass": Rule.WISH_MUST_BE_FULFILLED,
    "wish_rank": Rule.WISHED_RANKS,
    "wish_without_mah_jong": Rule.MAY_WISH,
    "wish_is_needed": Rule.MAY_WISH,
    "nobody_calls": Rule.SEIGNEUR_ALONE,
    "called_already": Rule.TICHU,
    "call_too_late": Rule.TICHU_UNTIL_FIRST_CARD,
    "grand_too_late": Rule.GRAND_BEFORE_NINTH,
    "grand_by_dealer": Rule.THREECHU_NO_GRAND,
    "taken_already": Rule.TAKING_CARDS,
    "take_first": Rule.TAKING_CARDS,
    "pushed_already": Rule.PUSHING,
    "push_number": Rule.PUSHING,
    "push_best": Rule.SEIGNEUR_TRIBUTE,
    "push_first": Rule.PICK_UP_AFTER_PUSHING,
    "dragon_first": Rule.DRAGON_GIFT,
    "hound_to_partner": Rule.TIENTSIN_HOUND,
    "trick_goes_on": Rule.TRICK_ENDS,
    "not_your_trick": Rule.TRICK_ENDS,
    "dragon_to_opponent": Rule.DRAGON_GIFT,
    "trick_is_yours": Rule.DRAGON_GIFT,
    "hand_over": Rule.END_OF_THE_HAND,
    "card_not_in_pack": Rule.PACK,
    "card_twice": Rule.PACK,
    "card_unknown": Rule.PACK,
}
"""Which rule an act breaks that is refused with this code."""

LED = {
    Kind.SINGLE: Rule.SINGLE,
    Kind.PAIR: Rule.PAIR,
    Kind.TRIO: Rule.TRIO,
    Kind.FULL_HOUSE: Rule.FULL_HOUSE,
    Kind.PAIR_SEQUENCE: Rule.SEQUENCE_OF_PAIRS,
    Kind.SEQUENCE: Rule.SEQUENCE,
    Kind.FOUR_BOMB: Rule.BOMB_MAY_BE_LED,
    Kind.SEQUENCE_BOMB: Rule.BOMB_MAY_BE_LED,
    Kind.HOUND: Rule.HOUND_IS_LED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`ways` are plays that fulfil the wish, if it binds: `must_fulfil`. Without cards it is about passing alone."""

    played: Combination | None
    refusal: Refusal | None
    rule: Rule | None
    readings: tuple[Combination, ...]
    must_fulfil: bool
    ways: tuple[Combination, ...]
    no_pass: Refusal | None

    @property
    def allowed(self) -> bool:
        return self.refusal is None


def judge(position: Position, cards: Sequence[Card] = (), declared: Combination | None = None) -> Verdict:
    """What the referee says when these cards, of this hand, are to be laid here."""
    check_situation(position)
    ways = binding_ways(position)
    refusal = played = None
    if cards:
        try:
            played = check_play(position, cards, declared)
        except Refusal as caught:
            refusal = caught
    return Verdict(
        played=played,
        refusal=refusal,
        rule=rule_for(position, played, refusal),
        readings=readings(cards) if cards else (),
        must_fulfil=bool(ways),
        ways=ways,
        no_pass=refused_pass(position),
    )


def lying(cards: Sequence[Card], kind: Kind | None = None, rank: float | None = None) -> Combination:
    """What lies on top of the trick, as it was declared. A single Phoenix counts what it was laid on and half more."""
    found = read(cards, kind, None if tuple(cards) == (Special.PHOENIX,) else rank)
    if not found.is_phoenix or rank is None:
        return found
    if rank not in PHOENIX_RANKS:
        raise Refusal(
            "reading_impossible", field="rank", value=f"{rank:g}", allowed=[f"{each:g}" for each in PHOENIX_RANKS]
        )
    return found._replace(rank=rank)


def check_situation(position: Position) -> None:
    """Cards that can lie there and be held at the same time, and a wish that can be made."""
    on_table = position.top.cards if position.top else ()
    check_no_card_twice(on_table)
    if len(position.hand.cards) > MOST_HELD:
        raise Refusal("too_many_cards", field="hand", value=len(position.hand.cards), maximum=MOST_HELD)
    check_no_card_twice(position.hand.cards)
    for card in position.hand.cards:
        if card in on_table:
            raise Refusal("card_on_table", field="hand", value=str(card))
    if position.wish is not None:
        check_wish(position.wish)


def binding_ways(position: Position) -> tuple[Combination, ...]:
    """The plays by which the wish can be fulfilled, if it binds: none out of turn."""
    if position.wish is None or not position.in_turn or not position.bound:
        return ()
    return tuple(islice(fulfilling(position.hand, position.top, position.wish), MOST_WAYS))


def refused_pass(position: Position) -> Refusal | None:
    try:
        check_pass(position)
    except Refusal as refusal:
        return refusal
    return None


def rule_for(position: Position, played: Combination | None, refusal: Refusal | None) -> Rule | None:
    """The rule the answer rests on."""
    if refusal is not None:
        return BROKEN[refusal.code]
    if played is None:
        return None
    if not position.in_turn:
        return Rule.BOMB_OUT_OF_TURN
    if position.wish is not None and fulfils(played.cards, position.wish):
        return Rule.WISH_BY_BOMB if played.is_bomb else Rule.WISH_MUST_BE_FULFILLED
    if position.wish is not None and played.is_bomb and binding_ways(position):
        return Rule.BOMB_INSTEAD_OF_WISH
    return LED[played.kind] if position.top is None else laid_rule(position.top, played)


def laid_rule(top: Combination, played: Combination) -> Rule:
    """Why it may be laid on that."""
    if played.is_bomb:
        if not top.is_bomb:
            return Rule.BOMB_BEATS_ALL
        return Rule.LONGER_BOMB if len(played.cards) > len(top.cards) else Rule.HIGHER_BOMB
    if Special.PHOENIX in played.cards:
        return Rule.PHOENIX_HALF_ABOVE if played.is_phoenix else Rule.PHOENIX_AS_JOKER
    if played.is_dragon:
        return Rule.DRAGON_IS_HIGHEST
    return Rule.FULL_HOUSE_BY_TRIO if played.kind is Kind.FULL_HOUSE else Rule.HIGHER_RANK
