"""The box and the options of myRummy Kids, and what the player on turn sees."""

from dataclasses import dataclass

from rummy_referee.melds.joker_melds import JokerMelds
from rummy_referee.melds.lying_runs import LyingRuns
from rummy_referee.rules import records
from rummy_referee.rules.options import flag, whole_number
from rummy_referee.rules.turns import Meld, Table
from rummy_referee.tiles.box import Box

BOX = Box(colours="BRGY", numbers=range(1, 7), copies=2, jokers=4)
MELDS = JokerMelds(BOX, groups=False)
RUNS = LyingRuns(BOX)


@dataclass(frozen=True, slots=True)
class KidsOptions:
    """What players may agree on: must they play if they can, and how many chips win."""

    must_play: bool = flag(False)
    chips: int = whole_number(3, minimum=1, maximum=100, scores=True)


@dataclass(frozen=True, slots=True)
class KidsSnapshot:
    """A position as the player on turn sees it."""

    table: Table = records.melds("The runs on the table.")
    hand: Meld = records.tiles("The rack of the player on turn. A pin of a joker in it is dropped: it is just `J`.")
    opened: bool = records.flag("Whether this player has laid an own run in this round. This is not verified.")
    stock: int = records.count("The number of tiles face down.")
    phase: str | None = records.phase()
    stepped: bool = records.flag("Whether a step was made in this turn.", default=False)
    freed_jokers: int = records.count(
        "The number of jokers of the hand that were swapped out in this turn and must still be laid in it.", default=0
    )
