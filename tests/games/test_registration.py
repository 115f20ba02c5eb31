"""Entering a tournament: who is in, who waits, who still looks for a partner."""

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections
from pytest_django import DjangoAssertNumQueries

from games.actor import NOBODY, Actor
from games.choices import Entry, NoShows, Place, Role, RoundState, Scope, State, Visibility
from games.models import Account, Apart, LogLine, Member, Player, Round, Seat, Stage, Table, Team, Tournament
from games.selectors.log import first_broken_line
from games.selectors.records import record_of, regulations_of
from games.selectors.teams import free_places, incomplete_teams, numbers_drawn, teams_of, wait_list
from games.services.apart import keep_apart, stop_keeping_apart
from games.services.attendance import check_in, close_check_in, expect_from, reinstate, undo_check_in, withdraw
from games.services.entries import cancel_entry, change_members, edit_team, restore_entry
from games.services.partners import form_pairs, take_apart
from games.services.people import Person
from games.services.places import move_in_wait_list, move_up
from games.services.registration import enter_team, import_teams, register_self
from games.services.tournaments import appoint, create_tournament
from rules.refusal import Refusal
from scoring.record import Together
from tests.games.rows import NOON
from tests.length import at_length

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def by(director: Account) -> Actor:
    return Actor(account=director)


@pytest.fixture
def evening(by: Actor) -> Tournament:
    """Fixed pairs, before play has begun."""
    return create_tournament(by=by, name="Evening", preset="swiss_evening")


def pair(number: int) -> list[Person]:
    return [Person(f"Anna {number}"), Person(f"Ben {number}")]


def enter(by: Actor, tournament: Tournament, number: int = 1, **details: Any) -> Team:
    return enter_team(by=by, tournament_id=tournament.pk, members=pair(number), **details)


def single(by: Actor, tournament: Tournament, name: str, **details: Any) -> Team:
    return enter_team(by=by, tournament_id=tournament.pk, members=[Person(name)], incomplete=True, **details)


def refused(act: Callable[..., Any], **arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act(**arguments)
    return caught.value


def states(tournament: Tournament) -> dict[int, str]:
    return dict(Team.objects.filter(tournament=tournament).values_list("number", "entry"))


def last_line(tournament: Tournament) -> LogLine:
    return LogLine.objects.filter(tournament=tournament).latest("number")


def set_limit(tournament: Tournament, limit: int | None) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(entrants_limit=limit)
    tournament.refresh_from_db()


def start(tournament: Tournament, *, rounds: list[str]) -> list[Round]:
    """Rounds as if they had been drawn, without anybody at a table; the tournament runs."""
    Tournament.objects.filter(pk=tournament.pk).update(state=State.RUNNING)
    tournament.refresh_from_db()
    stage, _ = Stage.objects.get_or_create(tournament=tournament, key="main", position=1)
    made = []
    for state in rounds:
        number = stage.rounds.exclude(state=RoundState.CANCELLED).count() + 1
        made.append(
            Round.objects.create(
                stage=stage,
                number=number,
                seed="1",
                drawn_from=1,
                drawn_at=NOON,
                state=state,
                published_at=None if state in ("draft", "cancelled") else NOON,
                closed_at=NOON if state == "closed" else None,
                cancel_reason="a fire" if state == "cancelled" else "",
            )
        )
    return made


def put_at_table(each: Round, one: Team, other: Team) -> Table:
    table = Table.objects.create(round=each, number=each.tables.count() + 1)
    for seat, team in enumerate((one, other)):
        Seat.objects.create(round=each, team=team, place=Place.TABLE, table=table, seat=seat)
    return table


# --- by the director ---------------------------------------------------------------------------------------------


def test_a_pair_is_entered_under_the_next_number_and_named_after_its_members(by: Actor, evening: Tournament):
    anna, ben = Person("Anna Maria Weber", club="Aachen"), Person("Ben", club="Aachen")
    team = enter_team(by=by, tournament_id=evening.pk, members=[anna, ben], rating=1500, seed=2)
    second = enter(by, evening, name="  The   Dragons ")
    assert (team.number, team.name, team.club, team.rating, team.seed) == (1, "Anna W. / Ben", "Aachen", 1500, 2)
    assert (second.number, second.name, second.club) == (2, "The Dragons", "")
    assert [(each.id, each.members) for each in record_of(evening).teams] == [
        ("1", ("Anna W.", "Ben")), ("2", ("Anna 1.", "Ben 1.")),
    ]  # fmt: skip


def test_the_log_says_which_rows_and_no_names(by: Actor, evening: Tournament):
    team = enter(by, evening)
    line = last_line(evening)
    assert (line.what, line.facts) == ("team.entered", {"team": team.pk, "entry": "in", "moved_up": []})
    edit_team(by=by, team_id=team.pk, name="Anna and Ben", seed=3)
    assert last_line(evening).facts == {"team": team.pk, "fields": ["name", "seed"], "seed": [None, 3]}
    evening.refresh_from_db()
    assert evening.version == 1 + LogLine.objects.filter(tournament=evening).count()
    assert first_broken_line(evening) is None


@pytest.mark.parametrize(
    ("preset", "numbers"), [("swiss_evening", (2, 3, 4)), ("german_championship", (1,)), ("tientsin", (3, 4, 5, 6))]
)
def test_a_team_has_as_many_as_play_or_up_to_twice_as_many(by: Actor, preset: str, numbers: tuple[int, ...]):
    tournament = create_tournament(by=by, name=preset, preset=preset)
    for size in range(8):
        members = [Person(f"Player {size}.{each}") for each in range(size)]
        if size in numbers:
            enter_team(by=by, tournament_id=tournament.pk, members=members)
        else:
            refusal = refused(enter_team, by=by, tournament_id=tournament.pk, members=members)
            assert refusal.code == ("members_too_few" if size < numbers[0] else "members_too_many")
    assert len(record_of(tournament).teams) == len(numbers)
    assert Player.objects.count() == sum(numbers)  # those who were refused are not known


def test_nobody_is_in_two_teams_until_the_first_is_cancelled(by: Actor, evening: Tournament):
    first = enter(by, evening)
    anna = first.members.first().player_id
    again = {"by": by, "tournament_id": evening.pk, "members": [anna, Person("Cleo")]}
    assert refused(enter_team, **again) == Refusal("player_entered_already", field="members", value=anna)
    twice = refused(enter_team, by=by, tournament_id=evening.pk, members=[anna, anna])
    assert twice == Refusal("person_twice", field="members")
    cancel_entry(by=by, team_id=first.pk)
    assert enter_team(**again).members.first().player_id == anna
    assert [len(team.members) for team in record_of(evening).teams] == [2]


def test_somebody_new_is_known_again_by_name_and_e_mail_together(by: Actor, evening: Tournament):
    family = "weber@example.org"
    enter_team(by=by, tournament_id=evening.pk, members=[Person("Anna", email=family), Person("Ben", email=family)])
    again = [Person("ANNA", email=family.upper()), Person("Cleo")]
    assert refused(enter_team, by=by, tournament_id=evening.pk, members=again).code == "player_entered_already"
    enter_team(by=by, tournament_id=evening.pk, members=[Person("Anna"), Person("Dora", email=family)])


@pytest.mark.parametrize(
    ("details", "expected"),
    [
        ({"name": "x" * 121}, Refusal("text_too_long", field="name", value=121, maximum=120)),
        ({"rating": -1}, Refusal("number_range", field="rating", value=-1, minimum=0, maximum=2147483647)),
        ({"rating": 2**31}, Refusal("number_range", field="rating", value=2**31, minimum=0, maximum=2147483647)),
        ({"seed": 0}, Refusal("number_range", field="seed", value=0, minimum=1, maximum=2147483647)),
        ({"seed": "1"}, Refusal("plain_type", field="seed", expected="number", value="1")),
        ({"seed": 7}, Refusal("seed_taken", field="seed", value=7, team=1)),
        ({"members": [Person(" "), Person("Ben")]}, Refusal("text_missing", field="name")),
        ({"members": [Person("\x00\ud800"), Person("Ben")]}, Refusal("text_missing", field="name")),
        ({"members": [Person("A", email="a@"), Person("B")]}, Refusal("email_invalid", field="email", value="a@")),
        ({"members": [10**9, Person("Ben")]}, Refusal("player_unknown", field="members", value=10**9)),
    ],
)
def test_what_cannot_be_kept_is_refused_and_nothing_of_it_stays(
    by: Actor, evening: Tournament, details: dict[str, Any], expected: Refusal
):
    enter(by, evening, seed=7)
    assert refused(enter_team, **{"by": by, "tournament_id": evening.pk, "members": pair(2)} | details) == expected
    assert (Team.objects.count(), Player.objects.count()) == (1, 2)


def test_long_names_are_cut_only_where_we_made_them(by: Actor, evening: Tournament):
    members = [Person("A" * 120), Person("B" * 120, shown_name="b" * 60), Person("C" * 60 + " " + "D" * 59)]
    team = enter_team(by=by, tournament_id=evening.pk, members=members)
    assert len(team.name) == 120
    assert [member.player.shown_name for member in team.members.all()] == ["A" * 60, "b" * 60, "C" * 55 + " D."]


def test_only_a_director_of_this_tournament_enters_changes_and_cancels(by: Actor, evening: Tournament, guest: Account):
    team = enter(by, evening)
    appoint(by=by, tournament_id=evening.pk, account_id=guest.pk, role=Role.SCORER)
    reader = Actor(account=by.account, scope=Scope.READ)
    for who in (NOBODY, Actor(account=guest), reader):
        for act, arguments in [
            (enter_team, {"tournament_id": evening.pk, "members": pair(2)}),
            (import_teams, {"tournament_id": evening.pk, "rows": [{"members": ["A", "B"]}]}),
            (form_pairs, {"tournament_id": evening.pk, "team_ids": [(1, 2)]}),
            (move_up, {"tournament_id": evening.pk}),
            (keep_apart, {"tournament_id": evening.pk, "team_ids": [1, 2]}),
            (stop_keeping_apart, {"tournament_id": evening.pk, "apart_id": 1}),
            (edit_team, {"team_id": team.pk, "name": "x"}),
            (change_members, {"team_id": team.pk, "members": pair(3)}),
            (cancel_entry, {"team_id": team.pk}),
            (restore_entry, {"team_id": team.pk}),
        ]:
            assert refused(act, by=who, **arguments) == Refusal("not_allowed"), act
    assert [line.what for line in LogLine.objects.filter(tournament=evening)][2:] == ["staff.appointed"]


def test_once_it_is_finished_nobody_enters_or_leaves(by: Actor, evening: Tournament):
    team = enter(by, evening)
    Tournament.objects.update(state=State.FINISHED, finished_at=NOON)
    for act, arguments in [
        (enter_team, {"tournament_id": evening.pk, "members": pair(2)}),
        (cancel_entry, {"team_id": team.pk}),
        (edit_team, {"team_id": team.pk, "name": "x"}),
    ]:
        assert refused(act, by=by, **arguments) == Refusal("tournament_finished")


# --- room --------------------------------------------------------------------------------------------------------


def test_without_room_a_team_waits_and_the_first_moves_up_when_somebody_cancels(by: Actor, evening: Tournament):
    set_limit(evening, 2)
    teams = [enter(by, evening, number) for number in range(1, 6)]
    house = enter(by, evening, 6, house=True)
    assert states(evening) == {1: "in", 2: "in", 3: "waiting", 4: "waiting", 5: "waiting", 6: "in"}
    assert [row.wait_place for row in teams_of(evening)] == [None, None, 1, 2, 3, None]
    cancel_entry(by=by, team_id=teams[3].pk)
    cancel_entry(by=by, team_id=teams[0].pk)
    assert states(evening) == {1: "cancelled", 2: "in", 3: "in", 4: "cancelled", 5: "waiting", 6: "in"}
    assert last_line(evening).facts == {
        "team": teams[0].pk, "before": "in", "seed": None, "moved_up": [teams[2].pk]
    }  # fmt: skip
    cancel_entry(by=by, team_id=house.pk)
    assert states(evening)[5] == "waiting"  # the house had no place to leave


def test_with_more_room_the_list_moves_up_in_its_order(by: Actor, evening: Tournament):
    assert refused(move_up, by=by, tournament_id=evening.pk) == Refusal("wait_list_empty")
    set_limit(evening, 2)
    teams = [enter(by, evening, number) for number in range(1, 7)]
    assert refused(move_up, by=by, tournament_id=evening.pk) == Refusal("no_room", field="entrants_limit", value=2)
    set_limit(evening, 3)
    assert [team.number for team in move_up(by=by, tournament_id=evening.pk, team_id=teams[4].pk)] == [5]
    refusal = refused(move_up, by=by, tournament_id=evening.pk, team_id=teams[4].pk)
    assert refusal == Refusal("team_not_waiting", field="team", value=teams[4].pk)
    set_limit(evening, 4)
    assert [team.number for team in move_up(by=by, tournament_id=evening.pk)] == [3]
    set_limit(evening, 7)
    assert enter(by, evening, 7).entry == Entry.IN
    assert states(evening)[4] == states(evening)[6] == "in"  # and nobody was overtaken


def test_whoever_comes_while_it_runs_plays_from_the_next_draw(by: Actor, evening: Tournament):
    enter(by, evening, 1)
    start(evening, rounds=["closed", "cancelled", "published"])
    assert enter(by, evening, 2).arrived == 3
    Round.objects.filter(state="published").update(state="closed", closed_at=NOON)
    assert enter(by, evening, 3).arrived == 3
    start(evening, rounds=["draft"])
    assert enter(by, evening, 4).arrived == 3
    single_one = {"by": by, "tournament_id": evening.pk, "members": [Person("Zoe")], "incomplete": True}
    assert refused(enter_team, **single_one) == Refusal("tournament_begun")
    assert [team.arrived for team in record_of(evening).teams] == [1, 3, 3, 3]


def test_while_it_runs_the_director_says_who_moves_up(by: Actor, evening: Tournament):
    set_limit(evening, 2)
    teams = [enter(by, evening, number) for number in (1, 2, 3, 4)]
    start(evening, rounds=["closed"])
    cancel_entry(by=by, team_id=teams[1].pk)
    assert states(evening)[3] == "waiting"
    assert [(team.number, team.arrived) for team in move_up(by=by, tournament_id=evening.pk)] == [(3, 2)]
    withdraw(by=by, team_id=teams[0].pk, now=True)
    assert free_places(evening) == 1


def test_what_was_drawn_cannot_be_cancelled(by: Actor, evening: Tournament):
    teams = [enter(by, evening, number) for number in range(1, 7)]
    (draft,) = start(evening, rounds=["draft"])
    put_at_table(draft, teams[0], teams[1])
    Stage.objects.update(
        entrants=["3"], groups=[{"key": "A", "teams": ["4"]}], bracket=["5", ""],
        plan=[{"number": 2, "byes": ["6"], "tables": []}],
    )  # fmt: skip
    for team in teams:
        refusal = refused(cancel_entry, by=by, team_id=team.pk)
        assert refusal == Refusal("teams_drawn", field="team", teams=[team.number])
    assert numbers_drawn(evening) >= {"1", "2", "3", "4", "5", "6"}
    record_of(evening, drafts=True)
    Stage.objects.update(entrants=[], groups=[], bracket=[], plan=[])
    Round.objects.update(state="cancelled", cancel_reason="redrawn")
    Tournament.objects.update(tie_order=["2", "1", "3"])
    cancel_entry(by=by, team_id=teams[0].pk)
    evening.refresh_from_db()
    assert record_of(evening, drafts=True).tie_order == ("2", "3")


def test_a_cancelled_entry_comes_back_if_its_members_have_not_gone_elsewhere(by: Actor, evening: Tournament):
    set_limit(evening, 2)
    teams = [enter(by, evening, number, seed=number) for number in (1, 2)]
    cancel_entry(by=by, team_id=teams[0].pk)
    assert refused(cancel_entry, by=by, team_id=teams[0].pk).code == "entry_cancelled"
    other = enter(by, evening, 3, seed=1)  # the seed is free again
    assert restore_entry(by=by, team_id=teams[0].pk).entry == Entry.WAITING
    assert refused(restore_entry, by=by, team_id=teams[0].pk).code == "entry_not_cancelled"
    cancel_entry(by=by, team_id=other.pk)
    assert states(evening)[1] == "in"
    ids = list(other.members.values_list("player_id", flat=True))
    enter_team(by=by, tournament_id=evening.pk, members=ids)
    assert refused(restore_entry, by=by, team_id=other.pk).code == "members_too_few"


@pytest.mark.django_db(transaction=True)
def test_of_many_who_enter_at_once_as_many_are_in_as_there_is_room(director: Account):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one write at a time anyway")
    by = Actor(account=director)
    evening = create_tournament(by=by, name="Rush", preset="swiss_evening", registration_open=True)
    Tournament.objects.update(visibility=Visibility.PUBLIC)
    set_limit(evening, 4)
    assert rush(evening) == []
    assert sorted(states(evening).values()) == ["in"] * 4 + ["waiting"] * 8
    assert sorted(states(evening)) == list(range(1, 13))


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_they_would_get_in_each_others_way(director: Account, monkeypatch: pytest.MonkeyPatch):
    """The control of the test above: it would notice."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite lets one write at a time anyway")
    from games.services import locking, registration

    by = Actor(account=director)
    evening = create_tournament(by=by, name="Rush", preset="swiss_evening", registration_open=True)
    Tournament.objects.update(visibility=Visibility.PUBLIC)
    set_limit(evening, 4)
    for module in (registration, locking):
        monkeypatch.setattr(module, "locked", lambda pk: Tournament.objects.get(pk=pk))
    assert rush(evening) or list(states(evening).values()).count("in") != 4


def rush(tournament: Tournament) -> list[BaseException]:
    """Twelve pairs register at the same moment; returns what went wrong."""
    barrier, failures = threading.Barrier(12), []

    def register(number: int) -> None:
        try:
            barrier.wait()
            register_self(by=NOBODY, tournament_id=tournament.pk, people=pair(number), consent=True)
        except Exception as failure:
            failures.append(failure)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=register, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


# --- by oneself --------------------------------------------------------------------------------------------------


@pytest.fixture
def open_evening(evening: Tournament) -> Tournament:
    Tournament.objects.update(registration_open=True, visibility=Visibility.PUBLIC)
    evening.refresh_from_db()
    return evening


def test_anybody_registers_and_agrees_to_be_shown_by_name(open_evening: Tournament):
    people = [Person("Anna Weber", email="anna@example.org"), Person("Ben Huber", shown_name="Benny")]
    arguments = {"by": NOBODY, "tournament_id": open_evening.pk, "people": people}
    assert refused(register_self, **arguments) == Refusal("consent_missing", field="consent")
    assert Player.objects.count() == 0
    team = register_self(**arguments, consent=True)
    assert (team.name, team.entry) == ("Anna Weber / Benny", Entry.IN)
    assert Player.objects.filter(consent_at__isnull=False).count() == 2
    assert (last_line(open_evening).what, last_line(open_evening).actor) == ("team.registered", "")


def test_one_registers_only_while_it_is_open_and_what_is_private_is_unknown(open_evening: Tournament, by: Actor):
    arguments = {"by": NOBODY, "tournament_id": open_evening.pk, "people": pair(1), "consent": True}
    anna = enter(by, open_evening, 5).members.first().player_id
    assert refused(register_self, **arguments | {"people": [anna, Person("Ben")]}) == Refusal("not_allowed")
    reader = Actor(account=by.account, scope=Scope.READ)
    assert refused(register_self, **arguments | {"by": reader}) == Refusal("not_allowed")
    Tournament.objects.update(registration_open=False)
    assert refused(register_self, **arguments) == Refusal("registration_closed")
    Tournament.objects.update(registration_open=True, state=State.RUNNING)
    assert refused(register_self, **arguments) == Refusal("registration_closed")
    Tournament.objects.update(state=State.SETUP, visibility=Visibility.PRIVATE)
    private = refused(register_self, **arguments)
    unknown = refused(register_self, **arguments | {"tournament_id": 10**9})
    assert (private.code, private.facts.keys()) == (unknown.code, unknown.facts.keys())
    assert Team.objects.count() == 1


# --- partners ----------------------------------------------------------------------------------------------------


def test_two_who_look_for_a_partner_become_a_pair(by: Actor, open_evening: Tournament):
    anna = single(by, open_evening, "Anna", club="Aachen", rating=1400)
    other = enter(by, open_evening, 9)
    ben = register_self(by=NOBODY, tournament_id=open_evening.pk, people=[Person("Ben Huber")], consent=True)
    edit_team(by=by, team_id=ben.pk, seed=5, rating=1500, tables=[2, 1, 2])
    keep_apart(by=by, tournament_id=open_evening.pk, team_ids=[ben.pk, other.pk])
    keep_apart(by=by, tournament_id=open_evening.pk, team_ids=[ben.pk, anna.pk])
    assert incomplete_teams(open_evening) == [anna, ben]
    assert wait_list(open_evening) == []
    assert [team.id for team in record_of(open_evening).teams] == ["2"]
    (team,) = form_pairs(by=by, tournament_id=open_evening.pk, team_ids=[(anna.pk, ben.pk)])
    assert (team.number, team.name, team.entry) == (1, "Anna / Ben Huber", Entry.IN)
    assert (team.club, team.rating, team.seed, team.tables) == ("Aachen", 1450, 5, [1, 2])
    assert states(open_evening) == {1: "in", 2: "in", 3: "cancelled"}
    record = record_of(open_evening)
    assert [each.members for each in record.teams] == [("Anna", "Ben Huber"), ("Anna 9.", "Ben 9.")]
    assert [wish.teams for wish in record.apart] == [("1", "2")]
    assert incomplete_teams(open_evening) == []
    assert refused(restore_entry, by=by, team_id=ben.pk).code == "members_too_few"


def as_it_stands(tournament: Tournament) -> tuple[Any, ...]:
    """Everything about the entries and the wishes that a person could notice."""
    rows = Team.objects.filter(tournament=tournament).order_by("number")
    fields = ("number", "name", "club", "rating", "seed", "tables", "entry", "checked_in_at", "arrived", "queue")
    members = [list(row.members.order_by("position").values_list("player__name", flat=True)) for row in rows]
    wishes = [
        (wish.never, wish.must, sorted(team.number for team in wish.teams.all())) for wish in tournament.apart.all()
    ]
    return list(rows.values_list(*fields)), members, sorted(wishes)


def test_two_who_were_put_together_are_taken_apart_as_if_nothing_had_been(by: Actor, evening: Tournament):
    set_limit(evening, 2)
    anna, ben = single(by, evening, "Anna", rating=1400), single(by, evening, "Ben", club="Bonn", seed=5, rating=1500)
    edit_team(by=by, team_id=ben.pk, tables=[1, 2])
    other = enter(by, evening, 8)
    for kept, must in (([ben.pk, other.pk], True), ([ben.pk, anna.pk], False), ([anna.pk, ben.pk, other.pk], False)):
        keep_apart(by=by, tournament_id=evening.pk, team_ids=kept, must=must)
    before = as_it_stands(evening)
    (team,) = form_pairs(by=by, tournament_id=evening.pk, team_ids=[(anna.pk, ben.pk)])
    check_in(by=by, team_ids=[team.pk])
    next_in_line = enter(by, evening, 9)
    assert states(evening) == {1: "in", 2: "cancelled", 3: "in", 4: "waiting"}
    parted = take_apart(by=by, team_id=team.pk)
    assert [each.number for each in parted] == [1, 2]
    assert last_line(evening).facts == {"teams": [anna.pk, ben.pk], "moved_up": [next_in_line.pk]}
    assert states(evening)[4] == "in", "a place is free again"
    cancel_entry(by=by, team_id=next_in_line.pk)
    rows, members, wishes = as_it_stands(evening)
    assert (rows[:3], members[:3], wishes) == before
    assert incomplete_teams(evening) == [anna, ben]
    assert refused(take_apart, by=by, team_id=anna.pk).code == "team_not_united"
    form_pairs(by=by, tournament_id=evening.pk, team_ids=[(ben.pk, anna.pk)])
    take_apart(by=by, team_id=ben.pk)
    assert incomplete_teams(evening) == [anna, ben], "again, and the other way round"


def test_what_was_changed_since_two_were_put_together_stays(by: Actor, evening: Tournament):
    anna, ben = single(by, evening, "Anna"), single(by, evening, "Ben", club="Bonn", seed=5)
    other = enter(by, evening, 8)
    wish = keep_apart(by=by, tournament_id=evening.pk, team_ids=[ben.pk, other.pk])
    (team,) = form_pairs(by=by, tournament_id=evening.pk, team_ids=[(anna.pk, ben.pk)])
    edit_team(by=by, team_id=team.pk, name="Dragons", club="Aachen", seed=1, rating=1700)
    edit_team(by=by, team_id=other.pk, seed=5)
    stop_keeping_apart(by=by, tournament_id=evening.pk, apart_id=wish.pk)
    one, two = take_apart(by=by, team_id=team.pk)
    assert (one.name, one.club, one.seed, one.rating) == ("Dragons", "Aachen", 1, 1700)
    assert (two.name, two.club, two.seed, two.rating) == ("Ben", "Bonn", None, None), "the seed is somebody else's now"
    assert not Apart.objects.exists()


def test_only_pairs_made_here_are_taken_apart_and_only_before_play(by: Actor, evening: Tournament):
    whole, anna, ben = enter(by, evening), single(by, evening, "Anna"), single(by, evening, "Ben")
    assert refused(take_apart, by=by, team_id=whole.pk).code == "team_not_united"
    assert refused(take_apart, by=by, team_id=10**9).code == "team_unknown"
    form_pairs(by=by, tournament_id=evening.pk, team_ids=[(anna.pk, ben.pk)])
    assert refused(take_apart, by=NOBODY, team_id=anna.pk).code == "not_allowed"
    members = list(anna.members.values_list("player", flat=True))
    change_members(by=by, team_id=anna.pk, members=[members[0], Person("Cleo")])
    assert refused(take_apart, by=by, team_id=anna.pk).code == "team_not_united", "others play there now"
    change_members(by=by, team_id=anna.pk, members=members)
    (draft,) = start(evening, rounds=["draft"])
    assert refused(take_apart, by=by, team_id=anna.pk).code == "tournament_begun"
    Tournament.objects.filter(pk=evening.pk).update(state=State.SETUP)
    put_at_table(draft, anna, whole)
    assert refused(take_apart, by=by, team_id=anna.pk).code == "teams_drawn"


def test_only_two_different_ones_of_here_who_look_for_a_partner_are_paired(by: Actor, evening: Tournament):
    elsewhere = create_tournament(by=by, name="Elsewhere", preset="swiss_evening")
    anna, ben, whole = single(by, evening, "Anna"), single(by, evening, "Ben"), enter(by, evening)
    foreign = single(by, elsewhere, "Cleo")
    for pairs, code in [
        ([], "pairs_wrong"),
        ([(anna.pk,)], "pairs_wrong"),
        ([(anna.pk, anna.pk)], "team_twice"),
        ([(anna.pk, ben.pk), (whole.pk, anna.pk)], "team_twice"),
        ([(anna.pk, whole.pk)], "team_not_looking"),
        ([(anna.pk, foreign.pk)], "team_unknown"),
        ([(anna.pk, 10**9)], "team_unknown"),
    ]:
        assert refused(form_pairs, by=by, tournament_id=evening.pk, team_ids=pairs).code == code
    start(evening, rounds=[])
    refusal = refused(form_pairs, by=by, tournament_id=evening.pk, team_ids=[(anna.pk, ben.pk)])
    assert refusal == Refusal("tournament_begun")
    assert incomplete_teams(evening) == [anna, ben]


def test_the_director_says_who_moves_up_first(by: Actor, evening: Tournament):
    set_limit(evening, 2)
    teams = [enter(by, evening, number) for number in range(1, 6)]
    move_in_wait_list(by=by, team_id=teams[4].pk, place=1)
    assert [team.number for team in wait_list(evening)] == [5, 3, 4]
    line = LogLine.objects.latest("pk")
    assert (line.what, line.facts) == ("team.requeued", {"team": teams[4].pk, "before": 3, "after": 1})
    move_in_wait_list(by=by, team_id=teams[4].pk, place=1)
    assert LogLine.objects.latest("pk") == line, "where it stands already it stays"
    move_in_wait_list(by=by, team_id=teams[2].pk, place=3)
    newcomer = enter(by, evening, 6)
    assert [team.number for team in wait_list(evening)] == [5, 4, 3, newcomer.number]
    assert [row.wait_place for row in teams_of(evening)] == [None, None, 3, 2, 1, 4]
    cancel_entry(by=by, team_id=teams[0].pk)
    assert states(evening)[5] == "in"
    assert refused(move_in_wait_list, by=by, team_id=teams[4].pk, place=1).code == "team_not_waiting"
    for place, code in ((0, "setting_too_small"), (4, "setting_too_large")):
        assert refused(move_in_wait_list, by=by, team_id=teams[2].pk, place=place).code == code


def test_whoever_looks_for_a_partner_takes_no_place_but_keeps_the_turn(by: Actor, evening: Tournament):
    set_limit(evening, 2)
    first, second = single(by, evening, "Anna"), single(by, evening, "Ben")
    teams = [enter(by, evening, number) for number in (1, 2, 3)]
    assert [team.entry for team in teams] == ["in", "in", "waiting"]
    form_pairs(by=by, tournament_id=evening.pk, team_ids=[(first.pk, second.pk)])
    assert [team.number for team in wait_list(evening)] == [1, 5]
    cancel_entry(by=by, team_id=teams[0].pk)
    assert states(evening)[1] == "in"


def test_members_change_until_the_team_is_drawn(by: Actor, evening: Tournament):
    alone, team = single(by, evening, "Anna"), enter(by, evening, 1, name="Dragons")
    anna = alone.members.first().player_id
    changed = change_members(by=by, team_id=alone.pk, members=[anna, Person("Ben")])
    assert (changed.name, changed.entry) == ("Anna / Ben", Entry.IN)
    assert last_line(evening).facts["before"] == [anna]
    taken = {"by": by, "team_id": team.pk, "members": [anna, Person("Cleo")]}
    assert refused(change_members, **taken).code == "player_entered_already"
    assert refused(change_members, **taken | {"members": [Person("Cleo")]}).code == "members_too_few"
    assert change_members(**taken | {"members": [Person("Cleo"), Person("Dora"), Person("Eva")]}).name == "Dragons"
    assert [each.members for each in record_of(evening).teams][1] == ("Cleo", "Dora", "Eva")
    (draft,) = start(evening, rounds=["draft"])
    put_at_table(draft, alone, team)
    assert refused(change_members, **taken).code == "teams_drawn"


# --- a list ------------------------------------------------------------------------------------------------------


def test_a_list_is_entered_as_a_whole(by: Actor, evening: Tournament):
    set_limit(evening, 2)
    rows = [
        {"name": "Dragons", "members": ["Anna Weber", "Ben"], "club": "Aachen", "rating": 1500, "seed": 1},
        {"members": [{"name": "Cleo", "club": "Bonn"}, {"name": "Dora", "club": "Bonn", "email": "d@example.org"}]},
        {"name": "", "members": ["Eva", "Finn"], "club": None, "rating": None, "seed": None},
    ]
    teams = import_teams(by=by, tournament_id=evening.pk, rows=rows)
    assert [(team.number, team.name, team.club, team.seed, team.entry) for team in teams] == [
        (1, "Dragons", "Aachen", 1, "in"), (2, "Cleo / Dora", "Bonn", None, "in"),
        (3, "Eva / Finn", "", None, "waiting"),
    ]  # fmt: skip
    assert last_line(evening).what == "teams.imported"


@pytest.mark.parametrize(
    ("row", "code", "field"),
    [
        ({"members": ["Eva"]}, "members_too_few", "members"),
        ({"members": ["Eva", " "]}, "text_missing", "name"),
        ({"members": "Eva"}, "plain_type", "members"),
        ({"members": ["Eva", 7]}, "plain_type", "members"),
        ({"members": ["Eva", {"name": 7}]}, "plain_type", "name"),
        ({"members": ["Eva", {"club": "Bonn"}]}, "plain_missing", "name"),
        ({"members": ["Eva", {"name": "F", "id": 1}]}, "plain_unknown", "id"),
        ({"members": ["Eva", "Finn"], "seed": 1}, "seed_taken", "seed"),
        ({"members": ["Eva", "Finn"], "rating": "good"}, "plain_type", "rating"),
        ({"members": ["Eva", "Finn"], "house": True}, "plain_unknown", "house"),
        ({"members": ["Eva", "Finn"], "name": 7}, "plain_type", "name"),
        (["Eva", "Finn"], "plain_type", "row"),
    ],
)
def test_of_a_list_with_a_wrong_row_nothing_is_entered(by: Actor, evening: Tournament, row: Any, code: str, field: str):
    rows = [{"members": ["Anna", "Ben"], "seed": 1}, row]
    refusal = refused(import_teams, by=by, tournament_id=evening.pk, rows=rows)
    assert (refusal.code, refusal.facts["row"], refusal.facts["field"]) == (code, 2, field)
    assert (Team.objects.count(), Player.objects.count()) == (0, 0)


def test_an_empty_list_is_refused(by: Actor, evening: Tournament):
    assert refused(import_teams, by=by, tournament_id=evening.pk, rows=[]).code == "rows_missing"
    rows = [{"members": ["Anna"]}]
    assert [t.entry for t in import_teams(by=by, tournament_id=evening.pk, rows=rows, incomplete=True)] == ["waiting"]


# --- details and wishes ------------------------------------------------------------------------------------------


def test_details_of_a_team_change(by: Actor, evening: Tournament):
    team, other = enter(by, evening, 1, name="Dragons"), enter(by, evening, 2, seed=2)
    evening.refresh_from_db()
    edited = edit_team(by=by, team_id=team.pk, name=" ", club="Bonn", rating=9, tables=[3])
    assert (edited.name, edited.club, edited.rating, edited.tables) == ("Anna 1. / Ben 1.", "Bonn", 9, [3])
    assert refused(edit_team, by=by, team_id=team.pk, seed=2) == Refusal("seed_taken", field="seed", value=2, team=2)
    assert refused(edit_team, by=by, team_id=team.pk, entry="in").code == "plain_unknown"
    assert refused(edit_team, by=by, team_id=10**9, name="x").code == "team_unknown"
    assert edit_team(by=by, team_id=other.pk, seed=2).seed == 2
    assert record_of(evening).teams[0].tables == (3,)


def test_teams_are_kept_apart_until_they_may_meet(by: Actor, evening: Tournament):
    elsewhere = create_tournament(by=by, name="Elsewhere", preset="swiss_evening")
    one, two, three = (enter(by, evening, number) for number in (1, 2, 3))
    foreign = enter(by, elsewhere, 4)
    wish = keep_apart(by=by, tournament_id=evening.pk, team_ids=[one.pk, two.pk, one.pk], must=True)
    assert [(each.teams, each.never, each.must) for each in record_of(evening).apart] == [
        (("1", "2"), Together.OPPONENTS, True)
    ]
    cancel_entry(by=by, team_id=three.pk)
    for ids, code in [
        ([one.pk, one.pk], "too_few"),
        ([one.pk, foreign.pk], "team_unknown"),
        ([one.pk, three.pk], "entry_cancelled"),
    ]:
        assert refused(keep_apart, by=by, tournament_id=evening.pk, team_ids=ids).code == code
    never: Any = "neighbours"
    refusal = refused(keep_apart, by=by, tournament_id=evening.pk, team_ids=[one.pk, two.pk], never=never)
    assert refusal.code == "plain_choice"
    assert refused(stop_keeping_apart, by=by, tournament_id=elsewhere.pk, apart_id=wish.pk).code == "apart_unknown"
    stop_keeping_apart(by=by, tournament_id=evening.pk, apart_id=wish.pk)
    assert Apart.objects.count() == 0


# --- reading -----------------------------------------------------------------------------------------------------


def test_the_directors_list_has_everything_and_costs_the_same_however_long(
    by: Actor, evening: Tournament, django_assert_num_queries: DjangoAssertNumQueries
):
    set_limit(evening, 2)
    enter_team(by=by, tournament_id=evening.pk, members=[Person("Anna Weber", email="a@example.org"), Person("Ben")])
    single(by, evening, "Cleo")
    for size in (2, 20):
        import_teams(
            by=by, tournament_id=evening.pk, rows=[{"members": [f"{size}.{n}", f"{size}.{n} b"]} for n in range(size)]
        )
        for question, price in [
            (teams_of, 2), (wait_list, 1), (incomplete_teams, 1), (free_places, 1), (numbers_drawn, 3),
        ]:  # fmt: skip
            with django_assert_num_queries(price):
                question(evening)
    rows = teams_of(evening)
    assert [(each.name, each.shown_name, each.email) for each in rows[0].members] == [
        ("Anna Weber", "Anna W.", "a@example.org"), ("Ben", "Ben", ""),
    ]  # fmt: skip
    assert [(row.number, row.complete, row.entry, row.wait_place) for row in rows[:5]] == [
        (1, True, "in", None), (2, False, "waiting", None), (3, True, "in", None), (4, True, "waiting", 1),
        (5, True, "waiting", 2),
    ]  # fmt: skip


# --- whatever happens --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["swiss_evening", "german_championship"])
@pytest.mark.parametrize("seed", range(at_length(12, usually=4)))
def test_whatever_a_director_does_the_record_is_valid(by: Actor, preset: str, seed: int):
    """Eighty acts by chance, the drawing of rounds among them: each is done or refused, and the record always holds."""
    chance = random.Random(f"{preset}{seed}")
    tournament = create_tournament(by=by, name="Chance", preset=preset, entrants_limit=chance.choice([None, 3, 6]))
    size = regulations_of(tournament).members_at_the_table
    rows = [{"members": [f"First {team}.{n}" for n in range(size)]} for team in range(5)]
    import_teams(by=by, tournament_id=tournament.pk, rows=rows)
    done = 0
    for step in range(80):
        try:
            an_act(chance, by, tournament, step)
            done += 1
        except Refusal:
            pass
        tournament.refresh_from_db()
        if step % 5 == 4:
            check_all_holds(tournament)
    assert done > 15


def an_act(chance: random.Random, by: Actor, tournament: Tournament, step: int) -> None:
    ids = list(Team.objects.filter(tournament=tournament).values_list("pk", flat=True)) or [0]
    players = list(Player.objects.values_list("pk", flat=True)) or [0]
    team, here, size = chance.choice(ids), {"by": by, "tournament_id": tournament.pk}, chance.choice([1, 1, 2, 2, 3])
    members = [chance.choice([Person(f"P{step}.{n}"), Person(f"Q{step}.{n}"), chance.choice(players)])
               for n in range(size)]  # fmt: skip
    chance.choice([
        lambda: enter_team(**here, members=members, seed=chance.choice([None, 1, 2]), incomplete=chance.random() < 0.5),
        lambda: enter_team(**here, members=members, house=chance.random() < 0.2),
        lambda: form_pairs(**here, team_ids=[(team, chance.choice(ids))]),
        lambda: change_members(by=by, team_id=team, members=members),
        lambda: cancel_entry(by=by, team_id=team),
        lambda: restore_entry(by=by, team_id=team),
        lambda: move_up(**here),
        lambda: keep_apart(**here, team_ids=chance.sample(ids, min(2, len(ids)))),
        lambda: check_in(by=by, team_ids=chance.sample(ids, min(2, len(ids)))),
        lambda: undo_check_in(by=by, team_ids=[team]),
        lambda: close_check_in(**here, no_shows=chance.choice([*NoShows])),
        lambda: withdraw(by=by, team_id=team, now=chance.random() < 0.5),
        lambda: reinstate(by=by, team_id=team),
        lambda: expect_from(by=by, team_id=team, round_number=chance.randrange(1, 6)),
        lambda: a_round_goes_on(chance, tournament),
    ])()  # fmt: skip


def a_round_goes_on(chance: random.Random, tournament: Tournament) -> None:
    """The draft is published, the published round closed, or the next is drawn; seats are given to whoever is in."""
    current = Round.objects.filter(stage__tournament=tournament, state__in=["draft", "published"]).first()
    if current is not None and current.state == "draft":
        Round.objects.filter(pk=current.pk).update(state="published", published_at=NOON)
        return
    if current is not None:
        Round.objects.filter(pk=current.pk).update(state="closed", closed_at=NOON)
        return
    if incomplete_teams(tournament):
        return
    (draft,) = start(tournament, rounds=["draft"])
    for team in Team.objects.filter(tournament=tournament, entry=Entry.IN, house=False):
        if team.arrived <= draft.number and (team.withdrawn is None or team.withdrawn >= draft.number):
            Seat.objects.create(round=draft, team=team, place=Place.BYE)


def check_all_holds(tournament: Tournament) -> None:
    for drafts in (False, True):
        record_of(tournament, drafts=drafts)
    taken = Team.objects.filter(tournament=tournament, entry=Entry.IN, house=False, withdrawn__isnull=True).count()
    back = LogLine.objects.filter(tournament=tournament, what="team.reinstated").count()  # who may be one too many
    assert tournament.entrants_limit is None or taken <= tournament.entrants_limit + back
    alive = Member.objects.filter(tournament=tournament).exclude(team__entry=Entry.CANCELLED)
    assert alive.count() == len({*alive.values_list("player_id", flat=True)})
    assert first_broken_line(tournament) is None
