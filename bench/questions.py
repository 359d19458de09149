"""Converts a position to a problem of the engine: the scenarios of both joker rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from bench.positions import BOX, MELDS, Position
from rummy_referee.engine.problem import Face, PlayProblem, Scenario
from rummy_referee.rules.table_rummy.jokers import find_releases, find_roles
from rummy_referee.tiles.box import JOKER
from rummy_referee.tiles.tile import Tile

FACES: dict[str, Face] = {code: (tile.colour, tile.number) for code, tile in BOX.tiles.items()}


def tiles(codes: Iterable[str]) -> tuple[Tile, ...]:
    """The tiles with these codes."""
    return tuple(BOX.tiles[code] for code in codes)


def ask(position: Position) -> PlayProblem:
    """The problem of all plays of a player who has opened."""
    return PlayProblem(MELDS, tuple(scenarios(position)), position.most)


def scenarios(position: Position) -> Iterator[Scenario]:
    """One scenario for free jokers; for bound jokers one for each assignment of roles and set of released jokers."""
    lying = Counter(chain.from_iterable(position.table))
    hand = Counter(position.hand)
    table_jokers, hand_jokers = lying.pop(JOKER, 0), hand.pop(JOKER, 0)
    if position.joker_release == "free" or not table_jokers:
        yield Scenario(required=_faces(lying), optional=_faces(hand), free_jokers=table_jokers, hand_jokers=hand_jokers)
        return
    roles = find_roles(MELDS, [tiles(meld) for meld in position.table])
    for release in find_releases(roles, lying, hand):
        yield Scenario(
            required=_faces(lying + release.played),
            optional=_faces(hand - release.played),
            bound=_faces(release.bound),
            free_jokers=table_jokers - release.bound.total(),
            hand_jokers=hand_jokers,
            played=_faces(release.played),
        )


def _faces(counts: Mapping[str, int]) -> dict[Face, int]:
    return {FACES[code]: count for code, count in counts.items()}
