"""What the core refuses, said aloud."""

from collections.abc import Callable

import pytest
from django.utils.translation import override

from games.labels import words_for
from rules.refusal import Refusal


def refusal_of(act: Callable[[], object]) -> Refusal:
    """The refusal of this act, which must have its words in both languages and all facts for them."""
    with pytest.raises(Refusal) as caught:
        act()
    for language in ("en", "de"):
        with override(language):
            assert "%(" not in words_for(caught.value)
    return caught.value
