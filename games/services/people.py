"""People who play: making them known, correcting what is known of them, one record out of two of the same person."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from games.actor import Actor
from games.choices import Entry, Scope
from games.events import emit
from games.models import Member, Player, Substitute, Tournament
from games.permissions import may_direct
from games.selectors.teams import tournaments_of_player, tournaments_taking_part
from games.services.locking import locked
from games.services.texts import checked_text
from rules.refusal import Refusal

LONGEST = {"name": 120, "shown_name": 60, "club": 80, "email": 254}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is not known here yet. Without a shown name it is made from the name."""

    name: str
    shown_name: str = ""
    club: str = ""
    email: str = ""


Who = int | Person
"""A player by id, or somebody new."""


# --- making ------------------------------------------------------------------------------------------------------


def players_of(people: Sequence[Who], *, field: str = "members", consent_at: datetime | None = None) -> list[Player]:
    """The players of these ids, locked, and new ones for those who are not known yet, in the same order."""
    ids = [who for who in people if not isinstance(who, Person)]
    known = {player.pk: player for player in Player.objects.select_for_update().filter(pk__in=ids).order_by("pk")}
    for player_id in ids:
        if player_id not in known:
            raise Refusal("player_unknown", field=field, value=player_id)
        if known[player_id].merged_into_id is not None:
            raise Refusal("player_merged", field=field, value=player_id, kept=known[player_id].merged_into_id)
    return [make_player(who, consent_at) if isinstance(who, Person) else known[who] for who in people]


def make_player(person: Person, consent_at: datetime | None) -> Player:
    """A new player. Whoever agreed to it is shown by name; of others the last name is only hinted at."""
    name = needed_text(person.name, "name")
    shown = tidy(person.shown_name, "shown_name") or (name[: LONGEST["shown_name"]] if consent_at else short_name(name))
    return Player.objects.create(
        name=name,
        shown_name=shown,
        club=tidy(person.club, "club"),
        email=checked_email(person.email),
        consent_at=consent_at,
    )


def short_name(name: str) -> str:
    """Anna Maria Weber is shown as Anna W., Anna as Anna."""
    first, *others = name.split()
    return f"{first[:55]} {others[-1][0]}." if others else first[:60]


def tidy(text: str, field: str) -> str:
    """The text as it is kept: readable characters, single spaces, not too long."""
    return checked_text(field, text, most=LONGEST[field], needed=False)


def needed_text(text: str, field: str) -> str:
    return checked_text(field, text, most=LONGEST[field])


def checked_email(text: str) -> str:
    clean = tidy(text, "email")
    try:
        if clean:
            validate_email(clean)
    except ValidationError:
        raise Refusal("email_invalid", field="email", value=clean) from None
    return clean


# --- correcting --------------------------------------------------------------------------------------------------


@transaction.atomic
def edit_player(
    *,
    by: Actor,
    player_id: int,
    name: str | None = None,
    shown_name: str | None = None,
    club: str | None = None,
    email: str | None = None,
) -> Player:
    """Correct what is known of somebody. As it shows in every tournament of this person, it takes a director of all
    of them, or the site's owner. None leaves a field as it is."""
    tournaments = all_locked(tournaments_of_player(player_id))
    check_directs_all(by, tournaments, player_id)
    (player,) = players_of([player_id], field="player")
    wanted = {
        "name": None if name is None else needed_text(name, "name"),
        "shown_name": None if shown_name is None else needed_text(shown_name, "shown_name"),
        "club": None if club is None else tidy(club, "club"),
        "email": None if email is None else checked_email(email),
    }
    changed = [field for field, value in wanted.items() if value is not None and value != getattr(player, field)]
    if not changed:
        return player
    for field in changed:
        setattr(player, field, wanted[field])
    player.save(update_fields=changed)
    say_everywhere("player.edited", by, tournaments, {"player": player.pk, "fields": changed})
    return player


# --- merging -----------------------------------------------------------------------------------------------------


@transaction.atomic
def merge_players(*, by: Actor, kept_id: int, other_id: int) -> Player:
    """Two records are of one person: all entries and substitutions go to the kept one, and the other points to it.

    It takes a director of every tournament of both, or the site's owner. Refused where both take part in the same
    tournament; an entry that was cancelled is no obstacle. What the kept one lacks is taken from the other.
    """
    tournaments = all_locked(tournaments_of_player(kept_id) | tournaments_of_player(other_id))
    check_directs_all(by, tournaments, kept_id, other_id)
    if kept_id == other_id:
        raise Refusal("player_same", field="other", value=other_id)
    kept, other = players_of([kept_id, other_id], field="other")
    check_nobody_came_in_between(tournaments, kept_id, other_id)
    both = tournaments_taking_part(kept_id) & tournaments_taking_part(other_id)
    if both:
        raise Refusal("players_in_one_tournament", field="other", tournaments=sorted(both))
    move_entries(kept, other)
    take_over(kept, other)
    say_everywhere("player.merged", by, tournaments, {"kept": kept.pk, "other": other.pk})
    return kept


def move_entries(kept: Player, other: Player) -> None:
    """Everything the other one did becomes the kept one's. Where both are entered one entry was cancelled: that
    membership is given up."""
    twice = Member.objects.filter(player=other, tournament__members__player=kept)
    for tournament_id in list(twice.values_list("tournament_id", flat=True)):
        entries = Member.objects.filter(tournament=tournament_id, player__in=[kept, other])
        cancelled = entries.filter(team__entry=Entry.CANCELLED)
        min(cancelled, key=lambda each: each.player_id == kept.pk).delete()
    Member.objects.filter(player=other).update(player=kept)
    Substitute.objects.filter(member=other).update(member=kept)
    Substitute.objects.filter(substitute=other).update(substitute=kept)
    Player.objects.filter(merged_into=other).update(merged_into=kept)


def take_over(kept: Player, other: Player) -> None:
    """The kept one's own words stay; gaps are filled from the other."""
    account = other.account_id
    if account is not None and kept.account_id is not None:
        raise Refusal("players_two_accounts", field="other")
    other.merged_into, other.account = kept, None
    other.save(update_fields=["merged_into", "account"])
    kept.account_id = kept.account_id or account
    kept.club, kept.email = kept.club or other.club, kept.email or other.email
    kept.consent_at = kept.consent_at or other.consent_at
    kept.save(update_fields=["account", "club", "email", "consent_at"])


def check_nobody_came_in_between(tournaments: Iterable[Tournament], *player_ids: int) -> None:
    """Whoever enters a player locks it, as we do: what is not locked now was entered a moment ago."""
    ours = {tournament.pk for tournament in tournaments}
    if any(tournaments_of_player(player_id) - ours for player_id in player_ids):
        raise Refusal("players_just_entered", field="other")


# --- what both need ----------------------------------------------------------------------------------------------


def all_locked(tournament_ids: Iterable[int]) -> list[Tournament]:
    """In one order for everybody, so that nobody waits for each other."""
    return [locked(tournament_id) for tournament_id in sorted(tournament_ids)]


def check_directs_all(by: Actor, tournaments: Iterable[Tournament], *player_ids: int) -> None:
    """A director needs to direct every tournament concerned, and everybody concerned must be in one of them: so a
    player of others and one that does not exist are refused alike."""
    if owns_the_site(by):
        return
    if not all(may_direct(by, tournament) for tournament in tournaments):
        raise Refusal("not_allowed")
    if not all(tournaments_of_player(player_id) for player_id in player_ids):
        raise Refusal("not_allowed")


def owns_the_site(by: Actor) -> bool:
    account = by.account
    return account is not None and account.is_active and account.is_superuser and by.scope is Scope.WRITE


def say_everywhere(what: str, by: Actor, tournaments: Sequence[Tournament], facts: dict[str, object]) -> None:
    """One line in the log of every tournament whose pages change; of somebody in none, one in the site's."""
    for tournament in tournaments:
        emit(what, by=by, tournament=tournament, facts=facts)
    if not tournaments:
        emit(what, topic="players", by=by, facts=facts)
