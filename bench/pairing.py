"""Our draws beside swisspair, py4swiss (FIDE Dutch) and networkx, on the same histories of five rounds.

The peers get their input ready-made: ranks, points and who has met whom. Ours starts from the Record, so it reads the
results and ranks the teams first, and ends with seats, table numbers and reasons.
"""

import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import networkx
import swisspair
from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf, TrfParser

from bench.line import Line, best_of, cpu_timed, timed
from pairing.draw import with_draw
from pairing.matching import packed
from pairing.situation import situation
from pairing.swiss import Prices, line_up
from pairing.systems import draw, plan
from scoring.presets import GERMAN_CHAMPIONSHIP
from scoring.record import Record, Stage, Team
from scoring.standings import standings
from tests.pairing.histories import played, swiss_record

ROUNDS = 5
RUNS = 5
MANY = 25
"""Where a draw takes a few milliseconds, so many, for whatever else the machine does takes as long."""


def history(teams: int) -> Record:
    """Five rounds of a Swiss, drawn by us, with random results."""
    record, chance = swiss_record(teams, rounds=9), random.Random(teams)
    for number in range(1, ROUNDS + 1):
        record = played(with_draw(record, draw(record, "main", number, random.Random(number))), chance)
    return record


def ours(record: Record) -> float:
    return timed(lambda: draw(record, "main", ROUNDS + 1, random.Random(1)))


# --- the peers ---------------------------------------------------------------------------------------------------


def with_swisspair(record: Record) -> Callable[[], float]:
    met: dict[str, set[str]] = defaultdict(set)
    for each in record.stages[0].rounds:
        for table in each.tables:
            one, other = table.seats[:2]
            met[one].add(other)
            met[other].add(one)
    rows = standings(record).rows
    players = [
        swisspair.Player(
            id=row.team, points=int(row.values["points"] or 0), rank=at, cannot_be_paired_against_ids=met[row.team]
        )
        for at, row in enumerate(rows, start=1)
    ]
    return lambda: timed(lambda: swisspair.create_matches(players))


def with_py4swiss(record: Record) -> Callable[[], float]:
    trf = report(record)
    return lambda: timed(lambda: DutchEngine.generate_pairings(trf))


def report(record: Record) -> ParsedTrf:
    """The tournament as a FIDE report file: our first side is White, a win gives 1 point."""
    number = {team.id: at for at, team in enumerate(record.teams, start=1)}
    results: dict[str, list[str]] = defaultdict(list)
    points: dict[str, float] = defaultdict(float)
    for each in record.stages[0].rounds:
        for table in each.tables:
            assert table.whole is not None
            for side, colour in ((0, "w"), (1, "b")):
                own, other = table.whole.totals[side], table.whole.totals[1 - side]
                team, opponent = table.seats[side], table.seats[1 - side]
                results[team].append(f"  {number[opponent]:4d} {colour} {'1=0'[(own == other) + 2 * (own < other)]}")
                points[team] += (own > other) + (own == other) / 2
    lines = [f"XXR {9}"]
    for rank, team in enumerate(sorted(number, key=lambda team: -points[team]), start=1):
        head = f"001 {number[team]:4d} {'':5}{team:<33} {2000 - number[team]:4d}{'':28}{points[team]:4.1f} {rank:4d}"
        lines.append(head + "".join(results[team]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history.trf"
        path.write_text("\n".join(lines) + "\n")
        return TrfParser.parse(path)


def with_networkx(record: Record) -> Callable[[], float]:
    """The complete graph with our own costs."""
    s = situation(record, "main", ROUNDS + 1, random.Random(1))
    prices = Prices(s, line_up(s, s.present))
    pairs = [(one, other) for one in range(len(s.present)) for other in range(one + 1, len(s.present))]
    weights = packed([prices.of(*pair) or () for pair in pairs], len(s.present) // 2)
    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in zip(pairs, weights, strict=True))
    return lambda: timed(lambda: networkx.max_weight_matching(graph, maxcardinality=True))


PEERS = (
    ("swisspair", with_swisspair, {64: MANY, 128: MANY, 256: RUNS, 1024: RUNS, 10_000: RUNS}, {128: 0.2}),
    ("py4swiss", with_py4swiss, {64: RUNS, 128: RUNS, 256: RUNS, 1024: RUNS}, {128: 1.0}),
    ("networkx", with_networkx, {64: RUNS, 128: RUNS, 256: RUNS, 1024: RUNS}, {}),
)
"""Each peer, at which sizes and how often it is run (where it takes less than a minute), and the goals there."""


def swiss() -> Iterator[Line]:
    histories = {teams: history(teams) for teams in (64, 128, 256, 1024, 10_000)}
    for teams, record in histories.items():
        for name, prepare, sizes, goals in PEERS:
            if teams in sizes:
                mine, theirs = best_of(sizes[teams], lambda record=record: ours(record), prepare(record))
                yield Line(id="P2", what=f"swiss {teams} beside {name}", ours=mine, peer=theirs, goal=goals.get(teams))
    large, small = best_of(RUNS, lambda: ours(histories[10_000]), lambda: ours(histories[1024]))
    yield Line(id="P3", what="swiss 10000 beside swiss 1024", ours=large, peer=small, goal=20)


# --- individuals -------------------------------------------------------------------------------------------------

SECONDS = 0.1
"""What a whole schedule of 1,000 players may take, and the repair when somebody leaves."""


def individuals(players: int) -> Record:
    teams = tuple(Team(id=f"p{number:04d}") for number in range(players))
    return Record(name="Individuals", regulations=GERMAN_CHAMPIONSHIP, teams=teams)


def individual() -> Iterator[Line]:
    for players in (100, 1000):
        record = individuals(players)
        spent = min(cpu_timed(lambda record=record: plan(record, "main", random.Random(1))) for _ in range(RUNS))
        yield Line(id="S3", what=f"individual {players}, six rounds, beside 0.1 s", ours=spent, peer=SECONDS, goal=1)
    left = after_three(record)
    spent = min(cpu_timed(lambda: plan(left, "main", random.Random(2))) for _ in range(RUNS))
    yield Line(
        id="S3", what="individual 1000, one leaves after round 3, beside 0.1 s", ours=spent, peer=SECONDS, goal=1
    )


def after_three(record: Record) -> Record:
    """Three rounds of the plan are over, and somebody leaves."""
    draws = plan(record, "main", random.Random(1))
    rounds = tuple(each.as_round() for each in draws)
    stage = Stage(key="main", rounds=rounds[:3], plan=rounds[3:])
    gone = replace(record.teams[0], withdrawn=3)
    return replace(record, teams=(gone, *record.teams[1:]), stages=(stage,))


def measure() -> Iterator[Line]:
    yield from swiss()
    yield from individual()
