"""Who is to be kept apart: by name, as clubmates, or because no table suits both."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pairing.seating import tables_possible
from pairing.situation import Situation, all_pairs
from scoring.record import Together
from scoring.regulations import Clubmates


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Any two of these are kept apart: by name (`apart`), as `clubmates`, or since no table suits both (`tables`)."""

    code: str
    teams: tuple[str, ...]
    must: bool
    club: str = ""

    def as_fact(self) -> dict[str, Any]:
        return {"code": self.code, "teams": list(self.teams)} | ({"club": self.club} if self.club else {})


def wishes(s: Situation, teams: Iterable[str], never: Together) -> list[Wish]:
    """All wishes that concern two or more of these teams: not to meet, or not to become partners."""
    here = frozenset(teams)
    found = [
        Wish(code="apart", teams=tuple(dict.fromkeys(t for t in each.teams if t in here)), must=each.must)
        for each in s.record.apart
        if each.never is never
    ]
    found += club_wishes(s, [team for team in s.entrants if team in here])
    return [wish for wish in found if len(wish.teams) > 1]


def club_wishes(s: Situation, teams: Iterable[str]) -> list[Wish]:
    """One for every club, if clubmates are to be kept apart."""
    rule = s.record.regulations.clubmates
    if rule is Clubmates.MAY_MEET:
        return []
    clubs: dict[str, list[str]] = defaultdict(list)
    for team in teams:
        if s.teams[team].club:
            clubs[s.teams[team].club].append(team)
    must = rule is Clubmates.ALWAYS_APART
    return [Wish(code="clubmates", teams=tuple(mates), must=must, club=club) for club, mates in clubs.items()]


def table_wishes(s: Situation, teams: Iterable[str]) -> list[Wish]:
    """Two who need different tables cannot meet."""
    needy = [team for team in teams if s.teams[team].tables]
    return [
        Wish(code="tables", teams=tuple(sorted(two)), must=True)
        for two in all_pairs(needy)
        if not tables_possible(s, two)
    ]


class KeptApart:
    """Says of any two teams which wish keeps them apart, if one does; musts come first."""

    def __init__(self, found: Iterable[Wish]) -> None:
        self.wishes = sorted(found, key=lambda wish: not wish.must)
        self._of: dict[str, set[int]] = defaultdict(set)
        for at, wish in enumerate(self.wishes):
            for team in wish.teams:
                self._of[team].add(at)

    def between(self, one: str, other: str) -> Wish | None:
        if one not in self._of or other not in self._of:
            return None
        shared = self._of[one] & self._of[other]
        return self.wishes[min(shared)] if shared else None
