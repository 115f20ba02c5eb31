"""Cards with a square to scan, made and shown once: to be printed, from the page or as PDF."""

from typing import Any
from urllib.parse import quote

import segno
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.choices import CardKind
from games.exchange.pdf import Paper
from games.exchange.pdf_cards import ScanCard, cards_pdf
from games.house_rules import house_rules, original_rules
from games.permissions import may_direct
from games.selectors.cards import tables_needed, teams_entered
from games.selectors.records import regulations_of
from games.selectors.tournaments import tournament_seen_by
from games.services.cards import Card, make_cards
from games.views.printing import pdf_answer
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def cards(request: Request, tournament: int) -> HttpResponse:
    """Choose what to make cards for; sent, they stand there to be printed, and nowhere again."""
    actor = visitor(request)
    found = tournament_seen_by(actor, tournament)
    if not may_direct(actor, found):
        raise Refusal("not_allowed")
    context = {
        "tournament": found,
        "tab": "print",
        "tables": tables_needed(found),
        "teams": teams_entered(found),
        "papers": list(Paper),
        "loopback": request.get_host().rsplit(":", 1)[0] in LOOPBACK,
        "come_in": request.build_absolute_uri(reverse("come-in-to", args=[found.slug])),
    }
    with translation.override(found.language):
        context["house"] = house_rules(regulations_of(found)) or [original_rules()]
    if request.method == "POST":
        kind = CardKind.TEAMS if request.POST.get("kind") == CardKind.TEAMS else CardKind.TABLES
        made = make_cards(by=actor, tournament_id=tournament, kind=kind)
        links = [(card, link_of(request, card)) for card in made]
        if request.POST.get("as") == "pdf":
            return as_pdf(request, found, kind, links, context)
        context |= {"kind": kind.value, "cards": [(card, link, square(link)) for card, link in links]}
    return render(request, "director/cards.html", context)


def as_pdf(
    request: Request, found: Any, kind: CardKind, links: list[tuple[Card, str]], context: dict[str, Any]
) -> HttpResponse:  # fmt: skip
    """In the same act as they are made: nobody, not even this program, could draw these cards again."""
    paper = Paper.LETTER if request.POST.get("paper") == Paper.LETTER else Paper.A4
    with translation.override(found.language):
        cards = [
            ScanCard(title=card.title or _("Table %(number)s") % {"number": card.number}, code=card.code, link=link)
            for card, link in links
        ]
        drawn = cards_pdf(cards, paper, tournament=found.name, address=context["come_in"], house=context["house"])
    return pdf_answer(drawn, f"{found.slug}-cards-{kind.value}", found.language, kept=True)


def link_of(request: Request, card: Card) -> str:
    """The token stands behind the #, where no server and no log sees it."""
    return f"{request.build_absolute_uri(reverse('come-in'))}#{quote(card.token)}"


def square(link: str) -> SafeString:
    """A link as a square to scan, drawn by segno from nothing but dots."""
    return SafeString(
        segno.make(link, error="m").svg_inline(omitsize=True, border=2, svgclass="square", lineclass=None)
    )
