"""Who a request comes from: an account that has signed in, a team that came by its link, or nobody in particular."""

from dataclasses import replace

from django.http import HttpRequest

from games.actor import Actor, actor_of
from games.services.links import enter_again

LINK = "link"
"""Where the session keeps the key of the link: exchanged once, so that no address carries the token."""


def visitor(request: HttpRequest) -> Actor:
    """The account of the session, and the team's link of it if that is still valid."""
    actor = actor_of(request.user)
    known = request.session.get(LINK)
    return actor if known is None else replace(actor, link=enter_again(link_id=known).link)


def remember_link(request: HttpRequest, actor: Actor) -> None:
    """The session gets a new key, so that nobody who knew the old one comes along."""
    request.session.cycle_key()
    request.session[LINK] = actor.link.pk if actor.link else None


def forget_link(request: HttpRequest) -> None:
    request.session.pop(LINK, None)
