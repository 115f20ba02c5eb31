"""Who did what, and when: one line a change, never altered, each with a hash of itself and of all before it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact

from games.models.checks import at_least, told
from games.models.tournament import Tournament


class LogHead(models.Model):
    """The end of a chain of lines: that of a tournament, or that of the site. Whoever adds a line locks it first."""

    chain = models.CharField(max_length=40, unique=True)
    length = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=told("chain"), name="log_head_is_named"),
            models.CheckConstraint(
                condition=Q(length=0, hash="") | (Q(length__gte=1) & ~Q(hash="")), name="log_head_hash_if_lines"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.chain} {self.length}"


class LogLine(models.Model):
    """One line of the log. `what` is a code such as `hand.recorded`; `facts` are what it was about, in numbers of rows
    and never in names, so that a person can be erased without touching the log. `actor` says who, such as `account 3`
    or `link 7`; `who` is the account as long as there is one."""

    chain = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.CASCADE, related_name="log_lines"
    )
    actor = models.CharField(max_length=40, blank=True)
    who = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="log_lines"
    )
    what = models.CharField(max_length=60)
    facts = models.JSONField(default=dict)
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64, unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chain", "number"], name="log_line_number_once"),
            models.CheckConstraint(condition=told("what") & told("chain"), name="log_line_says_what"),
            models.CheckConstraint(condition=at_least("number", 1), name="log_line_number_from_1"),
            models.CheckConstraint(condition=Q(Exact(Length(F("hash")), 64)), name="log_line_hash_is_one"),
            models.CheckConstraint(
                condition=Q(number=1, previous="") | (Q(number__gte=2) & Q(Exact(Length(F("previous")), 64))),
                name="log_line_follows_another",
            ),
        ]
        ordering = ["chain", "number"]
        indexes = [models.Index(fields=["tournament", "what"], name="log_line_by_what")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what}"
