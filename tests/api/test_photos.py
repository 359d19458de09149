"""Reading photographs over HTTP: what is read, what is rejected, and that nothing is kept."""

import logging
import os
import subprocess
import sys
from functools import partial

import pytest
from PIL import Image

from rummy_referee.engine.work import OverloadedError, counted_work
from rummy_referee.games import GAMES
from service.app import create_app
from service.operations.limits import PHOTO_BYTES, READ_STEPS, STEPS_PER_REQUEST
from service.operations.photos import PATH, PHOTO_GAMES, READ_PHOTO
from service.settings import Rate, Settings
from tests.conftest import ROOT
from tests.contract import ContractClient
from tests.photos.drawing import draw_tiles, encode
from tools.photo_example import TILES

PNG = partial(encode, kind="PNG")


@pytest.fixture(scope="module")
def app():
    """The application with photographs switched on."""
    return create_app(Settings(photos="on"))


def post(client: ContractClient, data: bytes, media_type: str = "image/png", variant: str = "rummikub"):
    return client.post(f"{PATH}?variant={variant}", data=data, content_type=media_type)


def kind_of(response) -> tuple[int, str]:
    return response.status_code, response.json["type"].rpartition("#")[2]


def test_the_example_of_the_contract_is_the_response_to_a_drawn_picture(client):
    response = post(client, PNG(draw_tiles(TILES)))
    assert response.json["hand"] == TILES.split()
    assert response.json == READ_PHOTO.example(), "run `make openapi`"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_every_type_is_read(client, kind):
    response = post(client, encode(draw_tiles(TILES), kind, quality=95), f"image/{kind.lower()}; name=x")
    assert (response.status_code, response.json["hand"]) == (200, TILES.split())


def test_the_type_of_a_picture_is_found_in_its_bytes(client):
    picture = encode(draw_tiles(TILES), "JPEG", quality=95)
    for media_type in ("image/webp", "application/octet-stream"):
        assert post(client, picture, media_type).json["hand"] == TILES.split()


def test_corners_are_in_pixels_of_the_upright_picture_that_was_sent(client):
    exif = Image.Exif()
    exif[0x0112] = 6
    rows = ("R7 B12 K3 O10 R4 B5 K11", "O8 B2 R13 K4 O5 B8 R9")
    large = draw_tiles(*rows)
    large = large.resize((3 * large.width, 3 * large.height))
    response = post(
        client, encode(large.transpose(Image.Transpose.ROTATE_90), "JPEG", exif=exif, quality=95), "image/jpeg"
    )
    assert (response.json["width"], response.json["height"]) == large.size
    assert response.json["hand"] == " ".join(rows).split()
    for tile in response.json["tiles"]:
        xs, ys = zip(*tile["quad"], strict=True)
        assert min(xs) < 3 * (60 + 39 + 92 * tile["position"]) < max(xs)
        assert min(ys) < 3 * (60 + 52 + 146 * tile["row"]) < max(ys)


def test_the_hand_goes_straight_into_a_score(client):
    hand = post(client, PNG(draw_tiles(TILES))).json["hand"]
    players = [{"player": "Ada", "hand": []}, {"player": "Bo", "hand": [*hand, "?7"]}]
    score = client.post("/v1/rounds/score", json={"variant": "rummikub", "players": players, "went_out": "Ada"}).json
    assert (score["possible"], score["scores"][1]["points"]) == (True, -39)


def test_a_picture_without_tiles_has_none(client):
    response = post(client, PNG(Image.new("RGB", (1, 1))))
    assert (response.json["count"], response.json["tiles"], response.json["hand"]) == (0, [], [])


# --- what is rejected -----------------------------------------------------------------------------------------------


def test_photographs_are_off_by_default():
    client = create_app().test_client()
    assert kind_of(client.post(f"{PATH}?variant=rummy", data=b"", content_type="image/png")) == (404, "photos-off")
    assert client.get(PATH).status_code == 405


@pytest.mark.parametrize("media_type", ["image/gif", "image/heic", "application/json", "text/plain", ""])
def test_other_media_types_are_unsupported(client, media_type):
    response = post(client, b"GIF89a", media_type)
    assert kind_of(response) == (415, "photo-type-unsupported")
    assert "image/jpeg, image/png, image/webp" in response.json["detail"]


def test_an_encoded_body_is_unsupported(client):
    headers = {"Content-Encoding": "gzip", "Content-Type": "image/png"}
    assert client.post(f"{PATH}?variant=rummy", data=b"", headers=headers).status_code == 415


def test_playing_cards_are_read(client):
    picture = (ROOT / "tests/photos/scenes/fan.jpg").read_bytes()
    response = post(client, picture, "image/jpeg", "gin-rummy-cards")
    assert response.json["hand"] == ["4h", "5h", "6h", "9h", "9d", "9c", "Qh", "Kd", "2d", "Ad"]


@pytest.mark.parametrize("variant", ["myrummy-111", "rummu"])
def test_games_with_number_cards_are_named(client, variant):
    response = post(client, b"", variant=variant)
    assert kind_of(response) == (422, "query-invalid")
    (error,) = response.json["errors"]
    assert (error["path"], error["code"]) == ("/variant", "variant_without_tiles")
    assert error["message"].startswith(f"{variant} is played with number cards")


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("", {"/variant": "field_required"}),
        ("?variant=chess", {"/variant": "variant_unknown"}),
        ("?variant=", {"/variant": "variant_unknown"}),
        ("?variant=rummy&variant=rummy", {"/variant": "key_repeated"}),
        ("?variant=rummy&size=9", {"/size": "field_unknown"}),
        ("?Variant=rummy", {"/Variant": "field_unknown", "/variant": "field_required"}),
    ],
)
def test_all_errors_of_the_query_are_listed(client, query, errors):
    response = client.post(f"{PATH}{query}", data=b"", content_type="image/png")
    assert kind_of(response) == (422, "query-invalid")
    assert {error["path"]: error["code"] for error in response.json["errors"]} == errors


@pytest.mark.parametrize("data", [b"", b"not a picture", PNG(draw_tiles("R7"))[:-40]])
def test_what_is_no_complete_picture_is_unreadable(client, data):
    response = post(client, data)
    assert kind_of(response) == (422, "photo-unreadable")
    assert (
        response.json["detail"]
        == "The body is not a complete picture of one of these types: image/jpeg, image/png, image/webp."
    )


def test_too_many_bytes_are_rejected_and_as_many_as_allowed_are_not(client):
    assert kind_of(post(client, bytes(PHOTO_BYTES + 1))) == (413, "body-too-large")
    assert kind_of(post(client, bytes(PHOTO_BYTES))) == (422, "photo-unreadable")


def test_too_many_pixels_are_rejected(client):
    response = post(client, PNG(Image.new("1", (13_300, 13_300))))
    assert kind_of(response) == (413, "photo-too-large")
    assert (
        response.json["detail"]
        == "A picture of this type and shape can have at most 8000000 pixels; this one has 176890000."
    )


def test_a_photograph_is_no_item_of_a_batch(client):
    (item,) = client.post("/v1/batch", json={"requests": [{"operation": "readPhoto", "body": {}}]}).json["responses"]
    assert item["body"]["type"].endswith("#operation-unknown")


# --- work -----------------------------------------------------------------------------------------------------------


def test_a_photograph_is_heavy_before_it_is_decoded(client):
    seen: list[int] = []

    def refuse(steps: int, _is_large: bool) -> None:
        seen.append(steps)
        raise OverloadedError("heavy_places")

    with counted_work(refuse):
        response = post(client, PNG(draw_tiles("R7"))[:-40])
    assert (kind_of(response), seen) == ((503, "overloaded"), [READ_STEPS])


def test_a_photograph_counts_as_many_requests():
    client = create_app(Settings(photos="on", rate_limit=Rate(1000, 60))).test_client()
    with counted_work():
        response = client.post(f"{PATH}?variant=rummy", data=PNG(draw_tiles("R7")), content_type="image/png")
    assert f"r={1000 - 1 - READ_STEPS // STEPS_PER_REQUEST};" in response.headers["RateLimit"]


def test_nothing_of_a_photograph_is_logged(client, caplog, capfd):
    caplog.set_level(logging.DEBUG)
    exif = Image.Exif()
    exif[0x010E] = "swordfish"
    post(client, PNG(draw_tiles("R7"), exif=exif))
    post(client, b"swordfish")
    assert "swordfish" not in caplog.text + "".join(capfd.readouterr())
    assert not [record for record in caplog.records if record.name.startswith("PIL")]


def test_without_pillow_a_service_with_photographs_refuses_to_start(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['PIL'] = None\n")
    environment = {**os.environ, "PHOTOS": "on", "PORT": "0", "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-m", "service.cli", "serve"], env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode != 0
    assert (
        "PHOTOS is on, but PIL is not installed: pip install 'rummy-referee[service,photos]'" in ran.stdout + ran.stderr
    )
    environment["PHOTOS"] = "off"
    code = "from service.app import create_app; create_app(); from service.http.contract import contract; contract()"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def test_games_say_whether_they_can_be_read(client):
    for variant in GAMES:
        assert client.get(f"/v1/variants/{variant}").json["photos"] is (variant in PHOTO_GAMES)
