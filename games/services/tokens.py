"""Programs act for an account by a token."""

import contextlib
import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.actor import Actor
from games.choices import Role, RoundState, Scope
from games.events import emit
from games.models import Account, ApiToken, Round, Staff
from games.models.access import still_valid
from games.services.secrecy import checked_expiry, hash_of_secret
from games.services.texts import checked_text
from rules.refusal import Refusal

USED_LATELY = timedelta(minutes=5)
"""When a token was last used is noted so often at most."""
LENT = timedelta(days=1)
"""If the program that was lent a token is killed, the token ends by itself."""


@transaction.atomic
def make_api_token(*, by: Actor, name: str, scope: Scope, expires_at: datetime | None = None) -> tuple[ApiToken, str]:
    """A token with which a program acts for the account that asks: it may look, or do what its owner may."""
    if by.account is None or by.scope is not Scope.WRITE:
        raise Refusal("not_allowed")
    name = checked_text("name", name, most=60)
    now, secret = timezone.now(), secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        account=by.account,
        name=name,
        scope=scope.value,
        token_hash=hash_of_secret(secret),
        made_at=now,
        expires_at=checked_expiry(expires_at, now=now),
    )
    emit("token.made", topic="accounts", by=by, facts={"token": token.pk, "scope": scope.value})
    return token, secret


def make_api_token_for(*, username: str, name: str, scope: Scope) -> str:
    """The same for whoever runs the server: for the account of this name."""
    account = Account.objects.filter(username=username, is_active=True).first()
    if account is None:
        raise Refusal("account_unknown", field="username", value=username)
    _, secret = make_api_token(by=Actor(account=account), name=name, scope=scope)
    return secret


@contextlib.contextmanager
def lent_api_token(*, tournament: str, name: str) -> Iterator[tuple[int, str]]:
    """For a program that whoever runs the server starts: until it ends it acts for a director of the tournament of this
    id or slug; without one, of the first in which a round is being played. The tournament's id, and the token."""
    role = Staff.objects.filter(role=Role.DIRECTOR, account__is_active=True).select_related("account")
    if tournament:
        known = Q(tournament__slug=tournament) | (Q(tournament=int(tournament)) if is_id(tournament) else Q())
    else:
        known = Q(tournament__in=Round.objects.filter(state=RoundState.PUBLISHED).values("stage__tournament"))
    found = role.filter(known).order_by("tournament", "pk").first()
    if found is None:
        raise Refusal("tournament_unknown", field="tournament", value=tournament)
    by = Actor(account=found.account)
    token, secret = make_api_token(by=by, name=name, scope=Scope.WRITE, expires_at=timezone.now() + LENT)
    try:
        yield found.tournament_id, secret
    finally:
        revoke_api_token(by=by, token_id=token.pk)


def is_id(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < len(str(2**63))


@transaction.atomic
def revoke_api_token(*, by: Actor, token_id: int) -> None:
    """An own token; the site's owner any."""
    token = ApiToken.objects.filter(pk=token_id, revoked_at__isnull=True).first()
    owner = by.account is not None and (by.account.is_superuser or (token and token.account_id == by.account.pk))
    if token is None or not owner:
        raise Refusal("token_unknown", field="token")
    token.revoked_at = timezone.now()
    token.save(update_fields=["revoked_at"])
    emit("token.revoked", topic="accounts", by=by, facts={"token": token.pk})


def act_by_api_token(*, secret: str) -> Actor:
    """For whom a program acts with this token. When it was last used is noted now and then, not every time."""
    now = timezone.now()
    token = (
        ApiToken.objects.filter(still_valid(now), token_hash=hash_of_secret(secret), account__is_active=True)
        .select_related("account")
        .first()
    )
    if token is None:
        raise Refusal("token_unknown", field="token")
    if token.last_used_at is None or now - token.last_used_at > USED_LATELY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return Actor(account=token.account, scope=Scope(token.scope))
