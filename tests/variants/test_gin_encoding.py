"""The SAT encoding of a round of Gin-Rummy: every real round is a model, whatever the refinement has learned."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rummy_referee.engine.sat import Literal, Number, at_least
from rummy_referee.engine.work import Steps
from rummy_referee.games.gin_rummy import GIN_RUMMY
from rummy_referee.games.gin_rummy.core.combinations import BOX, COMBINATIONS, GinRummyOptions
from rummy_referee.games.gin_rummy.core.ending import GinEnding, GinRound
from rummy_referee.rules.knock_rummy.laying_down import GinHand, GivenLayOff, apply_lay_down, lay_down
from rummy_referee.rules.knock_rummy.unknown_tiles.exchanges import LayoutExchange
from rummy_referee.rules.knock_rummy.unknown_tiles.layouts import Layout, ends_of, find_layout
from rummy_referee.rules.knock_rummy.unknown_tiles.refinement import Refinement
from rummy_referee.rules.knock_rummy.unknown_tiles.round_encoding import RoundEncoding
from rummy_referee.rules.knock_rummy.unknown_tiles.seats import find_seats
from rummy_referee.rules.scores import FinishedRound
from rummy_referee.tiles.tile import Tile
from tests.variants.gin_rounds import hide, random_body

T = TypeVar("T")
LEARNED = 25
"""How many models are checked before the real round is assumed."""


def read_entry(given: dict[str, Any]) -> GinHand:
    """A player as the service reads it."""

    def read(codes: list[str]) -> tuple[Tile, ...]:
        return tuple(BOX.tiles[code] for code in codes)

    lay_offs = [GivenLayOff(off["player"], off["meld"], read(off["tiles"])) for off in given.get("lay_offs", ())]
    return GinHand(
        given["player"],
        read(given["hand"]),
        tuple(map(read, given["melds"])) if "melds" in given else None,
        tuple(lay_offs) if "lay_offs" in given else None,
    )


def finish(entries: list[GinHand], body: dict[str, Any]) -> FinishedRound:
    end = GinRound(tuple(entries), "A", None, body["drew"])
    return FinishedRound(end, GinRummyOptions(**body["options"]), BOX, BOX.holds, GIN_RUMMY.cite)


def find_layouts(real: FinishedRound) -> list[tuple[Counter[Tile], Layout]] | None:
    """What each player holds and lays down; None if the round is impossible."""
    ending = GinEnding(real)
    table: dict[str, Any] = {}
    layouts = []
    for down, faults in lay_down(ending):
        if faults:
            return None
        held = next(entry.hand for entry in real.players if entry.player == down.player)
        layouts.append((Counter(held), find_layout(down, table)))
        table = apply_lay_down(ending, table, down)
    return layouts


def assume(encoding: RoundEncoding, layouts: list[tuple[Counter[Tile], Layout]]) -> list[Literal]:
    """All that is true of a round: the hands, the melds and the lay-offs."""
    literals: list[Literal] = []
    for player, (held, layout) in zip(encoding.players, layouts, strict=True):
        assert layout.melds.keys() <= player.melds.keys()
        assert layout.lay_offs.keys() <= player.lay_offs.keys()
        literals += [
            *be(player.held, held),
            *be(player.melds, layout.melds),
            *be(player.lay_offs, layout.lay_offs),
        ]
    return literals


def be(numbers: Mapping[T, Number], values: Counter[T]) -> Iterator[Literal]:
    """What is true if all numbers have these values."""
    for key, number in numbers.items():
        yield at_least(number, values[key])
        yield -at_least(number, values[key] + 1)


def encode(finished: FinishedRound) -> tuple[RoundEncoding, Refinement]:
    steps, ending = Steps(10**8), GinEnding(finished)
    seats = find_seats(ending)
    (case,) = ending.find_cases(len(seats[0].entry.hand))
    encoding = RoundEncoding(ending, case, seats, steps)
    return encoding, Refinement(ending, encoding, steps)


def hide_some(rng: random.Random, body: dict[str, Any]) -> tuple[FinishedRound, FinishedRound]:
    """A round with all tiles, and the same with some unknown."""
    entries = [read_entry(given) for given in body["players"]]
    hidden = [
        replace(entry, hand=tuple(BOX.tiles.get(code) or BOX.unknown_tiles[code] for code in codes))
        for entry, given in zip(entries, body["players"], strict=True)
        for codes in [hide(rng, given["hand"], rng.choice((0, 3, 6, 10)))]
    ]
    return finish(entries, body), finish(hidden, body)


def test_a_real_round_stays_a_model():
    rng = random.Random("solutions")
    learned = 0
    for _ in range(60):
        real, finished = hide_some(rng, random_body(rng, 0))
        encoding, refinement = encode(finished)
        wanted = [-number[0] for player in encoding.players for number in player.deadwood.values() if number]
        for literal in rng.sample(wanted, min(LEARNED, len(wanted))):
            model = encoding.formula.solve(literal)
            if model:
                refinement.check_model(model)
                learned += 1
        layouts = find_layouts(real)
        assert layouts
        assert encoding.formula.solve(*assume(encoding, layouts)), finished.end
    assert learned > 0


def test_a_model_is_found_again_only_if_it_is_a_real_round():
    rng = random.Random("again")
    seen = set()
    for _ in range(40):
        _, finished = hide_some(rng, random_body(rng, 0))
        encoding, refinement = encode(finished)
        for _ in range(20):
            model = encoding.formula.solve()
            assert model
            hands = [encoding.read_hand(model, seat) for seat in range(len(encoding.players))]
            layouts = [(Counter(hand), encoding.read_layout(model, seat)) for seat, hand in enumerate(hands)]
            refinement.check_model(model)
            completed = [replace(entry, hand=hand) for entry, hand in zip(finished.players, hands, strict=True)]
            is_real = find_layouts(replace(finished, end=replace(finished.end, players=tuple(completed)))) == layouts
            assert bool(encoding.formula.solve(*assume(encoding, layouts))) == is_real, completed
            seen.add(is_real)
            if is_real:
                break
    assert seen == {True, False}


def read_round(*hands: str, **given: Any) -> FinishedRound:
    """A partially known round of two; what is given is of the second."""
    entries = [
        GinHand(name, tuple(BOX.tiles.get(code) or BOX.unknown_tiles[code] for code in hand.split()))
        for name, hand in zip("AB", hands, strict=True)
    ]
    entries[1] = replace(entries[1], **given)
    return finish(entries, {"drew": False, "options": {}})


def test_a_given_lay_off_fits_the_meld_at_the_given_position():
    nine = GivenLayOff("A", 1, (BOX.tiles["Y9"],))
    finished = read_round("? " * 10, "R1 R3 R5 B7 B9 B11 K2 K4 K13 Y9", lay_offs=(nine,))
    encoding, _ = encode(finished)
    targets = set()
    for number in encoding.players[0].melds.values():
        model = encoding.formula.solve(number[0])
        if model:
            melds = sorted(encoding.read_layout(model, 0).melds.elements(), key=lambda meld: [t.order for t in meld])
            assert nine.tiles[0] in [end.tile for end in ends_of(COMBINATIONS).find(melds[nine.meld])], melds
            targets.add(melds[nine.meld])
    assert len(targets) > 3


def test_a_declarer_makes_no_exchange_after_which_too_few_are_melded():
    run, group = (tuple(BOX.tiles[code] for code in codes.split()) for codes in ("B1 B2 B3 B4", "B2 K2 Y2"))
    exchange = LayoutExchange(Layout(Counter([run]), Counter()), Layout(Counter([group]), Counter()))
    finished = read_round("B1 B2 B3 B4 R6 R7 R8 R9 K2 Y2", "B1 B2 B3 B4 R12 B8 K2 K9 Y2 Y11")
    encoding, refinement = encode(finished)
    model = encoding.formula.solve()
    assert model
    refinement.exclude(exchange, model, 0)
    declarer, second = (at_least(player.melds[run], 1) for player in encoding.players)
    assert encoding.formula.solve(declarer), "seven tiles in melds would be too few"
    assert not encoding.formula.solve(second)
