"""Generate the steps of a game with a wild colour: new melds, additions to melds, swaps of wild cards, removals.

A card is the number ``rank * width + index of its colour``, so sorted cards are in the order of a run and of a group:
with the colours R B K G Y, R0 is 0, Y0 is 4 and R1 is 5. The kind of a meld follows from its real cards: they have one
colour in a plain run and different ones in a group or mixed run. In these a wild card counts with the wild colour and,
if pinned, also blocks the colour that it stands for.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from rummy_referee.cached_property import cached_property
from rummy_referee.melds.wild_colour_melds import WildColourMelds
from rummy_referee.tiles.tile import Tile

Cards = tuple[int, ...]
"""Cards in ascending order."""
NO_COLOUR = -1


class LyingMeld(NamedTuple):
    """A valid meld on the table, and the index of the colour that a wild card of a group or mixed run is pinned to."""

    cards: Cards
    pinned: int = NO_COLOUR


class Loose(NamedTuple):
    """Loose cards: the different ones, those of each number, and the numbers of each colour as bits."""

    held: frozenset[int]
    by_number: Sequence[Sequence[int]]
    numbers: Sequence[int]


class WildColourSteps:
    """The steps with the cards of one box. All lists are sorted: compared card by card."""

    def __init__(self, melds: WildColourMelds) -> None:
        self.box, self.minimum = melds.box, melds.minimum
        self.width = len(self.box.colours)
        self.wild = self.box.colours.index(self.box.wild_colour)

    # --- tiles as cards -----------------------------------------------------------------------------------------

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The tile of each card."""
        lowest = self.box.numbers[0]
        return tuple(self.box.faces[colour, lowest + rank] for rank in self._ranks for colour in self.box.colours)

    @cached_property
    def card_of(self) -> dict[str, int]:
        """The card of each piece."""
        return {tile.piece: card for card, tile in enumerate(self.tiles)}

    @cached_property
    def _ranks(self) -> range:
        return range(len(self.box.numbers))

    def cards(self, tiles: Iterable[Tile]) -> Cards:
        """Tiles as cards."""
        return tuple(sorted([self.card_of[tile.piece] for tile in tiles]))

    def name(self, cards: Cards) -> tuple[Tile, ...]:
        """Cards as tiles."""
        return tuple([self.tiles[card] for card in cards])

    def read_meld(self, meld: Iterable[Tile]) -> LyingMeld:
        """A meld on the table."""
        colours = self.box.colours
        pinned = [colours.index(tile.pinned_to.colour) for tile in meld if tile.pinned_to]
        cards = self.cards(meld)
        return LyingMeld(cards, pinned[0] if pinned and not self.is_plain_run(cards) else NO_COLOUR)

    def spread(self, cards: Iterable[int]) -> Loose:
        """The indexes of loose cards."""
        held = frozenset(cards)
        by_number: list[list[int]] = [[] for _ in self._ranks]
        numbers = [0] * self.width
        for card in sorted(held):
            rank, colour = divmod(card, self.width)
            by_number[rank].append(card)
            numbers[colour] |= 1 << rank
        return Loose(held, by_number, numbers)

    # --- kinds --------------------------------------------------------------------------------------------------

    def is_group(self, cards: Cards) -> bool:
        """Whether a meld is a group: all cards have one number."""
        return cards[0] // self.width == cards[-1] // self.width

    def is_plain_run(self, cards: Cards) -> bool:
        """Whether a meld has two real cards of one colour: only a plain run has."""
        real = [card % self.width for card in cards if card % self.width != self.wild]
        return real[0] == real[1]

    def _run_colour(self, cards: Cards) -> int:
        return next(card % self.width for card in cards if card % self.width != self.wild)

    def wild_like(self, card: int) -> int:
        """The wild card of the same number."""
        return card - card % self.width + self.wild

    def balance(self, cards: Iterable[int]) -> int:
        """How many more real cards there are than wild ones."""
        return sum([-1 if card % self.width == self.wild else 1 for card in cards])

    # --- new melds ----------------------------------------------------------------------------------------------

    def find_melds(self, loose: Loose, minimum: int = 0) -> list[Cards]:
        """Every meld of loose cards."""
        least = max(minimum, self.minimum)
        found = list(self._find_groups(loose, least))
        if not _has_three_consecutive(reduce(or_, loose.numbers)):
            return sorted(found)
        found += self._find_mixed_runs(loose, least)
        for colour in range(self.width):
            if colour != self.wild and _has_three_consecutive(loose.numbers[colour] | loose.numbers[self.wild]):
                found += self._find_plain_runs(loose, colour, least)
        return sorted(found)

    def _find_groups(self, loose: Loose, least: int) -> Iterator[Cards]:
        for cards in loose.by_number:
            if len(cards) >= least:
                for size in range(least, len(cards) + 1):
                    yield from combinations(cards, size)

    def _find_mixed_runs(self, loose: Loose, least: int) -> Iterator[Cards]:
        width = self.width
        grown: list[tuple[Cards, int]] = []
        for cards in loose.by_number:
            bits = [(card, 1 << card % width) for card in cards]
            longer = [((*run, card), used | bit) for run, used in grown for card, bit in bits if not used & bit]
            grown = [((card,), bit) for card, bit in bits] + longer
            for run, _ in longer:
                if len(run) >= least:
                    yield run

    def _find_plain_runs(self, loose: Loose, colour: int, least: int) -> Iterator[Cards]:
        grown: list[tuple[Cards, int]] = []
        for rank in self._ranks:
            fitting = self._fitting(loose, rank, colour)
            longer = [((*run, card), balance + weight) for run, balance in grown for card, weight in fitting]
            grown = [((card,), weight) for card, weight in fitting] + longer
            for run, balance in longer:
                if balance > 0 and len(run) >= least:
                    yield run

    def _fitting(self, loose: Loose, rank: int, colour: int) -> list[tuple[int, int]]:
        """The cards of a number that fit a plain run, each with its part of the balance."""
        real, wild = rank * self.width + colour, rank * self.width + self.wild
        return [(card, weight) for card, weight in ((real, 1), (wild, -1)) if card in loose.held]

    # --- cards added to a meld on the table ---------------------------------------------------------------------

    def find_additions(self, meld: LyingMeld, loose: Loose) -> list[Cards]:
        """Every set of loose cards that can be added to a meld on the table."""
        cards = meld.cards
        first, last = cards[0] // self.width, cards[-1] // self.width
        if first == last:
            return sorted(self._add_to_group(meld, loose)) if loose.by_number[first] else []
        adjacent = (1 << first >> 1) | (2 << last)
        if self.is_plain_run(cards):
            fitting = loose.numbers[self._run_colour(cards)] | loose.numbers[self.wild]
            return sorted(self._add_to_plain_run(cards, loose)) if fitting & adjacent else []
        return sorted(self._add_to_mixed_run(meld, loose)) if reduce(or_, loose.numbers) & adjacent else []

    def _used_colours(self, meld: LyingMeld) -> set[int]:
        return {meld.pinned, *[card % self.width for card in meld.cards]}

    def _add_to_group(self, meld: LyingMeld, loose: Loose) -> Iterator[Cards]:
        used = self._used_colours(meld)
        free = [card for card in loose.by_number[meld.cards[0] // self.width] if card % self.width not in used]
        for size in range(1, len(free) + 1):
            yield from combinations(free, size)

    def _add_to_plain_run(self, cards: Cards, loose: Loose) -> Iterator[Cards]:
        colour, balance = self._run_colour(cards), self.balance(cards)

        def lengthen(added: Cards, rank: int) -> Iterator[Cards]:
            for card, _ in self._fitting(loose, rank, colour):
                yield (card, *added) if card < cards[0] else (*added, card)

        for added in self._grow_both_ways(cards, lengthen):
            if balance + self.balance(added) > 0:
                yield added

    def _add_to_mixed_run(self, meld: LyingMeld, loose: Loose) -> Iterator[Cards]:
        used, cards = self._used_colours(meld), meld.cards

        def lengthen(added: Cards, rank: int) -> Iterator[Cards]:
            there = {card % self.width for card in added} | used
            for card in loose.by_number[rank]:
                if card % self.width not in there:
                    yield (card, *added) if card < cards[0] else (*added, card)

        return self._grow_both_ways(cards, lengthen)

    def _grow_both_ways(self, cards: Cards, lengthen: Callable[[Cards, int], Iterator[Cards]]) -> Iterator[Cards]:
        """The additions to a run: below it, and each of these also above it."""
        below = _grow([()], range(cards[0] // self.width - 1, -1, -1), lengthen)
        added = _grow(below, range(cards[-1] // self.width + 1, len(self._ranks)), lengthen)
        return (more for more in added if more)

    # --- wild cards swapped, cards taken back -------------------------------------------------------------------

    def add(self, meld: LyingMeld, cards: Cards) -> LyingMeld:
        """A meld with cards added."""
        return LyingMeld(tuple(sorted(meld.cards + cards)), meld.pinned)

    def swap(self, meld: LyingMeld, card: int) -> tuple[LyingMeld, int]:
        """A meld with a card in the place of a wild one, and that wild one."""
        wild = self.wild_like(card)
        return LyingMeld(tuple(sorted([card, *(other for other in meld.cards if other != wild)]))), wild

    def remove(self, meld: LyingMeld, cards: Cards) -> LyingMeld:
        """A meld without some of its cards."""
        left = tuple([card for card in meld.cards if card not in cards])
        has_wild = any(card % self.width == self.wild for card in left)
        return LyingMeld(left, meld.pinned if has_wild else NO_COLOUR)

    def find_swaps(self, meld: LyingMeld, loose: Loose) -> list[int]:
        """Every loose card that can replace a wild card; in a meld of all colours a wild card stands for itself."""
        wild = [card - self.wild for card in meld.cards if card % self.width == self.wild]
        if not wild:
            return []
        if self.is_plain_run(meld.cards):
            colour = self._run_colour(meld.cards)
            return [start + colour for start in wild if start + colour in loose.held]
        there = {card % self.width for card in meld.cards}
        colours = [meld.pinned] if meld.pinned != NO_COLOUR else range(self.width)
        return [wild[0] + colour for colour in colours if colour not in there and wild[0] + colour in loose.held]

    def find_smallest_removals(self, melds: Iterable[LyingMeld]) -> list[tuple[int, Cards]]:
        """Every smallest set of cards that can be taken back from one of the melds, with the index of its meld."""
        found = [(index, cards) for index, meld in enumerate(melds) for cards in self.find_removals(meld)]
        smallest = min([len(cards) for _, cards in found], default=0)
        return [(index, cards) for index, cards in found if len(cards) == smallest]

    def find_removals(self, meld: LyingMeld) -> list[Cards]:
        """Every set of cards that can be taken back so that a meld or nothing is left."""
        cards = meld.cards
        if self.is_group(cards):
            left = [kept for size in range(self.minimum, len(cards)) for kept in combinations(cards, size)]
        else:
            ends = combinations(range(len(cards) + 1), 2)
            left = [cards[start:end] for start, end in ends if self.minimum <= end - start < len(cards)]
            if self.is_plain_run(cards):
                left = [kept for kept in left if self.balance(kept) > 0]
        return sorted([cards, *(tuple(card for card in cards if card not in kept) for kept in left)])


def _has_three_consecutive(numbers: int) -> bool:
    """Whether a set of numbers, as bits, has three consecutive ones."""
    return numbers & numbers >> 1 & numbers >> 2 != 0


def _grow(started: list[Cards], ranks: Iterable[int], lengthen: Callable[[Cards, int], Iterator[Cards]]) -> list[Cards]:
    """Sequences, and everything that extends them number by number."""
    reached = grown = started
    for rank in ranks:
        grown = [longer for cards in grown for longer in lengthen(cards, rank)]
        if not grown:
            break
        reached = reached + grown
    return reached
