"""The referee's verdict in words: yes or no in one sentence, and the rule of the book that says so."""

from dataclasses import dataclass

from games.labels import words_for
from games.sentences.cards import KINDS, MAY_PASS, MAY_PLAY
from games.sentences.rule_book import RULES
from rules.book import Rule
from rules.refusal import Refusal
from rules.verdict import BROKEN, Verdict

PLAYED, PASSED = "may_play", "may_pass"
"""What is said where nothing is refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleInWords:
    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A code for programs, a sentence in the reader's language, and the rule it rests on, if one does."""

    code: str
    detail: str
    rule: RuleInWords | None


def verdict_in_words(verdict: Verdict) -> Said:
    """Of the cards that are to be laid; without any, of passing."""
    if verdict.played is not None:
        detail = str(MAY_PLAY) % {"kind": KINDS[verdict.played.kind]}
        rule = None if verdict.rule is None else rule_in_words(verdict.rule)
        return Said(code=PLAYED, detail=detail, rule=rule)
    if verdict.refusal is not None:
        return refused_in_words(verdict.refusal)
    if verdict.no_pass is not None:
        return refused_in_words(verdict.no_pass)
    return Said(code=PASSED, detail=str(MAY_PASS), rule=rule_in_words(Rule.PLAY_OR_PASS))


def refused_in_words(refusal: Refusal) -> Said:
    """A refusal of the referee, with the rule it goes by."""
    return Said(code=refusal.code, detail=words_for(refusal), rule=rule_in_words(BROKEN[refusal.code]))


def rule_in_words(rule: Rule) -> RuleInWords:
    return RuleInWords(number=int(rule), text=str(RULES[rule]))
