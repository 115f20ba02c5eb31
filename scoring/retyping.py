"""A sheet that is typed a second time: is it what was typed the first time?"""

from rules.refusal import Refusal
from scoring import seigneur
from scoring.hand import HandRules, HandScore
from scoring.points import hand_scores
from scoring.record import Hand, Table, WholeMatch
from scoring.variants import Variant


def differences(stored: Hand, typed: Hand, rules: HandRules, *, players: int) -> tuple[str, ...]:
    """In what two writings of one hand differ: of `calls`, `out`, `points` and `totals`.

    They are the same as far as both say something: card points of either side, an order that goes further in one of
    them, calls and totals where one has nothing more. What cannot have been is refused.
    """
    if rules.variant is Variant.GRAND_SEIGNEUR:
        same = seigneur.places(stored.sheet(), players) == seigneur.places(typed.sheet(), players)
        return () if same else ("out",)
    one, other = scored(stored, rules), scored(typed, rules)
    in_full = stored.totals is None and typed.totals is None
    differ = {
        "calls": stored.calls != typed.calls,
        "out": in_full and (orders_differ(stored, typed) or one.victory != other.victory),
        "points": in_full and one.card_points != other.card_points,
        "totals": one.totals != other.totals,
    }
    return tuple(field for field, differs in differ.items() if differs)


def scored(hand: Hand, rules: HandRules) -> HandScore:
    return hand_scores(Table(number=1, seats=(), hands=(hand,)), rules)[0]


def orders_differ(stored: Hand, typed: Hand) -> bool:
    """In the part that both have."""
    both = min(len(stored.out), len(typed.out))
    return stored.out[:both] != typed.out[:both]


def hands_unlike(stored: dict[int, Hand], typed: dict[int, Hand], rules: HandRules, *, players: int) -> list[int]:
    """The numbers of hands that are not there twice, or not alike."""
    return sorted(
        number
        for number in stored.keys() | typed.keys()
        if number not in stored or number not in typed or unlike(stored[number], typed[number], rules, players=players)
    )


def unlike(stored: Hand, typed: Hand, rules: HandRules, *, players: int) -> bool:
    """Whether they differ; so does what cannot have been."""
    try:
        return bool(differences(stored, typed, rules, players=players))
    except Refusal:
        return True


def whole_differences(stored: WholeMatch, typed: WholeMatch) -> tuple[str, ...]:
    """In what two writings of a whole result differ; the number of hands only if both have it."""
    differ = {
        "totals": stored.totals != typed.totals,
        "hands": None not in (stored.hands, typed.hands) and stored.hands != typed.hands,
        "games": stored.games != typed.games,
    }
    return tuple(field for field, differs in differ.items() if differs)
