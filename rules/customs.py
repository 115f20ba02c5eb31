"""How the cards are played where the rule texts leave a choice, or a tournament differs from them."""

from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """Which neighbour plays next."""

    RIGHT = "right"
    LEFT = "left"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """What a tournament settles for all its tables."""

    direction: Direction = Direction.RIGHT
    wish_is_a_must: bool = False
    bomb_instead_of_wish: bool = True
    partner_may_withdraw_call: bool = True
    last_dragon_is_kept: bool = False
