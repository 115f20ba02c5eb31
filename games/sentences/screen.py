"""The words of the projector and its remote control."""

from django.utils.translation import gettext_lazy as _

from games.choices import ScreenView

VIEWS = {
    ScreenView.ROTATION: _("Everything in turn"),
    ScreenView.WELCOME: _("Welcome"),
    ScreenView.NAMES: _("Seats by name"),
    ScreenView.TABLES: _("Seats by table"),
    ScreenView.MISSING: _("Tables still playing"),
    ScreenView.STANDINGS: _("Standings"),
    ScreenView.BRACKET: _("Bracket"),
    ScreenView.CLOCK: _("Clock"),
}
