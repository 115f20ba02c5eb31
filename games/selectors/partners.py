"""Pairs that were made of singles and can be taken apart again."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.choices import Entry
from games.models import Member, Team, Tournament
from games.selectors.moment import one_moment
from games.selectors.tournaments import log_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Union:
    """Two entries that became one: `team` stayed, `joined` was cancelled. `before` is what it took to unite them."""

    team: int
    joined: int
    before: Mapping[str, Any]


@one_moment()
def unions_of(tournament: Tournament) -> dict[int, Union]:
    """By the team that stayed: the last union that still stands as it was made. Three queries, or one."""
    lines = list(log_of(tournament, what="teams.paired"))
    if not lines:
        return {}
    members: defaultdict[int, list[int]] = defaultdict(list)
    seated = Member.objects.filter(tournament=tournament).order_by("team", "position")
    for team, player in seated.values_list("team", "player"):
        members[team].append(player)
    entries = dict(Team.objects.filter(tournament=tournament).values_list("pk", "entry"))
    found: dict[int, Union] = {}
    for line in lines:
        for (one, other), before in zip(line.facts["pairs"], line.facts.get("before", ()), strict=False):
            whole = entries.get(one) != Entry.CANCELLED and members[one] == before["members"] + before["joining"]
            if whole and entries.get(other) == Entry.CANCELLED and not members[other]:
                found.setdefault(one, Union(team=one, joined=other, before=before))
    return found
