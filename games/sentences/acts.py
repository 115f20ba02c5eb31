"""Sentences about the acts of a tournament day."""

from django.utils.translation import gettext_lazy as _

ACTS = {
    # what is asked for
    "tournament_unknown": _("There is no such tournament, or it is not open to you."),
    "account_unknown": _("There is no such account here."),
    "player_unknown": _("There is no player %(value)s."),
    "job_unknown": _("There is no such job, or it is not open to you."),
    "hand_unknown": _("Hand %(value)s has not been written down at this table."),
    "result_unknown": _("Table %(value)s has no result of the whole match."),
    "ruling_unknown": _("There is no ruling %(value)s."),
    "director_call_unknown": _("There is no such call for the director."),
    "table_called_again": _("Table %(table)s has called again since, and that call waits for you."),
    "objection_unknown": _("There is no objection %(value)s."),
    "objection_withdrawn": _("The team has withdrawn this objection itself."),
    "apart_unknown": _("There is no such wish in this tournament."),
    "bye_unknown": _("This team has no bye in this round."),
    "substitute_unknown": _("Nobody stands in for this member in this round."),
    "member_unknown": _("This player is no member of the team."),
    "preset_unknown": _("There is no preset “%(value)s”. Choose one of these: %(allowed)s."),
    # setting up
    "text_missing": _("“%(field)s” is empty. Write something."),
    "text_too_long": _("“%(field)s” is too long: %(value)s characters, and at most %(maximum)s fit."),
    "number_range": _("“%(field)s” must lie between %(minimum)s and %(maximum)s. %(value)s does not."),
    "setting_too_large": _("“%(field)s” must be %(maximum)s or less. %(value)s is too large."),
    "expires_in_the_past": _("This would have expired already. Choose a time to come, or none."),
    "regulations_locked": _(
        "Play has begun, so the regulations are locked. In an emergency give a reason: it is shown to the players."
    ),
    "regulations_under_way": _(
        "While a tournament is played, who is ranked, the variant and the stages stay as they are. "
        "Finish it, and make a new one."
    ),
    "regulations_against_results": _(
        "What has been played could not be counted by these regulations. Change less, or correct the results first."
    ),
    "last_director": _("A tournament needs a director. Appoint somebody else first."),
    "version_outdated": _("Somebody else has changed this since you looked at it. Look again, then change it."),
    "time_zone_unknown": _("There is no time zone “%(value)s”. Write one such as Europe/Zurich."),
    # entering
    "registration_closed": _("Registration is closed. Ask the director."),
    "consent_missing": _("Everybody must agree to be shown by name in the tournament."),
    "rows_missing": _("The list is empty."),
    "email_invalid": _("“%(value)s” is no e-mail address."),
    "members_too_few": _("A team needs %(minimum)s members. Here are %(value)s."),
    "members_too_many": _("A team has at most %(maximum)s members. Here are %(value)s."),
    "person_twice": _("Somebody is named twice in one team."),
    "player_entered_already": _("“%(value)s” is in another team of this tournament already."),
    "player_merged": _("Player %(value)s is the same person as player %(kept)s. Use that number."),
    "player_same": _("These are one and the same record."),
    "players_in_one_tournament": _(
        "Both take part in the same tournament, so they cannot be one person. Tournaments: %(tournaments)s."
    ),
    "players_just_entered": _("One of the two has been entered somewhere at this moment. Try again."),
    "players_two_accounts": _("Both have an account of their own. The site's owner must settle that first."),
    "seed_taken": _("Seed %(value)s belongs to team %(team)s."),
    "pairs_wrong": _("Name two entries for every pair."),
    "team_not_united": _("Team %(value)s was not put together here, or its members have changed since."),
    "team_not_looking": _("Team %(value)s is complete and looks for nobody."),
    "team_twice": _("A team is named twice."),
    "entry_cancelled": _("Team %(value)s has been cancelled. Restore it first."),
    "entry_not_cancelled": _("Team %(value)s has not been cancelled."),
    "teams_drawn": _(
        "These teams have been drawn, so they cannot be changed like this any more: %(teams)s. "
        "They can withdraw, or somebody can stand in."
    ),
    "wait_list_empty": _("Nobody waits for a place."),
    "team_not_waiting": _("This team does not wait for a place."),
    "no_room": _("All %(value)s places are taken. Raise the limit first."),
    # being there
    "check_in_closed": _("Check-in is closed."),
    "check_in_open": _("Check-in is open."),
    "team_not_in": _("Team %(value)s does not take part: it waits for a place, or was cancelled."),
    "team_withdrawn": _("Team %(value)s has withdrawn already."),
    "team_not_withdrawn": _("Team %(value)s has not withdrawn."),
    "substitutes_forbidden": _("Nobody may stand in for anybody in this tournament."),
    "substitute_plays_already": _("This person plays in this round already."),
    "member_substituted": _("Somebody stands in for this member already."),
    "team_not_at_a_table": _("Team %(value)s has no table in round %(round)s."),
    # rounds
    "tournament_begun": _("Play has begun. This can only be done before."),
    "tournament_running": _("The tournament is not finished yet."),
    "tournament_finished": _("The tournament is finished."),
    "nothing_played": _("Nothing has been played yet."),
    "teams_incomplete": _(
        "These teams have fewer than %(minimum)s members: %(teams)s. Find them partners, or cancel them."
    ),
    "round_open": _("Round %(value)s is not closed yet."),
    "round_drafted": _("Round %(value)s has been drawn already. It can be drawn anew."),
    "round_state": _("This does not go with round %(value)s, which is: %(state)s."),
    "round_has_results": _("In round %(value)s something was entered or decided already, so it stays published."),
    "round_followed": _("Round %(value)s has been drawn since. Cancel it first."),
    "round_closed": _("Round %(value)s is closed. The director can still correct it."),
    "round_not_published": _("Round %(value)s has not been published."),
    "rounds_left": _("There are rounds left, the next is round %(value)s. To end the stage before, give a reason."),
    "stages_left": _("These stages have not been played: %(stages)s. To end here all the same, give a reason."),
    "ranking_published": _("The final ranking has been published."),
    "ranking_not_published": _("The final ranking has not been published."),
    "draw_conflicts": _("This would break what must not be broken. To do it all the same, give a reason."),
    "swap_not_last": _(
        "Something else has happened since, so this exchange can no longer be taken back. Change the places by hand."
    ),
    "bracket_decides": _("In round %(value)s the results decide who meets whom; only sides can be exchanged."),
    "team_not_in_round": _("This team is not in this round."),
    # the clock
    "clock_started": _("The clock of round %(value)s has been started already."),
    "clock_not_running": _("The clock of round %(value)s is not running."),
    "clock_not_paused": _("The clock of round %(value)s is not paused."),
    "minutes_missing": _("Say how many minutes the round has."),
    "match_over": _("The match at table %(value)s is over."),
    "reminded_just_now": _("Table %(value)s was reminded less than a minute ago. Give it a moment."),
    "extra_time_none": _("No extra time was given here."),
    # the score sheet
    "hand_conflict": _("Something else is stored for hand %(value)s. Compare the two, and correct it if need be."),
    "hand_gap": _("The next hand to be written down is number %(next)s, not %(value)s."),
    "hand_void": _("Hand %(value)s was declared void. The next one is number %(next)s."),
    "hand_not_last": _("Only the last hand can be declared void here: number %(last)s."),
    "client_id_taken": _("This number of an entry was used at another table. Send it under a new one."),
    "totals_stand_alone": _("Where only the totals are known, leave “%(field)s” empty."),
    "totals_range": _("A match does not come to %(value)s points. Perhaps it is mistyped."),
    "totals_step": _("Totals are multiples of %(step)s. %(value)s is none."),
    "target_not_reached": _(
        "Nobody has reached %(target)s points, so the match is not over. If it was broken off, the director rules."
    ),
    "hands_number_missing": _("Say how many hands were played: the average counts here."),
    "hands_range": _("A match has %(minimum)s to %(maximum)s hands. %(value)s cannot be."),
    "games_undecided": _("Say how the games ended. Whoever won has %(needed)s."),
    "match_not_decided": _("Somebody must have won here."),
    "result_conflict": _("Another result is stored for this table. Compare the two, and correct it if need be."),
    "correction_by_staff": _("In this tournament only the staff corrects what was entered. Call the director."),
    "result_confirmed": _("The result has been confirmed. Call the director to correct it."),
    # what the table says
    "confirmation_by_director": _("In this tournament the director confirms the results."),
    "match_running": _("The match at table %(value)s is not over. Hand %(next)s comes next."),
    "sheet_changed": _("Something was entered since you looked. Look again, then confirm."),
    "word_given": _("This team has said its word about this result already."),
    # the second pass
    "sheet_differs": _("Something was changed while you typed, or a hand differs: %(hands)s. Nothing is verified yet."),
    "result_differs": _("The end result of table %(table)s differs. Nothing is verified yet."),
    # rulings
    "ruling_no_sides": _("At table %(table)s there are no two sides of which one could forfeit."),
    "ruling_range": _("“%(field)s” must lie between %(minimum)s and %(maximum)s. %(value)s does not."),
    "ruling_revoked": _("Ruling %(value)s has been revoked already."),
    "ruling_says_too_much": _("“%(field)s” does not belong to this kind of ruling. Leave it out."),
    "ruling_stands": _("There is a ruling about this already. Revoke it first."),
    "penalty_empty": _("Say how many points the penalty takes."),
    # ways in
    "link_unknown": _("This link is not valid any more. Ask the director for a new one."),
    "code_of_a_table": _("This is the code of the table. Type the code of your team."),
    "table_number": _("Tables have numbers from %(minimum)s to %(maximum)s. %(value)s is none."),
    "code_unknown": _("There is no such code. Look at the card again, letter by letter."),
    "code_too_often": _("Too many wrong codes. Wait %(minutes)s minutes, or ask the director for the link."),
    "token_unknown": _("There is no such token."),
    "credential_unknown": _("This credential is not valid: it may be mistyped, revoked or too old."),
    "origin_unproven": _("This did not come from one of our own pages. Load the page again, then send it again."),
    # the API
    "address_unknown": _("There is nothing at this address."),
    "too_often": _("That was too often. Try again in %(seconds)s seconds."),
    "input_invalid": _("At “%(field)s” something is wrong: %(reason)s"),
    "media_type": _("Send JSON: Content-Type: application/json."),
    "not_acceptable": _("The answer can only be JSON."),
    "method_not_allowed": _("This address does not take this method."),
}
