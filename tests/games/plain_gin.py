"""Brute force for rounds of Gin-Rummy: every completion, every melding and every lay-off is tried.

Here a tile is a pair of the colour's place and the number. A hand holds pairs and unknown codes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from tests.engine.every_laying import every_laying
from tests.engine.every_melding import COLOURS, HIGHEST, MELDS, Meld, Pair, every_melding, pair

IS_MELD = frozenset(MELDS)
PAIRS = [(colour, number) for colour in range(len(COLOURS)) for number in range(1, HIGHEST + 1)]
COPIES = 2

Lines = dict[tuple[str, str], int]
"""The points of each line, by player and code; with "" for all lines together."""
Ranges = dict[tuple[str, str], tuple[int, int]]


def may_be(code: str, tile: Pair) -> bool:
    return code == "?" or code[1:] in (COLOURS[tile[0]], str(tile[1]))


def every_completion(players: Sequence[dict[str, Any]]) -> Iterator[list[list[Pair]]]:
    """Every completion of the hands that the box allows."""
    hands = [[pair(code) for code in given["hand"] if code[0] != "?"] for given in players]
    left = Counter(dict.fromkeys(PAIRS, COPIES))
    left.subtract(tile for hand in hands for tile in hand)
    unknown = [(place, code) for place, given in enumerate(players) for code in sorted(given["hand"]) if code[0] == "?"]

    def complete(number: int, before: list[Pair]) -> Iterator[list[list[Pair]]]:
        if number == len(unknown):
            completed = zip(unknown, before, strict=True)
            extra = [(place, tile) for (place, _), tile in completed]
            yield [[*hand, *(tile for own, tile in extra if own == place)] for place, hand in enumerate(hands)]
            return
        for tile in PAIRS:
            same_as_before = number and unknown[number - 1] == unknown[number] and tile < before[-1]
            if left[tile] > 0 and may_be(unknown[number][1], tile) and not same_as_before:
                left[tile] -= 1
                yield from complete(number + 1, [*before, tile])
                left[tile] += 1

    return complete(0, [])


def score_plainly(body: dict[str, Any], hands: Sequence[Sequence[Pair]]) -> Lines | None:
    """The lines of a round whose hands are known; None if it is impossible."""
    laid_by: dict[str, list[Meld]] = {}
    counts: dict[str, int] = {}
    melded = 0
    for given, hand in zip(body["players"], hands, strict=True):
        player = given["player"]
        is_declarer = player == body["declarer"]
        laid = (
            lay_given(given, hand, laid_by)
            if given.keys() & {"melds", "lay_offs"} and not (is_declarer and "melds" not in given)
            else declare(tuple(sorted(hand)), allows_ten=allows_little_gin(body))
            if is_declarer
            else lay_freely(hand, laid_by)
        )
        if laid is None:
            return None
        counts[player], melds = laid
        laid_by[player] = list(melds)
        if is_declarer:
            melded = sum(map(len, melds))
            if not is_declared(body, len(hand), melded, counts[player]):
                return None
    return weigh_lines(list(counts), list(counts.values()), melded)


def is_declared(body: dict[str, Any], size: int, melded: int, left: int) -> bool:
    if size == 11:
        return melded == 11
    return 8 <= melded <= (10 if allows_little_gin(body) else 9) and left <= 9


def allows_little_gin(body: dict[str, Any]) -> bool:
    return not (body["drew"] and body["options"]["little_gin_before_take_only"])


@lru_cache(None)
def declare(hand: tuple[Pair, ...], *, allows_ten: bool) -> tuple[int, tuple[Meld, ...]]:
    """The least deadwood that can be declared; if nothing can be, the least."""
    ways = every_melding(hand)
    sizes = (11,) if len(hand) == 11 else (8, 9, 10) if allows_ten else (8, 9)
    left, _, melds = min([way for way in ways if len(hand) - way[1] in sizes] or ways)
    return left, tuple(melds)


def lay_freely(hand: Sequence[Pair], laid_by: dict[str, list[Meld]]) -> tuple[int, tuple[Meld, ...]]:
    """The best layout; the melds on the table grow by its lay-offs."""
    places = [(player, place) for player, melds in laid_by.items() for place in range(len(melds))]
    table = tuple(laid_by[player][place] for player, place in places)
    left, melds, additions = best_laying(tuple(sorted(hand)), table)
    for where, end, count in additions:
        player, place = places[where]
        laid_by[player][place] = add(laid_by[player][place], end, count)
    return left, melds


@lru_cache(None)
def best_laying(
    hand: tuple[Pair, ...], table: tuple[Meld, ...]
) -> tuple[int, tuple[Meld, ...], tuple[tuple[int, int, int], ...]]:
    left, _, _, melds, additions = min(every_laying(hand, table))
    return left, tuple(melds), tuple(additions)


def add(meld: Meld, end: int, count: int) -> Meld:
    """The meld with ``count`` tiles more, at the low end (0), which is also the end of a group, or at the high end."""
    (colour, low), (_, high) = meld[0], meld[-1]
    if low == high:
        return tuple((other, low) for other in range(len(COLOURS)))
    return tuple((colour, number) for number in range(low - count * (end == 0), high + count * (end == 1) + 1))


def lay_given(
    given: dict[str, Any], hand: Sequence[Pair], laid_by: dict[str, list[Meld]]
) -> tuple[int, tuple[Meld, ...]] | None:
    """The given melds and lay-offs; None if they are invalid. If only lay-offs are given, the rest is melded best."""
    rest = Counter(hand)
    for off in given.get("lay_offs", ()):
        tiles = [pair(code) for code in off["tiles"]]
        rest.subtract(tiles)
        melds = laid_by.get(off["player"], [])
        if off["meld"] >= len(melds):
            return None
        grown = tuple(sorted((*melds[off["meld"]], *tiles)))
        if grown not in IS_MELD:
            return None
        melds[off["meld"]] = grown
    if "melds" in given:
        own = [tuple(sorted(pair(code) for code in meld)) for meld in given["melds"]]
        rest.subtract(tile for meld in own for tile in meld)
        if any(meld not in IS_MELD for meld in own) or min(rest.values()) < 0:
            return None
        return sum(number for _, number in rest.elements()), tuple(own)
    if min(rest.values()) < 0:
        return None
    left, _, best = min(every_melding(sorted(rest.elements())))
    return left, tuple(best)


def weigh_lines(players: Sequence[str], counts: Sequence[int], melded: int) -> Lines:
    """The scoring table."""
    code, bonus = {11: ("big_gin", 50), 10: ("little_gin", 25)}.get(melded, ("eight_or_nine_melded", 20))
    lines = {(players[0], code): bonus}
    if len(players) > 2:
        lines[players[counts.index(min(counts))], "lowest_count_of_three_or_four"] = 50
    elif counts[0] == counts[1]:
        lines[players[1], "second_player_has_equal_count"] = 10
    else:
        lower = counts.index(min(counts))
        lines[players[lower], "lower_count_takes_difference"] = abs(counts[0] - counts[1])
        lines[players[lower], "lower_count_bonus"] = 20
        if lower:
            lines[players[lower], "second_player_has_lower_count"] = 10
    for player in players:
        lines[player, ""] = sum(points for (own, _), points in lines.items() if own == player)
    return lines


def find_ranges(scored: Sequence[Lines]) -> Ranges:
    """The least and the most of every line, over many rounds."""
    keys = {key for lines in scored for key in lines}
    return {
        key: (min(lines.get(key, 0) for lines in scored), max(lines.get(key, 0) for lines in scored)) for key in keys
    }
