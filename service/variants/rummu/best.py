"""The best turn of Rummü: the one that lays the most, or that goes out.

What counts is what the hand has less of at the end of the turn, before the discard. So a yellow card that comes to the
hand counts against the card that took its place, and cards taken back count against those laid. A card of the stock
that nobody has seen yet counts nothing: it can only be discarded.
"""

from collections import Counter

from service.engine.work import OutOfStepsError, Steps
from service.rules.move_records import Discard
from service.rules.moves import generate_other_moves
from service.rules.turns import BestMove, Meld, Move, Objective, in_order, pieces_of, without
from service.tiles.tile import Tile
from service.variants.rummu.combinations import STEPS
from service.variants.rummu.snapshot import RummuPosition, RummuSnapshot, first_meld_size, may_lay
from service.variants.rummu.turn_search import FoundTurn, Start, TurnSearch
from service.variants.rummu.turn_states import stand

CARD_POINTS, YELLOW_POINTS = 5, 10
"""What a card left in the hand costs, and what a yellow one does."""
MOST_STEPS = 80_000
"""The bound on work: about two thirds of a second."""
MODEST_STEPS = {1: 10_000, 3: 10_000, len(STEPS.tiles): 10_000}
"""Beyond it, a turn is looked for that may lay so many cards less than one can hope for, with so many steps each."""
_STEPS_IN_C = 80
"""A step takes as long as so many steps of the compiled search for plays."""


def points_of(tile: Tile) -> int:
    """What a card costs that is left in the hand."""
    return YELLOW_POINTS if tile.wild else CARD_POINTS


def find_best(position: RummuPosition, objective: Objective) -> BestMove:
    """The first step of the turn that lays the most cards or points, or that goes out."""
    snapshot = position.snapshot
    hand = snapshot.hand
    if objective == "out" and len(hand) == 1 and may_lay(snapshot):
        return BestMove(Discard(hand[0]), hand, points_of(hand[0]), goes_out=True)
    weights = [points_of(tile) if objective == "points" else 1 for tile in STEPS.tiles]
    search = TurnSearch(
        weights,
        first_meld=first_meld_size(snapshot),
        goes_out=objective == "out",
        # With an empty hand cards must be taken back: there is no turn without a step.
        gain=0 if hand else -len(STEPS.tiles) * YELLOW_POINTS,
    )
    # Of a way out one card less is none.
    modest_steps = {} if search.goes_out else MODEST_STEPS
    for modesty, most_steps in {0: MOST_STEPS, **modest_steps}.items():
        try:
            search.begin(modesty * min(weights), Steps(most_steps, _STEPS_IN_C))
            try_starts(position, search)
        except OutOfStepsError:
            continue
        return tell(snapshot, search.best, proven=not modesty)
    return tell(snapshot, search.best, proven=False)


def try_starts(position: RummuPosition, search: TurnSearch) -> None:
    """Try every step in listing order, then what can be taken: a card of the pile only if more can be laid with it."""
    snapshot = position.snapshot
    moves = generate_other_moves(position)
    steps = [move for move in moves if move.type not in ("take", "discard")]
    if steps:
        root = stand(snapshot, snapshot.hand)
        ceiling = search.find_ceiling(root)
        for move in steps:
            if search.gain >= ceiling or search.settled:
                break
            after = position.turn.moves[move.type].apply(position, move).next
            search.improve(Start(root, move, stand(after, after.hand)), ceiling)
    for move in moves:
        if move.type == "take":
            root = stand(snapshot, list_known(snapshot, move), unseen=int(move.from_ == "stock"))
            search.improve(Start(root, move, root), search.find_ceiling(root))


def list_known(snapshot: RummuSnapshot, move: Move) -> Meld:
    """The cards that can be laid in a turn that begins so: the hand, and the top of the pile if it is taken."""
    top = snapshot.discard_top
    is_taken = move.type == "take" and move.from_ == "discard"
    return (*snapshot.hand, top) if is_taken and top is not None else snapshot.hand


def tell(snapshot: RummuSnapshot, turn: FoundTurn | None, *, proven: bool) -> BestMove:
    """A turn by its first move, what it lays and what it leaves."""
    if turn is None:
        return BestMove(leaves=snapshot.hand, proven=proven)
    move = turn.start.move
    known = list_known(snapshot, move)
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
