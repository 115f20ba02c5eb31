"""What a scorer sees who types paper sheets: the tables of a round with what is missing, and the sheet of one."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.actor import Actor
from games.choices import RoundState
from games.models import Round, Tournament
from games.permissions import may_look_inside
from games.selectors.matches import terms_for
from games.selectors.moment import one_moment
from games.selectors.records import regulations_of
from games.selectors.rounds import rounds_shown
from games.selectors.tables import BoardLine, TableSheet, board_of, table_sheet
from games.selectors.tournaments import table_seen_by, tournament_run_by
from games.selectors.verified import verified_sheets
from rules.refusal import Refusal
from scoring import five, record
from scoring.hand import HandScore
from scoring.outcomes import Terms
from scoring.regulations import Regulations
from scoring.retyping import differences, scored
from scoring.variants import Variant

# --- all tables of a round ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLine:
    """A table in the list. `of` is how many hands its match has, if that is known; `verified` says that the sheet as it
    is now was typed twice."""

    board: BoardLine
    of: int | None
    verified: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTables:
    """The rounds that were published, the one that was chosen, and its tables."""

    tournament: Tournament
    rounds: Sequence[Round]
    round: Round | None
    lines: Sequence[PaperLine]

    @property
    def missing(self) -> list[int]:
        return [line.board.number for line in self.lines if not line.board.over]

    @property
    def unverified(self) -> list[int]:
        return [line.board.number for line in self.lines if line.board.over and not line.verified]

    def table(self, number: int) -> int:
        """The key of the table with this number."""
        for line in self.lines:
            if line.board.number == number:
                return line.board.table_id
        raise Refusal("table_unknown", field="number", value=number)


@one_moment()
def paper_tables(actor: Actor, tournament_id: int, round_id: int | None = None) -> PaperTables:
    """The tables of a round, for staff: of the one asked for, else of the one being played, else of the last. Eleven
    queries."""
    tournament = tournament_run_by(actor, tournament_id)
    rounds = list(rounds_shown(tournament, inside=False))
    chosen = chosen_round(rounds, round_id)
    if chosen is None:
        return PaperTables(tournament=tournament, rounds=rounds, round=None, lines=())
    chosen.stage.tournament = tournament
    terms = terms_for(regulations_of(tournament), chosen)
    verified = verified_sheets(chosen)
    lines = [
        PaperLine(
            board=line,
            of=hands_expected(terms, len(line.teams)),
            verified=line.sheet > 0 and verified.get(line.table_id) == line.sheet,
        )
        for line in board_of(chosen)
    ]
    return PaperTables(tournament=tournament, rounds=rounds, round=chosen, lines=lines)


def chosen_round(rounds: Sequence[Round], round_id: int | None) -> Round | None:
    if round_id is not None:
        found = next((each for each in rounds if each.pk == round_id), None)
        if found is None:
            raise Refusal("round_unknown", field="round", value=round_id)
        return found
    played = [each for each in rounds if each.state == RoundState.PUBLISHED]
    return next(reversed(played or rounds), None)


def hands_expected(terms: Terms, seated: int) -> int | None:
    """How many hands a match has, where that is fixed; at a table of five more, for one sits out in turn."""
    hands = terms.match.hands
    at_five = terms.hand.variant is Variant.NANKING and seated == five.PLAYERS
    return five.hands_at_five(hands) if hands is not None and at_five else hands


# --- one sheet ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Who sits on a seat; `side` only where partners stay the same for the whole match."""

    number: int
    name: str
    team: str
    side: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSheet:
    """The sheet of a table as one types it from paper. `of` is how many hands it has, if that is known; `whole_allowed`
    says whether an end result alone would do."""

    table: TableSheet
    regulations: Regulations
    terms: Terms
    seated: Sequence[Seated]
    of: int | None
    whole_allowed: bool
    verified: bool

    @property
    def order_only(self) -> bool:
        return self.terms.hand.variant is Variant.GRAND_SEIGNEUR

    @property
    def open(self) -> bool:
        """Whether the next hand can be written down."""
        return self.table.next_hand is not None and self.table.row.round.state == RoundState.PUBLISHED

    @property
    def alone(self) -> bool:
        """Whether everybody counts alone."""
        return len(self.seated) > 0 and self.seated[0].side is None

    @property
    def void_hands(self) -> dict[int, int]:
        """Hands that were declared void, with the revision that says so."""
        last = {each.number: each for each in self.table.entries if each.number is not None}
        return {number: each.revision for number, each in last.items() if number is not None and each.void}

    @property
    def whole_revision(self) -> int:
        """The last revision of the whole result; 0 if there is none."""
        return max((each.revision for each in self.table.entries if each.number is None), default=0)

    def playing(self, number: int) -> tuple[int | None, ...]:
        """Whose line is whose in a hand: that of the sheet, or the next one."""
        known = {hand.number: hand.playing for hand in self.table.hands}
        return known.get(number) or self.table.next_playing or tuple(range(len(self.seated)))

    def count(self, hand: record.Hand) -> HandScore:
        """What a hand would count here; refuses what cannot have been. No query."""
        return scored(hand, self.terms.hand)

    def differences(self, stored: record.Hand, typed: record.Hand) -> tuple[str, ...]:
        """In what a hand that was typed again is not the stored one. No query."""
        return differences(stored, typed, self.terms.hand, players=len(self.seated))


@one_moment()
def paper_sheet(actor: Actor, table_id: int) -> PaperSheet:
    """The sheet of a table, for staff. Fourteen queries at most."""
    row = table_seen_by(actor, table_id)
    tournament = row.round.stage.tournament
    if not may_look_inside(actor, tournament):
        raise Refusal("not_allowed")
    table = table_sheet(table_id)
    regulations, terms = regulations_of(tournament), terms_for(regulations_of(tournament), row.round)
    seated = seats_of(table, regulations)
    return PaperSheet(
        table=table,
        regulations=regulations,
        terms=terms,
        seated=seated,
        of=hands_expected(terms, len(seated)),
        whole_allowed=whole_allowed(table, regulations, len(seated)),
        verified=table.sheet > 0 and verified_sheets(row.round).get(row.pk) == table.sheet,
    )


def seats_of(table: TableSheet, regulations: Regulations) -> list[Seated]:
    """Who sits where, by seat. Whose seat is whose in a team with more members than seats, only the table knows."""
    found = []
    seats = sum(len(sitting.seats) for sitting in table.seats)
    alone = seats == five.PLAYERS or regulations.variant in (Variant.THREECHU, Variant.GRAND_SEIGNEUR)
    for sitting in table.seats:
        for at, seat in enumerate(sitting.seats):
            known = len(sitting.players) == len(sitting.seats)
            name = sitting.players[at] if known else sitting.name or ", ".join(sitting.players)
            side = None if alone else seat % 2
            found.append(Seated(number=seat + 1, name=name, team=sitting.name, side=side))
    return sorted(found, key=lambda each: each.number)


def whole_allowed(table: TableSheet, regulations: Regulations, seats: int) -> bool:
    """Nothing was written down by hands, and two totals say enough."""
    if table.hands or table.row.round.state != RoundState.PUBLISHED:
        return False
    value = record.Table(number=table.row.number, seats=("",) * seats)
    try:
        record.check_totals_suffice("totals", regulations, table.row.round.stage.key, value)
    except Refusal:
        return False
    return True
