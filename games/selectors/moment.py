"""What is read together is of one moment.

A page asks many times, and others act in between: a draft is drawn again, and the tables of the one belong to the seats
of the other. So what is read in one piece is read from the same state of the database, as it was at the first question.
Nobody waits for that, neither who reads nor who writes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Around a function or a block that reads, and only reads. Within a transaction it does nothing: who is about to
    change a tournament holds its lock."""
    if connection.in_atomic_block:
        yield
        return
    with without_a_lock(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def without_a_lock() -> Iterator[None]:
    """On SQLite a transaction that begins takes the lock of who writes. One that reads needs none: it keeps to the
    state it has seen first."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()  # which sets the mode
    sqlite: Any = connection
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual
