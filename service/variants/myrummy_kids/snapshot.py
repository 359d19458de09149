"""What there is in myRummy Kids, and what the player on turn sees of it."""

from dataclasses import dataclass

from service.melds.joker_melds import JokerMelds
from service.melds.lying_runs import LyingRuns
from service.rules import records
from service.rules.options import flag, whole_number
from service.rules.turns import Meld, Table
from service.tiles.box import Box

BOX = Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4)
MELDS = JokerMelds(BOX, groups=False)
RUNS = LyingRuns(BOX)


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
