"""Arranging piles of the game whose yellow cards are wild: compared with brute force."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rummy_referee.engine.arrange import Arrangement
from rummy_referee.engine.wild_colour.arrange import WildColourArranger
from rummy_referee.melds.wild_colour_melds import WildColourMelds
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile
from tests.engine.brute_force import is_rummu_meld, most_tiles_in_melds

BOX = Box(colours="RBKGY", numbers=range(10), copies=1, doubled=(1, 7), wild_colour="Y")
MELDS = WildColourMelds(BOX, value=lambda kind, size, pure, lowest: 0)
WHOLE_BOX = [code for code, count in BOX.holds.items() for _ in range(count)]


def arrange(codes: str | Sequence[str], *, every: bool = False) -> Arrangement:
    listed = codes.split() if isinstance(codes, str) else codes
    return WildColourArranger(MELDS).arrange([BOX.tiles[code] for code in listed], every)


def codes_of(melds: Sequence[Sequence[Tile]]) -> list[str]:
    return [" ".join(tile.code for tile in meld) for meld in melds]


def small_piles(count: int, *, pinned: float) -> Iterator[list[str]]:
    """Piles of few colours and close numbers, so that much can be melded; some of the yellow cards are pinned."""
    rng = random.Random(f"{count}{pinned}")
    for _ in range(count):
        low = rng.randint(0, 6)
        colours = [*rng.sample("RBKG", rng.randint(1, 4)), "Y"]
        near = [code for code in WHOLE_BOX if code[0] in colours and low <= int(code[1:]) < low + rng.randint(3, 6)]
        drawn = rng.sample(near, min(len(near), rng.randint(3, 10 if rng.random() < 0.2 else 8)))
        yield [
            f"{code}={rng.choice('RBKG')}{code[1:]}" if code[0] == "Y" and rng.random() < pinned else code
            for code in drawn
        ]


def assert_sound(codes: Sequence[str], found: Arrangement) -> None:
    """The arrangement has exactly the given cards, every meld is valid, and all is in canonical order."""
    laid = [tile for meld in found.melds for tile in meld]
    assert Counter(laid) + Counter(found.left) == Counter(BOX.tiles[code] for code in codes)
    for meld in found.melds:
        assert MELDS.judge(meld).valid, codes_of([meld])
    assert list(found.left) == sorted(found.left, key=lambda tile: (tile.order, tile.code))
    by_place = [[(tile.order, tile.code) for tile in meld] for meld in found.melds]
    assert by_place == sorted(by_place)


@pytest.mark.parametrize("pinned", [0.0, 0.5, 1.0])
def test_brute_force_lays_no_more_cards(pinned):
    for codes in small_piles(700, pinned=pinned):
        most = most_tiles_in_melds(sorted(codes), is_rummu_meld)
        found = arrange(codes)
        assert found.proven
        assert len(codes) - len(found.left) == most, (codes, codes_of(found.melds))
        assert_sound(codes, found)
        assert all(is_rummu_meld([tile.code for tile in meld]) for meld in found.melds)
        complete = arrange(codes, every=True)
        assert complete.proven
        assert_sound(codes, complete)
        if most == len(codes):
            assert not complete.left
        else:
            assert not complete.melds


def test_a_full_box_can_be_arranged_completely():
    found = arrange(WHOLE_BOX, every=True)
    assert found.proven
    assert not found.left
    assert_sound(WHOLE_BOX, found)


@pytest.mark.parametrize("size", [20, 26, 32, 38, 44, 50, 56, 59])
def test_a_large_pile_stays_within_the_step_bound(size):
    rng = random.Random(size)
    for _ in range(3):
        codes = rng.sample(WHOLE_BOX, size)
        found = arrange(codes)
        assert found.proven
        assert_sound(codes, found)


def test_a_pile_that_is_hard_from_below_is_read_from_above():
    # Upwards, millions of profiles lead to the isolated cards at the top. Downwards, a few hundred show that one of
    # them must be left out.
    rows = ["BG", "RRBKGY", "RKGY", "RBKGY", "RBKGY", "RBKG", "BY", "RKG", "RY", "BGY"]
    codes = [f"{colour}{number}" for number, colours in enumerate(rows) for colour in colours]
    found = arrange(codes)
    assert found.proven
    assert len(found.left) == 1
    assert_sound(codes, found)


def test_beyond_the_step_bound_the_best_arrangement_found_is_returned_as_unproven(monkeypatch):
    monkeypatch.setattr("rummy_referee.engine.wild_colour.arrange.STEPS", 0)
    codes = random.Random(20).sample(WHOLE_BOX, 20)
    found = arrange(codes)
    assert not found.proven
    assert found.melds
    assert_sound(codes, found)


def test_an_unproven_arrangement_leaves_few_cards(monkeypatch):
    # A beam that keeps only the best profiles of each number has only dead ends here: too many runs are not melds.
    monkeypatch.setattr("rummy_referee.engine.wild_colour.arrange.STEPS", 0)
    rows = ["RK", "RBBKKGGYY", "BKGY", "R", "RBKGY", "KY", "RBKGY", "RBKG", "RB", "RBGY"]
    codes = [f"{colour}{number}" for number, colours in enumerate(rows) for colour in colours]
    found = arrange(codes)
    assert not found.proven
    assert len(found.left) <= 4
    assert_sound(codes, found)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sets(st.integers(0, len(WHOLE_BOX) - 1), max_size=24), st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_the_cards_does_not_matter(drawn, rng, every):
    codes = [WHOLE_BOX[place] for place in sorted(drawn)]
    first = arrange(codes, every=every)
    rng.shuffle(codes)
    assert arrange(codes, every=every) == first


def test_melds_and_the_cards_in_them_come_in_canonical_order():
    found = arrange("Y6 B2 R7 K2 R5 G2 Y9")
    assert codes_of(found.melds) == ["R5 Y6 R7", "B2 K2 G2"]
    assert codes_of([found.left]) == ["Y9"]


def test_no_melds_are_returned_where_not_every_card_can_lie_in_one():
    found = arrange("R1 R2 R3 K9", every=True)
    assert not found.melds
    assert codes_of([found.left]) == ["R1 R2 R3 K9"]


def test_real_cards_outnumber_yellow_ones_in_a_plain_run():
    assert codes_of(arrange("R2 R3 Y4 R5 R6 Y7 Y8", every=True).melds) == ["R2 R3 Y4 R5 R6 Y7 Y8"]
    assert not arrange("Y3 Y4 Y5").melds
    assert not arrange("R3 Y4 Y5 R6", every=True).melds


def test_a_pinned_yellow_card_stands_for_nothing_else():
    assert codes_of(arrange("R5 Y6=R6 R7", every=True).melds) == ["R5 Y6=R6 R7"]
    assert not arrange("R5 Y6=B6 R7").melds
    assert not arrange("R5 B5 Y5=B5").melds
    assert arrange("R5 B5 K5 G5 Y5=R5", every=True).left


def test_melds_that_the_search_does_not_support_are_refused():
    with pytest.raises(ValueError, match="search"):
        WildColourArranger(WildColourMelds(BOX, value=MELDS.value, minimum=4))
