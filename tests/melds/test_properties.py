"""Properties of every meld of every game."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rummy_referee.games import GAMES
from rummy_referee.rules.options import describe_options
from tests.facts import round_facts

# No deadline: the machine may be busy.
UNHURRIED = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def some_options(draw, game):
    """Any options that have choices."""
    choices = {
        name: option.choices or (False, True)
        for name, option, _ in describe_options(game.options)
        if option.choices or option.type == "boolean"
    }
    return game.options(**{name: draw(st.sampled_from(values)) for name, values in choices.items()})


@st.composite
def loose_tiles(draw, box):
    """Any few tiles of the box, wild ones pinned to anything or not."""
    tiles = [(piece, copy) for piece, copies in box.holds.items() for copy in range(copies)]
    pieces = draw(st.lists(st.sampled_from(tiles), max_size=7, unique=True))
    return [draw(st.sampled_from(codes_of(box, piece))) for piece, _ in pieces]


@st.composite
def near_melds(draw, box):
    """A run or a group in which some tiles are wild, often with one tile too many, too few or exchanged."""
    if draw(st.booleans()):
        size = draw(st.integers(3, min(len(box.numbers), 8)))
        start = draw(st.integers(0, len(box.numbers) - size + draw(st.integers(0, 1))))
        colour = draw(st.sampled_from(box.colours))
        faces = [code_of(box, colour, box.numbers[(start + step) % len(box.numbers)]) for step in range(size)]
    else:
        number = draw(st.sampled_from(box.numbers))
        size = draw(st.integers(3, len(box.colours)))
        faces = [code_of(box, colour, number) for colour in draw(st.permutations(box.colours))[:size]]
    codes = list(faces)
    for place in draw(st.lists(st.integers(0, size - 1), max_size=3, unique=True)):
        wild = f"{box.wild_colour}{faces[place][1:]}" if box.wild_colour else "J"
        codes[place] = draw(st.sampled_from([wild, wild, f"{wild}={faces[place]}"]))
    damage = draw(st.sampled_from(["none", "none", "too many", "too few", "exchanged"]))
    place = draw(st.integers(0, size - 1))
    if damage != "none":
        any_tile = draw(st.sampled_from(list(box.tiles)))
        codes[place : place + (damage != "too many")] = [] if damage == "too few" else [any_tile]
    return within(box, codes)


def code_of(box, colour, number):
    """The code of a real tile, as the box writes it."""
    return next(
        tile.code
        for tile in box.tiles.values()
        if (tile.colour, tile.number) == (colour, number) and not tile.pinned_to and tile.piece != "J"
    )


def within(box, codes):
    """The codes of the box among these, none more often than the box holds it."""
    kept: list[str] = []
    for code in codes:
        piece = code.partition("=")[0]
        held = box.holds.get(piece, 0)
        if code in box.tiles and sum(other.partition("=")[0] == piece for other in kept) < held:
            kept.append(code)
    return kept


def codes_of(box, piece):
    """The piece unpinned (as likely as all pins together), and in all its pins."""
    pins = [code for code, tile in box.tiles.items() if tile.piece == piece and tile.pinned_to]
    return [piece] * max(len(pins), 1) + pins


@st.composite
def melds(draw, game):
    """A judge under some options, and tiles to judge."""
    judge = game.judge_for(draw(some_options(game)), round_facts(game))
    codes = draw(st.one_of(near_melds(game.box), near_melds(game.box), loose_tiles(game.box)))
    return judge, [game.box.tiles[code] for code in codes]


@st.composite
def stretches(draw, game):
    """A judge of stretches, and cards in order, nearly in order or in none."""
    numbers = draw(st.lists(st.sampled_from(game.box.numbers), max_size=14, unique=True))
    order = draw(st.sampled_from(["as drawn", "rising", "falling", "nearly rising"]))
    if order != "as drawn":
        numbers.sort(reverse=order == "falling")
    if order == "nearly rising" and len(numbers) > 1:
        place = draw(st.integers(0, len(numbers) - 2))
        numbers[place : place + 2] = reversed(numbers[place : place + 2])
    marks = ["", *(f"*{symbols}" for symbols in game.box.symbols)]
    codes = [f"{number}{draw(st.sampled_from(marks))}" for number in numbers]
    return game.judge_for(game.options(), None), [game.box.tiles[code] for code in codes]


def describe(reading):
    return reading.kind, tuple(tile.code for tile in reading.tiles), reading.value, reading.pure


def described(judgement):
    return [describe(reading) for reading in judgement.readings]


def codes_in(tiles):
    return Counter(tile.code for tile in tiles)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_meld_is_judged_consistently(game):
    ordered = game.arranger_for is None  # the order of the tiles matters

    @UNHURRIED
    @given(stretches(game) if ordered else melds(game), st.data())
    def check(meld, data):
        judge, tiles = meld
        judgement = judge(tiles)
        check_faults(game, judgement)
        check_readings(game, tiles, judgement)
        for reading in judgement.readings:
            again = judge(reading.tiles)
            assert (described(again), again.value) == ([describe(reading)], reading.value)
        if ordered:
            check_reversed(judgement, judge(tiles[::-1]))
        else:
            check_shuffled(judgement, judge(data.draw(st.permutations(tiles))))
        if free := [place for place, tile in enumerate(tiles) if tile.wild and not tile.pinned_to]:
            check_pinned(game, judge, tiles, data.draw(st.sampled_from(free)), data)

    check()


def check_faults(game, judgement):
    """A meld has readings or faults and never both, each fault once, and the game has the rule behind it."""
    assert judgement.valid == bool(judgement.readings) == (not judgement.faults)
    faults = [(fault.code, repr(sorted(fault.params.items()))) for fault in judgement.faults]
    assert len(faults) == len(set(faults))
    assert all(game.cite(fault.code).source for fault in judgement.faults)


def check_readings(game, tiles, judgement):
    """Each reading once, the most valuable first; it has the pieces of the meld and keeps every pin."""
    readings = [(reading.kind, frozenset(codes_in(reading.tiles).items())) for reading in judgement.readings]
    assert len(readings) == len(set(readings))
    values = [reading.value for reading in judgement.readings]
    if None in values:
        assert (set(values), judgement.value) == ({None}, None)
    else:
        assert values == sorted(values, reverse=True)
        assert judgement.value == max(values, default=None)
    pinned = codes_in(tile for tile in tiles if tile.pinned_to or not (tile.wild or game.box.wild_by_round))
    for reading in judgement.readings:
        assert Counter(tile.piece for tile in reading.tiles) == Counter(tile.piece for tile in tiles)
        assert pinned <= codes_in(reading.tiles)


def check_shuffled(first, second):
    """The order inside a meld does not matter."""
    assert (described(first), first.value) == (described(second), second.value)
    assert {fault.code for fault in first.faults} == {fault.code for fault in second.faults}


def check_reversed(there, back):
    """A reversed stretch has the other direction."""
    turned = {"ascending": "descending", "descending": "ascending"}
    assert [turned[reading.kind] for reading in there.readings] == [reading.kind for reading in back.readings]
    assert there.value == back.value
    assert {fault.code for fault in there.faults} == {fault.code for fault in back.faults}


def check_pinned(game, judge, tiles, place, data):
    """Pinning a wild tile leaves the readings that have that pin."""
    pins = [tile for tile in game.box.tiles.values() if tile.piece == tiles[place].piece and tile.pinned_to]
    likely = [tile for reading in judge(tiles).readings for tile in reading.tiles if tile in pins]
    pinned = [*tiles[:place], data.draw(st.sampled_from(likely + pins)), *tiles[place + 1 :]]
    stated = codes_in(tile for tile in pinned if tile.pinned_to)
    if game.box.wild_by_round:  # of several wild tiles, either may lie in a place: one reading
        known = {(reading.kind, *(tile.face for tile in reading.tiles)) for reading in judge(tiles).readings}
        assert {(reading.kind, *(tile.face for tile in reading.tiles)) for reading in judge(pinned).readings} <= known
        return
    expected = [describe(reading) for reading in judge(tiles).readings if stated <= codes_in(reading.tiles)]
    assert described(judge(pinned)) == expected
