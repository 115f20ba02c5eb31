"""A small tournament as rows, made straight in the database: two pairs at a table, one hand, all that goes with it.

And a larger one that is being played, with everybody who could want something of it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Any, TypeVar

import pytest
from django.apps import apps
from django.db import connection

from games.actor import NOBODY, Actor
from games.choices import Place, Role, RoundState, Scope, State
from games.models import (
    AccessLink,
    Account,
    Hand,
    LogLine,
    Member,
    Player,
    Round,
    Seat,
    Staff,
    Stage,
    Table,
    Team,
    Tournament,
)
from games.selectors.log import first_broken_line
from rules.refusal import Refusal
from scoring.presets import PRESETS
from scoring.regulations import Ranked, Regulations, regulations_to_json
from scoring.variants import Variant

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


@dataclass
class Small:
    tournament: Tournament
    teams: list[Team]
    stage: Stage
    round: Round
    table: Table
    hand: Hand
    account: Account


def small_tournament(preset: str = "swiss_evening", name: str = "Small") -> Small:
    account, _ = Account.objects.get_or_create(username="director of rows")
    tournament = Tournament.objects.create(
        slug=name.lower(), name=name, regulations=regulations_to_json(PRESETS[preset]), seed="s", made_at=NOON
    )
    Staff.objects.create(tournament=tournament, account=account, role=Role.DIRECTOR)
    teams = [a_team(tournament, number) for number in (1, 2, 3, 4)]
    stage = Stage.objects.create(tournament=tournament, key="main", position=1)
    round_ = Round.objects.create(
        stage=stage, number=1, seed="1", drawn_from=1, drawn_at=NOON, state=RoundState.PUBLISHED, published_at=NOON
    )
    table = Table.objects.create(round=round_, number=1)
    for seat in (0, 1):
        Seat.objects.create(round=round_, team=teams[seat], place=Place.TABLE, table=table, seat=seat)
    hand = Hand.objects.create(
        table=table, number=1, calls=["T", "", "", ""], out=[0, 1], points=30, entered_at=NOON, entered_by=account
    )
    return Small(tournament, teams, stage, round_, table, hand, account)


def a_team(tournament: Tournament, number: int, *, members: int = 2) -> Team:
    team = Team.objects.create(tournament=tournament, number=number, name=f"Pair {number}", entered_at=NOON)
    for position in range(1, members + 1):
        name = f"{tournament.name} {number}.{position}"
        player = Player.objects.create(name=name, shown_name=name)
        Member.objects.create(tournament=tournament, team=team, player=player, position=position)
    return team


def a_link(team: Team, *, token: str = "0", **facts: object) -> AccessLink:
    return AccessLink.objects.create(
        tournament=team.tournament, team=team, token_hash=token * 64, code_hash=token * 64, made_at=NOON, **facts
    )


# --- a round that is being played --------------------------------------------------------------------------------


@dataclass
class Play:
    """A tournament of which a round is being played: teams 1 and 2 sit at table 1, and so on."""

    tournament: Tournament
    stage: Stage
    round: Round
    tables: list[Table]
    teams: list[Team]
    director: Actor
    scorer: Actor

    @property
    def table(self) -> Table:
        return self.tables[0]

    def player(self, number: int) -> Actor:
        """Who comes with the link of this team."""
        team = self.teams[number - 1]
        return Actor(link=team.links.first() or a_fresh_link(team))


def a_fresh_link(team: Team, **facts: object) -> AccessLink:
    return AccessLink.objects.create(
        tournament=team.tournament, team=team, token_hash=token_hex(32), code_hash=token_hex(32), made_at=NOON, **facts
    )


def a_play(
    preset: str = "swiss_evening", *, name: str = "Play", tables: int = 1, at_each: int | None = None, **choices: Any
) -> Play:
    """The first round of a tournament by this preset, with some choices made otherwise, is being played."""
    regulations = replace(PRESETS[preset], **choices)
    tournament = Tournament.objects.create(
        slug=name.lower(), name=name, regulations=regulations_to_json(regulations), seed="s", made_at=NOON,
        state=State.RUNNING,
    )  # fmt: skip
    director, scorer = (staff_of(tournament, role) for role in (Role.DIRECTOR, Role.SCORER))
    rules, members = regulations.stages[0], regulations.members_at_the_table
    stage = Stage.objects.create(tournament=tournament, key=rules.key, position=1)
    here = at_each or teams_at_a_table(regulations)
    teams = [a_team(tournament, number, members=members) for number in range(1, tables * here + 1)]
    play = Play(tournament, stage, Round(), [], teams, director, scorer)
    begin_round(play, RoundState.PUBLISHED, tables=tables, minutes=rules.minutes)
    return play


def staff_of(tournament: Tournament, role: Role) -> Actor:
    account = Account.objects.create(username=f"{role} of {tournament.name}")
    Staff.objects.create(tournament=tournament, account=account, role=role)
    return Actor(account=account)


def teams_at_a_table(regulations: Regulations) -> int:
    if regulations.ranked is Ranked.TEAM:
        return 2
    return {Variant.THREECHU: 3, Variant.GRAND_SEIGNEUR: 6}.get(regulations.variant, 4)


def begin_round(play: Play, state: RoundState, *, tables: int | None = None, **facts: Any) -> Round:
    """The round of the play is closed, and there is another, in which everybody sits as before."""
    if play.tables:
        close(play.round)
    published = None if state == RoundState.DRAFT else NOON
    number, tables = play.stage.rounds.exclude(state=RoundState.CANCELLED).count() + 1, tables or len(play.tables)
    play.round = Round.objects.create(
        stage=play.stage, number=number, seed="1", drawn_from=1, drawn_at=NOON, state=state, published_at=published,
        **facts,
    )  # fmt: skip
    play.tables = [Table.objects.create(round=play.round, number=each + 1) for each in range(tables)]
    here = len(play.teams) // tables
    for at, team in enumerate(play.teams):
        where = play.tables[at // here]
        Seat.objects.create(round=play.round, team=team, place=Place.TABLE, table=where, seat=at % here)
    return play.round


def close(round_: Round) -> None:
    round_.state, round_.closed_at = RoundState.CLOSED.value, NOON
    round_.save(update_fields=["state", "closed_at"])


def strangers(play: Play) -> Iterator[tuple[str, Actor]]:
    """Everybody who has no business at table 1 of a play of at least two tables."""
    other = a_play(name=f"Other than {play.tournament.name}")
    gone = Account.objects.create(username="gone", is_active=False)
    Staff.objects.create(tournament=play.tournament, account=gone, role=Role.DIRECTOR)
    yield "nobody", NOBODY
    yield "somebody with an account", Actor(account=Account.objects.create(username="guest", is_staff=True))
    yield "a director whose account is closed", Actor(account=gone)
    yield "a director of another tournament", other.director
    yield "a player of another tournament", other.player(1)
    yield "a player of another table", play.player(len(play.teams))
    yield "a program that may only look", Actor(account=play.director.account, scope=Scope.READ)
    yield "a player who may only look", replace(play.player(1), scope=Scope.READ)
    yield "a player whose link was revoked", with_dead_link(play.teams[0], revoked_at=NOON)
    yield "a player whose link is too old", with_dead_link(play.teams[1], expires_at=NOON + timedelta(seconds=1))


def with_dead_link(team: Team, **facts: Any) -> Actor:
    """Who came in while the link was good, and still has it."""
    team.links.all().delete()
    return Actor(link=a_fresh_link(team, **facts))


# --- what an act does --------------------------------------------------------------------------------------------

Result = TypeVar("Result")


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Every row there is, as the database has it: this is asked twice for each refusal."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("games").get_models():
            table, key = (connection.ops.quote_name(name) for name in (model._meta.db_table, model._meta.pk.column))
            cursor.execute(f"SELECT * FROM {table} ORDER BY {key}")
            found[model.__name__] = cursor.fetchall()
    return found


def counters() -> tuple[int, int]:
    """How many lines all logs have together, and the versions of all tournaments."""
    return LogLine.objects.count(), sum(Tournament.objects.values_list("version", flat=True))


def done(act: Callable[..., Result], **arguments: Any) -> Result:
    """Do it: it writes one line, raises the version by one, and leaves the log whole."""
    lines, versions = counters()
    result = act(**arguments)
    assert counters() == (lines + 1, versions + 1), act.__name__
    assert first_broken_line(LogLine.objects.latest("pk").tournament) is None
    return result


def changes_nothing(act: Callable[..., Result], **arguments: Any) -> Result:
    """Do it: it is answered, and not a row has changed."""
    before = everything()
    result = act(**arguments)
    assert everything() == before, act.__name__
    return result


def refused(act: Callable[..., Any], **arguments: Any) -> Refusal:
    """Try it: it is refused, and not a row has changed."""
    before = everything()
    with pytest.raises(Refusal) as caught:
        act(**arguments)
    assert everything() == before, act.__name__
    return caught.value
