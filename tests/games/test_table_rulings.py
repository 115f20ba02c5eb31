"""The referee's rulings: complete, in both languages, by rules that exist, and as the tournament has settled them."""

from dataclasses import fields, replace

import pytest
from django.utils.translation import override

from games.sentences.rulings import RULINGS, STATUSES, TOPICS, Status, TableRuling, Topic, how_settled
from rules.book import Chapter, Rule, chapter_of
from rules.customs import Direction, TableRules
from scoring.hand import HandRules
from scoring.match import ClockPolicy, Length, MatchRules, Tie
from scoring.presets import PRESETS
from scoring.regulations import Regulations, StageRules, System
from scoring.variants import Variant

SETTINGS = {
    f"{part}.{field.name}"
    for part, kind in (("table", TableRules), ("hand", HandRules), ("match", MatchRules))
    for field in fields(kind)
}
each_ruling = pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: str(ruling.number))


def test_there_are_89_in_order():
    assert [ruling.number for ruling in RULINGS] == list(range(1, 90))


def test_every_topic_and_status_is_used_and_has_words():
    assert {ruling.topic for ruling in RULINGS} == set(Topic) == set(TOPICS)
    assert {ruling.status for ruling in RULINGS} == set(Status) == set(STATUSES)
    for label in (*TOPICS.values(), *STATUSES.values()):
        assert in_english(label) != in_german(label)


@each_ruling
def test_it_is_said_in_both_languages(ruling: TableRuling):
    for text in (ruling.situation, ruling.answer):
        english, german = in_english(text), in_german(text)
        assert english != german
        assert english[-1] in ".?"
        assert german[-1] in ".?"
        assert "ß" not in german


def test_no_situation_is_told_twice():
    assert len({in_english(ruling.situation) for ruling in RULINGS}) == len(RULINGS)
    assert len({in_german(ruling.situation) for ruling in RULINGS}) == len(RULINGS)


@each_ruling
def test_it_goes_by_rules_that_exist(ruling: TableRuling):
    assert ruling.rules
    assert set(ruling.rules) <= set(Rule)
    assert len(set(ruling.rules)) == len(ruling.rules)


@pytest.mark.parametrize(("topic", "chapter"), [(Topic.PHOENIX, Chapter.PHOENIX), (Topic.CALL, Chapter.CALLS)])
def test_the_rules_are_about_what_is_asked(topic: Topic, chapter: Chapter):
    for ruling in RULINGS:
        if ruling.topic is topic:
            assert chapter in {chapter_of(rule) for rule in ruling.rules}, ruling.number


@each_ruling
def test_what_settles_it_is_a_setting(ruling: TableRuling):
    assert ruling.settled_by is None or ruling.settled_by in SETTINGS


@each_ruling
def test_what_a_tournament_settles_has_a_setting_or_is_for_the_director(ruling: TableRuling):
    if ruling.status is Status.TOURNAMENT_SETTLES:
        assert ruling.settled_by or "the director" in in_english(ruling.answer)
    if ruling.status is Status.DIRECTOR_DECIDES:
        assert "The director decides" in in_english(ruling.answer)
        assert "Die Turnierleitung entscheidet" in in_german(ruling.answer)


def test_every_choice_at_the_table_settles_a_ruling():
    named = {ruling.settled_by for ruling in RULINGS}
    assert {f"table.{field.name}" for field in fields(TableRules)} <= named


# --- how a tournament settles it ---------------------------------------------------------------------------------

USUAL = Regulations()
OTHER = Regulations(
    table=TableRules(
        direction=Direction.LEFT,
        wish_is_a_must=True,
        bomb_instead_of_wish=False,
        partner_may_withdraw_call=False,
        last_dragon_is_kept=True,
    ),
    hand=HandRules(grand=False, double_victory=100),
    stages=(StageRules(system=System.ROUND_ROBIN, match=MatchRules(length=Length.HANDS, hands=4, tie=Tie.DRAW)),),
)


@pytest.mark.parametrize(
    ("number", "usual", "other"),
    [
        (58, "play goes to the right", "play goes to the left"),
        (51, "play goes to the right", "play goes to the left"),
        (19, "may do without a wish", "must make a wish"),
        (29, "a bomb may be played in turn instead", "a bomb is free only out of turn"),
        (68, "may take the call back", "both calls stand"),
        (40, "is given away too", "is kept"),
        (64, "before the ninth card", "no Grand Tichu is played"),
        (70, "counts 200 points", "counts 100 points"),
        (76, "a tie is played on", "is a draw"),
        (77, "the target is 1000 points", "no target in points"),
    ],
)
def test_a_tournament_says_how_it_has_settled_it(number: int, usual: str, other: str):
    with override("en"):
        assert usual in str(how_settled(the_ruling(number), USUAL))
        assert other in str(how_settled(the_ruling(number), OTHER))


def test_it_says_so_in_german():
    with override("de"):
        assert how_settled(the_ruling(58), USUAL) == "Hier wird nach rechts gespielt, gegen den Uhrzeigersinn."
        assert how_settled(the_ruling(58), OTHER) == "Hier wird nach links gespielt, im Uhrzeigersinn."
        assert how_settled(the_ruling(70), OTHER) == "Hier zählt ein Doppelsieg 100 Punkte."


def test_nothing_is_said_where_no_setting_decides():
    assert how_settled(the_ruling(1), USUAL) is None


def test_stages_that_differ_are_not_thrown_together():
    league = StageRules(key="league", system=System.ROUND_ROBIN, qualifiers=4)
    final = StageRules(key="final", system=System.KNOCKOUT, match=MatchRules(target=500))
    with override("en"):
        assert "differs between the stages" in str(how_settled(the_ruling(77), Regulations(stages=(league, final))))


def test_a_tie_at_the_target_is_a_draw_only_when_the_time_is_up():
    clock = MatchRules(length=Length.CLOCK, clock=ClockPolicy.STOP, target=1000, tie=Tie.DRAW)
    regulations = replace(USUAL, stages=(StageRules(system=System.ROUND_ROBIN, match=clock),))
    with override("en"):
        assert "when the time is up, it is a draw" in str(how_settled(the_ruling(76), regulations))


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (64, {Variant.TIENTSIN: "before the seventh card", Variant.THREECHU: "before the ninth card"}),
        (70, {Variant.THREECHU: "counts 200 points"}),
        (84, {Variant.TIENTSIN: "counts 300 points"}),
        (76, {Variant.THREECHU: "a tie stays a tie", Variant.GRAND_SEIGNEUR: "a tie stays a tie"}),
        (68, {Variant.THREECHU: "may take the call back", Variant.TIENTSIN: "may take the call back"}),
    ],
)
def test_other_numbers_of_players_are_told_what_there_is_for_them(number: int, said: dict[Variant, str]):
    presets = {regulations.variant: regulations for regulations in PRESETS.values()}
    for variant in (Variant.THREECHU, Variant.TIENTSIN, Variant.GRAND_SEIGNEUR):
        with override("en"):
            text = how_settled(the_ruling(number), presets[variant])
        if variant in said:
            assert said[variant] in str(text)
        elif number != 76:
            assert text is None


@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_settles_every_ruling_in_both_languages(key: str):
    for ruling in RULINGS:
        with override("en"):
            english = how_settled(ruling, PRESETS[key])
        with override("de"):
            german = how_settled(ruling, PRESETS[key])
        assert (english is None) is (german is None)
        assert english is None or english != german
        assert "%" not in f"{english}{german}"


def the_ruling(number: int) -> TableRuling:
    return RULINGS[number - 1]


def in_english(text: object) -> str:
    with override("en"):
        return str(text)


def in_german(text: object) -> str:
    with override("de"):
        return str(text)
