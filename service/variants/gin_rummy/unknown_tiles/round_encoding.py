"""SAT encoding of a whole round: the players in turn order, their deadwood, and the declaration."""

from collections import Counter
from collections.abc import Sequence

from service.engine.sat import FALSE, TRUE, Formula, Literal, Model, at_least
from service.engine.work import Steps
from service.rules.turns import Meld
from service.variants.gin_rummy.core.awards import BIG, EIGHT_OR_NINE, LITTLE, Award
from service.variants.gin_rummy.core.declarations import BIG_GIN, FEWEST_MELDED, LITTLE_GIN, MAX_DEADWOOD
from service.variants.gin_rummy.unknown_tiles.hand_encoding import encode_hands
from service.variants.gin_rummy.unknown_tiles.lay_off_encoding import MeldPositions, OpenEnds
from service.variants.gin_rummy.unknown_tiles.layouts import Layout
from service.variants.gin_rummy.unknown_tiles.player_encoding import MAX_POINTS, PlayerEncoding
from service.variants.gin_rummy.unknown_tiles.seats import Seat

MAX_TILES = LITTLE_GIN - FEWEST_MELDED
"""The most tiles of deadwood with which a declarer declares."""


class RoundEncoding:
    """A formula that every real round satisfies, and some rounds in which a player does not lay down the best."""

    def __init__(self, seats: Sequence[Seat], steps: Steps) -> None:
        self.formula = Formula(steps)
        self.players: list[PlayerEncoding] = []
        ends: OpenEnds | None = None
        positions: dict[str, MeldPositions] = {}
        for seat, hand in zip(seats, encode_hands(self.formula, seats), strict=True):
            if self.players:
                ends = OpenEnds(self.formula, self.players[-1].melds, ends)
            player = PlayerEncoding(self.formula, seat, hand, ends, positions)
            self.players.append(player)
            positions[seat.entry.player] = MeldPositions(self.formula, seat, player.melds)
        self.counts = [
            player.count_points(MAX_DEADWOOD + 1 if player.seat.is_declarer or len(seats) > 2 else MAX_POINTS)
            for player in self.players
        ]
        """The deadwood points of each player, capped at 10 where only the lowest counts: a declarer has at most 9."""
        self._encode_declaration()

    def _encode_declaration(self) -> None:
        """The declarer has melded all tiles, or eight or nine with little deadwood."""
        declarer = self.players[0]
        self._tiles = declarer.count_tiles(MAX_TILES + 1)
        self._is_big = len(declarer.seat.entry.hand) == BIG_GIN
        self._is_gin = -at_least(self._tiles, 1)
        self.formula.add_clause(-at_least(self._tiles, MAX_TILES + 1))
        self.formula.add_clause(-at_least(self.counts[0], MAX_DEADWOOD + 1))
        if self._is_big:
            self.formula.add_clause(self._is_gin)
        elif declarer.seat.keeps_deadwood:
            self.formula.add_clause(-self._is_gin)

    @property
    def bonuses(self) -> Sequence[tuple[Award, Literal]]:
        """The possible bonuses of the declarer, each with the literal that is true if it is awarded."""
        if self._is_big:
            return [(BIG, TRUE)]
        return [(EIGHT_OR_NINE, -self._is_gin), (LITTLE, self._is_gin)]

    def cannot_declare_with(self, more: int) -> Literal:
        """True if the declarer cannot declare with ``more`` melded tiles more or, where it is negative, less."""
        if more < 0:
            return at_least(self._tiles, 0 if self._is_big else MAX_TILES + 1 + more)
        return -at_least(self._tiles, more + 1) if more and self.players[0].seat.keeps_deadwood else FALSE

    def read_hand(self, model: Model, seat: int) -> Meld:
        """The tiles that a player holds in a model."""
        return tuple(tile for tile, held in self.players[seat].held.items() for _ in range(model.value(held)))

    def read_layout(self, model: Model, seat: int) -> Layout:
        """How a player lays them down in a model."""
        player = self.players[seat]
        return Layout(
            +Counter({meld: model.value(number) for meld, number in player.melds.items()}),
            +Counter({end: model.value(number) for end, number in player.lay_offs.items()}),
        )
