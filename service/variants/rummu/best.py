"""The best turn of Rummü: the one that lays the most, or that goes out.

What counts is what the hand has less of at the end of the turn, before the discard. So a yellow card that comes to the
hand counts against the card that took its place, and cards taken back count against those laid. A card of the stock
that nobody has seen yet counts nothing: it can only be discarded.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from service.rules.move_records import Discard
from service.rules.moves import find_other_moves
from service.rules.turns import BestMove, Meld, Move, Objective, in_order, pieces_of, without
from service.solver.steps.wild_colour_reach import find_reachable
from service.solver.steps.wild_colour_steps import Cards, Loose, LyingMeld
from service.solver.work import count_steps
from service.tiles.tile import Tile
from service.variants.rummu.combinations import STEPS
from service.variants.rummu.snapshot import RummuPosition, RummuSnapshot, first_meld_size, may_lay

CARD_POINTS, YELLOW_POINTS = 5, 10
"""What a card left in the hand costs, and what a yellow one does."""
MOST_STEPS = 12_000
"""The bound on work: so many steps are tried."""
_STEPS_IN_C = 1000
"""Trying one takes as long as so many steps of the compiled search for plays."""

Melds = tuple[LyingMeld, ...]


def points_of(tile: Tile) -> int:
    """What a card costs that is left in the hand."""
    return YELLOW_POINTS if tile.wild else CARD_POINTS


class Standing(NamedTuple):
    """Where a turn stands: the hand as far as it is known, how many cards it has beside, and the melds on the table."""

    hand: Cards
    unseen: int
    own: Melds
    others: Melds
    opened: bool


class Start(NamedTuple):
    """A way to begin the turn: the first move, where it leads to, and the known cards that can be laid in all."""

    move: Move
    standing: Standing
    known: Meld


def find_best(position: RummuPosition, objective: Objective) -> BestMove:
    """The first step of the turn that lays the most cards or points, or that goes out."""
    snapshot = position.snapshot
    hand = snapshot.hand
    if objective == "out" and len(hand) == 1 and may_lay(snapshot):
        return BestMove(Discard(hand[0]), hand, points_of(hand[0]), goes_out=True)
    search = TurnSearch(
        weights=[points_of(tile) if objective == "points" else 1 for tile in STEPS.tiles],
        first_meld=first_meld_size(snapshot),
        goes_out=objective == "out",
        # With an empty hand cards must be taken back: there is no turn without a step.
        gain=0 if hand else -len(STEPS.tiles) * YELLOW_POINTS,
    )
    best = None
    for start in find_starts(position, search):
        if search.improve(start.standing, STEPS.cards(start.known)):
            best = start
    count_steps(_STEPS_IN_C * search.tried)
    if best is None or search.end is None:
        return BestMove(leaves=hand, proven=search.proven)
    left = Counter(STEPS.tiles[card].piece for card in search.end.hand)
    from_hand = in_order(without(best.known, left))
    kept = without(best.known, pieces_of(from_hand))
    came = (left - pieces_of(kept)).elements()
    return BestMove(
        best.move,
        from_hand,
        points=sum(map(points_of, from_hand)),
        leaves=(*kept, *(STEPS.tiles[STEPS.card_of[piece]] for piece in came)),
        goes_out=is_last_card(search.end),
        proven=search.proven,
    )


def find_starts(position: RummuPosition, search: "TurnSearch") -> Iterator[Start]:
    """Every step in listing order, then what can be taken: a card of the pile only if more can be laid with it."""
    snapshot = position.snapshot
    hand = snapshot.hand
    moves = find_other_moves(position)
    ceiling = search.find_ceiling(stand(snapshot, hand), STEPS.cards(hand))
    for move in moves:
        if search.gain >= ceiling or search.settled:
            break
        if move.type not in ("take", "discard"):
            after = position.turn.moves[move.type].follow(position, move).next
            yield Start(move, stand(after, after.hand), hand)
    for move in moves:
        if move.type == "take" and move.from_ == "stock":
            yield Start(move, stand(snapshot, hand, unseen=1), hand)
        elif move.type == "take" and snapshot.discard_top is not None:
            known = (*hand, snapshot.discard_top)
            yield Start(move, stand(snapshot, known), known)


def stand(snapshot: RummuSnapshot, hand: Meld, unseen: int = 0) -> Standing:
    """A snapshot as the search sees it, with this hand."""
    own = sorted(STEPS.lie(meld.cards) for meld in snapshot.table if meld.owner == snapshot.player)
    others = sorted(STEPS.lie(meld.cards) for meld in snapshot.table if meld.owner != snapshot.player)
    return Standing(STEPS.cards(hand), unseen, tuple(own), tuple(others), snapshot.opened)


def is_last_card(standing: Standing) -> bool:
    """Whether one card is left, to be discarded."""
    return len(standing.hand) + standing.unseen == 1


@dataclass
class TurnSearch:
    """Looks for the end of a turn that leaves the least. Every standing is looked at once, from whichever start."""

    weights: list[int]
    first_meld: int
    gain: int
    """What has to be surpassed: what the best end so far has less in the hand."""
    goes_out: bool
    """Whether only an end with a last card will do."""
    end: Standing | None = None
    tried: int = 0
    seen: set[Standing] = field(default_factory=set)

    @property
    def proven(self) -> bool:
        """Whether everything was tried that could be better."""
        return self.tried <= MOST_STEPS

    @property
    def settled(self) -> bool:
        """Whether nothing better is looked for: one way out is as good as another."""
        return self.goes_out and self.end is not None

    def improve(self, start: Standing, known: Cards) -> bool:
        """Whether a turn that begins so, with these cards to lay, is better than all before."""
        before, ceiling = self.end, self.find_ceiling(start, known)
        open_ends = [start]
        self.tried += 1
        while open_ends and self.gain < ceiling and self.proven and not self.settled:
            standing = open_ends.pop()
            if standing in self.seen:
                continue
            self.seen.add(standing)
            gain = self._weigh(known) - self._weigh(standing.hand)
            if gain > self.gain and self._can_end(standing):
                self.gain, self.end = gain, standing
            if self.find_ceiling(standing, known) > self.gain:
                following = sorted(follow(standing, self.first_meld), key=lambda after: -len(after.hand))
                self.tried += len(following)
                open_ends += following
        return self.end is not before

    def _can_end(self, standing: Standing) -> bool:
        """A turn ends with a discard."""
        return is_last_card(standing) if self.goes_out else bool(standing.hand or standing.unseen)

    def find_ceiling(self, standing: Standing, known: Cards) -> int:
        """What a turn that goes on from here can gain at most: some cards stay, and at least one, to be discarded."""
        reachable = find_reachable(STEPS, standing.hand, standing.own + standing.others)
        stuck = [card for card in standing.hand if card not in reachable]
        if self.goes_out and len(stuck) + standing.unseen > 1:
            return self.gain
        left = self._weigh(stuck) if stuck or standing.unseen else min(self.weights)
        return self._weigh(known) - left

    def _weigh(self, cards: Iterable[int]) -> int:
        return sum([self.weights[card] for card in cards])


# --- the steps of a turn --------------------------------------------------------------------------------------------


def follow(standing: Standing, first_meld: int) -> Iterator[Standing]:
    """Where each step leads to."""
    if not standing.hand:
        if not standing.unseen:
            yield from _take_back(standing)
        return
    loose = STEPS.spread(standing.hand)
    for cards in STEPS.find_melds(loose, 0 if standing.opened else first_meld):
        own = tuple(sorted((*standing.own, LyingMeld(cards))))
        yield standing._replace(hand=_less(standing.hand, cards), own=own, opened=True)
    if standing.opened:
        for index in range(len(standing.own)):
            for hand, own in _change(standing, loose, standing.own, index):
                yield standing._replace(hand=hand, own=own)
        for index in range(len(standing.others)):
            for hand, others in _change(standing, loose, standing.others, index):
                yield standing._replace(hand=hand, others=others)


def _change(standing: Standing, loose: Loose, melds: Melds, index: int) -> Iterator[tuple[Cards, Melds]]:
    """Every lay-off on a meld and every swap in it: the hand and the melds after it."""
    meld, rest = melds[index], (*melds[:index], *melds[index + 1 :])
    most = len(standing.hand) if standing.own or standing.unseen else len(standing.hand) - 1
    for cards in STEPS.find_additions(meld, loose):
        if len(cards) <= most:
            yield _less(standing.hand, cards), tuple(sorted((*rest, STEPS.add(meld, cards))))
    for card in STEPS.find_swaps(meld, loose):
        changed, wild = STEPS.swap(meld, card)
        hand = tuple(sorted((*_less(standing.hand, (card,)), wild)))
        yield hand, tuple(sorted((*rest, changed)))


def _take_back(standing: Standing) -> Iterator[Standing]:
    for index, meld in enumerate(standing.own):
        rest = (*standing.own[:index], *standing.own[index + 1 :])
        for cards in STEPS.find_removals(meld):
            left = STEPS.remove(meld, cards)
            own = tuple(sorted((*rest, left))) if left.cards else rest
            yield standing._replace(hand=cards, own=own)


def _less(hand: Cards, cards: Cards) -> Cards:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
