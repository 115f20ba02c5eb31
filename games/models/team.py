"""What the standings rank: a pair, a trio, or in individual events one player."""

from django.db import models
from django.db.models import F, Q

from games.choices import Entry
from games.models.checks import at_least, none_or_at_least, one_of, told
from games.models.player import Player
from games.models.tournament import Tournament
from scoring.record import Together


class Team(models.Model):
    """An entrant. `number` is its number in this tournament, and its id in the Record.

    `arrived` is the first round it takes part in, `withdrawn` the last, both counted over the whole tournament.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    club = models.CharField(max_length=80, blank=True)
    rating = models.PositiveIntegerField(null=True, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    entry = models.CharField(max_length=10, default=Entry.IN.value)
    entered_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True, blank=True)
    arrived = models.PositiveIntegerField(default=1)
    withdrawn = models.PositiveIntegerField(null=True, blank=True)
    house = models.BooleanField(default=False)
    tables = models.JSONField(default=list, blank=True, help_text="Tables it can sit at; empty means any.")
    queue = models.PositiveIntegerField(
        null=True, blank=True, help_text="Its place on the wait list, if the director has set one; else by number."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "seed"], condition=Q(seed__isnull=False), name="team_seed_once"
            ),
            models.CheckConstraint(condition=at_least("number", 1), name="team_number_from_1"),
            models.CheckConstraint(condition=told("name"), name="team_has_a_name"),
            models.CheckConstraint(condition=one_of("entry", Entry), name="team_entry"),
            models.CheckConstraint(condition=none_or_at_least("seed", 1), name="team_seed_from_1"),
            models.CheckConstraint(condition=at_least("arrived", 1), name="team_arrived_from_1"),
            models.CheckConstraint(
                condition=Q(withdrawn__isnull=True) | Q(withdrawn__gte=F("arrived") - 1),
                name="team_not_gone_before_it_came",
            ),
            models.CheckConstraint(
                condition=Q(checked_in_at__isnull=True) | Q(entry=Entry.IN.value), name="team_checked_in_is_in"
            ),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A person in a team. Nobody is in two teams of a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="members")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "position"], name="member_position_once"),
            models.UniqueConstraint(fields=["tournament", "player"], name="member_of_one_team"),
            models.CheckConstraint(condition=at_least("position", 1), name="member_position_from_1"),
        ]
        ordering = ["position"]

    def __str__(self) -> str:
        return f"{self.player}"


class Apart(models.Model):
    """Any two of some teams are kept apart: always if `must`, else if possible."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="apart")
    teams = models.ManyToManyField(Team, related_name="apart")
    never = models.CharField(max_length=10, default=Together.OPPONENTS.value)
    must = models.BooleanField(default=False)

    class Meta:
        constraints = [models.CheckConstraint(condition=one_of("never", Together), name="apart_never")]

    def __str__(self) -> str:
        return f"{self.never} {self.pk}"
