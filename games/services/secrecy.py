"""Secrets are shown once and kept as hashes."""

import hashlib
import hmac
from datetime import datetime

from django.conf import settings

from rules.refusal import Refusal


def hash_of_secret(secret: str) -> str:
    """A hash with the site's key: who reads the database alone cannot try secrets against it."""
    return hmac.new(settings.SECRET_KEY.encode(), secret.encode(), hashlib.sha256).hexdigest()


def checked_expiry(expires_at: datetime | None, *, now: datetime) -> datetime | None:
    """When a secret is valid no more: some time from now, or never."""
    if expires_at is not None and expires_at <= now:
        raise Refusal("expires_in_the_past", field="expires_at", value=expires_at.isoformat())
    return expires_at
