"""What a ruling is: a situation at the table, the answer, the rules it goes by, and how firm it is."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.book import Rule


class Topic(StrEnum):
    """What a situation is about."""

    BOMB = "bomb"
    WISH = "wish"
    DRAGON = "dragon"
    PHOENIX = "phoenix"
    HOUND = "hound"
    TURN = "turn"
    CALL = "call"
    SCORE = "score"
    END = "end"
    VARIANT = "variant"


class Status(StrEnum):
    """How firm an answer is."""

    STATED = "stated"
    FOLLOWS = "follows"
    TOURNAMENT_SETTLES = "tournament_settles"
    DIRECTOR_DECIDES = "director_decides"


TOPICS = {
    Topic.BOMB: _("Bombs"),
    Topic.WISH: _("The wish"),
    Topic.DRAGON: _("The Dragon"),
    Topic.PHOENIX: _("The Phoenix"),
    Topic.HOUND: _("The Hound"),
    Topic.TURN: _("Turns and tricks"),
    Topic.CALL: _("Calls"),
    Topic.SCORE: _("The score"),
    Topic.END: _("The end of a match"),
    Topic.VARIANT: _("Three, six or more players"),
}
STATUSES = {
    Status.STATED: _("The rules say so."),
    Status.FOLLOWS: _("It follows from the rules."),
    Status.TOURNAMENT_SETTLES: _("Printed rules differ: the tournament settles it."),
    Status.DIRECTOR_DECIDES: _("The rules name no remedy: the director decides."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRuling:
    """One situation with its answer by the usual rules.

    `settled_by` names the setting of the regulations that decides it, or the number in it, as `table.direction`;
    `match` is that of the stages.
    """

    number: int
    topic: Topic
    situation: Promise
    answer: Promise
    rules: tuple[Rule, ...]
    status: Status
    settled_by: str | None = None
