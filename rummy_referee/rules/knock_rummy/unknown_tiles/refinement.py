"""CEGAR refinement: check a model against the rules, and exclude it with all that fail for the same reason.

The formula does not encode that every player lays down the best layout. The model check completes the hands by the
model and lays them down by the rules. Either the result is a real round, or a player lays down otherwise than in the
model. The clauses that are learned then are true of every real round, so an unsatisfiable query is a proof.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rummy_referee.engine.sat import Literal, Model, Number, at_least
from rummy_referee.engine.work import Steps
from rummy_referee.rules.knock_rummy.endings import Ending, name_kind
from rummy_referee.rules.knock_rummy.laying_down import LaidMelds, apply_lay_down, lay_down_hand
from rummy_referee.rules.knock_rummy.unknown_tiles.exchanges import LayoutExchange, find_exchanges
from rummy_referee.rules.knock_rummy.unknown_tiles.layouts import End, Layout, ends_of, find_layout
from rummy_referee.rules.knock_rummy.unknown_tiles.player_encoding import PlayerEncoding
from rummy_referee.rules.knock_rummy.unknown_tiles.round_encoding import RoundEncoding

STEPS_PER_MODEL_CHECK = 10_000
STEPS_PER_EXCHANGE = 250
"""The work of one model check, and of excluding an exchange for one player, in steps of the solver."""


class RealRound(NamedTuple):
    """What a real round is scored by: the kind of declaration, and the deadwood points in turn order."""

    kind: str
    counts: tuple[int, ...]


class Refinement:
    """Finds real rounds among the models of an encoding."""

    def __init__(self, ending: Ending, encoding: RoundEncoding, steps: Steps) -> None:
        self._ending = ending
        self._ends = ends_of(ending.combinations)
        self._encoding = encoding
        self._steps = steps
        self._learned: set[tuple[object, ...]] = set()
        """Exchanges that are excluded already."""

    def find_rounds(self, *assumptions: Literal) -> Iterator[RealRound]:
        """Real rounds from models under these assumptions, until there are no more models.

        Where a player lays down otherwise than in the model, the assumptions need not be true of the real round.
        """
        while model := self._encoding.formula.solve(*assumptions):
            self._steps.take(STEPS_PER_MODEL_CHECK)
            if real := self.check_model(model):
                yield real

    def check_model(self, model: Model) -> RealRound | None:
        """The round with the hands of a model; None if it is impossible.

        Learns from the first player who lays down otherwise than in the model.
        """
        table: LaidMelds = {}
        laid = []
        is_as_in_model = True
        for seat, player in enumerate(self._encoding.players):
            entry = player.seat.with_hand(self._encoding.read_hand(model, seat))
            down, faults = lay_down_hand(self._ending, player.seat.index, entry, table)
            if faults and not player.seat.is_declarer:
                if is_as_in_model:  # given lay-offs do not fit this table
                    self._exclude_values(model, self._find_table(seat))
                return None
            if is_as_in_model:
                is_as_in_model = self._learn(model, seat, find_layout(down, table))
            if faults:
                return None
            laid.append(down)
            table = apply_lay_down(self._ending, table, down)
        return RealRound(name_kind(self._ending, laid[0]), tuple(down.count for down in laid))

    def _learn(self, model: Model, seat: int, best: Layout) -> bool:
        """Whether a player's layout in the model is the best one. If not, exclude the reasons."""
        layout = self._encoding.read_layout(model, seat)
        if layout == best:
            return True
        exchanges = list(find_exchanges(self._ending.combinations, layout, best))
        if self._encoding.players[seat].seat.keeps_deadwood:
            size = len(self._encoding.players[seat].seat.entry.hand)
            exchanges = [exchange for exchange in exchanges if layout.melded + exchange.more_melded < size]
            # One part alone may meld all tiles; the whole difference never does.
            exchanges = exchanges or [LayoutExchange(layout.without(best), best.without(layout))]
        for exchange in exchanges:
            self.exclude(exchange, model, seat)
        if not exchanges:
            self._exclude_tie(model, seat, layout, best)
        return False

    # --- exchanges --------------------------------------------------------------------------------------------------

    def exclude(self, exchange: LayoutExchange, model: Model, seat: int) -> None:
        """Exclude an exchange found at a seat of a model, for all players and in all colours in which it holds."""
        general = exchange.generalise()
        is_general = general is not None and all(
            model.value((self._encoding.players[seat].loose[tile],)) for tile in general.lacking
        )
        for recoloured in (general if general and is_general else exchange).find_recoloured(
            self._ending.combinations.box
        ):
            key = is_general, *(frozenset(items.items()) for layout in recoloured for items in layout)
            if key in self._learned:
                continue
            self._learned.add(key)
            for player in self._encoding.players:
                if player.seat.given_melds is None and (player.seat.lays_off_freely or not recoloured.needs_others):
                    self._exclude_for(player, recoloured, is_general=is_general)

    def _exclude_for(self, player: PlayerEncoding, exchange: LayoutExchange, *, is_general: bool) -> None:
        """One clause: a player who has what the better part needs does not lay down the worse part."""
        self._steps.take(STEPS_PER_EXCHANGE)
        worse = exchange.worse
        clause = [-at_least(player.melds.get(meld, ()), number) for meld, number in worse.melds.items()]
        clause += [-at_least(player.lay_offs.get(end, ()), number) for end, number in worse.lay_offs.items()]
        for tile, number in exchange.lacking.items():
            clause.append(-player.loose[tile] if is_general else -at_least(player.deadwood[tile], number))
        if player.ends:
            needed = self._count_needed_ends(exchange)
            clause += [-player.ends.are_spare(end, number) for end, number in needed.items() if number > 0]
        if player.seat.is_declarer:
            clause.append(self._encoding.cannot_declare_with(exchange.more_melded))
        self._encoding.formula.add_clause(*clause)

    # --- single models ----------------------------------------------------------------------------------------------

    def _exclude_values(self, model: Model, numbers: Iterable[Number]) -> None:
        """Exclude that these numbers all have their values of a model."""
        literals: list[Literal] = []
        for number in numbers:
            value = model.value(number)
            literals += (-at_least(number, value), at_least(number, value + 1))
        self._encoding.formula.add_clause(*literals)

    def _find_table(self, seat: int) -> Iterator[Number]:
        """All numbers that describe the table at a player's turn."""
        for player in self._encoding.players[:seat]:
            yield from player.melds.values()
            yield from player.lay_offs.values()

    def _exclude_tie(self, model: Model, seat: int, layout: Layout, best: Layout) -> None:
        """The same tiles are laid off at other ends. That depends on the order of the melds with such ends, and on the
        lay-offs around them, so exactly these are excluded."""
        differing = {*layout.without(best).lay_offs, *best.without(layout).lay_offs}
        near = {around for end in differing for around in self._find_neighbourhood(model, seat, end)}
        self._exclude_values(model, self._find_numbers(seat, near))

    def _find_neighbourhood(self, model: Model, seat: int, end: End) -> Iterator[End]:
        """An end, and those before and beyond it up to the first at which nobody up to a player has laid off."""
        yield end
        for move in (self._ends.before, self._ends.next):
            around = move[end]
            while around:
                yield around
                lay_offs = (player.lay_offs.get(around, ()) for player in self._encoding.players[: seat + 1])
                around = move[around] if any(map(model.value, lay_offs)) else None

    def _find_numbers(self, seat: int, ends: set[End]) -> Iterator[Number]:
        """The melds of earlier players that have such ends, and all lay-offs there up to a player."""
        for player in self._encoding.players[:seat]:
            yield from (number for meld, number in player.melds.items() if not ends.isdisjoint(self._ends.find(meld)))
        for player in self._encoding.players[: seat + 1]:
            yield from (number for end, number in player.lay_offs.items() if end in ends)

    def _count_needed_ends(self, exchange: LayoutExchange) -> Counter[End]:
        """How many more ends of each kind the better part uses, less those that it opens itself."""
        needed = Counter(exchange.better.lay_offs)
        needed.subtract(exchange.worse.lay_offs)
        for end, number in [*needed.items()]:
            if beyond := self._ends.next[end]:
                needed[beyond] -= number
        return needed
