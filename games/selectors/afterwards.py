"""The end of a tournament: standings with what is hidden, equals to decide on, what the day came to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db.models import Count

from games.actor import Actor
from games.choices import RoundState, State, Visibility
from games.models import Hand, Round, Snapshot, Stage, Table, Tournament, WholeResult
from games.selectors.moment import one_moment
from games.selectors.records import regulations_of
from games.selectors.rounds import live_rounds
from games.selectors.scores import basis_from, undisturbed
from games.selectors.standings import PUBLIC, STAFF, computed, current_standings
from games.selectors.tournaments import tournament_and_power, tournament_at
from rules.refusal import Refusal
from scoring.hand import Call

DECISION = "decision"
"""The tie-break that is the director's."""
UNSPEAKABLE = ("lots", DECISION, "progress")
"""Criteria whose numbers say nothing to anybody."""

Row = Mapping[str, Any]

# --- for the staff -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Standings of a stage with every round, hidden ones too; of the last, once the tournament is finished, the final
    ranking with everybody in it. `equals` are those whom nothing tells apart but the director's decision, each group in
    its present order; empty where that does not count."""

    tournament: Tournament
    stages: Sequence[Stage]
    stage: Stage | None
    rounds: Sequence[Round]
    through: int
    columns: Sequence[str]
    rows: Sequence[Row]
    equals: Sequence[Sequence[Row]]
    directs: bool

    @property
    def hidden(self) -> list[Round]:
        return [each for each in self.rounds if each.hidden]

    @property
    def open(self) -> Round | None:
        """The round that is still drawn or played."""
        return next((each for each in self.rounds if each.state in (RoundState.DRAFT, RoundState.PUBLISHED)), None)

    @property
    def within(self) -> bool:
        """Whether the last round that counts is still played."""
        return self.open is not None and (self.open.stage_id, self.open.number) == (
            None if self.stage is None else self.stage.pk, self.through
        )  # fmt: skip

    @property
    def private(self) -> bool:
        return self.tournament.visibility == Visibility.PRIVATE

    @property
    def finished(self) -> bool:
        return self.tournament.state == State.FINISHED

    @property
    def published(self) -> bool:
        return self.tournament.ranking_published_at is not None


@one_moment()
def ending_of(actor: Actor, tournament_id: int, stage_key: str = "") -> Ending:
    """Where everybody stands, for staff. Five queries, or eight more if nobody has ranked it yet."""
    tournament, directs = tournament_and_power(actor, tournament_id)
    stages = list(Stage.objects.filter(tournament=tournament).order_by("position"))
    rounds = list(live_rounds(tournament))
    stage = chosen_stage(stages, stage_key)
    shown = {} if stage is None else current_standings(stage, audience=STAFF, tournament=tournament).standings
    rows, criteria = shown.get("rows", []), shown.get("criteria", [])
    return Ending(
        tournament=tournament,
        stages=stages,
        stage=stage,
        rounds=rounds,
        through=shown.get("through", 0),
        columns=[each for each in criteria if each not in UNSPEAKABLE and said_of_any(rows, each)],
        rows=rows,
        equals=[] if stage is None else equals_to_decide(tournament, stage, rows),
        directs=directs,
    )


def said_of_any(rows: Sequence[Row], criterion: str) -> bool:
    """Whether there is a number to show: nobody has one from encounters of equals, for example, if there were none."""
    return any(row["values"].get(criterion) is not None for row in rows)


def chosen_stage(stages: Sequence[Stage], key: str) -> Stage | None:
    if not key:
        return stages[-1] if stages else None
    found = next((stage for stage in stages if stage.key == key), None)
    if found is None:
        raise Refusal("stage_unknown", field="stage", value=key[:40], allowed=[stage.key for stage in stages])
    return found


def equals_to_decide(tournament: Tournament, stage: Stage, rows: Sequence[Row]) -> list[list[Row]]:
    """Those of this stage, if the director's decision counts in it."""
    if DECISION not in regulations_of(tournament).stage(stage.key).tiebreaks:
        return []
    return equals_among([row for row in rows if row.get("stage") in (None, stage.key)])


def equals_among(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows next to each other that nothing tells apart, or nothing but the director's decision."""
    ranked = [row for row in rows if row["rank"] is not None]
    groups: list[list[Row]] = [[row] for row in ranked[:1]]
    for one, other in pairwise(ranked):
        above = one.get("above")
        if above is not None and above["criterion"] in (None, DECISION):
            groups[-1].append(other)
        else:
            groups.append([other])
    return [group for group in groups if len(group) > 1]


# --- for everybody, afterwards -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What a tournament day came to. `calls` and `made` are Tichu, `grand_calls` and `grand_made` Grand Tichu. `hands`
    is None where nobody wrote down how many there were at some table, calls and double victories where only the result
    of a match was written: the rest would look like all there was."""

    teams: int
    rounds: int
    tables: int
    hands: int | None
    calls: int | None
    made: int | None
    grand_calls: int | None
    grand_made: int | None
    doubles: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thanks:
    """The end for everybody: who won, and what the day came to."""

    tournament: Tournament
    rows: Sequence[Row]
    numbers: Numbers


@one_moment()
def thanks_for(actor: Actor, slug: str) -> Thanks | None:
    """For everybody, once the ranking is published; None before. Seven queries, or six more if nobody has ranked it
    yet."""
    tournament = tournament_at(actor, slug)
    if tournament.ranking_published_at is None:
        return None
    rounds = list(live_rounds(tournament).annotate(size=Count("tables")))
    for each in rounds:
        each.stage.tournament = tournament
    rows = final_standings(rounds)["rows"] if rounds else []
    return Thanks(
        tournament=tournament, rows=rows, numbers=numbers_of(tournament, {each.pk: each.size for each in rounds})
    )


def final_standings(rounds: Sequence[Round]) -> dict[str, Any]:
    """How a tournament of these rounds ended. One query, or six more if nobody has ranked it yet."""
    stage = rounds[-1].stage
    of_today = Snapshot.objects.filter(
        stage__tournament=stage.tournament, audience=PUBLIC, version=stage.tournament.version
    )
    kept = of_today.order_by("-stage__position").first()
    if kept is not None:
        return kept.standings
    with undisturbed():
        return computed(basis_from(rounds), stage.key, audience=PUBLIC, over=True)


def numbers_of(tournament: Tournament, sizes: Mapping[int, int]) -> Numbers:
    """What was played, as far as it was written down, in the rounds with these keys, which have so many tables each.
    Three queries."""
    tables = Table.objects.filter(round__in=sizes)
    rows = Hand.objects.filter(table__in=tables).order_by("table", "number", "revision")
    last = {
        (table, number): (void, calls, out)
        for table, number, void, calls, out in rows.values_list("table", "number", "void", "calls", "out")
    }
    hands = [(calls, out) for void, calls, out in last.values() if not void]
    called = [(call, bool(out) and line == out[0]) for calls, out in hands for line, call in enumerate(calls) if call]
    whole = WholeResult.objects.filter(table__in=tables).order_by("revision").values_list("table", "void", "hands")
    results = {table: (void, number) for table, void, number in whole}
    unwritten = [number for void, number in results.values() if not void]
    known = [number for number in unwritten if number is not None]
    of_hands: dict[str, int | None] = dict.fromkeys(("calls", "made", "grand_calls", "grand_made", "doubles"))
    if not unwritten:
        of_hands = {
            "calls": count_of(called, Call.TICHU),
            "made": count_of(called, Call.TICHU, made=True),
            "grand_calls": count_of(called, Call.GRAND),
            "grand_made": count_of(called, Call.GRAND, made=True),
            "doubles": sum(len(out) >= 2 and out[0] % 2 == out[1] % 2 for _calls, out in hands),
        }
    return Numbers(
        teams=tournament.teams.filter(entry="in", house=False).count(),
        rounds=len(sizes),
        tables=sum(sizes.values()),
        hands=len(hands) + sum(known) if len(known) == len(unwritten) else None,
        **of_hands,
    )


def count_of(called: Sequence[tuple[str, bool]], call: Call, *, made: bool = False) -> int:
    return sum(each == call.value and (first or not made) for each, first in called)
