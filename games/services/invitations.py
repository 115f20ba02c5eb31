"""How further directors and staff come in: by an invitation that expires."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.actor import Actor
from games.choices import Role, Scope
from games.events import emit
from games.models import Account, Invitation, Staff
from games.models.access import still_valid
from games.permissions import may_direct, may_set_up_tournaments
from games.services.accounts import make_account
from games.services.locking import locked
from games.services.secrecy import hash_of_secret
from rules.refusal import Refusal

INVITED_FOR = timedelta(days=14)


@transaction.atomic
def invite(*, by: Actor, tournament_id: int | None = None, role: Role = Role.DIRECTOR) -> tuple[Invitation, str]:
    """An invitation that expires: to direct tournaments of this site, or to be staff of one. Its token is told once."""
    tournament = locked(tournament_id) if tournament_id is not None else None
    allowed = may_direct(by, tournament) if tournament else may_set_up_tournaments(by)
    if not allowed:
        raise Refusal("not_allowed")
    if tournament is None and role is not Role.DIRECTOR:
        raise Refusal("plain_choice", field="role", value=str(role), allowed=[str(Role.DIRECTOR)])
    now, token = timezone.now(), secrets.token_urlsafe(24)
    invitation = Invitation.objects.create(
        tournament=tournament,
        role=role.value,
        invited_by=by.account,
        token_hash=hash_of_secret(token),
        made_at=now,
        expires_at=now + INVITED_FOR,
    )
    emit("invitation.made", topic="accounts", by=by, tournament=tournament, facts={"invitation": invitation.pk})
    return invitation, token


@transaction.atomic
def accept_invitation(*, token: str, account_id: int) -> Account:
    """Somebody with an account takes up an invitation, which is then used up."""
    now = timezone.now()
    invitation = _valid_invitation(token, now)
    account = Account.objects.filter(pk=account_id, is_active=True).first()
    if account is None:
        raise Refusal("invitation_unknown", field="token")
    invitation.used_at, invitation.used_by = now, account
    invitation.save(update_fields=["used_at", "used_by"])
    _take_office(invitation, account)
    facts = {"invitation": invitation.pk, "account": account.pk, "role": invitation.role}
    emit(
        "invitation.accepted",
        topic="accounts",
        by=Actor(account=account),
        tournament=invitation.tournament,
        facts=facts,
    )
    return account


@transaction.atomic
def accept_as(*, by: Actor, token: str) -> Account:
    """Whoever asks takes up an invitation; a program that may only look cannot."""
    if by.account is None or by.scope is not Scope.WRITE:
        raise Refusal("not_allowed")
    return accept_invitation(token=token, account_id=by.account.pk)


@transaction.atomic
def accept_as_somebody_new(*, token: str, username: str, password: str, email: str = "") -> Account:
    """Somebody without an account takes up an invitation: account and office, or neither."""
    _valid_invitation(token, timezone.now())  # first, so that only who is invited learns which names are taken
    account = make_account(username=username, password=password, email=email)
    return accept_invitation(token=token, account_id=account.pk)


def _valid_invitation(token: str, now: datetime) -> Invitation:
    """The invitation with this token, locked until the transaction ends: of two who come with it one is let in."""
    valid = Invitation.objects.select_for_update().filter(still_valid(now), used_at__isnull=True)
    invitation = valid.filter(token_hash=hash_of_secret(token)).first()
    if invitation is None:
        raise Refusal("invitation_unknown", field="token")
    return invitation


def _take_office(invitation: Invitation, account: Account) -> None:
    """Nobody loses by accepting: a director stays one."""
    if invitation.tournament is None:
        account.is_staff = True
        account.save(update_fields=["is_staff"])
        return
    office, made = Staff.objects.get_or_create(
        tournament=invitation.tournament, account=account, defaults={"role": invitation.role}
    )
    if not made and invitation.role == Role.DIRECTOR:
        office.role = Role.DIRECTOR.value
        office.save(update_fields=["role"])


@transaction.atomic
def revoke_invitation(*, by: Actor, invitation_id: int) -> None:
    invitation = Invitation.objects.select_for_update().filter(pk=invitation_id, used_at__isnull=True).first()
    if invitation is None:
        raise Refusal("invitation_unknown", field="invitation")
    tournament = invitation.tournament
    if not (may_direct(by, tournament) if tournament else may_set_up_tournaments(by)):
        raise Refusal("not_allowed")
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    emit("invitation.revoked", topic="accounts", by=by, tournament=tournament, facts={"invitation": invitation.pk})
