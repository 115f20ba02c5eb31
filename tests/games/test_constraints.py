"""Bad data cannot exist: every statement is refused by the database itself, whoever sends it."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import DataError

from games.models import (
    Confirmation,
    DirectorCall,
    Invitation,
    Job,
    LogLine,
    Ruling,
    Screen,
    Snapshot,
    TableScore,
    WholeResult,
)
from tests.games.rows import NOON, Small, a_link, small_tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

ATTACKS = {
    # a tournament
    "a tournament without a name": "UPDATE games_tournament SET name = ''",
    "a tournament in no state": "UPDATE games_tournament SET state = 'paused'",
    "finished without an end": "UPDATE games_tournament SET state = 'finished'",
    "an end before it is finished": "UPDATE games_tournament SET finished_at = made_at",
    "a ranking published while it runs": "UPDATE games_tournament SET ranking_published_at = made_at",
    "visible to some": "UPDATE games_tournament SET visibility = 'friends'",
    "a language nobody wrote": "UPDATE games_tournament SET language = 'xx'",
    "version 0": "UPDATE games_tournament SET version = 0",
    "room for one": "UPDATE games_tournament SET entrants_limit = 1",
    "two tournaments at one address": "UPDATE games_tournament SET slug = 'small'",
    "a janitor": "UPDATE games_staff SET role = 'janitor'",
    # teams
    "two teams of one number": "UPDATE games_team SET number = 1",
    "team number 0": "UPDATE games_team SET number = 0 WHERE number = 1",
    "a team without a name": "UPDATE games_team SET name = ''",
    "two teams of one seed": "UPDATE games_team SET seed = 1",
    "seed 0": "UPDATE games_team SET seed = 0 WHERE number = 1",
    "arrived before the first round": "UPDATE games_team SET arrived = 0",
    "gone before it came": "UPDATE games_team SET arrived = 4, withdrawn = 2",
    "on the list and checked in": "UPDATE games_team SET entry = 'waiting', checked_in_at = entered_at",
    "entered somehow": "UPDATE games_team SET entry = 'maybe'",
    "a person in two teams": "UPDATE games_member SET player_id = (SELECT MIN(player_id) FROM games_member)",
    "two first members": "UPDATE games_member SET position = 1",
    "a player without a name": "UPDATE games_player SET shown_name = ''",
    "a player who is merged into himself": "UPDATE games_player SET merged_into_id = id",
    # rounds
    "two rounds of one number": "INSERT INTO games_round {copy of games_round}",
    "round 0": "UPDATE games_round SET number = 0",
    "a round in no state": "UPDATE games_round SET state = 'begun'",
    "a draft that was published": "UPDATE games_round SET state = 'draft'",
    "published at no time": "UPDATE games_round SET published_at = NULL",
    "closed at no time": "UPDATE games_round SET state = 'closed'",
    "cancelled for no reason": "UPDATE games_round SET state = 'cancelled'",
    "paused before the start": "UPDATE games_round SET paused_at = drawn_at",
    "no minutes": "UPDATE games_round SET minutes = 0",
    "a stage without a key": "UPDATE games_stage SET key = ''",
    # tables and seats
    "table 0": "UPDATE games_table SET number = 0",
    "two tables of one number": "INSERT INTO games_table {copy of games_table}",
    "time up before the first hand": "UPDATE games_table SET time_up_hand = 0, time_up_running = {true}",
    "time up in no hand": "UPDATE games_table SET time_up_running = {true}",
    "reminded at no time": "UPDATE games_table SET reminded_sheet = 1",
    "two on one seat": "UPDATE games_seat SET seat = 0",
    "one team at two places": "UPDATE games_seat SET team_id = (SELECT MIN(team_id) FROM games_seat)",
    "at a table and out": "UPDATE games_seat SET place = 'bye'",
    "at no table": "UPDATE games_seat SET table_id = NULL",
    "seat 12": "UPDATE games_seat SET seat = 12 WHERE seat = 1",
    "somewhere": "UPDATE games_seat SET place = 'bar'",
    # hands
    "47 points": "UPDATE games_hand SET points = 47",
    "130 points": "UPDATE games_hand SET points = 130",
    "minus 30 points": "UPDATE games_hand SET points = -30",
    "points that are not 100 together": "UPDATE games_hand SET other_points = 75",
    "points and totals": "UPDATE games_hand SET total = 130, other_total = 70",
    "one total": "UPDATE games_hand SET points = NULL, total = 130",
    "a correction without a reason": "UPDATE games_hand SET revision = 2",
    "void from the start": "UPDATE games_hand SET void = {true}, reason = 'wrong'",
    "the same hand twice": "INSERT INTO games_hand {copy of games_hand}",
    "hand 0": "UPDATE games_hand SET number = 0",
    "a hand of no table": "UPDATE games_hand SET table_id = 999999",
    "a table with hands cannot be thrown away": "DELETE FROM games_table",
    "totals that are no points": "UPDATE games_wholeresult SET total = 1001",
    "games of one side": "UPDATE games_wholeresult SET games = 2",
    # rulings, words, calls
    "a ruling without a reason": "UPDATE games_ruling SET reason = ''",
    "a penalty for nobody": "UPDATE games_ruling SET team_id = NULL",
    "adjusted to nothing": "UPDATE games_ruling SET kind = 'adjusted'",
    "totals of a penalty": "UPDATE games_ruling SET total = 100, other_total = 0",
    "a third side": "UPDATE games_ruling SET side = 2",
    "300 per cent": "UPDATE games_ruling SET percent = 300",
    "revoked for no reason": "UPDATE games_ruling SET revoked_at = at",
    "an objection without a word": "UPDATE games_confirmation SET word = 'objected'",
    "a confirmation that was decided": "UPDATE games_confirmation SET decided_at = at",
    "two open calls": "INSERT INTO games_directorcall {copy of games_directorcall}",
    "a call for no reason": "UPDATE games_directorcall SET reason = 'bored'",
    "a call seen before it was made": "UPDATE games_directorcall SET seen_at = '2000-01-01 00:00:00+00:00'",
    # ways in, log, work
    "a token that is no hash": "UPDATE games_accesslink SET token_hash = 'secret'",
    "expired before it was made": "UPDATE games_accesslink SET expires_at = made_at",
    "a link of nobody": "UPDATE games_accesslink SET team_id = NULL",
    "a link of a team and of a table": "UPDATE games_accesslink SET table_number = 1",
    "a link of table 0": "UPDATE games_accesslink SET team_id = NULL, table_number = 0",
    "two valid links of a team": "INSERT INTO games_accesslink {copy of games_accesslink}",
    "an invitation for ever": "UPDATE games_invitation SET expires_at = NULL",
    "a scorer of the whole site": "UPDATE games_invitation SET role = 'scorer'",
    "a log line that says nothing": "UPDATE games_logline SET what = ''",
    "two lines of one number": "INSERT INTO games_logline {copy of games_logline}",
    "a line without a hash": "UPDATE games_logline SET hash = ''",
    "a second line that follows nothing": "UPDATE games_logline SET number = 2",
    "a snapshot for the press": "UPDATE games_snapshot SET audience = 'press'",
    "two scores of a table": "INSERT INTO games_tablescore {copy of games_tablescore}",
    "a score of nothing": "UPDATE games_tablescore SET entries = 0, hands = 0, won = 0, other_won = 0, drawn = 0",
    "a score of more hands than were entered": "UPDATE games_tablescore SET entries = 7",
    "a score by no rules": "UPDATE games_tablescore SET mark = ''",
    "a score that is no points": "UPDATE games_tablescore SET other_total = 461",
    "a hand that nobody won, lost or drew": "UPDATE games_tablescore SET drawn = 0",
    "more double victories than victories": "UPDATE games_tablescore SET doubles = 6",
    "double victories in hands that were lost": "UPDATE games_tablescore SET other_doubles = 3",
    "a third winner": "UPDATE games_tablescore SET winner = 2",
    "won before it is over": "UPDATE games_tablescore SET over = {false}",
    "a score of no table": "UPDATE games_tablescore SET table_id = 999999",
    "a projector that shows films": "UPDATE games_screen SET view = 'films'",
    "two projectors of a tournament": "INSERT INTO games_screen {copy of games_screen}",
    "announced at no time": "UPDATE games_screen SET announced_at = NULL",
    "nothing announced": "UPDATE games_screen SET announcement = ''",
    "two unfinished jobs of a key": "INSERT INTO games_job {copy of games_job}",
}


@pytest.fixture
def rows() -> Small:
    small = small_tournament()
    small_tournament(name="Other")
    WholeResult.objects.create(table=small.table, total=1000, other_total=400, entered_at=NOON)
    Ruling.objects.create(round=small.round, kind="penalty", team=small.teams[0], reason="late", points=1, at=NOON)
    Confirmation.objects.create(table=small.table, team=small.teams[0], word="confirmed", sheet=1, at=NOON)
    DirectorCall.objects.create(table=small.table, reason="ruling", at=NOON)
    a_link(small.teams[0])
    Invitation.objects.create(role="director", token_hash="1" * 64, made_at=NOON, expires_at=NOON.replace(year=2027))
    LogLine.objects.create(chain="site 2", number=1, at=NOON, what="made", hash="2" * 64)
    Snapshot.objects.create(stage=small.stage, audience="public", version=1, made_at=NOON, standings={})
    TableScore.objects.create(
        table=small.table, entries=9, mark="3" * 64, total=540, other_total=460, hands=8, won=5, other_won=2, drawn=1,
        doubles=2, other_doubles=1, calls=[[1, 0], [0, 0], [0, 2], [0, 0]], over=True, winner=0,
    )  # fmt: skip
    Screen.objects.create(tournament=small.tournament, view="names", announcement="Soup", announced_at=NOON)
    Job.objects.create(kind="draw", key="1", asked_at=NOON, due_at=NOON)
    return small


TRUTH = {"postgresql": {"true": "TRUE", "false": "FALSE"}, "sqlite": {"true": "1", "false": "0"}}


def statement(attack: str) -> str:
    """The attack as this database wants it: a copy of a row has all of it but its id and what must be its own."""
    if "{copy of" not in attack:
        return attack.format(**TRUTH[connection.vendor])
    table = attack.split("{copy of ")[1].rstrip("}")
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
    own = {"client_id": new_id(), "token_hash": f"'{'9' * 64}'", "code_hash": f"'{'9' * 64}'", "hash": f"'{'9' * 64}'"}
    if table == "games_job":
        own["id"] = new_id()
    else:
        columns.remove("id")
    quoted = ", ".join(f'"{column}"' for column in columns)
    values = ", ".join(own.get(column, f'"{column}"') for column in columns)
    return f"INSERT INTO {table} ({quoted}) SELECT {values} FROM {table} LIMIT 1"


def new_id() -> str:
    plain = "0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f"
    return f"'{plain}'" if connection.vendor == "postgresql" else f"'{plain.replace('-', '')}'"


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_database_refuses(attack: str, rows: Small):
    with pytest.raises((IntegrityError, DataError)), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement(ATTACKS[attack]))


def test_without_its_constraints_the_database_would_take_them(rows: Small):
    """The control: an attack is refused by its constraint and by nothing else."""
    off = {
        "postgresql": "ALTER TABLE games_hand DROP CONSTRAINT hand_points",
        "sqlite": "PRAGMA ignore_check_constraints = ON",
    }[connection.vendor]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(off)
        cursor.execute(ATTACKS["47 points"])
        assert cursor.rowcount == 2
        transaction.set_rollback(True)
    if connection.vendor == "sqlite":
        connection.cursor().execute("PRAGMA ignore_check_constraints = OFF")
