"""Rulings for Threechu, Tientsin and Grand Seigneur."""

from django.utils.translation import gettext_lazy as _

from games.sentences.rulings.kinds import Status, TableRuling, Topic
from rules.book import Rule

OTHER_NUMBERS = (
    TableRuling(
        number=80,
        topic=Topic.VARIANT,
        situation=_("Threechu: the dealer calls a Grand Tichu, for the own hand or for the dummy."),
        answer=_("Refused in both cases."),
        rules=(Rule.THREECHU_NO_GRAND,),
        status=Status.STATED,
    ),
    TableRuling(
        number=81,
        topic=Topic.VARIANT,
        situation=_("Threechu: the match is to end after four hands."),
        answer=_("Not valid: the number of hands must be divisible by three, so that everybody deals equally often."),
        rules=(Rule.THREECHU_HANDS,),
        status=Status.STATED,
        settled_by="match.hands",
    ),
    TableRuling(
        number=82,
        topic=Topic.VARIANT,
        situation=_("Threechu: the dealer's side makes 140, the opponents -40."),
        answer=_("140 each for the dealer and the dummy, -40 for each opponent. Everybody has an own line."),
        rules=(Rule.THREECHU_OWN_SHEETS,),
        status=Status.STATED,
    ),
    TableRuling(
        number=83,
        topic=Topic.VARIANT,
        situation=_("Tientsin: two of a side are out first and second, then one of the other side."),
        answer=_("Nothing extra: the cards are counted."),
        rules=(Rule.TIENTSIN_TRIPLE_VICTORY,),
        status=Status.STATED,
    ),
    TableRuling(
        number=84,
        topic=Topic.VARIANT,
        situation=_("Tientsin: all three of a side are out first."),
        answer=_("Triple victory, usually 300 points, and no cards are counted."),
        rules=(Rule.TIENTSIN_TRIPLE_VICTORY,),
        status=Status.STATED,
        settled_by="hand.triple_victory",
    ),
    TableRuling(
        number=85,
        topic=Topic.VARIANT,
        situation=_("Tientsin: the last two to be left are of one side."),
        answer=_(
            "The last one's hand and tricks go to the other side. The tricks of the last but one go to whoever was "
            "first out."
        ),
        rules=(Rule.TIENTSIN_LAST_TWO,),
        status=Status.STATED,
    ),
    TableRuling(
        number=86,
        topic=Topic.VARIANT,
        situation=_("Tientsin: the Hound is led while one of the two partners is out."),
        answer=_("Whoever leads it chooses a partner. From one who is out the lead goes on as with four players."),
        rules=(Rule.TIENTSIN_HOUND, Rule.HOUND_GOES_ON),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=87,
        topic=Topic.VARIANT,
        situation=_("Grand Seigneur with two packs: two 7s of Jade, one of Swords and one of Stars are to be a bomb."),
        answer=_("No bomb: it takes four different suits."),
        rules=(Rule.SEIGNEUR_FOUR_SUITS,),
        status=Status.STATED,
    ),
    TableRuling(
        number=88,
        topic=Topic.VARIANT,
        situation=_("Grand Seigneur with two packs: a Dragon lies there, and the other one is played on it."),
        answer=_("May be played: the second Dragon beats the first."),
        rules=(Rule.SEIGNEUR_SECOND_DRAGON,),
        status=Status.STATED,
    ),
    TableRuling(
        number=89,
        topic=Topic.VARIANT,
        situation=_("Grand Seigneur with five players: how many cards are given?"),
        answer=_("One less at each step: two to the Great Lord, one to the Lord, and nothing in the middle."),
        rules=(Rule.SEIGNEUR_TRIBUTE_OF_FIVE, Rule.SEIGNEUR_TRIBUTE),
        status=Status.STATED,
    ),
)
