"""Who may do what: plain predicates, called inside the services."""

from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.actor import Actor
from games.choices import Role, Scope, Visibility
from games.models import AccessLink, Account, Staff, Table, Team, Tournament
from games.models.access import still_valid


def may_check_up(account: Account | AnonymousUser) -> TypeGuard[Account]:
    """Staff may see how the program itself is doing, and ask its worker for a sign of life."""
    return account.is_authenticated and account.is_staff


def may_administer(account: Account | AnonymousUser) -> TypeGuard[Account]:
    """The site's owner sees every row, and looks after the accounts."""
    return account.is_authenticated and account.is_active and account.is_superuser


def may_set_up_tournaments(actor: Actor) -> bool:
    """Directors of the site make tournaments."""
    return _writes(actor) and actor.account is not None and actor.account.is_staff


def may_direct_something(actor: Actor) -> bool:
    """Whoever makes tournaments, or directs one. At most one query."""
    if actor.account is None or not actor.account.is_active:
        return False
    if actor.account.is_staff or actor.account.is_superuser:
        return True
    return Staff.objects.filter(account=actor.account, role=Role.DIRECTOR).exists()


def may_direct(actor: Actor, tournament: Tournament) -> bool:
    """Everything a tournament day needs: its directors, and the site's owner."""
    return _writes(actor) and _role(actor, tournament) is Role.DIRECTOR


def may_score(actor: Actor, tournament: Tournament) -> bool:
    """Enter results at any table: directors and scorers."""
    return _writes(actor) and _role(actor, tournament) is not None


def may_look_inside(actor: Actor, tournament: Tournament) -> bool:
    """See what is not public yet, such as drafts: directors and scorers, also with a program that may only look."""
    return _role(actor, tournament) is not None


def may_look_and_direct(actor: Actor, tournament: Tournament) -> tuple[bool, bool]:
    """Both at once, for pages that ask both. One query."""
    role = _role(actor, tournament)
    return role is not None, _writes(actor) and role is Role.DIRECTOR


def sits_at(actor: Actor, table: Table) -> bool:
    """Come with the link of a team that sits there, or of the table itself. One query if the table's round and stage
    are with it."""
    of_the_table = Q(table_number=table.number, tournament=table.round.stage.tournament_id)
    return _link(actor).filter(Q(team__seats__table=table) | of_the_table).exists()


def may_speak_for(actor: Actor, team: Team) -> bool:
    """Confirm or object in the name of a team: whoever has its link, and the director."""
    return _link(actor).filter(team=team).exists() or may_direct(actor, team.tournament)


def may_see(actor: Actor, tournament: Tournament) -> bool:
    """Public and unlisted tournaments are open to whoever has the address; a private one to its people."""
    if tournament.visibility != Visibility.PRIVATE:
        return True
    if actor.link is not None and actor.link.tournament_id == tournament.pk:
        return True
    return may_look_inside(actor, tournament)


def _link(actor: Actor) -> QuerySet[AccessLink]:
    """The link somebody came with, if it lets in at this moment: it may have been revoked since."""
    if actor.link is None or not _writes(actor):
        return AccessLink.objects.none()
    return AccessLink.objects.filter(still_valid(timezone.now()), pk=actor.link.pk)


def _writes(actor: Actor) -> bool:
    return actor.scope is Scope.WRITE


def _role(actor: Actor, tournament: Tournament) -> Role | None:
    """One query, none for the site's owner."""
    if actor.account is None or not actor.account.is_active:
        return None
    if actor.account.is_superuser:
        return Role.DIRECTOR
    found = Staff.objects.filter(tournament=tournament, account=actor.account).values_list("role", flat=True).first()
    return Role(found) if found else None
