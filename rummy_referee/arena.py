"""Rounds as environments of PettingZoo, in which programs play each other. It needs the extra ``arena``.

What an agent is told comes from its view of the round, never from the round.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import index
from random import Random
from typing import Any, overload

import numpy as np
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv

from rummy_referee.games import GAMES
from rummy_referee.rules.game import AnyGame
from rummy_referee.rules.moves import generate_other_moves
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.records import HIGHEST_SEED, members_of
from rummy_referee.rules.rounds import AnyRound
from rummy_referee.rules.turns import Meld, Move
from rummy_referee.rules.views import TableView, view_table
from rummy_referee.tiles.tile import Tile

ACTIONS = 256
"""The default number of actions."""

MAX_MOVES = 1000
"""The default number of moves until a round is cut off. Some rounds of random moves never end."""


class RoundEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A round of a game. The agents, ``player_0`` and so on, are the players in seat order.

    Action n is the n-th of ``info["moves"]``; ``info["action_mask"]`` says how many there are. ``step`` also takes any
    other legal move. ``info["view"]`` is what the agent sees, and an observation is the same as numbers.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        actions: int = ACTIONS,
        max_moves: int = MAX_MOVES,
        render_mode: str | None = None,
        **seats: Any,
    ) -> None:
        """``players`` is the least number of the game by default. ``seats`` are what ``Game.deal`` takes besides.

        Without ``starter``, the player who starts is drawn by lot.
        """
        self.game: AnyGame = GAMES[game]
        self.options = self.game.options(**options or {})
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        count = self.game.players[0] if players is None else players
        self.possible_agents = [f"player_{seat}" for seat in range(count)]
        self.agents: list[str] = []
        self.observed = Observed(self.game, self.options, count)
        self.max_moves = max_moves
        self._seats = seats
        self.agent_selection = ""
        self.infos: dict[str, dict[str, Any]] = {}
        self._chance = Random()  # noqa: S311 - who trains knows the deals
        self._actions = actions
        self._action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        space = Box(0, np.array(self.observed.highest, np.int16), dtype=np.int16)
        self._observation_spaces = dict.fromkeys(self.possible_agents, space)

    def observation_space(self, agent: str) -> Box:
        """The space of an agent's observations: vectors of whole numbers."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions: the places in the list of moves."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's
        """Deal a round. After the same seed, the same rounds follow one another."""
        if seed is not None:
            self._chance = Random(seed)  # noqa: S311 - as above
        starter = self._chance.choice(self.possible_agents)
        deal = self._chance.randint(0, HIGHEST_SEED)
        seats = {"starter": starter, **self._seats}
        self._round: AnyRound = self.game.deal(self.possible_agents, deal, self.options, **seats)
        self._moves_played = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._select()

    def step(self, action: Any) -> None:
        """Play an action of the agent selected, or a move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._round = self._round.play(action if isinstance(action, Move) else self._move_of(agent, index(action)))
        self._moves_played += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._round.over:
            self._finish()
        elif self._moves_played >= self.max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {} for agent in self.agents}
        else:
            self._select()

    def observe(self, agent: str) -> Any:
        """What an agent sees of the round as numbers; when it is over, what everybody sees."""
        if self._round.over:
            return self.observed.encode(agent, view_table(self.game, self._round.record, None))
        view = self.infos[agent].get("view") or self._round.view(agent)
        return self.observed.encode(agent, view.public, view.position)

    def render(self) -> str:
        """What everybody sees, in words."""
        seen = view_table(self.game, self._round.record, None)
        lines = [f"{player.player}: {player.hand_size} in hand" for player in seen.players]
        lines += [" ".join([tile.code for tile in meld.tiles]) for meld in seen.table]
        lines += [f"{seen.stock} in the stock, discarded: {seen.discard_top or '-'}"]
        return "\n".join([*lines, *[event.text(self.game.id) for event in seen.last_moves]])

    def close(self) -> None:
        """There is nothing to release."""

    def _move_of(self, agent: str, action: int) -> Move:
        moves: ListedMoves = self.infos[agent]["moves"]
        if not 0 <= action < len(moves):
            raise ValueError(f"{action} is masked: there are {len(moves)} moves")
        move: Move = moves[action]
        return move

    def _select(self) -> None:
        """The player on turn is the agent selected."""
        agent = self._round.turn or ""
        view = self._round.view(agent)
        moves = list_moves(view.position, self._actions)
        mask: Any = np.zeros(self._actions, np.int8)
        mask[: len(moves)] = 1
        self.agent_selection = agent
        self.infos = {agent: {} for agent in self.agents}
        self.infos[agent] = {"action_mask": mask, "moves": moves, "view": view}

    def _finish(self) -> None:
        """The agents are rewarded with their scores."""
        scored = self._round.scored
        sign = -1 if self.game.round_scoring.are_penalties(self.options) else 1
        if not scored.void:
            self.rewards = {score.player: float(sign * score.points.low) for score in scored.scores}
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {score.player: {"score": score} for score in scored.scores}


# --- moves ----------------------------------------------------------------------------------------------------------


class ListedMoves(Sequence[Any]):
    """Legal moves in listing order. The tables of plays are made when they are asked for."""

    def __init__(self, position: AnyPosition, plays: Sequence[Any], others: Sequence[Any], *, complete: bool) -> None:
        self._position = position
        self._plays = plays
        self._others = others
        self.complete = complete
        """Whether these are all legal moves."""

    def __len__(self) -> int:
        return len(self._plays) + len(self._others)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Any]: ...

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return tuple([self[each] for each in range(*at.indices(len(self)))])
        place = range(len(self))[at]
        if place >= len(self._plays):
            return self._others[place - len(self._plays)]
        return self._position.paged.to_moves([self._plays[place]])[0]  # type: ignore[union-attr] # there are plays

    def __iter__(self) -> Iterator[Any]:
        if self._plays and self._position.paged:
            yield from self._position.paged.to_moves(self._plays)
        yield from self._others

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ListedMoves) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment] # as of a list

    def __repr__(self) -> str:
        return f"<{len(self)} moves in {self._position}>"


def list_moves(position: AnyPosition, most: int) -> ListedMoves:
    """The legal moves. Of more than ``most``, the last plays are left out, then the last of the most frequent type."""
    others = generate_other_moves(position)
    complete = len(others) <= most
    while len(others) > most:
        ((frequent, _),) = Counter([move.type for move in others]).most_common(1)
        others.pop(max(at for at, move in enumerate(others) if move.type == frequent))
    plays: Sequence[Any] = ()
    if position.paged and position.is_available(position.paged.type):
        plays = position.paged.page(None, most - len(others) + 1)
        complete = complete and len(plays) + len(others) <= most
    return ListedMoves(position, plays[: most - len(others)], others, complete=complete)


# --- observations ---------------------------------------------------------------------------------------------------


class Observed:
    """How what an agent sees is written as numbers: sections of one vector, by name."""

    def __init__(self, game: AnyGame, options: Any, players: int) -> None:
        holds, size = game.holds(options), game.size(options)
        self.pieces = tuple(game.box.holds)
        """The tile of each place in the sections of tiles."""
        self._places = {piece: place for place, piece in enumerate(self.pieces)}
        self._phases = game.turn.phases_under(options)
        self._has_order = any(
            member.key == "position" for rule in game.turn.rules for member in members_of(rule.record)
        )
        counts = [max(1, holds.get(piece, 0)) for piece in self.pieces]
        sections = {
            "hand": [size] * len(counts) if self._has_order else counts,
            "table": counts,
            "open": [1] * len(counts),
            "discard_top": [1] * len(counts),
            "hand_sizes": [size] * players,
            "opened": [1] * players,
            "stock": [size],
            "discard_count": [size],
            "phase": [1] * len(self._phases),
            "on_turn": [1],
        }
        self.highest = [number for highest in sections.values() for number in highest]
        """The highest number in each place; the lowest is 0."""
        self.sections: dict[str, slice] = {}
        """Where each section is in the vector."""
        end = 0
        for name, highest in sections.items():
            self.sections[name] = slice(end, end + len(highest))
            end += len(highest)

    def encode(self, agent: str, public: TableView, position: AnyPosition | None = None) -> Any:
        """The vector of what an agent sees. Without a position, its hand is empty."""
        seat = next(seat for seat, player in enumerate(public.players) if player.player == agent)
        players = (*public.players[seat:], *public.players[:seat])
        numbers: list[int] = []
        numbers += self._hand(position.snapshot.hand if position else ())
        numbers += self._count([tile for meld in public.table for tile in meld.tiles])
        seen = {*[slot.tile for slot in public.middle if slot.tile], *_tiles_in(public.others)}
        numbers += [min(1, number) for number in self._count(seen)]
        numbers += self._count([public.discard_top] if public.discard_top else [])
        numbers += [player.hand_size for player in players]
        numbers += [int(player.opened or 0) for player in players]
        numbers += [public.stock, public.discard_count]
        numbers += [int(public.phase == phase) for phase in self._phases]
        numbers += [int(public.turn == agent)]
        return np.array(numbers, np.int16)

    def _hand(self, hand: Meld) -> list[int]:
        """The number of each piece; in a game whose moves name places in the hand, its place, from 1."""
        if not self._has_order:
            return self._count(hand)
        numbers = [0] * len(self.pieces)
        for place, tile in enumerate(hand, start=1):
            numbers[self._places[tile.piece]] = place
        return numbers

    def _count(self, tiles: Iterable[Tile]) -> list[int]:
        numbers, places = [0] * len(self.pieces), self._places
        for tile in tiles:
            numbers[places[tile.piece]] += 1
        return numbers


def _tiles_in(value: Any) -> Iterator[Tile]:
    """The tiles in the fields of a view."""
    if isinstance(value, Tile):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _tiles_in(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _tiles_in(each)
