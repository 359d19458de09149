"""Rounds of Gin-Rummy with unread tiles: the ranges are those of all fillings, tried one by one."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from service.app import create_app
from service.rules.scores import FinishedRound
from service.solver.leftovers.unread_hands import Steps
from service.variants.gin_rummy import GIN_RUMMY, ranges
from service.variants.gin_rummy.combinations import BOX, GinRummyOptions
from service.variants.gin_rummy.laying_down import GinHand, GinRound, grow, lay_down
from service.variants.gin_rummy.prospects import Prospects, Standing
from service.variants.gin_rummy.seats import WHOLE_BOX, read_seat
from tests.solver.every_melding import MELDS, code, pair
from tests.variants.plain_gin import PAIRS, every_filling, find_ranges, may_be, score_plainly

CLIENT = create_app().test_client()
NINE = "R3 R4 R5 B7 K7 Y7 K10 K11 K12"
DEAD = "R1 R9 R11 R13 B2 B5 B9 B12 K1 Y3"
SHORT = [meld for meld in MELDS if len(meld) <= 5]
MOST_FILLINGS = 60


def ask(body: dict[str, Any]) -> Any:
    return CLIENT.post("/v1/rounds/score", json={"variant": "gin-rummy", **body}).json


def score(*hands: str, **others: Any) -> Any:
    told = [{"player": name, "hand": hand.split()} for name, hand in zip("ABCD", hands, strict=False)]
    return ask({"players": told, "declarer": "A", **others})


def ranges_of(answer: Any) -> dict[str, tuple[int, int]]:
    assert answer["possible"], answer["violations"]
    return {found["player"]: (found["low"], found["high"]) for found in answer["scores"]}


# --- against every filling ------------------------------------------------------------------------------------------


def melded_hand(rng: random.Random, box: list[tuple[int, int]], size: int, melded: int) -> list[tuple[int, int]]:
    """A hand with melds of so many tiles or more, and low tiles."""
    hand: list[tuple[int, int]] = []
    while len(hand) < melded:
        meld = rng.choice(SHORT)
        if len(hand) + len(meld) <= size and all(tile in box for tile in meld):
            hand += [box.pop(box.index(tile)) for tile in meld]
        elif rng.random() < 0.05:
            box += hand
            hand = []
    low = sorted(box, key=lambda tile: tile[1] + rng.random() * 9)[: size - len(hand)]
    return hand + [box.pop(box.index(tile)) for tile in low]


def random_body(rng: random.Random, most_unread: int) -> dict[str, Any]:
    """A round that can be, with some tiles unread, and with some players who say how they lay down."""
    drew = rng.random() < 0.4
    size = 11 if drew and rng.random() < 0.4 else 10
    box = PAIRS * 2
    hands = [melded_hand(rng, box, size, 11 if size == 11 else rng.choice((8, 9, 10)))]
    hands += [melded_hand(rng, box, 10, rng.choice((0, 3, 6, 8))) for _ in range(rng.randint(1, 3))]
    players: list[dict[str, Any]] = [
        {"player": name, "hand": [code(tile) for tile in sorted(hand)]}
        for name, hand in zip("ABCD", hands, strict=False)
    ]
    body = {
        "players": players,
        "declarer": "A",
        "drew": drew,
        "options": {"little_gin_before_take_only": rng.random() < 0.2},
    }
    answer = ask(body)
    if not answer["possible"]:
        return random_body(rng, most_unread)
    for told, found in zip(players, answer["scores"], strict=True):
        if rng.random() < 0.25:
            told |= {key: found[key] for key in rng.choice((["melds"], ["melds", "lay_offs"], ["lay_offs"]))}
    alone = rng.randrange(len(players)) if rng.random() < 0.5 else None
    for _ in range(rng.randint(min(1, most_unread), most_unread)):
        hand = players[rng.randrange(len(players)) if alone is None else alone]["hand"]
        place = rng.randrange(len(hand))
        tile = hand[place].lstrip("?")
        hand[place] = rng.choice(("?", f"?{tile[:1]}", f"?{tile[1:]}")) if hand[place][0] != "?" else hand[place]
    return body


def check_against_every_filling(seed: str, rounds: int, most_unread: int) -> None:
    rng = random.Random(seed)
    possible = 0
    while rounds:
        body = random_body(rng, most_unread)
        unread = [tile for told in body["players"] for tile in told["hand"] if tile[0] == "?"]
        guess = 1
        for tile in unread:
            guess *= 52 if tile == "?" else 4 if tile[1].isdigit() else 13
        if guess > MOST_FILLINGS:
            continue
        rounds -= 1
        scored = [lines for hands in every_filling(body["players"]) if (lines := score_plainly(body, hands))]
        answer = ask(body)
        assert answer["possible"] == bool(scored), body
        if scored:
            possible += 1
            found = {(own["player"], line["code"]): line for own in answer["scores"] for line in own["lines"]}
            found |= {(own["player"], ""): own for own in answer["scores"]}
            assert {key: (line["low"], line["high"]) for key, line in found.items()} == find_ranges(scored), body
    assert possible > 0


@pytest.mark.parametrize("part", range(4))
def test_no_filling_gives_less_or_more_than_the_ranges(part):
    check_against_every_filling(f"{part}", 80, 3)


@pytest.mark.parametrize("steps", [0, 30, 300, 3_000])
def test_at_the_bound_on_work_a_range_is_wider_but_never_narrower(monkeypatch, steps):
    rounds = [
        (f"{NINE} ?", "R1 R9 R11 R13 B2 B5 B9 B12 K1 ?"),
        ("R3 R4 R5 B7 K7 Y7 K10 ? ? ?", DEAD),
        (f"{NINE} R9", "B1 B2 B3 B4 B5 B6 R10 K10 ? ?", "K8 K8 R12 R12 B11 B11 Y1 Y3 Y5 ?13"),
        ("? " * 10, DEAD, "B1 B3 B6 R10 K10 Y10 Y1 Y2 R2 K3"),
    ]
    exact = [score(*hands) for hands in rounds]
    assert all(answer["proven"] for answer in exact)
    monkeypatch.setattr(ranges, "MOST_STEPS", steps)
    for hands, narrow in zip(rounds, map(ranges_of, exact), strict=True):
        answer = score(*hands)
        wide = ranges_of(answer)
        assert steps or not answer["proven"]
        assert wide == narrow or not answer["proven"]
        assert all(wide[name][0] <= low <= high <= wide[name][1] for name, (low, high) in narrow.items())


# --- worked rounds --------------------------------------------------------------------------------------------------


def test_an_unread_tile_of_the_second_player_is_a_difference():
    answer = score(f"{NINE} R9", "R1 R9 R11 R13 B2 B5 B9 B12 K1 ?")
    # At least: R12 makes a run of R11 and R13, so that 63 - 24 are left. At most: a 13 that fits nowhere.
    assert ranges_of(answer) == {"A": (20 + (39 - 9) + 20, 20 + (76 - 9) + 20), "B": (0, 0)}
    first, second = answer["scores"]
    assert (answer["exact"], first["points"], second["points"]) == (False, None, 0)
    assert [(line["code"], line["low"], line["high"]) for line in first["lines"]] == [
        ("eight_or_nine_melded", 20, 20),
        ("lower_count_takes_difference", 30, 67),
        ("lower_count_bonus", 20, 20),
    ]


def test_what_is_laid_is_said_of_those_before_the_first_unread_tile():
    first, second = score(f"{NINE} R9", "R1 R9 R11 R13 B2 B5 B9 B12 K1 ?")["scores"]
    assert (first["melds"], first["left"], first["count"]) == (
        [["R3", "R4", "R5"], ["B7", "K7", "Y7"], ["K10", "K11", "K12"]],
        ["R9"],
        9,
    )
    assert not second.keys() & {"melds", "lay_offs", "left", "count"}


def test_an_unread_tile_of_the_declarer_is_one_that_lets_declare():
    assert ranges_of(score(f"{NINE} ?", DEAD)) == {"A": (20 + (66 - 9) + 20, 25 + 66 + 20), "B": (0, 0)}
    # K9 and K13 would be melded, and what is left counts 8 at most.
    assert ranges_of(score(f"{NINE} ?K", DEAD))["A"] == (20 + (66 - 8) + 20, 25 + 66 + 20)
    assert ranges_of(score(f"{NINE} ?9", DEAD))["A"] == (20 + (66 - 9) + 20, 25 + 66 + 20)


def test_little_gin_is_no_filling_where_it_cannot_be_declared():
    options = {"little_gin_before_take_only": True}
    assert ranges_of(score(f"{NINE} ?", DEAD, drew=True, options=options))["A"] == (97, 20 + (66 - 1) + 20)


def test_with_equal_counts_only_the_second_player_scores_something():
    answer = score(f"{NINE} R9", "B1 B2 B3 B4 B5 B6 R10 K10 Y10 ?9")
    # K9 is added to the black run, another 9 is left.
    assert ranges_of(answer) == {"A": (20, 20), "B": (10, 9 + 20 + 10)}
    assert {(line["code"], line["low"], line["high"]) for line in answer["scores"][1]["lines"]} == {
        ("second_player_has_equal_count", 0, 10),
        ("lower_count_takes_difference", 0, 9),
        ("lower_count_bonus", 0, 20),
        ("second_player_has_lower_count", 0, 10),
    }


def test_unread_tiles_of_several_hands_share_the_box():
    both = "K8 K8 R12 R12 B11 B11 Y1 Y3 Y5 ?13"
    alone = score(f"{NINE} R9", both)
    assert ranges_of(alone)["A"][0] < ranges_of(alone)["A"][1], "K13 is added to the black run"
    third = "K13 K13 B1 B3 R1 B9 Y9 Y12 B13 R2"
    assert score(f"{NINE} R9", both, third)["exact"], "there is no K13 left for it"


def test_a_hand_of_nothing_but_unread_tiles():
    assert ranges_of(score(f"{NINE} R9", "? " * 10)) == {"A": (20, 20 + (122 - 9) + 20), "B": (0, 9 + 20 + 10)}
    assert ranges_of(score("? " * 10, "? " * 10)) == {"A": (20, 25 + 122 + 20), "B": (0, 9 + 20 + 10)}
    assert ranges_of(score("? " * 11, "? " * 10, drew=True)) == {"A": (50, 50 + 122 + 20), "B": (0, 10)}


def test_many_players_with_nothing_but_unread_tiles():
    assert ranges_of(score(*["? " * 10] * 4)) == {"A": (20, 75), "B": (0, 50), "C": (0, 50), "D": (0, 50)}


def test_a_declarer_of_whom_nothing_was_read_lays_what_others_can_add_to():
    # The most is taken by R10-R12 (R9, R13), B6-B8 (B5, B9) and three twelves (B12): 66 - 48 are left, and nine of A's.
    assert ranges_of(score("? " * 10, DEAD)) == {"A": (20 + (18 - 9) + 20, 25 + 66 + 20), "B": (0, 0)}


def test_a_third_player_can_win_by_melds_that_were_not_read():
    third = "B1 B3 B6 R10 K10 Y10 Y1 Y2 R2 K3"
    assert ranges_of(score(f"{NINE} R9", DEAD, third)) == {"A": (70, 70), "B": (0, 0), "C": (0, 0)}
    # B7-B9 take B6, K4-K6 take K3, Y3-Y5 take Y1 and Y2.
    assert ranges_of(score(f"{NINE} R9", "? " * 10, third)) == {"A": (20, 70), "B": (0, 50), "C": (0, 50)}


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        (
            (
                "?B ? ? R2 K2 Y2 B4 B5 B6 ?7",
                "R10 ? R10 ?B K10 Y11 K11 ? ?B K11",
                "?4 ? R6 ?K Y1 R2 ? Y8 Y8 R9",
                "?B ? ?B B1 Y2 K3 R3 K1 Y1 B1",
            ),
            "ABCD",
        ),
    ],
)
def test_who_can_win_is_known_of_rounds_with_many_unread_tiles(hands, winners):
    answer = score(*hands)
    assert answer["proven"]
    assert {name for name, (_, high) in ranges_of(answer).items() if high >= 50} == set(winners)


# Rounds that were hard to prove, each with fillings that reach the ends of every range.
HARD: dict[str, tuple[dict[str, Any], tuple[str, ...], tuple[tuple[str, ...], ...]]] = {
    "the last of four cannot win": (
        {},
        (
            "K2 K3 ?K ? R10 K10 ?Y K6 ?7 K8",
            "B11 B11 ?11 ?B B10 Y10 Y12 B10 K11 R11",
            "? ?1 Y1 B2 B2 B1 K2 R1 R1 ?",
            "R5 R5 R4 ? B5 B4 Y5 R4 Y6 R7",
        ),
        (
            (
                "K2 K3 R10 K10 K6 K8 K4 K7 K9 Y10",
                "B11 B11 B10 Y10 Y12 B10 K11 R11 Y11 B9",
                "Y1 B2 B2 B1 K2 R1 R1 R2 B3 B1",
                "R5 R5 R4 B5 B4 Y5 R4 Y6 R7 R6",
            ),
            (
                "K2 K3 R10 K10 K6 K8 K4 K7 Y10 B1",
                "B11 B11 B10 Y10 Y12 B10 K11 R11 Y11 B9",
                "Y1 B2 B2 B1 K2 R1 R1 R2 B3 K1",
                "R5 R5 R4 B5 B4 Y5 R4 Y6 R7 R6",
            ),
            (
                "K2 K3 R10 K10 K6 K8 K4 K7 Y10 R9",
                "B11 B11 B10 Y10 Y12 B10 K11 R11 B13 R11",
                "Y1 B2 B2 B1 K2 R1 R1 R2 B3 B1",
                "R5 R5 R4 B5 B4 Y5 R4 Y6 R7 R6",
            ),
        ),
    ),
    "how much lower the second can be": (
        {},
        ("?Y ? ? ?11 ?1 ?Y ? ? ?Y ?", "R7 B7 K7 Y7 B9 K9 Y9 B3 Y4 K4"),
        (
            ("Y1 Y2 Y3 Y4 Y11 Y11 Y12 Y12 Y13 Y13", "R7 B7 K7 Y7 B9 K9 Y9 B3 Y4 K4"),
            ("R4 B4 B10 B11 B12 Y1 Y2 Y3 Y4 R9", "R7 B7 K7 Y7 B9 K9 Y9 B3 Y4 K4"),
        ),
    ),
    "both want the highest tiles": (
        {},
        ("? K13 Y13 K8 ?9 ?K ? ?5 ? K7", "R10 ? Y10 ?R ? ?R ? ? ?Y ?"),
        (
            ("K13 Y13 K8 K7 B13 K5 K6 K9 K10 K11", "R10 Y10 R12 R12 Y13 B13 B12 B12 K11 Y11"),
            ("K13 Y13 K8 K7 Y3 Y4 Y5 B13 K6 R9", "R10 Y10 R6 R7 R8 R9 Y6 Y7 Y8 Y9"),
        ),
    ),
    "half-read tiles on both sides": (
        {"drew": True},
        ("?R ? ?1 ? ? K9 ? B13 K13 ?", "?Y Y2 ? ?4 ?B ? ?13 ?7 K3 ?"),
        (
            ("K9 B13 K13 R1 B1 B9 K1 Y1 Y9 Y13", "Y2 K3 K13 B13 Y12 R12 R12 Y12 R7 R4"),
            ("K9 B13 K13 R1 R2 R3 Y13 Y3 Y4 Y5", "Y2 K3 R2 R3 R4 R13 B2 B3 Y6 Y7"),
        ),
    ),
    "nothing was read": (
        {},
        ("? ?9 ? ? ? ? ?K ?K ? ?", "?11 ?R ? ?Y ? ? ? ?K ? ?12"),
        (
            ("R4 R5 R6 R7 R8 R13 K13 Y13 R9 K9", "R10 R11 R12 R13 R1 R1 B1 B1 K1 Y1"),
            ("R5 R6 R7 R8 R9 K1 K2 K3 K4 K5", "R12 R11 K13 R12 Y13 K13 Y13 B12 B12 R11"),
        ),
    ),
    "no little gin after a take": (
        {"drew": True, "options": {"little_gin_before_take_only": True}},
        ("? ? ? B4 B5 ? B7 ? Y1 ?", "R3 ? Y3 Y5 Y6 ? ? ? ? ?"),
        (
            ("B4 B5 B7 Y1 K4 K5 K7 Y4 Y5 Y7", "R3 Y3 Y5 Y6 R13 R13 B13 B13 R12 R12"),
            ("B4 B5 B7 Y1 B1 B6 K1 K7 Y7 R9", "R3 Y3 Y5 Y6 R6 B6 K6 R5 B5 B3"),
        ),
    ),
}


def is_filling(unread: str, filled: str) -> bool:
    """Whether each unread tile can be matched with one that it may be."""
    codes = Counter(filled.split())
    codes.subtract(code for code in unread.split() if code[0] != "?")
    halves = [code for code in unread.split() if code[0] == "?"]

    def match(number: int, rest: list[tuple[int, int]]) -> bool:
        if number == len(halves):
            return not rest
        return any(may_be(halves[number], tile) and match(number + 1, without_one(rest, tile)) for tile in set(rest))

    halves.sort(key=lambda code: code == "?")
    return min(codes.values()) >= 0 and match(0, [pair(code) for code in codes.elements()])


def without_one(tiles: list[tuple[int, int]], tile: tuple[int, int]) -> list[tuple[int, int]]:
    place = tiles.index(tile)
    return tiles[:place] + tiles[place + 1 :]


@pytest.mark.parametrize("name", HARD)
def test_hard_rounds_are_proven_and_their_ends_are_reached(name):
    others, hands, fillings = HARD[name]
    body = {"declarer": "A", "drew": False, "options": {"little_gin_before_take_only": False}, **others}
    scored = []
    for filled in fillings:
        assert max(Counter(" ".join(filled).split()).values()) <= 2
        told = [{"player": player, "hand": hand.split()} for player, hand in zip("ABCD", filled, strict=False)]
        lines = score_plainly({**body, "players": told}, [[pair(code) for code in own["hand"]] for own in told])
        assert lines is not None
        scored.append(lines)
    answer = score(*hands, **others)
    assert answer["proven"]
    reached = {player: ends for (player, line), ends in find_ranges(scored).items() if not line}
    assert ranges_of(answer) == reached


@pytest.mark.parametrize("name", HARD)
def test_hard_rounds_are_compared_with_real_fillings(name):
    _, hands, fillings = HARD[name]
    for filled in fillings:
        for unread, hand in zip(hands, filled, strict=True):
            assert is_filling(unread, hand)


def test_an_addition_that_needs_a_meld_of_unread_tiles_is_found_to_be_possible():
    told = [
        {
            "player": "A",
            "hand": ["B6", "?6", "?", "?", "B12", "K12", "?12", "?10", "K10", "Y10"],
            "melds": [["R10", "K10", "Y10"], ["R12", "B12", "K12", "Y12"], ["B6", "K6", "Y6"]],
        },
        {"player": "B", "hand": ["?", "?10", "?", "?", "?K", "K3", "?", "?B", "K7", "Y1"]},
        {"player": "C", "hand": ["B7", "?B", "B11", "?R", "?", "?R", "R8", "?", "K9", "?"]},
        {
            "player": "D",
            "hand": ["K4", "?", "?1", "Y7", "R9", "Y9", "?5", "?Y", "?1", "R10"],
            "melds": [["R1", "B1", "K1"]],
            "lay_offs": [{"player": "B", "meld": 0, "tiles": ["Y11"]}, {"player": "C", "meld": 0, "tiles": ["Y9"]}],
        },
    ]
    answer = ask({"players": told, "declarer": "A", "drew": True})
    assert answer["proven"]
    assert ranges_of(answer) == {"A": (75, 75), "B": (0, 0), "C": (0, 0), "D": (0, 0)}


def test_tiles_added_one_by_one_to_a_meld_are_added_together():
    added = [{"player": "A", "meld": 0, "tiles": ["R6"]}, {"player": "A", "meld": 0, "tiles": ["R7"]}]
    second = {"player": "B", "hand": ["R6", "R7", "R11", "R13", "B2", "B5", "B9", "B12", "K1", "?"], "lay_offs": added}
    for unread in ("R5", "?", "?5"):
        declarer = {"player": "A", "hand": f"{NINE} R9".replace("R5", unread).split()}
        answer = ask({"players": [declarer, second], "declarer": "A"})
        assert answer["possible"], answer["violations"]


# --- rounds of which tiles were hidden ------------------------------------------------------------------------------


def hide(rng: random.Random, hand: list[str], number: int) -> list[str]:
    hidden = set(rng.sample(range(len(hand)), number))
    return [
        rng.choice(("?", f"?{tile[0]}", f"?{tile[1:]}")) if place in hidden else tile for place, tile in enumerate(hand)
    ]


def test_a_round_whose_tiles_were_hidden_is_within_the_ranges():
    rng = random.Random("hidden")
    for _ in range(12):
        body = random_body(rng, 0)
        known = ask(body)
        for told in body["players"]:
            told["hand"] = hide(rng, told["hand"], rng.choice((0, 2, 5, 10)))
        found = ranges_of(ask(body))
        for own in known["scores"]:
            low, high = found[own["player"]]
            assert low <= own["points"] <= high, body


def test_what_is_in_a_round_may_be_while_it_is_searched():
    """What players are left with, and what they meld, is never taken to be impossible at any stage."""
    rng = random.Random("prospects")
    asked = 0
    for _ in range(60):
        body = random_body(rng, 0)
        entries = [GinHand(told["player"], tuple(BOX.tiles[code] for code in told["hand"])) for told in body["players"]]
        end = GinRound(tuple(entries), "A", None, body["drew"])
        finished = FinishedRound(end, GinRummyOptions(), BOX, BOX.holds, GIN_RUMMY.cite)
        downs = [down for down, _ in lay_down(finished)]
        hidden = [
            replace(entry, hand=tuple(BOX.tiles.get(code) or BOX.unread[code] for code in codes))
            for entry, told in zip(entries, body["players"], strict=True)
            for codes in [hide(rng, told["hand"], rng.randint(0, 8))]
        ]
        seats = [read_seat(index, entry) for index, entry in enumerate(hidden)]
        left = Counter(WHOLE_BOX)
        for seat in seats:
            left.subtract(seat.read)
        prospects = Prospects(seats, Steps(10**7))
        lying: dict[str, Any] = {}
        for turn, (seat, down) in enumerate(zip(seats, downs, strict=True)):
            room = len(entries[turn].hand) if turn else sum(map(len, down.melds))
            for chosen in ((), down.melds[:1], down.melds):
                lies = tuple(meld for melds in lying.values() for meld in melds)
                standing = Standing(lies, left, turn, chosen, room - sum(map(len, chosen)))
                for place in range(max(1, turn + bool(chosen)), len(seats)):
                    asked += 1
                    count, lead = downs[place].count, downs[0].count - downs[place].count
                    assert prospects.may_leave(place, count, lead, standing), (hidden, turn, chosen, place)
                    assert prospects.may_leave_more(place, count - 1, standing) or len(seats) > 2, (hidden, turn)
            left = Counter(left)
            left.subtract((Counter(entries[turn].hand) - Counter(seat.read)).elements())
            lying = grow(lying, down)
    assert asked > 0


def tell(hand: str, *melds: str) -> dict[str, Any]:
    return {"player": "A", "hand": hand.split(), "melds": [meld.split() for meld in melds]}


def test_an_unread_tile_is_known_by_the_meld_that_it_is_told_to_lie_in():
    melds = ("R3 R4 R5", "B7 K7 Y7", "K10 K11 K12")
    other = {"player": "B", "hand": DEAD.split()}
    for unread in ("?", "?R", "?5"):
        answer = ask({"players": [tell(f"{NINE} R9".replace("R5", unread), *melds), other], "declarer": "A"})
        assert (answer["exact"], answer["scores"][0]["points"]) == (True, 97)
    answer = ask({"players": [tell(f"{NINE} R9".replace("R5", "?B"), *melds), other], "declarer": "A"})
    assert [(found["code"], found["params"]) for found in answer["violations"]] == [
        ("tiles_not_in_hand", {"tiles": ["R5"]})
    ]


@pytest.mark.parametrize(
    ("hand", "others", "wanted"),
    [
        ("R3 R4 R5 B7 K7 Y1 K10 K1 ? ?", {}, ("too_few_melded", "/players/0/hand")),
        (f"{NINE} ?R".replace("R3 R4 R5", "B9 R13 R6"), {}, ("too_few_melded", "/players/0/hand")),
        (f"{NINE} ?10".replace("K10 K11 K12", "R6 R7 R8"), {}, ("rest_too_high", "/players/0/hand")),
        (f"{NINE} R9 ?", {"drew": True}, ("discard_missing", "/players/0/hand")),
        (f"{NINE} R9 ?", {}, ("hand_not_of_ten", "/players/0/hand")),
        ("?1 " * 9 + "?", {}, ("unread_unfillable", "/players")),
        ("R1 R1 R1 ? ? ? ? ? ? ?", {}, ("box_exceeded", "/players/0/hand/2")),
    ],
)
def test_rounds_that_no_filling_makes_possible(hand, others, wanted):
    answer = score(hand, DEAD, **others)
    assert wanted in [(found["code"], found["path"]) for found in answer["violations"]]
    assert (answer["possible"], answer["exact"], answer["scores"]) == (False, False, [])


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ({"lay_offs": [{"player": "B", "meld": 0, "tiles": ["R5"]}]}, "lay_off_not_laid_before"),
        ({"melds": [[]]}, "meld_too_short"),
        ({"melds": [["R5"]]}, "meld_too_short"),
        ({"melds": [["R5", "R5", "R5"]]}, "tiles_not_in_hand"),
        ({"melds": [["R5", "B6", "K9"]]}, "group_numbers_differ"),
        ({"melds": [], "lay_offs": []}, "too_few_melded"),
    ],
)
def test_what_cannot_be_told_of_unread_tiles(told, wanted):
    declarer = {"player": "A", "hand": ["?"] * 10, **told}
    for second in (["?"] * 10, DEAD.split()):
        body = {"players": [declarer, {"player": "B", "hand": second}], "declarer": "A"}
        assert wanted in [found["code"] for found in ask(body)["violations"]]


def test_an_addition_is_told_to_a_meld_that_must_then_be_there():
    added = {"player": "B", "hand": DEAD.split(), "lay_offs": [{"player": "A", "meld": 1, "tiles": ["R9"]}]}
    for unread, possible in (("?", True), ("?10", True), ("?B", False)):
        declarer = {"player": "A", "hand": ["R3", "R4", "R5", "B7", "K7", "Y7", "R12", "R11", unread, "R1"]}
        answer = ask({"players": [declarer, added], "declarer": "A"})
        assert answer["possible"] == possible, answer["violations"]


def test_a_void_round_counts_nothing_whatever_was_unread():
    answer = score(f"{NINE} ?", "? ?7 ?R", declarer=None)
    assert (answer["void"], answer["exact"], ranges_of(answer)) == (True, True, {"A": (0, 0), "B": (0, 0)})
