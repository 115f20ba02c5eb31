"""Secrets are shown once and kept as hashes."""

import hashlib
import hmac
from datetime import datetime

from django.conf import settings
from django.db.models import Q


def hash_of_secret(secret: str) -> str:
    """A hash with the site's key: who reads the database alone cannot try secrets against it."""
    return hmac.new(settings.SECRET_KEY.encode(), secret.encode(), hashlib.sha256).hexdigest()


def still_valid(now: datetime) -> Q:
    """Neither revoked nor expired."""
    return Q(revoked_at__isnull=True) & (Q(expires_at__isnull=True) | Q(expires_at__gt=now))
