"""Gin Rummy with cards against brute force: deadwood, lay-offs, legal moves, and ranges with unknown cards."""

import random
from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any

import pytest

from rummy_referee.games import GAMES
from rummy_referee.games.gin_rummy_cards.cards import COMBINATIONS, GinRummyCardsOptions
from rummy_referee.games.gin_rummy_cards.snapshot import GinCardsSnapshot
from rummy_referee.rules.moves import find_best_move, list_moves
from service.app import create_app
from tests.games.plain_gin_cards import (
    CARDS,
    IS_MELD,
    RANKS,
    least_after_lay_offs,
    meldings,
    minimum_deadwood,
    points,
)

CLIENT = create_app().test_client()
GAME = GAMES["gin-rummy-cards"]
TILES = GAME.box.tiles


def random_hands(seed: int, count: int, size: int) -> Iterator[list[str]]:
    """Hands as dealt, and hands of few ranks, where much can be melded."""
    rng = random.Random(seed)
    for _ in range(count):
        low = rng.randint(0, 8)
        among = CARDS if rng.random() < 0.4 else [card for card in CARDS if low <= RANKS.index(card[0]) < low + 5]
        yield rng.sample(among, size)


@pytest.mark.parametrize("size", [10, 11])
def test_the_minimum_deadwood_is_that_of_every_melding(size):
    for hand in random_hands(size, 300, size):
        tiles = [TILES[card] for card in hand]
        least = minimum_deadwood(frozenset(hand))
        melding = COMBINATIONS.deadwood.meld(tiles)
        assert (melding.points, COMBINATIONS.deadwood.find_points(tiles)) == (least, least)
        assert len(melding.left) == min(len(left) for left, _ in meldings(frozenset(hand)) if points(left) == least)


def test_the_best_discard_leaves_the_least_and_keeps_the_card_just_taken():
    for hand in random_hands(3, 100, 11):
        tiles = [TILES[card] for card in hand]
        after = {card: minimum_deadwood(frozenset(hand) - {card}) for card in hand[1:]}
        best = COMBINATIONS.deadwood.discard(tiles, kept=tiles[0])
        assert best.melding.points == after[best.tile.code] == min(after.values())
        assert COMBINATIONS.deadwood.find_discard(tiles, tiles[0]) == (best.tile, best.melding.points)


def allowed(hand: frozenset[str], melds: Iterable[Iterable[str]]) -> int:
    """The points of the cards of other players that fit one of these melds."""
    others = [card for card in CARDS if card not in hand]
    fitting = [card for card in others if any(frozenset([*meld, card]) in IS_MELD for meld in melds)]
    return points(fitting)


def test_the_best_knock_allows_the_other_player_to_lay_off_the_least():
    named = 0
    for hand in random_hands(7, 400, 11):
        snapshot = GinCardsSnapshot(tuple(TILES[card] for card in hand), None, 20, "discard")
        best = find_best_move(GAME.position(snapshot, GinRummyCardsOptions()), "tiles")
        if best.move is None or not best.goes_out or not best.leaves:
            continue
        ends = [(frozenset(hand) - {card}, end) for card in hand for end in meldings(frozenset(hand) - {card})]
        least = min((points(left), len(left)) for _, (left, _) in ends)
        equal = [allowed(kept, melds) for kept, (left, melds) in ends if (points(left), len(left)) == least]
        kept = frozenset(hand) - {best.move.discard.code}
        melds = [[card.code for card in meld] for meld in best.melds]
        assert allowed(kept, melds) == min(equal)
        assert best.move.melds in (None, best.melds)
        named += best.move.melds is not None
    assert named


def plain_moves(snapshot: dict[str, Any], options: dict[str, Any]) -> set[str]:
    """Every legal move in words."""
    phase, top, hand = snapshot["phase"], snapshot["discard_top"], snapshot["hand"]
    if phase != "discard":
        takes = {"take discard"} if top else set()
        return takes | ({"pass"} if phase == "offer" else {"take stock"})
    limit = 10
    if options["oklahoma"]:
        limit = points([snapshot["upcard"]])
        limit = 0 if limit == 1 else limit
    free = [card for card in hand if card != snapshot["taken"]]
    moves = {f"discard {card}" for card in free}
    moves |= {f"knock {card}" for card in free if minimum_deadwood(frozenset(hand) - {card}) <= limit}
    return moves | ({"knock"} if options["big_gin"] and not minimum_deadwood(frozenset(hand)) else set())


def name(move: Any) -> str:
    card = getattr(move, "tile", None) or getattr(move, "discard", None)
    return " ".join(filter(None, [move.type, getattr(move, "from_", None), card and card.code]))


def random_requests(seed: int, count: int) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    rng = random.Random(seed)
    for hand in random_hands(seed, count, 11):
        phase = rng.choice(["offer", "take", "discard", "discard", "discard"])
        rest = [card for card in CARDS if card not in hand]
        upcard = rng.choice(hand if phase == "discard" else rest)
        top = upcard if phase == "offer" else None if phase == "discard" or rng.random() < 0.2 else rng.choice(rest)
        yield (
            {
                "hand": hand if phase == "discard" else hand[:10],
                "discard_top": top,
                "stock": 31 if phase == "offer" else rng.randint(3, 30),
                "phase": phase,
                "taken": rng.choice([None, *hand]) if phase == "discard" else None,
                "upcard": upcard,
            },
            {"oklahoma": rng.random() < 0.5, "big_gin": rng.random() < 0.5},
        )


def test_the_legal_moves_are_those_of_the_plain_rules():
    seen = set()
    for fields, options in random_requests(4, 150):
        cards: dict[str, Any] = {
            key: TILES[fields[key]] if fields[key] else None for key in ("discard_top", "taken", "upcard")
        }
        snapshot = GinCardsSnapshot(
            hand=tuple(TILES[card] for card in fields["hand"]), stock=fields["stock"], phase=fields["phase"], **cards
        )
        request = GAME.position(snapshot, GinRummyCardsOptions(**options))
        listed = list_moves(request, 100, None)
        assert not listed.violations
        moves = {name(move) for move in listed.moves}
        assert moves == plain_moves(fields, options), (fields, options)
        assert listed.total == len(moves)
        assert name(find_best_move(request, "tiles").move) in moves
        seen |= {move.split()[0] for move in moves} | ({"big gin"} if "knock" in moves else set())
    assert seen == {"take", "pass", "discard", "knock", "big gin"}


# --- scores ---------------------------------------------------------------------------------------------------------


def plain_points(knocked: frozenset[str], other: frozenset[str], limit: int = 10) -> tuple[int, int] | None:
    """The points of both players, with every melding and every lay-off; None if the knock is not allowed.

    Where several meldings leave as little, the service takes the one with the fewest cards left and then the first by a
    fixed order, so all of these are possible here: only rounds with one result are compared.
    """
    least = minimum_deadwood(knocked)
    if least > limit:
        return None
    if not least:
        return minimum_deadwood(other) + (31 if len(knocked) == 11 else 25), 0
    if len(knocked) == 11:
        return None
    ways = [(len(left), melds) for left, melds in meldings(knocked) if points(left) == least]
    fewest = min(size for size, _ in ways)
    counts = {least_after_lay_offs(other, melds) for size, melds in ways if size == fewest}
    if len(counts) > 1:
        raise ValueError("the order of melds decides")
    count = counts.pop()
    return (count - least, 0) if count > least else (0, least - count + 25)


def score(hands: list[list[str]], **others: Any) -> Any:
    players = [{"player": name, "hand": hand} for name, hand in zip("AB", hands, strict=True)]
    body = {"variant": "gin-rummy-cards", "players": players, "knocker": "A", **others}
    return CLIENT.post("/v1/rounds/score", json=body).json


def melded_hand(rng: random.Random, pack: list[str], size: int, melds: int) -> list[str]:
    """A hand with some melds, and low cards."""
    while True:
        hand: set[str] = set()
        for _ in range(melds):
            start, suit = rng.randint(0, 10), rng.choice("shdc")
            run = [rank + suit for rank in RANKS[start : start + rng.choice((3, 4))]]
            group = [RANKS[start] + other for other in "shdc"][rng.randint(0, 1) :]
            hand |= {*rng.choice((run, group))}
        if len(hand) <= size and hand <= {*pack}:
            low = sorted({*pack} - hand, key=lambda card: points([card]) + 12 * rng.random())
            hand |= {*low[: size - len(hand)]}
            pack[:] = [card for card in pack if card not in hand]
            return sorted(hand)


def random_rounds(seed: int, count: int) -> Iterator[list[list[str]]]:
    rng = random.Random(seed)
    for _ in range(count):
        pack = list(CARDS)
        knocked = melded_hand(rng, pack, rng.choice((10, 10, 10, 11)), 3)
        yield [knocked, melded_hand(rng, pack, 10, rng.choice((0, 1, 1, 2)))]


def test_a_round_is_scored_as_every_melding_and_every_lay_off_says():
    kinds = set()
    for hands in random_rounds(5, 150):
        try:
            expected = plain_points(frozenset(hands[0]), frozenset(hands[1]))
        except ValueError:
            continue
        answer = score(hands)
        assert answer["possible"] == (expected is not None), hands
        if expected:
            assert tuple(found["points"] for found in answer["scores"]) == expected, hands
            kinds |= {line["code"] for found in answer["scores"] for line in found["lines"]}
    assert kinds == {"difference_of_deadwood", "gin_bonus", "big_gin_bonus", "undercut_bonus"}


def can_be(code: str, card: str) -> bool:
    return code[1:] in ("", card[0], card[1])


def plain_ranges(hands: list[list[str]]) -> list[tuple[int, int]]:
    """The ranges over all completions; nothing if there are none. Raises if the order of melds decides."""
    known = [frozenset(card for card in hand if card[0] != "?") for hand in hands]
    unknown = [(place, code) for place, hand in enumerate(hands) for code in hand if code[0] == "?"]
    left = [card for card in CARDS if card not in known[0] | known[1]]
    found = set()
    for chosen in permutations(left, len(unknown)):
        if all(can_be(code, card) for (_, code), card in zip(unknown, chosen, strict=True)):
            own = [{card for (place, _), card in zip(unknown, chosen, strict=True) if place == at} for at in (0, 1)]
            found.add(plain_points(known[0] | own[0], known[1] | own[1]))
    scores = [result for result in found if result]
    return [(min(column), max(column)) for column in zip(*scores, strict=True)]


def test_unknown_cards_give_the_range_over_all_completions():
    rng = random.Random(6)
    compared = ranges = 0
    for hands in random_rounds(7, 20):
        hidden = [list(hand) for hand in hands]
        for codes in rng.choice((("",), ("r", "s"), ("r", "r"))):  # few enough completions for brute force
            hand = rng.choice(hidden)
            place = rng.randrange(len(hand))
            hand[place] = "?" + (
                "" if not codes else hand[place][-1] if codes == "s" else hand[place][-2:-1].strip("?")
            )
        try:
            expected = plain_ranges(hidden)
        except ValueError:
            continue
        answer = score(hidden)
        assert answer["possible"] == bool(expected), hidden
        assert answer["proven"]
        assert [(found["low"], found["high"]) for found in answer["scores"]] == expected, hidden
        compared += 1
        ranges += not answer["exact"]
    assert compared > 8
    assert ranges > 3
