"""Ways in: who one is, tokens for programs, links for teams, invitations and staff."""

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import Serializer

from games.api.doors import Asked, act
from games.api.fields import Strict, choice, key, needed_text
from games.choices import Role, Scope
from games.selectors.access import tokens_of, who_is
from games.selectors.tournaments import invitations_seen_by, staff_of, tournament_run_by
from games.services import invitations, links, tokens, tournaments
from games.visitors import forget_link, remember_link

# --- who am I ------------------------------------------------------------------------------------------------------


class PlaceOut(Serializer[Any]):
    """Where a team plays now."""

    round = serializers.IntegerField(help_text="The id of the round.")
    round_number = serializers.IntegerField()
    place = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)
    table_number = serializers.IntegerField(allow_null=True)


class MeOut(Serializer[Any]):
    account = serializers.IntegerField(allow_null=True)
    username = serializers.CharField(allow_null=True)
    makes_tournaments = serializers.BooleanField()
    writes = serializers.BooleanField()
    team = serializers.IntegerField(allow_null=True)
    team_name = serializers.CharField(allow_null=True)
    table_number = serializers.IntegerField(allow_null=True, help_text="For who came by the card of a table.")
    tournament = serializers.IntegerField(allow_null=True)
    now = PlaceOut(allow_null=True)


@act(answer=MeOut)
def me(ask: Asked) -> Any:
    """Who asks, and for the link of a team or a table where it plays now."""
    return who_is(ask.by)


class Token(Strict):
    token = needed_text(200)


class Code(Strict):
    tournament = key()
    code = needed_text(40)


@act(body=Token, answer=MeOut)
def come_by_link(ask: Asked) -> Any:
    """Exchange the token of a link, of a team or of a table, for a cookie."""
    actor = links.enter_by_token(token=ask.body["token"])
    remember_link(ask.request._request, actor)
    return who_is(actor)


@act(body=Code, answer=MeOut)
def come_by_code(ask: Asked) -> Any:
    """Exchange the short code beside a link for a cookie."""
    actor = links.enter_by_code(tournament_id=ask.body["tournament"], code=ask.body["code"], source=ask.source)
    remember_link(ask.request._request, actor)
    return who_is(actor)


@act()
def leave(ask: Asked) -> Any:
    """Give up the link of this session."""
    forget_link(ask.request._request)


# --- tokens --------------------------------------------------------------------------------------------------------


class NewToken(Strict):
    name = needed_text(60)
    scope = choice(Scope)
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


class TokenOut(Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    scope = choice(Scope)
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)


class NewTokenOut(TokenOut):
    token = serializers.CharField(help_text="Told once.")


@act(answer=TokenOut, many=True)
def my_tokens(ask: Asked) -> Any:
    """One's own tokens that are valid."""
    return tokens_of(ask.by)


@act(body=NewToken, answer=NewTokenOut, status=201)
def make_token(ask: Asked) -> Any:
    """A token with which a program acts for oneself."""
    made, secret = tokens.make_api_token(by=ask.by, **ask.body)
    return {**TokenOut(made).data, "token": secret}


@act()
def revoke_token(ask: Asked, token_id: int) -> Any:
    """The token is valid no more."""
    tokens.revoke_api_token(by=ask.by, token_id=token_id)


# --- links of teams and tables -------------------------------------------------------------------------------------


class NewLink(Strict):
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


class NewLinkOut(Serializer[Any]):
    token = serializers.CharField(help_text="Told once.")
    code = serializers.CharField(help_text="For where scanning fails; told once.")
    expires_at = serializers.DateTimeField(source="link.expires_at", allow_null=True)


@act(body=NewLink, answer=NewLinkOut, status=201)
def make_link(ask: Asked, team: int) -> Any:
    """A new link for a team; an earlier one is no longer valid."""
    return links.make_link(by=ask.by, team_id=team, **ask.body)


@act()
def revoke_link(ask: Asked, team: int) -> Any:
    """Whoever has the team's link comes in no more."""
    links.revoke_link(by=ask.by, team_id=team)


@act(body=NewLink, answer=NewLinkOut, status=201)
def make_table_link(ask: Asked, tournament: int, number: int) -> Any:
    """A new link for the card of a table; an earlier one is no longer valid."""
    return links.make_table_link(by=ask.by, tournament_id=tournament, table_number=number, **ask.body)


@act()
def revoke_table_link(ask: Asked, tournament: int, number: int) -> Any:
    """Whoever has the link of this table's card comes in no more."""
    links.revoke_table_link(by=ask.by, tournament_id=tournament, table_number=number)


# --- staff ---------------------------------------------------------------------------------------------------------


class Appointment(Strict):
    role = choice(Role)


class StaffOut(Serializer[Any]):
    account = serializers.IntegerField(source="account_id")
    username = serializers.CharField(source="account.username")
    role = choice(Role)


class Invited(Strict):
    role = choice(Role, required=False)


class InvitationOut(Serializer[Any]):
    id = serializers.IntegerField()
    role = choice(Role)
    made_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)


class NewInvitationOut(InvitationOut):
    token = serializers.CharField(help_text="Told once.")


@act(answer=StaffOut, many=True)
def staff(ask: Asked, tournament: int) -> Any:
    """Who runs the tournament."""
    return staff_of(tournament_run_by(ask.by, tournament))


@act(body=Appointment, answer=StaffOut)
def appoint(ask: Asked, tournament: int, account: int) -> Any:
    """Make somebody director or scorer."""
    return tournaments.appoint(by=ask.by, tournament_id=tournament, account_id=account, **ask.body)


@act()
def dismiss(ask: Asked, tournament: int, account: int) -> Any:
    """Somebody is no longer staff."""
    tournaments.dismiss(by=ask.by, tournament_id=tournament, account_id=account)


@act(answer=InvitationOut, many=True)
def invitations_to(ask: Asked, tournament: int) -> Any:
    """Invitations to be staff of a tournament, for its directors."""
    return invitations_seen_by(ask.by, tournament)


@act(body=Invited, answer=NewInvitationOut, status=201)
def invite_to(ask: Asked, tournament: int) -> Any:
    """Invite somebody to be staff of a tournament."""
    return invited(ask, tournament)


@act(answer=InvitationOut, many=True)
def site_invitations(ask: Asked) -> Any:
    """Invitations to direct tournaments on this site."""
    return invitations_seen_by(ask.by, None)


@act(answer=NewInvitationOut, status=201)
def invite_to_site(ask: Asked) -> Any:
    """Invite somebody to direct tournaments on this site."""
    return invited(ask, None)


def invited(ask: Asked, tournament: int | None) -> Any:
    made, token = invitations.invite(by=ask.by, tournament_id=tournament, **ask.body)
    return {**InvitationOut(made).data, "token": token}


@act()
def revoke_invitation(ask: Asked, invitation: int) -> Any:
    """The invitation is valid no more."""
    invitations.revoke_invitation(by=ask.by, invitation_id=invitation)


@act(body=Token, answer=MeOut)
def accept_invitation(ask: Asked) -> Any:
    """Somebody with an account takes up an invitation."""
    invitations.accept_as(by=ask.by, token=ask.body["token"])
    return who_is(ask.by)
