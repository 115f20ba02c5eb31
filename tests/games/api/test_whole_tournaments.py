"""A complete tournament of every kind, by a program that knows nothing but the API, with a real worker. In `make test`
the hands of later rounds come from elsewhere."""

import random
from typing import Any

import pytest

from games.actor import Actor
from games.models import Account, Round
from scoring.final import final_ranking
from scoring.presets import PRESETS
from scoring.record import record_from_json
from scoring.regulations import System
from scoring.standings import standings_to_json
from tests.games.acting import play_round_in_brief
from tests.games.api.driving import Api, Director, program_of
from tests.length import at_length

FIELDS = {
    "german_championship": (10, 18), "goettingen": (9, 17), "hiesfeld": (12, 16), "threechu_evening": (9, 12),
    "grand_seigneur_night": (11, 14), "korea": (5, 10),
}  # fmt: skip
USUAL = (6, 10)
"""How many enter, in `make test` and at length: where everybody meets everybody, with as many come as many rounds."""
BY_THE_PROGRAM = at_length(100, usually=2)
"""So many rounds whose hands all come through the API."""
GROWING = (System.SWISS, System.ROUND_ROBIN, System.GROUPS, System.INDIVIDUAL_DRAW)
"""Where somebody can come late."""


EVERY_PRESET = [key if key == "swiss_evening" else pytest.param(key, marks=pytest.mark.real_redis) for key in PRESETS]
"""One of them on SQLite too."""


@pytest.mark.slow("a whole tournament, request by request")
@pytest.mark.parametrize("preset", EVERY_PRESET)
def test_a_tournament_from_its_making_to_its_ranking(preset: str, director: Account, worker: None):
    run = Director(program_of(director), random.Random(preset))
    run.set_up(preset)
    few, many = FIELDS.get(preset, USUAL)
    teams = run.enter(at_length(many, usually=few))
    check_everybody_in(run, teams)
    rounds = Rounds(run, teams, Actor(account=director))
    rounds.play_all()
    assert rounds.seen >= rounds.expected()
    run.api.post(f"{run.here}/finish/")
    run.api.post(f"{run.here}/publish-ranking/")
    assert shown_to_everybody(run) == from_the_record(run)


def check_everybody_in(run: Director, teams: list[int]) -> None:
    """All but the last have come; that one is cancelled."""
    run.api.post("check-in/", teams=teams[:-1])
    absent = run.api.post(f"{run.here}/close-check-in/", no_shows="cancel")
    assert [(row["id"], row["entry"]) for row in absent] == [(teams[-1], "cancelled")]


class Rounds:
    """The rounds of a tournament with all that happens in between; `seen` is what has happened."""

    def __init__(self, run: Director, teams: list[int], by: Actor) -> None:
        self.run, self.teams, self.seen, self.played = run, teams, set[str](), list[int]()
        self.by = by

    def play_all(self) -> None:
        stages = self.run.regulations.stages
        for stage in stages:
            while "round" in (result := self.run.draw()):
                self.play(result["round"], stage.system)
            assert result["refused"]["code"] == "stage_over", result
            if stage is not stages[-1]:
                self.run.api.post(f"{self.run.here}/next-stage/")

    def play(self, round_id: int, system: System) -> None:
        api, number = self.run.api, len(self.played) + 1
        if number == 2:
            self.correct_the_first_round(round_id)
        self.publish(round_id)
        if number == 2:
            self.substitute(round_id)
        if number <= BY_THE_PROGRAM:
            self.by_the_players(round_id)
            self.run.play(round_id)
        else:
            play_round_in_brief(self.by, Round.objects.get(pk=round_id), self.run.luck)
        if number == 1:
            self.penalise(round_id)
        api.post(f"rounds/{round_id}/close/")
        self.played.append(round_id)
        if number == 1 and system in GROWING:
            self.run.enter_late()
            self.seen.add("late entry")
        if number == 1:
            api.post(f"teams/{self.teams[1]}/withdraw/", now=False)
            self.seen.add("withdrawal")

    def publish(self, round_id: int) -> None:
        """If a correction has put somebody else through, the draft no longer holds: then it is drawn anew."""
        api = self.run.api
        answer = api.ask("post", f"rounds/{round_id}/publish/", {})
        if answer.status_code == 409:
            assert answer.json()["code"] == "draw_conflicts", answer.content
            assert self.run.wait_for_draw(api.post(f"rounds/{round_id}/redraw/")) == {"round": round_id}
            api.post(f"rounds/{round_id}/publish/")

    def by_the_players(self, round_id: int) -> None:
        """At the first table a team enters with its link, and all teams agree. In a double elimination there can be a
        round of walkovers alone."""
        api = self.run.api
        shown = api.get(f"rounds/{round_id}/")
        if not shown["tables"]:
            return
        table = shown["tables"][0]
        links = {seat["team"]: self.link_of(seat["team"]) for seat in table["teams"]}
        clock = self.run.regulations.stage(shown["round"]["stage"]).match.clock is not None
        self.run.play_table(table["id"], next(iter(links.values())), clock=clock)
        if self.run.regulations.confirmation == "opponents":
            shown = api.get(f"tables/{table['id']}/")
            for team in shown["words"]["missing"]:
                links[team].post(f"tables/{table['id']}/confirm/", team=team, seen=shown["sheet"])
            assert api.get(f"tables/{table['id']}/")["words"]["settled"]
            self.seen.add("confirmation")

    def link_of(self, team: int) -> Api:
        return Api("Link " + self.run.api.post(f"teams/{team}/link/")["token"])

    def correct_the_first_round(self, drafted: int) -> None:
        """After the next draw: the draft is marked, and stays as it is."""
        api = self.run.api
        before = api.get(f"rounds/{drafted}/")
        table = api.get(f"rounds/{self.played[0]}/")["tables"][0]["id"]
        hand = api.get(f"tables/{table}/")["hands"][-1]
        sheet = other_sheet(hand["sheet"])
        body = {"client_id": "0" * 31 + "1", "revision": hand["revision"], "sheet": sheet, "reason": "misread"}
        answer = api.ask("put", f"tables/{table}/hands/{hand['number']}/", body)
        if answer.status_code == 409:  # the match would not have ended there
            assert answer.json()["code"] in ("surplus_hand",), answer.content
            return
        assert answer.status_code == 201, answer.content
        after = api.get(f"rounds/{drafted}/")
        assert (before["round"]["outdated"], after["round"]["outdated"]) == (False, True)
        assert before["tables"] == after["tables"]
        self.seen.add("correction")
        if not api.get(f"tables/{table}/")["over"]:  # so the match had no end: the first reading was right
            again = {"client_id": "0" * 31 + "2", "revision": hand["revision"] + 1, "sheet": hand["sheet"]}
            api.done("put", f"tables/{table}/hands/{hand['number']}/", again | {"reason": "it was right"})

    def substitute(self, round_id: int) -> None:
        api = self.run.api
        seat = api.get(f"rounds/{round_id}/")["tables"][0]["teams"][0]
        member = api.get(f"teams/{seat['team']}/")["members"][0]["id"]
        body = {"team": seat["team"], "member": member, "who": {"name": "Sub Stitute"}}
        if not self.run.regulations.substitutes:
            assert api.refused("post", f"rounds/{round_id}/substitutes/", body) == (409, "substitutes_forbidden")
            return
        api.done("post", f"rounds/{round_id}/substitutes/", body)
        self.seen.add("substitute")

    def penalise(self, round_id: int) -> None:
        self.run.api.post(
            f"rounds/{round_id}/rulings/", kind="penalty", team=self.teams[2], points=1, reason="came late"
        )
        self.seen.add("penalty")

    def expected(self) -> set[str]:
        expected = {"withdrawal", "penalty"}
        if self.run.regulations.stages[0].system in GROWING:
            expected.add("late entry")
        return expected | ({"confirmation"} if self.run.regulations.confirmation == "opponents" else set())


def other_sheet(sheet: dict[str, Any]) -> dict[str, Any]:
    """The same hand with other points, or in another order."""
    if sheet["points"] is not None:
        return sheet | {"points": sheet["points"] - 5 if sheet["points"] > 0 else sheet["points"] + 5}
    return sheet | {"out": sheet["out"][::-1]}


def shown_to_everybody(run: Director) -> Any:
    return Api().get(f"{run.here}/standings/")["rows"]


def from_the_record(run: Director) -> Any:
    """The ranking as anybody can compute it from the export."""
    record = record_from_json(run.api.get(f"{run.here}/record/"))
    names = {team.id: team.name for team in record.teams}
    return [row | {"name": names[row["team"]]} for row in standings_to_json(final_ranking(record))["rows"]]
