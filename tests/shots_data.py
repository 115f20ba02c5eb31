"""`python -m tests.shots_data`: a tournament being played, for pictures; prints the pages worth looking at as JSON.

It is made by the services, beside the served program, in the same folder of data.
"""

import json
import os
import random

import django

NAMES = (
    "Lena Baumann", "Max Frei", "Jo Keller", "Ali Demir", "Sofia Rossi", "Noah Brunner", "Mia Vogt", "Elias Graf",
    "Anna-Katharina Zimmermann", "Tim Suter", "Nele Hartmann", "Ben Moser", "Ida Lang", "Jan Huber", "Zoe Weiss",
    "Tom Arnold",
)  # fmt: skip


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_tournament.settings")
    django.setup()
    print(json.dumps(pages() | desk_pages() | public_pages() | walls()))


def pages() -> dict[str, str]:
    """The second round of a championship: a table done and verified, one begun, one untouched."""
    from games.actor import Actor
    from games.models import Account
    from games.services.registration import import_teams
    from tests.games.acting import a_tournament, play_round, play_table, played_and_closed, published

    by, luck = Actor(account=Account.objects.filter(is_staff=True).first()), random.Random(5)
    tournament = a_tournament(by, 0, preset="german_championship", name="German Championship")
    import_teams(by=by, tournament_id=tournament.pk, rows=[{"members": [name]} for name in NAMES])
    played_and_closed(by, tournament, luck)
    round_ = published(by, tournament)
    done, begun, *_others, last = round_.tables.order_by("number")
    play_round(by, round_, luck, but=begun.number)
    begin(by, begun)
    verified(by, done)
    pairs = a_tournament(by, 8, preset="club_game", name="Club evening")
    game = published(by, pairs).tables.first()
    play_table(by, game, luck)
    return {
        "phone-hand": f"/play/{begun.pk}/",
        "phone-tapped": f"/play/{begun.pk}/#tapped",
        "phone-sheet": f"/play/{game.pk}/#sheet",
        "phone-call": f"/play/{begun.pk}/#call",
        "phone-rules": f"/play/{begun.pk}/#rules",
        "phone-over": f"/play/{game.pk}/",
        "cards": f"/tournaments/{pairs.pk}/cards/",
        "cards-made": f"/tournaments/{pairs.pk}/cards/#made",
        "paper-choose": f"/tournaments/{tournament.pk}/paper/",
        "paper-sheet": f"/tables/{begun.pk}/paper/",
        "paper-totals": f"/tables/{begun.pk}/paper/?way=totals",
        "paper-refused": f"/tables/{begun.pk}/paper/#refused",
        "paper-correct": f"/tables/{begun.pk}/paper/1/",
        "paper-over": f"/tables/{game.pk}/paper/",
        "paper-verify": f"/tables/{last.pk}/paper/verify/",
        "paper-difference": f"/tables/{last.pk}/paper/verify/#difference",
    }


def demo(slug: str):
    """A tournament of the demo, which the served program has made."""
    from games.models import Tournament

    return Tournament.objects.get(slug=f"demo-{slug}")


def desk_pages() -> dict[str, str]:
    """What staff sees, in every state a page can be in."""
    from games.models import Table

    cup, coming, drawn = demo("friday-cup"), demo("open-evening"), demo("championship")
    night, final = demo("grand-seigneur-night"), demo("groups-and-final")
    here, table = f"/tournaments/{cup.pk}", Table.objects.filter(round__stage__tournament=cup).order_by("-pk")[5]
    return {
        "tournaments": "/tournaments/",
        "new": "/tournaments/new/",
        "next": f"{here}/",
        "next-setup": f"/tournaments/{coming.pk}/",
        "next-draft": f"/tournaments/{drawn.pk}/",
        "next-over": f"/tournaments/{final.pk}/",
        "entrants": f"{here}/entrants/",
        "entrants-coming": f"/tournaments/{coming.pk}/entrants/",
        "entrants-add": f"{here}/entrants/add/",
        "entrants-apart": f"{here}/entrants/apart/",
        "entrants-partners": f"/tournaments/{coming.pk}/entrants/partners/",
        "entrants-registration": f"/tournaments/{coming.pk}/entrants/registration/",
        "entrants-close": f"/tournaments/{coming.pk}/entrants/check-in/close/",
        "entrant": f"/teams/{cup.teams.order_by('number')[2].pk}/",
        "draw-draft": f"/tournaments/{drawn.pk}/draw/",
        "draw-published": f"{here}/draw/",
        "board": f"{here}/tables/",
        "board-table": f"/tables/{table.pk}/",
        "rulings": f"{here}/rulings/",
        "log": f"{here}/log/",
        "standings": f"{here}/standings/",
        "standings-over": f"/tournaments/{final.pk}/standings/",
        "reveal": f"/tournaments/{night.pk}/standings/show/?shown=11",
        "print": f"{here}/print/",
        "print-names": f"{here}/print/names/",
        "print-tables": f"{here}/print/tables/",
        "print-sheets": f"{here}/print/sheets/",
        "print-standings": f"/tournaments/{final.pk}/print/standings/",
        "print-certificates": f"/tournaments/{final.pk}/print/certificates/",
        "reveal-over": f"/tournaments/{final.pk}/standings/show/?shown=8",
        "remote": f"{here}/projector/",
        "settings": f"{here}/settings/",
        "settings-format": f"{here}/settings/format/",
    }


def public_pages() -> dict[str, str]:
    """What everybody sees."""
    from games.models import Table

    cup, coming, bracket = demo("friday-cup"), demo("open-evening"), demo("knock-out-cup")
    final = demo("groups-and-final")
    table = Table.objects.filter(round__stage__tournament=cup).order_by("pk")[0]
    player = cup.teams.order_by("number")[0].members.order_by("pk")[0].player_id
    return {
        "referee": f"/referee/{cup.slug}/?table=7j+7s&hand=8j+2s+9p&cards=Kj+PH&wish=8",
        "public-standings": f"/t/{cup.slug}/",
        "public-coming": f"/t/{coming.slug}/",
        "public-final": f"/t/{final.slug}/",
        "public-rounds": f"/t/{cup.slug}/rounds/",
        "public-round": f"/t/{cup.slug}/round/3/",
        "public-table": f"/t/{cup.slug}/table/{table.pk}/",
        "public-team": f"/t/{cup.slug}/team/1/",
        "public-player": f"/players/{player}/",
        "public-bracket": f"/t/{bracket.slug}/bracket/",
        "public-rules": f"/t/{cup.slug}/rules/",
        "public-enter": f"/t/{coming.slug}/enter/",
        "public-embed": f"/t/{cup.slug}/embed/",
        "public-thanks": f"/t/{final.slug}/thanks/",
        "screen": f"/t/{cup.slug}/screen/",
        "screen-coming": f"/t/{coming.slug}/screen/",
        "screen-over": f"/t/{final.slug}/screen/",
    }


def walls() -> dict[str, str]:
    """What else the projector can show, each told to do so."""
    from games.actor import Actor
    from games.choices import ScreenView
    from games.models import Account
    from games.services.screen import show_view
    from tests.games.acting import a_tournament, groups_and_final, played_and_closed

    by = Actor(account=Account.objects.filter(is_staff=True).first())
    groups = a_tournament(by, 12, regulations=groups_and_final(), name="Groups")
    played_and_closed(by, groups, random.Random(3))
    told = {
        "screen-names": (demo("championship"), ScreenView.NAMES),
        "screen-tables": (demo("knock-out-cup"), ScreenView.TABLES),
        "screen-standings": (demo("threechu-evening"), ScreenView.STANDINGS),
        "screen-final": (demo("grand-seigneur-night"), ScreenView.STANDINGS),
        "screen-groups": (groups, ScreenView.STANDINGS),
        "screen-clock": (demo("tientsin-evening"), ScreenView.CLOCK),
    }
    for tournament, view in told.values():
        show_view(by=by, tournament_id=tournament.pk, view=view)
    return {name: f"/t/{tournament.slug}/screen/" for name, (tournament, _view) in told.items()}


def begin(by, table) -> None:
    from uuid import uuid4

    from games.services.hands import record_hand
    from scoring.record import Hand

    for number, hand in enumerate(
        (Hand(calls=("T", "", "", ""), out=(0, 1), points=30), Hand(calls=("", "T", "", "T"), out=(1, 3))), start=1
    ):
        record_hand(by=by, table_id=table.pk, client_id=uuid4(), number=number, sheet=hand)


def verified(by, table) -> None:
    from games.selectors.tables import table_sheet
    from games.services.verifying import verify_sheet

    verify_sheet(by=by, table_id=table.pk, hands={hand.number: hand.sheet for hand in table_sheet(table.pk).hands})


if __name__ == "__main__":
    main()
