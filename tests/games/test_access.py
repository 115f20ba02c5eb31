"""Who comes in, and with what: links and codes of teams, invitations, tokens of programs."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.actor import NOBODY, Actor
from games.choices import Role, Scope
from games.models import AccessLink, Account, ApiToken, CodeAttempt, Invitation, LogLine, Staff
from games.permissions import may_direct, may_score, may_set_up_tournaments, may_speak_for, sits_at
from games.selectors.access import who_is
from games.services.invitations import accept_invitation, invite, revoke_invitation
from games.services.links import (
    enter_by_code,
    enter_by_token,
    make_link,
    make_table_link,
    revoke_link,
    revoke_table_link,
)
from games.services.tokens import act_by_api_token, make_api_token, revoke_api_token
from games.services.words import confirm_by_code, object_by_code
from rules.refusal import Refusal
from tests.games.rows import Small, small_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def small() -> Small:
    return small_tournament()


@pytest.fixture
def director(small: Small) -> Actor:
    return Actor(account=small.account)


def refused(expected: str, act: object, /, **facts: object) -> None:
    with pytest.raises(Refusal) as caught:
        act(**facts)
    assert caught.value.code == expected


# --- links -------------------------------------------------------------------------------------------------------


def test_a_team_comes_in_by_its_link_and_enters_at_its_own_table_only(small: Small, director: Actor):
    made = make_link(by=director, team_id=small.teams[0].pk)
    assert sits_at(enter_by_token(token=made.token), small.table)
    other = make_link(by=director, team_id=small.teams[2].pk)
    assert not sits_at(enter_by_token(token=other.token), small.table)


def test_the_database_does_not_know_the_secrets(small: Small, director: Actor):
    made = make_link(by=director, team_id=small.teams[0].pk)
    row = AccessLink.objects.values().get()
    assert made.token not in str(row)
    assert made.code not in str(row)
    assert made.token not in str(list(LogLine.objects.values()))


def test_a_new_link_makes_the_old_one_void_and_a_revoked_one_lets_nobody_in(small: Small, director: Actor):
    old = make_link(by=director, team_id=small.teams[0].pk)
    new = make_link(by=director, team_id=small.teams[0].pk)
    refused("link_unknown", enter_by_token, token=old.token)
    assert enter_by_token(token=new.token).link == new.link
    revoke_link(by=director, team_id=small.teams[0].pk)
    refused("link_unknown", enter_by_token, token=new.token)


def test_an_expired_link_lets_nobody_in(small: Small, director: Actor):
    made = make_link(by=director, team_id=small.teams[0].pk, expires_at=timezone.now() + timedelta(hours=1))
    assert enter_by_token(token=made.token).link == made.link
    AccessLink.objects.update(made_at=timezone.now() - timedelta(days=2), expires_at=timezone.now() - timedelta(days=1))
    refused("link_unknown", enter_by_token, token=made.token)


def test_only_the_director_makes_links(small: Small, director: Actor):
    scorer = Account.objects.create(username="scorer")
    Staff.objects.create(tournament=small.tournament, account=scorer, role=Role.SCORER)
    for somebody in (NOBODY, Actor(account=scorer), Actor(account=Account.objects.create(username="x", is_staff=True))):
        refused("not_allowed", make_link, by=somebody, team_id=small.teams[0].pk)
    refused("team_unknown", make_link, by=director, team_id=0)


# --- short codes -------------------------------------------------------------------------------------------------


def test_the_short_code_works_however_it_is_typed(small: Small, director: Actor):
    made = make_link(by=director, team_id=small.teams[0].pk)
    typed = f" {made.code[:4].lower()}-{made.code[4:]} "
    assert enter_by_code(tournament_id=small.tournament.pk, code=typed, source="phone").link == made.link


def test_a_code_of_another_tournament_does_not_work(small: Small, director: Actor):
    made = make_link(by=director, team_id=small.teams[0].pk)
    other = small_tournament(name="Other")
    refused("code_unknown", enter_by_code, tournament_id=other.tournament.pk, code=made.code, source="phone")


def guess(small: Small, times: int, source: str = "phone") -> list[str]:
    """What so many guesses are answered."""
    answers = []
    for number in range(times):
        with pytest.raises(Refusal) as caught:
            enter_by_code(tournament_id=small.tournament.pk, code=f"GUESS{number}", source=source.format(number))
        answers.append(caught.value.code)
    return answers


def test_of_many_guesses_few_are_evaluated(small: Small, director: Actor):
    assert guess(small, 50).count("code_unknown") == 8
    assert guess(small, 300, source="phone {}").count("code_unknown") == 30 - 8
    assert CodeAttempt.objects.count() == 30
    made = make_link(by=director, team_id=small.teams[0].pk)
    refused("code_too_often", enter_by_code, tournament_id=small.tournament.pk, code=made.code, source="own phone")
    assert enter_by_token(token=made.token).link == made.link, "the link still works"


def test_after_a_while_one_may_try_again(small: Small, director: Actor):
    guess(small, 20)
    CodeAttempt.objects.update(at=timezone.now() - timedelta(minutes=11))
    made = make_link(by=director, team_id=small.teams[0].pk)
    assert enter_by_code(tournament_id=small.tournament.pk, code=made.code, source="phone").link == made.link


# --- invitations -------------------------------------------------------------------------------------------------


@pytest.fixture
def guest() -> Account:
    return Account.objects.create(username="guest")


def test_an_invitation_makes_staff_of_a_tournament_once(small: Small, director: Actor, guest: Account):
    _, token = invite(by=director, tournament_id=small.tournament.pk, role=Role.SCORER)
    accept_invitation(token=token, account_id=guest.pk)
    assert may_score(Actor(account=guest), small.tournament)
    assert not may_direct(Actor(account=guest), small.tournament)
    refused("invitation_unknown", accept_invitation, token=token, account_id=guest.pk)


def test_a_director_who_accepts_a_scorers_invitation_stays_director(small: Small, director: Actor):
    _, token = invite(by=director, tournament_id=small.tournament.pk, role=Role.SCORER)
    accept_invitation(token=token, account_id=small.account.pk)
    assert may_direct(director, small.tournament)


def test_directors_of_the_site_invite_further_ones(guest: Account):
    first = Account.objects.create(username="first", is_staff=True)
    _, token = invite(by=Actor(account=first))
    accept_invitation(token=token, account_id=guest.pk)
    guest.refresh_from_db()
    assert may_set_up_tournaments(Actor(account=guest))
    refused("plain_choice", invite, by=Actor(account=first), role=Role.SCORER)


def test_expired_and_revoked_invitations_are_worth_nothing(small: Small, director: Actor, guest: Account):
    _, old = invite(by=director, tournament_id=small.tournament.pk)
    Invitation.objects.update(
        made_at=timezone.now() - timedelta(days=20), expires_at=timezone.now() - timedelta(days=6)
    )
    refused("invitation_unknown", accept_invitation, token=old, account_id=guest.pk)
    invitation, token = invite(by=director, tournament_id=small.tournament.pk)
    refused("not_allowed", revoke_invitation, by=Actor(account=guest), invitation_id=invitation.pk)
    revoke_invitation(by=director, invitation_id=invitation.pk)
    refused("invitation_unknown", accept_invitation, token=token, account_id=guest.pk)


def test_who_directs_nothing_invites_nobody(small: Small, guest: Account):
    refused("not_allowed", invite, by=Actor(account=guest), tournament_id=small.tournament.pk)
    refused("not_allowed", invite, by=Actor(account=guest))


# --- tokens ------------------------------------------------------------------------------------------------------


def test_a_program_may_do_what_its_token_says(small: Small, director: Actor):
    _, reading = make_api_token(by=director, name="screen", scope=Scope.READ)
    _, writing = make_api_token(by=director, name="scorer", scope=Scope.WRITE)
    assert not may_direct(act_by_api_token(secret=reading), small.tournament)
    assert may_direct(act_by_api_token(secret=writing), small.tournament)
    refused("not_allowed", make_api_token, by=act_by_api_token(secret=reading), name="more", scope=Scope.WRITE)


def test_a_token_ends_when_it_is_revoked_or_its_owner_is_gone(small: Small, director: Actor, guest: Account):
    token, secret = make_api_token(by=director, name="screen", scope=Scope.READ)
    refused("token_unknown", revoke_api_token, by=Actor(account=guest), token_id=token.pk)
    small.account.is_active = False
    small.account.save()
    refused("token_unknown", act_by_api_token, secret=secret)
    small.account.is_active = True
    small.account.save()
    revoke_api_token(by=director, token_id=token.pk)
    refused("token_unknown", act_by_api_token, secret=secret)
    assert secret not in str(list(ApiToken.objects.values()))


# --- links of tables -----------------------------------------------------------------------------------------------


def test_the_card_of_a_table_lets_in_at_that_number_in_every_round(small: Small, director: Actor):
    made = make_table_link(by=director, tournament_id=small.tournament.pk, table_number=small.table.number)
    actor = enter_by_token(token=made.token)
    assert sits_at(actor, small.table)
    assert not may_speak_for(actor, small.teams[0])
    other = make_table_link(by=director, tournament_id=small.tournament.pk, table_number=small.table.number + 1)
    assert not sits_at(enter_by_token(token=other.token), small.table)
    elsewhere = small_tournament(name="Elsewhere")
    assert not sits_at(actor, elsewhere.table)


def test_who_came_by_the_card_of_a_table_is_told_which_and_where_it_plays(small: Small, director: Actor):
    made = make_table_link(by=director, tournament_id=small.tournament.pk, table_number=small.table.number)
    who = who_is(Actor(link=made.link))
    assert (who.team, who.table_number) == (None, small.table.number)
    assert who.now is not None
    assert (who.now.table, who.now.place) == (small.table.pk, "table")
    empty = make_table_link(by=director, tournament_id=small.tournament.pk, table_number=99)
    nobody_there = who_is(Actor(link=empty.link)).now
    assert nobody_there is not None
    assert (nobody_there.table, nobody_there.place) == (None, "waiting")


def test_a_new_card_makes_the_old_one_void_and_a_revoked_one_lets_nobody_in(small: Small, director: Actor):
    tournament = small.tournament.pk
    old = make_table_link(by=director, tournament_id=tournament, table_number=1)
    team = make_link(by=director, team_id=small.teams[0].pk)
    new = make_table_link(by=director, tournament_id=tournament, table_number=1)
    refused("link_unknown", enter_by_token, token=old.token)
    assert enter_by_token(token=new.token).link == new.link
    revoke_table_link(by=director, tournament_id=tournament, table_number=1)
    refused("link_unknown", enter_by_token, token=new.token)
    assert enter_by_token(token=team.token).link == team.link


@pytest.mark.parametrize("number", [0, -1, 10_000])
def test_no_card_for_a_table_that_cannot_be(small: Small, director: Actor, number: int):
    refused("table_number", make_table_link, by=director, tournament_id=small.tournament.pk, table_number=number)


def test_the_code_of_a_table_speaks_for_nobody(small: Small, director: Actor):
    card = make_table_link(by=director, tournament_id=small.tournament.pk, table_number=small.table.number)
    refused(
        "code_of_a_table", confirm_by_code, by=director, table_id=small.table.pk, code=card.code, source="here", seen=0
    )


def test_wrong_codes_typed_to_confirm_are_counted_like_any_other(small: Small, director: Actor):
    for _ in range(8):
        refused("code_unknown", confirm_by_code, by=director, table_id=small.table.pk, code="X", source="here", seen=0)
    right = make_link(by=director, team_id=small.teams[0].pk)
    refused(
        "code_too_often", object_by_code, by=director, table_id=small.table.pk, code=right.code, source="here",
        note="no",
    )  # fmt: skip
    assert CodeAttempt.objects.filter(right=False).count() == 8
