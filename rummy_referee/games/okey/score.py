"""The score of a round of Okey: what the others lose by a declaration, and by a shown indicator."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rummy_referee.engine.completions import Completions, Range
from rummy_referee.games.okey.faults import hand_not_of_fourteen, showing_not_agreed
from rummy_referee.games.okey.hand import HAND, arranger_in, find_melds, find_pairs
from rummy_referee.rules import records
from rummy_referee.rules.faults import cards_not_melded, declaration_invalid, no_last_discard, player_unknown
from rummy_referee.rules.indicator import BOX, INDICATOR, find_wild
from rummy_referee.rules.score import (
    IF_SOMEBODY_WENT_OUT,
    NEVER,
    FinishedRound,
    Needed,
    PlayerHand,
    RoundScoring,
    Score,
    ScoreLine,
    scale,
)
from rummy_referee.rules.turns import Meld, codes_of, pieces_of
from rummy_referee.rules.violations import Violation, pointer
from rummy_referee.tiles.box import UNKNOWN
from rummy_referee.tiles.tile import Tile

LOST, SHOWN = -2, -1
MOST_TRIED = 400
"""The most hands that are looked at to fill the unknown tiles of a declared hand."""


@dataclass(frozen=True, slots=True)
class OkeyRoundEnd:
    """The end of a round."""

    indicator: Tile = records.tile(INDICATOR)
    players: tuple[PlayerHand, ...] = records.one_for_each_player(
        "The players and their hands. Only the hand of the player who declared is judged, if it is given: 14 tiles, "
        "without the discard.",
        PlayerHand,
    )
    declarer: str | None = records.name_or_none("The player who declared; null if the stock ran out.")
    discard: Tile | None = records.optional_tile("The discard of the player who declared.")
    pairs: bool = records.flag("Whether seven pairs were declared.", False)
    shown: str | None = records.optional_name_or_none(
        "The player who showed the second tile of the indicator before the first discard, or null."
    )


# --- checks -----------------------------------------------------------------------------------------------------------


def check_end(finished: FinishedRound) -> Iterator[Violation]:
    """Who declared and who showed are players, the finish fits, and the declared hand is finished."""
    end: OkeyRoundEnd = finished.end
    names = [entry.player for entry in end.players]
    for field in ("declarer", "shown"):
        player = getattr(end, field)
        if player is not None and player not in names:
            yield finished.violation(player_unknown(player=player), f"/{field}")
    if end.shown is not None and not finished.options.show_indicator:
        yield finished.violation(showing_not_agreed(), "/shown")
    for field in ("discard", "pairs"):
        if end.declarer is None and getattr(end, field):
            yield finished.violation(no_last_discard(), f"/{field}")
    for seat, entry in enumerate(end.players):
        if entry.player == end.declarer and entry.hand and not is_unseen(entry.hand):
            yield from check_declared(finished, entry.hand, entry.player, pointer("players", seat, "hand"))


def is_unseen(hand: Meld) -> bool:
    """Whether nothing is known of a hand: one unknown tile stands for all of it."""
    return len(hand) == 1 and hand[0].is_unknown


def check_declared(finished: FinishedRound, hand: Meld, player: str, path: str) -> Iterator[Violation]:
    """A declared hand has 14 tiles, all in runs and groups or all in pairs."""
    if len(hand) != HAND:
        yield finished.violation(hand_not_of_fourteen(player=player, actual=len(hand)), path)
        return
    seen = Counter(tile.piece for _, pile in finished.piles() for tile in pile if not tile.is_unknown)
    holds = Counter(finished.holds)
    if seen - holds or Filler(finished.end).can_be_finished(hand, holds - seen):
        return  # that there are too many of a tile is named elsewhere
    yield finished.violation(declaration_invalid(player=player), path)
    if not any(tile.is_unknown for tile in hand) and not finished.end.pairs:
        left = arranger_in(find_wild(finished.end.indicator)).arrange(hand, False).left
        yield finished.violation(cards_not_melded(tiles=codes_of(BOX, pieces_of(left))), path)


class Filler:
    """Fills the unknown tiles of a declared hand with tiles that nobody has shown."""

    def __init__(self, end: OkeyRoundEnd) -> None:
        self._wild = find_wild(end.indicator)
        self._find = find_pairs if end.pairs else find_melds
        self._tried = 0

    def can_be_finished(self, hand: Meld, left: Counter[str]) -> bool:
        """Whether some filling is a finished hand. Beyond the bound on work, one is assumed.

        A hand that is not finished even with okeys for its unknown tiles has no filling.
        """
        self._tried += 1
        unknown = [at for at, tile in enumerate(hand) if tile.is_unknown]
        # Those of which nothing is known are the last.
        place = min(unknown, key=lambda at: hand[at].code == UNKNOWN, default=None)
        if self._find(tuple([self._wild if tile.is_unknown else tile for tile in hand]), self._wild) is None:
            return False
        if place is None or self._tried > MOST_TRIED:
            return True
        return any(
            self.can_be_finished((*hand[:place], BOX.tiles[piece], *hand[place + 1 :]), left - Counter([piece]))
            for piece in left
            if BOX.can_be(hand[place], piece)
        )


# --- the score ------------------------------------------------------------------------------------------------------


def is_void(finished: FinishedRound) -> bool:
    """Whether nobody declared, and nobody showed."""
    return finished.end.declarer is None and finished.end.shown is None


def score_round(finished: FinishedRound, _completions: Completions) -> Iterator[Score]:
    """Everybody but the declarer loses, twice as much for each doubling; everybody but the player who showed loses."""
    for entry in finished.end.players:
        lines = tuple(score_player(finished, entry.player))
        total = sum(line.points.low for line in lines)
        yield Score(entry.player, lines, Range(total, total))


def score_player(finished: FinishedRound, player: str) -> Iterator[ScoreLine]:
    """The lines of a player. A doubling has the sum of those before it."""
    end: OkeyRoundEnd = finished.end
    if end.declarer is not None and player != end.declarer:
        points = Range(LOST, LOST)
        yield ScoreLine("round_lost", points)
        if end.discard is not None and end.discard.piece == find_wild(end.indicator).piece:
            yield ScoreLine("okey_finish", points)
            points = scale(2, points)
        if end.pairs:
            yield ScoreLine("pairs_finish", points)
    if end.shown is not None and player != end.shown:
        yield ScoreLine("indicator_shown", Range(SHOWN, SHOWN))


SCORING = RoundScoring(
    record=OkeyRoundEnd,
    score=score_round,
    check=check_end,
    is_void=is_void,
    needed={
        "hand": NEVER,
        "discard": IF_SOMEBODY_WENT_OUT,
        "pairs": IF_SOMEBODY_WENT_OUT,
        "shown": Needed(option="show_indicator"),
    },
)
