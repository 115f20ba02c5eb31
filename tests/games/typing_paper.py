"""Somebody who types paper sheets, for tests: what is sent, what a page carries along, what it says beside a field."""

import re
from typing import Any
from uuid import uuid4

from django.test import Client

from games.actor import Actor
from games.selectors.paper import paper_tables
from games.selectors.tables import table_sheet
from games.services.hands import record_hand
from scoring.record import Hand as Sheet
from tests.games.acting import small_swiss
from tests.games.rows import Play, a_play

WON = Sheet(calls=("",) * 4, out=(0, 1), points=60)


class Scorer:
    """Somebody who types at one table, with or without scripts."""

    def __init__(self, play: Play, *, by: Actor | None = None, htmx: bool = False) -> None:
        self.play, self.client = play, Client()
        self.client.force_login((by or play.scorer).account)
        self.headers = {"HX-Request": "true"} if htmx else {}
        self.sheet = f"/tables/{play.table.pk}/paper/"

    def get(self, path: str = "") -> str:
        answer = self.client.get(path if path.startswith("/") else self.sheet + path)
        assert answer.status_code == 200, answer.content.decode()
        return answer.content.decode()

    def send(self, path: str = "", **fields: Any) -> Any:
        return self.client.post(self.sheet + path, fields, headers=self.headers)

    def type(self, calls: str = "", out: str = "", points: str = "", *, number: int | None = None, **more: Any) -> Any:
        """The next hand."""
        due = number or table_sheet(self.play.table.pk).next_hand
        fields = {"client_id": uuid4(), "number": due, "calls": calls, "out": out, "points": points} | more
        return self.send(**fields)

    def retype(self, page: str, **fields: Any) -> str:
        """The next hand of a second pass, which carries on from this page."""
        answer = self.send("verify/", **hidden(page) | fields)
        return answer.content.decode()


def hidden(page: str) -> dict[str, str]:
    """What the first form of the page carries along."""
    form = page[page.index("data-typing") :] if "data-typing" in page else page[page.index('class="paper-decide"') :]
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: value.replace("&quot;", '"') for name, value in reversed(fields)}


def error_at(page: str, field: str) -> str:
    """The words beside a field, which says that it is wrong and where the words are."""
    widget = re.search(rf'<input[^>]* name="{field}"[^>]*>', page)
    assert widget, page
    assert 'aria-invalid="true"' in widget[0], widget[0]
    assert f'aria-describedby="id_{field}_error"' in widget[0], widget[0]
    assert "autofocus" in widget[0], widget[0]
    words = re.search(rf'id="id_{field}_error"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert words, page
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", "", words[1])).strip()


def stored(play: Play) -> list[Sheet]:
    return [hand.sheet for hand in table_sheet(play.table.pk).hands]


def swiss(**choices: Any) -> Play:
    """Pairs who play two hands."""
    return a_play(stages=small_swiss().stages, **choices)


def with_a_hand() -> tuple[Play, Scorer]:
    play = a_play()
    record_hand(by=play.director, table_id=play.table.pk, client_id=uuid4(), number=1, sheet=WON)
    return play, Scorer(play)


def verified(play: Play) -> bool:
    return paper_tables(play.scorer, play.tournament.pk).lines[0].verified
