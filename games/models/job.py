"""Work that somebody asked for and that must not be lost: a row, written in the transaction that asks for it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Job(models.Model):
    """One piece of lasting work, unfinished as long as `finished_at` is empty.

    `due_at` says from when on a worker may take it: at once when it is asked for, after the lease when a worker has
    taken it (so that a worker's death costs a delay and nothing else), later when it failed.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=100, help_text="Asking twice for the same kind and key gives the same job.")
    arguments = models.JSONField(default=dict)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="jobs"
    )
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    failure = models.CharField(max_length=60, blank=True, help_text="Why it was given up; empty when it succeeded.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "key"], condition=Q(finished_at__isnull=True), name="job_one_unfinished_of_a_key"
            ),
            models.CheckConstraint(condition=~Q(kind="") & ~Q(key=""), name="job_is_named"),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(finished_at__gte=F("asked_at")),
                name="job_finished_after_asked",
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=False) | Q(result__isnull=True, failure=""),
                name="job_result_when_finished",
            ),
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(finished_at__isnull=True), name="job_unfinished_by_due")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"

    @property
    def seconds_taken(self) -> float | None:
        """From the question to the end of it."""
        return None if self.finished_at is None else (self.finished_at - self.asked_at).total_seconds()
