"""Laying out the melds that a search has found, tile by tile."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from service.engine.arranging.joker_automaton import count_groups
from service.engine.arranging.joker_trace import NumberStep
from service.engine.arranging.open_runs import LONG, NEW, SHORTEST, Growth, continued
from service.melds.joker_melds import JokerMelds, is_free
from service.melds.judgement import Judge
from service.tiles.tile import Tile

Meld = list[Tile]


@dataclass(frozen=True)
class Pile:
    """The tiles to be laid out: by row, by lane, and then those that are alike together; and the free jokers.

    ``wild_melds`` says that there are wild tiles enough for melds of nothing else; only then are they told apart.
    """

    rows: Sequence[Sequence[Sequence[Sequence[Tile]]]]
    jokers: Sequence[Tile]
    wild_melds: bool


@dataclass(eq=False)
class Run:
    """A run as it grows, from the second number if ``above_ace``; it may then be promised an ace."""

    tiles: Meld = field(default_factory=list)
    above_ace: bool = False
    promised: bool = False


class Lane:
    """The runs of one lane: all of them, and those still open by kind."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.open: dict[int, list[Run]] = {}

    def start_above_ace(self, tiles: Sequence[Tile], promised: int) -> None:
        """Start a run with each tile, and count the ace in the first ones that they were promised."""
        for place, tile in enumerate(tiles):
            run = Run([tile], above_ace=True, promised=place < promised)
            self.runs.append(run)
            self.open.setdefault(1 if run.promised else 0, []).append(run)

    def lay_below(self, aces: Sequence[Tile]) -> None:
        """Lay aces below runs, first where they were promised."""
        slots = sorted((run for run in self.runs if run.above_ace), key=lambda run: not run.promised)
        for run, ace in zip(slots, aces, strict=False):
            run.tiles.insert(0, ace)

    def grow(self, growths: Sequence[Growth], reals: Sequence[Tile], wilds: Sequence[Tile]) -> None:
        """Continue runs, and end those that do not grow. New ones take the first of the tiles."""
        real, wild = iter(reals), iter(wilds)
        grown: dict[int, list[Run]] = {}
        for growth in sorted(growths, key=lambda growth: growth.kind != NEW):
            for is_wild in (False,) * growth.reals + (True,) * growth.wilds:
                if growth.kind == NEW:
                    run = Run()
                    self.runs.append(run)
                else:
                    run = self.open[growth.kind].pop(0)
                run.tiles.append(next(wild if is_wild else real))
                grown.setdefault(continued(growth.kind, is_wild), []).append(run)
        self.open = grown


def build_melds(pile: Pile, steps: Sequence[NumberStep], melds: JokerMelds) -> list[Meld]:
    """Lay out what happens at each number."""
    free = list(pile.jokers)
    lanes = [Lane() for _ in pile.rows[0]]
    built: list[Meld] = []
    for index, (row, step) in enumerate(zip(pile.rows, steps, strict=True)):
        grouped: Meld = []
        for lane, stacks, lane_step in zip(lanes, row, step.lanes, strict=True):
            in_runs: Meld = []
            for alike, split in zip(stacks, lane_step.offer.splits, strict=True):
                in_runs += alike[: split.run]
                grouped += alike[split.run : split.run + split.group]
            jokers = [free.pop() for _ in range(lane_step.jokers)]
            growths, aces_below = lane_step.growing
            if melds.ace_high and index == 0:
                lane.start_above_ace(jokers + in_runs, promised=aces_below)
                continue
            lane.lay_below(in_runs[:aces_below])
            # Jokers come last, so that they continue runs and do not start them.
            laid = in_runs[aces_below:] + jokers
            wilds = [tile for tile in laid if tile.wild] if pile.wild_melds else []
            lane.grow(growths, [tile for tile in laid if tile not in wilds], wilds)
        built += deal_groups(grouped, [free.pop() for _ in range(step.group_jokers)], len(melds.box.colours))
    add_jokers_on_top(lanes, free)
    runs = [run.tiles for lane in lanes for run in lane.runs]
    return built + [part for run in runs for part in split_run(run, melds.longest_run, melds.judge)]


def add_jokers_on_top(lanes: Sequence[Lane], jokers: Meld) -> None:
    """Complete the runs that end with the highest number; what is left over goes to one of them, if there is any.

    On top means anywhere: what lies too high there can lie below the run.
    """
    ends = [(kind, run) for lane in lanes for kind, runs in sorted(lane.open.items()) for run in runs]
    for kind, run in ends:
        run.tiles += [jokers.pop() for _ in range(LONG - kind)]
    if ends:
        ends[0][1].tiles += jokers


def split_run(tiles: Meld, longest: int, judge: Judge) -> list[Meld]:
    """A run, or two where it is too long for one. Jokers at its end may go to either."""
    if len(tiles) <= longest:
        return [tiles]
    body = list(tiles)
    on_top: Meld = []
    while is_free(body[-1]):
        on_top.append(body.pop())
    pairs = (
        (body[:cut] + on_top[:share], body[cut:] + on_top[share:])
        for cut in range(1, len(body))
        for share in range(len(on_top) + 1)
    )
    return next([low, high] for low, high in pairs if judge(low).valid and judge(high).valid)


def deal_groups(tiles: Meld, jokers: Meld, largest: int) -> list[Meld]:
    """Deal the tiles of a number into groups, colour by colour, round and round.

    So the groups are of much the same size and have no colour twice. Where that leaves one without a real tile, other
    places are tried, the last tile's first.
    """
    colours = [tile.face.colour for tile in tiles]
    most = max((colours.count(colour) for colour in colours), default=0)
    count = count_groups(len(tiles), sum(tile.wild for tile in tiles), most, len(jokers), largest)
    by_colour = sorted(tiles, key=lambda tile: (tile.face.colour, tile.wild))
    return next(_deal(by_colour, [[] for _ in range(count or 0)], jokers, largest))


def _deal(tiles: Meld, groups: list[Meld], jokers: Meld, largest: int) -> Iterator[list[Meld]]:
    dealt = sum(len(group) for group in groups)
    if dealt == len(tiles):
        whole = [list(group) for group in groups]
        for joker in jokers:
            min(whole, key=len).append(joker)
        if all(SHORTEST <= len(group) <= largest and any(not tile.wild for tile in group) for group in whole):
            yield whole
        return
    tile = tiles[dealt]
    for turn in range(len(groups)):
        group = groups[(dealt + turn) % len(groups)]
        if all(other.face.colour != tile.face.colour for other in group):
            group.append(tile)
            yield from _deal(tiles, groups, jokers, largest)
            group.pop()
