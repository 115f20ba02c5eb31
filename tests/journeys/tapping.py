"""A phone at a table, and the thumb that taps on it. Every tap is counted."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from games.actor import Actor
from games.models import Hand, Table, Tournament
from games.selectors.matches import match_at, sheet_of
from games.services.links import NewLink, make_link, make_table_link
from scoring import record
from scoring.match import Length, MatchRules, Tie
from scoring.regulations import Confirmation, Regulations
from tests.games.acting import a_tournament, published, small_swiss
from tests.waiting import wait_for

SMALL, USUAL = (360, 640), (390, 844)
ANSWERED_HERE: Any = {"service_workers": "block"}
"""For a phone whose questions are answered by the test: one that is asked while the page's keeper takes over would pass
the test by, about once in a hundred times. The keeper has nothing to do with what is sent."""
PLACES = {"Tichu": 1, "Grand Tichu": 2}
"""How often one taps a seat for a call."""


class Phone:
    """One phone. `taps` says how often the thumb has touched it."""

    def __init__(self, context: BrowserContext, token: str = "") -> None:
        self.context = context
        self.page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self.hear)
        self.taps = 0
        if token:
            self.come_in(token)

    def hear(self, message: Any) -> None:
        if "Content Security" in message.text:
            self.faults.append(message.text)

    def come_in(self, token: str) -> None:
        """As by scanning the square of a card."""
        self.page.goto(f"/play/in/#{token}")
        self.page.wait_for_url("**/play/")
        self.page.locator("#loading").wait_for(state="hidden")

    # --- one hand ----------------------------------------------------------------------------------------------------

    def tap(self, selector: str) -> None:
        self.page.locator(selector).tap()
        self.taps += 1

    def seat(self, name: str) -> Any:
        return self.page.locator(".seat", has=self.page.locator(".seat-name", has_text=name))

    def tap_seat(self, name: str) -> None:
        self.seat(name).tap()
        self.taps += 1

    def calls(self, **calls: str) -> None:
        for name, call in calls.items():
            for _ in range(PLACES[call]):
                self.tap_seat(name)

    def out(self, *names: str) -> None:
        self.tap("#steps label:nth-of-type(2)")
        for name in names:
            self.tap_seat(name)

    def points(self, points: int) -> None:
        """One touch of the rail where this number is, for the side on the left."""
        rail = self.page.locator("#slider")
        box = rail.bounding_box()
        assert box
        thumb = 38
        share = (points + 25) / 150
        rail.tap(position={"x": thumb / 2 + share * (box["width"] - thumb), "y": box["height"] / 2})
        self.taps += 1

    def save(self) -> None:
        self.tap("#save")

    def sums(self) -> list[str]:
        """What stands below: this hand and the total, once the last tap has arrived."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return [" ".join(row.split()) for row in self.page.locator("#sums tbody tr").all_inner_texts()]

    def wait_for(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()

    def wait_until_confirmed(self, number: int) -> None:
        self.page.locator("#last-state", has_text=f"Hand {number}: confirmed").wait_for()

    def until(self, condition: Callable[[], object], *, seconds: float = 20, what: str = "") -> None:
        """Wait while the browser goes on."""
        wait_for(condition, seconds=seconds, what=what, page=self.page, tells=self.tells)

    def tells(self) -> str:
        """What stands on it and what it keeps, for somebody who must find out what went wrong."""
        kept = self.page.evaluate("JSON.stringify(localStorage)")
        return f"on the phone stands {self.page.locator('main').inner_text()!r}, and it keeps {kept}"

    def close(self) -> None:
        self.context.close()
        assert self.faults == []


def phone(
    browser: Browser, site: str, token: str = "", *, size: tuple[int, int] = USUAL, locale: str = "en-GB", **more: Any
) -> Phone:
    screen = {"width": size[0], "height": size[1]}
    context = browser.new_context(base_url=site, viewport=screen, has_touch=True, is_mobile=True, locale=locale, **more)
    return Phone(context, token)


# --- what it is about ----------------------------------------------------------------------------------------------


class Hall:
    """A tournament whose first round is being played; its people have names."""

    def __init__(self, director: Any, regulations: Regulations | str, names: Sequence[str]) -> None:
        self.by = Actor(account=director)
        preset = regulations if isinstance(regulations, str) else "swiss_evening"
        given = None if isinstance(regulations, str) else regulations
        self.tournament: Tournament = a_tournament(self.by, 0, preset=preset, regulations=given)
        enter(self.by, self.tournament, names)
        self.round = published(self.by, self.tournament, seed="1")

    def table(self, number: int = 1) -> Table:
        return Table.objects.select_related("round__stage__tournament").get(round=self.round, number=number)

    def names(self, number: int = 1) -> list[str]:
        """Who sits where, by the lines of the sheet of the first hand."""
        from games.selectors.tables import table_sheet

        sheet = table_sheet(self.table(number).pk)
        people = {seat: team.players[at] for team in sheet.seats for at, seat in enumerate(team.seats)}
        return ["Dummy" if seat is None else people[seat] for seat in sheet.match.playing(0)]

    def link_of(self, name: str) -> NewLink:
        team = self.tournament.teams.get(members__player__shown_name=name)
        return make_link(by=self.by, team_id=team.pk)

    def table_link(self, number: int = 1) -> NewLink:
        return make_table_link(by=self.by, tournament_id=self.tournament.pk, table_number=number)

    def hands(self, number: int = 1) -> list[record.Hand]:
        """What is stored and counts."""
        return [sheet_of(row) for row in match_at(self.table(number)).entries.standing]

    def rows(self, number: int = 1) -> list[Hand]:
        return list(Hand.objects.filter(table=self.table(number)).order_by("number", "revision"))


def enter(by: Actor, tournament: Tournament, names: Sequence[str]) -> None:
    from games.selectors.records import regulations_of
    from games.services.registration import import_teams

    size = regulations_of(tournament).members_at_the_table
    rows = [{"members": list(names[at : at + size])} for at in range(0, len(names), size)]
    import_teams(by=by, tournament_id=tournament.pk, rows=rows)


PAIRS = ("Lena", "Jo", "Max", "Ali")
EIGHT = (*PAIRS, "Mia", "Ben", "Eva", "Tom")


def of_hands(hands: int, **more: Any) -> Regulations:
    """Pairs in matches of so many hands, which the opponents confirm."""
    match = MatchRules(length=Length.HANDS, hands=hands, tie=Tie.DRAW)
    return replace(small_swiss(match=match), **({"confirmation": Confirmation.OPPONENTS} | more))
