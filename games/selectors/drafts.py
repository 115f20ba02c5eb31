"""The draw as its director sees it: who sits where and why, what that breaks, what an exchange would change."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.actor import Actor
from games.choices import Place, RoundState, State
from games.models import Job, Round, Seat, Stage, Tournament
from games.selectors.moment import one_moment
from games.selectors.records import WithoutPeople, regulations_of
from games.selectors.rounds import is_untouched, live_rounds
from games.selectors.seating import SeatShown, WithoutTable
from games.selectors.tournaments import tournament_and_power
from pairing.check import Breach, check
from pairing.draw import Draw, Without, draw_in
from rules.refusal import Refusal
from scoring.record import Record
from scoring.regulations import OUT_WHEN_LOST, StageRules

DRAW = "draw_round"
"""The kind of the jobs that draw."""


def last_draw_asked(tournament: Tournament) -> Job | None:
    """The newest draw that was asked for in a tournament, finished or not. One query."""
    asked = Job.objects.filter(kind=DRAW, key__startswith=f"{tournament.pk}.")
    return asked.select_related("asked_by").order_by("-asked_at").first()


def refusal_in(job: Job, tournament: Tournament) -> Refusal | None:
    """Why a draw could not be, as long as nothing has changed since: with other people or other wishes it may well be.
    Only that a stage is over stays true."""
    result = job.result or {}
    found = result.get("refused")
    if found is None or (found["code"] != "stage_over" and result.get("version") != tournament.version):
        return None
    return Refusal(found["code"], **found["facts"])


# --- what the page shows -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTable:
    """A table of the draw: why it is so, and what it breaks."""

    id: int
    number: int
    kept: bool
    reasons: Sequence[Mapping[str, Any]]
    teams: tuple[SeatShown, ...]
    breaches: tuple[Breach, ...] = ()

    @property
    def grave(self) -> bool:
        return any(breach.must for breach in self.breaches)

    @property
    def sides(self) -> tuple[tuple[SeatShown, ...], ...]:
        """Who plays together, where there are two sides: those in every other seat."""
        return tuple(tuple(team for team in self.teams if team.seat % 2 == side) for side in (0, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """The round that is drawn, or is to be. `round` is a draft or being played; without one, `number` comes next, or
    the stage is over. `names` are those of the teams by number. `untouched`: published, and nothing was entered yet."""

    tournament: Tournament
    directs: bool
    rules: StageRules
    number: int
    round: Round | None
    job: Job | None
    tables: tuple[DrawnTable, ...] = ()
    without: tuple[WithoutTable, ...] = ()
    breaches: tuple[Breach, ...] = ()
    names: Mapping[str, str]
    untouched: bool = False

    @property
    def stage(self) -> str:
        return self.rules.key

    @property
    def draft(self) -> bool:
        return self.round is not None and self.round.state == RoundState.DRAFT

    @property
    def waits(self) -> bool:
        """A worker is at it."""
        return self.job is not None and self.job.finished_at is None

    @property
    def refused(self) -> Refusal | None:
        """Why there is no draw, if that is what came of the one that is due."""
        job = self.job
        if job is None or job.finished_at is None or not self.is_about_this(job):
            return None
        return refusal_in(job, self.tournament)

    @property
    def failed(self) -> bool:
        """It was tried again and again, and given up."""
        return self.job is not None and bool(self.job.failure) and self.is_about_this(self.job)

    def is_about_this(self, job: Job) -> bool:
        """Of the round that is due, and of the draft as it is there, or of none as none is there."""
        asked = job.arguments
        there = self.round.pk if self.round is not None and self.draft else None
        return (asked.get("stage"), asked.get("number"), asked.get("draft")) == (self.stage, self.number, there)

    @property
    def grave(self) -> bool:
        return any(breach.must for breach in self.breaches)

    @property
    def bracket_decides(self) -> bool:
        """Results say who meets whom, and not the director."""
        return self.rules.system in OUT_WHEN_LOST and self.number > 1

    @property
    def everybody(self) -> list[SeatShown | WithoutTable]:
        """Whoever is in the round, by number."""
        seated = [team for table in self.tables for team in table.teams]
        return sorted([*seated, *self.without], key=lambda team: team.number)


@one_moment()
def drawing_of(actor: Actor, tournament_id: int) -> Drawing:
    """The draw of the round that is due or being played, for staff. Thirteen queries with a draft; seven without."""
    tournament, directs = tournament_and_power(actor, tournament_id)
    rounds = list(live_rounds(tournament))
    opened = next((each for each in rounds if each.state != RoundState.CLOSED), None)
    stage = opened.stage if opened is not None else Stage.objects.filter(tournament=tournament).last()
    regulations = regulations_of(tournament)
    rules = regulations.stages[0] if stage is None else regulations.stage(stage.key)
    closed = sum(each.stage.key == rules.key and each.state == RoundState.CLOSED for each in rounds)
    found = Drawing(
        tournament=tournament,
        directs=directs and tournament.state != State.FINISHED,
        rules=rules,
        number=opened.number if opened is not None else closed + 1,
        round=opened,
        job=last_draw_asked(tournament),
        names={},
    )
    if opened is None:
        return replace(found, names=names_of(tournament)) if found.refused else found
    return with_tables(found, opened, rounds)


def names_of(tournament: Tournament) -> dict[str, str]:
    """Everybody who has entered, by number."""
    return {str(number): name for number, name in tournament.teams.values_list("number", "name")}


def with_tables(found: Drawing, round_: Round, rounds: Sequence[Round]) -> Drawing:
    """The tables, and of a draft what it breaks as things stand now."""
    round_.stage.tournament = found.tournament
    seats = seats_of(round_)
    names = {str(seat.team.number): seat.team.name for seat in seats}
    breaches: tuple[Breach, ...] = ()
    if round_.state == RoundState.DRAFT:
        record = WithoutPeople(found.tournament, rounds=rounds).record()
        names |= {team.id: team.name for team in record.teams}
        breaches = check(record, drawn_in(record, round_, seats))
    return replace(
        found,
        names=names,
        breaches=breaches,
        tables=tables_shown(seats, breaches),
        without=without_shown(seats),
        untouched=not found.draft and is_untouched(round_),
    )


def seats_of(round_: Round) -> list[Seat]:
    """Everybody in a round with the team and the table, in order of tables and seats."""
    seats = Seat.objects.filter(round=round_).select_related("team", "table")
    return list(seats.order_by("table__number", "seat", "team__number"))


def drawn_in(record: Record, round_: Round, seats: Iterable[Seat]) -> Draw:
    """The draw as the record has it, with those who wait, whom it does not have."""
    waiting = [Without(team=str(seat.team.number)) for seat in seats if seat.place == Place.WAITING]
    return replace(draw_in(record, round_.stage.key, round_.number), waiting=tuple(waiting))


def tables_shown(seats: Iterable[Seat], breaches: Sequence[Breach]) -> tuple[DrawnTable, ...]:
    at: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        if seat.table is not None:
            at[seat.table.pk].append(seat)
    found = []
    for here in at.values():
        table = here[0].table
        if table is not None:
            found.append(
                DrawnTable(
                    id=table.pk, number=table.number, kept=table.kept, reasons=table.reasons,
                    teams=tuple(seat_shown(seat) for seat in here),
                    breaches=tuple(breach for breach in breaches if table.number in breach.tables),
                )
            )  # fmt: skip
    return tuple(found)


def seat_shown(seat: Seat) -> SeatShown:
    return SeatShown(team_id=seat.team_id, number=seat.team.number, name=seat.team.name, seat=seat.seat or 0)


def without_shown(seats: Iterable[Seat]) -> tuple[WithoutTable, ...]:
    return tuple(
        WithoutTable(
            team_id=seat.team_id, number=seat.team.number, name=seat.team.name, place=seat.place, kept=seat.kept,
            reasons=seat.reasons,
        )
        for seat in seats
        if seat.place != Place.TABLE
    )  # fmt: skip


# --- what an exchange would change -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Two teams that would change places: what that breaks which is whole now, and what it mends."""

    round: Round
    one: SeatShown | WithoutTable
    other: SeatShown | WithoutTable
    broken: tuple[Breach, ...]
    mended: tuple[Breach, ...]
    names: Mapping[str, str]

    @property
    def grave(self) -> bool:
        return any(breach.must for breach in self.broken)


@one_moment()
def exchange_of(round_: Round, team_id: int, other_id: int) -> Exchange:
    """What it would change if two teams of a draft changed places. Nothing is written. Ten queries if its stage and
    tournament are with it."""
    seats = seats_of(round_)
    one, other = (somebody(seats, "team", team_id), somebody(seats, "other", other_id))
    if one.pk == other.pk:
        raise Refusal("team_twice", field="other", value=other_id)
    record = WithoutPeople(round_.stage.tournament, drafts=True).record()
    draw = drawn_in(record, round_, seats)
    before = check(record, draw)
    after = check(*exchanged(record, draw, str(one.team.number), str(other.team.number)))
    return Exchange(
        round=round_,
        one=shown(one),
        other=shown(other),
        broken=tuple(breach for breach in after if key(breach) not in {key(each) for each in before}),
        mended=tuple(breach for breach in before if key(breach) not in {key(each) for each in after}),
        names={team.id: team.name for team in record.teams} | {str(s.team.number): s.team.name for s in seats},
    )


def somebody(seats: Iterable[Seat], field: str, team_id: int) -> Seat:
    for seat in seats:
        if seat.team_id == team_id:
            return seat
    raise Refusal("team_not_in_round", field=field, value=team_id)


def shown(seat: Seat) -> SeatShown | WithoutTable:
    return seat_shown(seat) if seat.place == Place.TABLE else without_shown([seat])[0]


def key(breach: Breach) -> tuple[str, tuple[str, ...], tuple[int, ...]]:
    """What tells one breach from another: that the same two meet again at another table is nothing new."""
    return (breach.code, breach.teams, breach.tables if not breach.teams else ())


def exchanged(record: Record, draw: Draw, one: str, other: str) -> tuple[Record, Draw]:
    """The record and its draw with two teams in each other's places. What was drawn along with a first round, groups
    and bracket, follows."""
    swapped = {one: other, other: one}

    def each(teams: Iterable[str]) -> tuple[str, ...]:
        return tuple(swapped.get(team, team) for team in teams)

    def places(listed: Iterable[Without]) -> tuple[Without, ...]:
        return tuple(replace(place, team=swapped.get(place.team, place.team)) for place in listed)

    after = replace(
        draw,
        tables=tuple(replace(table, seats=each(table.seats)) for table in draw.tables),
        byes=places(draw.byes),
        waiting=places(draw.waiting),
    )
    stage = record.stage(draw.stage)
    rounds = tuple(
        replace(
            round_,
            tables=tuple(replace(table, seats=each(table.seats)) for table in round_.tables),
            byes=each(round_.byes),
            kept_byes=each(round_.kept_byes),
        )
        if round_.number == draw.round
        else round_
        for round_ in stage.rounds
    )
    stage = replace(stage, rounds=rounds)
    if draw.round == 1:
        groups = tuple(replace(group, teams=each(group.teams)) for group in stage.groups)
        stage = replace(stage, groups=groups, bracket=each(stage.bracket))
    stages = tuple(stage if found.key == stage.key else found for found in record.stages)
    return replace(record, stages=stages), after
