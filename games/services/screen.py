"""What the projector shows, as told from the phone of somebody who runs the tournament.

Which page is on the wall is no change of the tournament: it raises no version and leaves no line in the log, but tells
the projector. What is announced there is said in the tournament's name, and the log says by whom.
"""

from functools import partial

from django.db import transaction
from django.utils import timezone

from games import live
from games.actor import Actor
from games.choices import ScreenView
from games.events import emit, screen_topic
from games.models import Screen
from games.models.screen import ANNOUNCEMENT_LENGTH
from games.permissions import may_score
from games.services.locking import directed
from games.services.texts import checked_text
from rules.refusal import Refusal

BACK, ON = -1, 1


@transaction.atomic
def show_view(*, by: Actor, tournament_id: int, view: str) -> Screen:
    """From now on this, or everything in turn; its pages turn by themselves."""
    screen = screen_run_by(by, tournament_id)
    if view not in list(ScreenView):
        raise Refusal("plain_choice", field="view", value=str(view), allowed=[each.value for each in ScreenView])
    screen.view, screen.held = ScreenView(view).value, False
    return told(screen)


@transaction.atomic
def turn_page(*, by: Actor, tournament_id: int, pages: int) -> Screen:
    """To the next page, or to the one before."""
    screen = screen_run_by(by, tournament_id)
    if pages not in (BACK, ON):
        raise Refusal("plain_choice", field="pages", value=str(pages), allowed=[BACK, ON])
    screen.turns += pages
    return told(screen)


@transaction.atomic
def hold_page(*, by: Actor, tournament_id: int, held: bool) -> Screen:
    """The page that is shown stays; or pages turn by themselves again."""
    screen = screen_run_by(by, tournament_id)
    screen.held = held
    return told(screen)


@transaction.atomic
def announce(*, by: Actor, tournament_id: int, text: str) -> Screen:
    """A text above everything else, until it is taken away; in place of the one that was there."""
    screen = screen_run_by(by, tournament_id)
    screen.announcement = checked_text("text", text, most=ANNOUNCEMENT_LENGTH)
    screen.announced_at = timezone.now()
    emit("screen.announced", by=by, tournament=screen.tournament, facts={"length": len(screen.announcement)})
    return told(screen)


@transaction.atomic
def end_announcement(*, by: Actor, tournament_id: int) -> Screen:
    """Take the text away. Without one nothing changes."""
    screen = screen_run_by(by, tournament_id)
    if screen.announced_at is None:
        return screen
    screen.announcement, screen.announced_at = "", None
    emit("screen.announcement_ended", by=by, tournament=screen.tournament)
    return told(screen)


def screen_run_by(by: Actor, tournament_id: int) -> Screen:
    """For all who run the tournament, also when it is over, under its lock; so one press comes after the other."""
    tournament = directed(by, tournament_id, may=may_score, even_finished=True)
    screen = Screen.objects.filter(tournament=tournament).first() or Screen(tournament=tournament)
    screen.tournament = tournament
    return screen


def told(screen: Screen) -> Screen:
    """Kept, and told to the projector."""
    screen.save()
    transaction.on_commit(partial(live.signal, screen_topic(screen.tournament)))
    return screen
