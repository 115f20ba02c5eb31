"""What a stage and a round are called on paper."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Round
from scoring.regulations import Regulations, StageRules, System

STAGES = {
    System.SWISS: gettext_lazy("Swiss rounds"),
    System.ROUND_ROBIN: gettext_lazy("League"),
    System.DOUBLE_ROUND_ROBIN: gettext_lazy("League"),
    System.GROUPS: gettext_lazy("Groups"),
    System.KNOCKOUT: gettext_lazy("Knock-out"),
    System.DOUBLE_ELIMINATION: gettext_lazy("Knock-out"),
    System.INDIVIDUAL_DRAW: gettext_lazy("Rounds with changing partners"),
    System.QUARTET: gettext_lazy("Quartets"),
    System.REGROUPED: gettext_lazy("Rounds with new tables"),
}
LATE = {1: gettext_lazy("Final"), 2: gettext_lazy("Semifinals"), 3: gettext_lazy("Quarter-finals")}


def stage_name(regulations: Regulations, key: str) -> str:
    """A stage by its system; with its number if another is called the same. Empty where there is only one."""
    if len(regulations.stages) == 1:
        return ""
    stage = regulations.stage(key)
    names = [str(STAGES[each.system]) for each in regulations.stages]
    name = str(STAGES[stage.system])
    return name if names.count(name) == 1 else f"{name} {regulations.stages.index(stage) + 1}"


def late_name(stage: StageRules, from_the_end: int | None) -> str:
    """The final and the rounds before it; empty for all others. A double elimination has no semifinals."""
    if from_the_end is None or (stage.system is System.DOUBLE_ELIMINATION and from_the_end > 1):
        return ""
    return str(LATE.get(from_the_end, ""))


def round_name(regulations: Regulations, round_: Round) -> str:
    """Semifinals; Groups, round 2; Round 2."""
    late = late_name(regulations.stage(round_.stage.key), round_.from_the_end)
    if late:
        return late
    number = _("Round %(number)s") % {"number": round_.number}
    stage = stage_name(regulations, round_.stage.key)
    return f"{stage} · {number}" if stage else number
