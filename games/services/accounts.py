"""Who can sign in."""

from django.db import transaction

from games.events import emit
from games.models import Account

DEMO_DIRECTOR = "director"


@transaction.atomic
def ensure_demo_director(*, password: str) -> Account | None:
    """The demo's director: made in an empty database, never in one that already has accounts."""
    account = Account.objects.filter(username=DEMO_DIRECTOR).first()
    if account is not None or Account.objects.exists():
        return account
    account = Account.objects.create_user(username=DEMO_DIRECTOR, password=password, is_staff=True)
    emit("account.made", topic="accounts", facts={"account": account.pk})
    return account
