"""Which rules a draw breaks, whoever made it: a program, or a director with a pencil.

This shares no code with the drawing: it looks at the Record by itself and asks of every rule, one after the other,
whether the draw keeps it. What a director has kept is looked at like everything else.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from pairing.draw import Draw, DrawnTable, Without, draw_in
from rules.refusal import Refusal
from scoring.outcomes import round_outcomes
from scoring.plain import to_plain
from scoring.points import Number
from scoring.record import Record, Round, RulingKind, Stage, Table, Team, Together
from scoring.regulations import Clubmates, OddNumbers, Ranked, StageRules, System, TableNumbers
from scoring.standings import standings
from scoring.variants import Variant

USUAL_SEATS = {
    Variant.NANKING: (4,),
    Variant.TIENTSIN: (6,),
    Variant.THREECHU: (3,),
    Variant.GRAND_SEIGNEUR: range(5, 13),
}
FIVE = 5
CYCLE = 3
"""Rounds for which a quartet stays together."""

MEETINGS = {System.SWISS: 1, System.ROUND_ROBIN: 1, System.GROUPS: 1, System.DOUBLE_ROUND_ROBIN: 2}
"""How often two teams may meet."""
DEFEATS = {System.KNOCKOUT: 1, System.DOUBLE_ELIMINATION: 2}
"""How many defeats put a team out."""
SOME_WAIT = (System.GROUPS, System.DOUBLE_ELIMINATION, System.QUARTET)
BYES_IN_TURN = (System.SWISS, System.INDIVIDUAL_DRAW, System.QUARTET, System.REGROUPED)
"""Where a bye is bad luck that should strike everybody alike, and not a part of the schedule."""

Two = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """A rule that is broken, at which tables and by whom. `must`: the draw must not be published like this.

    Without `must` it is a wish or a matter of fairness, which there may have been no way to keep.
    """

    code: str
    must: bool
    tables: tuple[int, ...] = ()
    teams: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


def check(record: Record, draw: Draw) -> tuple[Breach, ...]:
    """Every rule that this draw breaks, the grave ones first. A stage that the regulations do not know is refused, and
    a round that is neither drawn nor the next."""
    look = look_at(record, draw)
    following = len(look.stage.rounds) + 1
    if not 1 <= draw.round <= following:
        raise Refusal("round_not_next", field="round", value=draw.round, allowed=[following])
    return tuple(sorted((breach for rule in RULES for breach in rule(look)), key=lambda breach: not breach.must))


def check_round(record: Record, stage: str, number: int) -> tuple[Breach, ...]:
    """The same for a round of the record. Who waits is not in a record: where the system lets people wait, whoever has
    no place in the round is taken to do so."""
    draw = draw_in(record, stage, number)
    look = look_at(record, draw)
    if look.rules.system not in SOME_WAIT:
        return check(record, draw)
    waiting = tuple(Without(team=team) for breach in left_out(look) for team in breach.teams)
    return check(record, replace(draw, waiting=waiting))


def look_at(record: Record, draw: Draw) -> "Look":
    record.regulations.stage(draw.stage)
    if draw.stage not in {stage.key for stage in record.stages}:
        record = replace(record, stages=(*record.stages, Stage(key=draw.stage)))
    return Look(record=record, draw=draw)


def breaches_to_json(breaches: Iterable[Breach]) -> list[dict[str, Any]]:
    return [to_plain(breach, whole=True) for breach in breaches]


# --- what the rules look at --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Look:
    """A draw beside the record it belongs to, whose stages include that of the draw.

    What has been are the rounds of this stage before this one, and of those stages whose points are carried over. Of
    this very round only what is kept counts, of later ones nothing.
    """

    record: Record
    draw: Draw

    @cached_property
    def rules(self) -> StageRules:
        return self.record.regulations.stage(self.draw.stage)

    @cached_property
    def stage(self) -> Stage:
        return self.record.stage(self.draw.stage)

    @cached_property
    def teams(self) -> dict[str, Team]:
        return {team.id: team for team in self.record.teams}

    @cached_property
    def for_teams(self) -> bool:
        return self.record.regulations.ranked is Ranked.TEAM

    # --- rounds that were ------------------------------------------------------------------------------------------

    @cached_property
    def earlier_stages(self) -> tuple[Stage, ...]:
        """All stages before this one, in the order of the regulations."""
        keys = [rules.key for rules in self.record.regulations.stages]
        before = keys[: keys.index(self.draw.stage)]
        return tuple(stage for key in before for stage in self.record.stages if stage.key == key)

    @cached_property
    def own_rounds(self) -> tuple[Round, ...]:
        """The rounds of this stage before this one."""
        return tuple(each for each in self.stage.rounds if each.number < self.draw.round)

    @cached_property
    def carried_rounds(self) -> tuple[Round, ...]:
        """The rounds of earlier stages that still count: as far back as points are carried over."""
        rounds: tuple[Round, ...] = ()
        carried = self.rules.points_carried_over
        for stage in reversed(self.earlier_stages):
            if not carried:
                break
            rounds = (*stage.rounds, *rounds)
            carried = self.record.regulations.stage(stage.key).points_carried_over
        return rounds

    @cached_property
    def past(self) -> tuple[Round, ...]:
        return (*self.carried_rounds, *self.own_rounds)

    @cached_property
    def past_tables(self) -> tuple[Table, ...]:
        return tuple(table for each in self.past for table in each.tables)

    @cached_property
    def cycle_begins(self) -> int:
        """The first round of those for which a quartet stays together; elsewhere every round stands by itself."""
        number = self.draw.round
        return number - (number - 1) % CYCLE if self.rules.system is System.QUARTET else number

    @cached_property
    def tables_before_this_cycle(self) -> tuple[Table, ...]:
        """Where everybody has sat, but for the rounds in which this round's quartets were already together."""
        settled = (*self.carried_rounds, *(each for each in self.own_rounds if each.number < self.cycle_begins))
        return tuple(table for each in settled for table in each.tables)

    @cached_property
    def draft(self) -> Round:
        """What the record has of this very round."""
        found = (each for each in self.stage.rounds if each.number == self.draw.round)
        return next(found, Round(number=self.draw.round))

    # --- who is here -----------------------------------------------------------------------------------------------

    @cached_property
    def round_of_tournament(self) -> int:
        """The number of this round counted over all stages, as teams come and go by it."""
        return sum(len(stage.rounds) for stage in self.earlier_stages) + self.draw.round

    @cached_property
    def disqualified(self) -> frozenset[str]:
        """Those who were disqualified in an earlier stage, or in this one up to this round."""
        earlier = {stage.key for stage in self.earlier_stages}
        return frozenset(
            ruling.team
            for ruling in self.record.standing_rulings()
            if ruling.kind is RulingKind.DISQUALIFIED and ruling.team is not None
            if ruling.stage in earlier or (ruling.stage == self.draw.stage and ruling.round <= self.draw.round)
        )

    @cached_property
    def entrants(self) -> frozenset[str]:
        return frozenset(self.stage.entrants or self.teams)

    def absence(self, team_id: str) -> str | None:
        """Why this one cannot sit at a table now; None if nothing is against it."""
        team = self.teams.get(team_id)
        if team is None:
            return "unknown"
        if team_id in self.disqualified:
            return "disqualified"
        if self.round_of_tournament < team.arrived:
            return "not_arrived"
        if team.withdrawn is not None and team.withdrawn < self.round_of_tournament:
            return "withdrawn"
        return None if team.house or team_id in self.entrants else "not_entrant"

    @cached_property
    def present(self) -> tuple[str, ...]:
        """Everybody who takes part in this round; whoever fills up tables is not asked for."""
        return tuple(team.id for team in self.record.teams if not team.house and self.absence(team.id) is None)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Those of the present who have a table."""
        seated = {team for table in self.draw.tables for team in table.seats}
        return tuple(team for team in self.present if team in seated)

    # --- knock-outs ------------------------------------------------------------------------------------------------

    @cached_property
    def defeats(self) -> Mapping[str, list[int]]:
        """In which rounds of a knock-out each team has lost its match."""
        lost: dict[str, list[int]] = defaultdict(list)
        for each in self.own_rounds if self.rules.system in DEFEATS else ():
            for outcome in round_outcomes(self.record, self.draw.stage, each):
                if outcome.result == -1:
                    lost[outcome.team].append(each.number)
        return lost

    @cached_property
    def bracket(self) -> tuple[str, ...]:
        return self.draw.bracket or self.stage.bracket

    def has_lost(self, team: str) -> bool:
        """Whether this team has been put out of a knock-out."""
        return self.rules.system in DEFEATS and len(self.defeats.get(team, ())) >= DEFEATS[self.rules.system]

    def still_in(self, team: str) -> bool:
        """Whether the system has a place for this team: in a knock-out not if it has lost, or came after the first
        round, which makes the bracket of all who are there."""
        too_late = self.draw.round > 1 and bool(self.bracket) and team not in self.bracket
        return self.rules.system not in DEFEATS or not (self.has_lost(team) or too_late)

    @cached_property
    def final_is_due(self) -> bool:
        """Whether a simple knock-out has come to its last round. Without a bracket that is so when two are left."""
        if self.bracket:
            return len(self.bracket) == 1 << self.draw.round
        return sum(self.still_in(team) for team in self.present) <= 2

    @cached_property
    def for_third_place(self) -> frozenset[str]:
        """The losers of the semifinals, when the final is due and the third place is played for beside it."""
        if not self.rules.third_place or not self.final_is_due:
            return frozenset()
        return frozenset(team for team in self.present if self.defeats.get(team) == [self.draw.round - 1])

    # --- who was with whom -----------------------------------------------------------------------------------------

    def is_five(self, seats: Sequence[str]) -> bool:
        """Whether one sits out in turn here: five at a table for four."""
        return len(seats) == FIVE and self.record.regulations.variant is Variant.NANKING

    def partners_all_round(self, seats: Sequence[str]) -> list[Two]:
        """Those who share a side for a whole round: individuals, as a side is else one team."""
        alone = self.record.regulations.variant in (Variant.THREECHU, Variant.GRAND_SEIGNEUR)
        if alone or self.is_five(seats):
            return []
        return [two for side in sides(seats) for two in pairs(side)]

    def partners_for_a_hand(self, seats: Sequence[str]) -> list[Two]:
        """At a table of five everybody is everybody's partner once."""
        return pairs(seats) if self.is_five(seats) else []

    def partners(self, seats: Sequence[str]) -> list[Two]:
        return self.partners_all_round(seats) + self.partners_for_a_hand(seats)

    @cached_property
    def partnered_all_round(self) -> Counter[Two]:
        return Counter(two for table in self.past_tables for two in self.partners_all_round(table.seats))

    @cached_property
    def partnered_for_a_hand(self) -> Counter[Two]:
        return Counter(two for table in self.past_tables for two in self.partners_for_a_hand(table.seats))

    @cached_property
    def byes_had(self) -> Counter[str]:
        return Counter(team for each in self.past for team in each.byes)

    @cached_property
    def fives_had(self) -> Counter[str]:
        return Counter(team for table in self.past_tables if self.is_five(table.seats) for team in table.seats)

    @cached_property
    def points(self) -> dict[str, Number]:
        """Everybody's tournament points before this round."""
        table = standings(self.record, self.draw.stage, self.draw.round - 1, criteria=("points",))
        return {row.team: row.values["points"] or 0 for row in table.rows}


def pairs(seats: Iterable[str]) -> list[Two]:
    """Any two of those who sit here."""
    return list(combinations(sorted({*seats}), 2))


def sides(seats: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    return seats[0::2], seats[1::2]


def each_once(seats: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(seats))


# --- everybody has one place -------------------------------------------------------------------------------------


def left_out(look: Look) -> Iterator[Breach]:
    """Whoever is here has a table or a bye, or waits. In a knock-out only those who are still in it, and both losers of
    the semifinals where they play for the third place."""
    placed = {team for team, _, _ in all_places(look.draw)}
    third = look.for_third_place if len(look.for_third_place) > 1 else frozenset()
    for team in look.present:
        if team not in placed and (look.still_in(team) or team in third):
            yield Breach(code="left_out", must=True, teams=(team,))


def twice(look: Look) -> Iterator[Breach]:
    """Nobody has two places: two tables, a table and a bye, or the like."""
    places: dict[str, list[tuple[str, int | None]]] = defaultdict(list)
    for team, place, number in all_places(look.draw):
        places[team].append((place, number))
    for team, found in places.items():
        if len(found) > 1:
            tables = tuple(number for _, number in found if number is not None)
            yield Breach(code="twice", must=True, tables=tables, teams=(team,), facts={"places": [p for p, _ in found]})


def not_here(look: Look) -> Iterator[Breach]:
    """Only those who take part have a place. Whoever fills up tables sits there or is not mentioned."""
    for team, place, number in all_places(look.draw):
        why = look.absence(team)
        if why is None and place != "table" and look.teams[team].house:
            why = "house"
        if why is not None:
            tables = () if number is None else (number,)
            yield Breach(code="not_here", must=True, tables=tables, teams=(team,), facts={"place": place, "why": why})


def waiting_not_allowed(look: Look) -> Iterator[Breach]:
    """Only some systems let people wait: groups, a double elimination and quartets anybody, a knock-out those whom it
    has no place for any more."""
    if look.rules.system in SOME_WAIT:
        return
    for each in look.draw.waiting:
        if look.still_in(each.team):
            facts = {"system": str(look.rules.system)}
            yield Breach(code="waiting_not_allowed", must=True, teams=(each.team,), facts=facts)


def all_places(draw: Draw) -> Iterator[tuple[str, str, int | None]]:
    """Every team and its place; at a table its number too. Several seats at one table are one place."""
    for table in draw.tables:
        for team in each_once(table.seats):
            yield team, "table", table.number
    for place, listed in (("bye", draw.byes), ("waiting", draw.waiting)):
        for each in listed:
            yield each.team, place, None


# --- a table is as the game needs it -----------------------------------------------------------------------------


def table_size(look: Look) -> Iterator[Breach]:
    """As many as the variant is for; five at a table for four only where the regulations provide for it."""
    allowed = [*USUAL_SEATS[look.record.regulations.variant]]
    if OddNumbers.TABLE_OF_FIVE in look.record.regulations.odd_numbers:
        allowed.append(FIVE)
    for table in look.draw.tables:
        if len(table.seats) not in allowed:
            facts = {"seats": len(table.seats), "allowed": allowed}
            yield about("table_size", table, each_once(table.seats), must=True, facts=facts)


def table_number_twice(look: Look) -> Iterator[Breach]:
    """A number is of one table."""
    for number, times in Counter(table.number for table in look.draw.tables).items():
        if times > 1:
            seats = (team for table in look.draw.tables if table.number == number for team in table.seats)
            facts = {"times": times}
            yield Breach(code="table_number_twice", must=True, tables=(number,), teams=each_once(seats), facts=facts)


def sides_mixed(look: Look) -> Iterator[Breach]:
    """Each side is one team, and not both the same; an individual has one seat."""
    for table in look.draw.tables:
        fine = two_teams(table) is not None if look.for_teams else len({*table.seats}) == len(table.seats)
        if not fine:
            yield about("sides_mixed", table, each_once(table.seats), must=True, facts={"seats": list(table.seats)})


def table_unsuitable(look: Look) -> Iterator[Breach]:
    """Whoever needs certain tables sits at one of them."""
    for table in look.draw.tables:
        for team in each_once(table.seats):
            needed = look.teams[team].tables if team in look.teams else ()
            if needed and table.number not in needed:
                yield about("table_unsuitable", table, (team,), must=True, facts={"suitable": list(needed)})


def kept_changed(look: Look) -> Iterator[Breach]:
    """What the director keeps stays as it is, number, seats and all, unless somebody of it is not here any more."""
    drawn = {(table.number, table.seats) for table in look.draw.tables}
    for table in look.draft.tables:
        here = all(look.absence(team) is None for team in table.seats)
        if table.kept and here and (table.number, table.seats) not in drawn:
            facts = {"place": "table", "seats": list(table.seats)}
            yield about("kept_changed", table, each_once(table.seats), must=True, facts=facts)
    byes = {each.team for each in look.draw.byes}
    for team in look.draft.kept_byes:
        if look.absence(team) is None and team not in byes:
            yield Breach(code="kept_changed", must=True, teams=(team,), facts={"place": "bye"})


def two_teams(table: Table | DrawnTable) -> Two | None:
    """The team of each side; None where the sides are not one team each."""
    one, other = ({*side} for side in sides(table.seats))
    return (table.seats[0], table.seats[1]) if len(one) == len(other) == 1 and one != other else None


def about(
    code: str, table: Table | DrawnTable, teams: tuple[str, ...], *, must: bool, facts: Mapping[str, Any]
) -> Breach:
    """A breach at one table."""
    return Breach(code=code, must=must, tables=(table.number,), teams=teams, facts=facts)


# --- who is kept from whom ---------------------------------------------------------------------------------------


def apart(look: Look) -> Iterator[Breach]:
    """Those who are kept apart do not sit at one table, or are not partners; a hand at a table of five is enough."""
    at: dict[str, list[int]] = defaultdict(list)
    for place, table in enumerate(look.draw.tables):
        for team in each_once(table.seats):
            at[team].append(place)
    for wish in look.record.apart:
        named = {*wish.teams}
        for table in (look.draw.tables[place] for place in sorted({place for team in named for place in at[team]})):
            found = look.partners(table.seats) if wish.never is Together.PARTNERS else pairs(table.seats)
            for two in found:
                if named >= {*two}:
                    code, facts = "apart" if wish.must else "apart_wish", {"never": str(wish.never)}
                    yield about(code, table, two, must=wish.must, facts=facts)


def clubmates(look: Look) -> Iterator[Breach]:
    """Teams of one club do not meet, individuals of one club are not partners; whoever only fills up has no club."""
    wish = look.record.regulations.clubmates
    if wish is Clubmates.MAY_MEET:
        return
    must = wish is Clubmates.ALWAYS_APART
    club = {team.id: team.club for team in look.record.teams if team.club and not team.house}
    for table in look.draw.tables:
        for one, other in pairs(table.seats) if look.for_teams else look.partners(table.seats):
            if one in club and club[one] == club.get(other):
                code = "clubmates" if must else "clubmates_wish"
                yield about(code, table, (one, other), must=must, facts={"club": club[one]})


# --- who is with whom again --------------------------------------------------------------------------------------


def already_out(look: Look) -> Iterator[Breach]:
    """Who has lost in a knock-out (in a double elimination: twice) has neither a table nor a bye. But beside the final
    the losers of the semifinals may play against each other for the third place, or one has a bye without the other."""
    places = [((table.number,), each_once(table.seats)) for table in look.draw.tables]
    for tables, teams in [*places, *(((), (each.team,)) for each in look.draw.byes)]:
        if look.for_third_place >= {*teams}:
            continue
        for team in teams:
            if look.has_lost(team):
                facts = {"lost_in": look.defeats[team]}
                yield Breach(code="already_out", must=True, tables=tables, teams=(team,), facts=facts)


def other_group(look: Look) -> Iterator[Breach]:
    """Where there are groups only teams of one group meet; whoever fills up tables belongs to none."""
    groups = look.draw.groups or look.stage.groups
    group = {team: each.key for each in groups for team in each.teams}
    for table in look.draw.tables:
        found = {team: group[team] for team in each_once(table.seats) if team in group}
        if len({*found.values()}) > 1:
            yield about("other_group", table, tuple(found), must=True, facts={"groups": list(found.values())})


def rematch(look: Look) -> Iterator[Breach]:
    """Two teams meet once, in a double round robin twice; in a knock-out as it happens.

    A Swiss remembers the stages whose points are carried over; everybody's schedule in a round robin begins anew.
    """
    if look.rules.system not in MEETINGS:
        return
    rounds = look.past if look.rules.system is System.SWISS else look.own_rounds
    met = Counter(two for each in rounds for table in each.tables for two in pairs(table.seats))
    for table in look.draw.tables:
        for two in pairs(table.seats):
            if met[two] >= MEETINGS[look.rules.system]:
                yield about("rematch", table, two, must=False, facts={"times": met[two]})


def partner_again(look: Look) -> Iterator[Breach]:
    """Individuals have another partner in every round. A hand together at a table of five, then or now, is a breach of
    its own, and counts only where they were not partners for a whole round both times."""
    for table in look.draw.tables:
        for two in look.partners(table.seats):
            rounds, hands = look.partnered_all_round[two], look.partnered_for_a_hand[two]
            if rounds or hands:
                code = "partner_again" if rounds and not look.is_five(table.seats) else "partner_again_at_five"
                yield about(code, table, two, must=False, facts={"rounds": rounds, "at_five": hands})


def met_again(look: Look) -> Iterator[Breach]:
    """Individuals meet new people in every round, but for a quartet while it is together. Two who are partners again
    are not told a second time."""
    if look.for_teams:
        return
    met = Counter(two for table in look.tables_before_this_cycle for two in pairs(table.seats))
    partnered = look.partnered_all_round + look.partnered_for_a_hand
    for table in look.draw.tables:
        told = {two for two in look.partners(table.seats) if two in partnered}
        for two in pairs(table.seats):
            if met[two] and two not in told:
                yield about("met_again", table, two, must=False, facts={"times": met[two]})


def quartet_torn(look: Look) -> Iterator[Breach]:
    """Four who began a cycle of three rounds together finish it together, unless one of them has left."""
    drawn = {frozenset(table.seats) for table in look.draw.tables}
    for table in (table for each in look.own_rounds if each.number == look.cycle_begins for table in each.tables):
        whole = all(look.absence(team) is None for team in table.seats)
        if whole and frozenset(table.seats) not in drawn:
            now = tuple(each.number for each in look.draw.tables if {*each.seats} & {*table.seats})
            facts = {"since": look.cycle_begins}
            yield Breach(code="quartet_torn", must=False, tables=now, teams=table.seats, facts=facts)


# --- what should strike everybody alike --------------------------------------------------------------------------


def second_bye(look: Look) -> Iterator[Breach]:
    """Nobody has another bye while somebody plays who has had fewer. Where the schedule gives byes, it is right; and
    who sits out while quartets are together does so for all their rounds."""
    if look.rules.system not in BYES_IN_TURN or not look.players:
        return
    fewest = min(look.byes_had[team] for team in look.players)
    begun = [each for each in look.own_rounds if each.number >= look.cycle_begins]
    for each in look.draw.byes:
        had = look.byes_had[each.team]
        if had > fewest and not any(each.team in before.byes for before in begun):
            yield Breach(code="second_bye", must=False, teams=(each.team,), facts={"byes": had, "fewest": fewest})


def bye_not_lowest(look: Look) -> Iterator[Breach]:
    """In a Swiss the bye goes to one of those with the fewest points who have had none; lots decide between equals."""
    could = [team for team in look.players if not look.byes_had[team]]
    if look.rules.system is not System.SWISS or not look.draw.byes or not could:
        return
    lowest = min(could, key=lambda team: look.points[team])
    for each in look.draw.byes:
        points, fewest = look.points.get(each.team, 0), look.points[lowest]
        if fewest < points:
            facts = {"points": plain_number(points), "lowest": lowest, "fewest": plain_number(fewest)}
            yield Breach(code="bye_not_lowest", must=False, teams=(each.team,), facts=facts)


def second_five(look: Look) -> Iterator[Breach]:
    """Nobody sits at a table of five again while somebody at a table of four has done so less often."""
    fives = [table for table in look.draw.tables if look.is_five(table.seats)]
    at_five = {team for table in fives for team in table.seats}
    at_four = [team for team in look.players if team not in at_five]
    if not at_four:
        return
    fewest = min(look.fives_had[team] for team in at_four)
    for table in fives:
        for team in each_once(table.seats):
            had = look.fives_had[team]
            if had > fewest:
                yield about("second_five", table, (team,), must=False, facts={"fives": had, "fewest": fewest})


def seat_imbalance(look: Look) -> Iterator[Breach]:
    """Teams sit on both sides alike: exchanging the sides of a table would not make it more even for the two.

    How uneven it is: for each team how much more often it has sat on one side than on the other, squared, and both
    added. `leans` says how much more often each had sat on its present side before.
    """
    if not look.for_teams:
        return
    lean: Counter[str] = Counter()
    for before in look.past_tables:
        lean[before.seats[0]] += 1
        lean[before.seats[1]] -= 1
    for table in look.draw.tables:
        two = two_teams(table)
        if two is None:
            continue
        one, other = lean[two[0]], lean[two[1]]
        if (one - 1) ** 2 + (other + 1) ** 2 < (one + 1) ** 2 + (other - 1) ** 2:
            yield about("seat_imbalance", table, two, must=False, facts={"leans": [one, -other]})


def table_again(look: Look) -> Iterator[Breach]:
    """Everybody moves about: nobody sits at a table where he has sat, but for a quartet while it is together, for those
    who need certain tables, and where tables go by rank. One breach for a table, with all who were there."""
    if look.rules.table_numbers is TableNumbers.BY_RANK:
        return
    had = {(team, table.number) for table in look.tables_before_this_cycle for team in table.seats}
    bound = {team.id for team in look.record.teams if team.tables}
    for table in look.draw.tables:
        again = tuple(team for team in each_once(table.seats) if (team, table.number) in had and team not in bound)
        if again:
            yield about("table_again", table, again, must=False, facts={})


def plain_number(value: Number) -> int | float:
    return int(value) if value == int(value) else float(value)


Rule = Callable[[Look], Iterator[Breach]]

RULES: tuple[Rule, ...] = (
    left_out, twice, not_here, waiting_not_allowed,
    table_size, table_number_twice, sides_mixed, table_unsuitable, kept_changed,
    already_out, other_group, apart, clubmates,
    rematch, partner_again, met_again, quartet_torn,
    second_bye, bye_not_lowest, second_five, seat_imbalance, table_again,
)  # fmt: skip
"""In the order in which breaches are listed, those that must not be before the others."""
