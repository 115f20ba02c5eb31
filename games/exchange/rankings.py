"""Standings on paper, with every criterion they were ranked by."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.exchange.grids import Column, Grid
from games.exchange.stages import stage_name
from games.selectors.printing import RankedTeam, StandingsPrinted
from games.sentences.standings import EXPLAINED, criterion_in_words, figure
from scoring.regulations import Ranked

NOT_SHOWN = ("decision", "lots", "progress")
"""Their numbers say nothing to a reader."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The standings of a stage: a table, or one for every group, and below them what the columns count. A final ranking
    over several stages has a table for each, and the ranks go on from one to the next."""

    tournament: str
    title: str
    after: str
    grids: tuple[Grid, ...]
    notes: tuple[str, ...]


def ranking(found: StandingsPrinted) -> Ranking:
    rows = [row for _group, rows in found.tables for row in rows]
    criteria = [key for key in found.criteria if key not in NOT_SHOWN and any(decides(row, key) for row in rows)]
    columns = columns_of(found, criteria)
    stage = stage_name(found.regulations, found.stage.key)
    return Ranking(
        tournament=found.tournament.name,
        title=_("Final ranking") if found.final else f"{_('Standings')} · {stage}" if stage else _("Standings"),
        after=_("after round %(number)s") % {"number": found.through} if found.through and not found.final else "",
        grids=tuple(
            Grid(columns=columns, rows=tuple(row_of(row, criteria) for row in rows), heading=heading)
            for heading, rows in (by_stage(found) if found.final else by_group(found))
        ),
        notes=tuple(f"{criterion_in_words(key)}: {EXPLAINED[key]}" for key in criteria),
    )


def by_group(found: StandingsPrinted) -> list[tuple[str, Sequence[RankedTeam]]]:
    return [(_("Group %(name)s") % {"name": group} if group else "", rows) for group, rows in found.tables]


def by_stage(found: StandingsPrinted) -> list[tuple[str, Sequence[RankedTeam]]]:
    """How far everybody came. Whoever is disqualified stands at the very end."""
    rows = [row for _group, rows in found.tables for row in rows]
    parts: dict[str, list[RankedTeam]] = {}
    for row in rows:
        last = next(reversed(parts), row.stage)
        parts.setdefault(row.stage if row.rank is not None else last, []).append(row)
    return [(stage_name(found.regulations, stage), part) for stage, part in parts.items()]


def decides(row: RankedTeam, key: str) -> bool:
    """Whether there is something to show: nobody has met among equals, for example, where there were none."""
    return row.values.get(key) is not None


def columns_of(found: StandingsPrinted, criteria: list[str]) -> tuple[Column, ...]:
    who = _("Player") if found.regulations.ranked is Ranked.INDIVIDUAL else _("Team")
    numbers = [
        Column(head=criterion_in_words(key, short=True), width=22, align="right", strong=at == 0)
        for at, key in enumerate(criteria)
    ]
    return (Column(head=_("Rank"), width=15, strong=True), Column(head=who, width=80, align="left"), *numbers)


def row_of(row: RankedTeam, criteria: list[str]) -> tuple[str, ...]:
    """Whoever is disqualified has no rank. A criterion that had nothing to decide is left empty."""
    values = [row.values.get(key) for key in criteria]
    shown = ["" if value is None else figure(value) for value in values]
    return (f"{row.rank}." if row.rank else "–", name_of(row), *shown)


def name_of(row: RankedTeam) -> str:
    """A team with a name of its own has its members below it."""
    said = row.name
    if row.withdrawn:
        said = f"{said} ({_('withdrawn')})"
    members = [member for member in row.members if member not in row.name]
    return f"{said}\n{', '.join(row.members)}" if members else said
