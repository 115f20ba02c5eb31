"""What is next: one sentence with the button for it, the way of the tournament, and the acts on a round."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.choices import RoundState, State
from games.events import topic_of
from games.forms.drawing import ReasonForm
from games.forms.refusing import refuse
from games.labels import call_reason_in_words
from games.selectors.console import Console, console_of
from games.selectors.next_step import Code, Next, Part, Step
from games.selectors.tournaments import round_run_by
from games.sentences import next_steps as words
from games.services.rounds import cancel_round, close_round, reopen_round
from games.services.stages import begin_next_stage, finish_tournament
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal
from scoring.regulations import Regulations

# --- in words ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Todo:
    """What is next in words, where its button leads, and whether that acts at once. `who` sits at the table it is
    about, `enter` is where one enters for them, `table` opens it, `remind` asks it to hurry, as it
    was asked at `reminded_at`."""

    code: str
    words: str
    button: str
    url: str
    acts: bool = False
    who: str = ""
    enter: str = ""
    table: str = ""
    remind: str = ""
    reminded_at: datetime | None = None


def todo(each: Next, found: Console) -> Todo:
    facts = spoken(each, found)
    url, acts = where(each, found)
    return Todo(
        code=each.code,
        words=str(words.SENTENCES[each.code] % facts),
        button=str(words.BUTTONS[each.code]) % facts,
        url=url,
        acts=acts,
        who=" – ".join(each.facts["teams"]) if "id" in each.facts else "",
        enter=reverse("play-table", args=[each.facts["id"]]) if "id" in each.facts else "",
        table=reverse("board-table", args=[each.facts["id"]]) if "id" in each.facts else "",
        remind=reverse("board-remind", args=[each.facts["id"]]) if each.code is Code.MISSING_SLOW else "",
        reminded_at=each.facts.get("reminded_at"),
    )


def spoken(each: Next, found: Console) -> dict[str, Any]:
    """The facts as one reads them out."""
    facts: dict[str, Any] = dict(each.facts)
    for name in ("tables", "teams"):
        listed = facts.get(name)
        if isinstance(listed, list):
            facts |= {name: ", ".join(map(str, listed)), "number": len(listed)}
    if "reason" in facts:
        facts["why"] = call_reason_in_words(facts["reason"])
    if "behind" in facts:
        facts["slow"] = words.SLOW % facts
    if "stage" in facts:
        facts["stage"] = stage_name(found.regulations, facts["stage"])
    return facts


def stage_name(regulations: Regulations, key: str) -> str:
    return str(words.STAGES[regulations.stage(key).system])


def where(each: Next, found: Console) -> tuple[str, bool]:
    """The address of a step, and whether it is an act."""
    tournament = found.tournament.pk
    opened = found.open.pk if found.open else 0
    if each.code is Code.DRAW:
        return reverse("draw-ask", args=[tournament]), True
    if each.code is Code.CLOSE:
        return reverse("round-close", args=[opened]), True
    if each.code is Code.BEGIN_STAGE:
        return reverse("stage-begin", args=[tournament]), True
    if each.code is Code.FINISH:
        return reverse("console-finish", args=[tournament]), True
    if each.code is Code.MISSING_SLOW:
        return reverse("paper-sheet", args=[each.facts["id"]]), False
    page = PAGES.get(each.code, "board")
    return reverse(page, args=[tournament]), False


PAGES = {
    Code.ENTER_FIRST: "entrants",
    Code.ENTER_MORE: "entrants",
    Code.LOOKING: "entrants",
    Code.INCOMPLETE: "entrants",
    Code.CLOSE_CHECK_IN: "entrants",
    Code.DRAWING: "draw",
    Code.DRAW_REFUSED: "draw",
    Code.PUBLISH: "draw",
    Code.DRAFT_OUTDATED: "draw",
    Code.PUBLISH_RANKING: "afterwards",
    Code.OVER: "afterwards",
}
"""Where something is done; all else is done at the tables."""


def step_label(step: Step) -> str:
    return str(words.STEPS[step.part]) % {"number": step.number}


# --- what else can be done ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Something a director can do to a round or to the tournament. `key` is where its form and its refusal stand."""

    key: str
    label: str
    help: str
    url: str
    form: ReasonForm | None = None


def acts_of(found: Console, refused: ReasonForm | None, at: str) -> Iterator[Act]:
    """What else can be done as things stand; what needs a reason has a form. A form that was refused stands in the
    place of its own."""

    def form(key: str, *, needed: bool = True) -> ReasonForm:
        return refused if refused is not None and at == key else ReasonForm(act=key, needed=needed)

    opened, last, tournament = found.open, found.last, found.tournament
    if opened is not None and opened.state == RoundState.PUBLISHED:
        missing = [str(line.number) for line in found.board if not line.over]
        if missing:
            yield Act(
                key="close", label=_("Close round %(round)s all the same") % {"round": opened.number},
                help=_("These tables have no result: %(tables)s. They count as if they had not played.")
                % {"tables": ", ".join(missing)},
                url=reverse("round-close", args=[opened.pk]), form=form("close"),
            )  # fmt: skip
        if all(line.sheet == 0 and line.ruling is None for line in found.board):
            yield Act(
                key="unpublish", label=_("Make round %(round)s a draft again") % {"round": opened.number},
                help=_("Nothing has been entered yet, so it can still be changed."),
                url=reverse("round-unpublish", args=[opened.pk]),
            )  # fmt: skip
    if opened is not None:
        yield Act(
            key="cancel", label=_("Cancel round %(round)s") % {"round": opened.number},
            help=_("What was written down stays in the log and counts no more. The round can be drawn again."),
            url=reverse("round-cancel", args=[opened.pk]), form=form("cancel"),
        )  # fmt: skip
    if opened is None and last is not None and tournament.state == State.RUNNING:
        yield Act(
            key="reopen", label=_("Reopen round %(round)s") % {"round": last.number},
            help=_("Hands can be entered at its tables again."), url=reverse("round-reopen", args=[last.pk]),
        )  # fmt: skip
        yield from earlier_ends(found, form, at)


def earlier_ends(found: Console, form: Callable[[str], ReasonForm], at: str) -> Iterator[Act]:
    """To leave a stage, or the tournament, before its last round. What is next anyway is not said twice, unless it was
    refused and needs a reason."""
    after, tournament = found.standing.stage_after, found.tournament.pk
    if after is not None and (found.next.code is not Code.BEGIN_STAGE or at == "begin"):
        yield Act(
            key="begin", label=_("Begin now: %(stage)s") % {"stage": stage_name(found.regulations, after.key)},
            help=_("The rounds that are left of this stage are not played."),
            url=reverse("stage-begin", args=[tournament]), form=form("begin"),
        )  # fmt: skip
    if found.next.code is not Code.FINISH or at == "finish":
        yield Act(
            key="finish", label=_("Finish the tournament now"), help=_("The rounds that are left are not played."),
            url=reverse("console-finish", args=[tournament]), form=form("finish"),
        )  # fmt: skip


# --- the page ----------------------------------------------------------------------------------------------------


@never_cache
@require_GET
@sign_in_required
def console(request: Request, tournament: int) -> HttpResponse:
    """What is next; the part of the page that changes alone, whenever the live stream says so."""
    return show(request, tournament)


def show(
    request: Request, tournament: int, *, form: ReasonForm | None = None, at: str = "", status: int = 200
) -> HttpResponse:
    found = console_of(visitor(request), tournament)
    first, *others = (todo(each, found) for each in found.steps)
    several = len(found.regulations.stages) > 1
    acts = list(acts_of(found, form, at)) if found.directs else []
    about = found.open or found.last
    at_its_form = any(act.key == at and act.form for act in acts)
    context = {
        "tournament": found.tournament,
        "tab": "console",
        "found": found,
        "topic": topic_of(found.tournament),
        "first": first,
        "others": others,
        "several": several,
        "line": [
            {
                "step": step,
                "label": step_label(step),
                "stage": stage_name(found.regulations, step.stage) if several and step.opens_stage else "",
                "round": step.part is Part.ROUND,
            }
            for step in found.line
        ],
        "done": sum(line.over for line in found.board),
        "acts": acts,
        "about": "" if about is None else about.pk,
        "at": at,
        "wrong": [] if form is None or at_its_form else list(chain(*form.errors.values())),
    }
    template = "console/_next.html" if request.htmx else "console/console.html"
    return render(request, template, context, status=status)


# --- acts on a round ---------------------------------------------------------------------------------------------


def act_on_round(
    request: Request, round_id: int, key: str, act: Callable[[str], object], done: Callable[[dict[str, Any]], str]
) -> HttpResponse:
    """Do it, and say so on the page that says what is next; or say there why not, and keep what was typed."""
    round_ = round_run_by(visitor(request), round_id)
    said = {"round": round_.number}
    return acted(request, round_.stage.tournament_id, key, act, lambda: done(said))


def acted(
    request: Request, tournament: int, key: str, act: Callable[[str], object], done: Callable[[], str]
) -> HttpResponse:
    form = ReasonForm(request.POST, act=key)
    try:
        if form.is_valid():
            act(form.cleaned_data["reason"])
            messages.success(request, done())
            return redirect("console", tournament=tournament)
    except Refusal as refusal:
        if refusal.code == "not_allowed":
            raise
        refuse(form, refusal)
    return show(request, tournament, form=form, at=key, status=422)


@require_POST
@sign_in_required
def close(request: Request, round_id: int) -> HttpResponse:
    """The round is finished; if tables are missing, for a reason."""
    by = visitor(request)
    return act_on_round(
        request, round_id, "close", lambda reason: close_round(by=by, round_id=round_id, reason=reason),
        lambda said: _("Round %(round)s is closed.") % said,
    )  # fmt: skip


@require_POST
@sign_in_required
def reopen(request: Request, round_id: int) -> HttpResponse:
    """A closed round is played again."""
    by = visitor(request)
    return act_on_round(
        request, round_id, "reopen", lambda reason: reopen_round(by=by, round_id=round_id),
        lambda said: _("Round %(round)s is open again.") % said,
    )  # fmt: skip


@require_POST
@sign_in_required
def cancel(request: Request, round_id: int) -> HttpResponse:
    """A draft or a round that is being played is given up, for a reason."""
    by = visitor(request)
    return act_on_round(
        request, round_id, "cancel", lambda reason: cancel_round(by=by, round_id=round_id, reason=reason),
        lambda said: _("Round %(round)s is cancelled. It can be drawn again.") % said,
    )  # fmt: skip


# --- from stage to stage, and to the end -------------------------------------------------------------------------


@require_POST
@sign_in_required
def begin_stage(request: Request, tournament: int) -> HttpResponse:
    """Those who have qualified go on."""
    by = visitor(request)
    return acted(
        request, tournament, "begin",
        lambda reason: begin_next_stage(by=by, tournament_id=tournament, reason=reason),
        lambda: _("The next stage has begun. Its first round can be drawn."),
    )  # fmt: skip


@require_POST
@sign_in_required
def finish(request: Request, tournament: int) -> HttpResponse:
    """The end; before every round is played, for a reason."""
    by = visitor(request)
    return acted(
        request, tournament, "finish",
        lambda reason: finish_tournament(by=by, tournament_id=tournament, reason=reason),
        lambda: _("The tournament is finished."),
    )  # fmt: skip
