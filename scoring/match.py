"""A match: running totals, when it is over, who won, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.refusal import Refusal
from scoring.hand import Pair
from scoring.variants import Variant

USUAL_TARGET = 1000


class Length(StrEnum):
    TARGET = "target"
    HANDS = "hands"
    CLOCK = "clock"
    BEST_OF = "best_of"


class ClockPolicy(StrEnum):
    """What is still played when the time is up."""

    FINISH_THIS_HAND = "finish_this_hand"
    ONE_MORE_HAND = "one_more_hand"
    STOP = "stop"


class Tie(StrEnum):
    """What an equal score at the end means: one more hand, again and again, or a draw."""

    PLAY_ON = "play_on"
    DRAW = "draw"


class Reason(StrEnum):
    """Why a match is over, or why it is not."""

    RUNNING = "running"
    TIE_PLAYS_ON = "tie_plays_on"
    TARGET_REACHED = "target_reached"
    HIGHER_OF_BOTH_OVER = "higher_of_both_over"
    HANDS_PLAYED = "hands_played"
    TIME_UP = "time_up"
    GAMES_WON = "games_won"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRules:
    """How long a match lasts.

    `target` (1000 unless said otherwise) belongs to a game to a target and to best of `games`; beside a clock it ends
    the match early. `hands` is the fixed number of hands, `clock` what is still played when the time is up.
    """

    length: Length = Length.TARGET
    target: int | None = None
    hands: int | None = None
    clock: ClockPolicy | None = None
    games: int | None = None
    tie: Tie = Tie.PLAY_ON

    def __post_init__(self) -> None:
        for field, lengths in BELONGS_TO.items():
            if getattr(self, field) is not None and self.length not in lengths:
                raise Refusal("settings_contradict", field=field, other="length", value=str(self.length))
        for field, length in NEEDED_BY.items():
            if getattr(self, field) is None and self.length is length:
                raise Refusal("setting_missing", field=field, other="length", value=str(length))
        if self.tie is Tie.DRAW and self.length in (Length.TARGET, Length.BEST_OF):
            raise Refusal("settings_contradict", field="tie", other="length", value=str(self.length))
        check_numbers(self)

    @property
    def goal(self) -> int | None:
        """The points that end a game, if any do."""
        if self.length in (Length.TARGET, Length.BEST_OF):
            return self.target or USUAL_TARGET
        return self.target


BELONGS_TO = {
    "target": (Length.TARGET, Length.BEST_OF, Length.CLOCK),
    "hands": (Length.HANDS,),
    "clock": (Length.CLOCK,),
    "games": (Length.BEST_OF,),
}
NEEDED_BY = {"hands": Length.HANDS, "clock": Length.CLOCK, "games": Length.BEST_OF}


MOST = {"target": 100_000, "hands": 500, "games": 99}
"""What no match comes to: whoever asks for more has mistyped."""


def check_setting(field: str, value: int | None, *, least: int, most: int) -> None:
    """A number that an organiser chooses lies between the least and the most that make sense, or is not there."""
    if value is not None and value < least:
        raise Refusal("setting_too_small", field=field, value=value, minimum=least)
    if value is not None and value > most:
        raise Refusal("setting_too_large", field=field, value=value, maximum=most)


def check_numbers(rules: MatchRules) -> None:
    """At least one hand, one point, one game; and an odd number of games, so that one side must win more."""
    for field, most in MOST.items():
        check_setting(field, getattr(rules, field), least=1, most=most)
    if rules.games is not None and rules.games % 2 == 0:
        raise Refusal("games_even", field="games", value=rules.games, allowed=[rules.games - 1, rules.games + 1])


def check_variant(rules: MatchRules, variant: Variant) -> None:
    """Threechu and Grand Seigneur last a fixed number of hands; in Threechu everybody deals equally often."""
    if variant not in (Variant.THREECHU, Variant.GRAND_SEIGNEUR):
        return
    if rules.hands is None:
        raise Refusal("settings_contradict", field="length", other="variant", value=str(variant))
    if variant is Variant.THREECHU and rules.hands % 3:
        below = rules.hands - rules.hands % 3
        allowed = [number for number in (below, below + 3) if number]
        raise Refusal("threechu_hands", field="hands", value=rules.hands, allowed=allowed)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUp:
    """How it stood when the time was up: the number of the hand begun last, and whether it was still being played."""

    hand: int
    running: bool = True

    def __post_init__(self) -> None:
        if self.hand < self.running:
            raise Refusal("time_up_hand", field="time_up", value=self.hand, minimum=int(self.running))

    def last_hand(self, policy: ClockPolicy) -> int:
        """The number of the last hand that counts, unless a tie asks for more."""
        if policy is ClockPolicy.STOP:
            return self.hand - self.running
        return self.hand + (policy is ClockPolicy.ONE_MORE_HAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    over: bool
    winner: int | None
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of a match: after how many hands it stands how, and who has won it."""

    hands: int
    totals: Pair
    winner: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """How a match stands: over or not, the winning side (None: running, or a draw), the reason, the next hand.

    `totals` are the points of all hands; `games` has more than one entry only where several games make a match.
    """

    totals: Pair
    games: tuple[Game, ...]
    over: bool
    winner: int | None
    reason: Reason
    next_hand: int | None

    @property
    def games_won(self) -> Pair:
        return games_won(self.games)


START = Game(hands=0, totals=(0, 0), winner=None)


def evaluate(hands: Sequence[Pair], rules: MatchRules, *, time_up: TimeUp | None = None) -> MatchState:
    """How a match stands after these hands, given as the totals of both sides. A hand after the end is refused."""
    if time_up is not None and rules.clock is None:
        raise Refusal("settings_contradict", field="time_up", other="length", value=str(rules.length))
    games = [START]
    for number, hand in enumerate(hands, start=1):
        verdict = judge(games, rules, time_up)
        if verdict.over:
            ended = number - 1
            raise Refusal("surplus_hand", field="hands", value=number, ended=ended, reason=str(verdict.reason))
        if games[-1].winner is not None:
            games.append(START)
        games[-1] = after(games[-1], hand, rules)
    verdict = judge(games, rules, time_up)
    return MatchState(
        totals=(sum(game.totals[0] for game in games), sum(game.totals[1] for game in games)),
        games=tuple(games),
        over=verdict.over,
        winner=verdict.winner,
        reason=verdict.reason,
        next_hand=None if verdict.over else len(hands) + 1,
    )


def after(game: Game, hand: Pair, rules: MatchRules) -> Game:
    """The game with one more hand."""
    totals = game.totals[0] + hand[0], game.totals[1] + hand[1]
    winner = None if rules.goal is None else at_target(totals, rules.goal).winner
    return Game(hands=game.hands + 1, totals=totals, winner=winner)


def judge(games: Sequence[Game], rules: MatchRules, time_up: TimeUp | None) -> Verdict:
    """Whether the match is over, by whichever of its ends comes first."""
    game = games[-1]
    verdict = RUNNING if rules.goal is None else at_target(game.totals, rules.goal)
    if rules.games is not None:
        return of_games(games, rules.games, verdict)
    if rules.hands is not None:
        return after_last_hand(game, rules.hands, rules.tie, Reason.HANDS_PLAYED)
    if verdict.over or rules.clock is None or time_up is None:
        return verdict
    last = after_last_hand(game, time_up.last_hand(rules.clock), rules.tie, Reason.TIME_UP)
    return verdict if last is RUNNING else last


RUNNING = Verdict(over=False, winner=None, reason=Reason.RUNNING)
TIE = Verdict(over=False, winner=None, reason=Reason.TIE_PLAYS_ON)


def at_target(totals: Pair, target: int) -> Verdict:
    """A side that ends a hand at the target or above has won; of both the higher; if they are equal, they play on.

    At 1000, 1020 to 995 is won, 1020 to 1055 is lost, 1020 to 1020 goes on.
    """
    if max(totals) < target:
        return RUNNING
    if totals[0] == totals[1]:
        return TIE
    reason = Reason.HIGHER_OF_BOTH_OVER if min(totals) >= target else Reason.TARGET_REACHED
    return Verdict(over=True, winner=leader(totals), reason=reason)


def after_last_hand(game: Game, last: int, tie: Tie, reason: Reason) -> Verdict:
    """After the last hand the higher total wins; an equal one is a draw or goes on."""
    if game.hands < last:
        return RUNNING
    if leader(game.totals) is None and tie is Tie.PLAY_ON:
        return TIE
    return Verdict(over=True, winner=leader(game.totals), reason=reason)


def of_games(games: Sequence[Game], number: int, this_game: Verdict) -> Verdict:
    """Best of five is won with the third game."""
    won = games_won(games)
    if max(won) > number // 2:
        return Verdict(over=True, winner=leader(won), reason=Reason.GAMES_WON)
    return RUNNING if this_game.over else this_game


def games_won(games: Sequence[Game]) -> Pair:
    winners = [game.winner for game in games]
    return winners.count(0), winners.count(1)


def leader(totals: Pair) -> int | None:
    """The side that has more."""
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1
