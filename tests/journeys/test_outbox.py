"""A phone on bad Wi-Fi, in a real browser: nothing that was saved on it is lost, and nothing counts twice."""

import json
import random
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, Route

from games.models import Account, Hand
from games.services.hands import correct_hand, record_hand, void_hand
from games.services.links import make_link, revoke_link
from games.services.rounds import close_round
from scoring import record
from tests.journeys.tapping import ANSWERED_HERE, EIGHT, PAIRS, Hall, Phone, of_hands, phone
from tests.journeys.test_foundation import violations
from tests.length import at_length
from tests.waiting import let_pass

SENDING = "**/api/v1/tables/*/hands/**"
LIVE = "**/live/**"
NOW = "**/api/v1/now/**"


@pytest.fixture
def hall(director: Account) -> Hall:
    return Hall(director, of_hands(6), PAIRS)


def enter(player: Phone, names: list[str], points: int) -> None:
    player.out(names[0], names[1])
    player.points(points)
    player.save()


def go_on(player: Phone) -> None:
    """The network is back; a phone hears of that at once."""
    player.context.set_offline(False)
    player.page.evaluate("dispatchEvent(new Event('online'))")


def stored(hall: Hall) -> list[int | None]:
    return [hand.points for hand in hall.hands()]


def test_hands_entered_without_a_network_are_kept_and_sent_when_it_is_back(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    player.context.set_offline(True)
    enter(player, names, 30)
    player.page.locator("#last-state", has_text="Hand 1: s").wait_for()
    enter(player, names, 40)
    player.wait_for("2 to send · No network, all is kept here")
    assert player.sums()[1] == "Total 70 130"
    assert violations(player.page) == []
    assert stored(hall) == []
    go_on(player)
    player.wait_until_confirmed(2)
    assert stored(hall) == [30, 40]
    player.close()


KEPT = """async () => {
  const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(shelves.map((shelf) => shelf.keys()));
  return kept.flat().some((request) => request.url.endsWith("/play/"));
}"""


def test_the_page_opens_without_a_network_and_what_was_saved_is_still_there(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    player.until(lambda: player.page.evaluate(KEPT), what="for the page to be kept")
    player.context.set_offline(True)
    enter(player, names, 35)
    player.page.reload()
    player.page.locator("#which", has_text="Hand 2 of 6").wait_for()
    assert player.sums()[1] == "Total 35 65"
    player.page.close()  # the tab is closed, and another one opened
    player.page = player.context.new_page()
    player.page.goto("/play/")
    player.page.locator("#which", has_text="Hand 2 of 6").wait_for()
    enter(player, names, 45)
    go_on(player)
    player.wait_until_confirmed(2)
    assert stored(hall) == [35, 45]
    player.close()


@pytest.mark.slow("the phone waits longer after each try")
def test_a_reply_that_is_lost_after_the_commit_does_no_harm(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token, **ANSWERED_HERE)
    lost = []

    def swallow(route: Route) -> None:
        if route.request.method == "POST" and len(lost) < 2:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    player.page.route(SENDING, swallow)
    enter(player, names, 30)
    player.wait_until_confirmed(1)
    assert lost == [201, 200], "the server had it the first time"
    assert len(hall.rows()) == 1
    player.close()


@pytest.mark.parametrize("status", [200, 302, 403, 511])
def test_the_sign_in_page_of_a_hotels_network_is_no_answer(browser, site: str, hall: Hall, status: int):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token, **ANSWERED_HERE)
    foreign = {"status": status, "content_type": "text/html", "body": "<h1>Welcome to the Grand Hotel</h1>"}
    if status == 302:
        foreign["headers"] = {"Location": f"{site}/healthz"}
    answered = []
    player.page.route(SENDING, lambda route: (answered.append(1), route.fulfill(**foreign)))
    enter(player, names, 30)
    player.until(lambda: len(answered) >= 2, what="for it to be sent again")
    assert "confirmed" not in player.page.locator("#last-state").inner_text()
    player.page.unroute(SENDING)
    go_on(player)
    player.wait_until_confirmed(1)
    assert stored(hall) == [30]
    player.close()


def test_a_server_in_trouble_is_asked_again(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token, **ANSWERED_HERE)
    broken = {"status": 503, "content_type": "application/json", "body": json.dumps({"code": "broken"})}
    player.page.route(SENDING, lambda route: route.fulfill(**broken))
    enter(player, names, 30)
    player.wait_for("1 to send · The server has trouble, all is kept here")
    player.page.unroute(SENDING)
    player.wait_until_confirmed(1)
    player.close()


def test_two_tabs_of_a_phone_share_the_hand_and_the_outbox(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    other = Phone.__new__(Phone)
    other.__dict__.update(player.__dict__, page=player.context.new_page())
    other.page.goto("/play/")
    other.page.locator("#which", has_text="Hand 1 of 6").wait_for()
    player.out(names[2], names[1])
    other.page.locator(f"[aria-label='{names[2]}, 1st out']").wait_for()
    player.points(30)
    player.context.set_offline(True)
    player.save()
    other.page.locator("#which", has_text="Hand 2 of 6").wait_for()
    go_on(player)
    go_on(other)
    other.wait_until_confirmed(1)
    player.wait_until_confirmed(1)
    assert len(hall.rows()) == 1
    player.close()


def test_the_same_hand_from_two_phones_is_one_hand(browser, site: str, hall: Hall):
    names = hall.names()
    one, two = (phone(browser, site, hall.link_of(name).token) for name in names[:2])
    two.context.set_offline(True)
    enter(one, names, 30)
    one.wait_until_confirmed(1)
    two.out(names[0], names[1])
    two.points(70)  # it stands on the other side of the table
    two.save()
    go_on(two)
    two.wait_until_confirmed(1)
    assert stored(hall) == [30]
    one.close()
    two.close()


def test_another_value_is_shown_side_by_side_and_nothing_is_overwritten(browser, site: str, hall: Hall):
    names = hall.names()
    one, two = (phone(browser, site, hall.link_of(name).token) for name in names[:2])
    two.context.set_offline(True)
    enter(one, names, 30)
    one.wait_until_confirmed(1)
    two.out(names[1], names[0])
    two.points(20)
    two.save()
    go_on(two)
    two.wait_for("Hand 1 is stored differently")
    words = " ".join(two.page.locator(".side-by-side").inner_text().split())
    assert f"On this phone out: 1st {names[1]}, 2nd {names[0]} cards 20 : 80" in words
    assert f"Stored out: 1st {names[0]}, 2nd {names[1]} cards 70 : 30" in words
    assert violations(two.page) == []
    assert stored(hall) == [30]
    two.page.get_by_role("button", name="Correct it to mine").tap()
    two.page.locator("#troubles section").wait_for(state="detached")
    two.until(lambda: stored(hall) == [80])
    assert [(row.revision, row.reason) for row in hall.rows()] == [
        (1, ""),
        (2, "Two phones had written different values."),
    ]
    one.close()
    two.close()


def test_a_correction_by_the_director_meanwhile_is_kept_if_the_player_says_so(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    enter(player, names, 30)
    player.wait_until_confirmed(1)
    player.page.get_by_role("button", name="Sheet").tap()
    player.page.get_by_role("button", name="Hand 1").tap()
    player.page.get_by_role("button", name="Correct hand 1").tap()
    player.context.set_offline(True)
    player.points(35)
    player.page.get_by_label("Why is it corrected?").fill("Miscounted")
    player.save()
    sheet = record.Hand(calls=("", "", "", ""), out=(0, 1), points=55)
    correct_hand(
        by=hall.by, table_id=hall.table().pk, number=1, client_id=uuid4(), sheet=sheet, reason="Asked", revision=1
    )
    go_on(player)
    player.wait_for("Hand 1 is stored differently")
    player.page.get_by_role("button", name="Keep what is stored").tap()
    player.page.locator("#troubles section").wait_for(state="detached")
    assert stored(hall) == [55]
    player.page.get_by_role("button", name="Sheet").tap()
    player.page.locator(".score-sheet td", has_text="+55").wait_for()
    player.close()


def test_a_hand_that_is_refused_says_why_and_can_be_thrown_away(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    player.context.set_offline(True)
    enter(player, names, 30)
    close_round(by=hall.by, round_id=hall.round.pk, reason="Late")
    go_on(player)
    player.wait_for("Hand 1 was not accepted")
    assert violations(player.page) == []
    player.page.get_by_role("button", name="Throw it away").tap()
    player.page.locator("#troubles section").wait_for(state="detached")
    assert stored(hall) == []
    player.close()


def test_a_phone_that_is_no_longer_let_in_keeps_its_hands_until_it_is(browser, site: str, hall: Hall):
    names = hall.names()
    link = hall.link_of(names[0])
    player = phone(browser, site, link.token)
    revoke_link(by=hall.by, team_id=link.link.team_id)
    enter(player, names, 30)
    player.wait_for("This phone is no longer let in.")
    assert stored(hall) == []
    again = make_link(by=hall.by, team_id=link.link.team_id)
    player.come_in(again.token)
    player.wait_until_confirmed(1)
    assert stored(hall) == [30]
    player.close()


def test_a_hand_of_a_table_where_one_sits_no_more_is_shown_and_holds_nothing_up(browser, site: str, director: Account):
    hall = Hall(director, of_hands(2), EIGHT)
    names, others = hall.names(1), hall.names(2)
    player = phone(browser, site, hall.link_of(names[0]).token, **ANSWERED_HERE)
    away = [True]  # one route for this page and the next: between two there would be a gap
    player.context.route(SENDING, lambda route: route.abort() if away else route.continue_())
    enter(player, names, 30)
    player.come_in(hall.link_of(others[0]).token)  # the same phone, with the card of another team
    away.clear()
    go_on(player)
    player.wait_for("Hand 1 was not accepted")
    enter(player, others, 45)
    player.wait_until_confirmed(1)
    assert ([hand.points for hand in hall.hands(2)], hall.hands(1)) == ([45], [])
    player.page.get_by_role("button", name="Throw it away").tap()
    player.page.locator("#troubles section").wait_for(state="detached")
    player.close()


def test_a_hand_declared_void_elsewhere_is_gone_from_the_phone(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token, **ANSWERED_HERE)
    player.page.route(NOW, lambda route: route.abort())  # it hears of nothing but that its hand was stored
    enter(player, names, 30)
    player.wait_until_confirmed(1)
    void_hand(by=hall.by, table_id=hall.table().pk, number=1, reason="Dealt wrongly", revision=1)
    player.page.unroute(NOW)
    go_on(player)
    player.page.locator("#which", has_text="Hand 1 of 6").wait_for()
    assert player.sums()[1] == "Total 0 0"
    player.close()


def test_a_draft_whose_hand_was_entered_elsewhere_says_so(browser, site: str, hall: Hall):
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token)
    player.out(names[3])
    sheet = record.Hand(calls=("", "", "", ""), out=(0, 1), points=55)
    record_hand(by=hall.by, table_id=hall.table().pk, client_id=uuid4(), number=1, sheet=sheet)
    player.wait_for("Hand 1 was entered on another phone meanwhile: 55 : 45.")
    player.page.get_by_role("button", name="Then drop what I have entered").tap()
    player.page.locator("#which", has_text="Hand 2 of 6").wait_for()
    assert player.page.locator(".is-out").count() == 0
    player.close()


# --- flaps ---------------------------------------------------------------------------------------------------------

TABLES, HANDS = at_length((4, 50), usually=(1, 25))
BAD = at_length(5, usually=2)
"""More of each kind of weather than this; half as many hands meet half as much of it."""
MANY = tuple(f"Player {number}" for number in range(4 * TABLES))


class Weather:
    """What happens to each request that sends a hand: it gets through, is cut before or after the server has it, or is
    answered by somebody else. Bounded: every third one gets through for sure."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.sent = self.cut = self.lost = self.foreign = 0

    def __call__(self, route: Route) -> None:
        self.sent += 1
        kind = "through" if self.sent % 3 == 0 else self.luck.choice(["through", "cut", "lost", "foreign"])
        if kind == "cut":
            self.cut += 1
            route.abort()
        elif kind == "lost":
            self.lost += 1
            route.fetch()
            route.abort()
        elif kind == "foreign":
            self.foreign += 1
            route.fulfill(status=200, content_type="text/html", body="<p>Please sign in to our Wi-Fi.</p>")
        else:
            route.continue_()


def write_down(page: Page, points: int) -> None:
    """The gestures of a hand, without waiting for anything."""
    page.evaluate(
        """(points) => {
          document.querySelector("#steps input[value=out]").click();
          document.querySelectorAll(".seat")[0].click();
          document.querySelectorAll(".seat")[1].click();
          const slider = document.getElementById("slider");
          slider.value = points;
          slider.dispatchEvent(new Event("input"));
          document.getElementById("save").click();
        }""",
        points,
    )


def play_in(weather: Weather, player: Phone, expected: list[int], luck: random.Random) -> None:
    """Hands one after the other, while the network comes and goes, the page is reloaded and the tab is killed."""
    player.until(lambda: player.page.evaluate(KEPT), what="for the page to be kept")
    player.page.route(SENDING, weather)
    for number, points in enumerate(expected, start=1):
        event = luck.random()
        if event < 0.05:
            player.context.set_offline(True)
        elif event < 0.15:
            go_on(player)
        elif event < 0.19:
            player.page.reload()
        elif event < 0.22:
            player.page.close()
            player.page = player.context.new_page()
            player.page.route(SENDING, weather)
            player.page.goto("/play/")
        player.page.locator("#which", has_text=f"Hand {number} of").wait_for()
        write_down(player.page, points)
        flicker(player)
    player.context.set_offline(False)


def flicker(player: Phone) -> None:
    """The phone thinks that the network is back, and does not wait to try again."""
    player.page.evaluate("dispatchEvent(new Event('online'))")


@pytest.fixture
def no_limit(settings: Any) -> None:
    """Nobody plays so quickly: the limit of a link would make this test wait, and has tests of its own."""
    settings.API_WRITES_PER_MINUTE = settings.API_WRITES_PER_MINUTE | {"link": 100_000}


@pytest.mark.slow("25 hands, some of which are sent again and again")
@pytest.mark.usefixtures("no_limit")
def test_many_hands_in_bad_weather_none_lost_none_doubled(browser, site: str, director: Account):
    hall, luck = Hall(director, of_hands(HANDS), MANY), random.Random(7)
    weather = Weather(11)
    for table in range(1, TABLES + 1):
        expected = [luck.randrange(-25, 130, 5) for _ in range(HANDS)]
        player = phone(browser, site, hall.link_of(hall.names(table)[0]).token)
        play_in(weather, player, expected, luck)
        player.until(lambda player=player, table=table: arrived(player, hall, table), seconds=90, what="for all hands")
        player.wait_until_confirmed(HANDS)
        assert [hand.points for hand in hall.hands(table)] == expected
        assert {row.revision for row in hall.rows(table)} == {1}
        player.page.unroute_all(behavior="wait")
        player.close()
    assert Hand.objects.count() == TABLES * HANDS
    assert min(weather.cut, weather.lost, weather.foreign) > BAD, "it was bad weather"


def arrived(player: Phone, hall: Hall, table: int) -> bool:
    flicker(player)
    let_pass(player.page, 0.3)
    return len(hall.hands(table)) == HANDS


def test_without_ids_of_the_phones_own_hands_are_doubled_in_the_same_weather(browser, site: str, director: Account):
    """The control: a phone that says “here is one more hand” instead of “here is hand 7, and this is its id”."""
    hall, luck = Hall(director, of_hands(HANDS), PAIRS), random.Random(7)
    expected = [luck.randrange(-25, 130, 5) for _ in range(20)]
    names = hall.names()
    player = phone(browser, site, hall.link_of(names[0]).token, **ANSWERED_HERE)
    weather, written = Weather(11), []

    def forgetful(route: Route) -> None:
        said = route.request.post_data_json | {"client_id": str(uuid4()), "number": len(written) + 1}
        answer = route.fetch(post_data=json.dumps(said))
        written.append(answer.status)
        route.abort() if weather.luck.random() < 0.5 else route.fulfill(response=answer)

    player.page.route(SENDING, forgetful)
    for number, points in enumerate(expected, start=1):
        player.page.locator("#which", has_text=f"Hand {number} of").wait_for()
        write_down(player.page, points)
        let_pass(player.page, 0.2)
        if len(written) > number:
            break
    player.until(lambda: len(written) > number, seconds=30, what="for a hand to be doubled")
    player.page.unroute_all(behavior="wait")
    assert set(written) == {201}
    assert len(hall.hands()) == len(written) > number
    player.close()
