"""Players who follow the best move: every turn ends, every reason is given, and they beat players who guess."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from rummy_referee.games import GAMES
from rummy_referee.rules.advice import DRAW_FIRST, NO_WAY_OUT
from rummy_referee.rules.moves import find_best_move, generate_other_moves
from rummy_referee.rules.positions import AnyPosition
from rummy_referee.rules.rounds import AnyRound, play_move, start_round
from rummy_referee.rules.turns import BestMove, Move, Objective
from tests.games.styles import NAMES, STYLES, Style, teams_of
from tests.texts import advice_of

Player = Callable[[AnyPosition], Move]
"""Chooses a move in a snapshot."""

OBJECTIVES: tuple[Objective, ...] = ("tiles", "points", "out")
SCORES = (-5, 0, 100, 150)
"""The scores of Rummü with different first melds."""
LONG = {"gin-rummy": 3, "myrummy-111": 8}
"""Games whose rounds take this many times as long."""
MAX_MOVES_OF_A_TURN = 60
MAX_TURNS = 600
"""Several times as many as the longest of thousands of rounds."""
MAX_MOVES = 2000
"""Rounds in which tiles are exchanged need not end."""


def start(style: Style, seed: int, score: int = 0) -> AnyRound:
    """A round, started by any of the players, each with this score."""
    variant, players, options = style
    game, names = GAMES[variant], tuple(NAMES[:players])
    seats: dict[str, Any] = {"names": names, "starter": names[seed % players]}
    if variant == "rummu":
        teams = teams_of(variant, players)
        seats |= {"scores": dict.fromkeys(names, score), "teams": teams and tuple(map(tuple, teams))}
    started = start_round(game, game.options(**options), players, seed, game.round_play.seats(**seats))
    assert started.round, started.dealt.violations
    return started.round


def make_move(request: AnyRound, move: Move) -> AnyRound:
    """The round after a legal move."""
    played = play_move(request, move)
    assert played.legal, (request.record, move, played.violations)
    assert played.round
    return played.round


# --- every turn ends ------------------------------------------------------------------------------------------------


def play_turn(request: AnyRound, objective: Objective, reasons: set[str]) -> AnyRound | None:
    """The round after a turn in which a player follows the best move; None if the round is over."""
    player = request.record.turn
    for _ in range(MAX_MOVES_OF_A_TURN):
        best = find_best_move(request.position, objective)
        check_description(request.position, best)
        reasons.update({best.advice} if best.advice else ())
        if objective == "out" and best.advice == NO_WAY_OUT:
            assert best.move is None
            objective = "tiles"
            continue
        assert best.move is not None, request.record
        request = make_move(request, best.move)
        if objective == "out" and best.advice != DRAW_FIRST:
            assert best.goes_out
            assert request.record.turn in (player, None), "a turn that starts with going out ends with it"
        if request.over:
            return None
        if request.record.turn != player:
            return request
    raise AssertionError(("the turn does not end", request.record, best))


def check_description(request: AnyPosition, best: BestMove[Any]) -> None:
    """What is said of a move that lays nothing is what it does."""
    if best.move is None or best.advice is None:
        return
    outcome = request.turn.rules_by_type[best.move.type].apply(request, best.move)
    assert best.from_hand == outcome.from_hand
    assert Counter([*best.from_hand, *best.leaves]) == Counter(request.snapshot.hand)
    assert not best.goes_out


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_following_the_best_move_ends_every_turn_and_every_round(rounds, style):
    reasons: set[str] = set()
    for seed in range(-(-rounds // LONG.get(style[0], 1))):
        request: AnyRound | None = start(style, seed, score=SCORES[seed % len(SCORES)])
        for _ in range(MAX_TURNS):
            if request is not None:
                request = play_turn(request, OBJECTIVES[seed % len(OBJECTIVES)], reasons)
        assert request is None, (style, seed)
    assert reasons <= set(advice_of(GAMES[style[0]]))


@pytest.mark.parametrize("seed", [302, 356])
def test_a_card_that_is_taken_back_is_not_laid_again(seed):
    request: AnyRound | None = start(("rummu", 3, {}), seed)
    while request is not None:
        request = play_turn(request, "points", set())


def test_a_card_that_is_taken_is_not_the_one_discarded():
    request: AnyRound | None = start(("rummu", 3, {}), 9)
    for _ in range(MAX_TURNS):
        if request is not None:
            request = play_turn(request, "tiles", set())
    assert request is None


# --- good advice ----------------------------------------------------------------------------------------------------


def follow(request: AnyPosition) -> Any:
    """The best move."""
    return find_best_move(request, "tiles").move


def guess(chance: random.Random, request: AnyPosition) -> Any:
    """The best move, but any tile instead of the least useful one."""
    best = follow(request)
    if best.type not in ("exchange", "discard", "return"):
        return best
    return chance.choice([move for move in generate_other_moves(request) if move.type == best.type])


def play_round(request: AnyRound, players: dict[str, Player]) -> set[str]:
    """The players with the most points at the end of a round; nobody if it does not end."""
    for _ in range(MAX_MOVES):
        move = players[request.record.turn](request.position)
        request = make_move(request, move)
        if request.over:
            points = {score.player: score.points.low for score in request.scores()}
            return {player for player in points if points[player] == max(points.values())}
    return set()


@pytest.mark.parametrize(
    ("style", "score", "share"),
    [(("rummu", 4, {}), 100, 3), (("rummy", 2, {}), 0, 5), (("gin-rummy", 2, {}), 0, 1)],
    ids=["rummu", "rummy", "gin-rummy"],
)
def test_a_player_who_follows_the_best_move_beats_players_who_give_any_tile_away(rounds, style, score, share):
    players = style[1]
    won = lost = 0
    for seed in range(share * rounds):
        wise, chance = NAMES[seed // players % players], random.Random(seed)
        guessing: Player = partial(guess, chance)
        seats = {name: follow if name == wise else guessing for name in NAMES[:players]}
        winners = play_round(start(style, seed, score), seats)
        won += winners == {wise}
        lost += bool(winners) and wise not in winners
    print(f"{style}, score {score}: won {won}, lost {lost}")
    assert won * (players - 1) > lost
