"""What every team has from every round: its table, its bye, and what the director decided."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from rules.refusal import Refusal
from scoring import five, seigneur, threechu
from scoring.hand import HandRules, HandScore, Pair, side_of
from scoring.match import Length, MatchRules, Reason, Tie, evaluate
from scoring.points import (
    COUNTING,
    RANK_POINTS,
    MatchScore,
    Number,
    hand_scores,
    match_score,
    quartet_points,
    whole_score,
)
from scoring.record import Record, Round, Ruling, RulingKind, Table, WholeMatch
from scoring.regulations import ByeCounts, Counting, PointRules, Regulations
from scoring.threechu import PLAYERS, ThreechuHand
from scoring.variants import Variant


class Outcome(NamedTuple):
    """What one team has from one round.

    `own` and `other` are the Tichu points of its side and of the other; `result` is 1, 0 or -1 for a match that was
    won, drawn or lost, and None where nobody wins a match. `played` is false for a bye and for a match that was
    awarded. `seat_calls` has for each of its seats how many calls were made and missed. `average` asks for so many per
    cent of the team's other rounds instead.
    """

    team: str
    points: Number = 0
    own: int = 0
    other: int = 0
    result: int | None = None
    hands: int = 0
    hands_won: int = 0
    doubles: int = 0
    seat_calls: tuple[Pair, ...] = ()
    opponents: tuple[str, ...] = ()
    played: bool = True
    average: int | None = None

    @property
    def calls(self) -> Pair:
        """Those made and those missed."""
        return sum(made for made, _ in self.seat_calls), sum(missed for _, missed in self.seat_calls)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """By which rules the matches of one round count."""

    hand: HandRules
    match: MatchRules
    points: PointRules


def terms_of(regulations: Regulations, stage: str, from_the_end: int | None) -> Terms:
    """The stage's rules; the last rounds of a knock-out may have a match length of their own."""
    rules = regulations.stage(stage)
    late = {each.rounds_from_the_end: each.match for each in rules.late_matches}
    match = late.get(from_the_end or 0, rules.match)
    return Terms(hand=regulations.hand, match=match, points=rules.points)


# --- a table -----------------------------------------------------------------------------------------------------

Scores = Mapping[tuple[str, int], Mapping[int, MatchScore]]
"""What tables of two sides came to, where somebody knows it already: by stage and round, and there by number."""
NOTHING_KNOWN: Scores = {}


def two_sided(seats: Sequence[str], rules: HandRules) -> bool:
    """Whether the same two sides play all along, so that what they come to is one `MatchScore`."""
    return rules.variant not in (Variant.GRAND_SEIGNEUR, Variant.THREECHU) and len(seats) != five.PLAYERS


def table_outcomes(table: Table, terms: Terms) -> list[Outcome]:
    """What everybody at this table has from it; nothing as long as the match is not over."""
    if two_sided(table.seats, terms.hand):
        return side_outcomes(table, match_score(table, terms.hand, terms.match), terms.points)
    if terms.hand.variant is Variant.GRAND_SEIGNEUR:
        return seigneur_outcomes(table, terms)
    if terms.hand.variant is Variant.THREECHU:
        return threechu_outcomes(table, terms)
    return five_outcomes(table, terms)


def side_outcomes(table: Table, match: MatchScore, rules: PointRules) -> list[Outcome]:
    """Every team of a side gets what the side gets; calls are those of its own seats. Nothing before it is over."""
    if not match.over:
        return []
    totals, hands, won, _, doubles, calls, _, winner = match
    points = COUNTING[rules.counting](match, rules)
    result = 0 if winner is None else 1 - 2 * winner
    one, other = sides_of(table.seats)
    if len(one) == 1:
        # by position, in the order of Outcome's fields: in a large field much of the time goes here
        return [
            Outcome(one[0], points[0], totals[0], totals[1], result, hands, won[0], doubles[0], calls[0::2], other),
            Outcome(other[0], points[1], totals[1], totals[0], -result, hands, won[1], doubles[1], calls[1::2], one),
        ]
    return [
        Outcome(
            team=team, points=points[side], own=totals[side], other=totals[1 - side], result=(result, -result)[side],
            hands=hands, hands_won=won[side], doubles=doubles[side], opponents=(other, one)[side],
            seat_calls=calls[2 * at + side : 2 * at + side + 1],
        )
        for side, teams in ((0, one), (1, other))
        for at, team in enumerate(teams)
    ]  # fmt: skip


def sides_of(seats: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The teams of both sides: one that has all seats of its side, or one on each seat."""
    if seats[0] == seats[2]:
        return seats[:1], seats[1:2]
    return seats[0::2], seats[1::2]


def five_outcomes(table: Table, terms: Terms) -> list[Outcome]:
    """A table of five: every hand is a match by itself of the four who play it, and everybody adds up the own four."""
    needed = five.hands_at_five(terms.match.hands or 0)
    if len(table.hands) > needed:
        raise Refusal("surplus_hand", field="hands", value=needed + 1, ended=needed, reason=str(Reason.HANDS_PLAYED))
    if len(table.hands) < needed:
        return []
    one_hand = MatchRules(length=Length.HANDS, hands=1, tie=Tie.DRAW)
    found: dict[str, list[Outcome]] = defaultdict(list)
    for number, hand in enumerate(table.hands):
        seats = tuple(table.seats[seat] for seat in five.playing(number))
        alone = Table(number=table.number, seats=seats, hands=(hand,))
        for outcome in side_outcomes(alone, match_score(alone, terms.hand, one_hand), terms.points):
            found[outcome.team].append(outcome)
    return [summed(found[team], table) for team in table.seats]


def summed(hands: Sequence[Outcome], table: Table) -> Outcome:
    """What a player has from several hands with changing partners; nobody wins such a match as a whole."""
    team = hands[0].team
    return Outcome(
        team=team,
        points=sum(each.points for each in hands),
        own=sum(each.own for each in hands),
        other=sum(each.other for each in hands),
        hands=len(hands),
        hands_won=sum(each.hands_won for each in hands),
        doubles=sum(each.doubles for each in hands),
        seat_calls=tuple(calls for each in hands for calls in each.seat_calls),
        opponents=tuple(other for other in table.seats if other != team),
    )


def threechu_outcomes(table: Table, terms: Terms) -> list[Outcome]:
    """Everybody alone: what his side got in every hand. Dealer and dummy are side 0; the deal goes to the left."""
    scores = hand_scores(table, terms.hand)
    hands = [ThreechuHand(dealer=at % PLAYERS, totals=each.totals) for at, each in enumerate(scores)]
    state = threechu.evaluate(hands, terms.match)
    return [threechu_outcome(table, scores, player) for player in range(PLAYERS)] if state.over else []


def threechu_outcome(table: Table, scores: Sequence[HandScore], player: int) -> Outcome:
    seats = [(0, 1, 3)[(player - number) % PLAYERS] for number in range(len(scores))]
    totals = [
        each.totals if side_of(seat) == 0 else each.totals[::-1] for each, seat in zip(scores, seats, strict=True)
    ]
    calls = [each.made[seat] for each, seat in zip(scores, seats, strict=True)]
    own = sum(mine for mine, _ in totals)
    return Outcome(
        team=table.seats[player],
        points=own,
        own=own,
        other=sum(theirs for _, theirs in totals),
        hands=len(scores),
        hands_won=sum(mine > theirs for mine, theirs in totals),
        doubles=sum(each.victory == side_of(seat) for each, seat in zip(scores, seats, strict=True)),
        seat_calls=((calls.count(True), calls.count(False)),),
        opponents=tuple(team for team in table.seats if team != table.seats[player]),
    )


def seigneur_outcomes(table: Table, terms: Terms) -> list[Outcome]:
    """In every round one point for everybody who is left behind."""
    players = len(table.seats)
    rounds = [seigneur.places(hand.sheet(), players) for hand in table.hands]
    state = seigneur.evaluate(rounds, terms.match)
    if not state.over:
        return []
    return [
        Outcome(
            team=team,
            points=players * len(rounds) - state.sums[seat],
            hands=len(rounds),
            hands_won=sum(places[seat] == 1 for places in rounds),
            opponents=tuple(other for other in table.seats if other != team),
        )
        for seat, team in enumerate(table.seats)
    ]


# --- byes and rulings --------------------------------------------------------------------------------------------


def awarded(team: str, terms: Terms, *, won: bool, opponents: tuple[str, ...] = ()) -> Outcome:
    """A match that was not played: the points of a win or of a loss, and no Tichu points.

    Counting by hands, every hand is won; by margin, a win gives three quarters of the victory points.
    """
    rules = terms.points
    points: Number = 0
    if rules.counting is Counting.MATCH:
        points = rules.win if won else rules.loss
    elif rules.counting is Counting.HANDS:
        points = (rules.win if won else rules.loss) * (terms.match.hands or 1)
    elif rules.counting is Counting.MARGIN and won:
        points = Fraction(rules.scale * 3, 4)
    return Outcome(team=team, points=points, result=1 if won else -1, opponents=opponents, played=False)


def bye_outcome(team: str, terms: Terms) -> Outcome:
    """What somebody without a table gets, as the regulations say."""
    if terms.points.bye is ByeCounts.AVERAGE:
        return Outcome(team=team, played=False, average=100)
    if terms.points.bye is ByeCounts.NOTHING:
        return Outcome(team=team, played=False)
    return awarded(team, terms, won=True)


def forfeited(table: Table, loser: int | None, terms: Terms) -> list[Outcome]:
    """One side has lost without playing, or both."""
    sides = sides_of(table.seats)
    return [
        awarded(team, terms, won=loser == 1 - side, opponents=sides[1 - side])
        for side in (0, 1)
        for team in sides[side]
    ]


def ruled_outcomes(table: Table, ruling: Ruling, terms: Terms) -> list[Outcome]:
    """A table on which the director has decided: forfeited, or given these totals whatever its sheets say."""
    if ruling.kind is RulingKind.FORFEIT:
        return forfeited(table, ruling.side, terms)
    decided = WholeMatch(totals=ruling.totals or (0, 0), hands=len(table.hands))
    return side_outcomes(table, whole_score(decided), terms.points)


def averaged(outcome: Outcome, ruling: Ruling | None) -> Outcome:
    """An average score stands in for whatever happened at the table."""
    if ruling is None:
        return outcome
    return Outcome(team=outcome.team, opponents=outcome.opponents, played=False, average=ruling.percent)


# --- a round, a stage --------------------------------------------------------------------------------------------


def round_outcomes(record: Record, stage: str, round_: Round, scores: Scores = NOTHING_KNOWN) -> list[Outcome]:
    """What everybody has from one round, rulings included. Of tables whose score is known the hands are not asked."""
    terms = terms_of(record.regulations, stage, round_.from_the_end)
    known = scores.get((stage, round_.number), {})
    here = [ruling for ruling in record.standing_rulings() if (ruling.stage, ruling.round) == (stage, round_.number)]
    decided = {ruling.table: ruling for ruling in here if ruling.kind in (RulingKind.FORFEIT, RulingKind.ADJUSTED)}
    average = {ruling.team: ruling for ruling in here if ruling.kind is RulingKind.AVERAGE}
    found: list[Outcome] = []
    for table in round_.tables:
        if table.number in decided:
            found += ruled_outcomes(table, decided[table.number], terms)
        elif table.number in known:
            found += side_outcomes(table, known[table.number], terms.points)
        else:
            found += table_outcomes(table, terms)
    found += [bye_outcome(team, terms) for team in round_.byes]
    return [averaged(outcome, average.get(outcome.team)) for outcome in found] if average else found


def games_of_round(record: Record, stage: str, round_: Round) -> dict[str, int]:
    """How many games every team has won in a round whose matches are made of several. Nothing for a table on which the
    director has decided in points, and for a result of which nobody wrote down the games."""
    terms = terms_of(record.regulations, stage, round_.from_the_end)
    if terms.match.games is None:
        return {}
    here = [ruling for ruling in record.standing_rulings() if (ruling.stage, ruling.round) == (stage, round_.number)]
    decided = {ruling.table for ruling in here if ruling.kind in (RulingKind.FORFEIT, RulingKind.ADJUSTED)}
    found: dict[str, int] = {}
    for table in round_.tables:
        games = None if table.number in decided else games_won_at(table, terms)
        if games is not None:
            found |= {team: games[side] for side, teams in enumerate(sides_of(table.seats)) for team in teams}
    return found


def games_won_at(table: Table, terms: Terms) -> Pair | None:
    """How many games both sides have won at a table."""
    if table.whole is not None:
        return table.whole.games
    totals = [score.totals for score in hand_scores(table, terms.hand)]
    return evaluate(totals, terms.match, time_up=table.time_up).games_won


def with_quartet_points(tables: Sequence[Sequence[Table]], rounds: Sequence[list[Outcome]]) -> list[list[Outcome]]:
    """The outcomes of some rounds, whose tables are given too, with what the quartets have earned in them.

    Four players who sit together for three rounds are a quartet; their points follow once all three are played."""
    points: dict[tuple[int, str], Fraction] = {}
    for quartet in quartets(tables):
        played = [{o.team: o for o in rounds[at] if o.team in quartet.players} for at in quartet.rounds]
        if all(len(each) == len(quartet.players) for each in played):
            margins = [max(abs(o.own - o.other) for o in each.values()) for each in played]
            for at, each, share in zip(quartet.rounds, played, quartet_points(margins), strict=True):
                points |= {(at, o.team): share_of(o, share) for o in each.values()}
    return [
        [o._replace(points=points.get((at, o.team), o.points)) for o in outcomes] for at, outcomes in enumerate(rounds)
    ]


def share_of(outcome: Outcome, share: Fraction) -> Fraction:
    """Both winners of a round get its points; a drawn one is shared by all four, so that a quartet always has 12."""
    return {1: share, 0: share / 2}.get(outcome.result or 0, Fraction(0))


class Quartet(NamedTuple):
    players: frozenset[str]
    rounds: tuple[int, ...]


def quartets(rounds: Sequence[Sequence[Table]]) -> Iterator[Quartet]:
    """Every four who have met three times, with the positions of those rounds."""
    met: dict[frozenset[str], list[int]] = defaultdict(list)
    for at, tables in enumerate(rounds):
        for table in tables:
            players = frozenset(table.seats)
            met[players].append(at)
            if len(met[players]) == len(RANK_POINTS):
                yield Quartet(players, tuple(met.pop(players)))
