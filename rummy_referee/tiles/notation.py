"""Notation of tiles: the pattern of a game's codes."""

from itertools import groupby

from rummy_referee.tiles.box import FALSE_JOKER, JOKER, UNKNOWN, Box


def tile_pattern(box: Box) -> str:
    """A regular expression, in the dialect of JSON Schema, that matches exactly the tile codes of the box."""
    numbers, colours = _number_pattern(box), f"[{box.colours}]" if box.colours else ""
    real = f"{numbers}{colours}" if box.ranks else f"{colours}{numbers}"
    alternatives = [real]
    if box.symbols:
        alternatives = [f"{real}(?:\\*{_digits([str(count) for count in box.symbols])})?"]
    if box.wild_by_round:
        alternatives = [f"{real}(?:={real})?"]
    if box.false_jokers:
        alternatives.append(FALSE_JOKER)
    if box.jokers:
        alternatives.append(f"{JOKER}(?:={real})?")
    if box.wild_colour:
        others = box.colours.replace(box.wild_colour, "")
        alternatives.extend(f"{box.wild_colour}{number}=[{others}]{number}" for number in box.numbers)
    return f"^(?:{'|'.join(alternatives)})$"


def partially_known_pattern(box: Box) -> str:
    """The same pattern, extended by the codes of unknown tiles."""
    if box.symbols:
        return tile_pattern(box).removesuffix(")$") + f"|(?:{_number_pattern(box)}\\*)?\\{UNKNOWN})$"
    known = f"(?:[{box.colours}]|{_number_pattern(box)})?" if box.colours else ""
    return tile_pattern(box).removesuffix(")$") + f"|\\{UNKNOWN}{known})$"


def _number_pattern(box: Box) -> str:
    """1 to 13 give ``(?:[1-9]|1[0-3])``: numbers with the same digits but the last share a class. Ranks are a class."""
    if box.ranks:
        return f"[{box.ranks}]"
    prefixes_by_class: dict[tuple[int, str], list[str]] = {}
    for prefix, group in groupby((str(number) for number in box.numbers), key=lambda text: text[:-1]):
        last_digits = _digits([text[-1] for text in group])
        prefixes_by_class.setdefault((len(prefix), last_digits), []).append(prefix)
    alternatives: list[str] = []
    for (length, last_digits), prefixes in prefixes_by_class.items():
        heads = [_digits(prefixes)] if length == 1 else prefixes
        alternatives.extend(f"{head}{last_digits}" for head in heads)
    return alternatives[0] if len(alternatives) == 1 else f"(?:{'|'.join(alternatives)})"


def _digits(digits: list[str]) -> str:
    """Consecutive digits as a character class: ``2`` to ``9`` give ``[2-9]``; one digit stays as it is."""
    return digits[0] if len(digits) == 1 else f"[{digits[0]}-{digits[-1]}]"
