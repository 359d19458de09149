"""A program of a user: every ``assert_type`` holds under ``mypy --strict``. It is type-checked and run by a test."""

from collections.abc import Sequence
from typing import assert_type

from rummy_referee import Game, Position, Round, Score, Verdict, View, games
from rummy_referee.games.gin_rummy_cards.cards import GinRummyCardsOptions
from rummy_referee.games.gin_rummy_cards.rounds import GinCardsRoundState
from rummy_referee.games.gin_rummy_cards.snapshot import GinCardsSnapshot
from rummy_referee.games.gin_rummy_cards.turn import GinCardsMove, Knock
from rummy_referee.games.rummikub import Rummikub, RummikubMove, RummikubOptions
from rummy_referee.rules.move_records import Discard, Draw, Pass, Play
from rummy_referee.rules.round_play import TableRound
from rummy_referee.rules.table_rummy.turns import TableSnapshot
from rummy_referee.tiles.tile import Tile

rummikub = games["rummikub"]
assert_type(rummikub, Rummikub)
options = rummikub.options(opening_minimum=0)
assert_type(options, RummikubOptions)

position = rummikub.position(table=["R1 R2 R3"], hand="R4 B7 J", opened=True, stock=60, options=options)
assert_type(position, Position[RummikubOptions, TableSnapshot, Play | Draw | Pass])
assert_type(position.snapshot.stock, int)
assert_type(position.legal_moves(), Sequence[RummikubMove])
move = position.best().move
assert move is not None
if move.type == "play":
    assert_type(move, Play)
    assert_type(move.table, tuple[tuple[Tile, ...], ...])
elif move.type == "draw":
    assert_type(move, Draw)
else:
    assert_type(move, Pass)

round_ = rummikub.deal(["Ada", "Bo"], seed=42)
assert_type(round_, Round[RummikubOptions, TableSnapshot, RummikubMove, TableRound])
round_ = round_.play(round_.legal_moves()[0])
assert_type(round_.record.opened, tuple[str, ...])
assert_type(round_.view("Ada"), View[RummikubOptions, TableSnapshot, RummikubMove])
assert_type(round_.scores(), tuple[Score, ...])

gin = games["gin-rummy-cards"]
assert_type(gin, Game[GinRummyCardsOptions, GinCardsSnapshot, GinCardsMove, GinCardsRoundState])
for choice in gin.deal(2, seed=1).legal_moves():
    match choice:
        case Discard(tile=tile):
            assert_type(tile, Tile)
        case Knock(melds=melds):
            assert_type(melds, tuple[tuple[Tile, ...], ...] | None)
assert_type(gin.verdict(players=["A", "B"], rounds=[]), Verdict)

for any_game in games.values():
    assert any_game.deal(any_game.players[0], seed=1).players
