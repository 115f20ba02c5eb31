"""What standings are computed from: the tournament without the hands of tables that were counted before.

Hands are most of what there is to read. What a table came to is kept in a row (`models.TableScore`), and that row says
itself whether it still holds: from how many entries it was counted, and by what. So nothing is right only because
somebody kept or threw away a row; without any, everything is counted from the hands.
"""

import gc
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Subquery, TextField
from django.db.models.functions import Cast

import rules
import scoring
from games import models
from games.models import TableScore, Tournament
from games.selectors.moment import one_moment
from games.selectors.records import TABLE_FIELDS, Rows, WithoutPeople, WithoutWishes, time_up
from scoring.match import TimeUp
from scoring.outcomes import Scores, Terms, terms_of, two_sided
from scoring.plain import to_plain
from scoring.points import MatchScore, match_score
from scoring.record import Record, Table

SCORE_FIELDS = (
    "score__entries", "score__mark", "score__total", "score__other_total", "score__hands", "score__won",
    "score__other_won", "score__drawn", "score__doubles", "score__other_doubles", "calls_text", "score__over",
    "score__winner",
)  # fmt: skip


class Uncounted(NamedTuple):
    """A table whose score is not kept, or holds no longer: what to count, and what to keep with it."""

    table_id: int
    entries: int
    mark: str
    table: Table
    terms: Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What standings are computed from. The record is without the hands of the tables whose scores are known."""

    record: Record
    scores: Scores
    uncounted: list[Uncounted]


@one_moment()
def basis_of(tournament: Tournament) -> Basis:
    """The tournament for those who rank it. Eight queries."""
    return RankedWithoutPeople(tournament).basis()


def basis_from(rounds: Sequence[models.Round], rulings: Sequence[models.Ruling] | None = None) -> Basis:
    """The same for a page that has read these rounds already, with stage and tournament: all that count, or all it
    needs. Six queries, or five if it has read what was decided in them too."""
    stages = {each.stage_id: each.stage for each in rounds}
    tournament = rounds[0].stage.tournament
    return RankedWithoutPeople(tournament, rounds=rounds, stages=list(stages.values()), rulings=rulings).basis()


@contextmanager
def undisturbed() -> Iterator[None]:
    """While a tournament is read and ranked, Python does not look for garbage: of a hundred thousand small values made
    at once none is garbage yet, and looking through all of them takes as long as ranking them."""
    was_looking = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_looking:
            gc.enable()


class CountedRows(Rows):
    """As Rows, but the hands of tables whose score is kept and holds are not read."""

    def __init__(self, tournament: Tournament, **known: Any) -> None:
        super().__init__(tournament, **known)
        self.scores: dict[tuple[str, int], dict[int, MatchScore]] = defaultdict(dict)
        self.uncounted: list[Uncounted] = []
        self.terms = {
            each.pk: terms_of(self.regulations, self.stage_key[each.stage_id], each.from_the_end)
            for each in self.rounds
        }
        self.marks: dict[tuple[int, int | None, bool | None], str] = {}

    def basis(self) -> Basis:
        return Basis(record=self.record(), scores=self.scores, uncounted=self.uncounted)

    def tables(self) -> dict[int, list[Table]]:
        seats, whole, rows = self.seats(), self.whole_results(), self.scored_rows()
        # where there is a result of another kind, all is wanted that was written down
        ruled = {ruling.table_id for ruling in self.ruling_rows if ruling.table_id and ruling.revoked_at is None}
        alone = (pk for pk, teams in seats.items() if not two_sided(teams, self.regulations.hand))
        decided = {*whole, *ruled, *alone}
        stale = self.without_score(rows, decided)
        hands = self.hands([row[0] for row in rows if row[0] in stale or row[0] in decided])
        found: dict[int, list[Table]] = defaultdict(list)
        for pk, round_id, number, kept, hand, running, *_ in rows:
            table = Table(
                number=number, seats=seats[pk], hands=tuple(hands.get(pk, ())), whole=whole.get(pk),
                time_up=time_up(hand, running), kept=kept,
            )  # fmt: skip
            found[round_id].append(table)
            if pk in stale:
                entered, mark = stale[pk]
                self.uncounted.append(Uncounted(pk, entered, mark, table, self.terms[round_id]))
        return found

    def scored_rows(self) -> list[tuple[Any, ...]]:
        """The tables, how many hands were entered at each, and what is kept of it."""
        hands = models.Hand.objects.filter(table=OuterRef("pk")).order_by().values("table")
        entered = Subquery(hands.annotate(rows=Count("*")).values("rows"))
        rows = self.table_rows().annotate(entered=entered, calls_text=Cast("score__calls", TextField()))
        return list(rows.values_list(*TABLE_FIELDS, "entered", *SCORE_FIELDS))

    def without_score(self, rows: list[tuple[Any, ...]], decided: set[int]) -> dict[int, tuple[int, str]]:
        """The scores that hold are noted. The tables that have none, with the number of entries and the mark that go
        with one."""
        stale: dict[int, tuple[int, str]] = {}
        noted = {pk: self.scores[self.stage_key[each.stage_id], each.number] for pk, each in self.round_of.items()}
        for pk, round_id, number, _, hand, running, entered, entries, marked, *score in rows:
            if not entered or pk in decided:
                continue
            mark = self.marks.get((round_id, hand, running)) or self.mark_of(round_id, hand, running)
            if entries == entered and marked == mark:
                noted[round_id][number] = score_from(*score)
            else:
                stale[pk] = entered, mark
        return stale

    def mark_of(self, round_id: int, hand: int | None, running: bool | None) -> str:
        found = self.marks[round_id, hand, running] = mark(self.terms[round_id], time_up(hand, running))
        return found


class RankedRows(WithoutWishes, CountedRows):
    """The same without wishes."""


class RankedWithoutPeople(WithoutPeople, RankedRows):
    """The same without the names of those who are in a team."""


def mark(terms: Terms, ended: TimeUp | None) -> str:
    """Stands for all that a score follows from besides the hands: the rules, the clock, and the program that counts."""
    facts = [to_plain(part, whole=True) for part in (terms.hand, terms.match, ended)]
    return hashlib.sha256(json.dumps([edition(), *facts], sort_keys=True).encode()).hexdigest()


@cache
def edition() -> str:
    """Stands for the program that counts: if a later one counts otherwise, what the earlier one kept holds no more."""
    parts = (Path(path) for package in (rules, scoring) for path in package.__path__)
    sources = sorted(source for part in parts for source in part.rglob("*.py"))
    return hashlib.sha256(b"\0".join(source.read_bytes() for source in sources)).hexdigest()


@lru_cache(maxsize=20_000)
def score_from(
    total: int, other_total: int, hands: int, won: int, other_won: int, drawn: int, doubles: int, other_doubles: int,
    calls: str, over: bool, winner: int | None,
) -> MatchScore:  # fmt: skip
    """The score as it was kept. Those of earlier rounds are the same whenever they are read, so they are made once."""
    return MatchScore(
        totals=(total, other_total),
        hands=hands,
        won=(won, other_won),
        drawn=drawn,
        doubles=(doubles, other_doubles),
        calls=tuple((made, missed) for made, missed in json.loads(calls)),
        over=over,
        winner=winner,
    )


def score_row(uncounted: Uncounted) -> TableScore:
    """The table, counted, as a row to be kept."""
    found = match_score(uncounted.table, uncounted.terms.hand, uncounted.terms.match)
    return TableScore(
        table_id=uncounted.table_id,
        entries=uncounted.entries,
        mark=uncounted.mark,
        total=found.totals[0],
        other_total=found.totals[1],
        hands=found.hands,
        won=found.won[0],
        other_won=found.won[1],
        drawn=found.drawn,
        doubles=found.doubles[0],
        other_doubles=found.doubles[1],
        calls=found.calls,
        over=found.over,
        winner=found.winner,
    )
