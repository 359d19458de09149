"""The end of a deal of Indian rummy: a declaration, or one player left; and what the other hands count."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.completions import Completions, Range
from rummy_referee.games.indian_rummy.cards import (
    BOX,
    FULL_COUNT,
    HAND,
    OUT,
    WILD,
    IndianRummyOptions,
    count,
    find_wild_rank,
    is_joker,
    melds_of,
    points_of_drop,
)
from rummy_referee.games.indian_rummy.faults import (
    declarer_out,
    hand_not_of_thirteen,
    players_left,
)
from rummy_referee.games.indian_rummy.turn import find_declaration_faults, in_reading_order
from rummy_referee.rules import records
from rummy_referee.rules.faults import declaration_invalid, player_unknown, tiles_not_in_hand
from rummy_referee.rules.score import FinishedRound, LaidDown, PlayerHand, RoundScoring, Score, ScoreLine, scale
from rummy_referee.rules.turns import Meld, Table, codes_of, in_order, pieces_of, pieces_on, without
from rummy_referee.rules.violations import Violation, pointer
from rummy_referee.tiles.tile import Tile

MOST_UNKNOWN = 2
"""Up to so many unknown cards in a deal, every filling is tried."""
COUNT, WINNINGS = "hand_counts_against", "winner_takes_points"


@dataclass(frozen=True, slots=True)
class IndianRummyHand(PlayerHand):
    """A player at the end of a deal."""

    melds: Table | None = records.optional_melds(
        "The melds that the player shows, all of the hand. If left out, those with the least count are found."
    )
    out: str | None = records.choice_or_none(
        "How the player left the deal, or null. The hand of a player who is out is not counted and may be empty.", *OUT
    )


@dataclass(frozen=True, slots=True)
class IndianRummyRoundEnd:
    """The end of a deal."""

    wild: Tile = records.tile(WILD)
    players: tuple[IndianRummyHand, ...] = records.one_for_each_player(
        "The players and their hands: 13 cards, without the one that was put down.", IndianRummyHand
    )
    declarer: str | None = records.name_or_none(
        "The player who declared; null if nobody did: then one player is left, who has won."
    )


class Shown(NamedTuple):
    """What a player shows at the end, with all cards known."""

    melds: Table
    left: Meld
    counted: int
    """What the hand counts, at most the full count."""
    minimum: int
    """The least that it can count."""
    counting: Meld
    """The cards that count."""
    is_declaration: bool


Filling = tuple[Tile, ...]
"""Cards for the unknown cards of all players, in the order of the players and of their hands."""


class Deal:
    """A finished deal, with what its check and its score share."""

    def __init__(self, finished: FinishedRound) -> None:
        self.finished = finished
        self.end: IndianRummyRoundEnd = finished.end
        self.options: IndianRummyOptions = finished.options
        self.judge = melds_of(find_wild_rank(self.end.wild)).judge
        self._shown: dict[tuple[int, Filling], Shown] = {}

    @property
    def winner(self) -> str | None:
        """The player who declared, or the only one who is left."""
        left = [entry.player for entry in self.end.players if entry.out is None]
        return self.end.declarer or (left[0] if len(left) == 1 else None)

    @cached_property
    def counting(self) -> list[int]:
        """The seats of the players whose hands are looked at: those who are in."""
        return [seat for seat, entry in enumerate(self.end.players) if entry.out is None]

    def unknown_of(self, seat: int) -> list[Tile]:
        """The unknown cards of a player."""
        return [tile for tile in self.end.players[seat].hand if tile.is_unknown]

    def show(self, seat: int, filling: Filling = ()) -> Shown:
        """What a player shows, with these cards for the unknown ones."""
        key = seat, in_order(filling)
        if key not in self._shown:
            self._shown[key] = self._show(seat, filling)
        return self._shown[key]

    def _show(self, seat: int, filling: Filling) -> Shown:
        entry = self.end.players[seat]
        hand = in_order((*(tile for tile in entry.hand if not tile.is_unknown), *filling))
        least = count(hand, self.end.wild, self.options).whole()
        minimum = min(least.points, FULL_COUNT)
        if entry.melds is None:
            melds = tuple(in_reading_order(self.judge, meld) for meld in least.melds)
        else:
            melds = entry.melds
        left = without(hand, pieces_on(melds))
        counting = self._find_counting(hand, melds, left)
        points = sum(self._points_of(card) for card in counting)
        is_declaration = not any(find_declaration_faults(self.judge, hand, melds))
        return Shown(melds, left, min(points, FULL_COUNT), minimum, counting, is_declaration)

    def _find_counting(self, hand: Meld, melds: Table, left: Meld) -> Meld:
        """The cards that count: those in no meld if there are two sequences, one of them pure; otherwise all."""
        readings = [self.judge(meld).readings[0] for meld in melds]
        sequences = [(reading, meld) for reading, meld in zip(readings, melds, strict=True) if reading.kind == "run"]
        pure = [meld for reading, meld in sequences if reading.pure]
        if pure and len(sequences) > 1:
            return left
        if pure and self.options.pure_sequence_protects:
            return without(hand, pieces_of(pure[0]))
        return hand

    def _points_of(self, card: Tile) -> int:
        return 0 if is_joker(card, self.end.wild) else BOX.tiles[card.piece].points

    # --- unknown cards ------------------------------------------------------------------------------------------------

    @cached_property
    def slots(self) -> list[tuple[int, Tile]]:
        """The unknown cards of the players who are in, each with the seat."""
        return [(seat, tile) for seat in self.counting for tile in self.unknown_of(seat)]

    @property
    def is_bounded(self) -> bool:
        """Whether there are too many unknown cards to try every filling."""
        return len(self.slots) > MOST_UNKNOWN

    @cached_property
    def fillings(self) -> list[Mapping[int, Filling]]:
        """The cards of each seat in every filling from what is left that makes the declaration valid."""
        seen = Counter(tile.piece for _, pile in self.finished.piles() for tile in pile if not tile.is_unknown)
        left = Counter(BOX.holds) - seen
        found: list[Mapping[int, Filling]] = []
        for pieces in self._fill(left):
            filling: dict[int, Filling] = dict.fromkeys(self.counting, ())
            for (seat, _), piece in zip(self.slots, pieces, strict=True):
                filling[seat] = (*filling[seat], BOX.tiles[piece])
            if self._is_valid(filling):
                found.append(filling)
        return found

    def _fill(self, left: Mapping[str, int]) -> Iterator[Sequence[str]]:
        if not self.slots:
            yield ()
            return
        fitting = [[piece for piece in left if BOX.can_be(tile, piece)] for _, tile in self.slots]
        if len(self.slots) == 1:
            yield from ((piece,) for piece in fitting[0])
        elif self.slots[0] == self.slots[1]:  # in one hand, and the same is known of both
            yield from (pair for pair in combinations_with_replacement(fitting[0], 2) if _is_there(left, pair))
        else:
            yield from ((one, other) for one in fitting[0] for other in fitting[1] if _is_there(left, (one, other)))

    def _is_valid(self, filling: Mapping[int, Filling]) -> bool:
        return all(
            self.show(seat, filling[seat]).is_declaration
            for seat in self.counting
            if self.end.players[seat].player == self.end.declarer
        )


def _is_there(left: Mapping[str, int], pair: tuple[str, str]) -> bool:
    return pair[0] != pair[1] or left[pair[0]] > 1


# --- checks ---------------------------------------------------------------------------------------------------------


def check_end(deal: Deal) -> Iterator[Violation]:
    """Who declared is a player who is in; hands have thirteen cards, and shown melds are melds of them."""
    end, finished = deal.end, deal.finished
    declarers = [entry for entry in end.players if entry.player == end.declarer]
    if end.declarer is not None and not declarers:
        yield finished.violation(player_unknown(player=end.declarer), "/declarer")
    if any(entry.out for entry in declarers):
        yield finished.violation(declarer_out(player=end.declarer or ""), "/declarer")
    if end.declarer is None and len(deal.counting) != 1:
        yield finished.violation(players_left(actual=len(deal.counting)), "/declarer")
    faults = [fault for seat in deal.counting for fault in _check_hand(deal, seat)]
    yield from faults
    if faults or not declarers or any(entry.out for entry in declarers) or deal.is_bounded:
        return
    if not deal.fillings:
        seat = end.players.index(declarers[0])
        yield finished.violation(declaration_invalid(player=declarers[0].player), pointer("players", seat, "hand"))
        if not deal.slots:
            shown = deal.show(seat)
            hand = in_order(end.players[seat].hand)
            for fault in find_declaration_faults(deal.judge, hand, shown.melds):
                yield finished.violation(fault, pointer("players", seat, "hand"))


def _check_hand(deal: Deal, seat: int) -> Iterator[Violation]:
    entry, finished = deal.end.players[seat], deal.finished
    if len(entry.hand) != HAND:
        fault = hand_not_of_thirteen(player=entry.player, actual=len(entry.hand))
        yield finished.violation(fault, pointer("players", seat, "hand"))
    for place, meld in enumerate(entry.melds or ()):
        for wrong in deal.judge(meld).faults:
            yield finished.violation(wrong, pointer("players", seat, "melds", place))
    missing = pieces_on(entry.melds or ()) - pieces_of(entry.hand)
    if missing:
        path = pointer("players", seat, "melds")
        yield finished.violation(tiles_not_in_hand(tiles=codes_of(BOX, missing)), path)


# --- the score ------------------------------------------------------------------------------------------------------


def score_deal(deal: Deal, _completions: Completions) -> Iterator[Score]:
    """What each player loses, and in points and deals play what the winner gets of it."""
    losses = {seat: find_loss(deal, seat) for seat in range(len(deal.end.players))}
    total = find_total(deal, losses)
    options = deal.options
    sign, value = (1, 1) if options.play == "pool" else (-1, options.point_value if options.play == "points" else 1)
    for seat, entry in enumerate(deal.end.players):
        shown = find_shown(deal, seat)
        lines = []
        if entry.player == deal.winner:
            if options.play != "pool":
                lines.append(ScoreLine(WINNINGS, scale(value, total)))
        else:
            cards = shown.counting if shown else () if entry.out else entry.hand
            lines.append(ScoreLine(entry.out or COUNT, scale(sign * value, losses[seat]), cards))
        low, high = (sum(line.points[end] for line in lines) for end in (0, 1))
        yield Score(entry.player, tuple(lines), Range(low, high), lay_down(entry, shown), not deal.is_bounded)


def find_shown(deal: Deal, seat: int) -> Shown | None:
    """What a player shows, if that is known and matters."""
    entry = deal.end.players[seat]
    is_left_over = deal.end.declarer is None and entry.player == deal.winner
    return None if entry.out or is_left_over or deal.unknown_of(seat) else deal.show(seat)


def lay_down(entry: Any, shown: Shown | None) -> LaidDown | None:
    """The melds of a player, the other cards and what the hand counts."""
    if shown is None:
        return None
    return LaidDown(entry.player, shown.melds, (), shown.left, shown.counted, shown.minimum)


def find_loss(deal: Deal, seat: int) -> Range:
    """What a player who has not won loses, in points."""
    entry, options = deal.end.players[seat], deal.options
    if entry.player == deal.winner:
        return Range(0, 0)
    if entry.out:
        points = points_of_drop(options, entry.out)
        return Range(points, points)
    if deal.is_bounded and deal.unknown_of(seat):
        return Range(options.minimum_points, FULL_COUNT)
    found = [lose(deal, seat, filling) for filling in ([{seat: ()}] if deal.is_bounded else deal.fillings)]
    return Range(min(found), max(found))


def lose(deal: Deal, seat: int, filling: Mapping[int, Filling]) -> int:
    """What a hand counts, at least the agreed minimum."""
    return max(deal.show(seat, filling[seat]).counted, deal.options.minimum_points)


def find_total(deal: Deal, losses: Mapping[int, Range]) -> Range:
    """What all players together lose. Several unknown hands depend on each other."""
    if deal.is_bounded:
        return Range(sum(loss.low for loss in losses.values()), sum(loss.high for loss in losses.values()))
    players = deal.end.players
    losing = [seat for seat in deal.counting if players[seat].player != deal.winner]
    fixed = sum(loss.low for seat, loss in losses.items() if seat not in losing)
    totals = [fixed + sum(lose(deal, seat, filling) for seat in losing) for filling in deal.fillings]
    return Range(min(totals), max(totals))


SCORING = RoundScoring(
    record=IndianRummyRoundEnd,
    prepare=Deal,
    check=check_end,
    score=score_deal,
    are_penalties=lambda options: options.play == "pool",
    lays_down=True,
)
