"""The best turn of Rummü: the one that lays the most, or that goes out.

The gain of a turn is what the hand loses until the discard. So a yellow card that comes to the hand counts against the
card that took its place, and cards taken back count against those laid. An unknown card of the stock counts nothing:
it can only be discarded.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from rummy_referee.engine.work import OutOfStepsError, Steps
from rummy_referee.games.rummu.combinations import STEPS
from rummy_referee.games.rummu.score import cost_of
from rummy_referee.games.rummu.snapshot import RummuPosition, RummuSnapshot, can_lay, first_meld_size
from rummy_referee.games.rummu.turn_search import CARD_WEIGHT, FoundTurn, Start, TurnSearch
from rummy_referee.games.rummu.turn_states import state_of
from rummy_referee.rules.advice import CLOSER_TO_A_MELD, find_fewest_missing, find_least_useful
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.moves import generate_other_moves
from rummy_referee.rules.turns import BestMove, Meld, Objective, different_tiles, in_order, pieces_of, without
from rummy_referee.tiles.tile import Tile

MAX_STEPS = 80_000
"""The bound on work: about two thirds of a second."""
TOLERANT_STEPS = {1: 10_000, 3: 10_000, len(STEPS.tiles): 10_000}
"""Past the bound, the search accepts turns that lay this many cards less than the upper bound: its steps."""
_ENGINE_STEPS = 240
"""The steps of the compiled engine that take as long as one step here."""


def points_of(tile: Tile) -> int:
    """The points of a card left in the hand."""
    return -cost_of(tile.piece)


def find_best(position: RummuPosition, objective: Objective) -> BestMove[Any]:
    """The first step of the best turn; where nothing can be laid, the card on the pile if it brings a meld closer."""
    best = find_best_turn(position, objective)
    if best.move is None and objective != "out":
        return advise_take(position, best)
    return best


def find_best_turn(position: RummuPosition, objective: Objective) -> BestMove[Any]:
    """The first step of the turn that lays the most cards or points, or that goes out."""
    snapshot = position.snapshot
    hand = snapshot.hand
    if objective == "out" and len(hand) == 1 and can_lay(snapshot):
        return BestMove(Discard(hand[0]), hand, points_of(hand[0]), goes_out=True)
    weights = [CARD_WEIGHT * (points_of(tile) if objective == "points" else 1) for tile in STEPS.tiles]
    search = TurnSearch(
        weights,
        first_meld=first_meld_size(snapshot),
        goes_out=objective == "out",
        # With an empty hand cards must be taken back, and to go out some must be laid: there is no turn without a step.
        gain=0 if hand and objective != "out" else -sum(weights),
    )
    # A turn that goes out must lay all cards but one: there is no tolerance.
    tolerant_steps = {} if search.goes_out else TOLERANT_STEPS
    for tolerance, max_steps in {0: MAX_STEPS, **tolerant_steps}.items():
        try:
            search.begin(tolerance * min(weights), Steps(max_steps, _ENGINE_STEPS))
            try_starts(position, search)
        except OutOfStepsError:
            continue
        return describe(snapshot, search.best, proven=not tolerance)
    return describe(snapshot, search.best, proven=False)


def try_starts(position: RummuPosition, search: TurnSearch) -> None:
    """Try every step in listing order, then the takes: the top of the pile only if it allows to lay more."""
    snapshot = position.snapshot
    moves = generate_other_moves(position)
    steps = [move for move in moves if move.type not in ("take", "discard")]
    if steps:
        root = state_of(snapshot, snapshot.hand)
        max_gain = search.find_max_gain(root)
        for move in steps:
            if search.gain >= max_gain:
                break
            after = position.turn.rules_by_type[move.type].apply(position, move).next
            search.improve(Start(root, move, state_of(after, after.hand)), max_gain)
    for move in moves:
        if move.type == "take":
            root = state_of(snapshot, known_cards(snapshot, move), unknown=int(move.from_ == "stock"))
            search.improve(Start(root, move, root), search.find_max_gain(root))


def known_cards(snapshot: RummuSnapshot, move: Any) -> Meld:
    """The cards that can be laid in a turn with this first move: the hand, and the top of the pile if taken."""
    top = snapshot.discard_top
    is_taken = move.type == "take" and move.from_ == "discard"
    return (*snapshot.hand, top) if is_taken and top is not None else snapshot.hand


def describe(snapshot: RummuSnapshot, turn: FoundTurn | None, *, proven: bool) -> BestMove[Any]:
    """The first move of a turn, what the turn lays and what it leaves."""
    if turn is None:
        return BestMove(leaves=snapshot.hand, proven=proven)
    move = turn.start.move
    known = known_cards(snapshot, move)
    left = Counter(STEPS.tiles[card].piece for card in turn.end.hand)
    from_hand = in_order(without(known, left))
    kept = without(known, pieces_of(from_hand))
    came = (left - pieces_of(kept)).elements()
    return BestMove(
        move,
        from_hand,
        points=sum(map(points_of, from_hand)),
        leaves=(*kept, *(STEPS.tiles[STEPS.card_of[piece]] for piece in came)),
        goes_out=turn.end.has_one_card,
        proven=proven,
    )


# --- where nothing can be laid --------------------------------------------------------------------------------------


def advise_take(position: RummuPosition, best: BestMove[Any]) -> BestMove[Any]:
    """Take the card on the pile if the hand then lacks fewer cards for a meld, also after the discard; else the stock.

    So the card taken is not the one discarded, and cards cannot go round the table for ever.
    """
    snapshot = position.snapshot
    top = snapshot.discard_top
    if top is None or snapshot.phase != "draw" or snapshot.taken:
        return best
    taken = (*snapshot.hand, top)
    discard = find_least_useful(replace(position, given=replace(snapshot, hand=taken)), different_tiles(taken))
    kept = without(taken, pieces_of([discard]))
    if find_fewest_missing(position, kept) >= find_fewest_missing(position, snapshot.hand):
        return best
    (move,) = (move for move in generate_other_moves(position) if move.type == "take" and move.from_ == "discard")
    return replace(best, move=move, advice=CLOSER_TO_A_MELD)


def find_shortest_with(position: RummuPosition, card: Tile) -> Sequence[frozenset[Tile]]:
    """The melds with a card of the smallest size that the player may lay."""
    snapshot = position.snapshot
    return melds_by_card(STEPS.minimum if snapshot.opened else first_meld_size(snapshot))[card]


@cache
def melds_by_card(size: int) -> Mapping[Tile, Sequence[frozenset[Tile]]]:
    """The melds of this size with each card."""
    found: dict[Tile, list[frozenset[Tile]]] = {card: [] for card in STEPS.tiles}
    for cards in STEPS.find_melds(STEPS.spread(range(len(STEPS.tiles))), size):
        if len(cards) == size:
            meld = frozenset(STEPS.name(cards))
            for card in meld:
                found[card].append(meld)
    return found
