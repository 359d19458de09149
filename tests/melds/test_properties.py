"""Properties of every meld of every game."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rummy_referee.games import GAMES

GAMES_WITH_MELDS = [variant for variant in GAMES if variant != "myrummy-111"]
GAMES_WITH_WILD_TILES = [variant for variant in GAMES_WITH_MELDS if variant != "gin-rummy"]

# No deadline: the machine may be busy.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def some_options(draw, game):
    """Options under which melds differ; every other game has only one set of melds."""
    if game.id != "rummy":
        return game.options()
    return game.options(
        ace=draw(st.sampled_from(["low", "low-or-high"])),
        mixed_runs=draw(st.booleans()),
        melds=draw(st.sampled_from(["all", "runs", "groups"])),
    )


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
    judge = game.judge_for(draw(some_options(game)))
    codes = draw(st.one_of(near_melds(game.box), near_melds(game.box), loose_tiles(game.box)))
    return judge, [game.box.tiles[code] for code in codes]


@st.composite
def stretches(draw):
    """A judge of stretches, and cards in order, nearly in order or in none."""
    game = GAMES["myrummy-111"]
    numbers = draw(st.lists(st.integers(2, 111), max_size=14, unique=True))
    order = draw(st.sampled_from(["as drawn", "rising", "falling", "nearly rising"]))
    if order != "as drawn":
        numbers.sort(reverse=order == "falling")
    if order == "nearly rising" and len(numbers) > 1:
        place = draw(st.integers(0, len(numbers) - 2))
        numbers[place : place + 2] = reversed(numbers[place : place + 2])
    codes = [f"{number}{draw(st.sampled_from(['', '*1', '*2', '*3', '*4']))}" for number in numbers]
    return game.judge_for(game.options()), [game.box.tiles[code] for code in codes]


def any_meld(variant):
    return stretches() if variant == "myrummy-111" else melds(GAMES[variant])


def describe(reading):
    return reading.kind, tuple(tile.code for tile in reading.tiles), reading.value, reading.pure


def codes_in(tiles):
    return Counter(tile.code for tile in tiles)


@pytest.mark.parametrize("variant", GAMES)
def test_a_meld_has_readings_or_faults_and_never_both(variant):
    @UNHURRIED
    @given(any_meld(variant))
    def check(meld):
        judge, tiles = meld
        judgement = judge(tiles)
        assert judgement.valid == bool(judgement.readings) == (not judgement.faults)

    check()


@pytest.mark.parametrize("variant", GAMES)
def test_no_fault_and_no_reading_is_listed_twice(variant):
    @UNHURRIED
    @given(any_meld(variant))
    def check(meld):
        judge, tiles = meld
        judgement = judge(tiles)
        faults = [(fault.code, repr(sorted(fault.params.items()))) for fault in judgement.faults]
        assert len(faults) == len(set(faults))
        readings = [(reading.kind, frozenset(codes_in(reading.tiles).items())) for reading in judgement.readings]
        assert len(readings) == len(set(readings))

    check()


@pytest.mark.parametrize("variant", GAMES)
def test_every_fault_has_its_rule_in_the_game(variant):
    game = GAMES[variant]

    @UNHURRIED
    @given(any_meld(variant))
    def check(meld):
        judge, tiles = meld
        for fault in judge(tiles).faults:
            citation = game.cite(fault.code)
            assert citation.variant == variant
            assert citation.source

    check()


@pytest.mark.parametrize("variant", GAMES)
def test_a_meld_is_worth_its_best_reading_and_readings_come_best_first(variant):
    @UNHURRIED
    @given(any_meld(variant))
    def check(meld):
        judge, tiles = meld
        judgement = judge(tiles)
        values = [reading.value for reading in judgement.readings]
        if None in values:
            assert set(values) == {None}
            assert judgement.value is None
        else:
            assert values == sorted(values, reverse=True)
            assert judgement.value == max(values, default=None)

    check()


@pytest.mark.parametrize("variant", GAMES)
def test_a_reading_has_the_pieces_of_its_meld_and_keeps_every_pin(variant):
    @UNHURRIED
    @given(any_meld(variant))
    def check(meld):
        judge, tiles = meld
        pinned = codes_in(tile for tile in tiles if tile.pinned_to or not tile.wild)
        for reading in judge(tiles).readings:
            assert Counter(tile.piece for tile in reading.tiles) == Counter(tile.piece for tile in tiles)
            assert pinned <= codes_in(reading.tiles)

    check()


@pytest.mark.parametrize("variant", GAMES)
def test_a_reading_laid_as_it_is_read_has_that_one_reading(variant):
    @UNHURRIED
    @given(any_meld(variant))
    def check(meld):
        judge, tiles = meld
        for reading in judge(tiles).readings:
            again = judge(reading.tiles)
            assert [describe(other) for other in again.readings] == [describe(reading)]
            assert again.value == reading.value

    check()


@pytest.mark.parametrize("variant", GAMES_WITH_MELDS)
def test_order_inside_a_meld_never_matters(variant):
    @UNHURRIED
    @given(melds(GAMES[variant]), st.randoms(use_true_random=False))
    def check(meld, random):
        judge, tiles = meld
        shuffled = list(tiles)
        random.shuffle(shuffled)
        first, second = judge(tiles), judge(shuffled)
        assert [describe(reading) for reading in first.readings] == [describe(reading) for reading in second.readings]
        assert first.value == second.value
        assert {fault.code for fault in first.faults} == {fault.code for fault in second.faults}

    check()


@pytest.mark.parametrize("variant", GAMES_WITH_WILD_TILES)
def test_pinning_a_wild_tile_leaves_the_readings_that_have_that_pin(variant):
    game = GAMES[variant]

    @UNHURRIED
    @given(melds(game), st.data())
    def check(meld, data):
        judge, tiles = meld
        free = [place for place, tile in enumerate(tiles) if tile.wild and not tile.pinned_to]
        if not free:
            return
        place = data.draw(st.sampled_from(free))
        pins = [tile for tile in game.box.tiles.values() if tile.piece == tiles[place].piece and tile.pinned_to]
        likely = [tile for reading in judge(tiles).readings for tile in reading.tiles if tile in pins]
        pin = data.draw(st.sampled_from(likely + pins))
        pinned = [*tiles[:place], pin, *tiles[place + 1 :]]
        stated = codes_in(tile for tile in pinned if tile.pinned_to)
        expected = [describe(reading) for reading in judge(tiles).readings if stated <= codes_in(reading.tiles)]
        assert [describe(reading) for reading in judge(pinned).readings] == expected

    check()


def test_a_reversed_stretch_has_the_other_direction():
    @UNHURRIED
    @given(stretches())
    def check(meld):
        judge, cards = meld
        turned = {"ascending": "descending", "descending": "ascending"}
        there, back = judge(cards), judge(cards[::-1])
        assert [turned[reading.kind] for reading in there.readings] == [reading.kind for reading in back.readings]
        assert there.value == back.value
        assert {fault.code for fault in there.faults} == {fault.code for fault in back.faults}

    check()


@pytest.mark.parametrize("variant", GAMES)
def test_the_melds_drawn_here_are_valid_often_enough_to_mean_something(variant):
    seen: Counter[bool] = Counter()

    @settings(UNHURRIED, derandomize=True)
    @given(any_meld(variant))
    def check(meld):
        judge, tiles = meld
        seen[judge(tiles).valid] += 1

    check()
    assert seen[True] >= 10
    assert seen[False] >= 10
