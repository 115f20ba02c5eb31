"""Live pages under a finger: what is pressed is done, whatever comes in meanwhile."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from games.actor import Actor
from games.choices import CallReason
from games.models import Account
from games.services.attendance import check_in
from games.services.clock import give_extra_time, start_clock
from games.services.drafts import keep_table
from games.services.entries import cancel_entry
from games.services.hands import record_hand
from games.services.tournaments import edit_tournament
from games.services.words import call_director, decide_objection, finish_call, object_to_result, see_call
from scoring.record import Hand
from tests.browsing import move_to, pick_up, sign_in_without_form
from tests.games.acting import a_tournament, drawn, small_swiss
from tests.journeys.tapping import EIGHT, Hall, of_hands
from tests.waiting import settle


def news_at(here: str) -> Callable[[Response], bool]:
    """What the page there fetches once it has heard that there are news."""
    return lambda answer: answer.url.endswith(here) and "hx-request" in answer.request.headers


def test_news_that_arrive_between_press_and_release_do_not_swallow_the_click(page: Page, director: Account):
    by = Actor(account=director)
    tournament = a_tournament(by, 4, regulations=small_swiss())
    here = f"/tournaments/{tournament.pk}/"
    check_in(by=by, team_ids=list(tournament.teams.values_list("pk", flat=True)))
    sign_in_without_form(page, director.username)
    with page.expect_response(news_at(here)):  # the stream begins with everything anew
        page.goto(here)
    page.locator(".next-actions .button").first.hover()
    page.mouse.down()
    with page.expect_response(news_at(here)) as news:
        cancel_entry(by=by, team_id=tournament.teams.order_by("number")[3].pk)
    news.value.finished()
    settle(page)
    page.mouse.up()
    page.wait_for_url(lambda address: not address.endswith(here))


def test_news_that_arrive_while_a_key_is_down_do_not_swallow_it(page: Page, director: Account):
    by = Actor(account=director)
    tournament = a_tournament(by, 4, regulations=small_swiss())
    draft = drawn(by, tournament)
    here = f"/tournaments/{tournament.pk}/draw/"
    sign_in_without_form(page, director.username)
    with page.expect_response(news_at(here)):  # the stream begins with everything anew
        page.goto(here)
    settle(page)
    team = page.locator("button[data-team]").first
    team.focus()
    page.keyboard.down("Space")
    with page.expect_response(news_at(here)) as news:
        keep_table(by=by, table_id=draft.tables.get(number=2).pk, kept=True)
    news.value.finished()
    settle(page)
    page.keyboard.up("Space")
    expect(team).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#keep-2")).to_have_attribute("aria-pressed", "true")


def test_news_that_arrive_while_something_is_dragged_do_not_take_it_away(page: Page, director: Account):
    by = Actor(account=director)
    tournament = a_tournament(by, 4, regulations=small_swiss())
    draft = drawn(by, tournament)
    here = f"/tournaments/{tournament.pk}/draw/"
    sign_in_without_form(page, director.username)
    with page.expect_response(news_at(here)):  # the stream begins with everything anew
        page.goto(here)
    settle(page)
    teams = page.locator("button[data-team]")
    pick_up(page, teams.nth(0))
    move_to(page, teams.nth(2))
    with page.expect_response(news_at(here)) as news:
        keep_table(by=by, table_id=draft.tables.get(number=2).pk, kept=True)
    news.value.finished()
    settle(page)
    page.mouse.up()
    expect(page.locator("#exchange")).to_contain_text("change places?")
    expect(page.locator("#keep-2")).to_have_attribute("aria-pressed", "true")


def test_news_that_say_what_stands_there_already_change_nothing(page: Page, director: Account):
    """Each page hears such news when it begins to listen, and whenever something else of its tournament changes."""
    by = Actor(account=director)
    tournament = a_tournament(by, 4, regulations=small_swiss())
    table = drawn(by, tournament).tables.get(number=2)
    here = f"/tournaments/{tournament.pk}/draw/"

    def swaps() -> int:
        settle(page)
        return page.evaluate("window.swaps")

    sign_in_without_form(page, director.username)
    page.add_init_script("window.swaps = 0; addEventListener('htmx:afterSwap', () => { window.swaps += 1 })")
    with page.expect_response(news_at(here)):
        page.goto(here)
    assert swaps() == 0
    with page.expect_response(news_at(here)):
        edit_tournament(by=by, tournament_id=tournament.pk, place="The other hall")
    assert swaps() == 0
    keep = page.get_by_role("button", name="Keep table 2")
    for kept in (True, False):
        keep_table(by=by, table_id=table.pk, kept=kept)
        expect(keep).to_have_attribute("aria-pressed", str(kept).lower())
    assert swaps() == 2
    # What the last news said is new again once something was done here that no news have told.
    page.route(f"**{here}", lambda route: route.abort())
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "true")
    page.unroute(f"**{here}")
    keep_table(by=by, table_id=table.pk, kept=False)
    expect(keep).to_have_attribute("aria-pressed", "false")


def test_a_clock_that_runs_is_not_where_it_was_when_the_same_was_said_before(page: Page, director: Account, hall: Hall):
    """Away from the network for as long as the clock stood still, a page hears the seconds that it knew before."""
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{hall.tournament.pk}/tables/")
    clock = page.locator("#board-clock [role=timer]")
    clock.evaluate("clock => { clock.dataset.before = 'yes' }")
    of_the_clock = {"HX-Request": "true", "HX-Target": "board-clock"}
    said = page.request.get(page.url, headers=of_the_clock).text()

    def say_it_again(route: Route) -> None:
        if route.request.headers.get("hx-target") == "board-clock":
            route.fulfill(body=said, content_type="text/html")
        else:
            route.continue_()

    page.route(f"**/tournaments/{hall.tournament.pk}/tables/?*", say_it_again)
    give_extra_time(by=hall.by, round_id=hall.round.pk, seconds=60)
    expect(clock).not_to_have_attribute("data-before", "yes")
    clock.evaluate("clock => { clock.dataset.before = 'yes' }")
    give_extra_time(by=hall.by, round_id=hall.round.pk, seconds=60)
    expect(clock).not_to_have_attribute("data-before", "yes")


def test_news_asked_for_before_an_act_is_answered_do_not_wipe_off_what_it_says(page: Page, director: Account):
    """The answer to an act and the news of it race each other; whichever is first, the way to undo it stays."""
    by = Actor(account=director)
    tournament = a_tournament(by, 4, regulations=small_swiss())
    draft = drawn(by, tournament)
    here = f"/tournaments/{tournament.pk}/draw/"
    sign_in_without_form(page, director.username)
    with page.expect_response(news_at(here)):
        page.goto(here)
    late: list[Route] = []
    page.route(f"**{here}", lambda route: late.append(route))  # news are asked for, and answered late
    with page.expect_request(lambda asked: asked.url.endswith(here) and "hx-request" in asked.headers):
        keep_table(by=by, table_id=draft.tables.get(number=2).pk, kept=True)
    teams = page.locator("button[data-team]")
    teams.nth(0).click()
    teams.nth(2).click()
    page.get_by_role("button", name="Change places").click()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    with page.expect_response(lambda answer: here in answer.url) as old:
        late[0].continue_()
    old.value.finished()
    settle(page)
    expect(undo).to_be_visible()


def test_news_leave_what_is_being_typed(page: Page, director: Account):
    by = Actor(account=director)
    tournament = a_tournament(by, 4, regulations=small_swiss())
    draft = drawn(by, tournament)
    sign_in_without_form(page, director.username)
    here = f"/tournaments/{tournament.pk}/draw/"
    with page.expect_response(news_at(here)):
        page.goto(here)  # the stream begins with everything anew
    settle(page)
    page.get_by_text("With a seed of your own").click()
    page.locator("input[name=seed]").fill("lucky")
    for number in (1, 2):
        keep_table(by=by, table_id=draft.tables.get(number=number).pk, kept=True)
        expect(page.locator(f"#keep-{number}")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("input[name=seed]")).to_have_value("lucky")


def test_news_that_were_held_back_are_shown_once_the_finger_is_gone(page: Page, director: Account):
    by = Actor(account=director)
    tournament = a_tournament(by, 4, regulations=small_swiss())
    sign_in_without_form(page, director.username)
    here = f"/tournaments/{tournament.pk}/"
    with page.expect_response(news_at(here)):
        page.goto(here)
    words = page.locator("#next-words")
    words.hover()
    page.mouse.down()
    with page.expect_response(news_at(here)) as news:
        check_in(by=by, team_ids=[tournament.teams.order_by("number")[0].pk])
    news.value.finished()
    settle(page)
    expect(words).not_to_contain_text("1 of 4")
    page.mouse.up()
    expect(words).to_contain_text("1 of 4")


def test_what_has_just_arrived_can_be_pressed_at_once(page: Page, director: Account):
    """The next thing after an answer was put in is a tap on it: that stays on the page, as all taps there do."""
    by = Actor(account=director)
    tournament = a_tournament(by, 4, regulations=small_swiss())
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{tournament.pk}/entrants/")
    page.wait_for_load_state()
    page.evaluate(
        """() => {
          document.body.addEventListener("htmx:afterSwap", () => {
            document.body.dataset.sameTap = "again";
            setTimeout(() => document.querySelector("#tap-1").click(), 0);
          }, { once: true });
        }"""
    )
    page.locator("#tap-1").click()
    expect(page.locator("body[data-same-tap] #tap-1[aria-pressed=false]")).to_be_visible()  # it was not loaded anew
    assert not tournament.teams.exclude(checked_in_at=None).exists()


# --- the focus -----------------------------------------------------------------------------------------------------


def play(hall: Hall, table: int, number: int) -> None:
    sheet = Hand(calls=("",) * 4, out=(0, 1), points=30)
    record_hand(by=hall.by, table_id=hall.table(table).pk, client_id=uuid4(), number=number, sheet=sheet)


@pytest.fixture
def hall(director: Account) -> Hall:
    """Two tables. At the first an objection was decided and a call is seen, at the second a call is done; everybody has
    more time."""
    hall = Hall(director, of_hands(2), EIGHT)
    start_clock(by=hall.by, round_id=hall.round.pk, minutes=30)
    give_extra_time(by=hall.by, round_id=hall.round.pk, seconds=300)
    first, second = hall.table(1), hall.table(2)
    for number in (1, 2):
        play(hall, 1, number)
    team = first.seats.order_by("seat")[0].team_id
    word = object_to_result(by=hall.by, table_id=first.pk, team_id=team, note="It was 40")
    decide_objection(by=hall.by, confirmation_id=word.pk)
    for table, answer in ((first, see_call), (second, finish_call)):
        call = call_director(by=hall.by, table_id=table.pk, reason=CallReason.TIME)
        answer(by=hall.by, call_id=call.pk)
    return hall


def stays_focused_through_news(button: Locator, hall: Hall) -> None:
    """What stands there after the news is not the button that was focused, but it has the focus."""
    button.focus()
    button.evaluate("button => { button.dataset.before = 'yes' }")
    give_extra_time(by=hall.by, round_id=hall.round.pk, seconds=60)
    play(hall, 2, 1)
    expect(button).not_to_have_attribute("data-before", "yes")
    expect(button).to_be_focused()


@pytest.mark.parametrize("part", ["#board-clock", "#board-tables .ask-call"])
def test_news_leave_the_focus_on_what_can_be_undone_before_all_tables(
    page: Page, director: Account, hall: Hall, part: str
):
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{hall.tournament.pk}/tables/")
    stays_focused_through_news(page.locator(part).get_by_role("button", name="Undo"), hall)


@pytest.mark.parametrize(
    ("table", "what"), [(1, "It was 40"), (1, "Table 1 calls the director"), (2, "The table called the director:")]
)
def test_news_leave_the_focus_on_what_can_be_undone_at_a_table(
    page: Page, director: Account, hall: Hall, table: int, what: str
):
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{hall.tournament.pk}/tables/")
    page.locator(f"#tile-{hall.table(table).pk}").click()
    part = page.locator("#drawer-now article", has_text=what)
    stays_focused_through_news(part.get_by_role("button", name="Undo"), hall)


def test_every_act_at_the_board_and_its_drawer_has_a_name_of_its_own(page: Page, director: Account, hall: Hall):
    """By it the focus finds its way back."""
    sign_in_without_form(page, director.username)
    page.goto(f"/tournaments/{hall.tournament.pk}/tables/")
    page.locator(f"#tile-{hall.table(1).pk}").click()
    page.locator("#drawer-now .decided").wait_for()
    drawn_anew = page.locator("#board-clock, #board-tables, #drawer-now").locator("button, a.button")
    assert [name for name in drawn_anew.evaluate_all("all => all.map(each => each.id)") if not name] == []
    names = page.locator("[id]").evaluate_all("all => all.map(each => each.id)")
    assert sorted(names) == sorted(set(names))
