"""Around the hands, in a real browser: coming in, agreeing, objecting, calling the director, waiting for a table."""

import random

import pytest
from playwright.sync_api import Route

from games.choices import CallReason
from games.models import Account, Confirmation, DirectorCall
from games.services.clock import pause_clock, start_clock
from games.services.links import revoke_table_link
from games.services.rounds import close_round
from games.services.rulings import rule
from games.services.standings import refresh_standings
from games.services.words import decide_objection, remind_table, see_call
from scoring.regulations import Confirmation as WhoConfirms
from tests.games.acting import play_round, play_table, published
from tests.journeys.tapping import ANSWERED_HERE, EIGHT, PAIRS, SMALL, Hall, Phone, of_hands, phone
from tests.journeys.test_foundation import overflows, violations
from tests.waiting import let_pass, settle


@pytest.fixture
def hall(director: Account) -> Hall:
    """Two pairs with one hand to play; the opponents confirm."""
    return Hall(director, of_hands(1), PAIRS)


def play_the_hand(player: Phone, names: list[str]) -> None:
    player.out(names[0], names[1])
    player.points(30)
    player.save()
    player.wait_for("The match is over")
    player.wait_until_confirmed(1)


# --- coming in -----------------------------------------------------------------------------------------------------


def test_the_token_is_seen_by_no_server_and_stays_in_no_history(browser, site: str, hall: Hall):
    token = hall.link_of("Lena").token
    player = phone(browser, site)
    seen = []
    player.page.on("request", lambda request: seen.append(f"{request.url} {request.headers}"))
    player.come_in(token)
    assert not [line for line in seen if token in line]
    player.page.go_back()
    assert token not in player.page.url
    player.close()


def test_a_link_that_is_not_valid_says_what_to_do(browser, site: str, hall: Hall):
    player = phone(browser, site)
    player.page.goto("/play/in/#nonsense")
    player.wait_for("This link is not valid any more.")
    assert violations(player.page) == []
    player.close()


def test_the_short_code_lets_in_without_scanning(browser, site: str, hall: Hall):
    link = hall.link_of("Lena")
    player = phone(browser, site, size=SMALL)
    player.page.goto(f"/play/in/{hall.tournament.slug}/")
    player.page.get_by_label("Short code").fill("wrong")
    player.page.get_by_role("button", name="To the table").tap()
    player.wait_for("There is no such code.")
    assert player.page.get_by_label("Short code").input_value() == "wrong"
    assert violations(player.page) == []
    player.page.get_by_label("Short code").fill(f"{link.code[:4]} {link.code[4:]}".lower())
    player.page.get_by_role("button", name="To the table").tap()
    player.page.locator("#which", has_text="Hand 1 of 1").wait_for()
    player.close()


def test_whoever_has_no_link_is_led_to_where_one_comes_in(browser, site: str, hall: Hall):
    player = phone(browser, site)
    player.page.goto("/play/")
    player.page.get_by_role("heading", name="To your table").wait_for()
    assert violations(player.page) == []
    player.close()


def test_the_card_of_a_table_enters_for_whoever_sits_there_and_confirms_for_nobody(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.table_link().token)
    play_the_hand(player, names)
    player.page.get_by_label("Short code of the other team").wait_for()  # now it knows who is asked
    assert not player.page.locator("#confirm").is_visible()
    codes = [hall.link_of(names[line]).code for line in (0, 1)]
    for code in codes:
        player.page.get_by_label("Short code of the other team").fill(code)
        player.page.locator("#by-code > button").tap()
        player.until(lambda: player.page.locator("#other-code").input_value() == "")
    player.wait_for("Everybody has confirmed.")
    assert Confirmation.objects.count() == 2
    revoke_table_link(by=hall.by, tournament_id=hall.tournament.pk, table_number=1)
    player.page.reload()
    player.wait_for("This phone is no longer let in.")
    player.close()


# --- the end of the match ------------------------------------------------------------------------------------------


def test_the_opponents_confirm_on_their_own_phone_and_everybody_sees_it(browser, site: str, hall: Hall):
    names = hall.names()
    one, two = (phone(browser, site, hall.link_of(name).token) for name in names[:2])
    play_the_hand(one, names)
    one.wait_for("Waiting for")
    assert not one.page.locator("#confirm").is_visible(), "who entered it does not confirm it"
    assert violations(one.page) == []
    two.page.get_by_role("button", name="The result is right").first.tap()
    two.wait_for("Everybody has confirmed.")
    one.wait_for("Everybody has confirmed.")
    assert one.page.locator("#result").inner_text().split() == ["30", ":", "70"]
    assert two.page.locator("#result").inner_text().split() == ["70", ":", "30"]
    assert violations(two.page) == []
    one.close()
    two.close()


def test_an_objection_needs_a_note_and_is_open_until_it_is_decided(browser, site: str, hall: Hall):
    names = hall.names()
    one, two = (phone(browser, site, hall.link_of(name).token) for name in names[:2])
    play_the_hand(one, names)
    two.page.locator("#objection-fold summary").tap()
    two.page.locator("#objection button").tap()
    assert Confirmation.objects.count() == 0
    two.page.locator("#objection").get_by_label("What is wrong?").fill("It was 40")
    assert violations(two.page) == []
    two.page.locator("#objection button").tap()
    two.wait_for("You have objected. The director is looking into it.")
    one.wait_for("objected. The director is looking into it.")
    said = Confirmation.objects.get()
    assert (said.word, said.note) == ("objected", "It was 40")
    decide_objection(by=hall.by, confirmation_id=said.pk, reason="Counted again: 45")
    two.wait_for("The director has decided on your objection: Counted again: 45")
    two.wait_for("Everybody has confirmed.")
    one.close()
    two.close()


def test_the_other_team_confirms_or_objects_on_the_same_phone_with_its_short_code(browser, site: str, hall: Hall):
    names = hall.names()
    own, other = hall.link_of(names[0]), hall.link_of(names[1])
    player = phone(browser, site, own.token)
    play_the_hand(player, names)
    code = player.page.get_by_label("Short code of the other team")
    code.fill("nonsense")
    player.page.locator("#by-code > button").tap()
    player.wait_for("There is no such code.")
    assert code.input_value() == "nonsense"
    code.fill(other.code)
    player.page.locator("#by-code summary").tap()
    player.page.locator("#by-code").get_by_label("What is wrong?").fill("It was 40")
    player.page.locator("#by-code button[value=object]").tap()
    player.wait_for("objected. The director is looking into it.")
    code.fill(other.code)
    player.page.locator("#by-code > button").tap()
    player.wait_for("Everybody has confirmed.")
    player.page.reload()
    player.wait_for("Everybody has confirmed.")
    me = player.page.evaluate("fetch('/api/v1/me/').then((answer) => answer.json())")
    assert me["team"] == own.link.team_id, "it is still the phone of the team it came with"
    player.close()


def test_what_is_typed_before_the_answer_is_here_stays(browser, site: str, hall: Hall):
    """The live stream may tell that the server has it sooner than the answer does."""
    names = hall.names()
    own, other = hall.link_of(names[0]), hall.link_of(names[1])
    player = phone(browser, site, own.token, **ANSWERED_HERE)
    play_the_hand(player, names)
    held: list[Route] = []
    player.page.route("**/object/", lambda route: held.append(route))
    code = player.page.get_by_label("Short code of the other team")
    code.fill(other.code)
    player.page.locator("#by-code summary").tap()
    player.page.locator("#by-code").get_by_label("What is wrong?").fill("It was 40")
    player.page.locator("#by-code button[value=object]").tap()
    player.until(lambda: held, what="for the objection to be sent")
    answer = held[0].fetch()
    player.wait_for("objected. The director is looking into it.")
    code.fill("typed on")
    with player.page.expect_response("**/object/"), player.page.expect_response("**/api/v1/now/"):
        held[0].fulfill(response=answer)
    settle(player.page)
    assert code.input_value() == "typed on"
    player.close()


@pytest.mark.parametrize(
    ("who", "words"),
    [(WhoConfirms.NOBODY, "Nothing needs to be confirmed."), (WhoConfirms.DIRECTOR, "The director confirms")],
)
def test_who_confirms_is_up_to_the_regulations(browser, site: str, director: Account, who, words):
    hall = Hall(director, of_hands(1, confirmation=who), PAIRS)
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    play_the_hand(player, names)
    player.wait_for(words)
    assert not player.page.locator("#confirm").is_visible()
    player.close()


def test_a_ruling_of_the_director_ends_the_match_on_the_phone(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    rule(
        by=hall.by, round_id=hall.round.pk, kind="adjusted", table_id=hall.table().pk, totals=(200, 100),
        reason="Cards were mixed",
    )  # fmt: skip
    player.wait_for("The director has decided on this match. Cards were mixed")
    player.close()


# --- the director --------------------------------------------------------------------------------------------------


def test_a_table_calls_the_director_and_sees_that_the_call_was_seen(browser, site: str, hall: Hall):
    names = hall.names()
    one, two = (phone(browser, site, hall.link_of(name).token) for name in names[:2])
    one.page.get_by_role("button", name="Call the director").tap()
    assert violations(one.page) == []
    one.page.get_by_label("Somebody is missing").tap()
    one.page.get_by_label("A few words, if you like").fill("Jo is late")
    one.page.get_by_role("button", name="Call", exact=True).tap()
    one.wait_for("The director was called at")
    two.wait_for("The director was called at")
    call = DirectorCall.objects.get()
    assert (call.reason, call.note) == (CallReason.PLAYER_MISSING, "Jo is late")
    see_call(by=hall.by, call_id=call.pk)
    one.wait_for("The director has seen your call and is coming.")
    one.close()
    two.close()


def test_a_table_that_is_reminded_reads_so_until_it_enters_a_hand_or_puts_it_away(browser, site: str, hall: Hall):
    names = hall.names()
    one, two = (phone(browser, site, hall.link_of(name).token) for name in names[:2])
    remind_table(by=hall.by, table_id=hall.table().pk)
    one.wait_for("The director asks you to hurry.")
    two.wait_for("The director asks you to hurry.")
    assert violations(one.page) == []
    two.page.get_by_role("button", name="All right").tap()
    assert two.page.locator("#reminder").is_hidden()
    assert one.page.locator("#reminder").is_visible(), "others at the table have not read it"
    two.page.reload()
    two.wait_for("Round 1")
    assert two.page.locator("#reminder").is_hidden()
    play_the_hand(one, names)
    assert one.page.locator("#reminder").is_hidden()
    one.close()
    two.close()


def test_the_rules_of_the_tournament_are_one_tap_away_and_there_without_a_network(
    browser, site: str, director: Account
):
    hall = Hall(director, "german_championship", ("Lena", "Jo", "Max", "Ali"))
    player = phone(browser, site, hall.link_of("Lena").token)
    player.context.set_offline(True)
    player.page.get_by_role("button", name="Rules").tap()
    dialog = player.page.locator("#rules-dialog")
    dialog.wait_for()
    shown = dialog.inner_text()
    for words in ("No Grand Tichu.", "A double victory counts 100 points instead of 200.", "is over after 4 hands"):
        assert words in shown
    player.close()


# --- between rounds ------------------------------------------------------------------------------------------------


def test_the_next_table_the_clock_and_the_own_place_come_by_themselves(browser, site: str, director: Account):
    hall = Hall(director, of_hands(2), EIGHT)
    names, luck = hall.names(1), random.Random(3)
    player = phone(browser, site, hall.link_of(names[0]).token)
    start_clock(by=hall.by, round_id=hall.round.pk, minutes=30)
    player.page.locator("#clock", has_text="29:").wait_for()
    pause_clock(by=hall.by, round_id=hall.round.pk)
    player.page.locator("#clock.is-still").wait_for()
    play_round(hall.by, hall.round, luck)
    close_round(by=hall.by, round_id=hall.round.pk)
    refresh_standings(tournament_id=hall.tournament.pk)
    player.wait_for("Round 1 is closed. Your next table appears here as soon as it is drawn.")
    player.page.locator("#standing", has_text="of 4 after round 1").wait_for()
    player.page.locator("#clock").wait_for(state="hidden")
    assert violations(player.page) == []
    assert not overflows(player.page)
    hall.round = published(hall.by, hall.tournament)
    player.page.locator("#place", has_text="Round 2 of 3 · Table").wait_for()
    player.page.locator("#which", has_text="Hand 1 of 2").wait_for()
    player.close()


def test_before_the_first_round_and_with_a_bye_the_phone_says_so(browser, site: str, director: Account):
    hall = Hall(director, of_hands(1), EIGHT[:6])
    resting = hall.round.seats.get(table__isnull=True).team
    player = phone(browser, site, hall.link_of(resting.members.first().player.shown_name).token)
    player.wait_for("You have no opponents in round 1: a bye.")
    assert violations(player.page) == []
    player.close()


def test_a_phone_hears_of_its_own_table_and_not_of_every_hand_in_the_hall(browser, site: str, director: Account):
    hall = Hall(director, of_hands(1), EIGHT)
    player = phone(browser, site)
    asked = []
    player.page.on("request", lambda request: asked.append(request.url) if "/api/v1/now/" in request.url else None)
    player.come_in(hall.link_of(hall.names(1)[0]).token)
    player.until(lambda: len(asked) > 1, what="for the phone to ask again once it listens")
    let_pass(player.page, 0.3)  # what it is told then comes in one piece or in several
    before = len(asked)
    luck = random.Random(1)
    play_table(hall.by, hall.table(2), luck)
    let_pass(player.page, 1)
    assert len(asked) == before
    play_table(hall.by, hall.table(1), luck)
    player.wait_for("The match is over")
    assert len(asked) > before
    player.close()
