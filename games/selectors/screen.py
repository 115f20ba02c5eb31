"""What the projector shows: only what everybody may know, in whatever state the tournament is."""

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.choices import Place, RoundState, ScreenView, State
from games.models import Member, Round, Screen, Seat, Snapshot, Substitute, Tournament
from games.selectors.matches import TableMatch, matches_of
from games.selectors.paper import hands_expected
from games.selectors.phone import Clock, clock_of
from games.selectors.public_bracket import BracketShown
from games.selectors.records import regulations_of
from games.selectors.rounds import rounds_shown
from games.selectors.standings import PUBLIC, current_standings
from games.selectors.tables import rulings_at
from pairing.bracket import NOBODY, MatchState, Part
from scoring.regulations import OUT_WHEN_LOST, Regulations, System

NO_SCORE = ("progress", "rating", "lots", "decision", "direct")
"""Criteria whose number says nothing to somebody who looks at the wall."""

# --- what was told -----------------------------------------------------------------------------------------------


def screen_of(tournament: Tournament) -> Screen:
    """What the projector was told to show; everything in turn if nobody has told it anything. One query."""
    return Screen.objects.filter(tournament=tournament).first() or Screen(tournament=tournament)


# --- what there is to show ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NamePlace:
    """Somebody who is looked for by name, and where that person sits. `place` says why there is no table."""

    name: str
    table: int | None
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenTable:
    """A table with who plays there, a line a side. `of` is how many hands there are, if that is known."""

    number: int
    sides: tuple[tuple[str, ...], ...]
    over: bool
    hands: int
    of: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RankRow:
    """A row of the standings. `movement` is how many ranks it went up in the last round, `score` what counts first."""

    key: str
    rank: int | None
    name: str
    movement: int | None
    score: int | float | None

    @property
    def up(self) -> int:
        return max(0, self.movement or 0)

    @property
    def down(self) -> int:
        return max(0, -(self.movement or 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Standings up to a round, as far as everybody may know: one list, or one for every group by its name. `hidden`:
    later results are kept back."""

    through: int
    lists: tuple[tuple[str, tuple[RankRow, ...]], ...]
    hidden: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenNow:
    """All that the projector can show now. `rounds` is how many the stage has, if that is known; `from_the_end` is 1 in
    the final of a knock-out. `rotation` is shown in turn while nobody wants one thing alone; `key` changes when
    something else is useful than before."""

    tournament: Tournament
    screen: Screen
    rotation: tuple[ScreenView, ...]
    round: Round | None = None
    rounds: int | None = None
    from_the_end: int | None = None
    clock: Clock | None = None
    names: tuple[NamePlace, ...] = ()
    tables: tuple[ScreenTable, ...] = ()
    ranking: Ranking | None = None
    bracket: bool = False

    @property
    def missing(self) -> tuple[ScreenTable, ...]:
        """The tables that are still playing."""
        playing = self.round is not None and self.round.state == RoundState.PUBLISHED
        return tuple(table for table in self.tables if not table.over) if playing else ()

    @property
    def done(self) -> int:
        return len(self.tables) - len(self.missing)

    @property
    def final(self) -> bool:
        """Whether the standings are the final ranking."""
        return self.tournament.ranking_published_at is not None

    @property
    def views(self) -> tuple[ScreenView, ...]:
        """What is shown, in turn."""
        return self.rotation if self.screen.view == ScreenView.ROTATION else (ScreenView(self.screen.view),)

    @property
    def key(self) -> str:
        return f"{self.round.pk if self.round else 0} {' '.join(self.views)}"


def screen_now(tournament: Tournament, *, at: datetime, names: bool = True) -> ScreenNow:
    """Everything the projector can show; without names for those who only want to know what there is. Ten queries,
    and those of a record if nobody has computed the standings yet."""
    screen, regulations = screen_of(tournament), regulations_of(tournament)
    rounds = list(rounds_shown(tournament, inside=False))
    if not rounds:
        return ScreenNow(tournament=tournament, screen=screen, rotation=(ScreenView.WELCOME,))
    last = rounds[-1]
    last.stage.tournament = tournament
    stage = regulations.stage(last.stage.key)
    matches, people = matches_of(last), people_in(last) if names else {}
    tables = tables_shown(matches, regulations, people)
    of_stage = [each for each in rounds if each.stage_id == last.stage_id]
    compares = len(of_stage) > 1 or last.state == RoundState.CLOSED or any(table.over for table in tables)
    ranking = ranking_of(last, of_stage) if compares else None
    bracket = stage.system in OUT_WHEN_LOST
    playing = last.state == RoundState.PUBLISHED
    return ScreenNow(
        tournament=tournament,
        screen=screen,
        round=last,
        rounds=stage.rounds,
        from_the_end=last.from_the_end if stage.system is System.KNOCKOUT else None,
        clock=clock_of(last, at, None) if playing else None,
        names=names_in(last, matches, people) if names else (),
        tables=tables,
        ranking=ranking,
        bracket=bracket,
        rotation=useful(tournament, last, tables, ranking, bracket=bracket),
    )


def useful(
    tournament: Tournament, last: Round, tables: Sequence[ScreenTable], ranking: Ranking | None, *, bracket: bool
) -> tuple[ScreenView, ...]:
    """What people want to see now: their seats until the first hand is written down, then who still plays and how it
    stands."""
    begun = any(table.hands or table.over for table in tables)
    playing = last.state == RoundState.PUBLISHED and tournament.state != State.FINISHED
    if playing and not begun:
        return (ScreenView.NAMES, ScreenView.TABLES, *((ScreenView.BRACKET,) if bracket else ()))
    found = []
    if playing and any(not table.over for table in tables):
        found.append(ScreenView.MISSING)
    if bracket:
        found.append(ScreenView.BRACKET)
    if ranking is not None:
        found.append(ScreenView.STANDINGS)
    return tuple(found) or (ScreenView.TABLES,)


# --- seats -------------------------------------------------------------------------------------------------------


def people_in(round_: Round) -> dict[int, list[str]]:
    """Who plays for each team of a round, by the names they want to be known by; substitutes in place of those they
    stand in for. Two queries."""
    stands = Substitute.objects.filter(round=round_)
    instead = dict(stands.values_list("member_id", "substitute__shown_name"))
    found: dict[int, list[str]] = defaultdict(list)
    members = Member.objects.filter(team__seats__round=round_).order_by("position")
    for team, player, name in members.values_list("team_id", "player_id", "player__shown_name"):
        found[team].append(instead.get(player, name))
    return found


def names_in(round_: Round, matches: Sequence[TableMatch], people: dict[int, list[str]]) -> tuple[NamePlace, ...]:
    """Everybody in the order of the alphabet; who has no table too. One query."""
    without = Seat.objects.filter(round=round_).exclude(place=Place.TABLE).select_related("team")
    found = [(seat, match.row.number) for match in matches for seat in match.seats]
    places: list[tuple[Seat, int | None]] = [*found, *((seat, None) for seat in without)]
    names = [
        NamePlace(name=name, table=table, place=seat.place)
        for seat, table in places
        for name in people.get(seat.team_id) or ([] if seat.team.house else [seat.team.name])
    ]
    return tuple(sorted(names, key=lambda each: (alphabetical(each.name), each.table or 0)))


def alphabetical(name: str) -> str:
    """As one looks a name up: capitals and accents do not matter."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def tables_shown(
    matches: Sequence[TableMatch], regulations: Regulations, people: dict[int, list[str]]
) -> tuple[ScreenTable, ...]:
    """One query."""
    ruled = rulings_at([match.row.pk for match in matches])
    return tuple(
        ScreenTable(
            number=match.row.number,
            sides=sides_of(match, regulations, people),
            over=match.row.pk in ruled or match.shown_progress().over,
            hands=len(match.entries.standing),
            of=hands_expected(match.terms, len(match.value().seats)),
        )
        for match in matches
    )


def sides_of(match: TableMatch, regulations: Regulations, people: dict[int, list[str]]) -> tuple[tuple[str, ...], ...]:
    """Who plays together; where everybody plays alone, all on one side. A team has its own name; whoever is ranked
    alone is called as a person, and that may be a substitute."""
    own = regulations.members_at_the_table == 1
    known = [people.get(seat.team_id, []) for seat in match.seats]
    names = [one[0] if own and one else seat.team.name for seat, one in zip(match.seats, known, strict=True)]
    if match.alone:
        return (tuple(names),)
    seated = list(zip(match.seats, names, strict=True))
    return tuple(tuple(name for seat, name in seated if (seat.seat or 0) % 2 == side) for side in (0, 1))


# --- standings ---------------------------------------------------------------------------------------------------


def ranking_of(last: Round, rounds: Sequence[Round]) -> Ranking | None:
    """The public standings of the stage of a round; None while all of it is hidden. One query if a worker has computed
    them, else those of the standings: the wall shows a result as soon as it is there, and waits for no worker."""
    of_today = Snapshot.objects.filter(stage=last.stage, audience=PUBLIC, version=last.stage.tournament.version).first()
    plain = of_today.standings if of_today else current_standings(last.stage, audience=PUBLIC).standings
    if plain["through"] == 0:
        return None
    first = next(iter(plain["criteria"]), "")
    lists = tuple(
        (group.get("key", ""), tuple(rank_row(row, "" if first in NO_SCORE else first) for row in group["rows"]))
        for group in plain.get("groups", [plain])
    )
    return Ranking(through=plain["through"], lists=lists, hidden=any(each.hidden for each in rounds))


def rank_row(row: dict[str, Any], criterion: str) -> RankRow:
    return RankRow(
        key=row["team"],
        rank=row["rank"],
        name=row["name"],
        movement=row["movement"],
        score=row["values"].get(criterion),
    )


# --- the bracket -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenMatch:
    """A match of a knock-out: who plays, as far as that is known, and which side has won. `third`: for the third
    place."""

    table: int | None
    sides: tuple[str, ...]
    winner: int | None
    third: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenMatches:
    """The matches of one round of a knock-out. `from_the_end` is 1 for the final, where rounds are called so."""

    number: int
    from_the_end: int | None
    matches: tuple[ScreenMatch, ...]


def screen_matches(found: BracketShown) -> tuple[ScreenMatches, ...]:
    """The rounds of a bracket from the one that is played on; those before are over."""
    states = [state for state in found.matches if to_be_played(state)]
    last = max((state.match.round for state in states), default=0)
    matches: dict[int, list[ScreenMatch]] = defaultdict(list)
    for state in states:
        if state.match.round >= round_being_played(states):
            matches[state.match.round].append(screen_match(state, found.names))
    return tuple(
        ScreenMatches(
            number=number, from_the_end=None if found.double else last - number + 1, matches=tuple(matches[number])
        )
        for number in sorted(matches)
    )


def last_eight(found: BracketShown) -> BracketShown | None:
    """The end of a bracket, small enough for large letters, once all that comes before is over."""
    states = [state for state in found.matches if to_be_played(state)]
    first = max((state.match.round for state in states), default=0) - 2
    if found.double or not states or round_being_played(states) < first:
        return None
    return replace(found, matches=tuple(state for state in found.matches if state.match.round >= first))


def round_being_played(states: Sequence[MatchState]) -> int:
    """The first in which a match is open, or the last."""
    last = max(state.match.round for state in states)
    return min((state.match.round for state in states if state.winner is None), default=last)


def to_be_played(state: MatchState) -> bool:
    """Two sides come, and the second final only if it must be."""
    both = all(side.team for side in state.sides)
    return both if state.match.part is Part.RESET else all(side.team != NOBODY for side in state.sides)


def screen_match(state: MatchState, names: dict[str, str]) -> ScreenMatch:
    teams = [side.team for side in state.sides]
    return ScreenMatch(
        table=state.table,
        sides=tuple(names.get(team or "", "") for team in teams),
        winner=teams.index(state.winner) if state.winner in teams and state.winner else None,
        third=state.match.part is Part.THIRD_PLACE,
    )
