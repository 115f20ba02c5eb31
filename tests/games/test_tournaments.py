"""Setting up: from a preset, regulations that lock when play starts, staff with roles."""

import pytest

from games.actor import NOBODY, Actor
from games.choices import Role, State
from games.models import Account, Hand, LogLine, Staff, Tournament
from games.permissions import may_direct, may_score
from games.selectors.records import record_of, regulations_of
from games.services.registration import import_teams
from games.services.tournaments import (
    appoint,
    change_regulations,
    copy_tournament,
    create_tournament,
    dismiss,
    edit_tournament,
)
from rules.refusal import Refusal
from scoring.presets import PRESETS
from scoring.regulations import regulations_to_json
from tests.games.rows import NOON, small_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def director() -> Actor:
    return Actor(account=Account.objects.create(username="ada", is_staff=True))


@pytest.fixture
def tournament(director: Actor) -> Tournament:
    return create_tournament(by=director, name="Spring cup", preset="swiss_evening", place="Town hall")


def code_of(act: object, /, **facts: object) -> str:
    with pytest.raises(Refusal) as caught:
        act(**facts)
    return caught.value.code


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_makes_a_tournament_that_its_maker_directs(director: Actor, preset: str):
    made = create_tournament(by=director, name="Spring cup", preset=preset)
    assert regulations_of(made) == PRESETS[preset]
    assert may_direct(director, made)
    assert record_of(made).teams == ()


def test_two_of_one_name_have_two_addresses(director: Actor, tournament: Tournament):
    other = create_tournament(by=director, name="Spring cup", preset="korea")
    assert tournament.slug == "spring-cup"
    assert other.slug.startswith("spring-cup-")
    german = create_tournament(by=director, name="Großes Frühlings-Änderungsturnier", preset="korea")
    assert german.slug == "grosses-fruehlings-aenderungsturnier"
    assert create_tournament(by=director, name="天九", preset="korea").slug.startswith("tournament-")


def test_not_everybody_makes_tournaments(director: Actor):
    plain = Actor(account=Account.objects.create(username="ben"))
    for somebody in (NOBODY, plain):
        assert code_of(create_tournament, by=somebody, name="x", preset="korea") == "not_allowed"
    assert code_of(create_tournament, by=director, name="x", preset="poker") == "preset_unknown"
    assert code_of(create_tournament, by=director, name="  ", preset="korea") == "text_missing"
    assert code_of(create_tournament, by=director, name="x", preset="korea", state="finished") == "plain_unknown"
    assert not Tournament.objects.exists()


def test_an_edit_says_in_the_log_what_was_and_what_is(director: Actor, tournament: Tournament):
    edited = edit_tournament(by=director, tournament_id=tournament.pk, place="Station")
    assert edited.place == "Station"
    assert LogLine.objects.get(what="tournament.edited").facts == {"place": ["Town hall", "Station"]}
    assert edited.version == tournament.version + 1


def test_regulations_are_free_until_play_starts(director: Actor, tournament: Tournament):
    korea = regulations_to_json(PRESETS["korea"])
    changed = change_regulations(by=director, tournament_id=tournament.pk, regulations=korea)
    assert regulations_of(changed) == PRESETS["korea"]
    assert changed.changed_rules == []


def test_then_only_for_a_reason_that_players_see(director: Actor, tournament: Tournament):
    Tournament.objects.update(state=State.RUNNING)
    longer = regulations_to_json(PRESETS["swiss_evening"])
    longer["stages"][0]["rounds"] = 6
    act = {"by": director, "tournament_id": tournament.pk, "regulations": longer}
    assert code_of(change_regulations, **act) == "regulations_locked"
    changed = change_regulations(**act, reason="We have time for one more")
    assert [each["reason"] for each in changed.changed_rules] == ["We have time for one more"]
    assert regulations_of(changed).stages[0].rounds == 6


@pytest.mark.parametrize("preset", ["korea", "german_championship", "tientsin"])
def test_and_never_into_another_kind_of_tournament(director: Actor, tournament: Tournament, preset: str):
    Tournament.objects.update(state=State.RUNNING)
    other = regulations_to_json(PRESETS[preset])
    act = {"by": director, "tournament_id": tournament.pk, "regulations": other, "reason": "why not"}
    assert code_of(change_regulations, **act) == "regulations_under_way"


def test_contradictory_regulations_are_refused(director: Actor, tournament: Tournament):
    broken = regulations_to_json(PRESETS["swiss_evening"])
    broken["stages"][0]["groups"] = 2
    assert (
        code_of(change_regulations, by=director, tournament_id=tournament.pk, regulations=broken)
        == "settings_contradict"
    )
    assert regulations_of(Tournament.objects.get()) == PRESETS["swiss_evening"]


def test_a_copy_has_the_rules_and_nobody_in_it(director: Actor, tournament: Tournament):
    copy = copy_tournament(by=director, tournament_id=tournament.pk, name="Autumn cup")
    assert (copy.regulations, copy.place, copy.state) == (tournament.regulations, "Town hall", State.SETUP)
    assert copy.seed != tournament.seed


def test_staff_come_and_go_but_one_director_stays(director: Actor, tournament: Tournament):
    ben = Account.objects.create(username="ben")
    appoint(by=director, tournament_id=tournament.pk, account_id=ben.pk, role=Role.SCORER)
    assert may_score(Actor(account=ben), tournament)
    assert (
        code_of(appoint, by=Actor(account=ben), tournament_id=tournament.pk, account_id=ben.pk, role=Role.DIRECTOR)
        == "not_allowed"
    )
    assert code_of(dismiss, by=director, tournament_id=tournament.pk, account_id=director.account.pk) == "last_director"
    assert (
        code_of(appoint, by=director, tournament_id=tournament.pk, account_id=director.account.pk, role=Role.SCORER)
        == "last_director"
    )
    dismiss(by=director, tournament_id=tournament.pk, account_id=ben.pk)
    assert Staff.objects.count() == 1
    assert code_of(dismiss, by=director, tournament_id=tournament.pk, account_id=ben.pk) == "account_unknown"
    assert code_of(edit_tournament, by=director, tournament_id=0, place="x") == "tournament_unknown"


def test_rules_by_which_what_was_played_cannot_be_counted_are_refused(director: Actor):
    """In an emergency one can shorten matches that are to come, not those that are over."""
    small = small_tournament()
    Tournament.objects.filter(pk=small.tournament.pk).update(state=State.RUNNING)
    Hand.objects.create(table=small.table, number=2, calls=["GT", "", "", ""], out=[0, 1], points=50, entered_at=NOON)
    plain = regulations_to_json(PRESETS["swiss_evening"])
    act = {"by": Actor(account=small.account), "tournament_id": small.tournament.pk, "reason": "It is late"}
    shorter = plain | {"stages": [plain["stages"][0] | {"match": plain["stages"][0]["match"] | {"hands": 1}}]}
    assert code_of(change_regulations, **act, regulations=shorter) == "regulations_against_results"
    forbidden = plain | {"hand": plain["hand"] | {"grand": False}}
    assert code_of(change_regulations, **act, regulations=forbidden) == "regulations_against_results"
    two = plain | {"stages": [plain["stages"][0] | {"match": plain["stages"][0]["match"] | {"hands": 2}}]}
    assert regulations_of(change_regulations(**act, regulations=two)).stages[0].match.hands == 2


@pytest.mark.parametrize(
    ("details", "code"),
    [
        ({"visibility": "secret"}, "plain_choice"),
        ({"language": "fr"}, "plain_choice"),
        ({"time_zone": "Mars/Base"}, "time_zone_unknown"),
        ({"entrants_limit": 1}, "number_range"),
        ({"name": "\0 "}, "text_missing"),
        ({"place": "x" * 121}, "text_too_long"),
    ],
)
def test_details_that_cannot_be_are_refused(director: Actor, tournament: Tournament, details: dict, code: str):
    assert code_of(edit_tournament, by=director, tournament_id=tournament.pk, **details) == code


def test_with_a_higher_limit_who_waits_moves_up(director: Actor):
    cup = create_tournament(by=director, name="Cup", preset="swiss_evening", entrants_limit=2)
    rows = [{"members": [f"A{number}", f"B{number}"]} for number in range(4)]
    import_teams(by=director, tournament_id=cup.pk, rows=rows)
    edit_tournament(by=director, tournament_id=cup.pk, entrants_limit=3)
    assert list(cup.teams.values_list("entry", flat=True)) == ["in", "in", "in", "waiting"]
    line = LogLine.objects.get(what="tournament.edited")
    assert line.facts == {"entrants_limit": [2, 3], "moved_up": [cup.teams.get(number=3).pk]}
