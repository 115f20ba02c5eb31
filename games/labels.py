"""Codes into words, in the reader's language."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.choices import CallReason
from games.sentences.accounts import ACCOUNTS
from games.sentences.acts import ACTS
from games.sentences.cards import CARDS, RANKS
from games.sentences.draws import DRAWS
from games.sentences.log import LOG
from games.sentences.records import RECORDS
from games.sentences.regulations import REGULATIONS
from games.sentences.sheets import SHEETS
from games.sentences.standings import figure
from games.sentences.tables import CALL_REASONS, REASONS, RULINGS, SHEET_DOES_NOT_FIT
from rules.refusal import Fact, Refusal
from scoring.match import Game
from scoring.record import RulingKind

REFUSALS = ACCOUNTS | SHEETS | CARDS | REGULATIONS | RECORDS | DRAWS | ACTS
"""One sentence a code, that says what is wrong, where, and what would be right."""


def words_for(refusal: Refusal) -> str:
    """One sentence that says what is wrong, where, and what would be right."""
    return str(REFUSALS[refusal.code]) % {
        name: RANKS[fact] if name == "wish" and fact in RANKS else shown(fact) for name, fact in refusal.facts.items()
    }


def shown(fact: Fact) -> object:
    """A list as one reads it out; of wishes those who are kept apart."""
    if not isinstance(fact, list):
        return fact
    return ", ".join(
        " – ".join(map(str, each.get("teams", ()))) if isinstance(each, dict) else str(each) for each in fact
    )


def reason_in_words(reason: str) -> str:
    """Why a match is over, or why it is not, in short. A refusal's code there means that the sheet does not fit."""
    return str(SHEET_DOES_NOT_FIT if reason in REFUSALS else REASONS[reason])


def game_in_words(number: int, game: Game, sides: Sequence[str]) -> str:
    """What stands above the hands of a game, where several make a match: who has won it, and how."""
    facts = {"number": number, "totals": " : ".join(map(figure, game.totals))}
    if game.winner is None:
        return _("Game %(number)s, being played") % facts
    return _("Game %(number)s, won by %(side)s: %(totals)s") % {**facts, "side": sides[game.winner]}


def call_reason_in_words(reason: str) -> str:
    """Why a table calls the director, as on a button."""
    return str(CALL_REASONS[CallReason(reason)])


def ruling_in_words(kind: str) -> str:
    """What kind of ruling it is, in a word or two."""
    return str(RULINGS[RulingKind(kind)])


class Named(dict[str, object]):
    """What a sentence names; a dash for what is not known any more."""

    def __missing__(self, name: str) -> str:
        return "–"


def log_in_words(what: str, **named: object) -> str:
    """One sentence of the log. A name that ends with a full stop of its own needs no other behind it."""
    said = str(LOG[what]) % Named({name: fact for name, fact in named.items() if fact is not None})
    return f"{said.rstrip('.')}."
