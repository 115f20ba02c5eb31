"""A large tournament as rows, made at once: pairs who meet by chance, hands with the frequencies of real play."""

import random
from datetime import datetime

from django.utils import timezone

from games.choices import Place, Role, RoundState, State
from games.models import Account, Hand, Member, Player, Round, Seat, Staff, Stage, Table, Team, Tournament
from scoring.presets import PRESETS
from scoring.regulations import regulations_to_json
from tests.length import at_length
from tests.scoring.tournaments import random_hand

SIZES = (20, at_length(500, usually=60))
"""Two fields: what costs the same in both costs the same in all. Lists of the larger one go over several pages."""


def large_tournament(teams: int, *, rounds: int, hands: int, last: int | None = None) -> Tournament:
    """So many pairs, rounds, and hands at every table; in the last round so many."""
    chance, now = random.Random(teams), timezone.now()
    regulations = regulations_to_json(PRESETS["swiss_evening"])
    regulations["stages"][0] |= {"rounds": max(rounds, 12)}
    regulations["stages"][0]["match"]["hands"] = max(hands, 12)
    tournament = Tournament.objects.create(
        slug=f"large-{teams}-{rounds}", name="Large", regulations=regulations, seed="1", made_at=now,
        state=State.RUNNING,
    )  # fmt: skip
    account, _ = Account.objects.get_or_create(username=f"director of {teams}", is_staff=True)
    Staff.objects.create(tournament=tournament, account=account, role=Role.DIRECTOR)
    entrants = enter(tournament, teams, now)
    stage = Stage.objects.create(tournament=tournament, key="main", position=1)
    for number in range(1, rounds + 1):
        played = hands if last is None or number < rounds else last
        state = RoundState.PUBLISHED if number == rounds else RoundState.CLOSED
        round_ = Round.objects.create(
            stage=stage, number=number, seed="1", drawn_from=1, drawn_at=now, published_at=now, state=state,
            closed_at=None if state is RoundState.PUBLISHED else now,
        )  # fmt: skip
        play(round_, chance.sample(entrants, teams), played, chance, now)
    return tournament


def enter(tournament: Tournament, teams: int, now: datetime) -> list[Team]:
    entrants = Team.objects.bulk_create(
        Team(tournament=tournament, number=number, name=f"Pair {number}", entered_at=now)
        for number in range(1, teams + 1)
    )
    names = [f"Player {team}.{member}" for team in range(teams) for member in (1, 2)]
    players = Player.objects.bulk_create(Player(name=name, shown_name=name) for name in names)
    Member.objects.bulk_create(
        Member(tournament=tournament, team=entrants[at // 2], player=player, position=at % 2 + 1)
        for at, player in enumerate(players)
    )
    return entrants


def play(round_: Round, order: list[Team], hands: int, chance: random.Random, now: datetime) -> None:
    tables = Table.objects.bulk_create(Table(round=round_, number=at + 1) for at in range(len(order) // 2))
    Seat.objects.bulk_create(
        Seat(round=round_, team=order[at], place=Place.TABLE, table=tables[at // 2], seat=at % 2)
        for at in range(len(tables) * 2)
    )
    sheets = [(table, number, random_hand(chance)) for table in tables for number in range(1, hands + 1)]
    Hand.objects.bulk_create(
        (
            Hand(
                table=table, number=number, calls=list(hand.calls), out=list(hand.out), points=hand.points,
                entered_at=now,
            )
            for table, number, hand in sheets
        ),
        batch_size=5000,
    )  # fmt: skip
