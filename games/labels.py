"""Codes into words, in the reader's language."""

from games.sentences.accounts import ACCOUNTS
from games.sentences.acts import ACTS
from games.sentences.draws import DRAWS
from games.sentences.records import RECORDS
from games.sentences.regulations import REGULATIONS
from games.sentences.sheets import SHEETS
from rules.refusal import Fact, Refusal

REFUSALS = ACCOUNTS | SHEETS | REGULATIONS | RECORDS | DRAWS | ACTS
"""One sentence a code, that says what is wrong, where, and what would be right."""


def words_for(refusal: Refusal) -> str:
    """One sentence that says what is wrong, where, and what would be right."""
    return str(REFUSALS[refusal.code]) % {name: shown(fact) for name, fact in refusal.facts.items()}


def shown(fact: Fact) -> object:
    """A list as one reads it out; of wishes those who are kept apart."""
    if not isinstance(fact, list):
        return fact
    return ", ".join(
        " – ".join(map(str, each.get("teams", ()))) if isinstance(each, dict) else str(each) for each in fact
    )
