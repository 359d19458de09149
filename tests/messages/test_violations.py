"""Every fault of a meld is cited by the games that can find it, and has a message in every language."""

import random
from functools import cache
from itertools import product
from string import Formatter

import pytest

from rummy_referee import melds
from rummy_referee.faults import declared_in
from rummy_referee.games import GAMES
from rummy_referee.melds.judgement import Judge
from rummy_referee.rules.inventories import check_inventory
from rummy_referee.rules.options import describe_options
from rummy_referee.rules.violations import make_violation
from rummy_referee.texts.catalogue import LANGUAGES, codes_of, texts_of
from rummy_referee.texts.names import tile_name, with_article
from tests.facts import FACTS, round_facts

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

MELD_CODES = {kind.code for kind in declared_in(melds.faults)}


def judges_of(game):
    """The judge of a meld under every combination of options that have choices, each once."""
    choices = {
        name: option.choices or (False, True)
        for name, option, _ in describe_options(game.options)
        if option.choices or option.type == "boolean"
    }
    agreed = [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]
    judges: list[Judge] = []
    for options in agreed:
        judge = game.judge_for(game.options(**options), round_facts(game))
        if judge not in judges:
            judges.append(judge)
    return judges


def piles_of(game):
    """The invalid melds of the facts, and random handfuls from the box, some with their wild tiles pinned."""
    yield from ([game.box.tiles[code] for code in codes.split()] for codes in FACTS[game.id]["invalid_melds"])
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
    piles = list(piles_of(game))
    return {fault.code: fault for judge in judges_of(game) for pile in piles for fault in judge(pile).faults}


@EACH_GAME
def test_a_game_cites_every_meld_fault_it_can_find_and_no_other(game):
    assert set(faults_of(game.id)) == set(game.faults) & MELD_CODES


def test_some_game_finds_each_meld_fault():
    assert set().union(*(faults_of(variant) for variant in GAMES)) == MELD_CODES


def test_every_message_has_its_parameters_filled_in():
    found = [make_violation(game.cite, fault, "") for game in GAMES.values() for fault in faults_of(game.id).values()]
    messages = [(one.code, language, one.text(language)) for one in found for language in LANGUAGES]
    assert [message for message in messages if "{" in message[2]] == []


def test_too_many_tiles_have_a_message_in_every_language():
    for game in GAMES.values():
        piece = next(iter(game.box.holds))
        pile = [game.box.tiles[piece]] * (game.box.holds[piece] + 1)
        (violation,) = check_inventory(game.holds(game.options()), game.cite, [("/melds/0", pile)])
        for language in LANGUAGES:
            message = violation.text(language)
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
