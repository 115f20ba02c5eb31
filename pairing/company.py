"""Who sits together: who has met before, who wishes not to, and what is to be said of a table of individuals."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import rustworkx

from pairing.draw import Reason, Without
from pairing.situation import Situation
from pairing.tables import MUST, WISH, Kind, Known
from pairing.wishes import Wish, table_wishes, wishes
from rules.refusal import Refusal
from scoring import five
from scoring.record import Together
from scoring.variants import Variant

Two = tuple[str, str]
Seats = tuple[str, ...]

ROUND, HAND = "round", "hand"
ALONE = (Variant.THREECHU, Variant.GRAND_SEIGNEUR)


def pairs(players: Iterable[str]) -> Iterator[Two]:
    """Any two of them, each pair in the order of the alphabet."""
    return combinations(sorted(players), 2)


class Look(NamedTuple):
    """What there is to say of a table: who has met before, and last in which round; who are partners again; who sits
    together in spite of a wish.

    Partners again are those who were so for a whole round both times. If at least once it was for a hand at a table of
    five, they are `at_five`.
    """

    met: dict[Two, int]
    partners: dict[Two, int]
    at_five: dict[Two, int]
    broken: list[tuple[Two, Wish]]

    @property
    def breaks_a_must(self) -> bool:
        return any(wish.must for _, wish in self.broken)


class Company:
    """Looks at tables of individuals before a round."""

    def __init__(self, s: Situation) -> None:
        self.s = s
        self.variant = s.record.regulations.variant
        self.has_partners = self.variant not in ALONE
        self._looks: dict[Seats, Look] = {}

    # --- partners ------------------------------------------------------------------------------------------------

    def is_five(self, seats: Seats) -> bool:
        """Whether one sits out in turn here, and everybody is everybody's partner for a hand."""
        return len(seats) == five.PLAYERS and self.variant is Variant.NANKING

    def partners(self, seats: Seats) -> Iterator[Two]:
        """Who share a side for the whole round; nobody at a table of five."""
        if self.has_partners and not self.is_five(seats):
            yield from pairs(seats[0::2])
            yield from pairs(seats[1::2])

    def partners_at_five(self, seats: Seats) -> Iterator[Two]:
        return pairs(seats if self.is_five(seats) else ())

    # --- wishes --------------------------------------------------------------------------------------------------

    @cached_property
    def not_partners(self) -> dict[Two, Wish]:
        return {} if not self.has_partners else _by_pairs(wishes(self.s, self.s.teams, Together.PARTNERS))

    @cached_property
    def not_at_one_table(self) -> dict[Two, Wish]:
        """By name, or because no table suits both. Clubmates may meet as opponents."""
        named = [wish for wish in wishes(self.s, self.s.teams, Together.OPPONENTS) if wish.code == "apart"]
        return _by_pairs([*named, *table_wishes(self.s, self.s.teams)])

    @property
    def all_wishes(self) -> list[Wish]:
        return list(dict.fromkeys([*self.not_partners.values(), *self.not_at_one_table.values()]))

    def broken_wishes(self, seats: Seats) -> Iterator[tuple[Two, Wish]]:
        """Whoever sits together here in spite of a wish."""
        if self.not_partners:
            for two in (*self.partners(seats), *self.partners_at_five(seats)):
                if two in self.not_partners:
                    yield two, self.not_partners[two]
        if self.not_at_one_table:
            for two in pairs(seats):
                if two in self.not_at_one_table:
                    yield two, self.not_at_one_table[two]

    # --- what was ------------------------------------------------------------------------------------------------

    def known(self, players: Sequence[str]) -> Known:
        """What a search among these players should know; they are numbered in this order."""
        number = {player: at for at, player in enumerate(players)}
        tables = [table.seats for each in self.s.past for table in each.tables]
        tables += [table.seats for table in self.s.kept]
        at_five = Counter(player for seats in tables if self.is_five(seats) for player in seats)
        outs = self.s.byes + Counter(self.s.kept_byes)
        return Known(
            players=len(players),
            met=_numbered((two for seats in tables for two in pairs(seats)), number),
            partners=_numbered((two for seats in tables for two in self.partners(seats)), number),
            partners_at_five=_numbered((two for seats in tables for two in self.partners_at_five(seats)), number),
            not_at_one_table=_weighed(self.not_at_one_table, number),
            not_partners=_weighed(self.not_partners, number),
            had={Kind.OUT: [outs[player] for player in players], Kind.FIVE: [at_five[player] for player in players]},
            rounds=len(self.s.past) + 1,
        )

    @cached_property
    def _past(self) -> list[tuple[int, dict[str, int], list[Seats]]]:
        """For every round its number, at which of its tables everybody sat, and these tables."""
        found = []
        for each in self.s.past:
            tables = [table.seats for table in each.tables]
            found.append((each.number, {player: at for at, seats in enumerate(tables) for player in seats}, tables))
        return found

    def look(self, seats: Seats) -> Look:
        """Look at a table, at each only once."""
        if seats not in self._looks:
            look = Look({}, {}, {}, list(self.broken_wishes(seats)))
            for number, table_of, tables in self._past:
                then = [table_of[player] for player in seats if player in table_of]
                if len({*then}) < len(then):
                    self._note_meetings(look, seats, number, [tables[at] for at in sorted({*then})])
            self._looks[seats] = look
        return self._looks[seats]

    def _note_meetings(self, look: Look, now: Seats, number: int, tables: Iterable[Seats]) -> None:
        """Who of these have met at one of the tables of a round before."""
        for then in tables:
            for one, two in pairs(player for player in now if player in then):
                look.met[one, two] = number
                bonds = self._bond(now, one, two), self._bond(then, one, two)
                if bonds == (ROUND, ROUND):
                    look.partners[one, two] = number
                elif None not in bonds:
                    look.at_five[one, two] = number

    def _bond(self, seats: Seats, one: str, two: str) -> str | None:
        """For how long two at a table are partners."""
        if not self.has_partners:
            return None
        if self.is_five(seats):
            return HAND
        return ROUND if seats.index(one) % 2 == seats.index(two) % 2 else None

    # --- what is to be said of tables ----------------------------------------------------------------------------

    def cost(self, tables: Iterable[Seats]) -> dict[str, int]:
        """What is wrong with a round, the gravest first."""
        looks = [self.look(seats) for seats in tables]
        broken = Counter(wish.must for look in looks for _, wish in look.broken)
        return {
            "must_wishes": broken[True],
            "partners_again": sum(len(look.partners) for look in looks),
            "partners_again_at_five": sum(len(look.at_five.keys() - look.partners.keys()) for look in looks),
            "wishes": broken[False],
            "score": 0,
            "met_again": sum(len(look.met) for look in looks),
        }

    def reasons(self, seats: Seats) -> Iterator[Reason]:
        """Why people sit together here, or in spite of what."""
        look = self.look(seats)
        again = look.at_five | look.partners
        met = {two: number for two, number in look.met.items() if two not in again}
        if again:
            yield _of_pairs("partner_again", again)
        elif self.has_partners:
            yield Reason(code="new_partners")
        if met:
            yield _of_pairs("met_again", met)
        if look.broken:
            yield Reason(code="wish_not_kept", facts={"pairs": [list(two) for two, _ in look.broken]})
        if self.is_five(seats):
            yield Reason(code="table_of_five")
        for player in seats:
            if self.s.teams[player].house:
                yield Reason(code="house_player", facts={"team": player})


def breaks_a_must(company: Company, tables: Iterable[Seats]) -> bool:
    return any(company.look(seats).breaks_a_must for seats in tables)


def byes(s: Situation, out: Sequence[str]) -> Iterator[Without]:
    """Who sits out, and how often that has been so before."""
    for player in s.kept_byes:
        yield Without(team=player, reasons=(Reason(code="kept"),), kept=True)
    for player in out:
        yield Without(team=player, reasons=(Reason(code="sits_out", facts={"before": s.byes[player]}),))


# --- what cannot be ----------------------------------------------------------------------------------------------

FEW, MANY = 9, 200
"""Among few players all tables are tried; among many it is not asked whether there is a way that was not found."""


def refuse_broken(company: Company, tables: Sequence[Seats], players: Sequence[str]) -> None:
    """Refuse a round that breaks a must, with the wishes of those concerned and the pairs who would have to meet.

    `proved` says whether no other round can do better, or only none was found.
    """
    broken = [(two, wish) for seats in tables for two, wish in company.look(seats).broken if wish.must]
    if not broken:
        return
    concerned = {player for two, _ in broken for player in two}
    musts = [wish for wish in company.all_wishes if wish.must and not concerned.isdisjoint(wish.teams)]
    raise Refusal(
        "draw_impossible",
        field="apart",
        clash=[wish.as_fact() for wish in musts],
        relax=[{**wish.as_fact(), "teams": list(two)} for two, wish in broken],
        proved=is_impossible(company, [len(seats) for seats in tables], players),
    )


def is_impossible(company: Company, sizes: Sequence[int], players: Sequence[str]) -> bool:
    """Whether it can be proved that tables of these sizes always break a must, whoever else sits out."""
    if len(players) <= FEW:
        return not _tables_exist(company, sorted(sizes), players)
    if len(players) > MANY:
        return False
    here, out = {*players}, len(players) - sum(sizes)
    musts = [two for two, wish in company.not_at_one_table.items() if wish.must and here.issuperset(two)]
    shunned = Counter(player for two in musts for player in two)
    lonely = [player for player in players if len(players) - shunned[player] < min(sizes)]
    needed = sum(2 if company.has_partners else size // 2 for size in sizes)
    return len(lonely) > out or _most_pairs(company, players) < needed


def _must(found: Mapping[Two, Wish], one: str, two: str) -> bool:
    wish = found.get((min(one, two), max(one, two)))
    return wish is not None and wish.must


def _most_pairs(company: Company, players: Sequence[str]) -> int:
    """How many pairs can sit together at the same time: on one side, or where there are none at one table."""
    graph: rustworkx.PyGraph[str, None] = rustworkx.PyGraph()
    graph.add_nodes_from(list(players))
    for one, two in combinations(range(len(players)), 2):
        two_of_them = players[one], players[two]
        if not _must(company.not_partners, *two_of_them) and not _must(company.not_at_one_table, *two_of_them):
            graph.add_edge(one, two, None)
    return len(rustworkx.max_weight_matching(graph, max_cardinality=True))


def _tables_exist(company: Company, sizes: Sequence[int], players: Sequence[str]) -> bool:
    """Try all tables of these sizes, one after the other."""
    if not sizes:
        return True
    for some in combinations(players, sizes[0]):
        rest = [player for player in players if player not in some]
        if _may_sit_together(company, some) and _tables_exist(company, sizes[1:], rest):
            return True
    return False


def _may_sit_together(company: Company, players: Seats) -> bool:
    """Whether there are sides of these that break no must."""
    if company.is_five(players) or not company.has_partners:
        return not company.look(players).breaks_a_must
    half = len(players) // 2
    for one in combinations(players, half):
        other = [player for player in players if player not in one]
        if not company.look(tuple(p for row in zip(one, other, strict=True) for p in row)).breaks_a_must:
            return True
    return False


# --- in short ----------------------------------------------------------------------------------------------------


def _of_pairs(code: str, found: Mapping[Two, int]) -> Reason:
    """Which pairs it is about, and for each the last round in which it was so."""
    return Reason(code=code, facts={"pairs": [list(two) for two in found], "rounds": list(found.values())})


def _by_pairs(found: Sequence[Wish]) -> dict[Two, Wish]:
    """The wish that speaks of two, a must before others."""
    return {two: wish for wish in sorted(found, key=lambda wish: wish.must) for two in pairs(wish.teams)}


def _numbered(found: Iterable[Two], number: Mapping[str, int]) -> list[tuple[int, int]]:
    """These pairs by their numbers, without those of whom one is not among the players."""
    return [(number[one], number[two]) for one, two in found if one in number and two in number]


def _weighed(found: Mapping[Two, Wish], number: Mapping[str, int]) -> dict[tuple[int, int], int]:
    kept = {two: wish for two, wish in found.items() if two[0] in number and two[1] in number}
    return {(number[one], number[two]): MUST if wish.must else WISH for (one, two), wish in kept.items()}
