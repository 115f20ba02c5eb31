"""Tables made anew in every round by the standings: for three, four or six players, or for five to twelve.

In the first round the stage's seeding decides. Later, where there are sides, nobody has the same partner again while
that can be avoided; then nobody meets again; and then neighbours in the standings sit together.
"""

from collections.abc import Sequence
from itertools import permutations

from pairing.company import Company, Seats, breaks_a_must, byes, pairs, refuse_broken
from pairing.draw import Draw, Reason
from pairing.places import places, played
from pairing.search import Search, best_repair
from pairing.seating import Placing, numbered, seats_of_four
from pairing.situation import Situation
from pairing.surplus import divide, in_turn, without
from pairing.tables import PRICES_BY_PLACE, Kind, Sitting, in_line
from rules.refusal import Refusal
from rules.variants.grand_seigneur import FEWEST, MOST
from scoring.threechu import PLAYERS as THREE
from scoring.variants import SEATS, Variant

USUAL_COMPANY = 6
"""So many sit at a table of Grand Seigneur if the organiser has not said how many."""


def draw_regrouped(s: Situation) -> Draw:
    """This round, the tables of the best first.

    Lots decide who sits out; if a must cannot be kept so, somebody else may who has sat out as seldom.
    """
    company = Company(s)
    sizes, house, left_over = division(s)
    out = in_turn(s.rng, s.to_draw, left_over, lambda player: (s.byes[player],))
    line = standing_in_line(s, [*(player for player in s.to_draw if player not in out), *house])
    tables = tables_of(company, line, sizes)
    if out and breaks_a_must(company, tables):
        line = standing_in_line(s, [*s.to_draw, *house])
        tables = tables_of(company, line, sizes, sitting_out=len(out))
        out = [player for player in line if not any(player in seats for seats in tables)]
    refuse_broken(company, tables, line)
    place = {player: at for at, player in enumerate(line, start=1)}
    tables.sort(key=lambda seats: sum(place[player] for player in seats) / len(seats))
    levels = company.cost(tables)
    cost = {level: levels[level] for level in ("must_wishes", "partners_again", "wishes", "met_again")}
    cost["places"] = sum((place[one] - place[two]) ** 2 for seats in tables for one, two in pairs(seats))
    placings = [
        Placing(seats_in_order(s, seats, place), (why(s, seats, place), *company.reasons(seats))) for seats in tables
    ]
    return Draw(stage=s.stage.key, round=s.number, tables=numbered(s, placings), byes=tuple(byes(s, out)), cost=cost)


def tables_of(company: Company, line: Sequence[str], sizes: Sequence[int], *, sitting_out: int = 0) -> list[Seats]:
    """Neighbours in line together, unless they have met or wish not to."""
    s, known, everybody = company.s, company.known(line), range(len(line))
    outs, kind = known.had[Kind.OUT], Kind.SIDES if company.has_partners else Kind.ALONE
    out = in_turn(s.rng, everybody, sitting_out, lambda player: (outs[player],)) if sitting_out else []

    def begin(by_lots: bool) -> Search:
        order = s.rng.sample(everybody, len(line)) if by_lots else everybody
        tables = in_line(without(order, out), sizes, kind)
        return Search(known, [[*tables, *([Sitting(Kind.OUT, out)] if out else [])]], s.rng, PRICES_BY_PLACE, everybody)

    found = best_repair(begin).result()[0]
    return [tuple(line[player] for player in each.taking_turns()) for each in found if each.kind is not Kind.OUT]


# --- how many at a table -----------------------------------------------------------------------------------------


def division(s: Situation) -> tuple[list[int], tuple[str, ...], int]:
    """The sizes of the tables, who fills them up, and how many sit out."""
    variant = s.record.regulations.variant
    if variant is Variant.GRAND_SEIGNEUR:
        return companies(len(s.to_draw), s.rules.table_size or USUAL_COMPANY), (), 0
    size = THREE if variant is Variant.THREECHU else SEATS[variant]
    numbers = divide(s, len(s.to_draw), size)
    return [size] * numbers.tables, numbers.house, numbers.out


def companies(players: int, wanted: int) -> list[int]:
    """Tables of five to twelve that are as large as wanted, as nearly as possible, and differ by one at most.

    Every number from five on can be divided so.
    """
    if not players:
        return []
    if players < FEWEST:
        raise Refusal("too_few", field="teams", value=players, minimum=FEWEST)
    possible = range(-(-players // MOST), players // FEWEST + 1)
    tables = min(possible, key=lambda number: abs(players / number - wanted))
    small, larger = divmod(players, tables)
    return [small + 1] * larger + [small] * (tables - larger)


# --- who stands and sits where -----------------------------------------------------------------------------------


def standing_in_line(s: Situation, players: list[str]) -> list[str]:
    """By the stage's seeding in its first round, then by the standings; house players last if they have no place."""
    if s.number == 1:
        guests = [player for player in players if not s.teams[player].house]
        return [*s.seeded(guests), *(player for player in players if s.teams[player].house)]
    standing = places(s, played(s))
    return sorted(players, key=lambda player: standing[player].position)


def seats_in_order(s: Situation, seats: Seats, place: dict[str, int]) -> Seats:
    """Grand Seigneur: the best is the first Great Lord. Elsewhere everybody sits where he has sat as seldom as
    possible."""
    match s.record.regulations.variant:
        case Variant.GRAND_SEIGNEUR:
            return tuple(sorted(seats, key=lambda player: place[player]))
        case Variant.THREECHU:
            orders = s.rng.sample([*permutations(seats)], 6)
            return min(orders, key=lambda order: sum(s.seats_had[player, at] for at, player in enumerate(order)))
    return seats_of_four(s, seats[0::2], seats[1::2])


def why(s: Situation, seats: Seats, place: dict[str, int]) -> Reason:
    """In the first round how it was seeded, then which places sit together."""
    if s.number == 1:
        return Reason(code="first_round", facts={"seeding": str(s.rules.seeding)})
    return Reason(code="neighbours", facts={"places": sorted(place[player] for player in seats)})
