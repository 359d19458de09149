"""The table of operations with a JSON body: their names over HTTP, on the command line and for agents.

What they take and answer is declared in the modules beside this one, with marshmallow. Routes, contract, batches,
command line and tools for agents follow from both. This module is light: the command line reads it first.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command of ``rummy-referee``. Operations can share one: a member of the body then selects the operation."""

    name: str
    good: str
    """The member of the answer that is true, or there, if the exit status is 0."""
    meaning: str
    """What that status means."""
    example: str
    """A body as JSON, or a command that prints one."""
    when: str = ""
    """The member of the body that selects this operation."""


@dataclass(frozen=True)
class ToolText:
    """How an agent chooses the tool of an operation."""

    name: str
    description: str
    example: str = ""
    """The name of an example of the operation whose body the agent sees."""


@dataclass(frozen=True)
class Entry:
    """An operation: its ``operationId``, path, tag and summary, its command and its tool."""

    id: str
    path: str
    tag: str
    summary: str
    command: Command | None = None
    tool: ToolText | None = None


_SNAPSHOT = '{"variant": "rummikub", "table": [["R3", "R4", "R5"]], "hand": ["R6", "B2"], "opened": true, "stock": 40}'
_ROUND = (
    '{"variant": "rummy", "players": [{"player": "Ada", "hand": []}, {"player": "Bo", "hand": ["R10", "J"]}],'
    ' "went_out": "Ada"}'
)
_HISTORY = '{"variant": "myrummy-111", "players": ["A", "B"], "rounds": [{"A": 17, "B": 31}, {"A": 44, "B": 30}]}'
_DEAL = '{"variant": "rummy", "players": 3, "seed": 42}'
_MELDS = '{"variant": "rummy", "melds": [["R7", "J", "R9"], ["R5", "J"]]}'
_DEALT = "rummy-referee deal --variant rummikub --players 2 --seed 7 --json | jq -c "
_COMMITTED = (
    '{"record": {"variant": "rummikub", "players": ["Ada", "Bo"], "seed": "0123456789abcdef0123456789abcdef",'
    ' "moves": []}, '
    '"commitment": "660c7d18a1284f375d3d22a879cf23a81d5fca61bd89e7c8baf3677102d8c964"}'
)
_PILE = '{"variant": "rummy", "tiles": ["R3", "B3", "K3", "R4", "R5", "R6", "J"]}'

_ENTRIES = (
    Entry(
        "checkMelds",
        "/v1/melds/check",
        "Melds",
        "Check melds",
        Command("check", "valid", "every meld is valid", _MELDS),
        ToolText(
            "check_melds",
            "Whether each meld is valid, its value, what each joker can stand for, and every reason why it is invalid.",
            "a run with a joker, and two tiles that are no meld",
        ),
    ),
    Entry(
        "arrangeTiles",
        "/v1/melds/arrange",
        "Melds",
        "Arrange tiles in melds",
        Command("arrange", "complete", "every tile is in a meld", _PILE),
        ToolText(
            "arrange_tiles",
            "A pile of tiles arranged in valid melds: all of them, or as many as possible.",
            "a table whose melds touch",
        ),
    ),
    Entry(
        "listLegalMoves",
        "/v1/moves/legal",
        "Moves",
        "List the legal moves",
        Command("legal", "possible", "the position is possible", _SNAPSHOT),
    ),
    Entry(
        "checkMove",
        "/v1/moves/check",
        "Moves",
        "Check a move",
        Command("check", "legal", "the move is legal", _SNAPSHOT[:-1] + ', "move": {"type": "draw"}}', when="move"),
        ToolText(
            "check_move",
            "Whether a move is legal in a position. If not, every violation with the rule it breaks; if so, `next` is "
            "the position after it.",
            "an opening of 29 points",
        ),
    ),
    Entry(
        "findBestMove",
        "/v1/moves/best",
        "Moves",
        "Find the best move",
        Command("best", "move", "there is a move", _SNAPSHOT),
        ToolText(
            "find_best_move",
            "The best move in a position, by tiles, by points or to go out. `optimal` says whether it is proven; "
            "`advice` says why nothing can be laid.",
            "the most tiles in the booklet",
        ),
    ),
    Entry(
        "findDraws",
        "/v1/moves/draws",
        "Moves",
        "Find the draws that help",
        Command("draws", "possible", "the position is possible", _SNAPSHOT),
    ),
    Entry(
        "scoreRound",
        "/v1/rounds/score",
        "Rounds",
        "Score a round",
        Command("score", "possible", "the round is possible", _ROUND),
        ToolText(
            "score_round",
            "The score of every player at the end of a round, line by line, each line with its rule. `?` is a tile "
            "that nobody could read; the scores are then ranges.",
            "a player went out",
        ),
    ),
    Entry(
        "viewRound",
        "/v1/rounds/view",
        "Rounds",
        "Show a round to a player",
        Command("view", "possible", "the round is possible", _DEALT + "'{round, player: .round.turn}'"),
        ToolText(
            "view_round",
            "What a player sees of a whole round, and on this player's turn the legal moves. `round` is that of the "
            "last deal_round or play_move, unchanged.",
        ),
    ),
    Entry(
        "playMove",
        "/v1/rounds/play",
        "Rounds",
        "Play a move in a round",
        Command("play", "legal", "the move is legal", _DEALT + "'{round, move: {type: \"draw\"}}'"),
        ToolText(
            "play_move",
            "Plays a move of the player on turn, such as one that view_round lists. `round` is the round after it; at "
            "the end `over` is true and `scores` are there. An illegal move changes nothing, and every reason is "
            "listed.",
        ),
    ),
    Entry(
        "replayRound",
        "/v1/rounds/replay",
        "Rounds",
        "Replay a round",
        Command("replay", "legal", "every move is legal", _DEALT + "'{record}'"),
    ),
    Entry(
        "reviewRound",
        "/v1/rounds/review",
        "Rounds",
        "Review a round",
        Command("review", "legal", "every move is legal", _DEALT + "'{record}'"),
    ),
    Entry(
        "judgeGame",
        "/v1/games/verdict",
        "Games",
        "Decide a game",
        Command("verdict", "possible", "the history is possible", _HISTORY),
        ToolText(
            "judge_game",
            "Whether a game is over after these rounds, who has won, what decided it, and the standings.",
            "equal totals and a better last round",
        ),
    ),
    Entry(
        "dealRound",
        "/v1/deals",
        "Deals",
        "Deal a round",
        Command("deal", "possible", "the deal is possible", _DEAL),
        ToolText(
            "deal_round",
            "Deals a round from a seed; the same seed gives the same deal. Keep `round` for view_round and play_move. "
            "It has the hidden tiles of all players: to play fairly, use only what view_round shows.",
            "rummu for three",
        ),
    ),
    Entry(
        "verifyDeal",
        "/v1/deals/verify",
        "Deals",
        "Verify a deal",
        Command("verify", "valid", "the deal is the one that was committed to", _COMMITTED),
    ),
)

TABLE: Mapping[str, Entry] = {entry.id: entry for entry in _ENTRIES}
"""The operations by id."""

COMMANDS: Mapping[str, tuple[Entry, ...]] = {
    command: tuple(entry for entry in _ENTRIES if entry.command and entry.command.name == command)
    for command in dict.fromkeys(entry.command.name for entry in _ENTRIES if entry.command)
}
"""The operations of each command."""
