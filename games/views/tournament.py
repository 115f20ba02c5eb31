"""A tournament as everybody sees it: its standings, with their reasons, on a page of its own and on a club's."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.formats import stage_name
from games.labels import ruling_in_words
from games.selectors.public import Ahead, Board, OpenTournament, Progress, Ranked, StandingsShown, standings_shown
from games.selectors.public_team import Decision
from games.sentences.standings import (
    ALONE,
    EXPLAINED,
    OUT_OF_RANKING,
    ahead_in_words,
    behind_in_words,
    criterion_in_words,
    figure,
    movement_in_words,
    one_sentence,
)
from games.views.embedding import embeddable
from games.views.keeping import Page, shown, stage_asked_for
from games.views.pictures import late_round_name
from scoring.record import Ruling
from scoring.regulations import Ranked as WhoIsRanked

# --- pages -------------------------------------------------------------------------------------------------------


@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The standings, live, with what moved and why everybody stands where they do."""
    stage = stage_asked_for(request)
    return shown(request, slug, standings_page(stage, "tournament", "public/standings.html", "public/page.html"))


@embeddable
@require_safe
def embed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The standings alone, to stand in a club's own page. Cookies do not come along there, so everybody is a stranger
    and a private tournament is not to be seen."""
    stage = stage_asked_for(request)
    return shown(request, slug, standings_page(stage, "embed", "public/_boards.html", "public/embed.html"))


def standings_page(stage: str | None, tab: str, template: str, frame: str) -> Page:
    return Page(
        tab=tab,
        which=f"{tab} {stage or ''}",
        template=template,
        context=lambda found: standings_context(found, stage),
        query="" if stage is None else f"stage={stage}",
        frame=frame,
    )


# --- what stands there -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row of the standings in words. `values` are the columns, as one reads them, `marks` what the director decided,
    in a word each, and `notes` the same with what it cost and why."""

    row: Ranked
    values: tuple[str, ...]
    way: str
    places: int
    moved: str
    why: str
    marks: tuple[str, ...]
    notes: tuple[str, ...]
    stage: str


def standings_context(tournament: OpenTournament, stage: str | None) -> dict[str, Any]:
    found = standings_shown(tournament, stage)
    where = where_in_words(found)
    names = {rules.key: stage_name(rules) for rules in found.regulations.stages}
    return {
        "found": found,
        "title": "",
        "heading": heading(found),
        "where": where,
        "description": " ".join(part for part in (where, leaders(found)) if part) or when_and_where(tournament),
        "when": when_and_where(tournament),
        "bracket": found.bracket,
        "boards": [(board, lines_of(board, names)) for board in found.boards],
        "columns": [(criterion_in_words(key, short=True), criterion_in_words(key)) for key in found.columns],
        "explained": [(criterion_in_words(key), EXPLAINED[key]) for key in found.criteria],
        "stages": stages_to_choose(found, names),
        "over_stages": found.final and len(found.stages) > 1,
        "alone": found.regulations.ranked is WhoIsRanked.INDIVIDUAL,
    }


def heading(found: StandingsShown) -> str:
    """What these standings are."""
    if not found.rounds:
        return _("Who takes part")
    if found.final:
        return _("Final ranking")
    if not found.through:
        return _("Standings")
    here = found.progress.round
    if here is not None and here.open and (here.stage, here.in_stage) == (found.stage, found.through):
        return _("Standings in round %(number)s") % {"number": found.through}
    return _("Standings after round %(number)s") % {"number": found.through}


def where_in_words(found: StandingsShown) -> str:
    """Where the tournament stands, in one or two sentences."""
    if found.finished:
        over, to_come = _("The tournament is over."), _("The final ranking is to come.")
        return over if found.tournament.ranking_published_at else f"{over} {to_come}"
    here = found.progress.round
    if here is None:
        return _("The first round has not been drawn yet.")
    return f"{round_in_words(found.progress)} {tables_in_words(found.progress)}".strip()


def round_in_words(progress: Progress) -> str:
    here = progress.round
    if here is None:
        return ""
    if here.from_the_end is not None:
        name = {"name": late_round_name(here.from_the_end)}
        return (_("%(name)s: being played.") if here.open else _("%(name)s: over.")) % name
    facts = {"number": here.in_stage, "of": progress.of}
    if progress.of is None:
        return (_("Round %(number)s is being played.") if here.open else _("Round %(number)s is over.")) % facts
    if here.open:
        return _("Round %(number)s of %(of)s is being played.") % facts
    return _("Round %(number)s of %(of)s is over.") % facts


def tables_in_words(progress: Progress) -> str:
    if progress.round is None or not progress.round.open:
        return ""
    return _("%(done)s of %(tables)s tables done.") % {"done": progress.done, "tables": progress.tables}


def when_and_where(tournament: OpenTournament) -> str:
    """Date, time and place, as far as they are known."""
    when = date_format(localtime(tournament.starts_at), "DATETIME_FORMAT") if tournament.starts_at else ""
    return ", ".join(part for part in (when, tournament.place) if part)


def leaders(found: StandingsShown) -> str:
    """The first three, for those who see a link to this page."""
    if len(found.boards) != 1:
        return ""
    best = [row for row in found.boards[0].rows if row.rank is not None and row.rank <= 3][:3]
    return " ".join(f"{row.rank}. {row.name}" for row in best)


def stages_to_choose(found: StandingsShown, names: dict[str, str]) -> list[tuple[str, str]]:
    """The stages that have begun, if there are several. The end of the last is the final ranking."""
    if len(found.stages) < 2:
        return []
    over = found.tournament.ranking_published_at is not None
    last = _("Final ranking") if over else names[found.stages[-1]]
    return [*((key, names[key]) for key in found.stages[:-1]), (found.stages[-1], last)]


def lines_of(board: Board, names: dict[str, str]) -> list[Line]:
    """In a final ranking over several stages, the first who came so far has the name of the stage."""
    lines, before = [], ""
    for row in board.rows:
        ranked = row.rank is not None
        lines.append(line_of(row, board, names[row.stage] if ranked and row.stage not in ("", before) else ""))
        before = row.stage if ranked else before
    return lines


def line_of(row: Ranked, board: Board, stage: str) -> Line:
    way = "" if not row.moved or row.rank is None else "new" if row.movement is None else direction(row.movement)
    return Line(
        row=row,
        values=tuple("" if value is None else figure(value) for value in row.values),
        way=way,
        places=abs(row.movement or 0),
        moved=movement_in_words(row.movement) if way else "",
        why=why_in_words(row, board),
        marks=tuple(dict.fromkeys(ruling_in_words(ruling.kind) for ruling in row.rulings)),
        notes=tuple(note_in_words(ruling) for ruling in row.rulings),
        stage=stage,
    )


def direction(movement: int) -> str:
    return "same" if movement == 0 else "up" if movement > 0 else "down"


def why_in_words(row: Ranked, board: Board) -> str:
    """One sentence that says why a row stands where it does."""
    if row.rank is None:
        return str(OUT_OF_RANKING)
    if len(board.rows) == 1:
        return str(ALONE)
    if (
        row.behind is not None
        and row.behind.criterion is None
        and row.ahead is not None
        and row.ahead.criterion is None
    ):
        return one_sentence(compared(ahead_in_words, row.ahead))
    return one_sentence(compared(behind_in_words, row.behind), compared(ahead_in_words, row.ahead))


def compared(words: Any, with_: Ahead | None) -> str:
    return "" if with_ is None else words(with_.name, with_.criterion, with_.value, with_.against)


def note_in_words(ruling: Ruling | Decision) -> str:
    """A ruling that touches a team, with what it costs and its reason."""
    lost = []
    if ruling.points:
        lost.append(ngettext("%(number)s point", "%(number)s points", ruling.points) % {"number": ruling.points})
    if ruling.tichu_points:
        text = ngettext("%(number)s Tichu point", "%(number)s Tichu points", ruling.tichu_points)
        lost.append(text % {"number": ruling.tichu_points})
    what = ruling_in_words(ruling.kind)
    return f"{what}{' −' if lost else ''}{', −'.join(lost)}: {ruling.reason}"
