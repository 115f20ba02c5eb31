"""The addresses of the API, version 1."""

from django.urls import URLPattern, path, re_path, register_converter
from django.urls.converters import IntConverter
from drf_spectacular.views import SpectacularAPIView

from games.api import (
    access,
    entrants,
    helpers,
    phone,
    players,
    referee,
    rounds,
    rule_book,
    rulings,
    tables,
    tournaments,
)
from games.api.doors import Act, door, nowhere


class IdConverter(IntConverter):
    """A whole number that a row can have; there is nothing at longer ones."""

    regex = "[0-9]{1,18}"


register_converter(IdConverter, "id")

T, R, W, E, P, A, H = "tournaments", "rounds", "tables", "entrants", "players", "access", "helpers"
"""What they are about."""


def at(address: str, name: str, tag: str, **methods: Act) -> URLPattern:
    return path(address, door(name, tag, **methods), name=f"api-{name}")


urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    # helpers for everybody
    at("score/", "score", H, post=helpers.score_sheet),
    at("possible/", "possible", H, post=helpers.read_totals),
    at("referee/", "referee", H, post=referee.ask_referee),
    at("rules/", "rule-book", H, get=rule_book.rule_book),
    at("rulings/", "table-rulings", H, get=rule_book.rulings),
    at("problems/", "problems", H, get=helpers.problems),
    at("presets/", "presets", H, get=tournaments.presets),
    # ways in
    at("me/", "me", A, get=access.me),
    at("now/", "now", W, get=phone.now),
    at("session/link/", "session-link", A, post=access.come_by_link, delete=access.leave),
    at("session/code/", "session-code", A, post=access.come_by_code),
    at("tokens/", "tokens", A, get=access.my_tokens, post=access.make_token),
    at("tokens/<id:token_id>/", "token", A, delete=access.revoke_token),
    at("invitations/", "invitations", A, get=access.site_invitations, post=access.invite_to_site),
    at("invitations/accept/", "accept-invitation", A, post=access.accept_invitation),
    at("invitations/<id:invitation>/", "invitation", A, delete=access.revoke_invitation),
    # people
    at("players/", "players", P, get=players.listed),
    at("players/<id:player>/", "player", P, patch=players.edit),
    at("players/<id:player>/merge/", "merge-players", P, post=players.merge),
    # tournaments
    at("tournaments/", "tournaments", T, get=tournaments.listed, post=tournaments.create),
    at("tournaments/<id:tournament>/", "tournament", T, get=tournaments.one, patch=tournaments.edit),
    at("tournaments/<id:tournament>/copy/", "copy-tournament", T, post=tournaments.copy),
    at(
        "tournaments/<id:tournament>/regulations/",
        "regulations",
        T,
        get=tournaments.regulations,
        put=tournaments.change_regulations,
    ),
    at("tournaments/<id:tournament>/standings/", "standings", T, get=tournaments.standings),
    at("tournaments/<id:tournament>/bracket/", "bracket", T, get=tournaments.bracket),
    at("tournaments/<id:tournament>/record/", "record", T, get=tournaments.record),
    at("tournaments/<id:tournament>/log/", "log", T, get=tournaments.log),
    at("tournaments/<id:tournament>/rulings/", "rulings", T, get=rulings.listed),
    at("tournaments/<id:tournament>/next-stage/", "next-stage", T, post=tournaments.next_stage),
    at("tournaments/<id:tournament>/ties/", "ties", T, put=tournaments.decide_ties),
    at("tournaments/<id:tournament>/finish/", "finish", T, post=tournaments.finish),
    at("tournaments/<id:tournament>/resume/", "resume", T, post=tournaments.resume),
    at("tournaments/<id:tournament>/publish-ranking/", "publish-ranking", T, post=tournaments.publish_ranking),
    at("tournaments/<id:tournament>/unpublish-ranking/", "unpublish-ranking", T, post=tournaments.unpublish_ranking),
    at("tournaments/<id:tournament>/staff/", "staff", A, get=access.staff),
    at(
        "tournaments/<id:tournament>/staff/<id:account>/",
        "staff-member",
        A,
        put=access.appoint,
        delete=access.dismiss,
    ),
    at(
        "tournaments/<id:tournament>/invitations/",
        "tournament-invitations",
        A,
        get=access.invitations_to,
        post=access.invite_to,
    ),
    # entrants
    at("tournaments/<id:tournament>/teams/", "teams", E, get=entrants.teams),
    at("tournaments/<id:tournament>/entries/", "entries", E, get=entrants.listed, post=entrants.enter),
    at("tournaments/<id:tournament>/register/", "register", E, post=entrants.register),
    at("tournaments/<id:tournament>/import/", "import", E, post=entrants.import_list),
    at("tournaments/<id:tournament>/pairs/", "pairs", E, post=entrants.form_pairs),
    at("tournaments/<id:tournament>/move-up/", "move-up", E, post=entrants.move_up),
    at("tournaments/<id:tournament>/close-check-in/", "close-check-in", E, post=entrants.close_check_in),
    at("tournaments/<id:tournament>/reopen-check-in/", "reopen-check-in", E, post=entrants.reopen_check_in),
    at("tournaments/<id:tournament>/apart/", "apart", E, get=entrants.wishes, post=entrants.keep_apart),
    at("tournaments/<id:tournament>/apart/<id:wish>/", "wish", E, delete=entrants.stop_keeping_apart),
    at("check-in/", "check-in", E, post=entrants.check_in),
    at("undo-check-in/", "undo-check-in", E, post=entrants.undo_check_in),
    at("teams/<id:team>/", "team", E, get=entrants.one, patch=entrants.edit),
    at("teams/<id:team>/members/", "members", E, put=entrants.change_members),
    at("teams/<id:team>/cancel/", "cancel-team", E, post=entrants.cancel),
    at("teams/<id:team>/restore/", "restore-team", E, post=entrants.restore),
    at("teams/<id:team>/take-apart/", "take-apart", E, post=entrants.take_apart),
    at("teams/<id:team>/withdraw/", "withdraw-team", E, post=entrants.withdraw),
    at("teams/<id:team>/reinstate/", "reinstate-team", E, post=entrants.reinstate),
    at("teams/<id:team>/wait-place/", "wait-place", E, post=entrants.wait_place),
    at("teams/<id:team>/expect/", "expect-team", E, post=entrants.expect),
    at("teams/<id:team>/link/", "team-link", A, post=access.make_link, delete=access.revoke_link),
    at(
        "tournaments/<id:tournament>/tables/<id:number>/link/",
        "table-link",
        A,
        post=access.make_table_link,
        delete=access.revoke_table_link,
    ),
    # rounds
    at("tournaments/<id:tournament>/rounds/", "rounds", R, get=rounds.listed),
    at("tournaments/<id:tournament>/draw/", "draw", R, post=rounds.draw),
    at("jobs/<uuid:job>/", "job", R, get=rounds.job),
    at("rounds/<id:round_id>/", "round", R, get=rounds.one),
    at("rounds/<id:round_id>/board/", "board", R, get=rounds.board),
    at("rounds/<id:round_id>/conflicts/", "conflicts", R, get=rounds.conflicts),
    at("rounds/<id:round_id>/redraw/", "redraw", R, post=rounds.redraw),
    at("rounds/<id:round_id>/swap/", "swap", R, post=rounds.swap),
    at("rounds/<id:round_id>/swap/back/", "swap-back", R, post=rounds.swap_back),
    at("rounds/<id:round_id>/keep-bye/", "keep-bye", R, post=rounds.keep_bye),
    at("rounds/<id:round_id>/publish/", "publish", R, post=rounds.publish),
    at("rounds/<id:round_id>/unpublish/", "unpublish", R, post=rounds.unpublish),
    at("rounds/<id:round_id>/cancel/", "cancel-round", R, post=rounds.cancel),
    at("rounds/<id:round_id>/close/", "close", R, post=rounds.close),
    at("rounds/<id:round_id>/reopen/", "reopen", R, post=rounds.reopen),
    at("rounds/<id:round_id>/hide/", "hide", R, post=rounds.hide),
    at("rounds/<id:round_id>/clock/start/", "start-clock", R, post=rounds.start_clock),
    at("rounds/<id:round_id>/clock/pause/", "pause-clock", R, post=rounds.pause_clock),
    at("rounds/<id:round_id>/clock/resume/", "resume-clock", R, post=rounds.resume_clock),
    at("rounds/<id:round_id>/clock/extra/", "extra-time", R, post=rounds.extra_time),
    at("rounds/<id:round_id>/clock/extra/back/", "extra-time-back", R, post=rounds.extra_time_back),
    at("rounds/<id:round_id>/substitutes/", "substitutes", R, post=rounds.substitute),
    at("rounds/<id:round_id>/substitutes/end/", "end-substitution", R, post=rounds.end_substitution),
    at("rounds/<id:round_id>/rulings/", "make-ruling", R, post=rulings.make),
    at("rulings/<id:ruling>/revoke/", "revoke-ruling", R, post=rulings.revoke),
    # tables
    at("tables/<id:table>/", "table", W, get=tables.one),
    at("tables/<id:table>/keep/", "keep-table", R, post=rounds.keep_table),
    at("tables/<id:table>/hands/", "hands", W, post=tables.record_hand),
    at("tables/<id:table>/hands/<id:number>/", "hand", W, put=tables.correct_hand),
    at("tables/<id:table>/hands/<id:number>/void/", "void-hand", W, post=tables.void_hand),
    at("tables/<id:table>/result/", "result", W, put=tables.record_whole),
    at("tables/<id:table>/result/void/", "void-result", W, post=tables.void_whole),
    at("tables/<id:table>/confirm/", "confirm", W, post=tables.confirm),
    at("tables/<id:table>/object/", "object", W, post=tables.object_),
    at("tables/<id:table>/call/", "call", W, post=tables.call),
    at("tables/<id:table>/time-up/", "time-up", W, post=tables.time_up),
    at("tables/<id:table>/extra-time/", "table-extra-time", W, post=tables.extra_time),
    at("tables/<id:table>/extra-time/back/", "table-extra-time-back", W, post=tables.extra_time_back),
    at("tables/<id:table>/remind/", "remind-table", W, post=tables.remind),
    at("objections/<id:objection>/decide/", "decide", W, post=tables.decide),
    at("objections/<id:objection>/reopen/", "reopen-objection", W, post=tables.reopen_objection),
    at("calls/<id:call>/seen/", "see-call", W, post=tables.see_call),
    at("calls/<id:call>/unseen/", "unsee-call", W, post=tables.unsee_call),
    at("calls/<id:call>/done/", "finish-call", W, post=tables.finish_call),
    at("calls/<id:call>/reopen/", "reopen-call", W, post=tables.reopen_call),
    # everything else
    re_path(r"^[\s\S]*$", nowhere),  # with line breaks too, which a path converter would not match
]
