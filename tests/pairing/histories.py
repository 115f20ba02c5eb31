"""Tournaments in the middle of things: random histories, with latecomers, leavers, wishes and kept tables."""

import random
from collections.abc import Callable
from dataclasses import replace

from pairing.situation import situation
from scoring.match import Length, MatchRules, Tie
from scoring.record import Apart, Record, Round, Table, Team, WholeMatch
from scoring.regulations import Clubmates, Regulations, StageRules, System

FOUR_HANDS = MatchRules(length=Length.HANDS, hands=4, tie=Tie.DRAW)


def swiss_record(
    teams: int, *, rounds: int = 9, regulations: dict[str, object] | None = None, **stage: object
) -> Record:
    """A Swiss of so many pairs that has not begun."""
    rules = StageRules(
        system=System.SWISS, rounds=rounds, match=FOUR_HANDS, tiebreaks=("points", "buchholz", "difference"), **stage
    )
    return Record(
        name="Trial",
        regulations=Regulations(stages=(rules,), **(regulations or {})),
        teams=tuple(Team(id=f"t{number:04d}") for number in range(teams)),
    )


def played(record: Record, chance: random.Random, stage: str = "main", *, draws: bool = True) -> Record:
    """The record with results at every table of the last round of a stage."""

    def result(table: Table) -> Table:
        one = chance.randrange(0, 16) * 25
        other = 400 - one + (0 if draws or one != 200 else 25)
        return replace(table, whole=WholeMatch(totals=(one, other), hands=4))

    return with_results(record, result, stage)


def with_results(record: Record, result: Callable[[Table], Table], stage: str = "main") -> Record:
    """The record in which every table of the last round of a stage has got a result."""
    which = record.stage(stage)
    last = replace(which.rounds[-1], tables=tuple(result(table) for table in which.rounds[-1].tables))
    after = replace(which, rounds=(*which.rounds[:-1], last))
    return replace(record, stages=tuple(after if each.key == stage else each for each in record.stages))


def random_swiss(chance: random.Random, *, fewest: int = 16, most: int = 128) -> tuple[Record, int]:
    """A Swiss before one of its rounds: some have come late, some have gone, some are kept apart, some tables are kept.

    The rounds before were drawn by chance near the standings, so that there are rematches to avoid and floats.
    """
    teams, rounds = chance.randrange(fewest, most + 1), chance.randrange(1, 8)
    mates = (
        chance.choice(list(Clubmates))
        if teams > 30
        else chance.choice([Clubmates.MAY_MEET, Clubmates.APART_IF_POSSIBLE])
    )
    record = swiss_record(teams, rounds=12, regulations={"clubmates": mates})
    record = replace(
        record, teams=tuple(a_life(team, rounds, chance) for team in record.teams), apart=some_apart(record, chance)
    )
    for number in range(1, rounds + 1):
        record = played(near_draw(record, number, chance), chance)
    return with_kept_tables(record, rounds + 1, chance), rounds + 1


def a_life(team: Team, rounds: int, chance: random.Random) -> Team:
    """A team as it comes: one in ten late, one in ten leaves, a third has a club."""
    arrived = chance.randrange(1, rounds + 2) if chance.random() < 0.1 else 1
    leaves = chance.random() < 0.1
    withdrawn = chance.randrange(arrived, rounds + 2) if leaves else None
    club = chance.choice("ABCDEFGH") if chance.random() < 0.33 else ""
    return replace(team, arrived=arrived, withdrawn=withdrawn, club=club)


def some_apart(record: Record, chance: random.Random) -> tuple[Apart, ...]:
    ids = [team.id for team in record.teams]
    return tuple(
        Apart(teams=tuple(chance.sample(ids, chance.choice((2, 2, 3)))), must=chance.random() < 0.5)
        for _ in range(chance.randrange(0, 6))
    )


def near_draw(record: Record, number: int, chance: random.Random) -> Record:
    """A round in which neighbours of a slightly shuffled order meet, rematches and all."""
    s = situation(record, "main", number, chance)
    order = sorted(s.present, key=lambda team: int(team[1:]) + chance.randrange(0, 24))
    tables = tuple(
        Table(number=at // 2 + 1, seats=(order[at], order[at + 1]) * 2) for at in range(0, len(order) - 1, 2)
    )
    drawn = Round(number=number, tables=tables, byes=tuple(order[len(order) // 2 * 2 :]))
    return replace(s.record, stages=(replace(s.stage, rounds=(*s.stage.rounds, drawn)),))


def with_kept_tables(record: Record, number: int, chance: random.Random) -> Record:
    """A draft of the round in which the director wants up to two tables."""
    s = situation(record, "main", number, chance)
    some = chance.sample(list(s.present), min(len(s.present) // 2 * 2, 2 * chance.randrange(0, 3)))
    kept = tuple(
        Table(number=at // 2 + 1, seats=(some[at], some[at + 1]) * 2, kept=True) for at in range(0, len(some), 2)
    )
    return replace(s.record, stages=(replace(s.stage, rounds=(*s.stage.rounds, Round(number=number, tables=kept))),))
