"""A team comes in by its link, or whoever sits at a table by the one on its card; or by the short code beside it."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.actor import Actor
from games.events import emit
from games.models import AccessLink, CodeAttempt, Team, Tournament
from games.models.access import still_valid
from games.services.locking import directed, locked
from games.services.secrecy import checked_expiry, hash_of_secret
from rules.refusal import Refusal

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""What cannot be mistaken for one another when it is read out."""
CODE_LENGTH = 8
ATTEMPTS, WITHIN = 30, timedelta(minutes=10)
"""So many wrong short codes in a tournament within this time, from anywhere; then nobody may try for a while."""
ATTEMPTS_FROM_ONE = 8
"""And so many from one place."""
MOST_TABLES = 9_999


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLink:
    """What is told once: the token of the link, and the short code for where scanning fails."""

    link: AccessLink
    token: str
    code: str


@transaction.atomic
def make_link(*, by: Actor, team_id: int, expires_at: datetime | None = None) -> NewLink:
    """A new link for a team; an earlier one is no longer valid."""
    team = known_team(team_id)
    tournament = directed(by, team.tournament_id, even_finished=True)
    return new_link(by, tournament, {"team": team.number}, expires_at, team=team)


@transaction.atomic
def make_table_link(*, by: Actor, tournament_id: int, table_number: int, expires_at: datetime | None = None) -> NewLink:
    """A new link for the card of a table; an earlier one is no longer valid."""
    if not 1 <= table_number <= MOST_TABLES:
        raise Refusal("table_number", field="table_number", value=table_number, minimum=1, maximum=MOST_TABLES)
    tournament = directed(by, tournament_id, even_finished=True)
    return new_link(by, tournament, {"table_number": table_number}, expires_at, table_number=table_number)


def new_link(
    by: Actor, tournament: Tournament, facts: dict[str, int], expires_at: datetime | None, **whose: Any
) -> NewLink:
    """A link for whom it is meant, instead of the one they had."""
    now = timezone.now()
    AccessLink.objects.filter(tournament=tournament, revoked_at__isnull=True, **whose).update(revoked_at=now)
    token, code = secrets.token_urlsafe(24), "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    link = AccessLink.objects.create(
        tournament=tournament,
        token_hash=hash_of_secret(token),
        code_hash=hash_of_secret(f"{tournament.pk} {code}"),
        made_at=now,
        expires_at=checked_expiry(expires_at, now=now),
        **whose,
    )
    emit("link.made", by=by, tournament=tournament, facts=facts | {"link": link.pk})
    return NewLink(link=link, token=token, code=code)


@transaction.atomic
def revoke_link(*, by: Actor, team_id: int) -> None:
    """Whoever has the team's link comes in no more."""
    team = known_team(team_id)
    tournament = directed(by, team.tournament_id, even_finished=True)
    revoke(by, tournament, {"team": team.number}, team=team)


@transaction.atomic
def revoke_table_link(*, by: Actor, tournament_id: int, table_number: int) -> None:
    """Whoever has the link of this table's card comes in no more."""
    tournament = directed(by, tournament_id, even_finished=True)
    revoke(by, tournament, {"table_number": table_number}, table_number=table_number)


def revoke(by: Actor, tournament: Tournament, facts: dict[str, int], **whose: Any) -> None:
    valid = AccessLink.objects.filter(tournament=tournament, revoked_at__isnull=True, **whose)
    gone = valid.update(revoked_at=timezone.now())
    emit("link.revoked", by=by, tournament=tournament, facts=facts | {"links": gone})


def known_team(team_id: int) -> Team:
    team = Team.objects.filter(pk=team_id).first()
    if team is None:
        raise Refusal("team_unknown", field="team", value=str(team_id))
    return team


def enter_by_token(*, token: str) -> Actor:
    """Who comes with this token."""
    link = AccessLink.objects.filter(still_valid(timezone.now()), token_hash=hash_of_secret(token)).first()
    if link is None:
        raise Refusal("link_unknown", field="token")
    return Actor(link=link)


def enter_again(*, link_id: int) -> Actor:
    """Who came by this link before; nobody in particular if it is no longer valid."""
    return Actor(link=AccessLink.objects.filter(still_valid(timezone.now()), pk=link_id).first())


def enter_by_code(*, tournament_id: int, code: str, source: str) -> Actor:
    """Who comes with this short code. Wrong ones are counted in the database, so that trying does not pay."""
    refused = _try_code(tournament_id, code, hash_of_secret(source))
    if isinstance(refused, Refusal):
        raise refused  # after the commit: the attempt must stay counted
    return refused


@transaction.atomic
def _try_code(tournament_id: int, code: str, source: str) -> Actor | Refusal:
    tournament = locked(tournament_id)
    now = timezone.now()
    wrong = CodeAttempt.objects.filter(tournament=tournament, right=False, at__gt=now - WITHIN)
    if wrong.count() >= ATTEMPTS or wrong.filter(source=source).count() >= ATTEMPTS_FROM_ONE:
        return Refusal("code_too_often", field="code", minutes=int(WITHIN.total_seconds() // 60))
    typed = code.upper().replace(" ", "").replace("-", "")
    known = hash_of_secret(f"{tournament.pk} {typed}")
    link = AccessLink.objects.filter(still_valid(now), tournament=tournament, code_hash=known).first()
    CodeAttempt.objects.create(tournament=tournament, source=source, at=now, right=link is not None)
    return Actor(link=link) if link else Refusal("code_unknown", field="code")
