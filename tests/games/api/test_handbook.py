"""The page for people who write programs, and how they get their first token."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from games.models import Account
from tests.games.api.driving import Api


@pytest.mark.django_db
def test_every_operation_is_described(client: Client):
    page = client.get("/api/").content.decode()
    schema = SchemaGenerator().get_schema(request=None, public=True)
    names = [plain["operationId"] for methods in schema["paths"].values() for plain in methods.values()]
    assert len(names) > 90
    assert [name for name in names if f'id="{name}"' not in page] == []


@pytest.mark.django_db
def test_the_schema_is_there_for_machines(client: Client):
    answer = client.get("/api/v1/schema/?format=json")
    assert (answer.status_code, answer.json()["info"]["title"]) == (200, "Tichu Tournament")
    assert {"token", "link", "session"} == set(answer.json()["components"]["securitySchemes"])


@pytest.mark.django_db
def test_the_first_token_comes_from_a_command(director: Account, capsys: pytest.CaptureFixture[str]):
    call_command("token", "dora", "clock")
    reader = Api(f"Bearer {capsys.readouterr().out.strip()}")
    assert (reader.get("me/")["username"], reader.get("me/")["writes"]) == ("dora", False)
    call_command("token", "dora", "clock", "--write")
    assert Api(f"Bearer {capsys.readouterr().out.strip()}").get("me/")["writes"] is True
    with pytest.raises(CommandError, match="no such account"):
        call_command("token", "nobody", "clock")
