"""Laying down at the end of a round: players in turn, as given or so that the deadwood is minimal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.rules import records
from rummy_referee.rules.faults import lay_off_not_laid_before, meld_unknown, tiles_not_in_hand
from rummy_referee.rules.knock_rummy.combinations import HAND
from rummy_referee.rules.knock_rummy.endings import Ending
from rummy_referee.rules.score import LaidDown, LaidOff
from rummy_referee.rules.turns import Meld, Table, codes_of, in_order, pieces_of, pieces_on, without
from rummy_referee.rules.violations import Violation, pointer

LaidMelds = dict[str, tuple[Meld, ...]]
"""The melds on the table with their lay-offs, by the player who laid them. An invalid meld is kept as an empty one."""


# --- the request ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GivenLayOff:
    """Tiles laid off on another player's meld."""

    player: str = records.name("The owner of the meld: a player who has laid down before.")
    meld: int = records.count("The index of the meld among the owner's melds, counted from 0.")
    tiles: Meld = records.tiles("The tiles to add.")


@dataclass(frozen=True, slots=True)
class GinHand:
    """A player at the end of a round."""

    player: str = records.name("The player's name.")
    hand: Meld = records.partially_known(
        "All tiles of the player, melded or not: ten, or eleven for a Big Gin. `?` is an unknown tile; `?` with a "
        "colour or a number is one of which only that is known."
    )
    melds: Table | None = records.optional_melds(
        "The player's melds. If neither this nor `lay_offs` is given, the service finds the melds and lay-offs with "
        "the fewest points of deadwood; of equals those with the fewest tiles of deadwood, then those with the most "
        "tiles in own melds, then those whose sorted list of melds is the smallest. If only `lay_offs` is given, "
        "nothing else is laid off, and the rest is melded with the minimum deadwood."
    )
    lay_offs: tuple[GivenLayOff, ...] | None = records.optional_records(
        "The lay-offs on melds laid before. If only `melds` is given, nothing is laid off.",
        GivenLayOff,
        most=HAND + 1,
    )


def is_given(entry: Any) -> bool:
    """Whether the request gives how a player lays down, at least in part."""
    return entry.melds is not None or entry.lay_offs is not None


# --- laying down ----------------------------------------------------------------------------------------------------


def lay_down(ending: Ending) -> Iterator[tuple[LaidDown, list[Violation]]]:
    """What each player lays down in turn order, and the violations in what is given."""
    table: LaidMelds = {}
    for index, entry in ending.in_turn_order():
        laid, faults = lay_down_any_hand(ending, index, entry, table)
        yield laid, faults
        table = apply_lay_down(ending, table, laid)


def lay_down_any_hand(ending: Ending, index: int, entry: Any, table: LaidMelds) -> tuple[LaidDown, list[Violation]]:
    """The same for one player. Of a hand with an invalid size only what is given is checked."""
    if ending.has_valid_size(entry):
        return lay_down_hand(ending, index, entry, table)
    faults = list(_check_given(ending, pointer("players", index), entry, table))
    return LaidDown(entry.player, _drop_invalid_melds(ending, entry), (), entry.hand), faults


def lay_down_hand(ending: Ending, index: int, entry: Any, table: LaidMelds) -> tuple[LaidDown, list[Violation]]:
    """The same for one player with a hand of a valid size."""
    path = pointer("players", index)
    is_declarer = entry.player == ending.declarer
    faults = list(_check_given(ending, path, entry, table))
    if faults:
        return LaidDown(entry.player, _find_valid_melds(ending, entry), (), entry.hand), faults
    if is_declarer and entry.melds is None and not entry.lay_offs:
        laid = _declare(ending, entry)
    else:
        laid = _lay_down_as_given(ending, entry) if is_given(entry) else _lay_down_best(ending, entry, table)
    if is_declarer:
        place = f"{path}/hand" if entry.melds is None else f"{path}/melds"
        faults += _check_declaration(ending, place, entry, laid)
    return laid, faults


def apply_lay_down(ending: Ending, table: LaidMelds, laid: LaidDown) -> LaidMelds:
    """The table after a player has laid down. Lay-offs on an invalid meld are ignored.

    Where nobody lays off on a declarer's melds, the table has none of them.
    """
    if laid.player == ending.declarer and not ending.find_case(laid).others_lay_off:
        return {**table, laid.player: ()}
    grown = {player: list(melds) for player, melds in table.items()}
    for added in laid.lay_offs:
        if before := grown[added.player][added.meld]:
            grown[added.player][added.meld] = (*before, *added.tiles)
    return {**{player: tuple(melds) for player, melds in grown.items()}, laid.player: laid.melds}


def _declare(ending: Ending, entry: Any) -> LaidDown:
    """The melds that the game finds for a declarer."""
    found = ending.find_declared(entry.hand)
    return LaidDown(entry.player, found.melds, (), found.left)


def _lay_down_as_given(ending: Ending, entry: Any) -> LaidDown:
    """The given melds and lay-offs. If only lay-offs are given, the rest is melded with the minimum deadwood."""
    added = tuple(LaidOff(given.player, given.meld, given.tiles) for given in entry.lay_offs or ())
    rest = without(entry.hand, pieces_on(tuple(lay_off.tiles for lay_off in added)))
    melds = ending.combinations.deadwood.meld(rest).melds if entry.melds is None else entry.melds
    return LaidDown(entry.player, melds, added, in_order(without(rest, pieces_on(melds))))


def _lay_down_best(ending: Ending, entry: Any, table: LaidMelds) -> LaidDown:
    """The melds and lay-offs with the minimum deadwood."""
    places = [(player, place) for player, melds in table.items() for place, meld in enumerate(melds) if meld]
    found = ending.combinations.lay_offs.lay(entry.hand, [table[player][place] for player, place in places])
    added = tuple(LaidOff(*places[lay_off.meld], lay_off.tiles) for lay_off in found.lay_offs)
    return LaidDown(entry.player, found.melds, added, found.left)


def _find_valid_melds(ending: Ending, entry: Any) -> tuple[Meld, ...]:
    """The melds of a player with violations, to which later players can still lay off.

    If no melds are given, they are those of the hand without its given lay-offs; a declarer lays off nothing.
    """
    if entry.melds is not None:
        return _drop_invalid_melds(ending, entry)
    if entry.player == ending.declarer:
        return _declare(ending, entry).melds
    added = pieces_on(tuple(given.tiles for given in entry.lay_offs or ()))
    return ending.combinations.deadwood.meld(without(entry.hand, added)).melds


def _drop_invalid_melds(ending: Ending, entry: Any) -> tuple[Meld, ...]:
    """The given melds; an empty one in the place of each that is invalid or not in the hand."""
    held = pieces_of(entry.hand)
    return tuple(
        () if pieces_of(meld) - held or ending.combinations.melds.judge(meld).faults else meld
        for meld in entry.melds or ()
    )


# --- checks ---------------------------------------------------------------------------------------------------------


def _check_given(ending: Ending, path: str, entry: Any, table: LaidMelds) -> Iterator[Violation]:
    yield from _check_given_melds(ending, path, entry)
    yield from _check_lay_offs(ending, path, entry, table)


def _check_given_melds(ending: Ending, path: str, entry: Any) -> Iterator[Violation]:
    """Every given meld is valid, and the hand holds all tiles that are given as melded or laid off."""
    for place, meld in enumerate(entry.melds or ()):
        for fault in ending.combinations.melds.judge(meld).faults:
            yield ending.finished.violation(fault, f"{path}/melds/{place}")
    laid = pieces_on(entry.melds or ()) + pieces_on(tuple(given.tiles for given in entry.lay_offs or ()))
    missing = laid - pieces_of(entry.hand)
    if missing:
        yield ending.finished.violation(tiles_not_in_hand(tiles=codes_of(ending.combinations.box, missing)), path)


def _check_lay_offs(ending: Ending, path: str, entry: Any, table: LaidMelds) -> Iterator[Violation]:
    """Tiles are laid off only on melds laid before, and these stay valid. Invalid melds are skipped."""
    grown = {player: list(melds) for player, melds in table.items()}
    for index, given in enumerate(entry.lay_offs or ()):
        place = f"{path}/lay_offs/{index}"
        faults = list(_check_lay_off_target(ending, place, given, table))
        yield from faults
        if faults:
            continue
        meld = grown[given.player][given.meld]
        if meld and not pieces_of(given.tiles) - pieces_of(entry.hand):
            longer = (*meld, *given.tiles)
            for fault in ending.combinations.melds.judge(longer).faults:
                yield ending.finished.violation(fault, f"{place}/tiles")
            grown[given.player][given.meld] = longer


def _check_lay_off_target(
    ending: Ending, place: str, given: GivenLayOff, melds_of: Mapping[str, Table | None]
) -> Iterator[Violation]:
    """The player has laid down before and has such a meld; None stands for melds that are not known."""
    melds = melds_of.get(given.player)
    if melds == () and given.player == ending.declarer and ending.no_lay_off:
        yield ending.finished.violation(ending.no_lay_off(), place)
    elif given.player not in melds_of:
        yield ending.finished.violation(lay_off_not_laid_before(player=given.player), f"{place}/player")
    elif melds is not None and given.meld >= len(melds):
        yield ending.finished.violation(meld_unknown(meld=given.meld, count=len(melds)), f"{place}/meld")


def check_hand_alone(
    ending: Ending, index: int, entry: Any, melds_of: Mapping[str, Table | None]
) -> Iterator[Violation]:
    """What is invalid in a given hand whatever other players have laid down, as far as their melds are known."""
    path = pointer("players", index)
    yield from _check_given_melds(ending, path, entry)
    for place, given in enumerate(entry.lay_offs or ()):
        yield from _check_lay_off_target(ending, f"{path}/lay_offs/{place}", given, melds_of)


def _check_declaration(ending: Ending, path: str, entry: Any, laid: LaidDown) -> Iterator[Violation]:
    for fault in ending.find_faults(sum(map(len, laid.melds)), laid.count, len(entry.hand)):
        yield ending.finished.violation(fault, path)
