"""Examples of the operations on moves; the contract shows them with their computed responses."""

from typing import Any

Example = dict[str, Any]

BOOKLET: Example = {
    "variant": "rummy",
    "table": [["R4", "B4", "K4"], ["R3", "B3", "K3"], ["K5", "K6", "K7"]],
    "hand": ["K2", "R5", "R6", "B2", "B5", "K10", "Y13"],
    "opened": True,
    "stock": 40,
}

KIDS: Example = {
    "variant": "myrummy-kids",
    "table": [["B1", "J", "B3"]],
    "hand": ["B2", "B4", "R4", "R5", "G1"],
    "opened": False,
    "stock": 30,
}

GIN: Example = {
    "variant": "gin-rummy",
    "hand": ["R1", "R2", "R3", "R4", "B7", "K7", "Y7", "K9", "K10", "K11", "Y13"],
    "discard_top": None,
    "stock": 60,
    "players": 2,
    "phase": "discard",
}

GIN_CARDS: Example = {
    "variant": "gin-rummy-cards",
    "hand": ["As", "2s", "3s", "4s", "7h", "7d", "7c", "9d", "Td", "Jd", "Ks"],
    "discard_top": None,
    "stock": 20,
    "phase": "discard",
    "taken": "Jd",
}

ONE_ELEVEN: Example = {
    "variant": "myrummy-111",
    "hand": ["47*1", "5*1", "12*3", "18*2", "22*1", "31*2", "40*1", "58*4", "66*1", "77*2", "90*1", "103*3"],
    "middle": ["85*3", None, None],
    "stock": 70,
}

RUMMU: Example = {
    "variant": "rummu",
    "table": [{"owner": "Ada", "cards": ["B3", "B4", "B5"]}, {"owner": "Bo", "cards": ["R5", "Y6", "R7"]}],
    "hand": ["R6", "B7", "K9", "G2"],
    "player": "Ada",
    "players": ["Ada", "Bo", "Cy"],
    "score": 30,
    "opened": True,
    "stock": 20,
    "discard_top": "G9",
    "discard_count": 3,
    "phase": "play",
}

NO_OPENING: Example = {
    "variant": "rummy",
    "table": [["R7", "J", "R9"]],
    "hand": ["R10", "B2", "B3", "B4"],
    "opened": False,
    "stock": 60,
}

LISTED: dict[str, Example] = {
    "the first moves of the example in the booklet": {**BOOKLET, "limit": 3},
    "a player who cannot open yet": NO_OPENING,
    "a full rack": {
        "variant": "myrummy-kids-pro",
        "table": [],
        "hand": [f"{colour}{number}" for colour in "BRGY" for number in (1, 3, 5, 6)],
        "opened": False,
        "stock": 9,
        "phase": "return",
        "limit": 3,
    },
    "a card taken, and what can be laid": {**RUMMU, "limit": 3},
    "ten tiles melded after taking one": {**GIN, "limit": 3},
    "a card that puts a hand in order": {**ONE_ELEVEN, "drawn": {"card": "105*2", "slot": 1}, "limit": 3},
    "a joker to swap, or a tile to draw": {**KIDS, "limit": 3},
}

CHECKED: dict[str, Example] = {
    "the example in the booklet": {
        **BOOKLET,
        "move": {
            "type": "play",
            "table": [["R3", "R4", "R5", "R6"], ["B2", "B3", "B4", "B5"], ["K2", "K3", "K4", "K5", "K6", "K7"]],
        },
    },
    "an opening of 29 points": {
        "variant": "rummy",
        "table": [],
        "hand": ["B2", "B3", "B4", "B5", "R4", "R5", "R6", "K13"],
        "opened": False,
        "stock": 60,
        "move": {"type": "play", "table": [["B2", "B3", "B4", "B5"], ["R4", "R5", "R6"]]},
    },
    "an invalid table, and its penalty": {
        "variant": "rummikub",
        "table": [["K5", "B5", "R5", "O5"]],
        "hand": ["B4", "B6", "O13"],
        "opened": True,
        "stock": 40,
        "move": {"type": "play", "table": [["K5", "R5", "O5"], ["B4", "B5"]]},
    },
    "an exchange for a tile that is not told": {
        **BOOKLET,
        "move": {"type": "exchange", "tile": "Y13"},
    },
    "a card for passing": {
        "variant": "brettspielnetz-rummy",
        "table": [],
        "hand": ["R1", "G5", "J"],
        "opened": False,
        "stock": 60,
        "move": {"type": "pass", "drawn": "B12"},
    },
    "a yellow card swapped for the card it stands for": {
        **RUMMU,
        "move": {"type": "swap_joker", "meld": 1, "tile": "R6"},
    },
    "the top of a discard pile, and the card under it": {
        **RUMMU,
        "phase": "draw",
        "move": {"type": "take", "from": "discard", "revealed": "K0"},
    },
    "a discard that goes back into the stock with three players": {
        "variant": "gin-rummy",
        "hand": ["R1", "R2", "R5", "B4", "B8", "K7", "K9", "K12", "Y3", "Y6"],
        "discard_top": "Y13",
        "stock": 73,
        "players": 3,
        "move": {"type": "take", "from": "stock", "drawn": "R3"},
    },
    "a declaration without enough melds": {
        **GIN,
        "move": {"type": "declare", "melds": [["R1", "R2", "R3", "R4"], ["B7", "K7", "Y7"]], "discard": "Y13"},
    },
    "a knock with the card just taken": {**GIN_CARDS, "move": {"type": "knock", "discard": "Jd"}},
    "the upcard refused": {
        **GIN_CARDS,
        "hand": ["As", "2s", "3s", "4s", "7h", "7d", "8c", "9d", "Td", "Kd"],
        "discard_top": "Ks",
        "stock": 31,
        "phase": "offer",
        "taken": None,
        "move": {"type": "pass"},
    },
    "a card put at the edge, for the outermost one of the other side": {
        **ONE_ELEVEN,
        "drawn": {"card": "105*2", "slot": 1},
        "move": {"type": "insert", "position": 12, "discard": "opposite", "announce": True},
    },
    "a joker swapped out": {**KIDS, "move": {"type": "swap_joker", "meld": 0, "tile": "B2"}},
    "a joker that could not be laid again": {
        **KIDS,
        "hand": ["B2", "R1", "G5"],
        "move": {"type": "swap_joker", "meld": 0, "tile": "B2"},
    },
}

BEST: dict[str, Example] = {
    "the most tiles in the booklet": BOOKLET,
    "no way to go out": {**BOOKLET, "objective": "out"},
    "a tile to exchange, because nothing can be laid": NO_OPENING,
    "an opening where a joker counts nothing": {
        "variant": "brettspielnetz-rummy",
        "table": [],
        "hand": ["R10", "J", "R12", "G4", "G5", "G6"],
        "opened": False,
        "stock": 60,
        "objective": "points",
    },
    "a yellow card that is swapped and laid again": RUMMU,
    "the declaration that scores the most": GIN,
    "a gin": GIN_CARDS,
    "the discard that wins the most games": {
        **GIN_CARDS,
        "hand": ["As", "2s", "3s", "4s", "7h", "7d", "7c", "9d", "Td", "Js", "Ks"],
        "taken": "Js",
        "objective": "win",
        "strength": 2,
        "seen": {"discards": ["Qs", "Qd"], "known": ["8d"], "total": 40, "other_total": 30},
    },
    "the open card or one that lies face down": ONE_ELEVEN,
    "the most tiles in several steps": KIDS,
}

DRAWN: dict[str, Example] = {
    "tiles that help to lay": {
        **KIDS,
        "table": [["B1", "B2", "B3", "B4"], ["R1", "R2", "R3", "R4", "R5", "R6"], ["G2", "G3", "G4"]],
        "hand": ["B6", "R2", "R3", "G6", "Y1"],
        "opened": True,
        "stock": 12,
    },
    "the discard that keeps the most": {**GIN_CARDS, "hand": [*GIN_CARDS["hand"][:8], "Tc", "Jd", "Ks"]},
}
