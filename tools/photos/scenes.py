"""Rendered photographs of tiles on a table, on a rack or in a heap, with the pose and the meaning of every tile."""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np

from tools.photos.editions import JOKER, NOT_A_TILE, Array, Edition, Face
from tools.photos.surroundings import draw_objects, draw_panel, draw_table, expose

cv2.setNumThreads(1)
NEAREST = 0.25  # what is nearer to the camera than this share of the distance of the middle is not drawn
LAYOUTS = ("table", "table", "rack", "rack", "rack", "scatter", "heap")
RACKS = (
    (25, 25, 28), (30, 40, 60), (120, 70, 40), (225, 222, 215),
    (40, 40, 45), (170, 110, 60), (205, 190, 160), (190, 140, 120),
)  # fmt: skip


@dataclass
class Label:
    """One tile of a scene: what it is and where its numeral is in the picture."""

    number: int  # 0 to 12 for 1 to 13, 13 joker, 14 not a tile
    colour: int  # index in COLOURS, -1 unknown
    x: float
    y: float
    size: float  # height of the numeral in pixels
    angle: float  # from the vertical to the numeral's up, clockwise
    quad: tuple[float, ...] = ()  # corners of the tile, clockwise from its own upper left; empty if unknown
    ignore: bool = False  # covered, cut, too small or too large: neither a tile nor background


class Pack(Protocol):
    """What a scene needs of an edition of tiles or a deck of cards."""

    body: tuple[int, ...]
    colours: tuple[int, ...]

    def face(self, number: int, colour: int) -> Face:
        """The face of a piece; number -1 is a blank tile or the back of a card."""


@dataclass(frozen=True)
class Setting:
    """What a scene may contain."""

    width: int = 448
    height: int = 448
    smallest: float = 11  # height of a numeral in pixels
    largest: float = 46
    layout: str = ""  # one of LAYOUTS or "empty"; chosen at random if not given
    faces: tuple[dict[tuple[int, int], Face], ...] = ()  # editions cut from photographs
    tables: list[Array] = field(default_factory=list)  # photographs of empty tables
    colours: tuple[int, ...] = ()


def _camera(rng: random.Random, setting: Setting, layout: str) -> Array:
    """The homography from the plane of the table (pixels, centred) to the picture."""
    size = max(setting.width, setting.height)
    tilt = math.radians(rng.choice([0, rng.uniform(0, 35), rng.uniform(0, 55), rng.uniform(-30, 70)]))
    yaw = math.radians(rng.choice([rng.gauss(0, 12), rng.gauss(0, 12), rng.uniform(-60, 60)]))
    roll = math.radians(rng.choice([0, 0, rng.gauss(0, 8), rng.uniform(0, 360), rng.choice([90, 180, 270])]))
    if layout == "rack" and rng.random() < 0.8:
        roll = math.radians(rng.gauss(0, 7))
    focus = rng.uniform(1.2, 3) * size
    cos, sin = math.cos, math.sin
    around_z = np.array([[cos(roll), -sin(roll), 0], [sin(roll), cos(roll), 0], [0, 0, 1]])
    around_x = np.array([[1, 0, 0], [0, cos(tilt), -sin(tilt)], [0, sin(tilt), cos(tilt)]])
    around_y = np.array([[cos(yaw), 0, sin(yaw)], [0, 1, 0], [-sin(yaw), 0, cos(yaw)]])
    turn = around_z @ around_x @ around_y
    lens = np.array([[focus, 0, setting.width / 2], [0, focus, setting.height / 2], [0, 0, 1]])
    return lens @ np.column_stack([turn[:, 0], turn[:, 1], np.array([0, 0, focus])])


def _depths(matrix: Array, points: Array) -> Array:
    """How far the points are from the camera; negative behind it."""
    depths: Array = points @ matrix[2, :2] + matrix[2, 2]
    return depths


def _project(matrix: Array, points: Array) -> Array:
    mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return mapped[:, :2] / mapped[:, 2:3]


class Scene:
    """A picture that tiles are put into, one after the other; later ones cover earlier ones."""

    def __init__(self, rng: random.Random, setting: Setting, edition: Pack | None = None) -> None:
        self.rng, self.setting = rng, setting
        self.noise = np.random.default_rng(rng.randrange(1 << 30))
        self.layout = setting.layout or rng.choice(LAYOUTS)
        self.canvas = draw_table((setting.height, setting.width), rng, self.noise, setting.tables)
        draw_objects(self.canvas, rng, 24 if self.layout == "empty" else 8)
        photographed = rng.choice(setting.faces) if setting.faces and rng.random() < 0.35 else None
        self.edition: Pack | Edition = edition or Edition(rng, photographed, setting.colours)
        face = self.edition.face(0, self.edition.colours[0])
        low, high = math.log(setting.smallest * 1.15), math.log(setting.largest * 0.9)
        self.tile_width = math.exp(rng.uniform(low, high)) / face.height * face.texture.shape[1]
        self.tile_height = self.tile_width * face.texture.shape[0] / face.texture.shape[1]
        self.camera = _camera(rng, setting, self.layout)
        self.shade = rng.uniform(0.1, 0.5)
        self.thickness = rng.uniform(0, 0.14) * self.tile_width
        self.shadow = np.array([rng.uniform(-0.08, 0.08), rng.uniform(0.02, 0.1)]) * self.tile_width
        self.labels: list[Label] = []
        self.points: list[Array] = []  # per label nine points of its numeral
        self.symbols: list[Label] = []  # of suits, under numerals
        self.covered: list[int] = []  # per label how many of them are covered

    def deal(self) -> tuple[int, int]:
        """A random tile; jokers are more frequent than in a box."""
        colour = self.rng.choice(self.edition.colours)
        return (JOKER if self.rng.random() < 0.08 else self.rng.randrange(13)), colour

    def put(self, number: int, colour: int, x: float, y: float, angle: float) -> None:
        """Draw a tile with its middle at (x, y) of the table and label it; number -1 is a blank tile."""
        face = self.edition.face(number, colour)
        height, width = face.texture.shape[:2]
        scale = self.tile_width / width
        cos, sin = scale * math.cos(angle), scale * math.sin(angle)
        place = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
        place[:2, 2] = np.array([x, y]) - place[:2, :2] @ np.array([width / 2, height / 2])
        matrix = self.camera @ place
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        if _depths(matrix, corners).min() < NEAREST * self.camera[2, 2]:
            return
        quad = _project(matrix, corners)
        if not self._draw(face, matrix, quad):
            return
        self._cover(quad)
        if number >= 0:
            self._label_all(number, colour, face, matrix)
        if face.symbol:
            self._label_symbol(face.symbol, matrix)

    def _draw(self, face: Face, matrix: Array, quad: Array) -> bool:
        """Draw shadow, edge and face of a tile; False if it is outside of the picture."""
        height, width = self.canvas.shape[:2]
        if not np.isfinite(quad).all() or np.abs(quad).max() > 1e5:  # far outside
            return False
        x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 3, 0)
        x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 3, (width, height))
        if x1 - x0 < 4 or y1 - y0 < 4:
            return False
        left, top = max(0, x0 - 12), max(0, y0 - 12)
        part = self.canvas[top : y1 + 12, left : x1 + 12]
        mask = np.zeros(part.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad + self.shadow - (left, top)).astype(np.int32), 255)
        part *= 1 - self.shade * cv2.GaussianBlur(mask, (0, 0), 2.5)[..., None].astype(np.float32) / 255
        if self.thickness > 1:
            edge = cv2.convexHull(np.vstack([quad, quad + np.array([0, self.thickness])]).astype(np.float32))[:, 0]
            colour = tuple(float(v * 0.72) for v in self.edition.body)
            cv2.fillConvexPoly(self.canvas, np.round(edge).astype(np.int32), colour, cv2.LINE_AA)
        texture = face.texture
        matrix = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], float) @ matrix
        while math.sqrt(abs(np.linalg.det(matrix[:2, :2] / matrix[2, 2]))) < 0.55:  # avoid aliasing
            texture = cv2.resize(texture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            matrix = matrix @ np.diag([2.0, 2.0, 1.0])
        drawn = cv2.warpPerspective(texture, matrix, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
        alpha = drawn[..., 3:4].astype(np.float32) / 255
        part = self.canvas[y0:y1, x0:x1]
        part += alpha * (drawn[..., :3] * self.rng.uniform(0.93, 1.05) - part)
        return True

    def _cover(self, quad: Array) -> None:
        """Count the points of earlier numerals that the new tile covers."""
        if not self.points:
            return
        edges = (np.roll(quad, -1, axis=0) - quad)[:, None, None]
        away = np.array(self.points)[None] - quad[:, None, None]
        sides = edges[..., 0] * away[..., 1] - edges[..., 1] * away[..., 0]
        inside = (sides >= 0).all(0) | (sides <= 0).all(0)
        for i, points in enumerate(inside):
            self.covered[i] += int(points.sum()) + 9 * int(points[4])

    def project(self, x: float, y: float) -> tuple[int, int] | None:
        """Where a point of the table is in the picture, if it is not behind the camera."""
        point = np.array([[x, y]])
        if _depths(self.camera, point)[0] < NEAREST * self.camera[2, 2]:
            return None
        (column, row) = np.clip(_project(self.camera, point)[0], -4000, 4000)
        return int(column), int(row)

    def _label_all(self, number: int, colour: int, face: Face, matrix: Array) -> None:
        """Label the numeral of a tile, or the indices in the corners of a card."""
        height, width = face.texture.shape[:2]
        if not face.index:
            self._label(number, colour, face, matrix, (0, 0, width, height))
            return
        turned = np.array([[-1, 0, width], [0, -1, height], [0, 0, 1]])
        moved = np.array([[1, 0, width - 2 * face.x], [0, 1, 0], [0, 0, 1]])
        for corner in (np.eye(3), turned, moved, turned @ moved) if face.has_four_corners else (np.eye(3), turned):
            self._label(number, colour, face, matrix @ corner, face.index)

    def _label(self, number: int, colour: int, face: Face, matrix: Array, box: tuple[float, ...]) -> None:
        steps = [(i * 0.25, j * 0.38) for j in (-1, 0, 1) for i in (-1, 0, 1)]
        grid = np.array([(face.x + i * face.height, face.y + j * face.height) for i, j in steps])
        half = face.height / 2
        ends = np.array([(0, -half), (0, half), (half, 0), (-half, 0)]) + np.array([face.x, face.y])
        top, bottom, right, left = _project(matrix, ends)
        up = top - bottom
        size = math.sqrt(np.linalg.norm(up) * np.linalg.norm(right - left) + 1e-6)
        points = _project(matrix, grid)
        x, y = (float(v) for v in points[4])
        x0, y0, x1, y1 = box
        corners = tuple(_project(matrix, np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])).ravel().tolist())
        self.labels.append(Label(number, colour, x, y, float(size), math.atan2(up[0], -up[1]), corners))
        self.points.append(points)
        self.covered.append(0)

    def _label_symbol(self, symbol: tuple[float, float, float], matrix: Array) -> None:
        """A symbol under a numeral is not a numeral."""
        x, y, height = symbol
        middle, top, right = _project(matrix, np.array([(x, y), (x, y - height / 2), (x + height / 2, y)]))
        up, across = top - middle, right - middle
        size = 2 * math.sqrt(np.linalg.norm(up) * np.linalg.norm(across) + 1e-6)
        angle = math.atan2(up[0], -up[1])
        self.symbols.append(Label(NOT_A_TILE, -1, float(middle[0]), float(middle[1]), float(size), angle))

    def finish(self) -> tuple[Array, list[Label]]:
        """The photograph and the labels of its tiles and symbols."""
        height, width = self.canvas.shape[:2]
        small, large = self.setting.smallest * 0.8, self.setting.largest * 1.25
        seen = []
        for label, covered in zip(self.labels, self.covered, strict=True):
            if covered >= 9 or not (2 < label.x < width - 2 and 2 < label.y < height - 2):
                continue
            edge = min(label.x, label.y, width - label.x, height - label.y)
            label.ignore = covered > 1 or edge < 0.45 * label.size or not small <= label.size <= large
            seen.append(label)
        seen += [
            label
            for label in self.symbols
            if small / 2 <= label.size <= large and 0 < label.x < width and 0 < label.y < height
        ]
        return expose(self.canvas, self.rng, self.noise), seen


def draw_board(scene: Scene, reach: float, top: float, bottom: float) -> None:
    """The board of a rack, before its tiles are put on it."""
    along = np.linspace(-reach, reach, 41)
    board = np.array([(x, top) for x in along] + [(x, bottom) for x in along[::-1]])
    board = board[_depths(scene.camera, board) > NEAREST * scene.camera[2, 2]]
    corners = np.clip(_project(scene.camera, board), -4000, 4000).astype(np.int32)
    if not len(corners):
        return
    cv2.fillConvexPoly(scene.canvas, corners, tuple(float(v) for v in scene.rng.choice(RACKS)))


def _rack(scene: Scene, reach: float) -> None:
    rng, width, height = scene.rng, scene.tile_width, scene.tile_height
    rows = rng.choice([1, 2, 2, 3])
    step = height * rng.choice([1.02, 1.05, 1.1, rng.uniform(0.6, 1.0)])
    y = -step * (rows - 1) / 2 + rng.gauss(0, reach * 0.08)
    draw_board(scene, reach, y - height * 0.7, y + rows * step + height * 0.3)
    for _ in range(rows):
        x = -reach
        while x < reach:
            if rng.random() < 0.18:
                x += width * rng.uniform(0.3, 1.5)
                continue
            number, colour = scene.deal() if rng.random() > 0.03 else (-1, scene.edition.colours[0])
            turned = math.pi if rng.random() < 0.03 else 0
            scene.put(number, colour, x, y + rng.uniform(-0.02, 0.02) * height, rng.gauss(0, 0.012) + turned)
            x += width * rng.uniform(1.0, 1.06)
        y += step


def _meld(scene: Scene) -> list[tuple[int, int]]:
    """A group, a run, or random tiles that lie together."""
    rng, colours = scene.rng, scene.edition.colours
    length = rng.randrange(1, 8)
    if rng.random() < 0.4:
        return [scene.deal() for _ in range(length)]
    if rng.random() < 0.5:
        number = rng.randrange(13)
        tiles = [(number, c) for c in rng.sample(colours, min(len(colours), max(3, length)))]
    else:
        length = max(3, length)
        first, colour = rng.randrange(14 - length), rng.choice(colours)
        tiles = [(first + i, colour) for i in range(length)]
    if rng.random() < 0.15:
        tiles[rng.randrange(len(tiles))] = (JOKER, rng.choice(colours))
    return tiles


def _table(scene: Scene, reach: float) -> None:
    rng, width, height = scene.rng, scene.tile_width, scene.tile_height
    loose = rng.random() < 0.4
    y = -reach
    while y < reach:
        x = -reach + rng.uniform(0, width * 3)
        while x < reach:
            angle = rng.uniform(-0.6, 0.6) if loose else rng.gauss(0, 0.05)
            angle += rng.choice([0] * 10 + [math.pi, math.pi / 2])
            tiles = _meld(scene)
            for i, (number, colour) in enumerate(tiles):
                turned = math.pi if rng.random() < 0.03 else 0
                along = i * width * 1.02
                tile_y = y + math.sin(angle) * along + rng.uniform(-0.06, 0.06) * height
                shown = number if rng.random() > 0.02 else -1
                scene.put(shown, colour, x + math.cos(angle) * along, tile_y, angle + rng.gauss(0, 0.03) + turned)
            x += len(tiles) * width * 1.05 * max(0.5, abs(math.cos(angle))) + width * rng.uniform(0.6, 2.5)
        y += height * rng.uniform(1.25, 2.4)


def _scattered(scene: Scene, reach: float) -> Iterator[tuple[float, float]]:
    """Random places; apart from each other on a table, partly over each other in a heap."""
    rng, reach = scene.rng, reach * 0.48
    apart = scene.tile_height * (1.03 if scene.layout == "scatter" else rng.uniform(0.55, 0.8))
    places: list[tuple[float, float]] = []
    for _ in range(rng.randrange(30, 160)):
        place = rng.uniform(-reach, reach), rng.uniform(-reach, reach)
        if all(math.dist(place, other) > apart for other in places):
            places.append(place)
            yield place


def render_scene(rng: random.Random, setting: Setting) -> tuple[Array, list[Label]]:
    """A photograph (RGB) and the labels of its tiles."""
    scene = Scene(rng, setting)
    reach = 1.3 * max(setting.width, setting.height)
    if scene.layout == "rack":
        _rack(scene, reach)
    elif scene.layout == "table":
        _table(scene, reach)
    elif scene.layout == "empty":
        if rng.random() < 0.5:
            scene.symbols += [Label(NOT_A_TILE, -1, *sign, 0.0) for sign in draw_panel(scene.canvas, rng)]
        for x, y in list(_scattered(scene, reach))[:: rng.choice([8, 20, 1000])]:
            scene.put(-1, scene.edition.colours[0], x, y, rng.uniform(0, 2 * math.pi))
    else:
        for x, y in _scattered(scene, reach):
            number, colour = scene.deal()
            shown = number if rng.random() > 0.05 else -1
            scene.put(shown, colour, x, y, rng.uniform(0, 2 * math.pi))
    return scene.finish()
