"""The rule book in words: one or two sentences a rule, and the titles of the chapters."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.book import Chapter, Rule

CHAPTERS: dict[Chapter, Promise] = {
    Chapter.CARDS: _("The cards"),
    Chapter.START: _("Before the first trick"),
    Chapter.COMBINATIONS: _("What can be played"),
    Chapter.BEATING: _("What beats what"),
    Chapter.TURNS: _("Turns and tricks"),
    Chapter.BOMBS: _("Bombs"),
    Chapter.MAH_JONG: _("The Mah Jong and the wish"),
    Chapter.HOUND: _("The Hound"),
    Chapter.PHOENIX: _("The Phoenix"),
    Chapter.DRAGON: _("The Dragon"),
    Chapter.END: _("The end of a hand"),
    Chapter.COUNTING: _("Counting"),
    Chapter.CALLS: _("Calls"),
    Chapter.DIRECTOR: _("When something went wrong"),
    Chapter.THREECHU: _("Threechu: three players"),
    Chapter.TIENTSIN: _("Tientsin: six players"),
    Chapter.GRAND_SEIGNEUR: _("Grand Seigneur: five to twelve players"),
}

RULES: dict[Rule, Promise] = {
    # the cards
    Rule.PACK: _(
        "The pack has 56 cards: Jade, Swords, Pagodas and Stars with thirteen ranks each, and four special cards."
    ),
    Rule.RANKS: _("The ranks rise from 2 to 10, then Jack, Queen, King and Ace. No suit is worth more than another."),
    Rule.SPECIAL_CARDS: _("Mah Jong, Hound, Phoenix and Dragon are the special cards. They belong to no suit."),
    # before the first trick
    Rule.PARTNERS: _("Four play, two against two. Partners face each other across the table."),
    Rule.SHUFFLING: _(
        "Whoever was first out in the last hand shuffles and has the pack cut. Before the first hand you agree who "
        "begins."
    ),
    Rule.TAKING_CARDS: _(
        "The cards are not dealt: whoever shuffled takes the top one, then everybody takes one after the other, until "
        "each has fourteen."
    ),
    Rule.DEALING_INSTEAD: _(
        "You may deal instead. Stop after eight cards each, so that everybody can think about a Grand Tichu."
    ),
    Rule.HANDS_ARE_SECRET: _("You show your cards to nobody, your partner included."),
    Rule.PUSHING: _("Everybody pushes three cards, face down: one to each of the other players."),
    Rule.PICK_UP_AFTER_PUSHING: _(
        "You take up what was pushed to you only when your own three cards are on their way."
    ),
    # what can be played
    Rule.SINGLE: _("Any one card can be played alone."),
    Rule.PAIR: _("A pair is two cards of one rank."),
    Rule.TRIO: _("A trio is three cards of one rank."),
    Rule.FULL_HOUSE: _("A full house is a trio together with a pair of another rank."),
    Rule.SEQUENCE_OF_PAIRS: _("A sequence of pairs is two or more pairs whose ranks follow each other without a gap."),
    Rule.SEQUENCE: _("A sequence is five or more single ranks in a row without a gap, in any suits."),
    Rule.ACE_IS_HIGH: _("The Ace stands only at the top of a sequence, never below the 2."),
    Rule.NOTHING_ELSE: _("Cards that form none of these and no bomb cannot be played together."),
    # what beats what
    Rule.SAME_KIND: _(
        "A play is beaten only by a higher one of its own kind, or by a bomb: a pair by a pair, a trio by a trio."
    ),
    Rule.SAME_LENGTH: _("A sequence, or a sequence of pairs, is beaten only by one with just as many cards."),
    Rule.HIGHER_RANK: _("It has to be higher: an equal rank beats nothing. Sequences go by their highest card."),
    Rule.FULL_HOUSE_BY_TRIO: _("Between full houses only the trio is compared. The pair does not matter."),
    Rule.ORDER_OF_SINGLES: _(
        "Single cards rise from the Mah Jong over 2 to Ace up to the Dragon. The Phoenix is half a rank above the card "
        "it is put on."
    ),
    # turns and tricks
    Rule.MAH_JONG_LEADS: _("Whoever holds the Mah Jong after the pushing leads to the first trick, with any cards."),
    Rule.LEADER_MUST_LEAD: _("Whoever has the lead must play something. Passing is for the others."),
    Rule.DIRECTION: _(
        "The tournament settles which way play goes; by default to the right. Whatever goes on to a neighbour turns "
        "with it."
    ),
    Rule.PLAY_OR_PASS: _("On your turn you beat what lies there, or you pass."),
    Rule.ONLY_IN_TURN: _("You play in your turn only. Bombs are the exception."),
    Rule.BACK_AFTER_PASSING: _(
        "Passing binds you to nothing: when the turn comes back to you in the same trick, you may play again."
    ),
    Rule.OUT_IS_SKIPPED: _("Whoever is out has no turn any more."),
    Rule.TRICK_ENDS: _(
        "When all others have passed one after the other, the trick is over as soon as it is gathered. With four "
        "players that is three passes."
    ),
    Rule.WINNER_LEADS: _("Whoever played highest gathers the trick and leads to the next one."),
    Rule.LEAD_PASSES_ON: _(
        "If the winner of the trick is out, the next player with cards in the direction of play leads."
    ),
    Rule.TIME_TO_THINK: _(
        "If you need time, in turn or not, ask the table to wait. The table waits until you have decided."
    ),
    # bombs
    Rule.FOUR_OF_A_KIND: _("All four cards of one rank are a bomb."),
    Rule.ONE_SUIT_SEQUENCE: _("Five or more cards of one suit in a row are a bomb."),
    Rule.ALWAYS_A_BOMB: _("A sequence in one suit is always a bomb. It cannot be played as an ordinary sequence."),
    Rule.NO_SPECIAL_CARD_IN_A_BOMB: _("No special card is part of a bomb, neither the Phoenix nor the Mah Jong."),
    Rule.BOMB_BEATS_ALL: _("A bomb beats every single card and every combination that is no bomb."),
    Rule.LONGER_BOMB: _(
        "Between bombs the one with more cards is higher, so every sequence bomb beats every four of a kind."
    ),
    Rule.HIGHER_BOMB: _("Between bombs of equal length the higher rank wins. Equal rank does not beat."),
    Rule.BOMB_MAY_BE_LED: _("A bomb may be led."),
    Rule.BOMB_OUT_OF_TURN: _(
        "A bomb may be played at any moment of a trick, in turn or out of it. Play goes on from whoever threw it."
    ),
    Rule.BOMB_NEEDS_A_TARGET: _(
        "Out of turn a bomb needs something on the table to beat. Whoever has the lead is left to lead first."
    ),
    Rule.BOMB_ON_OWN_TRICK: _("You may bomb your own cards."),
    Rule.BOMB_AFTER_PASSES: _(
        "When all others have passed, anybody may still bomb until the trick is gathered, those who passed included."
    ),
    Rule.BOMB_GOES_FIRST: _(
        "If a bomb and an ordinary play come at the same moment, the bomb goes first. Being quick gives no advantage."
    ),
    Rule.BOMBS_IN_ORDER: _(
        "Bombs at the same moment are taken in the order of play. A later one has to beat the one before."
    ),
    Rule.NO_CLAIM_AFTER_A_PAUSE: _(
        "Whoever played after a pause of some five seconds played first: nobody can say afterwards that a bomb came at "
        "the same moment."
    ),
    # the Mah Jong and the wish
    Rule.MAH_JONG_IS_ONE: _(
        "The Mah Jong is the 1, the lowest card. Besides alone it can be played only as the beginning of a sequence."
    ),
    Rule.MAY_WISH: _(
        "With the Mah Jong, alone or in a sequence, you may wish for a rank. The tournament settles whether you must; "
        "by default you need not."
    ),
    Rule.WISHED_RANKS: _("Only 2 to Ace can be wished for, no special card."),
    Rule.WISH_FOR_WHAT_IS_GONE: _("You may wish for a rank that nobody holds any more. It binds nobody."),
    Rule.WISH_MUST_BE_FULFILLED: _(
        "If on your turn you hold a card of the wished rank and have a lawful play with it, you must play it."
    ),
    Rule.WISH_IN_ANY_COMBINATION: _(
        "How you fulfil a wish is up to you: every lawful play that contains a card of the rank will do."
    ),
    Rule.WISH_BY_BOMB: _(
        "If a bomb is the only lawful play with the wished rank, the bomb must be played, also on a lower bomb."
    ),
    Rule.WISH_WITH_PHOENIX: _(
        "If a card of the wished rank can be played only with the Phoenix beside it, you must play both."
    ),
    Rule.PHOENIX_IS_NOT_THE_WISH: _(
        "The Phoenix is never a card of the wished rank. It alone neither obliges you nor fulfils the wish."
    ),
    Rule.FREE_OF_THE_WISH: _("If you have no such card, or no lawful play with it, you play something else or pass."),
    Rule.WISH_ON_LEAD: _("The wish binds on lead too: if you hold the rank, you lead it."),
    Rule.WISH_ONLY_IN_TURN: _(
        "A bomb out of turn need not fulfil the wish. If it wins the trick, you lead next and are bound then."
    ),
    Rule.BOMB_INSTEAD_OF_WISH: _(
        "The tournament settles whether you may throw a bomb in your turn instead of fulfilling the wish; by default "
        "you may. The wish stays."
    ),
    Rule.WISH_STAYS: _(
        "A wish holds from trick to trick until somebody plays a card of the rank. Then it is gone for all."
    ),
    Rule.WISH_BINDS_ALL: _("A wish binds everybody: opponents, partner, and whoever made it."),
    Rule.WISH_LOOKS_AHEAD: _(
        "A wish is for the plays that follow. Cards played together with the Mah Jong do not fulfil it."
    ),
    # the Hound
    Rule.HOUND_IS_LED: _("The Hound can only be led, and only alone."),
    Rule.HOUND_TO_PARTNER: _("The Hound takes no trick: the lead goes to the partner at once."),
    Rule.HOUND_GOES_ON: _(
        "If the partner is out, the lead goes on in the direction of play to the next player with cards."
    ),
    Rule.HOUND_IS_NOT_BOMBED: _("The Hound cannot be bombed. What is led after it can."),
    # the Phoenix
    Rule.PHOENIX_AS_JOKER: _("In a combination the Phoenix takes the place of one card from 2 to Ace."),
    Rule.PHOENIX_IS_NO_SPECIAL_CARD: _(
        "The Phoenix never takes the place of a special card: it is no 1, no Hound and no Dragon."
    ),
    Rule.PHOENIX_MAKES_NO_BOMB: _("Nothing with the Phoenix in it is a bomb."),
    Rule.NO_FULL_HOUSE_OF_FOUR: _("Four cards of one rank and the Phoenix are no full house."),
    Rule.PHOENIX_READING: _(
        "If the Phoenix can be read in two ways, you say which when you play it, also the lower one. If you say "
        "nothing, the higher counts."
    ),
    Rule.PHOENIX_HALF_ABOVE: _(
        "Alone the Phoenix is half a rank above the single card that lies there: on an 8 it is eight and a half, and a "
        "9 beats it."
    ),
    Rule.PHOENIX_LED: _("Led alone the Phoenix is one and a half: above the Mah Jong, below a 2."),
    Rule.PHOENIX_NOT_ON_THE_DRAGON: _("The Phoenix beats an Ace. The Dragon it does not beat."),
    # the Dragon
    Rule.DRAGON_IS_HIGHEST: _(
        "Among single cards nothing is above the Dragon, neither an Ace nor the Phoenix on an Ace."
    ),
    Rule.DRAGON_ALONE: _("The Dragon is played alone, never in a combination."),
    Rule.DRAGON_AND_BOMBS: _("Only a bomb beats the Dragon."),
    Rule.DRAGON_GIFT: _(
        "A trick that the Dragon wins is given to an opponent, Dragon included. The winner chooses which, also one who "
        "is out."
    ),
    Rule.DRAGON_KEEPS_THE_LEAD: _("Whoever won with the Dragon leads next, though the trick is given away."),
    Rule.BOMBED_DRAGON: _("A bombed Dragon has not won. The trick stays with whoever bombed."),
    Rule.LAST_DRAGON: _(
        "The tournament settles whether a Dragon trick that ends the hand is given away too; by default it is."
    ),
    # the end of a hand
    Rule.GOING_OUT: _(
        "Whoever has played the last card is out. The cards on the table stay in the trick and can still be beaten."
    ),
    Rule.END_OF_THE_HAND: _("As soon as a single player is left with cards, the hand is over."),
    Rule.LAST_TRICK: _("The play with which the hand ends wins its trick. Nothing more is put on it."),
    Rule.DOUBLE_VICTORY: _(
        "If partners are out first and second, that is a double victory: the hand ends at once and no cards are "
        "counted."
    ),
    Rule.LAST_HAND: _("The cards that the last player still holds go to the opponents."),
    Rule.LAST_TRICKS: _("The tricks of the last player go to whoever was first out."),
    # counting
    Rule.CARD_POINTS: _("A King and a 10 count 10, a 5 counts 5, the Dragon 25. The Phoenix takes 25 off."),
    Rule.HUNDRED_POINTS: _(
        "The card points of both sides add up to 100. Each side has a multiple of 5, from -25 to 125."
    ),
    Rule.DOUBLE_VICTORY_POINTS: _(
        "A double victory gives 200 points, and the other side nothing. The tournament may set another number."
    ),
    Rule.TARGET: _(
        "A game goes to 1000 points. The tournament may set another target, or a number of hands, or a time."
    ),
    Rule.ONLY_AT_THE_END: _(
        "Whether somebody has reached the target is seen at the end of a hand, never in the middle of it."
    ),
    Rule.BOTH_AT_THE_TARGET: _("If both sides have reached the target, the higher total wins."),
    Rule.TIE_AT_THE_TARGET: _(
        "If both are equal at the target, you play on until a hand ends with a side at the target and no tie."
    ),
    # calls
    Rule.TICHU: _(
        "Whoever calls Tichu bets on being first out: 100 points for the side if it comes true, 100 less if not."
    ),
    Rule.TICHU_UNTIL_FIRST_CARD: _(
        "Tichu can be called until you play your own first card of the hand, and not after it."
    ),
    Rule.TICHU_EARLY_OR_LATE: _(
        "Until then any moment will do: before the pushing, after many passes, even when somebody is out."
    ),
    Rule.GRAND_TICHU: _("A Grand Tichu is the same bet for 200 points. The tournament may play without it."),
    Rule.GRAND_BEFORE_NINTH: _("A Grand Tichu is called before you take your ninth card."),
    Rule.CALLER_IS_FIRST: _("The caller has to be first out in person. If the partner is first, the call is lost."),
    Rule.CALLS_ARE_ADDED: _(
        "What calls win or lose is added to the rest. It changes neither card points nor a double victory."
    ),
    Rule.SEVERAL_CALLS: _("Several players may call in one hand, partners too. At most one call can be won."),
    Rule.NO_ARRANGING: _(
        "A call is everybody's own decision. Partners neither discuss nor arrange it, nor how to play."
    ),
    Rule.CALLS_AT_ONCE: _(
        "If partners really call at the same moment, the tournament settles whether the second in turn may take the "
        "call back; by default yes. After a delay both stand."
    ),
    # when something went wrong
    Rule.PUT_RIGHT: _("A play against these rules is taken back while that is still possible."),
    Rule.DIRECTOR_DECIDES: _("The rules name no penalties. What follows from a mistake is for the director to decide."),
    # Threechu: three players
    Rule.THREECHU_DUMMY: _("Three play with four hands: whoever deals has the fourth, the dummy, as partner."),
    Rule.THREECHU_NO_GRAND: _("The dealer calls no Grand Tichu, neither for the own hand nor for the dummy."),
    Rule.THREECHU_BOTH_HANDS: _("Before the pushing both hands are open to the dealer."),
    Rule.THREECHU_PUSHING: _("Cards are pushed to the opponents only, so two from each hand."),
    Rule.THREECHU_OPEN_DUMMY: _("After the pushing the dummy lies open, and the dealer plays its cards."),
    Rule.THREECHU_CALL_FOR_THE_DUMMY: _("The dealer may call Tichu for the dummy until its first card is played."),
    Rule.THREECHU_DUMMY_AND_WISH: _("The dummy need not fulfil a wish."),
    Rule.THREECHU_OWN_SHEETS: _("Everybody has an own score, the dummy too, and gets what the own side made."),
    Rule.THREECHU_DEAL_PASSES: _("The deal, and the dummy with it, goes to the left after every hand."),
    Rule.THREECHU_HANDS: _(
        "Threechu is played over a fixed number of hands that can be divided by three, not to a target."
    ),
    # Tientsin: six players
    Rule.TIENTSIN_TEAMS: _("Six play, three against three, seated in turn. Everything not named here is as with four."),
    Rule.TIENTSIN_GRAND: _("A Grand Tichu is called before the seventh card."),
    Rule.TIENTSIN_PUSHING: _("Two cards are pushed, one to each partner."),
    Rule.TIENTSIN_HOUND: _("Whoever leads the Hound chooses which partner gets the lead."),
    Rule.TIENTSIN_LAST_TWO: _(
        "The last player gives hand and tricks to the other side. The last but one gives the tricks to whoever was "
        "first out."
    ),
    Rule.TIENTSIN_TRIPLE_VICTORY: _(
        "A double victory gives nothing. If all three of a side are out first, that is a triple victory: 300 points, "
        "nothing is counted. The tournament may set another number."
    ),
    # Grand Seigneur: five to twelve players
    Rule.SEIGNEUR_ALONE: _(
        "Everybody plays alone, without the Hound, without calls and without points. A trick brings the lead and "
        "nothing else."
    ),
    Rule.SEIGNEUR_SEATS: _(
        "The seats are ranks, from the head of the table to the left: Great Lord, Lord, Squire, Burgher, Pauper, "
        "Wretch; with more players there are more in between."
    ),
    Rule.SEIGNEUR_FIRST_HAND: _("The first hand is played without pushing. The order of going out gives the seats."),
    Rule.SEIGNEUR_WRETCH_DEALS: _("The Wretch gathers, shuffles and gives out the cards."),
    Rule.SEIGNEUR_TRIBUTE: _(
        "From the second hand on the Wretch gives the three best cards to the Great Lord, the Pauper two to the Lord, "
        "the Burgher one to the Squire. Best are Dragon, Phoenix, Mah Jong, then Ace and down."
    ),
    Rule.SEIGNEUR_TRIBUTE_OF_FIVE: _("With five players each of them gives one card less."),
    Rule.SEIGNEUR_GIVEN_BACK: _("Those who receive give back as many cards of their choice at the same time."),
    Rule.SEIGNEUR_NEW_PLACES: _("The Mah Jong begins. The order of going out gives the new seats."),
    Rule.SEIGNEUR_TWO_PACKS: _("From seven players on two packs are used, the second without Hound and Mah Jong."),
    Rule.SEIGNEUR_SECOND_DRAGON: _("With two packs the second Dragon beats the first."),
    Rule.SEIGNEUR_FOUR_SUITS: _("With two packs a four of a kind is a bomb only in four different suits."),
}
