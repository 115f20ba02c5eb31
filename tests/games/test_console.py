"""What is next: the rule as a table of examples, the line of steps, and the page that says it."""

import random
from typing import Any

import pytest
from django.test import Client

from games.actor import Actor
from games.choices import CallReason, NoShows, Role, State
from games.models import Account, Round, Table, Tournament
from games.selectors.console import console_of, rounds_known
from games.selectors.next_step import (
    Code,
    Part,
    RoundNow,
    StageNow,
    Standing,
    TableNow,
    line_of_steps,
    next_steps,
)
from games.sentences import next_steps as words
from games.services.attendance import check_in, close_check_in, withdraw
from games.services.clock import start_clock
from games.services.drawing import ask_for_draw
from games.services.entries import cancel_entry
from games.services.people import Person
from games.services.registration import enter_team, import_teams
from games.services.rounds import close_round, publish_round
from games.services.stages import begin_next_stage, finish_tournament, publish_ranking
from games.services.tournaments import appoint, change_regulations, create_tournament
from games.services.words import call_director, object_to_result
from scoring.presets import PRESETS
from scoring.regulations import System, regulations_to_json
from tests.games.acting import (
    a_stage,
    a_tournament,
    drawn,
    enter_teams,
    groups_and_final,
    of_system,
    performed,
    play_round,
    play_stage,
    play_table,
    played_and_closed,
    published,
    small_swiss,
    team,
)

# --- the rule ----------------------------------------------------------------------------------------------------

RUNNING = {"state": State.RUNNING, "entered": 8}
DONE = TableNow(id=1, number=1, begun=True, over=True, settled=True)


def table(number: int, **more: Any) -> TableNow:
    return TableNow(id=100 + number, number=number, teams=("Lena / Jo", "Max / Ali"), **more)


def playing(*tables: TableNow, **more: Any) -> dict[str, Any]:
    return RUNNING | {"round": RoundNow(id=5, number=2, draft=False, tables=tables, **more)}


EXAMPLES: list[tuple[str, dict[str, Any], list[Code], dict[str, Any]]] = [
    ("nobody yet", {}, [Code.ENTER_FIRST], {"entered": 0, "needed": 2}),
    ("one alone", {"entered": 1}, [Code.ENTER_MORE], {"entered": 1, "needed": 2}),
    ("three for a table of four", {"entered": 3, "needed": 4}, [Code.ENTER_MORE], {"entered": 3, "needed": 4}),
    ("singles alone", {"looking": 4}, [Code.LOOKING], {"looking": 4}),
    ("one single", {"looking": 1}, [Code.ENTER_FIRST], {}),
    ("singles besides", {"entered": 8, "looking": 2}, [Code.DRAW, Code.LOOKING], {"round": 1}),
    ("without a partner", {"entered": 8, "incomplete": (3, 5)}, [Code.INCOMPLETE], {"teams": [3, 5]}),
    ("entered", {"entered": 8}, [Code.DRAW], {"round": 1, "stage": "main", "teams": 8}),
    ("checking in", {"entered": 8, "here": 6}, [Code.CLOSE_CHECK_IN, Code.DRAW], {"here": 6, "entered": 8}),
    ("checked in", {"entered": 8, "here": 6, "check_in_closed": True}, [Code.DRAW], {"round": 1}),
    ("being drawn", {"entered": 8, "drawing": True}, [Code.DRAWING], {"round": 1}),
    ("refused", {"entered": 8, "refused": True}, [Code.DRAW_REFUSED], {"round": 1}),
    (
        "a draft", {"entered": 8, "round": RoundNow(id=5, number=1, draft=True)}, [Code.PUBLISH], {"round": 1},
    ),
    (
        "a draft drawn anew", RUNNING | {"drawing": True, "round": RoundNow(id=5, number=2, draft=True)},
        [Code.DRAWING], {"round": 2},
    ),
    (
        "a draft that is old", RUNNING | {"round": RoundNow(id=5, number=2, draft=True, outdated=True)},
        [Code.DRAFT_OUTDATED], {"round": 2},
    ),
    ("just published", playing(table(1), table(2)), [Code.NOTHING_YET], {"round": 2, "of": 2}),
    ("the clock waits", playing(table(1), clock_waits=True), [Code.START_CLOCK], {"round": 2}),
    (
        "the clock is forgotten once somebody plays", playing(table(1, begun=True), clock_waits=True),
        [Code.MISSING], {"missing": 1},
    ),
    (
        "all alike", playing(DONE, table(2, begun=True), table(3, begun=True)),
        [Code.MISSING], {"missing": 2, "of": 3, "tables": [2, 3]},
    ),
    (
        "one is slow",
        playing(DONE, table(2, behind=1, begun=True), table(7, behind=2, begun=True)),
        [Code.MISSING_SLOW], {"missing": 2, "of": 3, "table": 7, "id": 107, "behind": 2},
    ),
    (
        "the slowest is named, of two the first",
        playing(DONE, DONE, DONE, table(4, behind=4), table(5, behind=4)),
        [Code.MISSING_SLOW], {"table": 4, "behind": 4},
    ),
    (
        "whoever calls comes first",
        playing(table(3, objected=True, over=True, begun=True), table(9, call="ruling", behind=4), DONE),
        [Code.CALL, Code.OBJECTION, Code.MISSING_SLOW], {"table": 9, "reason": "ruling"},
    ),
    (
        "an objection", playing(DONE, table(3, objected=True, over=True, begun=True)),
        [Code.OBJECTION, Code.CLOSE], {"table": 3},
    ),
    (
        "done, not confirmed", playing(DONE, table(2, over=True, begun=True)),
        [Code.CLOSE, Code.UNCONFIRMED], {"round": 2},
    ),
    ("all done", playing(DONE, DONE), [Code.CLOSE], {"round": 2}),
    ("closed", RUNNING | {"stages": (StageNow(key="main", closed=2, rounds=5),)}, [Code.DRAW], {"round": 3}),
    (
        "partners are lacking in between", RUNNING | {"incomplete": (4,), "stages": (StageNow(key="main", closed=1),)},
        [Code.INCOMPLETE], {"teams": [4]},
    ),
    (
        "the last round is closed", RUNNING | {"stages": (StageNow(key="main", closed=5, rounds=5, over=True),)},
        [Code.FINISH], {},
    ),
    (
        "the groups are over",
        RUNNING | {"stages": (StageNow(key="groups", closed=3, rounds=3, over=True), StageNow(key="final"))},
        [Code.BEGIN_STAGE], {"stage": "final"},
    ),
    (
        "the final has begun",
        RUNNING | {"at": 1, "stages": (StageNow(key="groups", closed=3, over=True), StageNow(key="final"))},
        [Code.DRAW], {"round": 1, "stage": "final"},
    ),
    ("finished", {"state": State.FINISHED}, [Code.PUBLISH_RANKING], {}),
    ("published", {"state": State.FINISHED, "ranking_published": True}, [Code.OVER], {}),
]  # fmt: skip


@pytest.mark.parametrize(("standing", "codes", "facts"), [each[1:] for each in EXAMPLES], ids=[e[0] for e in EXAMPLES])
def test_what_is_next(standing: dict[str, Any], codes: list[Code], facts: dict[str, Any]):
    steps = next_steps(Standing(**standing))
    assert [step.code for step in steps] == codes
    assert {name: steps[0].facts.get(name) for name in facts} == facts


def test_every_step_is_among_the_examples_and_has_words():
    assert {code for _, _, codes, _ in EXAMPLES for code in codes} == set(Code)
    assert set(words.SENTENCES) == set(words.BUTTONS) == set(Code)
    assert set(words.STEPS) == set(Part)
    assert set(words.STAGES) == set(System)


# --- the line of steps -------------------------------------------------------------------------------------------


def line(**standing: Any) -> list[str]:
    """The steps in short: * is done, > is now."""
    names = {Part.ROUND: "", Part.ROUNDS: "..."}
    return [
        ("*" if step.done else ">" if step.now else "") + names.get(step.part, step.part) + str(step.number or "")
        for step in line_of_steps(Standing(**standing))
    ]


def test_the_line_of_steps():
    swiss = (StageNow(key="main", closed=1, rounds=3),)
    two = (StageNow(key="groups", closed=3, rounds=3, over=True), StageNow(key="final"))
    assert line() == ["*setup", ">entrants", "...", "finished", "published"]
    assert line(entered=8, stages=(StageNow(key="main", rounds=2),)) == [
        "*setup", "*entrants", ">1", "2", "finished", "published",
    ]  # fmt: skip
    assert line(**RUNNING, stages=swiss) == ["*setup", "*entrants", "*1", ">2", "3", "finished", "published"]
    assert line(**RUNNING, stages=two) == [
        "*setup", "*entrants", "*1", "*2", "*3", ">...", "finished", "published",
    ]  # fmt: skip
    assert line(**RUNNING, at=1, stages=two) == [
        "*setup", "*entrants", "*1", "*2", "*3", ">1", "...", "finished", "published",
    ]  # fmt: skip
    over = (StageNow(key="main", closed=2, rounds=2, over=True),)
    assert line(**RUNNING, stages=over) == ["*setup", "*entrants", "*1", "*2", ">finished", "published"]
    # ended before its time: what was not played is not shown
    assert line(state=State.FINISHED, stages=swiss) == ["*setup", "*entrants", "*1", "*finished", ">published"]
    assert line(state=State.FINISHED, ranking_published=True, stages=swiss)[-1] == "*published"


def test_how_many_rounds_are_known_before_they_are_drawn():
    assert rounds_known(a_stage(System.SWISS, rounds=5), None, 0) == 5
    assert rounds_known(a_stage(System.ROUND_ROBIN), None, 0) is None
    assert rounds_known(a_stage(System.KNOCKOUT), None, 0) is None


# --- a tournament driven through it ------------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


def codes(by: Actor, tournament: Tournament) -> list[Code]:
    return [step.code for step in console_of(by, tournament.pk).steps]


def test_from_the_first_entry_to_the_published_ranking(by: Actor):
    luck = random.Random(1)
    cup = a_tournament(by, 0, regulations=small_swiss(rounds=2))
    assert codes(by, cup) == [Code.ENTER_FIRST]
    import_teams(by=by, tournament_id=cup.pk, rows=[{"members": ["A", "B"]}])
    assert codes(by, cup) == [Code.ENTER_MORE]
    enter_teams(by, cup, 3)
    assert codes(by, cup) == [Code.DRAW]
    enter_team(by=by, tournament_id=cup.pk, members=[Person("Alone")], incomplete=True)
    assert codes(by, cup) == [Code.DRAW, Code.LOOKING]
    cancel_entry(by=by, team_id=team(cup, 5).pk)
    check_in(by=by, team_ids=[team(cup, 1).pk])
    found = console_of(by, cup.pk)
    assert [step.code for step in found.steps] == [Code.CLOSE_CHECK_IN, Code.DRAW]
    assert found.next.facts == {"here": 1, "entered": 4}
    close_check_in(by=by, tournament_id=cup.pk, no_shows=NoShows.KEEP)
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    assert codes(by, cup) == [Code.DRAWING]
    draft = Round.objects.get(pk=performed(job)["round"])
    assert codes(by, cup) == [Code.PUBLISH]
    publish_round(by=by, round_id=draft.pk)
    assert codes(by, cup) == [Code.NOTHING_YET]
    first, second = Table.objects.filter(round=draft).order_by("number")
    play_table(by, first, luck)
    assert codes(by, cup) == [Code.MISSING_SLOW, Code.UNCONFIRMED]
    seat = first.seats.first()
    object_to_result(by=by, table_id=first.pk, team_id=seat.team_id, note="no")
    call_director(by=by, table_id=second.pk, reason=CallReason.RULING)
    assert codes(by, cup) == [Code.CALL, Code.OBJECTION, Code.MISSING_SLOW]
    play_table(by, second, luck)
    assert Code.CLOSE in codes(by, cup)
    close_round(by=by, round_id=draft.pk)
    found = console_of(by, cup.pk)
    assert (found.next.code, found.next.facts["round"]) == (Code.DRAW, 2)
    played_and_closed(by, cup, luck)
    assert codes(by, cup) == [Code.FINISH]
    finish_tournament(by=by, tournament_id=cup.pk)
    assert codes(by, cup) == [Code.PUBLISH_RANKING]
    publish_ranking(by=by, tournament_id=cup.pk)
    assert codes(by, cup) == [Code.OVER]


def test_teams_that_lack_members_are_named_until_they_leave(by: Actor):
    """Pairs were entered, then the director chose the game for six."""
    cup = a_tournament(by, 3, regulations=small_swiss())
    change_regulations(by=by, tournament_id=cup.pk, regulations=regulations_to_json(PRESETS["tientsin"]))
    found = console_of(by, cup.pk)
    assert (found.next.code, found.next.facts) == (Code.INCOMPLETE, {"teams": [1, 2, 3]})
    withdraw(by=by, team_id=team(cup, 2).pk, now=True)
    assert console_of(by, cup.pk).next.facts == {"teams": [1, 3]}


SYSTEMS = [
    (System.ROUND_ROBIN, 4, 3), (System.DOUBLE_ROUND_ROBIN, 4, 6), (System.KNOCKOUT, 5, 3),
    (System.DOUBLE_ELIMINATION, 4, None),
]  # fmt: skip


@pytest.mark.parametrize(("system", "teams", "rounds"), SYSTEMS)
def test_the_end_of_a_stage_is_seen_without_drawing(by: Actor, system: System, teams: int, rounds: int | None):
    """The regulations, the plan and the bracket say when a stage is over; the draw itself agrees."""
    cup = a_tournament(by, teams, regulations=of_system(system))
    luck, played = random.Random(2), 0
    while console_of(by, cup.pk).next.code is Code.DRAW:
        played_and_closed(by, cup, luck)
        played += 1
    assert codes(by, cup) == [Code.FINISH]
    assert played == rounds or rounds is None
    assert performed(ask_for_draw(by=by, tournament_id=cup.pk))["refused"]["code"] == "stage_over"
    assert codes(by, cup) == [Code.FINISH]


def test_from_the_groups_to_the_final(by: Actor):
    cup = a_tournament(by, 6, regulations=groups_and_final())
    play_stage(by, cup, random.Random(3))
    found = console_of(by, cup.pk)
    assert (found.next.code, found.next.facts) == (Code.BEGIN_STAGE, {"stage": "final"})
    begin_next_stage(by=by, tournament_id=cup.pk)
    found = console_of(by, cup.pk)
    assert (found.next.code, found.next.facts["stage"], found.next.facts["round"]) == (Code.DRAW, "final", 1)


def test_a_clock_that_was_set_waits_to_be_started(by: Actor):
    cup = a_tournament(by, 4, regulations=small_swiss(minutes=30))
    round_ = published(by, cup)
    assert codes(by, cup) == [Code.START_CLOCK]
    start_clock(by=by, round_id=round_.pk)
    assert codes(by, cup) == [Code.NOTHING_YET]


# --- the page ----------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(director: Account) -> Client:
    client = Client()
    client.force_login(director)
    return client


def page(client: Client, tournament: Tournament, language: str = "en") -> str:
    answer = client.get(f"/tournaments/{tournament.pk}/", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_says_it_in_one_sentence_with_its_button(desk: Client, by: Actor):
    cup = a_tournament(by, 4, regulations=small_swiss())
    said = page(desk, cup)
    assert '<h1 id="next-words" class="next-words">Draw round 1.</h1>' in said
    assert f'action="/tournaments/{cup.pk}/draw/ask/"' in said
    assert "First tick off who is here" in said
    assert said.count('aria-current="step"') == 1
    published(by, cup)
    said = page(desk, cup)
    assert "nothing has been entered yet" in said
    assert "Make round 1 a draft again" in said


def test_the_fragment_is_the_part_that_changes(desk: Client, by: Actor):
    cup = a_tournament(by, 4, regulations=small_swiss())
    said = desk.get(f"/tournaments/{cup.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert "Draw round 1." in said
    assert "<html" not in said


def test_a_round_is_closed_in_one_click_and_reopened(desk: Client, by: Actor):
    cup = a_tournament(by, 4, regulations=small_swiss())
    round_ = published(by, cup)
    play_round(by, round_, random.Random(4))
    assert "All tables are done: close round 1." in page(desk, cup)
    answer = desk.post(f"/rounds/{round_.pk}/close/", follow=True)
    assert answer.redirect_chain == [(f"/tournaments/{cup.pk}/", 302)]
    assert "Round 1 is closed." in answer.content.decode()
    assert "Draw round 2." in answer.content.decode()
    answer = desk.post(f"/rounds/{round_.pk}/reopen/", follow=True)
    assert "Round 1 is open again." in answer.content.decode()


def test_with_tables_missing_it_is_closed_for_a_reason_alone(desk: Client, by: Actor):
    cup = a_tournament(by, 4, regulations=small_swiss())
    round_ = published(by, cup)
    play_round(by, round_, random.Random(5), but=2)
    said = page(desk, cup)
    assert "These tables have no result: 2." in said
    answer = desk.post(f"/rounds/{round_.pk}/close/", {"reason": ""})
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "Round 1 is not finished yet. Tables without a result: 2." in said
    assert f'<details id="act-close-{round_.pk}" hx-preserve open>' in said
    desk.post(f"/rounds/{round_.pk}/close/", {"reason": "they went home"})
    round_.refresh_from_db()
    assert (round_.state, round_.close_reason) == ("closed", "they went home")


def test_a_reason_that_is_too_long_stays_in_its_field(desk: Client, by: Actor):
    cup = a_tournament(by, 4, regulations=small_swiss())
    round_ = published(by, cup)
    answer = desk.post(f"/rounds/{round_.pk}/cancel/", {"reason": "x" * 201})
    assert answer.status_code == 422
    assert "x" * 201 in answer.content.decode()
    answer = desk.post(f"/rounds/{round_.pk}/cancel/", {"reason": ""})
    assert (answer.status_code, "field-error" in answer.content.decode()) == (422, True)
    answer = desk.post(f"/rounds/{round_.pk}/cancel/", {"reason": "a fire"}, follow=True)
    assert "Round 1 is cancelled." in answer.content.decode()


def test_the_tournament_is_finished_before_its_time_for_a_reason(desk: Client, by: Actor):
    cup = a_tournament(by, 4, regulations=small_swiss())
    played_and_closed(by, cup, random.Random(6))
    answer = desk.post(f"/tournaments/{cup.pk}/finish/")
    assert answer.status_code == 422
    assert "There are rounds left" in answer.content.decode()
    answer = desk.post(f"/tournaments/{cup.pk}/finish/", {"reason": "too late"}, follow=True)
    assert "The tournament is finished: publish the ranking." in answer.content.decode()


def test_the_next_stage_begins_in_one_click(desk: Client, by: Actor):
    cup = a_tournament(by, 6, regulations=groups_and_final())
    play_stage(by, cup, random.Random(3))
    assert "begin the next one (Knock-out)" in page(desk, cup)
    answer = desk.post(f"/tournaments/{cup.pk}/next-stage/", follow=True)
    assert "Draw round 1." in answer.content.decode()


def test_a_scorer_looks_and_does_not_act(by: Actor, guest: Account):
    cup = a_tournament(by, 4, regulations=small_swiss())
    appoint(by=by, tournament_id=cup.pk, account_id=guest.pk, role=Role.SCORER)
    scorer = Client()
    scorer.force_login(guest)
    said = page(scorer, cup)
    assert "Draw round 1." in said
    assert "/draw/ask/" not in said
    assert "The director does this." in said
    round_ = published(by, cup)
    assert "cancel" not in page(scorer, cup)
    for path in ("close", "reopen", "cancel", "publish", "unpublish"):
        assert scorer.post(f"/rounds/{round_.pk}/{path}/", {"reason": "x"}).status_code == 403
    assert scorer.post(f"/tournaments/{cup.pk}/finish/").status_code == 403


def test_a_slow_table_is_reminded_from_here(by: Actor, desk: Client):
    cup = a_tournament(by, 4, regulations=small_swiss())
    first, second = Table.objects.filter(round=published(by, cup)).order_by("number")
    play_table(by, first, random.Random(1))
    said = page(desk, cup)
    assert "Remind them" in said
    desk.post(f"/tables/{second.pk}/remind/", {"from": "console"})
    said = page(desk, cup)
    assert "Table 2 reads that it should hurry." in said
    assert "Reminded at" in said
    assert "Remind them again" in said


def test_in_german(desk: Client, by: Actor):
    cup = create_tournament(by=by, name="Cup", preset="swiss_evening")
    assert "Noch ist niemand angemeldet" in page(desk, cup, "de")


def test_the_price_of_the_page_is_that_of_any_size(by: Actor, desk: Client, django_assert_max_num_queries):
    for teams in (4, 12):
        cup = a_tournament(by, teams, regulations=small_swiss(), name=f"Cup {teams}")
        with django_assert_max_num_queries(15):
            page(desk, cup)
        drawn(by, cup)
        with django_assert_max_num_queries(15):
            page(desk, cup)
        publish_round(by=by, round_id=Round.objects.latest("pk").pk)
        with django_assert_max_num_queries(15):
            page(desk, cup)
