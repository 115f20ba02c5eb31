"""The rule book and the referee's rulings, in the reader's language."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.api.doors import Asked, act
from games.api.etags import written
from games.api.fields import choice, text
from games.api.paging import Paging
from games.api.referee import RuleOut
from games.selectors.records import regulations_of
from games.selectors.tournaments import tournament_called
from games.sentences.rule_book import CHAPTERS
from games.sentences.rulings import RULINGS, Status, TableRuling, Topic, how_settled
from games.verdict_words import rule_in_words
from rules.book import Chapter, rules_of
from scoring.regulations import Regulations


class ChapterOut(Serializer[Any]):
    chapter = choice(Chapter)
    title = serializers.CharField()
    rules = RuleOut(many=True)


class SituationsQuery(Paging):
    tournament = text(60, help_text="The id or the address of a tournament: how its regulations settle it.")
    q = text(60, help_text="A part of the situation or of the answer.")
    topic = choice(Topic, required=False)


class TableRulingOut(Serializer[Any]):
    number = serializers.IntegerField()
    topic = choice(Topic)
    situation = serializers.CharField()
    answer = serializers.CharField()
    rules = serializers.ListField(child=serializers.IntegerField(), help_text="By number.")
    status = choice(Status, help_text="How firm the answer is.")
    settled = serializers.CharField(allow_null=True, help_text="How the tournament has settled it.")


@act(answer=ChapterOut, many=True)
def rule_book(ask: Asked) -> Any:
    """The rules of the card game, numbered, by chapter."""
    found = [
        {"chapter": chapter, "title": str(title), "rules": [rule_in_words(rule) for rule in rules_of(chapter)]}
        for chapter, title in CHAPTERS.items()
    ]
    ask.unless_known("rules", written(ChapterOut(found, many=True).data))
    return found


@act(query=SituationsQuery, answer=TableRulingOut, paged=True)
def rulings(ask: Asked) -> Any:
    """What is asked at a table, the answer, and the rules it goes by."""
    name, part = ask.query.get("tournament", ""), ask.query.get("q", "").casefold()
    regulations = regulations_of(tournament_called(ask.by, name)) if name else None
    chosen = [each for each in RULINGS if ask.query.get("topic", each.topic) is each.topic]
    found = [in_words(each, regulations) for each in chosen]
    wanted = [each for each in found if part in f"{each['situation']}\n{each['answer']}".casefold()]
    ask.unless_known("rulings", written(wanted), ask.query["limit"], ask.query["offset"])
    return wanted


def in_words(ruling: TableRuling, regulations: Regulations | None) -> dict[str, Any]:
    return {
        "number": ruling.number,
        "topic": ruling.topic,
        "situation": str(ruling.situation),
        "answer": str(ruling.answer),
        "rules": list(map(int, ruling.rules)),
        "status": ruling.status,
        "settled": None if regulations is None else how_settled(ruling, regulations),
    }
