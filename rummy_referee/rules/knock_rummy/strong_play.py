"""The move of a round of gin for two that wins the most games: candidates played out in sampled worlds, and why."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.gin_playouts import (
    MOST_POINTS,
    NONE,
    Action,
    Cards,
    Knocking,
    KnownRound,
    Phase,
    PlayedOut,
    play_out,
)
from rummy_referee.engine.gin_playouts import Candidate as Played
from rummy_referee.rules import records
from rummy_referee.rules.faults import hand_size_not_of_phase, stock_exceeded
from rummy_referee.rules.knock_rummy.combinations import HAND, Combinations
from rummy_referee.rules.knock_rummy.taking import PILE, TakeTile
from rummy_referee.rules.move_records import Discard, Pass
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.rounds import AnyRound
from rummy_referee.rules.strong_play import Candidate, StrongMove, StrongPlayer
from rummy_referee.rules.turns import BestMove, Meld, Move, Objective, different_tiles, pieces_of, without_one
from rummy_referee.rules.verdicts import MAX_POINTS
from rummy_referee.rules.violations import Violation
from rummy_referee.rules.winning import CERTAIN, value_points
from rummy_referee.tiles.tile import Tile

WORLDS_OF_A_REVIEW = 4096
"""The worlds in which a move that was played is compared with others."""
DISCARDS = 5
"""The discards that are considered: those that leave the least deadwood."""
PHASES = {"offer": Phase.OFFER, "take": Phase.TAKE, "discard": Phase.DISCARD}
INTERVAL = 1.96
"""Half of a 95% interval in standard errors."""

ALL_MELDED, ONLY_MOVE, KEEPS_WAYS, NOT_CLEARLY_LESS, WINS_MORE = REASONS = (
    "all_melded",
    "only_move",
    "keeps_ways",
    "not_clearly_less",
    "wins_more",
)


@dataclass(frozen=True, slots=True)
class GinSeen:
    """What the player on turn has seen besides the snapshot, and the totals of the game."""

    discards: Meld | None = records.optional_tiles("The discards that cannot be taken any more.")
    known: Meld | None = records.optional_tiles(
        "What the other player has taken from the discard pile and still holds."
    )
    total: int = records.count("The player's total before the round.", maximum=MAX_POINTS, default=0)
    other_total: int = records.count("The other player's total before the round.", maximum=MAX_POINTS, default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What playing out needs of a position besides the hand, the open discard and the stock."""

    knocking: Knocking
    limit: int
    """The most deadwood of a knock."""
    draws: int
    """The other player's hand is the best of this many random ones."""
    target: int
    """The points that win the game."""
    taken: Tile | None = None
    """The tile that must not be discarded."""
    passed: bool = False


@dataclass(frozen=True, kw_only=True)
class GinPlayer:
    """The strong player of a game of gin."""

    combinations: Combinations
    find_best: Callable[[Any, Objective], BestMove[Any]]
    """The simple advice."""
    find_facts: Callable[[Any], Facts]
    generate_takes: Callable[[Any], Sequence[Move]]
    """The moves before a tile is taken, besides the end of the round."""
    generate_discards: Callable[[Any], Sequence[Discard]]
    is_final: Callable[[BestMove[Any]], bool]
    """Whether an end of the round is better than anything else."""
    worlds: Mapping[int, int]
    """The worlds of each strength above the weakest."""
    own_limit: int
    """The deadwood with which the player knocks while a round is played out: a knock now is a candidate of its own."""
    most_players: int | None = None

    @property
    def strong(self) -> StrongPlayer:
        """The strong player as all games have it."""
        return StrongPlayer(
            seen=GinSeen,
            find=self.find,
            compare=self.compare,
            watch=watch,
            reasons=REASONS,
            check=self.check_seen,
            most_players=self.most_players,
        )

    # --- what is known ----------------------------------------------------------------------------------------------

    @cached_property
    def index(self) -> Mapping[Tile, int]:
        """The different tiles, numbered by colour and number."""
        box = self.combinations.box
        return {box.faces[face]: at for at, face in enumerate((c, n) for c in box.colours for n in box.numbers)}

    def find_unseen(self, position: AnyPosition, seen: GinSeen) -> list[Tile]:
        """What may be in the stock, in the other player's hand or among discards that nobody remembers."""
        snapshot = position.snapshot
        open_ = [snapshot.discard_top] if snapshot.discard_top else []
        shown = pieces_of((*open_, *snapshot.hand, *(seen.discards or ()), *(seen.known or ())))
        left = Counter(self.combinations.box.holds) - shown
        return [tile for tile in self.index for _ in range(left[tile.piece])]

    def check_seen(self, position: AnyPosition, seen: GinSeen) -> Iterator[Violation]:
        """The other player holds ten tiles, and as many are unseen as the stock and this hand need."""
        known = len(seen.known or ())
        if known > HAND:
            fault = hand_size_not_of_phase(phase="take", expected=HAND, actual=known)
            yield position.violation(fault, "/seen/known")
        else:
            left = len(self.find_unseen(position, seen)) - (HAND - known)
            if position.snapshot.stock > left:
                yield position.violation(stock_exceeded(maximum=max(left, 0), actual=position.snapshot.stock), "/stock")

    # --- the choice -------------------------------------------------------------------------------------------------

    def find(self, position: AnyPosition, seen: GinSeen, strength: int, seed: int) -> StrongMove[Any]:
        """The candidate that wins clearly more games than the simple advice by the most, else that advice."""
        simple = self.find_best(position, "tiles")
        moves = self.find_candidates(position, simple)
        played = self.play_moves(position, seen, moves, seed, self.worlds[strength])
        chosen = played.find_best()
        ranked = sorted(range(len(moves)), key=lambda at: (at != chosen, -played.value(at)))
        candidates = [weigh(moves, played, at, chosen) for at in ranked]
        reason, params = self.find_reason(position, seen, candidates)
        best = replace(self.describe(position, moves[chosen], simple), advice=reason, proven=False)
        return StrongMove(best, candidates, params)

    def compare(self, position: AnyPosition, seen: GinSeen, move: Move, seed: int) -> Sequence[Candidate[Any]]:
        """A move and the other candidates, with the differences from it."""
        others = self.find_candidates(position, self.find_best(position, "tiles"))
        own = self.to_played(position, move)
        moves = [move, *(other for other in others if self.to_played(position, other) != own)]
        played = self.play_moves(position, seen, moves, seed, WORLDS_OF_A_REVIEW)
        return [weigh(moves, played, at, 0) for at in range(len(moves))]

    def find_candidates(self, position: AnyPosition, simple: BestMove[Any]) -> list[Move]:
        """The moves that are played out, that of the simple advice first."""
        others: Sequence[Move] = ()
        if position.snapshot.phase != "discard":
            others = self.generate_takes(position)
        elif not self.is_final(simple):
            tiles = [move.tile for move in self.generate_discards(position)]
            points = self.combinations.deadwood.find_points_after(position.snapshot.hand, tiles)
            left = dict(zip(tiles, points, strict=True))
            others = [Discard(tile) for tile in sorted(tiles, key=lambda tile: (left[tile], -tile.points))[:DISCARDS]]
        first = [simple.move] if simple.move else []
        return first + [move for move in others if move != simple.move]

    def play_moves(
        self, position: AnyPosition, seen: GinSeen, moves: Sequence[Move], seed: int, worlds: int
    ) -> PlayedOut:
        """The moves, played out in the same worlds."""
        snapshot, facts, known = position.snapshot, self.find_facts(position), seen.known or ()
        round_ = KnownRound(
            hand=self.pack(snapshot.hand),
            known=self.pack(known),
            unseen=self.pack(self.find_unseen(position, seen)),
            hidden=HAND - len(known),
            stock=snapshot.stock,
            phase=PHASES[snapshot.phase or "take"],
            top=self.index[snapshot.discard_top] if snapshot.discard_top else NONE,
            taken=self.index[facts.taken] if facts.taken else NONE,
            passed=facts.passed,
            draws=facts.draws,
            own_limit=min(self.own_limit, facts.limit),
            other_limit=facts.limit,
        )
        values = [
            value_points(seen.total, seen.other_total, facts.target, MOST_POINTS, bonus)
            for bonus in facts.knocking.bonuses
        ]
        played = [self.to_played(position, move) for move in moves]
        return play_out(round_, facts.knocking, played, values, seed=seed, worlds=worlds)

    def pack(self, tiles: Sequence[Tile]) -> Cards:
        """The tiles as bits, and those that are there twice."""
        copies = Counter(self.index[tile] for tile in tiles)
        return sum(1 << at for at in copies), sum(1 << at for at, count in copies.items() if count > 1)

    def to_played(self, position: AnyPosition, move: Any) -> Played:
        """A move as it is played out. The melds of the end of a round are those with the least deadwood."""
        if isinstance(move, TakeTile):
            return Played(Action.TAKE_PILE if move.from_ == PILE else Action.TAKE_STOCK)
        if isinstance(move, Discard):
            return Played(Action.DISCARD, self.index[move.tile])
        if isinstance(move, Pass):
            return Played(Action.PASS)
        if move.discard:
            return Played(Action.KNOCK, self.index[move.discard])
        return Played(Action.BIG_GIN if position.snapshot.phase == "discard" else Action.KNOCK)

    def describe(self, position: AnyPosition, move: Any, simple: BestMove[Any]) -> BestMove[Any]:
        """The turn that starts with a move."""
        if move == simple.move:
            return simple
        deadwood, hand = self.combinations.deadwood, position.snapshot.hand
        if isinstance(move, Discard):
            melding = deadwood.meld(without_one(hand, move.tile.piece))
            return BestMove(move, (move.tile,), move.tile.points, melding.left, melding.melds)
        melding = deadwood.meld(hand)
        return BestMove(move, leaves=melding.left, melds=melding.melds)

    # --- why --------------------------------------------------------------------------------------------------------

    def find_reason(
        self, position: AnyPosition, seen: GinSeen, candidates: Sequence[Candidate[Any]]
    ) -> tuple[str, Mapping[str, object]]:
        """Why the first candidate is chosen: the code of a sentence, and its parameters."""
        best, *others = candidates
        if not others:
            return (ONLY_MOVE if isinstance(best.move, TakeTile | Discard | Pass) else ALL_MELDED), {}
        second = others[0]
        if isinstance(best.move, Discard) and isinstance(second.move, Discard):
            discards = [each.move.tile for each in candidates if isinstance(each.move, Discard)]
            ways = [self.count_ways(position, seen, tile) for tile in discards]
            if ways[0] > max(ways[1:]):
                return KEEPS_WAYS, {"ways": ways[0], "other": max(ways[1:])}
        is_clear = second.uncertainty is not None and second.less > second.uncertainty
        own, other = round(100 * best.chance), round(100 * (best.chance - second.less))
        if not is_clear or own == other:
            return NOT_CLEARLY_LESS, {"own": own}
        return WINS_MORE, {"own": own, "other": other}

    def count_ways(self, position: AnyPosition, seen: GinSeen, discard: Tile) -> int:
        """How many unseen tiles could be melded after a discard."""
        deadwood, rest = self.combinations.deadwood, without_one(position.snapshot.hand, discard.piece)
        points, unseen = deadwood.find_points(rest), self.find_unseen(position, seen)
        ways = {tile for tile in different_tiles(unseen) if deadwood.find_points((*rest, tile)) <= points}
        return sum(tile in ways for tile in unseen)


def weigh(moves: Sequence[Move], played: PlayedOut, at: int, chosen: int) -> Candidate[Any]:
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


def watch(rounds: Sequence[AnyRound], moves: Sequence[Any], player: str) -> GinSeen:
    """The discards, and what the other player has taken from the pile and not discarded."""
    known: list[Tile] = []
    for before, move in zip(rounds, moves, strict=False):
        if before.turn == player:
            continue
        if isinstance(move, TakeTile) and move.from_ == PILE:
            known.append(before.record.discard_top)
        elif isinstance(move, Discard) and move.tile in known:
            known.remove(move.tile)
    return GinSeen(rounds[-1].record.discards, tuple(known))
