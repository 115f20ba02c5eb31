"""The bracket of a knock-out with names and results, as data for a picture."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.choices import RoundState
from games.models import Table, Tournament
from games.selectors.bracket import without_hidden
from games.selectors.moment import one_moment
from games.selectors.records import ResultsAlone
from games.selectors.scores import undisturbed
from games.selectors.standings import PUBLIC
from pairing.bracket import NOBODY, MatchState, Part, bracket_of
from rules.refusal import Refusal
from scoring.outcomes import games_of_round, round_outcomes
from scoring.record import Record
from scoring.regulations import OUT_WHEN_LOST, System

SHOWN = (RoundState.PUBLISHED, RoundState.CLOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketShown:
    """All matches of a knock-out in order of play, and by the key of a match the number it is called by, what both its
    sides have, as far as that is known, and the key of the table where it is played. `names` are those of the teams."""

    stages: tuple[str, ...]
    stage: str | None
    double: bool
    matches: tuple[MatchState, ...]
    numbers: dict[str, int]
    names: dict[str, str]
    scores: dict[str, tuple[int, int]]
    tables: dict[str, int]
    hidden: bool


@one_moment()
def bracket_with_names(tournament: Tournament, *, audience: str = PUBLIC, stage: str | None = None) -> BracketShown:
    """The bracket of a stage, the last that has begun unless it is named. The public sees nothing before its first
    round is published, and no results of hidden rounds. Nine queries."""
    with undisturbed():
        record = ResultsAlone(tournament).record()
    rules = {each.key: each for each in record.regulations.stages if each.system in OUT_WHEN_LOST}
    begun = [each.key for each in record.stages if each.key in rules and each.rounds]
    if stage is not None and stage not in rules:
        raise Refusal("stage_unknown", field="stage", value=stage[:60], allowed=list(rules))
    key = stage or (begun[-1] if begun else None)
    if key is None or key not in begun:
        return BracketShown(
            stages=tuple(begun),
            stage=key,
            double=False,
            matches=(),
            numbers={},
            names={},
            scores={},
            tables={},
            hidden=False,
        )
    shown = without_hidden(record, key) if audience == PUBLIC else record
    matches = bracket_of(shown, key)
    numbers = Table.objects.filter(round__stage__tournament=tournament, round__stage__key=key)
    drawn = {(round_, number): pk for round_, number, pk in numbers.filter(round__state__in=SHOWN).values_list(
        "round__number", "number", "pk"
    )}  # fmt: skip
    return BracketShown(
        stages=tuple(begun),
        stage=key,
        double=rules[key].system is System.DOUBLE_ELIMINATION,
        matches=matches,
        numbers=numbered(matches),
        names={team.id: team.name for team in record.teams},
        scores=scores_of(shown, key, matches),
        tables={
            state.match.key: drawn[state.match.round, state.table]
            for state in matches
            if state.table is not None and (state.match.round, state.table) in drawn
        },
        hidden=len(shown.stage(key).rounds) < len(record.stage(key).rounds),
    )


def numbered(matches: Iterable[MatchState]) -> dict[str, int]:
    """What the matches are called, on the page and on paper: counted in order of play."""
    return {state.match.key: at for at, state in enumerate(filter(needed, matches), start=1)}


def needed(state: MatchState) -> bool:
    """A second final is drawn once it is needed, and a match to which nobody can come is not."""
    teams = [side.team for side in state.sides]
    if state.match.part is Part.RESET and None in teams:
        return False
    return teams != [NOBODY, NOBODY] or any(side.left for side in state.sides)


def scores_of(record: Record, key: str, matches: Iterable[MatchState]) -> dict[str, tuple[int, int]]:
    """What both sides of every match have that was played to its end: games where several make a match, else Tichu
    points. No query."""
    own = {}
    for round_ in record.stage(key).rounds:
        games = games_of_round(record, key, round_)
        for outcome in round_outcomes(record, key, round_):
            if outcome.played:
                own[round_.number, outcome.team] = games.get(outcome.team, outcome.own)
    found = {}
    for state in matches:
        one, other = ((state.match.round, side.team) for side in state.sides)
        if state.table is not None and one in own and other in own:
            found[state.match.key] = own[one], own[other]
    return found
