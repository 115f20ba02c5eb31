"""Pages about one's own account: accept an invitation, choose a password, get in again without it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods

from games.forms.accounts import (
    AddressForm,
    InvitationForm,
    KnownAccountForm,
    NewAccountForm,
    NewPasswordForm,
    OtherPasswordForm,
)
from games.forms.refusing import refuse
from games.services.invitations import accept_as_somebody_new, accept_invitation
from games.services.password_mail import ask_for_password_mail
from games.views.requests import Request
from games.views.signing_in import BACKEND, sign_in
from rules.refusal import Refusal


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: Request) -> HttpResponse:
    """Accept an invitation: as who one is, as somebody with an account, or as somebody new.

    The token stands behind the # of the link, where no server and no log sees it; a script puts it into the forms.
    """
    act = request.POST.get("act", "")
    forms = _invitation_forms(request, act)
    if act not in forms:
        return render(request, "public/invitation.html", {"forms": forms})
    if not _accepted(request, act, forms[act]):
        return render(request, "public/invitation.html", {"forms": forms}, status=422)
    words = _("You have accepted the invitation. You are signed in as %(name)s.")
    messages.success(request, words % {"name": request.user.get_username()})
    return redirect("start")


def _invitation_forms(request: Request, act: str) -> dict[str, Any]:
    """By who one is."""

    def sent(which: str) -> dict[str, Any]:
        return {"data": request.POST if which == act else None, "auto_id": f"{which}_%s"}

    if request.user.is_authenticated:
        return {"accept": InvitationForm(**sent("accept"))}
    return {"new": NewAccountForm(**sent("new")), "known": KnownAccountForm(request, **sent("known"))}


def _accepted(request: Request, act: str, form: Any) -> bool:
    if not form.is_valid():
        return False
    try:
        if act == "new":
            sign_in(request, accept_as_somebody_new(**form.cleaned_data))
        else:
            account: Any = request.user if act == "accept" else form.get_user()
            accepted = accept_invitation(token=form.cleaned_data["token"], account_id=account.pk)
            if act == "known":
                sign_in(request, accepted)
    except Refusal as refusal:
        refuse(form, refusal)
        return False
    return True


@never_cache
@require_http_methods(["GET", "POST"])
def password_forgotten(request: Request) -> HttpResponse:
    """Ask for a link to a new password. The answer is the same whether anybody has this address or not."""
    form = AddressForm(request.POST or None)
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        return render(request, "public/password_forgotten.html", {"form": form}, status=status)
    root, language = request.build_absolute_uri("/"), get_language() or "en"
    ask_for_password_mail(email=form.cleaned_data["email"], root=root, language=language)
    return redirect("password-sent")


@require_GET
def password_sent(request: Request) -> HttpResponse:
    return render(request, "public/password_sent.html")


class NewPassword(PasswordResetConfirmView):
    """Choose a password, having come by a link; signed in afterwards."""

    template_name = "public/password_new.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("start")
    post_reset_login = True
    post_reset_login_backend = BACKEND

    def get_user(self, uidb64: str) -> Any:
        """Nobody comes back in by a link that was sent before the account was deactivated."""
        account = super().get_user(uidb64)
        return account if account is not None and account.is_active else None

    def form_valid(self, form: Form) -> HttpResponse:
        answer = super().form_valid(form)
        messages.success(self.request, _("Your new password is set, and you are signed in."))
        return answer


class OtherPassword(PasswordChangeView):
    """Choose another password, knowing the old one. Wherever else one is signed in, one is so no longer."""

    template_name = "public/password_change.html"
    form_class = OtherPasswordForm
    success_url = reverse_lazy("start")

    def form_valid(self, form: Form) -> HttpResponse:
        answer = super().form_valid(form)
        messages.success(self.request, _("Your new password is set."))
        return answer
