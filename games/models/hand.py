"""What was written down at a table. Rows are added and never changed: a correction is a new revision."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.checks import at_least, in_fives, none_or_at_least, together, told
from games.models.table import Table


class Entered(models.Model):
    """Who entered a row, when, and for a correction why. `client_id` is made by the device, so that the same entry
    sent twice is one row; `by_link` names the link by which a player without an account came."""

    client_id = models.UUIDField(unique=True, default=uuid.uuid4)
    revision = models.PositiveSmallIntegerField(default=1)
    void = models.BooleanField(default=False, help_text="This revision says that there was no such entry.")
    reason = models.CharField(max_length=200, blank=True)
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by_link = models.ForeignKey("games.AccessLink", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        abstract = True


def corrected_for_a_reason(name: str) -> models.CheckConstraint:
    first = Q(revision=1, void=False)
    return models.CheckConstraint(condition=first | (Q(revision__gte=2) & told("reason")), name=name)


class Hand(Entered):
    """One hand as it was written: calls by seat, who went out in which order, card points of a side; or where the paper
    has nothing more, calls and both totals. The revision that counts is the highest."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveSmallIntegerField()
    calls = models.JSONField(default=list)
    out = models.JSONField(default=list)
    points = models.SmallIntegerField(null=True, blank=True)
    other_points = models.SmallIntegerField(null=True, blank=True)
    total = models.SmallIntegerField(null=True, blank=True)
    other_total = models.SmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number", "revision"], name="hand_revision_once"),
            corrected_for_a_reason("hand_corrected_for_a_reason"),
            models.CheckConstraint(condition=at_least("number", 1), name="hand_number_from_1"),
            models.CheckConstraint(
                condition=(Q(points__isnull=True) | Q(points__range=(-25, 125))) & in_fives("points"),
                name="hand_points",
            ),
            models.CheckConstraint(
                condition=(Q(other_points__isnull=True) | Q(other_points__range=(-25, 125))) & in_fives("other_points"),
                name="hand_other_points",
            ),
            models.CheckConstraint(
                condition=Q(points__isnull=True)
                | Q(other_points__isnull=True)
                | Q(points=models.Value(100) - F("other_points")),
                name="hand_points_are_100_together",
            ),
            models.CheckConstraint(condition=together("total", "other_total"), name="hand_totals_together"),
            models.CheckConstraint(condition=in_fives("total") & in_fives("other_total"), name="hand_totals_in_fives"),
            models.CheckConstraint(
                condition=Q(total__isnull=True) | Q(points__isnull=True, other_points__isnull=True),
                name="hand_points_or_totals",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.number}"


class WholeResult(Entered):
    """The result of a match whose hands were not written down."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="whole_results")
    total = models.IntegerField()
    other_total = models.IntegerField()
    hands = models.PositiveSmallIntegerField(null=True, blank=True)
    games = models.PositiveSmallIntegerField(null=True, blank=True)
    other_games = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "revision"], name="whole_revision_once"),
            corrected_for_a_reason("whole_corrected_for_a_reason"),
            models.CheckConstraint(condition=in_fives("total") & in_fives("other_total"), name="whole_totals_in_fives"),
            models.CheckConstraint(condition=together("games", "other_games"), name="whole_games_together"),
            models.CheckConstraint(condition=none_or_at_least("hands", 1), name="whole_hands_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.total}:{self.other_total}"
