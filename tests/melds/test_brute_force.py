"""Every multiset of up to five tiles of a reduced box: the judge agrees with a literal reading of the rules.

The comparison covers all readings in their order (kind, tiles with their pins, value, pure), the value, and that there
are faults exactly where there is no reading. The reduced boxes hold what decides a rule: both ends of the numbers, one
number in every colour, every copy, every joker. The number of multisets is asserted, so that none is skipped unnoticed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product

import pytest

from rummy_referee.games import GAMES
from rummy_referee.melds.judgement import Judge, Judgement
from rummy_referee.rules.game import AnyGame
from rummy_referee.tiles.box import Box
from tests.melds.plain_readings import (
    Book,
    PlainReading,
    best_first,
    lie_as,
    read_111,
    read_rummu,
    split,
    tables_of_roles,
)

Codes = tuple[str, ...]
Meld = tuple[str, Codes, int]
"""A meld of the plain book: its kind, its tiles and its value."""


def multisets(codes: Sequence[str], holds: Mapping[str, int], largest: int = 5) -> Iterator[Codes]:
    """Every multiset of tiles up to a size in which no piece occurs more often than in the box."""

    def extend(chosen: Codes, start: int) -> Iterator[Codes]:
        yield chosen
        if len(chosen) < largest:
            for place in range(start, len(codes)):
                piece = split(codes[place])[0]
                if sum(split(code)[0] == piece for code in chosen) < holds[piece]:
                    yield from extend((*chosen, codes[place]), place)

    return extend((), 0)


def differs(judgement: Judgement, expected: list[PlainReading]) -> bool:
    """Whether judge and plain reading disagree in anything."""
    found = [
        PlainReading(reading.kind, tuple(tile.code for tile in reading.tiles), reading.value, reading.pure)
        for reading in judgement.readings
    ]
    return (
        found != expected
        or judgement.valid != bool(expected)
        or judgement.value != (expected[0].value if expected else None)
        or bool(judgement.faults) == bool(expected)
    )


def compare(
    box: Box, judge: Judge, all_codes: Iterable[Codes], read: Callable[[Codes], list[PlainReading]]
) -> tuple[int, list[tuple[Codes, list[PlainReading]]]]:
    """The number of melds compared, and the first few on which judge and plain reading disagree."""
    count, wrong = 0, []
    for codes in all_codes:
        count += 1
        expected = read(codes)
        if differs(judge([box.tiles[code] for code in codes]), expected):
            wrong.append((codes, expected))
    return count, wrong[:5]


def reader_of(book: Book) -> Callable[[Codes], list[PlainReading]]:
    """Reads tiles by trying every role of every joker and looking the tiles up in the book."""
    melds, faces = book.by_tiles(), book.faces()

    def read(codes: Codes) -> list[PlainReading]:
        return lie(codes, [melds[roles] for roles in tables_of_roles(codes, faces) if roles in melds], book.colours)

    return read


def lie(codes: Codes, melds: Iterable[Meld], colours: str) -> list[PlainReading]:
    """The readings of tiles that can lie as these melds."""
    return best_first([PlainReading(kind, lie_as(codes, tiles), value) for kind, tiles, value in melds], colours)


def is_joker(code: str) -> bool:
    return split(code)[0] == "J"


# --- rummy, under every combination of the options that change melds ------------------------------------------------

REDUCED_RUMMY = {
    # Where 1 and 13 meet, in two colours.
    "ends": (["R1", "R2", "R3", "R11", "R12", "R13", "B1", "B2", "B12", "B13", "J"], 3510),
    # Runs of up to five around a seven in every colour.
    "middle": (["R5", "R6", "R7", "R8", "R9", "B6", "B7", "K7", "Y7", "Y8", "J"], 3510),
    # The lowest and the highest number in every colour: groups at the ends.
    "colours": (["R1", "B1", "K1", "Y1", "R13", "B13", "K13", "Y13", "R12", "J"], 2343),
    "pins at the ends": (
        ["R1", "R12", "R13", "B13", "J", "J=R1", "J=R2", "J=R11", "J=R12", "J=R13", "J=B12", "J=B13", "J=K13", "J=Y1"],
        2271,
    ),
    "pins in the middle": (
        ["R6", "R7", "R8", "B7", "K7", "J", "J=R5", "J=R7", "J=R8", "J=R9", "J=B7", "J=B8", "J=Y7", "J=Y9"],
        3306,
    ),
}


@pytest.mark.parametrize(("codes_in_box", "size"), REDUCED_RUMMY.values(), ids=REDUCED_RUMMY)
def test_rummy_reads_melds_as_the_rules_say_under_every_combination_of_options(codes_in_box, size):
    game: AnyGame = GAMES["rummy"]
    judges = []
    for ace, mixed_runs, kinds, jokers in product(
        ("low", "low-or-high"), (False, True), ("all", "runs", "groups"), (True, False)
    ):
        options = game.options(ace=ace, mixed_runs=mixed_runs, melds=kinds, jokers=jokers)
        book = Book(
            "RBKY",
            range(1, 14),
            runs=kinds in ("all", "runs"),
            groups=kinds in ("all", "groups"),
            mixed_runs=mixed_runs,
            ace_high=ace == "low-or-high",
        )
        judges.append((options, game.judge_for(options, None), book.by_tiles()))
    faces = Book("RBKY", range(1, 14)).faces()
    melds_of_any_book = {meld for *_, melds in judges for meld in melds}
    count, wrong = 0, []
    for codes in multisets(codes_in_box, game.box.holds):
        count += 1
        # The roles are tried once for all books: most of them are no meld in any.
        roles_in_a_book = melds_of_any_book.intersection(tables_of_roles(codes, faces))
        for options, judge, melds in judges:
            if not options.jokers and any(is_joker(code) for code in codes):
                continue  # a box without jokers has no such tiles
            expected = lie(codes, [melds[roles] for roles in roles_in_a_book if roles in melds], "RBKY")
            if differs(judge([game.box.tiles[code] for code in codes]), expected):
                wrong.append((options, codes, expected))
    assert wrong[:5] == []
    assert count == size


@pytest.mark.parametrize("ace", ["low", "low-or-high"])
def test_rummy_reads_runs_of_up_to_thirteen_as_the_rules_say(ace):
    game = GAMES["rummy"]
    book = Book("R", range(1, 14), groups=False, ace_high=ace == "low-or-high", longest=13)
    melds = list(book.melds())

    def read(codes: Codes) -> list[PlainReading]:
        real = {code for code in codes if not is_joker(code)}
        fitting = [meld for meld in melds if len(meld[1]) == len(codes) and real and real <= set(meld[1])]
        return lie(codes, fitting, "R")

    judge = game.judge_for(game.options(melds="runs", ace=ace), None)
    reds = [f"R{number}" for number in range(1, 14)]
    all_codes = ((*real, *jokers) for real in subsets(reds) for jokers in ((), ("J",), ("J", "J")))
    assert compare(game.box, judge, all_codes, read) == (3 * 2**13, [])


def subsets(items: Sequence[str]) -> Iterator[Codes]:
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


# --- the other games with rummy's melds -------------------------------------------------------------------------

RUMMY_BOOK = Book("RBKY", range(1, 14))
BRETTSPIELNETZ_BOOK = Book("BRGY", range(1, 14))
RUMMIKUB_BOOK = Book("KBRO", range(1, 14))
GIN_CARDS_BOOK = Book("shdc", range(1, 14), cards=True)
MACHIAVELLI_BOOK = Book("shdc", range(1, 14), ace_high=True, cards=True)
KIDS_BOOK = Book("BRGY", range(1, 7), groups=False)
KIDS_PRO_BOOK = Book("BRGY", range(1, 7))

REDS = [f"R{number}" for number in range(1, 14)]
BLUES_AND_REDS = [f"{colour}{number}" for colour in "BR" for number in range(1, 7)]
KIDS_PINS = ["B2", "B3", "B6", "R3", "G3", "J", "J=B1", "J=B3", "J=B4", "J=B5", "J=R3", "J=Y3", "J=R4"]

OTHER_BOXES = {
    "gin-rummy: all reds, and others at both ends and at 7": (
        ("gin-rummy", RUMMY_BOOK, [*REDS, "B1", "B2", "B7", "B12", "B13", "K7", "Y7"]),
        48510,
    ),
    "brettspielnetz-rummy: both ends": (
        ("brettspielnetz-rummy", BRETTSPIELNETZ_BOOK, ["R1", "R2", "R3", "R11", "R12", "R13", "G1", "G13", "B13", "J"]),
        2343,
    ),
    "brettspielnetz-rummy: middle": (
        ("brettspielnetz-rummy", BRETTSPIELNETZ_BOOK, ["B5", "B6", "B7", "B8", "R6", "R7", "G7", "Y7", "Y8", "J"]),
        2343,
    ),
    "brettspielnetz-rummy: pins": (
        (
            "brettspielnetz-rummy",
            BRETTSPIELNETZ_BOOK,
            ["B6", "B7", "G7", "Y7", "J", "J=B5", "J=B7", "J=B8", "J=R7", "J=G7", "J=G8"],
        ),
        1284,
    ),
    "gin-rummy-cards: both ends": (
        ("gin-rummy-cards", GIN_CARDS_BOOK, ["As", "2s", "3s", "Js", "Qs", "Ks", "Ah", "Kh", "Ad", "Ac"]),
        638,
    ),
    "machiavelli: both ends": (
        ("machiavelli", MACHIAVELLI_BOOK, ["As", "2s", "3s", "Js", "Qs", "Ks", "Ah", "Kh", "Ad", "Ac"]),
        2343,
    ),
    "rummikub: both ends": (
        ("rummikub", RUMMIKUB_BOOK, ["R1", "R2", "R3", "R11", "R12", "R13", "O1", "O13", "B13", "J"]),
        2343,
    ),
    "myrummy-kids: all of two colours, and a 3 of every colour": (
        ("myrummy-kids", KIDS_BOOK, [*BLUES_AND_REDS, "G3", "Y3", "J"]),
        13599,
    ),
    "myrummy-kids: pins": (("myrummy-kids", KIDS_BOOK, KIDS_PINS), 7251),
    "myrummy-kids-pro: all of two colours, and 1, 3 and 4 of every colour": (
        ("myrummy-kids-pro", KIDS_PRO_BOOK, [*BLUES_AND_REDS, "G1", "G3", "G4", "Y1", "Y3", "Y4", "J"]),
        38723,
    ),
    "myrummy-kids-pro: pins": (("myrummy-kids-pro", KIDS_PRO_BOOK, KIDS_PINS), 7251),
}


@pytest.mark.parametrize(("reduced", "size"), OTHER_BOXES.values(), ids=OTHER_BOXES)
def test_a_game_with_runs_and_groups_reads_melds_as_its_rules_say(reduced, size):
    variant, book, codes_in_box = reduced
    game = GAMES[variant]
    judge = game.judge_for(game.options(), None)
    assert compare(game.box, judge, multisets(codes_in_box, game.box.holds), reader_of(book)) == (size, [])


# --- Rummü ------------------------------------------------------------------------------------------------------

REDUCED_RUMMU = {
    "low end": ([f"{colour}{number}" for colour in "RBKGY" for number in (0, 1, 2, 3)], 27690),
    "high end": ([f"{colour}{number}" for colour in "RBKGY" for number in (6, 7, 8, 9)], 27690),
    "pins": (
        [f"{colour}{number}" for colour in "RBKGY" for number in (6, 7, 8)]
        + [f"Y{number}={colour}{number}" for colour in "RBKG" for number in (6, 7)],
        42198,
    ),
}


@pytest.mark.parametrize(("codes_in_box", "size"), REDUCED_RUMMU.values(), ids=REDUCED_RUMMU)
def test_rummu_reads_melds_as_the_rules_say(codes_in_box, size):
    game = GAMES["rummu"]
    judge = game.judge_for(game.options(), None)
    assert compare(game.box, judge, multisets(codes_in_box, game.box.holds), read_rummu) == (size, [])


@pytest.mark.parametrize(
    ("reds", "yellows"), [(range(2, 9), (4, 6, 7, 8)), (range(10), (4, 7))], ids=["many yellow", "all reds"]
)
def test_rummu_reads_long_runs_as_the_rules_say(reds, yellows):
    game = GAMES["rummu"]
    judge = game.judge_for(game.options(), None)
    cards = [*(f"R{number}" for number in reds), *(f"Y{number}" for number in yellows)]
    assert compare(game.box, judge, subsets(cards), read_rummu) == (2 ** len(cards), [])


# --- MyRummy 111 ------------------------------------------------------------------------------------------------


def test_111_reads_sequences_of_cards_as_the_rules_say():
    game = GAMES["myrummy-111"]
    judge = game.judge_for(game.options(), None)
    cards = ["2*1", "3", "9*2", "10*4", "99", "100*3", "111*1", "10"]
    sequences = [codes for length in range(6) for codes in product(cards, repeat=length)]
    assert compare(game.box, judge, sequences, read_111) == (len(sequences), [])
    assert len(sequences) == 1 + 8 + 8**2 + 8**3 + 8**4 + 8**5
