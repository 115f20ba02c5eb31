"""Standings as they were last computed, to be thrown away at any time."""

from django.db import models

from games.models.checks import at_least
from games.models.stage import Stage


class Snapshot(models.Model):
    """The standings of a stage from one version of its tournament. It is replaced only by a newer one."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="snapshots")
    audience = models.CharField(
        max_length=10, help_text="`staff` sees every round, `public` not those that are hidden."
    )
    version = models.PositiveIntegerField()
    made_at = models.DateTimeField()
    standings = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "audience"], name="snapshot_one_an_audience"),
            models.CheckConstraint(condition=models.Q(audience__in=["staff", "public"]), name="snapshot_audience"),
            models.CheckConstraint(condition=at_least("version", 1), name="snapshot_version"),
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.version}"
