"""Unknown tiles: the least and the most that they can weigh, over every completion from what is left in a box.

A completion is a flow in a bipartite network: from each kind of unknown tile (``?``, ``?R``, ``?7``) to the pieces
that it can be, with the copies left of each piece as capacities. A minimum-cost flow by successive shortest paths
(queue-based Bellman-Ford) gives both ends of the range exactly. With R1, B1 and R5 left, ``?R`` and ``?`` weigh at
least 1 + 1 and at most 5 + 1.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import add
from typing import NamedTuple

from rummy_referee.engine.work import Steps, count_steps
from rummy_referee.tiles.box import Box
from rummy_referee.tiles.tile import Tile

_SOURCE, _SINK = 0, 1
_STEPS_PER_EDGE = 3
"""The work of relaxing an edge, in steps of ``work.py``."""


class Range(NamedTuple):
    """The least and the most."""

    low: int
    high: int


class Completions:
    """All completions of the unknown tiles of several players from what is left in a box."""

    def __init__(self, box: Box, left: Mapping[str, int], unknown: Mapping[str, Iterable[Tile]]) -> None:
        self._box = box
        self._left = {piece: count for piece, count in left.items() if count > 0}
        self._unknown = {holder: Counter(tile.code for tile in tiles) for holder, tiles in unknown.items()}

    @property
    def count(self) -> int:
        """How many tiles are unknown."""
        return sum(held.total() for held in self._unknown.values())

    def are_possible(self) -> bool:
        """Whether there is a completion at all."""
        return not self.count or self.minimise(lambda _: 0, []) is not None

    def range_of(self, weight: Callable[[str], int], holders: Iterable[str]) -> Range:
        """The least and the most that the unknown tiles of these players weigh together; a completion must exist."""
        counted = tuple(holders)
        low, high = (self.minimise(weight, [(counted, factor)]) for factor in (1, -1))
        if low is None or high is None:
            raise ValueError("the box has not enough tiles left")
        return Range(*low, *high)

    def minimise(
        self, weight: Callable[[str], int], groups: Sequence[tuple[Sequence[str], int]]
    ) -> tuple[int, ...] | None:
        """What the unknown tiles of each group of players weigh in some completion; None if there is no completion.

        It is one with the least sum of all weights, each multiplied by the factor of the group.
        """
        network = _Network()
        pieces = {piece: network.add_node() for piece in self._left}
        for piece, node in pieces.items():
            network.add_edge(node, _SINK, self._left[piece], 0)
        grouped = {holder for holders, _ in groups for holder in holders}
        rest = tuple(holder for holder in self._unknown if holder not in grouped)
        edges: list[list[tuple[int, int]]] = []
        for holders, factor in (*groups, (rest, 0)):
            edges.append([])
            for code, number in self._count_codes(holders).items():
                kind = network.add_node()
                network.add_edge(_SOURCE, kind, number, 0)
                for piece, node in pieces.items():
                    if self._box.can_be(self._box.unknown_tiles[code], piece):
                        worth = weight(piece)
                        edges[-1].append((worth, network.add_edge(kind, node, number, factor * worth)))
        if network.find_minimum_cost_flow() < self.count:
            return None
        return tuple(sum(worth * network.flow_on(edge) for worth, edge in own) for own in edges[:-1])

    def _count_codes(self, holders: Iterable[str]) -> Counter[str]:
        """How many tiles of each code are unknown to these players together."""
        return sum((self._unknown.get(holder, Counter()) for holder in dict.fromkeys(holders)), Counter())

    def find_totals(self, weight: Callable[[str], int], holders: Sequence[str], steps: Steps) -> set[tuple[int, ...]]:
        """What the unknown tiles of each player can weigh, in every completion. Raises at the bound on work.

        Dynamic programming over the pieces. Those with the same weight that can be the same unknown tiles are equal.
        """
        slots = [(at, code) for at, holder in enumerate(holders) for code in self._unknown[holder]]
        counts = tuple(self._unknown[holders[at]][code] for at, code in slots)
        copies: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for piece, number in self._left.items():
            fitting = [self._box.can_be(self._box.unknown_tiles[code], piece) for _, code in slots]
            copies[weight(piece), tuple(compress(range(len(slots)), fitting))] += number
        reached = {counts: {(0,) * len(holders)}}
        for (worth, fitting_slots), number in copies.items():
            following: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
            for unknown, totals in reached.items():
                for chosen in _choose([unknown[slot] for slot in fitting_slots], number):
                    steps.take(len(totals))
                    left, added = list(unknown), [0] * len(holders)
                    for slot, taken in zip(fitting_slots, chosen, strict=True):
                        left[slot] -= taken
                        added[slots[slot][0]] += taken * worth
                    sums = {tuple(map(add, total, added)) for total in totals} if any(added) else totals
                    following.setdefault(tuple(left), set()).update(sums)
            reached = following
        return reached.get((0,) * len(slots), set())


def _choose(most: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every choice of at most ``number`` tiles, of each kind at most as many as there are."""
    if not most:
        yield ()
        return
    for taken in range(min(most[0], number) + 1):
        yield from ((taken, *rest) for rest in _choose(most[1:], number - taken))


class _Network:
    """A residual network. Edge ``2i`` leads forward, edge ``2i + 1`` is its reverse."""

    def __init__(self) -> None:
        self._edges_from: list[list[int]] = [[], []]
        self._target: list[int] = []
        self._capacity: list[int] = []
        self._cost: list[int] = []

    def add_node(self) -> int:
        self._edges_from.append([])
        return len(self._edges_from) - 1

    def add_edge(self, start: int, end: int, capacity: int, cost: int) -> int:
        for origin, target, free, price in ((start, end, capacity, cost), (end, start, 0, -cost)):
            self._edges_from[origin].append(len(self._target))
            self._target.append(target)
            self._capacity.append(free)
            self._cost.append(price)
        return len(self._target) - 2

    def flow_on(self, edge: int) -> int:
        """The flow on an edge."""
        return self._capacity[edge ^ 1]

    def find_minimum_cost_flow(self) -> int:
        """Find a maximum flow of minimum cost, and return its size."""
        flow = 0
        while True:
            distance, arrival = self._find_shortest_paths()
            if distance[_SINK] is None:
                return flow
            path, node = [], _SINK
            while node != _SOURCE:
                edge = arrival[node]
                path.append(edge)
                node = self._target[edge ^ 1]
            added = min(self._capacity[edge] for edge in path)
            for edge in path:
                self._capacity[edge] -= added
                self._capacity[edge ^ 1] += added
            flow += added

    def _find_shortest_paths(self) -> tuple[list[int | None], list[int]]:
        """The distance of each node from the source, None where unreachable, and the edge by which its path arrives."""
        distance: list[int | None] = [None] * len(self._edges_from)
        arrival = [0] * len(self._edges_from)
        distance[_SOURCE] = 0
        queue = [_SOURCE]
        for node in queue:
            so_far = distance[node] or 0
            for edge in self._edges_from[node]:
                target = self._target[edge]
                known = distance[target]
                if self._capacity[edge] and (known is None or so_far + self._cost[edge] < known):
                    distance[target] = so_far + self._cost[edge]
                    arrival[target] = edge
                    queue.append(target)
        count_steps(_STEPS_PER_EDGE * sum(len(self._edges_from[node]) for node in queue))
        return distance, arrival
