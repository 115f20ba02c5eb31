"""Every question has a known price in queries, and it is the same for a small field and for a large one."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import selectors
from games.actor import Actor
from games.choices import CallReason
from games.events import emit
from games.models import Account, Job, Player
from games.selectors import (
    access,
    afterwards,
    board,
    bracket,
    cards,
    console,
    drafts,
    entrants,
    health,
    jobs,
    listing,
    log,
    matches,
    paper,
    partners,
    phone,
    players,
    printing,
    public,
    public_bracket,
    public_list,
    public_round,
    public_team,
    records,
    rounds,
    rulings,
    scores,
    screen,
    seating,
    standings,
    tables,
    teams,
    tournaments,
    verified,
)  # fmt: skip
from games.services.links import make_link
from games.services.standings import refresh_standings
from tests.games.large import SIZES, large_tournament

pytestmark = pytest.mark.django_db

OWNER = "owner"


class Field:
    """A tournament of so many teams, with its second round being played."""

    def __init__(self, size: int) -> None:
        self.tournament = large_tournament(size, rounds=2, hands=2)
        self.stage = self.tournament.stages.get()
        self.round = rounds.live_rounds(self.tournament).last()
        self.round.stage.tournament = self.tournament
        self.table = self.round.tables.first()
        self.table.round = self.round
        self.call = self.table.calls.create(reason=CallReason.TIME, at=timezone.now())
        self.team = self.tournament.teams.first()
        self.player = self.player = self.team.members.first().player_id
        Player.objects.filter(pk=self.player).update(consent_at=timezone.now())
        self.owner = Actor(account=Account.objects.get_or_create(username=OWNER, is_superuser=True)[0])
        self.link = Actor(link=make_link(by=self.owner, team_id=self.team.pk).link)
        self.job = Job.objects.create(
            kind="draw_round", key=str(size), arguments={"tournament": self.tournament.pk}, asked_at=timezone.now(),
            due_at=timezone.now(),
        )  # fmt: skip
        pair = list(self.tournament.teams.values_list("pk", flat=True)[:2])
        united = {"pairs": [pair], "before": [{"members": [], "joining": []}]}
        emit("teams.paired", by=self.owner, tournament=self.tournament, facts=united)
        refresh_standings(tournament_id=self.tournament.pk)
        self.tournament.refresh_from_db()
        self.record = records.record_of(self.tournament)
        self.match = matches.match_at(self.table)


QUESTIONS: dict[str, Callable[[Field], Any]] = {
    "access.who_is": lambda f: access.who_is(f.link),
    "access.place_now": lambda f: access.place_now(f.link.link),
    "access.tokens_of": lambda f: list(access.tokens_of(f.owner)),
    "bracket.bracket_shown": lambda f: bracket.bracket_shown(f.stage, audience="public"),
    "afterwards.ending_of": lambda f: afterwards.ending_of(f.owner, f.tournament.pk),
    "afterwards.thanks_for": lambda f: afterwards.thanks_for(f.owner, f.tournament.slug),
    "afterwards.final_standings": lambda f: afterwards.final_standings([f.round]),
    "afterwards.numbers_of": lambda f: afterwards.numbers_of(f.tournament, {f.round.pk: 10}),
    "board.round_board": lambda f: board.round_board(f.owner, f.tournament.pk, now=timezone.now()),
    "board.tables_on_board": lambda f: board.tables_on_board(f.round, now=timezone.now()),
    "board.open_table": lambda f: board.open_table(f.owner, f.table.pk, now=timezone.now()),
    "cards.tables_needed": lambda f: cards.tables_needed(f.tournament),
    "cards.teams_entered": lambda f: cards.teams_entered(f.tournament),
    "drafts.last_draw_asked": lambda f: drafts.last_draw_asked(f.tournament),
    "drafts.drawing_of": lambda f: drafts.drawing_of(f.owner, f.tournament.pk),
    "drafts.exchange_of": lambda f: drafts.exchange_of(f.round, f.table.seats.first().team_id, f.team.pk),
    "entrants.entrants_of": lambda f: entrants.entrants_of(f.owner, f.tournament.pk),
    "entrants.stand_ins_in": lambda f: entrants.stand_ins_in(f.tournament),
    "entrants.one_entrant": lambda f: entrants.one_entrant(f.owner, f.team.pk),
    "entrants.wishes_in": lambda f: entrants.wishes_in(f.tournament),
    "entrants.places_in": lambda f: entrants.places_in(f.tournament),
    "entrants.entry_made": lambda f: entrants.entry_made(f.tournament, f.team.pk),
    "health.health": lambda f: health.health(now=timezone.now()),
    "jobs.last_job_of": lambda f: jobs.last_job_of("draw_round", "1"),
    "jobs.jobs_left_lying": lambda f: jobs.jobs_left_lying(now=timezone.now()),
    "jobs.age_of_oldest_unfinished_job": lambda f: jobs.age_of_oldest_unfinished_job(now=timezone.now()),
    "jobs.job_seen_by": lambda f: jobs.job_seen_by(f.owner, f.job.pk),
    "listing.tournaments_to_run": lambda f: listing.tournaments_to_run(f.owner),
    "listing.open_invitations": lambda f: listing.open_invitations(f.owner, f.tournament),
    "log.log_page": lambda f: log.log_page(f.owner, f.tournament.pk, log.Wanted()),
    "log.first_broken_line": lambda f: log.first_broken_line(f.tournament),
    "matches.entries_at": lambda f: matches.entries_at([f.table.pk]),
    "matches.match_at": lambda f: matches.match_at(f.table),
    "matches.matches_of": lambda f: matches.matches_of(f.round),
    "matches.terms_for": lambda f: matches.terms_for(records.regulations_of(f.tournament), f.round),
    "console.console_of": lambda f: console.console_of(f.owner, f.tournament.pk),
    "paper.paper_tables": lambda f: paper.paper_tables(f.owner, f.tournament.pk),
    "paper.paper_sheet": lambda f: paper.paper_sheet(f.owner, f.table.pk),
    "players.players_known_to": lambda f: list(players.players_known_to(f.owner)[:50]),
    "players.players_named": lambda f: players.players_named(f.owner, ["Anna", "Bert"]),
    "printing.printable": lambda f: printing.printable(f.owner, f.tournament.pk),
    "printing.round_printed": lambda f: printing.round_printed(f.owner, f.tournament.pk),
    "printing.players_in": lambda f: printing.players_in(f.tournament, f.round),
    "printing.standings_printed": lambda f: printing.standings_printed(f.owner, f.tournament.pk),
    "printing.certificates_printed": lambda f: printing.certificates_printed(f.owner, f.tournament.pk),
    "printing.ends_the_tournament": lambda f: printing.ends_the_tournament(f.tournament, f.stage),
    "printing.bracket_printed": lambda f: printing.bracket_printed(f.owner, f.tournament.pk),
    "partners.unions_of": lambda f: partners.unions_of(f.tournament),
    "phone.now_for": lambda f: phone.now_for(f.link, at=timezone.now()),
    "phone.clock_of": lambda f: phone.clock_of(f.round, timezone.now(), f.table),
    "phone.rules_at": lambda f: phone.rules_at(tables.sheet_at(f.table)),
    "phone.standing_of": lambda f: phone.standing_of(f.team, f.round, timezone.now()),
    "public.head_at": lambda f: public.head_at(f.tournament.slug),
    "public.head_of": lambda f: public.head_of(f.tournament),
    "public.whole_tournament": lambda f: public.whole_tournament(f.tournament.slug),
    "public.rounds_in_line": lambda f: public.rounds_in_line([f.round], {f.round.stage_id: "main"}, ["main"]),
    "public.progress_of": lambda f: public.progress_of(f.record, [], {}),
    "public.standings_shown": lambda f: public.standings_shown(f.tournament),
    "public_bracket.bracket_with_names": lambda f: public_bracket.bracket_with_names(f.tournament),
    "public_bracket.scores_of": lambda f: public_bracket.scores_of(f.record, "main", ()),
    "public_list.club_home": lambda f: public_list.club_home(),
    "public_list.public_tournaments": lambda f: list(public_list.public_tournaments()[:50]),
    "public_list.tournaments_in_feed": lambda f: public_list.tournaments_in_feed(),
    "public_list.tournaments_in_calendar": lambda f: public_list.tournaments_in_calendar(since=timezone.now()),
    "public_list.teams_entered": lambda f: public_list.teams_entered(f.tournament),
    "public_round.round_shown": lambda f: public_round.round_shown(f.tournament),
    "public_round.table_for_everybody": lambda f: public_round.table_for_everybody(f.tournament, f.table.pk),
    "public_round.rounds_with_seeds": lambda f: public_round.rounds_with_seeds(f.tournament),
    "public_team.team_shown": lambda f: public_team.team_shown(f.tournament, f.team.number, now=timezone.now()),
    "public_team.matches_at": lambda f: public_team.matches_at(
        f.table.seats.select_related("table"), {f.round.pk: f.round}
    ),
    "public_team.members_shown": lambda f: public_team.members_shown((), (), records.regulations_of(f.tournament)),
    "public_team.team_and_members": lambda f: public_team.team_and_members(f.tournament, f.team.number),
    "public_team.matches_between": lambda f: public_team.matches_between(
        f.table.seats.select_related("table", "team"), {f.round.pk: f.round}
    ),
    "records.rulings_in": lambda f: list(records.rulings_in([f.round.pk])),
    "tournaments.tournament_and_power": lambda f: tournaments.tournament_and_power(f.owner, f.tournament.pk),
    "public_team.player_shown": lambda f: public_team.player_shown(f.player),
    "public_team.final_ranks": lambda f: public_team.final_ranks([f.tournament]),
    "public_team.hands_of": lambda f: public_team.hands_of(
        f.team.members.first().player, f.team.members.all(), {f.team.pk: list(f.team.members.all())}
    ),
    "records.regulations_of": lambda f: records.regulations_of(f.tournament),
    "records.record_of": lambda f: records.record_of(f.tournament),
    "rounds.live_rounds": lambda f: list(rounds.live_rounds(f.tournament)),
    "rounds.rounds_shown": lambda f: list(rounds.rounds_shown(f.tournament, inside=True)),
    "rounds.open_round": lambda f: rounds.open_round(f.tournament),
    "rounds.stage_going_on": lambda f: rounds.stage_going_on(f.tournament),
    "rounds.incomplete_teams": lambda f: rounds.incomplete_teams(f.tournament, round_number=1),
    "rounds.is_untouched": lambda f: rounds.is_untouched(f.round),
    "rounds.tables_without_result": lambda f: rounds.tables_without_result(f.record, "main", 1),
    "rounds.next_round_left": lambda f: rounds.next_round_left(f.record, "main"),
    "rounds.draw_of": lambda f: rounds.draw_of(f.round, f.record),
    "rounds.conflicts_of": lambda f: rounds.conflicts_of(f.round),
    "rounds.remaining_seconds": lambda f: rounds.remaining_seconds(f.round, timezone.now()),
    "rulings.rulings_shown": lambda f: rulings.rulings_shown(f.owner, f.tournament.pk),
    "scores.basis_of": lambda f: scores.basis_of(f.tournament),
    "scores.basis_from": lambda f: scores.basis_from([f.round]),
    "screen.screen_of": lambda f: screen.screen_of(f.tournament),
    "screen.screen_now": lambda f: screen.screen_now(f.tournament, at=timezone.now()),
    "screen.seats_taken": lambda f: screen.seats_taken(f.round),
    "seating.seating_of": lambda f: seating.seating_of(f.round),
    "standings.current_standings": lambda f: standings.current_standings(f.stage, audience="public"),
    "standings.is_fresh": lambda f: standings.is_fresh(f.tournament),
    "standings.tournaments_with_old_standings": lambda f: standings.tournaments_with_old_standings(),
    "tables.settled": lambda f: tables.settled(f.table),
    "tables.said_at": lambda f: tables.said_at([f.table.pk]),
    "tables.rulings_at": lambda f: tables.rulings_at([f.table.pk]),
    "tables.open_calls_at": lambda f: tables.open_calls_at([f.table.pk]),
    "tables.last_call_at": lambda f: tables.last_call_at(f.table),
    "tables.table_of_call": lambda f: tables.table_of_call(f.call.pk),
    "tables.objections_at": lambda f: tables.objections_at(f.match, ()),
    "tables.reminded": lambda f: tables.reminded(f.match),
    "tables.table_sheet": lambda f: tables.table_sheet(f.table.pk),
    "tables.sheet_at": lambda f: tables.sheet_at(f.table),
    "tables.table_shown": lambda f: tables.table_shown(f.link, f.table.pk),
    "tables.sittings": lambda f: tables.sittings(f.match),
    "tables.board_of": lambda f: tables.board_of(f.round),
    "teams.teams_of": lambda f: teams.teams_of(f.tournament),
    "teams.team_row_of": lambda f: teams.team_row_of(f.team),
    "teams.wait_list": lambda f: teams.wait_list(f.tournament),
    "teams.incomplete_teams": lambda f: teams.incomplete_teams(f.tournament),
    "teams.free_places": lambda f: teams.free_places(f.tournament),
    "teams.no_shows": lambda f: teams.no_shows(f.tournament),
    "teams.rounds_so_far": lambda f: teams.rounds_so_far(f.tournament),
    "teams.numbers_drawn": lambda f: teams.numbers_drawn(f.tournament),
    "teams.tournaments_of_player": lambda f: teams.tournaments_of_player(f.player),
    "teams.tournaments_taking_part": lambda f: teams.tournaments_taking_part(f.player),
    "tournaments.tournaments_seen_by": lambda f: list(tournaments.tournaments_seen_by(f.owner)[:50]),
    "tournaments.tournaments_run_by": lambda f: tournaments.tournaments_run_by(f.owner),
    "tournaments.tournaments_with_codes": lambda f: tournaments.tournaments_with_codes(f.owner),
    "tournaments.tournament_at": lambda f: tournaments.tournament_at(f.link, f.tournament.slug),
    "tournaments.tournament_called": lambda f: tournaments.tournament_called(f.link, str(f.tournament.pk)),
    "tournaments.tournament_seen_by": lambda f: tournaments.tournament_seen_by(f.link, f.tournament.pk),
    "tournaments.tournament_run_by": lambda f: tournaments.tournament_run_by(f.owner, f.tournament.pk),
    "tournaments.round_seen_by": lambda f: tournaments.round_seen_by(f.link, f.round.pk),
    "tournaments.round_run_by": lambda f: tournaments.round_run_by(f.owner, f.round.pk),
    "tournaments.table_seen_by": lambda f: tournaments.table_seen_by(f.link, f.table.pk),
    "tournaments.team_seen_by_staff": lambda f: tournaments.team_seen_by_staff(f.owner, f.team.pk),
    "tournaments.stage_of": lambda f: tournaments.stage_of(f.tournament, "main"),
    "tournaments.staff_of": lambda f: list(tournaments.staff_of(f.tournament)),
    "tournaments.invitations_seen_by": lambda f: list(tournaments.invitations_seen_by(f.owner, f.tournament.pk)),
    "tournaments.log_of": lambda f: list(tournaments.log_of(f.tournament)[:50]),
    "tournaments.rulings_of": lambda f: list(tournaments.rulings_of(f.tournament, inside=True)),
    "tournaments.apart_of": lambda f: list(tournaments.apart_of(f.tournament)),
    "verified.verified_sheets": lambda f: verified.verified_sheets(f.round),
}
"""Every question, asked of a field."""


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.iter_modules(selectors.__path__):
        yield importlib.import_module(f"games.selectors.{found.name}")


def priced() -> set[str]:
    """Every selector whose docstring names a price."""
    return {
        f"{module.__name__.rsplit('.', 1)[-1]}.{name}"
        for module in modules()
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and re.search(r"quer(y|ies)", function.__doc__ or "")
    }


def test_every_question_with_a_price_is_asked_here():
    assert priced() - set(QUESTIONS) == set()


def prices(field: Field) -> dict[str, int]:
    found = {}
    for name, ask in QUESTIONS.items():
        with CaptureQueriesContext(connection) as queries:
            ask(field)
        found[name] = len(queries)
    return found


def test_the_price_does_not_grow_with_the_field():
    small, large = (prices(Field(size)) for size in SIZES)
    assert {name: (small[name], large[name]) for name in small if small[name] != large[name]} == {}
    assert max(small.values()) <= 15
