"""A tournament played on by chance, so that its live pages can be watched.

It talks to the running server by its API, as phones and other programs do, and does nothing by itself. The services
are at hand here, but with the embedded defaults a signal to open pages goes from the web process to its own streams: of
what another process writes into the same database no page would hear. Asked by its API the server acts itself, and
everything moves that moves on a tournament day: boards, phones, projector, and by its worker the standings.
"""

import heapq
import itertools
import json
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from games.choices import CallReason
from games.services.chance import hand_by_chance
from scoring.plain import to_plain
from scoring.regulations import Regulations, regulations_from_json

HAND, LOOK, HELP = 270, 40, 150
"""Seconds of people's time: for a hand, to look at a result, until the director has helped."""
CALLS, OBJECTIONS = 0.02, 0.05
"""How often a hand ends with a call for the director, and a match with an objection."""
HANDS_IN_TIME = 8
"""Where a clock ends the match: by the clock of the wall it would take an hour."""
MOST_SECONDS = 30
"""So long the server may take to answer, or to draw."""


class Unreachable(Exception):
    """Nobody answers there."""


class Refused(Exception):
    """The server says no."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


@dataclass(frozen=True)
class Server:
    """The API of a running server, for who has this token."""

    address: str
    token: str

    def ask(self, method: str, path: str, **body: Any) -> Any:
        request = urllib.request.Request(  # noqa: S310  the address was typed by whoever runs the server
            f"{self.address.rstrip('/')}/api/v1/{path}",
            method=method,
            data=None if method == "GET" else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=MOST_SECONDS) as answer:  # noqa: S310
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as no:
            return self.after_no(no, method, path, body)
        except OSError as fault:
            raise Unreachable(str(fault)) from fault

    def after_no(self, no: urllib.error.HTTPError, method: str, path: str, body: dict[str, Any]) -> Any:
        """Too often is tried again; any other no is one."""
        if no.code == 429:
            time.sleep(float(no.headers.get("Retry-After", 1)))
            return self.ask(method, path, **body)
        try:
            problem = json.loads(no.read())
        except ValueError:
            raise Unreachable(_("no API there")) from no
        raise Refused(problem.get("code", ""), problem.get("detail", no.reason))

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, **body: Any) -> Any:
        return self.ask("POST", path, **body)


@dataclass(order=True)
class Due:
    """Something that happens at a table when its time has come."""

    at: float
    order: int
    act: Callable[[int], None] = field(compare=False)
    table: int = field(compare=False)


@dataclass(kw_only=True)
class Simulation:
    """One tournament. `speed` says how much faster than people; `hands` how many at most; `rounds` how many more are
    closed, drawn and published when the one before is played. `tell` is called with what happens."""

    server: Server
    tournament: int
    luck: random.Random
    tell: Callable[[str], None]
    speed: float = 30
    hands: int | None = None
    rounds: int = 0
    entered: int = 0

    def __post_init__(self) -> None:
        self.order = itertools.count()
        self.agenda: list[Due] = []
        self.now = 0.0
        self.began = time.monotonic()
        self.time_up: set[int] = set()
        self.regulations: Regulations = regulations_from_json(
            self.server.get(f"tournaments/{self.tournament}/regulations/")["regulations"]
        )

    def run(self) -> None:
        """Until everything that was asked for is played."""
        round_ = self.round_to_play()
        while round_ is not None:
            self.play(round_)
            round_ = None if self.enough else self.next_round(round_)

    @property
    def enough(self) -> bool:
        return self.hands is not None and self.entered >= self.hands

    # --- rounds ------------------------------------------------------------------------------------------------------

    def round_to_play(self) -> dict[str, Any] | None:
        """The round that is being played; or the next one, if rounds were asked for."""
        rounds = self.server.get(f"tournaments/{self.tournament}/rounds/")
        playing = next((each for each in rounds if each["state"] == "published"), None)
        if playing is not None:
            return dict(playing)
        if self.rounds == 0:
            self.tell(_("No round is being played. --rounds draws and publishes the next."))
            return None
        return self.published()

    def next_round(self, played: dict[str, Any]) -> dict[str, Any] | None:
        if self.rounds == 0:
            self.tell(_("Round %(number)s is played. --rounds closes it and goes on.") % played)
            return None
        self.server.post(f"rounds/{played['id']}/close/")
        self.tell(_("Round %(number)s is closed.") % played)
        return self.published()

    def published(self) -> dict[str, Any] | None:
        """The next round, of this stage or of the one after it; None if everything is played."""
        self.rounds -= 1
        drawn = self.drawn()
        if drawn is None and self.stage_after():
            drawn = self.drawn()
        if drawn is None:
            self.tell(_("Everything is played. The director can finish the tournament."))
            return None
        round_ = self.server.post(f"rounds/{drawn}/publish/")
        self.tell(_("Round %(number)s is published.") % round_)
        return dict(round_)

    def drawn(self) -> int | None:
        """A worker of the server draws; None if the stage has no round left."""
        job = self.server.post(f"tournaments/{self.tournament}/draw/")
        deadline = time.monotonic() + MOST_SECONDS
        while job["finished_at"] is None:
            if time.monotonic() > deadline:
                raise Unreachable(_("no worker draws"))
            time.sleep(0.1)
            job = self.server.get(f"jobs/{job['id']}/")
        result = job["result"] or {}
        if "round" in result:
            return int(result["round"])
        code = result.get("refused", {}).get("code", job["failure"])
        if code != "stage_over":
            raise Refused(code, code)
        return None

    def stage_after(self) -> bool:
        keys = [stage.key for stage in self.regulations.stages]
        last = self.server.get(f"tournaments/{self.tournament}/rounds/")[-1]["stage"]
        if last == keys[-1]:
            return False
        self.server.post(f"tournaments/{self.tournament}/next-stage/")
        return True

    # --- tables ------------------------------------------------------------------------------------------------------

    def play(self, round_: dict[str, Any]) -> None:
        """All tables side by side, each at its own pace, until every result is settled."""
        self.stage = round_["stage"]
        for line in self.server.get(f"rounds/{round_['id']}/board/")["tables"]:
            if line["call"] is not None:
                self.later(self.help, line["table"], HELP)
            if not line["words"]["settled"]:
                self.later(self.settle if line["over"] else self.write_hand, line["table"], HAND * self.luck.random())
        while self.agenda and not self.enough:
            due = heapq.heappop(self.agenda)
            self.wait_until(due.at)
            due.act(due.table)
        self.agenda.clear()

    def later(self, act: Callable[[int], None], table: int, seconds: float) -> None:
        heapq.heappush(self.agenda, Due(self.now + seconds, next(self.order), act, table))

    def wait_until(self, at: float) -> None:
        self.now = max(self.now, at)
        time.sleep(max(0.0, self.began + self.now / self.speed - time.monotonic()))

    def write_hand(self, table: int) -> None:
        """One more hand. What somebody else has entered meanwhile is seen first."""
        shown = self.server.get(f"tables/{table}/")
        if not shown["over"]:
            shown = self.with_one_more(shown)
        if shown["over"]:
            self.later(self.settle, table, LOOK * self.luck.uniform(0.5, 2))
            return
        self.later(self.write_hand, table, max(HAND / 3, self.luck.gauss(HAND, HAND / 4)))
        if shown["call"] is None and self.luck.random() < CALLS:
            self.server.post(f"tables/{table}/call/", reason=self.luck.choice(list(CallReason)).value)
            self.tell(_("Table %(number)s calls the director.") % shown)
            self.later(self.help, table, HELP)

    def with_one_more(self, shown: dict[str, Any]) -> dict[str, Any]:
        """The table after the hand, or after the time was up."""
        table, clock = shown["id"], self.regulations.stage(self.stage).match.clock
        if clock is not None and shown["next_hand"] > HANDS_IN_TIME and table not in self.time_up:
            self.time_up.add(table)
            self.server.post(f"tables/{table}/time-up/", hand=shown["next_hand"] - 1)
        else:
            sheet = hand_by_chance(self.luck, self.regulations.hand, len(shown["next_playing"]))
            self.server.post(
                f"tables/{table}/hands/",
                client_id=str(uuid4()),
                number=shown["next_hand"],
                sheet=to_plain(sheet),
            )
            self.entered += 1
        after = dict(self.server.get(f"tables/{table}/"))
        totals = " : ".join(str(total) for total in after["progress"]["totals"])
        facts = {"number": after["number"], "hand": len(after["hands"]), "totals": totals}
        self.tell(_("Table %(number)s, hand %(hand)s: %(totals)s") % facts)
        return after

    def settle(self, table: int) -> None:
        """One team after the other agrees; now and then one objects, and the director decides."""
        shown = self.server.get(f"tables/{table}/")
        words = shown["words"]
        if words["objected"]:
            self.decide(shown)
        elif words["missing"]:
            team = words["missing"][0]
            if not shown["said"] and self.luck.random() < OBJECTIONS:
                self.server.post(f"tables/{table}/object/", team=team, note=_("That is not how we played it"))
                self.tell(_("Table %(number)s objects to its result.") % shown)
                self.later(self.settle, table, HELP)
                return
            self.server.post(f"tables/{table}/confirm/", team=team, seen=shown["sheet"])
            self.tell(_("Table %(number)s confirms.") % shown)
        if not words["settled"]:
            self.later(self.settle, table, LOOK * self.luck.uniform(0.5, 2))

    def decide(self, shown: dict[str, Any]) -> None:
        for said in shown["said"]:
            if said["word"] == "objected" and said["decided_at"] is None:
                self.server.post(f"objections/{said['id']}/decide/")
                self.tell(_("The director decides at table %(number)s.") % shown)

    def help(self, table: int) -> None:
        """The director has come."""
        shown = self.server.get(f"tables/{table}/")
        if shown["call"] is not None:
            self.server.post(f"calls/{shown['call']['id']}/done/")
            self.tell(_("The director has helped table %(number)s.") % shown)
