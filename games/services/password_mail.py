"""Somebody has forgotten the password: a link to a new one, by mail.

The worker sends it. So a page answers the same, and as soon, whether somebody has the address or not, and a mail
server that is away costs a delay and nothing else.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.models import Account, Job
from games.services.accounts import password_link
from games.services.jobs import JobKind, ask_for_job

NOT_AGAIN_WITHIN = timedelta(minutes=5)
"""Nobody's letter box is filled by somebody else."""


def _prepare(arguments: Mapping[str, Any]) -> None:
    """Send it. Should the worker die before the job is finished, it is sent twice, which is better than never."""
    account = Account.objects.filter(pk=arguments["account"], is_active=True).exclude(email="").first()
    if account is None:
        return
    facts = {"account": account, "link": password_link(account, root=arguments["root"]), "root": arguments["root"]}
    with translation.override(arguments["language"]):
        subject = render_to_string("mail/password_subject.txt", facts).strip()
        send_mail(subject, render_to_string("mail/password.txt", facts), None, [account.email])


def _complete(job: Job, prepared: None) -> dict[str, Any]:
    return {}


PASSWORD_MAIL = JobKind(
    name="password_mail", prepare=_prepare, complete=_complete, done="password_mail.sent", topic=lambda job: "accounts"
)


@transaction.atomic
def ask_for_password_mail(*, email: str, root: str, language: str) -> None:
    """Everybody with this address gets a link by which to choose a new password; it works once and for an hour.

    It goes to the address that is known, not to the one that was typed. `root` is the address of the site.
    """
    for account in Account.objects.filter(email__iexact=email.strip(), is_active=True).exclude(email=""):
        lately = Job.objects.filter(
            kind=PASSWORD_MAIL.name, key=str(account.pk), asked_at__gt=timezone.now() - NOT_AGAIN_WITHIN
        )
        if not lately.exists():
            facts = {"account": account.pk, "root": root, "language": language}
            ask_for_job(kind=PASSWORD_MAIL, key=str(account.pk), arguments=facts, by=None)
