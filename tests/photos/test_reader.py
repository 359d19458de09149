"""The reader: rendered tiles are read exactly, and the service and the page read the same."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from rummy_referee.games import GAMES
from rummy_referee.photos import library, reader
from rummy_referee.photos.library import WASM
from rummy_referee.photos.pictures import Pixels
from rummy_referee.photos.reader import CANDIDATES, ReadTile, can_read, read_tiles
from service.operations.variants import dump_game
from tests.conftest import ROOT
from tests.photos.drawing import draw_tiles
from tools.build_engine import compile_reader
from tools.build_wasm import compile_wasm

NODE = Path(sys.executable).parent / "node"
RACK = ("R7 B12 K3 O10 R4 B5 K11", "O8 B2 R13 K4 O5 B8 R9")
NUMBER_CARDS = {"myrummy-111", "rummu"}


def read(picture: Image.Image, variant: str = "rummikub") -> list[ReadTile]:
    return read_tiles(Pixels(picture.tobytes(), *picture.size), GAMES[variant].box)


def test_all_games_but_those_with_number_cards_can_be_read():
    assert {game.id for game in GAMES.values() if not can_read(game.box)} == NUMBER_CARDS


def test_rendered_tiles_are_read_exactly():
    tiles = read(draw_tiles(*RACK))
    assert [tile.code for tile in tiles] == " ".join(RACK).split()
    assert [(tile.row, tile.position) for tile in tiles] == [(row, place) for row in range(2) for place in range(7)]


@pytest.mark.parametrize(
    ("variant", "codes"),
    [("rummy", "R7 B12 K3 Y10"), ("brettspielnetz-rummy", "R7 B12 G3 Y10"), ("myrummy-kids", "R4 B2 G3 Y6")],
)
def test_colours_have_the_letters_of_the_game(variant, codes):
    assert [tile.code for tile in read(draw_tiles(codes), variant)] == codes.split()


def test_a_tile_lies_where_its_corners_are():
    (tile,) = read(draw_tiles("R7"))
    xs, ys = zip(*tile.quad, strict=True)
    assert min(xs) < 60 + 39 < max(xs)
    assert min(ys) < 60 + 52 < max(ys)


def test_candidates_are_codes_of_the_box_with_the_most_probable_first():
    box = GAMES["myrummy-kids"].box
    tiles = read(draw_tiles(*RACK).resize((320, 170)), "myrummy-kids")
    for tile in tiles:
        assert len(tile.candidates) <= CANDIDATES
        assert {candidate.code for candidate in tile.candidates} <= box.tiles.keys()
        probabilities = [candidate.probability for candidate in tile.candidates]
        assert probabilities == sorted(probabilities, reverse=True)
        assert tile.code in {*box.tiles, *box.unknown_tiles}


@pytest.mark.parametrize("size", [(1, 1), (1, 1600), (1600, 1), (16, 16), (7, 300)])
def test_a_picture_of_any_size_is_read(size):
    assert read(Image.new("RGB", size, "white")) == []


def open_scene(name: str) -> Image.Image:
    return Image.open(ROOT / "tests" / "photos" / "scenes" / f"{name}.jpg").convert("RGB")


def test_two_corners_of_a_card_are_one_card():
    """In one pack by what they say, in two packs by where they are."""
    codes = [tile.code for tile in read(open_scene("packs"), "machiavelli")]
    assert codes == ["7d", "7d", "8d", "Jh", "Tc", "Qc", "Kc", "Ah"]
    codes = [tile.code for tile in read(open_scene("packs"), "gin-rummy-cards")]
    assert codes == ["7d", "8d", "Jh", "Tc", "Qc", "Kc", "Ah"]


def test_where_no_joker_is_printed_it_is_the_false_joker():
    codes = [tile.code for tile in read(open_scene("jokers"), "okey-101")]
    assert codes == ["F", "K3", "R3", "Y7", "F", "Y9", "Y10", "B1", "B2", "B3", "B4"]


def test_a_card_that_is_not_certain_leaves_its_rank_or_its_suit_open():
    box = GAMES["gin-rummy-cards"].box
    picture = open_scene("fan").resize((200, 150)).resize((800, 600))
    tiles = read(picture, "gin-rummy-cards")
    assert {tile.code for tile in tiles} <= {*box.tiles, *box.unknown_tiles}


def test_a_picture_of_something_else_has_no_tiles():
    """Some ranks of cards look like numbers of tiles, but most of what is found on them is doubtful."""
    cards = open_scene("fan").rotate(45).resize((240, 180)).resize((800, 600))
    assert read(cards, "rummikub") == []
    assert len(read(draw_tiles(*RACK), "gin-rummy-cards")) <= 1


def read_in_node(picture: Image.Image, variant: str, folder: Path) -> list[dict[str, Any]]:
    """The same picture, read as the page does."""
    (folder / "game.json").write_text(json.dumps(dump_game(GAMES[variant], "en")))
    (folder / "picture.rgba").write_bytes(picture.convert("RGBA").tobytes())
    sizes = [str(picture.width), str(picture.height)]
    ran = subprocess.run(
        [NODE, ROOT / "tests" / "photos" / "read_wasm.mjs", folder / "game.json", folder / "picture.rgba", *sizes],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    answer: list[dict[str, Any]] = json.loads(ran.stdout)
    return answer


@pytest.mark.parametrize(
    ("variant", "scene"),
    [
        ("rummikub", "table"),
        ("rummikub", "jokers"),
        ("okey-101", "jokers"),
        ("myrummy-kids", "rack"),
        ("gin-rummy-cards", "fan"),
        ("machiavelli", "packs"),
        ("machiavelli", "table"),
    ],
)
def test_the_service_and_the_page_read_the_same(variant, scene, tmp_path):
    picture = open_scene(scene)
    here, there = read(picture, variant), read_in_node(picture, variant, tmp_path)
    for mine, other in zip(here, there, strict=True):
        assert (mine.code, mine.row, mine.position) == (other["code"], other["row"], other["position"])
        assert (mine.confidence, [part for corner in mine.quad for part in corner]) == (
            other["confidence"],
            other["quad"],
        )
        assert [vars(candidate) for candidate in mine.candidates] == other["candidates"]
        assert other["choices"][0] == mine.code
        assert "?" in other["choices"]


def test_the_reader_of_the_page_is_up_to_date(tmp_path):
    compile_wasm(tmp_path / "tile_reader.wasm")
    assert (tmp_path / "tile_reader.wasm").read_bytes() == WASM.read_bytes(), "run `make wasm`"


def test_the_compiler_for_machines_without_one_makes_the_same_reader(monkeypatch, tmp_path):
    monkeypatch.setenv("CC", f"{sys.executable} -m ziglang cc -mcpu=baseline")
    compile_reader(tmp_path / "_tile_reader.so")
    here = read(draw_tiles(*RACK))
    monkeypatch.setattr(library, "LIBRARY", tmp_path / "_tile_reader.so")
    monkeypatch.setattr(reader, "load_reader", library.load_reader.__wrapped__)
    assert read(draw_tiles(*RACK)) == here
