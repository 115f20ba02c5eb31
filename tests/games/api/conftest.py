"""What tests of the API share: they ask more often than anybody may."""

import pytest
from pytest_django import Settings

from tests.games.api.world import World, made


@pytest.fixture(autouse=True)
def no_limits(settings: Settings) -> None:
    settings.API_WRITES_PER_MINUTE = dict.fromkeys(("account", "link", "anonymous"), 10**9)
    settings.API_READS_PER_MINUTE = 10**9


@pytest.fixture
def world(db: None) -> World:
    return made()
