"""What the database costs, on a PostgreSQL of its own: standings of 2,000 teams, and an entry in the last round.

The peer of the standings is one SQL statement that counts every hand, adds up, and ranks by points, Buchholz and
difference; its rows are fetched. Ours is what a page does whose standings are out of date because a result was
corrected a moment ago at one table, and no worker has been here since: it reads the tournament, takes what all other
tables came to from the scores that a worker kept before, counts the hands of this one, and makes the whole table as it
is shown, with the movement since the round before, the reason for every place, rulings and names. The second line is
the same without any score kept: every hand is read and counted.

Run by `measure` in a process of its own, because a process keeps the database it was started with.
"""

import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from uuid import uuid4

from bench.line import Line, best_of, timed

if TYPE_CHECKING:
    from games.models import Tournament

TEAMS, ROUNDS, HANDS = 2_000, 9, 12
RUNS = 9

BY_SQL = """
WITH hand AS (
    SELECT DISTINCT ON (h.table_id, h.number) h.table_id, h.calls, h.out, h.points, h.void
    FROM games_hand h
    JOIN games_table t ON t.id = h.table_id
    JOIN games_round r ON r.id = t.round_id AND r.state IN ('published', 'closed')
    JOIN games_stage s ON s.id = r.stage_id AND s.tournament_id = %s
    ORDER BY h.table_id, h.number, h.revision DESC
), called AS (
    SELECT hand.*,
        (out->>0)::int AS first,
        jsonb_array_length(out) >= 2 AND (out->>0)::int %% 2 = (out->>1)::int %% 2 AS double_victory,
        CASE calls->>0 WHEN 'T' THEN 100 WHEN 'GT' THEN 200 ELSE 0 END AS stake0,
        CASE calls->>1 WHEN 'T' THEN 100 WHEN 'GT' THEN 200 ELSE 0 END AS stake1,
        CASE calls->>2 WHEN 'T' THEN 100 WHEN 'GT' THEN 200 ELSE 0 END AS stake2,
        CASE calls->>3 WHEN 'T' THEN 100 WHEN 'GT' THEN 200 ELSE 0 END AS stake3
    FROM hand WHERE NOT void
), counted AS (
    SELECT table_id,
        CASE WHEN double_victory THEN CASE WHEN first %% 2 = 0 THEN 200 ELSE 0 END ELSE points END
            + CASE WHEN first = 0 THEN stake0 ELSE -stake0 END
            + CASE WHEN first = 2 THEN stake2 ELSE -stake2 END AS one,
        CASE WHEN double_victory THEN CASE WHEN first %% 2 = 1 THEN 200 ELSE 0 END ELSE 100 - points END
            + CASE WHEN first = 1 THEN stake1 ELSE -stake1 END
            + CASE WHEN first = 3 THEN stake3 ELSE -stake3 END AS other,
        CASE WHEN double_victory THEN 1 ELSE 0 END AS double
    FROM called
), played AS (
    SELECT table_id, sum(one) AS one, sum(other) AS other,
        count(*) FILTER (WHERE one > other) AS won, count(*) FILTER (WHERE other > one) AS lost, sum(double) AS doubles
    FROM counted GROUP BY table_id
), side AS (
    SELECT s.team_id, o.team_id AS against, s.round_id, won AS hands_won, doubles,
        CASE WHEN s.seat = 0 THEN one - other ELSE other - one END AS margin,
        CASE WHEN s.seat = 0 THEN one ELSE other END AS own
    FROM played p
    JOIN games_seat s ON s.table_id = p.table_id
    JOIN games_seat o ON o.table_id = p.table_id AND o.id <> s.id
), total AS (
    SELECT team_id, sum(1 + sign(margin)) AS points, sum(margin) AS difference, sum(own) AS tichu_points,
        count(*) FILTER (WHERE margin > 0) AS wins, max(margin) AS best_round, sum(hands_won) AS hands_won,
        sum(doubles) AS doubles
    FROM side GROUP BY team_id
), strength AS (
    SELECT s.team_id, sum(o.points) AS buchholz, sum(o.points) - min(o.points) AS cut_1,
        sum(o.points) - min(o.points) - max(o.points) AS median,
        sum(o.points * (1 + sign(s.margin)) / 2) AS sonneborn_berger
    FROM side s JOIN total o ON o.team_id = s.against GROUP BY s.team_id
)
SELECT rank() OVER (ORDER BY t.points DESC, x.buchholz DESC, t.difference DESC), t.*, x.*
FROM total t JOIN strength x ON x.team_id = t.team_id ORDER BY 1
"""


def measure() -> Iterator[str]:
    """The lines of the process that has a PostgreSQL."""
    from tests.servers import servers_in_environment

    with servers_in_environment() as (environment, _):
        environment |= {
            "SECRET_KEY": secrets.token_urlsafe(64), "ALLOWED_HOSTS": "localhost", "TLS": "false",
            "LOG_LEVEL": "ERROR", "DATA_DIR": os.environ["DATA_DIR"],
        }  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "bench.database"], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
        yield from done.stdout.splitlines()


# --- in that process -----------------------------------------------------------------------------------------------


def main() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    for line in (*standings_lines(), *entry_line()):
        print(line, flush=True)


def standings_lines() -> Iterator[Line]:
    from django.db import connection

    from games.models import TableScore
    from games.selectors.standings import STAFF, current_standings
    from games.services.standings import refresh_standings
    from tests.games.large import large_tournament

    tournament = large_tournament(TEAMS, rounds=ROUNDS, hands=HANDS)
    stage = tournament.stages.get()

    def by_sql() -> None:
        with connection.cursor() as cursor:
            cursor.execute(BY_SQL, [tournament.pk])
            assert len(cursor.fetchall()) == TEAMS

    def ours() -> None:
        assert len(current_standings(stage, audience=STAFF).standings["rows"]) == TEAMS

    refresh_standings(tournament_id=tournament.pk)
    correct_one(tournament)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    what = f"standings of {TEAMS} teams from the database, beside one SQL statement"
    mine, peer = best_of(RUNS, lambda: timed(ours), lambda: timed(by_sql))
    yield Line(id="T1", what=what, ours=mine, peer=peer, goal=1)
    TableScore.objects.all().delete()
    mine, peer = best_of(RUNS, lambda: timed(ours), lambda: timed(by_sql))
    yield Line(id="T1", what=f"{what}, every hand counted anew", ours=mine, peer=peer, goal=None)


def correct_one(tournament: "Tournament") -> None:
    """A hand of the last round was misread."""
    from games.actor import Actor
    from games.models import Table
    from games.services.hands import correct_hand
    from scoring.record import Hand

    by = Actor(account=tournament.staff.get().account)
    table = Table.objects.filter(round__stage__tournament=tournament).latest("pk")
    sheet = Hand(calls=("", "", "", ""), out=(0, 1), points=50)
    correct_hand(
        by=by, table_id=table.pk, number=1, client_id=uuid4(), sheet=sheet, reason="misread", revision=1
    )  # fmt: skip


def entry_line() -> Iterator[Line]:
    """A hand entered in round 12 beside one in round 1, of 64 pairs."""
    from tests.games.large import large_tournament

    early = entering(large_tournament(64, rounds=1, hands=0))
    late = entering(large_tournament(64, rounds=12, hands=HANDS, last=0))
    ours, peer = best_of(40, late, early)
    yield Line(id="E1", what="an entry in round 12, beside round 1", ours=ours, peer=peer, goal=1.2)


def entering(tournament: "Tournament") -> Callable[[], float]:
    """Writes the next hand at one table after the other."""
    from games.actor import Actor
    from games.models import Table
    from games.services.hands import record_hand
    from scoring.record import Hand

    by = Actor(account=tournament.staff.get().account)
    last = max(round_.pk for stage in tournament.stages.all() for round_ in stage.rounds.all())
    tables = iter([*Table.objects.filter(round=last).values_list("pk", flat=True)] * 8)
    written: dict[int, int] = {}
    sheet = Hand(calls=("", "", "", ""), out=(0, 1), points=50)

    def enter() -> float:
        table = next(tables)
        written[table] = written.get(table, 0) + 1
        return timed(lambda: record_hand(by=by, table_id=table, client_id=uuid4(), number=written[table], sheet=sheet))

    return enter


if __name__ == "__main__":
    main()
