"""Rulings about the score of a hand and the end of a match."""

from django.utils.translation import gettext_lazy as _

from games.sentences.rulings.kinds import Status, TableRuling, Topic
from rules.book import Rule

SCORES = (
    TableRuling(
        number=71,
        topic=Topic.SCORE,
        situation=_(
            "Side A is out first and third, side B second. The last of side B holds a King and a 10 and has 30 points "
            "in tricks."
        ),
        answer=_(
            "The hand, 20 points, goes to side A. The tricks, 30 points, go to whoever was first out, so to side A as "
            "well."
        ),
        rules=(Rule.LAST_HAND, Rule.LAST_TRICKS),
        status=Status.STATED,
    ),
    TableRuling(
        number=72,
        topic=Topic.SCORE,
        situation=_(
            "Side A is out first, both of side B second and third. The last of side A holds the Dragon and has 40 "
            "points in tricks."
        ),
        answer=_(
            "The hand, 25 points, goes to side B. The tricks go to whoever was first out, so they stay with side A."
        ),
        rules=(Rule.LAST_HAND, Rule.LAST_TRICKS),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=73,
        topic=Topic.SCORE,
        situation=_("A score sheet says 70 to 40 card points."),
        answer=_("Impossible: together it must be 100, each side in fives from -25 to 125."),
        rules=(Rule.HUNDRED_POINTS,),
        status=Status.STATED,
    ),
    TableRuling(
        number=74,
        topic=Topic.SCORE,
        situation=_("A score sheet says 200 to 0 for a side, and a player of the other side was first out."),
        answer=_("Impossible: a double victory takes first and second place of the same side."),
        rules=(Rule.DOUBLE_VICTORY, Rule.DOUBLE_VICTORY_POINTS),
        status=Status.STATED,
        settled_by="hand.double_victory",
    ),
    TableRuling(
        number=75,
        topic=Topic.SCORE,
        situation=_("A score sheet says 125 to -25 card points."),
        answer=_("Possible: one side has all that counts but the Phoenix."),
        rules=(Rule.HUNDRED_POINTS, Rule.CARD_POINTS),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=76,
        topic=Topic.END,
        situation=_("After a hand it is 1000 to 1000."),
        answer=_("Play on, until a hand ends with a side at the target and no tie."),
        rules=(Rule.TIE_AT_THE_TARGET,),
        status=Status.STATED,
        settled_by="match.tie",
    ),
    TableRuling(
        number=77,
        topic=Topic.END,
        situation=_("After a hand it is 1010 to 1150."),
        answer=_("The side with 1150 has won: both are at the target, and the higher total counts."),
        rules=(Rule.BOTH_AT_THE_TARGET,),
        status=Status.STATED,
        settled_by="match.target",
    ),
    TableRuling(
        number=78,
        topic=Topic.END,
        situation=_("It was 1050 all, and after the next hand it is 950 to 900."),
        answer=_("Play on: nobody is at the target at the end of this hand."),
        rules=(Rule.TIE_AT_THE_TARGET, Rule.ONLY_AT_THE_END),
        status=Status.FOLLOWS,
        settled_by="match.target",
    ),
    TableRuling(
        number=79,
        topic=Topic.END,
        situation=_("In the middle of a hand a side would be over 1000 with a call or with its tricks."),
        answer=_("The hand is played to its end. Only the total then counts."),
        rules=(Rule.ONLY_AT_THE_END,),
        status=Status.STATED,
        settled_by="match.target",
    ),
)
