"""A list of entrants as people have it: pasted from a mail or a table, or a file. Text in, rows out, and what is wrong
with which line.

One team a line. Columns are parted by tabs, semicolons or commas; inside a cell members are parted by / & +, or by a
word where there is no such sign and a name is still wanting: words stand in names, too.
A club stands in brackets or in a column of its own, the name of a team before a colon. A first line that names the
columns is understood.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.services.entries import MOST as LARGEST
from games.services.people import LONGEST

MOST_BYTES = 200_000
MOST_LINES = 500
LONGEST_LINE = 1_000

EXAMPLES = {
    1: "Anna Weber\nBernd Meier (TC Bonn)\nCarla Roth; TC Aachen; 1510",
    2: "Anna Weber / Bernd Meier\nCarla Roth & Dan Vogt (TC Bonn)\nEva Lang; Finn Kurz; TC Aachen",
    3: "Anna Weber / Bernd Meier / Carla Roth\nDan Vogt, Eva Lang, Finn Kurz, TC Bonn",
}
"""How a list can look, by how many play together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadMember:
    """One person of a line."""

    name: str
    club: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRow:
    """A team as it was understood, with the line it stands in, counted from 1 as an editor counts."""

    line: int
    members: tuple[ReadMember, ...] = ()
    name: str = ""
    club: str = ""
    rating: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong with a line, and the line itself; with the whole list if there is no line."""

    line: int | None
    words: str | Promise
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadList:
    rows: tuple[ReadRow, ...] = ()
    faults: tuple[Fault, ...] = ()


class Unreadable(Exception):
    """A line that cannot be taken, and why."""

    def __init__(self, words: str | Promise) -> None:
        super().__init__(str(words))
        self.words = words


# --- a file ------------------------------------------------------------------------------------------------------


def text_of(content: bytes) -> str:
    """The text of a file: UTF-8 with or without its mark, UTF-16 as spreadsheets write it, and else Latin-1, which
    everything is."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


# --- the list ----------------------------------------------------------------------------------------------------


def read_list(text: str, *, members: int) -> ReadList:
    """What stands in a list of teams of so many members."""
    lines = [(number, line) for number, line in numbered(text) if line.strip(" \t;,")]
    if len(text.encode(errors="replace")) > MOST_BYTES or len(lines) > MOST_LINES + 1:
        words = _("This list is too long. At most %(lines)s lines fit; enter it in parts.") % {"lines": MOST_LINES}
        return ReadList(faults=(Fault(line=None, words=words),))
    columns = heads_in(lines[0][1]) if lines else None
    rows, faults = [], []
    for number, line in lines[1:] if columns else lines:
        try:
            row = read_under(columns, line, members) if columns else read_line(line, members)
            rows.append(checked(replace(row, line=number), members))
        except Unreadable as wrong:
            faults.append(Fault(line=number, words=wrong.words, text=line))
    return ReadList(rows=tuple(rows), faults=tuple(faults))


LINE_END = re.compile(r"\r\n|\r|\n")


def corrected(text: str, lines: Mapping[int, str]) -> str:
    """The list with these lines, by number, in place of what stands there; the same list if they say the same."""
    if all(tidy(lines[number]) == tidy(line) for number, line in numbered(text) if number in lines):
        return text
    return "\n".join(lines.get(number, line) for number, line in enumerate(LINE_END.split(text), 1))


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """Lines without what nobody sees."""
    for number, line in enumerate(LINE_END.split(text), 1):
        yield number, re.sub(r"[\x00-\x08\x0b-\x1f\x7f\ufeff\u200b]", "", line).replace("\xa0", " ")


def checked(row: ReadRow, members: int) -> ReadRow:
    """The row if it can be a team; whether it can be entered here is decided by the act."""
    most = 1 if members == 1 else 2 * members
    if not row.members:
        raise Unreadable(_("There is no name here."))
    if len(row.members) > most:
        words = _("Here are %(number)s names, and at most %(most)s fit.")
        raise Unreadable(words % {"number": len(row.members), "most": most})
    texts = [("name", row.name), ("club", row.club)]
    texts += [(each, getattr(member, each)) for member in row.members for each in ("name", "club", "email")]
    for what, text in texts:
        if len(text) > LONGEST[what]:
            words = _("“%(text)s…” is too long: at most %(most)s characters fit.")
            raise Unreadable(words % {"text": text[:30], "most": LONGEST[what]})
    return row


# --- cells -------------------------------------------------------------------------------------------------------


def cells_of(line: str) -> list[str]:
    """The columns of a line, by what parts them in it; quotes hold together as in spreadsheets."""
    if len(line) > LONGEST_LINE:
        raise Unreadable(_("This line is too long. Put every team into a line of its own."))
    parted_by = next((sign for sign in ("\t", ";", ",") if sign in line), None)
    if parted_by is None:
        return [tidy(line)]
    try:
        cells = next(csv.reader([line], delimiter=parted_by, skipinitialspace=True), [])
    except csv.Error:
        cells = line.split(parted_by)
    return [tidy(cell) for cell in cells]


def tidy(text: str) -> str:
    return " ".join(text.split()).strip(" \"'") if text else ""


def number_in(text: str) -> int | None:
    """A whole number as one writes it; None if it is none, or none that fits."""
    plain = text.strip()
    if not (plain.isascii() and plain.isdecimal() and len(plain) <= len(str(LARGEST))):
        return None
    return int(plain) if int(plain) <= LARGEST else None


# --- a line without heads ----------------------------------------------------------------------------------------

SIGN_BETWEEN = re.compile(r"\s*[/&+|]\s*")
WORD_BETWEEN = re.compile(r"\s+(?:und|and|-|–)\s+(?!(?:zu|zum|zur)\b)", re.IGNORECASE)
"""What parts two names; not the middle of “von und zu”."""
COUNTED = re.compile(r"^\s*\d{1,4}[.):]\s+")
BRACKETS = re.compile(r"^(.*?)\s*[(\[]([^()\[\]]*)[)\]]\s*$")


def read_line(line: str, members: int) -> ReadRow:
    """The first cells are members, as many as play; then a club, a rating, addresses, in any order. Where one cell has
    several names, it has all of them."""
    line = COUNTED.sub("", line)
    cells = [tidy(line)] if last_names_first(line, members) else [cell for cell in cells_of(line) if cell]
    if len(cells) > 1 and number_in(cells[0]) is not None:
        cells = cells[1:]  # the number of the line
    name, cells = named(cells)
    found, rest = members_in(cells, members)
    row = ReadRow(line=0, name=name, members=found)
    for cell in rest:
        row = with_more(row, cell)
    return with_clubs(row)


def parted(text: str, members: int) -> list[str]:
    """The names in a text. Signs always part them; words only where fewer names than play together would be left."""
    parts = [part for part in SIGN_BETWEEN.split(text) if tidy(part)]
    if len(parts) < members:
        parts = [each for part in parts for each in WORD_BETWEEN.split(part) if tidy(each)]
    return parts


def last_names_first(line: str, members: int) -> bool:
    """Weber, Anna / Meier, Bert: the commas are inside the names."""
    parts = parted(line, members)
    return len(parts) > 1 and not re.search(r"[;\t]", line) and all(each.count(",") == 1 for each in parts)


def named(cells: list[str]) -> tuple[str, list[str]]:
    """What stands before a colon is the name of the team."""
    name, colon, others = cells[0].partition(":") if cells else ("", "", "")
    return (tidy(name), [tidy(others), *cells[1:]]) if colon and others.strip() else ("", cells)


def members_in(cells: list[str], members: int) -> tuple[tuple[ReadMember, ...], list[str]]:
    """The members, and the cells that are left."""
    # Behind several names in one cell there is room for a club alone: with more, every cell is a name.
    alone = sum(number_in(cell) is None and "@" not in cell for cell in cells) <= 2
    names = parted(cells[0], members if alone else 1) if cells else []
    if len(names) > 1:
        return tuple(ReadMember(name=turned(each)) for each in names), cells[1:]
    found: list[ReadMember] = []
    rest: list[str] = []
    for cell in cells:
        if "@" in cell and found:
            found[-1] = replace(found[-1], email=cell)
        elif len(found) < members and number_in(cell) is None:
            found.append(ReadMember(name=turned(cell)))
        else:
            rest.append(cell)
    return tuple(found), rest


def turned(name: str) -> str:
    """Weber, Anna is Anna Weber."""
    last, _comma, first = name.partition(",")
    return tidy(f"{first} {last}")


def with_more(row: ReadRow, cell: str) -> ReadRow:
    """What else a line says: an address, a number that is a rating, or the club."""
    number = number_in(cell)
    if "@" in cell:
        free = next((at for at, each in enumerate(row.members) if not each.email), None)
        if free is not None:
            return with_member(row, free, email=cell)
    elif number is not None and row.rating is None:
        return replace(row, rating=number)
    elif number is None and not row.club:
        return replace(row, club=cell.strip("()[] "))
    raise Unreadable(_("“%(text)s” is one column too many.") % {"text": cell[:40]})


def with_member(row: ReadRow, at: int, **more: str) -> ReadRow:
    return replace(row, members=(*row.members[:at], replace(row.members[at], **more), *row.members[at + 1 :]))


def with_clubs(row: ReadRow) -> ReadRow:
    """Clubs in brackets. Behind the last name alone it is the team's, else each its own."""
    found = [BRACKETS.match(each.name) for each in row.members]
    for at, match in enumerate(found):
        if match and match[1].strip():
            row = with_member(row, at, name=tidy(match[1]), club=tidy(match[2]))
    if row.members and not row.club and row.members[-1].club and not any(each.club for each in row.members[:-1]):
        club = row.members[-1].club
        row = replace(with_member(row, len(row.members) - 1, club=""), club=club)
    return row


# --- a line under heads ------------------------------------------------------------------------------------------

HEADS = {
    "team": "team", "teamname": "team", "team name": "team", "mannschaft": "team", "paarname": "team",
    "name": "name", "namen": "name", "names": "name", "paar": "name", "pair": "name",
    "player": "member", "players": "member", "spieler": "member", "spielerin": "member", "spieler/in": "member",
    "partner": "member", "partnerin": "member", "partner/in": "member", "member": "member", "members": "member",
    "mitglied": "member", "mitglieder": "member",
    "first name": "first", "firstname": "first", "vorname": "first",
    "last name": "last", "lastname": "last", "surname": "last", "nachname": "last", "familienname": "last",
    "club": "club", "verein": "club", "rating": "rating", "wertung": "rating", "wertungszahl": "rating",
    "elo": "rating", "seed": "seed", "setzung": "seed", "setzplatz": "seed", "setznummer": "seed",
    "email": "email", "e-mail": "email", "mail": "email", "e-mail address": "email", "e-mail-adresse": "email",
    "no": "counted", "no.": "counted", "nr": "counted", "nr.": "counted", "number": "counted", "nummer": "counted",
    "#": "counted",
}  # fmt: skip
"""What stands over a column, and what the column is."""


def heads_in(line: str) -> tuple[str, ...] | None:
    """What the columns are, if this line says so: every cell is known, and one of them is of names."""
    try:
        cells = cells_of(line)
    except Unreadable:
        return None
    known = [HEADS.get(re.sub(r"\s*\d+$", "", cell.casefold()).strip() or cell.casefold()) for cell in cells if cell]
    if not known or None in known:
        return None
    columns = tuple("" if not cell else str(known.pop(0)) for cell in cells)
    people = {"member", "first", "last"}.intersection(columns)
    if not people and "name" not in columns:
        return None
    meant = "team" if people and columns.count("name") == 1 else "member"
    return tuple(meant if each == "name" else each for each in columns)


@dataclass(slots=True, kw_only=True)
class Told:
    """What the columns of a line have said so far."""

    people: list[ReadMember] = field(default_factory=list)
    first: str = ""
    clubs: list[str] = field(default_factory=list)
    rest: dict[str, str] = field(default_factory=dict)


def read_under(columns: Sequence[str], line: str, members: int) -> ReadRow:
    told, cells = Told(), cells_of(line)
    people = sum(column in ("member", "last") for column in columns)
    if any(cells[len(columns) :]):
        raise Unreadable(_("This line has more columns than the first one."))
    for column, cell in zip(columns, cells, strict=False):
        if cell:
            take(told, column, cell, wanted=1 if people >= members else members)
    if told.first:
        told.people.append(ReadMember(name=told.first))
    row = ReadRow(
        line=0,
        members=tuple(told.people),
        name=told.rest.get("team", ""),
        rating=needed_number(told.rest.get("rating", "")),
        seed=needed_number(told.rest.get("seed", "")),
    )
    return with_clubs(clubs_told(row, told.clubs, columns.count("club")))


def take(told: Told, column: str, cell: str, *, wanted: int) -> None:
    """What one column says. `wanted` is how many names a cell of names should have."""
    if column == "member":
        told.people += [ReadMember(name=tidy(part)) for part in parted(cell, wanted)]
    elif column == "first":
        told.first = cell
    elif column == "last":
        told.people.append(ReadMember(name=tidy(f"{told.first} {cell}")))
        told.first = ""
    elif column == "email":
        if told.people:
            told.people[-1] = replace(told.people[-1], email=cell)
    elif column == "club":
        told.clubs.append(cell)
    else:
        told.rest[column] = cell


def clubs_told(row: ReadRow, clubs: Sequence[str], columns: int) -> ReadRow:
    """One column is the team's club; of several each is a member's."""
    if columns <= 1 or len(clubs) != len(row.members):
        return replace(row, club=clubs[0] if clubs else "")
    for at, club in enumerate(clubs):
        row = with_member(row, at, club=club)
    return row


def needed_number(text: str) -> int | None:
    if not text:
        return None
    number = number_in(text)
    if number is None:
        raise Unreadable(_("“%(text)s” is no whole number.") % {"text": text[:40]})
    return number
