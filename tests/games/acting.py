"""A tournament driven through the services, as its director drives it: entered, drawn, played by chance, closed.

A draw is made here and now, by the same function that a worker calls. Hands come with the frequencies of real play.
"""

import contextlib
import random
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, connections, transaction

from games.actor import Actor
from games.choices import RoundState
from games.models import Job, LogLine, Round, Table, Team, Tournament
from games.selectors.matches import TableMatch, match_at
from games.selectors.records import regulations_of
from games.selectors.rounds import live_rounds
from games.services.clock import end_time
from games.services.drawing import ask_for_draw, redraw
from games.services.hands import record_hand
from games.services.jobs import perform_job
from games.services.kinds import KINDS
from games.services.registration import import_teams
from games.services.rounds import close_round, publish_round
from games.services.stages import begin_next_stage
from games.services.tournaments import create_tournament
from games.services.whole_results import record_whole_result
from rules.refusal import Refusal
from scoring.hand import HandRules
from scoring.match import Length, MatchRules, Tie
from scoring.record import Hand
from scoring.regulations import OUT_WHEN_LOST, PointRules, Regulations, Seeding, StageRules, System, regulations_to_json
from scoring.variants import Variant
from tests.waiting import wait_for

TWO_HANDS = MatchRules(length=Length.HANDS, hands=2, tie=Tie.DRAW)


def refused(act: Callable[..., Any], **arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act(**arguments)
    return caught.value


def elsewhere(act: Callable[[], object]) -> None:
    """As another process does it: with a connection of its own. To be over before anything goes on here."""

    def there() -> None:
        try:
            act()
        finally:
            connections.close_all()

    thread = threading.Thread(target=there)
    thread.start()
    thread.join()


def overtaken(act: Callable[[], Any], *, by: Callable[[], object], then: Callable[[], object] = lambda: None) -> Any:
    """What an act returns or raises that has begun and waits until another one is committed, which does something more
    (`then`) while it waits. On PostgreSQL alone: on SQLite it waits before it begins."""
    answers: list[Any] = []

    def there() -> None:
        try:
            answers.append(act())
        except Exception as failure:
            answers.append(failure)
        finally:
            connections.close_all()

    late = threading.Thread(target=there)
    try:
        with transaction.atomic():
            by()
            late.start()
            wait_for(somebody_waits_for_us, what="for the other one to come to our lock")
            then()
    finally:
        if late.ident is not None:
            late.join()
    return answers[0]


def somebody_waits_for_us() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid)))")
        return bool(cursor.fetchone()[0])


# --- setting up --------------------------------------------------------------------------------------------------


def small_swiss(**rules: Any) -> Regulations:
    """Pairs, three rounds of two hands: soon played."""
    stage = StageRules(
        system=System.SWISS, rounds=3, match=TWO_HANDS, points=PointRules(win=2, draw=1),
        tiebreaks=("points", "buchholz", "difference", "decision"),
    )  # fmt: skip
    return Regulations(preset="swiss_evening", stages=(replace(stage, **rules),))


def of_system(system: System, **rules: Any) -> Regulations:
    """Pairs in one stage of this system."""
    return Regulations(preset="club_game", stages=(a_stage(system, **rules),))


def a_stage(system: System, **rules: Any) -> StageRules:
    """Two hands a match; where whoever loses is out, one hand, and another if that is not decided."""
    out = system in OUT_WHEN_LOST
    usual = {
        "match": MatchRules(length=Length.HANDS, hands=1) if out else TWO_HANDS,
        "points": PointRules(win=2, draw=1),
        "tiebreaks": ("progress", "points", "decision") if out else ("points", "difference", "decision"),
    }
    return StageRules(system=system, **usual | rules)


def groups_and_final(**rules: Any) -> Regulations:
    """Two groups, of which the winners play a final."""
    groups = a_stage(System.GROUPS, **{"key": "groups", "groups": 2, "qualifiers": 1} | rules)
    return Regulations(preset="st_gallen", stages=(groups, a_stage(System.KNOCKOUT, key="final", seeding=Seeding.RANK)))


def a_tournament(
    by: Actor, teams: int, *, preset: str = "swiss_evening", regulations: Regulations | None = None, name: str = "Cup"
) -> Tournament:
    """A tournament from a preset or from regulations, with so many teams in it."""
    plain = None if regulations is None else regulations_to_json(regulations)
    tournament = create_tournament(by=by, name=name, preset=preset, regulations=plain)
    if teams:
        enter_teams(by, tournament, teams)
    tournament.refresh_from_db()
    return tournament


def enter_teams(by: Actor, tournament: Tournament, number: int) -> list[Team]:
    """So many more teams, as many members in each as play at a table."""
    members = regulations_of(tournament).members_at_the_table
    first = tournament.teams.count() + 1
    rows = [
        {"members": [f"Player {team}.{member}" for member in range(1, members + 1)]}
        for team in range(first, first + number)
    ]
    return import_teams(by=by, tournament_id=tournament.pk, rows=rows)


def team(tournament: Tournament, number: int) -> Team:
    return Team.objects.get(tournament=tournament, number=number)


# --- drawing -----------------------------------------------------------------------------------------------------


def performed(job: Job) -> dict[str, Any]:
    """What a worker makes of a job."""
    perform_job(job_id=job.pk, kinds=KINDS)
    job.refresh_from_db()
    assert job.finished_at is not None
    assert job.result is not None
    return dict(job.result)


def drawn(by: Actor, tournament: Tournament, seed: str | None = None) -> Round:
    """The draft of the next round."""
    result = performed(ask_for_draw(by=by, tournament_id=tournament.pk, seed=seed))
    assert "round" in result, result
    return the_round(result["round"])


def drawn_again(by: Actor, round_: Round, seed: str | None = None) -> Round:
    result = performed(redraw(by=by, round_id=round_.pk, seed=seed))
    assert result == {"round": round_.pk}
    return the_round(round_.pk)


def the_round(round_id: int) -> Round:
    """The round as it is now, with its stage and tournament."""
    return Round.objects.select_related("stage__tournament").get(pk=round_id)


def published(by: Actor, tournament: Tournament, seed: str | None = None) -> Round:
    return publish_round(by=by, round_id=drawn(by, tournament, seed).pk)


def seating(round_: Round) -> dict[int, tuple[int, ...]]:
    """Who sits at which table: the numbers of teams in the order of their seats."""
    tables: dict[int, list[int]] = {}
    for seat in round_.seats.filter(table__isnull=False).select_related("table", "team").order_by("table", "seat"):
        tables.setdefault(seat.table.number, []).append(seat.team.number)
    return {number: tuple(tables[number]) for number in sorted(tables)}


def places(round_: Round) -> dict[int, str]:
    """Where every team is in a round, by number."""
    return dict(round_.seats.order_by("team__number").values_list("team__number", "place"))


def without_table(round_: Round, place: str = "bye") -> list[int]:
    seats = round_.seats.filter(place=place).order_by("team__number")
    return list(seats.values_list("team__number", flat=True))


# --- playing -----------------------------------------------------------------------------------------------------


def play_round(by: Actor, round_: Round, luck: random.Random, *, but: int | None = None) -> None:
    """Hands at every table until its match is over; but not at the table of this number."""
    for table in Table.objects.filter(round=round_).order_by("number"):
        if table.number != but:
            play_table(by, table, luck)


def play_round_in_brief(by: Actor, round_: Round, luck: random.Random) -> None:
    """Hands at the first table; at the others the result of the whole match at once, where it may be entered so."""
    tables = Table.objects.filter(round=round_).order_by("number")
    for table in tables[1:]:
        totals = luck.choice([(1000, luck.randrange(0, 1000, 5)), (luck.randrange(0, 1000, 5), 1000)])
        client_id = UUID(int=luck.getrandbits(128))
        with contextlib.suppress(Refusal):  # hands count, or there are some
            record_whole_result(by=by, table_id=table.pk, client_id=client_id, totals=totals)
    play_round(by, round_, luck)


def play_table(by: Actor, table: Table, luck: random.Random) -> None:
    """Hands until the match is over. Where a clock ends it, the time is up after four hands."""
    table = Table.objects.select_related("round__stage__tournament").get(pk=table.pk)
    for _ in range(200):
        match = match_at(table)
        if match.progress().over:
            return
        if match.terms.match.length is Length.CLOCK and match.entries.next_number == 5:
            end_time(by=by, table_id=table.pk, hand=4)
            table.refresh_from_db(fields=["time_up_hand", "time_up_running"])
            if match_at(table).progress().over:
                return
        record_hand(
            by=by, table_id=table.pk, client_id=UUID(int=luck.getrandbits(128)), number=match.entries.next_number,
            sheet=a_hand(match, luck),
        )  # fmt: skip
    raise AssertionError("a match without an end")


def a_hand(match: TableMatch, luck: random.Random) -> Hand:
    """A hand as this table can have played it: a player calls in 22 of 100 hands and makes it in 7 of 10, and 24 of 100
    hands are double victories; with six players fewer are triple ones."""
    return hand_by_chance(match.terms.hand, len(match.seats), luck)


def hand_by_chance(rules: HandRules, players: int, luck: random.Random) -> Hand:
    if rules.variant is Variant.GRAND_SEIGNEUR:
        return Hand(out=tuple(luck.sample(range(players), players)))
    threechu = rules.variant is Variant.THREECHU
    calls = tuple(a_call(luck, grand=rules.grand and not (threechu and seat % 2 == 0)) for seat in range(rules.seats))
    callers = [seat for seat, call in enumerate(calls) if call]
    first = luck.choice(callers) if callers and luck.random() < 0.7 else luck.randrange(rules.seats)
    own = [seat for seat in range(first % 2, rules.seats, 2) if seat != first]
    if luck.random() < (0.24 if len(own) == 1 else 0.1):
        return Hand(calls=calls, out=(first, *luck.sample(own, len(own))))
    other = luck.choice([seat for seat in range(rules.seats) if seat % 2 != first % 2])
    return Hand(calls=calls, out=(first, other), points=luck.randrange(-25, 130, 5))


def a_call(luck: random.Random, *, grand: bool) -> str:
    call = luck.choices(("", "T", "GT"), (78, 14, 8))[0]
    return call if grand or call != "GT" else "T"


def win(by: Actor, table: Table, side: int = 0, *, margin: int = 100) -> None:
    """A result without hands: this side wins by so much."""
    totals = (margin, 0) if side == 0 else (0, margin)
    record_whole_result(by=by, table_id=table.pk, client_id=UUID(int=table.pk), totals=totals)


def won_by_the_lower_number(by: Actor, round_: Round, *, margin: int = 100) -> None:
    """At every table the team of the lower number wins."""
    for table in round_.tables.order_by("number"):
        one, other = table.seats.order_by("seat").values_list("team__number", flat=True)
        win(by, table, int(one > other), margin=margin)


def played_and_closed(by: Actor, tournament: Tournament, luck: random.Random) -> Round:
    """The next round from the draw to its end."""
    round_ = published(by, tournament)
    play_round(by, round_, luck)
    return close_round(by=by, round_id=round_.pk)


def play_stage(by: Actor, tournament: Tournament, luck: random.Random, *, at_most: int = 100) -> int:
    """Rounds until the stage says that it is over; how many there were."""
    for number in range(at_most):
        result = performed(ask_for_draw(by=by, tournament_id=tournament.pk))
        if "refused" in result:
            assert result["refused"]["code"] == "stage_over", result
            return number
        round_ = publish_round(by=by, round_id=result["round"])
        play_round(by, round_, luck)
        close_round(by=by, round_id=round_.pk)
    return at_most


def play_to_the_end(by: Actor, tournament: Tournament, luck: random.Random) -> None:
    """All stages that are left."""
    keys = [stage.key for stage in regulations_of(tournament).stages]
    last = live_rounds(tournament).last()
    at = 0 if last is None else keys.index(last.stage.key)
    for key in keys[at:]:
        play_stage(by, tournament, luck)
        if key != keys[-1]:
            begin_next_stage(by=by, tournament_id=tournament.pk)


# --- the log -----------------------------------------------------------------------------------------------------


def log_of(tournament: Tournament) -> list[str]:
    return list(LogLine.objects.filter(tournament=tournament).order_by("number").values_list("what", flat=True))


def last_facts(tournament: Tournament) -> dict[str, Any]:
    return dict(LogLine.objects.filter(tournament=tournament).latest("number").facts)


def states(tournament: Tournament) -> list[str]:
    """The states of all rounds in the order in which they were drawn."""
    rounds = Round.objects.filter(stage__tournament=tournament).order_by("pk")
    return [RoundState(state).value for state in rounds.values_list("state", flat=True)]
