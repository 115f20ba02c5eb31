"""A knock-out as data for a picture."""

from dataclasses import replace
from typing import Any

from games.models import Stage
from games.selectors.moment import one_moment
from games.selectors.records import ResultsAlone
from games.selectors.standings import PUBLIC
from pairing.bracket import bracket_of, bracket_to_json
from scoring.record import Record
from scoring.standings import published_round


@one_moment()
def bracket_shown(stage: Stage, *, audience: str) -> dict[str, Any]:
    """Every match of a knock-out, those to come too. The public sees nothing before the first round is published, and
    no results of hidden rounds. Eight queries."""
    record = ResultsAlone(stage.tournament).record()
    if audience == PUBLIC:
        record = without_hidden(record, stage.key)
    return bracket_to_json(bracket_of(record, stage.key))


def without_hidden(record: Record, key: str) -> Record:
    """The record as the public may know it of this stage."""
    stage = record.stage(key)
    shown = stage.rounds[: published_round(record, key)]
    public = replace(stage, rounds=shown, bracket=stage.bracket if stage.rounds else ())
    return replace(record, stages=tuple(public if each.key == key else each for each in record.stages))
