"""The rounds of a tournament, their tables, and every hand of a table, as everybody sees them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.formats import stage_name
from games.labels import game_in_words, reason_in_words, ruling_in_words
from games.selectors.public import OpenTournament, RoundLink, has_bracket
from games.selectors.public_round import RoundShown, TableShown, round_shown, table_for_everybody
from games.selectors.tables import HandShown
from games.views.keeping import Page, shown
from games.views.pictures import late_round_name, line_chart
from scoring.hand import Call
from scoring.points import counted
from scoring.regulations import Regulations
from scoring.variants import Variant


@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The round that is being played, or was played last."""
    page = Page(
        tab="rounds", which="rounds", template="public/round.html", context=lambda found: round_context(found, None)
    )
    return shown(request, slug, page)


@require_safe
def round_(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """One round: its tables with their results, the seed of its draw and how to repeat it."""
    page = Page(
        tab="rounds",
        which=f"round {number}",
        template="public/round.html",
        context=lambda found: round_context(found, number),
    )
    return shown(request, slug, page)


@require_safe
def table(request: HttpRequest, slug: str, table: int) -> HttpResponseBase:
    """Every hand of a table."""
    page = Page(
        tab="rounds",
        which=f"table {table}",
        template="public/table.html",
        context=lambda found: table_context(found, table),
    )
    return shown(request, slug, page)


# --- a round -----------------------------------------------------------------------------------------------------


def round_name(link: RoundLink, regulations: Regulations) -> str:
    """Round 3; in a knock-out Semifinal; with its stage, where there are several."""
    if link.from_the_end is not None:
        return late_round_name(link.from_the_end)
    name = _("Round %(number)s") % {"number": link.in_stage}
    if len(regulations.stages) == 1:
        return name
    return f"{stage_name(regulations.stage(link.stage))}: {name}"


def round_context(tournament: OpenTournament, number: int | None) -> dict[str, Any]:
    found = round_shown(tournament, number)
    name = "" if found.round is None else round_name(found.round, found.regulations)
    return {
        "found": found,
        "title": name or _("Rounds"),
        "heading": name or _("Rounds"),
        "description": described(found),
        "bracket": has_bracket(found.regulations),
        "links": [(link, round_name(link, found.regulations)) for link in found.rounds],
        "tables": [(line, ruling_in_words(line.ruling) if line.ruling else "") for line in found.tables],
        "alone": found.regulations.variant in (Variant.THREECHU, Variant.GRAND_SEIGNEUR),
        "command": "" if found.round is None else how_to_repeat(found.round, found.seed),
    }


def how_to_repeat(link: RoundLink, seed: str) -> str:
    """The command that draws this round again, from the record as it was."""
    return f'python -m pairing draw --stage {link.stage} --round {link.in_stage} --seed "{seed}" < record.json'


def described(found: RoundShown) -> str:
    if found.round is None:
        return _("The first round has not been drawn yet.")
    if found.round.hidden:
        return _("The results of this round are kept for later. Who sits where is here.")
    return _("%(done)s of %(tables)s tables done.") % {"done": found.done, "tables": len(found.tables)}


# --- a table -----------------------------------------------------------------------------------------------------


def table_context(tournament: OpenTournament, table_id: int) -> dict[str, Any]:
    found = table_for_everybody(tournament, table_id)
    name = _("Table %(number)s") % {"number": found.line.number}
    match = found.sheet.match
    parties = party_names(found)
    return {
        "found": found,
        "title": f"{name} · {round_name(found.round, found.regulations)}",
        "heading": name,
        "round_name": round_name(found.round, found.regulations),
        "description": " – ".join(parties),
        "bracket": has_bracket(found.regulations),
        "parties": parties,
        "alone": match.alone,
        "games": list(zip(game_headings(found, parties), told_games(found), strict=True)),
        "chart": line_chart(runs_of(found), parties, alone=match.alone),
        "state": "" if found.hidden or found.sheet.ruling else reason_in_words(found.sheet.progress.reason),
        "ruling": None if found.sheet.ruling is None else ruling_in_words(found.sheet.ruling.kind),
        "pairs": list(zip(parties, found.line.sides, strict=True)),
    }


def party_names(found: TableShown) -> list[str]:
    """The names of those whose totals stand beside each other."""
    return [" + ".join(name for _number, name in side.teams) for side in found.line.sides]


def hands_of_games(found: TableShown) -> list[Sequence[HandShown]]:
    """The hands of every game that has begun; those of the whole match where it is but one."""
    hands, progress = found.sheet.hands, found.sheet.progress
    starts = [*progress.opened, len(hands)] if progress.opened else [0, len(hands)]
    return [hands[start:end] for start, end in pairwise(starts) if end > start]


def game_headings(found: TableShown, parties: Sequence[str]) -> list[str]:
    """Which game it is and who has won it, for every game that has begun; nothing where a match is but one."""
    opened = found.sheet.progress.opened.values()
    if not found.sheet.hands:
        return []
    return [game_in_words(number, game, parties) for number, game in opened] or [""]


def told_games(found: TableShown) -> list[list[tuple[HandShown, list[tuple[str, str]]]]]:
    return [[(hand, hand_in_words(hand, found)) for hand in hands] for hands in hands_of_games(found)]


def runs_of(found: TableShown) -> list[list[tuple[int, ...]]]:
    """The totals after every hand, game by game; of a sheet that does not fit there are none."""
    return [[hand.running for hand in hands] for hands in hands_of_games(found)]


def hand_in_words(hand: HandShown, found: TableShown) -> list[tuple[str, str]]:
    """What happened: calls with whether they were made, who went out first, a double victory. Each with its kind."""
    names, rules = hand.players, found.sheet.match.terms.hand
    told: list[tuple[str, str]] = []
    sheet = hand.sheet
    if rules.variant is Variant.GRAND_SEIGNEUR:
        return [("", " › ".join(line_name(hand, line, names) for line in sheet.out))]
    dealer = 0 if rules.variant is Variant.THREECHU else None
    score = counted(sheet.calls, sheet.out, sheet.points, sheet.other_points, sheet.totals, dealer, rules)
    for line, call in enumerate(sheet.calls):
        if call:
            told.append(call_in_words(line_name(hand, line, names), call, score.made[line]))
    if score.victory is not None:
        victory = _("Triple victory") if rules.variant is Variant.TIENTSIN else _("Double victory")
        told.append(("victory", victory))
    if sheet.out and not any(made for made in score.made):
        told.append(("", _("first out: %(name)s") % {"name": line_name(hand, sheet.out[0], names)}))
    return told


def call_in_words(name: str, call: str, made: bool | None) -> tuple[str, str]:
    what = _("Grand Tichu") if call == Call.GRAND else _("Tichu")
    if made is None:
        return "", f"{name}: {what}"
    verdict = _("made") if made else _("missed")
    return ("made" if made else "missed"), f"{name}: {what}, {verdict}"


def line_name(hand: HandShown, line: int, names: Sequence[str]) -> str:
    seat = hand.playing[line]
    return _("Dummy") if seat is None else names[seat]
