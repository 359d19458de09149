"""Arranging piles of the games with jokers: compared with brute force, and within the step bound for a full box."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rummy_referee.engine.arrange import Arrangement, JokerArranger
from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile
from tests.engine.brute_force import joker_meld_test, most_tiles_in_melds

RUMMY = Box(colours="RBKY", numbers=range(1, 14), copies=2, jokers=2)
GIN = Box(colours="RBKY", numbers=range(1, 14), copies=2)
KIDS = Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4)
SMALL = Box(colours="RBK", numbers=range(1, 7), copies=2, jokers=2)

OPTIONS = {
    "runs only": {"groups": False},
    "groups only": {"runs": False},
    "mixed runs": {"mixed_runs": True},
    "high ace": {"ace_high": True},
}
ALONE_AND_IN_PAIRS = [
    {},
    *OPTIONS.values(),
    *({**one, **other} for one, other in combinations(OPTIONS.values(), 2) if {*one, *other} != {"runs", "groups"}),
]
PILES = 150
"""Random piles compared with brute force, for each box and each choice of options."""


def tiles_of(box: Box, codes: str | Sequence[str]) -> list[Tile]:
    return [box.tiles[code] for code in (codes.split() if isinstance(codes, str) else codes)]


def whole_box(box: Box) -> list[str]:
    return [code for code, count in box.holds.items() for _ in range(count)]


def arrange(melds: JokerMelds, codes: str | Sequence[str], *, every: bool = False) -> Arrangement:
    return JokerArranger(melds).arrange(tiles_of(melds.box, codes), every)


def codes_of(melds: Sequence[Sequence[Tile]]) -> list[str]:
    return [" ".join(tile.code for tile in meld) for meld in melds]


def small_piles(box: Box, melds: JokerMelds, seed: str) -> Iterator[list[str]]:
    """Piles of few colours and close numbers, so that much can be melded; jokers free and pinned."""
    rng = random.Random(seed)
    for _ in range(PILES):
        low = rng.randrange(len(box.numbers) - 3)
        numbers = list(box.numbers[low : low + rng.randint(3, 7)])
        if melds.ace_high and rng.random() < 0.5:
            numbers = [*box.numbers[-3:], *box.numbers[:3]]
        colours = rng.sample(box.colours, rng.randint(1, len(box.colours)))
        real = [f"{colour}{number}" for colour in colours for number in numbers for _ in range(2)]
        jokers = ["J" if rng.random() < 0.5 else f"J={rng.choice(real)}" for _ in range(rng.randint(0, box.jokers))]
        size = rng.randint(3, 10 if rng.random() < 0.2 else 8)
        yield [*jokers, *rng.sample(real, min(len(real), max(0, size - len(jokers))))]


def assert_sound(melds: JokerMelds, codes: Sequence[str], found: Arrangement) -> None:
    """The arrangement has exactly the given tiles, every meld is valid, and all is in canonical order."""
    laid = [tile for meld in found.melds for tile in meld]
    assert Counter(laid) + Counter(found.left) == Counter(tiles_of(melds.box, codes))
    for meld in found.melds:
        assert melds.judge(meld).valid, codes_of([meld])
    assert list(found.left) == sorted(found.left, key=lambda tile: (tile.order, tile.code))
    by_place = [[(tile.order, tile.code) for tile in meld] for meld in found.melds]
    assert by_place == sorted(by_place)


def assert_as_brute_force(melds: JokerMelds, codes: Sequence[str], **options: bool) -> None:
    is_meld = joker_meld_test(melds.box.colours, melds.box.numbers, **options)
    most = most_tiles_in_melds(sorted(codes), is_meld)
    found = arrange(melds, codes)
    assert found.proven
    assert len(codes) - len(found.left) == most, (codes, options, codes_of(found.melds))
    assert_sound(melds, codes, found)
    assert all(is_meld([tile.code for tile in meld]) for meld in found.melds)
    complete = arrange(melds, codes, every=True)
    assert complete.proven
    assert_sound(melds, codes, complete)
    if most == len(codes):
        assert not complete.left
    else:
        assert not complete.melds


@pytest.mark.parametrize("options", ALONE_AND_IN_PAIRS, ids=str)
@pytest.mark.parametrize("box", [RUMMY, SMALL], ids=["rummy", "small"])
def test_brute_force_lays_no_more_tiles(box, options):
    melds = JokerMelds(box, **options)
    for codes in small_piles(box, melds, f"{box}{options}"):
        assert_as_brute_force(melds, codes, **options)


@pytest.mark.parametrize("options", ALONE_AND_IN_PAIRS, ids=str)
def test_brute_force_lays_no_more_tiles_with_four_jokers(options):
    melds = JokerMelds(KIDS, **options)
    for codes in small_piles(KIDS, melds, f"kids{options}"):
        assert_as_brute_force(melds, codes, **options)


@pytest.mark.parametrize(
    ("box", "options"),
    [
        (RUMMY, {}),
        (RUMMY, {"ace_high": True}),
        (RUMMY, {"mixed_runs": True}),
        (RUMMY, {"mixed_runs": True, "ace_high": True}),
        (RUMMY, {"groups": False}),
        (RUMMY, {"runs": False}),
        (GIN, {}),
        (KIDS, {}),
        (KIDS, {"groups": False}),
    ],
    ids=str,
)
def test_a_full_box_can_be_arranged_completely(box, options):
    melds = JokerMelds(box, **options)
    found = arrange(melds, whole_box(box), every=True)
    assert found.proven
    assert not found.left
    assert_sound(melds, whole_box(box), found)


@pytest.mark.parametrize(
    ("box", "options"),
    [(RUMMY, {}), (RUMMY, {"ace_high": True}), (RUMMY, {"mixed_runs": True, "ace_high": True}), (KIDS, {})],
    ids=str,
)
@pytest.mark.parametrize("share", [0.3, 0.45, 0.6, 0.75, 0.9, 0.98])
def test_a_large_pile_stays_within_the_step_bound(box, options, share):
    melds = JokerMelds(box, **options)
    size = int(share * box.size)
    codes = random.Random(size).sample(whole_box(box), size)
    found = arrange(melds, codes)
    assert found.proven
    assert_sound(melds, codes, found)


@pytest.mark.parametrize("options", [{}, {"ace_high": True}], ids=str)
def test_hard_piles_stay_within_the_step_bound(options):
    melds = JokerMelds(RUMMY, **options)
    for numbers_by_colour in HARD_PILES:
        rows = zip("RBKY", numbers_by_colour.split(" / "), strict=True)
        codes = [f"{colour}{number}" for colour, numbers in rows for number in numbers.split()]
        found = arrange(melds, [*codes, "J", "J"])
        assert found.proven
        assert_sound(melds, [*codes, "J", "J"], found)


# Found by hill climbing on the number of steps of an earlier search.
HARD_PILES = [
    (
        "1 1 2 2 3 4 5 6 7 7 8 9 9 / 1 1 2 2 3 4 4 5 5 6 7 7 9 9 10 12 12"
        " / 1 2 2 3 3 4 4 5 6 6 8 10 12 12 13 13 / 1 1 2 2 3 3 4 4 5 6 7 8 9 10 11 11 12 13 13"
    ),
    (
        "2 3 4 5 5 6 7 10 10 11 11 12 / 1 1 2 3 3 4 4 5 5 6 6 7 7 8 9 10 12 13 13"
        " / 1 2 3 3 4 5 7 8 8 9 10 10 12 13 13 / 1 1 2 3 4 4 5 6 6 7 7 8 11 11 12 12"
    ),
    (
        "1 2 2 3 4 4 5 6 6 7 9 11 12 12 / 1 1 2 2 3 3 5 5 7 8 9 11 11 12 12"
        " / 1 1 2 2 3 3 4 6 7 7 8 8 9 9 10 11 13 / 1 1 2 4 4 6 7 7 8 8 9 10 10 12 13 13"
    ),
]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(whole_box(RUMMY)), max_size=30), st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_the_tiles_does_not_matter(drawn, rng, every):
    codes = [code for code, count in Counter(drawn).items() for _ in range(min(count, RUMMY.holds[code]))]
    melds = JokerMelds(RUMMY)
    first = arrange(melds, codes, every=every)
    rng.shuffle(codes)
    assert arrange(melds, codes, every=every) == first


def test_an_empty_pile_is_complete():
    assert arrange(JokerMelds(RUMMY), "", every=True) == Arrangement((), ())


def test_no_melds_are_returned_where_not_every_tile_can_lie_in_one():
    found = arrange(JokerMelds(RUMMY), "Y1 R3 R2 R1", every=True)
    assert found == Arrangement((), tuple(tiles_of(RUMMY, "R1 R2 R3 Y1")))


def test_melds_and_the_tiles_in_them_come_in_canonical_order():
    found = arrange(JokerMelds(RUMMY), "Y9 K5 J R7 B9 R5 K9 R6 J=K6 K7 Y1")
    assert codes_of(found.melds) == ["R5 R6 R7 J", "B9 K9 Y9", "K5 J=K6 K7"]
    assert codes_of([found.left]) == ["Y1"]


def test_a_pinned_joker_lies_only_where_its_face_may():
    assert arrange(JokerMelds(RUMMY), "R1 R2 J=R4", every=True).left
    assert codes_of(arrange(JokerMelds(RUMMY), "R1 R2 J", every=True).melds) == ["R1 R2 J"]


def test_jokers_alone_are_no_meld():
    assert not arrange(JokerMelds(KIDS), "J J J J").melds
    assert not arrange(JokerMelds(KIDS), "J=R1 J=R2 J=R3").melds
    assert codes_of([arrange(JokerMelds(KIDS, groups=False), "J=R1 J J B3 B4 B5").left]) == ["J=R1"]


def test_a_run_too_long_for_one_is_two():
    codes = [f"R{number}" for number in range(1, 14)]
    found = arrange(JokerMelds(RUMMY, ace_high=True), [*codes, "R1", "J", "J"], every=True)
    assert not found.left
    assert len(found.melds) == 2
    kids = arrange(JokerMelds(KIDS), "R1 R2 R3 R4 R5 R6 J J J J", every=True)
    assert not kids.left


def test_the_ace_is_high_only_by_option():
    assert not arrange(JokerMelds(RUMMY), "R12 R13 R1").melds
    assert codes_of(arrange(JokerMelds(RUMMY, ace_high=True), "R12 R13 R1").melds) == ["R12 R13 R1"]
    assert not arrange(JokerMelds(RUMMY, ace_high=True), "R13 R1 R2").melds


@pytest.mark.parametrize(
    "melds",
    [JokerMelds(RUMMY, minimum=4), JokerMelds(Box(colours="RBKY", numbers=range(1, 5)), ace_high=True)],
    ids=["melds of four", "high ace and four numbers"],
)
def test_melds_that_the_engine_does_not_support_are_refused(melds):
    with pytest.raises(ValueError, match=r"supports|split"):
        JokerArranger(melds)


def test_beyond_the_step_bound_the_best_arrangement_found_is_returned_as_unproven(monkeypatch):
    monkeypatch.setattr("rummy_referee.engine.arrange.STEPS", 1_000)
    melds = JokerMelds(RUMMY)
    codes = random.Random(60).sample(whole_box(RUMMY), 60)
    found = arrange(melds, codes)
    assert not found.proven
    assert found.melds
    assert_sound(melds, codes, found)
