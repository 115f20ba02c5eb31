"""A person, across tournaments."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.checks import told


class Player(models.Model):
    """A person who plays. What others see is the shown name; the name is for the director, the e-mail for nobody else.

    `consent_at` is when the person agreed to be shown by name in public; without it only the shown name appears.
    """

    name = models.CharField(max_length=120)
    shown_name = models.CharField(max_length=60)
    club = models.CharField(max_length=80, blank=True)
    email = models.EmailField(blank=True)
    consent_at = models.DateTimeField(null=True, blank=True)
    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="player"
    )
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=told("name") & told("shown_name"), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=models.F("pk")),
                name="player_not_merged_into_self",
            ),
        ]
        indexes = [models.Index(fields=["name"], name="player_by_name")]

    def __str__(self) -> str:
        return self.shown_name
