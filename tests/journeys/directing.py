"""A director at a laptop, in one language: every act on the pages, as the page that says what is next leads through the
evening. Hands of the other tables come from the acts, as from other people's phones."""

import random
import re
from collections.abc import Mapping, Sequence

from playwright.sync_api import Browser, Page, expect

from games.actor import Actor
from games.models import Account, Round, Table, Team, Tournament
from games.selectors.matches import matches_of
from scoring.record import Record, at_five, record_from_json
from tests.browsing import sign_in_without_form
from tests.games.acting import play_round_in_brief
from tests.journeys.test_foundation import LAPTOP, overflows, violations

FINISHED_IN = 60_000
"""How long a draw by the worker may take on a busy machine."""


class Desk:
    """The laptop of a director."""

    def __init__(self, browser: Browser, site: str, account: Account, language: str) -> None:
        screen = {"width": LAPTOP[0], "height": LAPTOP[1]}
        self.browser, self.site, self.language = browser, site, language
        self.context = browser.new_context(base_url=site, viewport=screen, locale=language)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", lambda said: self.faults.append(said.text) if "Content Sec" in said.text else None)
        self.by = Actor(account=account)
        self.luck = random.Random(7)
        self.id = 0
        sign_in_without_form(self.page, account.username)

    # --- setting up ----------------------------------------------------------------------------------------------

    def make(self, name: str, preset: str, chosen: Mapping[str, str]) -> None:
        """From nothing: a name, a format, and what differs from it."""
        self.page.goto("/tournaments/new/")
        self.page.locator("input[name=name]").fill(name)
        self.page.locator(f"input[name=preset][value={preset}]").check()
        expect(self.page.locator("input[name=of]")).to_have_value(preset)
        for field, value in chosen.items():
            self.page.locator(f'[name="{field}"]').select_option(value)
        self.good()
        self.page.locator("button[value=create]").click()
        self.page.wait_for_url("**/entrants/**")
        self.id = int(re.findall(r"/tournaments/(\d+)/", self.page.url)[0])

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(pk=self.id)

    def team(self, number: int) -> Team:
        return self.tournament.teams.get(number=number)

    def enter(self, lines: Sequence[str]) -> None:
        """Paste a list, look at what was understood, take it."""
        self.page.goto(f"/tournaments/{self.id}/entrants/add/")
        self.page.locator("#id_text").fill("\n".join(lines))
        self.page.locator("button[value=look]").click()
        expect(self.page.locator(".read-row")).to_have_count(len(lines))
        self.page.locator("button[value=take]").click()
        self.page.locator(".entrant-rows").wait_for()

    def check_in(self, but: int) -> None:
        """Tap the rows of all who are here; whoever is not is expected in the second round."""
        self.page.goto(f"/tournaments/{self.id}/entrants/")
        for row in self.tournament.teams.order_by("number"):
            if row.number != but:
                self.page.locator(f"#tap-{row.number}").click()
                expect(self.page.locator(f"#tap-{row.number}")).to_have_attribute("aria-pressed", "true")
        self.page.goto(f"/tournaments/{self.id}/entrants/check-in/close/")
        self.page.locator("button[value=keep]").click()
        self.page.locator(".entrant-rows").wait_for()

    def expect_later(self, number: int) -> None:
        """Somebody comes for the second round."""
        self.page.goto(f"/teams/{self.team(number).pk}/")
        self.page.locator("input[name=round]").fill("2")
        self.page.locator("button[value=late]").click()
        self.page.locator(".entrant-rows").wait_for()

    def withdraw(self, number: int) -> None:
        """Somebody goes home after this round."""
        self.page.goto(f"/teams/{self.team(number).pk}/")
        self.page.locator("button[name=when][value=after]").click()
        self.page.locator(".entrants-undo").wait_for()

    # --- what is next --------------------------------------------------------------------------------------------

    def next_words(self) -> str:
        self.page.goto(f"/tournaments/{self.id}/")
        return self.page.locator("#next-words").inner_text()

    def next_action(self) -> str:
        """Where the button beside it leads: the last word of its address."""
        self.page.goto(f"/tournaments/{self.id}/")
        form = self.page.locator("form.next-actions, .next-actions form").first
        link = self.page.locator(".next-actions a.button").first
        address = form.get_attribute("action") if form.count() else link.get_attribute("href")
        return (address or "").strip("/").rpartition("/")[2]

    def go_on(self) -> None:
        """Press the button that stands beside what is next."""
        self.page.goto(f"/tournaments/{self.id}/")
        self.page.locator(".next-actions .button").first.click()

    def draw(self) -> Round:
        """Ask for the next round; a worker draws it; look at the draft and publish it."""
        self.go_on()
        publish = self.page.locator("form[action$='/publish/'] button")
        publish.wait_for(timeout=FINISHED_IN)
        reason = self.page.locator("form[action$='/publish/'] [name=reason]")
        if reason.count():
            reason.fill("It is as it is")
        publish.click()
        self.page.locator("form[action$='/publish/']").wait_for(state="detached")
        return self.tournament_rounds()[-1]

    def tournament_rounds(self) -> list[Round]:
        return list(Round.objects.filter(stage__tournament=self.id).order_by("stage__position", "number"))

    def play(self, round_: Round, *, typed: Sequence[str] = ()) -> None:
        """One table's first hand is typed from paper; everything else comes from phones."""
        if typed:
            self.type_hand(self.paper_table(round_), typed)
        play_round_in_brief(self.by, round_, self.luck)

    def paper_table(self, round_: Round) -> Table:
        """The first table where nobody sits out a hand: there seats 1 and 2 are opponents, whatever was drawn."""
        return next(match.row for match in matches_of(round_) if not at_five(match.value(), match.regulations))

    def type_hand(self, table: Table, typed: Sequence[str]) -> None:
        self.page.goto(f"/tables/{table.pk}/paper/")
        self.fill_in(typed)
        expect(self.page.locator("[data-typing] input[name=number]")).to_have_value("2")

    def correct(self, table: Table, typed: Sequence[str]) -> None:
        """The first hand was another one."""
        self.page.goto(f"/tables/{table.pk}/paper/1/")
        self.page.locator("input[name=reason]").fill("Misread")
        self.fill_in(typed)
        self.page.locator("[data-typing] [name=reason]").wait_for(state="detached")

    def fill_in(self, typed: Sequence[str]) -> None:
        """Order of going out and card points; the order alone where nobody counts cards."""
        for name, text in zip(("out", "points"), typed, strict=False):
            self.page.locator(f"[data-typing] input[name={name}]").fill(text)
        self.page.locator("[data-typing] button[type=submit]").first.click()

    def penalise(self, number: int) -> None:
        """A point less, for a reason."""
        self.page.goto(f"/tournaments/{self.id}/rulings/")
        self.page.locator("details", has=self.page.locator("#penalty_reason")).locator("summary").click()
        self.page.locator("#penalty_team").select_option(str(self.team(number).pk))
        self.page.locator("#penalty_points").fill("1")
        self.page.locator("#penalty_reason").fill("Came late to the table")
        self.page.locator("form", has=self.page.locator("#penalty_reason")).locator("button").click()
        self.page.locator(".ruling", has_text="Came late to the table").wait_for()

    def close_round(self) -> None:
        self.go_on()
        self.page.locator(".notice-success").wait_for()

    # --- the end -------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """The end, and the ranking for everybody."""
        self.go_on()
        self.page.locator(".notice-success").wait_for()
        self.page.goto(f"/tournaments/{self.id}/standings/")
        self.page.locator("form[action$='/publish/'] button").click()
        self.page.locator("a[href$='/thanks/']").wait_for()

    def everybody_sees(self) -> list[tuple[str, str]]:
        """Rank and name, as somebody without an account reads them."""
        Tournament.objects.filter(pk=self.id, visibility="private").update(visibility="unlisted")
        with self.browser.new_context(base_url=self.site, locale=self.language) as anybody:
            page = anybody.new_page()
            page.goto(f"/t/{self.tournament.slug}/")
            rows = page.locator(".ranking tbody tr[data-row]")
            rows.first.wait_for()
            assert violations(page) == []
            assert not overflows(page)
            return [
                (row.locator(".rank").inner_text().strip(), row.locator(".who a").first.inner_text().strip())
                for row in rows.all()
            ]

    def record(self) -> Record:
        """The whole tournament as it can be taken away."""
        return record_from_json(self.page.request.get(f"/tournaments/{self.id}/export/record/").json())

    def good(self) -> None:
        """The page is for everybody and fits."""
        assert violations(self.page) == []
        assert not overflows(self.page)

    def done(self) -> None:
        self.context.close()
        assert self.faults == []
