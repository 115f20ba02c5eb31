"""What the core refuses is said in a sentence a director understands."""

from games.labels import words_for
from rules.refusal import Refusal


def test_wishes_that_clash_are_read_out():
    clash = [{"code": "apart", "teams": ["Ada", "Ben", "Cleo"]}]
    relax = [{"code": "apart", "teams": ["Ada", "Ben"]}]
    words = words_for(Refusal("draw_impossible", field="apart", clash=clash, relax=relax))
    assert "Ada – Ben – Cleo" in words
    assert words.endswith("all the same: Ada – Ben.")


def test_tables_that_are_missing_are_listed():
    words = words_for(Refusal("round_unfinished", field="round", stage="main", round=3, tables=[2, 7]))
    assert words.endswith("Tables without a result: 2, 7.")
