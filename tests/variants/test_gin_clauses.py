"""A round of Gin-Rummy put as clauses has every real round among its solutions, whatever was learned from others."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from service.engine.sat import Literal, Number, at_least
from service.engine.work import Steps
from service.rules.scores import FinishedRound
from service.tiles.tile import Tile
from service.variants.gin_rummy import GIN_RUMMY
from service.variants.gin_rummy.combinations import BOX, GinRummyOptions
from service.variants.gin_rummy.laying_down import GinHand, GinRound, ToldLayOff, grow, lay_down
from service.variants.gin_rummy.unread.clauses.ends import find_ends
from service.variants.gin_rummy.unread.clauses.rounds import RoundClauses
from service.variants.gin_rummy.unread.exchanges import Exchange, Way, find_way
from service.variants.gin_rummy.unread.following import Following
from service.variants.gin_rummy.unread.seats import find_seats
from tests.variants.gin_rounds import hide, random_body

T = TypeVar("T")
LEARNED = 25
"""So many solutions are followed before the real round is asked for."""


def read_entry(told: dict[str, Any]) -> GinHand:
    """A player as the service reads it."""

    def read(codes: list[str]) -> tuple[Tile, ...]:
        return tuple(BOX.tiles[code] for code in codes)

    lay_offs = [ToldLayOff(off["player"], off["meld"], read(off["tiles"])) for off in told.get("lay_offs", ())]
    return GinHand(
        told["player"],
        read(told["hand"]),
        tuple(map(read, told["melds"])) if "melds" in told else None,
        tuple(lay_offs) if "lay_offs" in told else None,
    )


def finish(entries: list[GinHand], body: dict[str, Any]) -> FinishedRound:
    end = GinRound(tuple(entries), "A", None, body["drew"])
    return FinishedRound(end, GinRummyOptions(**body["options"]), BOX, BOX.holds, GIN_RUMMY.cite)


def find_ways(real: FinishedRound) -> list[tuple[Counter[Tile], Way]] | None:
    """What each player has and how it is laid; None if the round cannot be."""
    lying: dict[str, Any] = {}
    ways = []
    for down, faults in lay_down(real):
        if faults:
            return None
        held = next(entry.hand for entry in real.players if entry.player == down.player)
        ways.append((Counter(held), find_way(down, lying)))
        lying = grow(lying, down)
    return ways


def assume(clauses: RoundClauses, ways: list[tuple[Counter[Tile], Way]]) -> list[Literal]:
    """All that is true of a round: the hands, the melds and what is added."""
    literals: list[Literal] = []
    for hand, (held, way) in zip(clauses.hands, ways, strict=True):
        assert way.melds.keys() <= hand.melds.keys()
        assert way.added.keys() <= hand.added.keys()
        literals += [*be(hand.hand, held), *be(hand.melds, way.melds), *be(hand.added, way.added)]
    return literals


def be(numbers: Mapping[T, Number], values: Counter[T]) -> Iterator[Literal]:
    """What is true if all numbers are just these."""
    for key, number in numbers.items():
        yield at_least(number, values[key])
        yield -at_least(number, values[key] + 1)


def hide_some(rng: random.Random, body: dict[str, Any]) -> tuple[FinishedRound, FinishedRound]:
    """A round with all tiles, and the same with some unread."""
    entries = [read_entry(told) for told in body["players"]]
    hidden = [
        replace(entry, hand=tuple(BOX.tiles.get(code) or BOX.unknown_tiles[code] for code in codes))
        for entry, told in zip(entries, body["players"], strict=True)
        for codes in [hide(rng, told["hand"], rng.choice((0, 3, 6, 10)))]
    ]
    return finish(entries, body), finish(hidden, body)


def test_a_real_round_stays_a_solution():
    rng = random.Random("solutions")
    learned = 0
    for _ in range(60):
        real, finished = hide_some(rng, random_body(rng, 0))
        clauses = RoundClauses(finished, find_seats(finished), Steps(10**8))
        following = Following(finished, clauses)
        wanted = [-number[0] for hand in clauses.hands for number in hand.left.values() if number]
        for literal in rng.sample(wanted, min(LEARNED, len(wanted))):
            solution = clauses.clauses.solve(literal)
            if solution:
                following.follow(solution)
                learned += 1
        ways = find_ways(real)
        assert ways
        assert clauses.clauses.solve(*assume(clauses, ways)), finished.end
    assert learned > 0


def test_a_solution_comes_again_only_if_it_is_laid_like_that():
    rng = random.Random("again")
    laid = set()
    for _ in range(40):
        _, finished = hide_some(rng, random_body(rng, 0))
        clauses = RoundClauses(finished, find_seats(finished), Steps(10**8))
        following = Following(finished, clauses)
        for _ in range(20):
            solution = clauses.clauses.solve()
            assert solution
            hands = [clauses.read_hand(solution, place) for place in range(len(clauses.hands))]
            ways = [(Counter(hand), clauses.read_way(solution, place)) for place, hand in enumerate(hands)]
            following.follow(solution)
            filled = [replace(entry, hand=hand) for entry, hand in zip(finished.players, hands, strict=True)]
            is_laid = find_ways(replace(finished, end=replace(finished.end, players=tuple(filled)))) == ways
            assert bool(clauses.clauses.solve(*assume(clauses, ways))) == is_laid, filled
            laid.add(is_laid)
            if is_laid:
                break
    assert laid == {True, False}


def read_round(*hands: str, **told: Any) -> FinishedRound:
    """A round of two, as far as it was read; what is told is of the second."""
    entries = [
        GinHand(name, tuple(BOX.tiles.get(code) or BOX.unknown_tiles[code] for code in hand.split()))
        for name, hand in zip("AB", hands, strict=True)
    ]
    entries[1] = replace(entries[1], **told)
    return finish(entries, {"drew": False, "options": {}})


def test_what_is_told_to_be_added_fits_the_meld_that_is_told():
    nine = ToldLayOff("A", 1, (BOX.tiles["Y9"],))
    finished = read_round("? " * 10, "R1 R3 R5 B7 B9 B11 K2 K4 K13 Y9", lay_offs=(nine,))
    clauses = RoundClauses(finished, find_seats(finished), Steps(10**8))
    hosts = set()
    for number in clauses.hands[0].melds.values():
        solution = clauses.clauses.solve(number[0])
        if solution:
            melds = sorted(clauses.read_way(solution, 0).melds.elements(), key=lambda meld: [t.order for t in meld])
            assert nine.tiles[0] in [end.tile for end in find_ends(melds[nine.meld])], melds
            hosts.add(melds[nine.meld])
    assert len(hosts) > 3


def test_a_declarer_makes_no_exchange_after_which_too_few_are_melded():
    row, group = (tuple(BOX.tiles[code] for code in codes.split()) for codes in ("B1 B2 B3 B4", "B2 K2 Y2"))
    exchange = Exchange(Way(Counter([row]), Counter()), Way(Counter([group]), Counter()))
    finished = read_round("B1 B2 B3 B4 R6 R7 R8 R9 K2 Y2", "B1 B2 B3 B4 R12 B8 K2 K9 Y2 Y11")
    clauses = RoundClauses(finished, find_seats(finished), Steps(10**8))
    solution = clauses.clauses.solve()
    assert solution
    clauses.forbid(exchange, solution, 0)
    declarer, second = (at_least(hand.melds[row], 1) for hand in clauses.hands)
    assert clauses.clauses.solve(declarer), "seven tiles in melds would be too few"
    assert not clauses.clauses.solve(second)
