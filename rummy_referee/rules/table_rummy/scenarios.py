"""The scenarios of a play under the rules of table rummy, for the search."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rummy_referee.engine.problem import Face, Scenario
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.rules.table_rummy.jokers import Roles, find_releases, find_roles
from rummy_referee.rules.table_rummy.turns import TableRummyPosition
from rummy_referee.rules.turns import Meld, Pieces, pieces_of, pieces_on
from rummy_referee.tiles.box import JOKER, Box
from rummy_referee.tiles.tile import Tile


def face_of(tile: Tile) -> Face:
    """The face of a real or pinned tile."""
    return tile.colour, tile.number


def find_scenarios(position: TableRummyPosition[Any]) -> Iterator[Scenario]:
    """Every scenario of a play in this position."""
    hand = pieces_of(position.snapshot.hand)
    most = position.turn.max_tiles_for(position)
    if most is not None and most < 1:
        return
    if position.is_opening:
        yield Scenario(optional=faces_of(position.melds.box, hand), hand_jokers=hand[JOKER])
        return
    keep_roles = position.turn.jokers_keep_role(position.options)
    roles = find_roles(position.melds, position.snapshot.table) if keep_roles else [Roles()]
    if position.snapshot.opened and not any(roles):
        yield relaxed_scenario(position)
        return
    for aside in [()] if position.snapshot.opened else _own_melds(position):
        yield from _rearrangements(position, roles, aside)


def _own_melds(position: TableRummyPosition[Any]) -> Iterator[Meld]:
    """Every meld that the hand forms with its own jokers and those of the table."""
    hand, table = pieces_of(position.snapshot.hand), pieces_on(position.snapshot.table)
    tiles = position.melds.box.tiles
    for own, jokers in generate_own_melds(position.melds, hand, hand[JOKER] + table[JOKER]):
        yield (*(tiles[code] for code in own), *[tiles[JOKER]] * jokers)


def relaxed_scenario(position: TableRummyPosition[Any]) -> Scenario:
    """Jokers are free, and no own meld is needed: the only scenario where that is so, else a relaxation of all."""
    box, hand, table = position.melds.box, pieces_of(position.snapshot.hand), pieces_on(position.snapshot.table)
    return Scenario(
        required=faces_of(box, table), optional=faces_of(box, hand), free_jokers=table[JOKER], hand_jokers=hand[JOKER]
    )


def generate_own_melds(melds: JokerMelds, hand: Pieces, jokers: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every meld that tiles of the hand form with up to ``jokers`` jokers: real tiles, number of jokers.

    At most five tiles: a longer own meld splits into two own melds.
    """
    seen = set()
    for faces in generate_plain_melds(melds, longest=2 * melds.minimum - 1):
        held = tuple(code for code in faces if hand[code])
        for real in _subsets(held):
            missing = len(faces) - len(real)
            if missing <= jokers and (real, missing) not in seen:
                seen.add((real, missing))
                yield real, missing


def generate_plain_melds(melds: JokerMelds, longest: int) -> Iterator[tuple[str, ...]]:
    """The pieces of every run and group up to a length, without mixed runs and high aces: no game needs them."""
    box = melds.box
    for length in range(melds.minimum, longest + 1):
        if melds.runs:
            for colour in box.colours:
                for start in range(box.numbers[0], box.numbers[-1] - length + 2):
                    yield tuple(box.faces[colour, number].piece for number in range(start, start + length))
        if melds.groups and length <= len(box.colours):
            for number in box.numbers:
                for colours in _subsets(tuple(box.colours)):
                    if len(colours) == length:
                        yield tuple(box.faces[colour, number].piece for colour in colours)


def _rearrangements(position: TableRummyPosition[Any], roles: list[Roles], aside: Meld) -> Iterator[Scenario]:
    """Every scenario that rearranges the table, with or without an own meld (real tiles and jokers) set aside.

    The jokers of an own meld come from the table as far as possible. If more came from the hand, as many more would
    have to stay on the table: for the same number of jokers played, that is equivalent.
    """
    box, table = position.melds.box, position.snapshot.table
    hand = pieces_of(position.snapshot.hand)
    real = Counter(tile.piece for meld in table for tile in meld if not tile.wild)
    own = Counter(tile.piece for tile in aside if not tile.wild)
    table_jokers = pieces_on(table)[JOKER]
    aside_jokers = len(aside) - own.total()
    held = hand - own
    for release in find_releases(roles, real + own, held):
        free_jokers = table_jokers - release.bound.total()
        from_hand = max(0, aside_jokers - free_jokers)
        if from_hand > hand[JOKER]:
            continue
        yield Scenario(
            required=faces_of(box, real + release.played),
            optional=faces_of(box, held - release.played),
            bound=faces_of(box, release.bound),
            free_jokers=free_jokers - (aside_jokers - from_hand),
            hand_jokers=hand[JOKER] - from_hand,
            played=faces_of(box, own + release.played),
            played_jokers=from_hand,
            aside=aside,
        )


def faces_of(box: Box, pieces: Pieces) -> Mapping[Face, int]:
    """The number of each face among real pieces."""
    return {face_of(box.tiles[piece]): count for piece, count in pieces.items() if piece != JOKER}


def _subsets(items: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every non-empty subset."""
    for chosen in range(1, 1 << len(items)):
        yield tuple(item for index, item in enumerate(items) if chosen >> index & 1)
