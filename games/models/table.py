"""A table of a round, who sits at it, and what its players say about the result."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.choices import CallReason, Place, Word
from games.models.checks import at_least, not_before, one_of, together, told
from games.models.stage import Round
from games.models.team import Team


class Table(models.Model):
    """One table. `reasons` say why it was drawn so; `kept`: the director wants it so. If a clock ended the match:
    the hand begun last, and whether it was still being played. If the director asked it to hurry: when, and how many
    entries its sheet had then."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    reasons = models.JSONField(default=list)
    kept = models.BooleanField(default=False)
    extra_seconds = models.PositiveIntegerField(default=0)
    time_up_hand = models.PositiveSmallIntegerField(null=True, blank=True)
    time_up_running = models.BooleanField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    reminded_sheet = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.CheckConstraint(condition=at_least("number", 1), name="table_number_from_1"),
            models.CheckConstraint(condition=together("time_up_hand", "time_up_running"), name="table_time_up_whole"),
            models.CheckConstraint(condition=together("reminded_at", "reminded_sheet"), name="table_reminded_whole"),
            models.CheckConstraint(
                condition=Q(time_up_running__isnull=True) | Q(time_up_running=False) | Q(time_up_hand__gte=1),
                name="table_time_up_in_a_hand",
            ),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}"


class Seat(models.Model):
    """Where one team is in one round: at a table, or without one. So nobody can be in two places.

    `seat` is the first seat of the team at its table: 0 or 1 for a pair, which has two.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="seats")
    place = models.CharField(max_length=10)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    reasons = models.JSONField(default=list)
    kept = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "team"], name="seat_one_a_round"),
            models.UniqueConstraint(fields=["table", "seat"], name="seat_taken_once"),
            models.CheckConstraint(condition=one_of("place", Place), name="seat_place"),
            models.CheckConstraint(
                condition=Q(place=Place.TABLE.value, table__isnull=False, seat__isnull=False)
                | (~Q(place=Place.TABLE.value) & Q(table__isnull=True, seat__isnull=True)),
                name="seat_at_a_table_or_without",
            ),
            models.CheckConstraint(condition=Q(seat__isnull=True) | Q(seat__lte=11), name="seat_at_most_twelve"),
        ]
        ordering = ["table", "seat"]

    def __str__(self) -> str:
        return f"{self.team} {self.place}"


class Confirmation(models.Model):
    """What a team says about the result of its table. `sheet` is how many entries the sheet had: a later entry makes
    an earlier confirmation void. An objection has a note, and is open until the director has decided; `decision` is
    what the director said about it, if anything."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="confirmations")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="confirmations")
    word = models.CharField(max_length=10)
    note = models.CharField(max_length=300, blank=True)
    sheet = models.PositiveIntegerField()
    at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decision = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "team", "sheet"], name="confirmation_once_a_sheet"),
            models.CheckConstraint(condition=one_of("word", Word), name="confirmation_word"),
            models.CheckConstraint(condition=~Q(word=Word.OBJECTED.value) | told("note"), name="objection_says_why"),
            models.CheckConstraint(
                condition=Q(decided_at__isnull=True) | (Q(word=Word.OBJECTED.value) & not_before("decided_at", "at")),
                name="objection_decided_after",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team} {self.word}"


class DirectorCall(models.Model):
    """A table calls the director; the table sees when the call was seen."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    reason = models.CharField(max_length=20)
    note = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(done_at__isnull=True), name="call_one_open_a_table"),
            models.CheckConstraint(condition=one_of("reason", CallReason), name="call_reason"),
            models.CheckConstraint(condition=not_before("seen_at", "at"), name="call_seen_after"),
            models.CheckConstraint(condition=not_before("done_at", "at"), name="call_done_after"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.reason}"
