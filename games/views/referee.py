"""The referee: lay out a situation and get the ruling with the rule it rests on; beside it the rulings of the book."""

from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.forms.referee import SituationForm
from games.forms.refusing import refuse
from games.labels import words_for
from games.selectors.records import regulations_of
from games.selectors.tournaments import tournament_at
from games.sentences.cards import CARDS, FACES, KINDS, RANKS, SPECIALS, SUITS
from games.sentences.referee import REFEREE, ZONES
from games.sentences.rule_book import RULES
from games.sentences.rulings import RULINGS, STATUSES, TOPICS, Status, TableRuling, how_settled
from games.verdict_words import verdict_in_words
from games.views.offline import keeper_of
from games.visitors import visitor
from rules.cards import RANK_LETTERS, Special, Suit
from rules.combinations import Kind
from rules.customs import TableRules
from rules.referee import Position
from rules.refusal import Refusal
from rules.verdict import BROKEN, LED, Verdict, judge
from scoring.plain import to_plain
from scoring.regulations import Regulations

SCRIPTS = ["referee", "rules"]
ROWS = {
    Suit.JADE: Special.MAH_JONG,
    Suit.SWORDS: Special.HOUND,
    Suit.PAGODAS: Special.PHOENIX,
    Suit.STARS: Special.DRAGON,
}
"""A suit and a special card are fourteen cards: two rows of seven, each as wide as a thumb."""


@gzip_page
@never_cache
@require_safe
def referee(request: HttpRequest, slug: str = "") -> HttpResponse:
    """For everybody, by the rule books; at a tournament's address by what that tournament has settled."""
    tournament = tournament_at(visitor(request), slug) if slug else None
    regulations = None if tournament is None else regulations_of(tournament)
    customs = TableRules() if regulations is None else regulations.table
    form = SituationForm(request.GET if {"table", "hand", "cards"} & set(request.GET) else None)
    answer = answer_of(form, customs)
    context = {
        "tournament": tournament,
        "form": form,
        "answer": answer,
        "zones": [(name, words, mark) for name, (words, mark) in ZONES.items()],
        "rows": [row_of(suit, special) for suit, special in ROWS.items()],
        "words": words_for_script(),
        "customs": to_plain(customs),
        "search": request.GET.get("q", "")[:100],
        "topics": rulings_by_topic(regulations, request.GET.get("q", "")[:100]),
        "scripts": script_addresses(),
    }
    page = render(request, "referee/referee.html", context, status=422 if form.errors else 200)
    page.headers["X-Tichu"] = "referee"  # so that its keeper knows it from the page of a hotel's Wi-Fi
    return page


@never_cache
@require_safe
def keeper(request: HttpRequest) -> HttpResponse:
    """The service worker that keeps the page, so that it can be asked without a network."""
    files = script_addresses() + [staticfiles_storage.url(name) for name in ("app.css", "referee.css", "favicon.svg")]
    return keeper_of(request, "referee", reverse("referee"), files)


def script_addresses() -> list[str]:
    return [staticfiles_storage.url(f"referee/{name}.js") for name in SCRIPTS]


# --- the cards ---------------------------------------------------------------------------------------------------


def row_of(suit: Suit, special: Special) -> dict[str, Any]:
    """The cards of a suit from 2 to the Ace, and one special card."""
    letters = RANK_LETTERS.values()
    cards = [{"code": f"{letter}{suit}", "face": FACES.get(letter, letter)} for letter in letters]
    return {"suit": suit.value, "name": SUITS[suit], "cards": cards, "special": special.value}


def words_for_script() -> dict[str, Any]:
    """Everything the page can say, in the reader's language. `rules` has the words, the other two where they belong."""
    codes = {code: rule for code, rule in BROKEN.items() if code in CARDS}
    return {
        "say": {key: str(text) for key, text in REFEREE.items()},
        "refusals": {code: str(CARDS[code]) for code in codes},
        "broken": {code: rule.value for code, rule in codes.items()},
        "followed": {rule.name: rule.value for rule in RULES} | {kind.value: rule.value for kind, rule in LED.items()},
        "rules": {rule.value: str(text) for rule, text in RULES.items()},
        "kinds": {kind.value: str(text) for kind, text in KINDS.items()},
        "ranks": {rank: str(text) for rank, text in RANKS.items()},
        "suits": {suit.value: str(text) for suit, text in SUITS.items()},
        "specials": {card.value: str(text) for card, text in SPECIALS.items()},
        "zones": {name: str(words) for name, (words, _mark) in ZONES.items()},
        "marks": {name: str(mark) for name, (_words, mark) in ZONES.items()},
    }


# --- the answer, for a browser without scripts -------------------------------------------------------------------


def answer_of(form: SituationForm, customs: TableRules) -> dict[str, Any] | None:
    if not form.is_bound or not form.is_valid():
        return None
    try:
        position = form.position(customs)
        return in_words(position, judge(position, form.cleaned_data["cards"]))
    except Refusal as refusal:
        refuse(form, refusal)
        return None


def in_words(position: Position, verdict: Verdict) -> dict[str, Any]:
    """Out of turn, and after the Hound, nobody is asked whether to pass."""
    return {
        "asked": verdict.played is not None or verdict.refusal is not None,
        "allowed": verdict.allowed,
        "said": verdict_in_words(verdict),
        "passing": position.in_turn and not (position.top and position.top.kind is Kind.HOUND),
        "no_pass": None if verdict.no_pass is None else words_for(verdict.no_pass),
        "must_fulfil": verdict.must_fulfil,
        "ways": [" ".join(map(str, way.cards)) for way in verdict.ways],
    }


# --- the rulings -------------------------------------------------------------------------------------------------


def rulings_by_topic(regulations: Regulations | None, search: str) -> list[dict[str, Any]]:
    """All rulings that have the words searched for, with how this tournament settles what the rule books leave open."""
    found = [shown for ruling in RULINGS if matches(shown := ruling_shown(ruling, regulations), search)]
    return [
        {"key": topic.value, "title": title, "rulings": rulings}
        for topic, title in TOPICS.items()
        if (rulings := [each for each in found if each["topic"] == topic.value])
    ]


def ruling_shown(ruling: TableRuling, regulations: Regulations | None) -> dict[str, Any]:
    return {
        "number": ruling.number,
        "topic": ruling.topic.value,
        "situation": str(ruling.situation),
        "answer": str(ruling.answer),
        "rules": [(rule.value, RULES[rule]) for rule in ruling.rules],
        "open": ruling.status in (Status.TOURNAMENT_SETTLES, Status.DIRECTOR_DECIDES),
        "status": STATUSES[ruling.status],
        "settled": None if regulations is None else how_settled(ruling, regulations),
    }


def matches(ruling: dict[str, Any], search: str) -> bool:
    """All words of the search stand in it."""
    text = f"{ruling['situation']} {ruling['answer']} {ruling['settled'] or ''}".casefold()
    return all(word in text for word in search.casefold().split())
