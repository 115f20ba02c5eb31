"""How a tournament's regulations settle what the rules leave to it."""

from collections.abc import Callable, Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.sentences.rulings.kinds import TableRuling
from rules.customs import Direction
from scoring.match import MatchRules, Tie
from scoring.regulations import Regulations
from scoring.variants import Variant

TABLE: dict[str, dict[Direction | bool, Promise]] = {
    "table.direction": {
        Direction.RIGHT: _("Here play goes to the right, against the clock."),
        Direction.LEFT: _("Here play goes to the left, with the clock."),
    },
    "table.wish_is_a_must": {
        True: _("Here whoever plays the Mah Jong must make a wish."),
        False: _("Here whoever plays the Mah Jong may do without a wish."),
    },
    "table.bomb_instead_of_wish": {
        True: _("Here a bomb may be played in turn instead of the wished card."),
        False: _("Here the wished card goes before a bomb in turn; a bomb is free only out of turn."),
    },
    "table.partner_may_withdraw_call": {
        True: _("Here the second in turn may take the call back."),
        False: _("Here both calls stand."),
    },
    "table.last_dragon_is_kept": {
        True: _("Here a Dragon trick that ends the hand is kept."),
        False: _("Here a Dragon trick that ends the hand is given away too."),
    },
}
"""By setting and value."""

GRAND_BEFORE_NINTH = _("Here Grand Tichu is played: it is called before the ninth card.")
GRAND_BEFORE_SEVENTH = _("Here Grand Tichu is played: it is called before the seventh card.")
NO_GRAND = _("Here no Grand Tichu is played at all.")

DOUBLE_VICTORY = _("Here a double victory counts %(value)s points.")
TRIPLE_VICTORY = _("Here a triple victory counts %(value)s points.")

HANDS = _("Here a match has %(value)s hands.")
TARGET = _("Here the target is %(value)s points.")
NO_TARGET = _("Here a match has no target in points.")

PLAYED_ON = _("Here a tie is played on, with one more hand.")
DRAWN = _("Here a tie at the end of a match is a draw.")
DRAWN_BY_THE_CLOCK = _("Here a tie at the target is played on; when the time is up, it is a draw.")
STAYS_A_TIE = _("Here a tie stays a tie.")

DIFFERS = _("Here it differs between the stages: see the regulations.")

NOT_IN_GRAND_SEIGNEUR = (
    "table.partner_may_withdraw_call", "table.last_dragon_is_kept", "hand.grand", "hand.double_victory",
)  # fmt: skip
"""Nobody calls there, and nothing is counted."""


def how_settled(ruling: TableRuling, regulations: Regulations) -> str | None:
    """One sentence in the reader's language; None where no setting decides, or where there is no such thing."""
    field = ruling.settled_by
    if field is None or (field in NOT_IN_GRAND_SEIGNEUR and regulations.variant is Variant.GRAND_SEIGNEUR):
        return None
    if field in TABLE:
        return str(TABLE[field][getattr(regulations.table, field.removeprefix("table."))])
    return OTHERS[field](regulations)


def grand_in_words(regulations: Regulations) -> str:
    if not regulations.hand.grand:
        return str(NO_GRAND)
    return str(GRAND_BEFORE_SEVENTH if regulations.variant is Variant.TIENTSIN else GRAND_BEFORE_NINTH)


def double_victory_in_words(regulations: Regulations) -> str | None:
    """In Tientsin two of three are not enough."""
    if regulations.variant is Variant.TIENTSIN:
        return None
    return str(DOUBLE_VICTORY % {"value": regulations.hand.double_victory})


def triple_victory_in_words(regulations: Regulations) -> str | None:
    if regulations.variant is not Variant.TIENTSIN:
        return None
    return str(TRIPLE_VICTORY % {"value": regulations.hand.triple_victory})


def hands_in_words(regulations: Regulations) -> str | None:
    """The number matters in Threechu only."""
    if regulations.variant is not Variant.THREECHU:
        return None
    return the_same(str(HANDS % {"value": match.hands}) for match in matches_of(regulations))


def target_in_words(regulations: Regulations) -> str:
    return the_same(
        str(NO_TARGET) if match.goal is None else str(TARGET % {"value": match.goal})
        for match in matches_of(regulations)
    )


def tie_in_words(regulations: Regulations) -> str:
    """Where everybody plays alone nobody plays on. Before the time is up, equal ones at a target do."""
    if regulations.variant in (Variant.THREECHU, Variant.GRAND_SEIGNEUR):
        return str(STAYS_A_TIE)
    return the_same(str(tie_of(match)) for match in matches_of(regulations))


def tie_of(match: MatchRules) -> Promise:
    if match.tie is Tie.PLAY_ON:
        return PLAYED_ON
    return DRAWN if match.goal is None else DRAWN_BY_THE_CLOCK


OTHERS: dict[str, Callable[[Regulations], str | None]] = {
    "hand.grand": grand_in_words,
    "hand.double_victory": double_victory_in_words,
    "hand.triple_victory": triple_victory_in_words,
    "match.hands": hands_in_words,
    "match.target": target_in_words,
    "match.tie": tie_in_words,
}
"""By setting."""


def matches_of(regulations: Regulations) -> list[MatchRules]:
    return [match for stage in regulations.stages for match in stage.matches]


def the_same(sentences: Iterable[str]) -> str:
    """What is said of all stages; if it is not the same of all, that."""
    said = set(sentences)
    return said.pop() if len(said) == 1 else str(DIFFERS)
