"""Ask our code every case of a folder of oracle files: `python -m tests.conformance [FOLDER]`.

A file has one JSON object a line. Each case that is answered wrongly is printed and, as the last line, how many passed
and failed.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from rules.refusal import Refusal
from rules.variants import grand_seigneur
from scoring import seigneur, threechu
from scoring.calls import check_in_time
from scoring.counting import score_cards
from scoring.hand import HandRules, HandScore, Sheet, check_whole_order, score
from scoring.match import Length, MatchRules, at_target, check_variant, evaluate
from scoring.paper import is_possible
from scoring.variants import Variant
from tests.conformance_cards import CARD_ANSWERS, Case, Comparison, allowed, cards

CASES = Path(__file__).parent / "data" / "oracle"

# --- one hand ----------------------------------------------------------------------------------------------------


def said(result: HandScore, victory: str) -> Case:
    """A score in the words of the oracle."""
    return {
        victory: result.victory,
        "card_points": list(result.card_points),
        "tichu_bonus": list(result.bonus),
        "hand_total": list(result.totals),
    }


def from_cards(case: Case, rules: HandRules) -> HandScore:
    return score_cards(
        [cards(pile) for pile in case["tricks_won"]], cards(case["last_hand"]), case["finish_order"], case["calls"],
        rules, complete="partial" not in case.get("note", ""),
    )  # fmt: skip


def full(case: Case) -> Comparison:
    return case["expect"], said(from_cards(case, HandRules()), "double_victory_team")


def tientsin_score(case: Case) -> Comparison:
    return case["expect"], said(from_cards(case, HandRules(variant=Variant.TIENTSIN)), "triple_victory_team")


def from_summary(case: Case) -> HandScore:
    """A case has the whole order of going out; our own sheets need less."""
    points, other = case["card_points"] or (None, None)
    out = tuple(case["finish_order"])
    check_whole_order(out, HandRules())
    return score(Sheet(calls=tuple(case["calls"]), out=out, points=points, other_points=other), HandRules())


def summary(case: Case) -> Comparison:
    return case["expect"], said(from_summary(case), "double_victory_team")


def invalid(case: Case) -> Comparison:
    return "refused", "allowed" if allowed(lambda: from_summary(case)) else "refused"


def validity(case: Case) -> Comparison:
    return case["expect_possible"], possible(case["calls"], case["totals"])


def possible(calls: list[str], totals: list[int]) -> bool:
    try:
        return is_possible(calls, (totals[0], totals[1]), HandRules())
    except Refusal:
        return False


# --- hands that were really played -------------------------------------------------------------------------------


def recorded_full(case: Case) -> Comparison:
    return case["match_seed_scoring"], agrees(case, from_cards(case, HandRules()))


def recorded_summary(case: Case) -> Comparison:
    first = case["first_out"]
    sheet = Sheet(
        calls=tuple(case["calls"]),
        out=(first, (first + 2) % 4) if case["double_victory"] else (first,),
        points=None if case["double_victory"] else case["card_points"][0],
        other_points=None if case["double_victory"] else case["card_points"][1],
    )
    return case["match_seed_scoring"], agrees(case, score(sheet, HandRules()))


def recorded_totals(case: Case) -> Comparison:
    return case["match_seed_scoring"], possible(case["calls"], case["recorded_total"])


def agrees(case: Case, result: HandScore) -> bool:
    booked = case["card_points"], case["recorded_total"]
    return booked == (list(result.card_points), list(result.totals))


# --- a match -----------------------------------------------------------------------------------------------------


def totals(case: Case) -> Comparison:
    verdict = at_target(tuple(case["totals_after_hand"]), case["target"])
    return case["expect"], {"over": verdict.over, "winner": verdict.winner}


def hands(case: Case) -> Comparison:
    """Hands after the end are refused; our code says where the end was."""
    rules = MatchRules(target=case["target"])
    played = [(hand[0], hand[1]) for hand in case["hands"]]
    try:
        state = evaluate(played, rules)
    except Refusal as refusal:
        played = played[: refusal.facts["ended"]]
        state = evaluate(played, rules)
    got = {
        "over": state.over,
        "winner": state.winner,
        "ends_after_hand": len(played) if state.over else None,
        "final": list(state.totals),
        "surplus_hands": len(case["hands"]) - len(played),
    }
    return case["expect"], {name: got[name] for name in case["expect"]}


# --- variants ----------------------------------------------------------------------------------------------------

THREECHU = HandRules(variant=Variant.THREECHU)


def threechu_game(case: Case) -> Comparison:
    names = [name for name in case["expect"]["individual_totals"] if name != "dummy"]
    played = [threechu_hand(hand, names) for hand in case["hands"]]
    individual = threechu.individual_totals(played)
    got = {
        "hand_totals": [list(hand.totals) for hand in played],
        "individual_totals": dict(zip(names, individual, strict=True)) | {"dummy": sum(h.totals[0] for h in played)},
        "length_ok": threechu_length_allowed(len(played)),
    }
    booked = [[hand["hand_total"]["dealer_side"], hand["hand_total"]["opponents"]] for hand in case["hands"]]
    return {"hand_totals": booked} | case["expect"], got


def threechu_hand(hand: Case, names: list[str]) -> threechu.ThreechuHand:
    """The dealer on seat 0, the dummy on seat 2; 200 card points stand for a double victory."""
    seats = [hand["dealer"], hand["opponents"][0], "dummy", hand["opponents"][1]]
    first = seats.index(hand["first_out"])
    points = hand["card_points"]["dealer_side"], hand["card_points"]["opponents"]
    double = 200 in points
    sheet = Sheet(
        calls=tuple(hand["calls"][name] for name in seats),
        out=(first, (first + 2) % 4) if double else (first,),
        points=None if double else points[0],
        other_points=None if double else points[1],
        dealer=0,
    )
    return threechu.hand_of(sheet, THREECHU, dealer=names.index(hand["dealer"]))


def threechu_length_allowed(number: int) -> bool:
    return allowed(lambda: check_variant(MatchRules(length=Length.HANDS, hands=number), Variant.THREECHU))


def threechu_length(case: Case) -> Comparison:
    return case["expect_allowed"], threechu_length_allowed(case["hands"])


def threechu_next_dealer(case: Case) -> Comparison:
    return case["expect"], threechu.next_dealer(case["dealer"], case["seated_left_order"])


def call_in(variant: Variant) -> Callable[[Case], Comparison]:
    """Who may call what until when."""

    def call(case: Case) -> Comparison:
        return case["expect_legal"], allowed(
            lambda: check_in_time(
                case["call"],
                HandRules(variant=variant),
                seat=case.get("seat", 0),
                cards_taken=case.get("cards_already_taken", 0),
                cards_played=case.get("cards_played", case.get("own_cards_played", 0)),
                with_dummy=case.get("who") in ("dealer", "dummy"),
            )
        )

    return call


def seigneur_seating(case: Case) -> Comparison:
    names = sorted(case["finish_order"])
    sheet = Sheet(calls=(), out=tuple(names.index(name) for name in case["finish_order"]))
    places = dict(zip(names, seigneur.places(sheet, len(names)), strict=True))
    by_place = {place: name for name, place in places.items()}
    expected = case["expect_places"], case["expect_great_lord"], case["expect_wretch"]
    return expected, (places, by_place[1], by_place[len(names)])


def seigneur_players(case: Case) -> Comparison:
    return case["expect_allowed"], allowed(lambda: grand_seigneur.check_players(case["players"]))


def seigneur_packs(case: Case) -> Comparison:
    return case["expect_packs_recommended"], grand_seigneur.packs(case["players"])


ANSWERS: dict[str, Callable[[Case], Comparison]] = {
    **CARD_ANSWERS,
    "full": full,
    "summary": summary,
    "invalid": invalid,
    "validity": validity,
    "recorded full": recorded_full,
    "recorded summary": recorded_summary,
    "recorded totals": recorded_totals,
    "totals": totals,
    "hands": hands,
    "tientsin_score": tientsin_score,
    "threechu_game": threechu_game,
    "threechu_length": threechu_length,
    "threechu_next_dealer": threechu_next_dealer,
    "threechu_call": call_in(Variant.THREECHU),
    "tientsin_call": call_in(Variant.TIENTSIN),
    "nanking_call": call_in(Variant.NANKING),
    "seigneur_seating": seigneur_seating,
    "seigneur_players": seigneur_players,
    "seigneur_packs": seigneur_packs,
}


def kind_of(case: Case, path: Path) -> str:
    """Its `kind`; a recorded hand has a `level` instead; else the file says it."""
    if "level" in case:
        return f"recorded {case['level']}"
    return str(case.get("kind", path.stem))


def fault(case: Case, path: Path) -> str | None:
    """What is wrong with our answer, if anything is."""
    kind = kind_of(case, path)
    if kind not in ANSWERS:
        return f"nobody answers the kind {kind!r}"
    try:
        expected, got = ANSWERS[kind](case)
    except Exception as error:
        return f"expected an answer of the kind {kind!r}, got {type(error).__name__}: {error}"
    return None if got == expected else f"expected {expected}, got {got}"


def results(paths: Iterable[Path]) -> Iterator[tuple[str, str | None]]:
    """Every case's name and its fault."""
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            if line.strip():
                try:
                    case = json.loads(line)
                except json.JSONDecodeError:
                    yield f"{path.name} line {number}", f"expected JSON, got {line[:60]!r}"
                else:
                    yield f"{path.name} {case.get('id', f'line {number}')}", fault(case, path)


def ask(paths: Iterable[Path]) -> int:
    """Ask all cases of these files and print the faults; 1 if there are any, or if there was nothing to ask."""
    passed = failed = 0
    for name, wrong in results(paths):
        if wrong is None:
            passed += 1
        else:
            failed += 1
            print(f"{name}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0 or passed == 0)


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else CASES
    paths = sorted(folder.glob("*.jsonl"))
    if not paths:
        print(f"There are no .jsonl files in {folder}.")
    return ask(paths)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
