"""Deals: a fair shuffle from a seed, the same on every machine and in every version.

The generator is SHA-256 in counter mode. Block number ``i`` is the SHA-256 of the text ``rummy-referee deal``, a space,
the game's id, a space, the seed in decimal, a space and ``i`` in decimal (from 0), all in ASCII. Each block yields four
64-bit numbers, most significant byte first. A number below ``n`` is one of these modulo ``n``; numbers of the last,
incomplete multiple of ``n`` are rejected, so that no result is favoured. The shuffle is Fisher-Yates: for ``i`` from
the last index down to 1, the tiles at ``i`` and at a random number below ``i + 1`` are swapped.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from struct import unpack
from typing import Any, TypeVar

from service.rules.game import AnyGame, Deal
from service.rules.violations import Violation, make_violation
from service.tiles.box import JOKER

LABEL = "rummy-referee deal"
_WORD = 1 << 64
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class DealtRound:
    """The start of a round. The first hand belongs to the player who starts."""

    hands: tuple[tuple[str, ...], ...] = ()
    stock: tuple[str, ...] = ()
    """In the order in which it is drawn."""
    discard_top: str | None = None
    middle: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()


class SeededRandom:
    """Random numbers from a seed."""

    def __init__(self, game: str, seed: int) -> None:
        self._prefix = f"{LABEL} {game} {seed} "
        self._numbers = self._generate()

    def below(self, bound: int) -> int:
        """A uniform number from 0 to ``bound - 1``."""
        usable = _WORD - _WORD % bound
        return next(number for number in self._numbers if number < usable) % bound

    def shuffle(self, items: list[Item]) -> None:
        """Shuffle in place; every order is equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def _generate(self) -> Iterator[int]:
        block = 0
        while True:
            yield from unpack(">4Q", sha256(f"{self._prefix}{block}".encode("ascii")).digest())
            block += 1


def deal_round(game: AnyGame, options: Any, players: int, seed: int) -> DealtRound:
    """Deal the hands one after the other, then the tiles face up or in the middle; the rest is the stock.

    Where every hand has one joker, the jokers are dealt separately, each to a random index of its hand.
    """
    deal = next(deal for deal in game.deals if deal.players == players)
    sizes = game.hand_sizes(deal, options)
    violations = tuple(check_sizes(game, options, deal, sizes))
    if violations:
        return DealtRound(violations=violations)
    chance = SeededRandom(game.id, seed)
    holds = dict(game.holds(options))
    jokers = holds[JOKER] if deal.joker_each else 0
    tiles = [piece for piece, count in holds.items() for _ in range(count)][: sum(holds.values()) - jokers]
    chance.shuffle(tiles)
    dealt = iter(tiles)
    hands = [[next(dealt) for _ in range(size - deal.joker_each)] for size in sizes]
    if deal.joker_each:
        for hand in hands:
            hand.insert(chance.below(len(hand) + 1), JOKER)
    discard_top = next(dealt) if deal.face_up else None
    middle = tuple(next(dealt) for _ in range(deal.face_down))
    return DealtRound(tuple(map(tuple, hands)), tuple(dealt), discard_top, middle)


def check_sizes(game: AnyGame, options: Any, deal: Deal, sizes: tuple[int, ...]) -> Iterator[Violation]:
    """There is a hand size for every player, and the box has enough tiles."""
    path = "/options/hand_sizes"
    if len(sizes) != deal.players:
        yield make_violation(game.cite, "hand_sizes_differ", path, players=deal.players, actual=len(sizes))
    most = game.size(options) - deal.face_up - deal.face_down
    if sum(sizes) > most:
        yield make_violation(game.cite, "deal_too_large", path, maximum=most, actual=sum(sizes))
