"""Words for those who choose a format: the ready-made ones, what each choice means, and how long it takes."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from rules.customs import Direction
from scoring.match import ClockPolicy, Length, Tie
from scoring.regulations import (
    ByeCounts,
    Clubmates,
    Confirmation,
    Counting,
    OddNumbers,
    Seeding,
    System,
    TableNumbers,
)

# --- ready-made formats ------------------------------------------------------------------------------------------

PRESETS = {
    "swiss_evening": (_("Swiss evening"), _("Everybody plays every round, against others who do equally well.")),
    "club_game": (_("Everybody against everybody"), _("As in the rule books: each pair meets each other pair.")),
    "munich": (_("Season league"), _("As the club, over many evenings, with substitutes. The Munich circle.")),
    "german_championship": (
        _("German championship"),
        _("A new partner in every round, victory points for every hand, no Grand Tichu."),
    ),
    "goettingen": (_("Göttingen"), _("As the German championship; a double victory counts 200 as printed.")),
    "hiesfeld": (_("Hiesfeld match day"), _("Four stay together, and everybody partners everybody once.")),
    "brettspielwelt": (_("Cup"), _("Who loses is out. Semifinals and final are best of three.")),
    "geekway": (_("Double elimination"), _("Out after the second defeat. Short games to 500.")),
    "st_gallen": (_("Groups and finals"), _("Two groups by the clock, then semifinals and a final. As in St. Gallen.")),
    "korea": (_("League and finals"), _("The best four of a league play it out. As in Korea.")),
    "threechu_evening": (_("Threechu"), _("Tables of three, new ones in every round. Everybody counts alone.")),
    "tientsin": (_("Tientsin"), _("Six at a table, in teams of three.")),
    "grand_seigneur_night": (_("Grand Seigneur"), _("Five to twelve at a table. Places count instead of points.")),
}
"""Name, and one sentence that tells it from the others."""

KINDS = (
    (_("Pairs who stay together"), ("swiss_evening", "club_game", "munich")),
    (_("Individuals with changing partners"), ("german_championship", "goettingen", "hiesfeld")),
    (_("With a final"), ("st_gallen", "korea", "brettspielwelt", "geekway")),
    (_("For three, six or many at a table"), ("threechu_evening", "tientsin", "grand_seigneur_night")),
)
"""All presets as they are offered, those first that suit most."""

# --- what it means -----------------------------------------------------------------------------------------------

WHO, SYSTEM, MATCH, COUNTS, RANKED_BY, GOES_ON, REST, RESULTS = (
    _("Who is ranked"),
    _("Rounds"),
    _("A match"),
    _("What counts"),
    _("Ranked by"),
    _("Who goes on"),
    _("Odd numbers"),
    _("Results"),
)

PAIRS_RANKED = _("Pairs. Partners stay together all the time.")
TRIPLES_RANKED = _("Teams of three. They stay together all the time.")
ALONE_RANKED = {
    System.INDIVIDUAL_DRAW: _("Everybody alone. You get a new partner in every round."),
    System.QUARTET: _("Everybody alone. Four stay at a table, and each partners each."),
    System.REGROUPED: _("Everybody alone. Tables are made anew for every round."),
}
SUBSTITUTES = {True: _("Substitutes are allowed."), False: _("Substitutes are not allowed.")}
CALLS_RANKED = _("A second ranking shows who made and missed most calls.")

SYSTEMS = {
    System.SWISS: ngettext_lazy(
        "%(rounds)s round. Nobody is out, and nobody meets the same opponents twice while avoidable.",
        "%(rounds)s rounds, each against others with a similar score. "
        "Nobody is out, and nobody meets the same opponents twice while avoidable.",
        "rounds",
    ),
    System.INDIVIDUAL_DRAW: ngettext_lazy(
        "%(rounds)s round with drawn partners.",
        "%(rounds)s rounds with drawn partners; never the same partner twice while avoidable.",
        "rounds",
    ),
    System.REGROUPED: ngettext_lazy("%(rounds)s round.", "%(rounds)s rounds, each at new tables.", "rounds"),
    System.QUARTET: ngettext_lazy(
        "%(rounds)s round at a table of four.",
        "%(rounds)s rounds at the same table of four, with another partner each time.",
        "rounds",
    ),
    System.ROUND_ROBIN: _("Everybody meets everybody once."),
    System.DOUBLE_ROUND_ROBIN: _("Everybody meets everybody twice."),
    System.GROUPS: ngettext_lazy(
        "%(groups)s group. There everybody meets everybody.",
        "%(groups)s groups. In each everybody meets everybody.",
        "groups",
    ),
    System.KNOCKOUT: _("Who loses a match is out."),
    System.DOUBLE_ELIMINATION: _("Who loses for the second time is out."),
}
CUT_SHORT = ngettext_lazy("It ends after %(rounds)s round.", "It ends after %(rounds)s rounds.", "rounds")
THIRD_PLACE = _("Beside the final there is a match for third place.")
ACCELERATED = ngettext_lazy(
    "In the first round the better half by seeding counts a win more.",
    "In the first %(rounds)s rounds the better half by seeding counts a win more.",
    "rounds",
)
BY_SCORE = _("From round %(round)s on, those with similar scores sit together.")
SEEDED = {
    Seeding.DRAWN: _("Lots decide who begins against whom."),
    Seeding.SEEDED: _("It begins in the order of the director's seeding numbers."),
    Seeding.RATING: _("It begins in the order of the ratings."),
    Seeding.RANK: _("It begins in the order of the stage before."),
}
STAGES = {
    System.SWISS: _("Swiss rounds"),
    System.ROUND_ROBIN: _("League"),
    System.DOUBLE_ROUND_ROBIN: _("League"),
    System.GROUPS: _("Groups"),
    System.KNOCKOUT: _("Knock-out"),
    System.DOUBLE_ELIMINATION: _("Double elimination"),
    System.INDIVIDUAL_DRAW: _("Rounds with drawn partners"),
    System.QUARTET: _("Quartets"),
    System.REGROUPED: _("Rounds at new tables"),
}
MINUTES = ngettext_lazy("A round is given %(minutes)s minute.", "A round is given %(minutes)s minutes.", "minutes")

COUNTING = {
    Counting.MATCH: _("A match that is won gives %(win)s, a draw %(draw)s, a defeat %(loss)s."),
    Counting.HANDS: _("Every hand gives victory points: %(win)s for the higher score, %(draw)s each for equal scores."),
    Counting.QUARTET_RANKS: _(
        "The three rounds of a table share 12 victory points: "
        "3 each for the winners of the most decisive, then 2, then 1."
    ),
    Counting.MARGIN: _(
        "%(scale)s victory points are divided by the margin: "
        "half each for a draw, nearly all for a margin of %(margin)s."
    ),
    Counting.DIFFERENCE: _("The difference of the Tichu points counts."),
    Counting.AVERAGE: _("The difference of the Tichu points per hand counts."),
    Counting.POINTS: _("The Tichu points of everybody's own side count."),
    Counting.PLACES: _("One point for everybody you leave behind, in every hand."),
}
ONLY_WINS = _("The number of wins counts.")
DOUBLE = _("A double victory gives %(double)s.")
CAP = _("At most %(cap)s a match.")
CARRIED_OVER = _("Points of the stage before are carried over.")
BYES = {
    ByeCounts.WIN: _("Who has no table in a round gets a win for it."),
    ByeCounts.AVERAGE: _("Who has no table in a round gets the average of the own other rounds."),
    ByeCounts.NOTHING: _("Who has no table in a round gets nothing for it."),
}
THEN = _("%(this)s, then %(next)s")

QUALIFIED = ngettext_lazy("The best %(number)s goes on.", "The best %(number)s go on.", "number")
QUALIFIED_OF_GROUPS = ngettext_lazy(
    "The best of each group goes on.", "The best %(number)s of each group go on.", "number"
)

ODD_NUMBERS = {
    OddNumbers.BYE: _("If the number is odd, one of them has no table in a round, each time another."),
    OddNumbers.TABLE_OF_FIVE: _("Who is left over makes a table of five, where one sits out in turn."),
    OddNumbers.HOUSE_PLAYER: _("Somebody of the house fills in."),
    OddNumbers.SIT_OUT: _("Who is left over sits out a round, each time somebody else."),
}
ELSE = _("If that is not possible: %(what)s")

# --- how long ----------------------------------------------------------------------------------------------------

PAIRS = ngettext_lazy("with %(number)s pair", "with %(number)s pairs", "number")
TRIPLES = ngettext_lazy("with %(number)s team", "with %(number)s teams", "number")
PLAYERS = ngettext_lazy("with %(number)s player", "with %(number)s players", "number")

HOURS, HOURS_AND_MINUTES, MINUTES_ONLY = _("%(hours)s h"), _("%(hours)s h %(minutes)s min"), _("%(minutes)s min")
FROM_TO = _("%(least)s to %(most)s")
ROUNDS_TAKE = ngettext_lazy(
    "%(rounds)s round of %(least)s to %(most)s minutes",
    "%(rounds)s rounds of %(least)s to %(most)s minutes",
    "rounds",
)
ROUNDS_TAKE_EXACTLY = ngettext_lazy(
    "%(rounds)s round of %(least)s minutes", "%(rounds)s rounds of %(least)s minutes", "rounds"
)
ROUNDS_OR_ONE_MORE = _("%(fewest)s or %(rounds)s rounds of %(least)s to %(most)s minutes")
IN_STAGE = _("%(stage)s: %(rounds)s")
ASSUMED_HANDS = _(
    "Assumed: %(least)s to %(most)s minutes a hand, and %(between)s to %(between_most)s minutes between rounds."
)
ASSUMED_GAMES = _("A game to 1000 points takes %(least)s to %(most)s hands.")
ASSUMED_PAUSES = _("Breaks and the prize-giving are not in it.")
ENDS_BETWEEN = _("Begun at %(begin)s, it is over between %(least)s and %(most)s.")
TOO_LONG = _("That is long for one day. Play it on several days, or choose shorter matches or fewer rounds.")
NOT_ENOUGH_OPPONENTS = ngettext_lazy(
    "With so few there are opponents for %(most)s round only, unless some meet again.",
    "With so few there are opponents for %(most)s rounds only, unless some meet again.",
    "most",
)
TOO_FEW = _("At least %(least)s are needed.")

# --- what can be chosen ------------------------------------------------------------------------------------------

TIEBREAKS = {
    "points": _("points"),
    "tichu_points": _("Tichu points"),
    "difference": _("difference of Tichu points"),
    "wins": _("wins"),
    "direct": _("direct encounter"),
    "buchholz": _("Buchholz (points of the opponents)"),
    "buchholz_cut_1": _("Buchholz without the weakest"),
    "buchholz_median": _("Buchholz without strongest and weakest"),
    "sonneborn_berger": _("Sonneborn-Berger (points of those beaten)"),
    "hands_won": _("hands won"),
    "double_victories": _("double victories"),
    "calls": _("calls made less calls missed"),
    "best_round": _("best round"),
    "progress": _("how long one stayed in"),
    "rating": _("rating"),
    "lots": _("lots"),
    "decision": _("the director's decision"),
}
"""As in the middle of a sentence."""
LENGTHS = {
    Length.TARGET: _("To a number of points"),
    Length.HANDS: _("A fixed number of hands"),
    Length.CLOCK: _("By the clock"),
    Length.BEST_OF: _("Best of several games"),
}
CLOCKS = {
    ClockPolicy.FINISH_THIS_HAND: _("Finish the hand being played"),
    ClockPolicy.ONE_MORE_HAND: _("Finish it, and play one more"),
    ClockPolicy.STOP: _("Stop at once"),
}
TIES = {Tie.DRAW: _("It is a draw"), Tie.PLAY_ON: _("One more hand")}
COUNTINGS = {
    Counting.MATCH: _("Matches won"),
    Counting.HANDS: _("Victory points for every hand"),
    Counting.MARGIN: _("Victory points by the margin"),
    Counting.DIFFERENCE: _("Difference of Tichu points"),
    Counting.AVERAGE: _("Difference per hand"),
    Counting.POINTS: _("Own Tichu points"),
    Counting.PLACES: _("Places"),
    Counting.QUARTET_RANKS: _("The three rounds of a table"),
}
BYES_CHOSEN = {ByeCounts.WIN: _("A win"), ByeCounts.AVERAGE: _("The own average"), ByeCounts.NOTHING: _("Nothing")}
ODD_CHOSEN = {
    OddNumbers.TABLE_OF_FIVE: _("A table of five"),
    OddNumbers.HOUSE_PLAYER: _("Somebody of the house fills in"),
    OddNumbers.SIT_OUT: _("Sitting out in turn"),
}
SEEDINGS = {
    Seeding.DRAWN: _("Lots"),
    Seeding.SEEDED: _("The director's numbers"),
    Seeding.RATING: _("Rating"),
    Seeding.RANK: _("Place in the stage before"),
}
TABLE_NUMBERS = {
    TableNumbers.BALANCED: _("Everybody moves about"),
    TableNumbers.BY_RANK: _("The leaders sit at table 1"),
}
CLUBMATES = {
    Clubmates.MAY_MEET: _("May meet"),
    Clubmates.APART_IF_POSSIBLE: _("Apart if possible"),
    Clubmates.ALWAYS_APART: _("Always apart"),
}
CONFIRMATIONS = {
    Confirmation.OPPONENTS: _("The opponents"),
    Confirmation.DIRECTOR: _("The director"),
    Confirmation.NOBODY: _("Nobody"),
}
DIRECTIONS = {Direction.RIGHT: _("To the right, as printed"), Direction.LEFT: _("To the left, clockwise")}
