"""How people come in, in a real browser: invited, by a link in a mail, and not at all after too many guesses."""

import re

import pytest
from django.core import mail
from django.utils import timezone

from games.actor import Actor
from games.models import Account
from games.selectors.jobs import jobs_left_lying
from games.services.accounts import password_link
from games.services.invitations import invite
from games.services.jobs import perform_job
from games.services.kinds import KINDS
from tests.browsing import LOOKS, sign_in, wait_until_signed_in
from tests.journeys.test_foundation import LAPTOP, PHONE, PROJECTOR, overflows, violations
from tests.programs import PASSWORD

NEW = "quite another password"


@pytest.fixture
def token(director: Account) -> str:
    """An invitation to direct tournaments here."""
    return invite(by=Actor(account=director))[1]


def test_somebody_invited_makes_an_account_on_a_phone_and_no_server_sees_the_link(page, token: str):
    seen = []
    page.on("request", lambda request: seen.append(f"{request.url} {request.headers}"))
    page.goto(f"/invitation/#{token}")
    form = page.locator("form", has=page.locator("[value=new]"))
    assert not form.get_by_label("Invitation").is_visible()
    assert violations(page) == []
    form.get_by_label("Username").fill("emil")
    form.get_by_label("Password", exact=True).fill("tichu")
    form.get_by_label("The same password again").fill("tichu")
    form.get_by_role("button").click()
    page.get_by_text("too short").wait_for()
    assert form.get_by_label("Username").input_value() == "emil"
    assert not form.get_by_label("Invitation").is_visible(), "it is still there, and nothing to look at"
    assert violations(page) == []
    form.get_by_label("Password", exact=True).fill(PASSWORD)
    form.get_by_label("The same password again").fill(PASSWORD)
    form.get_by_role("button").click()
    page.get_by_text("You are signed in as emil").wait_for()
    wait_until_signed_in(page)
    assert Account.objects.get(username="emil").is_staff
    assert seen
    assert not [line for line in seen if token in line]


def test_somebody_invited_signs_in_and_accepts_at_once(page, token: str, guest: Account):
    page.goto(f"/invitation/#{token}")
    page.get_by_text("I have an account here already").click()
    folded = page.locator("details")
    folded.get_by_label("Username").fill(guest.username)
    folded.get_by_label("Password").fill(PASSWORD)
    assert violations(page) == []
    folded.get_by_role("button").click()
    page.get_by_text("You are signed in as gus").wait_for()
    guest.refresh_from_db()
    assert guest.is_staff


def test_without_scripts_the_invitation_is_pasted(browser, site: str, token: str, guest: Account):
    with browser.new_context(base_url=site, java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        sign_in(page, guest.username)
        page.goto(f"/invitation/#{token}")
        page.get_by_label("Invitation").fill(token)
        page.get_by_role("button", name="Accept as gus").click()
        page.get_by_text("You have accepted the invitation").wait_for()
    guest.refresh_from_db()
    assert guest.is_staff


def test_a_forgotten_password_is_chosen_anew_with_the_mails_link(page, director: Account):
    Account.objects.filter(pk=director.pk).update(email="dora@example.org")
    page.goto("/sign-in/")
    page.get_by_role("link", name="Forgotten your password?").click()
    page.get_by_label("E-mail address").fill("dora@example.org")
    assert violations(page) == []
    page.get_by_role("button", name="Send me the link").click()
    page.get_by_role("heading", name="Look into your mail").wait_for()
    for job_id in jobs_left_lying(now=timezone.now()):
        perform_job(job_id=job_id, kinds=KINDS)
    link = re.search(r"http://\S+/password/new/\S+", mail.outbox[0].body)
    assert link
    page.goto(link[0])
    assert violations(page) == []
    page.get_by_label("New password").fill(NEW)
    page.get_by_label("The same password again").fill(NEW)
    page.get_by_role("button", name="Use this password").click()
    page.get_by_text("you are signed in").wait_for()
    page.get_by_role("button", name="Sign out").click()
    sign_in(page, director.username, NEW)


def test_after_too_many_guesses_a_page_says_when_to_try_again(page, director: Account):
    for _ in range(9):
        page.goto("/sign-in/")
        page.locator("input[name=username]").fill(director.username)
        page.locator("input[name=password]").fill("wrong")
        page.locator("main button[type=submit]").click()
        page.locator("[role=alert], .mishap").wait_for()
    page.get_by_text("Try again in 10 minutes").wait_for()
    assert violations(page) == []
    assert not overflows(page)


def test_the_owner_looks_after_accounts_under_the_content_policy(page, director: Account):
    Account.objects.filter(pk=director.pk).update(is_superuser=True)
    sign_in(page, director.username)
    page.get_by_role("link", name="Administration").click()
    page.get_by_role("link", name="Users", exact=True).first.click()
    page.get_by_role("link", name="Add user").click()
    page.get_by_label("Username").fill("emil")
    page.get_by_label("Password:", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("was added successfully").wait_for()
    assert Account.objects.filter(username="emil").exists()


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_every_page_is_for_everybody_and_fits_every_screen(browser, site: str, director: Account, language, scheme):
    link = password_link(director, root="")
    before = ("/invitation/", "/password/forgotten/", "/password/forgotten/sent/", link, "/password/new/x/y/")
    found = {}
    with browser.new_context(base_url=site, locale=language, color_scheme=scheme) as context:
        page = context.new_page()
        for path in (*before, "", "/invitation/", "/password/"):
            if not path:
                sign_in(page, director.username)
                continue
            page.goto(path)
            assert page.locator("html").get_attribute("lang") == language
            found[path] = violations(page)
            for width, height in (PHONE, LAPTOP, PROJECTOR, (320, 640)):
                page.set_viewport_size({"width": width, "height": height})
                assert not overflows(page), f"{path} is wider than {width} pixels"
    assert {path: wrong for path, wrong in found.items() if wrong} == {}
