"""Under which addresses phones in the same network reach this machine."""

import ipaddress
import socket


def is_loopback(host: str) -> bool:
    """Whether only this machine itself can connect to a server that listens on this host."""
    address = _parsed(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def is_every_address(host: str) -> bool:
    """Whether a server that listens on this host listens on all addresses of this machine."""
    address = _parsed(host)
    return address is not None and address.is_unspecified


def reachable_addresses(host: str) -> list[str]:
    """What to type on a phone: the host itself, or all of this machine's addresses when it listens on all."""
    if not is_every_address(host):
        return [host]
    found = [_address_towards_the_network(), *_addresses_of_the_host_name()]
    return [a for a in dict.fromkeys(found) if a and not ipaddress.ip_address(a).is_loopback]


def _parsed(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _address_towards_the_network() -> str:
    """The address this machine would send from. Connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation: nobody is there
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _addresses_of_the_host_name() -> list[str]:
    try:
        entries = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(entry[4][0]) for entry in entries]
