"""The ways in which the rules of a rearranging game let a play come about: scenarios for the search."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from service.engine.problem import Face, Scenario
from service.melds.joker_melds import JokerMelds
from service.rules.table_rummy.jokers import Roles, find_releases, find_roles
from service.rules.table_rummy.turns import FirstPlay, RearrangingPosition
from service.rules.turns import Meld, Pieces, pieces_of, pieces_on
from service.tiles.box import JOKER, Box
from service.tiles.tile import Tile


def is_opening(position: RearrangingPosition[Any]) -> bool:
    """Whether the next play is an opening: own melds only."""
    return not position.snapshot.opened and position.turn.first_play is FirstPlay.OWN_MELDS_ONLY


def face_of(tile: Tile) -> Face:
    """A tile that is real or pinned, as the search knows it."""
    return tile.colour, tile.number


def find_scenarios(position: RearrangingPosition[Any]) -> Iterator[Scenario]:
    """Every way in which a play can come about here."""
    hand = pieces_of(position.snapshot.hand)
    most = position.turn.most_for(position)
    if most is not None and most < 1:
        return
    if is_opening(position):
        yield Scenario(optional=faces_of(position.melds.box, hand), hand_jokers=hand[JOKER])
        return
    keep_roles = position.turn.jokers_keep_role(position.options)
    roles = find_roles(position.melds, position.snapshot.table) if keep_roles else [Roles()]
    for aside in [()] if position.snapshot.opened else _find_own_melds(position):
        yield from _rearrangements(position, roles, aside)


def _find_own_melds(position: RearrangingPosition[Any]) -> Iterator[Meld]:
    """Every meld that the hand makes with jokers of its own or of the table."""
    hand, table = pieces_of(position.snapshot.hand), pieces_on(position.snapshot.table)
    tiles = position.melds.box.tiles
    for own, jokers in find_own_melds_of(position.melds, hand, hand[JOKER] + table[JOKER]):
        yield (*(tiles[code] for code in own), *[tiles[JOKER]] * jokers)


def relaxed_scenario(position: RearrangingPosition[Any]) -> Scenario:
    """All that could be played if jokers were free and nobody had to lay a meld of the own."""
    box, hand, table = position.melds.box, pieces_of(position.snapshot.hand), pieces_on(position.snapshot.table)
    return Scenario(
        required=faces_of(box, table), optional=faces_of(box, hand), free_jokers=table[JOKER], hand_jokers=hand[JOKER]
    )


def find_own_melds_of(melds: JokerMelds, hand: Pieces, jokers: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every meld that tiles of the hand make with up to so many jokers: its real tiles, and how many jokers.

    No longer than five: six tiles and more that are one meld of the own are two melds of the own as well.
    """
    seen = set()
    for faces in melds_without_jokers(melds, longest=2 * melds.minimum - 1):
        held = tuple(code for code in faces if hand[code])
        for real in _subsets(held):
            missing = len(faces) - len(real)
            if missing <= jokers and (real, missing) not in seen:
                seen.add((real, missing))
                yield real, missing


def melds_without_jokers(melds: JokerMelds, longest: int) -> Iterator[tuple[str, ...]]:
    """The pieces of every run and group up to a length. (No mixed runs, no high ace: no game needs them.)"""
    box = melds.box
    for length in range(melds.minimum, longest + 1):
        if melds.runs:
            for colour in box.colours:
                for start in range(box.numbers[0], box.numbers[-1] - length + 2):
                    yield tuple(f"{colour}{number}" for number in range(start, start + length))
        if melds.groups and length <= len(box.colours):
            for number in box.numbers:
                for colours in _subsets(tuple(box.colours)):
                    if len(colours) == length:
                        yield tuple(f"{colour}{number}" for colour in colours)


def _rearrangements(position: RearrangingPosition[Any], roles: list[Roles], aside: Meld) -> Iterator[Scenario]:
    """Every way to rearrange the table, with an own meld (real tiles and jokers) laid aside or without.

    Jokers of an own meld come from the table as far as they can. Were more of them from the hand, as many more would
    have to lie elsewhere on the table: for whoever plays as many jokers in all, that is the same.
    """
    box, table = position.melds.box, position.snapshot.table
    hand = pieces_of(position.snapshot.hand)
    real = Counter(tile.piece for meld in table for tile in meld if not tile.wild)
    own = Counter(tile.piece for tile in aside if not tile.wild)
    table_jokers = pieces_on(table)[JOKER]
    aside_jokers = len(aside) - own.total()
    left = hand - own
    for release in find_releases(roles, real + own, left):
        freed = table_jokers - release.bound.total()
        from_hand = max(0, aside_jokers - freed)
        if from_hand > hand[JOKER]:
            continue
        yield Scenario(
            required=faces_of(box, real + release.played),
            optional=faces_of(box, left - release.played),
            bound=faces_of(box, release.bound),
            free_jokers=freed - (aside_jokers - from_hand),
            hand_jokers=hand[JOKER] - from_hand,
            played=faces_of(box, own + release.played),
            played_jokers=from_hand,
            aside=aside,
        )


def faces_of(box: Box, pieces: Pieces) -> Mapping[Face, int]:
    """Real pieces as the search counts them."""
    return {face_of(box.tiles[piece]): count for piece, count in pieces.items() if piece != JOKER}


def _subsets(items: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every subset that is not empty."""
    for chosen in range(1, 1 << len(items)):
        yield tuple(item for index, item in enumerate(items) if chosen >> index & 1)
