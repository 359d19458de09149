"""MyRummy 111 by Steffen Benndorf: bring a hand into order by swapping one card a turn."""

from dataclasses import dataclass

from service.melds.judgement import ASCENDING, DESCENDING, Judge
from service.melds.stretches import Stretches
from service.rules.game import Deal, Game, MeldKind, Move, Rulebook, Ruling, ScoreRow, sections_of
from service.rules.options import whole_number, whole_numbers
from service.tiles.box import Box

BOX = Box(colours="", numbers=range(2, 112), copies=1, symbols=range(1, 5))
MELDS = Stretches()


@dataclass(frozen=True, slots=True)
class MyRummy111Options:
    """What a table may agree on: larger hands (95: all there is beside a hand of 12 and the middle), and the end."""

    hand_sizes: tuple[int, ...] | None = whole_numbers(sizes=range(2, 6), minimum=12, maximum=95)
    target: int = whole_number(60, minimum=1, maximum=100_000)
    rounds: int | None = whole_number(None, minimum=1, maximum=1000)


def judge_for(_options: MyRummy111Options) -> Judge:
    """A stretch is one whatever was agreed."""
    return MELDS.judge


MYRUMMY_111 = Game(
    id="myrummy-111",
    name="MyRummy 111",
    rulebook=Rulebook(
        title="MyRummy 111",
        headings={
            "box": "„Spielmaterial“ / “Contents” / « Matériel » / «Materiale di gioco»",
            "setup": "„Spielvorbereitung“ / “Game setup” / « Préparatifs » / «Preparazione del gioco»",
            "turn": "„Spielablauf“ / “How to play” / « Déroulement de la partie » / «Svolgimento del gioco»",
            "scoring": "„Auswertung einer Spielrunde“ / “Scoring a round” / "
            "« Comptage des points d’une manche » / «Valutazione di una manche»",
            "end": "„Spielende“ / “End of game” / « Fin de la partie » / «Fine del gioco»",
            "variations": "„Spielvarianten“ / “Game variation” / « Variantes » / «Varianti di gioco»",
        },
    ),
    players=range(2, 6),
    box=BOX,
    deals=tuple(Deal(players, hand=12, face_down=3) for players in range(2, 6)),
    hand_sizes_for=lambda options, _: options.hand_sizes,
    meld_kinds=(
        MeldKind(ASCENDING, 2, 110, "ascending_stretch"),
        MeldKind(DESCENDING, 2, 110, "descending_stretch"),
    ),
    options=MyRummy111Options,
    judge_for=judge_for,
    planned_moves=(
        Move("refresh"),
        Move("take", ("slot",), ("drawn",)),
        Move("insert", ("position", "discard"), ("announce",)),
    ),
    scoring=(
        ScoreRow("symbols_of_the_whole_hand"),
        ScoreRow("right_announcement", 5),
        ScoreRow("wrong_announcement", 0),
        ScoreRow("symbols_of_the_best_stretch"),
    ),
    rulings=(
        Ruling("discards_fill_the_draw_pile", "turn"),
        Ruling("most_valuable_stretch_counts", "scoring"),
        Ruling("two_cards_make_a_stretch", "scoring"),
        Ruling("equal_last_rounds_share_the_win", "end"),
    ),
    sections=sections_of(
        box=("box_exceeded",),
        setup=("hand_sizes_differ", "deal_too_large"),
        scoring=("meld_too_short", "stretch_not_ascending", "stretch_not_descending"),
    ),
    ruled={"meld_too_short": "two_cards_make_a_stretch"},
)
