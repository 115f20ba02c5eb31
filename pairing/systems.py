"""One shape for all: a stage, a round and a source of chance in, a Draw out."""

import random
from collections.abc import Callable

from pairing.draw import Draw, stage_of, with_draw
from pairing.groups import draw_groups
from pairing.individual import draw_individual
from pairing.knockout import draw_double_elimination, draw_knockout
from pairing.quartet import draw_quartet
from pairing.regrouped import draw_regrouped
from pairing.round_robin import draw_round_robin
from pairing.situation import Situation, situation
from pairing.swiss import draw_swiss
from scoring.record import Record
from scoring.regulations import System

SYSTEMS: dict[System, Callable[[Situation], Draw]] = {
    System.SWISS: draw_swiss,
    System.ROUND_ROBIN: draw_round_robin,
    System.DOUBLE_ROUND_ROBIN: draw_round_robin,
    System.GROUPS: draw_groups,
    System.KNOCKOUT: draw_knockout,
    System.DOUBLE_ELIMINATION: draw_double_elimination,
    System.INDIVIDUAL_DRAW: draw_individual,
    System.QUARTET: draw_quartet,
    System.REGROUPED: draw_regrouped,
}


def draw(record: Record, stage: str, round: int, rng: random.Random) -> Draw:  # noqa: A002
    """Draw this round of this stage. The same record and the same chance give the same draw.

    Of a draft of the round that is in the record, what is marked as kept stays. Nobody is left out: the draw is
    complete, or it is refused with what clashes and the least that would help.
    """
    return SYSTEMS[record.regulations.stage(stage).system](situation(record, stage, round, rng))


def plan(record: Record, stage: str, rng: random.Random) -> tuple[Draw, ...]:
    """The next round and all further ones that can be drawn before it is played.

    Where everybody meets everybody, and where partners are drawn, that is the whole schedule; where results decide who
    meets whom it is one round.
    """
    number = len(stage_of(record, stage).rounds) + 1
    draws = [draw(record, stage, number, rng)]
    while draws[-1].plan:
        record = with_draw(record, draws[-1])
        draws.append(draw(record, stage, number + len(draws), rng))
    return tuple(draws)


def chance(seed: str) -> random.Random:
    """What a seed that is published stands for: the same draw on every machine."""
    return random.Random(seed)
