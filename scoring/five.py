"""A table of five: one sits out in turn, so that everybody plays four hands of five, each with another partner.

In the first hand the player on seat 0 sits out, then seat 1, and so on. Those who play sit so that over five hands
everybody is everybody's partner once and everybody's opponent twice.
"""

PLAYERS = 5


def sitting(hand: int) -> int:
    """The seat that sits out in this hand; hands are counted from 0."""
    return hand % PLAYERS


def playing(hand: int) -> tuple[int, int, int, int]:
    """The seats that play this hand, in order of play: first and third are partners, second and fourth."""
    out = sitting(hand)
    one, two, three, four = ((out + step) % PLAYERS for step in (1, 2, 4, 3))
    return one, two, three, four


def hands_at_five(hands: int) -> int:
    """How many hands a table of five plays, so that everybody plays as many as at the other tables."""
    return hands * PLAYERS // (PLAYERS - 1)
