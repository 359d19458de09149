"""What the review of a round finds: planted blunders, and moves of the strongest player that it reports all the same.

``python -m bench.reviews``. In each round both players follow the advice ``win`` at strength 5, but for
one discard: a random card of a meld, at a random turn with one.
"""

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from random import Random
from time import process_time
from typing import Any

from bench.figures import format_number, format_table, median
from bench.page import RESULTS, describe_machine, write_part
from rummy_referee import games
from rummy_referee.rules.review import review_round
from rummy_referee.rules.strong_play import STRENGTHS

PLANTED = {"gin-rummy-cards": 200, "gin-rummy": 50}
PLAYERS = ("Ada", "Bo")

PART = """\
## Reviews

Written by `python -m bench.reviews`. Rounds in which both players follow the advice `win` at strength 5, but for one
discard: a random card of a meld, at a random turn with one. **planted** is how many of these the review of both players
finds, **others** how many of all other moves it reports. Seconds of CPU time for a review: median / most. {machine}.

{table}
"""


@dataclass(slots=True)
class Reviewed:
    """The sums over rounds."""

    rounds: int = 0
    planted: int = 0
    found: int = 0
    others: int = 0
    reported: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, variant: str, seed: int) -> None:
        """One more round."""
        record, planted = play_record(variant, seed)
        start = process_time()
        review = review_round(record, PLAYERS, seed)
        self.seconds.append(process_time() - start)
        found = {each.after for each in review.found}
        self.rounds += 1
        self.planted += planted is not None
        self.found += planted in found
        self.reported += len(found - {planted})
        self.others += review.reviewed - (planted is not None)

    def row(self, variant: str) -> list[str]:
        """A row of the table."""
        return [
            variant,
            str(self.rounds),
            f"{self.found} of {self.planted} ({100 * self.found / self.planted:.1f}%)",
            f"{self.reported} of {self.others} ({100 * self.reported / self.others:.2f}%)",
            f"{format_number(median(self.seconds))} / {format_number(max(self.seconds))}",
        ]


def play_record(variant: str, seed: int) -> tuple[Any, int | None]:
    """A round with one blunder, and the number of moves before it; None if there was no turn for one."""
    game, random = games[variant], Random(seed)
    record: Any = game.record(PLAYERS, seed=seed, starter=PLAYERS[seed % 2])
    strong, waits, planted = game.turn.strong, random.randrange(1, 8), None
    assert strong
    while not record.round.over:
        position = record.round.position
        seen = strong.watch(record.rounds, record.moves, record.round.turn)
        best = strong.find(position, seen, STRENGTHS[-1], seed * 1000 + len(record.moves)).best
        move: Any = best.move
        melded = [tile for meld in position.best().melds for tile in meld if tile is not seen_taken(position)]
        if planted is None and move.type == "discard" and melded:
            waits -= 1
            if not waits:
                move, planted = game.move("discard", tile=random.choice(melded)), len(record.moves)
        record = record.play(move)
    return record, planted


def seen_taken(position: Any) -> Any:
    """The card that must not be discarded."""
    return getattr(position.snapshot, "taken", None)


def read_reviewed(variant: str) -> Reviewed:
    """What was kept of earlier runs."""
    path = RESULTS / f"reviews-{variant}.json"
    kept: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return Reviewed(**kept)


def main() -> None:
    """Review what is missing, and keep it."""
    parser = argparse.ArgumentParser(prog="python -m bench.reviews", description=__doc__)
    parser.add_argument("--only", choices=PLANTED, help="only this game")
    arguments = parser.parse_args()
    for variant, planted in PLANTED.items():
        reviewed = read_reviewed(variant)
        while reviewed.planted < planted and arguments.only in (None, variant):
            reviewed.add(variant, reviewed.rounds)
            (RESULTS / f"reviews-{variant}.json").write_text(json.dumps(asdict(reviewed)) + "\n", encoding="utf-8")
    rows = [found.row(variant) for variant in PLANTED if (found := read_reviewed(variant)).rounds]
    heads = ["game", "rounds", "planted", "others", "s for a review"]
    write_part("reviews", PART.format(machine=describe_machine(), table=format_table(heads, rows)))


if __name__ == "__main__":
    main()
