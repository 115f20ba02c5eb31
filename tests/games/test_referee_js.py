"""The referee's page rules as the server does: static/referee/rules.js, in a browser, beside Python."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from rules.cards import PACK
from rules.combinations import Combination, Kind, readings
from rules.customs import TableRules
from rules.plays import Held, plays
from rules.referee import Position
from rules.variants.nanking import NANKING
from rules.verdict import BROKEN, LED, MOST_WAYS, judge
from tests.conformance_cards import cards, lying
from tests.rules.playing import dealt

MODULE = Path(settings.BASE_DIR) / "static" / "referee" / "rules.js"
ORACLE = Path(__file__).parents[1] / "data" / "oracle"

ASKING = """
async (text) => {
  const rules = await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  window.read = (cases) => cases.map((cards) => rules.readings(cards));
  window.beat = (cases) => cases.map(([top, cards]) => rules.readings(cards).some((each) => rules.beats(top, each)));
  window.judge = (cases) => cases.map(([situation, cards]) => {
    const found = rules.judge(situation, cards);
    const rule = found.played ? rules.ruleOfPlay(situation, found.played, found.ways) : "";
    return { ...found, rule };
  });
}
"""


@pytest.fixture
def script(browser: Browser) -> Page:
    context = browser.new_context()
    page = context.new_page()
    page.evaluate(ASKING, MODULE.read_text())
    yield page
    context.close()


def cases_in(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (ORACLE / f"{name}.jsonl").read_text().splitlines()]


def plain(combination: Combination | None) -> dict[str, Any] | None:
    if combination is None:
        return None
    return {
        "kind": combination.kind.value,
        "rank": combination.rank,
        "cards": [str(card) for card in combination.cards],
    }


def test_it_reads_cards_as_python_does(script: Page):
    luck = random.Random(1)
    asked = [case["cards"] for case in cases_in("combos")]
    asked += [[str(card) for card in luck.sample(PACK, luck.randint(1, 7))] for _ in range(2_000)]
    for found, each in zip(ask(script, "read", asked), asked, strict=True):
        assert found == [plain(reading) for reading in readings(cards(each))], each


def ask(script: Page, what: str, cases: list[Any]) -> list[Any]:
    return script.evaluate(f"(cases) => window.{what}(cases)", cases)


def test_it_knows_what_beats_what(script: Page):
    asked = [(case["top"] | {"kind": case["top"]["type"]}, case["cards"]) for case in cases_in("beats")]
    assert ask(script, "beat", asked) == [case["expect"] for case in cases_in("beats")]


def situations() -> list[tuple[Position, list[str]]]:
    """Those of the oracle, and some that come up by chance, in turn and out of it, under both customs."""
    found = []
    strict = TableRules(bomb_instead_of_wish=False)
    for case in cases_in("legality"):
        position = Position(
            hand=Held(cards(case["hand"])), top=lying(case["top"]), wish=case["wish"], in_turn=not case["out_of_turn"],
            customs=strict,
        )  # fmt: skip
        found.append((position, case["cards"]))
    luck = random.Random(2)
    for _ in range(400):
        one, other, *_rest = dealt(NANKING, luck)
        led = [each for each in plays(Held(other), None) if each.kind is not Kind.HOUND]
        hand = luck.sample(one, luck.randint(1, 10))
        laid = luck.choice([*plays(Held(tuple(hand)), None)]).cards
        position = Position(
            hand=Held(tuple(hand)), top=luck.choice([None, luck.choice(led)]),
            wish=luck.choice([None, luck.randint(2, 14)]), in_turn=luck.random() < 0.8,
            customs=luck.choice([strict, TableRules()]),
        )  # fmt: skip
        found.append((position, [str(card) for card in laid]))
    return found


def test_it_rules_as_python_does(script: Page):
    """Allowed or not and why, by which rule, whether the wish binds and by which cards, whether one may pass."""
    asked = situations()
    given = [
        (
            {
                "hand": [str(card) for card in position.hand.cards],
                "top": plain(position.top),
                "wish": position.wish,
                "inTurn": position.in_turn,
                "customs": {"bomb_instead_of_wish": position.customs.bomb_instead_of_wish},
            },
            laid,
        )
        for position, laid in asked
    ]
    rules = {rule.name: rule for rule in BROKEN.values()} | {kind.value: rule for kind, rule in LED.items()}
    refused = 0
    for found, (position, laid) in zip(ask(script, "judge", given), asked, strict=True):
        verdict = judge(position, cards(laid))
        code = "" if verdict.refusal is None else verdict.refusal.code
        refused += code != ""
        assert found["code"] == code, (position, laid)
        assert found["played"] == plain(verdict.played)
        if verdict.played is not None:
            assert (rules.get(found["rule"]) or found["rule"]) in (verdict.rule, verdict.rule.name)
        assert (found["noPass"] or [""])[0] == (verdict.no_pass.code if verdict.no_pass else "")
        assert bool(found["ways"]) is verdict.must_fulfil
        if len(found["ways"]) < MOST_WAYS:
            assert {frozenset(way) for way in found["ways"]} == {frozenset(map(str, way.cards)) for way in verdict.ways}
    assert 100 < refused < len(asked) - 100
