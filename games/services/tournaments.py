"""Setting up: a tournament from a preset, its regulations until play starts, its staff."""

import secrets
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Any
from zoneinfo import available_timezones

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from games.actor import Actor
from games.choices import Language, Role, RoundState, State, Visibility
from games.events import emit
from games.models import Account, Round, Staff, Stage, Tournament
from games.permissions import may_direct, may_set_up_tournaments
from games.selectors.records import record_of
from games.services.locking import directed, locked
from games.services.places import settle_places
from games.services.texts import checked_text
from rules.refusal import Refusal
from scoring.presets import PRESETS
from scoring.regulations import Regulations, regulations_from_json, regulations_to_json
from scoring.standings import standings

LONGEST_NAME, LONGEST_REASON, MOST_ENTRANTS = 120, 200, 10_000
IN_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe"})
"""How an address spells what it has no letters for."""


def one_of(field: str, kind: type[StrEnum], value: str) -> str:
    if value not in list(kind):
        raise Refusal("plain_choice", field=field, value=str(value), allowed=[each.value for each in kind])
    return kind(value).value


def a_time_zone(value: str) -> str:
    if value not in available_timezones():
        raise Refusal("time_zone_unknown", field="time_zone", value=str(value)[:60])
    return value


def a_limit(value: int | None) -> int | None:
    if value is not None and not 2 <= value <= MOST_ENTRANTS:
        raise Refusal("number_range", field="entrants_limit", value=value, minimum=2, maximum=MOST_ENTRANTS)
    return value


EDITABLE: dict[str, Callable[[Any], Any]] = {
    "name": lambda value: checked_text("name", value, most=LONGEST_NAME),
    "place": lambda value: checked_text("place", value, most=LONGEST_NAME, needed=False),
    "visibility": lambda value: one_of("visibility", Visibility, value),
    "language": lambda value: one_of("language", Language, value),
    "time_zone": a_time_zone,
    "starts_at": lambda value: value,
    "entrants_limit": a_limit,
    "registration_open": bool,
}
"""What a director can change at any time, and what it must be."""


@transaction.atomic
def create_tournament(
    *, by: Actor, name: str, preset: str, regulations: dict[str, Any] | None = None, **details: Any
) -> Tournament:
    """A new tournament from a preset, or from whole regulations; whoever makes it directs it."""
    if by.account is None or not may_set_up_tournaments(by):
        raise Refusal("not_allowed")
    if preset not in PRESETS:
        raise Refusal("preset_unknown", field="preset", value=preset, allowed=list(PRESETS))
    chosen = PRESETS[preset] if regulations is None else regulations_from_json(regulations)
    tournament = Tournament(
        name=checked_text("name", name, most=LONGEST_NAME),
        regulations=regulations_to_json(chosen),
        seed=new_seed(),
        made_at=timezone.now(),
        **checked_details(details),
    )
    save_under_a_free_slug(tournament)
    Staff.objects.create(tournament=tournament, account=by.account, role=Role.DIRECTOR)
    emit("tournament.made", by=by, tournament=tournament, facts={"preset": preset})
    return tournament


def checked_details(details: dict[str, Any]) -> dict[str, Any]:
    for field in details:
        if field not in EDITABLE:
            raise Refusal("plain_unknown", field=field, allowed=list(EDITABLE))
    return {field: EDITABLE[field](value) for field, value in details.items()}


def save_under_a_free_slug(tournament: Tournament) -> None:
    """A readable address that nobody has; a few letters are added where it is taken or would say nothing."""
    wish = slugify(tournament.name.lower().translate(IN_TWO_LETTERS))[:50]
    tournament.slug = wish or f"tournament-{secrets.token_hex(3)}"
    try:
        with transaction.atomic():
            tournament.save(force_insert=True)
    except IntegrityError:
        tournament.slug = f"{wish}-{secrets.token_hex(3)}"
        tournament.save(force_insert=True)


def new_seed() -> str:
    """What lots are drawn by. It is published, so it needs to be short enough to be read out."""
    return secrets.token_hex(4)


@transaction.atomic
def edit_tournament(*, by: Actor, tournament_id: int, **details: Any) -> Tournament:
    """Change what is not part of the regulations."""
    tournament = directed(by, tournament_id, even_finished=True)
    after = checked_details(details)
    before = {field: getattr(tournament, field) for field in after}
    for field, value in after.items():
        setattr(tournament, field, value)
    tournament.save(update_fields=list(after))
    moved = settle_places(tournament) if "entrants_limit" in after else []
    facts = said(before, after) | ({"moved_up": moved} if moved else {})
    emit("tournament.edited", by=by, tournament=tournament, facts=facts)
    return tournament


def said(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What was and what is, for the log."""
    return {field: [plain(before[field]), plain(after[field])] for field in before}


def plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


# --- regulations -------------------------------------------------------------------------------------------------


@transaction.atomic
def change_regulations(*, by: Actor, tournament_id: int, regulations: dict[str, Any], reason: str = "") -> Tournament:
    """Change the regulations. Once play has started they are locked: then only in an emergency, for a reason that is
    logged and shown to players, and never who is ranked, the variant, or which stages there are."""
    tournament = directed(by, tournament_id, even_finished=True)
    before, after = regulations_from_json(tournament.regulations), regulations_from_json(regulations)
    reason = checked_text("reason", reason, most=LONGEST_REASON, needed=False)
    if tournament.state != State.SETUP:
        check_emergency(tournament, before, after, reason)
        told = {"at": timezone.now().isoformat(), "reason": reason}
        tournament.changed_rules = [*tournament.changed_rules, told]
    elif kind_of(before) != kind_of(after):
        forget_stages(tournament)
    tournament.regulations = regulations_to_json(after)
    tournament.save(update_fields=["regulations", "changed_rules"])
    if tournament.state != State.SETUP:
        check_results_hold(tournament)
    facts = {"before": regulations_to_json(before), "after": tournament.regulations, "reason": reason}
    emit("regulations.changed", by=by, tournament=tournament, facts=facts)
    return tournament


def check_emergency(tournament: Tournament, before: Regulations, after: Regulations, reason: str) -> None:
    if tournament.state == State.FINISHED:
        raise Refusal("tournament_finished")
    if not reason:
        raise Refusal("regulations_locked", field="reason")
    if kind_of(before) != kind_of(after):
        raise Refusal("regulations_under_way", field="regulations")


def check_results_hold(tournament: Tournament) -> None:
    """What was played can still be counted: no table has more hands than the new rules give it, nobody made a call that
    they forbid."""
    try:
        record = record_of(tournament)
        for stage in record.stages:
            standings(record, stage.key)
    except Refusal as fault:
        raise Refusal("regulations_against_results", field="regulations", fault=fault.code) from fault


def kind_of(regulations: Regulations) -> tuple[Any, ...]:
    """Who is ranked, in which variant, in which stages."""
    return regulations.ranked, regulations.variant, [(stage.key, stage.system) for stage in regulations.stages]


def forget_stages(tournament: Tournament) -> None:
    """Before play begins another kind of tournament starts from nothing: drafts that were cancelled are forgotten. One
    that is there must be cancelled first."""
    draft = Round.objects.filter(stage__tournament=tournament, state=RoundState.DRAFT).select_related("stage").first()
    if draft is not None:
        raise Refusal("round_drafted", field="round", value=draft.number, stage=draft.stage.key)
    Stage.objects.filter(tournament=tournament).delete()


@transaction.atomic
def copy_tournament(*, by: Actor, tournament_id: int, name: str) -> Tournament:
    """A new tournament with the same regulations and settings, without anybody in it."""
    original = locked(tournament_id)
    if not (may_direct(by, original) and may_set_up_tournaments(by)):
        raise Refusal("not_allowed")
    preset = str(original.regulations.get("preset") or "club_game")
    details = {field: getattr(original, field) for field in ("language", "time_zone", "place", "entrants_limit")}
    return create_tournament(by=by, name=name, preset=preset, regulations=original.regulations, **details)


# --- staff -------------------------------------------------------------------------------------------------------


@transaction.atomic
def appoint(*, by: Actor, tournament_id: int, account_id: int, role: Role) -> Staff:
    """Make somebody director or scorer of a tournament, or change what he is."""
    tournament = directed(by, tournament_id, even_finished=True)
    account = Account.objects.filter(pk=account_id, is_active=True).first()
    if account is None:
        raise Refusal("account_unknown", field="account", value=account_id)
    check_a_director_stays(tournament, without=account_id if role is not Role.DIRECTOR else None)
    staff, _ = Staff.objects.update_or_create(tournament=tournament, account=account, defaults={"role": role.value})
    emit("staff.appointed", by=by, tournament=tournament, facts={"account": account_id, "role": role.value})
    return staff


@transaction.atomic
def dismiss(*, by: Actor, tournament_id: int, account_id: int) -> None:
    """Somebody is no longer staff of a tournament. One director must stay."""
    tournament = directed(by, tournament_id, even_finished=True)
    check_a_director_stays(tournament, without=account_id)
    gone, _ = Staff.objects.filter(tournament=tournament, account=account_id).delete()
    if not gone:
        raise Refusal("account_unknown", field="account", value=account_id)
    emit("staff.dismissed", by=by, tournament=tournament, facts={"account": account_id})


def check_a_director_stays(tournament: Tournament, *, without: int | None) -> None:
    others = Staff.objects.filter(tournament=tournament, role=Role.DIRECTOR).exclude(account=without)
    if without is not None and not others.exists():
        raise Refusal("last_director", field="account")
