"""The score of a round of Gin-Rummy: the declaration, then everyone lays down in turn and what is left is counted."""

from collections.abc import Iterator, Sequence

from service.engine.completions import Completions, Range
from service.rules.scores import FinishedRound, PlayerScore, RoundScoring, ScoreLine
from service.rules.violations import Violation, pointer
from service.variants.gin_rummy.counting import award_counts, award_declarer, find_tiles
from service.variants.gin_rummy.laying_down import GinRound, has_right_size, lay_down
from service.variants.gin_rummy.unread.faults import check_fillings, check_known
from service.variants.gin_rummy.unread.rounds import has_unread, score_ranges

# --- what can be ----------------------------------------------------------------------------------------------------


def check_end(finished: FinishedRound) -> Iterator[Violation]:
    """The declarer is a player and the order theirs; hands have ten tiles; what is told can be; enough is melded.

    In a round that nobody ended the hands are not asked for.
    """
    is_void = finished.end.declarer is None
    names = [entry.player for entry in finished.players]
    out_of_order = list(_check_order(finished, names))
    wrong_sizes = [] if is_void else list(_check_sizes(finished))
    yield from (*out_of_order, *wrong_sizes)
    is_order_known = not (is_void or out_of_order or len(set(names)) < len(names))
    if not is_order_known or (wrong_sizes and has_unread(finished)):
        yield from check_known(finished, is_order_known=is_order_known)
    elif has_unread(finished):
        yield from check_fillings(finished)
    else:
        yield from (fault for _, found in lay_down(finished) for fault in found)


def _check_order(finished: FinishedRound, names: Sequence[str]) -> Iterator[Violation]:
    declarer, order = finished.end.declarer, finished.end.order
    if declarer is not None and declarer not in names:
        yield finished.refuse("player_unknown", "/declarer", player=declarer)
    if order is None:
        return
    are_players = sorted(order) == sorted(names)
    if declarer in names and not (are_players and order[0] == declarer):
        yield finished.refuse("order_not_from_declarer", "/order", player=declarer)
    elif not are_players:
        yield finished.refuse("order_not_of_players", "/order")


def _check_sizes(finished: FinishedRound) -> Iterator[Violation]:
    for index, entry in enumerate(finished.players):
        if not has_right_size(finished, entry):
            path = pointer("players", index, "hand")
            yield finished.refuse("hand_not_of_ten", path, player=entry.player, actual=len(entry.hand))


# --- the score ------------------------------------------------------------------------------------------------------


def score_hands(finished: FinishedRound, _fillings: Completions) -> Iterator[PlayerScore]:
    """The declarer's bonus; then the lower count of two, or the lowest of more."""
    if finished.end.declarer is None:
        return (PlayerScore(entry.player, (), Range(0, 0)) for entry in finished.players)
    return score_ranges(finished) if has_unread(finished) else _score_read(finished)


def _score_read(finished: FinishedRound) -> Iterator[PlayerScore]:
    laid = [hand for hand, _ in lay_down(finished)]
    lines: dict[str, list[ScoreLine]] = {hand.player: [] for hand in laid}
    melded = sum(map(len, laid[0].melds))
    for award in (award_declarer(melded), *award_counts([hand.count for hand in laid])):
        tiles = find_tiles(award.code, award.seat, dict(enumerate(laid)))
        line = ScoreLine(award.code, Range(award.points, award.points), tiles)
        lines[laid[award.seat].player].append(line)
    for entry in finished.players:
        own = lines[entry.player]
        total = sum(line.points.low for line in own)
        down = next(hand for hand in laid if hand.player == entry.player)
        yield PlayerScore(entry.player, tuple(own), Range(total, total), down)


SCORING = RoundScoring(record=GinRound, score=score_hands, check=check_end, is_void=lambda end: end.declarer is None)
