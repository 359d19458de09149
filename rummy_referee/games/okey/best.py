"""The best move of Okey: a declaration if there is one, else what brings the hand nearest to a finished one."""

from dataclasses import replace

from rummy_referee.games.okey.hand import arranger_in
from rummy_referee.games.okey.snapshot import DISCARD, OkeyPosition
from rummy_referee.games.okey.turn import Declare, OkeyMove, apply_take, generate_declares, laid_melds
from rummy_referee.melds.pairs import is_pair
from rummy_referee.rules.advice import find_least_useful
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.turns import BestMove, Meld, Objective, Table, in_order, without_one


def find_best(position: OkeyPosition, objective: Objective) -> BestMove[OkeyMove]:
    """A declaration, the one that costs the others the most; else the discard or the take that leaves the nearest."""
    hand = position.snapshot.hand
    if position.snapshot.phase != DISCARD:
        return find_best_take(position, objective)
    declares = list(generate_declares(position))
    if declares:
        return show(position, max(declares, key=lambda declare: count_doublings(position, declare)))
    if objective == "out":
        return BestMove(leaves=hand)
    tile = find_least_useful(position, in_order(position.nearness.spare) or hand)
    melds, left = arrange(position, without_one(hand, tile.piece))
    return BestMove(Discard(tile), (tile,), tile.points, left, melds)


def count_doublings(position: OkeyPosition, declare: Declare) -> int:
    """How often a declaration doubles what the others lose: for the okey, and for pairs."""
    is_okey = declare.discard.piece == position.wild.piece
    return is_okey + is_pair(position.judge, laid_melds(position, declare)[0])


def show(position: OkeyPosition, declare: Declare) -> BestMove[OkeyMove]:
    """A declaration as the best move."""
    hand = in_order(position.snapshot.hand)
    points = sum(tile.points for tile in hand)
    return BestMove(declare, hand, points, (), laid_melds(position, declare), goes_out=True)


def arrange(position: OkeyPosition, hand: Meld) -> tuple[Table, Meld]:
    """The most tiles of a hand in runs and groups, and the others."""
    arranged = arranger_in(position.wild).arrange(hand, False)
    return arranged.melds, arranged.left


def find_best_take(position: OkeyPosition, objective: Objective) -> BestMove[OkeyMove]:
    """The discard if it brings the hand nearer; else a tile of the stock."""
    snapshot = position.snapshot
    if snapshot.discard_top is not None:
        after = replace(position, given=apply_take(position, TakeTile(PILE)).next)
        missing = after.nearness.missing
        is_nearer = not missing or missing < position.nearness.missing
        known = find_best(after, objective) if is_nearer else None
        if known is not None and known.move is not None:
            return replace(known, move=TakeTile(PILE))
    if objective == "out":
        return BestMove(leaves=snapshot.hand)
    melds, left = arrange(position, snapshot.hand)
    return BestMove(TakeTile(STOCK), leaves=left, melds=melds)
