"""Whole evenings on the pages: a tournament is made, people come late and leave, rounds are drawn, played and closed,
something is corrected, somebody is penalised, and the ranking is published. One evening in English, the next in German;
in `make long` each in both."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, product

import pytest
from django.utils import translation

from games.models import Account, Round
from games.selectors.next_step import Code
from games.sentences.next_steps import SENTENCES
from scoring.final import final_ranking
from tests.journeys.directing import Desk
from tests.length import at_length

LANGUAGES = ("en", "de")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What kind of evening it is: its format, who comes, and how a hand is typed and then corrected."""

    preset: str
    teams: int
    members: int = 2
    chosen: tuple[tuple[str, str], ...] = ()
    typed: tuple[str, ...] = ("12", "30")
    corrected: tuple[str, ...] = ("12", "60")
    grows: bool = True
    """Whether somebody can enter after the first draw; else the latecomer comes before it."""

    def lines(self) -> list[str]:
        return [self.line(number) for number in range(1, self.teams + 1)]

    def line(self, number: int) -> str:
        return " / ".join(f"{NAMES[place]} {number}" for place in range(self.members))


NAMES = ("Ann", "Bo", "Cy")
EVENINGS = {
    "a Swiss evening of eight pairs": Evening(preset="swiss_evening", teams=8),
    "a championship of 19": Evening(preset="german_championship", teams=18, members=1),
    "groups, then best of three": Evening(
        preset="st_gallen", teams=7, grows=False, chosen=(("stage-1-late_2", "3"), ("stage-1-late_1", "3"))
    ),
    "Threechu": Evening(preset="threechu_evening", teams=9, members=1),
    "Tientsin": Evening(preset="tientsin", teams=4, members=3),
    "Grand Seigneur": Evening(
        preset="grand_seigneur_night", teams=11, members=1, typed=("12345",), corrected=("21345",)
    ),
}


BOTH = [*product(EVENINGS, LANGUAGES)]
IN_TURN = [
    pytest.param(what, language, marks=pytest.mark.both_databases if what == "Tientsin" else ())
    for what, language in zip(EVENINGS, cycle(LANGUAGES), strict=False)
]
"""The shortest also on the program's own defaults."""


@pytest.mark.slow("a whole evening, from the name of the tournament to its ranking")
@pytest.mark.parametrize(("what", "language"), at_length(BOTH, usually=IN_TURN))
def test_an_evening_from_its_name_to_its_ranking(browser, site: str, worker, director: Account, what, language: str):
    evening = EVENINGS[what]
    desk = Desk(browser, site, director, language)
    set_up(desk, evening)
    last = play(desk, evening)
    desk.finish()
    shown = desk.everybody_sees()
    assert shown == ranking(desk), "the page shows what anybody can compute from the export"
    assert len(last.stage.tournament.teams.exclude(entry="cancelled")) == evening.teams + 1
    with translation.override(language):
        assert desk.next_words() == str(SENTENCES[Code.OVER])
    desk.good()
    desk.done()


def set_up(desk: Desk, evening: Evening) -> None:
    """A name, a format, the list of who comes; all but one are here when check-in is closed."""
    desk.make("Saturday cup", evening.preset, dict(evening.chosen))
    desk.enter(evening.lines())
    desk.good()
    desk.check_in(but=evening.teams)
    if evening.grows:
        desk.expect_later(evening.teams)
    else:
        desk.enter([evening.line(evening.teams + 1)])
    desk.good()


def play(desk: Desk, evening: Evening) -> Round:
    """Round after round, stage after stage, as the page that says what is next leads."""
    number = 0
    while True:
        action = desk.next_action()
        if action == "finish":
            return desk.tournament_rounds()[-1]
        if action == "next-stage":
            desk.go_on()
            continue
        assert action == "ask", "the next round is to be drawn"
        round_, number = desk.draw(), number + 1
        if number == 1:
            first_round(desk, evening, round_)
        elif number == 2:
            correct_the_first(desk, evening)
            desk.play(round_)
        else:
            desk.play(round_)
        desk.close_round()


def first_round(desk: Desk, evening: Evening, round_: Round) -> None:
    """A hand from paper, one more team for the next round, one that leaves, one that is penalised."""
    desk.play(round_, typed=evening.typed)
    if evening.grows:
        desk.enter([evening.line(evening.teams + 1)])
    desk.withdraw(2)
    desk.penalise(1)
    desk.good()


def correct_the_first(desk: Desk, evening: Evening) -> None:
    """Round 1 is closed and round 2 is drawn: the correction counts, and nothing is drawn anew."""
    desk.correct(desk.paper_table(desk.tournament_rounds()[0]), evening.corrected)


def ranking(desk: Desk) -> Sequence[tuple[str, str]]:
    record = desk.record()
    names = {team.id: team.name for team in record.teams}
    return [("–" if row.rank is None else str(row.rank), names[row.team]) for row in final_ranking(record).rows]
