"""The addresses of the API, version 1."""

from django.urls import URLPattern, path, re_path
from drf_spectacular.views import SpectacularAPIView

from games.api import access, entrants, helpers, players, rounds, rulings, tables, tournaments
from games.api.doors import Act, door, nowhere

T, R, W, E, P, A, H = "tournaments", "rounds", "tables", "entrants", "players", "access", "helpers"
"""What they are about."""


def at(address: str, name: str, tag: str, **methods: Act) -> URLPattern:
    return path(address, door(name, tag, **methods), name=f"api-{name}")


urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    # helpers for everybody
    at("score/", "score", H, post=helpers.score_sheet),
    at("possible/", "possible", H, post=helpers.read_totals),
    at("problems/", "problems", H, get=helpers.problems),
    at("presets/", "presets", H, get=tournaments.presets),
    # ways in
    at("me/", "me", A, get=access.me),
    at("session/link/", "session-link", A, post=access.come_by_link, delete=access.leave),
    at("session/code/", "session-code", A, post=access.come_by_code),
    at("tokens/", "tokens", A, get=access.my_tokens, post=access.make_token),
    at("tokens/<int:token_id>/", "token", A, delete=access.revoke_token),
    at("invitations/", "invitations", A, get=access.site_invitations, post=access.invite_to_site),
    at("invitations/accept/", "accept-invitation", A, post=access.accept_invitation),
    at("invitations/<int:invitation>/", "invitation", A, delete=access.revoke_invitation),
    # people
    at("players/", "players", P, get=players.listed),
    at("players/<int:player>/", "player", P, patch=players.edit),
    at("players/<int:player>/merge/", "merge-players", P, post=players.merge),
    # tournaments
    at("tournaments/", "tournaments", T, get=tournaments.listed, post=tournaments.create),
    at("tournaments/<int:tournament>/", "tournament", T, get=tournaments.one, patch=tournaments.edit),
    at("tournaments/<int:tournament>/copy/", "copy-tournament", T, post=tournaments.copy),
    at(
        "tournaments/<int:tournament>/regulations/",
        "regulations",
        T,
        get=tournaments.regulations,
        put=tournaments.change_regulations,
    ),
    at("tournaments/<int:tournament>/standings/", "standings", T, get=tournaments.standings),
    at("tournaments/<int:tournament>/bracket/", "bracket", T, get=tournaments.bracket),
    at("tournaments/<int:tournament>/record/", "record", T, get=tournaments.record),
    at("tournaments/<int:tournament>/log/", "log", T, get=tournaments.log),
    at("tournaments/<int:tournament>/rulings/", "rulings", T, get=rulings.listed),
    at("tournaments/<int:tournament>/next-stage/", "next-stage", T, post=tournaments.next_stage),
    at("tournaments/<int:tournament>/ties/", "ties", T, put=tournaments.decide_ties),
    at("tournaments/<int:tournament>/finish/", "finish", T, post=tournaments.finish),
    at("tournaments/<int:tournament>/publish-ranking/", "publish-ranking", T, post=tournaments.publish_ranking),
    at("tournaments/<int:tournament>/staff/", "staff", A, get=access.staff),
    at(
        "tournaments/<int:tournament>/staff/<int:account>/",
        "staff-member",
        A,
        put=access.appoint,
        delete=access.dismiss,
    ),
    at(
        "tournaments/<int:tournament>/invitations/",
        "tournament-invitations",
        A,
        get=access.invitations_to,
        post=access.invite_to,
    ),
    # entrants
    at("tournaments/<int:tournament>/teams/", "teams", E, get=entrants.teams),
    at("tournaments/<int:tournament>/entries/", "entries", E, get=entrants.listed, post=entrants.enter),
    at("tournaments/<int:tournament>/register/", "register", E, post=entrants.register),
    at("tournaments/<int:tournament>/import/", "import", E, post=entrants.import_list),
    at("tournaments/<int:tournament>/pairs/", "pairs", E, post=entrants.form_pairs),
    at("tournaments/<int:tournament>/move-up/", "move-up", E, post=entrants.move_up),
    at("tournaments/<int:tournament>/close-check-in/", "close-check-in", E, post=entrants.close_check_in),
    at("tournaments/<int:tournament>/reopen-check-in/", "reopen-check-in", E, post=entrants.reopen_check_in),
    at("tournaments/<int:tournament>/apart/", "apart", E, get=entrants.wishes, post=entrants.keep_apart),
    at("tournaments/<int:tournament>/apart/<int:wish>/", "wish", E, delete=entrants.stop_keeping_apart),
    at("check-in/", "check-in", E, post=entrants.check_in),
    at("undo-check-in/", "undo-check-in", E, post=entrants.undo_check_in),
    at("teams/<int:team>/", "team", E, get=entrants.one, patch=entrants.edit),
    at("teams/<int:team>/members/", "members", E, put=entrants.change_members),
    at("teams/<int:team>/cancel/", "cancel-team", E, post=entrants.cancel),
    at("teams/<int:team>/restore/", "restore-team", E, post=entrants.restore),
    at("teams/<int:team>/withdraw/", "withdraw-team", E, post=entrants.withdraw),
    at("teams/<int:team>/reinstate/", "reinstate-team", E, post=entrants.reinstate),
    at("teams/<int:team>/expect/", "expect-team", E, post=entrants.expect),
    at("teams/<int:team>/link/", "team-link", A, post=access.make_link, delete=access.revoke_link),
    # rounds
    at("tournaments/<int:tournament>/rounds/", "rounds", R, get=rounds.listed),
    at("tournaments/<int:tournament>/draw/", "draw", R, post=rounds.draw),
    at("jobs/<uuid:job>/", "job", R, get=rounds.job),
    at("rounds/<int:round_id>/", "round", R, get=rounds.one),
    at("rounds/<int:round_id>/board/", "board", R, get=rounds.board),
    at("rounds/<int:round_id>/conflicts/", "conflicts", R, get=rounds.conflicts),
    at("rounds/<int:round_id>/redraw/", "redraw", R, post=rounds.redraw),
    at("rounds/<int:round_id>/swap/", "swap", R, post=rounds.swap),
    at("rounds/<int:round_id>/keep-bye/", "keep-bye", R, post=rounds.keep_bye),
    at("rounds/<int:round_id>/publish/", "publish", R, post=rounds.publish),
    at("rounds/<int:round_id>/unpublish/", "unpublish", R, post=rounds.unpublish),
    at("rounds/<int:round_id>/cancel/", "cancel-round", R, post=rounds.cancel),
    at("rounds/<int:round_id>/close/", "close", R, post=rounds.close),
    at("rounds/<int:round_id>/reopen/", "reopen", R, post=rounds.reopen),
    at("rounds/<int:round_id>/hide/", "hide", R, post=rounds.hide),
    at("rounds/<int:round_id>/clock/start/", "start-clock", R, post=rounds.start_clock),
    at("rounds/<int:round_id>/clock/pause/", "pause-clock", R, post=rounds.pause_clock),
    at("rounds/<int:round_id>/clock/resume/", "resume-clock", R, post=rounds.resume_clock),
    at("rounds/<int:round_id>/clock/extra/", "extra-time", R, post=rounds.extra_time),
    at("rounds/<int:round_id>/substitutes/", "substitutes", R, post=rounds.substitute),
    at("rounds/<int:round_id>/substitutes/end/", "end-substitution", R, post=rounds.end_substitution),
    at("rounds/<int:round_id>/rulings/", "make-ruling", R, post=rulings.make),
    at("rulings/<int:ruling>/revoke/", "revoke-ruling", R, post=rulings.revoke),
    # tables
    at("tables/<int:table>/", "table", W, get=tables.one),
    at("tables/<int:table>/keep/", "keep-table", R, post=rounds.keep_table),
    at("tables/<int:table>/hands/", "hands", W, post=tables.record_hand),
    at("tables/<int:table>/hands/<int:number>/", "hand", W, put=tables.correct_hand),
    at("tables/<int:table>/hands/<int:number>/void/", "void-hand", W, post=tables.void_hand),
    at("tables/<int:table>/result/", "result", W, put=tables.record_whole),
    at("tables/<int:table>/result/void/", "void-result", W, post=tables.void_whole),
    at("tables/<int:table>/confirm/", "confirm", W, post=tables.confirm),
    at("tables/<int:table>/object/", "object", W, post=tables.object_),
    at("tables/<int:table>/call/", "call", W, post=tables.call),
    at("tables/<int:table>/time-up/", "time-up", W, post=tables.time_up),
    at("tables/<int:table>/extra-time/", "table-extra-time", W, post=tables.extra_time),
    at("objections/<int:objection>/decide/", "decide", W, post=tables.decide),
    at("calls/<int:call>/seen/", "see-call", W, post=tables.see_call),
    at("calls/<int:call>/done/", "finish-call", W, post=tables.finish_call),
    # everything else
    re_path(r"^[\s\S]*$", nowhere),  # with line breaks too, which a path converter would not match
]
