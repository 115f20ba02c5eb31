"""How often somebody has done something lately."""

from django.db import models

from games.models.checks import at_least, told


class RateCount(models.Model):
    """A counter for one visitor in one stretch of time. It is in the database so that it holds for all processes."""

    key = models.CharField(max_length=64, unique=True)
    window = models.BigIntegerField(help_text="Which stretch of time, counted from 1970.")
    count = models.PositiveIntegerField()

    class Meta:
        constraints = [models.CheckConstraint(condition=told("key") & at_least("count", 1), name="rate_is_counted")]
        indexes = [models.Index(fields=["window"], name="rate_by_window")]

    def __str__(self) -> str:
        return f"{self.key[:8]} {self.count}"
