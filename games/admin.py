"""Django's administration, for the site's owner: look at everything, and look after accounts.

The one door that touches models, and why it may: it shows rows as they are, and writes none that belong to a
tournament. Whatever is done in a tournament is done by its acts, which know the rules, lock, and leave a line in the
log; from here nothing can be added, changed or deleted but accounts, and of these nothing deleted, for the log names
them.
"""

from typing import Any

from axes.models import AccessAttempt
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import models
from games.actor import actor_of
from games.services.accounts import note_account_change


class ViewOnly(admin.ModelAdmin):
    """Rows to look at."""

    actions = None
    list_select_related = True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


SECRET = ("token_hash", "code_hash")
"""Of no use to anybody who looks."""

# A kind of row that is not named here is shown too, by its name alone.
COLUMNS: dict[type[Model], dict[str, Any]] = {
    models.Tournament: {"list_display": ("name", "state", "visibility", "starts_at", "version")},
    models.Staff: {"list_display": ("tournament", "account", "role")},
    models.Player: {"list_display": ("shown_name", "name", "club"), "search_fields": ("shown_name", "name")},
    models.Team: {"list_display": ("tournament", "number", "name", "entry", "withdrawn"), "search_fields": ("name",)},
    models.Member: {"list_display": ("tournament", "team", "player", "position")},
    models.Apart: {"list_display": ("tournament", "never", "must")},
    models.Stage: {"list_display": ("tournament", "key", "position")},
    models.Round: {
        "list_display": ("stage", "number", "state", "published_at", "closed_at"),
        "list_select_related": ("stage__tournament",),
    },
    models.Table: {"list_display": ("round", "number"), "list_select_related": ("round__stage",)},
    models.Seat: {
        "list_display": ("round", "team", "place", "table", "seat"),
        "list_select_related": ("round__stage", "team", "table__round__stage"),
    },
    models.Hand: {
        "list_display": ("table", "number", "points", "entered_at", "entered_by"),
        "list_select_related": ("table__round__stage", "entered_by"),
    },
    models.Confirmation: {
        "list_display": ("table", "team", "word", "at"),
        "list_select_related": ("table__round__stage", "team"),
    },
    models.DirectorCall: {
        "list_display": ("table", "reason", "at", "done_at"),
        "list_select_related": ("table__round__stage",),
    },
    models.Ruling: {"list_display": ("round", "kind", "reason", "at", "by", "revoked_at")},
    models.TableScore: {
        "list_display": ("table", "total", "other_total", "over", "entries"),
        "list_select_related": ("table__round__stage",),
    },
    models.Snapshot: {"list_display": ("stage", "audience", "version", "made_at")},
    models.LogLine: {"list_display": ("at", "chain", "number", "what", "actor"), "search_fields": ("what", "actor")},
    models.LogHead: {"list_display": ("chain", "length")},
    models.Job: {"list_display": ("asked_at", "kind", "key", "attempts", "finished_at", "failure")},
    models.AccessLink: {"list_display": ("team", "made_at", "expires_at", "revoked_at"), "exclude": SECRET},
    models.CodeAttempt: {"list_display": ("tournament", "at", "right")},
    models.Invitation: {
        "list_display": ("role", "tournament", "invited_by", "made_at", "expires_at", "used_by", "revoked_at"),
        "exclude": SECRET,
    },
    models.ApiToken: {"list_display": ("name", "account", "scope", "made_at", "last_used_at"), "exclude": SECRET},
    AccessAttempt: {"list_display": ("username", "ip_address", "failures_since_start", "attempt_time")},
}

# What the rows are called, for nobody else needs a name for them. A kind that is not named here has the name of its
# class.
NAMES = {
    models.Tournament: (_("tournament"), _("tournaments")),
    models.Staff: (_("member of staff"), _("staff")),
    models.Player: (_("player"), _("players")),
    models.Team: (_("team"), _("teams")),
    models.Member: (_("member of a team"), _("members of teams")),
    models.Apart: (_("wish to be kept apart"), _("wishes to be kept apart")),
    models.Stage: (_("stage"), _("stages")),
    models.Round: (_("round"), _("rounds")),
    models.Substitute: (_("substitute"), _("substitutes")),
    models.Table: (_("table"), _("tables")),
    models.Seat: (_("seat"), _("seats")),
    models.Hand: (_("hand"), _("hands")),
    models.WholeResult: (_("result of a whole match"), _("results of whole matches")),
    models.Confirmation: (_("confirmation"), _("confirmations")),
    models.DirectorCall: (_("call for the director"), _("calls for the director")),
    models.Ruling: (_("ruling"), _("rulings")),
    models.TableScore: (_("computed score of a table"), _("computed scores of tables")),
    models.Snapshot: (_("computed standings"), _("computed standings")),
    models.LogLine: (_("line of the log"), _("lines of the log")),
    models.LogHead: (_("end of a log"), _("ends of logs")),
    models.Job: (_("job"), _("jobs")),
    models.AccessLink: (_("link of a team"), _("links of teams")),
    models.CodeAttempt: (_("short code typed"), _("short codes typed")),
    models.Invitation: (_("invitation"), _("invitations")),
    models.ApiToken: (_("token of a program"), _("tokens of programs")),
    models.RateCount: (_("count of requests"), _("counts of requests")),
    AccessAttempt: (_("wrong password"), _("wrong passwords")),
}

for kind in [*apps.get_app_config("games").get_models(), AccessAttempt]:
    if kind in NAMES:
        kind._meta.verbose_name, kind._meta.verbose_name_plural = NAMES[kind]
    if kind is not models.Account:
        admin.site.register(kind, ViewOnly, **COLUMNS.get(kind, {}))
admin.site.unregister(Group)  # who may do what is decided by offices, not by groups
apps.get_app_config("axes").verbose_name = _("Signing in")


@admin.register(models.Account)
class AccountAdmin(UserAdmin):
    """Make accounts, make directors of them, deactivate them. Nobody is deleted: the log names them."""

    actions = None
    list_display = ("username", "email", "director", "owner", "is_active", "last_login")
    list_filter = ("is_staff", "is_superuser", "is_active")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("Person"), {"fields": ("first_name", "last_name", "email")}),
        (_("Office"), {"fields": ("is_active", "is_staff", "is_superuser")}),
        (_("When"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "email", "is_staff", "usable_password", "password1", "password2")}),
    )
    readonly_fields = ("last_login", "date_joined")
    words = {
        "is_staff": {"label": _("Director"), "help_text": _("May set up tournaments.")},
        "is_superuser": {"label": _("Owner of the site"), "help_text": _("May everything, and comes in here.")},
    }

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Django's words for the two are about other sites."""
        return super().formfield_for_dbfield(db_field, request, **kwargs | self.words.get(db_field.name, {}))

    @admin.display(boolean=True, description=_("Director"), ordering="is_staff")
    def director(self, account: models.Account) -> bool:
        return account.is_staff

    @admin.display(boolean=True, description=_("Owner of the site"), ordering="is_superuser")
    def owner(self, account: models.Account) -> bool:
        return account.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        note_account_change(by=actor_of(request.user), account_id=obj.pk, made=True)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        note_account_change(by=actor_of(request.user), account_id=obj.pk)
        return super().log_change(request, obj, message)
