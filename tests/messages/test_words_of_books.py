"""The texts of a game use the terms of its rulebook, and one term for one thing."""

import re
from itertools import combinations

from rummy_referee.games import GAMES
from rummy_referee.texts.catalogue import GAMES as GAMES_FOLDER
from rummy_referee.texts.catalogue import LANGUAGES, SHARED, own_texts_of, read_texts, text, texts_of
from tests.texts import folders, keys_of, placeholders

# For each game and language: the terms of its rulebook for a tile, its melds, the places of tiles, and a round; and
# terms that its texts must not use. Where a rulebook lacks a language, the terms are our choice.
GLOSSARY = {
    "rummy": {
        "en": ("tile run group stock round", "cards? chips?"),
        "de": ("Stein Joker Kombination Reihe Satz Vorrat Runde", "Karten? Kärtchen Spielstein Gruppe Serie"),
        "fr": (
            "pièce joker combinaison suite série pioche support manche",
            "cartes? jetons? groupes? tuiles? lots? talon",
        ),
        "it": ("tessera jolly combinazione fila set riserva manche", "cart[ae] gettoni gruppo scala mazzo joker"),
    },
    "gin-rummy": {
        "en": ("tile run group stock round discard Big Little", "cards? chips? knock"),
        "de": ("Stein Kombination Reihe Satz Vorrat Runde", "Karten? Kärtchen Gruppe Serie"),
        "fr": (
            "pièce combinaison suite série pioche écart manche Grand Petit étale",
            "cartes? jetons? groupes? défausse",
        ),
        "it": ("tessera combinazione fila set riserva manche", "cart[ae] gettoni gruppo scala mazzo"),
    },
    "brettspielnetz-rummy": {
        "en": ("card joker run group stock", "tiles? chips?"),
        "de": ("Karte Joker Kombination Reihe Satz Vorrat passen auslegen", "Steine? Kärtchen Gruppe Nachziehstapel"),
        "fr": ("carte joker combinaison suite série pioche", "pièces? jetons? groupes? tuiles? lots?"),
        "it": ("carta jolly combinazione fila set riserva", "tessere? gettoni gruppo scala"),
    },
    "myrummy-kids": {
        "en": ("tile joker run rack chip", "cards?"),
        "de": ("Kärtchen Joker Reihe Kärtchenbank Chip verdeckt", "Karten? Steine? Vorrat Nachziehstapel"),
        "fr": ("carte joker série porte-cartes jeton cachée", "suites? pièces? groupes? pioche support"),
        "it": ("carta jolly fila poggiacarte gettone coperta", "tessere? fiche riserva mazzo manche sequenza"),
    },
    "myrummy-kids-pro": {
        "en": ("tile joker run group rack chip", "cards?"),
        "de": ("Kärtchen Joker Reihe Satz Kärtchenbank Chip", "Karten? Steine? Vorrat Nachziehstapel"),
        "fr": ("carte joker série lot porte-cartes jeton", "suites? pièces? groupes? pioche support"),
        "it": ("carta jolly fila set poggiacarte gettone", "tessere? fiche riserva mazzo manche sequenza"),
    },
    "rummu": {
        "en": ("card joker run group pile stock", "tiles? chips?"),
        "de": ("Karte Joker Kombination Reihe Satz Nachziehstapel Ablagestapel", "Steine? Kärtchen Vorrat Gruppe"),
        "fr": (
            "carte joker combinaison suite série pioche défausse jaune équipe",
            "pièces? jetons? groupes? tuiles? lots?",
        ),
        "it": ("carta jolly combinazione fila set mazzo", "tessere? gettoni gruppo riserva"),
    },
    "myrummy-111": {
        "en": ("card stretch pile round", "tiles? chips? melds?"),
        "de": (
            "Karte Kartenfolge Nachziehstapel Ablagestapel Tischmitte Runde",
            "Steine? Kärtchen Vorrat Kombination Reihe",
        ),
        "fr": ("carte série pioche défausse manche croissante", "pièces? jetons? suites? groupes? combinaisons?"),
        "it": ("carta sequenza mazzo manche crescente", "tessere? gettoni fil[ae] riserva combinazion[ei]"),
    },
    "gin-rummy-cards": {
        "en": ("card run set suit rank stock deadwood knock upcard undercut round", "tiles? chips? groups? colou?rs?"),
        "de": (
            "Karte Kombination Folge Satz Farbe Wert Talon Restpunkte klopfen Unterschnitt Runde",
            "Steine? Kärtchen Gruppe Reihe Vorrat",
        ),
        "fr": (
            "carte combinaison suite brelan carré couleur valeur pioche frapper contre-frappe manche",
            "pièces? jetons? tuiles? lots? séries?",
        ),
        "it": (
            "carta combinazione scala tris poker seme valore mazzo bussare sottobanco manche",
            "tesser[ae] gettoni fil[ae] riserva color[ei]",
        ),
    },
    "machiavelli": {
        "en": ("card run set suit rank stock round", "tiles? chips? groups? colou?rs?"),
        "de": ("Karte Kombination Folge Satz Farbe Wert Talon Runde", "Steine? Kärtchen Gruppe Reihe Vorrat"),
        "fr": (
            "carte combinaison suite brelan carré couleur valeur pioche manche",
            "pièces? jetons? tuiles? lots? séries?",
        ),
        "it": (
            "carta combinazione scala tris poker seme valore mazzo manche",
            "tesser[ae] gettoni fil[ae] riserva color[ei]",
        ),
    },
    "rummikub": {
        "en": ("tile joker run group rack pool round", "cards? chips? stock"),
        "de": ("Stein Joker Kombination Reihe Gruppe Brett Pool Runde", "Karten? Kärtchen Satz Vorrat Serie"),
        "fr": ("tuile joker combinaison suite série chevalet pioche manche", "cartes? pièces? jetons? groupes? talon"),
        "it": (
            "tessera jolly combinazione fila set leggio riserva manche",
            "cart[ae] gettoni gruppo scala mazzo joker",
        ),
    },
}


CODES = re.compile(r"`[^`]*`|\{[^}]*\}|“[^”]*”|„[^“]*“|«[^»]*»")
"""What is not a term: codes, names of parameters, and quotations from a rulebook."""


def said_by(game, language):
    """All texts of a game in a language, except names of sections, which are headings of several rulebooks."""
    keys = (key for key in keys_of(game) if not key.startswith("section."))
    return {key: CODES.sub("", text(key, language, game=game.id)) for key in keys}


def test_a_game_uses_the_terms_of_its_rulebook_and_not_those_of_others():
    unsaid, foreign = [], []
    for game in GAMES.values():
        for language in LANGUAGES:
            says, never = GLOSSARY[game.id][language]
            said = said_by(game, language)
            everything = " ".join(said.values()).lower()
            unsaid += [(game.id, language, word) for word in says.split() if word.lower() not in everything]
            other = re.compile(rf"\b(?:{'|'.join(never.split())})\b", re.IGNORECASE)
            foreign += [(game.id, language, key, words) for key, words in said.items() if other.search(words)]
    assert (unsaid, foreign) == ([], [])


def test_a_game_words_otherwise_only_what_its_rulebook_says_otherwise():
    shared = {language: texts_of(language) for language in LANGUAGES}
    assert [
        (game, language, key)
        for game in GAMES
        for language in LANGUAGES
        for key, own in own_texts_of(language, game).items()
        if (common := shared[language].get(key))
        and (own == common or placeholders(own) != placeholders(common) or own.endswith(".") != common.endswith("."))
    ] == []


def test_every_text_of_a_game_is_needed_by_it():
    assert [
        (game.id, language, key)
        for game in GAMES.values()
        for language in LANGUAGES
        for key in read_texts(GAMES_FOLDER / game.id.replace("-", "_") / "texts", language)
        if key != "terms" and key not in set(keys_of(game))
    ] == []


def test_every_text_of_shared_terms_is_needed_by_a_game():
    terms = {folder.name: folder for folder in (SHARED / "terms").iterdir()}
    for name, folder in terms.items():
        users = [
            game
            for game in GAMES.values()
            if all(
                read_texts(GAMES_FOLDER / game.id.replace("-", "_") / "texts", language).get("terms") == name
                for language in LANGUAGES
            )
        ]
        needed = {key for game in users for key in keys_of(game)}
        assert len(users) > 1
        assert [key for language in LANGUAGES for key in read_texts(folder, language) if key not in needed] == []


ALIKE = {
    ("section.jokers", "en", "fr"): "the plural is the same in both",
    ("tile.J", "en", "fr"): "and so is the singular",
    ("colour.O", "en", "de"): "orange is the same in three languages",
    ("colour.O", "en", "fr"): "orange is the same in three languages",
    ("colour.O", "de", "fr"): "orange is the same in three languages",
    ("tile.O", "en", "de"): "and does not change before a noun",
    ("page.no", "en", "it"): "and this word",
    ("page.photo", "en", "fr"): "photo",
    ("page.photo", "de", "it"): "Foto",
    **{
        (f"site.{word}", "en", "fr"): "spelt alike in both" for word in ("documentation", "guides", "options", "points")
    },
}


def test_no_entry_is_the_same_in_two_languages_except_where_it_must_be():
    alike = {
        (key, one, other)
        for folder in folders()
        for one, other in combinations(LANGUAGES, 2)
        for key, words in read_texts(folder, one).items()
        if key != "terms" and words == read_texts(folder, other).get(key)
    }
    assert alike == set(ALIKE)
