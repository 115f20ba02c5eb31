"""Knock-outs: whoever loses is out, in a double elimination whoever loses twice.

The first round makes the bracket. Later rounds follow it, whatever is wished. A round has every match of the bracket
that is due; whoever finds nobody there goes on without playing. Those who are out have no place in the draw, and those
who come after the first round never get one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pairing.bracket import MatchState, Part, bracket_states, doublings, reset_possible
from pairing.draw import Draw, DrawnTable, Reason, Without
from pairing.layout import new_places
from pairing.seating import Placing, numbered, sides
from pairing.situation import Situation
from rules.refusal import Refusal
from scoring.plain import to_plain


def draw_knockout(s: Situation) -> Draw:
    """One round of a knock-out. The match for the third place, if there is one, is beside the final."""
    places = bracket_places(s)
    return due_round(s, places, from_the_end=doublings(len(places)) - s.number + 1)


def draw_double_elimination(s: Situation) -> Draw:
    """One round of a double elimination. Both finals count as the last round."""
    places = bracket_places(s)
    return due_round(s, places, from_the_end=max(1, 2 * doublings(len(places)) - s.number + 1))


def bracket_places(s: Situation) -> tuple[str, ...]:
    """Who stands where in the bracket. Round 1 makes it, unless it was given before anything was drawn."""
    if s.number > 1 or (s.stage.bracket and s.draft is None):
        if not s.stage.bracket:
            raise Refusal("bracket_missing", field="bracket", stage=s.stage.key)
        missing = [team for team in s.present if team not in s.stage.bracket]
        if s.number == 1 and missing:
            raise Refusal("bracket_lacks", field="bracket", stage=s.stage.key, teams=missing)
        return s.stage.bracket
    if len(s.present) < 2:
        raise Refusal("too_few", field="teams", value=len(s.present), minimum=2)
    return new_places(s)


# --- one round of a bracket --------------------------------------------------------------------------------------


def due_round(s: Situation, places: tuple[str, ...], *, from_the_end: int) -> Draw:
    """The matches of the bracket that are due in this round."""
    states = bracket_states(s, places)
    refuse_undecided(s, states)
    due = [state for state in states if state.match.round == s.number]
    met = [state for state in due if len(state.teams) == 2]
    byes = tuple(advancing(s, state) for state in due if state.winner)
    waiting = tuple(those_waiting(s, states))
    refuse_over(s, states, anybody=bool(met or byes or waiting))
    refuse_kept(s, met, byes)
    return Draw(
        stage=s.stage.key,
        round=s.number,
        tables=tables_for(s, met),
        byes=byes,
        waiting=waiting,
        from_the_end=from_the_end,
        bracket=places if s.number == 1 else (),
    )


def tables_for(s: Situation, met: Sequence[MatchState]) -> tuple[DrawnTable, ...]:
    """A table for each match, from the top of the bracket; the kept ones get their reason too."""
    why = {frozenset(state.teams): Reason(code="bracket", facts=facts_of(state)) for state in met}
    kept = {frozenset(table.seats) for table in s.kept}
    placings = [
        Placing(sides(s, *state.teams), (why[frozenset(state.teams)],))
        for state in met
        if frozenset(state.teams) not in kept
    ]
    return tuple(
        replace(table, reasons=(why[frozenset(table.seats)], *table.reasons)) if table.kept else table
        for table in numbered(s, placings)
    )


def facts_of(state: MatchState) -> dict[str, object]:
    """Which match it is, and where its two sides come from."""
    match = state.match
    return {"match": match.key, "part": match.part.value, "from": [to_plain(source) for source in match.sources]}


def advancing(s: Situation, state: MatchState) -> Without:
    """Somebody goes on without a match: because an opponent has left, or because the bracket has none."""
    team = state.winner or ""
    facts: dict[str, object] = {"match": state.match.key, "part": state.match.part.value}
    left = [side.left for side in state.sides if side.left]
    if left:
        reason = Reason(code="walkover", facts=facts | {"left": left[0]})
    else:
        reason = Reason(code="bye_of_the_bracket", facts=facts)
    if team in s.kept_byes:
        return Without(team=team, reasons=(reason, Reason(code="kept")), kept=True)
    return Without(team=team, reasons=(reason,))


def those_waiting(s: Situation, states: Sequence[MatchState]) -> Iterator[Without]:
    """Everybody who is still in and has no match in this round, with the match that comes next."""
    placed = {team for state in states if state.match.round == s.number for team in state.teams}
    for state in states:
        for side, other in (state.sides, state.sides[::-1]):
            if state.match.round > s.number and side.team and side.team not in placed:
                placed.add(side.team)
                facts = {"match": state.match.key, "round": state.match.round, "against": to_plain(other.source)}
                yield Without(team=side.team, reasons=(Reason(code="waits_for", facts=facts),))


def refuse_undecided(s: Situation, states: Sequence[MatchState]) -> None:
    for state in states:
        match = state.match
        if match.round < s.number and state.winner is None:
            teams = list(state.teams)
            raise Refusal(
                "match_undecided", field="round", round=match.round, table=state.table, teams=teams, match=match.key
            )


def refuse_over(s: Situation, states: Sequence[MatchState], *, anybody: bool) -> None:
    """After the last match, or when nobody is left who could play or go on."""
    final = next(state for state in states if state.match.part is Part.FINAL)
    last = max(state.match.round for state in states if state.match.part is not Part.RESET or reset_possible(final))
    if s.number > last or not anybody:
        rounds = min(last, s.number - 1)
        raise Refusal("stage_over", field="round", stage=s.stage.key, value=s.number, rounds=rounds)


def refuse_kept(s: Situation, met: Sequence[MatchState], byes: Sequence[Without]) -> None:
    """What the director keeps must be what the bracket has."""
    pairs = {frozenset(state.teams) for state in met}
    tables = [table.number for table in s.kept if frozenset(table.seats) not in pairs]
    advance = {each.team for each in byes}
    teams = [team for team in s.kept_byes if team not in advance]
    if tables or teams:
        raise Refusal("kept_not_in_bracket", field="kept", tables=tables, byes=teams)
