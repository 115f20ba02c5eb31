"""What the projector of a tournament was told to show."""

from django.db import models
from django.db.models import Q

from games.choices import ScreenView
from games.models.checks import one_of
from games.models.tournament import Tournament

ANNOUNCEMENT_LENGTH = 140


class Screen(models.Model):
    """One a tournament; without one everything useful is shown in turn.

    `held`: pages do not turn by themselves. `turns` is how many pages were turned by hand, back ones counted as less:
    a projector goes on by as much as it has changed, so that no press is lost and none counts twice.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="screen")
    view = models.CharField(max_length=10, default=ScreenView.ROTATION.value)
    held = models.BooleanField(default=False)
    turns = models.IntegerField(default=0)
    announcement = models.CharField(max_length=ANNOUNCEMENT_LENGTH, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=one_of("view", ScreenView), name="screen_view"),
            models.CheckConstraint(
                condition=Q(announcement="", announced_at__isnull=True)
                | (~Q(announcement="") & Q(announced_at__isnull=False)),
                name="screen_announced_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.view}"
