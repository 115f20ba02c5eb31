"""For the few pages that are meant to stand inside a club's own page."""

from collections.abc import Callable
from typing import ParamSpec

from csp.decorators import csp_replace
from django.http import HttpResponseBase
from django.views.decorators.clickjacking import xframe_options_exempt


P = ParamSpec("P")


def embeddable(view: Callable[P, HttpResponseBase]) -> Callable[P, HttpResponseBase]:
    """Lets any site show this page in a frame. For pages without forms and without a reader's own data only."""
    return xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(view))
