"""Somebody who can sign in. Players need no account."""

from django.contrib.auth.models import AbstractUser


class Account(AbstractUser):
    """A director, a scorer or the site's owner."""
