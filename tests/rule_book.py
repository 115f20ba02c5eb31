"""docs/rules.md, made from the rule book: `python -m tests.rule_book` writes it."""

import os

import django
from django.utils.translation import override

from games.sentences.rule_book import CHAPTERS, RULES
from rules.book import Chapter, rules_of
from tests.programs import PROJECT

PAGE = PROJECT / "docs" / "rules.md"

HEAD = """\
# The rules of the game

How the cards are played and counted, in our own words. Where printed rules differ from each other a tournament settles
it, and [regulations](regulations.md) lists what an organiser can choose.

Every rule has a number and, in `rules/book.py`, a name; gaps between chapters leave room. The words are in
`games/sentences/rule_book.py`, in English and German. This page is written from them by `tests/rule_book.py`.
"""


def as_markdown() -> str:
    """The whole page, in English."""
    with override("en"):
        return "\n".join([HEAD, *("\n".join(chapter_lines(chapter)) for chapter in Chapter)])


def chapter_lines(chapter: Chapter) -> list[str]:
    """A title and a table: numbered lists of Markdown would close the gaps."""
    rows = [f"| {rule:d} | {RULES[rule]} |" for rule in rules_of(chapter)]
    return [f"## {CHAPTERS[chapter]}", "", "| | |", "|---|---|", *rows, ""]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_tournament.settings")
    django.setup()
    PAGE.write_text(as_markdown())
