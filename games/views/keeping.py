"""Public pages, kept as bytes in the process: asked for again they cost one small query, and nothing if the reader has
them already.

What a page of a tournament says follows from the tournament's version, the language, and the address alone, so a kept
one is right as long as the version is the same. It is the same for everybody: what only some may see is not on a public
page. But the frame around it differs for those who have signed in or have a message waiting, so theirs is made anew
around the kept content; and whether somebody may see a private tournament is asked every time.
"""

import hashlib
import re
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.choices import Visibility
from games.permissions import may_see
from games.selectors.public import Head, OpenTournament, head_at, head_of, whole_tournament
from games.visitors import visitor
from rules.refusal import Refusal

Thing = TypeVar("Thing")
Key = tuple[object, ...]

MOST_KEPT = 500
"""So many pages, and so many contents of pages. The ones asked for longest ago are thrown away first."""


class Shelf(Generic[Thing]):
    """Keeps what was made, one thing a key, as long as its version is asked for. Of several who want the same thing one
    makes it and the others wait."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most = most
        self.kept: OrderedDict[Key, tuple[int, Thing]] = OrderedDict()
        self.guard = threading.Lock()
        self.makers: dict[Key, threading.Lock] = defaultdict(threading.Lock)

    def get(self, key: Key, version: int, make: Callable[[], Thing], *, keep: Callable[[Thing], bool]) -> Thing:
        found = self.found(key, version)
        if found is not None:
            return found
        with self.guard:
            maker = self.makers[key]
        with maker:
            found = self.found(key, version)
            if found is None:
                found = make()
                if keep(found):
                    self.put(key, version, found)
        with self.guard:
            self.makers.pop(key, None)
        return found

    def found(self, key: Key, version: int) -> Thing | None:
        with self.guard:
            kept = self.kept.get(key)
            if kept is None or kept[0] != version:
                return None
            self.kept.move_to_end(key)
            return kept[1]

    def put(self, key: Key, version: int, thing: Thing) -> None:
        if settings.FRESH:  # what a page says follows from its template, too
            return
        with self.guard:
            self.kept[key] = version, thing
            self.kept.move_to_end(key)
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)

    def clear(self) -> None:
        with self.guard:
            self.kept.clear()


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What stands on a page of a tournament, without the frame. `keep` is false if it is not of the present version."""

    title: str
    description: str
    body: SafeString
    bracket: bool
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as bytes, with what it is recognised by."""

    etag: str
    body: bytes
    keep: bool = True

    @classmethod
    def of(cls, text: str, *, keep: bool = True) -> "Kept":
        body = text.encode()
        return cls(f'"{hashlib.sha256(body).hexdigest()[:32]}"', body, keep)


INDENTED = re.compile(r"\s*\n\s*")
"""What templates are easier to read with, and a long table much longer."""

contents: Shelf[Content] = Shelf()
answers: Shelf[Kept] = Shelf()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A public page of a tournament: which one, by whatever tells it from the others, and how its content is made.
    `query` is what belongs to its address behind the question mark."""

    tab: str
    which: str
    template: str
    context: Callable[[OpenTournament], dict[str, object]]
    query: str = ""
    frame: str = "public/page.html"


class Asked:
    """The tournament a page is asked for: in brief, and whole if somebody wants it, read once. `at_once`: somebody will
    want it, so it is not asked for in brief before."""

    def __init__(self, slug: str, *, at_once: bool) -> None:
        self.slug = slug
        self.head = head_of(self.tournament) if at_once else head_at(slug)

    @cached_property
    def tournament(self) -> OpenTournament:
        return whole_tournament(self.slug)


NOT_THERE = ("team_unknown", "stage_unknown")
"""What the address of a public page can name besides what every address can."""


def shown(request: HttpRequest, slug: str, page: Page) -> HttpResponseBase:
    """The page, or with `?live` its content alone, which an open page fetches when something has changed."""
    try:
        return kept_or_made(request, slug, page)
    except Refusal as refusal:
        if refusal.code in NOT_THERE:
            raise Http404 from refusal
        raise


def kept_or_made(request: HttpRequest, slug: str, page: Page) -> HttpResponseBase:
    alone = bool(request.META.get("QUERY_STRING")) and "live" in request.GET
    stranger = is_stranger(request)
    asked = Asked(slug, at_once=not alone and not stranger)
    head = asked.head
    open_to_all = head.visibility != Visibility.PRIVATE
    if not open_to_all and not may_see(visitor(request), asked.tournament):
        raise Refusal("tournament_unknown", field="slug", value=slug[:60])
    if not alone and not (open_to_all and stranger):
        answer = HttpResponse(whole_page(request, asked.tournament, content_of(asked, page), page))
        answer.headers["Cache-Control"] = "private, no-cache"
        return answer
    host = request.META.get("HTTP_HOST") or request.get_host()  # which was looked at before: it is one of ours
    key = (*key_of(head, page), alone, host, request.scheme)
    make = partial(part_of, asked, page) if alone else partial(kept_page, request, asked, page)
    return answered(request, answers.get(key, head.version, make, keep=lambda kept: kept.keep), open_to_all)


def stage_asked_for(request: HttpRequest) -> str | None:
    """The stage that stands behind the question mark, if one does."""
    return request.GET.get("stage") or None if request.META.get("QUERY_STRING") else None


def is_stranger(request: HttpRequest) -> bool:
    """Nobody in particular: not signed in, no link of a team, no message waiting."""
    return request.COOKIES.keys().isdisjoint((settings.SESSION_COOKIE_NAME, settings.LINK_COOKIE_NAME, "messages"))


def answered(request: HttpRequest, kept: Kept, open_to_all: bool) -> HttpResponseBase:
    """The bytes; or, to who has them already, that they still hold."""
    headers = {
        "ETag": kept.etag,
        "Cache-Control": "no-cache" if open_to_all else "private, no-cache",
        "Vary": "Accept-Language, Cookie",
    }
    if kept.etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
        return HttpResponseNotModified(headers=headers)
    return HttpResponse(kept.body, headers=headers)


def content_of(asked: Asked, page: Page) -> Content:
    make = partial(made, asked, page)
    return contents.get(key_of(asked.head, page), asked.head.version, make, keep=lambda content: content.keep)


def key_of(head: Head, page: Page) -> Key:
    """What tells one content from another. When the tournament was made is part of it: a database can be replaced."""
    return head.id, head.made_at, page.which, get_language()


def made(asked: Asked, page: Page) -> Content:
    """In the tournament's own time."""
    tournament = asked.tournament
    with timezone.override(ZoneInfo(tournament.time_zone)):
        context = page.context(tournament)
        body = render_to_string(page.template, {"tournament": tournament, "tab": page.tab, **context})
    return Content(
        title=str(context.get("title", "")),
        description=str(context.get("description", "")),
        body=mark_safe(INDENTED.sub("\n", body)),  # noqa: S308 it was escaped when it was rendered
        bracket=bool(context.get("bracket")),
        keep=bool(context.get("keep", True)),
    )


def part_of(asked: Asked, page: Page) -> Kept:
    content = content_of(asked, page)
    return Kept.of(content.body, keep=content.keep)


def kept_page(request: HttpRequest, asked: Asked, page: Page) -> Kept:
    """Not to be kept if a form on it has got a proof of origin, which is one reader's own."""
    content = content_of(asked, page)
    text = whole_page(request, asked.tournament, content, page)
    return Kept.of(text, keep=content.keep and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META)


def whole_page(request: HttpRequest, tournament: OpenTournament, content: Content, page: Page) -> str:
    context = {
        "tournament": tournament,
        "tab": page.tab,
        "content": content,
        "here": f"{request.path}?{page.query}" if page.query else request.path,
        "live": f"{request.path}?live&{page.query}" if page.query else f"{request.path}?live",
        "address": request.build_absolute_uri(request.path),
        "listed": tournament.visibility == Visibility.PUBLIC,
        "topic": f"tournament.{tournament.pk}",
    }
    return render_to_string(page.frame, context, request)
