"""Who wants to do something."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from games.choices import Scope
from games.models import AccessLink, Account


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who wants to do something: an account, perhaps through a program that may only look; a team by its link; or
    nobody in particular."""

    account: Account | None = None
    link: AccessLink | None = None
    scope: Scope = Scope.WRITE

    def __str__(self) -> str:
        if self.account is not None:
            return f"account {self.account.pk}"
        return f"link {self.link.pk}" if self.link is not None else ""


NOBODY = Actor()
"""Somebody who has shown nothing."""


def actor_of(account: Account | AnonymousUser) -> Actor:
    return Actor(account=account) if account.is_authenticated else NOBODY
