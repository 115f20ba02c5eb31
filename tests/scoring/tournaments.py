"""Small and large tournaments for the tests, made in a few words."""

import random

from scoring.hand import HandRules
from scoring.match import Length, MatchRules, Tie
from scoring.record import Hand, Record, Round, Ruling, RulingKind, Stage, Table, Team, WholeMatch
from scoring.regulations import WINNABLE, ByeCounts, Counting, PointRules, Regulations, StageRules, System

FOUR_HANDS = MatchRules(length=Length.HANDS, hands=4, tie=Tie.DRAW)


def swiss(*tiebreaks: str, rounds: int = 9, match: MatchRules = FOUR_HANDS, **points: object) -> Regulations:
    """A Swiss for pairs with these tie-breaks."""
    stage = StageRules(
        system=System.SWISS, rounds=rounds, match=match, tiebreaks=tiebreaks, points=PointRules(**points)
    )
    return Regulations(stages=(stage,))


def whole(number: int, one: str, other: str, totals: tuple[int, int]) -> Table:
    """A table of two pairs of which only the result is known."""
    return Table(number=number, seats=(one, other, one, other), whole=WholeMatch(totals=totals, hands=4))


def teams(*ids: str) -> tuple[Team, ...]:
    return tuple(Team(id=id_, name=f"Pair {id_}", members=(f"{id_}1", f"{id_}2")) for id_ in ids)


def of_rounds(regulations: Regulations, ids: str, *rounds: list[Table], **more: object) -> Record:
    """A record of one stage; whoever has no table has a bye."""
    played = []
    for number, tables in enumerate(rounds, start=1):
        seated = {team for table in tables for team in table.seats}
        byes = tuple(team for team in ids if team not in seated)
        played.append(Round(number=number, tables=tuple(tables), byes=byes))
    stage = Stage(key="main", rounds=tuple(played))
    return Record(name="Trial", regulations=regulations, teams=teams(*ids), stages=(stage,), **more)


def penalty(team: str, points: int = 1, **more: object) -> Ruling:
    facts = {"id": "r1", "stage": "main", "round": 1, "reason": "late"} | more
    return Ruling(kind=RulingKind.PENALTY, team=team, points=points, **facts)


def random_hand(chance: random.Random) -> Hand:
    """A hand with roughly the frequencies of real play."""
    calls = tuple(chance.choices(("", "T", "GT"), (78, 14, 8))[0] for _ in range(4))
    first = chance.randrange(4)
    if chance.random() < 0.237:
        return Hand(calls=calls, out=(first, (first + 2) % 4))
    return Hand(calls=calls, out=(first, (first + chance.choice((1, 3))) % 4), points=chance.randrange(-25, 130, 5))


def random_record(
    chance: random.Random, *, pairs: int, rounds: int, hands: int, tiebreaks: tuple[str, ...],
    counting: Counting = Counting.MATCH,
) -> Record:  # fmt: skip
    """A tournament of fixed pairs who meet at random; with an odd number somebody sits out."""
    ids = [f"t{number:05d}" for number in range(pairs)]
    match = MatchRules(length=Length.HANDS, hands=hands, tie=Tie.DRAW)
    bye = ByeCounts.WIN if counting in WINNABLE else ByeCounts.NOTHING
    points = PointRules(counting=counting, bye=bye)
    stage = StageRules(system=System.SWISS, rounds=rounds, match=match, tiebreaks=tiebreaks, points=points)
    played = []
    for number in range(1, rounds + 1):
        order = chance.sample(ids, len(ids))
        tables = tuple(
            Table(
                number=at // 2 + 1,
                seats=(order[at], order[at + 1]) * 2,
                hands=tuple(random_hand(chance) for _ in range(hands)),
            )
            for at in range(0, len(order) - 1, 2)
        )
        played.append(Round(number=number, tables=tables, byes=tuple(order[len(order) // 2 * 2 :])))
    return Record(
        name="Random",
        regulations=Regulations(hand=HandRules(), stages=(stage,)),
        teams=tuple(Team(id=id_, rating=chance.randrange(1000, 2000)) for id_ in ids),
        stages=(Stage(key="main", rounds=tuple(played)),),
        seed="lots",
    )
