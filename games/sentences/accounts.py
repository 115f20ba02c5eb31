"""Sentences about accounts and what one may do."""

from django.utils.translation import gettext_lazy as _

ACCOUNTS = {
    "not_allowed": _(
        "Your account may not do this. Ask the director of the tournament, or sign in with another account."
    ),
    "unknown_topic": _("There is no live stream by the name “%(topic)s”."),
    # accounts
    "invitation_unknown": _(
        "This invitation is not valid: it may be mistyped, used up, withdrawn or too old. Ask for a new one."
    ),
    "username_taken": _("There is somebody called “%(value)s” already. Choose another name."),
    "username_malformed": _("“%(value)s” cannot be a username. Use letters, digits and @ . + - _ only, at most 150."),
    "password_weak": _("Choose another password. %(reasons)s"),
    "last_owner": _("Then nobody could administer this site any more. Make somebody else its owner first."),
}
