"""Which addresses a phone in the same network can use."""

import ipaddress

import pytest

from games.management.addresses import is_loopback, reachable_addresses


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.8.8.8", "::1"])
def test_these_are_for_this_machine_alone(host: str):
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.20", "laptop.local"])
def test_these_are_for_others_too(host: str):
    assert not is_loopback(host)


def test_a_named_address_is_taken_as_it_is():
    assert reachable_addresses("192.168.1.20") == ["192.168.1.20"]
    assert reachable_addresses("laptop.local") == ["laptop.local"]


def test_listening_on_all_gives_addresses_that_others_can_reach():
    for address in reachable_addresses("0.0.0.0"):
        assert not ipaddress.ip_address(address).is_loopback
        assert not ipaddress.ip_address(address).is_unspecified
