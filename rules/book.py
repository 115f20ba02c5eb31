"""The rule book: every rule of the card game by name and number, so that a refusal can say which one it goes by.

The words are in `games.sentences.rule_book`. Numbers have gaps between chapters only, where rules may be added.
"""

from enum import IntEnum, StrEnum


class Chapter(StrEnum):
    """What rules are about, in reading order."""

    CARDS = "cards"
    START = "start"
    COMBINATIONS = "combinations"
    BEATING = "beating"
    TURNS = "turns"
    BOMBS = "bombs"
    MAH_JONG = "mah_jong"
    HOUND = "hound"
    PHOENIX = "phoenix"
    DRAGON = "dragon"
    END = "end"
    COUNTING = "counting"
    CALLS = "calls"
    DIRECTOR = "director"
    THREECHU = "threechu"
    TIENTSIN = "tientsin"
    GRAND_SEIGNEUR = "grand_seigneur"


class Rule(IntEnum):
    """A rule, by its number in the book."""

    # the cards
    PACK = 1
    RANKS = 2
    SPECIAL_CARDS = 3

    # before the first trick
    PARTNERS = 10
    SHUFFLING = 11
    TAKING_CARDS = 12
    DEALING_INSTEAD = 13
    HANDS_ARE_SECRET = 14
    PUSHING = 15
    PICK_UP_AFTER_PUSHING = 16

    # what can be played
    SINGLE = 20
    PAIR = 21
    TRIO = 22
    FULL_HOUSE = 23
    SEQUENCE_OF_PAIRS = 24
    SEQUENCE = 25
    ACE_IS_HIGH = 26
    NOTHING_ELSE = 27

    # what beats what
    SAME_KIND = 30
    SAME_LENGTH = 31
    HIGHER_RANK = 32
    FULL_HOUSE_BY_TRIO = 33
    ORDER_OF_SINGLES = 34

    # turns and tricks
    MAH_JONG_LEADS = 40
    LEADER_MUST_LEAD = 41
    DIRECTION = 42
    PLAY_OR_PASS = 43
    ONLY_IN_TURN = 44
    BACK_AFTER_PASSING = 45
    OUT_IS_SKIPPED = 46
    TRICK_ENDS = 47
    WINNER_LEADS = 48
    LEAD_PASSES_ON = 49
    TIME_TO_THINK = 50

    # bombs
    FOUR_OF_A_KIND = 60
    ONE_SUIT_SEQUENCE = 61
    ALWAYS_A_BOMB = 62
    NO_SPECIAL_CARD_IN_A_BOMB = 63
    BOMB_BEATS_ALL = 64
    LONGER_BOMB = 65
    HIGHER_BOMB = 66
    BOMB_MAY_BE_LED = 67
    BOMB_OUT_OF_TURN = 68
    BOMB_NEEDS_A_TARGET = 69
    BOMB_ON_OWN_TRICK = 70
    BOMB_AFTER_PASSES = 71
    BOMB_GOES_FIRST = 72
    BOMBS_IN_ORDER = 73
    NO_CLAIM_AFTER_A_PAUSE = 74

    # the Mah Jong and the wish
    MAH_JONG_IS_ONE = 80
    MAY_WISH = 81
    WISHED_RANKS = 82
    WISH_FOR_WHAT_IS_GONE = 83
    WISH_MUST_BE_FULFILLED = 84
    WISH_IN_ANY_COMBINATION = 85
    WISH_BY_BOMB = 86
    WISH_WITH_PHOENIX = 87
    PHOENIX_IS_NOT_THE_WISH = 88
    FREE_OF_THE_WISH = 89
    WISH_ON_LEAD = 90
    WISH_ONLY_IN_TURN = 91
    BOMB_INSTEAD_OF_WISH = 92
    WISH_STAYS = 93
    WISH_BINDS_ALL = 94
    WISH_LOOKS_AHEAD = 95

    # the Hound
    HOUND_IS_LED = 100
    HOUND_TO_PARTNER = 101
    HOUND_GOES_ON = 102
    HOUND_IS_NOT_BOMBED = 103

    # the Phoenix
    PHOENIX_AS_JOKER = 110
    PHOENIX_IS_NO_SPECIAL_CARD = 111
    PHOENIX_MAKES_NO_BOMB = 112
    NO_FULL_HOUSE_OF_FOUR = 113
    PHOENIX_READING = 114
    PHOENIX_HALF_ABOVE = 115
    PHOENIX_LED = 116
    PHOENIX_NOT_ON_THE_DRAGON = 117

    # the Dragon
    DRAGON_IS_HIGHEST = 120
    DRAGON_ALONE = 121
    DRAGON_AND_BOMBS = 122
    DRAGON_GIFT = 123
    DRAGON_KEEPS_THE_LEAD = 124
    BOMBED_DRAGON = 125
    LAST_DRAGON = 126

    # the end of a hand
    GOING_OUT = 130
    END_OF_THE_HAND = 131
    LAST_TRICK = 132
    DOUBLE_VICTORY = 133
    LAST_HAND = 134
    LAST_TRICKS = 135

    # counting
    CARD_POINTS = 140
    HUNDRED_POINTS = 141
    DOUBLE_VICTORY_POINTS = 142
    TARGET = 143
    ONLY_AT_THE_END = 144
    BOTH_AT_THE_TARGET = 145
    TIE_AT_THE_TARGET = 146

    # calls
    TICHU = 150
    TICHU_UNTIL_FIRST_CARD = 151
    TICHU_EARLY_OR_LATE = 152
    GRAND_TICHU = 153
    GRAND_BEFORE_NINTH = 154
    CALLER_IS_FIRST = 155
    CALLS_ARE_ADDED = 156
    SEVERAL_CALLS = 157
    NO_ARRANGING = 158
    CALLS_AT_ONCE = 159

    # when something went wrong
    PUT_RIGHT = 160
    DIRECTOR_DECIDES = 161

    # Threechu: three players
    THREECHU_DUMMY = 170
    THREECHU_NO_GRAND = 171
    THREECHU_BOTH_HANDS = 172
    THREECHU_PUSHING = 173
    THREECHU_OPEN_DUMMY = 174
    THREECHU_CALL_FOR_THE_DUMMY = 175
    THREECHU_DUMMY_AND_WISH = 176
    THREECHU_OWN_SHEETS = 177
    THREECHU_DEAL_PASSES = 178
    THREECHU_HANDS = 179

    # Tientsin: six players
    TIENTSIN_TEAMS = 180
    TIENTSIN_GRAND = 181
    TIENTSIN_PUSHING = 182
    TIENTSIN_HOUND = 183
    TIENTSIN_LAST_TWO = 184
    TIENTSIN_TRIPLE_VICTORY = 185

    # Grand Seigneur: five to twelve players
    SEIGNEUR_ALONE = 190
    SEIGNEUR_SEATS = 191
    SEIGNEUR_FIRST_HAND = 192
    SEIGNEUR_WRETCH_DEALS = 193
    SEIGNEUR_TRIBUTE = 194
    SEIGNEUR_TRIBUTE_OF_FIVE = 195
    SEIGNEUR_GIVEN_BACK = 196
    SEIGNEUR_NEW_PLACES = 197
    SEIGNEUR_TWO_PACKS = 198
    SEIGNEUR_SECOND_DRAGON = 199
    SEIGNEUR_FOUR_SUITS = 200


FIRST: dict[Chapter, Rule] = {
    Chapter.CARDS: Rule.PACK,
    Chapter.START: Rule.PARTNERS,
    Chapter.COMBINATIONS: Rule.SINGLE,
    Chapter.BEATING: Rule.SAME_KIND,
    Chapter.TURNS: Rule.MAH_JONG_LEADS,
    Chapter.BOMBS: Rule.FOUR_OF_A_KIND,
    Chapter.MAH_JONG: Rule.MAH_JONG_IS_ONE,
    Chapter.HOUND: Rule.HOUND_IS_LED,
    Chapter.PHOENIX: Rule.PHOENIX_AS_JOKER,
    Chapter.DRAGON: Rule.DRAGON_IS_HIGHEST,
    Chapter.END: Rule.GOING_OUT,
    Chapter.COUNTING: Rule.CARD_POINTS,
    Chapter.CALLS: Rule.TICHU,
    Chapter.DIRECTOR: Rule.PUT_RIGHT,
    Chapter.THREECHU: Rule.THREECHU_DUMMY,
    Chapter.TIENTSIN: Rule.TIENTSIN_TEAMS,
    Chapter.GRAND_SEIGNEUR: Rule.SEIGNEUR_ALONE,
}
"""The rule with which a chapter begins."""


def chapter_of(rule: Rule) -> Chapter:
    """The last chapter that begins no later than the rule stands."""
    return [chapter for chapter, first in FIRST.items() if first <= rule][-1]


def rules_of(chapter: Chapter) -> tuple[Rule, ...]:
    """The rules of a chapter, in order."""
    return tuple(rule for rule in Rule if chapter_of(rule) is chapter)
