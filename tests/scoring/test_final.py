"""The final ranking: everybody in one list, whatever stage they came to."""

from dataclasses import replace

from scoring.final import FURTHER, GROUP_RANK, final_ranking
from scoring.match import Tie
from scoring.record import Group, Record, Round, Ruling, RulingKind, Stage, Table
from scoring.regulations import Regulations, StageRules, System
from scoring.standings import Above, standings, standings_to_json
from tests.scoring.tournaments import FOUR_HANDS, of_rounds, penalty, swiss, teams, whole

GROUPS = StageRules(
    key="groups", system=System.GROUPS, groups=2, qualifiers=1, match=FOUR_HANDS, tiebreaks=("points", "difference")
)
FINAL = StageRules(
    key="final",
    system=System.KNOCKOUT,
    match=replace(FOUR_HANDS, tie=Tie.PLAY_ON),
    tiebreaks=("progress", "points"),
)


def tables(*results: tuple[str, str, int]) -> tuple[Table, ...]:
    """Of each who wins, who loses, and by how much."""
    return tuple(
        whole(number, one, other, (200 + by // 2, 200 - by // 2)) for number, (one, other, by) in enumerate(results, 1)
    )


def groups_and_final(*rulings: Ruling, final: bool = True) -> Record:
    """a, b, c in one group, x, y, z in the other, everybody meets everybody; a and x play the final, and x wins it.
    Of the seconds y has the better difference, of the thirds z and c have the same."""
    stages = [
        Stage(
            key="groups",
            groups=(Group(key="A", teams=("a", "b", "c")), Group(key="B", teams=("x", "y", "z"))),
            rounds=(
                Round(number=1, tables=tables(("a", "b", 100), ("x", "y", 100)), byes=("c", "z")),
                Round(number=2, tables=tables(("b", "c", 40), ("y", "z", 60)), byes=("a", "x")),
                Round(number=3, tables=tables(("a", "c", 60), ("x", "z", 40)), byes=("b", "y")),
            ),
        ),
        Stage(key="final", entrants=("a", "x"), rounds=(Round(number=1, tables=tables(("x", "a", 20))),)),
    ]
    return Record(
        name="Trial",
        regulations=Regulations(stages=(GROUPS, FINAL)),
        teams=teams(*"abcxyz"),
        stages=tuple(stages if final else stages[:1]),
        rulings=rulings,
    )


def order(record: Record) -> list[tuple[int | None, str]]:
    return [(row.rank, row.team) for row in final_ranking(record).rows]


def test_the_last_stage_comes_first_and_below_it_whoever_was_out_before_by_the_rank_in_the_group():
    assert order(groups_and_final()) == [(1, "x"), (2, "a"), (3, "y"), (4, "b"), (5, "c"), (5, "z")]


def test_every_row_says_how_far_it_came_and_why_it_stands_above_the_next():
    found = final_ranking(groups_and_final())
    assert [row.stage for row in found.rows] == ["final", "final", "groups", "groups", "groups", "groups"]
    assert [row.above for row in found.rows] == [
        Above(next="a", criterion="progress", value=2, against=1),
        Above(next="y", criterion=FURTHER),
        Above(next="b", criterion="difference", value=-40, against=-60),
        Above(next="c", criterion=GROUP_RANK, value=2, against=3),
        Above(next="z", criterion=None),
        None,
    ]
    assert found.criteria == ("progress", "points", "difference")
    assert found.rows[2].values == {"points": 4, "difference": -40}
    assert [row["stage"] for row in standings_to_json(found)["rows"]][1:3] == ["final", "groups"]


def test_a_second_of_a_group_stands_above_a_third_with_more_points():
    record = groups_and_final(penalty("y", 4, stage="groups", round=3))
    points = {row.team: row.values["points"] for row in standings(record, "groups").rows}
    assert points["y"] < points["c"]
    assert order(record)[2:] == [(3, "b"), (4, "z"), (5, "c"), (6, "y")]  # and z is second now
    assert final_ranking(record).rows[3].above == Above(next="c", criterion=GROUP_RANK, value=2, against=3)


def test_a_penalty_of_the_groups_changes_only_what_comes_below_the_final():
    record = groups_and_final(penalty("b", 1, stage="groups", round=3))
    assert order(record) == [(1, "x"), (2, "a"), (3, "y"), (4, "b"), (5, "c"), (5, "z")]
    assert final_ranking(record).rows[3].values["points"] == 3
    assert final_ranking(record).rows[3].rulings == ("r1",)


def test_whoever_is_disqualified_in_any_stage_comes_last_and_has_no_rank():
    out = Ruling(id="r2", kind=RulingKind.DISQUALIFIED, stage="groups", round=3, team="y", reason="left the hall")
    assert order(groups_and_final(out)) == [(1, "x"), (2, "a"), (3, "b"), (4, "z"), (5, "c"), (None, "y")]
    later = replace(out, stage="final", round=1, team="c")
    assert order(groups_and_final(later)) == [(1, "x"), (2, "a"), (3, "y"), (4, "b"), (5, "z"), (None, "c")]
    winner = replace(out, stage="final", round=1, team="x")
    assert order(groups_and_final(winner))[:2] == [(1, "a"), (2, "y")]
    assert order(groups_and_final(winner))[-1] == (None, "x")
    revoked = replace(out, revoked=True)
    assert order(groups_and_final(revoked)) == order(groups_and_final())


def test_whoever_has_withdrawn_keeps_the_place_of_the_stage_they_came_to():
    record = groups_and_final()
    gone = replace(record, teams=tuple(replace(team, withdrawn=3) if team.id == "b" else team for team in record.teams))
    assert order(gone) == order(record)
    assert [row.team for row in final_ranking(gone).rows if row.withdrawn] == ["b"]


def test_before_the_next_stage_has_begun_it_is_the_standings():
    record = groups_and_final(final=False)
    assert final_ranking(record) == standings(record)
    drawn = replace(record, stages=(*record.stages, Stage(key="final", entrants=("a", "x"))))
    assert final_ranking(drawn) == standings(drawn)


def test_of_one_stage_it_is_its_standings():
    record = of_rounds(swiss("points"), "abcd", [whole(1, "a", "b", (300, 100)), whole(2, "c", "d", (250, 150))])
    assert final_ranking(record) == standings(record)
    assert "stage" not in standings_to_json(final_ranking(record))["rows"][0]
    nothing = replace(record, stages=())
    assert final_ranking(nothing) == standings(nothing)


def test_three_stages_follow_each_other():
    record = groups_and_final()
    middle = replace(FINAL, key="middle", system=System.SWISS, rounds=1, qualifiers=2, tiebreaks=("points",))
    regulations = Regulations(stages=(GROUPS, middle, FINAL))
    semifinal = Stage(
        key="middle",
        entrants=("a", "x", "y", "b"),
        rounds=(Round(number=1, tables=tables(("x", "b", 2), ("a", "y", 2))),),
    )
    longer = replace(record, regulations=regulations, stages=(record.stages[0], semifinal, record.stages[1]))
    assert order(longer) == [(1, "x"), (2, "a"), (3, "b"), (3, "y"), (5, "c"), (5, "z")]
    assert [row.stage for row in final_ranking(longer).rows][1:5] == ["final", "middle", "middle", "groups"]
