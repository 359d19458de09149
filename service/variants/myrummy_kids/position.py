"""What there is in myRummy Kids, and what the player on turn sees of it."""

from dataclasses import dataclass
from functools import cached_property

from service.melds.joker_melds import JokerMelds
from service.melds.lying_runs import Bits, LyingRun, LyingRuns, read_run
from service.rules import records
from service.rules.options import flag, whole_number
from service.rules.turns import Meld, Position, Table
from service.tiles.box import Box

BOX = Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4)
MELDS = JokerMelds(BOX, groups=False)
RUNS = LyingRuns(BOX)
RACK = 15


@dataclass(frozen=True, slots=True)
class KidsOptions:
    """What a table may agree on: whether drawing is a free choice, and how many chips win."""

    must_play: bool = flag(False)
    chips: int = whole_number(3, minimum=1, maximum=100)


@dataclass(frozen=True, slots=True)
class KidsSnapshot:
    """A position as the player on turn sees it."""

    table: Table = records.melds("The runs on the table.")
    hand: Meld = records.tiles("The rack of the player on turn. A joker in it is just `J`: a pin is dropped.")
    opened: bool = records.flag("Whether this player has laid an own run in this round. It is believed.")
    stock: int = records.count("How many tiles lie face down.")
    phase: str | None = records.phase()
    stepped: bool = records.flag("Whether a step was made in this turn.", default=False)
    freed_jokers: int = records.count(
        "How many jokers of the hand were swapped out in this turn and must still be laid in it.", default=0
    )


@dataclass(frozen=True, eq=False)
class KidsPosition(Position[KidsSnapshot, KidsOptions]):
    """A snapshot, with its runs as they can be read and the hand sorted."""

    @cached_property
    def runs(self) -> tuple[LyingRun, ...]:
        """The runs on the table."""
        return tuple(map(read_run, self.snapshot.table))

    @cached_property
    def jokers(self) -> int:
        """How many jokers are in the hand."""
        return sum(tile.wild for tile in self.snapshot.hand)

    @cached_property
    def held(self) -> dict[str, Bits]:
        """The numbers held of each colour."""
        held = dict.fromkeys(BOX.colours, 0)
        for tile in self.snapshot.hand:
            if not tile.wild:
                held[tile.colour] |= 1 << tile.number
        return held
