"""Regulations into words for those who choose them: what a format means, and how long it takes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import reduce

from django.utils.formats import time_format
from django.utils.text import capfirst

from games.house_rules import (
    corrections,
    end_of_match,
    late_round_in_words,
    length_in_words,
    who_confirms,
)
from games.sentences import formats as words
from pairing.duration import (
    HANDS_TO_1000,
    MINUTES_A_HAND,
    MINUTES_BETWEEN,
    Duration,
    Range,
    StageTime,
    duration,
    meetings,
)
from scoring.match import Length
from scoring.regulations import Counting, Ranked, Regulations, StageRules, System
from scoring.variants import Variant

# --- ready-made formats ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A ready-made format as it is offered."""

    key: str
    name: str
    line: str


def presets_by_kind() -> list[tuple[str, list[Preset]]]:
    """All of them, as cards in groups."""
    return [(str(kind), [preset_in_words(key) for key in keys]) for kind, keys in words.KINDS]


def preset_in_words(key: str) -> Preset:
    name, line = words.PRESETS[key]
    return Preset(key=key, name=str(name), line=str(line))


FIRST_PRESET = words.KINDS[0][1][0]
"""What is chosen unless somebody chooses otherwise."""


# --- what it means -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing that is laid down, in one or more sentences."""

    title: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Lines about one stage, with its name; without a name those about all of the tournament."""

    title: str
    lines: tuple[Line, ...]


def format_in_words(regulations: Regulations) -> list[Part]:
    """Everything that is laid down, apart from what differs from the rule books at the table (`house_rules`)."""
    stages = [
        Part(title=stage_title(regulations, stage), lines=tuple(stage_lines(regulations, stage)))
        for stage in regulations.stages
    ]
    first = Part(title="", lines=(line(words.WHO, who_is_ranked(regulations)),))
    rest = (
        line(words.REST, *odd_numbers(regulations)),
        line(words.RESULTS, who_confirms(regulations), corrections(regulations), *others(regulations)),
    )
    return [first, *stages, Part(title="", lines=rest)]


def line(title: object, *texts: object) -> Line:
    return Line(title=str(title), texts=tuple(str(text) for text in texts if text))


def stage_title(regulations: Regulations, stage: StageRules) -> str:
    """Nothing where there is only one."""
    return stage_name(stage) if len(regulations.stages) > 1 else ""


def stage_name(stage: StageRules) -> str:
    return str(words.STAGES[stage.system])


def who_is_ranked(regulations: Regulations) -> object:
    if regulations.ranked is Ranked.INDIVIDUAL:
        return words.ALONE_RANKED[regulations.stages[0].system]
    return words.TRIPLES_RANKED if regulations.variant is Variant.TIENTSIN else words.PAIRS_RANKED


def stage_lines(regulations: Regulations, stage: StageRules) -> Iterator[Line]:
    yield line(words.SYSTEM, *rounds_in_words(stage))
    yield line(words.MATCH, *end_of_match(regulations, stage.key), *late_in_words(stage), minutes_given(stage))
    yield line(words.COUNTS, *counting_in_words(stage))
    yield line(words.RANKED_BY, tiebreaks_in_words(stage))
    if stage.qualifiers is not None:
        text = words.QUALIFIED_OF_GROUPS if stage.system is System.GROUPS else words.QUALIFIED
        yield line(words.GOES_ON, text % {"number": stage.qualifiers})


def rounds_in_words(stage: StageRules) -> Iterator[object]:
    facts = {"rounds": stage.rounds or 3, "groups": stage.groups or 1}
    text = words.SYSTEMS[stage.system]
    yield text % facts if stage.system in COUNTED else text
    if stage.rounds is not None and stage.system not in COUNTED:
        yield words.CUT_SHORT % facts
    if stage.third_place:
        yield words.THIRD_PLACE
    if stage.accelerated:
        yield words.ACCELERATED % {"rounds": stage.accelerated}
    if stage.by_score_from:
        yield words.BY_SCORE % {"round": stage.by_score_from}
    if stage.system not in DRAWN_ANYWAY:
        yield words.SEEDED[stage.seeding]


COUNTED = (System.SWISS, System.INDIVIDUAL_DRAW, System.REGROUPED, System.QUARTET, System.GROUPS)
"""Systems whose sentence has a number in it."""
DRAWN_ANYWAY = (
    System.INDIVIDUAL_DRAW, System.REGROUPED, System.QUARTET, System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN,
)  # fmt: skip
"""Where the order in which it begins is of no importance to anybody."""


def late_in_words(stage: StageRules) -> list[str]:
    """The last rounds of a knock-out, if they are longer or shorter."""
    late = sorted(stage.late_matches, key=lambda each: -each.rounds_from_the_end)
    return [length_in_words(each.match, late_round_in_words(stage, each.rounds_from_the_end)) for each in late]


def minutes_given(stage: StageRules) -> object:
    return "" if stage.minutes is None else words.MINUTES % {"minutes": stage.minutes}


def counting_in_words(stage: StageRules) -> Iterator[object]:
    points = stage.points
    facts = {name: getattr(points, name) for name in ("win", "draw", "loss", "scale", "margin")}
    if points.counting is Counting.MATCH and (points.win, points.draw, points.loss) == (1, 0, 0):
        yield words.ONLY_WINS
    else:
        yield words.COUNTING[points.counting] % facts
    if points.double is not None:
        yield words.DOUBLE % {"double": points.double}
    if points.cap is not None:
        yield words.CAP % {"cap": points.cap}
    if stage.points_carried_over:
        yield words.CARRIED_OVER
    if stage.system not in (System.KNOCKOUT, System.DOUBLE_ELIMINATION):
        yield words.BYES[points.bye]


def tiebreaks_in_words(stage: StageRules) -> str:
    """In their order; where all are equal, a place is shared."""
    names = [str(words.TIEBREAKS[key]) for key in stage.tiebreaks]
    return capfirst(reduce(lambda this, following: str(words.THEN % {"this": this, "next": following}), names))


def odd_numbers(regulations: Regulations) -> list[str]:
    """An order of preference."""
    first, *others = [str(words.ODD_NUMBERS[each]) for each in regulations.odd_numbers]
    return [first, *(str(words.ELSE % {"what": text[0].lower() + text[1:]}) for text in others)]


def others(regulations: Regulations) -> Iterator[object]:
    yield words.SUBSTITUTES[regulations.substitutes]
    if regulations.calls_ranked:
        yield words.CALLS_RANKED


# --- who enters --------------------------------------------------------------------------------------------------


def entrants_are(regulations: Regulations) -> str:
    """Pairs, teams or players: what one entrant is."""
    if regulations.ranked is Ranked.INDIVIDUAL:
        return "players"
    return "teams" if regulations.variant is Variant.TIENTSIN else "pairs"


def entrants_in_words(regulations: Regulations, number: int) -> str:
    nouns = {"pairs": words.PAIRS, "teams": words.TRIPLES, "players": words.PLAYERS}
    return str(nouns[entrants_are(regulations)] % {"number": number})


# --- how long ----------------------------------------------------------------------------------------------------

DAY = 12 * 60
"""Longer than this nobody plays on a day."""
FEWEST = {Variant.NANKING: 4, Variant.THREECHU: 3, Variant.GRAND_SEIGNEUR: 5}
"""Players for one table, where everybody is ranked alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Time:
    """How long it takes: in all, round by round, until when, what is assumed, and what to think about."""

    entrants: str
    whole: str
    rounds: tuple[str, ...]
    over: str
    assumed: tuple[str, ...]
    advice: tuple[str, ...]


def time_in_words(regulations: Regulations, entrants: int, *, begin: time | None = None) -> Time:
    found = duration(regulations, entrants)
    least, most = to_quarters(found.minutes)
    return Time(
        entrants=entrants_in_words(regulations, entrants),
        whole=from_to((least, most)),
        rounds=tuple(rounds_take(regulations, stage) for stage in found.stages),
        over=over_between(begin, (least, most)),
        assumed=tuple(str(text) for text in assumptions(regulations)),
        advice=tuple(str(text) for text in advice(regulations, found, entrants)),
    )


def to_quarters(minutes: Range) -> Range:
    """To the quarter of an hour, away from each other: more exactly nobody knows."""
    return minutes[0] // 15 * 15, -(-minutes[1] // 15) * 15


def from_to(minutes: Range) -> str:
    least, most = (hours_in_words(each) for each in minutes)
    return least if least == most else str(words.FROM_TO % {"least": least, "most": most})


def hours_in_words(minutes: int) -> str:
    """3 h, 3 h 15 min, 45 min."""
    hours, rest = divmod(minutes, 60)
    text = words.MINUTES_ONLY if not hours else words.HOURS_AND_MINUTES if rest else words.HOURS
    return str(text % {"hours": hours, "minutes": rest})


def rounds_take(regulations: Regulations, stage: StageTime) -> str:
    fewest, rounds = stage.rounds
    least, most = stage.minutes_a_round
    facts = {"fewest": fewest, "rounds": rounds, "least": least, "most": most}
    text = words.ROUNDS_TAKE if fewest == rounds else words.ROUNDS_OR_ONE_MORE
    if fewest == rounds and least == most:
        text = words.ROUNDS_TAKE_EXACTLY
    said = str(text % facts)
    name = stage_title(regulations, regulations.stage(stage.key))
    return str(words.IN_STAGE % {"stage": name, "rounds": said}) if name else said


def over_between(begin: time | None, minutes: Range) -> str:
    """Only where it is over on the same day, more or less."""
    if begin is None or minutes[1] > DAY:
        return ""
    least, most = (datetime(2000, 1, 1, begin.hour, begin.minute) + timedelta(minutes=each) for each in minutes)  # noqa: DTZ001
    said = {"begin": begin, "least": least.time(), "most": most.time()}
    return str(words.ENDS_BETWEEN % {name: time_format(each, "H:i") for name, each in said.items()})


def assumptions(regulations: Regulations) -> Iterator[object]:
    least, most = MINUTES_A_HAND[regulations.variant]
    between, between_most = MINUTES_BETWEEN
    yield words.ASSUMED_HANDS % {"least": least, "most": most, "between": between, "between_most": between_most}
    to_points = (Length.TARGET, Length.BEST_OF)
    if any(match.length in to_points for stage in regulations.stages for match in stage.matches):
        yield words.ASSUMED_GAMES % {"least": HANDS_TO_1000[0], "most": HANDS_TO_1000[1]}
    yield words.ASSUMED_PAUSES


def advice(regulations: Regulations, found: Duration, entrants: int) -> Iterator[object]:
    """What somebody who has done this before would say."""
    least = fewest_entrants(regulations)
    if entrants < least:
        yield words.TOO_FEW % {"least": least}
        return
    first = regulations.stages[0]
    if first.system is System.SWISS and (first.rounds or 0) > meetings(entrants):
        yield words.NOT_ENOUGH_OPPONENTS % {"most": meetings(entrants)}
    if found.minutes[1] > DAY:
        yield words.TOO_LONG


def fewest_entrants(regulations: Regulations) -> int:
    """With fewer there is no table, or not enough who go on."""
    if regulations.ranked is Ranked.INDIVIDUAL:
        return FEWEST[regulations.variant]
    first = regulations.stages[0]
    return max(2 * (first.groups or 1), (first.qualifiers or 0) * (first.groups or 1))
