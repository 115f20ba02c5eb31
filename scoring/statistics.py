"""What players did: calls made and missed and what they brought and cost, double victories, going out first.

It follows from the same hands as the standings and counts for nothing in them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring import five, seigneur
from scoring.hand import STAKES, Call, HandRules, HandScore, side_of
from scoring.outcomes import terms_of
from scoring.points import hand_scores
from scoring.record import Hand, Record, Table
from scoring.regulations import Ranked
from scoring.threechu import PLAYERS
from scoring.variants import Variant


class Statistics(NamedTuple):
    """What somebody did in some hands. A call of which the paper does not tell whether it was made counts as neither.

    `doubles` are double or triple victories of the own side. `first` is how often one went out first, as far as that
    was written down. `won` and `lost` are the points that calls brought and cost: 100 for a Tichu, 200 for a Grand.
    """

    hands: int = 0
    tichu_made: int = 0
    tichu_missed: int = 0
    grand_made: int = 0
    grand_missed: int = 0
    doubles: int = 0
    first: int = 0
    won: int = 0
    lost: int = 0

    @property
    def calls(self) -> int:
        """All calls that are known to have been made or missed."""
        return self.tichu_made + self.tichu_missed + self.grand_made + self.grand_missed

    @property
    def balance(self) -> int:
        """What the calls came to in points."""
        return self.won - self.lost


NOTHING = Statistics()


def added(found: Iterable[Statistics]) -> Statistics:
    """Several, as one."""
    columns = zip(*found, strict=True)
    return Statistics(*map(sum, columns))


def together(partners: Iterable[Statistics]) -> Statistics:
    """What a team did: its members' calls added up. They played the same hands and won them doubly together."""
    members = list(partners)
    if not members:
        return NOTHING
    return added(members)._replace(hands=max(m.hands for m in members), doubles=max(m.doubles for m in members))


# --- one hand, one table -----------------------------------------------------------------------------------------


def line_statistics(hand: Hand, score: HandScore, line: int) -> Statistics:
    """What one line of a score sheet says."""
    call, made = Call(hand.calls[line]) if hand.calls else Call.NONE, score.made[line]
    stake = STAKES[call]
    return Statistics(
        hands=1,
        tichu_made=int(call is Call.TICHU and made is True),
        tichu_missed=int(call is Call.TICHU and made is False),
        grand_made=int(call is Call.GRAND and made is True),
        grand_missed=int(call is Call.GRAND and made is False),
        doubles=int(score.victory == side_of(line)),
        first=int(hand.out[:1] == (line,)),
        won=stake if made is True else 0,
        lost=stake if made is False else 0,
    )


def table_statistics(table: Table, rules: HandRules) -> tuple[Statistics, ...]:
    """What everybody at a table did, by seat. Tables of which only the result is known say nothing."""
    nothing = (NOTHING,) * len(table.seats)
    return tuple(added(each) for each in zip(nothing, *hands_statistics(table, rules), strict=True))


def hands_statistics(table: Table, rules: HandRules) -> list[tuple[Statistics, ...]]:
    """What everybody at a table did in each of its hands, by seat; nothing in a hand one sits out."""
    if rules.variant is Variant.GRAND_SEIGNEUR:
        return [seigneur_statistics(hand, len(table.seats)) for hand in table.hands]
    found = []
    for number, (hand, score) in enumerate(zip(table.hands, hand_scores(table, rules), strict=True)):
        did = [NOTHING] * len(table.seats)
        for line, seat in enumerate(lines_of(table, rules, number)):
            if seat is not None:
                did[seat] = line_statistics(hand, score, line)
        found.append(tuple(did))
    return found


def lines_of(table: Table, rules: HandRules, number: int) -> tuple[int | None, ...]:
    """Whose line of the sheet is whose: seats of the table. The dummy of Threechu is nobody."""
    if rules.variant is Variant.THREECHU:
        dealer, left, right = ((number + step) % PLAYERS for step in range(PLAYERS))
        return dealer, left, None, right
    if len(table.seats) == five.PLAYERS:
        return five.playing(number)
    return tuple(range(len(table.seats)))


def seigneur_statistics(hand: Hand, players: int) -> tuple[Statistics, ...]:
    """In Grand Seigneur nobody calls and nobody has a partner: what is left is who went out first."""
    return tuple(Statistics(hands=1, first=int(place == 1)) for place in seigneur.places(hand.sheet(), players))


# --- a tournament ------------------------------------------------------------------------------------------------


def statistics(record: Record) -> dict[str, tuple[Statistics, ...]]:
    """What every team did in all hands of the record, by its own seats: two for a pair, one for an individual.

    A team with a seat for every member has them there in their order.
    """
    own = record.regulations.members_at_the_table if record.regulations.ranked is Ranked.TEAM else 1
    found: dict[str, list[Statistics]] = defaultdict(lambda: [NOTHING] * own)
    for table, rules in tables_of(record):
        seen: dict[str, int] = defaultdict(int)
        for team, did in zip(table.seats, table_statistics(table, rules), strict=True):
            at = seen[team]
            found[team][at] = added((found[team][at], did))
            seen[team] += 1
    return {team.id: tuple(found[team.id]) for team in record.teams}


def tables_of(record: Record) -> Iterator[tuple[Table, HandRules]]:
    for stage in record.stages:
        for round_ in stage.rounds:
            terms = terms_of(record.regulations, stage.key, round_.from_the_end)
            for table in round_.tables:
                yield table, terms.hand
