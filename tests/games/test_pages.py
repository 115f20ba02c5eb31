"""What people see: the start page, sign-in, the check-up, and the pages for when something is wrong."""

import pytest
from django.test import Client

from games.models import Account, Job
from tests.programs import PASSWORD

pytestmark = pytest.mark.django_db


def text_of(answer) -> str:
    return answer.content.decode()


def test_the_start_page_works(client: Client):
    answer = client.get("/")
    assert answer.status_code == 200
    assert "<h1" in text_of(answer)
    assert 'href="/sign-in/"' in text_of(answer)


def test_the_start_page_asks_little_of_the_database(client: Client, django_assert_num_queries):
    with django_assert_num_queries(4):
        client.get("/")


def test_a_director_signs_in_and_is_led_to_the_check_up(client: Client, director: Account):
    answer = client.post("/sign-in/", {"username": "dora", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert 'href="/checkup/"' in text_of(answer)
    assert "dora" in text_of(answer)


def test_a_wrong_password_is_answered_beside_the_form_and_keeps_the_name(client: Client, director: Account):
    answer = client.post("/sign-in/", {"username": "dora", "password": "wrong"})
    assert answer.status_code == 200
    assert 'value="dora"' in text_of(answer)
    assert 'role="alert"' in text_of(answer)
    assert "_auth_user_id" not in client.session


def test_signing_in_never_leads_to_another_site(client: Client, director: Account):
    answer = client.post("/sign-in/?next=https://evil.example.org/", {"username": "dora", "password": PASSWORD})
    assert answer.headers["Location"] == "/"


def test_signing_out_takes_a_post(client: Client, director: Account):
    client.force_login(director)
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").headers["Location"] == "/"
    assert "_auth_user_id" not in client.session


def test_the_language_switch_stays(client: Client):
    assert 'lang="en"' in text_of(client.get("/"))
    answer = client.post("/language/", {"language": "de", "next": "/sign-in/"})
    assert answer.headers["Location"] == "/sign-in/"
    assert 'lang="de"' in text_of(client.get("/sign-in/"))
    assert "Anmelden" in text_of(client.get("/sign-in/"))


def test_the_browsers_language_is_heard(client: Client):
    assert 'lang="de"' in text_of(client.get("/", headers={"Accept-Language": "de-CH,de;q=0.9,en;q=0.5"}))
    assert 'lang="en"' in text_of(client.get("/", headers={"Accept-Language": "fr"}))


def test_the_check_up_is_for_staff(client: Client, guest: Account, director: Account):
    assert client.get("/checkup/").headers["Location"] == "/sign-in/?next=/checkup/"
    client.force_login(guest)
    for answer in (client.get("/checkup/"), client.get("/checkup/findings/"), client.post("/checkup/ask/")):
        assert answer.status_code == 403
        assert "may not do this" in text_of(answer)
    assert not Job.objects.exists()
    client.force_login(director)
    assert client.get("/checkup/").status_code == 200


def test_somebody_whose_sign_in_ran_out_is_led_back_to_where_they_were(client: Client):
    assert client.post("/checkup/ask/").headers["Location"] == "/sign-in/?next=/"
    asked = client.get(
        "/checkup/findings/", headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/checkup/"}
    )
    assert asked.headers["HX-Redirect"] == "/sign-in/?next=/checkup/"
    assert asked.content == b""


def test_asking_the_worker_makes_a_job_with_and_without_scripts(client: Client, director: Account):
    client.force_login(director)
    assert client.get("/checkup/ask/").status_code == 405
    assert client.post("/checkup/ask/").headers["Location"] == "/checkup/"
    fragment = client.post("/checkup/ask/", headers={"HX-Request": "true"})
    assert fragment.status_code == 200
    assert "<html" not in text_of(fragment)
    assert Job.objects.get().asked_by == director


def test_the_check_up_costs_a_known_number_of_queries(client: Client, director: Account, django_assert_max_num_queries):
    client.force_login(director)
    with django_assert_max_num_queries(8):
        client.get("/checkup/")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_page_that_is_not_there_says_so_and_leads_home(client: Client, language: str):
    answer = client.get("/nowhere/", headers={"Accept-Language": language})
    assert answer.status_code == 404
    assert f'lang="{language}"' in text_of(answer)
    assert 'href="/"' in text_of(answer)


def test_the_pages_for_mistakes_ask_nothing_of_the_database(client: Client, director, django_assert_num_queries):
    """Django renders them in threads whose connections nobody closes, and they must work when the database is away."""
    client.force_login(director)
    with django_assert_num_queries(0):
        assert client.get("/nowhere/").status_code == 404
        assert client.get("/", headers={"Host": "evil.example.org"}).status_code == 400


def test_our_own_fault_has_a_page_with_the_requests_id(client: Client, director: Account, monkeypatch):
    def break_down(**_: object) -> None:
        raise RuntimeError("something nobody thought of")

    client.raise_request_exception = False
    client.force_login(director)
    monkeypatch.setattr("games.views.director.health", break_down)
    answer = client.get("/checkup/")
    assert answer.status_code == 500
    assert answer.headers["X-Request-ID"] in text_of(answer)
    assert "something nobody thought of" not in text_of(answer)
