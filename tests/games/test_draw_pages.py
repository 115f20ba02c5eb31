"""The draw on its pages: in words, asked for, refused with what would help, changed by hand, published."""

import ast
import io
import json
import random
import shlex
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import translation
from django.utils.html import strip_tags

from games.actor import Actor
from games.choices import Role
from games.draw_words import SPECIAL, breach_in_words, refusal_in_words, why
from games.models import Account, Job, Round, Tournament
from games.selectors.drafts import DRAW, drawing_of, exchange_of
from games.selectors.records import record_of
from games.selectors.rounds import conflicts_of
from games.selectors.tables import table_sheet
from games.sentences import draw_reasons as words
from games.services.apart import keep_apart
from games.services.attendance import withdraw
from games.services.drafts import keep_bye, keep_table, swap_teams
from games.services.drawing import DRAW_ROUND, ask_for_draw
from games.services.hands import correct_hand
from games.services.jobs import MOST_ATTEMPTS
from games.services.rounds import close_round, publish_round
from games.services.tournaments import appoint
from games.views.drawing import command
from pairing.__main__ import main
from pairing.check import RULES
from rules.refusal import Refusal
from scoring.presets import PRESETS
from scoring.record import Hand, record_to_json
from scoring.regulations import Regulations, System
from tests.games.acting import (
    a_tournament,
    drawn,
    enter_teams,
    groups_and_final,
    of_system,
    performed,
    play_round,
    played_and_closed,
    published,
    seating,
    small_swiss,
    team,
    the_round,
    without_table,
    won_by_the_lower_number,
)

NAMES = {str(number): name for number, name in enumerate(("", "Ada / Bo", "Cem / Dua", "Eli / Fay", "Gus / Hana"))}

# --- in words ----------------------------------------------------------------------------------------------------


def codes_in(*calls: str) -> set[str]:
    """The code of every Reason or Breach that is made anywhere in the engine, read from its source."""
    found = set()
    for path in Path("pairing").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in calls:
                first = node.args[0] if node.args else next(k.value for k in node.keywords if k.arg == "code")
                found |= {each.value for each in ast.walk(first) if isinstance(each, ast.Constant)}
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "code":
                found |= {each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant)}
    return {each for each in found if isinstance(each, str)}


def test_every_reason_of_the_engine_has_words():
    made = codes_in("Reason", "_of_pairs") | {"quartet_broken", "next_quartet"}
    breaches = set(words.BREACHES) | {"not_here"}
    lacking = made - breaches - set(words.REASONS) - set(SPECIAL) - {"", "apart", "clubmates"}
    assert lacking == set()
    assert len(made) > 30  # the search finds them


def test_everything_a_draw_can_break_has_words():
    made = codes_in("Breach", "about")
    assert len(RULES) <= len(made & (set(words.BREACHES) | {"not_here"}))
    assert {rule.__name__ for rule in RULES} - set(words.BREACHES) == {"not_here"}


REASONS: list[tuple[list[dict[str, Any]], str]] = [
    ([{"code": "first_round", "facts": {"seeding": "drawn"}}], "It is the first round, and lots decide."),
    (
        [{"code": "first_round_folded", "facts": {"seeding": "rating", "places": [1, 5]}}],
        "The upper half meets the lower: places 1 and 5 by rating.",
    ),
    (
        [
            {"code": "equal_balance", "facts": {"points": 4, "won": 2, "drawn": 0, "lost": 0}},
            {"code": "nearest_not_met", "facts": {"passed": []}},
        ],
        "Both have 4 points (2 won, 0 drawn, 0 lost); they are neighbours in the standings and have not met.",
    ),
    (
        [{"code": "equal_points", "facts": {"points": 2}}, {"code": "nearest_not_met", "facts": {"passed": ["3"]}}],
        "Both have 2 points; nobody stands between them whom Ada / Bo has not met.",
    ),
    (
        [
            {"code": "points_differ", "facts": {"points": [4, 3]}},
            {"code": "nearer_elsewhere", "facts": {"teams": ["3", "4"], "number": 2}},
        ],
        (
            "They have 4 and 3 points, and nobody with as many was left; those who stand nearer are needed at other "
            "tables: Eli / Fay and Gus / Hana."
        ),
    ),
    (
        [
            {"code": "points_differ", "facts": {"points": [2, 1], "teams": ["2", "1"]}},
            {"code": "nearest_not_met", "facts": {"passed": ["3"], "higher": "2"}},
        ],
        (
            "They have 1 and 2 points, and nobody with as many was left; nobody stands between them whom Cem / Dua has "
            "not met."
        ),
    ),
    ([{"code": "equal_points", "facts": {"points": 1}}], "Both have 1 point."),
    ([{"code": "equal_points", "facts": {"points": 1.5}}], "Both have 1.5 points."),
    (
        [{"code": "equal_balance", "facts": {"points": 1, "won": 0, "drawn": 1, "lost": 0}}],
        "Both have 1 point (0 won, 1 drawn, 0 lost).",
    ),
    (
        [{"code": "points_differ", "facts": {"points": [2, 1], "teams": ["1", "2"]}}],
        "They have 2 and 1 points, and nobody with as many was left.",
    ),
    (
        [{"code": "sits_out_again", "facts": {"below": [], "byes": 1}}],
        "Has sat out 1 time, and nobody with fewer could.",
    ),
    (
        [{"code": "partner_again", "facts": {"pairs": [["1", "2"]], "rounds": [3]}}, {"code": "table_of_five"}],
        (
            "Partners again, as it could not be avoided: Ada / Bo and Cem / Dua (round 3); five sit here and one sits "
            "out in turn."
        ),
    ),
    ([{"code": "bracket", "facts": {"match": "F", "part": "final", "from": []}}], "It is the final."),
    (
        [{"code": "walkover", "facts": {"match": "F", "part": "final", "left": "2"}}],
        "Cem / Dua has left, so there is no match to play.",
    ),
    ([{"code": "kept"}], "You want it so."),
    ([], ""),
]  # fmt: skip


@pytest.mark.parametrize(("reasons", "said"), REASONS, ids=[said for _, said in REASONS])
def test_why_this_table_in_one_sentence(reasons: list[dict[str, Any]], said: str):
    assert why(reasons, NAMES, teams=["1", "2"]) == said


def test_a_clash_of_wishes_says_who_and_what_would_help():
    clash = [{"code": "apart", "teams": ["1", "2"]}, {"code": "clubmates", "teams": ["3", "4"], "club": "Bonn"}]
    relax = [{"code": "apart", "teams": ["1", "2"]}]
    said = refusal_in_words(Refusal("draw_impossible", field="apart", clash=clash, relax=relax), NAMES)
    assert said.clashes == (
        "Ada / Bo and Cem / Dua must be kept apart.", "The club Bonn: Eli / Fay and Gus / Hana must not meet.",
    )  # fmt: skip
    assert said.helps == ("Let Ada / Bo and Cem / Dua meet: take back the wish.",)
    odd = Refusal("odd_numbers_impossible", field="odd_numbers", value=9, size=4, wishes=["sit_out"], relax=["sit_out"])
    assert refusal_in_words(odd, NAMES).helps[0].startswith("Let somebody sit out")
    other = Refusal("match_undecided", field="round", round=1, table=1, teams=["1", "2"], match="W1-1")
    assert "Ada / Bo, Cem / Dua" in refusal_in_words(other, NAMES).words


# --- drafts of every system --------------------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


@pytest.fixture
def desk(director: Account) -> Client:
    client = Client()
    client.force_login(director)
    return client


def page(client: Client, tournament: Tournament, query: str = "", **headers: str) -> str:
    answer = client.get(f"/tournaments/{tournament.pk}/draw/{query}", headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("preset", list(PRESETS))
def test_drafts_of_every_preset_have_a_reason_for_every_place(by: Actor, desk: Client, preset: str):
    """With a number that fits no tables where the format allows it, so that somebody has a bye or sits at five."""
    cup, luck = a_tournament(by, 13 if PRESETS[preset].ranked == "individual" else 7, preset=preset), random.Random(7)
    for language in ("en", "de"):
        draft = drawn(by, cup)
        found = drawing_of(by, cup.pk)
        assert len(found.tables) == draft.tables.count()
        with translation.override(language):
            for place in (*found.tables, *found.without):
                assert why(place.reasons, found.names, teams=["1"]).endswith(".")
            assert all(breach_in_words(each, found.names).words for each in found.breaches)
        said = page(desk, cup, **{"Accept-Language": language})
        assert said.count('class="draw-why"') == len(found.tables) + len(found.without)
        if draft.number == 1:
            publish_round(by=by, round_id=draft.pk, reason="as it is")
            play_round(by, draft, luck)
            close_round(by=by, round_id=draft.pk)
    assert found.number == 2


# --- asking ------------------------------------------------------------------------------------------------------


@pytest.fixture
def cup(by: Actor) -> Tournament:
    """Seven pairs before the first round."""
    return a_tournament(by, 7, regulations=small_swiss())


def test_a_draw_is_asked_for_and_watched(by: Actor, desk: Client, cup: Tournament):
    assert "Round 1 has not been drawn" in page(desk, cup)
    answer = desk.post(f"/tournaments/{cup.pk}/draw/ask/", {"seed": "Saturday"}, follow=True)
    said = answer.content.decode()
    assert "Round 1 is being drawn." in said
    assert "every 2s" in said
    assert "Draw round 1" not in said
    job = Job.objects.get(kind=DRAW)
    assert (DRAW, job.arguments["seed"]) == (DRAW_ROUND.name, "Saturday")
    performed(job)
    said = page(desk, cup, **{"HX-Request": "true"})
    assert "<html" not in said
    assert "Draw of round 1" in said
    assert "every 2s" not in said
    assert said.count('class="draw-table"') == 3
    assert "python -m pairing draw --stage main --round 1 --seed Saturday &lt; record.json" in said


def test_the_command_that_is_shown_repeats_the_draw(by: Actor, cup: Tournament, capsys, monkeypatch):
    before = json.dumps(record_to_json(record_of(cup)))
    draft = drawn(by, cup, seed="it's a draw")
    shown = shlex.split(command(drawing_of(by, cup.pk)))
    monkeypatch.setattr("sys.stdin", io.StringIO(before))
    assert main(shown[3:-2]) == 0
    again = json.loads(capsys.readouterr().out)
    tables = {each["number"]: tuple(dict.fromkeys(map(int, each["seats"]))) for each in again["tables"]}
    assert tables == seating(draft)


def test_a_draw_that_cannot_be_says_why_and_what_would_help(by: Actor, desk: Client):
    cup = a_tournament(by, 2, regulations=small_swiss())
    keep_apart(by=by, tournament_id=cup.pk, team_ids=[team(cup, 1).pk, team(cup, 2).pk], must=True)
    performed(ask_for_draw(by=by, tournament_id=cup.pk))
    said = page(desk, cup)
    one, other = team(cup, 1).name, team(cup, 2).name
    assert f"{one} and {other} must be kept apart." in said
    assert f"Let {one} and {other} meet: take back the wish." in said
    assert "see why, and what would help" in desk.get(f"/tournaments/{cup.pk}/").content.decode()


def test_why_a_draw_could_not_be_is_said_until_something_changes(by: Actor, desk: Client):
    """Nobody had entered; then people do."""
    cup = a_tournament(by, 0, regulations=small_swiss())
    performed(ask_for_draw(by=by, tournament_id=cup.pk))
    console = f"/tournaments/{cup.pk}/"
    assert "could not be drawn" in page(desk, cup)
    enter_teams(by, cup, 4)
    assert "could not be drawn" not in page(desk, cup)
    assert "Round 1 has not been drawn" in page(desk, cup)
    said = desk.get(console).content.decode()
    assert "see why" not in said
    assert "Draw round 1" in said


def test_a_worker_that_gave_up_is_said(by: Actor, desk: Client, cup: Tournament):
    job = ask_for_draw(by=by, tournament_id=cup.pk)
    Job.objects.filter(pk=job.pk).update(failure="too_many_attempts", finished_at=job.asked_at, attempts=MOST_ATTEMPTS)
    said = page(desk, cup)
    assert "too_many_attempts" in said
    assert "Draw round 1" in said


def test_asking_too_early_is_refused_in_words(by: Actor, desk: Client, cup: Tournament):
    published(by, cup)
    answer = desk.post(f"/tournaments/{cup.pk}/draw/ask/")
    assert answer.status_code == 422
    assert "Round 1 is not closed yet." in answer.content.decode()


# --- by hand -----------------------------------------------------------------------------------------------------


@pytest.fixture
def draft(by: Actor, cup: Tournament) -> Round:
    return drawn(by, cup, seed="a")


def ids(draft: Round, *numbers: int) -> list[int]:
    return [team(draft.stage.tournament, number).pk for number in numbers]


def test_a_table_and_a_bye_are_kept_and_freed(desk: Client, draft: Round, cup: Tournament):
    table, (free,) = draft.tables.get(number=1), without_table(draft)
    desk.post(f"/rounds/{draft.pk}/draw/keep/", {"table": table.pk, "kept": "1"})
    table.refresh_from_db()
    assert table.kept
    said = page(desk, cup)
    assert 'aria-pressed="true" aria-label="Keep table 1"' in said
    desk.post(f"/rounds/{draft.pk}/draw/keep/", {"table": table.pk})
    desk.post(f"/rounds/{draft.pk}/draw/keep/", {"team": ids(draft, free)[0], "kept": "1"})
    table.refresh_from_db()
    assert not table.kept
    assert draft.seats.get(place="bye").kept
    assert desk.post(f"/rounds/{draft.pk}/draw/keep/", {}).status_code == 422


def test_without_scripts_one_is_chosen_then_the_other_then_they_change_places(desk: Client, draft: Round):
    (one, _), (other, _) = seating(draft)[1], seating(draft)[2]
    first, second = ids(draft, one, other)
    address = f"/rounds/{draft.pk}/draw/swap/"
    said = desk.get(address, {"team": first}, follow=True).content.decode()
    assert "changes places. Choose with whom." in said
    assert f'<input type="hidden" name="team" value="{first}">' in said
    assert f'name="other" value="{second}"' in said
    said = desk.get(address, {"team": first, "other": second}).content.decode()
    assert "change places?" in said
    answer = desk.post(address, {"team": first, "other": second}, follow=True)
    said = answer.content.decode()
    assert "have changed places. Both are kept from now on." in said
    assert seating(draft)[1][0] == other


def test_undo_gives_the_draft_back_as_it_was_and_is_offered_no_more(desk: Client, draft: Round, cup: Tournament):
    before = page(desk, cup)
    (one, _), (other, _) = seating(draft)[1], seating(draft)[2]
    first, second = ids(draft, one, other)
    desk.post(f"/rounds/{draft.pk}/draw/swap/", {"team": first, "other": second})
    version = the_round(draft.pk).stage.tournament.version
    assert "Both are kept from now on" in page(desk, cup, f"?swapped={first}-{second}-{version}")
    answer = desk.post(f"/rounds/{draft.pk}/draw/swap/back/", {"version": version}, follow=True)
    said = answer.content.decode()
    assert "Taken back." in said
    assert 'id="undo-exchange"' not in said
    assert "You want it so." not in said
    assert said.count('aria-pressed="true"') == before.count('aria-pressed="true"')
    assert seating(draft)[1][0] == one
    assert "Swap in round 1 taken back" in desk.get(f"/tournaments/{cup.pk}/log/").content.decode()


def test_undo_is_refused_once_something_else_has_happened(desk: Client, by: Actor, draft: Round, cup: Tournament):
    (one, _), (other, _) = seating(draft)[1], seating(draft)[2]
    first, second = ids(draft, one, other)
    desk.post(f"/rounds/{draft.pk}/draw/swap/", {"team": first, "other": second})
    version = the_round(draft.pk).stage.tournament.version
    keep_table(by=by, table_id=draft.tables.get(number=3).pk, kept=True)
    assert 'id="undo-exchange"' not in page(desk, cup, f"?swapped={first}-{second}-{version}")
    for said in ({"version": version}, {"version": version + 1}, {"version": "x"}, {}):
        answer = desk.post(f"/rounds/{draft.pk}/draw/swap/back/", said)
        assert answer.status_code == 422
        assert "Something else has happened since" in answer.content.decode()
    assert seating(draft)[1][0] == other


def test_what_the_page_includes_when_it_fetches_itself_is_always_there(desk: Client, draft: Round, cup: Tournament):
    assert 'hx-include="#just-done"' in page(desk, cup)
    assert 'id="just-done"' in page(desk, cup, **{"HX-Request": "true"})


@pytest.mark.parametrize("regulations", [small_swiss(), groups_and_final()], ids=["swiss", "groups"])
def test_what_an_exchange_would_break_is_what_it_breaks(by: Actor, regulations: Regulations):
    """The preview, which writes nothing, beside the real thing, for every two of the round."""
    cup = a_tournament(by, 5, regulations=regulations)
    draft = drawn(by, cup, seed="a")
    keep_bye(by=by, round_id=draft.pk, team_id=ids(draft, *without_table(draft))[0], kept=True)
    keep_apart(by=by, tournament_id=cup.pk, team_ids=ids(draft, 1, 2), must=True)
    keep_apart(by=by, tournament_id=cup.pk, team_ids=ids(draft, 3, 4), must=False)

    def told(breaches: Any) -> set[Any]:
        return {(breach.code, breach.teams) for breach in breaches}

    seen = set()
    for one in range(1, 6):
        for other in range(one + 1, 6):
            first, second = ids(draft, one, other)
            expected = exchange_of(the_round(draft.pk), first, second)
            before = told(conflicts_of(the_round(draft.pk)))
            with transaction.atomic():
                swap_teams(by=by, round_id=draft.pk, team_id=first, other_id=second, anyway=True, reason="to see")
                after = told(conflicts_of(the_round(draft.pk)))
                transaction.set_rollback(True)
            assert (told(expected.broken), told(expected.mended)) == (after - before, before - after)
            seen |= told(expected.broken) | told(expected.mended)
    if len(regulations.stages) == 1:  # in groups only those meet who are in one
        assert {"apart", "apart_wish"} <= {code for code, _ in seen}


def test_a_grave_exchange_needs_a_reason_beside_its_field(by: Actor, desk: Client, draft: Round, cup: Tournament):
    (one, opponent), (other, _) = seating(draft)[1], seating(draft)[2]
    keep_apart(by=by, tournament_id=cup.pk, team_ids=ids(draft, opponent, other), must=True)
    first, second = ids(draft, one, other)
    address, both = f"/rounds/{draft.pk}/draw/swap/", {"team": first, "other": second}
    said = desk.get(address, both, headers={"HX-Request": "true"})
    assert "must not sit together" in said.content.decode()
    assert 'name="anyway" value="True"' in said.content.decode()
    answer = desk.post(address, both | {"anyway": "True"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (422, "#exchange")
    assert 'id="id_swap_reason_error"' in answer.content.decode()
    assert seating(draft)[1] == (one, opponent)
    desk.post(address, both | {"anyway": "True", "reason": "they agree"})
    assert seating(draft)[1] == (other, opponent)
    said = page(desk, cup)
    assert "It breaks what must not be broken" in said
    answer = desk.post(f"/rounds/{draft.pk}/publish/", {"reason": ""})
    assert (answer.status_code, 'id="id_publish_reason_error"' in answer.content.decode()) == (422, True)
    assert desk.post(f"/rounds/{draft.pk}/publish/", {"reason": "they agree"}).status_code == 302


def test_what_an_exchange_breaks_and_mends_is_said_in_sentences(by: Actor, desk: Client, cup: Tournament, draft: Round):
    (one, opponent), (other, _) = seating(draft)[1], seating(draft)[2]
    keep_apart(by=by, tournament_id=cup.pk, team_ids=ids(draft, one, opponent), must=False)
    keep_apart(by=by, tournament_id=cup.pk, team_ids=ids(draft, opponent, other), must=False)
    first, second = ids(draft, one, other)
    address = f"/rounds/{draft.pk}/draw/swap/"
    said = " ".join(strip_tags(desk.get(address, {"team": first, "other": second}).content.decode()).split())
    mended, broken = (team(cup, one).name, team(cup, opponent).name), (team(cup, opponent).name, team(cup, other).name)
    for sentence, two in (("This would be new:", broken), ("This would be mended:", mended)):
        ways = [f"{sentence} {a} and {b} would rather not sit together." for a, b in (two, two[::-1])]
        assert any(way in said for way in ways)


def test_later_rounds_of_a_knock_out_follow_the_bracket(by: Actor, desk: Client):
    cup = a_tournament(by, 8, regulations=of_system(System.KNOCKOUT))
    played_and_closed(by, cup, random.Random(8))
    draft = drawn(by, cup)
    assert "only the sides of a table can be exchanged" in page(desk, cup)
    (one, _), (other, _) = seating(draft)[1], seating(draft)[2]
    first, second = ids(draft, one, other)
    answer = desk.post(f"/rounds/{draft.pk}/draw/swap/", {"team": first, "other": second})
    assert answer.status_code == 422
    assert "the results decide who meets whom" in answer.content.decode()


def test_somebody_who_has_left_since_is_seen(by: Actor, desk: Client, draft: Round, cup: Tournament):
    gone = seating(draft)[2][0]
    withdraw(by=by, team_id=ids(draft, gone)[0], now=True)
    assert f"Table 2: {team(cup, gone).name} has left." in page(desk, cup)


def test_a_draw_that_is_outdated_says_so(by: Actor, desk: Client, cup: Tournament):
    first = played_and_closed(by, cup, random.Random(9))
    drawn(by, cup)
    assert "were corrected after this was drawn" not in page(desk, cup)
    table = first.tables.first()
    hand = table_sheet(table.pk).hands[0]
    correct_hand(
        by=by, table_id=table.pk, number=1, client_id=uuid4(), revision=hand.revision, reason="misread",
        sheet=Hand(calls=("", "", "", ""), out=(0, 2)),
    )  # fmt: skip
    assert "were corrected after this was drawn" in page(desk, cup)


def test_drawn_again_around_what_is_kept(by: Actor, desk: Client, draft: Round, cup: Tournament):
    keep_table(by=by, table_id=draft.tables.get(number=1).pk, kept=True)
    before = seating(draft)[1]
    desk.post(f"/rounds/{draft.pk}/draw/again/", {"seed": "other"})
    assert "Round 1 is being drawn." in page(desk, cup)
    performed(Job.objects.filter(kind=DRAW).latest("asked_at"))
    assert the_round(draft.pk).seed == "other"
    assert seating(draft)[1] == before
    assert "You want it so." in page(desk, cup)


def test_published_and_taken_back(by: Actor, desk: Client, draft: Round, cup: Tournament):
    answer = desk.post(f"/rounds/{draft.pk}/publish/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/tournaments/{cup.pk}/"
    assert "Round 1 is published." in answer.content.decode()
    assert "Make it a draft again" in page(desk, cup)
    assert 'id="choosing"' not in page(desk, cup)
    assert desk.get(f"/rounds/{draft.pk}/draw/swap/?team=1&other=2").status_code == 302
    answer = desk.post(f"/rounds/{draft.pk}/unpublish/", follow=True)
    assert "A draft: only the staff sees it" in answer.content.decode()
    desk.post(f"/rounds/{draft.pk}/publish/")
    won_by_the_lower_number(by, draft)
    answer = desk.post(f"/rounds/{draft.pk}/unpublish/")
    assert (answer.status_code, "so it stays published" in answer.content.decode()) == (422, True)


def test_a_scorer_looks_and_does_not_act(by: Actor, guest: Account, draft: Round, cup: Tournament):
    appoint(by=by, tournament_id=cup.pk, account_id=guest.pk, role=Role.SCORER)
    scorer = Client()
    scorer.force_login(guest)
    said = page(scorer, cup)
    assert "Why this table?" in said
    assert "Publish round" not in said
    assert "data-team" not in said
    one, other = ids(draft, *seating(draft)[1])
    for path, body in [
        ("draw/again", {}), ("draw/keep", {"table": draft.tables.first().pk}),
        ("draw/swap", {"team": one, "other": other}), ("publish", {}), ("unpublish", {}),
    ]:  # fmt: skip
        assert scorer.post(f"/rounds/{draft.pk}/{path}/", body).status_code == 403, path
    assert scorer.post(f"/tournaments/{cup.pk}/draw/ask/").status_code == 403


def test_a_draft_costs_the_same_for_any_number(by: Actor, desk: Client, django_assert_num_queries):
    for teams in (6, 20):
        cup = a_tournament(by, teams, regulations=small_swiss(), name=f"Cup {teams}")
        drawn(by, cup)
        with django_assert_num_queries(15):
            page(desk, cup)
