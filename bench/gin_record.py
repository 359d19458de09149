"""Records games of OpenSpiel's ``gin_rummy``, for ``tests/games/test_gin_rummy_cards_open_spiel.py``.

Half of them are Oklahoma. Players mostly discard what leaves the least deadwood, so that many games end with a knock;
they never discard the card they have just taken, which OpenSpiel allows. Run it in the environment of the benchmark:
``python -m bench.gin_record > tests/golden/open_spiel_gin.json``; ``--games`` and ``--seed`` make other games, which
``OPEN_SPIEL_GAMES=file pytest tests/games/test_gin_rummy_cards_open_spiel.py`` referees.

A game has its kind, the deal (two hands of ten cards and the upcard), the steps and the points of both players. A step
is ``action/legal``: what was done, and what was legal.

    U take the upcard   S draw from the stock   P pass   K knock   7c discard or lay off   M7c7d7h lay a meld
    +7c the card drawn, without legal actions

With a discard, ``legal`` is K if a knock was legal too: discards are always the whole hand. With a meld, it is P if the
player could stop. Otherwise, it is all legal actions.
"""

import argparse
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel

GIN = pyspiel.gin_rummy
UTILS = GIN.GinRummyUtils(GIN.DEFAULT_NUM_RANKS, GIN.DEFAULT_NUM_SUITS, GIN.DEFAULT_HAND_SIZE)
LETTERS = {
    GIN.DRAW_UPCARD_ACTION: "U",
    GIN.DRAW_STOCK_ACTION: "S",
    GIN.PASS_ACTION: "P",
    GIN.KNOCK_ACTION: "K",
}


def write(action: int) -> str:
    """An action in a few letters."""
    if action >= GIN.MELD_ACTION_BASE:
        return "M" + "".join(UTILS.card_ints_to_card_strings(UTILS.int_to_meld[action - GIN.MELD_ACTION_BASE]))
    return LETTERS.get(action) or str(UTILS.card_string(action))


def is_card(action: int) -> bool:
    """Whether an action is a discard or a lay-off."""
    return bool(action < GIN.DEFAULT_NUM_CARDS)


class Game:
    """One game, played at random with a preference for little deadwood."""

    def __init__(self, random: Random, *, oklahoma: bool) -> None:
        self._random = random
        self._oklahoma = oklahoma
        self._state = pyspiel.load_game("gin_rummy", {"oklahoma": oklahoma}).new_initial_state()
        self._taken: int | None = None
        self._deal: list[str] = []
        self._steps: list[str] = []

    def play(self) -> dict[str, Any]:
        """The record of the game."""
        while not self._state.is_terminal():
            if self._state.is_chance_node():
                self._draw()
            else:
                self._act()
        return {
            "oklahoma": self._oklahoma,
            "deal": "".join(self._deal),
            "steps": " ".join(self._steps),
            "points": [int(points) for points in self._state.returns()],
        }

    def _draw(self) -> None:
        card = self._random.choice([card for card, _ in self._state.chance_outcomes()])
        if self._steps:
            self._steps.append(f"+{write(card)}")
        else:
            self._deal.append(write(card))
        self._state.apply_action(card)

    def _act(self) -> None:
        legal = self._state.legal_actions()
        action = self._choose(legal)
        self._steps.append(f"{write(action)}/{self._describe(legal)}")
        if action in (GIN.DRAW_UPCARD_ACTION, GIN.DRAW_STOCK_ACTION):
            self._taken = self._state.upcard() if action == GIN.DRAW_UPCARD_ACTION else None
        self._state.apply_action(action)

    def _describe(self, legal: list[int]) -> str:
        if self._state.current_phase() == GIN.DISCARD:
            hand = self._state.hands()[self._state.current_player()]
            if sorted(hand) != [action for action in legal if is_card(action)]:
                raise ValueError("some card cannot be discarded")
            return "K" if GIN.KNOCK_ACTION in legal else ""
        return "".join(write(action) for action in legal if action < GIN.MELD_ACTION_BASE)

    def _choose(self, legal: list[int]) -> int:
        """A random action: mostly to knock, to lay, and what leaves the least deadwood."""
        phase, random = self._state.current_phase(), self._random
        hand = list(self._state.hands()[self._state.current_player()])
        others = [action for action in legal if action != GIN.PASS_ACTION]
        if phase == GIN.WALL:
            return int(GIN.PASS_ACTION)  # here the round is over
        can_knock = phase == GIN.DISCARD and GIN.KNOCK_ACTION in legal
        if (
            can_knock
            and {*UTILS.legal_discards(hand, self._state.knock_card())} - {self._taken}
            and random.random() < 0.6
        ):
            return int(GIN.KNOCK_ACTION)
        if phase in (GIN.DISCARD, GIN.KNOCK) and is_card(legal[0]):
            cards = [card for card in legal if is_card(card) and card != self._taken]
            if random.random() < 0.1:
                return random.choice(cards)
            return min(cards, key=lambda card: UTILS.min_deadwood([other for other in hand if other != card]))
        if phase == GIN.DRAW and random.random() < 0.7:
            helps = UTILS.min_deadwood([*hand, self._state.upcard()]) < UTILS.min_deadwood(hand) - 3
            return int(GIN.DRAW_UPCARD_ACTION if helps else GIN.DRAW_STOCK_ACTION)
        return random.choice(others if others and random.random() < 0.85 else legal)


def play_games(games: int, seed: int) -> Iterator[dict[str, Any]]:
    """So many games, without those that end by a rule of OpenSpiel alone: a bound on cards taken from the pile."""
    random = Random(seed)
    while games:
        game = Game(random, oklahoma=bool(games % 2)).play()
        if game["steps"].count("U/") < GIN.MAX_NUM_DRAW_UPCARD_ACTIONS:
            games -= 1
            yield game


def main() -> None:
    """Write the games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("[" + ",\n".join(json.dumps(game) for game in play_games(args.games, args.seed)) + "]")


if __name__ == "__main__":
    main()
