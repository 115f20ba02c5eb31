"""One entry, and everything that can be done about it."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.actor import Actor
from games.forms.entrants import DetailsForm, LateForm, MembersForm, PersonForm, SubstituteForm
from games.forms.refusing import refuse
from games.labels import words_for
from games.selectors.entrants import OneEntrant, one_entrant
from games.selectors.players import players_named
from games.services.attendance import end_substitution, expect_from, reinstate, substitute, withdraw
from games.services.entries import cancel_entry, change_members, edit_team, restore_entry
from games.services.links import make_link, revoke_link
from games.services.people import Person, edit_player, merge_players
from games.services.places import move_up
from games.views.cards import LOOPBACK, square
from games.views.entrants import by_name, number_in, to_row
from games.views.requests import Request
from games.views.signing_in import sign_in_required
from games.visitors import visitor
from rules.refusal import Refusal

Act = Callable[[Request, Actor, OneEntrant], HttpResponse]


@never_cache
@require_http_methods(["GET", "POST"])
@sign_in_required
def entrant(request: Request, team: int) -> HttpResponse:
    """What is known of an entry, and its acts; one that was chosen is done, and leads back to the list."""
    by = visitor(request)
    found = one_entrant(by, team)
    if request.method == "GET":
        return show(request, found)
    act = ACTS.get(request.POST.get("act", ""))
    if act is None or not found.directs:
        raise Refusal("not_allowed")
    try:
        return act(request, by, found)
    except Refusal as refusal:
        return show(request, one_entrant(by, team), wrong=words_for(refusal), status=422)


def show(request: Request, found: OneEntrant, *, status: int = 200, **context: Any) -> HttpResponse:
    """The page, or for htmx the part that opens below a row."""
    row = found.row
    forms = {
        "details": DetailsForm(initial=details_of(found)),
        "members": MembersForm(row.members, found.most_members),
        "late": LateForm(initial={"round": found.entrant.late_from or found.rounds.next + 1}),
        "substitute": SubstituteForm(found),
        "people": [(member, PersonForm(initial=person_of(member), prefix=f"p{member.id}")) for member in row.members],
    }
    known = {"found": found, "tournament": found.tournament, "tab": "entrants", "part": "one", "row": row}
    context = known | {"same": same_names(visitor(request), found)} | forms | context
    template = "entrants/_acts.html" if request.htmx else "entrants/one.html"
    return render(request, template, context, status=status)


def same_names(by: Actor, found: OneEntrant) -> list[tuple[Any, Any]]:
    """Members who may be somebody that is known here already."""
    if not found.directs:
        return []
    known = players_named(by, [member.name for member in found.row.members])
    ours = {member.id for member in found.row.members}
    return [
        (member, other)
        for member in found.row.members
        for other in known.get(member.name.casefold(), [])
        if other.pk not in ours
    ]


def details_of(found: OneEntrant) -> dict[str, Any]:
    row = found.row
    name = row.name if found.entrant.own_name else ""
    tables = ", ".join(map(str, row.tables))
    return {"name": name, "club": row.club, "rating": row.rating, "seed": row.seed, "tables": tables}


def person_of(member: Any) -> dict[str, Any]:
    return {name: getattr(member, name) for name in ("name", "shown_name", "club", "email")}


def done(request: Request, found: OneEntrant, words: str) -> HttpResponse:
    messages.success(request, words)
    return to_row(found.tournament.pk, found.row.number)


def done_with_undo(found: OneEntrant, act: str, **more: int) -> HttpResponse:
    """Back to the list, which says what was done and how to take it back."""
    address = reverse("entrants", args=[found.tournament.pk])
    return redirect(f"{address}?{urlencode({'act': act, 'done': found.row.id} | more)}")


def known_ids(by: Actor, names: list[str]) -> dict[str, int]:
    """Whoever is the only one here of that name, is meant by it."""
    found = players_named(by, names)
    return {name: players[0].pk for name, players in found.items() if len(players) == 1}


# --- what can be done --------------------------------------------------------------------------------------------


def edit(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    form = DetailsForm(request.POST)
    return tried(request, found, form, "details", lambda: edit_team(by=by, team_id=found.row.id, **form.cleaned_data))


def members(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    form = MembersForm(found.row.members, found.most_members, request.POST)

    def change() -> None:
        names = form.names()
        who = form.members(known_ids(by, names))
        try:
            change_members(by=by, team_id=found.row.id, members=who)
        except Refusal as refusal:
            called = {each: name for each, name in zip(who, names, strict=True) if isinstance(each, int)}
            raise by_name(refusal, called) from None

    return tried(request, found, form, "members", change)


def late(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    form = LateForm(request.POST)
    return tried(
        request, found, form, "late",
        lambda: expect_from(by=by, team_id=found.row.id, round_number=form.cleaned_data["round"]),
    )  # fmt: skip


def stand_in(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    form = SubstituteForm(found, request.POST)

    def enter() -> HttpResponse:
        if found.round_id is None:
            raise Refusal("team_not_at_a_table", field="team", value=found.row.number, round=found.rounds.begun)
        name = form.cleaned_data["substitute"]
        who = known_ids(by, [name]).get(name.casefold()) or Person(name)
        member = form.cleaned_data["member"]
        substitute(by=by, round_id=found.round_id, team_id=found.row.id, member_id=member, who=who)
        return done_with_undo(found, "substitute", member=member)

    return tried(request, found, form, "substitute", enter)


def person(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    """Corrected, not replaced: it is the same person in every tournament."""
    chosen = next((each for each in found.row.members if str(each.id) == request.POST.get("player")), None)
    if chosen is None:
        raise Refusal("member_unknown", field="member", value=request.POST.get("player", "")[:20])
    form = PersonForm(request.POST, prefix=f"p{chosen.id}")
    others = [(each, PersonForm(initial=person_of(each), prefix=f"p{each.id}")) for each in found.row.members]
    shown = [(each, form if each is chosen else other) for each, other in others]
    return tried(
        request, found, form, "people", lambda: edit_player(by=by, player_id=chosen.id, **form.cleaned_data), shown
    )


def tried(
    request: Request, found: OneEntrant, form: Form, name: str, act: Callable[[], object], shown: Any = None
) -> HttpResponse:
    """The act with what was typed; what is wrong with it stands beside its field. An act may answer by itself."""
    if form.is_valid():
        try:
            answer = act()
        except Refusal as refusal:
            refuse(form, refusal)
        else:
            return answer if isinstance(answer, HttpResponse) else done(request, found, _("Changed."))
    return show(request, found, **{name: shown or form, "open": name}, status=422)


def leave(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    withdraw(by=by, team_id=found.row.id, now=request.POST.get("when") != "after")
    return done_with_undo(found, "withdraw")


def cancel(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    cancel_entry(by=by, team_id=found.row.id)
    return done_with_undo(found, "cancel")


def come_back(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    reinstate(by=by, team_id=found.row.id)
    return done(request, found, _("%(name)s takes part again.") % {"name": found.entrant.title})


def restore(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    restore_entry(by=by, team_id=found.row.id)
    return done(request, found, _("%(name)s is entered again.") % {"name": found.entrant.title})


def on_time(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    expect_from(by=by, team_id=found.row.id, round_number=found.rounds.next)
    return done(request, found, _("%(name)s is there for the next draw.") % {"name": found.entrant.title})


def end_stand_in(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    round_id, member = found.round_id or 0, number_in(request.POST.get("member", ""))
    end_substitution(by=by, round_id=round_id, team_id=found.row.id, member_id=member)
    name = next((each.name for each in found.row.members if each.id == member), "")
    return done(request, found, _("%(member)s plays after all.") % {"member": name})


def let_in(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    move_up(by=by, tournament_id=found.tournament.pk, team_id=found.row.id)
    return done(request, found, _("%(name)s is in.") % {"name": found.entrant.title})


def merge(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    """A member is somebody who is known already: one record is left."""
    kept, other = (number_in(request.POST.get(name, "")) for name in ("kept", "other"))
    merge_players(by=by, kept_id=kept, other_id=other)
    return done(request, found, _("These two are one person now."))


def link(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    """The team's link, told this once."""
    made = make_link(by=by, team_id=found.row.id)
    address = f"{request.build_absolute_uri(reverse('come-in'))}#{quote(made.token)}"
    loopback = request.get_host().rsplit(":", 1)[0] in LOOPBACK
    new = {"address": address, "square": square(address), "code": made.code, "loopback": loopback}
    return show(request, found, link=new)


def revoke(request: Request, by: Actor, found: OneEntrant) -> HttpResponse:
    revoke_link(by=by, team_id=found.row.id)
    return done(request, found, _("Whoever has the link of this team comes in no more."))


ACTS: dict[str, Act] = {
    "edit": edit,
    "members": members,
    "late": late,
    "on_time": on_time,
    "substitute": stand_in,
    "end_substitution": end_stand_in,
    "person": person,
    "merge": merge,
    "withdraw": leave,
    "reinstate": come_back,
    "cancel": cancel,
    "restore": restore,
    "move_up": let_in,
    "link": link,
    "revoke": revoke,
}
"""What a director can do about an entry."""
