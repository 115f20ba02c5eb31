"""A tournament and those who run it."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.choices import Language, Role, State, Visibility
from games.models.checks import at_least, none_or_at_least, one_of, told


class Tournament(models.Model):
    """One event. `version` rises by one with every change: it keys cached pages, is the ETag, and guards against two
    people editing the same thing. `seed` decides lots."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    regulations = models.JSONField()
    state = models.CharField(max_length=10, default=State.SETUP.value)
    visibility = models.CharField(max_length=10, default=Visibility.PRIVATE.value)
    language = models.CharField(max_length=5, default=Language.ENGLISH.value)
    time_zone = models.CharField(max_length=60, default="UTC")
    starts_at = models.DateTimeField(null=True, blank=True)
    place = models.CharField(max_length=120, blank=True)
    entrants_limit = models.PositiveIntegerField(null=True, blank=True)
    registration_open = models.BooleanField(default=False)
    checked_in_at = models.DateTimeField(null=True, blank=True, help_text="When check-in was closed.")
    seed = models.CharField(max_length=60)
    tie_order = models.JSONField(default=list, help_text="The director's decision between equals: numbers of teams.")
    version = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    ranking_published_at = models.DateTimeField(null=True, blank=True)
    changed_rules = models.JSONField(
        default=list, help_text="Changes after play had begun: when, by whom, why, what; shown to players."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=told("slug") & told("name") & told("seed"), name="tournament_is_named"),
            models.CheckConstraint(condition=one_of("state", State), name="tournament_state"),
            models.CheckConstraint(condition=one_of("visibility", Visibility), name="tournament_visibility"),
            models.CheckConstraint(condition=one_of("language", Language), name="tournament_language"),
            models.CheckConstraint(condition=told("time_zone"), name="tournament_has_a_time_zone"),
            models.CheckConstraint(condition=at_least("version", 1), name="tournament_version"),
            models.CheckConstraint(condition=none_or_at_least("entrants_limit", 2), name="tournament_limit"),
            models.CheckConstraint(
                condition=Q(state=State.FINISHED.value, finished_at__isnull=False)
                | (~Q(state=State.FINISHED.value) & Q(finished_at__isnull=True)),
                name="tournament_finished_at_its_end",
            ),
            models.CheckConstraint(
                condition=Q(ranking_published_at__isnull=True) | Q(state=State.FINISHED.value),
                name="tournament_ranking_published_at_its_end",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Staff(models.Model):
    """Somebody who runs a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="staff_of")
    role = models.CharField(max_length=10)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "account"], name="staff_once_a_tournament"),
            models.CheckConstraint(condition=one_of("role", Role), name="staff_role"),
        ]

    def __str__(self) -> str:
        return f"{self.account} {self.role}"
