"""The options of Okey, and its hands: whether one is finished, and which tiles one does not need."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rummy_referee.engine.plays import FoundPlay, PlaySearch
from rummy_referee.engine.problem import PlayProblem, Scenario, from_word
from rummy_referee.engine.round_wild_arrange import RoundWildArranger
from rummy_referee.melds.pairs import MeldsOrPairs
from rummy_referee.rules.indicator import WITH_JOKERS, HandByFace, melds_or_pairs_of
from rummy_referee.rules.options import flag, whole_number
from rummy_referee.rules.turns import Meld, Table
from rummy_referee.tiles.tile import Tile

HAND = 14
PAIRS = HAND // 2


@dataclass(frozen=True, slots=True)
class OkeyOptions:
    """What players agree on before a game."""

    show_indicator: bool = flag(True, scores=True)
    start_points: int = whole_number(20, minimum=1, maximum=1000, scores=True)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000, scores=True)


def melds_in(wild: Tile) -> MeldsOrPairs:
    """The melds of a round with this okey: the 1 is low or follows the 13."""
    return melds_or_pairs_of(wild, ace_high=True, values=False)


@lru_cache(maxsize=52)
def arranger_in(wild: Tile) -> RoundWildArranger:
    """Arranges tiles in runs and groups."""
    return RoundWildArranger(melds_in(wild).melds)


# --- finished hands -------------------------------------------------------------------------------------------------


def find_pairs(hand: Meld, wild: Tile) -> Table | None:
    """All tiles in pairs, if that is possible."""
    tiles = HandByFace(hand, wild)
    order = sorted(tiles.faces, key=lambda face: tiles.tile_of(face).order)
    pairs = [tiles.name([face, face], 0) for face in order for _ in range(tiles.faces[face] // 2)]
    pairs += [tiles.name([face], 1) for face in order if tiles.faces[face] % 2]
    okeys = tiles.okeys - sum(count % 2 for count in tiles.faces.values())
    if okeys < 0 or okeys % 2:
        return None
    return (*pairs, *[tiles.name([], 2)] * (okeys // 2))


def find_melds(hand: Meld, wild: Tile) -> Table | None:
    """All tiles in runs and groups, if that is possible."""
    arranged = arranger_in(wild).arrange(hand, True)
    return None if arranged.left else arranged.melds


def find_finished(hand: Meld, wild: Tile) -> Table | None:
    """The pairs of a finished hand, which count twice; else its runs and groups. None if the hand is not finished."""
    return find_pairs(hand, wild) or find_melds(hand, wild)


# --- how near a hand is -----------------------------------------------------------------------------------------------


class Nearness(NamedTuple):
    """How many of the 14 tiles of a finished hand are missing at least, and the tiles that such a hand does not use."""

    missing: int
    spare: Meld


def find_nearness(hand: Meld, wild: Tile) -> Nearness:
    """The nearest finished hand. Any tile may be missing, also one that is not to be had any more.

    Of equals it is one of runs and groups.
    """
    tiles = HandByFace(hand, wild)
    pairs = find_nearest_pairs(tiles)
    for missing in range(pairs.missing + 1):
        play = find_play(tiles, missing)
        if play is not None:
            left = tiles.faces - Counter(from_word(WITH_JOKERS, play.word))
            return Nearness(missing, tiles.name(list(left.elements()), 0))
    return pairs


def has_finished(hand: Meld, wild: Tile) -> bool:
    """Whether 14 of the tiles are a finished hand."""
    tiles = HandByFace(hand, wild)
    return not find_nearest_pairs(tiles).missing or find_play(tiles, 0) is not None


def find_play(tiles: HandByFace, missing: int) -> FoundPlay | None:
    """Runs and groups of 14 tiles, of which this many are missing."""
    scenario = Scenario(optional=tiles.faces, hand_jokers=tiles.okeys + missing)
    search = PlaySearch(PlayProblem(melds_in(tiles.wild).melds.melds, (scenario,), HAND))
    play = search.best(dict.fromkeys(tiles.faces, 1), 1).play
    return play if play is not None and play.size == HAND else None


def find_nearest_pairs(tiles: HandByFace) -> Nearness:
    """Seven pairs of different tiles. Single tiles are spare, unless there are too few of them."""
    singles = [face for face, count in tiles.faces.items() if count % 2]
    pairs = sum(count // 2 for count in tiles.faces.values())
    missing = max(PAIRS - pairs - tiles.okeys, 0)
    return Nearness(missing, tiles.name(singles, 0))
