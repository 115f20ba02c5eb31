"""Questions about the log."""

from games.events import chain_of, hash_of
from games.models import LogHead, LogLine, Tournament


def first_broken_line(tournament: Tournament | None) -> int | None:
    """The number of the first line that is not what it was, or is missing; None if the chain is whole. Two queries."""
    chain = chain_of(tournament)
    previous, number = "", 0
    for line in LogLine.objects.filter(chain=chain).order_by("number"):
        number += 1
        if line.number != number or line.previous != previous or line.hash != hash_of(line):
            return number
        previous = line.hash
    head = LogHead.objects.filter(chain=chain).first()
    whole = head is not None and (head.length, head.hash) == (number, previous)
    return None if whole or (head is None and number == 0) else number + 1
