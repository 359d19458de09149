"""The score of a round: the declaration, then everyone lays down in turn order and the deadwood is counted."""

from collections.abc import Iterator, Sequence
from typing import Any

from rummy_referee.cached_property import cached_property
from rummy_referee.engine.completions import Completions, Range
from rummy_referee.rules.faults import hand_not_of_ten
from rummy_referee.rules.knock_rummy.endings import Ending, name_kind
from rummy_referee.rules.knock_rummy.laying_down import lay_down
from rummy_referee.rules.knock_rummy.unknown_tiles.diagnosis import check_certain, explain_impossible, has_completion
from rummy_referee.rules.knock_rummy.unknown_tiles.ranges import Ranges, find_ranges, score_ranges
from rummy_referee.rules.score import LaidDown, Needed, RoundScoring, Score, ScoreLine
from rummy_referee.rules.violations import Violation, pointer


class ResolvedRound:
    """A finished round with the costly results that its check and its score share. Each is computed once, if used."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending
        self.finished = ending.finished

    @property
    def is_void(self) -> bool:
        """Whether nobody declared."""
        return self.ending.declarer is None

    @cached_property
    def has_unknown(self) -> bool:
        """Whether any tile is unknown."""
        return any(tile.is_unknown for entry in self.finished.players for tile in entry.hand)

    @cached_property
    def lay_downs(self) -> Sequence[tuple[LaidDown, list[Violation]]]:
        """What each player lays down in turn order, with the violations; all tiles and the turn order are known."""
        return list(lay_down(self.ending))

    @cached_property
    def ranges(self) -> Ranges:
        """The ranges of all lines of a round with unknown tiles."""
        return find_ranges(self.ending)


# --- checks ---------------------------------------------------------------------------------------------------------


def check_end(resolved: ResolvedRound) -> Iterator[Violation]:
    """The declarer is a player, the hands have ten tiles, and the round is possible.

    Hands are not checked in a void round.
    """
    ending = resolved.ending
    names = [entry.player for entry in resolved.finished.players]
    out_of_order = list(ending.check_order())
    wrong_sizes = [] if resolved.is_void else list(_check_sizes(ending))
    yield from (*out_of_order, *wrong_sizes)
    is_order_known = not (resolved.is_void or out_of_order or len(set(names)) < len(names))
    if is_order_known and not resolved.has_unknown:
        yield from (fault for _, faults in resolved.lay_downs for fault in faults)
    elif not is_order_known or wrong_sizes or not has_completion(ending):
        yield from check_certain(ending, is_order_known=is_order_known)
    elif not resolved.ranges.lines:
        yield from explain_impossible(ending)


def _check_sizes(ending: Ending) -> Iterator[Violation]:
    for index, entry in enumerate(ending.finished.players):
        if not ending.has_valid_size(entry):
            path = pointer("players", index, "hand")
            yield ending.finished.violation(hand_not_of_ten(player=entry.player, actual=len(entry.hand)), path)


# --- the score ------------------------------------------------------------------------------------------------------


def score_hands(resolved: ResolvedRound, _completions: Completions) -> Iterator[Score]:
    """What the declaration and the deadwood of all players give."""
    if resolved.is_void:
        return (Score(entry.player, (), Range(0, 0)) for entry in resolved.finished.players)
    return score_ranges(resolved.ending, resolved.ranges) if resolved.has_unknown else _score_known(resolved)


def _score_known(resolved: ResolvedRound) -> Iterator[Score]:
    ending = resolved.ending
    laid = [down for down, _ in resolved.lay_downs]
    lines: dict[str, list[ScoreLine]] = {down.player: [] for down in laid}
    for award in ending.award(name_kind(ending, laid[0]), [down.count for down in laid]):
        tiles = ending.find_award_tiles(award.code, award.seat, dict(enumerate(laid)))
        lines[laid[award.seat].player].append(ScoreLine(award.code, Range(award.points, award.points), tiles))
    for entry in resolved.finished.players:
        own = lines[entry.player]
        total = sum(line.points.low for line in own)
        down = next(down for down in laid if down.player == entry.player)
        yield Score(entry.player, tuple(own), Range(total, total), down)


def score_endings(record: type[Any], ending: type[Ending], **needed: Needed) -> RoundScoring:
    """How a game scores a round that ends like this."""
    return RoundScoring(
        record=record,
        prepare=lambda finished: ResolvedRound(ending(finished)),
        check=check_end,
        score=score_hands,
        is_void=lambda resolved: resolved.is_void,
        lays_down=True,
        needed=needed,
    )
