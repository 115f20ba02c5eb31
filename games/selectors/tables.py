"""What a table's page shows, and how all tables of a round stand at a glance."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import median_high

from django.db.models import F

from games.actor import Actor
from games.choices import Word
from games.models import Confirmation, DirectorCall, Hand, Member, Round, Ruling, Substitute, Table, WholeResult
from games.models.ruling import OF_A_TABLE
from games.permissions import may_look_inside, sits_at
from games.selectors.matches import Progress, TableMatch, match_at, matches_of, sheet_of, whole_of
from games.selectors.moment import one_moment
from games.selectors.tournaments import table_seen_by
from rules.refusal import Refusal
from scoring import record
from scoring.regulations import Confirmation as WhoConfirms

HIDDEN = "hidden"
"""Why nothing is told of a match in a round that is hidden."""

# --- what the teams say ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What the teams of a table say about its sheet, as keys of their rows.

    `confirmed` have agreed to the sheet as it is now, `objected` have an objection that is open, `missing` must still
    agree. A result is settled when the match is over, nobody must still agree and no objection is open.
    """

    confirmed: tuple[int, ...]
    objected: tuple[int, ...]
    missing: tuple[int, ...]
    settled: bool


def words_about(match: TableMatch, said: Sequence[Confirmation], *, over: bool, ruled: bool) -> Words:
    """A confirmation of an earlier sheet says nothing about this one; an objection stays until it is decided, and then
    it counts as agreed to the sheet it was about. What the director has ruled needs nobody's consent."""
    here = [word for word in said if word.sheet == match.entries.size]
    agreed = {word.team_id for word in here if word.word == Word.CONFIRMED or word.decided_at is not None}
    objected = {word.team_id for word in said if word.word == Word.OBJECTED and word.decided_at is None}
    asked = () if ruled else asked_about(match)
    missing = tuple(team for team in asked if team not in agreed)
    return Words(
        confirmed=tuple(team for team in match.team_ids if team in agreed),
        objected=tuple(team for team in match.team_ids if team in objected),
        missing=missing if over else (),
        settled=over and not missing and not objected,
    )


def asked_about(match: TableMatch) -> Sequence[int]:
    """Which teams must agree: none, or all; or the opponents of the team that entered last, all if it was entered by
    staff or by the table's own link. House players are never asked."""
    who = match.regulations.confirmation
    if who is WhoConfirms.NOBODY:
        return ()
    own = own_side(match) if who is WhoConfirms.OPPONENTS else ()
    return [seat.team_id for seat in match.seats if not seat.team.house and seat.team_id not in own]


def own_side(match: TableMatch) -> Collection[int]:
    """The team that entered last, and with it the partner's."""
    newest = match.entries.newest
    team = None if newest is None or newest.by_link is None else newest.by_link.team_id
    if team is None:
        return ()
    sides = [{seat.team_id for seat in match.seats if (seat.seat or 0) % 2 == side} for side in (0, 1)]
    return {team} if match.alone else next((side for side in sides if team in side), {team})


def settled(table: Table) -> bool:
    """Whether the result of a table is settled: over, and agreed to as the regulations say. Five queries, and three if
    its round, stage and tournament are not with it."""
    match = match_at(table)
    ruling = rulings_at([table.pk]).get(table.pk)
    said = said_at([table.pk])[table.pk]
    over = ruling is not None or match.shown_progress().over
    return words_about(match, said, over=over, ruled=ruling is not None).settled


def said_at(tables: Collection[int]) -> dict[int, list[Confirmation]]:
    """What was said at these tables, in order. One query."""
    found: dict[int, list[Confirmation]] = defaultdict(list)
    for word in Confirmation.objects.filter(table__in=tables).order_by("pk"):
        found[word.table_id].append(word)
    return found


def rulings_at(tables: Collection[int]) -> dict[int, Ruling]:
    """The decision that stands in for what was played at a table. One query."""
    standing = Ruling.objects.filter(table__in=tables, kind__in=OF_A_TABLE, revoked_at__isnull=True).order_by("pk")
    return {ruling.table_id or 0: ruling for ruling in standing}


def open_calls_at(tables: Collection[int]) -> dict[int, DirectorCall]:
    """Who waits for the director. One query."""
    return {call.table_id: call for call in DirectorCall.objects.filter(table__in=tables, done_at__isnull=True)}


def last_call_at(table: Table) -> DirectorCall | None:
    """The call that waits for the director at a table; if there is none, the one that was done last. One query."""
    newest_first = (F("done_at").desc(nulls_first=True), "-pk")
    return DirectorCall.objects.filter(table=table).order_by(*newest_first).first()


def table_of_call(call_id: int) -> int:
    """Which table called. One query."""
    table_id = DirectorCall.objects.filter(pk=call_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise Refusal("director_call_unknown", field="call", value=call_id)
    return table_id


# --- one table ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A team at a table: the seats it has there, and who plays for it now. `members` are its own, as player and name;
    `stand_ins` is who played for them in this round."""

    team_id: int
    number: int
    name: str
    seats: tuple[int, ...]
    players: tuple[str, ...]
    house: bool
    members: tuple[tuple[int, str], ...] = ()
    stand_ins: tuple[Substitute, ...] = ()

    def players_in(self, hand: int) -> tuple[str, ...]:
        """Who played for it in a hand."""
        instead = {each.member_id: each.substitute.shown_name for each in self.stand_ins if each.played(hand)}
        return tuple(instead.get(player, name) for player, name in self.members)

    def named(self, players: Sequence[str]) -> dict[int, str]:
        """Who sits on which seat; the team where it is not known which of its members."""
        known = len(players) == len(self.seats)
        return {seat: players[at] if known else self.name for at, seat in enumerate(self.seats)}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """A hand that counts. `playing` says for every line of the sheet which seat of the table it is, None for the dummy.
    `players` are those who sat there in this hand, by seat, whoever sits there now. `totals` and `running` are those of
    both sides, or of every seat where everybody plays alone."""

    number: int
    revision: int
    sheet: record.Hand
    playing: tuple[int | None, ...]
    players: tuple[str, ...]
    totals: tuple[int, ...]
    running: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryShown:
    """One row that was entered: by the team of a link, or by an account. `number` is None for a whole result."""

    number: int | None
    revision: int
    void: bool
    reason: str
    at: datetime
    team_id: int | None
    account_id: int | None
    sheet: record.Hand | record.WholeMatch


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSheet:
    """Everything a table's page shows. `row` has the round, stage and tournament with it, `match` is where it all comes
    from. `sheet` is what one has seen and confirms. `next_hand` and `next_playing` are for the next hand, if there
    is one. `call` waits for the director; if none does, `call_done` is the last that did."""

    row: Table
    match: TableMatch
    seats: tuple[Sitting, ...]
    hands: tuple[HandShown, ...]
    whole: record.WholeMatch | None
    progress: Progress
    over: bool
    ruling: Ruling | None
    next_hand: int | None
    next_playing: tuple[int | None, ...]
    sheet: int
    words: Words
    said: tuple[Confirmation, ...]
    call: DirectorCall | None
    call_done: DirectorCall | None
    reminded_at: datetime | None
    entries: tuple[EntryShown, ...]


@one_moment()
def table_sheet(table_id: int) -> TableSheet:
    """What the page of a table shows. Nine queries."""
    row = Table.objects.filter(pk=table_id).select_related("round__stage__tournament").first()
    if row is None:
        raise Refusal("table_unknown", field="table", value=table_id)
    return sheet_at(row)


def sheet_at(row: Table) -> TableSheet:
    """The same for a row that has its round, stage and tournament with it. Eight queries."""
    match = match_at(row)
    progress, entries = match.shown_progress(), match.entries
    ruling, said = rulings_at([row.pk]).get(row.pk), said_at([row.pk])[row.pk]
    over = progress.over or ruling is not None
    call = last_call_at(row)
    waits = call is not None and call.done_at is None
    seats = sittings(match)
    return TableSheet(
        row=row,
        match=match,
        seats=seats,
        hands=hands_shown(match, progress, seats),
        whole=None if entries.whole is None else whole_of(entries.whole),
        progress=progress,
        over=over,
        ruling=ruling,
        next_hand=None if over else entries.next_number,
        next_playing=() if over else match.playing(len(entries.standing)),
        sheet=entries.size,
        words=words_about(match, said, over=over, ruled=ruling is not None),
        said=tuple(said),
        call=call if waits else None,
        call_done=None if waits else call,
        reminded_at=None if over else reminded(match),
        entries=(*map(entry_shown, entries.hands), *map(entry_shown, entries.whole_results)),
    )


def reminded(match: TableMatch) -> datetime | None:
    """When the director asked a table to hurry, if nothing was entered since. No query."""
    return match.row.reminded_at if match.row.reminded_sheet == match.entries.size else None


@one_moment()
def table_shown(actor: Actor, table_id: int) -> TableSheet:
    """What the page of a table shows to somebody. Who entered and corrected what, and what was said about it, is for
    staff and for those who sit there; and so is everything of a hidden round. Twelve queries at most."""
    row = table_seen_by(actor, table_id)
    found = sheet_at(row)
    if sits_at(actor, row) or may_look_inside(actor, row.round.stage.tournament):
        return found
    outside = replace(found, said=(), entries=(), reminded_at=None, call_done=None)
    return hidden(outside) if row.round.hidden else outside


def hidden(found: TableSheet) -> TableSheet:
    """Who sits there, and nothing of what was played."""
    return replace(
        found, hands=(), whole=None, progress=Progress(over=False, reason=HIDDEN), over=False, ruling=None,
        next_hand=None, next_playing=(), sheet=0, words=Words(confirmed=(), objected=(), missing=(), settled=False),
    )  # fmt: skip


def sittings(match: TableMatch) -> tuple[Sitting, ...]:
    """Who sits here, substitutes in place of those they stand in for. Two queries."""
    teams = match.team_ids
    stands: dict[int, list[Substitute]] = defaultdict(list)
    for row in Substitute.objects.filter(round=match.row.round, team__in=teams).select_related("substitute"):
        stands[row.team_id].append(row)
    now = {
        row.member_id: row.substitute.shown_name for rows in stands.values() for row in rows if row.last_hand is None
    }
    people: dict[int, list[tuple[int, str]]] = defaultdict(list)
    members = Member.objects.filter(team__in=teams).order_by("position")
    for team, player, name in members.values_list("team_id", "player_id", "player__shown_name"):
        people[team].append((player, name))
    order = match.value().seats
    return tuple(
        Sitting(
            team_id=seat.team_id,
            number=seat.team.number,
            name=seat.team.name,
            seats=tuple(at for at, team in enumerate(order) if team == str(seat.team.number)),
            players=tuple(now.get(player, name) for player, name in people[seat.team_id]),
            house=seat.team.house,
            members=tuple(people[seat.team_id]),
            stand_ins=tuple(stands[seat.team_id]),
        )
        for seat in match.seats
    )


def hands_shown(match: TableMatch, progress: Progress, seats: Sequence[Sitting]) -> tuple[HandShown, ...]:
    """The hands that count, with their points; without, if they do not go with the regulations."""
    none: list[tuple[int, ...]] = [()] * len(match.entries.standing)
    totals, running = (none, none) if progress.fault else (progress.hands, progress.running)
    return tuple(
        HandShown(
            number=row.number,
            revision=row.revision,
            sheet=sheet_of(row),
            playing=match.playing(at),
            players=seated_in(row.number, seats),
            totals=totals[at],
            running=running[at],
        )
        for at, row in enumerate(match.entries.standing)
    )


def seated_in(hand: int, seats: Sequence[Sitting]) -> tuple[str, ...]:
    """Who sat where in a hand, by seat."""
    names: dict[int, str] = {}
    for sitting in seats:
        names |= sitting.named(sitting.players_in(hand))
    return tuple(names[seat] for seat in sorted(names))


def entry_shown(row: Hand | WholeResult) -> EntryShown:
    return EntryShown(
        number=row.number if isinstance(row, Hand) else None,
        revision=row.revision,
        void=row.void,
        reason=row.reason,
        at=row.entered_at,
        team_id=None if row.by_link is None else row.by_link.team_id,
        account_id=row.entered_by_id,
        sheet=sheet_of(row) if isinstance(row, Hand) else whole_of(row),
    )


# --- all tables of a round ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """What a team finds wrong with the result of its table; and what the director said about it, once it is decided.
    `withdrawn`: not the director but the team itself has settled it."""

    id: int
    team: str
    note: str
    at: datetime
    decision: str = ""
    decided_at: datetime | None = None
    withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLine:
    """How one table stands, at a glance. `sheet` is how many entries there are; `behind` is how many hands it has less
    than the table in the middle of the round."""

    table_id: int
    number: int
    teams: tuple[str, ...]
    hands: int
    sheet: int
    whole: bool
    over: bool
    progress: Progress
    ruling: Ruling | None
    words: Words
    call: DirectorCall | None
    objections: tuple[Objection, ...]
    last_entry_at: datetime | None
    reminded_at: datetime | None
    behind: int = 0


@one_moment()
def board_of(round_: Round) -> list[BoardLine]:
    """How every table of a round stands. Seven queries, and two if its stage and tournament are not with it."""
    matches = matches_of(round_)
    tables = [match.row.pk for match in matches]
    rulings, said, calls = rulings_at(tables), said_at(tables), open_calls_at(tables)
    lines = [
        board_line(match, rulings.get(match.row.pk), said[match.row.pk], calls.get(match.row.pk)) for match in matches
    ]
    middle = hands_in_the_middle(lines, fixed=any(match.terms.match.hands is not None for match in matches))
    return [replace(line, behind=max(0, middle - line.hands)) for line in lines]


def hands_in_the_middle(lines: Sequence[BoardLine], *, fixed: bool) -> int:
    """How many hands the table in the middle of the round has, of two the one with more. Whose hands are not written
    down says nothing here; nor does whoever is done, where the number of hands is not `fixed`."""
    counted = [line.hands for line in lines if not line.whole and line.ruling is None and (fixed or not line.over)]
    return median_high(counted) if counted else 0


def board_line(
    match: TableMatch, ruling: Ruling | None, said: Sequence[Confirmation], call: DirectorCall | None
) -> BoardLine:
    progress, newest = match.shown_progress(), match.entries.newest
    over = progress.over or ruling is not None
    return BoardLine(
        table_id=match.row.pk,
        number=match.row.number,
        teams=tuple(seat.team.name for seat in match.seats),
        hands=len(match.entries.standing),
        sheet=match.entries.size,
        whole=match.entries.whole is not None,
        over=over,
        progress=progress,
        ruling=ruling,
        words=words_about(match, said, over=over, ruled=ruling is not None),
        call=call,
        objections=open_objections(match, said),
        last_entry_at=None if newest is None else newest.entered_at,
        reminded_at=None if over else reminded(match),
    )


def open_objections(match: TableMatch, said: Sequence[Confirmation]) -> tuple[Objection, ...]:
    """Those that wait for the director, in order."""
    return tuple(each for each in objections_at(match, said) if each.decided_at is None)


def objections_at(match: TableMatch, said: Sequence[Confirmation]) -> tuple[Objection, ...]:
    """All of them, in order. No query."""
    names = {seat.team_id: seat.team.name for seat in match.seats}
    return tuple(
        Objection(
            id=word.pk,
            team=names.get(word.team_id, ""),
            note=word.note,
            at=word.at,
            decision=word.decision,
            decided_at=word.decided_at,
            withdrawn=word.decided_at is not None and word.decided_by_id is None,
        )
        for word in said
        if word.word == Word.OBJECTED
    )
