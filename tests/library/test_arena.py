"""Rounds as environments of PettingZoo: its own tests, what agents are told, and the program in ``docs/arena.md``."""

import json
import random
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from rummy_referee import IllegalMoveError, games
from rummy_referee.arena import RoundEnv, list_moves
from rummy_referee.rules.replay import points_of
from tests.games.styles import STYLES, seats_of
from tests.games.test_nothing_leaks import exchange_hidden
from tests.running import ROOT

CYCLES = 6
"""The moves of each agent in a test of PettingZoo's."""


def penalties_in(style: Any) -> bool:
    """Whether points are penalties in a style of game."""
    game = games[style[0]]
    return game.round_scoring.are_penalties(game.options(**style[2]))


ONE_OF_EACH = {(style[0], penalties_in(style)): style for style in STYLES}
"""A style of each game, with penalties and without."""


def make(style: Any, **given: Any) -> RoundEnv:
    """The environment of a style of game."""
    variant, players, options = style
    told = {name: value for name, value in seats_of(variant, players).items() if name not in ("players", "names")}
    if told.get("teams"):
        told["teams"] = [[f"player_{seat}" for seat in range(first, players, 2)] for first in range(2)]
    seats = {name: value for name, value in told.items() if name != "scores" and value is not None}
    return RoundEnv(variant, players, options, **seats, **given)


def play(env: RoundEnv, chance: random.Random) -> dict[str, float]:
    """Play a round, nearly always by the best move; the rewards."""
    for agent in env.agent_iter():
        _, _, terminated, truncated, info = env.last(observe=False)
        if terminated or truncated:
            return dict(env.rewards)
        best = info["view"].position.best().move if chance.random() < 0.95 else None
        env.step(chance.randrange(len(info["moves"])) if best is None else best)
        assert agent in env.possible_agents
    raise AssertionError("a round ends")


def told(env: RoundEnv, agent: str) -> list[Any]:
    """What an agent is told."""
    return [env.observe(agent).tolist(), *[env.infos[agent].get(name) for name in ("view", "moves")]]


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_it_passes_the_tests_of_pettingzoo(style):
    """Warnings are errors here, so none of its recommendations is missed."""
    api_test(make(style), num_cycles=CYCLES)
    seed_test(lambda: make(style), num_cycles=CYCLES)


@pytest.mark.parametrize("style", ONE_OF_EACH.values(), ids=str)
def test_agents_are_rewarded_as_the_game_ranks_them(style):
    env = make(style)
    for seed in range(20):
        env.reset(seed=seed)
        rewards = play(env, random.Random(seed))
        points = points_of(env._round)
        if points and len(set(points.values())) > 1:
            break
    variant, _, options = style
    ends = {"hands": {name: list(hand) for name, hand in env._round.record.hands.items()}, "stock": 0}
    history = ends if variant == "brettspielnetz-rummy" else {"rounds": [points]}
    verdict = games[variant].verdict(games[variant].options(**options), players=env.possible_agents, **history)
    for better in verdict.standings:
        for worse in verdict.standings:
            assert better.rank >= worse.rank or rewards[better.player] > rewards[worse.player]


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_no_hidden_tile_changes_what_an_agent_is_told(style):
    env, chance = make(style), random.Random(3)
    env.reset(seed=3)
    for _ in range(8):
        for agent in (env.agent_selection, env.possible_agents[0]):
            seen, round_ = told(env, agent), env._round
            plain = json.loads(json.dumps(round_.to_plain()))
            if plain.get("freed_jokers"):
                continue  # all see a freed joker
            env._round = round_.game.round(round_.options, **exchange_hidden(plain, agent, chance))
            assert env._round.record.seed != round_.record.seed
            if agent == env.agent_selection:
                env._select()
            assert told(env, agent) == seen
            env._round = round_
        env._select()
        env.step(chance.randrange(len(env.infos[env.agent_selection]["moves"])))
        if env._round.over:
            break


def test_a_vector_has_what_the_agent_sees():
    env = RoundEnv("gin-rummy-cards", starter="player_1")
    env.reset(seed=1)
    assert env.agent_selection == "player_1"
    vector, info = env.observe("player_1"), env.infos["player_1"]
    view, sections = info["view"], env.observed.sections
    hand = [env.observed.pieces[place] for place in np.flatnonzero(vector[sections["hand"]])]
    assert sorted(hand) == sorted(tile.piece for tile in view.position.snapshot.hand)
    assert vector[sections["hand_sizes"]].tolist() == [10, 10]
    assert vector[sections["stock"]].tolist() == [31]
    assert (vector[sections["on_turn"]], env.observe("player_0")[sections["on_turn"]]) == ([1], [0])
    assert not info["moves"][0:0]
    assert info["moves"][-1] == list(info["moves"])[-1]
    assert info["action_mask"].sum() == len(info["moves"])


def test_the_places_of_cards_are_told_where_moves_name_places():
    env = RoundEnv("myrummy-111")
    env.reset(seed=1)
    agent = env.agent_selection
    vector = env.observe(agent)[env.observed.sections["hand"]]
    placed = sorted((place, piece) for place, piece in zip(vector, env.observed.pieces, strict=True) if place)
    hand = env.infos[agent]["view"].position.snapshot.hand
    assert [piece for _, piece in placed] == [tile.piece for tile in hand]


def test_of_too_many_moves_only_the_last_plays_are_left_out():
    env = RoundEnv("rummikub", 2, {"opening_minimum": 0}, actions=4, starter="player_0")
    for seed in range(50):
        env.reset(seed=seed)
        moves = env.infos["player_0"]["moves"]
        if not moves.complete:
            break
    every = env.infos["player_0"]["view"].position.legal_moves()
    assert list(moves) == [*every[:3], every[-1]]
    assert every[-1].type == "draw"
    few = list_moves(RoundEnv("gin-rummy-cards").game.position(hand="As 2s 3s 4s 5s", discard_top=None, stock=3), 3)
    assert len(few) <= 3


def test_a_move_that_is_not_listed_can_be_played_if_it_is_legal():
    env = RoundEnv("gin-rummy-cards")
    env.reset(seed=1)
    discard = env.game.move("discard", tile="As")
    with pytest.raises(IllegalMoveError):
        env.step(discard)
    for masked in (-1, 255):
        with pytest.raises(ValueError, match="is masked"):
            env.step(masked)
    env.step(env.game.move("pass"))
    assert env.infos[env.agent_selection]["view"].public.last_moves[0].event == "pass"


def test_a_wrapper_of_pettingzoo_ends_a_round_at_a_masked_action():
    env = TerminateIllegalWrapper(RoundEnv("gin-rummy-cards"), illegal_reward=-1)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(255)
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_a_round_of_too_many_moves_is_cut_off_without_a_reward():
    env = RoundEnv("machiavelli", 3, max_moves=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(env.infos[env.agent_selection]["action_mask"].nonzero()[0][-1])
    assert env.truncations == dict.fromkeys(env.possible_agents, True)
    assert set(env.rewards.values()) == {0.0}
    assert env.observe("player_2").any()


def test_it_shows_what_everybody_sees():
    env = RoundEnv("rummikub", render_mode="ansi")
    env.reset(seed=4)
    env.step(env.game.move("draw"))
    assert "78 in the stock" not in env.render()
    assert "77 in the stock" in env.render()
    assert "player_" in env.render().splitlines()[-1]


def test_the_library_needs_none_of_its_packages():
    code = "import sys, rummy_referee; print({'numpy', 'gymnasium', 'pettingzoo'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"


def test_the_program_of_the_guide_prints_what_the_page_shows(tmp_path):
    page = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
    short, program = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (shown,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    for name, text, arguments in (("short.py", short, []), ("arena.py", program, ["20"])):
        (tmp_path / name).write_text(text, encoding="utf-8")
        ran = subprocess.run(
            [sys.executable, tmp_path / name, *arguments],
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
    assert ran.stdout == shown
