"""Rulings about the Dragon, the Phoenix and the Hound."""

from django.utils.translation import gettext_lazy as _

from games.sentences.rulings.kinds import Status, TableRuling, Topic
from rules.book import Rule

SPECIAL_CARDS = (
    TableRuling(
        number=37,
        topic=Topic.DRAGON,
        situation=_("You win a trick with the Dragon."),
        answer=_(
            "You give the whole trick with the Dragon's 25 points to an opponent of your choice. The next lead is "
            "yours."
        ),
        rules=(Rule.DRAGON_GIFT, Rule.DRAGON_KEEPS_THE_LEAD),
        status=Status.STATED,
    ),
    TableRuling(
        number=38,
        topic=Topic.DRAGON,
        situation=_("The trick won by the Dragon is to go to an opponent who is already out."),
        answer=_("Allowed: the choice between the opponents is free."),
        rules=(Rule.DRAGON_GIFT,),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=39,
        topic=Topic.DRAGON,
        situation=_("The trick of the Dragon was given to the opponent who is left over at the end."),
        answer=_("This opponent's tricks go to whoever was first out. The Dragon's points may come back that way."),
        rules=(Rule.DRAGON_GIFT, Rule.LAST_TRICKS),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=40,
        topic=Topic.DRAGON,
        situation=_("The third player goes out with the Dragon."),
        answer=_(
            "The hand is over. The trick is given to an opponent all the same, unless the tournament has it kept."
        ),
        rules=(Rule.LAST_DRAGON, Rule.LAST_TRICK, Rule.END_OF_THE_HAND),
        status=Status.STATED,
        settled_by="table.last_dragon_is_kept",
    ),
    TableRuling(
        number=41,
        topic=Topic.DRAGON,
        situation=_("Your partner is out first, and you go out second with the Dragon."),
        answer=_("Double victory, usually 200 points. No cards are counted, so it does not matter who gets the trick."),
        rules=(Rule.DOUBLE_VICTORY, Rule.DOUBLE_VICTORY_POINTS),
        status=Status.FOLLOWS,
        settled_by="hand.double_victory",
    ),
    TableRuling(
        number=42,
        topic=Topic.DRAGON,
        situation=_("The last player still holds the Dragon when the hand ends."),
        answer=_("It goes to the opponents with the rest of the hand: 25 points for them."),
        rules=(Rule.LAST_HAND, Rule.CARD_POINTS),
        status=Status.STATED,
    ),
    TableRuling(
        number=43,
        topic=Topic.PHOENIX,
        situation=_("The Dragon lies there, and the Phoenix is played on it."),
        answer=_("Refused: the Phoenix does not beat the Dragon."),
        rules=(Rule.PHOENIX_NOT_ON_THE_DRAGON,),
        status=Status.STATED,
    ),
    TableRuling(
        number=44,
        topic=Topic.PHOENIX,
        situation=_("The Phoenix lies on an Ace, and another Ace is played."),
        answer=_("Refused: the Phoenix is half a rank above the Ace. Only the Dragon or a bomb beats it."),
        rules=(Rule.PHOENIX_HALF_ABOVE, Rule.DRAGON_IS_HIGHEST),
        status=Status.STATED,
    ),
    TableRuling(
        number=45,
        topic=Topic.PHOENIX,
        situation=_("The Phoenix is led alone, and the Mah Jong is played on it."),
        answer=_("Refused: the Phoenix led is one and a half, the Mah Jong is 1. A 2 would do."),
        rules=(Rule.PHOENIX_LED, Rule.MAH_JONG_IS_ONE),
        status=Status.STATED,
    ),
    TableRuling(
        number=46,
        topic=Topic.PHOENIX,
        situation=_("Four 3s and the Phoenix are to be a full house."),
        answer=_("Refused: that is no full house."),
        rules=(Rule.NO_FULL_HOUSE_OF_FOUR,),
        status=Status.STATED,
    ),
    TableRuling(
        number=47,
        topic=Topic.PHOENIX,
        situation=_("Two Kings, two 2s and the Phoenix are played."),
        answer=_(
            "A full house. Whoever plays it says whether the trio is Kings or 2s; if nothing is said, Kings. With a "
            "trio of 2s any higher trio beats it."
        ),
        rules=(Rule.PHOENIX_READING, Rule.FULL_HOUSE_BY_TRIO),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=48,
        topic=Topic.PHOENIX,
        situation=_("The Mah Jong and the Phoenix are to be a pair of 1s."),
        answer=_("Refused: the Phoenix stands for 2 to Ace and is no 1."),
        rules=(Rule.PHOENIX_IS_NO_SPECIAL_CARD, Rule.PAIR),
        status=Status.STATED,
    ),
    TableRuling(
        number=49,
        topic=Topic.PHOENIX,
        situation=_("2 to Ace and the Phoenix are played as a sequence of fourteen cards."),
        answer=_(
            "Refused: no rank is left for the Phoenix. Below the 2 it cannot stand, and above the Ace there is nothing."
        ),
        rules=(Rule.PHOENIX_IS_NO_SPECIAL_CARD, Rule.SEQUENCE),
        status=Status.STATED,
    ),
    TableRuling(
        number=50,
        topic=Topic.PHOENIX,
        situation=_("Jade 2-3-4-5 and the Phoenix are played."),
        answer=_("An ordinary sequence from 2 to 6. The Phoenix cannot be the 1, and it makes no bomb."),
        rules=(Rule.PHOENIX_AS_JOKER, Rule.PHOENIX_IS_NO_SPECIAL_CARD, Rule.PHOENIX_MAKES_NO_BOMB),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=51,
        topic=Topic.HOUND,
        situation=_("You lead the Hound, and your partner is already out."),
        answer=_(
            "The lead goes to the player after your partner in the direction of play, and on from there if that one is "
            "out; it may come back to you."
        ),
        rules=(Rule.HOUND_GOES_ON, Rule.DIRECTION),
        status=Status.STATED,
        settled_by="table.direction",
    ),
    TableRuling(
        number=52,
        topic=Topic.HOUND,
        situation=_("A single 2 lies there, and the Hound is played on it."),
        answer=_("Refused: the Hound can only be led."),
        rules=(Rule.HOUND_IS_LED,),
        status=Status.STATED,
    ),
    TableRuling(
        number=53,
        topic=Topic.HOUND,
        situation=_("Your partner is out first, and the Hound is your last card. You lead it and are out second."),
        answer=_("Double victory at once."),
        rules=(Rule.DOUBLE_VICTORY, Rule.HOUND_IS_LED),
        status=Status.FOLLOWS,
        settled_by="hand.double_victory",
    ),
    TableRuling(
        number=54,
        topic=Topic.HOUND,
        situation=_("The third player goes out by leading the Hound."),
        answer=_("The hand is over, as only one player has cards left. The Hound counts nothing."),
        rules=(Rule.END_OF_THE_HAND, Rule.HOUND_IS_LED),
        status=Status.FOLLOWS,
    ),
)
