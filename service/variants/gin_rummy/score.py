"""The score of a round: the declaration, then everyone lays down in turn order and the deadwood is counted."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from service.engine.completions import Completions, Range
from service.rules.scores import FinishedRound, LaidDown, PlayerScore, RoundScoring, ScoreLine
from service.rules.violations import Violation, pointer
from service.variants.gin_rummy.core.awards import award_counts, award_declarer, find_award_tiles
from service.variants.gin_rummy.core.laying_down import GinRound, has_valid_size, lay_down
from service.variants.gin_rummy.unknown_tiles.diagnosis import check_certain, explain_impossible, has_completion
from service.variants.gin_rummy.unknown_tiles.ranges import Ranges, find_ranges, score_ranges


class ResolvedRound:
    """A finished round with the costly results that its check and its score share. Each is computed once, if used."""

    def __init__(self, finished: FinishedRound) -> None:
        self.finished = finished

    @property
    def is_void(self) -> bool:
        """Whether nobody declared."""
        return self.finished.end.declarer is None

    @cached_property
    def has_unknown(self) -> bool:
        """Whether any tile is unknown."""
        return any(tile.is_unknown for entry in self.finished.players for tile in entry.hand)

    @cached_property
    def lay_downs(self) -> Sequence[tuple[LaidDown, list[Violation]]]:
        """What each player lays down in turn order, with the violations; all tiles and the turn order are known."""
        return list(lay_down(self.finished))

    @cached_property
    def ranges(self) -> Ranges:
        """The ranges of all lines of a round with unknown tiles."""
        return find_ranges(self.finished)


# --- checks ---------------------------------------------------------------------------------------------------------


def check_end(resolved: ResolvedRound) -> Iterator[Violation]:
    """The declarer and the turn order are of the players, the hands have ten tiles, and the round is possible.

    Hands are not checked in a void round.
    """
    finished = resolved.finished
    names = [entry.player for entry in finished.players]
    out_of_order = list(_check_order(finished, names))
    wrong_sizes = [] if resolved.is_void else list(_check_sizes(finished))
    yield from (*out_of_order, *wrong_sizes)
    is_order_known = not (resolved.is_void or out_of_order or len(set(names)) < len(names))
    if is_order_known and not resolved.has_unknown:
        yield from (fault for _, faults in resolved.lay_downs for fault in faults)
    elif not is_order_known or wrong_sizes or not has_completion(finished):
        yield from check_certain(finished, is_order_known=is_order_known)
    elif not resolved.ranges.lines:
        yield from explain_impossible(finished)


def _check_order(finished: FinishedRound, names: Sequence[str]) -> Iterator[Violation]:
    declarer, order = finished.end.declarer, finished.end.order
    if declarer is not None and declarer not in names:
        yield finished.violation("player_unknown", "/declarer", player=declarer)
    if order is None:
        return
    are_players = sorted(order) == sorted(names)
    if declarer in names and not (are_players and order[0] == declarer):
        yield finished.violation("order_not_from_declarer", "/order", player=declarer)
    elif not are_players:
        yield finished.violation("order_not_of_players", "/order")


def _check_sizes(finished: FinishedRound) -> Iterator[Violation]:
    for index, entry in enumerate(finished.players):
        if not has_valid_size(finished, entry):
            path = pointer("players", index, "hand")
            yield finished.violation("hand_not_of_ten", path, player=entry.player, actual=len(entry.hand))


# --- the score ------------------------------------------------------------------------------------------------------


def score_hands(resolved: ResolvedRound, _completions: Completions) -> Iterator[PlayerScore]:
    """The declarer's bonus; then the lower count of two, or the lowest of more."""
    if resolved.is_void:
        return (PlayerScore(entry.player, (), Range(0, 0)) for entry in resolved.finished.players)
    return score_ranges(resolved.finished, resolved.ranges) if resolved.has_unknown else _score_known(resolved)


def _score_known(resolved: ResolvedRound) -> Iterator[PlayerScore]:
    laid = [down for down, _ in resolved.lay_downs]
    lines: dict[str, list[ScoreLine]] = {down.player: [] for down in laid}
    melded = sum(map(len, laid[0].melds))
    for award in (award_declarer(melded), *award_counts([down.count for down in laid])):
        tiles = find_award_tiles(award.code, award.seat, dict(enumerate(laid)))
        lines[laid[award.seat].player].append(ScoreLine(award.code, Range(award.points, award.points), tiles))
    for entry in resolved.finished.players:
        own = lines[entry.player]
        total = sum(line.points.low for line in own)
        down = next(down for down in laid if down.player == entry.player)
        yield PlayerScore(entry.player, tuple(own), Range(total, total), down)


SCORING = RoundScoring(
    record=GinRound,
    prepare=ResolvedRound,
    check=check_end,
    score=score_hands,
    is_void=lambda resolved: resolved.is_void,
    lays_down=True,
)
