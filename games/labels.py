"""Codes into words, in the reader's language."""

from django.utils.translation import gettext_lazy as _

from games.sentences.acts import ACTS
from rules.refusal import Fact, Refusal

REFUSALS = {
    "not_allowed": _(
        "Your account may not do this. Ask the director of the tournament, or sign in with another account."
    ),
    "unknown_topic": _("There is no live stream by the name “%(topic)s”."),
    # accounts
    "invitation_unknown": _(
        "This invitation is not valid: it may be mistyped, used up, withdrawn or too old. Ask for a new one."
    ),
    "username_taken": _("There is somebody called “%(value)s” already. Choose another name."),
    "username_malformed": _("“%(value)s” cannot be a username. Use letters, digits and @ . + - _ only, at most 150."),
    "email_malformed": _("“%(value)s” is no e-mail address."),
    "password_weak": _("Choose another password. %(reasons)s"),
    "last_owner": _("Then nobody could administer this site any more. Make somebody else its owner first."),
    # the score sheet of a hand
    "points_missing": _(
        "Enter the card points of one side. After a double victory enter instead which two players went out first."
    ),
    "points_step": _("Card points are multiples of 5. %(value)s is none."),
    "points_range": _(
        "Card points lie between %(minimum)s and %(maximum)s. %(value)s cannot be. "
        "Leave out what the calls and a double victory bring: it is added by itself."
    ),
    "points_sum": _("The card points of both sides are 100 together. Here they are %(sum)s."),
    "victory_has_no_points": _(
        "All players of one side went out first, so nobody counts cards. "
        "Leave the card points empty, or correct who went out when."
    ),
    "calls_number": _("The sheet has room for the calls of %(value)s players, but %(seats)s play."),
    "call_unknown": _("“%(value)s” is no call. Write T for Tichu, GT for Grand Tichu, or nothing."),
    "grand_forbidden": _("Grand Tichu is not played here. Choose Tichu or no call."),
    "grand_by_dealer": _(
        "In Threechu the dealer may call no Grand Tichu, neither for the own hand nor for the dummy. "
        "Choose Tichu or no call."
    ),
    "grand_too_late": _("Grand Tichu is called before taking card number %(before)s. It is too late for it now."),
    "call_too_late": _("A call is made before the own first card is played. It is too late for it now."),
    "dealer_missing": _("Enter who dealt: this player plays with the dummy."),
    "dealer_only_in_threechu": _("Only Threechu is played with a dummy. Leave the dealer empty."),
    "first_missing": _("Somebody called. Enter who went out first, so that the call can be counted."),
    "seat_unknown": _("One of the players named does not sit at this table. Choose a player of this table."),
    "seat_out_twice": _("A player is named twice in the order of going out. Everybody goes out once."),
    "out_after_victory": _(
        "All players of one side went out first, and with that the hand was over. Enter only these players."
    ),
    "order_incomplete": _("The order of going out is not complete. Enter all players, the last one too."),
    "victory_value": _(
        "A double or triple victory brings %(minimum)s to %(maximum)s points, in multiples of 5. %(value)s cannot be."
    ),
    "variant_without_points": _("Grand Seigneur knows no points. Enter only the order of going out."),
    # cards
    "card_unknown": _(
        "“%(value)s” is no card. Write 7j for the seven of Jade, Ks for the King of Swords, DR for the Dragon."
    ),
    "card_twice": _("The card %(value)s is named twice. Every card exists once."),
    "cards_missing": _("Some cards are missing. To be counted, all 56 must be there."),
    "last_hand_empty": _("The last player still holds at least one card. Enter the cards that were left over."),
    "piles_number": _(
        "There are tricks for %(value)s players, but %(seats)s play. Whoever took none has an empty pile."
    ),
    # Grand Seigneur
    "seigneur_players": _("Grand Seigneur is for %(minimum)s to %(maximum)s players, not for %(value)s."),
    "seigneur_calls": _("In Grand Seigneur nobody calls Tichu. Leave the calls empty."),
    "seigneur_points": _("In Grand Seigneur nothing is counted. Leave the points empty."),
    # the length of a match
    "surplus_hand": _("The match was over after hand %(ended)s. Hand %(value)s does not count."),
    "settings_contradict": _("“%(field)s” does not go with “%(other)s: %(value)s”. Change one of the two."),
    "setting_missing": _("“%(other)s: %(value)s” needs “%(field)s” as well. Enter it, or choose otherwise."),
    "setting_too_small": _("“%(field)s” must be %(minimum)s or more. %(value)s is too small."),
    "games_even": _("Best of %(value)s can end in a draw. Choose an odd number of games."),
    "threechu_hands": _(
        "In Threechu everybody deals equally often. "
        "Choose a number of hands that can be divided by three, not %(value)s."
    ),
    "time_up_hand": _("No hand has the number %(value)s. Enter which hand was begun last when the time was up."),
    # regulations
    "points_order": _("A win must give more than a draw, and a draw no less than a loss."),
    "tiebreaks_repeat": _("Name at least one tie-break, and each of them once."),
    "odd_numbers_repeat": _("Say what is done with odd numbers, and name each way once."),
    "tiebreak_unknown": _("There is no tie-break “%(value)s”."),
    "key_malformed": _("“%(value)s” cannot be the key of anything. Use letters, digits, - and _ only, at most 40."),
    "stages_repeat": _("Two stages have the same name. Give each a name of its own."),
    "stage_unknown": _("There is no stage “%(value)s” in this tournament."),
    "group_unknown": _("There is no group “%(value)s” in this stage."),
    # the record of a tournament
    "json_broken": _("This is not JSON: %(reason)s"),
    "plain_type": _("At “%(field)s” there should be: %(expected)s. There is: %(value)s"),
    "plain_unknown": _("“%(field)s” is not known here. Perhaps it is mistyped."),
    "plain_missing": _("“%(field)s” is missing."),
    "plain_length": _("At “%(field)s” there should be %(expected)s entries. There are %(value)s."),
    "plain_choice": _("%(value)s is no choice for “%(field)s”."),
    "version_unknown": _("This was written in version %(value)s of the format, which is not known here."),
    "record_repeats": _("“%(value)s” is there twice in “%(field)s”. It can be there once only."),
    "team_unknown": _("“%(field)s” names “%(value)s”, which is no team of this tournament."),
    "team_too_small": _("The team “%(value)s” needs at least %(minimum)s members."),
    "team_gone_before_it_came": _("The team “%(value)s” cannot have withdrawn before it came."),
    "rounds_order": _("Rounds are numbered upwards from 1, each number once."),
    "round_unknown": _("Round %(value)s has not been drawn."),
    "table_unknown": _("There is no table %(value)s in this round."),
    "seats_number": _("Table %(table)s has %(value)s seats taken, which is not a full table."),
    "seats_teams": _(
        "At table %(table)s people do not sit as they play: partners opposite each other, everybody once."
    ),
    "whole_and_hands": _("Table %(table)s has hands and a result of the whole match. Keep one of the two."),
    "hands_needed": _(
        "Here every hand counts by itself. Enter the hands; two totals for the whole match are not enough."
    ),
    "totals_impossible": _("No hand with these calls can end like this. Somebody miscounted."),
    "ruling_incomplete": _("This ruling needs “%(field)s”."),
    "penalty_negative": _("A penalty takes points away. Enter how many, without a minus sign."),
    "reason_missing": _("A ruling needs its reason, in a few words."),
    "five_no_sides": _(
        "At table %(table)s five take turns, so there are no two sides of which one could forfeit. "
        "Enter the hands, or give those concerned an average."
    ),
    # the draw
    "too_few": _("There are %(value)s, and at least %(minimum)s are needed."),
    "round_not_next": _("Round %(value)s cannot be drawn now. The next one is round %(allowed)s."),
    "stage_over": _("This stage ended with round %(rounds)s. There is no round %(value)s to draw."),
    "stage_begun": _("The stage “%(value)s” has been drawn already."),
    "stage_last": _("After the stage “%(value)s” comes no other."),
    "round_unfinished": _("Round %(round)s is not finished yet. Tables without a result: %(tables)s."),
    "qualification_tied": _(
        "%(teams)s are equal in everything, and only %(places)s of them can go on. Decide between them."
    ),
    "draw_impossible": _(
        "Not everybody can have a table. These wishes clash: %(clash)s. "
        "It would work if these met all the same: %(relax)s."
    ),
    "odd_numbers_impossible": _(
        "%(value)s do not fill tables of %(size)s, and what you chose for odd numbers is not possible here. "
        "This would help: %(relax)s."
    ),
    "tables_clash": _("%(teams)s need certain tables, and there are not enough of these: %(tables)s."),
    "match_undecided": _("Of %(teams)s in round %(round)s nobody has won yet, so it is open who goes on."),
    "bracket_size": _("A bracket has 2, 4, 8, 16 places and so on. %(value)s cannot be."),
    "bracket_missing": _("The stage “%(stage)s” has rounds but no bracket, so nobody knows who meets whom."),
    "bracket_lacks": _("These have no place in the bracket: %(teams)s."),
    "kept_not_in_bracket": _(
        "The bracket has other matches than those you keep. Tables: %(tables)s. Without a match: %(byes)s."
    ),
}

REFUSALS |= ACTS


def words_for(refusal: Refusal) -> str:
    """One sentence that says what is wrong, where, and what would be right."""
    return str(REFUSALS[refusal.code]) % {name: shown(fact) for name, fact in refusal.facts.items()}


def shown(fact: Fact) -> object:
    """A list as one reads it out; of wishes those who are kept apart."""
    if not isinstance(fact, list):
        return fact
    return ", ".join(" – ".join(each["teams"]) if isinstance(each, dict) else str(each) for each in fact)
