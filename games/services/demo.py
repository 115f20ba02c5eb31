"""A club to look around in: tournaments in every state, played by chance as people play.

Everything is done by the acts of a tournament day, in one transaction: there is the whole demo or nothing of it. Only
the sheets of rounds that are over are written at once, without a line of the log for every hand: else the first start
would take twice as long. The same seed gives the same tournaments.
"""

import contextlib
import logging
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.actor import Actor
from games.choices import CallReason, Language, NoShows, Visibility, Word
from games.models import Account, Confirmation, Hand, Player, Round, Table, Team, Tournament
from games.selectors.matches import TableMatch, matches_of, sheet_of
from games.selectors.records import regulations_of
from games.selectors.rounds import open_round
from games.services.attendance import check_in, close_check_in
from games.services.chance import hand_by_chance
from games.services.clock import start_clock
from games.services.demo_times import Evening, lay_out
from games.services.drawing import ask_for_draw
from games.services.hands import correct_hand, record_hand
from games.services.jobs import perform_job
from games.services.kinds import KINDS
from games.services.links import make_link
from games.services.people import Person
from games.services.registration import import_teams, register_self
from games.services.rounds import close_round, publish_round
from games.services.rulings import rule
from games.services.stages import begin_next_stage, finish_tournament, hide_round, publish_ranking
from games.services.tournaments import create_tournament
from games.services.whole_results import record_whole_result
from games.services.words import call_director, confirm_result, object_to_result
from scoring import record
from scoring.match import Length
from scoring.record import RulingKind

NAMES = (
    "Lena", "Jo", "Max", "Ali", "Mia", "Ben", "Eva", "Tom", "Ida", "Leo", "Zoe", "Kim", "Noa", "Uli", "Pia", "Sam",
    "Ada", "Bo", "Cem", "Dua", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jun", "Kai", "Lou", "Mo", "Nia", "Oda", "Rui",
    "Sol", "Uma",
)  # fmt: skip
"""Who plays in the demo club, in several of its tournaments."""
NEWCOMERS = ("Vic", "Wim", "Yan", "Zita", "Ari", "Bea", "Cleo", "Dan", "Edi")
"""Who has entered the next tournament without having played in one."""
CLUBS = ("Phoenix", "Dragon", "", "")
HANDS_IN_TIME = 5


def ensure_demo(*, account: Account, time_zone: str = "UTC", beside: bool = False) -> list[Tournament]:
    """Made in a database without tournaments; beside others only if that is said. What was made, the one that is being
    played first."""
    if Tournament.objects.exists() and not beside:
        return []
    return make_demo(account=account, time_zone=time_zone, now=timezone.now())


@transaction.atomic
def make_demo(*, account: Account, time_zone: str, now: datetime, seed: str = "demo") -> list[Tournament]:
    club = Club(by=Actor(account=account), luck=random.Random(seed), now=now, seed=seed, time_zone=time_zone)
    with quietly():
        return [recipe(club) for recipe in RECIPES]


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Whoever starts the program does not want to read of twenty draws."""
    jobs = logging.getLogger("games.services.jobs")
    before = jobs.level
    jobs.setLevel(logging.WARNING)
    try:
        yield
    finally:
        jobs.setLevel(before)


# --- the tournaments -----------------------------------------------------------------------------------------------

DONE, UNCONFIRMED, OBJECTED, CALLED, CORRECTED = 1, 2, 3, 5, 6
"""Tables of the round that is being played, by what there is to see."""
HANDS_SO_FAR = {DONE: 8, UNCONFIRMED: 8, OBJECTED: 8, 4: 6, CALLED: 5, CORRECTED: 6, 7: 2, 8: 0}
"""Table 7 is slow, and at table 8 nothing is written down yet."""


def friday_cup(club: "Club") -> Tournament:
    """Sixteen pairs and one that came late, in the third round, with tables in every state and a clock that runs."""
    tournament = club.announce(_("Demo: Friday cup"), "swiss_evening")
    club.enter(tournament, NAMES[:32])
    club.all_here(tournament)
    club.whole_round(tournament)
    club.enter(tournament, NAMES[32:])
    second = club.whole_round(tournament)
    late = tournament.teams.get(number=4)
    rule(
        by=club.by, round_id=second.pk, kind=RulingKind.PENALTY, team_id=late.pk, points=1,
        reason=_("Ten minutes late after the break"),
    )  # fmt: skip
    third = club.next_round(tournament)
    start_clock(by=club.by, round_id=third.pk, minutes=60)
    for match in matches_of(third):
        club.play(match, most=HANDS_SO_FAR[match.row.number])
    club.say_something(third)
    lay_out(tournament, Evening(last=club.now - timedelta(minutes=38), minutes=45), now=club.now, luck=club.luck)
    return tournament


def open_evening(club: "Club") -> Tournament:
    """Registration is open; all eight places are taken, two pairs wait, and somebody looks for a partner."""
    tournament = club.announce(
        _("Demo: Open evening"), "swiss_evening", starts_at=club.evening(in_days=9), entrants_limit=8,
        registration_open=True,
    )  # fmt: skip
    club.enter(tournament, NAMES[:12])
    people = [Person(name=name) for name in NEWCOMERS]
    for pair in (people[0:2], people[2:4], people[4:6], people[6:8], people[8:]):
        register_self(by=Actor(), tournament_id=tournament.pk, people=pair, consent=True)
    return tournament


def championship(club: "Club") -> Tournament:
    """Twenty-seven who play alone, with a new partner in every round: two rounds are played, the third is drawn and for
    the director's eyes only."""
    tournament = club.announce(_("Demo: Championship"), "german_championship")
    club.enter(tournament, NAMES[:27])
    club.all_here(tournament)
    for _number in range(2):
        club.whole_round(tournament)
    club.draw(tournament)
    lay_out(tournament, Evening(last=club.now - timedelta(minutes=85), minutes=70), now=club.now, luck=club.luck)
    return tournament


def knock_out(club: "Club") -> Tournament:
    """Eight pairs, of whom four are out. Of the semifinals, best of three, one is over and one is being played."""
    tournament = club.announce(_("Demo: Knock-out cup"), "brettspielwelt")
    club.enter(tournament, NAMES[16:32])
    quarterfinals = club.next_round(tournament)
    by_hand, *others = matches_of(quarterfinals)
    club.play_out([by_hand])
    for match in others:
        club.report(match)
    close_round(by=club.by, round_id=quarterfinals.pk)
    over, running = matches_of(club.next_round(tournament))
    club.play_out([over])
    club.play(running, games=1)
    lay_out(tournament, Evening(last=club.now - timedelta(minutes=95), minutes=60), now=club.now, luck=club.luck)
    return tournament


def groups_and_final(club: "Club") -> Tournament:
    """Finished, with its ranking published: two groups against the clock, semifinals and a final."""
    tournament = club.announce(_("Demo: Groups and final"), "st_gallen")
    club.enter(tournament, NAMES[:16])
    club.all_here(tournament)
    while club.more_to_play(tournament):
        club.whole_round(tournament)
    begin_next_stage(by=club.by, tournament_id=tournament.pk)
    while club.more_to_play(tournament):
        club.whole_round(tournament)
    finish_tournament(by=club.by, tournament_id=tournament.pk)
    tournament = publish_ranking(by=club.by, tournament_id=tournament.pk)
    lay_out(tournament, Evening(last=club.evening(in_days=-20), minutes=60), now=club.now, luck=club.luck)
    return tournament


def threechu_evening(club: "Club") -> Tournament:
    """Tables of three; the second round has begun."""
    tournament = club.announce(_("Demo: Threechu evening"), "threechu_evening")
    club.enter(tournament, NAMES[9:18])
    club.whole_round(tournament)
    for match, hands in zip(matches_of(club.next_round(tournament)), (4, 2, 0), strict=True):
        club.play(match, most=hands)
    lay_out(tournament, Evening(last=club.now - timedelta(minutes=20), minutes=130), now=club.now, luck=club.luck)
    return tournament


def tientsin_evening(club: "Club") -> Tournament:
    """Teams of three, six at a table; the second round has begun."""
    tournament = club.announce(_("Demo: Tientsin evening"), "tientsin")
    club.enter(tournament, NAMES[18:30])
    club.whole_round(tournament)
    for match, hands in zip(matches_of(club.next_round(tournament)), (3, 2), strict=True):
        club.play(match, most=hands)
    lay_out(tournament, Evening(last=club.now - timedelta(minutes=25), minutes=130), now=club.now, luck=club.luck)
    return tournament


def grand_seigneur_night(club: "Club") -> Tournament:
    """Finished, with the last round hidden and the ranking to be revealed."""
    tournament = club.announce(_("Demo: Grand Seigneur night"), "grand_seigneur_night")
    club.enter(tournament, NAMES[:12])
    rounds = [club.whole_round(tournament) for _number in range(3)]
    hide_round(by=club.by, round_id=rounds[-1].pk, hidden=True)
    tournament = finish_tournament(by=club.by, tournament_id=tournament.pk)
    lay_out(tournament, Evening(last=club.now - timedelta(minutes=50), minutes=30), now=club.now, luck=club.luck)
    return tournament


# The one with most to see has begun last, so that it stands first where the newest comes first.
RECIPES = (
    friday_cup,
    open_evening,
    championship,
    knock_out,
    groups_and_final,
    threechu_evening,
    tientsin_evening,
    grand_seigneur_night,
)


# --- the club ------------------------------------------------------------------------------------------------------


@dataclass(kw_only=True)
class Club:
    """Who directs the demo, by what chance, and who is known there so far."""

    by: Actor
    luck: random.Random
    now: datetime
    seed: str
    time_zone: str
    players: dict[str, int] = field(default_factory=dict)
    links: dict[int, Actor] = field(default_factory=dict)

    def evening(self, *, in_days: int) -> datetime:
        """Half past seven where the club is."""
        day = self.now.astimezone(ZoneInfo(self.time_zone)) + timedelta(days=in_days)
        return day.replace(hour=19, minute=30, second=0, microsecond=0)

    # entering

    def announce(self, name: str, preset: str, **details: Any) -> Tournament:
        spoken = (translation.get_language() or "")[:2]
        usual = {
            "visibility": Visibility.PUBLIC,
            "language": spoken if spoken in list(Language) else Language.ENGLISH,
            "time_zone": self.time_zone,
            "place": _("Club room"),
        }
        tournament = create_tournament(by=self.by, name=name, preset=preset, **usual | details)
        tournament.seed = self.seed
        tournament.save(update_fields=["seed"])
        return tournament

    def enter(self, tournament: Tournament, names: Sequence[str]) -> None:
        """Teams of these people, as many in each as play together."""
        size = regulations_of(tournament).members_at_the_table
        rows = [{"members": self.rows(names[at : at + size], at // size)} for at in range(0, len(names), size)]
        teams = import_teams(by=self.by, tournament_id=tournament.pk, rows=rows)
        self.remember(teams)

    def rows(self, names: Iterable[str], number: int) -> list[dict[str, Any]]:
        club = CLUBS[number % len(CLUBS)]
        return [
            {"player": self.players[name]} if name in self.players else {"name": name, "club": club} for name in names
        ]

    def remember(self, teams: Iterable[Team]) -> None:
        """Nobody in the demo minds being shown by name."""
        for team in teams:
            for member in team.members.select_related("player"):
                self.players.setdefault(member.player.name, member.player_id)
        Player.objects.filter(pk__in=self.players.values()).update(consent_at=self.now)

    def all_here(self, tournament: Tournament) -> None:
        check_in(by=self.by, team_ids=[team.pk for team in tournament.teams.all()])
        close_check_in(by=self.by, tournament_id=tournament.pk, no_shows=NoShows.CANCEL)

    # rounds

    def draw(self, tournament: Tournament) -> Round | None:
        """The next round as a draft; None if the stage has none left."""
        job = ask_for_draw(by=self.by, tournament_id=tournament.pk, seed=self.seed)
        perform_job(job_id=job.pk, kinds=KINDS)
        return open_round(tournament)

    def more_to_play(self, tournament: Tournament) -> bool:
        return self.draw(tournament) is not None

    def next_round(self, tournament: Tournament) -> Round:
        draft = self.draw(tournament)
        if draft is None:
            raise ValueError(f"{tournament} has no round left")
        return publish_round(by=self.by, round_id=draft.pk)

    def whole_round(self, tournament: Tournament) -> Round:
        """From the draw to its end."""
        round_ = self.next_round(tournament)
        self.play_out(matches_of(round_))
        return close_round(by=self.by, round_id=round_.pk)

    # tables

    def play_out(self, matches: Sequence[TableMatch]) -> None:
        """Whole sheets, typed by the director; and everybody agrees."""
        sheets = {match.row.pk: self.sheet_played(match) for match in matches}
        hands = [
            Hand(
                table=match.row, number=number, client_id=uuid4(), entered_at=self.now,
                entered_by=self.by.account, calls=list(sheet.calls), out=list(sheet.out), points=sheet.points,
            )
            for match in matches
            for number, sheet in enumerate(sheets[match.row.pk], 1)
        ]  # fmt: skip
        Hand.objects.bulk_create(hands)
        Table.objects.bulk_update([match.row for match in matches], ["time_up_hand", "time_up_running"])
        Confirmation.objects.bulk_create(
            Confirmation(
                table=match.row, team_id=team, word=Word.CONFIRMED, sheet=len(sheets[match.row.pk]), at=self.now
            )
            for match in matches
            for team in match.team_ids
        )

    def sheet_played(self, match: TableMatch) -> list[record.Hand]:
        """Hands until the match is over. Where the clock ends it, the time is up after five."""
        hands: list[record.Hand] = []
        while not match.progress(hands).over:
            hands.append(hand_by_chance(self.luck, match.terms.hand, len(match.seats)))
            if match.terms.match.length is Length.CLOCK and len(hands) == HANDS_IN_TIME:
                match.row.time_up_hand, match.row.time_up_running = len(hands), False
        return hands

    def play(self, match: TableMatch, *, most: int | None = None, games: int | None = None) -> None:
        """Hand after hand, by one of those who sit there: until the match is over, or so many, or until somebody has
        won so many games."""
        hands: list[record.Hand] = []
        while most is None or len(hands) < most:
            state = match.progress(hands)
            if state.over or (games is not None and max(state.games or (0,)) >= games):
                return
            hands.append(hand_by_chance(self.luck, match.terms.hand, len(match.seats)))
            record_hand(
                by=self.seated(match),
                table_id=match.row.pk,
                client_id=uuid4(),
                number=len(hands),
                sheet=hands[-1],
            )

    def seated(self, match: TableMatch, at: int = 0) -> Actor:
        """The team that sits there, with its link. The first writes for the table."""
        team = match.team_ids[at]
        if team not in self.links:
            self.links[team] = Actor(link=make_link(by=self.by, team_id=team).link)
        return self.links[team]

    def report(self, match: TableMatch) -> None:
        """Only how it ended: somebody has a thousand."""
        totals = self.luck.sample((5 * self.luck.randrange(200, 240), 5 * self.luck.randrange(60, 190)), 2)
        record_whole_result(by=self.by, table_id=match.row.pk, client_id=uuid4(), totals=(totals[0], totals[1]))

    def say_something(self, round_: Round) -> None:
        """One table has confirmed, one objects, one calls, and one has corrected a hand."""
        tables: Mapping[int, TableMatch] = {match.row.number: match for match in matches_of(round_)}
        done, objected, called, corrected = (tables[each] for each in (DONE, OBJECTED, CALLED, CORRECTED))
        confirm_result(by=self.seated(done, 1), table_id=done.row.pk, team_id=done.team_ids[1], seen=done.entries.size)
        object_to_result(
            by=self.seated(objected, 1),
            table_id=objected.row.pk,
            team_id=objected.team_ids[1],
            note=_("The points of hand 3 are the wrong way round"),
        )
        call_director(
            by=self.seated(called), table_id=called.row.pk, reason=CallReason.RULING, note=_("Who has the lead?")
        )
        hand = next(row for row in corrected.entries.standing if row.points not in (None, 125))
        sheet = sheet_of(hand)
        correct_hand(
            by=self.seated(corrected), table_id=corrected.row.pk, number=hand.number, client_id=uuid4(),
            sheet=replace(sheet, points=(sheet.points or 0) + 5),
            reason=_("Counted again"), revision=hand.revision,
        )  # fmt: skip
