"""A round and its tables, as everybody may see them; and every hand of one table."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.choices import Place
from games.models import Ruling, Seat, Table, Tournament
from games.selectors.matches import Progress as MatchProgress
from games.selectors.matches import TableMatch, matches_of
from games.selectors.moment import one_moment
from games.selectors.public import RoundLink, rounds_in_line
from games.selectors.records import regulations_of
from games.selectors.rounds import rounds_shown
from games.selectors.tables import TableSheet, hidden, rulings_at, sheet_at
from rules.refusal import Refusal
from scoring.regulations import Regulations


@dataclass(frozen=True, slots=True, kw_only=True)
class SideShown:
    """Who plays on one side of a table, or alone, and how many points they have. Where several games make a match,
    `games` are those they have won and `total` the points of the last game, until all is decided. `won`: the match is
    theirs."""

    teams: tuple[tuple[int, str], ...]
    total: int | None
    games: int | None
    won: bool

    @property
    def score(self) -> int | None:
        """What decides: games, where several make a match, else points."""
        return self.total if self.games is None else self.games


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A table of a round. Of a hidden one only who sits there."""

    id: int
    number: int
    sides: tuple[SideShown, ...]
    hands: int
    over: bool
    ruling: str
    reasons: Sequence[dict[str, object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundShown:
    """A round as everybody may see it, with those who have no table in it."""

    tournament: Tournament
    regulations: Regulations
    rounds: tuple[RoundLink, ...]
    round: RoundLink | None
    seed: str
    tables: tuple[TableLine, ...]
    byes: tuple[tuple[int, str], ...]
    waiting: tuple[tuple[int, str], ...]

    @property
    def done(self) -> int:
        return sum(table.over for table in self.tables)


@one_moment()
def round_shown(tournament: Tournament, number: int | None = None) -> RoundShown:
    """A round that was published, counted over the whole tournament; the last unless one is named. Eight queries at
    most."""
    rows = list(rounds_shown(tournament, inside=False))
    regulations = regulations_of(tournament)
    keys = {each.stage_id: each.stage.key for each in rows}
    rounds = rounds_in_line(rows, keys, [stage.key for stage in regulations.stages])
    if not rounds and number is None:
        return RoundShown(
            tournament=tournament, regulations=regulations, rounds=(), round=None, seed="", tables=(), byes=(),
            waiting=(),
        )  # fmt: skip
    chosen = rounds[-1] if number is None else next((each for each in rounds if each.number == number), None)
    if chosen is None:
        raise Refusal("round_unknown", field="round", value=number or 0)
    row = next(each for each in rows if each.pk == chosen.id)
    row.stage.tournament = tournament
    matches = matches_of(row)
    rulings = rulings_at([match.row.pk for match in matches])
    places = without_table(row.pk)
    return RoundShown(
        tournament=tournament,
        regulations=regulations,
        rounds=tuple(rounds),
        round=chosen,
        seed=row.seed,
        tables=tuple(line_of(match, rulings.get(match.row.pk), shut=row.hidden) for match in matches),
        byes=tuple(places[Place.BYE]),
        waiting=tuple(places[Place.WAITING]),
    )


def without_table(round_id: int) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    seats = Seat.objects.filter(round=round_id).exclude(place=Place.TABLE).order_by("team__number")
    for place, number, name in seats.values_list("place", "team__number", "team__name"):
        found[place].append((number, name))
    return found


def line_of(match: TableMatch, ruling: Ruling | None, *, shut: bool) -> TableLine:
    """One table. Where a ruling stands in for what was played, its totals are the result."""
    progress = MatchProgress(over=False, reason="") if shut else match.shown_progress()
    decided = None if shut else ruling
    return TableLine(
        id=match.row.pk,
        number=match.row.number,
        sides=sides_of(match, progress, decided),
        hands=0 if shut else len(match.entries.standing),
        over=progress.over or decided is not None,
        ruling=decided.kind if decided else "",
        reasons=match.row.reasons,
    )


def sides_of(match: TableMatch, progress: MatchProgress, ruling: Ruling | None) -> tuple[SideShown, ...]:
    """Two sides, or everybody alone. A match of changing partners, or of nobody's but one's own, has no winner."""
    alone = match.alone
    parties = (
        [[seat] for seat in match.seats]
        if alone
        else [[seat for seat in match.seats if (seat.seat or 0) % 2 == side] for side in (0, 1)]
    )
    totals: Sequence[int | None] = progress.points_now if match.entries.newest else ()
    totals = totals or [None] * len(parties)
    games = progress.games
    winner = progress.winner if progress.over and not alone else None
    if ruling is not None:
        totals = [None] * len(parties) if ruling.total is None else [ruling.total, ruling.other_total]
        games, winner = None, winner_by(ruling)
    return tuple(
        SideShown(
            teams=tuple((seat.team.number, seat.team.name) for seat in party),
            total=totals[at],
            games=None if games is None else games[at],
            won=winner == at,
        )
        for at, party in enumerate(parties)
    )


def winner_by(ruling: Ruling) -> int | None:
    """Who has the match by the director's decision: whoever did not forfeit it, or has more points."""
    if ruling.total is None or ruling.other_total is None:
        return None if ruling.side is None else 1 - ruling.side
    if ruling.total == ruling.other_total:
        return None
    return int(ruling.total < ruling.other_total)


# --- one table ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShown:
    """Every hand of a table, without who entered what, and what was said about it."""

    tournament: Tournament
    regulations: Regulations
    round: RoundLink
    sheet: TableSheet
    line: TableLine
    hidden: bool


@one_moment()
def table_for_everybody(tournament: Tournament, table_id: int) -> TableShown:
    """A table of this tournament, in a round that was published. Ten queries."""
    row = Table.objects.filter(pk=table_id, round__stage__tournament=tournament).select_related("round__stage").first()
    rows = list(rounds_shown(tournament, inside=False))
    if row is None or row.round_id not in {each.pk for each in rows}:
        raise Refusal("table_unknown", field="table", value=table_id)
    row.round.stage.tournament = tournament
    regulations = regulations_of(tournament)
    keys = {each.stage_id: each.stage.key for each in rows}
    rounds = rounds_in_line(rows, keys, [stage.key for stage in regulations.stages])
    sheet = replace(sheet_at(row), said=(), entries=())
    shut = row.round.hidden
    return TableShown(
        tournament=tournament,
        regulations=regulations,
        round=next(each for each in rounds if each.id == row.round_id),
        sheet=hidden(sheet) if shut else sheet,
        line=line_of(sheet.match, sheet.ruling, shut=shut),
        hidden=shut,
    )


# --- seeds -------------------------------------------------------------------------------------------------------


@one_moment()
def rounds_with_seeds(tournament: Tournament) -> list[tuple[RoundLink, str]]:
    """Every round that was published, with what its draw can be repeated from. One query."""
    rows = list(rounds_shown(tournament, inside=False))
    keys = {each.stage_id: each.stage.key for each in rows}
    seeds = {each.pk: each.seed for each in rows}
    links = rounds_in_line(rows, keys, [stage.key for stage in regulations_of(tournament).stages])
    return [(link, seeds[link.id]) for link in links]
