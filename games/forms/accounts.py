"""What people type into the forms about accounts. What is allowed is decided by the acts."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from games.services.accounts import choose_password

GOOD_PASSWORD = _("Ten characters or more. A few words in a row are easy to remember and hard to guess.")
AGAIN = _("The same password again")


def token_field() -> forms.CharField:
    """A script fills it in from the link; without scripts it is pasted."""
    return forms.CharField(
        label=_("Invitation"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
        help_text=_("What stands behind the # in the link you were sent."),
    )


class InvitationForm(forms.Form):
    """An invitation, for somebody who has signed in."""

    token = token_field()


class KnownAccountForm(AuthenticationForm):
    """An invitation, for somebody who has an account and has not signed in."""

    token = token_field()
    field_order = ["token"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.pop("autofocus")  # it stands far down on the page


class NewAccountForm(forms.Form):
    """An invitation, for somebody new."""

    token = token_field()
    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("You may leave it empty. It is used for one thing: to let you in again without your password."),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=GOOD_PASSWORD,
    )
    again = forms.CharField(
        label=AGAIN,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        typed = self.cleaned_data
        if "again" in typed and typed.get("password") != typed.pop("again"):
            self.add_error("again", _("These are two different passwords. Type the same one twice."))
        return typed


class AddressForm(forms.Form):
    """Where to send the link to a new password."""

    email = forms.EmailField(
        label=_("E-mail address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )


class NewPasswordForm(SetPasswordForm):
    """A new password, for somebody who came by a link: in our words, and by the act that leaves a line in the log."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = GOOD_PASSWORD
        self.fields["new_password2"].help_text = ""
        self.fields["new_password2"].label = AGAIN

    def save(self, commit: bool = True) -> AbstractBaseUser:
        choose_password(account=self.user, password=self.cleaned_data["new_password1"])
        return self.user


class OtherPasswordForm(NewPasswordForm, PasswordChangeForm):
    """Another password, for somebody who knows the old one."""
