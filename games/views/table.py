"""The phone at the table: getting in, and the one page that does the rest by itself."""

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods

from games.choices import CallReason
from games.forms.code import CodeForm
from games.forms.refusing import refuse
from games.labels import call_reason_in_words
from games.permissions import may_score
from games.selectors.tournaments import table_seen_by, tournaments_with_codes
from games.sentences.phone import PHONE
from games.services.links import enter_by_code
from games.views.offline import keeper_of
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import remember_link, visitor
from rules.refusal import Refusal

SCRIPTS = [
    "play", "hand", "draft", "sheet", "talk", "outbox", "match", "scoring", "net", "store", "words", "dom",
]  # fmt: skip
"""What the page is made of, so that a phone has all of it before the Wi-Fi goes."""


@gzip_page
@never_cache
@require_http_methods(["GET", "POST"])
def come_in(request: HttpRequest, slug: str = "") -> HttpResponse:
    """By a link, whose token stands behind the # where no server sees it: a script exchanges it. Or by short code."""
    tournaments = tournaments_with_codes(visitor(request), slug=slug)
    form = CodeForm(request.POST or None, tournaments=tournaments)
    if form.is_valid() and _came_in(request, form):
        return redirect("play")
    context = {"form": form, "tournaments": tournaments}
    return render(request, "table/come_in.html", context, status=422 if form.errors else 200)


def _came_in(request: HttpRequest, form: CodeForm) -> bool:
    tournament, code = form.cleaned_data["tournament"], form.cleaned_data["code"]
    try:
        actor = enter_by_code(tournament_id=tournament, code=code, source=request.META.get("REMOTE_ADDR", ""))
    except Refusal as refusal:
        refuse(form, refusal)
        return False
    remember_link(request, actor)
    return True


@gzip_page
@never_cache
@ensure_csrf_cookie
@require_GET
def play(request: HttpRequest) -> HttpResponse:
    """The page of a table, for whoever came by a link. It knows nothing of the table itself, so that it can be kept on
    the phone; its script asks."""
    return redirect("come-in") if visitor(request).link is None else _page(request)


@gzip_page
@never_cache
@ensure_csrf_cookie
@require_GET
@sign_in_required
def play_table(request: Request, table: int) -> HttpResponse:
    """The same page for staff, at any table."""
    actor = visitor(request)
    if not may_score(actor, table_seen_by(actor, table).round.stage.tournament):
        raise Refusal("not_allowed")
    return _page(request, table_id=table)


def _page(request: HttpRequest, *, table_id: int | None = None) -> HttpResponse:
    context = {
        "body_class": "at-table",
        "scripts": _scripts(),
        "words": {key: str(text) for key, text in PHONE.items()},
        "table_id": "" if table_id is None else str(table_id),  # as text: no reader's digits
        "call_reasons": [(each.value, call_reason_in_words(each)) for each in CallReason],
    }
    answer = render(request, "table/play.html", context)
    answer.headers["X-Tichu"] = "play"  # so that its keeper knows it from the page of a hotel's Wi-Fi
    return answer


@never_cache
@require_GET
def keeper(request: HttpRequest) -> HttpResponse:
    """The service worker that keeps the page on the phone. Its address decides over what it may keep: /play/."""
    files = _scripts() + [staticfiles_storage.url(name) for name in ("app.css", "phone.css", "favicon.svg")]
    return keeper_of(request, "play", reverse("play"), files)


def _scripts() -> list[str]:
    return [staticfiles_storage.url(f"table/{name}.js") for name in SCRIPTS]
