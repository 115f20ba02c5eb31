"""Rulings about bombs."""

from django.utils.translation import gettext_lazy as _

from games.sentences.rulings.kinds import Status, TableRuling, Topic
from rules.book import Rule

BOMBS = (
    TableRuling(
        number=1,
        topic=Topic.BOMB,
        situation=_("The Hound is led, and an opponent throws a bomb on it to get the lead."),
        answer=_("Refused: no bomb goes on the Hound. The partner leads, and that may be bombed."),
        rules=(Rule.HOUND_IS_NOT_BOMBED, Rule.HOUND_TO_PARTNER),
        status=Status.STATED,
    ),
    TableRuling(
        number=2,
        topic=Topic.BOMB,
        situation=_("A new trick begins and nothing is led yet. Somebody who is not on lead throws a bomb."),
        answer=_("Refused: there is nothing to bomb. Whoever has the lead plays first."),
        rules=(Rule.BOMB_NEEDS_A_TARGET,),
        status=Status.STATED,
    ),
    TableRuling(
        number=3,
        topic=Topic.BOMB,
        situation=_("You have the lead and play four 4s."),
        answer=_("May be played: a bomb can be led."),
        rules=(Rule.BOMB_MAY_BE_LED, Rule.FOUR_OF_A_KIND),
        status=Status.STATED,
    ),
    TableRuling(
        number=4,
        topic=Topic.BOMB,
        situation=_(
            "A pair of Kings lies there and all others have passed. One of those who passed throws a bomb before the "
            "trick is gathered."
        ),
        answer=_("May be played: until the trick is gathered anybody may bomb, also after passing."),
        rules=(Rule.BOMB_AFTER_PASSES, Rule.TRICK_ENDS),
        status=Status.STATED,
    ),
    TableRuling(
        number=5,
        topic=Topic.BOMB,
        situation=_("You have played the Dragon and throw a bomb on it yourself."),
        answer=_(
            "May be played: your own cards may be bombed. The Dragon has not won, so you keep the trick with its 25 "
            "points."
        ),
        rules=(Rule.BOMB_ON_OWN_TRICK, Rule.BOMBED_DRAGON),
        status=Status.STATED,
    ),
    TableRuling(
        number=6,
        topic=Topic.BOMB,
        situation=_("The Dragon is bombed by an opponent, and everybody passes."),
        answer=_("Whoever bombed keeps the trick, Dragon and all."),
        rules=(Rule.BOMBED_DRAGON, Rule.DRAGON_AND_BOMBS),
        status=Status.STATED,
    ),
    TableRuling(
        number=7,
        topic=Topic.BOMB,
        situation=_("Four Aces lie there. Jade 4-5-6-7-8 is played."),
        answer=_("May be played: the number of cards decides first, and five are more than four."),
        rules=(Rule.LONGER_BOMB, Rule.ONE_SUIT_SEQUENCE),
        status=Status.STATED,
    ),
    TableRuling(
        number=8,
        topic=Topic.BOMB,
        situation=_("Stars 10-J-Q-K-A lie there. Swords 2-3-4-5-6-7 are played."),
        answer=_("May be played: six cards beat five, however low they are."),
        rules=(Rule.LONGER_BOMB,),
        status=Status.STATED,
    ),
    TableRuling(
        number=9,
        topic=Topic.BOMB,
        situation=_("Jade 5-6-7-8-9 lies there. Stars 5-6-7-8-9 are played."),
        answer=_("Refused: as long and just as high. The bomb would have to be higher."),
        rules=(Rule.HIGHER_BOMB, Rule.RANKS),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=10,
        topic=Topic.BOMB,
        situation=_("Three 7s and the Phoenix are played together."),
        answer=_("Refused: it is no bomb, and no other combination either."),
        rules=(Rule.PHOENIX_MAKES_NO_BOMB, Rule.NOTHING_ELSE),
        status=Status.STATED,
    ),
    TableRuling(
        number=11,
        topic=Topic.BOMB,
        situation=_("Jade 4-5-6-7 and the Phoenix as an 8 are to be a bomb."),
        answer=_("No bomb, but an ordinary sequence of five. It may be played where such a sequence may be played."),
        rules=(Rule.PHOENIX_MAKES_NO_BOMB, Rule.SEQUENCE),
        status=Status.STATED,
    ),
    TableRuling(
        number=12,
        topic=Topic.BOMB,
        situation=_("The Mah Jong and Jade 2-3-4-5 are to be a bomb."),
        answer=_("No bomb: a special card is in it. It is an ordinary sequence from 1 to 5."),
        rules=(Rule.NO_SPECIAL_CARD_IN_A_BOMB, Rule.MAH_JONG_IS_ONE),
        status=Status.STATED,
    ),
    TableRuling(
        number=13,
        topic=Topic.BOMB,
        situation=_(
            "A sequence 3-4-5-6-7 of mixed suits lies there. You play Jade 4-5-6-7-8 and want it to be an ordinary "
            "sequence."
        ),
        answer=_("It may be played, but as a bomb: it always is one. Only a higher bomb beats it."),
        rules=(Rule.ALWAYS_A_BOMB, Rule.BOMB_BEATS_ALL),
        status=Status.STATED,
    ),
    TableRuling(
        number=14,
        topic=Topic.BOMB,
        situation=_("Two players throw a bomb on the same trick at the same moment."),
        answer=_(
            "The bombs are taken in the order of play, counted from whoever played last. The second one counts only if "
            "it beats the first."
        ),
        rules=(Rule.BOMBS_IN_ORDER,),
        status=Status.STATED,
        settled_by="table.direction",
    ),
    TableRuling(
        number=15,
        topic=Topic.BOMB,
        situation=_("Somebody plays a pair in turn while somebody else throws a bomb at the same moment."),
        answer=_(
            "The bomb goes first. The pair is taken back, and its player may play on the bomb or pass when the turn "
            "comes."
        ),
        rules=(Rule.BOMB_GOES_FIRST,),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=16,
        topic=Topic.BOMB,
        situation=_(
            "After five seconds of thought somebody plays the Dragon. An opponent says: I was going to bomb before "
            "that."
        ),
        answer=_("Refused: after such a pause nothing was at the same moment. The Dragon itself may be bombed."),
        rules=(Rule.NO_CLAIM_AFTER_A_PAUSE, Rule.DRAGON_AND_BOMBS),
        status=Status.STATED,
    ),
    TableRuling(
        number=17,
        topic=Topic.BOMB,
        situation=_("It is somebody else's turn, and you want to think about a bomb."),
        answer=_("Ask the table to wait. It waits until you have decided."),
        rules=(Rule.TIME_TO_THINK,),
        status=Status.STATED,
    ),
)
