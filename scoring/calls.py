"""Until when a call may be made."""

from rules.refusal import Refusal
from scoring.hand import Call, HandRules, check_call
from scoring.variants import CARDS_BEFORE_GRAND


def check_in_time(
    call: str, rules: HandRules, *, seat: int, cards_taken: int, cards_played: int, with_dummy: bool = False
) -> Call:
    """Tichu is called before one's own first card is played, Grand Tichu before the ninth card is taken.

    In Tientsin that is the seventh. `with_dummy` says that the seat is the dealer's or the dummy's in Threechu.
    """
    called = check_call(call, rules, seat=seat, with_dummy=with_dummy)
    latest = CARDS_BEFORE_GRAND[rules.variant]
    if called is Call.GRAND and cards_taken > latest:
        raise Refusal("grand_too_late", field="calls", seat=seat, value=cards_taken, before=latest + 1)
    if called and cards_played:
        raise Refusal("call_too_late", field="calls", seat=seat, value=cards_played)
    return called
