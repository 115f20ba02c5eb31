"""Tournaments: made from a preset, edited, locked, copied, brought to their end."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.api.doors import Asked, act
from games.api.etags import written
from games.api.fields import Reason, Strict, choice, ids, needed_text, number, text
from games.api.paging import Paging
from games.choices import Language, State, Visibility
from games.permissions import may_look_inside
from games.selectors.bracket import bracket_shown
from games.selectors.records import record_of, regulations_of
from games.selectors.standings import PUBLIC, STAFF, current_standings
from games.selectors.tournaments import (
    log_of,
    stage_of,
    tournament_run_by,
    tournament_seen_by,
    tournaments_seen_by,
)
from games.services import stages, tournaments
from scoring.difference import difference
from scoring.plain import to_plain
from scoring.presets import PRESETS
from scoring.record import record_to_json
from scoring.regulations import regulations_to_json

# --- presets -------------------------------------------------------------------------------------------------------


class PresetOut(Serializer[Any]):
    key = serializers.CharField()
    regulations = serializers.JSONField()
    differs = serializers.JSONField(help_text="In what it differs from the rule books, as codes.")


@act(answer=PresetOut, many=True)
def presets(ask: Asked) -> Any:
    """The ready-made formats."""
    return [
        {"key": key, "regulations": regulations_to_json(each), "differs": to_plain(difference(each))}
        for key, each in PRESETS.items()
    ]


# --- tournaments ---------------------------------------------------------------------------------------------------


class Details(Strict):
    name = needed_text(120, required=False)
    visibility = choice(Visibility, required=False)
    language = choice(Language, required=False)
    time_zone = text(60, help_text="Such as Europe/Zurich.")
    starts_at = serializers.DateTimeField(required=False, allow_null=True)
    place = text(120)
    entrants_limit = number(2, 10_000, required=False, allow_null=True)
    registration_open = serializers.BooleanField(required=False)


class NewTournament(Details):
    name = needed_text(120)
    preset = needed_text(60)
    regulations = serializers.JSONField(required=False, help_text="Whole regulations instead of the preset's own.")


class Copy(Strict):
    name = needed_text(120)


class TournamentOut(Serializer[Any]):
    id = serializers.IntegerField()
    slug = serializers.CharField()
    name = serializers.CharField()
    state = choice(State)
    visibility = choice(Visibility)
    language = choice(Language)
    time_zone = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)
    place = serializers.CharField()
    entrants_limit = serializers.IntegerField(allow_null=True)
    registration_open = serializers.BooleanField()
    checked_in_at = serializers.DateTimeField(allow_null=True, help_text="When check-in was closed.")
    finished_at = serializers.DateTimeField(allow_null=True)
    ranking_published_at = serializers.DateTimeField(allow_null=True)
    seed = serializers.CharField(help_text="What lots are drawn by.")
    changed_rules = serializers.JSONField(help_text="Changes after play had begun: when and why.")


class TournamentQuery(Paging):
    state = choice(State, required=False)
    slug = text(60)
    search = text(60, help_text="A part of the name.")


@act(query=TournamentQuery, answer=TournamentOut, paged=True)
def listed(ask: Asked) -> Any:
    """Public tournaments and one's own, the newest first."""
    wanted = {name: ask.query.get(name, "") for name in ("state", "slug", "search")}
    return tournaments_seen_by(ask.by, **wanted)


@act(body=NewTournament, answer=TournamentOut, status=201)
def create(ask: Asked) -> Any:
    """A new tournament; whoever makes it directs it."""
    return tournaments.create_tournament(by=ask.by, **ask.body)


@act(answer=TournamentOut, tagged=True)
def one(ask: Asked, tournament: int) -> Any:
    """What is told of a tournament."""
    return tournament_seen_by(ask.by, tournament)


@act(body=Details, answer=TournamentOut, tagged=True, edits=True)
def edit(ask: Asked, tournament: int) -> Any:
    """Change what is not part of the regulations."""
    with ask.as_seen(tournament, lambda: written(TournamentOut(tournament_seen_by(ask.by, tournament)).data)):
        return tournaments.edit_tournament(by=ask.by, tournament_id=tournament, **ask.body)


@act(body=Copy, answer=TournamentOut, status=201)
def copy(ask: Asked, tournament: int) -> Any:
    """A new tournament with the same regulations, without anybody in it."""
    return tournaments.copy_tournament(by=ask.by, tournament_id=tournament, **ask.body)


# --- regulations ---------------------------------------------------------------------------------------------------


class NewRegulations(Strict):
    regulations = serializers.JSONField()
    reason = text(200, help_text="Needed once play has begun; it is shown to players.")


class RegulationsOut(Serializer[Any]):
    regulations = serializers.JSONField()
    differs = serializers.JSONField()


def regulations_shown(ask: Asked, tournament: int) -> dict[str, Any]:
    found = regulations_of(tournament_seen_by(ask.by, tournament))
    return {"regulations": regulations_to_json(found), "differs": to_plain(difference(found))}


@act(answer=RegulationsOut, tagged=True)
def regulations(ask: Asked, tournament: int) -> Any:
    """By which rules it is played, and in what they differ from the rule books."""
    return regulations_shown(ask, tournament)


@act(body=NewRegulations, answer=RegulationsOut, tagged=True, edits=True)
def change_regulations(ask: Asked, tournament: int) -> Any:
    """Change the regulations: freely until play begins, then only for a reason."""
    with ask.as_seen(tournament, lambda: written(RegulationsOut(regulations_shown(ask, tournament)).data)):
        tournaments.change_regulations(by=ask.by, tournament_id=tournament, **ask.body)
        return regulations_shown(ask, tournament)


# --- how it stands -------------------------------------------------------------------------------------------------


class StageQuery(Strict):
    stage = text(40, help_text="The key of a stage; without it the last that has begun.")


class AboveOut(Serializer[Any]):
    next = serializers.CharField(help_text="The number of the team below.")
    criterion = serializers.CharField(allow_null=True, help_text="Null: they are equal in all.")
    value = serializers.JSONField()
    against = serializers.JSONField()


class RowOut(Serializer[Any]):
    rank = serializers.IntegerField(allow_null=True)
    team = serializers.CharField(help_text="The number of the team.")
    name = serializers.CharField()
    values = serializers.DictField(help_text="What it has by each tie-break.")
    movement = serializers.IntegerField(allow_null=True)
    rulings = serializers.ListField(child=serializers.CharField(), help_text="Ids of rulings that touch it.")
    withdrawn = serializers.BooleanField()
    above = AboveOut(required=False, help_text="Why it stands above the next.")
    stage = serializers.CharField(required=False, help_text="In a final ranking over several stages: how far it came.")


class StandingsOut(Serializer[Any]):
    version = serializers.IntegerField(help_text="Of which version of the tournament.")
    stage = serializers.CharField()
    through = serializers.IntegerField(help_text="The last round that counts here.")
    criteria = serializers.ListField(child=serializers.CharField())
    rows = RowOut(many=True)


@act(query=StageQuery, answer=StandingsOut)
def standings(ask: Asked, tournament: int) -> Any:
    """The standings of a stage. Staff see every round; others not those that are hidden. Those of the last stage become
    the final ranking, with everybody in it, once the tournament is finished; for others once that is published."""
    found = tournament_seen_by(ask.by, tournament)
    stage = stage_of(found, ask.query.get("stage"))
    audience = STAFF if may_look_inside(ask.by, found) else PUBLIC
    ask.unless_known("standings", found.pk, stage.pk, audience, found.version)
    shown = current_standings(stage, audience=audience, tournament=found)
    return shown.standings | {"version": shown.version}


class BracketOut(Serializer[Any]):
    matches = serializers.JSONField()


@act(query=StageQuery, answer=BracketOut)
def bracket(ask: Asked, tournament: int) -> Any:
    """A knock-out as data for a picture: every match, those to come too."""
    found = tournament_seen_by(ask.by, tournament)
    stage = stage_of(found, ask.query.get("stage"))
    audience = STAFF if may_look_inside(ask.by, found) else PUBLIC
    ask.unless_known("bracket", found.pk, stage.pk, audience, found.version)
    return bracket_shown(stage, audience=audience)


class RecordOut(Serializer[Any]):
    def to_representation(self, instance: Any) -> Any:
        return instance


@act(answer=RecordOut)
def record(ask: Asked, tournament: int) -> Any:
    """The whole tournament as plain data, from which everything can be computed again."""
    return record_to_json(record_of(tournament_run_by(ask.by, tournament)))


class LogQuery(Paging):
    what = text(60, help_text="A code such as hand.corrected.")


class LogLineOut(Serializer[Any]):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    what = serializers.CharField()
    facts = serializers.DictField()
    hash = serializers.CharField()


@act(query=LogQuery, answer=LogLineOut, paged=True)
def log(ask: Asked, tournament: int) -> Any:
    """Who changed what, the newest line first."""
    return log_of(tournament_run_by(ask.by, tournament), what=ask.query.get("what", ""))


# --- from stage to stage, and to the end ---------------------------------------------------------------------------


class StageOut(Serializer[Any]):
    key = serializers.CharField()
    position = serializers.IntegerField()
    entrants = serializers.ListField(child=serializers.CharField())


class Ties(Strict):
    teams = ids(help_text="Numbers of teams; of two equals the one named earlier stands higher.")


@act(body=Reason, answer=StageOut, status=201)
def next_stage(ask: Asked, tournament: int) -> Any:
    """Those who have qualified go on."""
    return stages.begin_next_stage(by=ask.by, tournament_id=tournament, **ask.body)


@act(body=Reason, answer=TournamentOut)
def finish(ask: Asked, tournament: int) -> Any:
    """The end. Earlier than planned only for a reason."""
    return stages.finish_tournament(by=ask.by, tournament_id=tournament, **ask.body)


@act(answer=TournamentOut)
def resume(ask: Asked, tournament: int) -> Any:
    """The end is taken back: it goes on."""
    return stages.resume_tournament(by=ask.by, tournament_id=tournament)


@act(answer=TournamentOut)
def publish_ranking(ask: Asked, tournament: int) -> Any:
    """Everybody sees the final ranking."""
    return stages.publish_ranking(by=ask.by, tournament_id=tournament)


@act(answer=TournamentOut)
def unpublish_ranking(ask: Asked, tournament: int) -> Any:
    """The final ranking is for the staff again; what was hidden before is hidden."""
    return stages.unpublish_ranking(by=ask.by, tournament_id=tournament)


@act(body=Ties, answer=TournamentOut)
def decide_ties(ask: Asked, tournament: int) -> Any:
    """The director's decision between equals."""
    return stages.decide_ties(by=ask.by, tournament_id=tournament, team_numbers=ask.body["teams"])
