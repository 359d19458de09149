"""The games, each a module or a package. This is the only list of them."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal, overload

from rummy_referee.rules.game import AnyGame

if TYPE_CHECKING:
    from rummy_referee.games.brettspielnetz_rummy import BrettspielnetzRummy
    from rummy_referee.games.gin_rummy import GinRummy
    from rummy_referee.games.gin_rummy_cards import GinRummyCards
    from rummy_referee.games.indian_rummy import IndianRummy
    from rummy_referee.games.machiavelli import Machiavelli
    from rummy_referee.games.myrummy_111 import MyRummy111
    from rummy_referee.games.myrummy_kids import MyRummyKids
    from rummy_referee.games.myrummy_kids_pro import MyRummyKidsPro
    from rummy_referee.games.okey import Okey
    from rummy_referee.games.okey_101 import Okey101
    from rummy_referee.games.rummikub import Rummikub
    from rummy_referee.games.rummu import Rummu
    from rummy_referee.games.rummy import Rummy

VARIANTS = (
    "rummy",
    "gin-rummy",
    "brettspielnetz-rummy",
    "rummu",
    "myrummy-kids",
    "myrummy-kids-pro",
    "myrummy-111",
    "rummikub",
    "gin-rummy-cards",
    "machiavelli",
    "indian-rummy",
    "okey-101",
    "okey",
)
"""The ids of the games."""


def folder_of(variant: str) -> Path:
    """The folder of a game."""
    return Path(__file__).parent / variant.replace("-", "_")


@cache
def load_game(variant: str) -> AnyGame:
    """The game with an id: the constant of that name in its module."""
    name = variant.replace("-", "_")
    game: AnyGame = getattr(import_module(f"{__name__}.{name}"), name.upper())
    return game


class Games(Mapping[str, AnyGame]):
    """Every game by its id. A game is loaded when it is first asked for."""

    @overload
    def __getitem__(self, variant: Literal["rummy"]) -> "Rummy": ...
    @overload
    def __getitem__(self, variant: Literal["gin-rummy"]) -> "GinRummy": ...
    @overload
    def __getitem__(self, variant: Literal["brettspielnetz-rummy"]) -> "BrettspielnetzRummy": ...
    @overload
    def __getitem__(self, variant: Literal["rummu"]) -> "Rummu": ...
    @overload
    def __getitem__(self, variant: Literal["myrummy-kids"]) -> "MyRummyKids": ...
    @overload
    def __getitem__(self, variant: Literal["myrummy-kids-pro"]) -> "MyRummyKidsPro": ...
    @overload
    def __getitem__(self, variant: Literal["myrummy-111"]) -> "MyRummy111": ...
    @overload
    def __getitem__(self, variant: Literal["rummikub"]) -> "Rummikub": ...
    @overload
    def __getitem__(self, variant: Literal["gin-rummy-cards"]) -> "GinRummyCards": ...
    @overload
    def __getitem__(self, variant: Literal["machiavelli"]) -> "Machiavelli": ...
    @overload
    def __getitem__(self, variant: Literal["indian-rummy"]) -> "IndianRummy": ...
    @overload
    def __getitem__(self, variant: Literal["okey-101"]) -> "Okey101": ...
    @overload
    def __getitem__(self, variant: Literal["okey"]) -> "Okey": ...
    @overload
    def __getitem__(self, variant: str) -> AnyGame: ...

    def __getitem__(self, variant: str) -> AnyGame:
        if variant not in VARIANTS:
            raise KeyError(variant)
        return load_game(variant)

    def __iter__(self) -> Iterator[str]:
        return iter(VARIANTS)

    def __len__(self) -> int:
        return len(VARIANTS)

    def __contains__(self, variant: object) -> bool:
        return variant in VARIANTS

    def __repr__(self) -> str:
        return f"<{', '.join(VARIANTS)}>"


GAMES = Games()
