"""Who did what, and when: one line a change, never altered."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class LogLine(models.Model):
    """One line of the log. `what` is a code such as `worker.answered`; `facts` are what it was about."""

    at = models.DateTimeField()
    who = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="log_lines"
    )
    what = models.CharField(max_length=60)
    facts = models.JSONField(default=dict)

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(what=""), name="log_line_says_what")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what}"
