"""Rulings about the wish of the Mah Jong."""

from django.utils.translation import gettext_lazy as _

from games.sentences.rulings.kinds import Status, TableRuling, Topic
from rules.book import Rule

WISHES = (
    TableRuling(
        number=18,
        topic=Topic.WISH,
        situation=_("The Mah Jong is led with a wish for an 8. The next player holds an 8 and a King."),
        answer=_("The 8 must be played."),
        rules=(Rule.WISH_MUST_BE_FULFILLED,),
        status=Status.STATED,
    ),
    TableRuling(
        number=19,
        topic=Topic.WISH,
        situation=_("The Mah Jong is led and no wish is made."),
        answer=_("Usually allowed: play goes on without a wish. A tournament may make the wish a must."),
        rules=(Rule.MAY_WISH,),
        status=Status.TOURNAMENT_SETTLES,
        settled_by="table.wish_is_a_must",
    ),
    TableRuling(
        number=20,
        topic=Topic.WISH,
        situation=_("Somebody wishes for the Dragon, the Phoenix, the Hound or a 1."),
        answer=_("Refused: only 2 to Ace can be wished for."),
        rules=(Rule.WISHED_RANKS,),
        status=Status.STATED,
    ),
    TableRuling(
        number=21,
        topic=Topic.WISH,
        situation=_("Somebody wishes for a rank of which all four cards have been played."),
        answer=_("Allowed. The wish binds nobody and stays until the end of the hand."),
        rules=(Rule.WISH_FOR_WHAT_IS_GONE, Rule.WISH_STAYS),
        status=Status.STATED,
    ),
    TableRuling(
        number=22,
        topic=Topic.WISH,
        situation=_("1-2-3-4-5 is led with a wish for a 7. You hold 5, 6, 8, 9 and the Phoenix."),
        answer=_("You need not play: the Phoenix is no 7. You may pass."),
        rules=(Rule.PHOENIX_IS_NOT_THE_WISH, Rule.FREE_OF_THE_WISH),
        status=Status.STATED,
    ),
    TableRuling(
        number=23,
        topic=Topic.WISH,
        situation=_("1-2-3-4-5 is led with a wish for a 7. You hold 5, 6, 7, 8 and the Phoenix."),
        answer=_(
            "You must play 5-6-7-8 with the Phoenix as a 4 or a 9: the 7 is a real one, and this way it can be played."
        ),
        rules=(Rule.WISH_WITH_PHOENIX, Rule.WISH_MUST_BE_FULFILLED),
        status=Status.STATED,
    ),
    TableRuling(
        number=24,
        topic=Topic.WISH,
        situation=_("A wish for an 8 is open, and a pair of 7s lies there. You hold one 8, the Phoenix and a King."),
        answer=_("You must play the 8 with the Phoenix as a pair."),
        rules=(Rule.WISH_WITH_PHOENIX,),
        status=Status.STATED,
    ),
    TableRuling(
        number=25,
        topic=Topic.WISH,
        situation=_("A wish for an 8 is open, and three Kings lie there. You hold four 8s and a 2."),
        answer=_("You must play the four 8s as a bomb."),
        rules=(Rule.WISH_BY_BOMB,),
        status=Status.STATED,
    ),
    TableRuling(
        number=26,
        topic=Topic.WISH,
        situation=_(
            "A wish for an 8 is open, and a bomb of four Kings lies there. It is your turn, and you hold Jade "
            "8-9-10-J-Q."
        ),
        answer=_("You must play the sequence bomb on the Kings."),
        rules=(Rule.WISH_BY_BOMB, Rule.LONGER_BOMB),
        status=Status.STATED,
    ),
    TableRuling(
        number=27,
        topic=Topic.WISH,
        situation=_("A wish for an 8 is open, and a single 9 lies there. You hold an 8 and an Ace."),
        answer=_("The 8 is too low here. You may play the Ace or pass, and the wish stays."),
        rules=(Rule.FREE_OF_THE_WISH, Rule.WISH_STAYS),
        status=Status.STATED,
    ),
    TableRuling(
        number=28,
        topic=Topic.WISH,
        situation=_(
            "The Mah Jong is led with a wish for an 8. The next player holds 3 to Queen in a row and four Kings, and "
            "bombs with the Kings before the own turn."
        ),
        answer=_(
            "May be played, and the wish stays open. If the bomb wins the trick, the 8 must be led, for instance in "
            "the long sequence."
        ),
        rules=(Rule.WISH_ONLY_IN_TURN, Rule.WISH_ON_LEAD),
        status=Status.STATED,
    ),
    TableRuling(
        number=29,
        topic=Topic.WISH,
        situation=_("It is your turn. You could play the wished 7, and throw a bomb of four 2s instead."),
        answer=_(
            "Usually allowed, as the bomb could have been thrown a moment before. The wish stays. A tournament may "
            "rule it out."
        ),
        rules=(Rule.BOMB_INSTEAD_OF_WISH, Rule.WISH_ONLY_IN_TURN),
        status=Status.TOURNAMENT_SETTLES,
        settled_by="table.bomb_instead_of_wish",
    ),
    TableRuling(
        number=30,
        topic=Topic.WISH,
        situation=_("A wish for an 8 is open. You have the lead, hold an 8, and lead the Hound."),
        answer=_("Refused: on lead the 8 can be played, so it must be, alone or in a combination."),
        rules=(Rule.WISH_ON_LEAD, Rule.HOUND_IS_LED),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=31,
        topic=Topic.WISH,
        situation=_("A wish for an 8 is open. You have the lead and play 4-5-6-7-8-9."),
        answer=_("May be played: there is a real 8 in it, so the wish is fulfilled."),
        rules=(Rule.WISH_IN_ANY_COMBINATION, Rule.WISH_ON_LEAD),
        status=Status.STATED,
    ),
    TableRuling(
        number=32,
        topic=Topic.WISH,
        situation=_("The partner of whoever made the wish is next and holds the wished rank."),
        answer=_("The wish must be fulfilled, as by anybody else."),
        rules=(Rule.WISH_BINDS_ALL,),
        status=Status.STATED,
    ),
    TableRuling(
        number=33,
        topic=Topic.WISH,
        situation=_("The turn comes to whoever made the wish, who holds a card of that rank."),
        answer=_("As long as the wish is open it binds whoever made it too."),
        rules=(Rule.WISH_BINDS_ALL,),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=34,
        topic=Topic.WISH,
        situation=_(
            "A wish is open. Somebody without a real card of the rank plays a sequence with the Phoenix in that place."
        ),
        answer=_("May be played, but the wish is not fulfilled and stays."),
        rules=(Rule.PHOENIX_IS_NOT_THE_WISH, Rule.WISH_STAYS),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=35,
        topic=Topic.WISH,
        situation=_("Somebody passes who could have fulfilled the wish. It is noticed when somebody has played on."),
        answer=_(
            "The wish was binding, so it is put right where possible. The director decides: back to that turn, or an "
            "adjusted score."
        ),
        rules=(Rule.WISH_MUST_BE_FULFILLED, Rule.PUT_RIGHT, Rule.DIRECTOR_DECIDES),
        status=Status.DIRECTOR_DECIDES,
    ),
    TableRuling(
        number=36,
        topic=Topic.WISH,
        situation=_("Threechu: the dummy holds the wished rank and could play it."),
        answer=_("The dummy need not play it, and never has to."),
        rules=(Rule.THREECHU_DUMMY_AND_WISH,),
        status=Status.STATED,
    ),
)
