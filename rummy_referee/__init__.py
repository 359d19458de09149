"""A referee for games of the rummy family.

``games["rummikub"]`` is a game. It makes positions, deals rounds, checks melds and scores; ``docs/library.md`` is the
guide.

Terms, used alike in every package:

tile    a tile or card of a game, written as a short code: ``R7``, ``J``, ``J=R8``, ``85*3``, ``Qh``.
piece   a tile as the box holds it, without pin and symbols: ``J=R8`` is the piece ``J``.
face    the tile that a tile counts as: the face of ``J=R8`` is ``R8``.
box     all the tiles of a game.
wild    a tile that stands for another: a joker or a yellow card. *Pinned*, it names that tile: ``J=R8``.
meld    tiles that may be on the table together: a run, a group or (in one game) a stretch.
colour  that of a tile; of a playing card, its suit. *Number*: that of a tile; of a card, its rank, from 1 for the ace.
run     consecutive numbers in one colour. A *mixed run* has more than one colour.
group   one number in different colours.
reading one interpretation of a meld: its kind, and what each wild tile stands for.
hand    the tiles of a player. *Table*: the melds laid. *Stock*: the tiles face down.
play    one change of the table by tiles from a hand. *Move*: any choice of the player on turn.
round   from a deal to its score. *Record*: the deal and every move of a round. *Game*: rounds until somebody has won.
fault   a defect of a request or a meld; a *violation* is a fault with its path and the rule it breaks.
ruling  a decision of this referee where a rulebook is silent.
"""

from rummy_referee.games import GAMES as games  # noqa: N811 - callers use it in lower case
from rummy_referee.rules.game import Game
from rummy_referee.rules.positions import Position
from rummy_referee.rules.reading import InputError
from rummy_referee.rules.replay import Record
from rummy_referee.rules.rounds import Round
from rummy_referee.rules.score import Score
from rummy_referee.rules.turns import Move
from rummy_referee.rules.verdicts import Verdict
from rummy_referee.rules.views import TableView, View
from rummy_referee.rules.violations import IllegalMoveError, ImpossibleError, RuleError, Violation
from rummy_referee.tiles.tile import Tile
from rummy_referee.version import __version__

__all__ = [
    "Game",
    "IllegalMoveError",
    "ImpossibleError",
    "InputError",
    "Move",
    "Position",
    "Record",
    "Round",
    "RuleError",
    "Score",
    "TableView",
    "Tile",
    "Verdict",
    "View",
    "Violation",
    "__version__",
    "games",
]
