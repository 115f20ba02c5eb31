"""For the few pages that are meant to stand inside a club's own page."""

from collections.abc import Callable

from csp.decorators import csp_replace
from django.http import HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_exempt


def embeddable(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Lets any site show this page in a frame. For pages without forms and without a reader's own data only."""
    return xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(view))
