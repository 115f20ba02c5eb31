"""Regulations into words for those who play: what differs from the rule books, and when a match is over."""

from collections.abc import Iterator

from games.sentences import house_rules as words
from scoring.difference import Difference, difference, point_differences
from scoring.five import hands_at_five
from scoring.hand import HandRules
from scoring.match import Length, MatchRules, Tie
from scoring.outcomes import Terms, terms_of
from scoring.regulations import Confirmation, Counting, OddNumbers, Regulations, StageRules, System
from scoring.threechu import PLAYERS
from scoring.variants import Variant

EVERYBODY_ALONE = (Variant.THREECHU, Variant.GRAND_SEIGNEUR)

# --- what differs from the rule books ----------------------------------------------------------------------------


def house_rules(regulations: Regulations) -> list[str]:
    """What somebody must know who knows the original rules, a short text for each; none where nothing differs.

    Nothing is said twice, so a length of the match that all stages share, or that two codes tell of, is one text.
    """
    found = [text for each in difference(regulations) for text in rule_in_words(each, regulations)]
    return list(dict.fromkeys(found))


def original_rules() -> str:
    """What is said where nothing differs."""
    return str(words.ORIGINAL_RULES)


LENGTH_CODES = ("fixed_hands", "by_the_clock", "best_of", "target")
"""Each tells that a match has another length; the words say which, as a whole."""
USUAL_VALUES = {"double_victory": HandRules().double_victory, "triple_victory": HandRules().triple_victory}


def rule_in_words(each: Difference, regulations: Regulations) -> Iterator[str]:
    """One difference; several texts only if it holds in some of the stages."""
    facts = dict(each.facts)
    if each.code in LENGTH_CODES:
        from_the_end = facts.get("from_the_end")
        late = None if from_the_end is None else int(from_the_end)
        stage = regulations.stage(str(facts["stage"]))
        yield length_in_words(terms_of(regulations, stage.key, late).match, where(regulations, stage, late))
    elif each.code == "victory_points_per_hand":
        yield from victory_points_in_words(each, regulations)
    elif each.code == "partners_change" and regulations.variant is Variant.TIENTSIN:
        yield str(words.TWO_PARTNERS_CHANGE)
    else:
        yield str(words.HOUSE_RULES[each.code] % (facts | {"usual": USUAL_VALUES.get(each.code)}))


def length_in_words(match: MatchRules, place: str) -> str:
    """How long a match lasts; by the clock also what is still played when the time is up."""
    facts = {"where": place, "goal": match.goal, "hands": match.hands, "games": match.games}
    texts = words.LENGTHS_SOMEWHERE if place else words.LENGTHS
    if match.clock is None:
        return str(texts[match.length] % facts)
    to_a_goal = words.CLOCK_AND_POINTS_SOMEWHERE if place else words.CLOCK_AND_POINTS
    text = texts[match.length] if match.goal is None else to_a_goal
    return f"{text % facts} {words.WHEN_TIME_IS_UP[match.clock]}"


def victory_points_in_words(each: Difference, regulations: Regulations) -> Iterator[str]:
    """Said once if all stages count so, else for each that does."""
    counting_so = [stage for stage in regulations.stages if each in point_differences(stage.points)]
    facts = dict(each.facts)
    if len(counting_so) == len(regulations.stages):
        yield str(words.VICTORY_POINTS % facts)
        return
    for stage in counting_so:
        yield str(words.VICTORY_POINTS_SOMEWHERE % (facts | {"where": stage_in_words(regulations, stage)}))


# --- where -------------------------------------------------------------------------------------------------------


def where(regulations: Regulations, stage: StageRules, from_the_end: int | None) -> str:
    """In which stage or late round a length holds; empty where matches are as long in every stage."""
    if from_the_end is not None:
        return late_round_in_words(stage, from_the_end)
    lengths = {length_in_words(each.match, "") for each in regulations.stages}
    return "" if len(lengths) == 1 else stage_in_words(regulations, stage)


def stage_in_words(regulations: Regulations, stage: StageRules) -> str:
    """A stage is called by its system, or by its number if another is called the same."""
    names = [str(words.STAGES[each.system]) for each in regulations.stages]
    name = str(words.STAGES[stage.system])
    if names.count(name) == 1:
        return name
    return str(words.NUMBERED_STAGE % {"number": regulations.stages.index(stage) + 1})


def late_round_in_words(stage: StageRules, from_the_end: int) -> str:
    """The final, the semifinals and so on. The match for the third place is beside the final, and as long.

    A double elimination has more rounds than its bracket halves, so they are counted back from its final.
    """
    if from_the_end == 1:
        return str(words.FINAL_AND_THIRD_PLACE if stage.third_place else words.FINALS[1])
    if stage.system is System.DOUBLE_ELIMINATION:
        return str(words.BEFORE_THE_FINAL % {"rounds": from_the_end - 1})
    if from_the_end in words.FINALS:
        return str(words.FINALS[from_the_end])
    return str(words.ROUND_OF % {"teams": 2**from_the_end})


# --- when a match is over ----------------------------------------------------------------------------------------


def end_of_match(regulations: Regulations, stage_key: str, from_the_end: int | None = None) -> list[str]:
    """When a match of this stage, or of this late round of it, is over, in one to four sentences."""
    terms = terms_of(regulations, stage_key, from_the_end)
    if terms.hand.variant in EVERYBODY_ALONE:
        return end_alone(terms)
    sentences = ENDS[terms.match.length](terms)
    if OddNumbers.TABLE_OF_FIVE in regulations.odd_numbers and terms.match.hands is not None:
        own = terms.match.hands
        sentences.append(str(words.TABLE_OF_FIVE % {"hands": hands_at_five(own), "own": own}))
    return sentences


def end_alone(terms: Terms) -> list[str]:
    """Threechu and Grand Seigneur last a fixed number of hands, and nobody plays on for a tie."""
    over = str(words.AFTER_HANDS % {"hands": terms.match.hands})
    if terms.hand.variant is Variant.GRAND_SEIGNEUR:
        return [over, str(words.PLACES)]
    times = (terms.match.hands or 0) // PLAYERS
    return [over, str(words.EQUAL_DEALS % {"times": times}), str(words.OWN_POINTS)]


def end_at_target(terms: Terms) -> list[str]:
    """The higher of two that are over wins; equal ones play on."""
    goal = {"goal": terms.match.goal}
    return [str(words.AT_THE_TARGET % goal), str(words.BOTH_AT_THE_TARGET % goal)]


def end_after_hands(terms: Terms) -> list[str]:
    return [str(words.AFTER_HANDS % {"hands": terms.match.hands}), tie_in_words(terms)]


def end_by_the_clock(terms: Terms) -> list[str]:
    """What ends it, what is still played when the time is up, and who wins."""
    match = terms.match
    over = words.BY_THE_CLOCK if match.goal is None else words.AT_THE_TARGET_OR_BY_THE_CLOCK
    still_played = [str(words.WHEN_TIME_IS_UP[match.clock])] if match.clock is not None else []
    return [str(over % {"goal": match.goal}), *still_played, tie_in_words(terms)]


def end_of_games(terms: Terms) -> list[str]:
    """Best of three is won with the second game; each is a game as printed."""
    needed, goal = (terms.match.games or 0) // 2 + 1, {"goal": terms.match.goal}
    return [
        str(words.ENOUGH_GAMES % {"needed": needed}),
        str(words.A_GAME % goal),
        str(words.BOTH_AT_THE_TARGET % goal),
    ]


ENDS = {
    Length.TARGET: end_at_target,
    Length.HANDS: end_after_hands,
    Length.CLOCK: end_by_the_clock,
    Length.BEST_OF: end_of_games,
}


def tie_in_words(terms: Terms) -> str:
    """Who wins, and what a tie means. Where hands count and not the match, nobody wins it, unless a tie goes on.

    Before the time is up, equal ones at the target play on even where a tie is a draw.
    """
    match = terms.match
    if match.tie is Tie.DRAW and terms.points.counting is Counting.HANDS:
        return str(words.EVERY_HAND_BY_ITSELF)
    if match.tie is Tie.DRAW and match.length is Length.CLOCK:
        return str(words.DRAW_BY_THE_CLOCK)
    return str(words.TIES[match.tie])


# --- confirming and correcting -----------------------------------------------------------------------------------


def who_confirms(regulations: Regulations) -> str:
    """Who must agree to a result. Where everybody plays alone, all others are the opponents."""
    who = regulations.confirmation
    if who is Confirmation.OPPONENTS and regulations.variant in EVERYBODY_ALONE:
        return str(words.ALL_OTHERS_CONFIRM)
    return str(words.CONFIRMATIONS[who])


def corrections(regulations: Regulations) -> str:
    """Who may correct what was entered, and until when."""
    if not regulations.players_may_correct:
        return str(words.CORRECTED_BY_STAFF)
    if regulations.confirmation is Confirmation.NOBODY:
        return str(words.CORRECTED_UNTIL_CLOSED)
    return str(words.CORRECTED_UNTIL_CONFIRMED)
