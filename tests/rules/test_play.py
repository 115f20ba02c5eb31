"""A hand from the deal to the last trick: what everybody may do, what follows, and what is refused."""

import random
from itertools import combinations

import pytest

from rules.cards import PACK, Special, in_order, points_of
from rules.combinations import Combination, readings
from rules.customs import Direction, TableRules
from rules.log import HandLog, parse_log
from rules.moves import Pass, Play
from rules.play import State, begin
from rules.refusal import Refusal
from rules.variants.grand_seigneur import FEWEST, MOST, seigneur
from rules.variants.nanking import NANKING
from rules.variants.threechu import DUMMY, THREECHU
from rules.variants.tientsin import TIENTSIN
from scoring.counting import score_cards
from scoring.hand import HandRules
from scoring.variants import Variant
from tests.length import at_length
from tests.rules.playing import GAMES, after, all_cards, at, cards, dealt, played_by_chance, possible
from tests.scoring.refusing import refusal_of

DEAL = tuple(PACK[14 * seat : 14 * seat + 14] for seat in range(4))


def said(state: State, seat: int) -> list[str]:
    return [str(move) for move in state.legal_moves(seat)]


# --- before the first trick --------------------------------------------------------------------------------------


def test_a_grand_tichu_is_called_before_the_ninth_card_and_not_after_it():
    state = begin(DEAL)
    assert [len(hand) for hand in state.hands] == [8, 8, 8, 8]
    assert said(state, 0) == ["0 tichu", "0 grand", "0 take"]
    taken = after(state, "0 take")
    assert len(taken.hands[0]) == 14
    assert refusal_of(lambda: after(taken, "0 grand")).code == "grand_too_late"
    assert after(taken, "1 grand").calls == ("", "GT", "", "")
    assert refusal_of(lambda: after(state, "0 grand", "0 tichu")).code == "called_already"
    assert refusal_of(lambda: after(state, "0 push 2j 3j 4j")).code == "take_first"
    assert refusal_of(lambda: after(state, "0 pass")).code == "push_first"


def test_everybody_pushes_a_card_to_everybody_and_the_mah_jong_leads():
    state = after(begin(DEAL), *(f"{seat} take" for seat in range(4)))
    assert len(state.legal_moves(0)) == 1 + 14 * 13 * 12
    state = after(state, "0 push 2j 3j 4j")
    assert len(state.hands[0]) == 11, "the pushed cards are picked up when all have pushed"
    assert refusal_of(lambda: after(state, "0 push 5j 6j 7j")).code == "pushed_already"
    assert refusal_of(lambda: after(state, "1 push 4s")).code == "push_number"
    assert refusal_of(lambda: after(state, "1 push 2j 3s 4s")).code == "card_not_held"
    pushes = [str(state.legal_moves(seat)[-1]) for seat in (1, 2, 3)]
    state = after(state, *pushes)
    assert cards("2j")[0] in state.hands[1]
    assert cards("3j")[0] in state.hands[2]
    assert cards("4j")[0] in state.hands[3]
    assert [len(hand) for hand in state.hands] == [14] * 4
    assert Special.MAH_JONG in state.hands[state.turn]


@pytest.mark.parametrize(
    ("deal", "code"),
    [
        (DEAL[:3], "deal_seats"),
        ((DEAL[0][:13], *DEAL[1:]), "deal_size"),
        (((*DEAL[0], DEAL[1][0]), *DEAL[1:]), "deal_size"),
        (((*DEAL[0][:13], DEAL[1][0]), *DEAL[1:]), "card_twice"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(deal, code: str):
    assert refusal_of(lambda: begin(deal)).code == code


def test_in_grand_seigneur_there_is_no_hound():
    game = GAMES["five"]
    deal = [list(hand) for hand in dealt(game, random.Random(1))]
    deal[0][0] = Special.HOUND
    assert refusal_of(lambda: begin(deal, game)).code == "card_not_in_pack"


# --- tricks ------------------------------------------------------------------------------------------------------


def test_three_passes_end_a_trick_and_until_it_is_gathered_anybody_may_bomb():
    state = at("Kj Ks 2j", "3j 4j", "6j 6s 6p 6t 5j", "7j 8j")
    state = after(state, "0 play Kj Ks", "1 pass", "2 pass", "3 pass")
    assert state.turn is None
    assert said(state, 0)[-1:] == ["0 gather"]
    assert "2 play 6j 6p 6s 6t" in said(state, 2), "who has passed may bomb all the same"
    assert refusal_of(lambda: after(state, "1 gather")).code == "not_your_trick"
    gathered = after(state, "0 gather")
    assert (gathered.turn, gathered.piles[0]) == (0, cards("Kj Ks"))
    bombed = after(state, "2 play 6j 6s 6p 6t")
    assert (bombed.owner, bombed.turn, bombed.passes) == (2, 3, 0)
    assert refusal_of(lambda: after(bombed, "2 gather")).code == "trick_goes_on"


def test_who_passed_comes_back_in_the_same_trick():
    state = after(at("2j 9j", "3j 8j", "4j Tj", "5j Jj"), "0 play 2j", "1 pass", "2 play 4j", "3 pass", "0 pass")
    assert after(state, "1 play 8j").turn == 2


def test_play_goes_to_the_left_where_a_tournament_says_so():
    state = at("2j 9j", "3j 8j", "4j Tj", "5j Jj", customs=TableRules(direction=Direction.LEFT))
    assert after(state, "0 play 2j").turn == 3


def test_the_lead_of_whoever_is_out_goes_on_to_the_next_with_cards():
    state = after(at("Aj", "3j 8j", "4j Tj", "5j Jj"), "0 play Aj", "1 pass", "2 pass", "3 pass", "0 gather")
    assert (state.turn, state.out) == (1, (0,))


def test_the_hound_gives_the_lead_to_the_partner_and_cannot_be_bombed():
    state = after(at("DO 2j", "6j 6s 6p 6t 5j", "4j Tj", "5s Jj"), "0 play DO")
    assert (state.turn, state.trick) == (2, ())
    assert refusal_of(lambda: after(state, "1 play 6j 6s 6p 6t")).code == "bomb_needs_trick"
    partner_out = after(at("DO 2j", "3j 5j", "", "5s Jj", out=(2,)), "0 play DO")
    assert partner_out.turn == 3


def test_a_trick_won_by_the_dragon_goes_to_an_opponent_and_the_lead_stays():
    state = after(at("DR 2j", "3j 8j", "4j Tj", "5j Jj"), "0 play DR", "1 pass", "2 pass", "3 pass")
    assert said(state, 0)[-2:] == ["0 gather to 1", "0 gather to 3"]
    assert refusal_of(lambda: after(state, "0 gather")).code == "dragon_to_opponent"
    assert refusal_of(lambda: after(state, "0 gather to 2")).code == "dragon_to_opponent"
    given = after(state, "0 gather to 3")
    assert (given.turn, given.piles[3]) == (0, cards("DR"))


def test_a_bombed_dragon_is_given_to_nobody_even_by_who_bombs_the_own():
    state = at("DR 6j 6s 6p 6t 2j", "3j 8j", "4j Tj", "5j Jj")
    state = after(state, "0 play DR", "0 play 6j 6s 6p 6t", "1 pass", "2 pass", "3 pass")
    assert refusal_of(lambda: after(state, "0 gather to 1")).code == "trick_is_yours"
    assert points_of(after(state, "0 gather").piles[0]) == 25


def test_a_call_is_made_until_the_first_own_card_however_late_that_is():
    state = after(at("2j 9j", "3j 8j", "4j Tj", "5j Jj"), "0 play 2j", "1 pass")
    assert after(state, "1 tichu").calls == ("", "T", "", "")
    assert refusal_of(lambda: after(state, "0 tichu")).code == "call_too_late"


# --- the wish ----------------------------------------------------------------------------------------------------


def test_the_wish_binds_everybody_in_turn_until_somebody_plays_the_rank():
    state = after(at("MJ 2j", "9j 3j", "8j Tj", "8s Jj"), "0 play MJ wish 8")
    assert said(state, 1)[-1] == "1 pass", "who has none may do what he likes"
    state = after(state, "1 pass")
    assert said(state, 2) == ["2 tichu", "2 play 8j"]
    assert refusal_of(lambda: after(state, "2 play Tj")).code == "wish_first"
    assert refusal_of(lambda: after(state, "2 pass")).code == "wish_no_pass"
    fulfilled = after(state, "2 play 8j")
    assert fulfilled.wish is None
    assert said(fulfilled, 3) == ["3 tichu", "3 play Jj", "3 pass"]


def test_a_sequence_with_the_mah_jong_does_not_fulfil_its_own_wish():
    assert after(at("MJ 2j 3s 4j 5j 9j", "7j", "8j Tj", "8s Jj"), "0 play MJ 2j 3s 4j 5j wish 4").wish == 4


def test_a_bomb_out_of_turn_is_free_of_the_wish_and_its_player_then_bound():
    state = after(at("MJ 2j", "9j 3j", "Tj 4j", "Kj Ks Kp Kt 8s Jj"), "0 play MJ wish 8", "3 play Kj Ks Kp Kt")
    assert state.wish == 8
    state = after(state, "0 pass", "1 pass", "2 pass", "3 gather")
    assert said(state, 3) == ["3 play 8s"]


def test_the_dummy_of_threechu_is_free_of_the_wish():
    state = after(at("MJ 2j", "9j 3j", "8j Tj", "8s Jj", game=THREECHU), "0 play MJ wish 8", "1 pass")
    assert state.turn == DUMMY
    assert "2 pass" in said(state, DUMMY)
    assert "3 pass" not in said(after(state, "2 pass"), 3)


# --- the end -----------------------------------------------------------------------------------------------------


def test_a_double_victory_ends_the_hand_at_once():
    state = after(at("9j", "3j 8j", "Aj", "5j Jj"), "0 play 9j", "1 pass", "2 play Aj")
    assert (state.over, state.order) == (True, (0, 2))
    assert refusal_of(lambda: after(state, "1 pass")).code == "hand_over"
    assert state.legal_moves(1) == []


def test_a_double_victory_completed_with_the_hound_or_the_dragon_is_one_at_once():
    assert after(at("DO", "3j 8j", "", "5j Jj", out=(2,)), "0 play DO").order == (2, 0)
    assert after(at("DR", "3j 8j", "", "5j Jj", out=(2,)), "0 play DR").over


def test_when_one_alone_has_cards_the_last_trick_is_the_last_player_s():
    state = after(at("9j", "", "Kj Ts", "", out=(1, 3)), "0 play 9j")
    assert (state.over, state.order) == (False, (1, 3, 0)) or state.over
    state = after(at("9j", "", "", "Kj Ts", out=(1, 2)), "0 play 9j")
    assert (state.over, state.order, state.last_hand) == (True, (1, 2, 0, 3), cards("Ts Kj"))
    assert state.piles[0] == cards("9j")


def test_a_dragon_that_ends_the_hand_is_still_given_away_unless_the_tournament_keeps_it():
    state = after(at("DR", "", "", "6j 6s 6p 6t", out=(1, 2)), "0 play DR")
    assert not state.over
    assert said(state, 0) == ["0 gather to 1", "0 gather to 3"]
    assert said(state, 3) == [], "the hand is over: no bomb any more, and no call"
    assert refusal_of(lambda: after(state, "3 tichu")).code == "dragon_first"
    assert refusal_of(lambda: after(state, "3 play 6j 6s 6p 6t")).code == "dragon_first"
    done = after(state, "0 gather to 1")
    assert (done.over, done.piles[1]) == (True, cards("DR"))
    kept = at("DR", "", "", "Kj Ts", out=(1, 2), customs=TableRules(last_dragon_is_kept=True))
    assert after(kept, "0 play DR").piles[0] == cards("DR")


def test_tientsin_ends_with_three_of_a_side_and_not_with_two():
    two = after(at("9j", "3j 8j", "Aj", "5j Jj", "7s 8s", "9s Ts", game=TIENTSIN), "0 play 9j", "1 pass", "2 play Aj")
    assert not two.over
    three = at("9j", "3j 8j", "", "5j Jj", "", "9s Ts", game=TIENTSIN, out=(2, 4))
    assert after(three, "0 play 9j").order == (2, 4, 0)


def test_in_tientsin_who_plays_the_hound_chooses_the_partner():
    state = at("DO 2j", "3j 8j", "Aj 3s", "5j Jj", "7s 8s", "9s Ts", game=TIENTSIN)
    assert [move for move in said(state, 0) if "DO" in move] == ["0 play DO to 2", "0 play DO to 4"]
    assert after(state, "0 play DO to 4").turn == 4
    assert refusal_of(lambda: after(state, "0 play DO")).code == "hound_to_partner"
    assert refusal_of(lambda: after(state, "0 play DO to 3")).code == "hound_to_partner"
    assert refusal_of(lambda: after(state, "0 play 2j to 4")).code == "hound_to_partner"


def test_in_grand_seigneur_the_wretch_gives_the_best_cards():
    game = GAMES["five"]
    state = begin(dealt(game, random.Random(3)), game)
    wretch = state.hands[4]
    for move in state.legal_moves(4):
        assert len(move.cards) == 2
    worst = wretch[:2]
    assert refusal_of(lambda: after(state, f"4 push {worst[0]} {worst[1]}")).code == "push_best"
    assert refusal_of(lambda: after(state, "0 tichu")).code == "nobody_calls"


# --- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "move_unreadable"),
        ("0", "move_unreadable"),
        ("x pass", "move_unreadable"),
        ("0 sleep", "move_unreadable"),
        ("0 pass 2j", "move_unreadable"),
        ("0 play", "no_combination"),
        ("0 play 1j", "card_unknown"),
        ("0 play 2j 2j", "card_not_held"),
        ("0 play 2j wish", "move_unreadable"),
        ("0 play 2j wish x", "move_unreadable"),
        ("0 play 2j as king 3", "move_unreadable"),
        ("0 play 2j as pair 3", "reading_impossible"),
        ("0 gather to you", "move_unreadable"),
        ("9 pass", "seat_unknown"),
        ("0 play " + "2j " * 60, "move_unreadable"),
        ("² pass", "move_unreadable"),
    ],
)
def test_what_is_no_move_is_refused(line: str, code: str):
    assert refusal_of(lambda: after(at("2j 2s", "3j", "4j", "5j"), line)).code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "log_unreadable"),
        ("tichu hand 2\ngame nanking", "log_unreadable"),
        ("tichu hand 1\ngame poker", "game_unknown"),
        ("tichu hand 1\ngame grand_seigneur 99", "seigneur_players"),
        ("tichu hand 1\ngame nanking", "deal_seats"),
        ("tichu hand 1\ngame nanking\ndeal 2j 99", "card_unknown"),
        ("x" * 60_000, "log_too_long"),
    ],
)
def test_what_is_no_log_is_refused(text: str, code: str):
    assert refusal_of(lambda: parse_log(text).final()).code == code


# --- by chance ---------------------------------------------------------------------------------------------------

CUSTOMS = (
    TableRules(),
    TableRules(direction=Direction.LEFT, wish_is_a_must=True, bomb_instead_of_wish=False, last_dragon_is_kept=True),
)
VARIANTS = {"nanking": Variant.NANKING, "threechu": Variant.THREECHU, "tientsin": Variant.TIENTSIN}


HANDS = at_length(10_000, usually=60)
"""Of each variant."""
SEIGNEURS = [seigneur(players, first_round=first) for first in (False, True) for players in range(FEWEST, MOST + 1)]
BY_TURNS = {"nanking": [NANKING], "threechu": [THREECHU], "tientsin": [TIENTSIN], "grand_seigneur": SEIGNEURS}


@pytest.mark.parametrize("name", BY_TURNS)
def test_hands_played_by_chance_never_lose_a_card_and_count_a_hundred(name: str):
    """At every moment somebody may do something, every card is somewhere, and at the end they count 100."""
    games = BY_TURNS[name]
    for seed in range(HANDS):
        game, luck = games[seed % len(games)], random.Random(seed)
        customs = luck.choice(CUSTOMS)
        deal = dealt(game, luck)
        state = begin(deal, game, customs)
        moves = []
        whole = in_order(game.pack)
        while not state.over:
            able = possible(state)
            assert able, "somebody may do something"
            moves.append(luck.choice(luck.choice(able)))
            state = state.after(moves[-1])
            if state.playing:
                assert in_order(all_cards(state)) == whole
        assert in_order(all_cards(state)) == whole
        if name in VARIANTS:
            assert_it_counts(state, VARIANTS[name])
        log = HandLog(deal=deal, moves=tuple(moves), game=game, customs=customs)
        assert parse_log(str(log)).final() == state, "its log gives the same state"


def assert_it_counts(state: State, variant: Variant) -> None:
    dealer = 0 if variant is Variant.THREECHU else None
    rules = HandRules(variant=variant)
    result = score_cards(state.piles, state.last_hand, state.order, state.calls, rules, dealer=dealer)
    if result.victory is None:
        assert sum(result.card_points) == 100
    else:
        assert len(state.out) == state.game.victory


def brute(state: State, seat: int) -> set[tuple[Combination, int | None]]:
    """Every set of cards with every reading and wish that `after` takes."""
    found = set()
    hand = state.hands[seat]
    for size in range(1, len(hand) + 1):
        for subset in combinations(hand, size):
            for reading in readings(subset):
                wishes = [None, 2, 8] if Special.MAH_JONG in subset else [None]
                for wish in wishes:
                    try:
                        laid = state.after(Play(seat, reading, wish))
                    except Refusal:
                        continue
                    rank = laid.trick[-1][1].rank if laid.trick else reading.rank
                    found.add((reading.kind, rank, tuple(sorted(map(str, subset))), wish))
    return found


@pytest.mark.parametrize("name", ["nanking", "threechu", "eight"])
def test_legal_moves_are_exactly_what_trying_everything_finds(name: str):
    """On small hands in the middle of play, with wishes, bombs and the Phoenix about."""
    game, looked = GAMES[name], 0
    for seed in range(25):
        luck = random.Random(seed)
        _state, moves = played_by_chance(game, luck, CUSTOMS[seed % 2])
        *states, _last = HandLog(
            deal=dealt(game, random.Random(seed)), moves=tuple(moves), game=game, customs=CUSTOMS[seed % 2]
        ).states()
        small = [each for each in states if each.playing and 3 <= max(map(len, each.hands)) <= 7]
        for each in luck.sample(small, min(4, len(small))):
            for seat in range(game.seats):
                assert listed(each, seat) == brute(each, seat)
                assert (Pass(seat) in each.legal_moves(seat)) is allowed_to_pass(each, seat)
                looked += 1
    assert looked > 200


def listed(state: State, seat: int) -> set:
    found = [move for move in state.legal_moves(seat) if isinstance(move, Play) and move.wish in (None, 2, 8)]
    keys = [
        (move.combination.kind, move.combination.rank, tuple(sorted(map(str, move.combination.cards))), move.wish)
        for move in found
    ]
    assert len(keys) == len(set(keys))
    return set(keys)


def allowed_to_pass(state: State, seat: int) -> bool:
    try:
        state.after(Pass(seat))
    except Refusal:
        return False
    return True
