"""What every answer carries to keep its reader safe."""

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from games.models import Account
from games.views.embedding import embeddable

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/sign-in/", "/nowhere/", "/healthz"])
def test_every_answer_has_the_safe_headers(client: Client, path: str):
    headers = client.get(path).headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";"))
    assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")
    assert (policy["frame-ancestors"], policy["base-uri"], policy["form-action"]) == ("'none'", "'none'", "'self'")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_meant_to_be_embedded_may_be(client: Client, settings):
    settings.ROOT_URLCONF = "tests.tichu_tournament.test_safety"
    headers = client.get("/embedded/").headers
    assert "X-Frame-Options" not in headers
    assert "frame-ancestors *" in headers["Content-Security-Policy"]
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_passwords_are_kept_with_argon2(real_hashing: None, director: Account):
    assert identify_hasher(director.password).algorithm == "argon2"


def test_a_stranger_host_is_refused_with_a_page(client: Client):
    answer = client.get("/", headers={"Host": "evil.example.org"})
    assert answer.status_code == 400


def test_a_form_without_its_token_is_refused_with_a_page(director: Account):
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/sign-in/", {"username": "dora", "password": "x"})
    assert answer.status_code == 403
    assert "gone stale" in answer.content.decode()


urlpatterns = [path("embedded/", embeddable(lambda request: HttpResponse("standings")))]
