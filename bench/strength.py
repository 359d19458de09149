"""How strong the players of a game are: whole games with mirrored deals, against named opponents.

Every deal is played twice with seats exchanged, and a pair of such games counts as one measurement, so that the luck of
the deal cancels out. ``python -m bench.strength`` keeps what it has measured in ``bench/results/strength-*.json`` and
goes on there; delete these files after a change of the player.
"""

import argparse
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from bench.figures import format_number, format_table, median, p99
from bench.page import RESULTS, write_part
from rummy_referee import games
from rummy_referee.games.gin_rummy_cards.cards import BOX, DEADWOOD, GinRummyCardsOptions
from rummy_referee.games.gin_rummy_cards.snapshot import GinCardsPosition
from rummy_referee.games.gin_rummy_cards.turn import Knock
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile
from rummy_referee.rules.move_records import Discard, Pass
from rummy_referee.tiles.tile import Tile

GIN = games["gin-rummy-cards"]
OPTIONS = GinRummyCardsOptions(big_gin=False)
"""The rules of the EAAI challenge: 25 points for a gin and for an undercut, no big gin, 100 points to win."""
NAMES = ("A", "B")

PART = """\
## Strength

Written by `python -m bench.strength`. Whole games of `gin-rummy-cards` under the rules of the EAAI 2021 challenge (gin
and undercut 25, no big gin, up to 100 points), the dealer alternating. Every deal is played twice with seats exchanged;
the interval of 95% is that of the mean over such pairs. **simple player**: the challenge's baseline, which takes the
discard only into a meld, discards at random among what leaves the least deadwood, and knocks as early as possible.
**OpenSpiel's simple bot** is the one of the package. All that a player sees is
given in `seen`. Milliseconds of CPU time for one decision, median / 99th percentile.

{table}
"""


@dataclass(slots=True)
class Table:
    """What a player knows at a decision: the position, and what was seen of the round and the game."""

    position: GinCardsPosition
    discards: tuple[Tile, ...]
    known: tuple[Tile, ...]
    totals: tuple[int, int]
    seed: int


class Player:
    """Chooses a move. Some follow the whole round."""

    name = ""

    def start(self, seat: int, starter: int, deal: Any) -> None:
        """A round begins."""

    def choose(self, table: Table) -> Any:
        """The move at a table."""
        raise NotImplementedError

    def observe(self, move: Any, drawn: Tile | None) -> None:
        """A move was played, perhaps with a card from the stock."""


@dataclass
class Ours(Player):
    """The advice with the objective ``win`` and a strength."""

    strength: int
    milliseconds: list[float] = field(default_factory=list)

    @property
    def name(self) -> str:  # type: ignore[override] # of the strength
        """The strength."""
        return f"strength {self.strength}"

    def choose(self, table: Table) -> Any:
        seen = {
            "discards": table.discards,
            "known": table.known,
            "total": table.totals[0],
            "other_total": table.totals[1],
        }
        start = process_time()
        found = table.position.strong(self.strength, table.seed, seen)
        self.milliseconds.append(1000 * (process_time() - start))
        return found.best.move


class SimplePlayer(Player):
    """The baseline of the EAAI challenge."""

    name = "simple player"

    def choose(self, table: Table) -> Any:
        snapshot = table.position.snapshot
        if snapshot.phase != "discard":
            if snapshot.discard_top and is_melded(snapshot.discard_top, snapshot.hand):
                return TakeTile(PILE)
            return Pass() if snapshot.phase == "offer" else TakeTile(STOCK)
        cards = [card for card in snapshot.hand if card is not snapshot.taken]
        left = DEADWOOD.find_points_after(snapshot.hand, cards)
        card = Random(table.seed).choice(
            [card for card, points in zip(cards, left, strict=True) if points == min(left)]
        )
        return Knock(card) if min(left) <= OPTIONS.knock_limit else Discard(card)


def is_melded(card: Tile, hand: Iterable[Tile]) -> bool:
    """Whether a card is in a meld with cards of the hand."""
    held = {(other.colour, other.number) for other in (*hand, card)}
    runs = any(
        all((card.colour, number) in held for number in range(low, low + 3))
        for low in range(card.number - 2, card.number + 1)
    )
    return runs or sum((colour, card.number) in held for colour in BOX.colours) > 2


class OpenSpielBot(Player):
    """OpenSpiel's simple bot, in a game of OpenSpiel that follows ours. It may not discard the card just taken here."""

    name = "OpenSpiel's simple bot"

    def __init__(self) -> None:
        import pyspiel  # noqa: PLC0415 - only here

        self._spiel = pyspiel
        self._game = pyspiel.load_game("gin_rummy")

    def start(self, seat: int, starter: int, deal: Any) -> None:
        self._starter, self._own = starter, int(seat != starter)
        self._state = self._game.new_initial_state()
        self._bot = self._spiel.make_simple_gin_rummy_bot(self._game.get_parameters(), self._own)
        hands = [deal.record.hands[NAMES[(starter + place) % 2]] for place in range(2)]
        for card in (*hands[0], *hands[1], deal.record.discard_top):
            self._state.apply_action(index_of(card))

    def choose(self, table: Table) -> Any:
        actions = self._spiel.gin_rummy
        action = self._bot.step(self._state)
        if action == actions.PASS_ACTION:
            return Pass()
        if action == actions.DRAW_UPCARD_ACTION:
            return TakeTile(PILE)
        if action == actions.DRAW_STOCK_ACTION:
            return TakeTile(STOCK)
        if action != actions.KNOCK_ACTION:
            return Discard(self._allowed(table.position, action))
        knocking = self._state.clone()
        knocking.apply_action(action)
        card = self._allowed(table.position, self._bot.step(knocking))
        (left,) = DEADWOOD.find_points_after(table.position.snapshot.hand, [card])
        if left <= OPTIONS.knock_limit:
            return Knock(card)
        self._bot.restart()  # it had planned to lay down its melds
        return Discard(card)

    def _allowed(self, position: GinCardsPosition, action: int) -> Tile:
        card = CARDS[action]
        if card is not position.snapshot.taken:
            return card
        others = [other for other in position.snapshot.hand if other is not card]
        left = DEADWOOD.find_points_after(position.snapshot.hand, others)
        return min(zip(left, others, strict=True), key=lambda found: found[0])[1]

    def observe(self, move: Any, drawn: Tile | None) -> None:
        actions = self._spiel.gin_rummy
        if isinstance(move, Pass) or (isinstance(move, TakeTile) and move.from_ == STOCK):
            stock = isinstance(move, TakeTile)
            self._state.apply_action(actions.DRAW_STOCK_ACTION if stock else actions.PASS_ACTION)
            if drawn is not None:
                self._state.apply_action(index_of(drawn))
        elif isinstance(move, TakeTile):
            self._state.apply_action(actions.DRAW_UPCARD_ACTION)
        elif isinstance(move, Discard):
            self._state.apply_action(index_of(move.tile))


CARDS = [BOX.faces[suit, number] for suit in "scdh" for number in BOX.numbers]


def index_of(card: Tile) -> int:
    """The number of a card in OpenSpiel."""
    return CARDS.index(card)


# --- games ----------------------------------------------------------------------------------------------------------


def play_round(players: Sequence[Player], seed: int, starter: int, totals: Sequence[int]) -> tuple[int, int]:
    """The points of both players in a round."""
    round_ = GIN.deal(NAMES, seed, OPTIONS, starter=NAMES[starter])
    for seat, player in enumerate(players):
        player.start(seat, starter, round_)
    known: list[tuple[Tile, ...]] = [(), ()]
    moves = 0
    while not round_.over:
        seat, record = NAMES.index(round_.turn or ""), round_.record
        moves += 1
        table = Table(
            round_.position, record.discards, known[1 - seat], (totals[seat], totals[1 - seat]), seed * 1000 + moves
        )
        move = players[seat].choose(table)
        drawn = None
        if isinstance(move, TakeTile):
            drawn = record.stock[0] if move.from_ == STOCK else None
            known[seat] += (record.discard_top,) if move.from_ == PILE and record.discard_top else ()
        elif isinstance(move, Discard):
            known[seat] = tuple(card for card in known[seat] if card is not move.tile)
        for player in players:
            player.observe(move, drawn)
        round_ = round_.play(move)
    points = {score.player: score.points.low for score in round_.scores()}
    return points["A"], points["B"]


def play_game(players: Sequence[Player], seed: int) -> bool:
    """Whether the first player wins a game. The dealer alternates after every round that somebody scores."""
    totals, starter, rounds = [0, 0], seed % 2, 0
    while max(totals) < OPTIONS.target:
        points = play_round(players, seed * 1000 + rounds, starter, totals)
        totals = [total + own for total, own in zip(totals, points, strict=True)]
        starter ^= any(points)
        rounds += 1
    return totals[0] > totals[1]


@dataclass(slots=True)
class Measured:
    """How many games of each pair a player has won, and the milliseconds of a decision: median and 99th percentile."""

    won: list[int] = field(default_factory=list)
    milliseconds: tuple[float, float] = (0, 0)

    @property
    def share(self) -> float:
        """The share of the games that the player has won."""
        return sum(self.won) / (2 * len(self.won))

    @property
    def half(self) -> float:
        """Half of the 95% interval of the share."""
        variance = sum((won / 2 - self.share) ** 2 for won in self.won) / max(len(self.won) - 1, 1)
        return 1.96 * math.sqrt(variance / len(self.won))

    def measure(self, player: Player, opponent: Player, pairs: int) -> None:
        """Play more pairs of games with exchanged seats."""
        for pair in range(len(self.won), len(self.won) + pairs):
            self.won.append(play_game([player, opponent], pair) + (not play_game([opponent, player], pair)))

    def row(self, opponent: str, strength: int) -> list[str]:
        """A row of the table."""
        share = f"{100 * self.share:.1f}% ± {100 * self.half:.1f}"
        times = " / ".join(map(format_number, self.milliseconds))
        return [opponent, str(strength), str(2 * len(self.won)), share, times]


SIMPLE, BOT = SimplePlayer.name, OpenSpielBot.name
OPPONENTS = {kind.name: kind for kind in (SimplePlayer, OpenSpielBot)}
PAIRS = {(SIMPLE, 1): 500, (SIMPLE, 2): 500, (SIMPLE, 3): 500, (SIMPLE, 4): 500, (SIMPLE, 5): 3000, (BOT, 5): 500}
"""What is measured: the pairs of games for each opponent and strength."""
AT_ONCE = 50
"""After so many pairs what was measured is kept, so that a run can be continued."""


def read_measured(opponent: str, strength: int) -> Measured:
    """What was kept of earlier runs."""
    path = _path(opponent, strength)
    if not path.exists():
        return Measured()
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Measured([int(won) for won in kept["won"]], tuple(kept["milliseconds"]))


def keep_measured(opponent: str, strength: int, measured: Measured) -> None:
    """Keep what was measured, and write the page."""
    kept = {"won": "".join(map(str, measured.won)), "milliseconds": measured.milliseconds}
    _path(opponent, strength).write_text(json.dumps(kept) + "\n", encoding="utf-8")
    rows = [(asked, read_measured(*asked)) for asked in PAIRS]
    heads = ["opponent", "strength", "games", "games won", "ms for a decision"]
    table = format_table(heads, [found.row(*asked) for asked, found in rows if found.won])
    write_part("strength", PART.format(table=table))


def _path(opponent: str, strength: int) -> Path:
    return RESULTS / f"strength-{'simple' if opponent == SIMPLE else 'open-spiel'}-{strength}.json"


def main() -> None:
    """Measure what is missing."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("--only", type=int, help="only this strength")
    arguments = parser.parse_args()
    for (opponent, strength), pairs in PAIRS.items():
        measured = read_measured(opponent, strength)
        player = Ours(strength)
        while len(measured.won) < pairs and arguments.only in (None, strength):
            measured.measure(player, OPPONENTS[opponent](), AT_ONCE)
            measured.milliseconds = median(player.milliseconds), p99(player.milliseconds)
            keep_measured(opponent, strength, measured)
            print(*measured.row(opponent, strength), flush=True)


if __name__ == "__main__":
    main()
