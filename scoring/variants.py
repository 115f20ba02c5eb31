"""The four ways to play, and the numbers in which they differ for whoever counts."""

from enum import StrEnum


class Variant(StrEnum):
    NANKING = "nanking"
    """Four players, partners opposite each other: the usual game."""
    THREECHU = "threechu"
    """Three players; the dealer plays a dummy hand as his partner."""
    TIENTSIN = "tientsin"
    """Six players in two teams of three, seated alternately."""
    GRAND_SEIGNEUR = "grand_seigneur"
    """Five to twelve players, everybody alone, places instead of points."""


SEATS = {Variant.NANKING: 4, Variant.THREECHU: 4, Variant.TIENTSIN: 6}
"""Hands at the table where two sides play; the dummy of Threechu has a seat too."""

CARDS_BEFORE_GRAND = {Variant.NANKING: 8, Variant.THREECHU: 8, Variant.TIENTSIN: 6}
"""A Grand Tichu is called before the ninth card is taken; in Tientsin before the seventh."""
