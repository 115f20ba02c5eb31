"""Which status of HTTP goes with which refusal."""

from collections.abc import Mapping
from typing import Any

from rules.refusal import Refusal

NOT_FOUND = {
    "tournament_unknown": "tournament",
    "round_unknown": "round_id",
    "table_unknown": "table",
    "team_unknown": "team",
    "player_unknown": "player",
    "job_unknown": "job",
    "ruling_unknown": "ruling",
    "director_call_unknown": "call",
    "objection_unknown": "objection",
    "apart_unknown": "wish",
    "account_unknown": "account",
    "invitation_unknown": "invitation",
    "hand_unknown": "number",
    "token_unknown": "token_id",
}
"""404 where the address names what is not there; where the body does, it is a fault of the input."""

STATUSES: dict[str, int] = {
    "address_unknown": 404,
    "origin_unproven": 403,
    "json_broken": 400,
    "media_type": 415,
    "not_acceptable": 406,
    "method_not_allowed": 405,
    "version_outdated": 412,
    "too_often": 429,
    "code_too_often": 429,
    "credential_unknown": 401,
    "link_unknown": 401,
    "code_unknown": 401,
    "code_of_a_table": 401,
}

AS_THINGS_STAND = {
    "hand_conflict", "result_conflict", "sheet_changed", "hand_gap", "hand_void", "hand_not_last", "surplus_hand",
    "client_id_taken", "result_confirmed", "match_running", "word_given", "whole_and_hands", "correction_by_staff",
    "confirmation_by_director", "round_state", "round_open", "round_closed", "round_drafted", "round_not_next",
    "round_not_published", "round_has_results", "round_unfinished", "round_followed", "rounds_left", "stages_left",
    "draw_conflicts", "draw_impossible", "bracket_decides", "swap_not_last", "stage_over", "stage_begun", "stage_last",
    "qualification_tied", "nothing_played", "tournament_finished", "tournament_running", "tournament_begun",
    "ranking_published", "ranking_not_published", "regulations_locked", "regulations_under_way",
    "regulations_against_results", "registration_closed", "check_in_closed",
    "check_in_open", "wait_list_empty", "no_room", "team_not_waiting", "team_not_in", "team_withdrawn",
    "team_not_withdrawn", "team_not_in_round", "team_not_at_a_table", "teams_drawn", "teams_incomplete",
    "entry_cancelled", "entry_not_cancelled", "team_not_united", "player_entered_already", "players_in_one_tournament",
    "players_two_accounts", "players_just_entered", "player_merged", "member_substituted", "substitute_plays_already",
    "substitutes_forbidden", "seed_taken", "clock_started", "clock_not_running", "clock_not_paused", "ruling_stands",
    "extra_time_none", "objection_withdrawn", "table_called_again", "match_over", "reminded_just_now",
    "ruling_revoked", "last_director", "username_taken",
    "called_already", "taken_already", "take_first", "pushed_already", "push_first", "dragon_first", "trick_goes_on",
    "not_your_trick", "trick_is_yours", "hand_over",
}  # fmt: skip
"""409: it would be right in another situation."""


def status_of(refusal: Refusal, *, path: Mapping[str, Any], anonymous: bool) -> int:
    if refusal.code == "not_allowed":
        return 401 if anonymous else 403
    named = path.get(NOT_FOUND.get(refusal.code, ""))
    if named is not None and str(refusal.facts.get("value", named)) == str(named):
        return 404
    return STATUSES.get(refusal.code) or (409 if refusal.code in AS_THINGS_STAND else 422)
