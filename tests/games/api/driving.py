"""A program that talks to the API, and a director who runs a whole tournament with it."""

import json
import random
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from games.actor import Actor
from games.choices import Scope
from games.models import Account
from games.services.tokens import make_api_token
from scoring.plain import to_plain
from scoring.regulations import Counting, Regulations, regulations_from_json
from tests.games.acting import hand_by_chance
from tests.waiting import wait_for

FINE = (200, 201, 202, 204)


@dataclass
class Api:
    """Somebody with a credential, or without."""

    header: str = ""
    client: Client = field(default_factory=Client)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The whole answer."""
        sent = {"Authorization": self.header} if self.header else {}
        return self.client.generic(
            method.upper(), f"/api/v1/{path}", b"" if body is None else json.dumps(body).encode(),
            content_type="application/json", headers=sent | headers,
        )  # fmt: skip

    def done(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """What it answers, if it says yes."""
        answer = self.ask(method, path, body, **headers)
        assert answer.status_code in FINE, (method, path, body, answer.content)
        return answer.json() if answer.content else None

    def refused(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, str]:
        """With which status and code it says no."""
        answer = self.ask(method, path, body, **headers)
        assert answer["Content-Type"] == "application/problem+json", answer.content
        return answer.status_code, answer.json()["code"]

    def get(self, path: str) -> Any:
        return self.done("get", path)

    def post(self, path: str, **body: Any) -> Any:
        return self.done("post", path, body)


def program_of(account: Account, scope: Scope = Scope.WRITE) -> Api:
    """A program that acts for somebody."""
    _, secret = make_api_token(by=Actor(account=account), name="a program", scope=scope)
    return Api(f"Bearer {secret}")


@dataclass
class Director:
    """Runs one tournament, through the API alone."""

    api: Api
    luck: random.Random
    id: int = 0
    regulations: Regulations = field(default_factory=Regulations)

    @property
    def here(self) -> str:
        return f"tournaments/{self.id}"

    def set_up(self, preset: str, **details: Any) -> None:
        made = self.api.post("tournaments/", name=f"Cup {preset}", preset=preset, visibility="public", **details)
        self.id = made["id"]
        self.read_regulations()

    def read_regulations(self) -> None:
        self.regulations = regulations_from_json(self.api.get(f"{self.here}/regulations/")["regulations"])

    def members(self, team: object) -> list[str]:
        return [f"Player {team}.{member}" for member in range(self.regulations.members_at_the_table)]

    def enter(self, count: int) -> list[int]:
        rows = [{"members": self.members(number)} for number in range(1, count + 1)]
        return [row["id"] for row in self.api.post(f"{self.here}/import/", rows=rows)]

    def enter_late(self) -> Any:
        members = [{"name": name} for name in self.members("late")]
        return self.api.post(f"{self.here}/entries/", members=members)

    def draw(self) -> dict[str, Any]:
        """Ask for the next round, and wait for the worker."""
        return self.wait_for_draw(self.api.post(f"{self.here}/draw/"))

    def wait_for_draw(self, job: dict[str, Any]) -> dict[str, Any]:
        address = f"jobs/{job['id']}/"
        wait_for(lambda: self.api.get(address)["finished_at"], seconds=30, what="for the draw")
        found = self.api.get(address)
        assert not found["failure"], found
        return dict(found["result"])

    def play(self, round_id: int, *, hand_by_hand: int = 1) -> None:
        """Every table until its match is over: so many hand by hand, the others as whole results if that is enough."""
        shown = self.api.get(f"rounds/{round_id}/")
        rules = self.regulations.stage(shown["round"]["stage"])
        for at, table in enumerate(shown["tables"]):
            if at < hand_by_hand or rules.points.counting is not Counting.MATCH or rules.late_matches:
                self.play_table(table["id"], clock=rules.match.clock is not None)
            else:
                self.enter_result(table["id"])

    def enter_result(self, table: int) -> None:
        totals = self.luck.sample([1000, self.luck.randrange(0, 1000, 5)], 2)
        entry = {"client_id": self.new_id(), "totals": totals}
        answer = self.api.ask("put", f"tables/{table}/result/", entry)
        assert answer.status_code in (201, 409), answer.content  # 409: there are hands already

    def play_table(self, table: int, by: Api | None = None, *, clock: bool = False) -> None:
        """Hand by hand; where a clock ends the match, the time is up after four."""
        by = by or self.api
        for _ in range(200):
            shown = by.get(f"tables/{table}/")
            if shown["over"]:
                return
            if clock and shown["next_hand"] == 5:
                self.api.post(f"tables/{table}/time-up/", hand=4)
                continue
            sheet = to_plain(hand_by_chance(self.regulations.hand, len(shown["next_playing"]), self.luck))
            by.post(f"tables/{table}/hands/", client_id=self.new_id(), number=shown["next_hand"], sheet=sheet)
        raise AssertionError("a match without an end")

    def new_id(self) -> str:
        return str(uuid.UUID(int=self.luck.getrandbits(128)))
