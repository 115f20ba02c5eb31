"""Scores of tables that were kept: standings are the same with and without them, and an old one is not believed."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from games.actor import Actor
from games.models import Account, Hand, Round, Stage, Table, TableScore, Tournament
from games.selectors import scores
from games.selectors.matches import match_at
from games.selectors.records import record_of, regulations_of
from games.selectors.scores import Basis, basis_of
from games.selectors.standings import AUDIENCES, STAFF, computed, current_standings, is_over
from games.services.clock import end_time
from games.services.drawing import ask_for_draw
from games.services.hands import correct_hand, record_hand, void_hand
from games.services.rounds import publish_round
from games.services.rulings import revoke_ruling, rule
from games.services.standings import refresh_standings, take_snapshots
from games.services.tournaments import change_regulations
from games.services.whole_results import record_whole_result, void_whole_result
from rules.refusal import Refusal
from scoring.presets import PRESETS
from scoring.record import Hand as Sheet
from scoring.record import RulingKind
from scoring.regulations import regulations_to_json
from scoring.variants import Variant
from tests.games.acting import a_hand, a_tournament, elsewhere, performed, play_table, published, small_swiss
from tests.games.rows import close

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ALONE = (Variant.THREECHU, Variant.GRAND_SEIGNEUR)
PLAIN = Sheet(calls=("", "", "", ""), out=(0, 1), points=50)


@pytest.fixture
def by() -> Actor:
    return Actor(account=Account.objects.create(username="dora", is_staff=True))


# --- the same with and without -----------------------------------------------------------------------------------


def check(cup: Tournament) -> None:
    """What is kept changes nothing: neither what the standings say, nor that they refuse."""
    cup = Tournament.objects.get(pk=cup.pk)
    whole = Basis(record=record_of(cup), scores={}, uncounted=[])
    for stage in Stage.objects.filter(tournament=cup):
        for audience in AUDIENCES:
            over = is_over(cup, audience)
            expected = computed(whole, stage.key, audience=audience, over=over)
            assert computed(basis_of(cup), stage.key, audience=audience, over=over) == expected


def meddle(by: Actor, table: Table, luck: random.Random) -> None:
    """Something happens to a result that is there; some of it is refused, as it should be."""
    match = match_at(Table.objects.select_related("round__stage__tournament").get(pk=table.pk))
    facts = {"by": by, "table_id": table.pk}
    hand = luck.choice(list(match.entries.last.values())) if match.entries.hands else None
    seen = {"number": hand.number, "revision": hand.revision, "reason": "misread"} if hand else {}
    whole = match.entries.last_whole
    ruling = {"by": by, "round_id": table.round_id, "reason": "seen"}
    choices: list[Callable[[], object]] = [
        lambda: hand and correct_hand(**facts, **seen, client_id=uuid4(), sheet=a_hand(match, luck)),
        lambda: hand and void_hand(**facts, **seen),
        lambda: record_whole_result(**facts, client_id=uuid4(), totals=(300, 100), revision=None, reason="paper"),
        lambda: whole and void_whole_result(**facts, reason="wrong table", revision=whole.revision),
        lambda: rule(**ruling, kind=RulingKind.ADJUSTED, table_id=table.pk, totals=(100, 200)),
        lambda: rule(**ruling, kind=RulingKind.FORFEIT, table_id=table.pk, side=0),
        lambda: rule(**ruling, kind=RulingKind.PENALTY, team_id=match.team_ids[0], points=1),
        lambda: rule(**ruling, kind=RulingKind.AVERAGE, team_id=match.team_ids[-1], percent=60),
        lambda: [revoke_ruling(by=by, ruling_id=each.pk, reason="error") for each in table.rulings.all()],
        lambda: end_time(by=by, table_id=table.pk, hand=len(match.entries.standing)),
    ]
    with suppress(Refusal):
        luck.choice(choices)()


def next_round(by: Actor, cup: Tournament) -> Round | None:
    """None where it cannot be drawn, as after a match without a winner in a knock-out."""
    drawn = performed(ask_for_draw(by=by, tournament_id=cup.pk))
    return publish_round(by=by, round_id=drawn["round"]) if "round" in drawn else None


@pytest.mark.parametrize("preset", PRESETS)
def test_standings_are_the_same_with_and_without_what_is_kept(by: Actor, preset: str):
    """Two rounds, in which a worker comes now and then, and results are corrected, taken back and decided."""
    cup, luck = a_tournament(by, 9, preset=preset), random.Random(preset)
    while (round_ := next_round(by, cup)) is not None and round_.number <= 2:
        for table in Table.objects.filter(round=round_):
            if luck.random() < 0.2:
                meddle(by, table, luck)
            with suppress(Refusal):  # where somebody has entered a whole result
                play_table(by, table, luck)
            if luck.random() < 0.5:
                refresh_standings(tournament_id=cup.pk)
        check(cup)
        for table in luck.choices(Table.objects.filter(round__stage__tournament=cup), k=5):
            meddle(by, table, luck)
            check(cup)
        close(round_)
    assert TableScore.objects.exists() == (PRESETS[preset].variant not in ALONE)


@pytest.mark.parametrize("change", [{"double_victory": 100}, {"grand": True}])
def test_an_emergency_change_of_the_rules_counts_every_hand_anew(by: Actor, change: dict[str, object]):
    cup = a_tournament(by, 6, regulations=small_swiss())
    for table in published(by, cup).tables.all():
        play_table(by, table, random.Random(table.number))
        correct_hand(
            by=by, table_id=table.pk, number=1, client_id=uuid4(), sheet=replace(PLAIN, out=(0, 2), points=None),
            reason="misread", revision=1,
        )  # fmt: skip
    refresh_standings(tournament_id=cup.pk)
    before = totals(cup)
    regulations = regulations_of(cup)
    other = replace(regulations, hand=replace(regulations.hand, **change))
    change_regulations(
        by=by, tournament_id=cup.pk, regulations=regulations_to_json(other), reason="we play by the German rules"
    )
    check(cup)
    assert (totals(cup) == before) == (other == regulations)


def totals(cup: Tournament) -> list[object]:
    """The differences as they are shown."""
    shown = current_standings(Stage.objects.get(tournament=cup), audience=STAFF).standings
    return [row["values"]["difference"] for row in shown["rows"]]


# --- when a score holds ------------------------------------------------------------------------------------------


@pytest.fixture
def cup(by: Actor) -> Tournament:
    """Two tables of four hands, each won by the first pair with 80 points; the scores are kept."""
    cup = a_tournament(by, 4)
    for table in published(by, cup).tables.all():
        for number in range(1, 5):
            enter(by, table, number, replace(PLAIN, points=60))
    refresh_standings(tournament_id=cup.pk)
    assert [(score.total, score.other_total, score.entries) for score in TableScore.objects.all()] == [
        (240, 160, 4)
    ] * 2
    return cup


def enter(by: Actor, table: Table, number: int, sheet: Sheet = PLAIN) -> None:
    record_hand(by=by, table_id=table.pk, client_id=UUID(int=table.pk * 100 + number), number=number, sheet=sheet)


def uncounted(cup: Tournament) -> list[int]:
    """The numbers of tables whose hands are counted."""
    return [each.table.number for each in basis_of(Tournament.objects.get(pk=cup.pk)).uncounted]


def test_hands_of_tables_whose_score_holds_are_not_read(by: Actor, cup: Tournament):
    assert uncounted(cup) == []
    enter(by, Table.objects.get(number=2), 5)
    basis = basis_of(cup)
    assert [len(table.hands) for table in basis.record.stages[0].rounds[0].tables] == [0, 5]
    assert [*basis.scores["main", 1]] == [1]
    assert uncounted(cup) == [2]


def test_what_is_kept_is_believed_while_it_holds_and_not_a_hand_longer(by: Actor, cup: Tournament):
    """A control: a row that says something else is seen in the standings, so it is really what they are made from."""
    TableScore.objects.filter(table__number=1).update(total=500, over=True, winner=0)
    Tournament.objects.update(version=99)
    stage = Stage.objects.get()
    assert current_standings(stage, audience=STAFF).standings["rows"][0]["values"]["difference"] == 340
    enter(by, Table.objects.get(number=1), 5)
    assert current_standings(stage, audience=STAFF).standings["rows"][0]["values"]["difference"] == 0


def corrected(by: Actor) -> None:
    table = Table.objects.get(number=1)
    correct_hand(
        by=by, table_id=table.pk, number=1, client_id=uuid4(), sheet=PLAIN, reason="misread", revision=1
    )  # fmt: skip


def taken_back(by: Actor) -> None:
    void_hand(by=by, table_id=Table.objects.get(number=1).pk, number=4, reason="not played", revision=1)


def ended_by_the_clock(by: Actor) -> None:
    Table.objects.filter(number=1).update(time_up_hand=4, time_up_running=False)


@pytest.mark.parametrize("change", [corrected, taken_back, ended_by_the_clock])
def test_whatever_a_score_follows_from_makes_it_old(by: Actor, cup: Tournament, change: Callable[[Actor], None]):
    change(by)
    assert uncounted(cup) == [1]
    refresh_standings(tournament_id=cup.pk)
    Tournament.objects.update(version=99)
    refresh_standings(tournament_id=cup.pk)
    assert uncounted(cup) == []


def test_a_program_that_counts_otherwise_believes_nothing_of_the_one_before(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(scores, "edition", lambda: "another")
    assert uncounted(cup) == [1, 2]


def test_where_the_director_has_decided_all_is_read_and_afterwards_the_score_holds_again(by: Actor, cup: Tournament):
    table = Table.objects.get(number=1)
    ruling = rule(
        by=by,
        round_id=table.round_id,
        kind=RulingKind.ADJUSTED,
        reason="cards seen",
        table_id=table.pk,
        totals=(0, 100),
    )
    basis = basis_of(cup)
    assert [len(each.hands) for each in basis.record.stages[0].rounds[0].tables] == [4, 0]
    assert basis.uncounted == [], "nothing is to be kept of it"
    revoke_ruling(by=by, ruling_id=ruling.pk, reason="error")
    assert [len(each.hands) for each in basis_of(cup).record.stages[0].rounds[0].tables] == [0, 0]


def test_a_whole_result_counts_where_all_hands_were_taken_back(by: Actor, cup: Tournament):
    table = Table.objects.get(number=1)
    for number in (4, 3, 2, 1):
        void_hand(by=by, table_id=table.pk, number=number, reason="of another round", revision=1)
    refresh_standings(tournament_id=cup.pk)
    assert TableScore.objects.get(table=table).hands == 0
    record_whole_result(by=by, table_id=table.pk, client_id=uuid4(), totals=(300, 100))
    shown = current_standings(Stage.objects.get(), audience=STAFF).standings
    assert shown["rows"][0]["values"]["difference"] == 200


def test_a_worker_that_comes_late_leaves_the_newer_score(by: Actor, cup: Tournament):
    slow = Tournament.objects.get(pk=cup.pk)
    TableScore.objects.all().delete()
    old = basis_of(slow)
    enter(by, Table.objects.get(number=1), 5)
    refresh_standings(tournament_id=cup.pk)
    take_snapshots(slow, list(slow.stages.all()), old)
    assert TableScore.objects.get(table__number=1).entries == 5


@pytest.mark.django_db(transaction=True)
def test_a_hand_that_comes_in_while_a_worker_reads_is_in_what_it_keeps(
    by: Actor, cup: Tournament, monkeypatch: pytest.MonkeyPatch
):
    """What it reads is of one moment, and without that hand. Then it sees that there is more, and begins again."""
    table = Table.objects.get(number=1)
    enter(by, table, 5)
    read = scores.CountedRows.hands

    def interrupted(rows: scores.CountedRows, only: list[int]) -> dict[int, list[Sheet]]:
        if not Hand.objects.filter(number=6).exists():
            elsewhere(lambda: enter(by, table, 6))
        return read(rows, only)

    monkeypatch.setattr(scores.CountedRows, "hands", interrupted)
    assert refresh_standings(tournament_id=cup.pk) == 2
    kept = TableScore.objects.get(table__number=1)
    assert (kept.entries, kept.hands, uncounted(cup)) == (6, 6, [])
