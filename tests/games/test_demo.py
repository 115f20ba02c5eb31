"""The club a newcomer finds: tournaments in every state, right in every way, and never beside real ones unasked."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone, translation

from games.actor import Actor
from games.choices import Entry, RoundState, State
from games.models import Account, Confirmation, Hand, LogLine, Player, Round, Stage, Tournament
from games.selectors.bracket import bracket_shown
from games.selectors.log import first_broken_line
from games.selectors.records import record_of
from games.selectors.rounds import live_rounds, open_round, remaining_seconds
from games.selectors.standings import PUBLIC, STAFF, current_standings
from games.selectors.tables import board_of
from games.services import demo
from games.services.chance import hand_by_chance
from games.services.demo import Club, ensure_demo
from games.services.standings import refresh_standings
from pairing.check import check
from pairing.draw import draw_in
from scoring.final import final_ranking
from scoring.hand import HandRules
from scoring.points import counted
from scoring.presets import PRESETS
from scoring.record import Record, record_from_json, record_to_json
from scoring.standings import Standings, standings, standings_to_json
from scoring.variants import Variant
from tests.games.acting import a_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def club(director: Account) -> Club:
    return a_club(director)


def a_club(director: Account, seed: str = "demo") -> Club:
    luck = random.Random(seed)
    return Club(by=Actor(account=director), luck=luck, now=timezone.now(), seed=seed, time_zone="Europe/Zurich")


# --- all of it -----------------------------------------------------------------------------------------------------


def test_there_are_tournaments_in_every_state_and_all_of_them_are_right(director: Account):
    made = ensure_demo(account=director, time_zone="Europe/Zurich")
    assert [(each.name.removeprefix("Demo: "), each.state) for each in made] == [
        ("Friday cup", "running"),
        ("Open evening", "setup"),
        ("Championship", "running"),
        ("Knock-out cup", "running"),
        ("Groups and final", "finished"),
        ("Threechu evening", "running"),
        ("Tientsin evening", "running"),
        ("Grand Seigneur night", "finished"),
    ]
    assert {RoundState(state) for state in Round.objects.values_list("state", flat=True)} == {
        RoundState.DRAFT, RoundState.PUBLISHED, RoundState.CLOSED,
    }  # fmt: skip
    for tournament in made:
        tournament.refresh_from_db()
        record = record_of(tournament, drafts=True)
        assert grave_breaches(record) == []
        assert record_from_json(record_to_json(record)) == record
        assert_ranked_as_the_record_says(tournament)
        assert_times_go_forward(tournament)
        assert first_broken_line(tournament) is None
    assert Player.objects.count() == len(demo.NAMES) + len(demo.NEWCOMERS), "the same people play in all of them"
    assert max((each for each in made if each.state == State.RUNNING), key=lambda each: each.starts_at) == made[0]
    assert not Player.objects.filter(consent_at__isnull=True).exists(), "so that they have pages of their own"
    assert ensure_demo(account=director) == []
    assert Tournament.objects.count() == len(made)


def grave_breaches(record: Record) -> list[str]:
    """What any draw of it breaks that must not be broken, as a check says that knows nothing of how draws are made."""
    draws = [
        (as_drawn(record, at, round_.number), stage, round_)
        for at, stage in enumerate(record.stages)
        for round_ in stage.rounds
    ]
    return [
        f"{stage.key} {round_.number}: {breach.code}"
        for known, stage, round_ in draws
        for breach in check(known, draw_in(known, stage.key, round_.number))
        if breach.must
    ]


def as_drawn(record: Record, at: int, number: int) -> Record:
    """The record as it was when this round was drawn."""
    stage = replace(record.stages[at], rounds=record.stages[at].rounds[:number])
    return replace(record, stages=(*record.stages[:at], stage), rulings=())


def assert_ranked_as_the_record_says(tournament: Tournament) -> None:
    refresh_standings(tournament_id=tournament.pk)
    for stage in tournament.stages.all():
        shown = current_standings(stage, audience=STAFF).standings
        expected = standings_to_json(ranking_of(tournament, stage))["rows"]
        assert [{key: row[key] for key in row if key != "name"} for row in shown["rows"]] == expected


def ranking_of(tournament: Tournament, stage: Stage) -> Standings:
    """Of the last stage, once it is over, everybody in one list."""
    record = record_of(tournament)
    over = tournament.state == "finished" and stage.key == record.stages[-1].key
    return final_ranking(record) if over else standings(record, stage.key)


def assert_times_go_forward(tournament: Tournament) -> None:
    """Nothing happens before its round, after its end, or in the future."""
    now = timezone.now()
    for round_ in live_rounds(tournament).exclude(state=RoundState.DRAFT):
        end = round_.closed_at or now
        assert round_.drawn_at < round_.published_at < end <= now
        for table in round_.tables.all():
            entered = list(
                Hand.objects.filter(table=table, revision=1).order_by("number").values_list("entered_at", flat=True)
            )
            assert entered == sorted(entered)
            said = list(Confirmation.objects.filter(table=table).values_list("at", flat=True))
            assert all(round_.published_at < at <= end for at in entered + said)
    entered = list(tournament.teams.order_by("number").values_list("entered_at", flat=True))
    assert entered == sorted(entered)


def test_there_is_none_beside_a_real_tournament_unless_it_is_asked_for(director: Account):
    a_tournament(Actor(account=director), 4)
    assert ensure_demo(account=director) == []
    with pytest.raises(CommandError, match="There are tournaments here already"):
        call_command("demo")
    said = StringIO()
    call_command("demo", "--beside", "--director", director.username, stdout=said)
    assert "Demo: Friday cup" in said.getvalue()
    assert Tournament.objects.count() == 9


def test_it_needs_somebody_to_direct_it(db: None):
    with pytest.raises(CommandError, match="no such account"):
        call_command("demo")
    with pytest.raises(CommandError, match="no such account"):
        call_command("demo", "--director", "nobody")


def test_the_same_seed_gives_the_same_tournament(director: Account):
    one, same, other = (record_to_json(record_of(demo.knock_out(a_club(director, seed)))) for seed in ("a", "a", "b"))
    assert one == same
    assert one["stages"] != other["stages"]


def test_it_speaks_the_language_of_the_machine(club: Club):
    with translation.override("de"):
        tournament = demo.open_evening(club)
    assert (tournament.language, tournament.time_zone) == ("de", "Europe/Zurich")
    assert tournament.name == "Demo: Offener Abend"


# --- one by one ----------------------------------------------------------------------------------------------------


def test_of_a_round_that_is_played_there_are_tables_in_every_state(club: Club):
    tournament = demo.friday_cup(club)
    round_ = open_round(tournament)
    lines = {line.number: line for line in board_of(round_)}
    assert {number: line.hands for number, line in lines.items()} == {1: 8, 2: 8, 3: 8, 4: 6, 5: 5, 6: 6, 7: 2, 8: 0}
    assert {number for number, line in lines.items() if line.over} == {1, 2, 3}
    assert {number for number, line in lines.items() if line.words.settled} == {1}
    assert [len(lines[number].words.missing) for number in (1, 2, 3)] == [0, 1, 1]
    assert [line.number for line in lines.values() if line.objections] == [3]
    assert [(line.number, line.call.reason) for line in lines.values() if line.call] == [(5, "ruling")]
    assert (round_.number, len(round_.seats.filter(place="bye"))) == (3, 1), "somebody came late: there is a bye"
    assert 0 < remaining_seconds(round_, timezone.now()) < 60 * 60
    assert (
        Hand.objects.filter(table__round=round_, revision=2).values_list("reason", flat=True).get() == "Counted again"
    )
    assert LogLine.objects.filter(tournament=tournament, what="ruling.made").count() == 1


def test_where_one_can_enter_all_places_are_taken_some_wait_and_one_looks_for_a_partner(club: Club):
    tournament = demo.open_evening(club)
    entries = list(tournament.teams.order_by("number").values_list("entry", flat=True))
    assert tournament.registration_open
    assert (entries.count(Entry.IN), tournament.entrants_limit) == (8, 8)
    alone = [team for team in tournament.teams.all() if team.members.count() == 1]
    waiting = tournament.teams.filter(entry=Entry.WAITING).exclude(pk__in=[team.pk for team in alone])
    assert (len(alone), waiting.count()) == (1, 2)
    assert timedelta(days=8) < tournament.starts_at - timezone.now() < timedelta(days=10)
    assert tournament.starts_at.strftime("%H:%M %Z") in ("19:30 CET", "19:30 CEST")


def test_a_championship_has_its_next_round_drawn_for_the_directors_eyes(club: Club):
    tournament = demo.championship(club)
    assert list(live_rounds(tournament).values_list("state", flat=True)) == ["closed", "closed", "draft"]
    assert sorted(table.seats.count() for table in open_round(tournament).tables.all()) == [4, 4, 4, 5, 5, 5]


def test_a_bracket_is_half_played(club: Club):
    tournament = demo.knock_out(club)
    matches = bracket_shown(tournament.stages.get(), audience=PUBLIC)["matches"]
    won = [match for match in matches if match["winner"] is not None]
    assert (len(matches), len(won)) == (7, 5)
    over, running = board_of(open_round(tournament))
    assert (over.over, over.words.settled, running.over) == (True, True, False)
    assert max(running.progress.games) == 1


def test_a_finished_one_has_its_ranking_published_and_another_hides_its_last_round(club: Club):
    shown, hidden = demo.groups_and_final(club), demo.grand_seigneur_night(club)
    assert [stage.key for stage in shown.stages.all()] == ["groups", "finals"]
    assert shown.finished_at < shown.ranking_published_at < timezone.now() - timedelta(days=19)
    ranks = [row["rank"] for row in current_standings(shown.stages.last(), audience=PUBLIC).standings["rows"]]
    assert ranks[:2] == [1, 2]
    assert (hidden.state, hidden.ranking_published_at) == (State.FINISHED, None)
    assert current_standings(hidden.stages.get(), audience=PUBLIC).standings["through"] == 2
    assert current_standings(hidden.stages.get(), audience=STAFF).standings["through"] == 3


def test_the_variants_for_three_and_six_are_being_played(club: Club):
    three, six = demo.threechu_evening(club), demo.tientsin_evening(club)
    assert [line.hands for line in board_of(open_round(three))] == [4, 2, 0]
    assert [line.hands for line in board_of(open_round(six))] == [3, 2]
    assert open_round(six).tables.first().seats.first().team.members.count() == 3


def test_an_evening_is_announced_for_a_quarter_of_an_hour():
    assert demo.Evening(last=datetime(2026, 5, 1, 21, 0, tzinfo=UTC), minutes=40).begins(2).strftime("%H:%M") == "19:30"


# --- hands ---------------------------------------------------------------------------------------------------------


def test_its_hands_can_have_been_and_come_as_often_as_in_real_play():
    luck = random.Random(1)
    hands = [hand_by_chance(luck) for _ in range(4_000)]
    scores = [counted(hand.calls, hand.out, hand.points, None, None, None, HandRules()) for hand in hands]
    calls = [call for hand in hands for call in hand.calls]
    assert 0.12 < calls.count("T") / len(calls) < 0.16
    assert 0.06 < calls.count("GT") / len(calls) < 0.10
    assert 0.20 < sum(score.victory is not None for score in scores) / len(scores) < 0.27
    made = [
        score.made[seat] for hand, score in zip(hands, scores, strict=True) for seat in range(4) if hand.calls[seat]
    ]
    assert 0.66 < made.count(True) / len(made) < 0.73


@pytest.mark.parametrize("rules", sorted({preset.hand for preset in PRESETS.values()}, key=repr), ids=repr)
def test_hands_of_every_variant_can_have_been(rules: HandRules):
    luck = random.Random(2)
    for _ in range(300):
        hand = hand_by_chance(luck, rules, 7)
        if rules.variant is Variant.GRAND_SEIGNEUR:
            assert sorted(hand.out) == list(range(7))
        else:
            dealer = 0 if rules.variant is Variant.THREECHU else None
            counted(hand.calls, hand.out, hand.points, None, None, dealer, rules)
