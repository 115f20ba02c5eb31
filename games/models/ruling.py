"""A director's decision, with its reason."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.checks import one_of, together, told
from games.models.stage import Round
from games.models.table import Table
from games.models.team import Team
from scoring.record import RulingKind

OF_A_TEAM = [RulingKind.PENALTY.value, RulingKind.AVERAGE.value, RulingKind.DISQUALIFIED.value]
OF_A_TABLE = [RulingKind.ADJUSTED.value, RulingKind.FORFEIT.value]


class Ruling(models.Model):
    """One decision. A revoked one stays on record and counts no more."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="rulings")
    kind = models.CharField(max_length=20)
    reason = models.CharField(max_length=300)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings")
    points = models.PositiveIntegerField(default=0)
    tichu_points = models.PositiveIntegerField(default=0)
    total = models.IntegerField(null=True, blank=True)
    other_total = models.IntegerField(null=True, blank=True)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    percent = models.PositiveSmallIntegerField(default=100)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoke_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=one_of("kind", RulingKind), name="ruling_kind"),
            models.CheckConstraint(condition=told("reason"), name="ruling_has_a_reason"),
            models.CheckConstraint(
                condition=Q(kind__in=OF_A_TEAM, team__isnull=False) | Q(kind__in=OF_A_TABLE, table__isnull=False),
                name="ruling_says_about_whom",
            ),
            models.CheckConstraint(
                condition=(Q(kind=RulingKind.ADJUSTED.value) & Q(total__isnull=False))
                | (~Q(kind=RulingKind.ADJUSTED.value) & Q(total__isnull=True)),
                name="ruling_totals_if_adjusted",
            ),
            models.CheckConstraint(condition=together("total", "other_total"), name="ruling_totals_together"),
            models.CheckConstraint(condition=Q(side__isnull=True) | Q(side__lte=1), name="ruling_side"),
            models.CheckConstraint(condition=Q(percent__lte=200), name="ruling_percent"),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True, revoke_reason="")
                | (Q(revoked_at__gte=models.F("at")) & told("revoke_reason")),
                name="ruling_revoked_for_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.reason}"
