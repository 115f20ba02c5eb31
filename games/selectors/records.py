"""A tournament's rows as a Record: what counts, what draws, what is exported. Eleven queries, however large it is."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.functional import cached_property

from games import models
from games.choices import Entry, Place, RoundState
from games.models import Apart, Member, Seat, Substitute, Tournament, WholeResult
from games.selectors.moment import one_moment
from scoring.match import TimeUp
from scoring.plain import from_plain
from scoring.record import (
    Apart as KeptApart,
)
from scoring.record import (
    Group,
    Hand,
    Record,
    Round,
    Ruling,
    RulingKind,
    Stage,
    Table,
    Team,
    Together,
    WholeMatch,
)
from scoring.record import (
    Substitute as Stands,
)
from scoring.regulations import Ranked, Regulations, regulations_from_json

MOST_NAMED = 500
"""So many tables are asked for by name. If it is more, all hands are read."""
TEAM_FIELDS = ("name", "club", "rating", "seed", "arrived", "withdrawn", "tables", "house")
TABLE_FIELDS = ("pk", "round_id", "number", "kept", "time_up_hand", "time_up_running")


def regulations_of(tournament: Tournament) -> Regulations:
    """No query."""
    return regulations_from_json(tournament.regulations)


@one_moment()
def record_of(tournament: Tournament, *, drafts: bool = False) -> Record:
    """The tournament as a Record. A draft is part of it only for those who draw; cancelled rounds never are."""
    return Rows(tournament, drafts=drafts).record()


class Rows:
    """Reads what belongs to one tournament, table by table of the database.

    What a page has read already it hands on: `rounds` are all that count here, `rulings` all of these rounds, `stages`
    all that have begun.
    """

    def __init__(
        self,
        tournament: Tournament,
        *,
        drafts: bool = False,
        rounds: Sequence[models.Round] | None = None,
        stages: Sequence[models.Stage] | None = None,
        rulings: Sequence[models.Ruling] | None = None,
    ) -> None:
        self.tournament, self.regulations = tournament, regulations_of(tournament)
        hidden = [RoundState.CANCELLED] if drafts else [RoundState.CANCELLED, RoundState.DRAFT]
        drawn = models.Round.objects.filter(stage__tournament=tournament).exclude(state__in=hidden)
        self.rounds = list(drawn.order_by("number") if rounds is None else rounds)
        entrants = models.Team.objects.filter(tournament=tournament, entry=Entry.IN)
        self.entrants = list(entrants.values_list("pk", "number", *TEAM_FIELDS))
        self.number = {pk: str(number) for pk, number, *_ in self.entrants}
        self.stage_rows = list(models.Stage.objects.filter(tournament=tournament) if stages is None else stages)
        self.stage_key = {stage.pk: stage.key for stage in self.stage_rows}
        self.round_of = {each.pk: each for each in self.rounds}
        self.ruling_rows = list(rulings_in(self.round_of) if rulings is None else rulings)

    def record(self) -> Record:
        return Record(
            name=self.tournament.name,
            regulations=self.regulations,
            teams=tuple(self.teams()),
            stages=tuple(self.stages()),
            rulings=tuple(self.rulings()),
            seed=self.tournament.seed,
            tie_order=tuple(self.tournament.tie_order),
            apart=tuple(self.apart()),
        )

    # --- who ---------------------------------------------------------------------------------------------------------

    def teams(self) -> Iterator[Team]:
        members, stands = self.members(), self.substitutes()
        for pk, _, name, club, rating, seed, arrived, withdrawn, tables, house in self.entrants:
            yield Team(
                id=self.number[pk],
                name=name,
                members=tuple(members[pk]),
                club=club,
                rating=rating,
                seed=seed,
                arrived=arrived,
                withdrawn=withdrawn,
                substitutes=tuple(stands[pk]),
                tables=tuple(tables),
                house=house,
            )

    def members(self) -> dict[int, list[str]]:
        members: dict[int, list[str]] = defaultdict(list)
        named = Member.objects.filter(tournament=self.tournament).order_by("position")
        for team_id, name in named.values_list("team_id", "player__shown_name"):
            members[team_id].append(name)
        return members

    def substitutes(self) -> dict[int, list[Stands]]:
        found: dict[int, list[Stands]] = defaultdict(list)
        rows = Substitute.objects.filter(round__stage__tournament=self.tournament)
        for row in rows.values_list("team_id", "round_id", "member__shown_name", "substitute__shown_name"):
            team, round_id, member, substitute = row
            if round_id in self.round_of:
                each = self.round_of[round_id]
                key = self.stage_key[each.stage_id]
                found[team].append(Stands(stage=key, round=each.number, member=member, substitute=substitute))
        return found

    def apart(self) -> Iterator[KeptApart]:
        wishes: dict[int, tuple[Together, bool, list[str]]] = {}
        rows = Apart.objects.filter(tournament=self.tournament).order_by("pk", "teams__number")
        for wish, never, must, team in rows.values_list("pk", "never", "must", "teams"):
            if team in self.number:
                wishes.setdefault(wish, (Together(never), must, []))[2].append(self.number[team])
        for never, must, teams in wishes.values():
            yield KeptApart(teams=tuple(teams), never=never, must=must)

    # --- what was drawn and played -----------------------------------------------------------------------------------

    def stages(self) -> Iterator[Stage]:
        rounds: dict[int, list[Round]] = defaultdict(list)
        for each in self.plain_rounds():
            rounds[each[0]].append(each[1])
        for stage in self.stage_rows:
            yield Stage(
                key=stage.key,
                rounds=tuple(rounds[stage.pk]),
                entrants=tuple(stage.entrants),
                groups=tuple(from_plain(Group, group) for group in stage.groups),
                plan=tuple(from_plain(Round, each) for each in stage.plan),
                bracket=tuple(stage.bracket),
            )

    def plain_rounds(self) -> Iterator[tuple[int, Round]]:
        """Each with the key of its stage's row."""
        tables = self.tables()
        byes, kept = self.byes()
        for each in self.rounds:
            yield (
                each.stage_id,
                Round(
                    number=each.number,
                    tables=tuple(tables[each.pk]),
                    byes=tuple(byes[each.pk]),
                    kept_byes=tuple(kept[each.pk]),
                    hidden=each.hidden,
                    seed=each.seed,
                    from_the_end=each.from_the_end,
                ),
            )

    def tables(self) -> dict[int, list[Table]]:
        seats, hands, whole = self.seats(), self.hands(), self.whole_results()
        found: dict[int, list[Table]] = defaultdict(list)
        for pk, round_id, number, kept, hand, running in self.table_rows().values_list(*TABLE_FIELDS):
            found[round_id].append(
                Table(
                    number=number, seats=seats[pk], hands=tuple(hands[pk]), whole=whole.get(pk),
                    time_up=time_up(hand, running), kept=kept,
                )
            )  # fmt: skip
        return found

    def table_rows(self) -> QuerySet[models.Table]:
        return models.Table.objects.filter(round__in=self.round_of).order_by("number")

    def seats(self) -> dict[int, tuple[str, ...]]:
        """The seats of every table in order of play; a team has as many as it has members at the table."""
        taken: dict[int, list[str]] = defaultdict(list)
        for place, _, table, team, _ in self.places:
            if place == Place.TABLE:
                taken[table].append(self.number[team])
        times = self.regulations.members_at_the_table if self.regulations.ranked is Ranked.TEAM else 1
        return {table: tuple(teams) * times for table, teams in taken.items()}

    def byes(self) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
        """Who has a bye in a round, and of these whom the director wants so."""
        byes: dict[int, list[str]] = defaultdict(list)
        kept: dict[int, list[str]] = defaultdict(list)
        found = [
            (int(self.number[team]), each, wanted) for place, each, _, team, wanted in self.places if place == Place.BYE
        ]
        for number, each, wanted in sorted(found):
            byes[each].append(str(number))
            if wanted:
                kept[each].append(str(number))
        return byes, kept

    @cached_property
    def places(self) -> list[tuple[str, int, int, int, bool]]:
        """Everybody in the rounds who has a table or a bye: which of the two, the round, the table, the team, and
        whether the director wants it so; at a table in order of its seats."""
        rows = Seat.objects.filter(round__in=self.round_of, place__in=[Place.TABLE, Place.BYE])
        fields = ("place", "round_id", "table_id", "team_id", "kept")
        return list(rows.order_by("table_id", "seat").values_list(*fields))

    def hands(self, only: Collection[int] | None = None) -> dict[int, list[Hand]]:
        """The hands of every table, or only of these, in order, each in its last revision; void ones are left out.

        In a large field most of the time goes here. So the lists come as text, and sheets that say the same are read
        once and are one value.
        """
        last: dict[tuple[int, int], Hand | None] = {}
        known: dict[tuple[Any, ...], Hand] = {}
        rows = models.Hand.objects.filter(table__round__in=self.round_of)
        if only is not None and len(only) <= MOST_NAMED:
            rows = models.Hand.objects.filter(table__in=only)
        as_text = {"calls_text": Cast("calls", TextField()), "out_text": Cast("out", TextField())}
        fields = ("calls_text", "out_text", "points", "other_points", "total", "other_total")
        ordered = rows.order_by("table_id", "number", "revision").annotate(**as_text)
        for table, number, void, *sheet in ordered.values_list("table_id", "number", "void", *fields):
            said = tuple(sheet)
            if said not in known:
                known[said] = hand_from(*said)
            last[table, number] = None if void else known[said]
        found: dict[int, list[Hand]] = defaultdict(list)
        for (table, _), hand in last.items():
            if hand is not None:
                found[table].append(hand)
        return found

    def whole_results(self) -> dict[int, WholeMatch]:
        found: dict[int, WholeMatch] = {}
        rows = WholeResult.objects.filter(table__round__in=self.round_of).order_by("table_id", "revision")
        fields = ("table_id", "void", "total", "other_total", "hands", "games", "other_games")
        for table, void, total, other, hands, games, other_games in rows.values_list(*fields):
            found.pop(table, None)
            if not void:
                both = None if games is None else (games, other_games)
                found[table] = WholeMatch(totals=(total, other), hands=hands, games=both)
        return found

    def rulings(self) -> Iterator[Ruling]:
        for row in self.ruling_rows:
            each = self.round_of[row.round_id]
            yield Ruling(
                id=str(row.pk),
                kind=RulingKind(row.kind),
                stage=self.stage_key[each.stage_id],
                round=each.number,
                reason=row.reason,
                table=row.table.number if row.table else None,
                team=self.number[row.team_id] if row.team_id else None,
                points=row.points,
                tichu_points=row.tichu_points,
                totals=None if row.total is None else (row.total, row.other_total or 0),
                side=row.side,
                percent=row.percent,
                revoked=row.revoked_at is not None,
            )


class WithoutWishes(Rows):
    """The rows that results follow from. Who is kept apart and who stood in for whom is not among them."""

    def apart(self) -> Iterator[KeptApart]:
        return iter(())

    def substitutes(self) -> dict[int, list[Stands]]:
        return defaultdict(list)


class WithoutPeople(Rows):
    """The rows that a draw is checked by. A team has a name and a club there; who is in it does not matter."""

    def members(self) -> dict[int, list[str]]:
        return defaultdict(list)

    def substitutes(self) -> dict[int, list[Stands]]:
        return defaultdict(list)


class ResultsAlone(WithoutWishes, WithoutPeople):
    """Neither wishes nor people: what a bracket follows from."""


def rulings_in(rounds: Collection[int]) -> QuerySet[models.Ruling]:
    """What was decided in these rounds, in order. One query."""
    return models.Ruling.objects.filter(round__in=rounds).select_related("table").order_by("pk")


def time_up(hand: int | None, running: bool | None) -> TimeUp | None:
    return None if hand is None else TimeUp(hand=hand, running=bool(running))


def hand_from(
    calls: str, out: str, points: int | None, other: int | None, total: int | None, other_total: int | None
) -> Hand:
    totals = None if total is None or other_total is None else (total, other_total)
    said = tuple(json.loads(calls)), tuple(json.loads(out))
    return Hand(calls=said[0], out=said[1], points=points, other_points=other, totals=totals)
