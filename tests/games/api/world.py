"""Two tournaments with one of everything in them, and everybody who might come."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.actor import Actor
from games.choices import Place, Role, RoundState, Scope, State
from games.models import (
    AccessLink,
    Account,
    Apart,
    ApiToken,
    Confirmation,
    DirectorCall,
    Invitation,
    Job,
    Player,
    Ruling,
    Seat,
    Staff,
    Table,
    Team,
    Tournament,
)
from games.services.links import make_link, make_table_link
from tests.games.api.driving import Api, program_of
from tests.games.rows import NOON, Small, small_tournament


@dataclass
class World:
    """Two private tournaments, each with a table being played, and everybody who might come."""

    here: Small
    there: Small
    draft: Any
    ids: dict[str, Any] = field(default_factory=dict)
    visitors: dict[str, Api] = field(default_factory=dict)


def made() -> World:
    here, there = small_tournament(name="Here"), small_tournament(name="There")
    for small in (here, there):
        Account.objects.filter(pk=small.account.pk).update(is_staff=True)
        Tournament.objects.filter(pk=small.tournament.pk).update(state=State.RUNNING, starts_at=NOON)
        second_table(small)
    drafted = small_tournament(name="Drafted")
    Staff.objects.filter(tournament=there.tournament).delete()
    found = World(here=here, there=there, draft=drafted)
    found.ids = things(here) | {"draft": make_draft(drafted)}
    Player.objects.filter(pk=found.ids["player"]).update(consent_at=NOON)
    found.visitors = visitors(found)
    return found


def second_table(small: Small) -> None:
    table = Table.objects.create(round=small.round, number=2)
    for seat in (0, 1):
        Seat.objects.create(round=small.round, team=small.teams[seat + 2], place=Place.TABLE, table=table, seat=seat)


def make_draft(small: Small) -> int:
    type(small.round).objects.filter(pk=small.round.pk).update(state=RoundState.DRAFT, published_at=None)
    return int(small.round.pk)


def things(small: Small) -> dict[str, Any]:
    """One of everything that an address can name."""
    objection = Confirmation.objects.create(
        table=small.table, team=small.teams[1], word="objected", note="no", sheet=1, at=NOON
    )
    call = DirectorCall.objects.create(table=small.table, reason="other", at=NOON)
    ruling = Ruling.objects.create(
        round=small.round, kind="penalty", team=small.teams[0], points=1, reason="late", at=NOON
    )
    wish = Apart.objects.create(tournament=small.tournament)
    wish.teams.set(small.teams[:2])
    job = Job.objects.create(
        kind="draw_round", key="k", arguments={"tournament": small.tournament.pk}, asked_at=NOON, due_at=NOON
    )
    invitation = Invitation.objects.create(
        tournament=small.tournament, token_hash="a" * 64, made_at=NOON, expires_at=timezone.now() + timedelta(days=1)
    )
    return {
        "tournament": small.tournament.pk, "round_id": small.round.pk, "table": small.table.pk, "number": 1,
        "team": small.teams[0].pk, "player": small.teams[0].members.first().player_id, "objection": objection.pk,
        "call": call.pk, "ruling": ruling.pk, "wish": wish.pk, "job": str(job.pk), "invitation": invitation.pk,
    }  # fmt: skip


def visitors(world: World) -> dict[str, Api]:
    here, there = world.here, world.there
    owner = Account.objects.create(username="owner", is_superuser=True, is_staff=True)
    guest = Account.objects.create(username="guest")
    scorer = Account.objects.create(username="scorer")
    elsewhere = Account.objects.create(username="elsewhere", is_staff=True)
    scorer_there = Account.objects.create(username="scorer there")
    dismissed = Account.objects.create(username="dismissed", is_staff=True)
    director = here.account
    for tournament in (here.tournament, world.draft.tournament):
        Staff.objects.get_or_create(tournament=tournament, account=director, defaults={"role": Role.DIRECTOR})
        Staff.objects.create(tournament=tournament, account=scorer, role=Role.SCORER)
    Staff.objects.create(tournament=there.tournament, account=elsewhere, role=Role.DIRECTOR)
    Staff.objects.create(tournament=there.tournament, account=scorer_there, role=Role.SCORER)
    by = Actor(account=owner)
    revoked = program_of(director)
    ApiToken.objects.filter(account=director).update(revoked_at=timezone.now())
    world.ids |= {"account": scorer.pk, "guest": guest.pk}
    found = {
        "nobody": Api(),
        "guest": program_of(guest),
        "player": with_link(by, here.teams[0]),
        "other table": with_link(by, here.teams[2]),
        "other tournament": with_link(by, there.teams[0]),
        "revoked link": with_link(by, here.teams[1], revoked_at=timezone.now()),
        "expired link": with_link(by, here.teams[3], made_at=NOON, expires_at=NOON + timedelta(hours=1)),
        "scorer": program_of(scorer),
        "scorer elsewhere": program_of(scorer_there),
        "director": program_of(director),
        "reading director": program_of(director, Scope.READ),
        "director elsewhere": program_of(elsewhere),
        "owner": program_of(owner),
        "dismissed director": program_of(dismissed),
        "revoked token": revoked,
        "card": with_card(by, here),
        "card elsewhere": with_card(by, there),
    }
    own = {role: ApiToken.objects.filter(account__username=role).first() for role in ("owner",)}
    world.ids |= {"token_id": own["owner"].pk if own["owner"] else 0}
    return found


def with_link(by: Actor, team: Team, **changes: Any) -> Api:
    made = make_link(by=by, team_id=team.pk)
    AccessLink.objects.filter(pk=made.link.pk).update(**changes) if changes else None
    return Api(f"Link {made.token}")


def with_card(by: Actor, small: Small) -> Api:
    """Who has scanned the card of the first table."""
    made = make_table_link(by=by, tournament_id=small.tournament.pk, table_number=small.table.number)
    return Api(f"Link {made.token}")
