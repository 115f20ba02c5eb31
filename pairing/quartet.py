"""Quartets: four stay together for three rounds in which everybody partners everybody, as in Hiesfeld.

Rounds 1 to 3, 4 to 6 and so on are cycles. In the first round of a cycle quartets are made in which people meet as few
as possible whom they know; in the second and third the same four sit with other partners. Who finds no place in a
quartet sits out for the whole cycle. When one of four leaves, a house player takes the place, or the others have a bye.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from pairing.company import Company, Seats, Two, breaks_a_must, byes, pairs, refuse_broken
from pairing.draw import Draw, Reason, Without
from pairing.search import Search, best_repair
from pairing.seating import Placing, numbered, seats_of_four
from pairing.situation import Situation
from pairing.surplus import divide, in_turn, without
from pairing.tables import Kind, Sitting, in_line
from pairing.wishes import Wish
from rules.refusal import Refusal
from scoring.record import Round

CYCLE, FOUR = 3, 4
FEW = 60
"""Up to so many players it is hard to find new people in every cycle, and the later ones are thought of too."""


def draw_quartet(s: Situation) -> Draw:
    """The first round of a cycle makes quartets, the others go on with them."""
    rounds = s.rules.rounds or CYCLE
    if s.number > rounds:
        raise Refusal("stage_over", field="round", stage=s.stage.key, value=s.number, rounds=rounds)
    return new_quartets(s) if turn_of(s) == 1 else same_quartets(s)


def turn_of(s: Situation) -> int:
    """Which round of its cycle this is: 1, 2 or 3."""
    return (s.number - 1) % CYCLE + 1


class Quartets(Company):
    """Over a cycle all four are partners of each other: who must not be partners must not sit together at all."""

    def __init__(self, s: Situation) -> None:
        super().__init__(s)
        self.has_partners = False

    @cached_property
    def not_at_one_table(self) -> dict[Two, Wish]:
        alike = Company(self.s)
        return alike.not_partners | {
            two: wish for two, wish in alike.not_at_one_table.items() if wish.must or two not in alike.not_partners
        }


# --- the first round of a cycle ----------------------------------------------------------------------------------


def new_quartets(s: Situation) -> Draw:
    """Quartets of people who do not know each other, as far as possible. The first cycle begins as the stage does.

    Lots decide who sits out; if a must cannot be kept so, somebody else may who has sat out as seldom.
    """
    company = Quartets(s)
    numbers = divide(s, len(s.to_draw), FOUR)
    out = in_turn(s.rng, s.to_draw, numbers.out, lambda player: (s.byes[player],))
    players = [*s.seeded(player for player in s.to_draw if player not in out), *numbers.house]
    tables = quartets_of(company, players)
    if out and breaks_a_must(company, tables):
        players = [*players, *out]
        tables = quartets_of(company, players, sitting_out=len(out))
        out = [player for player in players if not any(player in seats for seats in tables)]
    refuse_broken(company, tables, players)
    cost = company.cost(tables)
    return Draw(
        stage=s.stage.key,
        round=s.number,
        tables=numbered(s, [placing(company, seats[0::2], seats[1::2]) for seats in tables]),
        byes=tuple(byes(s, out)),
        cost={level: cost[level] for level in ("must_wishes", "wishes", "met_again")},
    )


def quartets_of(company: Company, players: Sequence[str], *, sitting_out: int = 0) -> list[Seats]:
    """One four after the other, unless they know each other or wish not to sit together.

    The cycles that follow are made along with this one, so that it leaves new people for them, and thrown away. But if
    some of the players are to sit out so that a must is kept, this one alone counts.
    """
    s, everybody, known = company.s, range(len(players)), company.known(players)
    ahead = s.past and len(players) <= FEW and not sitting_out
    cycles = -(-((s.rules.rounds or CYCLE) - s.number + 1) // CYCLE) if ahead else 1
    outs = known.had[Kind.OUT]
    out = in_turn(s.rng, everybody, sitting_out, lambda player: (outs[player],)) if sitting_out else []
    beside = [Sitting(Kind.OUT, out)] if out else []

    def begin(by_lots: bool) -> Search:
        lots = [s.rng.sample(everybody, len(players)) for _ in range(cycles)]
        lines = lots if by_lots else [everybody, *lots[1:]]
        tables = [in_line(without(line, out), [FOUR] * (len(players) // FOUR), Kind.ALONE) for line in lines]
        return Search(known, [[*each, *beside] for each in tables], s.rng)

    found = best_repair(begin).result()[0]
    return [tuple(players[player] for player in each.players) for each in found if each.kind is not Kind.OUT]


def placing(company: Company, one: Seats, other: Seats) -> Placing:
    """A table where these two sides play each other."""
    s = company.s
    why = Reason(code="quartet", facts={"turn": turn_of(s)})
    more = company.reasons((*one, *other)) if turn_of(s) == 1 else house_reasons(s, (*one, *other))
    return Placing(seats_of_four(s, one, other), (why, *more))


def house_reasons(s: Situation, seats: Seats) -> Iterator[Reason]:
    return (Reason(code="house_player", facts={"team": player}) for player in seats if s.teams[player].house)


# --- the second and third round ----------------------------------------------------------------------------------


def same_quartets(s: Situation) -> Draw:
    """The quartets of this cycle with other partners; who has come since it began waits for the next."""
    company = Quartets(s)
    whole, broken = filled_quartets(s)
    partners = partners_in(this_cycle(s))
    placed = {player for four in (*whole, *broken) for player in four}
    others = [player for player in s.to_draw if player not in placed]
    sat_out = [player for player in others if player in this_cycle(s)[0].byes]
    waiting = [player for player in others if player not in sat_out]
    left_over = [player for three in broken for player in three]
    return Draw(
        stage=s.stage.key,
        round=s.number,
        tables=numbered(s, [placing(company, *new_sides(s, four, partners)) for four in whole]),
        byes=(*byes(s, sat_out), *without_table(left_over, "quartet_broken")),
        waiting=without_table(waiting, "next_quartet"),
        cost={"quartets_broken": len(broken)},
    )


def without_table(players: Iterable[str], code: str) -> tuple[Without, ...]:
    return tuple(Without(team=player, reasons=(Reason(code=code),)) for player in players)


def this_cycle(s: Situation) -> tuple[Round, ...]:
    """The rounds since the quartets were made."""
    return s.stage.rounds[s.number - turn_of(s) :]


def quartets_so_far(s: Situation) -> list[Seats]:
    """The quartets of this cycle, each as it sat last: somebody may have taken a place."""
    first, *later = this_cycle(s)
    found = [table.seats for table in first.tables]
    for each in later:
        for table in each.tables:
            found = [table.seats if len({*four} & {*table.seats}) == FOUR - 1 else four for four in found]
    return found


def filled_quartets(s: Situation) -> tuple[list[Seats], list[Seats]]:
    """Quartets that can go on, house players taking the places of those who have left; and what remains of others."""
    here = {*s.to_draw, *s.house} - {player for table in s.kept for player in table.seats}
    found = [tuple(player for player in four if player in here) for four in quartets_so_far(s)]
    taken = {player for four in found for player in four}
    free = [player for player in s.house if player in here and player not in taken]
    whole: list[Seats] = []
    broken: list[Seats] = []
    for four in found:
        missing = FOUR - len(four)
        playing = tuple(player for player in four if not s.teams[player].house)
        if playing and missing <= len(free):
            whole.append((*four, *free[:missing]))
            free = free[missing:]
        elif playing:
            broken.append(playing)
    return whole, broken


def partners_in(rounds: Iterable[Round]) -> Counter[Two]:
    sides = (side for each in rounds for table in each.tables for side in (table.seats[0::2], table.seats[1::2]))
    return Counter(two for side in sides for two in pairs(side))


def new_sides(s: Situation, four: Seats, partners: Counter[Two]) -> tuple[Seats, Seats]:
    """Of the three ways to make sides, one that the quartet has not played yet."""
    first, *others = four
    ways = [((first, other), tuple(player for player in others if player != other)) for other in others]
    return min(s.rng.sample(ways, len(ways)), key=lambda way: sum(partners[two] for side in way for two in pairs(side)))
