"""Where Django's administration is let in: games/admin.py says what there is to see."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from games.permissions import may_administer


class OwnersSite(AdminSite):
    """For the site's owner alone. Django lets staff in; staff are directors here, and have no business in it."""

    site_header = site_title = "Tichu Tournament"
    index_title = _("Administration")

    def has_permission(self, request: HttpRequest) -> bool:
        return may_administer(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """There is one page to sign in. Whoever has done so and is still led here may not come in."""
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next", request.path))

    def password_change(  # type: ignore[override]  # a redirect is what it answers to a new password, too
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """And one to change the password."""
        return redirect("password")
