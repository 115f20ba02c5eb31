"""Regulations: every choice of an organiser, as one frozen value that is checked as a whole.

Formats are data: a preset is an instance of `Regulations`, and so is whatever an organiser makes of it.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.customs import TableRules
from rules.refusal import Refusal
from scoring.hand import HandRules
from scoring.match import MatchRules, Tie, check_setting, check_variant
from scoring.plain import from_plain, of_version, to_plain
from scoring.variants import Variant

VERSION = 1

MOST_POINTS, MOST_ROUNDS = 1_000_000, 500
MOST = {"rounds": MOST_ROUNDS, "minutes": 24 * 60, "groups": 1_000, "qualifiers": 10_000}
"""What no tournament comes to: whoever asks for more has mistyped."""
KEY = re.compile(r"[\w-]{1,40}")

TIEBREAK_KEYS = (
    "points", "tichu_points", "difference", "wins", "direct", "buchholz", "buchholz_cut_1", "buchholz_median",
    "sonneborn_berger", "hands_won", "double_victories", "calls", "best_round", "progress", "rating", "lots",
    "decision",
)  # fmt: skip
"""What an organiser can choose from; `scoring.tiebreaks` has the definitions."""


def check_key(field: str, key: str) -> None:
    """A short word, for addresses and files."""
    if not KEY.fullmatch(key):
        raise Refusal("key_malformed", field=field, value=key[:60])


class Ranked(StrEnum):
    """Who stands in the standings."""

    TEAM = "team"
    INDIVIDUAL = "individual"


class System(StrEnum):
    """How the tables of a stage are made."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    GROUPS = "groups"
    KNOCKOUT = "knockout"
    DOUBLE_ELIMINATION = "double_elimination"
    INDIVIDUAL_DRAW = "individual_draw"
    QUARTET = "quartet"
    REGROUPED = "regrouped"


class Counting(StrEnum):
    """What a match gives in the standings."""

    MATCH = "match"
    """Points for a match that is won or drawn."""
    HANDS = "hands"
    """Victory points for every hand, as at the German championship."""
    QUARTET_RANKS = "quartet_ranks"
    """The three rounds of a quartet are ranked by their margin, as in Hiesfeld."""
    MARGIN = "margin"
    """A number of victory points that is divided by the margin, 10 each for a drawn match."""
    DIFFERENCE = "difference"
    """The difference of the Tichu points, capped if wished."""
    AVERAGE = "average"
    """The difference per hand, for tables that play unequal numbers of hands."""
    POINTS = "points"
    """The Tichu points of everybody's own side, as in Threechu."""
    PLACES = "places"
    """One point for everybody left behind, as in Grand Seigneur."""


WINNABLE = (Counting.MATCH, Counting.HANDS, Counting.MARGIN)
"""Where there is such a thing as a win that can be given to somebody without a table."""


class ByeCounts(StrEnum):
    """What somebody without a table gets for the round."""

    WIN = "win"
    AVERAGE = "average"
    NOTHING = "nothing"


class OddNumbers(StrEnum):
    """What is done with players for whom there is no full table."""

    BYE = "bye"
    TABLE_OF_FIVE = "table_of_five"
    HOUSE_PLAYER = "house_player"
    SIT_OUT = "sit_out"


class Seeding(StrEnum):
    """The order in which a stage begins: who is drawn against whom, or stands where in a bracket."""

    DRAWN = "drawn"
    """Lots decide."""
    SEEDED = "seeded"
    """The director's numbers; lots for those without."""
    RATING = "rating"
    """The rating one came with; lots for those without."""
    RANK = "rank"
    """The place in the stage before."""


class TableNumbers(StrEnum):
    """Who gets which table."""

    BALANCED = "balanced"
    """Everybody moves about: nobody sits at the same table again while avoidable."""
    BY_RANK = "by_rank"
    """The leaders sit at table 1."""


class Clubmates(StrEnum):
    """Whether members of one club meet; in individual events, whether they become partners."""

    MAY_MEET = "may_meet"
    APART_IF_POSSIBLE = "apart_if_possible"
    ALWAYS_APART = "always_apart"


class Confirmation(StrEnum):
    """Who must agree to a result before it counts as settled."""

    NOBODY = "nobody"
    OPPONENTS = "opponents"
    DIRECTOR = "director"


@dataclass(frozen=True, slots=True, kw_only=True)
class PointRules:
    """What results give in the standings.

    `win`, `draw`, `loss` are for a match or, counting by hands, for a hand, in which `double` is what a double victory
    gives instead. `scale` and `margin` belong to counting by margin: that many victory points in all, and the margin
    that gives nearly all of them. `cap` is the largest difference that counts.
    """

    counting: Counting = Counting.MATCH
    win: int = 2
    draw: int = 1
    loss: int = 0
    double: int | None = None
    scale: int = 20
    margin: int = 1000
    cap: int | None = None
    bye: ByeCounts = ByeCounts.WIN

    def __post_init__(self) -> None:
        if not self.win > self.draw >= self.loss:
            raise Refusal("points_order", field="win", win=self.win, draw=self.draw, loss=self.loss)
        if self.double is not None and self.counting is not Counting.HANDS:
            raise Refusal("settings_contradict", field="double", other="counting", value=str(self.counting))
        if self.double is not None and self.double < self.win:
            raise Refusal("setting_too_small", field="double", value=self.double, minimum=self.win)
        if self.cap is not None and self.counting not in (Counting.DIFFERENCE, Counting.AVERAGE):
            raise Refusal("settings_contradict", field="cap", other="counting", value=str(self.counting))
        if self.bye is ByeCounts.WIN and self.counting not in WINNABLE:
            raise Refusal("settings_contradict", field="bye", other="counting", value=str(self.counting))
        for field in ("scale", "margin", "cap"):
            check_setting(field, getattr(self, field), least=1, most=MOST_POINTS)
        for field in ("win", "draw", "loss", "double"):
            check_setting(field, getattr(self, field), least=-MOST_POINTS, most=MOST_POINTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class LateMatch:
    """Another length for one of the last rounds of a knock-out: 1 is the final, 2 the semifinals."""

    rounds_from_the_end: int
    match: MatchRules

    def __post_init__(self) -> None:
        check_setting("rounds_from_the_end", self.rounds_from_the_end, least=1, most=MOST_ROUNDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRules:
    """One stage of a tournament.

    `rounds` may be left to the system (a round robin has as many as it needs). `minutes` is what a round is given.
    `groups` are for a stage in groups, `qualifiers` is how many of each group, or of the stage, go on to the next.
    `tiebreaks` come in order.

    `seeding` is the order it begins in. In the first `accelerated` rounds of a Swiss the better half by seeding counts
    a win more. Individuals sit by score from round `by_score_from` on. `table_size` is what tables of Grand Seigneur
    should come close to.
    """

    key: str = "main"
    system: System = System.SWISS
    rounds: int | None = None
    match: MatchRules = MatchRules()
    late_matches: tuple[LateMatch, ...] = ()
    points: PointRules = PointRules()
    tiebreaks: tuple[str, ...] = ("points", "difference")
    minutes: int | None = None
    groups: int | None = None
    qualifiers: int | None = None
    third_place: bool = False
    points_carried_over: bool = False
    seeding: Seeding = Seeding.DRAWN
    accelerated: int = 0
    by_score_from: int | None = None
    table_size: int | None = None
    table_numbers: TableNumbers = TableNumbers.BALANCED

    def __post_init__(self) -> None:
        check_key("key", self.key)
        for field, most in MOST.items():
            check_setting(field, getattr(self, field), least=1, most=most)
        if (self.groups is None) is (self.system is System.GROUPS):
            raise Refusal("settings_contradict", field="groups", other="system", value=str(self.system))
        if self.third_place and self.system is not System.KNOCKOUT:
            raise Refusal("settings_contradict", field="third_place", other="system", value=str(self.system))
        if self.rounds is None and self.system in NEEDS_ROUNDS:
            raise Refusal("setting_missing", field="rounds", other="system", value=str(self.system))
        check_matches(self)
        check_tiebreaks(self)
        check_drawing(self)

    @property
    def matches(self) -> tuple[MatchRules, ...]:
        """All lengths of a match that there are in this stage."""
        return (self.match, *(late.match for late in self.late_matches))


NEEDS_ROUNDS = (System.SWISS, System.INDIVIDUAL_DRAW, System.REGROUPED)
OUT_WHEN_LOST = (System.KNOCKOUT, System.DOUBLE_ELIMINATION)
FOR_INDIVIDUALS = (System.INDIVIDUAL_DRAW, System.QUARTET, System.REGROUPED)


def check_matches(stage: StageRules) -> None:
    """Only a knock-out has other lengths for its last rounds, one for each, and somebody must win there."""
    if stage.late_matches and stage.system not in OUT_WHEN_LOST:
        raise Refusal("settings_contradict", field="late_matches", other="system", value=str(stage.system))
    late = [each.rounds_from_the_end for each in stage.late_matches]
    twice = [number for number in late if late.count(number) > 1]
    if twice:
        raise Refusal("settings_contradict", field="late_matches", other="rounds_from_the_end", value=twice[0])
    if stage.system in OUT_WHEN_LOST and any(match.tie is Tie.DRAW for match in stage.matches):
        raise Refusal("settings_contradict", field="tie", other="system", value=str(stage.system))


DRAWING_CHOICES = (
    ("accelerated", System.SWISS, 0, MOST_ROUNDS),
    ("by_score_from", System.INDIVIDUAL_DRAW, 1, MOST_ROUNDS),
    ("table_size", System.REGROUPED, 2, 12),
)
"""Which system a choice belongs to, and the least and the most it can be."""


def check_drawing(stage: StageRules) -> None:
    """Choices for the draw belong to one system each, and rounds are counted from 1."""
    for field, system, least, most in DRAWING_CHOICES:
        value = getattr(stage, field)
        check_setting(field, value, least=least, most=most)
        if value and stage.system is not system:
            raise Refusal("settings_contradict", field=field, other="system", value=str(stage.system))
    if stage.accelerated and stage.seeding is Seeding.DRAWN:
        raise Refusal("settings_contradict", field="accelerated", other="seeding", value=str(stage.seeding))


def check_tiebreaks(stage: StageRules) -> None:
    """At least one, none twice, and only such as there are."""
    if not stage.tiebreaks:
        raise Refusal("setting_missing", field="tiebreaks", other="system", value=str(stage.system))
    for key in stage.tiebreaks:
        if key not in TIEBREAK_KEYS:
            raise Refusal("tiebreak_unknown", field="tiebreaks", value=key, allowed=list(TIEBREAK_KEYS))
    if "progress" in stage.tiebreaks and stage.system not in OUT_WHEN_LOST:
        raise Refusal("settings_contradict", field="tiebreaks", other="system", value=str(stage.system))
    if len(set(stage.tiebreaks)) < len(stage.tiebreaks):
        raise Refusal("tiebreaks_repeat", field="tiebreaks", value=list(stage.tiebreaks))


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations:
    """All of it. `preset` is the key of the preset it was made from, for the record only."""

    preset: str = ""
    hand: HandRules = HandRules()
    table: TableRules = TableRules()
    ranked: Ranked = Ranked.TEAM
    stages: tuple[StageRules, ...] = (StageRules(system=System.ROUND_ROBIN),)
    odd_numbers: tuple[OddNumbers, ...] = (OddNumbers.BYE,)
    clubmates: Clubmates = Clubmates.MAY_MEET
    substitutes: bool = True
    confirmation: Confirmation = Confirmation.OPPONENTS
    players_may_correct: bool = True
    calls_ranked: bool = False

    def __post_init__(self) -> None:
        if self.preset:
            check_key("preset", self.preset)
        if not self.stages:
            raise Refusal("setting_missing", field="stages", other="regulations", value="")
        keys = [stage.key for stage in self.stages]
        if len(set(keys)) < len(keys):
            raise Refusal("stages_repeat", field="stages", value=keys)
        for stage in self.stages:
            check_ranked(self.ranked, stage)
            check_counting(self.hand.variant, stage)
            for match in stage.matches:
                check_variant(match, self.hand.variant)
        check_sequence(self.stages)
        check_odd_numbers(self)

    @property
    def variant(self) -> Variant:
        return self.hand.variant

    @property
    def members_at_the_table(self) -> int:
        """How many of a team play at a time."""
        if self.ranked is Ranked.INDIVIDUAL:
            return 1
        return self.hand.seats // 2

    def stage(self, key: str) -> StageRules:
        for stage in self.stages:
            if stage.key == key:
                return stage
        raise Refusal("stage_unknown", field="stage", value=key, allowed=[stage.key for stage in self.stages])


def check_sequence(stages: tuple[StageRules, ...]) -> None:
    """Every stage but the last says who goes on; points can be carried over from the second on."""
    for stage in stages[:-1]:
        if stage.qualifiers is None:
            raise Refusal("setting_missing", field="qualifiers", other="stages", value=stage.key)
    if stages[-1].qualifiers is not None:
        raise Refusal("settings_contradict", field="qualifiers", other="stages", value=stages[-1].key)
    if stages[0].points_carried_over:
        raise Refusal("settings_contradict", field="points_carried_over", other="stages", value=stages[0].key)
    if stages[0].seeding is Seeding.RANK:
        raise Refusal("settings_contradict", field="seeding", other="stages", value=stages[0].key)


def check_odd_numbers(regulations: Regulations) -> None:
    """An order of preference: something must be done, and nothing is wished twice.

    At a table of five one sits out in turn, so everybody plays four hands of five; that needs individuals, and a number
    of hands that can be divided so, each of which counts by itself.
    """
    wishes = regulations.odd_numbers
    if not wishes or len(set(wishes)) < len(wishes):
        raise Refusal("odd_numbers_repeat", field="odd_numbers", value=[str(wish) for wish in wishes])
    if OddNumbers.TABLE_OF_FIVE not in wishes:
        return
    if regulations.ranked is Ranked.TEAM:
        raise Refusal("settings_contradict", field="odd_numbers", other="ranked", value=str(regulations.ranked))
    for stage in regulations.stages:
        if stage.system is not System.INDIVIDUAL_DRAW or regulations.variant is not Variant.NANKING:
            raise Refusal("settings_contradict", field="odd_numbers", other="system", value=str(stage.system))
        if stage.points.counting not in FIVE_CAN_COUNT or stage.points.cap is not None:
            raise Refusal(
                "settings_contradict", field="odd_numbers", other="counting", value=str(stage.points.counting)
            )
        if stage.match.hands is None or stage.match.hands % 4:
            raise Refusal("settings_contradict", field="odd_numbers", other="hands", value=stage.match.hands)


FIVE_CAN_COUNT = (Counting.HANDS, Counting.DIFFERENCE, Counting.AVERAGE, Counting.POINTS)
"""Where every hand counts by itself, or sums do: partners change from hand to hand at a table of five."""


def check_ranked(ranked: Ranked, stage: StageRules) -> None:
    """Individuals with drawn partners have their own systems, and these are for nobody else."""
    if (ranked is Ranked.INDIVIDUAL) is not (stage.system in FOR_INDIVIDUALS):
        raise Refusal("settings_contradict", field="system", other="ranked", value=str(ranked))
    if (stage.points.counting is Counting.QUARTET_RANKS) is not (stage.system is System.QUARTET):
        raise Refusal("settings_contradict", field="counting", other="system", value=str(stage.system))


def check_counting(variant: Variant, stage: StageRules) -> None:
    """Places are for Grand Seigneur, everybody's own points for Threechu: there are no two sides to compare.

    A quartet is of four.
    """
    counting = stage.points.counting
    if (counting is Counting.PLACES) is not (variant is Variant.GRAND_SEIGNEUR):
        raise Refusal("settings_contradict", field="counting", other="variant", value=str(variant))
    if variant is Variant.THREECHU and counting is not Counting.POINTS:
        raise Refusal("settings_contradict", field="counting", other="variant", value=str(variant))
    if variant in (Variant.THREECHU, Variant.GRAND_SEIGNEUR) and stage.system is not System.REGROUPED:
        raise Refusal("settings_contradict", field="system", other="variant", value=str(variant))
    if stage.system is System.QUARTET and variant is not Variant.NANKING:
        raise Refusal("settings_contradict", field="system", other="variant", value=str(variant))


# --- to and from JSON --------------------------------------------------------------------------------------------


def regulations_to_json(regulations: Regulations) -> dict[str, Any]:
    """Every choice is written down, also where it is our default: a later default must not change a tournament."""
    return {"version": VERSION, **to_plain(regulations, whole=True)}


def regulations_from_json(data: Any, *, at: str = "") -> Regulations:
    """Refuses another version, unknown fields and contradictory choices."""
    return from_plain(Regulations, of_version(data, VERSION, at=at), at=at)
