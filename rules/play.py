"""A hand from the deal to the last trick: a state that never changes, its legal moves, and the state after each.

`begin` gives the first state, `legal_moves` what a seat may do now, `after` the next state or a refusal. Who took what
is in the state when it is over; `scoring.counting` counts it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations, repeat
from typing import TypeVar

from rules.cards import Card, Special, check_no_card_twice, in_order
from rules.combinations import Combination, Kind, beats
from rules.customs import Direction, TableRules
from rules.game import Game, lead_of, next_with_cards
from rules.moves import Gather, Grand, Move, Pass, Play, Push, Take, Tichu
from rules.plays import held, plays
from rules.referee import Position, check_announced, check_held, check_pass, check_play, names
from rules.refusal import Refusal
from rules.variants.grand_seigneur import best_cards, worth
from rules.variants.nanking import NANKING
from rules.wish import WISHES, fulfils

T = TypeVar("T")

TICHU, GRAND = "T", "GT"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """`stock` is what a seat has yet to take, `pushed` what it has given away, `piles` the tricks it has. `passes`
    counts those since the last card; `turn` is None while cards are taken and pushed, and when all have passed."""

    game: Game
    customs: TableRules
    grand: bool
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[tuple[Card, ...], ...]
    pushed: tuple[tuple[Card, ...] | None, ...]
    calls: tuple[str, ...]
    started: tuple[bool, ...]
    piles: tuple[tuple[Card, ...], ...]
    turn: int | None = None
    trick: tuple[tuple[int, Combination], ...] = ()
    passes: int = 0
    wish: int | None = None
    out: tuple[int, ...] = ()
    over: bool = False

    # --- what one sees -------------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """Everybody has taken and pushed, and it is not over."""
        return not self.over and None not in self.pushed

    @property
    def holding(self) -> tuple[bool, ...]:
        return tuple(map(bool, self.hands))

    @property
    def top(self) -> Combination | None:
        return self.trick[-1][1] if self.trick else None

    @property
    def owner(self) -> int | None:
        """Whose the trick is as it lies."""
        return self.trick[-1][0] if self.trick else None

    @property
    def last_trick(self) -> bool:
        """One alone has cards: nothing more is played, but a Dragon is still given away."""
        return sum(self.holding) == 1

    @property
    def step(self) -> int:
        return 1 if self.customs.direction is Direction.RIGHT else -1

    def position(self, seat: int) -> Position:
        return Position(
            hand=held(self.hands[seat]), top=self.top, wish=self.wish, in_turn=seat == self.turn,
            bound=seat not in self.game.free_of_wish, customs=self.customs,
        )  # fmt: skip

    # --- what one may do -----------------------------------------------------------------------------------------

    def legal_moves(self, seat: int) -> list[Move]:
        """Everything this seat may do now."""
        self.game.check_seat(seat)
        if self.over:
            return []
        moves: list[Move] = []
        if self.may_call(seat) is None:
            moves.append(Tichu(seat))
        if self.stock[seat]:
            if self.may_call_grand(seat) is None:
                moves.append(Grand(seat))
            return [*moves, Take(seat)]
        if self.pushed[seat] is None:
            return [*moves, *map(Push, repeat(seat), self.possible_pushes(seat))]
        if self.playing:
            moves.extend(self.possible_plays(seat))
        return moves

    def possible_pushes(self, seat: int) -> Iterable[tuple[Card, ...]]:
        duties, hand = self.game.duties[seat], self.hands[seat]
        if len(duties) > 1:  # one card to each of them
            return permutations(hand, len(duties))
        (duty,) = duties
        best = sorted(map(worth, best_cards(hand, duty.cards)))
        found = dict.fromkeys(combinations(hand, duty.cards))
        return [cards for cards in found if not duty.best or sorted(map(worth, cards)) == best]

    def possible_plays(self, seat: int) -> Iterator[Move]:
        if self.turn is None and seat == self.owner:
            yield from self.possible_gathers(seat)
        top, in_turn = self.top, seat == self.turn
        if not self.hands[seat] or self.last_trick or (top is None and not in_turn):
            return
        hand = held(self.hands[seat])
        if top is not None and not in_turn:
            yield from (Play(seat, bomb) for bomb in hand.bombs if beats(top, bomb))
            return
        found = list(plays(hand, top))
        if self.wish is not None and seat not in self.game.free_of_wish:
            fulfilling = [play for play in found if fulfils(play.cards, self.wish)]
            if fulfilling:
                instead = [play for play in found if play.is_bomb and not fulfils(play.cards, self.wish)]
                found = fulfilling + (instead if self.customs.bomb_instead_of_wish else [])
                yield from self.announced(seat, found)
                return
        yield from self.announced(seat, found)
        if top is not None:
            yield Pass(seat)

    def announced(self, seat: int, found: list[Combination]) -> Iterator[Move]:
        """Each play with every wish or partner it can go with."""
        for play in found:
            if Special.MAH_JONG in play.cards:
                wishes = list(WISHES) if self.customs.wish_is_a_must else [None, *WISHES]
                yield from (Play(seat, play, wish) for wish in wishes)
            elif play.kind is Kind.HOUND and len(self.game.hound_to[seat]) > 1:
                yield from (Play(seat, play, to=partner) for partner in self.game.hound_to[seat])
            else:
                yield Play(seat, play)

    def possible_gathers(self, seat: int) -> list[Move]:
        if self.dragon_must_be_given():
            return [Gather(seat, to) for to in self.game.opponents(seat)]
        return [Gather(seat)]

    def dragon_must_be_given(self) -> bool:
        """A trick won by the Dragon; in some tournaments not the one that ends the hand."""
        if not self.game.dragon_is_given or self.top is None or not self.top.is_dragon:
            return False
        return not (self.last_trick and self.customs.last_dragon_is_kept)

    def may_call(self, seat: int) -> Refusal | None:
        """Why this seat may not call Tichu, or None."""
        if self.game.grand_before is None:
            return Refusal("nobody_calls", field="call", seat=seat)
        if self.calls[seat]:
            return Refusal("called_already", field="call", seat=seat, value=self.calls[seat])
        if self.started[seat]:
            return Refusal("call_too_late", field="calls", seat=seat, value=1)
        if self.playing and self.last_trick:
            return Refusal("dragon_first", field="call", seat=self.owner)
        return None

    def may_call_grand(self, seat: int) -> Refusal | None:
        if self.game.grand_before is None or self.calls[seat]:
            return self.may_call(seat)
        if not self.grand:
            return Refusal("grand_forbidden", field="calls", seat=seat, allowed=["", TICHU])
        if seat in self.game.no_grand:
            return Refusal("grand_by_dealer", field="calls", seat=seat, allowed=["", TICHU])
        if not self.stock[seat]:
            before = self.game.grand_before
            taken = len(self.hands[seat])
            return Refusal("grand_too_late", field="calls", seat=seat, value=taken, before=before + 1)
        return None

    # --- what follows --------------------------------------------------------------------------------------------

    def after(self, move: Move) -> "State":
        """The state after this move, or a refusal that says which rule it breaks."""
        self.game.check_seat(move.seat)
        if self.over:
            raise Refusal("hand_over", field="move", value=str(move))
        return AFTER[type(move)](self, move)

    def after_grand(self, move: Grand) -> "State":
        refuse_if(self.may_call_grand(move.seat))
        return replace(self, calls=put(self.calls, move.seat, GRAND))

    def after_tichu(self, move: Tichu) -> "State":
        refuse_if(self.may_call(move.seat))
        return replace(self, calls=put(self.calls, move.seat, TICHU))

    def after_take(self, move: Take) -> "State":
        seat = move.seat
        if not self.stock[seat]:
            raise Refusal("taken_already", field="move", seat=seat)
        hand = in_order((*self.hands[seat], *self.stock[seat]))
        taken = replace(self, hands=put(self.hands, seat, hand), stock=put(self.stock, seat, ()))
        return taken.started_if_ready()

    def after_push(self, move: Push) -> "State":
        seat, cards = move.seat, move.cards
        if self.stock[seat]:
            raise Refusal("take_first", field="move", seat=seat)
        if self.pushed[seat] is not None:
            raise Refusal("pushed_already", field="move", seat=seat)
        self.check_push(seat, cards)
        rest = without(self.hands[seat], cards)
        pushed = replace(self, hands=put(self.hands, seat, rest), pushed=put(self.pushed, seat, cards))
        return pushed.started_if_ready()

    def check_push(self, seat: int, cards: tuple[Card, ...]) -> None:
        """As many as the duties ask for, and the best where they ask for the best."""
        duties = self.game.duties[seat]
        needed = sum(duty.cards for duty in duties)
        if len(cards) != needed:
            raise Refusal("push_number", field="cards", seat=seat, value=len(cards), needed=needed)
        check_held(held(self.hands[seat]), cards)
        if any(duty.best for duty in duties):
            best = best_cards(self.hands[seat], needed)
            if sorted(map(worth, cards)) != sorted(map(worth, best)):
                raise Refusal("push_best", field="cards", seat=seat, value=names(cards), best=names(best))

    def started_if_ready(self) -> "State":
        """When everybody has taken and pushed, the cards are picked up, and whoever has the Mah Jong leads."""
        if any(self.stock) or None in self.pushed:
            return self
        hands = [list(hand) for hand in self.hands]
        for duties, pushed in zip(self.game.duties, self.pushed, strict=True):
            rest = iter(pushed or ())
            for duty in duties:
                hands[duty.to].extend(next(rest) for _ in range(duty.cards))
        sorted_hands = tuple(map(in_order, hands))
        leader = next(seat for seat, hand in enumerate(sorted_hands) if Special.MAH_JONG in hand)
        return replace(self, hands=sorted_hands, turn=leader)

    def check_playing(self, seat: int) -> None:
        if not self.playing:
            raise Refusal("push_first", field="move", seat=seat)
        if self.last_trick:
            raise Refusal("dragon_first", field="move", seat=self.owner)

    def after_pass(self, move: Pass) -> "State":
        self.check_playing(move.seat)
        check_pass(self.position(move.seat))
        passes = self.passes + 1
        others = sum(holds for seat, holds in enumerate(self.holding) if seat != self.owner)
        turn = None if passes == others else next_with_cards(move.seat, self.holding, self.step)
        return replace(self, passes=passes, turn=turn)

    def after_play(self, move: Play) -> "State":
        seat = move.seat
        self.check_playing(seat)
        played = check_play(self.position(seat), move.combination.cards, move.combination)
        check_announced(move.wish, played, self.customs)
        self.check_partner(move)
        fulfilled = self.wish is not None and fulfils(played.cards, self.wish)
        hand = without(self.hands[seat], played.cards)
        laid = replace(
            self,
            hands=put(self.hands, seat, hand),
            started=put(self.started, seat, True),
            trick=(*self.trick, (seat, played)),
            passes=0,
            wish=move.wish if move.wish is not None else None if fulfilled else self.wish,
            out=self.out if hand else (*self.out, seat),
        )
        if laid.is_victory():
            return replace(laid.piled(seat), turn=None, over=True)
        if played.kind is Kind.HOUND:
            return laid.after_hound(move)
        if laid.last_trick:
            return laid.at_the_end(seat)
        return replace(laid, turn=next_with_cards(seat, laid.holding, self.step))

    def check_partner(self, move: Play) -> None:
        """With two partners, whoever plays the Hound says which one leads."""
        partners = self.game.hound_to[move.seat]
        hound = move.combination.kind is Kind.HOUND
        if move.to is None and not (hound and len(partners) > 1):
            return
        if not hound or move.to not in partners:
            allowed = list(partners) if hound else []
            raise Refusal("hound_to_partner", field="to", value=move.to, allowed=allowed)

    def is_victory(self) -> bool:
        """The first to go out are all of one side: the hand ends at once."""
        number = self.game.victory
        return len(self.out) == number and len({self.game.sides[seat] for seat in self.out}) == 1

    def after_hound(self, move: Play) -> "State":
        """It wins nothing: the partner leads, or the next one after him."""
        piled = self.piled(move.seat)
        if self.last_trick:
            return replace(piled, turn=None, over=True)
        partner = self.game.hound_to[move.seat][0] if move.to is None else move.to
        return replace(piled, turn=lead_of(partner, self.holding, self.step))

    def at_the_end(self, seat: int) -> "State":
        """The last one to go out has the last trick; won by the Dragon it is still given away."""
        if self.dragon_must_be_given():
            return replace(self, turn=None)
        return replace(self.piled(seat), turn=None, over=True)

    def after_gather(self, move: Gather) -> "State":
        seat, to = move.seat, move.to
        if self.turn is not None or not self.trick:
            raise Refusal("trick_goes_on", field="move", seat=seat)
        if seat != self.owner:
            raise Refusal("not_your_trick", field="move", seat=seat, owner=self.owner)
        given = self.dragon_must_be_given()
        if given and to not in self.game.opponents(seat):
            raise Refusal("dragon_to_opponent", field="to", value=to, allowed=self.game.opponents(seat))
        if not given and to is not None:
            raise Refusal("trick_is_yours", field="to", value=to)
        piled = self.piled(seat if to is None else to)
        if self.last_trick:
            return replace(piled, over=True)
        return replace(piled, turn=lead_of(seat, self.holding, self.step))

    def piled(self, seat: int) -> "State":
        """The trick lies with this seat."""
        cards = tuple(card for _seat, played in self.trick for card in played.cards)
        return replace(self, piles=put(self.piles, seat, self.piles[seat] + cards), trick=(), passes=0)

    # --- the end -------------------------------------------------------------------------------------------------

    @property
    def order(self) -> tuple[int, ...]:
        """In which order they went out, the last one included; a victory at once leaves the others open."""
        if self.over and self.last_trick:
            return (*self.out, self.holding.index(True))
        return self.out

    @property
    def last_hand(self) -> tuple[Card, ...]:
        """What the last one still holds."""
        return self.hands[self.order[-1]] if self.over and self.last_trick else ()


AFTER: dict[type, Callable[..., State]] = {
    Grand: State.after_grand,
    Take: State.after_take,
    Tichu: State.after_tichu,
    Push: State.after_push,
    Play: State.after_play,
    Pass: State.after_pass,
    Gather: State.after_gather,
}


def refuse_if(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise refusal


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


def without(hand: Sequence[Card], cards: Sequence[Card]) -> tuple[Card, ...]:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


# --- the deal ----------------------------------------------------------------------------------------------------


def begin(
    deal: Sequence[Sequence[Card]],
    game: Game = NANKING,
    customs: TableRules | None = None,
    *,
    grand: bool = True,
) -> State:
    """A hand before anybody has looked at the rest of his cards; `deal` has each seat's in the order they are taken."""
    check_deal(deal, game)
    asked = [grand and game.grand_before is not None and seat not in game.no_grand for seat in range(game.seats)]
    first = [game.grand_before or 0 if ask else len(cards) for ask, cards in zip(asked, deal, strict=True)]
    state = State(
        game=game,
        customs=customs or TableRules(),
        grand=grand,
        hands=tuple(in_order(cards[:number]) for cards, number in zip(deal, first, strict=True)),
        stock=tuple(tuple(cards[number:]) for cards, number in zip(deal, first, strict=True)),
        pushed=tuple(None if duties else () for duties in game.duties),
        calls=("",) * game.seats,
        started=(False,) * game.seats,
        piles=((),) * game.seats,
    )
    return state.started_if_ready()


def check_deal(deal: Sequence[Sequence[Card]], game: Game) -> None:
    """Every card of the pack once, and everybody has as many as he should."""
    if len(deal) != game.seats:
        raise Refusal("deal_seats", field="deal", value=len(deal), seats=game.seats)
    for seat, (cards, size) in enumerate(zip(deal, game.sizes, strict=True)):
        if len(cards) != size:
            raise Refusal("deal_size", field="deal", seat=seat, value=len(cards), needed=size)
    dealt = [card for cards in deal for card in cards]
    check_no_card_twice(dealt, packs=game.packs)
    strange = Counter(dealt) - Counter(game.pack)
    if strange:
        raise Refusal("card_not_in_pack", field="deal", value=names(strange)[0])
