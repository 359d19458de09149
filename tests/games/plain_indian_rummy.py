"""The melds and the least count of Indian rummy as plainly as possible, for comparison: codes in, readings out."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

RANKS = "A23456789TJQK"
SUITS = "shdc"
Reading = tuple[str, tuple[str, ...], bool | None]
"""The kind of a meld, the cards that it stands for, and whether a run is pure."""


def is_wild(card: str, rank: str) -> bool:
    """Whether a card can be a joker."""
    return card[0] == rank or card == "J"


def faces_of_size(size: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every run and every set of a size, written out; the ace is low or high."""
    order = RANKS + "A"
    for suit in SUITS if 3 <= size <= 13 else ():
        for start in range(len(order) - size + 1):
            yield "run", tuple(rank + suit for rank in order[start : start + size])
    for rank in RANKS if size in (3, 4) else ():
        for suits in combinations(SUITS, size):
            yield "group", tuple(rank + suit for suit in suits)


def covers(cards: tuple[str, ...], faces: tuple[str, ...], rank: str) -> list[bool]:
    """For every way to lay the cards in the places of these faces: whether none of them stands for another card.

    At least one card stands for itself.
    """
    plain = [card for card in cards if not is_wild(card.split("=")[0], rank)]
    if any(card not in faces or plain.count(card) > 1 for card in plain):
        return []
    open_faces = [face for face in faces if face not in plain]
    wild = [card for card in cards if is_wild(card.split("=")[0], rank)]
    found = []
    for lying in set(permutations(wild)):
        pairs = [
            (*card.split("="), face) if "=" in card else (card, face, face)
            for card, face in zip(lying, open_faces, strict=True)
        ]
        if all(pin == face for _, pin, face in pairs):
            own = [card == face for card, _, face in pairs]
            if plain or any(own):
                found.append(all(own))
    return found


@cache
def read(cards: tuple[str, ...], rank: str) -> frozenset[Reading]:
    """Every reading of some cards. A meld that can be read so without jokers is."""
    if any("=" in card and not is_wild(card.split("=")[0], rank) for card in cards):
        return frozenset()
    readings = set()
    for kind, faces in faces_of_size(len(cards)):
        ways = covers(cards, faces, rank)
        if ways:
            readings.add((kind, faces, any(ways) if kind == "run" else None))
    return frozenset(readings)


def kind_of(cards: tuple[str, ...], rank: str) -> str | None:
    """``pure``, ``run`` or ``group``, the first that some cards can be."""
    readings = read(cards, rank)
    kinds = {"pure" if pure else kind for kind, _, pure in readings}
    return next((kind for kind in ("pure", "run", "group") if kind in kinds), None)


def count_least(
    hand: list[str], rank: str, points: dict[str, int], *, protects: bool
) -> tuple[int, int, list[list[int]]]:
    """The least count over all ways to meld, the cards then left, and the smallest list of melds, as keys of cards."""
    key = [SUITS.index(card[1]) * 13 + RANKS.index(card[0]) if card != "J" else 99 for card in hand]
    melds = {}
    for size in range(3, len(hand) + 1):
        for places in combinations(range(len(hand)), size):
            if kind := kind_of(tuple(sorted(hand[place] for place in places)), rank):
                melds[places] = kind
    worth = [0 if is_wild(card, rank) else points[card] for card in hand]
    best = None
    for chosen in choose(list(melds), frozenset()):
        runs = [places for places in chosen if melds[places] != "group"]
        pure = [places for places in runs if melds[places] == "pure"]
        melded = {place for places in chosen for place in places}
        if pure and len(runs) > 1:
            count = sum(worth[place] for place in range(len(hand)) if place not in melded)
        elif pure and protects:
            count = sum(worth) - sum(worth[place] for place in pure[0])
        else:
            count = sum(worth)
        rated = count, len(hand) - len(melded), sorted([key[place] for place in places] for places in chosen)
        best = rated if best is None or rated < best else best
    assert best is not None
    return best


def choose(melds: list[tuple[int, ...]], used: frozenset[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every choice of melds that share no card."""
    yield []
    for at, places in enumerate(melds):
        if not used & set(places):
            for rest in choose(melds[at + 1 :], used | set(places)):
                yield [places, *rest]
