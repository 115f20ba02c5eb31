"""From stage to stage and to the end: who goes on, what is hidden, who stands before whom."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from games.actor import NOBODY, Actor
from games.choices import Role, RoundState, Scope, State
from games.models import Account, LogLine, Round, Stage, Tournament
from games.selectors.records import record_of
from games.selectors.standings import PUBLIC, STAFF, current_standings
from games.services.attendance import withdraw
from games.services.drawing import ask_for_draw
from games.services.entries import cancel_entry
from games.services.people import Person
from games.services.registration import enter_team
from games.services.rounds import cancel_round, close_round, publish_round, reopen_round
from games.services.rulings import rule
from games.services.stages import (
    begin_next_stage,
    decide_ties,
    finish_tournament,
    hide_round,
    publish_ranking,
    resume_tournament,
    unpublish_ranking,
)
from games.services.standings import refresh_standings
from games.services.tournaments import appoint
from games.services.whole_results import record_whole_result, void_whole_result
from rules.refusal import Refusal
from scoring.record import RulingKind
from scoring.regulations import System
from scoring.standings import standings
from tests.games.acting import (
    a_stage,
    a_tournament,
    drawn,
    groups_and_final,
    last_facts,
    log_of,
    performed,
    places,
    play_round,
    play_stage,
    played_and_closed,
    published,
    refused,
    seating,
    small_swiss,
    team,
    without_table,
    won_by_the_lower_number,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def by() -> Actor:
    return Actor(account=Account.objects.create(username="dora", is_staff=True))


@pytest.fixture
def luck() -> random.Random:
    return random.Random("stages")


@pytest.fixture
def cup(by: Actor) -> Tournament:
    """Two groups of four, a final of their winners."""
    return a_tournament(by, 8, regulations=groups_and_final())


@pytest.fixture
def evening(by: Actor) -> Tournament:
    """Six pairs, three rounds."""
    return a_tournament(by, 6, regulations=small_swiss())


def play_groups(by: Actor, cup: Tournament, *, margin: int = 100) -> None:
    """Every group to its end; the lower numbers win."""
    while Round.objects.filter(state="closed").count() < 3:
        round_ = published(by, cup)
        won_by_the_lower_number(by, round_, margin=margin)
        close_round(by=by, round_id=round_.pk)


def groups(cup: Tournament) -> list[list[int]]:
    return [sorted(map(int, group["teams"])) for group in Stage.objects.get(tournament=cup, key="groups").groups]


# --- who may, on what, in which words ----------------------------------------------------------------------------

OF_TOURNAMENT: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (begin_next_stage, {}), (finish_tournament, {}), (publish_ranking, {}), (resume_tournament, {}),
    (unpublish_ranking, {}), (decide_ties, {"team_numbers": [1]}),
]  # fmt: skip


def test_only_a_director_of_this_tournament(by: Actor, evening: Tournament, guest: Account):
    appoint(by=by, tournament_id=evening.pk, account_id=guest.pk, role=Role.SCORER)
    round_ = drawn(by, evening)
    stranger = Actor(account=Account.objects.create(username="other", is_staff=True))
    for who in (NOBODY, Actor(account=guest), stranger, Actor(account=by.account, scope=Scope.READ)):
        for act, arguments in OF_TOURNAMENT:
            assert refused(act, by=who, tournament_id=evening.pk, **arguments) == Refusal("not_allowed")
        assert refused(hide_round, by=who, round_id=round_.pk, hidden=True) == Refusal("not_allowed")


@pytest.mark.parametrize("number", [0, -1, 10**12, 10**30])
def test_what_is_not_there(by: Actor, number: int):
    for act, arguments in OF_TOURNAMENT:
        unknown = Refusal("tournament_unknown", field="tournament", value=number)
        assert refused(act, by=by, tournament_id=number, **arguments) == unknown
    unknown = Refusal("round_unknown", field="round", value=number)
    assert refused(hide_round, by=by, round_id=number, hidden=True) == unknown


@pytest.mark.parametrize("act", [begin_next_stage, finish_tournament])
def test_a_reason_is_short_and_readable(by: Actor, cup: Tournament, act: Callable[..., Any]):
    round_ = published(by, cup)
    won_by_the_lower_number(by, round_)
    close_round(by=by, round_id=round_.pk)
    decide_ties(by=by, tournament_id=cup.pk, team_numbers=range(1, 9))
    long = Refusal("text_too_long", field="reason", value=201, maximum=200)
    assert refused(act, by=by, tournament_id=cup.pk, reason="x" * 201) == long
    assert refused(act, by=by, tournament_id=cup.pk, reason="\x00").code == "rounds_left"
    act(by=by, tournament_id=cup.pk, reason="\x00 the \ud800 bus ")
    assert last_facts(cup)["reason"] == "the bus"


# --- who goes on -------------------------------------------------------------------------------------------------


def test_the_winners_of_the_groups_play_the_final(by: Actor, cup: Tournament, luck: random.Random):
    play_groups(by, cup)
    stage = begin_next_stage(by=by, tournament_id=cup.pk)
    winners = [str(min(group)) for group in groups(cup)]
    assert (stage.key, stage.position, stage.entrants) == ("final", 2, winners)
    assert last_facts(cup) == {"stage": "final", "after": "groups", "entrants": winners, "reason": ""}
    final = published(by, cup)
    assert (final.stage.key, final.number) == ("final", 1)
    assert sorted(places(final)) == sorted(map(int, winners))
    play_round(by, final, luck)
    close_round(by=by, round_id=final.pk)
    assert finish_tournament(by=by, tournament_id=cup.pk).state == State.FINISHED
    assert standings(record_of(cup), "final").rows[0].team in winners


def test_not_while_a_round_is_open_and_not_before_the_stage_is_over(by: Actor, cup: Tournament):
    open_ = Refusal("round_open", field="round", value=1, stage="groups")
    round_ = drawn(by, cup)
    assert refused(begin_next_stage, by=by, tournament_id=cup.pk) == open_
    publish_round(by=by, round_id=round_.pk)
    assert refused(begin_next_stage, by=by, tournament_id=cup.pk, reason="now") == open_
    won_by_the_lower_number(by, round_)
    close_round(by=by, round_id=round_.pk)
    left = Refusal("rounds_left", field="reason", stage="groups", value=2)
    assert refused(begin_next_stage, by=by, tournament_id=cup.pk) == left


def test_for_a_reason_a_stage_is_left_early(by: Actor, cup: Tournament):
    round_ = published(by, cup)
    won_by_the_lower_number(by, round_)
    close_round(by=by, round_id=round_.pk)
    decide_ties(by=by, tournament_id=cup.pk, team_numbers=range(1, 9))
    begin_next_stage(by=by, tournament_id=cup.pk, reason="the hall closes at ten")
    assert last_facts(cup)["reason"] == "the hall closes at ten"
    assert drawn(by, cup).stage.key == "final"


def test_not_before_anything_was_played_and_not_after_the_last(by: Actor, cup: Tournament, evening: Tournament):
    for reason in ("", "go on"):
        assert refused(begin_next_stage, by=by, tournament_id=cup.pk, reason=reason) == Refusal("nothing_played")
    cancel_round(by=by, round_id=drawn(by, cup).pk, reason="a fire")
    assert refused(begin_next_stage, by=by, tournament_id=cup.pk) == Refusal("nothing_played")
    play_stage(by, evening, random.Random(1))
    assert refused(begin_next_stage, by=by, tournament_id=evening.pk).code == "stage_last"


def test_a_table_without_result_stands_in_the_way_whatever_the_reason(by: Actor, cup: Tournament):
    play_groups(by, cup)
    last = Round.objects.latest("number")
    reopen_round(by=by, round_id=last.pk)
    table = last.tables.get(number=1)
    void_whole_result(by=by, table_id=table.pk, reason="not theirs", revision=1)
    close_round(by=by, round_id=last.pk, reason="they have left")
    for reason in ("", "go on"):
        refusal = refused(begin_next_stage, by=by, tournament_id=cup.pk, reason=reason)
        assert (refusal.code, refusal.facts["tables"]) == ("round_unfinished", [1])


def test_until_it_is_drawn_a_correction_changes_who_goes_on(by: Actor, cup: Tournament):
    play_groups(by, cup)
    begin_next_stage(by=by, tournament_id=cup.pk)
    first, second = sorted(groups(cup)[0])[:2]
    rule(
        by=by, round_id=Round.objects.latest("number").pk, kind=RulingKind.PENALTY, team_id=team(cup, first).pk,
        points=5, reason="late",
    )  # fmt: skip
    assert begin_next_stage(by=by, tournament_id=cup.pk).entrants[0] == str(second)
    assert Stage.objects.filter(tournament=cup).count() == 2
    assert second in places(drawn(by, cup))
    assert refused(begin_next_stage, by=by, tournament_id=cup.pk).code == "round_open"
    cancel_round(by=by, round_id=Round.objects.latest("pk").pk, reason="one more look")
    begin_next_stage(by=by, tournament_id=cup.pk)
    assert drawn(by, cup).stage.key == "final"


def test_once_its_first_round_is_closed_it_is_not_begun_again(by: Actor, luck: random.Random):
    """Four go on, so there are semifinals and a final."""
    rules = groups_and_final(qualifiers=2)
    cup = a_tournament(by, 8, regulations=rules)
    play_groups(by, cup)
    begin_next_stage(by=by, tournament_id=cup.pk)
    entrants = Stage.objects.get(key="final").entrants
    played_and_closed(by, cup, luck)
    assert refused(begin_next_stage, by=by, tournament_id=cup.pk).code == "rounds_left"
    assert refused(begin_next_stage, by=by, tournament_id=cup.pk, reason="why not").code == "stage_last"
    assert Stage.objects.get(key="final").entrants == entrants
    assert len(seating(drawn(by, cup))) == 1


def test_whoever_has_left_or_is_disqualified_is_passed_over(by: Actor, cup: Tournament):
    play_groups(by, cup)
    (first, second, *_), (best, next_, *_) = groups(cup)
    withdraw(by=by, team_id=team(cup, first).pk, now=False)
    last = Round.objects.latest("number")
    rule(by=by, round_id=last.pk, kind=RulingKind.DISQUALIFIED, team_id=team(cup, best).pk, reason="cards")
    assert begin_next_stage(by=by, tournament_id=cup.pk).entrants == [str(second), str(next_)]


def drawn_matches(by: Actor, round_: Round) -> None:
    """Every match ends 50 all."""
    for table in round_.tables.all():
        record_whole_result(by=by, table_id=table.pk, client_id=UUID(int=table.pk), totals=(50, 50))


def test_a_tie_on_the_border_is_for_the_director(by: Actor):
    cup = a_tournament(by, 4, regulations=groups_and_final())
    round_ = published(by, cup)
    drawn_matches(by, round_)
    close_round(by=by, round_id=round_.pk)
    refusal = refused(begin_next_stage, by=by, tournament_id=cup.pk)
    assert refusal.code == "qualification_tied"
    assert (sorted(map(int, refusal.facts["teams"])), refusal.facts["places"]) == (groups(cup)[0], 1)
    chosen = [max(group) for group in groups(cup)]
    decide_ties(by=by, tournament_id=cup.pk, team_numbers=chosen[:1])
    assert refused(begin_next_stage, by=by, tournament_id=cup.pk).code == "qualification_tied"
    decide_ties(by=by, tournament_id=cup.pk, team_numbers=chosen)
    assert last_facts(cup) == {"before": [str(chosen[0])], "after": [str(each) for each in chosen]}
    assert begin_next_stage(by=by, tournament_id=cup.pk).entrants == [str(each) for each in chosen]


def test_a_late_pair_is_no_entrant_of_the_next_stage(by: Actor, cup: Tournament):
    play_groups(by, cup)
    begin_next_stage(by=by, tournament_id=cup.pk)
    enter_team(by=by, tournament_id=cup.pk, members=[Person("Late"), Person("Later")])
    assert 9 not in places(published(by, cup))


def test_three_stages_follow_one_another(by: Actor):
    stages = (
        a_stage(System.SWISS, key="swiss", rounds=1, qualifiers=4),
        a_stage(System.ROUND_ROBIN, key="league", qualifiers=2),
        a_stage(System.KNOCKOUT, key="final"),
    )
    cup = a_tournament(by, 6, regulations=replace(small_swiss(), stages=stages))
    keys = []
    for at, rules in enumerate(stages):
        while "refused" not in (result := performed(ask_for_draw(by=by, tournament_id=cup.pk))):
            round_ = publish_round(by=by, round_id=result["round"])
            won_by_the_lower_number(by, round_)
            close_round(by=by, round_id=round_.pk)
            keys.append(round_.stage.key)
            decide_ties(by=by, tournament_id=cup.pk, team_numbers=range(1, 7))
        assert result["refused"]["code"] == "stage_over"
        if at < 2:
            begin_next_stage(by=by, tournament_id=cup.pk)
            assert Stage.objects.latest("position").key == stages[at + 1].key
        assert rules.key in keys
    assert keys == ["swiss", "league", "league", "league", "final"]
    finish_tournament(by=by, tournament_id=cup.pk)


# --- the end -----------------------------------------------------------------------------------------------------


def test_the_end_comes_when_every_round_is_closed_and_every_stage_played(by: Actor, cup: Tournament):
    act = {"by": by, "tournament_id": cup.pk}
    assert refused(finish_tournament, **act) == Refusal("nothing_played")
    assert refused(finish_tournament, **act, reason="enough") == Refusal("nothing_played")
    round_ = published(by, cup)
    assert refused(finish_tournament, **act, reason="enough").code == "round_open"
    won_by_the_lower_number(by, round_)
    close_round(by=by, round_id=round_.pk)
    assert refused(finish_tournament, **act) == Refusal("rounds_left", field="reason", stage="groups", value=2)
    play_groups(by, cup)
    assert refused(finish_tournament, **act) == Refusal("stages_left", field="reason", stages=["final"])
    done = finish_tournament(**act, reason="nobody wants a final")
    assert (done.state, done.finished_at is not None) == (State.FINISHED, True)
    assert last_facts(cup) == {
        "stage": "groups", "number": 3, "stages_left": ["final"], "reason": "nobody wants a final",
    }  # fmt: skip
    assert refused(finish_tournament, **act) == Refusal("tournament_finished")
    for act_, more in ((ask_for_draw, {}), (begin_next_stage, {"reason": "after all"})):
        assert refused(act_, **act, **more) == Refusal("tournament_finished")


def test_the_ranking_is_published_once_and_at_the_end(by: Actor, evening: Tournament, luck: random.Random):
    act = {"by": by, "tournament_id": evening.pk}
    played_and_closed(by, evening, luck)
    assert refused(publish_ranking, **act) == Refusal("tournament_running")
    finish_tournament(**act, reason="enough")
    assert publish_ranking(**act).ranking_published_at is not None
    assert refused(publish_ranking, **act) == Refusal("ranking_published")


def test_an_end_that_came_too_early_is_taken_back(by: Actor, evening: Tournament, luck: random.Random):
    act = {"by": by, "tournament_id": evening.pk}
    round_ = played_and_closed(by, evening, luck)
    assert refused(resume_tournament, **act) == Refusal("tournament_running")
    finish_tournament(**act, reason="enough")
    found = resume_tournament(**act)
    assert (found.state, found.finished_at) == (State.RUNNING, None)
    assert reopen_round(by=by, round_id=round_.pk).state == RoundState.PUBLISHED
    assert LogLine.objects.filter(tournament=evening, what="tournament.resumed").exists()


def test_a_ranking_that_was_published_too_early_is_taken_back(by: Actor, evening: Tournament, luck: random.Random):
    """And the rounds that were hidden before are so again."""
    act = {"by": by, "tournament_id": evening.pk}
    shown, hidden = (played_and_closed(by, evening, luck) for _ in range(2))
    hide_round(by=by, round_id=hidden.pk, hidden=True)
    finish_tournament(**act, reason="enough")
    assert refused(unpublish_ranking, **act) == Refusal("ranking_not_published")
    publish_ranking(**act)
    assert refused(resume_tournament, **act) == Refusal("ranking_published")
    assert not Round.objects.filter(hidden=True).exists()
    assert unpublish_ranking(**act).ranking_published_at is None
    assert list(Round.objects.filter(hidden=True)) == [hidden]
    assert not Round.objects.get(pk=shown.pk).hidden
    assert publish_ranking(**act).ranking_published_at is not None


# --- suspense ----------------------------------------------------------------------------------------------------


def seen_by(audience: str) -> tuple[int, list[str]]:
    """Through which round the standings go, and the order."""
    shown = current_standings(Stage.objects.get(), audience=audience).standings
    return shown["through"], [row["team"] for row in shown["rows"]]


@pytest.mark.parametrize("snapshots", [False, True])
def test_a_hidden_round_is_not_in_the_public_standings_until_it_is_revealed(
    by: Actor, evening: Tournament, luck: random.Random, snapshots: bool
):
    def look(audience: str) -> tuple[int, list[str]]:
        if snapshots:
            refresh_standings(tournament_id=evening.pk)
        return seen_by(audience)

    for _ in range(2):
        played_and_closed(by, evening, luck)
    before = look(PUBLIC)
    third = drawn(by, evening)
    hide_round(by=by, round_id=third.pk, hidden=True)
    assert (log_of(evening)[-1], third.stage.key) == ("round.hidden", "main")
    publish_round(by=by, round_id=third.pk)
    play_round(by, third, luck)
    close_round(by=by, round_id=third.pk)
    assert (look(PUBLIC), look(STAFF)[0]) == (before, 3)
    hide_round(by=by, round_id=third.pk, hidden=False)
    assert (look(PUBLIC), log_of(evening)[-1]) == (look(STAFF), "round.revealed")
    hide_round(by=by, round_id=third.pk, hidden=True)
    finish_tournament(by=by, tournament_id=evening.pk)
    assert look(PUBLIC) == before
    publish_ranking(by=by, tournament_id=evening.pk)
    assert look(PUBLIC) == look(STAFF)
    assert last_facts(evening) == {"revealed": [third.pk]}
    refusal = refused(hide_round, by=by, round_id=third.pk, hidden=True)
    assert (refusal, look(PUBLIC)[0]) == (Refusal("ranking_published"), 3)


def test_what_comes_after_a_hidden_round_is_hidden_too(by: Actor, evening: Tournament, luck: random.Random):
    first = played_and_closed(by, evening, luck)
    hide_round(by=by, round_id=first.pk, hidden=True)
    played_and_closed(by, evening, luck)
    assert (seen_by(PUBLIC)[0], seen_by(STAFF)[0]) == (0, 2)


def test_a_cancelled_round_has_nothing_to_hide(by: Actor, evening: Tournament):
    round_ = drawn(by, evening)
    cancel_round(by=by, round_id=round_.pk, reason="a fire")
    assert refused(hide_round, by=by, round_id=round_.pk, hidden=True).code == "round_state"


# --- between equals ----------------------------------------------------------------------------------------------


def test_of_two_equals_the_one_named_first_stands_higher(by: Actor, evening: Tournament):
    round_ = published(by, evening)
    drawn_matches(by, round_)
    close_round(by=by, round_id=round_.pk)
    assert {row["rank"] for row in current_standings(Stage.objects.get(), audience=STAFF).standings["rows"]} == {1}
    decide_ties(by=by, tournament_id=evening.pk, team_numbers=[4, 2])
    assert seen_by(PUBLIC)[1][:2] == ["4", "2"]
    decide_ties(by=by, tournament_id=evening.pk, team_numbers=[2, 4])
    assert seen_by(PUBLIC)[1][:2] == ["2", "4"]
    decide_ties(by=by, tournament_id=evening.pk, team_numbers=[])
    assert {row["rank"] for row in current_standings(Stage.objects.get(), audience=STAFF).standings["rows"]} == {1}


def test_only_teams_of_this_tournament_and_each_once(by: Actor, evening: Tournament):
    act = {"by": by, "tournament_id": evening.pk}
    for number in (0, -1, 7, 10**30):
        unknown = Refusal("team_unknown", field="teams", value=number)
        assert refused(decide_ties, **act, team_numbers=[1, number]) == unknown
    twice = Refusal("team_twice", field="teams", value=2)
    assert refused(decide_ties, **act, team_numbers=[2, 1, 2]) == twice
    cancel_entry(by=by, team_id=team(evening, 6).pk)
    assert refused(decide_ties, **act, team_numbers=[6]).code == "team_unknown"


def test_whoever_cancels_is_taken_out_of_the_order(by: Actor, evening: Tournament):
    decide_ties(by=by, tournament_id=evening.pk, team_numbers=[3, 6, 1])
    cancel_entry(by=by, team_id=team(evening, 6).pk)
    assert Tournament.objects.get().tie_order == ["3", "1"]
    assert record_of(Tournament.objects.get()).tie_order == ("3", "1")


def test_until_the_ranking_is_published_the_director_can_decide(by: Actor, evening: Tournament):
    round_ = published(by, evening)
    drawn_matches(by, round_)
    close_round(by=by, round_id=round_.pk)
    finish_tournament(by=by, tournament_id=evening.pk, reason="enough")
    decide_ties(by=by, tournament_id=evening.pk, team_numbers=[5])
    assert seen_by(PUBLIC)[1][0] == "5"
    publish_ranking(by=by, tournament_id=evening.pk)
    refusal = refused(decide_ties, by=by, tournament_id=evening.pk, team_numbers=[4])
    assert (refusal, seen_by(PUBLIC)[1][0]) == (Refusal("ranking_published"), "5")


def test_a_knock_out_seeds_the_best_of_the_groups(by: Actor, luck: random.Random):
    """Of two groups the winners are kept apart until the final."""
    cup = a_tournament(by, 8, regulations=groups_and_final(qualifiers=2))
    play_groups(by, cup)
    entrants = [int(number) for number in begin_next_stage(by=by, tournament_id=cup.pk).entrants]
    semifinals = drawn(by, cup)
    assert (sorted(places(semifinals)), without_table(semifinals)) == (sorted(entrants), [])
    first, second = entrants[:2]
    assert not any({first, second} <= set(seats) for seats in seating(semifinals).values())
