"""How long chance and hypothesis play: enough for every change in `make test`, much longer in `make long`."""

import os
from typing import TypeVar

T = TypeVar("T")

AT_LENGTH = os.environ.get("TICHU_LONG") == "1"
"""Set by `make long`."""


def at_length(long: T, *, usually: T) -> T:
    """The first in `make long`, the other in `make test`."""
    return long if AT_LENGTH else usually
