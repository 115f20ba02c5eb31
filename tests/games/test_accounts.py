"""Who can sign in: the first director, those who are invited, and those who have forgotten their password."""

import io
import json
import logging
import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from games.actor import Actor
from games.choices import Role
from games.models import Account, Invitation, Job, LogLine, Staff
from games.selectors.jobs import jobs_left_lying
from games.services.accounts import password_link
from games.services.invitations import accept_as_somebody_new, accept_invitation, invite
from games.services.jobs import perform_job
from games.services.kinds import KINDS
from games.services.password_mail import NOT_AGAIN_WITHIN
from rules.refusal import Refusal
from tests.games.rows import small_tournament
from tests.programs import PASSWORD, PROJECT, manage, nothing_set
from tests.servers import free_port

pytestmark = pytest.mark.django_db

NEW = "quite another password"


def text_of(answer) -> str:
    return answer.content.decode()


def who(client: Client) -> str:
    """Whom the site takes this browser for."""
    key = client.session.get("_auth_user_id")
    return Account.objects.get(pk=key).username if key else ""


def log() -> list[str]:
    return list(LogLine.objects.order_by("pk").values_list("what", flat=True))


def work_off() -> None:
    """What a worker does with the jobs that wait for it."""
    for job_id in jobs_left_lying(now=timezone.now()):
        perform_job(job_id=job_id, kinds=KINDS)


# --- the first director ------------------------------------------------------------------------------------------


def director_command(*arguments: str) -> str:
    said = io.StringIO()
    call_command("director", *arguments, stdout=said)
    return said.getvalue()


def path_in(text: str) -> str:
    """The path of the link that a text holds."""
    found = re.search(r"https?://[^/\s]+(/password/new/\S+)", text)
    assert found, text
    return found[1]


def test_without_a_terminal_the_first_director_gets_a_link_that_works_once(client: Client):
    link = path_in(director_command("dora", "--email", "Dora@Example.ORG"))
    account = Account.objects.get()
    assert (account.username, account.email, account.is_staff, account.is_superuser) == (
        "dora", "Dora@example.org", True, False,
    )  # fmt: skip
    assert not account.has_usable_password()
    form = client.get(link, follow=True)
    done = client.post(form.request["PATH_INFO"], {"new_password1": PASSWORD, "new_password2": PASSWORD}, follow=True)
    assert "Your new password is set" in text_of(done)
    assert who(client) == "dora"
    assert client.get("/checkup/").status_code == 200
    assert "no longer valid" in text_of(Client().get(link, follow=True))
    assert Client().post("/sign-in/", {"username": "dora", "password": PASSWORD}).status_code == 302
    assert log() == ["account.made", "password.chosen"]


def test_the_owner_is_made_the_same_way():
    director_command("olga", "--owner")
    assert Account.objects.filter(is_staff=True, is_superuser=True).get().username == "olga"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dora"], "somebody called “dora”"),
        (["DORA"], "somebody called “DORA”"),
        (["two words"], "cannot be a username"),
        (["x" * 151], "cannot be a username"),
        (["emil", "--email", "nowhere"], "is no e-mail address"),
    ],
)
def test_a_name_that_cannot_be_is_refused(director: Account, arguments: list[str], words: str):
    with pytest.raises(CommandError, match=words):
        director_command(*arguments)
    assert Account.objects.count() == 1


def at_a_terminal(folder: Path, *typed: str) -> tuple[int, str, str]:
    """The command as somebody at a keyboard runs it, who types a line whenever asked: how it ended, what it said."""
    keyboard, terminal = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "manage.py", "director", "dora"], cwd=PROJECT, stdin=terminal, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True, env=nothing_set() | {"DATA_DIR": str(folder)},
    ) as process:  # fmt: skip
        for line in typed:
            asked = b""
            while not asked.endswith(b": "):  # what is typed before it asks is thrown away
                asked += process.stderr.read(1) or pytest.fail(f"asked for nothing: {asked!r}")
            os.write(keyboard, f"{line}\n".encode())
        out, err = process.communicate(timeout=60)
    os.close(keyboard)
    os.close(terminal)
    return process.returncode, out.decode(), err.decode()


def test_at_a_terminal_the_password_is_asked_for_twice_and_must_be_good(begun: Path):
    assert "two different passwords" in at_a_terminal(begun, PASSWORD, NEW)[2]
    assert "too short" in at_a_terminal(begun, "short", "short")[2]
    assert at_a_terminal(begun, PASSWORD, PASSWORD)[:2] == (0, "There is an account “dora” now.\n")
    code = f"from games.models import Account as A; print(A.objects.get().check_password({PASSWORD!r}))"
    assert manage(begun, "shell", "--no-imports", "-c", code).stdout == "True\n"


# --- invitations -------------------------------------------------------------------------------------------------


@pytest.fixture
def token(director: Account) -> str:
    """An invitation to direct tournaments here."""
    return invite(by=Actor(account=director))[1]


def test_somebody_new_takes_up_an_invitation(token: str):
    account = accept_as_somebody_new(token=token, username=" emil ", password=PASSWORD, email="emil@example.org")
    assert (account.username, account.email, account.is_staff) == ("emil", "emil@example.org", True)
    assert account.check_password(PASSWORD)
    assert Invitation.objects.get().used_by == account
    assert log()[-2:] == ["account.made", "invitation.accepted"]


def test_an_invitation_to_a_tournament_makes_nobody_a_director_of_the_site():
    small = small_tournament()
    _, token = invite(by=Actor(account=small.account), tournament_id=small.tournament.pk, role=Role.SCORER)
    account = accept_as_somebody_new(token=token, username="emil", password=PASSWORD)
    assert not account.is_staff
    assert Staff.objects.get(account=account).role == Role.SCORER


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"username": "Dora"}, "username_taken"),
        ({"username": ""}, "username_malformed"),
        ({"password": "tichu"}, "password_weak"),
        ({"password": "emil emil emil", "username": "emilemilemil"}, "password_weak"),
        ({"email": "at home"}, "email_invalid"),
        ({"token": "guessed", "username": "Dora"}, "invitation_unknown"),
    ],
)
def test_what_is_refused_leaves_neither_account_nor_a_used_invitation(token: str, facts: dict[str, str], code: str):
    before = log()
    with pytest.raises(Refusal) as caught:
        accept_as_somebody_new(**{"token": token, "username": "emil", "password": PASSWORD} | facts)
    assert caught.value.code == code
    assert Account.objects.count() == 1
    assert log() == before
    assert accept_as_somebody_new(token=token, username="emil", password=PASSWORD).is_staff


def at_the_same_moment(acts: list[Callable[[], Account]]) -> list[str]:
    """What becomes of people who all act at once: their names, or why they are refused."""
    outcomes, barrier = [], threading.Barrier(len(acts))

    def run(act: Callable[[], Account]) -> None:
        connection.ensure_connection()
        barrier.wait()
        try:
            outcomes.append(act().username)
        except Refusal as refusal:
            outcomes.append(refusal.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes)


def coming_with(token: str, name: str) -> Callable[[], Account]:
    return lambda: accept_as_somebody_new(token=token, username=name, password=PASSWORD)


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_of_many_who_come_with_one_invitation_one_is_let_in(token: str):
    outcomes = at_the_same_moment([coming_with(token, f"emil{number}") for number in range(6)])
    assert outcomes[1:] == ["invitation_unknown"] * 5
    assert [name for name in Account.objects.values_list("username", flat=True) if name != "dora"] == outcomes[:1]


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_of_many_with_accounts_who_come_with_one_invitation_one_is_let_in(token: str):
    people = [Account.objects.create(username=f"emil{number}") for number in range(6)]
    acts = [partial(accept_invitation, token=token, account_id=person.pk) for person in people]
    assert at_the_same_moment(acts)[1:] == ["invitation_unknown"] * 5
    assert Account.objects.filter(username__startswith="emil", is_staff=True).count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_of_many_who_want_the_same_name_one_gets_it(director: Account):
    tokens = [invite(by=Actor(account=director))[1] for _ in range(4)]
    outcomes = at_the_same_moment([coming_with(token, "emil") for token in tokens])
    assert outcomes == ["emil", "username_taken", "username_taken", "username_taken"]
    assert Invitation.objects.filter(used_at__isnull=True).count() == 3


def new_account(token: str, /, **changes: str) -> dict[str, str]:
    filled_in = {"act": "new", "token": token, "username": "emil", "password": PASSWORD, "again": PASSWORD}
    return filled_in | changes


def test_the_page_makes_an_account_and_signs_in(client: Client, token: str):
    assert client.get("/invitation/").status_code == 200
    done = client.post("/invitation/", new_account(token), follow=True)
    assert done.redirect_chain == [("/", 302)]
    assert "You have accepted the invitation. You are signed in as emil." in text_of(done)
    assert who(client) == "emil"
    assert client.get("/checkup/").status_code == 200


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"token": "guessed"}, "This invitation is not valid"),
        ({"username": "dora"}, "There is somebody called “dora” already"),
        ({"password": "12345678901", "again": "12345678901"}, "Choose another password"),
        ({"again": NEW}, "two different passwords"),
        ({"username": ""}, "This field is required"),
        ({"username": "em\x00il"}, "Null characters"),
    ],
)
def test_what_the_page_refuses_it_says_beside_the_field(
    client: Client, token: str, changes: dict[str, str], words: str
):
    answer = client.post("/invitation/", new_account(token, **changes))
    assert answer.status_code == 422
    assert re.search(rf'class="field-error"[^>]*>[^<]*{words}', text_of(answer))
    assert PASSWORD not in text_of(answer)
    assert who(client) == ""
    assert Account.objects.count() == 1


def test_somebody_with_an_account_signs_in_and_accepts_at_once(client: Client, token: str, guest: Account):
    wrong = client.post(
        "/invitation/", {"act": "known", "token": token, "username": "gus", "password": "wrong"}, follow=True
    )
    assert wrong.status_code == 422
    assert who(client) == ""
    done = client.post(
        "/invitation/", {"act": "known", "token": token, "username": "gus", "password": PASSWORD}, follow=True
    )
    assert "signed in as gus" in text_of(done)
    guest.refresh_from_db()
    assert guest.is_staff


def test_the_right_password_with_a_wrong_invitation_signs_nobody_in(client: Client, guest: Account):
    facts = {"act": "known", "token": "guessed", "username": "gus", "password": PASSWORD}
    assert client.post("/invitation/", facts).status_code == 422
    assert who(client) == ""


def test_somebody_signed_in_only_accepts(client: Client, token: str, guest: Account):
    client.force_login(guest)
    page = text_of(client.get("/invitation/"))
    assert "Accept as gus" in page
    assert 'name="password"' not in page
    assert client.post("/invitation/", new_account(token)).status_code == 200, "that form is not for them"
    assert client.post("/invitation/", {"act": "accept", "token": token}).headers["Location"] == "/"
    guest.refresh_from_db()
    assert guest.is_staff


# --- forgotten passwords -----------------------------------------------------------------------------------------


@pytest.fixture
def reachable(director: Account) -> Account:
    """A director who has an address."""
    director.email = "dora@example.org"
    director.save()
    return director


def without_proof_of_origin(answer) -> tuple[int, str]:
    return answer.status_code, re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', "", text_of(answer))


def test_a_link_comes_by_mail_and_the_answer_tells_nobody_whether(client: Client, reachable: Account):
    answers = [
        without_proof_of_origin(client.post("/password/forgotten/", {"email": email}, follow=True))
        for email in ("DORA@example.org", "nobody@example.org")
    ]
    assert answers[0] == answers[1]
    assert "If an account has this address" in answers[0][1]
    work_off()
    assert [sent.to for sent in mail.outbox] == [["dora@example.org"]]
    link = path_in(mail.outbox[0].body)
    assert "http://testserver/password/new/" in mail.outbox[0].body
    assert "dora" in mail.outbox[0].body
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], {"new_password1": NEW, "new_password2": NEW})
    assert who(client) == "dora"
    reachable.refresh_from_db()
    assert reachable.check_password(NEW)
    assert log()[-2:] == ["password_mail.sent", "password.chosen"]


def test_the_page_answers_as_quickly_for_both_for_it_sends_nothing_itself(client: Client, reachable: Account):
    client.post("/password/forgotten/", {"email": "dora@example.org"})
    assert mail.outbox == []
    assert Job.objects.get().arguments == {"account": reachable.pk, "root": "http://testserver/", "language": "en"}


def test_asking_again_and_again_fills_nobodys_letter_box(client: Client, reachable: Account):
    for _ in range(20):
        client.post("/password/forgotten/", {"email": "dora@example.org"})
        work_off()
    assert len(mail.outbox) == 1
    Job.objects.update(asked_at=timezone.now() - NOT_AGAIN_WITHIN)
    client.post("/password/forgotten/", {"email": "dora@example.org"})
    work_off()
    assert len(mail.outbox) == 2


def test_somebody_deactivated_gets_no_mail(client: Client, reachable: Account):
    client.post("/password/forgotten/", {"email": "dora@example.org"})
    reachable.is_active = False
    reachable.save()
    work_off()
    Job.objects.all().delete()
    client.post("/password/forgotten/", {"email": "dora@example.org"})
    work_off()
    assert mail.outbox == []


def test_accounts_without_an_address_are_not_found_by_an_empty_one(client: Client, director: Account):
    assert client.post("/password/forgotten/", {"email": " "}).status_code == 422
    assert not Job.objects.exists()


def test_a_mail_server_that_is_away_costs_a_delay(client: Client, reachable: Account, settings, caplog):
    backend = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "django.core.mail.backends.smtp.EmailBackend", "127.0.0.1"
    settings.EMAIL_PORT = free_port()
    client.post("/password/forgotten/", {"email": "dora@example.org"})
    work_off()
    assert Job.objects.get().finished_at is None
    settings.EMAIL_BACKEND = backend
    Job.objects.update(due_at=timezone.now())
    work_off()
    assert len(mail.outbox) == 1


def test_a_link_is_worth_nothing_after_an_hour(client: Client, reachable: Account, monkeypatch):
    link = password_link(reachable, root="")
    assert "Use this password" in text_of(client.get(link, follow=True))
    now = default_token_generator._now
    monkeypatch.setattr(default_token_generator, "_now", lambda: now() + timedelta(minutes=61))
    assert "no longer valid" in text_of(Client().get(link, follow=True))


def test_a_link_is_worth_nothing_to_somebody_deactivated_meanwhile(client: Client, reachable: Account):
    link = password_link(reachable, root="")
    reachable.is_active = False
    reachable.save()
    assert "no longer valid" in text_of(client.get(link, follow=True))


def test_a_bad_new_password_is_refused_beside_the_field(client: Client, reachable: Account):
    form = client.get(password_link(reachable, root=""), follow=True)
    answer = client.post(form.request["PATH_INFO"], {"new_password1": "short", "new_password2": "short"})
    assert re.search(r'class="field-error"[^>]*>[^<]*too short', text_of(answer))
    assert who(client) == ""


def test_no_log_line_holds_the_link(client: Client, reachable: Account, caplog):
    link = password_link(reachable, root="")
    token = link.split("/")[-2]
    with caplog.at_level(logging.DEBUG):
        client.get(link)
        client.post(link, {"new_password1": "x"})
    assert "/password/new/" in caplog.text
    assert token not in caplog.text
    assert token not in str([record.__dict__ for record in caplog.records])


def test_mail_is_printed_until_a_server_is_named(tmp_path: Path):
    def email_settings(**environment: str) -> list[object]:
        code = (
            "import json; from django.conf import settings as s; print(json.dumps([s.EMAIL_BACKEND.split('.')[-2],"
            " s.EMAIL_HOST, s.EMAIL_PORT, s.EMAIL_USE_TLS, s.EMAIL_HOST_USER, s.DEFAULT_FROM_EMAIL]))"
        )
        return json.loads(manage(tmp_path, "shell", "--no-imports", "-c", code, **environment).stdout)

    assert email_settings()[0] == "console"
    assert email_settings(EMAIL_URL="smtp+tls://club:pass@mail.example.org:587", EMAIL_FROM="club@example.org") == [
        "smtp", "mail.example.org", 587, True, "club", "club@example.org",
    ]  # fmt: skip


# --- another password --------------------------------------------------------------------------------------------


def test_who_is_signed_in_changes_the_password_and_is_signed_out_elsewhere(client: Client, director: Account):
    assert client.get("/password/").headers["Location"] == "/sign-in/?next=/password/"
    elsewhere = Client()
    for each in (client, elsewhere):
        each.force_login(director)
    wrong = client.post("/password/", {"old_password": "wrong", "new_password1": NEW, "new_password2": NEW})
    assert re.search(r'class="field-error"[^>]*>[^<]*incorrectly', text_of(wrong))
    done = client.post(
        "/password/", {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}, follow=True
    )
    assert "Your new password is set." in text_of(done)
    assert client.get("/checkup/").status_code == 200
    assert elsewhere.get("/checkup/").headers["Location"] == "/sign-in/?next=/checkup/"
    assert log() == ["password.chosen"]
