"""Which tournaments somebody sees, and what is told of one."""

import re

from django.db.models import Q, QuerySet

from games.actor import Actor
from games.choices import RoundState, State, Visibility
from games.models import Apart, Invitation, LogLine, Round, Ruling, Staff, Stage, Table, Team, Tournament
from games.permissions import may_direct, may_look_and_direct, may_look_inside, may_see, may_set_up_tournaments
from games.selectors.records import regulations_of
from rules.refusal import Refusal

MADE_OF_DIGITS = re.compile("[0-9]{1,18}")


def tournaments_seen_by(actor: Actor, *, state: str = "", slug: str = "", search: str = "") -> QuerySet[Tournament]:
    """Public tournaments, and those somebody runs or plays in, the newest first; of these the ones in a state, at an
    address, or with a part of the name. One query."""
    seen = Q(visibility=Visibility.PUBLIC)
    if actor.account is not None and actor.account.is_active:
        if actor.account.is_superuser:
            seen = Q()
        else:
            seen |= Q(pk__in=Staff.objects.filter(account=actor.account).values("tournament"))
    if actor.link is not None:
        seen |= Q(pk=actor.link.tournament_id)
    wanted = {"state": state, "slug": slug, "name__icontains": search}
    found = Tournament.objects.filter(seen, **{field: value for field, value in wanted.items() if value})
    return found.order_by("-made_at", "-pk")


def tournaments_run_by(actor: Actor) -> list[Tournament]:
    """Those of which somebody is staff, the newest first. At most one query."""
    if actor.account is None or not actor.account.is_active:
        return []
    return list(Tournament.objects.filter(staff__account=actor.account).order_by("-made_at", "-pk")[:50])


def tournaments_with_codes(actor: Actor, *, slug: str = "") -> list[tuple[int, str]]:
    """Where a short code can be typed: the tournaments that are being played, with their names; or the one at an
    address, whose name is told only to who may see it. One query."""
    if slug:
        at_address = Tournament.objects.filter(slug=slug).first()
        return [] if at_address is None else [(at_address.pk, at_address.name if may_see(actor, at_address) else "")]
    playing = tournaments_seen_by(actor).exclude(state=State.FINISHED)
    return list(playing.values_list("pk", "name")[:50])


def tournament_seen_by(actor: Actor, tournament_id: int) -> Tournament:
    """A tournament, for somebody who may see it; to others it does not exist. At most two queries."""
    found = Tournament.objects.filter(pk=tournament_id).first()
    if found is None or not may_see(actor, found):
        raise Refusal("tournament_unknown", field="tournament", value=tournament_id)
    return found


def tournament_at(actor: Actor, slug: str) -> Tournament:
    """The tournament at a public address, for somebody who may see it. At most two queries."""
    found = Tournament.objects.filter(slug=slug).first()
    if found is None or not may_see(actor, found):
        raise Refusal("tournament_unknown", field="slug", value=slug[:60])
    return found


def tournament_called(actor: Actor, name: str) -> Tournament:
    """A tournament by its id or by its address, for somebody who may see it. At most two queries."""
    called = Q(slug=name) | (Q(pk=int(name)) if MADE_OF_DIGITS.fullmatch(name) else Q())
    found = Tournament.objects.filter(called).order_by("pk").first()
    if found is None or not may_see(actor, found):
        raise Refusal("tournament_unknown", field="tournament", value=name[:60])
    return found


def tournament_run_by(actor: Actor, tournament_id: int) -> Tournament:
    """A tournament, for its staff: they see what is not public. At most two queries."""
    return tournament_and_power(actor, tournament_id)[0]


def tournament_and_power(actor: Actor, tournament_id: int) -> tuple[Tournament, bool]:
    """A tournament, for its staff, and whether they direct it. At most two queries."""
    found = Tournament.objects.filter(pk=tournament_id).first()
    if found is not None:
        looks, directs = may_look_and_direct(actor, found)
        if looks:
            return found, directs
    tournament_seen_by(actor, tournament_id)
    raise Refusal("not_allowed")


def round_seen_by(actor: Actor, round_id: int) -> Round:
    """A round with its stage and tournament; a draft or a cancelled one only for staff. At most two queries."""
    found = Round.objects.filter(pk=round_id).select_related("stage__tournament").first()
    if found is None or not shown(actor, found):
        raise Refusal("round_unknown", field="round", value=round_id)
    return found


def round_run_by(actor: Actor, round_id: int) -> Round:
    """A round, for staff. At most two queries."""
    found = Round.objects.filter(pk=round_id).select_related("stage__tournament").first()
    if found is not None and may_look_inside(actor, found.stage.tournament):
        return found
    round_seen_by(actor, round_id)
    raise Refusal("not_allowed")


def table_seen_by(actor: Actor, table_id: int) -> Table:
    """A table with its round, stage and tournament. At most two queries."""
    found = Table.objects.filter(pk=table_id).select_related("round__stage__tournament").first()
    if found is None or not shown(actor, found.round):
        raise Refusal("table_unknown", field="table", value=table_id)
    return found


def shown(actor: Actor, round_: Round) -> bool:
    tournament = round_.stage.tournament
    if round_.state in (RoundState.PUBLISHED, RoundState.CLOSED):
        return may_see(actor, tournament)
    return may_look_inside(actor, tournament)


def team_seen_by_staff(actor: Actor, team_id: int) -> Team:
    """A team, for those who run its tournament. At most two queries."""
    found = Team.objects.filter(pk=team_id).select_related("tournament").first()
    if found is None or not may_see(actor, found.tournament):
        raise Refusal("team_unknown", field="team", value=team_id)
    if not may_look_inside(actor, found.tournament):
        raise Refusal("not_allowed")
    return found


def stage_of(tournament: Tournament, key: str | None) -> Stage:
    """A stage that has begun: the one named, or the last. One query."""
    stages = Stage.objects.filter(tournament=tournament).order_by("position")
    found = stages.filter(key=key).first() if key else stages.last()
    if found is None:
        allowed = [stage.key for stage in regulations_of(tournament).stages]
        raise Refusal("stage_unknown", field="stage", value=key or allowed[0], allowed=allowed)
    return found


def staff_of(tournament: Tournament) -> QuerySet[Staff]:
    """One query."""
    return Staff.objects.filter(tournament=tournament).select_related("account").order_by("account__username")


def invitations_seen_by(actor: Actor, tournament_id: int | None) -> QuerySet[Invitation]:
    """To a tournament, for its directors, or to direct on this site; the newest first. At most four queries."""
    tournament = None if tournament_id is None else tournament_seen_by(actor, tournament_id)
    if not (may_direct(actor, tournament) if tournament else may_set_up_tournaments(actor)):
        raise Refusal("not_allowed")
    return Invitation.objects.filter(tournament=tournament).order_by("-made_at", "-pk")


def log_of(tournament: Tournament, *, what: str = "") -> QuerySet[LogLine]:
    """The newest line first; all, or those of one code. One query."""
    lines = LogLine.objects.filter(tournament=tournament)
    return (lines.filter(what=what) if what else lines).order_by("-number")


def rulings_of(tournament: Tournament, *, inside: bool) -> QuerySet[Ruling]:
    """Decisions in rounds that were not cancelled, in order; for the public without those of hidden rounds, which would
    tell the result. One query."""
    found = Ruling.objects.filter(round__stage__tournament=tournament).exclude(round__state=RoundState.CANCELLED)
    return (found if inside else found.filter(round__hidden=False)).order_by("pk")


def apart_of(tournament: Tournament) -> QuerySet[Apart]:
    """Who is kept apart. Two queries."""
    return Apart.objects.filter(tournament=tournament).prefetch_related("teams").order_by("pk")
