"""Laying one play: melds for its tiles that leave as much of the table as it is as is easily possible."""

from collections.abc import Callable, Sequence

from service.melds.joker_melds import JokerMelds
from service.solver.play_engine import Engine
from service.solver.play_problem import SHORTEST, Case, Problem, faces_of
from service.solver.play_tables import Laid, Meld, TableBuilder
from service.solver.plays import Face, Play, Scenario
from service.tiles.box import JOKER

Kept = tuple[Face | None, ...]

MOST_MISSES = 8
"""After trying so often in vain to keep some melds, the others need not be kept."""


class Pile:
    """Tiles to lay: how many of each face are real and how many are jokers, by cell, and the free jokers."""

    def __init__(self, reals: list[int], bound: list[int], jokers: int) -> None:
        self.reals = reals
        self.bound = bound
        self.jokers = jokers

    def take(self, meld: Kept, places: dict[Face, int]) -> tuple["Pile", Meld] | None:
        """What is left without this meld, and the meld; None if its tiles are not there or would all be jokers."""
        reals, bound, jokers = self.reals.copy(), self.bound.copy(), self.jokers
        laid: list[Laid] = []
        for face in meld:
            if face is None:
                jokers -= 1
                laid.append((("", 0), True))
                continue
            place = places[face]
            wild = not reals[place]
            (bound if wild else reals)[place] -= 1
            laid.append((face, wild))
            if bound[place] < 0:
                return None
        if jokers < 0 or all(wild for _, wild in laid):
            return None
        return Pile(reals, bound, jokers), tuple(laid)


class Layer:
    """Lays plays of one game."""

    def __init__(self, melds: JokerMelds, problem: Problem, make_engine: Callable[[Problem], Engine]) -> None:
        self._melds = melds
        self._problem = problem
        self._make_engine = make_engine
        self._faces = faces_of(melds)
        self._joker_worth = 0
        self._nothing = (0,) * len(self._faces)
        self._numbers = [number for _, number in self._faces]
        self._places = {face: place for place, face in enumerate(self._faces)}

    def lay(self, scenario: Scenario, play: Play, keep: Sequence[Kept]) -> tuple[Meld, ...]:
        """The melds after a play. Melds are kept while the rest can still be laid: all of them, or half by half."""
        pile = Pile(
            [
                scenario.must.get(face, 0) + play.tiles.get(face, 0) - scenario.played.get(face, 0)
                for face in self._faces
            ],
            [scenario.bound.get(face, 0) for face in self._faces],
            scenario.free_jokers + play.jokers - scenario.played_jokers,
        )
        self._joker_worth = self._missing_worth(play)
        kept: list[Meld] = []
        misses = 0
        near, far = self._sort_by_nearness(keep, play)
        pending = [melds for melds in (near, far) if melds]
        while pending and misses < MOST_MISSES:
            melds = pending.pop()
            tried = self._keep(pile, melds)
            if tried:
                pile, also_kept = tried
                kept += also_kept
                continue
            misses += 1
            if len(melds) > 1:
                pending += [melds[len(melds) // 2 :], melds[: len(melds) // 2]]
        problem = self._state(pile)
        way = self._make_engine(problem).arrange()
        if way is None:
            raise ValueError("these tiles are no play of this scenario")
        rest = TableBuilder(problem, self._faces, pile.bound).build(way)
        return (*[self._name_jokers(meld) for meld in kept], *rest)

    def _sort_by_nearness(self, keep: Sequence[Kept], play: Play) -> tuple[list[Kept], list[Kept]]:
        """The melds that a tile of the play could join or touch, and the others: those likely stay, all together."""
        numbers = {number for _, number in play.tiles}
        touched = {(colour, number + step) for colour, number in play.tiles for step in (-1, 0, 1)}
        near: list[Kept] = []
        far: list[Kept] = []
        for meld in keep:
            faces = [face for face in meld if face is not None]
            is_group = len({number for _, number in faces}) == 1
            is_near = faces[0][1] in numbers if is_group else not touched.isdisjoint(faces)
            (near if is_near or len(faces) < len(meld) else far).append(meld)
        return near, far

    def _missing_worth(self, play: Play) -> int:
        """What the jokers of an opening must count, if they count: the tiles alone may be worth too little."""
        problem = self._problem
        worth = sum(number * count for (_, number), count in play.tiles.items())
        return max(problem.minimum - worth, 0) if problem.jokers_count else 0

    def _keep(self, pile: Pile, melds: Sequence[Kept]) -> tuple[Pile, list[Meld]] | None:
        kept = []
        for meld in melds:
            taken = pile.take(meld, self._places)
            if taken is None:
                return None
            pile = taken[0]
            kept.append(taken[1])
        return (pile, kept) if self._make_engine(self._state(pile)).is_arrangeable() else None

    def _name_jokers(self, meld: Meld) -> Meld:
        """Say of each free joker what it stands for."""
        if all(face[0] for face, _ in meld):
            return meld
        tiles = self._melds.box.tiles
        codes = [f"{JOKER}=" * wild + f"{face[0]}{face[1]}" if face[0] else JOKER for face, wild in meld]
        reading = self._melds.judge([tiles[code] for code in codes]).readings[0]
        return tuple((((tile.face.colour, tile.face.number), tile.wild)) for tile in reading.tiles)

    def _state(self, pile: Pile) -> Problem:
        """All the tiles of a pile are to be laid."""
        strict = sum(pile.bound) + pile.jokers >= SHORTEST
        must = pile.reals if strict else list(map(int.__add__, pile.reals, pile.bound))
        case = Case(
            must=tuple(must),
            may=self._nothing,
            bound=tuple(pile.bound) if strict else self._nothing,
            played=self._nothing,
            free_jokers=pile.jokers,
            hand_jokers=0,
            played_jokers=0,
            bound_worth=sum(map(int.__mul__, pile.bound, self._numbers)),
        )
        problem = self._problem
        return Problem(
            numbers=problem.numbers,
            colours=problem.colours,
            runs=problem.runs,
            groups=problem.groups,
            mixed=problem.mixed,
            ace_high=problem.ace_high,
            strict=strict,
            most=0,
            minimum=self._joker_worth,
            jokers_count=self._joker_worth > 0,
            cases=(case,),
        )
