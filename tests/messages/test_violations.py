"""Every fault of a meld is cited by the games that can find it, and has a message in four languages."""

import random
from functools import cache
from itertools import product
from string import Formatter
from typing import Any

import pytest

from rummy_referee import melds
from rummy_referee.faults import declared_in
from rummy_referee.games import GAMES
from rummy_referee.games.rummy import RummyOptions
from rummy_referee.rules.inventories import check_inventory
from rummy_referee.rules.violations import make_violation
from rummy_referee.texts.catalogue import LANGUAGES, codes_of, texts_of
from rummy_referee.texts.names import tile_name, with_article
from service.operations.responses import message_of

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

MELD_CODES = {kind.code for kind in declared_in(melds.faults)}

JOKER_MELDS = ["R5", "J J J", "J=R6 R3 R4", "R3 R4 B5", "R3 R3 R4", "R3 R4 R6", "R1 J R4 R6"]
FAULTY = {
    "rummy": [*JOKER_MELDS, "R12 R13 R1", "R13 R1 R2", "R3 B3 K3 Y3 J", "R3 B3 K4", "R3 R3 B3", "R3 B3 K3"],
    "gin-rummy": ["R5", "R3 R4 B5", "R3 R3 R4", "R3 R4 R6", "R12 R13 R1", "R3 B3 K3 Y3 R3", "R3 B3 K4", "R3 R3 B3"],
    "brettspielnetz-rummy": [*JOKER_MELDS, "R12 R13 R1", "R3 B3 G3 Y3 J", "R3 B3 G4", "R3 R3 B3"],
    "rummu": [
        "R5",
        "Y3 Y4 Y5",
        "Y6=B6 R5 R7",
        "R3 R4 B5",
        "R1 R1 R2",
        "R3 R4 R6",
        "R8 R9 R0",
        "R3 Y4 Y5 R6",
        "B6 Y7 B8 R9",
        "R1 B1 K1 G1 Y1 Y1",
        "R3 B3 K4",
        "R1 R1 B1",
    ],
    "myrummy-kids": [*JOKER_MELDS, "R5 R6 R1", "R3 B3 G3"],
    "myrummy-kids-pro": [*JOKER_MELDS, "R5 R6 R1", "R3 B3 G3 Y3 J", "R3 B3 G4", "R3 R3 B3"],
    "myrummy-111": ["5", "3 5 4"],
    "gin-rummy-cards": ["5s", "3s 4s 5h", "3s 3s 4s", "3s 4s 6s", "Qs Ks As", "3s 3h 3d 3c 3s", "3s 3h 4d", "3s 3s 3h"],
    "machiavelli": ["5s", "3s 4s 5h", "3s 3s 4s", "3s 4s 6s", "Ks As 2s", "3s 3h 3d 3c 3s", "3s 3h 4d", "3s 3s 3h"],
    "rummikub": [*JOKER_MELDS, "R12 R13 R1", "R3 B3 K3 O3 J", "R3 B3 K4", "R3 R3 B3"],
}
"""For each game, invalid melds with every fault that the game can find (with the long runs drawn below)."""


def options_of(game):
    """Every combination of the options that concern melds."""
    if game.options is not RummyOptions:
        return [game.options()]
    choices: Any = product(("all", "runs", "groups"), (False, True), ("low", "low-or-high"))
    return [RummyOptions(melds=melds, mixed_runs=mixed, ace=ace) for melds, mixed, ace in choices]


def piles_of(game):
    """The faulty melds above, and random handfuls from the box, some with their wild tiles pinned."""
    yield from ([game.box.tiles[code] for code in codes.split()] for codes in FAULTY[game.id])
    chance = random.Random(game.id)
    pieces = [game.box.tiles[piece] for piece, count in game.box.holds.items() for _ in range(count)]
    pinned = [tile for tile in game.box.tiles.values() if tile.pinned_to]
    for _ in range(500):
        pile = chance.sample(pieces, chance.randint(1, 16))
        if pinned and chance.random() < 0.2:
            pile.append(chance.choice(pinned))
        yield pile


@cache
def faults_of(variant):
    """One fault of each code that the game finds in these piles."""
    game = GAMES[variant]
    judges = [game.judge_for(options) for options in options_of(game)]
    return {fault.code: fault for judge in judges for pile in piles_of(game) for fault in judge(pile).faults}


def test_the_scan_for_fault_codes_finds_them():
    assert {"meld_too_short", "run_gap_too_wide", "stretch_not_ascending", "wild_not_outnumbered"} <= MELD_CODES


@EACH_GAME
def test_a_game_cites_every_meld_fault_it_can_find_and_no_other(game):
    assert set(faults_of(game.id)) == set(game.faults) & MELD_CODES


@EACH_GAME
def test_every_meld_fault_has_a_message_in_every_language_with_its_params(game):
    for fault in faults_of(game.id).values():
        for language in LANGUAGES:
            message = message_of(make_violation(game.cite, fault, ""), language)
            assert "{" not in message


@pytest.mark.parametrize("code", sorted(MELD_CODES))
def test_some_game_finds_each_meld_fault(code):
    assert [variant for variant in GAMES if code in faults_of(variant)] != []


@EACH_GAME
def test_too_many_tiles_have_a_message_in_every_language(game):
    piece = next(iter(game.box.holds))
    pile = [game.box.tiles[piece]] * (game.box.holds[piece] + 1)
    (violation,) = check_inventory(game.holds(game.options()), game.cite, [("/melds/0", pile)])
    for language in LANGUAGES:
        message = message_of(violation, language)
        assert with_article(tile_name(piece, language), language)[1:] in message
        assert str(len(pile)) in message


def test_games_cite_exactly_the_violations_that_have_messages():
    assert {code for game in GAMES.values() for code in game.faults} == set(codes_of("violation"))


def test_a_message_uses_only_the_parameters_of_its_violation():
    assert [
        (game.id, code)
        for game in GAMES.values()
        for code, kind in game.faults.items()
        if not named_in(texts_of("en", game.id)[f"violation.{code}"]) <= set(kind.params)
    ] == []


def test_a_message_names_its_subject():
    unsaid = {
        (variant, fault.code, param)
        for variant in GAMES
        for fault in faults_of(variant).values()
        for param in fault.params
        if param not in named_in(texts_of("en", variant)[f"violation.{fault.code}"])
    }
    assert unsaid == set()


def named_in(template):
    return {name.removeprefix("The_").removeprefix("the_") for _, name, _, _ in Formatter().parse(template) if name}
