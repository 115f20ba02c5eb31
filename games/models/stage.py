"""A stage of a tournament and its rounds."""

from django.db import models
from django.db.models import Q

from games.choices import RoundState
from games.models.checks import at_least, none_or_at_least, not_before, one_of, told
from games.models.player import Player
from games.models.team import Team
from games.models.tournament import Tournament


class Stage(models.Model):
    """What has begun of a stage. What its draws have fixed is kept as in the Record: numbers of teams in JSON."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    key = models.CharField(max_length=40)
    position = models.PositiveSmallIntegerField()
    entrants = models.JSONField(default=list)
    groups = models.JSONField(default=list)
    plan = models.JSONField(default=list)
    bracket = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "key"], name="stage_key_once"),
            models.UniqueConstraint(fields=["tournament", "position"], name="stage_position_once"),
            models.CheckConstraint(condition=told("key") & at_least("position", 1), name="stage_is_named"),
        ]
        ordering = ["position"]

    def __str__(self) -> str:
        return self.key


class Round(models.Model):
    """One round. `drawn_from` is the tournament's version when it was drawn: a later correction makes it outdated.

    The clock: started and not paused it runs; `paused_seconds` are past pauses, `extra_seconds` given to all tables.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, default=RoundState.DRAFT.value)
    seed = models.CharField(max_length=60)
    drawn_from = models.PositiveIntegerField()
    drawn_at = models.DateTimeField()
    cost = models.JSONField(default=dict)
    from_the_end = models.PositiveSmallIntegerField(null=True, blank=True)
    hidden = models.BooleanField(default=False)
    outdated = models.BooleanField(default=False, help_text="Earlier results were corrected after it was drawn.")
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    close_reason = models.CharField(
        max_length=200, blank=True, help_text="Why it was closed though tables are missing."
    )
    cancel_reason = models.CharField(max_length=200, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    extra_seconds = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "number"], condition=~Q(state=RoundState.CANCELLED.value), name="round_number_once"
            ),
            models.UniqueConstraint(
                fields=["stage"],
                condition=Q(state__in=[RoundState.DRAFT.value, RoundState.PUBLISHED.value]),
                name="round_one_at_a_time",
            ),
            models.CheckConstraint(condition=one_of("state", RoundState), name="round_state"),
            models.CheckConstraint(condition=at_least("number", 1) & told("seed"), name="round_number_from_1"),
            models.CheckConstraint(condition=none_or_at_least("minutes", 1), name="round_minutes"),
            models.CheckConstraint(condition=none_or_at_least("from_the_end", 1), name="round_from_the_end"),
            models.CheckConstraint(
                condition=Q(state=RoundState.DRAFT.value, published_at__isnull=True)
                | Q(state__in=[RoundState.PUBLISHED.value, RoundState.CLOSED.value], published_at__isnull=False)
                | Q(state=RoundState.CANCELLED.value),
                name="round_published_unless_draft",
            ),
            models.CheckConstraint(
                condition=Q(state=RoundState.CLOSED.value, closed_at__isnull=False)
                | (~Q(state=RoundState.CLOSED.value) & Q(closed_at__isnull=True)),
                name="round_closed_at_its_end",
            ),
            models.CheckConstraint(
                condition=~Q(state=RoundState.CANCELLED.value) | told("cancel_reason"),
                name="round_cancelled_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(started_at__isnull=True) | Q(published_at__isnull=False), name="round_clock_when_published"
            ),
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True)
                | (Q(started_at__isnull=False) & not_before("paused_at", "started_at")),
                name="round_paused_after_start",
            ),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.stage} {self.number}"


class Substitute(models.Model):
    """In this round somebody else plays for a member: from a hand of the table on, and to the last one they played if
    the member came back before the round was over."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="substitutes")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="substitutes")
    member = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    substitute = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    from_hand = models.PositiveSmallIntegerField(default=1)
    last_hand = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round", "member"], condition=Q(last_hand__isnull=True), name="substitute_one_for_a_member"
            ),
            models.UniqueConstraint(
                fields=["round", "substitute"], condition=Q(last_hand__isnull=True), name="substitute_for_one_member"
            ),
            models.CheckConstraint(condition=at_least("from_hand", 1), name="substitute_from_hand_1"),
            models.CheckConstraint(
                condition=Q(last_hand__isnull=True) | Q(last_hand__gte=models.F("from_hand")),
                name="substitute_played_a_hand",
            ),
            models.CheckConstraint(condition=~Q(member=models.F("substitute")), name="substitute_is_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.substitute} for {self.member}"

    def played(self, hand: int) -> bool:
        """Whether it was the substitute who sat there in this hand."""
        return self.from_hand <= hand and (self.last_hand is None or hand <= self.last_hand)
