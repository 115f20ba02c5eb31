"""A hand entered on a phone, in a real browser: every gesture, every variant, and for everybody."""

import random
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games.models import Account
from games.selectors.matches import match_at
from scoring.hand import HandRules
from scoring.match import Length, MatchRules
from scoring.presets import PRESETS
from scoring.record import Hand
from scoring.variants import Variant
from tests.browsing import LOOKS, sign_in_without_form
from tests.games.acting import hand_by_chance, small_swiss
from tests.journeys.tapping import PAIRS, SMALL, USUAL, Hall, Phone, of_hands, phone
from tests.journeys.test_foundation import LAPTOP, overflows, violations
from tests.waiting import let_pass


@pytest.fixture
def hall(director: Account) -> Hall:
    """Two pairs who play four hands."""
    return Hall(director, of_hands(4), PAIRS)


def sheet(calls: tuple[str, ...], out: tuple[int, ...], points: int | None = None) -> Hand:
    return Hand(calls=calls, out=out, points=points)


# --- one hand ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, USUAL])
def test_an_ordinary_hand_takes_few_taps_and_is_counted_before_it_is_saved(browser, site: str, hall: Hall, size):
    one, two, _three, _four = hall.names()
    player = phone(browser, site, hall.link_of(one).token, size=size)
    player.calls(**{one: "Tichu"})
    player.out(one, two)
    player.points(30)
    assert player.sums() == ["This hand +130 +70", "Total 130 70"]
    assert hall.hands() == []
    player.save()
    player.wait_until_confirmed(1)
    assert player.taps <= 8
    assert hall.hands() == [sheet(("T", "", "", ""), (0, 1), 30)]
    expect(player.page.locator("#which")).to_have_text("Hand 2 of 4")
    assert not overflows(player.page)
    assert violations(player.page) == []
    player.close()


@pytest.mark.parametrize(
    ("calls", "out", "points", "counted"),
    [
        ({}, (0, 1), 50, "+50 +50"),
        ({0: "Tichu"}, (1, 0), 60, "−40 +40"),
        ({0: "Grand Tichu"}, (0, 3), 125, "+325 −25"),
        ({2: "Grand Tichu", 1: "Tichu"}, (1, 2), -25, "−225 +225"),
        ({0: "Tichu", 1: "Tichu", 3: "Tichu"}, (0, 1, 2), 100, "+200 −200"),
    ],
)
def test_every_kind_of_call_counts_for_the_side_that_made_or_missed_it(
    browser, site: str, hall: Hall, calls, out, points, counted
):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    player.calls(**{names[line]: call for line, call in calls.items()})
    player.out(*(names[line] for line in out))
    player.points(points)
    assert player.sums()[0] == f"This hand {counted}"
    player.save()
    player.wait_until_confirmed(1)
    written = tuple({"Tichu": "T", "Grand Tichu": "GT"}.get(calls.get(line, ""), "") for line in range(4))
    assert hall.hands() == [sheet(written, out, points)]
    player.close()


def test_a_double_victory_shows_itself_and_has_no_card_points(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    player.points(30)
    player.out(names[1], names[3])
    player.wait_for("Double victory, 0 : 200")
    expect(player.page.locator("#slider")).to_be_hidden()
    assert player.sums()[0] == "This hand 0 +200"
    player.tap_seat(names[0])  # nobody goes out after that
    expect(player.page.locator(".seat-place", has_text="3rd")).to_have_count(0)
    assert violations(player.page) == []
    player.save()
    player.wait_until_confirmed(1)
    assert hall.hands() == [sheet(("", "", "", ""), (1, 3))]
    player.close()


def test_the_side_of_the_phone_stands_left_and_below_and_keeps_its_colour(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[1]).token)
    assert "seat-at-0" in (player.seat(names[1]).get_attribute("class") or "")
    assert "side-1" in (player.seat(names[1]).get_attribute("class") or "")
    player.out(names[1], names[0])
    player.points(80)
    assert player.sums()[0] == "This hand +80 +20"
    player.save()
    player.wait_until_confirmed(1)
    assert hall.hands() == [sheet(("", "", "", ""), (1, 0), 20)]
    player.close()


def test_every_tap_can_be_taken_back(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    expect(player.page.locator("#undo")).to_be_disabled()
    player.calls(**{names[0]: "Grand Tichu"})
    player.out(names[2])
    player.points(40)
    player.tap("#undo")
    expect(player.page.locator("#middle")).to_have_text(re.compile(r"^\s*–\s*:\s*–\s*$"))
    player.tap("#undo")
    expect(player.page.locator(".seat-place", has_text="1st")).to_have_count(0)
    player.tap("#undo")
    expect(player.seat(names[0])).to_have_attribute("aria-label", f"{names[0]}, called Tichu")
    player.tap("#undo")
    expect(player.seat(names[0])).to_have_attribute("aria-label", names[0])
    expect(player.page.locator("#undo")).to_be_disabled()
    player.close()


def test_what_is_missing_is_said_where_the_thumb_is_and_nothing_is_lost(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    player.save()
    player.wait_for("Set the card points.")
    player.calls(**{names[3]: "Tichu"})
    player.points(35)
    player.save()
    player.wait_for("Somebody has called: tap who went out first.")
    assert violations(player.page) == []
    expect(player.seat(names[3])).to_have_attribute("aria-label", f"{names[3]}, called Tichu")
    player.out(names[3])
    player.save()
    player.wait_until_confirmed(1)
    assert hall.hands() == [sheet(("", "", "", "T"), (3,), 35)]
    player.close()


def test_what_was_tapped_is_still_there_after_a_reload(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    player.calls(**{names[0]: "Tichu"})
    player.out(names[0])
    player.page.reload()
    player.page.locator("#loading").wait_for(state="hidden")
    expect(player.seat(names[0])).to_have_attribute("aria-label", f"{names[0]}, called Tichu, 1st out")
    player.tap("#undo")
    expect(player.seat(names[0])).to_have_attribute("aria-label", f"{names[0]}, called Tichu")
    player.close()


def test_by_keyboard_alone(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    keys = player.page.keyboard
    player.seat(names[0]).focus()
    keys.press("Enter")
    player.page.locator("#steps input").first.focus()
    keys.press("ArrowRight")
    player.seat(names[0]).focus()
    keys.press(" ")
    player.page.locator("#slider").focus()
    for _ in range(3):
        keys.press("ArrowRight")
    expect(player.page.locator("#slider")).to_have_attribute("aria-valuetext", "65 : 35")
    player.page.locator("#save").focus()
    keys.press("Enter")
    player.wait_until_confirmed(1)
    assert hall.hands() == [sheet(("T", "", "", ""), (0,), 65)]
    player.close()


# --- a whole round -------------------------------------------------------------------------------------------------


def test_a_round_of_the_german_championship_is_entered_with_at_most_eight_taps_a_hand(
    browser, site: str, director: Account
):
    hall = Hall(director, replace(PRESETS["german_championship"]), ("Lena", "Jo", "Max", "Ali"))
    names, luck = hall.names(), random.Random(4)
    rules = match_at(hall.table()).terms.hand
    player = phone(browser, site, hall.link_of(names[0]).token, size=SMALL)
    expected = []
    for number in range(1, 5):
        hand = hand_by_chance(rules, 4, luck)
        expected.append(hand)
        before = player.taps
        enter(player, names, hand)
        assert player.taps - before <= 8, hand
        player.wait_until_confirmed(number)
    player.wait_for("The match is over")
    assert hall.hands() == expected
    assert match_at(hall.table()).progress().over
    player.close()


def enter(player: Phone, names: list[str], hand: Hand) -> None:
    """As somebody would who looks at the cards."""
    words = {"T": "Tichu", "GT": "Grand Tichu"}
    player.calls(**{names[line]: words[call] for line, call in enumerate(hand.calls) if call})
    player.out(*(names[line] for line in hand.out))
    if hand.points is not None:
        player.points(hand.points)
    player.save()


def test_best_of_three_counts_every_game_from_nothing_and_ends_with_the_second_win(
    browser, site: str, director: Account
):
    match = MatchRules(length=Length.BEST_OF, games=3, target=100)
    hall = Hall(director, replace(of_hands(1), stages=small_swiss(match=match).stages), PAIRS)
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    enter(player, names, sheet(("", "", "", ""), (0, 2)))
    player.wait_until_confirmed(1)
    expect(player.page.locator("#which")).to_have_text("Hand 2 · Games 1 : 0")
    player.out(names[1], names[0])
    player.points(30)
    assert player.sums() == ["This hand +30 +70", "Total 30 70"]
    player.save()
    player.wait_until_confirmed(2)
    enter(player, names, sheet(("", "", "", ""), (0, 2)))
    player.wait_for("The match is over")
    assert player.page.locator("#result").inner_text().split() == ["2", ":", "0"]
    player.wait_until_confirmed(3)
    assert match_at(hall.table()).progress().games == (2, 0)
    player.close()


def test_without_grand_tichu_a_second_tap_takes_the_call_back(browser, site: str, director: Account):
    hall = Hall(director, of_hands(2, hand=HandRules(grand=False)), PAIRS)
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    player.tap_seat(names[0])
    expect(player.seat(names[0])).to_have_attribute("aria-label", f"{names[0]}, called Tichu")
    player.tap_seat(names[0])
    expect(player.seat(names[0])).to_have_attribute("aria-label", names[0])
    player.close()


def test_the_running_totals_and_victory_points_of_the_championship(browser, site: str, director: Account):
    hall = Hall(director, "german_championship", ("Lena", "Jo", "Max", "Ali"))
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    enter(player, names, sheet(("", "", "", ""), (0, 2)))
    player.wait_until_confirmed(1)
    player.out(names[1], names[0])
    player.points(45)
    assert player.sums() == ["This hand +45 +55 0 : 2", "Total 145 55 3 : 2"]
    player.close()


# --- the variants --------------------------------------------------------------------------------------------------

SIX = ("Lena", "Jo", "Mia", "Max", "Ali", "Tom")


def of_variant(director: Account, preset: str, names: tuple[str, ...]) -> tuple[Hall, list[str]]:
    hall = Hall(director, preset, names)
    return hall, hall.names()


def test_threechu_says_who_deals_and_the_dealer_plays_with_the_dummy(browser, site: str, director: Account):
    hall, names = of_variant(director, "threechu_evening", ("Lena", "Jo", "Max"))
    player = phone(browser, site, hall.link_of(names[0]).token)
    expect(player.seat(names[0])).to_have_attribute("aria-label", f"{names[0]}, deals")
    player.calls(**{names[0]: "Tichu"})
    player.tap_seat(names[0])  # no Grand Tichu for the dealer: the call is taken back
    expect(player.seat(names[0])).to_have_attribute("aria-label", f"{names[0]}, deals")
    player.calls(**{names[1]: "Grand Tichu"})
    player.out("Dummy", names[1])
    player.points(70)
    assert sorted(player.sums()) == sorted([f"{names[0]} +70 70", f"{names[1]} −170 −170", f"{names[3]} −170 −170"])
    assert violations(player.page) == []
    player.save()
    player.wait_until_confirmed(1)
    assert hall.hands() == [sheet(("", "GT", "", ""), (2, 1), 70)]
    expect(player.seat(names[1])).to_have_attribute("aria-label", f"{names[1]}, deals")
    player.close()


def test_tientsin_has_six_seats_and_a_triple_victory(browser, site: str, director: Account):
    hall, names = of_variant(director, "tientsin", SIX)
    player = phone(browser, site, hall.link_of(names[0]).token, size=SMALL)
    expect(player.page.locator(".seat")).to_have_count(6)
    player.calls(**{names[4]: "Grand Tichu"})
    player.out(names[4], names[0], names[2])
    player.wait_for("Triple victory, 300 : 0")
    assert player.sums()[0].startswith("This hand +500 0")
    assert violations(player.page) == []
    assert not overflows(player.page)
    player.save()
    player.wait_until_confirmed(1)
    assert hall.hands() == [sheet(("", "", "", "", "GT", ""), (4, 0, 2))]
    player.close()


def test_grand_seigneur_has_places_only_and_the_last_follows(browser, site: str, director: Account):
    hall, names = of_variant(director, "grand_seigneur_night", SIX)
    player = phone(browser, site, hall.link_of(names[0]).token, size=SMALL)
    expect(player.page.locator("#slider")).to_be_hidden()
    for name in names[:3]:
        player.tap_seat(name)
    player.save()
    player.wait_for("Tap everybody in the order of going out; the last one follows.")
    for name in names[3:5]:
        player.tap_seat(name)
    assert player.sums()[0] == f"{names[0]} +5 5"
    assert violations(player.page) == []
    player.save()
    player.wait_until_confirmed(1)
    assert match_at(hall.table()).progress().totals == (5, 4, 3, 2, 1, 0)
    player.close()


def test_at_a_table_of_five_the_phone_says_who_sits_out(browser, site: str, director: Account):
    hall, names = of_variant(director, "german_championship", ("Lena", "Jo", "Max", "Ali", "Mia"))
    everybody = {"Lena", "Jo", "Max", "Ali", "Mia"}
    (resting,) = everybody - set(names)
    player = phone(browser, site, hall.link_of(names[0]).token)
    player.wait_for(f"{resting} sits out")
    enter(player, names, sheet(("", "", "", ""), (0, 1), 30))
    player.wait_until_confirmed(1)
    player.seat(resting).wait_for()
    expect(player.page.locator(".seat")).to_have_count(4)
    totals = match_at(hall.table()).progress().totals
    assert sorted(totals) == [0, 30, 30, 70, 70]
    player.close()


def test_every_variant_has_a_preset_that_was_tapped_here():
    tapped = {PRESETS[key].variant for key in ("german_championship", "threechu_evening", "tientsin")}
    assert tapped | {PRESETS["grand_seigneur_night"].variant} == set(Variant)


# --- the sheet -----------------------------------------------------------------------------------------------------


def test_the_sheet_shows_every_hand_and_a_player_corrects_one_with_a_reason(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    enter(player, names, sheet(("T", "", "", ""), (0, 1), 30))
    player.wait_until_confirmed(1)
    enter(player, names, sheet(("", "", "", ""), (1, 3)))
    player.wait_until_confirmed(2)
    player.page.get_by_role("button", name="Sheet").tap()
    rows = player.page.locator(".score-sheet tbody tr")
    rows.nth(1).wait_for()  # words of what is not shown yet come without their gaps
    assert [row.split()[:5] for row in rows.all_inner_texts()] == [
        ["1", "130", "+130", "70", "+70"],
        ["2", "130", "0", "270", "+200"],
    ]
    expect(player.page.locator(".chart-line")).to_have_count(2)
    assert violations(player.page) == []
    player.page.get_by_role("button", name="Hand 1").tap()
    player.wait_for(f"{names[0]}: Tichu made")
    assert violations(player.page) == []
    player.page.get_by_role("button", name="Correct hand 1").tap()
    player.wait_for("Correcting hand 1")
    player.points(60)
    player.save()
    player.wait_for("Say why it is corrected.")
    player.page.get_by_label("Why is it corrected?").fill("Miscounted")
    player.save()
    player.page.get_by_role("button", name="Sheet").tap()
    player.page.locator(".score-sheet td", has_text="+160").wait_for()
    player.until(lambda: len(hall.rows()) == 3)  # the phone shows it before the server has it
    assert [(row.number, row.revision, row.points, row.reason) for row in hall.rows()] == [
        (1, 1, 30, ""),
        (1, 2, 60, "Miscounted"),
        (2, 1, None, ""),
    ]
    assert hall.rows()[1].by_link is not None
    player.page.get_by_role("button", name="Hand 1").tap()
    own = hall.tournament.teams.get(members__player__shown_name=names[0])
    player.wait_for(f"{own.name}: Miscounted")
    player.close()


def test_the_last_hand_can_be_taken_out_again(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    enter(player, names, sheet(("", "", "", ""), (0, 1), 30))
    player.wait_until_confirmed(1)
    player.page.get_by_role("button", name="Sheet").tap()
    player.page.get_by_role("button", name="Hand 1").tap()
    player.page.get_by_role("button", name="There was no hand 1").tap()
    player.page.locator("#hand-dialog").wait_for(state="hidden")
    player.page.locator("#sheet-dialog [data-closes]").tap()
    player.page.locator("#which", has_text="Hand 1 of 4").wait_for()
    assert hall.hands() == []
    assert [row.void for row in hall.rows()] == [False, True]
    player.close()


def test_where_only_the_director_corrects_the_phone_says_so(browser, site: str, director: Account):
    hall = Hall(director, of_hands(4, players_may_correct=False), PAIRS)
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    enter(player, names, sheet(("", "", "", ""), (0, 1), 30))
    player.wait_until_confirmed(1)
    player.page.get_by_role("button", name="Sheet").tap()
    player.page.get_by_role("button", name="Hand 1").tap()
    player.wait_for("Corrections are up to the director here.")
    assert player.page.get_by_role("button", name="Correct hand 1").count() == 0
    player.close()


# --- for everybody -------------------------------------------------------------------------------------------------


def test_a_scorer_opens_any_table_and_enters_there(browser, site: str, hall: Hall, director: Account):
    names = hall.names()
    scorer = phone(browser, site)
    sign_in_without_form(scorer.page, director.username)
    scorer.page.goto(f"/play/{hall.table().pk}/")
    enter(scorer, names, sheet(("", "", "T", ""), (2, 1), 30))
    scorer.wait_until_confirmed(1)
    assert hall.rows()[0].entered_by == director
    scorer.close()


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_every_step_is_for_everybody_and_fits_every_screen(browser, site: str, hall: Hall, language, scheme):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token, locale=language, color_scheme=scheme)
    expect(player.page.locator("html")).to_have_attribute("lang", language)
    found = {"empty": violations(player.page)}
    player.calls(**{names[0]: "Grand Tichu", names[1]: "Tichu"})
    player.out(names[0], names[1])
    player.points(30)
    found["entered"] = violations(player.page)
    for width, height in ((320, 640), SMALL, LAPTOP):
        player.page.set_viewport_size({"width": width, "height": height})
        assert not overflows(player.page), f"wider than {width} pixels"
    for button in player.page.locator("[data-opens]").all():
        button.tap()
        dialog = player.page.locator("dialog[open]")
        found[dialog.get_attribute("id") or ""] = violations(player.page)
        dialog.locator("[data-closes]").tap()
    assert {step: wrong for step, wrong in found.items() if wrong} == {}
    player.page.goto("/play/in/")
    assert violations(player.page) == []
    player.close()


def test_the_first_load_is_small_and_nothing_jumps(browser, site: str, hall: Hall):
    names = hall.names()
    token = hall.link_of(names[0]).token
    player = phone(browser, site)
    loaded: dict[str, int] = {}
    player.page.on("requestfinished", lambda request: loaded.update({request.url: weight(request)}))
    player.page.add_init_script(SHIFTS)
    player.come_in(token)
    let_pass(player.page, 0.5)
    assert loaded
    assert sum(loaded.values()) <= 100_000, loaded
    shift = player.page.evaluate("window.shifted")
    assert shift <= 0.1, f"the page jumped by {shift}"
    player.close()


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def weight(request) -> int:
    """What it weighs on the wire."""
    sizes = request.sizes()
    return sizes["responseBodySize"] + sizes["responseHeadersSize"] + sizes["requestHeadersSize"]
