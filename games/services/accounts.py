"""Who can sign in."""

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.actor import NOBODY, Actor
from games.events import emit
from games.models import Account
from games.permissions import may_administer
from rules.refusal import Refusal

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


def director_named(username: str = "") -> Account:
    """For whoever runs the server: the director of this name, or the first one there is."""
    directors = Account.objects.filter(is_staff=True, is_active=True).order_by("pk")
    found = directors.filter(username=username).first() if username else directors.first()
    if found is None:
        raise Refusal("account_unknown", field="username", value=username)
    return found


@transaction.atomic
def make_account(
    *, username: str, password: str | None, email: str = "", director: bool = False, owner: bool = False
) -> Account:
    """Somebody who can sign in; a director may set up tournaments, the owner everything. Whoever calls this has made
    sure that it is wanted. Without a password one comes in by a link that lets one choose it: `password_link`."""
    account = Account(
        username=Account.normalize_username(username.strip()),
        email=Account.objects.normalize_email(email.strip()),
        is_staff=director or owner,
        is_superuser=owner,
    )
    check_name(account)
    if password is not None:
        check_password(password, account)
    account.set_password(password)
    try:
        with transaction.atomic():
            account.save()
    except IntegrityError:  # somebody else was quicker
        raise Refusal("username_taken", field="username", value=account.username) from None
    emit("account.made", topic="accounts", facts={"account": account.pk})
    return account


def check_name(account: Account) -> None:
    """A name is like no other, however one writes it; the address, if there is one, is one."""
    try:
        Account._meta.get_field("username").clean(account.username, account)
    except ValidationError:
        raise Refusal("username_malformed", field="username", value=account.username) from None
    if Account.objects.filter(username__iexact=account.username).exists():
        raise Refusal("username_taken", field="username", value=account.username)
    try:
        if account.email:
            validate_email(account.email)
    except ValidationError:
        raise Refusal("email_invalid", field="email", value=account.email) from None


def check_password(password: str, account: Account) -> None:
    """Not short, not common, not like the name. Django's validators have their own words for what is wrong."""
    try:
        validate_password(password, account)
    except ValidationError as fault:
        raise Refusal("password_weak", field="password", reasons=" ".join(fault.messages)) from None


@transaction.atomic
def choose_password(*, account: Account, password: str) -> None:
    """A new password, chosen by whom it belongs to."""
    account.set_password(password)
    account.save(update_fields=["password"])
    emit("password.chosen", topic="accounts", by=Actor(account=account), facts={"account": account.pk})


def password_link(account: Account, *, root: str) -> str:
    """The address at which this account chooses a password: once, and within the hour. `root` is the site's."""
    key = {
        "uidb64": urlsafe_base64_encode(force_bytes(account.pk)),
        "token": default_token_generator.make_token(account),
    }
    return root.rstrip("/") + reverse("password-new", kwargs=key)


@transaction.atomic
def note_account_change(*, by: Actor = NOBODY, account_id: int, made: bool = False) -> None:
    """The site's owner has made or changed an account. Refused if nobody were left to do so."""
    if by.account is None or not may_administer(by.account):
        raise Refusal("not_allowed")
    if not Account.objects.filter(is_superuser=True, is_active=True).exists():
        raise Refusal("last_owner")
    emit("account.made" if made else "account.changed", topic="accounts", by=by, facts={"account": account_id})
