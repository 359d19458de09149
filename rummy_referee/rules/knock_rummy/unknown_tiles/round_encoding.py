"""SAT encoding of a whole round: the players in turn order, their deadwood, and the declaration."""

from collections import Counter
from collections.abc import Sequence

from rummy_referee.engine.sat import FALSE, Formula, Literal, Model, at_least
from rummy_referee.engine.work import Steps
from rummy_referee.rules.knock_rummy.endings import Case, Ending
from rummy_referee.rules.knock_rummy.unknown_tiles.hand_encoding import encode_hands
from rummy_referee.rules.knock_rummy.unknown_tiles.lay_off_encoding import MeldPositions, OpenEnds
from rummy_referee.rules.knock_rummy.unknown_tiles.layouts import Layout
from rummy_referee.rules.knock_rummy.unknown_tiles.player_encoding import PlayerEncoding
from rummy_referee.rules.knock_rummy.unknown_tiles.seats import Seat
from rummy_referee.rules.turns import Meld


class RoundEncoding:
    """A formula that every real round of a case satisfies.

    So do some rounds in which a player does not lay down the best. Where nobody lays off on the declarer's melds, given
    lay-offs make it unsatisfiable.
    """

    def __init__(self, ending: Ending, case: Case, seats: Sequence[Seat], steps: Steps) -> None:
        self.formula = Formula(steps)
        self._ending = ending
        self.case = case
        combinations = ending.combinations
        self.players: list[PlayerEncoding] = []
        ends: OpenEnds | None = None
        positions: dict[str, MeldPositions] = {}
        for seat, hand in zip(seats, encode_hands(self.formula, combinations, seats), strict=True):
            if self.players and case.others_lay_off:
                ends = OpenEnds(self.formula, combinations, self.players[-1].melds, ends)
            elif seat.entry.lay_offs:
                self.formula.add_clause(FALSE)
            player = PlayerEncoding(self.formula, combinations, seat, hand, ends=ends, positions=positions)
            self.players.append(player)
            positions[seat.entry.player] = MeldPositions(self.formula, seat, player.melds)
        self.counts = [
            player.count_points(
                ending.max_deadwood + 1 if player.seat.is_declarer or len(seats) > 2 else combinations.max_points
            )
            for player in self.players
        ]
        """The deadwood points of each player, capped above the declarer's maximum where only the lowest counts."""
        self._encode_declaration()

    def _encode_declaration(self) -> None:
        """The declarer has melded all tiles, or has little deadwood."""
        most = self._ending.max_deadwood_tiles
        self._tiles = self.players[0].count_tiles(most + 1)
        self._is_gin = -at_least(self._tiles, 1)
        self.formula.add_clause(-at_least(self._tiles, most + 1))
        self.formula.add_clause(-at_least(self.counts[0], self._ending.max_deadwood + 1))
        if self.case.knock is None:
            self.formula.add_clause(self._is_gin)
        if self.case.gin is None:
            self.formula.add_clause(-self._is_gin)

    @property
    def kinds(self) -> Sequence[tuple[str, Literal]]:
        """The possible kinds of declaration, each with the literal that is true of it."""
        kinds = [(self.case.knock, -self._is_gin), (self.case.gin, self._is_gin)]
        return [(kind, literal) for kind, literal in kinds if kind]

    def cannot_declare_with(self, more: int) -> Literal:
        """True if the declarer cannot declare with ``more`` melded tiles more or, where it is negative, less."""
        if more < 0:
            return at_least(self._tiles, 0 if self.case.knock is None else self._ending.max_deadwood_tiles + 1 + more)
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
