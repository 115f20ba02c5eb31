"""What can be printed of a tournament, and what stands on it. All of it is for the staff."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.actor import Actor
from games.choices import Place, RoundState, State
from games.models import Member, Round, Stage, Substitute, Tournament
from games.selectors.cards import tables_needed
from games.selectors.matches import terms_for
from games.selectors.moment import one_moment
from games.selectors.paper import Seated
from games.selectors.public_bracket import numbered, scores_of
from games.selectors.records import ResultsAlone, regulations_of
from games.selectors.rounds import live_rounds
from games.selectors.scores import basis_of, undisturbed
from games.selectors.seating import SeatShown, TableShown, seating_of
from games.selectors.standings import STAFF, current_standings
from games.selectors.tournaments import stage_of, tournament_run_by
from pairing.bracket import MatchState, bracket_of
from rules.refusal import Refusal
from scoring.five import PLAYERS as FIVE
from scoring.outcomes import Terms
from scoring.regulations import OUT_WHEN_LOST, Ranked, Regulations
from scoring.standings import standings, standings_to_json
from scoring.variants import SEATS, Variant

# --- what there is -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Printable:
    """What there is to print: seat lists and filled-in sheets of a round; standings and brackets of a stage;
    certificates once a round is over. Blank sheets there are always."""

    tournament: Tournament
    regulations: Regulations
    rounds: Sequence[Round]
    round: Round | None
    standings: Sequence[Stage]
    brackets: Sequence[Stage]
    certificates: Sequence[Stage]
    tables: int


@one_moment()
def printable(actor: Actor, tournament_id: int, round_id: int | None = None) -> Printable:
    """What can be printed now, and of which round: the one asked for, else the latest. Six queries."""
    tournament = tournament_run_by(actor, tournament_id)
    regulations = regulations_of(tournament)
    rounds = list(live_rounds(tournament))
    played = {each.stage_id for each in rounds if each.state != RoundState.DRAFT}
    closed = {each.stage_id for each in rounds if each.state == RoundState.CLOSED}
    stages = list(Stage.objects.filter(tournament=tournament).order_by("position"))
    return Printable(
        tournament=tournament,
        regulations=regulations,
        rounds=rounds,
        round=chosen(rounds, round_id),
        standings=[stage for stage in stages if stage.pk in played],
        brackets=[stage for stage in stages if stage.bracket and has_bracket(regulations, stage)],
        certificates=[stage for stage in stages if stage.pk in closed],
        tables=tables_needed(tournament),
    )


def chosen(rounds: Sequence[Round], round_id: int | None) -> Round | None:
    if round_id is None:
        return rounds[-1] if rounds else None
    found = next((each for each in rounds if each.pk == round_id), None)
    if found is None:
        raise Refusal("round_unknown", field="round", value=round_id)
    return found


def has_bracket(regulations: Regulations, stage: Stage) -> bool:
    return regulations.stage(stage.key).system in OUT_WHEN_LOST


# --- a round: who sits where -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody in a round, and where: a table and a seat, if it is known which, or no table."""

    name: str
    team: str
    table: int | None
    seat: int | None
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePrinted:
    """A table and who sits on which seat."""

    number: int
    seats: tuple[Seated, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPrinted:
    """A round as it is drawn, a draft too. `people` are in no order."""

    tournament: Tournament
    regulations: Regulations
    terms: Terms
    round: Round
    tables: tuple[TablePrinted, ...]
    people: tuple[Person, ...]


@one_moment()
def round_printed(actor: Actor, tournament_id: int, round_id: int | None = None) -> RoundPrinted:
    """Who sits where in a round: in the one asked for, else in the latest. Seven queries."""
    tournament = tournament_run_by(actor, tournament_id)
    regulations = regulations_of(tournament)
    round_ = chosen(list(live_rounds(tournament)), round_id)
    if round_ is None:
        raise Refusal("round_unknown", field="round", value="")
    seating, players = seating_of(round_), players_in(tournament, round_)
    tables = tuple(table_printed(table, players, regulations) for table in seating.tables)
    people = [
        person
        for table in seating.tables
        for team in table.teams
        for person in people_at(table.number, team, players[team.team_id], regulations)
    ]
    people += [
        Person(name=name, team=team.name, table=None, seat=None, place=Place(team.place))
        for team in seating.without
        for name in players[team.team_id] or [team.name]
    ]
    return RoundPrinted(
        tournament=tournament,
        regulations=regulations,
        terms=terms_for(regulations, round_),
        round=round_,
        tables=tables,
        people=tuple(people),
    )


def players_in(tournament: Tournament, round_: Round) -> dict[int, list[str]]:
    """Who plays for which team in this round, substitutes in place of those they stand in for. Two queries."""
    stands = Substitute.objects.filter(round=round_, last_hand__isnull=True)
    instead = dict(stands.values_list("member_id", "substitute__shown_name"))
    players: dict[int, list[str]] = defaultdict(list)
    members = Member.objects.filter(tournament=tournament).order_by("position")
    for team, player, name in members.values_list("team_id", "player_id", "player__shown_name"):
        players[team].append(instead.get(player, name))
    return players


def seats_taken(team: SeatShown, regulations: Regulations) -> range:
    """The seats of a team, from 0: its first, and then every second one while it has members to play."""
    if regulations.ranked is Ranked.INDIVIDUAL:
        return range(team.seat, team.seat + 1)
    return range(team.seat, SEATS[regulations.variant], 2)


def people_at(table: int, team: SeatShown, players: Sequence[str], regulations: Regulations) -> list[Person]:
    """Whose seat is whose in a team with more members than seats, only the table knows."""
    seats = seats_taken(team, regulations)
    known = len(players) == len(seats)
    return [
        Person(name=name, team=team.name, table=table, seat=seats[at] + 1 if known else None, place=Place.TABLE)
        for at, name in enumerate(players or [team.name])
    ]


def table_printed(table: TableShown, players: dict[int, list[str]], regulations: Regulations) -> TablePrinted:
    taken = [(team, seats_taken(team, regulations)) for team in table.teams]
    alone = regulations.variant in (Variant.THREECHU, Variant.GRAND_SEIGNEUR) or len(taken) == FIVE
    seated = []
    for team, seats in taken:
        names = players[team.team_id]
        for at, seat in enumerate(seats):
            name = names[at] if len(names) == len(seats) else team.name or ", ".join(names)
            seated.append(Seated(number=seat + 1, name=name, team=team.name, side=None if alone else seat % 2))
    return TablePrinted(number=table.number, seats=tuple(sorted(seated, key=lambda each: each.number)))


# --- a stage: how it stands --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedTeam:
    """A row of the standings with the people in it. `rank` is None for whoever is disqualified; `stage` is how far they
    came, in a final ranking over several stages, else empty."""

    rank: int | None
    number: str
    name: str
    members: tuple[str, ...]
    values: dict[str, int | float | None]
    withdrawn: bool
    stage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPrinted:
    """The standings of a stage after a round: one table, or one for every group, by the group's key. Of the last of
    several stages, once the tournament is finished, the final ranking: one table with everybody."""

    tournament: Tournament
    regulations: Regulations
    stage: Stage
    through: int
    criteria: tuple[str, ...]
    tables: tuple[tuple[str, tuple[RankedTeam, ...]], ...]

    @property
    def final(self) -> bool:
        return any(row.stage for _group, rows in self.tables for row in rows)


@one_moment()
def standings_printed(actor: Actor, tournament_id: int, stage_key: str | None = None) -> StandingsPrinted:
    """The standings as the staff sees them, of a stage or of the last that has begun. Five queries; eight more if
    nobody has ranked it yet, seven more for groups, and one more once it is finished."""
    return standings_and_people(actor, tournament_id, stage_key)[0]


@one_moment()
def certificates_printed(
    actor: Actor, tournament_id: int, stage_key: str | None = None
) -> tuple[StandingsPrinted, dict[str, tuple[str, ...]]]:
    """The standings, and for every team the full names of its members: what is handed to them is theirs. As many
    queries as the standings."""
    found, people = standings_and_people(actor, tournament_id, stage_key)
    names = {number: tuple(person.name for person in team) for number, team in people.items()}
    return found, defaultdict(tuple, names)


class Named(NamedTuple):
    """Somebody in a team, by the name that is shown and by the full one."""

    shown: str
    name: str


Ranking = tuple[str, dict[str, Any]]
"""A group's key, and its standings as JSON."""


def standings_and_people(
    actor: Actor, tournament_id: int, stage_key: str | None
) -> tuple[StandingsPrinted, dict[str, list[Named]]]:
    tournament = tournament_run_by(actor, tournament_id)
    stage = stage_of(tournament, stage_key)
    grouped = stage.groups and not ends_the_tournament(tournament, stage)
    found = standings_of_groups(tournament, stage) if grouped else standings_of_all(tournament, stage)
    people: dict[str, list[Named]] = defaultdict(list)
    members = Member.objects.filter(tournament=tournament).order_by("position")
    for number, *names in members.values_list("team__number", "player__shown_name", "player__name"):
        people[str(number)].append(Named(*names))
    _, shown = found[0]
    printed = StandingsPrinted(
        tournament=tournament,
        regulations=regulations_of(tournament),
        stage=stage,
        through=int(shown["through"]),
        criteria=tuple(shown["criteria"]),
        tables=tuple((group, tuple(ranked(row, people[row["team"]]) for row in each["rows"])) for group, each in found),
    )
    return printed, people


def ends_the_tournament(tournament: Tournament, stage: Stage) -> bool:
    """Whether this was the last of several stages, and is over. One query at most."""
    if tournament.state != State.FINISHED or stage.position == 1:
        return False
    return not Stage.objects.filter(tournament=tournament, position__gt=stage.position).exists()


def standings_of_all(tournament: Tournament, stage: Stage) -> list[Ranking]:
    return [("", current_standings(stage, audience=STAFF, tournament=tournament).standings)]


def standings_of_groups(tournament: Tournament, stage: Stage) -> list[Ranking]:
    with undisturbed():
        basis = basis_of(tournament)
        groups = basis.record.stage(stage.key).groups
        found = [standings(basis.record, stage.key, None, group.key, scores=basis.scores) for group in groups]
    names = {team.id: team.name for team in basis.record.teams}
    shown = [standings_to_json(each) for each in found]
    for each in shown:
        each["rows"] = [row | {"name": names[row["team"]]} for row in each["rows"]]
    return [(group.key, each) for group, each in zip(groups, shown, strict=True)]


def ranked(row: dict[str, Any], people: Sequence[Named]) -> RankedTeam:
    return RankedTeam(
        rank=row["rank"],
        number=row["team"],
        name=row["name"],
        members=tuple(person.shown for person in people),
        values=row["values"],
        withdrawn=row["withdrawn"],
        stage=row.get("stage", ""),
    )


# --- a bracket ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPrinted:
    """Every match of a knock-out, those to come too, and the names of the teams by their ids. `scores` and `numbers`
    are those of the public page."""

    tournament: Tournament
    regulations: Regulations
    stage: Stage
    matches: tuple[MatchState, ...]
    names: dict[str, str]
    scores: dict[str, tuple[int, int]]

    @property
    def numbers(self) -> dict[str, int]:
        return numbered(self.matches)


@one_moment()
def bracket_printed(actor: Actor, tournament_id: int, stage_key: str | None = None) -> BracketPrinted:
    """The bracket of a stage, as the staff sees it. Eleven queries."""
    tournament = tournament_run_by(actor, tournament_id)
    stage = stage_of(tournament, stage_key)
    record = ResultsAlone(tournament).record()
    matches = bracket_of(record, stage.key) if has_bracket(record.regulations, stage) else ()
    return BracketPrinted(
        tournament=tournament,
        regulations=record.regulations,
        stage=stage,
        matches=matches,
        names={team.id: team.name for team in record.teams},
        scores=scores_of(record, stage.key, matches),
    )
