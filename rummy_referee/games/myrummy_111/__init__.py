"""MyRummy 111 by Steffen Benndorf: bring a hand into order by swapping one card per turn."""

from rummy_referee.faults import declared_in
from rummy_referee.games.myrummy_111 import faults
from rummy_referee.games.myrummy_111.cards import BOX, MELDS, MyRummy111Options
from rummy_referee.games.myrummy_111.rounds import ROUND_PLAY, MyRummy111RoundState
from rummy_referee.games.myrummy_111.score import RIGHT_ANNOUNCEMENT, SCORING, is_round_possible
from rummy_referee.games.myrummy_111.snapshot import HandAndMiddle
from rummy_referee.games.myrummy_111.swapping import MyRummy111Move
from rummy_referee.games.myrummy_111.turn import TURN
from rummy_referee.melds.faults import meld_too_short, stretch_not_ascending, stretch_not_descending
from rummy_referee.melds.judgement import ASCENDING, DESCENDING
from rummy_referee.rules.faults import (
    HISTORY_FAULTS,
    deal_too_large,
    drawn_not_hidden,
    hand_sizes_differ,
    round_over,
    unread_unfillable,
)
from rummy_referee.rules.game import Deal, Game, MeldKind, Rulebook, Ruling, ScoreRow, sections_of
from rummy_referee.rules.verdicts import EndByRounds, RoundsHistory

MyRummy111 = Game[MyRummy111Options, HandAndMiddle, MyRummy111Move, MyRummy111RoundState]

MYRUMMY_111 = MyRummy111(
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
    judge_for=lambda *_: MELDS.judge,
    turn=TURN,
    round_play=ROUND_PLAY,
    scoring=(
        ScoreRow("symbols_of_the_whole_hand"),
        ScoreRow("right_announcement", RIGHT_ANNOUNCEMENT),
        ScoreRow("wrong_announcement", 0),
        ScoreRow("symbols_of_the_best_stretch"),
    ),
    round_scoring=SCORING,
    end=EndByRounds(
        history=RoundsHistory,
        target_for=lambda options, _: options.target,
        rounds_for=lambda options: options.rounds,
        last_round_decides=True,
        is_possible=is_round_possible,
    ),
    rulings=(
        Ruling("direction_does_not_bind", "setup"),
        Ruling("example_discards_83", "turn"),
        Ruling("discards_fill_the_draw_pile", "turn"),
        Ruling("most_valuable_stretch_counts", "scoring"),
        Ruling("two_cards_make_a_stretch", "scoring"),
        Ruling("equal_last_rounds_share_the_win", "end"),
    ),
    violations=(
        *declared_in(faults),
        *HISTORY_FAULTS,
        stretch_not_ascending,
        stretch_not_descending,
        hand_sizes_differ,
        deal_too_large,
        drawn_not_hidden,
    ),
    sections=sections_of(box=(unread_unfillable,), setup=(round_over,), scoring=(meld_too_short,)),
    ruled={"meld_too_short": "two_cards_make_a_stretch"},
)
