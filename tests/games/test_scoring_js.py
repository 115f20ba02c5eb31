"""The phone counts as the server does: static/table/scoring.js, in a browser, beside Python, over whole values."""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from games import models
from games.selectors.matches import Entries, TableMatch, progress
from rules.refusal import Refusal
from scoring import five, match, seigneur
from scoring.hand import LEAST, MOST, STEP, HandRules, Sheet, check_order, score
from scoring.match import ClockPolicy, Length, MatchRules, Reason, Tie, TimeUp
from scoring.outcomes import Terms, table_outcomes
from scoring.plain import to_plain
from scoring.points import COUNTING, Number, hand_scores, match_score, plain_number
from scoring.presets import GERMAN_CHAMPIONSHIP, GRAND_SEIGNEUR_NIGHT, THREECHU_EVENING, TIENTSIN
from scoring.record import Hand, Table
from scoring.regulations import FIVE_CAN_COUNT, WINNABLE, ByeCounts, Counting, PointRules, Regulations
from scoring.variants import Variant

MODULE = Path(settings.BASE_DIR) / "static" / "table" / "scoring.js"
ORACLE = Path(__file__).parents[1] / "data" / "oracle" / "game_end.jsonl"

Case = Sequence[Any]
Answers = list[Any]

# What goes in is frozen, so that whoever changes it fails. What comes out is written down once for each different
# answer; JSON would make null of what is missing and 0 of -0, and these are faults.
ASKING = """
async (text) => {
  const scoring = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const read = (json) => JSON.parse(json, (key, value) => Object.freeze(value));
  const strict = (key, value) =>
    value === undefined || Object.is(value, -0) || value === Infinity || Number.isNaN(value) ? "not plain" : value;
  const packed = (answers) => {
    const numbers = new Map();
    const found = [];
    for (const answer of answers) {
      const text = JSON.stringify(answer, strict);
      if (!numbers.has(text)) numbers.set(text, numbers.size);
      found.push(numbers.get(text));
    }
    return JSON.stringify([[...numbers.keys()], found]);
  };
  const scores = function* ([calls, out, numbers], rules) {
    for (const a of calls) for (const b of out) for (const [points, other_points] of numbers) {
      yield scoring.scoreHand({ calls: a, out: b, points, other_points }, rules);
    }
  };
  window.functions = Object.keys(scoring).sort();
  window.ask = ([name, cases]) => packed(read(cases).map((each) => scoring[name](...each)));
  window.askHands = ([axes, rules]) => packed(scores(read(axes), read(rules)));
}
"""


class Script:
    """The module in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(ASKING, MODULE.read_text())

    def ask(self, name: str, cases: Iterable[Case]) -> Answers:
        """What this function answers to each of these lists of arguments."""
        return self.answers("ask", [name, json.dumps(list(cases))])

    def ask_hands(self, axes: object, rules: object) -> Answers:
        """What `scoreHand` answers to all sheets with these calls, orders and points, combined as `product` does."""
        return self.answers("askHands", [json.dumps(axes), json.dumps(rules)])

    def answers(self, question: str, argument: list[str]) -> Answers:
        different, found = json.loads(self.page.evaluate(question, argument))
        values = [json.loads(text) for text in different]
        return [values[number] for number in found]


@pytest.fixture(scope="module")
def script(browser: Browser) -> Iterator[Script]:
    with browser.new_context() as context:
        yield Script(context.new_page())


def assert_equal(cases: Sequence[object], expected: Answers, got: Answers) -> None:
    """Show the first few cases in which they differ, and not all of a hundred thousand."""
    assert len(cases) == len(expected) == len(got)
    wrong = [each for each in zip(cases, expected, got, strict=True) if each[1] != each[2]]
    assert wrong[:3] == [], f"{len(wrong)} of {len(cases)} differ"


def answer(act: Callable[[], Any]) -> Any:
    """As the module answers: what comes of it, or the refusal."""
    try:
        return act()
    except Refusal as refusal:
        return {"refused": refusal.code, "field": refusal.facts["field"]}


def codes(answers: Answers) -> set[str]:
    return {each["refused"] for each in answers if isinstance(each, dict) and "refused" in each}


def test_there_is_nothing_more_in_it(script: Script):
    assert script.page.evaluate("functions") == [
        "handPoints", "matchState", "placesOf", "pointsOf", "progressOf", "scoreHand", "victorySide",
    ]  # fmt: skip


# --- one hand ------------------------------------------------------------------------------------------------------

CALLS = ("", "T", "GT")
EVERY_POINTS = range(LEAST, MOST + 1, STEP)


def plain_rules(rules: HandRules) -> dict[str, Any]:
    """As the page gets them. Grand Seigneur has neither sides nor points."""
    if rules.variant is Variant.GRAND_SEIGNEUR:
        return {"variant": "grand_seigneur", "seats": None, "grand": rules.grand, "victory": None}
    return {"variant": str(rules.variant), "seats": rules.seats, "grand": rules.grand, "victory": rules.victory}


def plain_sheet(hand: Hand | Sheet) -> dict[str, Any]:
    return {"calls": hand.calls, "out": hand.out, "points": hand.points, "other_points": hand.other_points}


def counted(sheet: Sheet, rules: HandRules) -> dict[str, Any]:
    found = score(sheet, rules)
    return {
        "totals": list(found.totals),
        "card_points": list(found.card_points),
        "bonus": list(found.bonus),
        "made": list(found.made),
        "victory": found.victory,
    }


Axes = tuple[Sequence[tuple[Any, ...]], Sequence[tuple[Any, ...]], Sequence[tuple[int | None, int | None]]]
"""Calls, orders of going out, and points of both sides, which are combined in all ways."""


def compare_hands(script: Script, axes: Axes, rules: HandRules) -> tuple[list[Sheet], Answers]:
    dealer = 0 if rules.variant is Variant.THREECHU else None
    sheets = [
        Sheet(calls=calls, out=out, points=points, other_points=other, dealer=dealer)
        for calls, out, (points, other) in product(*axes)
    ]
    expected = [answer(lambda sheet=sheet: counted(sheet, rules)) for sheet in sheets]
    got = script.ask_hands(axes, plain_rules(rules))
    assert_equal(sheets, expected, got)
    return sheets, got


def orders(seats: int) -> list[tuple[int, ...]]:
    """Everybody who can have gone out in every order, as far as it was written; also beyond a double victory."""
    return [order for length in range(seats + 1) for order in permutations(range(seats), length)]


ALL_POINTS = (None, LEAST - STEP, *EVERY_POINTS, MOST + STEP, 47)


@pytest.mark.parametrize(
    ("grand", "victory", "points"),
    [(True, 200, ALL_POINTS), (False, 100, ALL_POINTS), (True, 100, (None, 50)), (False, 200, (None, 50))],
)
def test_every_sheet_of_four(script: Script, grand: bool, victory: int, points: tuple[int | None, ...]):
    axes = list(product(CALLS, repeat=4)), orders(4), [(each, None) for each in points]
    sheets, got = compare_hands(script, axes, HandRules(grand=grand, double_victory=victory))
    faults = {"out_after_victory", "first_missing", "points_missing", "victory_has_no_points"}
    faults |= {"points_range", "points_step"} if points is ALL_POINTS else set()
    assert codes(got) == (faults if grand else faults | {"grand_forbidden"})
    if grand and points is ALL_POINTS:
        legal = [sheet for sheet, found in zip(sheets, got, strict=True) if "refused" not in found]
        assert sum(len(sheet.out) == 4 or sheet.points is None for sheet in legal) == 40_500


def test_every_number_that_can_be_written_for_one_side_or_both(script: Script):
    numbers = list(product([None, *range(LEAST - 6, MOST + 7)], repeat=2))
    for calls, out in ((("",) * 4, ()), (("T", "", "", "GT"), (1, 3))):
        _, got = compare_hands(script, ([calls], [out], numbers), HandRules())
        faults = {"points_missing", "points_range", "points_step", "points_sum"}
        assert codes(got) == ({"victory_has_no_points"} if out else faults)


def test_a_text_is_no_number(script: Script):
    """Python would not get this far; a page that takes it from a field must not count 50 and 0 as 500."""
    got = script.ask_hands(([("",) * 4], [()], [("50", None), (None, "50"), (50, "50")]), plain_rules(HandRules()))
    fields = ("points", "other_points", "other_points")
    assert got == [{"refused": "points_step", "field": field} for field in fields]


@pytest.mark.parametrize("variant", [Variant.NANKING, Variant.THREECHU, Variant.TIENTSIN])
def test_nonsense_is_refused_for_the_same_reason(script: Script, variant: Variant):
    rules = HandRules(variant=variant, grand=False)
    seats = rules.seats
    calls: list[tuple[Any, ...]] = [(call,) * seats for call in ("", "T", "GT", "t", "toString", None)]
    calls += [("", "GT", "X", "", "", "")[:seats], ("", "X", "GT", "", "", "")[:seats]]
    calls += [(), ("",) * (seats - 1), ("T",) * (seats + 1)]
    some = (-1, 0, 1, 2, seats - 1, seats, None, "0")
    out: list[tuple[Any, ...]] = [order for length in range(4) for order in product(some, repeat=length)]
    out += [(*range(seats), 0), tuple(range(seats + 1)), (0,) * 5, (0, 2, 4, 1, 1), (1, 3, 5, 6)]
    _, got = compare_hands(script, (calls, out, [(None, None), (50, None), (None, 47), (130, -30)]), rules)
    faults = {"call_unknown", "calls_number", "grand_forbidden", "seat_unknown", "seat_out_twice", "first_missing"}
    assert codes(got) >= faults


@pytest.mark.parametrize("victory", [200, 100])
def test_every_sheet_of_threechu(script: Script, victory: int):
    points = [(None, None), (50, None), (None, 125), (-25, 125), (130, None), (45, 50)]
    axes = list(product(CALLS, repeat=4)), orders(4), points
    _, got = compare_hands(script, axes, HandRules(variant=Variant.THREECHU, double_victory=victory))
    assert "grand_by_dealer" in codes(got)


def test_every_order_of_six(script: Script):
    rng = random.Random(6)
    nobody = ("",) * 6
    calls = [(*nobody[:seat], call, *nobody[seat + 1 :]) for seat in range(6) for call in ("T", "GT")]
    calls += [nobody, *(tuple(rng.choices(CALLS, k=6)) for _ in range(10))]
    _, got = compare_hands(script, (calls, orders(6), [(None, None), (35, None)]), HandRules(variant=Variant.TIENTSIN))
    assert codes(got) == {"out_after_victory", "first_missing", "points_missing", "victory_has_no_points"}


@pytest.mark.parametrize("variant", [Variant.NANKING, Variant.TIENTSIN])
def test_a_victory_is_seen_as_soon_as_it_is_there(script: Script, variant: Variant):
    rules = HandRules(variant=variant)
    cases = [[out, rules.seats] for out in orders(rules.seats)]
    expected = [check_order(out[: rules.seats // 2], rules) for out, _ in cases]
    assert set(expected) == {None, 0, 1}
    assert_equal(cases, expected, script.ask("victorySide", cases))


def test_places_of_a_grand_seigneur(script: Script):
    rng = random.Random(12)
    cases = [(seigneur_sheet(rng, players), players) for players in range(4, 14) for _ in range(600)]
    expected = [
        answer(lambda sheet=sheet, players=players: {"places": list(seigneur.places(sheet, players))})
        for sheet, players in cases
    ]
    got = script.ask("placesOf", [[plain_sheet(sheet), players] for sheet, players in cases])
    assert_equal(cases, expected, got)
    assert sum("places" in each for each in got) > 2000
    assert codes(got) == {
        "seigneur_players", "seigneur_calls", "calls_number", "seigneur_points", "seat_unknown", "seat_out_twice",
        "order_incomplete",
    }  # fmt: skip


def seigneur_sheet(rng: random.Random, players: int) -> Sheet:
    """Mostly right: somebody missing, twice or unknown, calls and points happen now and then."""
    out = rng.sample(range(players), players)[: rng.choice((players, players, players - 1, players - 2))]
    if rng.random() < 0.1:
        out[rng.randrange(len(out))] = rng.choice((-1, 0, players))
    calls = [""] * rng.choice((0, 0, 0, players, players, players - 1))
    if calls and rng.random() < 0.1:
        calls[rng.randrange(len(calls))] = rng.choice(("T", "X"))
    points, other = (rng.choice((None,) * 15 + (0, 50)) for _ in range(2))
    return Sheet(calls=tuple(calls), out=tuple(out), points=points, other_points=other)


# --- a match of two sides ----------------------------------------------------------------------------------------


def test_the_ends_of_games_that_others_have_judged(script: Script):
    known = [json.loads(line) for line in ORACLE.read_text().splitlines()]
    assert len(known) > 200
    cases = [
        (each.get("hands") or [each["totals_after_hand"]], to_plain(MatchRules(target=each["target"]), whole=True))
        for each in known
    ]
    # hands after the end are refused: then how did it stand there?
    ended = [each["number"] - 1 if "refused" in each else None for each in script.ask("matchState", cases)]
    cut = [(hands[:end], rules) for (hands, rules), end in zip(cases, ended, strict=True)]
    got = [
        {
            "over": state["over"],
            "winner": state["winner"],
            "ends_after_hand": len(played) if state["over"] else None,
            "final": state["totals"],
            "surplus_hands": len(hands) - len(played),
        }
        for state, (played, _), (hands, _) in zip(script.ask("matchState", cut), cut, cases, strict=True)
    ]
    expected = [each["expect"] for each in known]
    asked = [{name: each[name] for name in wanted} for each, wanted in zip(got, expected, strict=True)]
    assert_equal(known, expected, asked)


def match_rules(rng: random.Random) -> MatchRules:
    """Any length, short enough to end, to be drawn and to be played beyond its end."""
    length = rng.choice(list(Length))
    target = rng.choice((None, 100, 200, 200, 300, 500, 1000))
    tie = rng.choice(list(Tie))
    if length is Length.HANDS:
        return MatchRules(length=length, hands=rng.randint(1, 6), tie=tie)
    if length is Length.CLOCK:
        return MatchRules(length=length, target=target, clock=rng.choice(list(ClockPolicy)), tie=tie)
    return MatchRules(length=length, target=target, games=rng.choice((1, 3, 5)) if length is Length.BEST_OF else None)


def time_up(rng: random.Random, rules: MatchRules) -> TimeUp | None:
    if rng.random() < (0.15 if rules.clock else 0.98):
        return None
    running = rng.random() < 0.5
    return TimeUp(hand=rng.randint(int(running), 6), running=running)


def sheet_of(rng: random.Random, rules: HandRules, *, faults: float = 0.02) -> Hand:
    """A hand as it could be played; often an even one, so that there are ties."""
    seats = rules.seats
    if rng.random() < faults:
        return Hand(calls=("",) * rng.choice((seats, 3)), out=(0, 0), points=50)
    if rng.random() < 0.3:
        return Hand(calls=("",) * seats, out=(), points=50)
    grand = [seat for seat in range(seats) if rules.grand and (rules.variant is not Variant.THREECHU or seat % 2)]
    calls = tuple(rng.choice(("", "", "", "T", *(["GT"] if seat in grand else []))) for seat in range(seats))
    out = tuple(rng.sample(range(seats), seats))
    if len({seat % 2 for seat in out[: seats // 2]}) == 1:
        return Hand(calls=calls, out=out[: seats // 2])
    mine, points = rng.random() < 0.5, rng.choice(EVERY_POINTS)
    return Hand(calls=calls, out=out, points=points if mine else None, other_points=None if mine else points)


def plain_time_up(clock: TimeUp | None) -> dict[str, Any] | None:
    return None if clock is None else {"hand": clock.hand, "running": clock.running}


def test_thousands_of_matches_of_two_sides(script: Script):
    rng = random.Random(1000)
    cases, expected = [], []
    for _ in range(1500):
        rules = match_rules(rng)
        clock = time_up(rng, rules)
        hands = [score(sheet_of(rng, HandRules(), faults=0).sheet(), HandRules()).totals for _ in range(12)]
        for number in range(len(hands) + 1):
            cases.append((hands[:number], to_plain(rules, whole=True), plain_time_up(clock)))
            expected.append(stands(hands[:number], rules, clock))
            if "refused" in expected[-1]:
                break
    assert_equal(cases, expected, script.ask("matchState", cases))
    assert {each["reason"] for each in expected if "reason" in each} == {str(reason) for reason in Reason}
    assert {each["winner"] for each in expected if each.get("over")} == {0, 1, None}
    assert max(len(each.get("games", ())) for each in expected) == 5
    assert codes(expected) == {"surplus_hand", "settings_contradict"}


def test_every_score_around_the_target(script: Script):
    lengths = [
        MatchRules(target=target, length=length, games=games, clock=clock)
        for target in (None, 500)
        for length, games, clock in (
            (Length.TARGET, None, None), (Length.BEST_OF, 1, None), (Length.BEST_OF, 3, None),
            (Length.CLOCK, None, ClockPolicy.STOP),
        )
    ]  # fmt: skip
    cases, expected = [], []
    for rules in lengths:
        goal = rules.target or match.USUAL_TARGET
        for totals in product(range(goal - 3 * STEP, goal + 4 * STEP, STEP), repeat=2):
            cases.append(([totals], to_plain(rules, whole=True), None))
            expected.append(stands([totals], rules, None))
    assert_equal(cases, expected, script.ask("matchState", cases))


def stands(hands: Sequence[tuple[int, int]], rules: MatchRules, clock: TimeUp | None) -> dict[str, Any]:
    try:
        state = match.evaluate(hands, rules, time_up=clock)
    except Refusal as refusal:
        return numbered(refusal, refusal.facts["value"])
    return {
        "totals": list(state.totals),
        "games": [{"hands": game.hands, "totals": list(game.totals), "winner": game.winner} for game in state.games],
        "games_won": list(state.games_won),
        "over": state.over,
        "winner": state.winner,
        "reason": str(state.reason),
    }


def numbered(refusal: Refusal, number: object) -> dict[str, Any]:
    """With the number of the hand that is to blame, if one is."""
    found = {"refused": refusal.code, "field": refusal.facts["field"], "number": number}
    return found if isinstance(number, int) else {name: found[name] for name in ("refused", "field")}


# --- a match at any table ----------------------------------------------------------------------------------------


def lines_of(regulations: Regulations, players: int) -> list[tuple[int | None, ...]]:
    """Who has which line of the sheet, as the table's page is told: hand by hand until it begins again."""
    teams = [models.Team(number=number) for number in range(players)]
    terms = Terms(hand=regulations.hand, match=regulations.stages[0].match, points=regulations.stages[0].points)
    at = TableMatch(
        row=models.Table(number=1), seats=[models.Seat(team=team) for team in teams], entries=Entries(),
        regulations=regulations, terms=terms,
    )  # fmt: skip
    return [at.playing(position) for position in range(players if at.in_turn else 1)]


LINES = {
    Variant.NANKING: {4: [(0, 1, 2, 3)], 5: lines_of(GERMAN_CHAMPIONSHIP, 5)},
    Variant.TIENTSIN: {6: lines_of(TIENTSIN, 2)},
    Variant.THREECHU: {3: lines_of(THREECHU_EVENING, 3)},
    Variant.GRAND_SEIGNEUR: {players: lines_of(GRAND_SEIGNEUR_NIGHT, players) for players in range(5, 13)},
}


def plain_terms(table: Table, terms: Terms) -> dict[str, Any]:
    players = len(table.seats)
    return {
        "rules": plain_rules(terms.hand),
        "match": to_plain(terms.match, whole=True),
        "points": to_plain(terms.points, whole=True),
        "turns": LINES[terms.hand.variant][players],
        "timeUp": plain_time_up(table.time_up),
        "players": players,
    }


def plain_case(table: Table, terms: Terms) -> Case:
    return [plain_sheet(hand) for hand in table.hands], plain_terms(table, terms)


def stands_at(table: Table, terms: Terms) -> dict[str, Any]:
    try:
        found = progress(table, terms)
    except Refusal as refusal:
        return numbered(refusal, to_blame(refusal, table, terms))
    return {
        "hands": [list(hand) for hand in found.hands],
        "totals": list(found.totals),
        "over": found.over,
        "winner": found.winner,
        "reason": str(found.reason),
        "games": None if found.games is None else list(found.games),
    }


def to_blame(refusal: Refusal, table: Table, terms: Terms) -> object:
    """The number of the surplus hand, or of the first that is refused by itself."""
    if refusal.code in ("surplus_hand", "settings_contradict"):
        return refusal.facts["value"]
    for number, hand in enumerate(table.hands, start=1):
        alone = Table(number=1, seats=table.seats, hands=(hand,))
        try:
            if terms.hand.variant is Variant.GRAND_SEIGNEUR:
                seigneur.places(hand.sheet(), len(table.seats))
            else:
                hand_scores(alone, terms.hand)
        except Refusal:
            return number
    raise AssertionError(refusal)


def growing(rng: random.Random, terms: Terms, players: int, most: int, clock: TimeUp | None = None) -> Iterator[Table]:
    """A table after every hand, until it refuses one."""
    seats = tuple("abcdefghijkl"[:players])
    hands: list[Hand] = []
    while len(hands) <= most:
        yield Table(number=1, seats=seats, hands=tuple(hands), time_up=clock)
        if terms.hand.variant is Variant.GRAND_SEIGNEUR:
            sheet = seigneur_sheet(rng, players) if rng.random() < 0.03 else None
            out = tuple(rng.sample(range(players), players))
            hands.append(Hand(out=out) if sheet is None else Hand(calls=sheet.calls, out=sheet.out))
        else:
            hands.append(sheet_of(rng, terms.hand))


def compare_tables(script: Script, tables: Iterable[tuple[Table, Terms]]) -> Answers:
    cases = list(tables)
    expected = [stands_at(table, terms) for table, terms in cases]
    got = script.ask("progressOf", [plain_case(table, terms) for table, terms in cases])
    assert_equal(cases, expected, got)
    return got


def fixed(rng: random.Random, *numbers: int) -> MatchRules:
    return MatchRules(length=Length.HANDS, hands=rng.choice(numbers), tie=rng.choice(list(Tie)))


def test_tables_of_two_sides(script: Script):
    rng = random.Random(4)
    tables = []
    for _ in range(700):
        variant = rng.choice((Variant.NANKING, Variant.TIENTSIN))
        hand = HandRules(variant=variant, grand=rng.random() < 0.5, double_victory=rng.choice((100, 200)))
        terms = Terms(hand=hand, match=match_rules(rng), points=PointRules())
        clock = time_up(rng, terms.match)
        tables += [(table, terms) for table in growing(rng, terms, hand.seats, 8, clock)]
    got = compare_tables(script, tables)
    assert {each["reason"] for each in got if "reason" in each} == {str(reason) for reason in Reason}
    assert codes(got) == {"surplus_hand", "settings_contradict", "seat_out_twice", "calls_number"}


ALONE = [(Variant.THREECHU, 3, (3, 6, 9)), (Variant.NANKING, 5, (2, 3, 4, 5, 8))]
ALONE += [(Variant.GRAND_SEIGNEUR, players, (1, 2, 5)) for players in range(5, 13)]


@pytest.mark.parametrize(("variant", "players", "lengths"), ALONE)
def test_tables_where_everybody_plays_alone(script: Script, variant: Variant, players: int, lengths: tuple[int, ...]):
    rng = random.Random(players)
    tables = []
    for _ in range(60):
        hand = HandRules(variant=variant, double_victory=rng.choice((100, 200)))
        terms = Terms(hand=hand, match=fixed(rng, *lengths), points=PointRules())
        tables += [(table, terms) for table in growing(rng, terms, players, 11)]
    got = compare_tables(script, tables)
    assert {each["reason"] for each in got if "reason" in each} == {"running", "hands_played"}
    assert codes(got) > {"surplus_hand"}


# --- tournament points -------------------------------------------------------------------------------------------


def point_rules(rng: random.Random, counting: Counting) -> PointRules:
    loss = rng.randint(-2, 2)
    draw = loss + rng.randint(0, 2)
    win = draw + rng.randint(1, 3)
    return PointRules(
        counting=counting, win=win, draw=draw, loss=loss,
        double=win + rng.randint(0, 2) if counting is Counting.HANDS and rng.random() < 0.7 else None,
        scale=rng.choice((20, 20, 25, 1, 7, 100, 1_000_000)), margin=rng.choice((1000, 500, 333, 77, 1)),
        cap=rng.choice((None, 1, 50, 300)) if counting in (Counting.DIFFERENCE, Counting.AVERAGE) else None,
        bye=ByeCounts.WIN if counting in WINNABLE else ByeCounts.AVERAGE,
    )  # fmt: skip


def plain_numbers(numbers: Iterable[Number]) -> list[int | float | None]:
    return [plain_number(number) for number in numbers]


def points_at(table: Table, terms: Terms) -> Any:
    """What the table gives once it is over; counting by hands, what the hands so far give."""
    try:
        over = progress(table, terms).over
    except Refusal as refusal:
        return numbered(refusal, to_blame(refusal, table, terms))
    counting = terms.points.counting
    if counting in (Counting.PLACES, Counting.QUARTET_RANKS) or not (over or counting is Counting.HANDS):
        return None
    if len(table.seats) in (three_or_five := (3, 5)) and over:
        return plain_numbers(outcome.points for outcome in table_outcomes(table, terms))
    if len(table.seats) in three_or_five:
        return [sum(by_hand(table, terms, seat)) for seat in range(len(table.seats))]
    return plain_numbers(COUNTING[counting](match_score(table, terms.hand, terms.match), terms.points))


def by_hand(table: Table, terms: Terms, seat: int) -> Iterator[Number]:
    """What somebody at an unfinished table of five has from every hand he has played."""
    for at, hand in enumerate(table.hands):
        if seat in five.playing(at):
            yield hand_points(hand, terms)[five.playing(at).index(seat) % 2]


def hand_points(hand: Hand, terms: Terms) -> tuple[Number, Number]:
    one_hand = MatchRules(length=Length.HANDS, hands=1, tie=Tie.DRAW)
    alone = Table(number=1, seats=("a", "b", "c", "d"), hands=(hand,))
    return COUNTING[Counting.HANDS](match_score(alone, terms.hand, one_hand), terms.points)


def compare_points(script: Script, cases: Sequence[tuple[Table, Terms]]) -> Answers:
    expected = [points_at(table, terms) for table, terms in cases]
    got = script.ask("pointsOf", [plain_case(table, terms) for table, terms in cases])
    assert_equal(cases, expected, got)
    return got


@pytest.mark.parametrize("counting", [each for each in Counting if each is not Counting.PLACES])
def test_points_of_two_sides(script: Script, counting: Counting):
    rng = random.Random(str(counting))
    tables = []
    for _ in range(150):
        variant = rng.choice((Variant.NANKING, Variant.TIENTSIN))
        hand = HandRules(variant=variant, double_victory=rng.choice((100, 200)))
        rules = rng.choice((match_rules(rng), fixed(rng, 1, 2, 4)))
        terms = Terms(hand=hand, match=rules, points=point_rules(rng, counting))
        tables += [(table, terms) for table in growing(rng, terms, hand.seats, 6, time_up(rng, rules))]
    got = compare_points(script, tables)
    assert any(isinstance(each, list) for each in got) is (counting is not Counting.QUARTET_RANKS)
    assert (None in got) is (counting is not Counting.HANDS)
    assert "surplus_hand" in codes(got)


@pytest.mark.parametrize("side", [0, 1])
def test_every_margin(script: Script, side: int):
    """A double victory can be made to count anything, so one hand is enough for any margin."""
    rng = random.Random(side)
    out = (side, side + 2)
    table = Table(number=1, seats=tuple("abcd"), hands=(Hand(calls=("",) * 4, out=out),))
    shapes = [(20, 1000), *((rng.randint(1, 200), rng.randint(1, 1500)) for _ in range(10)), (1_000_000, 997)]
    cases = [
        (
            table,
            Terms(
                hand=HandRules(double_victory=margin),
                match=MatchRules(length=Length.HANDS, hands=1, tie=Tie.DRAW),
                points=PointRules(counting=Counting.MARGIN, scale=scale, margin=most),
            ),
        )
        for scale, most in shapes
        for margin in range(0, 1200, STEP)
    ]
    got = compare_points(script, cases)
    assert got[50] == ([13.97, 6.03] if side == 0 else [6.03, 13.97])


@pytest.mark.parametrize("counting", FIVE_CAN_COUNT)
def test_points_at_a_table_of_five(script: Script, counting: Counting):
    rng = random.Random(str(counting))
    tables = []
    for _ in range(40):
        terms = Terms(hand=HandRules(), match=fixed(rng, 4, 8), points=point_rules(rng, counting))
        tables += [(table, terms) for table in growing(rng, terms, five.PLAYERS, 11)]
    got = compare_points(script, tables)
    assert any(isinstance(each, list) for each in got)


def test_points_where_there_are_no_sides(script: Script):
    """In Threechu everybody's own; places are not said."""
    rng = random.Random(3)
    tables = []
    for variant, players, counting in (
        (Variant.THREECHU, 3, Counting.POINTS),
        (Variant.GRAND_SEIGNEUR, 5, Counting.PLACES),
        (Variant.GRAND_SEIGNEUR, 9, Counting.PLACES),
    ):
        for _ in range(50):
            terms = Terms(hand=HandRules(variant=variant), match=fixed(rng, 3, 6), points=point_rules(rng, counting))
            tables += [(table, terms) for table in growing(rng, terms, players, 7)]
    got = compare_points(script, tables)
    assert {len(each) for each in got if isinstance(each, list)} == {3}


def test_what_one_hand_gives(script: Script):
    rng = random.Random(1)
    cases = []
    for _ in range(3000):
        counting = rng.choice((*Counting, *[Counting.HANDS] * 10))
        terms = Terms(hand=HandRules(), match=MatchRules(), points=point_rules(rng, counting))
        cases.append((sheet_of(rng, terms.hand), terms))
    expected = [
        answer(lambda hand=hand, terms=terms: list(hand_points(hand, terms)))
        if terms.points.counting is Counting.HANDS
        else None
        for hand, terms in cases
    ]
    plain = [
        [plain_sheet(hand), {"rules": plain_rules(terms.hand), "points": to_plain(terms.points, whole=True)}]
        for hand, terms in cases
    ]
    assert_equal(cases, expected, script.ask("handPoints", plain))
    assert codes(expected) == {"seat_out_twice", "calls_number"}
