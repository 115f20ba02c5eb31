"""What a view gets: Django's request, with what our middleware adds to it."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class Request(HttpRequest):
    """A request that knows whether htmx asks (for a fragment) or the browser (for a page)."""

    htmx: HtmxDetails
