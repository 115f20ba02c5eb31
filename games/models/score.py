"""What tables came to when they were last counted, to be thrown away at any time."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact

from games.models.checks import at_least, in_fives
from games.models.table import Table


class TableScore(models.Model):
    """What the hands of a table of two sides come to, so that they need not be counted again: `scoring`'s MatchScore.

    `entries` is how many rows of hands it was counted from, corrected and void ones included. As rows are only added,
    another number tells that it is out of date; so does another `mark`, which stands for all that the score follows
    from besides the hands. Nobody needs to remember to throw it away.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="score")
    entries = models.PositiveIntegerField()
    mark = models.CharField(max_length=64)
    total = models.IntegerField()
    other_total = models.IntegerField()
    hands = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    other_won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    doubles = models.PositiveIntegerField()
    other_doubles = models.PositiveIntegerField()
    calls = models.JSONField(help_text="For each seat how many calls were made and missed.")
    over = models.BooleanField()
    winner = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=at_least("entries", 1) & Q(entries__gte=F("hands")), name="score_of_entries"
            ),
            models.CheckConstraint(condition=Q(Exact(Length(F("mark")), 64)), name="score_mark_is_a_hash"),
            models.CheckConstraint(condition=in_fives("total") & in_fives("other_total"), name="score_totals_in_fives"),
            models.CheckConstraint(
                condition=Q(hands=F("won") + F("other_won") + F("drawn")), name="score_hands_won_lost_or_drawn"
            ),
            models.CheckConstraint(
                condition=Q(won__gte=F("doubles"), other_won__gte=F("other_doubles")), name="score_doubles_are_won"
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner__lte=1, over=True), name="score_winner_when_over"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.total}:{self.other_total}"
