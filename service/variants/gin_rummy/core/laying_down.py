"""The end of a round of Gin-Rummy: players lay down in turn, as given or so that the deadwood is minimal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from service.rules import records
from service.rules.scores import FinishedRound, LaidDown, LaidOff
from service.rules.turns import Meld, Table, codes_of, in_order, pieces_of, pieces_on, without
from service.rules.violations import Violation, pointer
from service.variants.gin_rummy.core.combinations import BOX, DEADWOOD, LAY_OFFS, MELDS
from service.variants.gin_rummy.core.declarations import (
    BIG_GIN,
    LITTLE_GIN,
    find_declaration_faults,
    find_declarer_melds,
)

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
        "All tiles of the player, melded or not: ten, or eleven for the declarer of a Big Gin. `?` is an unknown tile, "
        "`?R` one of which only the colour is known, `?7` one of which only the number is known."
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
        most=BIG_GIN,
    )


@dataclass(frozen=True, slots=True)
class GinRound:
    """The end of a round."""

    players: tuple[GinHand, ...] = records.one_for_each_player("The players and their hands.", GinHand)
    declarer: str | None = records.name_or_none(
        "The player who declared; null if nobody did: then the round is void, whatever the sizes of the hands."
    )
    order: tuple[str, ...] | None = records.optional_names(
        "The players in turn order, the declarer first. If left out, it is the order of `players` from the declarer on."
    )
    drew: bool = records.flag("Whether the declarer had taken a tile in that turn.", default=False)


def is_given(entry: Any) -> bool:
    """Whether the request gives how a player lays down, at least in part."""
    return entry.melds is not None or entry.lay_offs is not None


def has_valid_size(finished: FinishedRound, entry: Any) -> bool:
    """Whether a hand has ten tiles, or eleven if its player declared after taking one."""
    most = BIG_GIN if entry.player == finished.end.declarer and finished.end.drew else LITTLE_GIN
    return LITTLE_GIN <= len(entry.hand) <= most


def allows_little_gin(finished: FinishedRound) -> bool:
    """Whether the declarer may have melded all ten tiles: an option allows it only before taking a tile."""
    return not (finished.end.drew and finished.options.little_gin_before_take_only)


def in_turn_order(finished: FinishedRound) -> list[tuple[int, Any]]:
    """The players in turn order, each with the index in the request."""
    entries = list(enumerate(finished.players))
    if finished.end.order is not None:
        return sorted(entries, key=lambda placed: finished.end.order.index(placed[1].player))
    first = next(index for index, entry in entries if entry.player == finished.end.declarer)
    return entries[first:] + entries[:first]


# --- laying down ----------------------------------------------------------------------------------------------------


def lay_down(finished: FinishedRound) -> Iterator[tuple[LaidDown, list[Violation]]]:
    """What each player lays down in turn order, and the violations in what is given."""
    table: LaidMelds = {}
    for index, entry in in_turn_order(finished):
        laid, faults = lay_down_any_hand(finished, index, entry, table)
        yield laid, faults
        table = apply_lay_down(table, laid)


def lay_down_any_hand(
    finished: FinishedRound, index: int, entry: Any, table: LaidMelds
) -> tuple[LaidDown, list[Violation]]:
    """The same for one player. Of a hand with an invalid size only what is given is checked."""
    if has_valid_size(finished, entry):
        return lay_down_hand(finished, index, entry, table)
    faults = list(_check_given(finished, pointer("players", index), entry, table))
    return LaidDown(entry.player, _drop_invalid_melds(entry), (), entry.hand), faults


def lay_down_hand(
    finished: FinishedRound, index: int, entry: Any, table: LaidMelds
) -> tuple[LaidDown, list[Violation]]:
    """The same for one player with a hand of a valid size."""
    path = pointer("players", index)
    is_declarer = entry.player == finished.end.declarer
    faults = list(_check_given(finished, path, entry, table))
    if faults:
        return LaidDown(entry.player, _find_valid_melds(finished, entry), (), entry.hand), faults
    if is_declarer and entry.melds is None and not entry.lay_offs:
        laid = _declare(finished, entry)
    else:
        laid = _lay_down_as_given(entry) if is_given(entry) else _lay_down_best(entry, table)
    if is_declarer:
        place = f"{path}/hand" if entry.melds is None else f"{path}/melds"
        faults += _check_declaration(finished, place, entry, laid)
    return laid, faults


def apply_lay_down(table: LaidMelds, laid: LaidDown) -> LaidMelds:
    """The table after a player has laid down. Lay-offs on an invalid meld are ignored."""
    grown = {player: list(melds) for player, melds in table.items()}
    for added in laid.lay_offs:
        if before := grown[added.player][added.meld]:
            grown[added.player][added.meld] = (*before, *added.tiles)
    return {**{player: tuple(melds) for player, melds in grown.items()}, laid.player: laid.melds}


def _declare(finished: FinishedRound, entry: Any) -> LaidDown:
    """The minimum deadwood among the melds that suffice to declare; if none do, the minimum deadwood."""
    found = find_declarer_melds(
        entry.hand, is_big_gin=len(entry.hand) == BIG_GIN, allows_little_gin=allows_little_gin(finished)
    ) or DEADWOOD.meld(entry.hand)
    return LaidDown(entry.player, found.melds, (), found.left)


def _lay_down_as_given(entry: Any) -> LaidDown:
    """The given melds and lay-offs. If only lay-offs are given, the rest is melded with the minimum deadwood."""
    added = tuple(LaidOff(given.player, given.meld, given.tiles) for given in entry.lay_offs or ())
    rest = without(entry.hand, pieces_on(tuple(lay_off.tiles for lay_off in added)))
    melds = DEADWOOD.meld(rest).melds if entry.melds is None else entry.melds
    return LaidDown(entry.player, melds, added, in_order(without(rest, pieces_on(melds))))


def _lay_down_best(entry: Any, table: LaidMelds) -> LaidDown:
    """The melds and lay-offs with the minimum deadwood."""
    places = [(player, place) for player, melds in table.items() for place, meld in enumerate(melds) if meld]
    found = LAY_OFFS.lay(entry.hand, [table[player][place] for player, place in places])
    added = tuple(LaidOff(*places[lay_off.meld], lay_off.tiles) for lay_off in found.lay_offs)
    return LaidDown(entry.player, found.melds, added, found.left)


def _find_valid_melds(finished: FinishedRound, entry: Any) -> tuple[Meld, ...]:
    """The melds of a player with violations, to which later players can still lay off.

    If no melds are given, they are those of the hand without its given lay-offs; a declarer lays off nothing.
    """
    if entry.melds is not None:
        return _drop_invalid_melds(entry)
    if entry.player == finished.end.declarer:
        return _declare(finished, entry).melds
    added = pieces_on(tuple(given.tiles for given in entry.lay_offs or ()))
    return DEADWOOD.meld(without(entry.hand, added)).melds


def _drop_invalid_melds(entry: Any) -> tuple[Meld, ...]:
    """The given melds; an empty one in the place of each that is invalid or not in the hand."""
    held = pieces_of(entry.hand)
    return tuple(() if pieces_of(meld) - held or MELDS.judge(meld).faults else meld for meld in entry.melds or ())


# --- checks ---------------------------------------------------------------------------------------------------------


def _check_given(finished: FinishedRound, path: str, entry: Any, table: LaidMelds) -> Iterator[Violation]:
    yield from _check_given_melds(finished, path, entry)
    yield from _check_lay_offs(finished, path, entry, table)


def _check_given_melds(finished: FinishedRound, path: str, entry: Any) -> Iterator[Violation]:
    """Every given meld is valid, and the hand holds all tiles that are given as melded or laid off."""
    for place, meld in enumerate(entry.melds or ()):
        for fault in MELDS.judge(meld).faults:
            yield finished.violation(fault.code, f"{path}/melds/{place}", **fault.params)
    laid = pieces_on(entry.melds or ()) + pieces_on(tuple(given.tiles for given in entry.lay_offs or ()))
    missing = laid - pieces_of(entry.hand)
    if missing:
        yield finished.violation("tiles_not_in_hand", path, tiles=codes_of(BOX, missing))


def _check_lay_offs(finished: FinishedRound, path: str, entry: Any, table: LaidMelds) -> Iterator[Violation]:
    """Tiles are laid off only on melds laid before, and these stay valid. Invalid melds are skipped."""
    grown = {player: list(melds) for player, melds in table.items()}
    for index, given in enumerate(entry.lay_offs or ()):
        place = f"{path}/lay_offs/{index}"
        faults = list(_check_lay_off_target(finished, place, given, table))
        yield from faults
        if faults:
            continue
        meld = grown[given.player][given.meld]
        if meld and not pieces_of(given.tiles) - pieces_of(entry.hand):
            longer = (*meld, *given.tiles)
            for fault in MELDS.judge(longer).faults:
                yield finished.violation(fault.code, f"{place}/tiles", **fault.params)
            grown[given.player][given.meld] = longer


def _check_lay_off_target(
    finished: FinishedRound, place: str, given: GivenLayOff, melds_of: Mapping[str, Table | None]
) -> Iterator[Violation]:
    """The player has laid down before and has such a meld; None stands for melds that are not known."""
    melds = melds_of.get(given.player)
    if given.player not in melds_of:
        yield finished.violation("lay_off_not_laid_before", f"{place}/player", player=given.player)
    elif melds is not None and given.meld >= len(melds):
        yield finished.violation("meld_unknown", f"{place}/meld", meld=given.meld, count=len(melds))


def check_hand_alone(
    finished: FinishedRound, index: int, entry: Any, melds_of: Mapping[str, Table | None]
) -> Iterator[Violation]:
    """What is invalid in a given hand whatever other players have laid down, as far as their melds are known."""
    path = pointer("players", index)
    yield from _check_given_melds(finished, path, entry)
    for place, given in enumerate(entry.lay_offs or ()):
        yield from _check_lay_off_target(finished, f"{path}/lay_offs/{place}", given, melds_of)


def _check_declaration(finished: FinishedRound, path: str, entry: Any, laid: LaidDown) -> Iterator[Violation]:
    for code, params in find_declaration_faults(
        sum(map(len, laid.melds)),
        laid.count,
        is_big_gin=len(entry.hand) == BIG_GIN,
        allows_little_gin=allows_little_gin(finished),
    ):
        yield finished.violation(code, path, **params)
