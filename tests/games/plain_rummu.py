"""A turn of Rummü literally by its rules, on plain codes and without optimisation; and random positions."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

from rummy_referee.games import GAMES
from rummy_referee.games.rummu.snapshot import RummuSnapshot
from rummy_referee.rules.options import NoOptions
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.records import OwnedMeld
from tests.melds.plain_readings import PlainReading, read_rummu

Codes = tuple[str, ...]
Snapshot = dict[str, Any]
Move = dict[str, Any]

UNSEEN = "??"
"""An unknown card of the stock."""
COLOURS = "RBKGY"
BOX = [f"{colour}{number}" for colour in COLOURS for number in (0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9)]


def piece(code: str) -> str:
    return code.partition("=")[0]


def pieces(codes) -> Counter[str]:
    return Counter(map(piece, codes))


@cache
def readings_of(codes: Codes) -> list[PlainReading]:
    """All readings, without trying cards that obviously have none: that would take long."""
    numbers = Counter(code[1] for code in codes)
    return read_rummu(codes) if len(numbers) == 1 or numbers.total() == len(numbers) else []


def is_meld(codes) -> bool:
    return bool(readings_of(tuple(codes)))


# --- what is legal --------------------------------------------------------------------------------------------------


def is_legal(snapshot: Snapshot, move: Move) -> bool:
    drawing = snapshot["phase"] == "draw"
    nothing_to_take = snapshot["stock"] == 0 and snapshot["discard_count"] == 0
    if move["type"] == "take":
        return drawing and is_legal_take(snapshot, move)
    if drawing and snapshot["taken"] == 0 and not nothing_to_take:
        return False
    return STEPS[move["type"]](snapshot, move)


def is_legal_take(snapshot: Snapshot, move: Move) -> bool:
    if move["from"] == "stock":
        there = snapshot["stock"] > 0 or snapshot["discard_count"] > 1
        return there and snapshot["taken"] == 0 and move.get("revealed") is None
    if "drawn" in move or snapshot["discard_count"] == 0:
        return False
    if "revealed" not in move:
        return True
    return (move["revealed"] is None) == (snapshot["discard_count"] == 1)


def demanded(snapshot: Snapshot) -> int:
    score = snapshot["score"]
    if score < 0:
        return 3
    if snapshot["teams"]:
        return 4 if score < 200 else 5 if score < 400 else 6
    return 4 if score < 100 else 5 if score < 150 else 6


def has_all(snapshot: Snapshot, codes) -> bool:
    return not pieces(codes) - Counter(snapshot["hand"])


def own_melds(snapshot: Snapshot) -> list[int]:
    return [index for index, meld in enumerate(snapshot["table"]) if meld["owner"] == snapshot["player"]]


def is_legal_meld(snapshot: Snapshot, move: Move) -> bool:
    long_enough = snapshot["opened"] or len(move["tiles"]) >= demanded(snapshot)
    return has_all(snapshot, move["tiles"]) and is_meld(move["tiles"]) and long_enough


def is_legal_lay_off(snapshot: Snapshot, move: Move) -> bool:
    if not snapshot["opened"] or move["meld"] >= len(snapshot["table"]) or not move["tiles"]:
        return False
    if not has_all(snapshot, move["tiles"]):
        return False
    lays_the_last = len(move["tiles"]) == len(snapshot["hand"])
    if lays_the_last and not own_melds(snapshot):
        return False
    return is_meld([*snapshot["table"][move["meld"]]["cards"], *move["tiles"]])


def jokers_for(cards, tile: str) -> list[str]:
    """The yellow cards of a meld that stand for a card in some reading of it."""
    readings = readings_of(tuple(cards))
    return [
        card
        for card in cards
        if piece(card)[0] == "Y" and any(f"{piece(card)}={tile}" in reading.tiles for reading in readings)
    ]


def is_legal_swap(snapshot: Snapshot, move: Move) -> bool:
    if not snapshot["opened"] or move["meld"] >= len(snapshot["table"]) or not has_all(snapshot, [move["tile"]]):
        return False
    cards = snapshot["table"][move["meld"]]["cards"]
    jokers = jokers_for(cards, move["tile"])
    return bool(jokers) and is_meld([move["tile"] if card == jokers[0] else card for card in cards])


def is_legal_take_back(snapshot: Snapshot, move: Move) -> bool:
    if snapshot["hand"] or move["meld"] not in own_melds(snapshot) or not move["tiles"]:
        return False
    own = [tuple(snapshot["table"][index]["cards"]) for index in own_melds(snapshot)]
    cards = snapshot["table"][move["meld"]]["cards"]
    if pieces(move["tiles"]) - pieces(cards) or len(move["tiles"]) > min(map(fewest_to_take, own)):
        return False
    left = less(cards, move["tiles"])
    return not left or is_meld(left)


@cache
def fewest_to_take(cards: Codes) -> int:
    """How many cards one must at least take from a meld, so that a meld or nothing stays."""
    stays = (kept for size in range(3, len(cards)) for kept in combinations(cards, size) if is_meld(kept))
    return len(cards) - max(map(len, stays), default=0)


def is_legal_discard(snapshot: Snapshot, move: Move) -> bool:
    return has_all(snapshot, [move["tile"]])


STEPS = {
    "meld": is_legal_meld,
    "lay_off": is_legal_lay_off,
    "swap_joker": is_legal_swap,
    "take_back": is_legal_take_back,
    "discard": is_legal_discard,
}


# --- what a legal move leads to -------------------------------------------------------------------------------------


def less(cards, taken) -> list[str]:
    """Cards without others; a pinned card is the same card."""
    left, to_go = [], pieces(taken)
    for card in cards:
        if to_go[piece(card)]:
            to_go[piece(card)] -= 1
        else:
            left.append(card)
    return left


def follow(snapshot: Snapshot, move: Move) -> Snapshot:
    """The snapshot after a legal move without unknown cards."""
    after = {**snapshot, "table": [dict(meld) for meld in snapshot["table"]]}
    match move["type"]:
        case "take" if move["from"] == "discard":
            after["hand"] = [*snapshot["hand"], snapshot["discard_top"]]
            after["discard_top"] = move.get("revealed")
            after["discard_count"] -= 1
            after["taken"] += 1
        case "take":
            after["hand"] = [*snapshot["hand"], move["drawn"]]
            if not after["stock"]:
                after["stock"], after["discard_count"] = after["discard_count"] - 1, 1
            after["stock"] -= 1
            after["phase"] = "play"
        case "discard":
            after["hand"] = less(snapshot["hand"], [move["tile"]])
            after |= {"discard_top": move["tile"], "discard_count": after["discard_count"] + 1}
            after |= {"phase": "draw", "taken": 0}
        case step:
            after["phase"] = "play"
            lay(after, step, move)
    return after


def lay(after: Snapshot, step: str, move: Move) -> None:
    table, hand = after["table"], after["hand"]
    if step == "meld":
        table.append({"owner": after["player"], "cards": list(move["tiles"])})
        after |= {"hand": less(hand, move["tiles"]), "opened": True}
        return
    meld = table[move["meld"]]
    if step == "lay_off":
        meld["cards"] = [*meld["cards"], *move["tiles"]]
        after["hand"] = less(hand, move["tiles"])
    elif step == "swap_joker":
        joker = jokers_for(meld["cards"], move["tile"])[0]
        meld["cards"] = [move["tile"] if card == joker else card for card in meld["cards"]]
        after["hand"] = [*less(hand, [move["tile"]]), piece(joker)]
    else:
        meld["cards"] = less(meld["cards"], move["tiles"])
        after["hand"] = list(move["tiles"])
        if not meld["cards"]:
            table.remove(meld)


# --- every move one could think of ----------------------------------------------------------------------------------


def subsets(cards) -> Iterator[Codes]:
    """Every set of some cards, in the order in which the service lists cards: by number, then by colour."""
    ordered = sorted(cards, key=lambda card: (card[1], COLOURS.index(card[0])))
    found = {chosen for size in range(1, len(ordered) + 1) for chosen in combinations(ordered, size)}
    return iter(found)


def candidates(snapshot: Snapshot) -> Iterator[Move]:
    """Every move with cards that are there; each is legal or not."""
    known = [card for card in snapshot["hand"] if card != UNSEEN]
    yield from ({"type": "take", "from": place} for place in ("stock", "discard"))
    hands = list(subsets(known))
    yield from ({"type": "meld", "tiles": list(chosen)} for chosen in hands)
    for index, meld in enumerate(snapshot["table"]):
        yield from ({"type": "lay_off", "meld": index, "tiles": list(chosen)} for chosen in hands)
        yield from ({"type": "swap_joker", "meld": index, "tile": tile} for tile in set(known))
        back = subsets(map(piece, meld["cards"]))
        yield from ({"type": "take_back", "meld": index, "tiles": list(chosen)} for chosen in back)
    yield from ({"type": "discard", "tile": tile} for tile in set(known))


# --- random positions -----------------------------------------------------------------------------------------------


def random_meld(chance: random.Random, box: list[str]) -> list[str]:
    """A meld of cards that are left in the box, taken out of it; some yellow cards are pinned."""
    for _ in range(200):
        number, kind = chance.randrange(10), chance.choice(["group", "mixed", "plain", "plain"])
        size = chance.randint(3, 5 if kind != "plain" else 7)
        colours = chance.sample(COLOURS, min(size, 5))
        if kind == "group":
            cards = [f"{colour}{number}" for colour in colours]
        elif kind == "mixed":
            cards = [f"{colour}{number + step}" for step, colour in enumerate(colours)]
        else:
            cards = [f"{chance.choice([colours[0], colours[0], 'Y'])}{number + step}" for step in range(size)]
        if not Counter(cards) - Counter(box) and is_meld(cards):
            for card in cards:
                box.remove(card)
            roles = list(chance.choice(readings_of(tuple(cards))).tiles)
            return [card if chance.random() < 0.3 else piece(card) for card in roles]
    return []


def random_snapshot(chance: random.Random, cards: int = 6, melds: int = 4) -> Snapshot:
    """A possible position with a hand that often fits the table."""
    box = BOX.copy()
    chance.shuffle(box)
    players = ["Ada", "Bo", "Cy", "Di"][: chance.choice([3, 4])]
    table = [
        {"owner": chance.choice(players), "cards": random_meld(chance, box)} for _ in range(chance.randint(0, melds))
    ]
    table = [meld for meld in table if meld["cards"]]
    opened = chance.random() < 0.75
    if not opened:
        table = [meld for meld in table if meld["owner"] != "Ada"]
    drawing = chance.random() < 0.3
    can_be_empty = not drawing and any(meld["owner"] == "Ada" for meld in table)
    size = 0 if can_be_empty and chance.random() < 0.15 else chance.randint(1, cards)
    hand = random_hand(chance, box, table, size)
    pile = chance.choice([0, 0, 1, 2, 5])
    return {
        "table": table,
        "hand": hand,
        "player": "Ada",
        "players": players,
        "score": chance.choice([-20, -1, -1, 0, 99, 100, 149, 150, 199, 200, 399, 400]),
        "opened": opened,
        "stock": chance.choice([0, 0, 1, 7]),
        "discard_top": box.pop() if pile else None,
        "discard_count": pile,
        "teams": len(players) == 4 and chance.random() < 0.5,
        "phase": "draw" if drawing else "play",
        "taken": chance.choice([0, 0, 1, 2]) if size > 2 else 0,
    }


def random_hand(chance: random.Random, box: list[str], table: list[dict[str, Any]], size: int) -> list[str]:
    """Cards out of the box: some that fit a meld on the table, some near one another, some as they come."""
    hand: list[str] = []
    centre, colour = chance.randrange(10), chance.choice(COLOURS)
    while len(hand) < size:
        near = [
            card
            for card in box
            if abs(int(card[1]) - centre) < 3 and (card[0] in (colour, "Y") or card[1] == str(centre))
        ]
        fitting = [card for card in box for meld in table if fits(card, meld["cards"])]
        pool = chance.choice([near, fitting, box]) or box
        hand.append(chance.choice(pool))
        box.remove(hand[-1])
    return hand


def fits(card: str, cards: list[str]) -> bool:
    return is_meld([*cards, card]) or bool(jokers_for(cards, card))


# --- as the service has it ------------------------------------------------------------------------------------------


def request_of(snapshot: Snapshot) -> AnyPosition:
    game = GAMES["rummu"]
    tiles = game.box.tiles
    top = snapshot["discard_top"]
    given = {
        **snapshot,
        "table": tuple(
            OwnedMeld(meld["owner"], tuple(tiles[card] for card in meld["cards"])) for meld in snapshot["table"]
        ),
        "hand": tuple(tiles[card] for card in snapshot["hand"]),
        "players": tuple(snapshot["players"]),
        "discard_top": tiles[top] if top else None,
    }
    return game.position(RummuSnapshot(**given), NoOptions())
