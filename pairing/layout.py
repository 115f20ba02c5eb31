"""Who stands where in a bracket when it is made: by seeds, then exchanged where something speaks against it."""

from collections.abc import Sequence
from functools import cached_property

from pairing.bracket import NOBODY
from pairing.clash import refuse_clash
from pairing.matching import Cost, cheapest
from pairing.situation import Situation
from pairing.wishes import KeptApart, table_wishes, wishes
from scoring.record import Together
from scoring.regulations import Seeding

TRIES = 5
"""So often places are exchanged from another beginning, where something unwished is left."""


def new_places(s: Situation) -> tuple[str, ...]:
    """Who stands where: as seeded, then exchanged where something speaks against it."""
    layout = Layout(s, s.seeded(s.present))
    layout.settle()
    if layout.breaks_a_must():
        layout.meet_as_allowed()
        layout.settle()
    best, places = layout.price(), layout.teams()
    for _ in range(TRIES):
        if best < layout.unavoidable() + layout.wish:
            break
        layout.shuffle()
        layout.settle()
        if layout.price() < best:
            best, places = layout.price(), layout.teams()
    return places


def standard_places(size: int) -> list[int]:
    """Seeds, counted from 0, from the top of a bracket down.

    The first meets the last, the second the last but one; if the better always wins, so it goes on in every round, and
    the first two meet in the final. The numbers at the end of the list are nobody's, so that the best have byes.
    """
    seeds = [0]
    while len(seeds) < size:
        seeds = [each for seed in seeds for each in (seed, 2 * len(seeds) - 1 - seed)]
    return seeds


def former_groups(s: Situation, order: Sequence[str]) -> list[list[int]]:
    """The seeds of those who were in one group in the stage before, the best first."""
    before = s.record.stages.index(s.stage) - 1
    groups = s.record.stages[before].groups if before >= 0 else ()
    seed = {team: at for at, team in enumerate(order)}
    return [sorted(seed[team] for team in each.teams if team in seed) for each in groups]


def even_pairs(count: int, parts: int) -> int:
    """How many pairs share a part, if so many are spread evenly over some parts."""
    least, more = divmod(count, parts)
    return more * least + parts * (least * (least - 1) // 2)


Level = tuple[int, bool] | None


class Layout:
    """The places of a bracket while it is made. Everybody is a seed, counted from 0; seeds after the last are nobody.

    What is wrong has a price, and a graver fault costs more than all lesser ones together. The gravest first:

    kept    a table or a bye that the director keeps is not there
    hollow  nobody would meet nobody, and another bye would be lacking elsewhere
    must    two meet in round 1 who must not
    level   somebody stands where somebody of another level should: see `levels`
    groups  two of the same group of the stage before can meet again in round 1, in round 2, ... before the final
    wish    two meet in round 1 who should not if possible
    off     how far everybody is from the place of his own seed

    Exchanging two places again and again, as long as that makes it cheaper, settles it.
    """

    def __init__(self, s: Situation, order: Sequence[str]) -> None:
        self.s, self.order, self.count = s, order, len(order)
        rounds = max(1, (self.count - 1).bit_length())
        self.size = 1 << rounds
        self.standard = standard_places(self.size)
        self.arrange(self.standard)
        self.apart = KeptApart([*wishes(s, order, Together.OPPONENTS), *table_wishes(s, order)])
        self.groups = former_groups(s, order)
        self.group_of = {seed: group for group in self.groups for seed in group}
        self.drawn = s.rules.seeding is Seeding.DRAWN or (s.rules.seeding is Seeding.RANK and not s.stage.entrants)
        self.level_of = self.levels()
        digits = 2 * rounds + 1
        self.wish = 1 << digits
        self.meeting = [0, *(1 << digits * (1 + rounds - number) for number in range(1, rounds)), 0]
        self.level, self.must, self.hollow, self.kept = (1 << digits * (rounds + grave) for grave in range(1, 5))

    @cached_property
    def opponent_kept(self) -> dict[int, int | None]:
        """Whom the director wants to meet whom in round 1; None for a bye."""
        seed = {team: at for at, team in enumerate(self.order)}
        wanted: dict[int, int | None] = {seed[team]: None for team in self.s.kept_byes}
        for table in self.s.kept:
            one, other = (seed.get(team) for team in table.seats[:2])
            if one is not None and other is not None:
                wanted |= {one: other, other: one}
        return wanted

    def levels(self) -> list[Level]:
        """Between whom places may be exchanged without unfairness, for each seed.

        If lots were drawn, between all. After groups, where the place there seeds, between all winners, between all
        seconds, and so on. Else between seeds 1 and 2, 3 and 4, 5 to 8, 9 to 16: those who can meet seeds of the same
        strength. Nobody gets or loses a bye by it.
        """
        if self.drawn:
            return [None] * self.size
        by_group = self.s.rules.seeding is Seeding.RANK
        found: list[Level] = []
        for seed in range(self.count):
            group = self.group_of.get(seed)
            rank = group.index(seed) if group and by_group else max(1, seed.bit_length())
            found.append((rank, self.size - 1 - seed >= self.count))
        return found + [None] * (self.size - self.count)

    # --- exchanging ------------------------------------------------------------------------------------------------

    def arrange(self, seeds: Sequence[int]) -> None:
        self.seed_at = list(seeds)
        self.place_of = {seed: place for place, seed in enumerate(seeds)}

    def exchange(self, place: int, other: int) -> None:
        one, two = self.seed_at[place], self.seed_at[other]
        self.seed_at[place], self.seed_at[other] = two, one
        self.place_of[one], self.place_of[two] = other, place

    def settle(self) -> None:
        """The last seeds are moved first, so that the best stay where they are if that helps as well."""
        changed = True
        while changed:
            changed = False
            for seed in reversed(range(self.size)):
                changed |= self.improve(self.place_of[seed])

    def improve(self, place: int) -> bool:
        """Make the exchange that helps most, if one does. Within the level, unless something graver is wrong."""
        faults = self.faults_at(place)
        if not faults:
            return False
        level = self.level_of[self.standard[place]]
        gains = {
            other: self.gain(place, other)
            for other in range(self.size)
            if other // 2 != place // 2
            if faults >= self.level or self.level_of[self.standard[other]] == level
        }
        best = max(gains, key=gains.__getitem__, default=place)
        if gains.get(best, 0) <= 0:
            return False
        self.exchange(place, best)
        return True

    def gain(self, place: int, other: int) -> int:
        """By how much an exchange makes it cheaper."""
        before = self.faults_at(place) + self.faults_at(other)
        self.exchange(place, other)
        after = self.faults_at(place) + self.faults_at(other)
        self.exchange(place, other)
        return before - after

    def opposite(self, seed: int) -> int:
        """Who is met in round 1."""
        return self.seed_at[self.place_of[seed] ^ 1]

    def name(self, seed: int) -> str:
        return self.order[seed] if seed < self.count else NOBODY

    def teams(self) -> tuple[str, ...]:
        return tuple(self.name(seed) for seed in self.seed_at)

    def shuffle(self) -> None:
        """Another beginning: everybody somewhere within his level."""
        seeds = list(self.standard)
        for level in dict.fromkeys(self.level_of):
            places = [place for place, seed in enumerate(self.standard) if self.level_of[seed] == level]
            mixed = self.s.rng.sample(places, len(places))
            for place, source in zip(places, mixed, strict=True):
                seeds[place] = self.standard[source]
        self.arrange(seeds)

    def meet_as_allowed(self) -> None:
        """First matches that break no must, with as few changes as possible; if there are none, a refusal says why."""
        settled = {seed for one in self.opponent_kept for seed in (one, self.opposite(one))}
        line = [seed for seed in self.seed_at if seed not in settled]

        def cost(one: int, other: int) -> Cost | None:
            a, b = line[one], line[other]
            if self.between(a, b) >= self.must:
                return None
            return int(min(a, b) >= self.count), int(self.opposite(a) != b)

        pairs = cheapest(len(line), cost)
        if pairs is None:
            names = [self.name(seed) or f"nobody {seed}" for seed in line]
            refuse_clash(self.s, names, self.apart.wishes)
        for one, other in pairs:
            self.exchange(self.place_of[line[one]] ^ 1, self.place_of[line[other]])

    # --- what is wrong ---------------------------------------------------------------------------------------------

    def price(self) -> int:
        own = sum(self.faults_of_place(place) for place in range(self.size))
        return own + sum(self.faults_of_match(place) for place in range(0, self.size, 2))

    def unavoidable(self) -> int:
        """What the groups cost at least: where each is spread evenly over halves, quarters, eighths and so on."""
        price = 0
        for group in self.groups:
            meet = [even_pairs(len(group), self.size >> number) for number in range(len(self.meeting))]
            price += sum(2 * (meet[at] - meet[at - 1]) * each for at, each in enumerate(self.meeting) if each)
        return price

    def breaks_a_must(self) -> bool:
        return any(self.between(seed, self.opposite(seed)) >= self.must for seed in range(self.count))

    def faults_at(self, place: int) -> int:
        return self.faults_of_place(place) + self.faults_of_match(place)

    def faults_of_place(self, place: int) -> int:
        """What is wrong with who stands here, whoever is opposite."""
        seed = self.seed_at[place]
        if seed >= self.count:
            return 0
        level = self.level if self.level_of[self.standard[place]] != self.level_of[seed] else 0
        off = 0 if self.drawn else abs(self.standard[place] - seed)
        mates = self.group_of.get(seed, ())
        return level + off + sum(self.meeting[(place ^ self.place_of[mate]).bit_length()] for mate in mates)

    def faults_of_match(self, place: int) -> int:
        """What is wrong with the first match at this place."""
        one, other = self.seed_at[place], self.seed_at[place ^ 1]
        if min(one, other) >= self.count:
            return self.hollow
        lost = sum(self.lacks_kept(*pair) for pair in ((one, other), (other, one)))
        return lost * self.kept + self.between(one, other)

    def lacks_kept(self, seed: int, opponent: int) -> bool:
        found = opponent if opponent < self.count else None
        return self.opponent_kept.get(seed, found) != found

    def between(self, one: int, other: int) -> int:
        """The price of a first match that is not wished; none if the director wants it all the same."""
        if max(one, other) >= self.count or self.opponent_kept.get(one) == other:
            return 0
        wish = self.apart.between(self.order[one], self.order[other])
        if wish is None:
            return 0
        return self.must if wish.must else self.wish
