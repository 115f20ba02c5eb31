"""A small tournament as rows, made straight in the database: two pairs at a table, one hand, all that goes with it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from games.choices import Place, Role, RoundState
from games.models import (
    AccessLink,
    Account,
    Hand,
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
from scoring.presets import PRESETS
from scoring.regulations import regulations_to_json

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


def a_team(tournament: Tournament, number: int) -> Team:
    team = Team.objects.create(tournament=tournament, number=number, name=f"Pair {number}", entered_at=NOON)
    for position in (1, 2):
        name = f"{tournament.name} {number}.{position}"
        player = Player.objects.create(name=name, shown_name=name)
        Member.objects.create(tournament=tournament, team=team, player=player, position=position)
    return team


def a_link(team: Team, *, token: str = "0", **facts: object) -> AccessLink:
    return AccessLink.objects.create(
        tournament=team.tournament, team=team, token_hash=token * 64, code_hash=token * 64, made_at=NOON, **facts
    )
