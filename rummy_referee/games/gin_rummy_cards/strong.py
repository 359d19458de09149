"""The move that wins the most games of Gin Rummy: candidates played out in sampled worlds, and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rummy_referee.engine.gin_playouts import (
    MOST_POINTS,
    NONE,
    Action,
    Knocking,
    KnownRound,
    Phase,
    PlayedOut,
    play_out,
)
from rummy_referee.engine.gin_playouts import Candidate as Played
from rummy_referee.games.gin_rummy_cards.best import find_best
from rummy_referee.games.gin_rummy_cards.cards import BOX, DEADWOOD, is_doubled
from rummy_referee.games.gin_rummy_cards.snapshot import (
    DISCARD,
    FULL_STOCK,
    OFFER,
    TAKE,
    GinCardsPosition,
    find_upcard,
)
from rummy_referee.games.gin_rummy_cards.turn import GinCardsMove, Knock, generate_discards, limit_of
from rummy_referee.rules import records
from rummy_referee.rules.faults import hand_size_not_of_phase, stock_exceeded
from rummy_referee.rules.knock_rummy.combinations import HAND
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile
from rummy_referee.rules.move_records import Discard, Pass
from rummy_referee.rules.rounds import AnyRound
from rummy_referee.rules.strong_play import Candidate, StrongMove, StrongPlayer
from rummy_referee.rules.turns import BestMove, Meld, without_one
from rummy_referee.rules.verdicts import MAX_POINTS
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.winning import CERTAIN, value_points
from rummy_referee.tiles.tile import Tile

WORLDS = {2: 8, 3: 32, 4: 128, 5: 512}
"""The worlds of each strength above the weakest."""
WORLDS_OF_A_REVIEW = 4096
"""The worlds in which a move that was played is compared with others."""
DISCARDS = 5
"""The discards that are considered: those that leave the least deadwood."""
DRAWS_PER_TURN = 2
"""The other player's hand is the best of this many random ones for each turn so far."""
PLAYS_FOR_GIN = 0
"""The deadwood with which the player knocks while a round is played out: a knock now is a candidate of its own."""

CARDS = [BOX.faces[colour, number] for colour in BOX.colours for number in BOX.numbers]
INDEX = {card: index for index, card in enumerate(CARDS)}
PHASES = {OFFER: Phase.OFFER, TAKE: Phase.TAKE, DISCARD: Phase.DISCARD}
INTERVAL = 1.96
"""Half of a 95% interval in standard errors."""


@dataclass(frozen=True, slots=True)
class GinCardsSeen:
    """What the player on turn has seen besides the snapshot, and the totals of the game."""

    discards: Meld | None = records.optional_tiles("The discards that cannot be taken any more.")
    known: Meld | None = records.optional_tiles(
        "The cards that the other player has taken from the discard pile and still holds."
    )
    total: int = records.count("The player's total before the round.", maximum=MAX_POINTS, default=0)
    other_total: int = records.count("The other player's total before the round.", maximum=MAX_POINTS, default=0)


def check_seen(position: GinCardsPosition, seen: GinCardsSeen) -> Iterator[Violation]:
    """The other player holds ten cards, and there are as many that nobody has seen as the stock and this hand need."""
    known = len(seen.known or ())
    if known > HAND:
        fault = hand_size_not_of_phase(phase=TAKE, expected=HAND, actual=known)
        yield position.violation(fault, "/seen/known")
    else:
        left = len(find_unseen(position, seen)) - (HAND - known)
        if position.snapshot.stock > left:
            yield position.violation(stock_exceeded(maximum=max(left, 0), actual=position.snapshot.stock), "/stock")


def find_unseen(position: GinCardsPosition, seen: GinCardsSeen) -> list[Tile]:
    """The cards that may be in the stock, in the other player's hand or among discards that nobody remembers."""
    snapshot = position.snapshot
    shown = {snapshot.discard_top, *snapshot.hand, *(seen.discards or ()), *(seen.known or ())}
    return [card for card in CARDS if card not in shown]


# --- the choice -----------------------------------------------------------------------------------------------------


def find_strong(position: GinCardsPosition, seen: GinCardsSeen, strength: int, seed: int) -> StrongMove[GinCardsMove]:
    """The candidate that wins clearly more games than the simple advice by the most, else that advice."""
    simple = find_best(position, "tiles")
    moves = find_candidates(position, simple)
    played = play_moves(position, seen, moves, seed, WORLDS[strength])
    chosen = played.find_best()
    ranked = sorted(range(len(moves)), key=lambda at: (at != chosen, -played.value(at)))
    candidates = [weigh(moves, played, at, chosen) for at in ranked]
    reason, params = find_reason(position, seen, candidates)
    return StrongMove(
        replace(describe(position, moves[chosen], simple), advice=reason, proven=False), candidates, params
    )


def find_candidates(position: GinCardsPosition, simple: BestMove[GinCardsMove]) -> list[GinCardsMove]:
    """The moves that are played out, that of the simple advice first. A gin is played at once."""
    snapshot = position.snapshot
    others: list[GinCardsMove] = []
    if snapshot.phase != DISCARD:
        others = [Pass() if snapshot.phase == OFFER else TakeTile(STOCK)]
        others += [TakeTile(PILE)] if snapshot.discard_top else []
    elif not simple.goes_out or simple.leaves:
        cards = [move.tile for move in generate_discards(position)]
        left = dict(zip(cards, DEADWOOD.find_points_after(snapshot.hand, cards), strict=True))
        others = [Discard(card) for card in sorted(cards, key=lambda card: (left[card], -card.points))[:DISCARDS]]
    first = [simple.move] if simple.move else []
    return first + [move for move in others if move != simple.move]


def play_moves(
    position: GinCardsPosition, seen: GinCardsSeen, moves: Sequence[GinCardsMove], seed: int, worlds: int
) -> PlayedOut:
    """The moves, played out in the same worlds."""
    options, snapshot = position.options, position.snapshot
    knocking = Knocking(
        big_gin=options.big_gin,
        gin_bonus=options.gin_bonus,
        big_gin_bonus=options.big_gin_bonus,
        undercut_bonus=options.undercut_bonus,
        factor=1 + is_doubled(options, find_upcard(snapshot)),
    )
    limit, known = limit_of(position), seen.known or ()
    round_ = KnownRound(
        hand=pack(snapshot.hand),
        known=pack(known),
        unseen=pack(find_unseen(position, seen)),
        hidden=HAND - len(known),
        stock=snapshot.stock,
        phase=PHASES[snapshot.phase or TAKE],
        top=INDEX[snapshot.discard_top] if snapshot.discard_top else NONE,
        taken=INDEX[snapshot.taken] if snapshot.taken else NONE,
        passed=snapshot.passed,
        draws=DRAWS_PER_TURN * (FULL_STOCK - snapshot.stock + 1),
        own_limit=min(PLAYS_FOR_GIN, limit),
        other_limit=limit,
    )
    values = value_points(seen.total, seen.other_total, options.target, MOST_POINTS)
    return play_out(round_, knocking, [to_played(move) for move in moves], values, seed=seed, worlds=worlds)


def pack(cards: Sequence[Tile]) -> int:
    """A set of cards as bits."""
    return sum(1 << INDEX[card] for card in cards)


def to_played(move: GinCardsMove) -> Played:
    """A move as it is played out. The melds of a knock are those with the least deadwood."""
    if isinstance(move, TakeTile):
        return Played(Action.TAKE_PILE if move.from_ == PILE else Action.TAKE_STOCK)
    if isinstance(move, Discard):
        return Played(Action.DISCARD, INDEX[move.tile])
    if isinstance(move, Knock):
        return Played(Action.KNOCK, INDEX[move.discard]) if move.discard else Played(Action.BIG_GIN)
    return Played(Action.PASS)


def weigh(moves: Sequence[GinCardsMove], played: PlayedOut, at: int, chosen: int) -> Candidate[GinCardsMove]:
    """The expected result of a candidate."""
    less = played.compare(chosen, at)
    return Candidate(
        moves[at],
        played.value(at) / CERTAIN,
        less.mean / CERTAIN,
        None if less.error is None else INTERVAL * less.error / CERTAIN,
        played.points(at),
        played.worlds(at),
    )


def describe(position: GinCardsPosition, move: GinCardsMove, simple: BestMove[GinCardsMove]) -> BestMove[GinCardsMove]:
    """The turn that starts with a move."""
    if move == simple.move:
        return simple
    if isinstance(move, Discard):
        melding = DEADWOOD.meld(without_one(position.snapshot.hand, move.tile.piece))
        return BestMove(move, (move.tile,), move.tile.points, melding.left, melding.melds)
    melding = DEADWOOD.meld(position.snapshot.hand)
    return BestMove(move, leaves=melding.left, melds=melding.melds)


def compare(
    position: GinCardsPosition, seen: GinCardsSeen, move: GinCardsMove, seed: int
) -> Sequence[Candidate[GinCardsMove]]:
    """A move and the other candidates, with the differences from it."""
    others = find_candidates(position, find_best(position, "tiles"))
    moves = [move, *(other for other in others if to_played(other) != to_played(move))]
    played = play_moves(position, seen, moves, seed, WORLDS_OF_A_REVIEW)
    return [weigh(moves, played, at, 0) for at in range(len(moves))]


def watch(rounds: Sequence[AnyRound], moves: Sequence[GinCardsMove], player: str) -> GinCardsSeen:
    """The discards, and the cards that the other player has taken from the pile and not discarded."""
    known: list[Tile] = []
    for before, move in zip(rounds, moves, strict=False):
        if before.turn == player:
            continue
        if isinstance(move, TakeTile) and move.from_ == PILE:
            known.append(before.record.discard_top)
        elif isinstance(move, Discard) and move.tile in known:
            known.remove(move.tile)
    return GinCardsSeen(rounds[-1].record.discards, tuple(known))


# --- why ------------------------------------------------------------------------------------------------------------

REASONS = ALL_MELDED, ONLY_MOVE, KEEPS_WAYS, NOT_CLEARLY_LESS, WINS_MORE = (
    "all_melded",
    "only_move",
    "keeps_ways",
    "not_clearly_less",
    "wins_more",
)


def find_reason(
    position: GinCardsPosition, seen: GinCardsSeen, candidates: Sequence[Candidate[GinCardsMove]]
) -> tuple[str, Mapping[str, object]]:
    """Why the first candidate is chosen: the code of a sentence, and its parameters."""
    best, *others = candidates
    if not others:
        return (ALL_MELDED if isinstance(best.move, Knock) else ONLY_MOVE), {}
    second = others[0]
    if isinstance(best.move, Discard) and isinstance(second.move, Discard):
        ways = [count_ways(position, seen, each.move.tile) for each in candidates if isinstance(each.move, Discard)]
        if ways[0] > max(ways[1:]):
            return KEEPS_WAYS, {"ways": ways[0], "other": max(ways[1:])}
    is_clear = second.uncertainty is not None and second.less > second.uncertainty
    own, other = round(100 * best.chance), round(100 * (best.chance - second.less))
    if not is_clear or own == other:
        return NOT_CLEARLY_LESS, {"own": own}
    return WINS_MORE, {"own": own, "other": other}


def count_ways(position: GinCardsPosition, seen: GinCardsSeen, discard: Tile) -> int:
    """How many unseen cards could be melded after a discard."""
    rest = without_one(position.snapshot.hand, discard.piece)
    points = DEADWOOD.find_points(rest)
    return sum(DEADWOOD.find_points((*rest, card)) <= points for card in find_unseen(position, seen))


STRONG = StrongPlayer(
    seen=GinCardsSeen, find=find_strong, compare=compare, watch=watch, reasons=REASONS, check=check_seen
)
