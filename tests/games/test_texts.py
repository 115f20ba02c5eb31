"""What people write is kept as far as a database can keep it."""

from typing import Any

import pytest

from games.services.texts import checked_text
from rules.refusal import Refusal


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  two \n\t words ", "two words"),
        ("nothing\0between", "nothing between"),
        ("half \ud83d a smile", "half a smile"),
        ("Go\u0308ttingen", "G\u00f6ttingen"),
        ("\U0001f600 天九", "\U0001f600 天九"),
    ],
)
def test_a_text_is_readable_and_has_single_spaces(written: str, kept: str):
    assert checked_text("note", written, most=30) == kept


@pytest.mark.parametrize("nothing", ["", " \n ", "\0", "\ud800\udfff\x1b"])
def test_what_says_nothing_is_refused_where_it_is_needed(nothing: str):
    with pytest.raises(Refusal) as caught:
        checked_text("note", nothing, most=9)
    assert caught.value == Refusal("text_missing", field="note")
    assert checked_text("note", nothing, most=9, needed=False) == ""


@pytest.mark.parametrize("needed", [True, False])
def test_it_is_not_too_long_as_it_is_kept(needed: bool):
    assert checked_text("note", "  ten      letters ", most=11, needed=needed) == "ten letters"
    with pytest.raises(Refusal) as caught:
        checked_text("note", "ten letters", most=10, needed=needed)
    assert caught.value == Refusal("text_too_long", field="note", value=11, maximum=10)


@pytest.mark.parametrize("other", [None, 7, b"text", ["text"]])
def test_only_text_is_text(other: Any):
    with pytest.raises(Refusal) as caught:
        checked_text("note", other, most=9)
    assert caught.value.code == "plain_type"
