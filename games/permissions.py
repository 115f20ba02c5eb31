"""Who may do what: plain predicates, called inside the services."""

from typing import TypeGuard

from django.contrib.auth.models import AnonymousUser

from games.models import Account


def may_check_up(account: Account | AnonymousUser) -> TypeGuard[Account]:
    """Staff may see how the program itself is doing, and ask its worker for a sign of life."""
    return account.is_authenticated and account.is_staff
