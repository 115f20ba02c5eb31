"""The kinds of oracle cases that are about cards: combinations, what beats what, the wish, what may be played, and the
course of a hand."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rules.cards import PACK, Card, Special, SuitCard, parse
from rules.combinations import Combination, Kind, beats, laid_on, readings, single
from rules.customs import TableRules
from rules.game import lead_of
from rules.moves import Gather, Pass, Play
from rules.play import State, begin
from rules.plays import Held
from rules.referee import Position, check_pass, check_play
from rules.refusal import Refusal
from rules.variants import grand_seigneur
from rules.variants.nanking import NANKING
from rules.variants.threechu import DEALER, DUMMY, THREECHU
from rules.wish import fulfilling, must_fulfil

Case = dict[str, Any]
Comparison = tuple[object, object]
"""What the case expects, and what our code says."""

STRICT = TableRules(bomb_instead_of_wish=False)
"""Where the texts differ about a bomb instead of the wished card, the cases give the strict answer."""


def cards(codes: Iterable[str]) -> tuple[Card, ...]:
    """Of two packs a card says from which it is, which does not matter for us."""
    return tuple(parse(code.partition("#")[0]) for code in codes)


def allowed(act: Callable[[], object]) -> bool:
    """Whether our code does it without refusing."""
    try:
        act()
    except Refusal:
        return False
    return True


def lying(top: Case | None) -> Combination | None:
    return None if top is None else Combination(Kind(top["type"]), top["rank"], cards(top["cards"]))


def described(combination: Combination) -> tuple[str, float, int]:
    return combination.kind.value, combination.rank, len(combination.cards)


def combos(case: Case) -> Comparison:
    found = [described(each) for each in readings(cards(case["cards"]))]
    expect = case["expect"]
    best = [] if expect is None else [(expect["type"], expect["rank"], expect["length"])]
    return (best, sorted(map(tuple, case["other_readings"]))), (found[:1], sorted(found[1:]))


def beaten(case: Case) -> Comparison:
    top = lying(case["top"])
    fitting = [each for each in readings(cards(case["cards"])) if top and beats(top, each)]
    value = laid_on(top, fitting[0]).rank if fitting and "value_after" in case else None
    return (case["expect"], case.get("value_after")), (bool(fitting), value)


def wish(case: Case) -> Comparison:
    hand, top, rank = Held(cards(case["hand"])), lying(case["top"]), case["wish"]
    ways = list(fulfilling(hand, top, rank))
    sets = {frozenset(map(str, way.cards)) for way in ways}
    position = Position(hand=hand, top=top, wish=rank)
    got = {
        "holds_rank": rank in hand.by_rank,
        "must_fulfil": must_fulfil(hand, top, rank),
        "may_pass": allowed(lambda: check_pass(position)),
        "n_fulfilling_plays": len(sets),
        "only_by_bomb": bool(ways) and all(way.is_bomb for way in ways),
        "only_with_phoenix": bool(sets) and all("PH" in each for each in sets),
        "example": frozenset(case.get("example") or ()) in sets,
    }
    expected = case | {"example": True}
    asked = [name for name in got if name in case]
    return [expected[name] for name in asked], [got[name] for name in asked]


def legality(case: Case) -> Comparison:
    position = Position(
        hand=Held(cards(case["hand"])), top=lying(case["top"]), wish=case["wish"], in_turn=not case["out_of_turn"],
        customs=STRICT,
    )  # fmt: skip
    if case["action"] == "pass":
        return case["expect_legal"], allowed(lambda: check_pass(position))
    return case["expect_legal"], allowed(lambda: check_play(position, cards(case["cards"])))


def two_pack_beats(case: Case) -> Comparison:
    (top,), laid = readings(cards(case["top"])), readings(cards(case["cards"]))
    return case["expect"], any(beats(top, each) for each in laid)


def two_pack_bomb(case: Case) -> Comparison:
    found = readings(cards(case["cards"]))
    return case["expect_type"], found[0].kind.value if found else None


# --- the course of a hand ----------------------------------------------------------------------------------------


def holding(case: Case) -> tuple[bool, ...]:
    return tuple(seat not in case["out"] for seat in range(4))


def step(case: Case) -> int:
    return 1 if case["direction"] == "right" else -1


def lead_after_going_out(case: Case) -> Comparison:
    return case["expect_lead"], lead_of(case["winner_of_trick"], holding(case), step(case))


def hound_lead(case: Case) -> Comparison:
    (partner,) = NANKING.hound_to[case["seat"]]
    return case["expect_lead"], lead_of(partner, holding(case), step(case))


def dragon_gift(case: Case) -> Comparison:
    """Three are out and the last card was the Dragon, or the trick goes on like any other."""
    state = won_by_the_dragon(last=case.get("last_trick_of_round", False))
    if "expect_given_away" in case:
        return case["expect_given_away"], not state.over and state.dragon_must_be_given()
    to = {"opponent": 1, "partner": 2}[case["to"]]
    return case["expect_allowed"], allowed(lambda: state.after(Gather(0, to)))


def won_by_the_dragon(*, last: bool) -> State:
    """Seat 0 has led the Dragon; all others have passed, or one alone still has cards."""
    hands = ("DR" if last else "DR 2j", "" if last else "3j", "" if last else "4j", "5j")
    state = replace(
        begin([PACK[14 * seat : 14 * seat + 14] for seat in range(4)], grand=False),
        hands=tuple(cards(hand.split()) for hand in hands), pushed=((), (), (), ()), turn=0, out=(1, 2) if last else (),
    )  # fmt: skip
    state = state.after(Play(0, single(Special.DRAGON)))
    for seat in () if last else (1, 2, 3):
        state = state.after(Pass(seat))
    return state


def threechu_push(case: Case) -> Comparison:
    seat = DUMMY if case["from"] == "dummy" else DEALER if case["from"] == "dealer" else 1
    duties = THREECHU.duties[seat]
    to_opponents = {duty.to for duty in duties} == set(THREECHU.opponents(seat))
    wanted = case["to"] == "opponent"
    return (case["expect_allowed"], case["cards_per_player"]), (to_opponents == wanted, len(duties))


def threechu_wish(case: Case) -> Comparison:
    seat = {"dealer": DEALER, "dummy": DUMMY}.get(case["who"], 1)
    position = Position(hand=Held(cards(["8j", "Kj"])), top=single(Special.MAH_JONG), wish=8)
    position = replace(position, bound=seat not in THREECHU.free_of_wish)
    return case["expect_must_fulfil"], not allowed(lambda: check_pass(position))


def seigneur_tribute(case: Case) -> Comparison:
    found = [{"from_place": a, "to_place": b, "cards": n} for a, b, n in grand_seigneur.tribute(case["players"])]
    return case["expect"], found


def seigneur_best_cards(case: Case) -> Comparison:
    found = grand_seigneur.best_cards(cards(case["hand"]), case["give"])
    return case["expect_ranks"], [card.rank if isinstance(card, SuitCard) else str(card) for card in found]


CARD_ANSWERS: dict[str, Callable[[Case], Comparison]] = {
    "combos": combos,
    "beats": beaten,
    "wish": wish,
    "legality": legality,
    "seigneur_two_pack_beats": two_pack_beats,
    "seigneur_two_pack_bomb": two_pack_bomb,
    "lead_after_going_out": lead_after_going_out,
    "hound_lead": hound_lead,
    "dragon_gift": dragon_gift,
    "threechu_push": threechu_push,
    "threechu_wish": threechu_wish,
    "seigneur_tribute": seigneur_tribute,
    "seigneur_best_cards": seigneur_best_cards,
}
