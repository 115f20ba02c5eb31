"""The referee's rulings: what is asked at a table, the answer, and the rules it goes by."""

from games.sentences.rulings.bombs import BOMBS
from games.sentences.rulings.kinds import STATUSES, TOPICS, Status, TableRuling, Topic
from games.sentences.rulings.other_numbers import OTHER_NUMBERS
from games.sentences.rulings.scores import SCORES
from games.sentences.rulings.settled import how_settled
from games.sentences.rulings.special_cards import SPECIAL_CARDS
from games.sentences.rulings.turns_and_calls import TURNS_AND_CALLS
from games.sentences.rulings.wishes import WISHES

__all__ = ["RULINGS", "STATUSES", "TOPICS", "Status", "TableRuling", "Topic", "how_settled"]

RULINGS: tuple[TableRuling, ...] = (*BOMBS, *WISHES, *SPECIAL_CARDS, *TURNS_AND_CALLS, *SCORES, *OTHER_NUMBERS)
"""All of them, by number."""
