"""Ready-made regulations: how Tichu is really played in tournaments, and what we suggest for an evening.

Each says only what differs from the rule books. What a published format leaves open stays as in the rule books, or is
chosen here and said so; an organiser changes it before play starts. In the end equal places are shared unless the
director decides between them; where a place decides who goes on, lots are drawn, so that somebody always can.
"""

from rules.customs import TableRules
from scoring.hand import HandRules
from scoring.match import ClockPolicy, Length, MatchRules, Tie
from scoring.regulations import (
    ByeCounts,
    Counting,
    LateMatch,
    OddNumbers,
    PointRules,
    Ranked,
    Regulations,
    Seeding,
    StageRules,
    System,
)
from scoring.variants import Variant

SEMIFINAL, FINAL = 2, 1

GAME = MatchRules()
"""To 1000, as printed."""
BEST_OF_3 = MatchRules(length=Length.BEST_OF, games=3)
BEST_OF_5 = MatchRules(length=Length.BEST_OF, games=5)
FOUR_HANDS = MatchRules(length=Length.HANDS, hands=4, tie=Tie.DRAW)
EIGHT_HANDS = MatchRules(length=Length.HANDS, hands=8, tie=Tie.DRAW)
UNTIL_TIME_IS_UP = MatchRules(length=Length.CLOCK, clock=ClockPolicy.FINISH_THIS_HAND)

WINS = PointRules(win=1, draw=0)
"""One point for a win. So the points are the wins, and a penalty that takes points is felt in the ranking."""
WINS_OF_ALL = PointRules(win=1, draw=0, bye=ByeCounts.NOTHING)
"""As `WINS`, where everybody meets everybody: a free round comes to all alike and brings nothing."""
VICTORY_POINTS = PointRules(counting=Counting.HANDS, win=2, draw=1, double=3, bye=ByeCounts.AVERAGE)
"""For every hand: 2 for the higher score, 1 each for equal ones, 3 for a double victory. Sitting out: the average."""

# --- as in the rule books ----------------------------------------------------------------------------------------

CLUB_GAME = Regulations(
    preset="club_game",
    stages=(
        StageRules(
            system=System.ROUND_ROBIN,
            match=GAME,
            points=WINS_OF_ALL,
            tiebreaks=("points", "difference", "direct", "decision"),
        ),
    ),
)
"""The rule books, played at home or in a club: fixed pairs, everybody meets everybody in a game to 1000."""

# --- individuals with drawn partners -----------------------------------------------------------------------------

GERMAN_CHAMPIONSHIP = Regulations(
    preset="german_championship",
    hand=HandRules(grand=False, double_victory=100),
    table=TableRules(last_dragon_is_kept=True),
    ranked=Ranked.INDIVIDUAL,
    stages=(
        StageRules(
            system=System.INDIVIDUAL_DRAW,
            rounds=6,
            match=FOUR_HANDS,
            points=VICTORY_POINTS,
            tiebreaks=("points", "tichu_points", "decision"),
        ),
    ),
    odd_numbers=(OddNumbers.TABLE_OF_FIVE, OddNumbers.HOUSE_PLAYER, OddNumbers.SIT_OUT),
)
"""The German championship (ATP): a new partner in every round, victory points for every hand."""

GOETTINGEN = Regulations(
    preset="goettingen",
    hand=HandRules(grand=False),
    ranked=Ranked.INDIVIDUAL,
    stages=GERMAN_CHAMPIONSHIP.stages,
    odd_numbers=GERMAN_CHAMPIONSHIP.odd_numbers,
)
"""The tournament in Goettingen, of the championship's family. Its value of a double victory and its Dragon rule are
not published, so they are those of the rule books; the number of rounds is the championship's."""

HIESFELD = Regulations(
    preset="hiesfeld",
    ranked=Ranked.INDIVIDUAL,
    stages=(
        StageRules(
            system=System.QUARTET,
            rounds=3,
            match=EIGHT_HANDS,
            points=PointRules(counting=Counting.QUARTET_RANKS, bye=ByeCounts.AVERAGE),
            tiebreaks=("points", "difference", "decision"),
        ),
    ),
    odd_numbers=(OddNumbers.HOUSE_PLAYER, OddNumbers.SIT_OUT),
)
"""A match day of the Hiesfeld league: four stay together, everybody partners everybody, and the three rounds share 12
victory points by how decisive they were. What is done with odd numbers is our choice."""

# --- fixed pairs over a season, a day, an evening ----------------------------------------------------------------

MUNICH = Regulations(
    preset="munich",
    stages=(
        StageRules(
            key="season",
            system=System.ROUND_ROBIN,
            match=GAME,
            points=WINS_OF_ALL,
            tiebreaks=("points", "difference", "direct", "decision"),
        ),
    ),
    substitutes=True,
    calls_ranked=True,
)
"""The Munich circle (and Stuttgart's): pairs meet over a season, with substitutes; a second table ranks the calls."""

SWISS_EVENING = Regulations(
    preset="swiss_evening",
    stages=(
        StageRules(
            system=System.SWISS,
            rounds=5,
            match=EIGHT_HANDS,
            points=PointRules(win=2, draw=1),
            tiebreaks=("points", "buchholz", "direct", "difference", "decision"),
        ),
    ),
)
"""Our suggestion for pairs who have one evening: five rounds against opponents of equal strength."""

ST_GALLEN = Regulations(
    preset="st_gallen",
    stages=(
        StageRules(
            key="groups",
            system=System.GROUPS,
            groups=2,
            qualifiers=2,
            match=UNTIL_TIME_IS_UP,
            minutes=60,
            points=WINS_OF_ALL,
            tiebreaks=("points", "difference", "direct", "lots"),
        ),
        StageRules(
            key="finals",
            system=System.KNOCKOUT,
            seeding=Seeding.RANK,
            match=UNTIL_TIME_IS_UP,
            minutes=60,
            points=WINS,
            tiebreaks=("progress", "points", "decision"),
        ),
    ),
)
"""St. Gallen (OSGTM): groups, semifinals and a final in rounds of an hour. Partners are drawn at the event and kept, so
they are entered as teams, one of them of three players if need be. Two groups, and the end of a hand that is being
played when the hour is over, are our choice."""

# --- out after a defeat ------------------------------------------------------------------------------------------

BRETTSPIELWELT = Regulations(
    preset="brettspielwelt",
    stages=(
        StageRules(
            system=System.KNOCKOUT,
            match=GAME,
            late_matches=(
                LateMatch(rounds_from_the_end=SEMIFINAL, match=BEST_OF_3),
                LateMatch(rounds_from_the_end=FINAL, match=BEST_OF_3),
            ),
            points=WINS,
            tiebreaks=("progress", "points", "decision"),
        ),
    ),
    substitutes=True,
)
"""The cup of a club on BrettspielWelt: teams of two to four, of whom two play. Whoever does not come is out: the
director rules a forfeit."""

KOREA = Regulations(
    preset="korea",
    stages=(
        StageRules(
            key="league",
            system=System.ROUND_ROBIN,
            qualifiers=4,
            match=GAME,
            points=WINS_OF_ALL,
            tiebreaks=("points", "difference", "direct", "lots"),
        ),
        StageRules(
            key="finals",
            system=System.KNOCKOUT,
            seeding=Seeding.RANK,
            match=GAME,
            late_matches=(
                LateMatch(rounds_from_the_end=SEMIFINAL, match=BEST_OF_3),
                LateMatch(rounds_from_the_end=FINAL, match=BEST_OF_5),
            ),
            points=WINS,
            tiebreaks=("progress", "points", "decision"),
        ),
    ),
)
"""Korea: the best four of a league play semifinals and a final."""

GEEKWAY = Regulations(
    preset="geekway",
    stages=(
        StageRules(
            system=System.DOUBLE_ELIMINATION,
            match=MatchRules(target=500),
            late_matches=(LateMatch(rounds_from_the_end=FINAL, match=GAME),),
            points=WINS,
            tiebreaks=("progress", "points", "decision"),
        ),
    ),
)
"""Geekway, a convention: short games, out after the second defeat, and a final of the usual length."""

# --- three, six and many players ---------------------------------------------------------------------------------

THREECHU_EVENING = Regulations(
    preset="threechu_evening",
    hand=HandRules(variant=Variant.THREECHU),
    ranked=Ranked.INDIVIDUAL,
    stages=(
        StageRules(
            system=System.REGROUPED,
            rounds=4,
            match=MatchRules(length=Length.HANDS, hands=9, tie=Tie.DRAW),
            points=PointRules(counting=Counting.POINTS, bye=ByeCounts.AVERAGE),
            tiebreaks=("points", "best_round", "decision"),
        ),
    ),
    odd_numbers=(OddNumbers.HOUSE_PLAYER, OddNumbers.SIT_OUT),
)
"""Our suggestion for tables of three: everybody deals three times in a round and counts the own points."""

TIENTSIN = Regulations(
    preset="tientsin",
    hand=HandRules(variant=Variant.TIENTSIN),
    stages=(
        StageRules(
            system=System.SWISS,
            rounds=4,
            match=GAME,
            points=PointRules(win=2, draw=1),
            tiebreaks=("points", "buchholz", "difference", "decision"),
        ),
    ),
)
"""Our suggestion for teams of three: the game for six as printed, four rounds of it."""

GRAND_SEIGNEUR_NIGHT = Regulations(
    preset="grand_seigneur_night",
    hand=HandRules(variant=Variant.GRAND_SEIGNEUR),
    ranked=Ranked.INDIVIDUAL,
    stages=(
        StageRules(
            system=System.REGROUPED,
            rounds=3,
            match=MatchRules(length=Length.HANDS, hands=6, tie=Tie.DRAW),
            points=PointRules(counting=Counting.PLACES, bye=ByeCounts.AVERAGE),
            tiebreaks=("points", "best_round", "decision"),
        ),
    ),
    odd_numbers=(OddNumbers.SIT_OUT,),
)
"""Our suggestion for a big merry round. The rule book knows no objective: here everybody left behind is a point."""


PRESETS: dict[str, Regulations] = {
    regulations.preset: regulations
    for regulations in (
        CLUB_GAME,
        SWISS_EVENING,
        GERMAN_CHAMPIONSHIP,
        GOETTINGEN,
        HIESFELD,
        MUNICH,
        ST_GALLEN,
        BRETTSPIELWELT,
        KOREA,
        GEEKWAY,
        THREECHU_EVENING,
        TIENTSIN,
        GRAND_SEIGNEUR_NIGHT,
    )
}
"""In the order in which they are offered."""
