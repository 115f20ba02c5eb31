"""Attempts to sign in are counted in the database, so that trying many passwords does not pay."""

import ipaddress
import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.db import transaction
from django.http import HttpRequest

from games.models import Account

logger = logging.getLogger(__name__)

WITHIN = timedelta(minutes=10)
ATTEMPTS_FROM_ONE = 8
"""So many wrong passwords for a name from one address; then nobody tries this name from there for ten minutes."""
ATTEMPTS = 50
"""And so many for a name from anywhere, so that a thousand addresses are of no more use than six."""

NOWHERE = "0.0.0.0"  # noqa: S104  not an address to listen on, but one that nobody has
LONGEST = 255


class Attempts(AxesDatabaseHandler):
    """What django-axes asks about an attempt to sign in, and where its rows are.

    Its own handler looks at the count, lets the password be tried and counts afterwards, so of a hundred tries at
    once many slip through; and it knows one limit. Here an attempt is counted before the password is looked at, under
    a lock, against both limits; the right password takes the count of its address back.
    """

    def is_allowed(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Asked once for each attempt, before any password is looked at."""
        name = str((credentials or {}).get("username") or "")
        until = count_attempt(username=name, address=request.axes_ip_address, now=request.axes_attempt_time)  # type: ignore[attr-defined]
        request.try_again_at = until  # type: ignore[attr-defined]
        return until is None

    def user_login_failed(
        self, sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: object
    ) -> None:
        """It has been counted already. If it was one too many, the answer is a page that says so."""
        if getattr(request, "try_again_at", None) is not None:
            request.axes_locked_out = True  # type: ignore[union-attr]
            logger.warning("Too many wrong passwords", extra={"address": request.axes_ip_address})  # type: ignore[union-attr]

    def user_logged_in(self, sender: object, request: HttpRequest, user: Account, **kwargs: object) -> None:
        forget_attempts(username=user.username, address=request.axes_ip_address)  # type: ignore[attr-defined]

    def user_logged_out(self, sender: object, request: HttpRequest, user: Account | None, **kwargs: object) -> None:
        """Nothing is kept about it."""


@transaction.atomic
def count_attempt(*, username: str, address: str | None, now: datetime) -> datetime | None:
    """Count one more attempt for this name from this address; or, if there were too many, when one may try again.

    While one may not try, nothing is counted: who keeps trying does not keep the owner of the name out for longer.
    """
    name, place = username[:LONGEST], _place(address)
    # Two at once count one after the other. Where there is no such account there is nothing to guess.
    list(Account.objects.select_for_update(no_key=True).filter(username=name).values_list("pk"))
    row, _made = AccessAttempt.objects.select_for_update().get_or_create(
        username=name, ip_address=place, user_agent="", defaults={"failures_since_start": 0}
    )
    lately = list(AccessAttempt.objects.filter(username=name, attempt_time__gt=now - WITHIN))
    here = [each for each in lately if each.pk == row.pk]
    until = max(filter(None, (_free_again(here, ATTEMPTS_FROM_ONE), _free_again(lately, ATTEMPTS))), default=None)
    if until is None:
        row.failures_since_start = 1 + sum(each.failures_since_start for each in here)
        row.attempt_time = now
        row.save(update_fields=["failures_since_start", "attempt_time"])
    _forget_the_past(now)
    return until


def _free_again(rows: Iterable[AccessAttempt], most: int) -> datetime | None:
    """When fewer than so many will be left of the last ten minutes; none if that is so already."""
    until, left = None, sum(row.failures_since_start for row in rows)
    for row in sorted(rows, key=lambda row: row.attempt_time):
        if left < most:
            break
        until, left = row.attempt_time + WITHIN, left - row.failures_since_start
    return until


def _place(address: str | None) -> str:
    """Where an attempt comes from. Of a newer address its network counts, for one home has billions of them."""
    try:
        parsed = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return NOWHERE
    if isinstance(parsed, ipaddress.IPv6Address):
        older = parsed.ipv4_mapped  # how a server that listens for both writes an older one
        return str(older or ipaddress.ip_network((parsed, 64), strict=False).network_address)
    return str(parsed)


def _forget_the_past(now: datetime) -> None:
    """What no longer counts is not kept. Rows that somebody else is busy with are left to them: nobody waits here."""
    past = AccessAttempt.objects.select_for_update(skip_locked=True).filter(attempt_time__lte=now - WITHIN)
    AccessAttempt.objects.filter(pk__in=list(past.values_list("pk", flat=True)[:100])).delete()


def forget_attempts(*, username: str, address: str | None) -> None:
    """Whoever knew the password may mistype it again.

    What was tried from elsewhere stays counted: the owner's sign-in gives nobody else new attempts.
    """
    AccessAttempt.objects.filter(username=username, ip_address=_place(address)).delete()
