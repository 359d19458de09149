"""Moves: which are legal, is this one, and which is best?"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from marshmallow.fields import Boolean, Field, Integer, Nested, String

from service.api.answers import Judged, codes, dump_tiles, dump_violations, listed, said
from service.api.bodies import body_by_variant
from service.api.fields import Choice, Loaded, ShortText, WholeNumber
from service.api.limits import CURSOR_LENGTH, MOVES_LISTED
from service.api.move_answers import listed_move
from service.api.move_bodies import PLAYED, move_field, read_move, read_snapshot, snapshot_fields
from service.api.operations import AskOperation
from service.api.records import dump_moves, dump_record
from service.rules.game import AnyGame
from service.rules.moves import check_move, find_best_move, list_moves
from service.rules.snapshots import Asked

TAG = "Moves"


# --- what the answers share -----------------------------------------------------------------------------------------


SNAPSHOT = body_by_variant("Snapshot", PLAYED, snapshot_fields)
"""A snapshot in an answer is one that can be sent as it is."""

LISTED_MOVE = listed_move(PLAYED)


def _dump_snapshot(asked: Asked, snapshot: Any) -> dict[str, Any]:
    agreed = {option.name: getattr(asked.options, option.name) for option in fields(asked.options)}
    defaults = asked.game.options()
    return {
        "variant": asked.game.id,
        "options": {name: value for name, value in agreed.items() if value != getattr(defaults, name)},
        **dump_record(snapshot),
    }


BOOKLET_EXAMPLE = {
    "variant": "rummy",
    "table": [["R4", "B4", "K4"], ["R3", "B3", "K3"], ["K5", "K6", "K7"]],
    "hand": ["K2", "R5", "R6", "B2", "B5", "K10", "Y13"],
    "opened": True,
    "stock": 40,
}

KIDS_EXAMPLE = {
    "variant": "myrummy-kids",
    "table": [["B1", "J", "B3"]],
    "hand": ["B2", "B4", "R4", "R5", "G1"],
    "opened": False,
    "stock": 30,
}

EXAMPLE_OF_GIN = {
    "variant": "gin-rummy",
    "hand": ["R1", "R2", "R3", "R4", "B7", "K7", "Y7", "K9", "K10", "K11", "Y13"],
    "discard_top": None,
    "stock": 60,
    "players": 2,
    "phase": "discard",
}
EXAMPLE_OF_111 = {
    "variant": "myrummy-111",
    "hand": ["47*1", "5*1", "12*3", "18*2", "22*1", "31*2", "40*1", "58*4", "66*1", "77*2", "90*1", "103*3"],
    "middle": ["85*3", None, None],
    "stock": 70,
}


RUMMU_EXAMPLE = {
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


# --- listLegalMoves -------------------------------------------------------------------------------------------------


class ListLegalMovesAnswer(Judged):
    """A page of the legal moves."""

    total = said(
        Integer,
        "How many legal moves there are, on all pages. Exact; null only where the bound on work, counted in steps, "
        "ended the count.",
        allow_none=True,
    )
    moves = listed(LISTED_MOVE, "The moves of this page.")
    next_cursor = said(String, "What to send as `cursor` for the next page; null on the last one.", allow_none=True)


def _list_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return {
        **snapshot_fields(game),
        "limit": WholeNumber(
            minimum=1,
            maximum=MOVES_LISTED,
            load_default=100,
            metadata={"description": "How many moves a page has at most."},
        ),
        "cursor": ShortText(
            most=CURSOR_LENGTH,
            load_default=None,
            allow_none=True,
            metadata={"description": "The `next_cursor` of the page before; null for the first page."},
        ),
    }


def _answer_list(body: Loaded, language: str) -> dict[str, Any]:
    found = list_moves(read_snapshot(body), body["limit"], body["cursor"])
    return {
        "variant": body["variant"],
        "possible": not found.impossible,
        "violations": dump_violations(found.impossible, language),
        "total": found.total,
        "moves": dump_moves(found.moves),
        "next_cursor": found.next_cursor,
    }


LIST_LEGAL_MOVES = AskOperation(
    id="listLegalMoves",
    path="/v1/moves/legal",
    tag=TAG,
    summary="List the legal moves",
    description=(
        "Every legal move of the player on turn, page by page, with the exact total. In a game with rearranging a "
        "`play` is listed once for each different set of tiles that can leave the hand, with one table that does it; "
        "`checkMove` accepts every legal table, not only that one.\n\n"
        "The order is fixed. Plays come first: two of them are compared tile by tile, by number and within a number by "
        "colour in the order of the game's colours, jokers last, and where they differ the one that uses more of that "
        "tile comes first. Then `exchange`, `draw`, `discard`, `return` and `pass`, as far as the game has them, each "
        "by its tile: by colour, then by number, jokers last. A face-down tile is not named in a listed move. In the "
        "table of a listed play the melds that stay come first, in their old order and as they were written; jokers in "
        "new melds are pinned only where the request had pinned them to this.\n\n"
        "`rummu`: `take` from the stock, from the pile; each `meld`; each `lay_off` and each `swap_joker` by its meld; "
        "each `take_back` by its meld; each `discard` by its card. Within that, sets of cards are compared card by "
        "card, by number and then by colour. Yellow cards are not pinned.\n\n"
        "`myrummy-111`: each `take` by its slot, then `refresh`; after the take each `insert` by its position, there "
        "`left`, `right`, `opposite`, and right after it once more with `announce` where the hand is then in order. "
        "(`checkMove` accepts every announcement: a wrong one ends the round, too.)\n\n"
        "`myrummy-kids`: each `meld` by colour, each `lay_off` and `swap_joker` by the place of the run, then "
        "`end_turn`, `draw`, `return` and `pass`. Two sets of tiles are compared tile by tile, by number and a real "
        "tile before a joker; one that starts like a longer one comes first. Jokers are pinned, each role is a move "
        "of its own; `checkMove` also accepts them unpinned, if they can be read so that the move is legal.\n\n"
        "`gin-rummy`: `take` from the stock, then the discard; each `discard` by its tile; `declare` with no discard, "
        "then with each tile it is possible with. Its melds are left to be found, and are told only where ten melded "
        "may not be declared but nine or eight may. `checkMove` accepts every melding that is enough."
    ),
    body=body_by_variant("ListLegalMoves", PLAYED, _list_fields),
    answer_schema=ListLegalMovesAnswer,
    answer=_answer_list,
    examples={
        "the first moves of the example in the booklet": {**BOOKLET_EXAMPLE, "limit": 3},
        "a player who cannot open yet": {
            "variant": "rummy",
            "table": [["R7", "J", "R9"]],
            "hand": ["R10", "B2", "B3", "B4"],
            "opened": False,
            "stock": 60,
        },
        "a full rack": {
            "variant": "myrummy-kids-pro",
            "table": [],
            "hand": [f"{colour}{number}" for colour in "BRGY" for number in (1, 3, 5, 6)],
            "opened": False,
            "stock": 9,
            "phase": "return",
        },
        "a card taken, and what can be laid": RUMMU_EXAMPLE,
        "ten tiles melded after taking one": EXAMPLE_OF_GIN,
        "a card that puts a hand in order": {**EXAMPLE_OF_111, "drawn": {"card": "105*2", "slot": 1}},
        "a joker to swap, or a tile to draw": KIDS_EXAMPLE,
    },
)


# --- checkMove ------------------------------------------------------------------------------------------------------


class CheckMoveAnswer(Judged):
    """The verdict on a move."""

    legal = said(Boolean, "Whether the move is legal.")
    from_hand = codes("The tiles that leave the hand with it; none where it is not legal.")
    next = Nested(
        SNAPSHOT,
        required=True,
        allow_none=True,
        metadata={
            "description": "The mover's view after the move, whole: it can be sent as it is. `options` has those that "
            "are not at their defaults. Null where it is not legal or something is still needed."
        },
    )
    needs = listed(String(), "Which fields of the move must be told for `next`: a tile drawn face down.")
    ends_turn = said(
        Boolean,
        "Whether it is the next player's turn. Then the phase of `next` is that of a turn's start, and the caller puts "
        "in the next player's hand and `opened`, where the game has it, and whatever else is the player's own.",
    )
    ends_round = said(Boolean, "Whether the round is over with it.")


def _check_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    return {**snapshot_fields(game), "move": move_field(game)}


def _answer_check(body: Loaded, language: str) -> dict[str, Any]:
    asked = read_snapshot(body)
    checked = check_move(asked, read_move(asked.game, body["move"]))
    outcome = checked.outcome
    return {
        "variant": body["variant"],
        "possible": not checked.impossible,
        "legal": checked.legal,
        "violations": dump_violations((*checked.impossible, *checked.violations), language),
        "from_hand": dump_tiles(outcome.from_hand),
        "next": _dump_snapshot(asked, outcome.next) if outcome.next else None,
        "needs": list(outcome.needs),
        "ends_turn": outcome.ends_turn,
        "ends_round": outcome.ends_round,
    }


CHECK_MOVE = AskOperation(
    id="checkMove",
    path="/v1/moves/check",
    tag=TAG,
    summary="Judge a move",
    description=(
        "Says whether a move is legal, every reason if it is not, and the snapshot after it if it is. A `play` is "
        "judged on the whole, by the table after it: nothing leaves the table, every meld is one, what came is "
        "from the hand, and jokers keep their roles where the game says so. In `myrummy-111` a hand has 12 cards or "
        "more; where `hand_sizes` are agreed on, one of these.\n\n"
        "`myrummy-kids`: a joker on the table that is not pinned may be read in every way, before each step anew. No "
        "step is legal after which a freed joker could not be laid again in the turn, and a snapshot with such a joker "
        "is impossible.\n\n"
        "`rummu`: a yellow card on the table that is not pinned may be read in every way, before each step anew. In a "
        "group or a mixed run of five it stands for itself, and cannot be swapped.\n\n"
        "`gin-rummy`: a `declare` without melds is judged by those of 8 tiles or more that leave the least, and "
        "`next.hand` is what is left; a `take` from an empty stock ends the round as void."
    ),
    body=body_by_variant("CheckMove", PLAYED, _check_fields),
    answer_schema=CheckMoveAnswer,
    answer=_answer_check,
    examples={
        "the example in the booklet": {
            **BOOKLET_EXAMPLE,
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
        "an exchange for a tile that is not told": {
            **BOOKLET_EXAMPLE,
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
            **RUMMU_EXAMPLE,
            "move": {"type": "swap_joker", "meld": 1, "tile": "R6"},
        },
        "the top of a discard pile, and the card under it": {
            **RUMMU_EXAMPLE,
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
            **EXAMPLE_OF_GIN,
            "move": {"type": "declare", "melds": [["R1", "R2", "R3", "R4"], ["B7", "K7", "Y7"]], "discard": "Y13"},
        },
        "a card put at the edge, for the outermost one of the other side": {
            **EXAMPLE_OF_111,
            "drawn": {"card": "105*2", "slot": 1},
            "move": {"type": "insert", "position": 12, "discard": "opposite", "announce": True},
        },
        "a joker swapped out": {**KIDS_EXAMPLE, "move": {"type": "swap_joker", "meld": 0, "tile": "B2"}},
        "a joker that could not be laid again": {
            **KIDS_EXAMPLE,
            "hand": ["B2", "R1", "G5"],
            "move": {"type": "swap_joker", "meld": 0, "tile": "B2"},
        },
    },
)


# --- findBestMove ---------------------------------------------------------------------------------------------------


class FindBestMoveAnswer(Judged):
    """The best move."""

    move = Nested(
        LISTED_MOVE,
        required=True,
        allow_none=True,
        metadata={
            "description": "The best play; null where nothing can be played, or where none goes out as asked for."
        },
    )
    from_hand = codes("The tiles that leave the hand with it.")
    tiles = said(Integer, "How many they are.")
    points = said(
        Integer,
        "What they count: their numbers, and for a joker what it counts in a hand. In `rummu` what they would cost in "
        "the hand, in `myrummy-111` the symbols of the stretch.",
    )
    leaves = codes("What stays in the hand.")
    melds = listed(
        codes("A meld, or a stretch of cards."),
        "Where nothing is laid on a table, what the hand is then: in `gin-rummy` the melds that leave the least, in "
        "`myrummy-111` the stretch. Empty in the other games.",
    )
    goes_out = said(
        Boolean,
        "Whether the player goes out in this turn. Where the last tile must be discarded, a play that leaves one does.",
    )
    optimal = said(
        Boolean,
        "True where the answer is proven: there is no better play. False only where the bound on work, counted in "
        "steps, ended the search.",
    )


def _best_fields(game: AnyGame) -> Mapping[str, Field[Any]]:
    described = {
        "description": "`tiles`: the most tiles out of the hand. `points`: the most points out of it. `out`: go out, "
        "if that is possible in this turn."
    }
    return {
        **snapshot_fields(game),
        "objective": Choice("tiles", "points", "out", load_default="tiles", metadata=described),
    }


def _answer_best(body: Loaded, language: str) -> dict[str, Any]:
    found = find_best_move(read_snapshot(body), body["objective"])
    best = found.best
    return {
        "variant": body["variant"],
        "possible": not found.impossible,
        "violations": dump_violations(found.impossible, language),
        "move": dump_moves([best.move])[0] if best.move else None,
        "from_hand": dump_tiles(best.from_hand),
        "tiles": len(best.from_hand),
        "points": best.points,
        "leaves": dump_tiles(best.leaves),
        "melds": [dump_tiles(meld) for meld in best.melds],
        "goes_out": best.goes_out,
        "optimal": best.proven,
    }


FIND_BEST_MOVE = AskOperation(
    id="findBestMove",
    path="/v1/moves/best",
    tag=TAG,
    summary="Find the best move",
    description=(
        "The best play by an objective, proven; among equals the one that is listed first. `move` is null where "
        "nothing can be played: also in a phase in which it is not yet, or no longer, the time to play. With the "
        "objective `out` it may also be the `discard` of the last tile.\n\n"
        "`rummu`: the first step of the turn after which the hand has the fewest cards left before the discard, or by "
        "`points` the cheapest ones, at 10 for a yellow card and 5 for another. `from_hand` and `leaves` tell of that "
        "whole turn; a yellow card that comes to the hand and stays is in `leaves`. Before the take, the card of the "
        "stock counts nothing, but can be the one discarded; the pile is taken from only if more can be laid with its "
        "top card. With an empty hand, the `take_back` from which the turn ends best.\n\n"
        "`myrummy-111`: the swap that makes the longest stretch, then the most valuable; by `points` the most "
        "valuable, then the longest. One that puts the whole hand in order is best by both, and announced; it alone "
        "will do for `out`. Symbols that are not given count as one. `from_hand` is the card discarded, `leaves` the "
        "hand after the swap, `melds` the stretch and `points` its symbols. Before the take, the `take` or `refresh` "
        "with the best swap to follow, and that swap; a face-down card counts as the average of all cards it may be, "
        "and no swap is told for it.\n\n"
        "`myrummy-kids`: the first step of the best turn; `from_hand`, `tiles`, `points` and `leaves` describe one "
        "such turn to its end. A joker counts no points.\n\n"
        "`gin-rummy`: the declaration that scores the most, wherever there is one; else the discard that leaves the "
        "least points, then the fewest tiles; before the take the one after which the least is left, where a tile of "
        "the stock counts as the average of all tiles it may be. `tiles` and `points` ask for the same; `out` for a "
        "declaration, or the take of a discard with which there is one. `melds` are those that leave the least and "
        "`leaves` is what they leave, in that turn or, where a tile of the stock is taken, now."
    ),
    body=body_by_variant("FindBestMove", PLAYED, _best_fields),
    answer_schema=FindBestMoveAnswer,
    answer=_answer_best,
    examples={
        "the most tiles in the booklet": BOOKLET_EXAMPLE,
        "no way to go out": {**BOOKLET_EXAMPLE, "objective": "out"},
        "an opening where a joker counts nothing": {
            "variant": "brettspielnetz-rummy",
            "table": [],
            "hand": ["R10", "J", "R12", "G4", "G5", "G6"],
            "opened": False,
            "stock": 60,
            "objective": "points",
        },
        "a yellow card that is swapped and laid again": RUMMU_EXAMPLE,
        "the declaration that scores the most": EXAMPLE_OF_GIN,
        "the open card or one that lies face down": EXAMPLE_OF_111,
        "the most tiles in several steps": KIDS_EXAMPLE,
    },
)

OPERATIONS = (LIST_LEGAL_MOVES, CHECK_MOVE, FIND_BEST_MOVE)
