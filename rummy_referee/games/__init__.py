"""The games, each a module or a package. This is the only list of them."""

from collections.abc import Mapping

from rummy_referee.games.brettspielnetz_rummy import BRETTSPIELNETZ_RUMMY
from rummy_referee.games.gin_rummy import GIN_RUMMY
from rummy_referee.games.gin_rummy_cards import GIN_RUMMY_CARDS
from rummy_referee.games.machiavelli import MACHIAVELLI
from rummy_referee.games.myrummy_111 import MYRUMMY_111
from rummy_referee.games.myrummy_kids import MYRUMMY_KIDS
from rummy_referee.games.myrummy_kids_pro import MYRUMMY_KIDS_PRO
from rummy_referee.games.rummikub import RUMMIKUB
from rummy_referee.games.rummu import RUMMU
from rummy_referee.games.rummy import RUMMY
from rummy_referee.rules.game import AnyGame

_GAMES: tuple[AnyGame, ...] = (
    RUMMY,
    GIN_RUMMY,
    BRETTSPIELNETZ_RUMMY,
    RUMMU,
    MYRUMMY_KIDS,
    MYRUMMY_KIDS_PRO,
    MYRUMMY_111,
    RUMMIKUB,
    GIN_RUMMY_CARDS,
    MACHIAVELLI,
)

GAMES: Mapping[str, AnyGame] = {game.id: game for game in _GAMES}
