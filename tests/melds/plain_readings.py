"""The rules of melds as plainly as possible, for comparison: every meld is enumerated, every role of a joker is tried.

It is not optimised and uses nothing of the code under test: codes in, readings out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, pairwise, product

RANKS = "-A23456789TJQK"
"""The rank of a card by its number."""
KINDS = ["run", "group", "mixed_run", "ascending", "descending"]


@dataclass(frozen=True)
class PlainReading:
    kind: str
    tiles: tuple[str, ...]
    value: int | None
    pure: bool | None = None


def split(code: str) -> tuple[str, str | None]:
    """``J=R8`` is the piece ``J`` that stands for ``R8``; ``R8`` is a piece that stands for nothing else."""
    piece, _, pin = code.partition("=")
    return piece, pin or None


def best_first(readings: list[PlainReading], colours: str) -> list[PlainReading]:
    """Best value first; equals by kind, then by the tiles they stand for, colour before number."""

    def rank(reading):
        faces = [split(code)[1] or code for code in reading.tiles]
        return -reading.value, KINDS.index(reading.kind), [place_of(face, colours) for face in faces]

    return sorted(readings, key=rank)


def place_of(face: str, colours: str) -> tuple[int, int]:
    """Colour before number; of a card, suit before rank."""
    if face[-1] in colours:
        return colours.index(face[-1]), RANKS.index(face[0])
    return colours.index(face[0]), int(face[1:])


# --- games with jokers ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Book:
    """Every meld of a game with jokers, up to a size, written out. Tiles in reading order."""

    colours: str
    numbers: range
    runs: bool = True
    groups: bool = True
    mixed_runs: bool = False
    ace_high: bool = False
    longest: int = 5
    cards: bool = False
    """Whether tiles are playing cards, of which court cards count ten."""

    def face(self, colour: str, number: int) -> str:
        return f"{RANKS[number]}{colour}" if self.cards else f"{colour}{number}"

    def value(self, number: int) -> int:
        return min(number, 10) if self.cards else number

    def faces(self) -> list[str]:
        return [self.face(colour, number) for colour in self.colours for number in self.numbers]

    def melds(self) -> Iterator[tuple[str, tuple[str, ...], int]]:
        if self.runs:
            for numbers in self.number_rows():
                if self.mixed_runs:
                    colourings = list(product(self.colours, repeat=len(numbers)))
                else:
                    colourings = [(colour,) * len(numbers) for colour in self.colours]
                for colouring in colourings:
                    tiles = tuple(map(self.face, colouring, numbers))
                    yield "run" if len(set(colouring)) == 1 else "mixed_run", tiles, sum(map(self.value, numbers))
        if self.groups:
            for number in self.numbers:
                for size in (3, 4):
                    for colours in combinations(self.colours, size):
                        yield "group", tuple(self.face(colour, number) for colour in colours), self.value(number) * size

    def number_rows(self) -> Iterator[list[int]]:
        """1 2 3, 1 2 3 4 ... 11 12 13; with a high ace also 12 13 1, 11 12 13 1 and so on."""
        first, last = self.numbers[0], self.numbers[-1]
        for size in range(3, min(self.longest, len(self.numbers)) + 1):
            for start in self.numbers:
                if start + size - 1 <= last:
                    yield list(range(start, start + size))
            # All the numbers with the ace behind them are the same tiles as all the numbers with the ace before them.
            if self.ace_high and size < len(self.numbers):
                yield [*range(last - size + 2, last + 1), first]

    def by_tiles(self) -> dict[tuple[str, ...], tuple[str, tuple[str, ...], int]]:
        return {tuple(sorted(tiles)): (kind, tiles, value) for kind, tiles, value in self.melds()}


def tables_of_roles(codes: tuple[str, ...], faces: list[str]) -> Iterator[tuple[str, ...]]:
    """Every way to say what each tile stands for, sorted to be looked up; none where there is no real tile."""
    if all(piece == "J" for piece, _ in map(split, codes)):
        return
    fixed = [pin or piece for piece, pin in map(split, codes) if (piece, pin) != ("J", None)]
    for roles in combinations_with_replacement(faces, len(codes) - len(fixed)):
        yield tuple(sorted((*fixed, *roles)))


def lie_as(codes: tuple[str, ...], meld: tuple[str, ...]) -> tuple[str, ...]:
    """The tiles in the places of a meld: a real tile where there is one, a joker pinned to it where there is not."""
    real = {code for code in codes if split(code)[0] != "J"}
    return tuple(face if face in real else f"J={face}" for face in meld)


# --- Rummü ------------------------------------------------------------------------------------------------------


def read_rummu(codes: tuple[str, ...]) -> list[PlainReading]:
    """Each yellow card in each of its roles; then the three definitions, word by word."""
    if len(codes) < 3:
        return []
    roles = []
    for code in codes:
        piece, pin = split(code)
        if pin:
            roles.append([(piece, pin)])
        elif piece[0] == "Y":
            roles.append([(piece, f"{colour}{piece[1]}") for colour in "RBKGY"])
        else:
            roles.append([(piece, piece)])
    found = {reading for cards in product(*roles) if (reading := read_rummu_roles(list(cards)))}
    return best_first(list(found), "RBKGY")


def read_rummu_roles(cards: list[tuple[str, str]]) -> PlainReading | None:
    """``cards`` are pairs of a card and what it stands for."""
    yellow = sum(card[0] == "Y" for card, _ in cards)
    real = len(cards) - yellow
    numbers = sorted(int(face[1]) for _, face in cards)
    colours = [face[0] for _, face in cards]
    in_a_row = all(left + 1 == right for left, right in pairwise(numbers))
    one_number = len(set(numbers)) == 1
    all_colours_different = len(set(colours)) == len(cards)
    # With five cards a yellow one stands for itself, otherwise always for another colour.
    is_yellow_right = ("Y" in colours) == (yellow == 1 and len(cards) == 5)

    if in_a_row and len(set(colours)) == 1 and "Y" not in colours and real > yellow:
        return rummu_reading("run", sorted(cards, key=lambda card: card[1][1]), pure=yellow == 0)
    if in_a_row and all_colours_different and yellow <= 1 and is_yellow_right:
        return rummu_reading("mixed_run", sorted(cards, key=lambda card: card[1][1]), pure=False)
    if one_number and all_colours_different and yellow <= 1 and is_yellow_right:
        return rummu_reading("group", sorted(cards, key=lambda card: "RBKGY".index(card[1][0])), pure=yellow == 0)
    return None


def rummu_reading(kind: str, cards: list[tuple[str, str]], *, pure: bool) -> PlainReading:
    tiles = tuple(card if card == face else f"{card}={face}" for card, face in cards)
    size = len(cards)
    if kind == "group":
        value = {(3, True): 0, (3, False): 0, (4, True): 30, (4, False): 10, (5, False): 50}[size, pure]
        if cards[0][0][1] in "17":
            value //= 2
    else:
        table = {3: 10, 4: 20, 5: 40} if pure else {3: 0, 4: 10, 5: 20}
        value = table[min(size, 5)] + 10 * max(size - 5, 0)
    return PlainReading(kind, tiles, value, pure)


# --- MyRummy 111 ------------------------------------------------------------------------------------------------


def read_111(codes: tuple[str, ...]) -> list[PlainReading]:
    """Neighbours all rise, or all fall. The value is the symbols, or nothing where a card does not show them."""
    numbers = [int(code.partition("*")[0]) for code in codes]
    symbols = [code.partition("*")[2] for code in codes]
    value = sum(int(count) for count in symbols) if all(symbols) else None
    if len(codes) < 2:
        return []
    if numbers == sorted(set(numbers)):
        return [PlainReading("ascending", codes, value)]
    if numbers == sorted(set(numbers), reverse=True):
        return [PlainReading("descending", codes, value)]
    return []
