"""Certificates: who, which place, where and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.exchange.stages import stage_name
from games.models import Tournament
from games.selectors.printing import RankedTeam, StandingsPrinted


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """One page to hand over, to people by their full names. `team` is empty where these say it all."""

    heading: str
    rank: str
    people: tuple[str, ...]
    team: str
    tournament: str
    stage: str
    when_and_where: str
    signed: str


def certificates(
    found: StandingsPrinted, names: Mapping[str, tuple[str, ...]], upto: int | None
) -> list[Certificate]:  # fmt: skip
    """For everybody who has a place, or for those up to a place; equals share one. The first comes first, in groups
    one group after the other."""
    stage = "" if found.final else stage_name(found.regulations, found.stage.key)
    when_and_where = ", ".join(filter(None, (found.tournament.place, date_of(found.tournament))))
    made = []
    for group, rows in found.tables:
        where = " · ".join(filter(None, (stage, _("Group %(name)s") % {"name": group} if group else "")))
        for row in rows:
            if row.rank is not None and (upto is None or row.rank <= upto):
                made.append(certificate(row, names.get(row.number, ()), found.tournament, where, when_and_where))
    return made


def certificate(
    row: RankedTeam, people: tuple[str, ...], tournament: Tournament, stage: str, when_and_where: str
) -> Certificate:  # fmt: skip
    own_name = bool(row.members) and any(member not in row.name for member in row.members)
    return Certificate(
        heading=_("Certificate"),
        rank=_("Place %(rank)s") % {"rank": row.rank},
        people=people or (row.name,),
        team=row.name if own_name else "",
        tournament=tournament.name,
        stage=stage,
        when_and_where=when_and_where,
        signed=_("The director"),
    )


def date_of(tournament: Tournament) -> str:
    """The day on which it was played, where it was played; empty if nobody has said so."""
    when = tournament.starts_at or tournament.finished_at
    return date_format(when.astimezone(ZoneInfo(tournament.time_zone)), "DATE_FORMAT") if when else ""
