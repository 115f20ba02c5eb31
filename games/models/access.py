"""Ways in without an account, and for programs. Only hashes of secrets are kept."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact

from games.choices import Role, Scope
from games.models.checks import none_or_at_least, one_of, told
from games.models.team import Team
from games.models.tournament import Tournament


def still_valid(now: datetime) -> Q:
    """Neither revoked nor expired."""
    return Q(revoked_at__isnull=True) & (Q(expires_at__isnull=True) | Q(expires_at__gt=now))


class Secret(models.Model):
    """Something that lets in whoever holds it, until it expires or is revoked."""

    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


def secret_checks(name: str) -> list[models.CheckConstraint]:
    return [
        models.CheckConstraint(condition=Q(Exact(Length(F("token_hash")), 64)), name=f"{name}_hash_is_one"),
        models.CheckConstraint(
            condition=Q(expires_at__isnull=True) | Q(expires_at__gt=F("made_at")), name=f"{name}_expires_after"
        ),
    ]


class AccessLink(Secret):
    """The link of a team: who has it enters and confirms for this team. Or that of a table, on the card that lies on
    it: who has it enters for whoever sits there in the round being played, and confirms for nobody.

    `code_hash` belongs to the short code that can be typed where scanning fails."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="links")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.CASCADE, related_name="links")
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    code_hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            *secret_checks("link"),
            models.UniqueConstraint(
                fields=["team"], condition=Q(revoked_at__isnull=True), name="link_one_valid_a_team"
            ),
            models.UniqueConstraint(
                fields=["tournament", "table_number"],
                condition=Q(revoked_at__isnull=True),
                name="link_one_valid_a_table",
            ),
            models.CheckConstraint(
                condition=Q(team__isnull=False, table_number__isnull=True)
                | Q(team__isnull=True, table_number__isnull=False),
                name="link_of_a_team_or_of_a_table",
            ),
            models.CheckConstraint(condition=none_or_at_least("table_number", 1), name="link_table_from_1"),
            models.UniqueConstraint(fields=["tournament", "code_hash"], name="link_code_once"),
        ]

    def __str__(self) -> str:
        return f"{self.team or self.table_number}"


class CodeAttempt(models.Model):
    """Somebody typed a short code. Wrong ones are counted here, in the database, so that no restart forgets them."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="code_attempts")
    source = models.CharField(max_length=64, help_text="A hash of where it came from.")
    at = models.DateTimeField()
    right = models.BooleanField()

    class Meta:
        indexes = [models.Index(fields=["tournament", "at"], name="code_attempt_lately")]
        constraints = [models.CheckConstraint(condition=told("source"), name="code_attempt_source")]

    def __str__(self) -> str:
        return f"{self.at:%H:%M} {self.right}"


class Invitation(Secret):
    """Makes whoever accepts it a director of the site (no tournament), or staff of a tournament."""

    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    role = models.CharField(max_length=10, default=Role.DIRECTOR.value)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = [
            *secret_checks("invitation"),
            models.CheckConstraint(condition=one_of("role", Role), name="invitation_role"),
            models.CheckConstraint(condition=Q(expires_at__isnull=False), name="invitation_expires"),
            models.CheckConstraint(
                condition=Q(tournament__isnull=False) | Q(role=Role.DIRECTOR.value),
                name="invitation_of_the_site_for_directors",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role}"


class ApiToken(Secret):
    """Lets a program act for an account."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    scope = models.CharField(max_length=10, default=Scope.READ.value)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            *secret_checks("token"),
            models.CheckConstraint(condition=one_of("scope", Scope), name="token_scope"),
            models.CheckConstraint(condition=told("name"), name="token_is_named"),
        ]

    def __str__(self) -> str:
        return self.name
