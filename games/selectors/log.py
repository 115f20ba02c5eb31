"""Questions about the log."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.db.models.fields.json import KeyTextTransform

from games.actor import Actor
from games.events import chain_of, hash_of
from games.models import (
    AccessLink,
    Account,
    Confirmation,
    Hand,
    LogHead,
    LogLine,
    Round,
    Ruling,
    Table,
    Team,
    Tournament,
    WholeResult,
)
from games.selectors.moment import one_moment
from games.selectors.tournaments import log_of, tournament_run_by

PAGE = 50
"""So many lines at once."""
BY_NUMBER = (
    "result.confirmed", "result.objected", "objection.decided", "objection.reopened", "table.confirmed",
    "ruling.made", "link.made", "link.revoked",
)  # fmt: skip
"""Lines that name teams by their number in the tournament; others name them by their key."""
TABLE_BY_NUMBER = ("clock.extended", "clock.shortened", "table.time_up", "table.kept")
"""The same of tables."""
PLAYERS = "players"
"""Whoever came by a link."""


def first_broken_line(tournament: Tournament | None) -> int | None:
    """The number of the first line that is not what it was, or is missing; None if the chain is whole. Two queries."""
    chain = chain_of(tournament)
    lines = LogLine.objects.filter(chain=chain).order_by("number")
    return first_broken(lines, LogHead.objects.filter(chain=chain))


def first_broken(lines: Iterable[LogLine], heads: Iterable[LogHead]) -> int | None:
    """The same of lines in their order, and of the head that says how many there are, if there is one."""
    previous, number = "", 0
    for line in lines:
        number += 1
        if line.number != number or line.previous != previous or line.hash != hash_of(line):
            return number
        previous = line.hash
    head = next(iter(heads), None)
    whole = head is not None and (head.length, head.hash) == (number, previous)
    return None if whole or (head is None and number == 0) else number + 1


# --- the log as one reads it -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which lines: of these codes; about tables of a number, in one round or in any; by or about a team; by an account,
    or by players; older than a line."""

    codes: Collection[str] = ()
    round: int | None = None
    table: int | None = None
    team: int | None = None
    by: str = ""
    before: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line with what its numbers stand for. `who` is an account, or the team or table a link belongs to."""

    number: int
    at: datetime
    what: str
    facts: Mapping[str, Any]
    who: str
    from_table: int | None
    round: int | None
    table: int | None
    teams: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    """Lines, the newest first; and what one can ask for. `older` is the number to ask for more before."""

    tournament: Tournament
    entries: Sequence[Entry]
    older: int | None
    rounds: Sequence[Round]
    teams: Sequence[Team]
    accounts: Sequence[Account]


@one_moment()
def log_page(actor: Actor, tournament_id: int, wanted: Wanted) -> LogPage:
    """The log of a tournament, for its staff. Fifteen queries at most."""
    tournament = tournament_run_by(actor, tournament_id)
    rounds = list(Round.objects.filter(stage__tournament=tournament).select_related("stage").order_by("pk"))
    teams = list(Team.objects.filter(tournament=tournament).order_by("number"))
    accounts = Account.objects.filter(log_lines__tournament=tournament).distinct().order_by("username")
    lines = list(lines_wanted(tournament, wanted, teams)[: PAGE + 1])
    shown = lines[:PAGE]
    return LogPage(
        tournament=tournament,
        entries=Names(shown, rounds, teams).entries(),
        older=shown[-1].number if len(lines) > PAGE else None,
        rounds=rounds,
        teams=teams,
        accounts=list(accounts),
    )


def lines_wanted(tournament: Tournament, wanted: Wanted, teams: Sequence[Team]) -> Any:
    """The lines, with who it was."""
    lines = log_of(tournament).select_related("who").annotate(named=KeyTextTransform("teams", "facts"))
    if wanted.codes:
        lines = lines.filter(what__in=wanted.codes)
    if wanted.table is not None:
        lines = lines.filter(at_table(tournament, wanted))
    elif wanted.round is not None:
        here = Table.objects.filter(round=wanted.round).values_list("pk", flat=True)
        of_tables = ~Q(what__in=TABLE_BY_NUMBER) & Q(facts__table__in=list(here))
        lines = lines.filter(Q(facts__round=wanted.round) | of_tables)
    if wanted.team is not None:
        lines = lines.filter(about_team(next((team for team in teams if team.pk == wanted.team), None)))
    if wanted.by == PLAYERS:
        lines = lines.filter(actor__startswith="link ")
    elif wanted.by:
        lines = lines.filter(actor=f"account {wanted.by}")
    return lines if wanted.before is None else lines.filter(number__lt=wanted.before)


def at_table(tournament: Tournament, wanted: Wanted) -> Q:
    """Lines about tables of the number that is wanted."""
    tables = Table.objects.filter(round__stage__tournament=tournament, number=wanted.table or 0)
    if wanted.round is not None:
        tables = tables.filter(round=wanted.round)
    numbered = Q(what__in=TABLE_BY_NUMBER, facts__table=wanted.table)
    if wanted.round is not None:
        numbered &= Q(facts__round=wanted.round)
    return numbered | (~Q(what__in=TABLE_BY_NUMBER) & Q(facts__table__in=list(tables.values_list("pk", flat=True))))


def about_team(team: Team | None) -> Q:
    """Lines by whoever came with the link of a team, and lines that name it."""
    if team is None:
        return Q(pk__in=[])
    links = AccessLink.objects.filter(team=team).values_list("pk", flat=True)
    by_link = Q(actor__in=[f"link {pk}" for pk in links])
    by_key = ~Q(what__in=BY_NUMBER) & (Q(facts__team=team.pk) | Q(named__regex=rf"(\[|, ?){team.pk}(,|\])"))
    by_number = Q(what__in=BY_NUMBER) & (Q(facts__team=team.number) | Q(facts__team=str(team.number)))
    return by_link | by_key | by_number


@dataclass
class Names:
    """What the numbers in some lines stand for."""

    lines: Sequence[LogLine]
    rounds: Sequence[Round]
    teams: Sequence[Team]
    tables: dict[int, Table] = field(init=False)
    links: dict[int, AccessLink] = field(init=False)
    reasons: dict[str, dict[int, str]] = field(init=False)
    notes: dict[int, tuple[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.tables = Table.objects.in_bulk(self.keys("table", but=TABLE_BY_NUMBER))
        links = [int(line.actor.removeprefix("link ")) for line in self.lines if line.actor.startswith("link ")]
        self.links = AccessLink.objects.select_related("team").in_bulk(links)
        self.reasons = {
            "hand": self.reasons_of("hand", Hand),
            "result": self.reasons_of("result", WholeResult),
            "ruling": self.reasons_of("ruling", Ruling),
        }
        words = Confirmation.objects.filter(pk__in=self.keys("confirmation"))
        self.notes = {pk: (note, decision) for pk, note, decision in words.values_list("pk", "note", "decision")}
        self.round_numbers = {each.pk: each.number for each in self.rounds}
        self.by_key = {team.pk: team.name for team in self.teams}
        self.by_number = {str(team.number): team.name for team in self.teams}

    def keys(self, fact: str, *, but: Collection[str] = ()) -> set[int]:
        found = (line.facts.get(fact) for line in self.lines if line.what not in but)
        return {key for key in found if isinstance(key, int)}

    def reasons_of(self, fact: str, model: Any, field: str = "reason") -> dict[int, str]:
        """Why something was corrected, ruled or objected to: it stays with its row, for people write names into it."""
        return dict(model.objects.filter(pk__in=self.keys(fact)).values_list("pk", field))

    def entries(self) -> list[Entry]:
        return [self.entry(line) for line in self.lines]

    def entry(self, line: LogLine) -> Entry:
        link = self.links.get(int(line.actor.removeprefix("link "))) if line.actor.startswith("link ") else None
        table = None if line.what in TABLE_BY_NUMBER else self.tables.get(line.facts.get("table") or 0)
        number = line.facts.get("table") if table is None else table.number
        round_ = table.round_id if table else line.facts.get("round")
        return Entry(
            number=line.number,
            at=line.at,
            what=line.what,
            facts=line.facts,
            who=line.who.get_username() if line.who else link.team.name if link and link.team else "",
            from_table=link.table_number if link else None,
            round=self.round_numbers.get(round_ or 0),
            table=number if table is not None or line.what in TABLE_BY_NUMBER else None,
            teams=tuple(self.named(line)),
            reason=self.reason(line),
        )

    def named(self, line: LogLine) -> Iterable[str]:
        """The teams a line is about, as far as they are still known."""
        facts = line.facts.get("teams") or ([line.facts["team"]] if line.facts.get("team") else [])
        for each in facts if isinstance(facts, list) else []:
            found = self.by_number.get(str(each)) if line.what in BY_NUMBER else self.by_key.get(each)
            if found:
                yield found

    def reason(self, line: LogLine) -> str:
        if line.facts.get("confirmation") in self.notes:
            note, decision = self.notes[line.facts["confirmation"]]
            return decision if line.what == "objection.decided" else note
        rows = [self.reasons[name].get(line.facts.get(name) or 0, "") for name in self.reasons]
        return next(filter(None, rows), "") or str(line.facts.get("reason") or "")
