"""The administration: for the site's owner, to look at everything and to look after accounts."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client, RequestFactory
from django.urls import reverse

from games.actor import Actor
from games.models import Account, Hand, LogLine, Player, Tournament
from games.services.links import make_link
from tests.games.rows import Small, small_tournament
from tests.programs import PASSWORD

pytestmark = pytest.mark.django_db

SHOWN = [model for model in admin.site._registry if model is not Account]
NEW = "quite another password"


@pytest.fixture
def owner(db: None) -> Account:
    return Account.objects.create_user(username="olga", password=PASSWORD, is_staff=True, is_superuser=True)


@pytest.fixture
def owners(client: Client, owner: Account) -> Client:
    client.force_login(owner)
    return client


@pytest.fixture
def small() -> Small:
    return small_tournament()


def address(model: type, page: str, *key: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=key)


def text_of(answer) -> str:
    return answer.content.decode()


# --- who comes in ------------------------------------------------------------------------------------------------


def pages() -> list[str]:
    lists = [address(model, "changelist") for model in admin.site._registry]
    return ["/admin/", "/admin/games/", address(Account, "add"), *lists]


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_opens_for_the_owner(owners: Client, small: Small, language: str):
    for page in pages():
        answer = owners.get(page, headers={"Accept-Language": language})
        assert answer.status_code == 200, page
        assert f'lang="{language}"' in text_of(answer)
        assert 'name="referrer" content="same-origin"' in text_of(answer), "without it forms are refused"


def test_every_row_opens_for_the_owner(owners: Client, small: Small):
    opened = set()
    for model in admin.site._registry:
        for row in model._default_manager.all()[:2]:
            for page in ("change", "history"):
                assert owners.get(address(model, page, row.pk)).status_code == 200, (model, page)
            opened.add(model.__name__)
    assert {"Tournament", "Hand", "Table", "Seat", "Player", "Team", "Account"} <= opened


def test_nobody_else_comes_in(client: Client, small: Small, director: Account, guest: Account):
    for page in [*pages(), address(Hand, "change", small.hand.pk)]:
        assert client.get(page).headers["Location"].startswith("/admin/login/"), page
    assert client.get("/admin/login/?next=/admin/").headers["Location"] == "/sign-in/?next=/admin/"
    for account in (director, guest):
        client.force_login(account)
        for page in [*pages(), address(Hand, "change", small.hand.pk)]:
            assert client.get(page).status_code == 302, page
            answer = client.get(page, follow=True)
            assert answer.status_code == 403
            assert "not open to you" in text_of(answer)


def test_an_owner_who_was_deactivated_does_not_come_in(owners: Client, owner: Account):
    Account.objects.filter(pk=owner.pk).update(is_active=False)
    assert owners.get("/admin/").status_code == 302


def test_the_owner_finds_it_and_directors_do_not(owners: Client, director: Account):
    assert 'href="/admin/"' in text_of(owners.get("/"))
    owners.force_login(director)
    assert 'href="/admin/"' not in text_of(owners.get("/"))


# --- nothing bypasses the acts -----------------------------------------------------------------------------------


def test_every_kind_of_row_is_shown():
    ours = {model for model in apps.get_app_config("games").get_models() if not model._meta.auto_created}
    assert ours - set(admin.site._registry) == set()


@pytest.mark.parametrize("model", SHOWN, ids=lambda model: model.__name__)
def test_rows_can_be_looked_at_and_nothing_else(model: type, owners: Client, owner: Account, small: Small):
    request = RequestFactory().get("/admin/")
    request.user = owner
    shown = admin.site._registry[model]
    assert shown.get_model_perms(request) == {"add": False, "change": False, "delete": False, "view": True}
    assert shown.get_actions(request) == {}
    assert shown.get_inline_instances(request) == []
    before = list(model._default_manager.values())
    key = before[0][model._meta.pk.attname] if before else 1
    for page in ("add", "change", "delete"):
        target = address(model, page, *([] if page == "add" else [key]))
        answer = owners.post(target, {"post": "yes", "name": "forged", "points": "100", "_save": "Save"})
        refused = {403} if before else {403, 302}  # a row that is not there leads back to the start
        assert answer.status_code in refused, (page, answer.status_code)
    for action in ("delete_selected", "delete"):
        owners.post(address(model, "changelist"), {"action": action, "_selected_action": [key], "post": "yes"})
    assert list(model._default_manager.values()) == before


def test_the_owner_looks_something_up(owners: Client, small: Small):
    assert "Small" in text_of(owners.get(address(Tournament, "changelist")))
    found = text_of(owners.get(address(Player, "changelist") + "?q=1.1"))
    assert "Small 1.1" in found
    assert "Small 2.1" not in found


def test_secrets_are_not_shown(owners: Client, small: Small):
    made = make_link(by=Actor(account=small.account), team_id=small.teams[0].pk)
    page = text_of(owners.get(address(type(made.link), "change", made.link.pk)))
    assert made.link.token_hash not in page
    assert made.link.code_hash not in page


@pytest.mark.parametrize("model", list(admin.site._registry), ids=lambda model: model.__name__)
def test_a_list_costs_as_much_for_many_as_for_few(
    model: type, owners: Client, small: Small, django_assert_max_num_queries
):
    """Names of other rows come along, not one by one."""
    small_tournament(name="Second")
    small_tournament(name="Third")
    with django_assert_max_num_queries(8):
        owners.get(address(model, "changelist"))


# --- accounts ----------------------------------------------------------------------------------------------------


def changed(account: Account, **changes: object) -> dict[str, object]:
    """The form of an account as it stands, with these changes. A box that is not ticked is not sent."""
    sent = {"username": account.username, "first_name": "", "last_name": "", "email": account.email}
    sent |= {"is_active": account.is_active, "is_staff": account.is_staff, "is_superuser": account.is_superuser}
    return {name: "on" if value is True else value for name, value in (sent | changes).items() if value is not False}


def test_the_owner_makes_an_account(owners: Client, owner: Account):
    facts = {"username": "emil", "email": "emil@example.org", "is_staff": "on", "usable_password": "true"}
    made = owners.post(address(Account, "add"), facts | {"password1": PASSWORD, "password2": PASSWORD})
    assert made.status_code == 302
    emil = Account.objects.get(username="emil")
    assert (emil.email, emil.is_staff, emil.is_superuser, emil.check_password(PASSWORD)) == (
        "emil@example.org", True, False, True,
    )  # fmt: skip
    line = LogLine.objects.get()
    assert (line.what, line.who, line.facts) == ("account.made", owner, {"account": emil.pk})


def test_the_owner_makes_a_director_and_deactivates_somebody(owners: Client, guest: Account, director: Account):
    owners.post(address(Account, "change", guest.pk), changed(guest, is_staff=True))
    guest.refresh_from_db()
    assert guest.is_staff
    theirs = Client()
    theirs.force_login(director)
    owners.post(address(Account, "change", director.pk), changed(director, is_active=False))
    assert theirs.get("/checkup/").status_code == 302, "signed out at once"
    assert list(LogLine.objects.values_list("what", flat=True)) == ["account.changed", "account.changed"]


def test_the_owner_sets_a_password_for_somebody_without_an_address(owners: Client, guest: Account):
    target = reverse("admin:auth_user_password_change", args=[guest.pk])
    assert owners.get(target).status_code == 200
    owners.post(target, {"usable_password": "true", "password1": NEW, "password2": NEW})
    guest.refresh_from_db()
    assert guest.check_password(NEW)
    assert LogLine.objects.get().what == "account.changed"


def test_nobody_is_deleted(owners: Client, guest: Account):
    assert owners.post(address(Account, "delete", guest.pk), {"post": "yes"}).status_code == 403
    owners.post(address(Account, "changelist"), {"action": "delete_selected", "_selected_action": [guest.pk]})
    assert Account.objects.filter(pk=guest.pk).exists()


@pytest.mark.parametrize("change", [{"is_superuser": False}, {"is_active": False}])
def test_the_last_owner_stays(owners: Client, owner: Account, change: dict[str, object]):
    answer = owners.post(address(Account, "change", owner.pk), changed(owner, **change))
    assert answer.status_code == 422
    assert "nobody could administer" in text_of(answer)
    owner.refresh_from_db()
    assert (owner.is_superuser, owner.is_active) == (True, True)


def test_groups_and_permissions_of_djangos_own_are_no_way_in(owners: Client, guest: Account):
    page = text_of(owners.get(address(Account, "change", guest.pk)))
    assert "user_permissions" not in page
    assert 'name="groups"' not in page
    assert owners.get("/admin/auth/group/").status_code == 404
