"""The games, each a module or a package. This is the only list of them."""

from collections.abc import Mapping

from service.rules.game import AnyGame
from service.variants.brettspielnetz_rummy import BRETTSPIELNETZ_RUMMY
from service.variants.gin_rummy import GIN_RUMMY
from service.variants.gin_rummy_cards import GIN_RUMMY_CARDS
from service.variants.machiavelli import MACHIAVELLI
from service.variants.myrummy_111 import MYRUMMY_111
from service.variants.myrummy_kids import MYRUMMY_KIDS
from service.variants.myrummy_kids_pro import MYRUMMY_KIDS_PRO
from service.variants.rummikub import RUMMIKUB
from service.variants.rummu import RUMMU
from service.variants.rummy import RUMMY

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
