"""Everybody meets everybody: the Berger tables, and a new plan where somebody comes late or no plan is known.

The whole schedule is made with the first round and then followed. Whoever was to meet a team that has left has a bye.
Two teams who must be kept apart never meet: both have a bye when they would. Wishes that are no must are not heard,
since everybody has to meet everybody anyway. Only meetings of this stage count, even if points are carried over.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

import rustworkx

from pairing.draw import Draw, Reason, Without
from pairing.seating import Placing, numbered, sides
from pairing.situation import Situation, Two, all_pairs
from pairing.wishes import wishes
from rules.refusal import Refusal
from scoring.record import Group, Round, Table, Together
from scoring.regulations import OddNumbers, System

Match = tuple[str, str]
"""Two teams who meet; the first sits on the first side."""

EFFORT = 2000
"""So many rounds are made at most in the search for a short plan. The first few plans nearly always have one that is as
short as a plan can be."""
LOTS = 1000
"""So many different lots there are."""


def berger(n: int) -> list[list[tuple[int, int]]]:
    """The Berger table for the numbers 0 to n-1: in every round who meets whom, the first side first.

    The last number changes sides from round to round, the others sit in a circle that turns by half its size. With an
    odd n there is no last number, and whoever would meet it is free.
    """
    last = n - 1 + n % 2
    half = (last + 1) // 2
    rounds = []
    for at in range(last):
        top = at * half % last
        pairs = [(last, top) if at % 2 else (top, last)]
        pairs += [((top + step) % last, (top - step) % last) for step in range(1, half)]
        rounds.append([pair for pair in pairs if n not in pair])
    return rounds


def draw_round_robin(s: Situation) -> Draw:
    """The next round of the schedule, which is made in the first round, and anew where it does not fit any more."""
    if len(s.present) < 2:
        raise Refusal("too_few", field="teams", value=len(s.present), minimum=2)
    order = s.seeded(s.present) if s.number == 1 else []
    circle = circle_of(s, dict.fromkeys([*order, *s.entrants]), houses(s))
    course = course_of(s, circle)
    if course.rounds:
        return drawn(s, [course])
    if s.number == 1:
        raise impossible(circle.apart, relax=sorted(circle.apart, key=sorted)[:1])
    raise over(s)


def over(s: Situation) -> Refusal:
    """Everybody has met everybody."""
    return Refusal("stage_over", field="round", stage=s.stage.key, value=s.number, rounds=s.number - 1)


def impossible(clash: Mapping[Two, str], *, relax: Iterable[Two]) -> Refusal:
    """These musts cannot all be kept; without those to relax they can. Each is named by its kind and two teams."""
    facts: dict[str, Any] = {
        name: [{"code": clash[two], "teams": sorted(two)} for two in sorted(pairs, key=sorted)]
        for name, pairs in (("clash", clash), ("relax", relax))
    }
    return Refusal("draw_impossible", field="apart", **facts)


# --- who meets whom ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """Teams of whom everybody meets everybody so many times: those of a stage, or those of one of its groups.

    `teams` are all of them, `here` those who play in this round, in the order of their numbers in the Berger table.
    `apart` has those who must not meet and the kind of wish that says so, `met` how often any two have met in this
    stage. `house` plays with somebody left over.
    """

    teams: frozenset[str]
    here: tuple[str, ...]
    apart: Mapping[Two, str]
    met: Counter[Two]
    times: int = 1
    group: str = ""
    house: str = ""


class Planned(NamedTuple):
    """A round of a circle as it is planned: who meets whom, and who is free."""

    matches: tuple[Match, ...]
    free: tuple[str, ...] = ()


class Course(NamedTuple):
    """A circle and its rounds from this one on. No rounds: everybody has met everybody."""

    circle: Circle
    rounds: list[Planned]


def circle_of(s: Situation, teams: Iterable[str], spare: list[str], *, group: str = "") -> Circle:
    """These teams as a circle. Where one is left over, it takes the first of the house teams to spare."""
    teams = tuple(teams)
    here = tuple(team for team in teams if team not in s.gone)
    times = 2 if s.rules.system is System.DOUBLE_ROUND_ROBIN else 1
    met = Counter(two for each in s.stage.rounds for table in each.tables for two in all_pairs(table.seats))
    circle = Circle(teams=frozenset(teams), here=here, apart=must_apart(s, here), met=met, times=times, group=group)
    odd = len(free_to_play(s, circle)) % 2
    return replace(circle, house=spare.pop(0)) if odd and spare and still_to_meet(circle) else circle


def must_apart(s: Situation, teams: Iterable[str]) -> dict[Two, str]:
    """Those of these teams and the house's who must not meet, two by two, and what kind of wish says so."""
    found = wishes(s, [*teams, *s.house], Together.OPPONENTS)
    return {two: wish.code for wish in found if wish.must for two in all_pairs(wish.teams)}


def houses(s: Situation) -> list[str]:
    """The house teams that can play with somebody left over, if the regulations prefer that to a bye."""
    wanted = s.record.regulations.odd_numbers[0] is OddNumbers.HOUSE_PLAYER
    return [team for team in s.house if team not in settled(s)] if wanted else []


def settled(s: Situation) -> frozenset[str]:
    """Those for whom the director has decided in this round."""
    return frozenset(chain(*(table.seats for table in s.kept), s.kept_byes))


def free_to_play(s: Situation, circle: Circle) -> list[str]:
    """Those of a circle who are here and for whom the director has not decided."""
    return [team for team in circle.here if team not in settled(s)]


def still_to_meet(circle: Circle) -> Counter[Two]:
    """How often any two who are here have yet to meet."""
    return +Counter({two: circle.times - circle.met[two] for two in all_pairs(circle.here) if two not in circle.apart})


# --- the schedule --------------------------------------------------------------------------------------------------


def course_of(s: Situation, circle: Circle) -> Course:
    """The rounds of a circle from this one on: as planned if that still fits, else planned anew."""
    left = still_to_meet(circle)
    if not left:
        return Course(circle, [])
    rounds = rounds_ahead(s, circle)
    if not fits(s, circle, rounds, left):
        untouched = s.number == 1 and circle.teams.isdisjoint(settled(s))
        plan = by_berger(circle, left) if untouched else anew(s, circle, left)
        rounds = with_house(circle, [with_free(matches, circle.here) for matches in plan])
    return Course(circle, rounds if s.rules.rounds is None else rounds[: s.rules.rounds - s.number + 1])


def rounds_ahead(s: Situation, circle: Circle) -> list[Planned]:
    """What is planned for this circle from this round on.

    A round that is drawn again was taken out of the plan when it became a draft, so it stands in front of the plan. But
    the first round is made anew, since its lots are drawn again.
    """
    plan = [each for each in s.stage.plan if each.number >= s.number]
    if s.draft and s.number > 1 and s.number not in {each.number for each in plan}:
        plan.insert(0, s.draft)
    found = [part_of(each, circle) for each in plan]
    return [each for each in found if each.matches or each.free]


def part_of(each: Round, circle: Circle) -> Planned:
    """A planned round as far as it is of this circle. Who was to meet a house team that now plays elsewhere is free."""
    pairs = [(table.seats[0], table.seats[1]) for table in each.tables]
    matches = [pair for pair in pairs if circle.teams.union({circle.house}).issuperset(pair)]
    alone = [team for pair in pairs if pair not in matches for team in pair if team in circle.teams]
    return Planned(tuple(matches), (*(team for team in each.byes if team in circle.teams), *alone))


def fits(s: Situation, circle: Circle, rounds: Sequence[Planned], left: Counter[Two]) -> bool:
    """Whether these rounds can be played as they are.

    Everybody is in all of them, somebody can play in the first, what the director keeps is in it, and they have every
    match that is left to play, or if the stage is cut short, as many as there are rounds.
    """
    if not rounds or any(not {*chain(*each.matches), *each.free}.issuperset(circle.here) for each in rounds):
        return False
    ahead = [[two for match in each.matches if (two := frozenset(match)) in left] for each in rounds]
    planned = Counter(chain(*ahead))
    cut_short = s.number + len(rounds) - 1 == s.rules.rounds
    return (planned <= left if cut_short else planned == left) and bool(ahead[0]) and keeps(s, circle, ahead[0])


def keeps(s: Situation, circle: Circle, first: Sequence[Two]) -> bool:
    """Whether these matches leave everything as it is that the director has decided."""
    kept = [frozenset(table.seats) for table in s.kept]
    undisturbed = all(two in kept or two.isdisjoint(settled(s)) for two in first)
    return undisturbed and all(two in first for two in kept if circle.teams >= two)


def by_berger(circle: Circle, left: Counter[Two]) -> list[list[Match]]:
    """The Berger table without those who are kept apart. Who meets twice changes sides the second time."""
    order = circle.here
    first = [[(order[one], order[other]) for one, other in pairs] for pairs in berger(len(order))]
    second = [[(other, one) for one, other in matches] for matches in first]
    cycles = [first, second][: circle.times]
    rounds = [[match for match in each if frozenset(match) in left] for each in chain(*cycles)]
    return [matches for matches in rounds if matches]


def anew(s: Situation, circle: Circle, left: Counter[Two]) -> list[list[Match]]:
    """All matches that are left in as few rounds as possible. What the director keeps is in the first."""
    kept = [(table.seats[0], table.seats[1]) for table in s.kept if circle.teams.issuperset(table.seats)]
    found = fewest_rounds(left - Counter(frozenset(two) for two in kept), settled(s) & circle.teams, s.rng)
    lean = s.lean.copy()
    for one, other in kept:
        lean.update({one: 1, other: -1})
    first, *later = [balanced(each, lean, s.rng) for each in found or [[]]]
    return [kept + first, *later]


def balanced(matches: Iterable[Two], lean: Counter[str], rng: random.Random) -> list[Match]:
    """Who has sat more on the first side than the other now sits on the second; lots decide if they are equal."""
    seated = []
    for two in matches:
        first, second = sorted(rng.sample(sorted(two), 2), key=lambda team: lean[team])
        lean.update({first: 1, second: -1})
        seated.append((first, second))
    return seated


def with_free(matches: Sequence[Match], teams: Iterable[str]) -> Planned:
    """A round of these teams: whoever has no match in it is free."""
    playing = frozenset(chain(*matches))
    return Planned(tuple(matches), tuple(team for team in teams if team not in playing))


def with_house(circle: Circle, rounds: list[Planned]) -> list[Planned]:
    """The same rounds with the house team in them, which meets those left over in turn, on changing sides."""
    met: Counter[str] = Counter()
    filled = []
    for at, (matches, free) in enumerate(rounds):
        for team in left_over(circle, free, met):
            met[team] += 1
            match = (circle.house, team) if at % 2 else (team, circle.house)
            filled.append(with_free([*matches, match], circle.here))
            break
        else:
            filled.append(Planned(matches, free))
    return filled


def left_over(circle: Circle, free: Sequence[str], met: Mapping[str, int]) -> list[str]:
    """Who of an odd number can play with the house team, those first who have met it least."""
    if not circle.house or len(free) % 2 == 0:
        return []
    allowed = [team for team in free if frozenset((team, circle.house)) not in circle.apart]
    return sorted(allowed, key=lambda team: met[team])


# --- a new plan ----------------------------------------------------------------------------------------------------


def fewest_rounds(left: Counter[Two], busy: AbstractSet[str], rng: random.Random) -> list[list[Two]]:
    """These matches in as few rounds as were found. Those who are busy have none in the first."""
    least = rounds_needed(left, busy)
    shortest: list[list[Two]] = []
    for _ in range(EFFORT // max(1, least)):
        shortest = some_rounds(left, busy, rng, below=len(shortest)) or shortest
        if len(shortest) == least:
            break
    return shortest


def some_rounds(left: Counter[Two], busy: AbstractSet[str], rng: random.Random, *, below: int) -> list[list[Two]]:
    """These matches in rounds; nothing as soon as it is clear that they need `below` rounds or more.

    Rounds can be as full as possible; or those who have most matches left meet each other first, while they have others
    left as well. Which is better shows only in the end, so chance decides.
    """
    fullest = rng.random() < 0.5
    rounds: list[list[Two]] = []
    while left:
        if below and len(rounds) + rounds_needed(left, busy) >= below:
            return []
        rounds.append(one_round(left, busy, rng, fullest=fullest))
        left, busy = left - Counter(rounds[-1]), frozenset()
    return rounds


def rounds_needed(left: Counter[Two], busy: AbstractSet[str]) -> int:
    """It cannot be done in fewer rounds: somebody has so many matches, or only so many tables fit into a round."""
    if not left:
        return 0
    matches = matches_of_each(left)
    for_one = max(number + (team in busy) for team, number in matches.items())
    in_the_first = sum(team not in busy for team in matches) // 2
    later = max(0, left.total() - in_the_first)
    return max(for_one, 1 + -(-later // (len(matches) // 2)))


def matches_of_each(left: Counter[Two]) -> Counter[str]:
    """How many matches everybody has left."""
    matches: Counter[str] = Counter()
    for two, times in left.items():
        matches.update(dict.fromkeys(two, times))
    return matches


def one_round(left: Counter[Two], busy: AbstractSet[str], rng: random.Random, *, fullest: bool) -> list[Two]:
    """Matches for one round. Those come first who have most matches left, then lots decide."""
    matches = matches_of_each(left)
    teams = sorted(team for team in matches if team not in busy)
    graph: rustworkx.PyGraph[str, int] = rustworkx.PyGraph()
    node = dict(zip(teams, graph.add_nodes_from(teams), strict=True))
    for one, other in sorted(sorted(two) for two in left):
        if one in node and other in node:
            urgent = matches[one] + matches[other] if fullest else matches[one] * matches[other]
            graph.add_edge(node[one], node[other], urgent * LOTS + rng.randrange(LOTS))
    found = rustworkx.max_weight_matching(graph, max_cardinality=fullest, weight_fn=int)
    return [frozenset((teams[one], teams[other])) for one, other in sorted(sorted(two) for two in found)]


# --- the round -----------------------------------------------------------------------------------------------------


def drawn(
    s: Situation, courses: Sequence[Course], *, waiting: Iterable[Without] = (), groups: Iterable[Group] = ()
) -> Draw:
    """This round of all circles, and the plan of those to come."""
    placings: list[Placing] = []
    byes = [Without(team=team, reasons=(Reason(code="kept"),), kept=True) for team in s.kept_byes]
    for course in courses:
        matches = matches_now(s, course)
        placings += [placing(s, course, match) for match in matches]
        byes += byes_now(s, course, frozenset(chain(*matches)))
    return Draw(
        stage=s.stage.key,
        round=s.number,
        tables=numbered(s, placings),
        byes=tuple(byes),
        waiting=tuple(waiting),
        groups=tuple(groups),
        plan=merged(s, courses),
    )


def matches_now(s: Situation, course: Course) -> list[Match]:
    """The planned matches of those who are here and free to play, and that of the house team."""
    circle, planned = course.circle, course.rounds[0].matches
    free = free_to_play(s, circle)
    both = [match for match in planned if {*free}.issuperset(match) and frozenset(match) not in circle.apart]
    return both + house_match(s, circle, planned, with_free(both, free).free)


def house_match(s: Situation, circle: Circle, planned: Iterable[Match], idle: Sequence[str]) -> list[Match]:
    """The match of the house team as it is planned, if both can play, else with somebody else who is left over."""
    could = left_over(circle, idle, {team: circle.met[frozenset((team, circle.house))] for team in idle})
    for match in planned:
        if circle.house in match and {*could, circle.house}.issuperset(match):
            return [match]
    return [(first, second) for first, second, *_ in (sides(s, team, circle.house) for team in could[:1])]


def placing(s: Situation, course: Course, match: Match) -> Placing:
    """A table, which meeting of the two it is, and how many rounds are still to come."""
    meeting = course.circle.met[frozenset(match)] + 1
    facts: dict[str, Any] = {"meeting": meeting, "remaining": len(course.rounds) - 1}
    if course.circle.group:
        facts["group"] = course.circle.group
    reasons = [Reason(code="round_robin", facts=facts)]
    if course.circle.house in match:
        reasons.append(Reason(code="house_player", facts={"team": course.circle.house}))
    return Placing(match * s.record.regulations.members_at_the_table, tuple(reasons))


def byes_now(s: Situation, course: Course, seated: AbstractSet[str]) -> Iterator[Without]:
    """Everybody of the circle who has no table, and why: the opponent has left or is kept apart, or none is planned."""
    circle = course.circle
    idle = [team for team in free_to_play(s, circle) if team not in seated]
    opponent = dict(chain(*((match, match[::-1]) for match in course.rounds[0].matches)))
    for team in idle:
        others = [other for other in idle if frozenset((team, other)) in circle.apart]
        if opponent.get(team) in s.gone:
            why = Reason(code="opponent_gone", facts={"opponent": opponent[team]})
        elif others:
            why = Reason(code="kept_apart", facts={"opponent": others[0]})
        else:
            why = Reason(code="free_round")
        yield Without(team=team, reasons=(why,))


def merged(s: Situation, courses: Sequence[Course]) -> tuple[Round, ...]:
    """The rounds to come of all circles. Their table numbers are provisional."""
    longest = max(len(course.rounds) for course in courses)
    return tuple(
        planned_round(s, s.number + at, [course.rounds[at] for course in courses if at < len(course.rounds)])
        for at in range(1, longest)
    )


def planned_round(s: Situation, number: int, parts: Sequence[Planned]) -> Round:
    members = s.record.regulations.members_at_the_table
    matches = chain(*(part.matches for part in parts))
    tables = tuple(Table(number=at, seats=match * members) for at, match in enumerate(matches, start=1))
    return Round(number=number, tables=tables, byes=tuple(chain(*(part.free for part in parts))))
