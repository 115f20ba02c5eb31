"""How often is too often: counted in the database, so that it holds for all processes and through restarts."""

import hashlib

from django.db import connection, transaction

from games.models import RateCount

WINDOW = 60
"""Seconds in which is counted."""

ADD_ONE = """
    INSERT INTO {table} AS counted (key, "window", count) VALUES (%s, %s, 1)
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN counted."window" = excluded."window" THEN counted.count + 1 ELSE 1 END,
        "window" = excluded."window"
    RETURNING count
"""
"""One statement, so that two at the same time count as two."""


def count_one_more(who: str, *, now: float) -> int:
    """How often this visitor has come in this minute, this time included."""
    key = hashlib.sha256(who.encode()).hexdigest()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(ADD_ONE.format(table=RateCount._meta.db_table), [key, int(now // WINDOW)])
        return int(cursor.fetchone()[0])


def forget_old_counts(*, now: float) -> int:
    """Counters of past minutes say nothing any more."""
    gone, _ = RateCount.objects.filter(window__lt=int(now // WINDOW)).delete()
    return gone
