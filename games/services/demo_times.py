"""The times of an evening, put on a demo: services write down when they were asked, and nobody plays three rounds
within a second.

Only the rows of the demo that is being made are changed, in the transaction that makes it, so nobody has ever seen
other times. The log is left alone: it says when its lines were really written.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.choices import RoundState, State
from games.models import Confirmation, DirectorCall, Hand, Round, Ruling, Team, Tournament, WholeResult
from games.selectors.rounds import live_rounds

BREAK = timedelta(minutes=5)
ANSWER = timedelta(seconds=40)
"""So long a team looks at a result before it says something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """When the last round began, and how long one lasts."""

    last: datetime
    minutes: int

    def begins(self, back: int) -> datetime:
        """When the round began that has so many after it."""
        return self.last - back * (timedelta(minutes=self.minutes) + BREAK)

    def ends(self, back: int) -> datetime:
        return self.begins(back) + timedelta(minutes=self.minutes)


def lay_out(tournament: Tournament, evening: Evening, *, now: datetime, luck: random.Random) -> None:
    """Every round, hand and word of a tournament in its place of the evening."""
    tournament.refresh_from_db()
    rounds = list(live_rounds(tournament))
    played = [round_ for round_ in rounds if round_.state != RoundState.DRAFT]
    for back, round_ in enumerate(reversed(played)):
        lay_out_round(round_, evening.begins(back), min(evening.ends(back), now), luck)
    first = evening.begins(max(0, len(played) - 1)) - BREAK
    lay_out_entries(tournament, quarter(first), luck)
    if tournament.state == State.FINISHED:
        tournament.finished_at = evening.ends(0) + BREAK
        if tournament.ranking_published_at is not None:
            tournament.ranking_published_at = tournament.finished_at + BREAK
        tournament.save(update_fields=["finished_at", "ranking_published_at"])


def lay_out_round(round_: Round, begins: datetime, ends: datetime, luck: random.Random) -> None:
    round_.drawn_at, round_.published_at = begins - BREAK, begins
    round_.started_at = None if round_.started_at is None else begins + timedelta(minutes=1)
    round_.closed_at = None if round_.closed_at is None else ends
    round_.save(update_fields=["drawn_at", "published_at", "started_at", "closed_at"])
    last = lay_out_hands(round_, begins, ends, luck)
    WholeResult.objects.filter(table__round=round_).update(entered_at=ends - BREAK)
    words = list(Confirmation.objects.filter(table__round=round_))
    for word in words:
        word.at = min(ends, last.get(word.table_id, ends - BREAK) + ANSWER)
    Confirmation.objects.bulk_update(words, ["at"])
    DirectorCall.objects.filter(table__round=round_).update(at=ends - timedelta(minutes=2))
    Ruling.objects.filter(round=round_).update(at=ends - BREAK)


def lay_out_hands(round_: Round, begins: datetime, ends: datetime, luck: random.Random) -> dict[int, datetime]:
    """One hand after the other, some quicker than others; a correction comes soon after what it corrects. When each
    table wrote something down last."""
    tables: dict[int, list[Hand]] = {}
    for hand in Hand.objects.filter(table__round=round_).order_by("table", "number", "revision"):
        tables.setdefault(hand.table_id, []).append(hand)
    for hands in tables.values():
        spread(hands, begins, ends - timedelta(seconds=luck.randrange(60, 240)), luck)
    Hand.objects.bulk_update([hand for hands in tables.values() for hand in hands], ["entered_at"], batch_size=200)
    return {table: max(hand.entered_at for hand in hands) for table, hands in tables.items()}


def spread(hands: Iterable[Hand], begins: datetime, ends: datetime, luck: random.Random) -> None:
    firsts = [hand for hand in hands if hand.revision == 1]
    step = (ends - begins) / max(1, len(firsts))
    when = {hand.number: begins + step * (at + luck.uniform(0.7, 1)) for at, hand in enumerate(firsts)}
    for hand in hands:
        hand.entered_at = min(ends, when[hand.number] + (hand.revision - 1) * ANSWER)


def lay_out_entries(tournament: Tournament, starts: datetime, luck: random.Random) -> None:
    """It was announced weeks before; people entered one after the other, and came shortly before it began."""
    tournament.starts_at, tournament.made_at = starts, starts - timedelta(days=25)
    if tournament.checked_in_at is not None:
        tournament.checked_in_at = starts
    tournament.save(update_fields=["starts_at", "made_at", "checked_in_at"])
    teams = list(Team.objects.filter(tournament=tournament).order_by("number"))
    entered = tournament.made_at
    for team in teams:
        entered += timedelta(minutes=luck.randrange(20, 24 * 60))
        team.entered_at = entered
        if team.checked_in_at is not None:
            team.checked_in_at = starts - timedelta(minutes=luck.randrange(2, 30))
    Team.objects.bulk_update(teams, ["entered_at", "checked_in_at"])


def quarter(at: datetime) -> datetime:
    """The quarter of an hour before: nothing is announced for 19:07."""
    return at.replace(minute=at.minute - at.minute % 15, second=0, microsecond=0)
