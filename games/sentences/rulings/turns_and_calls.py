"""Rulings about whose turn it is, and about calls."""

from django.utils.translation import gettext_lazy as _

from games.sentences.rulings.kinds import Status, TableRuling, Topic
from rules.book import Rule

TURNS_AND_CALLS = (
    TableRuling(
        number=55,
        topic=Topic.TURN,
        situation=_("How many passes end a trick: three, or four?"),
        answer=_(
            "Three, of all others one after the other. Then anybody may still bomb until it is gathered, its owner "
            "too: that is what a fourth pass would mean. How long the table waits is for the director to fix."
        ),
        rules=(Rule.TRICK_ENDS, Rule.BOMB_AFTER_PASSES),
        status=Status.TOURNAMENT_SETTLES,
    ),
    TableRuling(
        number=56,
        topic=Topic.TURN,
        situation=_(
            "You have passed. Somebody else plays, and when the turn is yours again you want to play in the same trick."
        ),
        answer=_("May be played."),
        rules=(Rule.BACK_AFTER_PASSING,),
        status=Status.STATED,
    ),
    TableRuling(
        number=57,
        topic=Topic.TURN,
        situation=_("Whoever has the lead wants to pass."),
        answer=_("Refused: on lead something must be played."),
        rules=(Rule.LEADER_MUST_LEAD,),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=58,
        topic=Topic.TURN,
        situation=_("Which way does play go?"),
        answer=_(
            "Usually to the right, against the clock. A tournament may play to the left, and then everything else goes "
            "that way too."
        ),
        rules=(Rule.DIRECTION,),
        status=Status.TOURNAMENT_SETTLES,
        settled_by="table.direction",
    ),
    TableRuling(
        number=59,
        topic=Topic.TURN,
        situation=_("Whoever won the trick is out."),
        answer=_("The next player with cards in the direction of play leads."),
        rules=(Rule.LEAD_PASSES_ON, Rule.DIRECTION),
        status=Status.STATED,
        settled_by="table.direction",
    ),
    TableRuling(
        number=60,
        topic=Topic.TURN,
        situation=_("Somebody takes up the pushed cards before the own three are pushed."),
        answer=_("Against the rules, but no penalty is named. The director decides; dealing anew is the safe way."),
        rules=(Rule.PICK_UP_AFTER_PUSHING, Rule.DIRECTOR_DECIDES),
        status=Status.DIRECTOR_DECIDES,
    ),
    TableRuling(
        number=61,
        topic=Topic.CALL,
        situation=_("Somebody calls Tichu after playing a first card."),
        answer=_("Refused: the call does not count."),
        rules=(Rule.TICHU_UNTIL_FIRST_CARD,),
        status=Status.STATED,
    ),
    TableRuling(
        number=62,
        topic=Topic.CALL,
        situation=_("Somebody has passed for several tricks without playing a card and now calls Tichu."),
        answer=_("Allowed."),
        rules=(Rule.TICHU_EARLY_OR_LATE, Rule.TICHU_UNTIL_FIRST_CARD),
        status=Status.STATED,
    ),
    TableRuling(
        number=63,
        topic=Topic.CALL,
        situation=_("Somebody calls Tichu before the cards are pushed."),
        answer=_("Allowed at that time too."),
        rules=(Rule.TICHU_EARLY_OR_LATE,),
        status=Status.STATED,
    ),
    TableRuling(
        number=64,
        topic=Topic.CALL,
        situation=_("Somebody has seen the ninth card and calls a Grand Tichu."),
        answer=_("Refused: it has to be called before the ninth card, in Tientsin before the seventh."),
        rules=(Rule.GRAND_BEFORE_NINTH, Rule.TIENTSIN_GRAND),
        status=Status.STATED,
        settled_by="hand.grand",
    ),
    TableRuling(
        number=65,
        topic=Topic.CALL,
        situation=_("Somebody is out already. You have not played a card and call Tichu."),
        answer=_("Allowed, but the call is lost."),
        rules=(Rule.TICHU_EARLY_OR_LATE, Rule.CALLER_IS_FIRST),
        status=Status.FOLLOWS,
    ),
    TableRuling(
        number=66,
        topic=Topic.CALL,
        situation=_("You have called, and your partner is first out."),
        answer=_("Your side loses the call: 100 points, with a Grand Tichu 200."),
        rules=(Rule.CALLER_IS_FIRST,),
        status=Status.STATED,
    ),
    TableRuling(
        number=67,
        topic=Topic.CALL,
        situation=_("Both partners call, one after the other."),
        answer=_("Both calls stand. At most one is won, and the other is lost."),
        rules=(Rule.SEVERAL_CALLS,),
        status=Status.STATED,
    ),
    TableRuling(
        number=68,
        topic=Topic.CALL,
        situation=_("Both partners call at exactly the same moment."),
        answer=_("Usually the second in turn may take the call back. A tournament may let both stand."),
        rules=(Rule.CALLS_AT_ONCE,),
        status=Status.TOURNAMENT_SETTLES,
        settled_by="table.partner_may_withdraw_call",
    ),
    TableRuling(
        number=69,
        topic=Topic.CALL,
        situation=_("Partners talk about a call or arrange one."),
        answer=_("Not allowed: everybody decides about calls alone."),
        rules=(Rule.NO_ARRANGING,),
        status=Status.STATED,
    ),
    TableRuling(
        number=70,
        topic=Topic.CALL,
        situation=_("A double victory, and one of the two had called Tichu and was first out."),
        answer=_("Both count: usually 200 for the double victory and 100 for the call."),
        rules=(Rule.CALLS_ARE_ADDED, Rule.DOUBLE_VICTORY_POINTS),
        status=Status.STATED,
        settled_by="hand.double_victory",
    ),
)
