"""The match at a table: all that was entered there, how it stands, whether it is over, and why.

Only the rows of the tables asked for are read, so it costs the same in every round.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice
from uuid import UUID

from django.utils.functional import cached_property

from games import models
from games.selectors.records import regulations_of
from rules.refusal import Refusal
from scoring import five, match, seigneur, threechu
from scoring.hand import Pair, side_of
from scoring.match import TimeUp
from scoring.outcomes import Terms, five_outcomes, terms_of
from scoring.points import hand_scores
from scoring.record import Hand, Table, WholeMatch, at_five
from scoring.regulations import Ranked, Regulations
from scoring.threechu import PLAYERS, ThreechuHand
from scoring.variants import Variant

WHOLE_RESULT = "whole_result"
"""Why a match is over of which only the result was entered."""

# --- what was entered --------------------------------------------------------------------------------------------


def sheet_of(row: models.Hand) -> Hand:
    """The hand as it was written."""
    totals = None if row.total is None or row.other_total is None else (row.total, row.other_total)
    return Hand(
        calls=tuple(row.calls), out=tuple(row.out), points=row.points, other_points=row.other_points, totals=totals
    )


def whole_of(row: models.WholeResult) -> WholeMatch:
    games = None if row.games is None or row.other_games is None else (row.games, row.other_games)
    return WholeMatch(totals=(row.total, row.other_total), hands=row.hands, games=games)


@dataclass(frozen=True)
class Entries:
    """Every row that was entered at one table, corrected and void ones included, in order."""

    hands: list[models.Hand] = field(default_factory=list)
    whole_results: list[models.WholeResult] = field(default_factory=list)

    @property
    def size(self) -> int:
        """How many rows there are. It rises with every entry, so it tells one state of the sheet from another."""
        return len(self.hands) + len(self.whole_results)

    @cached_property
    def last(self) -> dict[int, models.Hand]:
        """Every hand in its last revision, by number."""
        return {row.number: row for row in self.hands}

    @cached_property
    def standing(self) -> list[models.Hand]:
        """The hands that count."""
        return [row for row in self.last.values() if not row.void]

    @property
    def last_whole(self) -> models.WholeResult | None:
        return self.whole_results[-1] if self.whole_results else None

    @property
    def whole(self) -> models.WholeResult | None:
        """The result of the whole match, if that is what was entered and it counts."""
        row = self.last_whole
        return None if row is None or row.void else row

    @property
    def next_number(self) -> int:
        """The number of the next hand. A void one at the end is written anew; others keep their numbers."""
        return max((row.number for row in self.standing), default=0) + 1

    @property
    def newest(self) -> models.Hand | models.WholeResult | None:
        rows: list[models.Hand | models.WholeResult] = [*self.hands, *self.whole_results]
        return max(rows, key=lambda row: row.entered_at, default=None)

    def hand_from(self, client_id: UUID) -> models.Hand | None:
        """The hand that was sent with this id."""
        return next((row for row in self.hands if row.client_id == client_id), None)


def entries_at(tables: Collection[int]) -> dict[int, Entries]:
    """What was entered at these tables. Two queries."""
    found: dict[int, Entries] = defaultdict(Entries)
    hands = models.Hand.objects.filter(table__in=tables).select_related("by_link")
    for hand in hands.order_by("number", "revision", "pk"):
        found[hand.table_id].hands.append(hand)
    for whole in models.WholeResult.objects.filter(table__in=tables).select_related("by_link").order_by("revision"):
        found[whole.table_id].whole_results.append(whole)
    return found


# --- the match ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How a match stands, and why it is over or not.

    `totals` are those of the two sides; where everybody plays alone, of every seat. `hands` has the same for each
    hand that counts. Where several games make a match, `games` says how many each side has won and `each_game`, if
    hands were written, how every one of them stands. A match whose hands do not go with the regulations has a `fault`
    and is not over.
    """

    over: bool
    reason: str
    totals: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    games: Pair | None = None
    each_game: tuple[match.Game, ...] = ()
    winner: int | None = None
    fault: Refusal | None = None

    @property
    def running(self) -> list[tuple[int, ...]]:
        """The totals after each hand; where several games make a match, those of its game."""
        hands = iter(self.hands)
        return [totals for size in self.sizes for totals in accumulate(islice(hands, size), added)]

    @property
    def sizes(self) -> list[int]:
        """How many hands every game has; all of them where there is but one."""
        return [game.hands for game in self.each_game] or [len(self.hands)]

    @property
    def opened(self) -> dict[int, tuple[int, match.Game]]:
        """Every game with its number, by the position of its first hand; nothing where there is but one."""
        starts = accumulate(self.sizes, initial=0)
        return {start: (at, game) for at, (start, game) in enumerate(zip(starts, self.each_game, strict=False), 1)}

    @property
    def score(self) -> tuple[int, ...]:
        """What decides the match: the games that were won, where several make one, else the points."""
        return self.totals if self.games is None else self.games

    @property
    def points_now(self) -> tuple[int, ...]:
        """The points that are played for: where several games make a match, those of the last game, and none once all
        is decided, for nobody wins by their sum."""
        if self.games is None:
            return self.totals
        return () if self.over or not self.each_game else self.each_game[-1].totals


def added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


@dataclass(frozen=True)
class TableMatch:
    """A table with who sits there and what was entered. Its row has round, stage and tournament with it."""

    row: models.Table
    seats: list[models.Seat]
    entries: Entries
    regulations: Regulations
    terms: Terms

    @property
    def stage_key(self) -> str:
        return self.row.round.stage.key

    @property
    def team_ids(self) -> list[int]:
        return [seat.team_id for seat in self.seats]

    @cached_property
    def alone(self) -> bool:
        """Whether there are no two sides all along: everybody plays for himself, or partners change."""
        variants = (Variant.THREECHU, Variant.GRAND_SEIGNEUR)
        return self.regulations.variant in variants or at_five(self.value(), self.regulations)

    @cached_property
    def in_turn(self) -> bool:
        """Whether the number of a hand says who deals, or who sits out."""
        return self.regulations.variant is Variant.THREECHU or at_five(self.value(), self.regulations)

    def value(self, hands: Iterable[Hand] | None = None) -> Table:
        """The table as the Record has it, or as it would be with these hands."""
        row, whole = self.row, self.entries.whole
        times = self.regulations.members_at_the_table if self.regulations.ranked is Ranked.TEAM else 1
        time_up = None
        if row.time_up_hand is not None:
            time_up = TimeUp(hand=row.time_up_hand, running=bool(row.time_up_running))
        return Table(
            number=row.number,
            seats=tuple(str(seat.team.number) for seat in self.seats) * times,
            hands=tuple(map(sheet_of, self.entries.standing) if hands is None else hands),
            whole=None if whole is None else whole_of(whole),
            time_up=time_up,
        )

    def progress(self, hands: Iterable[Hand] | None = None) -> Progress:
        """How it stands, or would stand with these hands; refuses what the regulations do not allow."""
        return progress(self.value(hands), self.terms)

    def shown_progress(self) -> Progress:
        """How it stands, for those who look: what does not go with the regulations is said, not refused."""
        try:
            return self.progress()
        except Refusal as fault:
            return Progress(over=False, reason=fault.code, fault=fault)

    def playing(self, position: int) -> tuple[int | None, ...]:
        """Whose line is whose on the sheet of the hand at this position, counted from 0: seats of the table in order
        of play. None is the dummy of Threechu, which is played by the first."""
        if self.regulations.variant is Variant.THREECHU:
            dealer, left, right = ((position + step) % PLAYERS for step in range(PLAYERS))
            return dealer, left, None, right
        if at_five(self.value(), self.regulations):
            return five.playing(position)
        return tuple(range(len(self.value().seats)))


def match_at(row: models.Table) -> TableMatch:
    """The match at one table, whose row has its round, stage and tournament with it. Three queries."""
    seats = models.Seat.objects.filter(table=row).select_related("team").order_by("seat")
    regulations = regulations_of(row.round.stage.tournament)
    entries = entries_at([row.pk])[row.pk]
    terms = terms_for(regulations, row.round)
    return TableMatch(row=row, seats=list(seats), entries=entries, regulations=regulations, terms=terms)


def matches_of(round_: models.Round) -> list[TableMatch]:
    """The matches at all tables of a round. Four queries, and two if its stage and tournament are not with it."""
    rows = list(models.Table.objects.filter(round=round_).order_by("number"))
    seats: dict[int, list[models.Seat]] = defaultdict(list)
    for seat in models.Seat.objects.filter(table__in=rows).select_related("team").order_by("seat"):
        seats[seat.table_id or 0].append(seat)
    entries = entries_at([row.pk for row in rows])
    regulations = regulations_of(round_.stage.tournament)
    terms = terms_for(regulations, round_)
    for row in rows:
        row.round = round_
    return [
        TableMatch(row=row, seats=seats[row.pk], entries=entries[row.pk], regulations=regulations, terms=terms)
        for row in rows
    ]


def terms_for(regulations: Regulations, round_: models.Round) -> Terms:
    """By which rules a round counts. No query if its stage is with it."""
    return terms_of(regulations, round_.stage.key, round_.from_the_end)


# --- how it stands -----------------------------------------------------------------------------------------------


def progress(table: Table, terms: Terms) -> Progress:
    """How the match at a table stands; by the same functions as `scoring.outcomes.table_outcomes`."""
    if terms.hand.variant is Variant.GRAND_SEIGNEUR:
        return seigneur_progress(table, terms)
    if terms.hand.variant is Variant.THREECHU:
        return threechu_progress(table, terms)
    if len(table.seats) == five.PLAYERS:
        return five_progress(table, terms)
    if table.whole is not None:
        whole = table.whole
        winner = match.leader(whole.games or whole.totals)
        return Progress(over=True, reason=WHOLE_RESULT, totals=whole.totals, games=whole.games, winner=winner)
    hands = [score.totals for score in hand_scores(table, terms.hand)]
    state = match.evaluate(hands, terms.match, time_up=table.time_up)
    several = terms.match.games is not None
    return Progress(
        over=state.over,
        reason=state.reason,
        totals=state.totals,
        hands=tuple(hands),
        games=state.games_won if several else None,
        each_game=state.games if several else (),
        winner=state.winner,
    )


def threechu_progress(table: Table, terms: Terms) -> Progress:
    """Everybody gets what his side got; the deal goes to the left."""
    scores = hand_scores(table, terms.hand)
    dealt = [ThreechuHand(dealer=at % PLAYERS, totals=score.totals) for at, score in enumerate(scores)]
    state = threechu.evaluate(dealt, terms.match)
    hands = [tuple(hand.totals[player != hand.dealer] for player in range(PLAYERS)) for hand in dealt]
    return Progress(over=state.over, reason=state.reason, totals=state.totals, hands=tuple(hands))


def five_progress(table: Table, terms: Terms) -> Progress:
    """Everybody gets what his side got in the hands he played, and nothing where he sat out."""
    over = bool(five_outcomes(table, terms))
    hands = [five_hand(at, score.totals) for at, score in enumerate(hand_scores(table, terms.hand))]
    reason = match.Reason.HANDS_PLAYED if over else match.Reason.RUNNING
    return Progress(over=over, reason=reason, totals=summed(hands, five.PLAYERS), hands=tuple(hands))


def five_hand(at: int, totals: Pair) -> tuple[int, ...]:
    places = five.playing(at)
    return tuple(totals[side_of(places.index(seat))] if seat in places else 0 for seat in range(five.PLAYERS))


def seigneur_progress(table: Table, terms: Terms) -> Progress:
    """In every round one point for everybody who is left behind."""
    players = len(table.seats)
    rounds = [seigneur.places(hand.sheet(), players) for hand in table.hands]
    state = seigneur.evaluate(rounds, terms.match)
    hands = [tuple(players - place for place in places) for places in rounds]
    return Progress(over=state.over, reason=state.reason, totals=summed(hands, players), hands=tuple(hands))


def summed(hands: Sequence[tuple[int, ...]], seats: int) -> tuple[int, ...]:
    return tuple(sum(hand[seat] for hand in hands) for seat in range(seats))
