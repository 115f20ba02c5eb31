"""Every choice of some regulations, as forms.

A form shows what a format leaves open: a cup has no number of rounds, Threechu nothing but hands. What is typed becomes
`Regulations`, which refuse what does not go together; the refusal stands beside the field it is about.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from games.house_rules import length_in_words
from games.labels import words_for
from games.sentences import formats as words
from rules.refusal import Refusal
from scoring.match import USUAL_TARGET, Length, MatchRules, Tie
from scoring.regulations import (
    NEEDS_ROUNDS,
    OUT_WHEN_LOST,
    TIEBREAK_KEYS,
    Counting,
    LateMatch,
    OddNumbers,
    Ranked,
    Regulations,
    Seeding,
    StageRules,
    System,
)
from scoring.variants import Variant

ALONE = (Variant.THREECHU, Variant.GRAND_SEIGNEUR)
NOT_CHOSEN = ""
MOST_TIEBREAKS = 6
LATE_ROUNDS = (2, 1)
"""Semifinals and final: the rounds of a knock-out that may have a length of their own."""
KEPT = "kept"

Choices = Iterable[tuple[str, Any]]


def choices(labels: Mapping[Any, Any], only: Iterable[Any] | None = None) -> list[tuple[str, Any]]:
    """What can be chosen, with its words."""
    keys = labels if only is None else only
    return [(str(key), labels[key]) for key in keys]


# --- fields ------------------------------------------------------------------------------------------------------


def number(label: Any, initial: int | None, *, needed: bool = True, help_text: Any = "", least: int = 1) -> forms.Field:
    """What is too small or too large the regulations say."""
    widget = forms.NumberInput(attrs={"min": least, "inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(label=label, initial=initial, required=needed, help_text=help_text, widget=widget)


def select(label: Any, options: Choices, initial: str, *, needed: bool = True, help_text: Any = "") -> forms.Field:
    return forms.ChoiceField(label=label, choices=list(options), initial=initial, required=needed, help_text=help_text)


def tick(label: Any, initial: bool, *, help_text: Any = "") -> forms.Field:
    return forms.BooleanField(label=label, initial=initial, required=False, help_text=help_text)


class Choosing(forms.Form):
    """A form whose errors are all ours, beside their fields."""

    use_required_attribute = False
    asked: tuple[str, ...] = ()
    """The fields that most people ask for; the others are folded away."""

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name in self.asked]

    @property
    def folded_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in self.asked]

    @property
    def folded_wrong(self) -> bool:
        """Whether something is wrong in what is folded away, so that it must be shown."""
        return any(name in self.errors for name in self.fields if name not in self.asked)


# --- the whole tournament ----------------------------------------------------------------------------------------

TABLE_RULES = ("wish_is_a_must", "bomb_instead_of_wish", "partner_may_withdraw_call", "last_dragon_is_kept")


class GeneralForm(Choosing):
    """What holds in all stages."""

    asked = ("grand", "double_victory", "triple_victory", "confirmation", "substitutes")

    def __init__(self, regulations: Regulations, data: Any = None) -> None:
        super().__init__(data, prefix="all")
        self.regulations = regulations
        if regulations.variant is not Variant.GRAND_SEIGNEUR:
            self.add_hand_rules()
        self.fields["confirmation"] = select(
            _("Who confirms a result"), choices(words.CONFIRMATIONS), regulations.confirmation
        )
        self.fields["substitutes"] = tick(_("Substitutes are allowed"), regulations.substitutes)
        self.fields["players_may_correct"] = tick(
            _("Players correct their own score sheet"), regulations.players_may_correct,
            help_text=_("Until the result is confirmed. Otherwise only the staff does."),
        )  # fmt: skip
        if regulations.variant is not Variant.GRAND_SEIGNEUR:
            self.fields["calls_ranked"] = tick(_("Rank the calls too"), regulations.calls_ranked)
        self.add_draw_rules()
        if regulations.variant is not Variant.GRAND_SEIGNEUR:
            self.add_table_rules()

    def add_hand_rules(self) -> None:
        hand = self.regulations.hand
        self.fields["grand"] = tick(_("Grand Tichu may be called"), hand.grand)
        if hand.variant is Variant.TIENTSIN:
            self.fields["triple_victory"] = number(_("A triple victory counts"), hand.triple_victory, least=0)
        else:
            self.fields["double_victory"] = number(_("A double victory counts"), hand.double_victory, least=0)

    def add_draw_rules(self) -> None:
        chosen = [str(each) for each in self.regulations.odd_numbers]
        if self.regulations.ranked is Ranked.INDIVIDUAL:
            for at, label in enumerate(
                (_("If there is no full table"), _("Otherwise"), _("Otherwise, as a last resort"))
            ):
                initial = chosen[at] if at < len(chosen) else NOT_CHOSEN
                options = choices(words.ODD_CHOSEN, self.odd_numbers_possible())
                self.fields[f"odd_{at + 1}"] = select(label, [(NOT_CHOSEN, "–"), *options], initial, needed=False)
        label = _("Members of one club") if self.regulations.ranked is Ranked.TEAM else _("Partners from one club")
        self.fields["clubmates"] = select(label, choices(words.CLUBMATES), self.regulations.clubmates)

    def odd_numbers_possible(self) -> list[OddNumbers]:
        """A table of five needs four players who change partners."""
        drawn = self.regulations.stages[0].system is System.INDIVIDUAL_DRAW
        five = drawn and self.regulations.variant is Variant.NANKING
        return [each for each in words.ODD_CHOSEN if five or each is not OddNumbers.TABLE_OF_FIVE]

    def add_table_rules(self) -> None:
        table = self.regulations.table
        self.fields["direction"] = select(_("Play goes"), choices(words.DIRECTIONS), table.direction)
        self.fields["last_dragon_is_kept"] = tick(
            _("A Dragon trick that ends the hand is kept"), table.last_dragon_is_kept
        )
        self.fields["wish_is_a_must"] = tick(_("The Mah Jong must make a wish"), table.wish_is_a_must)
        self.fields["bomb_instead_of_wish"] = tick(
            _("A bomb may be played instead of the wished card"), table.bomb_instead_of_wish
        )
        self.fields["partner_may_withdraw_call"] = tick(
            _("If partners call at the same moment, one may withdraw"), table.partner_may_withdraw_call
        )

    def applied(self, stages: tuple[StageRules, ...]) -> Regulations:
        """The regulations with what was typed here, and these stages."""
        said, before = self.cleaned_data, self.regulations
        own = ("confirmation", "substitutes", "players_may_correct", "calls_ranked", "clubmates")
        hand = {name: said[name] for name in ("grand", "double_victory", "triple_victory") if name in said}
        table = {name: said[name] for name in ("direction", *TABLE_RULES) if name in said}
        odd = [OddNumbers(said[name]) for name in ("odd_1", "odd_2", "odd_3") if said.get(name)]
        changed: dict[str, Any] = {name: said[name] for name in own if name in said}
        changed["confirmation"] = type(before.confirmation)(said["confirmation"])
        changed["clubmates"] = type(before.clubmates)(said["clubmates"])
        if "odd_1" in self.fields:
            changed["odd_numbers"] = tuple(odd)
        if "direction" in table:
            table["direction"] = type(before.table.direction)(table["direction"])
        return replace(
            before, hand=replace(before.hand, **hand), table=replace(before.table, **table), stages=stages, **changed
        )


# --- a stage -----------------------------------------------------------------------------------------------------


class StageForm(Choosing):
    """One stage: how many rounds, how long a match, what counts, who stands above whom."""

    asked = (
        "rounds", "groups", "qualifiers", "length", "target", "hands", "games", "clock", "minutes",
        "late_2", "late_2_target", "late_1", "late_1_target",
    )  # fmt: skip

    def __init__(self, regulations: Regulations, stage: StageRules, data: Any = None) -> None:
        super().__init__(data, prefix=f"stage-{regulations.stages.index(stage)}")
        self.stage, self.variant = stage, regulations.variant
        self.first = stage is regulations.stages[0]
        self.out_when_lost = stage.system in OUT_WHEN_LOST
        self.add_rounds()
        self.add_length()
        if self.out_when_lost:
            self.add_late_rounds()
        self.add_points()
        self.add_tiebreaks()
        self.add_drawing()

    # what it is made of

    def add_rounds(self) -> None:
        stage = self.stage
        if stage.system in NEEDS_ROUNDS or stage.system is System.QUARTET:
            self.fields["rounds"] = number(_("Rounds"), stage.rounds)
        if stage.system is System.GROUPS:
            self.fields["groups"] = number(_("Groups"), stage.groups)
        if stage.qualifiers is not None:
            of_each = stage.system is System.GROUPS
            self.fields["qualifiers"] = number(_("Go on from each group") if of_each else _("Go on"), stage.qualifiers)

    def add_length(self) -> None:
        match = self.stage.match
        if self.variant in ALONE:
            self.fields["hands"] = number(_("Hands a match"), match.hands)
        else:
            self.fields["length"] = select(_("Length of a match"), choices(words.LENGTHS), match.length)
            goal = match.goal if match.length is not Length.HANDS else USUAL_TARGET
            self.fields["target"] = number(
                _("Points to win"), goal, needed=False,
                help_text=_("By the clock: leave it empty, or the match ends early at so many points."),
            )  # fmt: skip
            self.fields["hands"] = number(_("Hands a match"), match.hands or 8, needed=False)
            self.fields["games"] = number(_("Games at most"), match.games or 3, needed=False)
            clock = match.clock or next(iter(words.CLOCKS))
            self.fields["clock"] = select(_("When the time is up"), choices(words.CLOCKS), clock)
        self.fields["minutes"] = number(
            _("Minutes a round"), self.stage.minutes, needed=False,
            help_text=_("For the clock on the wall. Leave it empty to play without one."),
        )  # fmt: skip
        if self.variant not in ALONE and not self.out_when_lost:
            self.fields["tie"] = select(
                _("If a match ends equal"), choices(words.TIES), match.tie,
                help_text=_("Holds for a fixed number of hands and by the clock."),
            )  # fmt: skip

    def add_late_rounds(self) -> None:
        games = [(NOT_CHOSEN, _("As the other matches")), ("1", _("One game")), *((str(n), _of(n)) for n in (3, 5, 7))]
        for late in LATE_ROUNDS:
            match = self.late_match(late)
            options, initial, goal = list(games), NOT_CHOSEN, USUAL_TARGET
            if match is not None and match.length in (Length.TARGET, Length.BEST_OF):
                initial, goal = str(match.games or 1), match.goal or USUAL_TARGET
                options += [] if initial in dict(options) else [(initial, _of(match.games or 1))]
            elif match is not None:
                initial, options = KEPT, [*options, (KEPT, length_in_words(match, ""))]
            self.fields[f"late_{late}"] = select(LATE_LABELS[late], options, initial, needed=False)
            self.fields[f"late_{late}_target"] = number(LATE_TARGETS[late], goal, needed=False)

    def late_match(self, late: int) -> MatchRules | None:
        return next((each.match for each in self.stage.late_matches if each.rounds_from_the_end == late), None)

    def add_points(self) -> None:
        points = self.stage.points
        if self.variant not in ALONE and not self.out_when_lost and self.stage.system is not System.QUARTET:
            self.fields["counting"] = select(
                _("What counts"), choices(words.COUNTINGS, COUNTED_FREELY), points.counting
            )
            self.fields["win"] = number(_("For a win"), points.win)
            self.fields["draw"] = number(_("For a draw"), points.draw, least=0)
            self.fields["loss"] = number(_("For a defeat"), points.loss, least=0)
            self.fields["double"] = number(_("For a double victory"), points.double or points.win + 1, needed=False)
            self.fields["scale"] = number(_("Victory points of a match"), points.scale)
            self.fields["margin"] = number(_("Margin for nearly all of them"), points.margin)
            self.fields["cap"] = number(_("Largest difference that counts"), points.cap, needed=False)
        if not self.out_when_lost:
            self.fields["bye"] = select(_("For a round without a table"), choices(words.BYES_CHOSEN), points.bye)
        if not self.first:
            self.fields["points_carried_over"] = tick(
                _("Points of the stage before are carried over"), self.stage.points_carried_over
            )

    def add_tiebreaks(self) -> None:
        possible = [key for key in TIEBREAK_KEYS if key != "progress" or self.out_when_lost]
        given = max(MOST_TIEBREAKS, len(self.stage.tiebreaks))
        for at in range(given):
            initial = self.stage.tiebreaks[at] if at < len(self.stage.tiebreaks) else NOT_CHOSEN
            label = _("Ranked by") if not at else _("then by (%(number)s)") % {"number": at + 1}
            options = [(NOT_CHOSEN, "–"), *((key, capfirst(str(words.TIEBREAKS[key]))) for key in possible)]
            self.fields[f"tiebreak_{at + 1}"] = select(label, options, initial, needed=False)

    def add_drawing(self) -> None:
        stage = self.stage
        if stage.system in (System.SWISS, System.GROUPS, *OUT_WHEN_LOST):
            seedings = [each for each in Seeding if each is not Seeding.RANK or not self.first]
            self.fields["seeding"] = select(_("It begins by"), choices(words.SEEDINGS, seedings), stage.seeding)
        if stage.system is System.SWISS:
            self.fields["accelerated"] = number(
                _("Accelerated rounds"), stage.accelerated, needed=False, least=0,
                help_text=_("In so many rounds at the beginning the better half by seeding counts a win more."),
            )  # fmt: skip
        if stage.system is System.INDIVIDUAL_DRAW:
            self.fields["by_score_from"] = number(_("Sit by score from round"), stage.by_score_from, needed=False)
        if stage.system is System.REGROUPED and self.variant is Variant.GRAND_SEIGNEUR:
            self.fields["table_size"] = number(_("Players at a table, about"), stage.table_size, needed=False, least=5)
        if stage.system is System.KNOCKOUT:
            self.fields["third_place"] = tick(_("A match for third place"), stage.third_place)
        self.fields["table_numbers"] = select(
            _("Who sits at which table"), choices(words.TABLE_NUMBERS), stage.table_numbers
        )

    # what becomes of it

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if said.get("length") == Length.CLOCK and said.get("minutes") is None and "minutes" not in self.errors:
            self.add_error("minutes", now("Enter how many minutes a round lasts."))
        return said

    def applied(self) -> StageRules:
        """The stage with what was typed."""
        said, stage = self.cleaned_data, self.stage
        plain = ("rounds", "groups", "qualifiers", "minutes", "by_score_from", "table_size", "third_place",
                 "points_carried_over")  # fmt: skip
        changed: dict[str, Any] = {name: said[name] for name in plain if name in said}
        if "accelerated" in said:
            changed["accelerated"] = said["accelerated"] or 0
        for name in ("seeding", "table_numbers"):
            if name in said:
                changed[name] = type(getattr(stage, name))(said[name])
        tiebreaks = tuple(said[name] for name in said if name.startswith("tiebreak_") and said[name])
        return replace(
            stage, match=self.match(), late_matches=self.late_matches(), points=self.points(), tiebreaks=tiebreaks,
            **changed,
        )  # fmt: skip

    def match(self) -> MatchRules:
        """Only what belongs to the length that was chosen."""
        said = self.cleaned_data
        if self.variant in ALONE:
            return replace(self.stage.match, hands=said["hands"])
        length = Length(said["length"])
        tie = Tie(said["tie"]) if "tie" in said and length in (Length.HANDS, Length.CLOCK) else Tie.PLAY_ON
        belonging: dict[Length, dict[str, Any]] = {
            Length.TARGET: {"target": unusual(said["target"])},
            Length.HANDS: {"hands": said["hands"]},
            Length.CLOCK: {"clock": type_of_clock(said["clock"]), "target": said["target"]},
            Length.BEST_OF: {"games": said["games"], "target": unusual(said["target"])},
        }
        return MatchRules(length=length, tie=tie, **belonging[length])

    def late_matches(self) -> tuple[LateMatch, ...]:
        if not self.out_when_lost:
            return self.stage.late_matches
        found = [each for each in self.stage.late_matches if each.rounds_from_the_end not in LATE_ROUNDS]
        for late in LATE_ROUNDS:
            match = self.late_match(late) if self.cleaned_data[f"late_{late}"] == KEPT else self.typed_late_match(late)
            if match is not None:
                found.append(LateMatch(rounds_from_the_end=late, match=match))
        return tuple(found)

    def typed_late_match(self, late: int) -> MatchRules | None:
        games, target = self.cleaned_data[f"late_{late}"], unusual(self.cleaned_data[f"late_{late}_target"])
        if not games:
            return None
        if games == "1":
            return MatchRules(target=target)
        return MatchRules(length=Length.BEST_OF, games=int(games), target=target)

    def points(self) -> Any:
        """Only what belongs to the way of counting that was chosen."""
        said, before = self.cleaned_data, self.stage.points
        changed: dict[str, Any] = {}
        if "bye" in said:
            changed["bye"] = type(before.bye)(said["bye"])
        if "counting" in said:
            counting = Counting(said["counting"])
            numbers = {name: said[name] for name in ("win", "draw", "loss", "scale", "margin")}
            double = said["double"] if counting is Counting.HANDS else None
            cap = said["cap"] if counting in (Counting.DIFFERENCE, Counting.AVERAGE) else None
            changed |= {"counting": counting, "double": double, "cap": cap, **numbers}
        return replace(before, **changed)


COUNTED_FREELY = (
    Counting.MATCH, Counting.HANDS, Counting.MARGIN, Counting.DIFFERENCE, Counting.AVERAGE, Counting.POINTS,
)  # fmt: skip
LATE_LABELS = {2: _("Semifinals"), 1: _("Final")}
LATE_TARGETS = {2: _("Points in a semifinal"), 1: _("Points in the final")}


def _of(games: int) -> Any:
    return _("Best of %(games)s") % {"games": games}


def unusual(target: int | None) -> int | None:
    """1000 need not be said."""
    return None if target == USUAL_TARGET else target


def type_of_clock(value: str) -> Any:
    return next(each for each in words.CLOCKS if each == value)


# --- together ----------------------------------------------------------------------------------------------------


class FormatForms:
    """All choices of some regulations. Once they are valid, `regulations` is what they come to."""

    def __init__(self, regulations: Regulations, data: Any = None) -> None:
        self.given, self.regulations = regulations, regulations
        self.is_bound = data is not None
        self.general = GeneralForm(regulations, data)
        self.stages = [StageForm(regulations, stage, data) for stage in regulations.stages]

    @property
    def forms(self) -> list[Choosing]:
        return [self.general, *self.stages]

    @property
    def faults(self) -> list[str]:
        """Everything that is wrong, in words: for where the fields are out of sight."""
        return [str(error) for form in self.forms for errors in form.errors.values() for error in errors]

    def is_valid(self) -> bool:
        if not all([form.is_valid() for form in self.forms]):  # noqa: C419 - each says what is wrong with it
            return False
        stages = [self.built(form) for form in self.stages]
        whole = [stage for stage in stages if stage is not None]
        if len(whole) < len(stages):
            return False
        try:
            self.regulations = self.general.applied(tuple(whole))
        except Refusal as refusal:
            refuse_choice(self.forms, refusal)
            return False
        return True

    def built(self, form: StageForm) -> StageRules | None:
        try:
            return form.applied()
        except Refusal as refusal:
            refuse_choice([form], refusal)
            return None


FIELDS_OF = {
    "tiebreaks": "tiebreak_1", "odd_numbers": "odd_1", "late_matches": "late_1", "rounds_from_the_end": "late_1",
}  # fmt: skip
"""Where a choice of the regulations is made, if its field has another name."""
OTHER_LABELS = {
    "system": _("Format"), "ranked": _("Who is ranked"), "variant": _("Variant"), "stages": _("Stages"),
    "regulations": _("Regulations"), "late_matches": _("Final"), "tiebreaks": _("Ranked by"),
    "odd_numbers": _("If there is no full table"),
}  # fmt: skip


def refuse_choice(several: Iterable[Choosing], refusal: Refusal) -> None:
    """The words of a refusal beside the first field it can be about, with the names that the page has for things."""
    forms_ = list(several)
    field = FIELDS_OF.get(str(refusal.facts.get("field")), str(refusal.facts.get("field")))
    form = next((each for each in forms_ if field in each.fields), forms_[0])
    form.add_error(field if field in form.fields else None, words_for(in_labels(forms_, refusal)))


def in_labels(several: list[Choosing], refusal: Refusal) -> Refusal:
    """The refusal with the page's words instead of keys: for the two choices, and for what is chosen in the other."""
    fields = {name: field for form in several for name, field in form.fields.items()}
    labels = {name: field.label for name, field in fields.items()} | OTHER_LABELS
    facts = dict(refusal.facts)
    other = str(facts.get("other"))
    for name in ("field", "other"):
        if facts.get(name) in labels:
            facts[name] = str(labels[str(facts[name])])
    chosen = {str(key): name for key, name in getattr(fields.get(other), "choices", ())}
    chosen |= {str(system): name for system, name in words.STAGES.items()} if other == "system" else {}
    if isinstance(facts.get("value"), str):
        facts["value"] = str(chosen.get(str(facts["value"]), facts["value"]))
    return Refusal(refusal.code, **facts)
