"""The rule book: every rule is numbered, has its chapter and its words, in English and German, and is in the docs."""

import pytest
from django.utils.translation import override

from games.sentences.rule_book import CHAPTERS, RULES
from rules.book import FIRST, Chapter, Rule, chapter_of, rules_of
from tests.rule_book import PAGE, as_markdown


def test_every_rule_and_every_chapter_has_words_in_reading_order():
    assert list(RULES) == list(Rule)
    assert list(CHAPTERS) == list(FIRST) == list(Chapter)


def test_numbers_have_gaps_between_chapters_only():
    for chapter in Chapter:
        numbers = [int(rule) for rule in rules_of(chapter)]
        assert numbers == list(range(FIRST[chapter], FIRST[chapter] + len(numbers)))
    assert list(Rule) == sorted(Rule)
    assert min(Rule) == 1


def test_no_number_is_given_twice():
    """A second name with the same number would be a silent alias of the first."""
    assert len(Rule.__members__) == len(set(Rule))


@pytest.mark.parametrize(
    ("rule", "chapter"),
    [
        (Rule.PACK, Chapter.CARDS),
        (Rule.SPECIAL_CARDS, Chapter.CARDS),
        (Rule.ALWAYS_A_BOMB, Chapter.BOMBS),
        (Rule.WISH_ON_LEAD, Chapter.MAH_JONG),
        (Rule.SEIGNEUR_FOUR_SUITS, Chapter.GRAND_SEIGNEUR),
    ],
)
def test_a_rule_stands_in_its_chapter(rule: Rule, chapter: Chapter):
    assert chapter_of(rule) is chapter


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.name)
def test_a_rule_is_said_in_both_languages(rule: Rule):
    with override("en"):
        english = str(RULES[rule])
    with override("de"):
        german = str(RULES[rule])
    assert english != german
    for text in (english, german):
        assert text.endswith(".")
        assert "ß" not in text


def test_no_two_rules_say_the_same():
    with override("en"):
        assert len({str(text) for text in RULES.values()}) == len(Rule)
    with override("de"):
        assert len({str(text) for text in RULES.values()}) == len(Rule)


def test_the_docs_have_the_rules_word_for_word():
    assert PAGE.read_text() == as_markdown(), "python -m tests.rule_book writes it"
