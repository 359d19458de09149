"""Messages that players read: tiles and colours by name, whole sentences, and no words of the API."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rummy_referee.games import GAMES
from rummy_referee.rules.violations import Violation, make_violation
from rummy_referee.texts.catalogue import LANGUAGES, texts_of
from rummy_referee.texts.names import tile_name, with_article
from rummy_referee.texts.sentences import in_plural
from tests.examples import PATHS, find_codes, load_examples

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

API_WORDS = re.compile(
    r"`|\w_\w|\b(?:draw-discard|draw-keep|[Pp]hase|[Ff]ase|[Cc]ursor|[Cc]urs(?:eur|ore)|[Ss]napshot|slot|true|false|null)\b"
)
PLACEHOLDER = re.compile(r"\{\w+\}")

SPOKEN = ("en", "de", "fr", "it")
"""The languages of the sentences below."""

SAID = [
    (
        "rummy",
        "tile_not_in_hand",
        {"tile": "Y13"},
        (
            "The yellow 13 is not in your hand.",
            "Die gelbe 13 ist nicht in deiner Hand.",
            "Le 13 jaune n’est pas dans votre main.",
            "Il 13 giallo non è nella tua mano.",
        ),
    ),
    (
        "myrummy-kids",
        "tile_not_in_hand",
        {"tile": "J"},
        (
            "The joker is not on your rack.",
            "Der Joker ist nicht auf deiner Kärtchenbank.",
            "Le joker n’est pas sur votre porte-cartes.",
            "Il jolly non è sul tuo poggiacarte.",
        ),
    ),
    (
        "rummy",
        "box_exceeded",
        {"tile": "R7", "maximum": 2, "actual": 3},
        (
            "The red 7 appears too often: 3 here, but only 2 in the box.",
            "Die rote 7 kommt zu oft vor: hier 3, in der Schachtel aber nur 2.",
            "Le 7 rouge figure trop souvent : 3 ici, mais seulement 2 dans la boîte.",
            "Il 7 rosso compare troppo spesso: 3 qui, ma solo 2 nella scatola.",
        ),
    ),
    (
        "rummy",
        "played_without_jokers",
        {"tile": "J", "maximum": 0, "actual": 1},
        (
            "This game is played without jokers.",
            "Dieses Spiel wird ohne Joker gespielt.",
            "Cette partie se joue sans jokers.",
            "Questa partita si gioca senza jolly.",
        ),
    ),
    (
        "rummy",
        "pass_while_playable",
        {},
        (
            "Only a player who can lay nothing may pass; here something can be laid.",
            "Passen darf nur, wer nichts auslegen kann; hier lässt sich etwas auslegen.",
            "Seul un joueur qui ne peut rien poser peut passer son tour ; ici, il est possible de poser.",
            "Può passare solo chi non può giocare nulla; qui qualcosa si può giocare.",
        ),
    ),
    (
        "myrummy-kids",
        "lay_off_before_own_run",
        {},
        (
            "Only a player who has laid a run of their own may add tiles.",
            "Anlegen darf nur, wer schon eine eigene Reihe ausgelegt hat.",
            "Seul un joueur qui a posé sa propre série peut ajouter des cartes.",
            "Può abbinare carte solo chi ha già creato una propria fila.",
        ),
    ),
    (
        "rummy",
        "hand_emptied",
        {"maximum": 0, "actual": 1},
        (
            "One tile must be left to discard.",
            "Ein Stein muss zum Abwerfen übrig bleiben.",
            "Il faut garder une pièce à rejeter.",
            "Deve restare una tessera da scartare.",
        ),
    ),
    (
        "myrummy-111",
        "stretch_not_ascending",
        {"left": "27*1", "right": "13*2"},
        (
            "The 13 is not higher than the 27 before it: this is not ascending.",
            "Die 13 ist nicht höher als die 27 davor: Das ist nicht aufsteigend.",
            "Le 13 n’est pas plus grand que le 27 qui le précède : ce n’est pas un ordre croissant.",
            "La 13 non sale sopra la 27 che la precede: l’ordine non è crescente.",
        ),
    ),
    (
        "brettspielnetz-rummy",
        "opening_too_low",
        {"minimum": 30, "actual": 21},
        (
            "A first play needs at least 30 points; this one has 21. Jokers count 0 here.",
            "Das erste Auslegen braucht mindestens 30 Punkte; das sind 21. Joker zählen dabei 0.",
            "La première pose demande au moins 30 points ; celle-ci en fait 21. Les jokers y comptent 0.",
            "L’apertura richiede almeno 30 punti; questa ne fa 21. I jolly qui contano 0.",
        ),
    ),
    (
        "rummu",
        "zero_not_high",
        {"highest": 9},
        (
            "The 0 is low: it comes before the 1 and never follows the 9.",
            "Die 0 ist niedrig: Sie kommt vor der 1 und nie nach der 9.",
            "Le 0 vient avant le 1 et jamais après le 9.",
            "Lo 0 viene prima dell’1 e mai dopo il 9.",
        ),
    ),
    (
        "gin-rummy-cards",
        "one_not_high",
        {"highest": 13},
        (
            "The ace is low: it comes before the 2 and never follows the king.",
            "Das Ass ist niedrig: Es kommt vor der 2 und nie nach dem König.",
            "L’as vient avant le 2 et jamais après le roi.",
            "L’asso viene prima del 2 e mai dopo il re.",
        ),
    ),
    (
        "rummy",
        "unread_unfillable",
        {"count": 9},
        (
            "What is left in the box does not allow 9 unknown tiles.",
            "9 unbekannte Steine gibt der Rest der Schachtel nicht her.",
            "Ce qui reste dans la boîte ne permet pas 9 pièces inconnues.",
            "Ciò che resta nella scatola non permette 9 tessere sconosciute.",
        ),
    ),
    (
        "rummy",
        "tiles_missing",
        {"tiles": ["R4", "B5"]},
        (
            "The round is not complete. Missing: red 4, blue 5.",
            "Die Runde ist nicht vollständig. Es fehlen: rote 4, blaue 5.",
            "Tout n’est pas là. Il manque : 4 rouge, 5 bleu.",
            "Non c’è tutto. Mancano: 4 rosso, 5 blu.",
        ),
    ),
    (
        "rummy",
        "tiles_missing",
        {"tiles": ["R4"]},
        (
            "The round is not complete. Missing: red 4.",
            "Die Runde ist nicht vollständig. Es fehlt: rote 4.",
            "Tout n’est pas là. Il manque : 4 rouge.",
            "Non c’è tutto. Manca: 4 rosso.",
        ),
    ),
    (
        "myrummy-kids",
        "freed_joker_left",
        {"count": 1},
        (
            "Jokers that are swapped out must be laid again in the same turn; 1 is still to be laid.",
            "Ersetzte Joker werden im selben Zug wieder gelegt; 1 ist noch zu legen.",
            "Les jokers remplacés sont reposés au même tour ; il en reste 1 à poser.",
            "I jolly sostituiti vanno rigiocati nello stesso turno; ne resta 1 da giocare.",
        ),
    ),
    (
        "rummy",
        "move_not_in_phase",
        {"move": "play", "phase": "draw"},
        (
            "This is not possible now: first a tile is drawn.",
            "Das geht jetzt nicht: Zuerst wird ein Stein gezogen.",
            "Ce n’est pas possible maintenant : il faut d’abord piocher une pièce.",
            "Questo ora non è possibile: prima si pesca una tessera.",
        ),
    ),
    (
        "rummu",
        "move_not_in_phase",
        {"move": "meld", "phase": "draw"},
        (
            "This is not possible now: first a card is taken.",
            "Das geht jetzt nicht: Zuerst wird eine Karte genommen.",
            "Ce n’est pas possible maintenant : il faut d’abord tirer une carte.",
            "Questo ora non è possibile: prima si prende una carta.",
        ),
    ),
    (
        "myrummy-111",
        "no_neighbour",
        {"position": 0, "side": "left"},
        (
            "The new card is at the edge of the hand: there is no card to discard on its left.",
            "Die neue Karte steckt am Rand: links von ihr ist keine Karte zum Ablegen.",
            "La nouvelle carte est au bord de la main : à sa gauche, il n’y a pas de carte à écarter.",
            "La nuova carta è al margine della mano: alla sua sinistra non c’è nessuna carta da scartare.",
        ),
    ),
]


@pytest.mark.parametrize(("variant", "code", "params", "sentences"), SAID)
def test_a_message_is_a_sentence_with_names(variant, code, params, sentences):
    violation = make_violation(GAMES[variant].cite, GAMES[variant].faults[code](**params), "")
    assert tuple(violation.text(language) for language in SPOKEN) == sentences


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("R7", ("the red 7", "die rote 7", "le 7 rouge", "il 7 rosso")),
        ("B8", ("the blue 8", "die blaue 8", "le 8 bleu", "l’8 blu")),
        ("K11", ("the black 11", "die schwarze 11", "le 11 noir", "l’11 nero")),
        ("G1", ("the green 1", "die grüne 1", "le 1 vert", "l’1 verde")),
        ("Y0", ("the yellow 0", "die gelbe 0", "le 0 jaune", "lo 0 giallo")),
        ("Y10", ("the yellow 10", "die gelbe 10", "le 10 jaune", "il 10 giallo")),
        ("J", ("the joker", "der Joker", "le joker", "il jolly")),
        ("111*2", ("the 111", "die 111", "le 111", "la 111")),
        ("85", ("the 85", "die 85", "le 85", "la 85")),
    ],
)
def test_a_name_has_its_article(code, names):
    assert tuple(with_article(tile_name(code, language), language) for language in SPOKEN) == names


@pytest.mark.parametrize(
    ("name", "language", "article"),
    [
        ("Pik-Ass", "de", "das "),
        ("Pik-König", "de", "der "),
        ("Pik-Bube", "de", "der "),
        ("Pik-Dame", "de", "die "),
        ("Pik-10", "de", "die "),
        ("as de pique", "fr", "l’"),
        ("dame de pique", "fr", "la "),
        ("roi de pique", "fr", "le "),
        ("asso di picche", "it", "l’"),
        ("donna di picche", "it", "la "),
        ("re di picche", "it", "il "),
    ],
)
def test_a_playing_card_has_the_article_of_its_rank(name, language, article):
    assert with_article(name, language) == article + name


# --- every message of every game ------------------------------------------------------------------------------------


def test_no_message_has_words_of_the_api():
    faulty = []
    for game in GAMES.values():
        keys = [f"violation.{code}" for code in game.faults] + [f"phase.{phase}" for phase in game.turn.phases]
        for language in LANGUAGES:
            said = {key: PLACEHOLDER.sub("", in_plural(texts_of(language, game.id)[key])) for key in keys}
            faulty += [(game.id, language, key) for key, words in said.items() if API_WORDS.search(words)]
    assert faulty == []


def find_violations(answer: Any) -> Iterator[dict[str, Any]]:
    if isinstance(answer, dict):
        if {"code", "params", "message"} <= set(answer):
            yield answer
        for value in answer.values():
            yield from find_violations(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from find_violations(value)


def codes_in(violation: Violation) -> Iterator[str]:
    """The codes of tiles and colours and the words of the API among the parameters; a bare number is a name."""
    for name, value in violation.params.items():
        if name in ("tile", "tiles", "left", "right", "colours", "actual", "phase", "move", "turn"):
            values = value if isinstance(value, (list, tuple)) else [value]
            yield from (code for code in values if isinstance(code, str) and not code.isdigit())


@EACH_GAME
def test_the_messages_of_all_worked_examples_name_tiles_and_colours(client, game):
    examples = [example for example in load_examples(game.id) if find_codes(example.expect)]
    answers = [example.send(client).json for example in examples if example.operation in PATHS]
    found = [
        make_violation(game.cite, game.faults[given["code"]](**given["params"]), given["path"])
        for answer in answers
        for given in find_violations(answer)
    ]
    assert len({violation.code for violation in found}) > 15
    for violation in found:
        for language in LANGUAGES:
            message = violation.text(language)
            codes = [code for code in codes_in(violation) if re.search(rf"(?<!\w){re.escape(code)}(?![\w’])", message)]
            # "play" and "pass" are words of English, too.
            assert [code for code in codes if code not in ("play", "pass", "draw")] == [], message
            assert message[0].isupper() or message[0].isdigit() or "player" in violation.params, message
            assert message.endswith("."), message
