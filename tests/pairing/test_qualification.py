from collections.abc import Mapping
from dataclasses import replace

import pytest

from pairing.qualification import qualified, with_next_stage
from rules.refusal import Refusal
from scoring.record import Group, Record, Round, Ruling, RulingKind, Stage, Table
from scoring.regulations import Regulations, Seeding, StageRules, System
from tests.scoring.tournaments import FOUR_HANDS, teams, whole

WITH_DECISION = ("points", "difference", "decision")


def staged(system: System, qualifiers: int, ids: str, stage: Stage, **more: object) -> Record:
    """A first stage of which so many go on to a final round robin."""
    groups = len(stage.groups) or None
    tiebreaks = more.pop("tiebreaks", ("points", "difference"))
    rounds = 9 if system is System.SWISS else None
    first = StageRules(
        key="first", system=system, qualifiers=qualifiers, groups=groups, rounds=rounds, match=FOUR_HANDS,
        tiebreaks=tiebreaks,
    )  # fmt: skip
    final = StageRules(key="final", system=System.ROUND_ROBIN, match=FOUR_HANDS, seeding=Seeding.RANK)
    regulations = Regulations(stages=(first, final))
    return Record(name="Trial", regulations=regulations, teams=teams(*ids), stages=(stage,), **more)


def won_by(margins: Mapping[str, int]) -> Round:
    """One round: "ab" with 300 means that a has won by 300 against b."""
    tables = [
        whole(number, one, other, (200 + margin // 2, 200 - margin // 2))
        for number, ((one, other), margin) in enumerate(margins.items(), start=1)
    ]
    return Round(number=1, tables=tuple(tables))


def swiss(qualifiers: int, margins: Mapping[str, int], **more: object) -> Record:
    stage = Stage(key="first", rounds=(won_by(margins),))
    return staged(System.SWISS, qualifiers, "".join(margins), stage, **more)


def in_groups(qualifiers: int, *groups: Mapping[str, int], **more: object) -> Record:
    made = tuple(Group(key=key, teams=tuple(sorted("".join(each)))) for key, each in zip("ABCD", groups, strict=False))
    margins = {two: margin for each in groups for two, margin in each.items()}
    stage = Stage(key="first", rounds=(won_by(margins),), groups=made)
    return staged(System.GROUPS, qualifiers, "".join(margins), stage, **more)


def gone(record: Record, *ids: str, after: int = 1) -> Record:
    return replace(record, teams=tuple(replace(t, withdrawn=after) if t.id in ids else t for t in record.teams))


def refusal_of(record: Record) -> Refusal:
    with pytest.raises(Refusal) as refused:
        qualified(record, "first")
    return refused.value


SIX = {"ab": 300, "cd": 200, "ef": 100}
"""a, c and e have won, then come f, d and b."""


def test_the_first_of_the_standings_go_on() -> None:
    assert qualified(swiss(4, SIX), "first") == ("a", "c", "e", "f")
    assert qualified(swiss(2, SIX), "first") == ("a", "c")


def test_where_more_could_go_on_than_there_are_all_do() -> None:
    assert qualified(swiss(10, SIX), "first") == ("a", "c", "e", "f", "d", "b")


def test_of_groups_all_winners_come_first_then_all_seconds() -> None:
    record = in_groups(2, {"ab": 100, "cd": 200}, {"ef": 300, "gh": 200}, {"ij": 20, "kl": 10})
    assert qualified(record, "first") == ("c", "e", "i", "a", "g", "k")


def test_a_winner_who_has_withdrawn_is_passed_over_and_the_next_moves_up() -> None:
    assert qualified(gone(swiss(3, SIX), "a"), "first") == ("c", "e", "f")
    record = in_groups(1, {"ab": 100, "cd": 200}, {"ef": 300, "gh": 200})
    assert qualified(gone(record, "c", "g"), "first") == ("a", "e")


def test_who_withdraws_only_later_goes_on() -> None:
    assert qualified(gone(swiss(3, SIX), "a", after=2), "first") == ("a", "c", "e")


def test_who_is_disqualified_is_passed_over() -> None:
    ruling = Ruling(id="r1", kind=RulingKind.DISQUALIFIED, stage="first", round=1, reason="cards marked", team="c")
    assert qualified(swiss(3, SIX, rulings=(ruling,)), "first") == ("a", "e", "f")
    assert qualified(swiss(3, SIX, rulings=(replace(ruling, revoked=True),)), "first") == ("a", "c", "e")


def test_a_group_of_which_too_few_are_left_sends_those_it_has() -> None:
    record = in_groups(2, {"ab": 100}, {"ef": 300, "gh": 200})
    assert qualified(gone(record, "b"), "first") == ("a", "e", "g")


def test_a_tie_at_the_border_is_for_the_director_to_decide() -> None:
    tied = {"ab": 300, "cd": 100, "ef": 100}
    assert refusal_of(swiss(2, tied)) == Refusal(
        "qualification_tied", field="qualifiers", stage="first", teams=["c", "e"], places=1
    )
    decided = swiss(2, tied, tiebreaks=WITH_DECISION, tie_order=("e", "c"))
    assert qualified(decided, "first") == ("a", "e")


def test_a_tie_that_the_border_does_not_cut_matters_to_nobody() -> None:
    tied = {"ab": 300, "cd": 100, "ef": 100}
    assert qualified(swiss(3, tied), "first") == ("a", "c", "e")
    assert qualified(swiss(2, {"ab": 300, "cd": 300, "ef": 100}), "first") == ("a", "c")


def test_lots_break_a_tie_at_the_border() -> None:
    tied = {"ab": 300, "cd": 100, "ef": 100}
    assert qualified(swiss(2, tied, tiebreaks=("points", "difference", "lots"), seed="x"), "first")[0] == "a"


def test_who_has_left_does_not_make_a_tie() -> None:
    assert qualified(gone(swiss(2, {"ab": 300, "cd": 100, "ef": 100}), "e"), "first") == ("a", "c")


def test_a_tie_in_one_group_is_refused_too() -> None:
    record = in_groups(1, {"ab": 100, "cd": 200}, {"ef": 200, "gh": 200})
    assert refusal_of(record).facts == {"field": "qualifiers", "stage": "first", "teams": ["e", "g"], "places": 1}


def test_as_long_as_tables_are_not_finished_nobody_has_qualified() -> None:
    record = swiss(2, SIX)
    (stage,) = record.stages
    tables = tuple(replace(t, whole=None) if t.number != 1 else t for t in stage.rounds[0].tables)
    open_round = replace(stage.rounds[0], tables=tables)
    unfinished = replace(record, stages=(replace(stage, rounds=(open_round,)),))
    expected = Refusal("round_unfinished", field="round", stage="first", round=1, tables=[2, 3])
    assert refusal_of(unfinished) == expected
    played_on = replace(won_by(SIX), number=2)
    assert refusal_of(replace(record, stages=(replace(stage, rounds=(open_round, played_on)),))) == expected


def test_a_forfeited_table_is_finished() -> None:
    record = swiss(2, SIX)
    (stage,) = record.stages
    tables = tuple(replace(t, whole=None) if t.number == 3 else t for t in stage.rounds[0].tables)
    forfeit = Ruling(id="r1", kind=RulingKind.FORFEIT, stage="first", round=1, reason="not here", table=3, side=0)
    record = replace(record, stages=(replace(stage, rounds=(replace(stage.rounds[0], tables=tables),)),))
    assert qualified(replace(record, rulings=(forfeit,)), "first") == ("a", "c")


def test_before_the_first_round_nobody_has_qualified() -> None:
    record = staged(System.SWISS, 2, "abcd", Stage(key="first"))
    assert refusal_of(record) == Refusal("round_unfinished", field="round", stage="first", round=1, tables=[])


def test_one_alone_cannot_go_on() -> None:
    assert refusal_of(swiss(1, SIX)) == Refusal("too_few", field="qualifiers", value=1, minimum=2)
    assert refusal_of(gone(swiss(2, SIX), *"abcdef")) == Refusal("too_few", field="qualifiers", value=0, minimum=2)


# --- the next stage ------------------------------------------------------------------------------------------------


def test_the_next_stage_begins_with_who_has_qualified() -> None:
    record = with_next_stage(swiss(4, SIX), "first")
    assert record.stages[1] == Stage(key="final", entrants=("a", "c", "e", "f"))


def test_a_stage_without_a_draw_is_begun_again_after_a_correction() -> None:
    record = with_next_stage(swiss(4, SIX), "first")
    record = with_next_stage(gone(record, "a"), "first")
    assert [stage.entrants for stage in record.stages] == [(), ("c", "e", "f", "d")]


def test_a_stage_that_was_drawn_is_not_begun_again() -> None:
    record = with_next_stage(swiss(2, SIX), "first")
    drawn = Round(number=1, tables=(Table(number=1, seats=("a", "c") * 2),))
    record = replace(record, stages=(record.stages[0], replace(record.stages[1], rounds=(drawn,))))
    with pytest.raises(Refusal) as refused:
        with_next_stage(record, "first")
    assert refused.value == Refusal("stage_begun", field="stage", value="final")


def test_after_the_last_stage_there_is_none() -> None:
    record = with_next_stage(swiss(2, SIX), "first")
    for ask in (qualified, with_next_stage):
        with pytest.raises(Refusal) as refused:
            ask(record, "final")
        assert refused.value == Refusal("stage_last", field="stage", value="final")
