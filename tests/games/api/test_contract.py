"""The schema keeps its word: whatever it allows is answered as it says, and nothing that it forbids is accepted."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig

from games.models import Tournament
from tests.games.api.world import World
from tests.length import at_length

pytestmark = pytest.mark.django_db

TAGS = ("tournaments", "rounds", "tables", "entrants", "players", "access", "helpers")
EXAMPLES = at_length(100, usually=8)
"""For each operation and each kind of visitor."""
ONE_TOURNAMENT = "GET /api/v1/tournaments/{tournament}/"
VISITORS = ("director", "player", "nobody")


@pytest.fixture(scope="session")
def schema() -> Any:
    load_all_checks()
    plain = SchemaGenerator().get_schema(request=None, public=True)
    # A sheet that the schema allows can still be one that no game has.
    refusals = ["2xx", "401", "403", "404", "409", "412", "422"]
    config = SchemathesisConfig.from_dict({"checks": {"positive_data_acceptance": {"expected-statuses": refusals}}})
    loaded = schemathesis.openapi.from_dict(plain, config=config)
    loaded.app = get_wsgi_application()
    return loaded


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """A server gives its connection back after each request; here the test needs it, to take back what was done."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def operations(schema: Any, tag: str) -> Iterator[Any]:
    for found in schema.get_all_operations():
        operation = found.ok()
        if tag in operation.tags:
            yield operation


def fault_of(operation: Any, world: World, visitor: str) -> str:
    try:
        asked(operation, world, visitor)
    except (Exception, BaseExceptionGroup) as fault:
        return str(fault)
    return ""


def cases(operation: Any) -> st.SearchStrategy[Any]:
    """What the schema allows; and where there is something to get wrong, what it does not."""
    right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    if operation.body or operation.query:
        return st.one_of(right, operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    return right


def asked(operation: Any, world: World, visitor: str) -> None:
    """Ask what the schema allows and what it does not, of things that are there and of others."""
    header = world.visitors[visitor].header
    real = {name: value for name, value in world.ids.items() if name in {p.name for p in operation.path_parameters}}

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=cases(operation), there=st.booleans())
    def ask(case: Any, there: bool) -> None:
        if there and case.path_parameters:
            case.path_parameters |= real
        with transaction.atomic():
            case.call_and_validate(headers={"Authorization": header} if header else {})
            transaction.set_rollback(True)

    ask()


@pytest.mark.parametrize("visitor", VISITORS)
@pytest.mark.parametrize("tag", TAGS)
def test_every_operation_answers_as_the_schema_says(schema: Any, world: World, tag: str, visitor: str):
    Tournament.objects.update(visibility="public")
    found = list(operations(schema, tag))
    assert found
    assert {each.label: fault for each in found if (fault := fault_of(each, world, visitor))} == {}


def test_a_fault_of_ours_would_be_found(schema: Any, world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.api.tournaments.tournament_seen_by", lambda actor, tournament: 1 // 0)
    operation = next(each for each in operations(schema, "tournaments") if each.label == ONE_TOURNAMENT)
    assert "Server error" in fault_of(operation, world, "director")
