"""Deals: a fair shuffle from a seed, the same on every machine and in every version."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rummy_referee.rules.faults import deal_too_large, hand_sizes_differ
from rummy_referee.rules.seeded_random import Seed, SeededRandom
from rummy_referee.rules.violations import Violation, make_violation
from rummy_referee.tiles.box import JOKER

if TYPE_CHECKING:
    from rummy_referee.rules.game import AnyGame, Deal

LABEL = "rummy-referee deal"


@dataclass(frozen=True, slots=True)
class DealtRound:
    """The start of a round. The first hand belongs to the player who starts."""

    hands: tuple[tuple[str, ...], ...] = ()
    stock: tuple[str, ...] = ()
    """In the order in which it is drawn."""
    discard_top: str | None = None
    turned_up: str | None = None
    """What decides which tiles are wild in the round, in a game where a tile is turned up for that."""
    middle: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()


def deal_round(game: "AnyGame", options: Any, players: int, seed: Seed, starter: int = 0) -> DealtRound:
    """Deal the hands one after the other, then the tiles turned up, face up or in the middle; the rest is the stock.

    ``starter`` is the seat of the player who starts. Where every hand has one joker, the jokers are dealt separately,
    each to a random index of its hand.
    """
    deal = next(deal for deal in game.deals if deal.players == players)
    sizes = game.hand_sizes(deal, options, starter)
    violations = tuple(check_sizes(game, options, deal, sizes))
    if violations:
        return DealtRound(violations=violations)
    chance = SeededRandom(f"{LABEL} {game.id} {seed}")
    holds = dict(game.holds(options))
    jokers = holds[JOKER] if deal.joker_each else 0
    tiles = [piece for piece, count in holds.items() for _ in range(count)][: sum(holds.values()) - jokers]
    chance.shuffle(tiles)
    dealt = iter(tiles)
    hands = [[next(dealt) for _ in range(size - deal.joker_each)] for size in sizes]
    if deal.joker_each:
        for hand in hands:
            hand.insert(chance.below(len(hand) + 1), JOKER)
    rest = list(dealt)
    turned_up = rest.pop(next(map(rest.index, filter(game.may_turn_up, rest)))) if deal.turned_up else None
    dealt = iter(rest)
    discard_top = next(dealt) if deal.face_up else None
    middle = tuple(next(dealt) for _ in range(deal.face_down))
    return DealtRound(tuple(map(tuple, hands)), tuple(dealt), discard_top, turned_up, middle)


def check_sizes(game: "AnyGame", options: Any, deal: "Deal", sizes: tuple[int, ...]) -> Iterator[Violation]:
    """There is a hand size for every player, and the box has enough tiles."""
    path = "/options/hand_sizes"
    if len(sizes) != deal.players:
        yield make_violation(game.cite, hand_sizes_differ(players=deal.players, actual=len(sizes)), path)
    most = game.size(options) - deal.turned_up - deal.face_up - deal.face_down
    if sum(sizes) > most:
        yield make_violation(game.cite, deal_too_large(maximum=most, actual=sum(sizes)), path)
