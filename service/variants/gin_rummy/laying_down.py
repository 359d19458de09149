"""Laying down at the end of a round of Gin-Rummy: one player after the other, as told or so that the least is left."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from service.engine.deadwood.lay_offs import LayOffs
from service.rules import records
from service.rules.scores import FinishedRound, LaidDown, LaidOff
from service.rules.turns import Meld, Table, in_order, pieces_of, pieces_on, without
from service.rules.violations import Violation, pointer
from service.variants.gin_rummy.combinations import BOX, LEAST, MELDS
from service.variants.gin_rummy.declaring import BIG_GIN, FEWEST_MELDED, LITTLE_GIN, MOST_LEFT

LAYING = LayOffs(BOX, {number: number for number in BOX.numbers})
"""Finds the melds and additions that leave the least; a tile counts its number."""

Lying = dict[str, tuple[Meld, ...]]
"""The melds that lie, by the player who laid them, with what was added to them."""


@dataclass(frozen=True, slots=True)
class ToldLayOff:
    """Tiles added to another's meld."""

    player: str = records.name("Whose meld it is: a player who has laid down before.")
    meld: int = records.count("Which of that player's melds, counted from 0.")
    tiles: Meld = records.tiles("The tiles that are added.")


@dataclass(frozen=True, slots=True)
class GinHand:
    """A player at the end of a round."""

    player: str = records.name("The player's name.")
    hand: Meld = records.partially_known(
        "All tiles of the player, melded or not: ten; the declarer of a Big Gin has eleven. `?` is a tile that could "
        "not be read, `?R` one of which only the colour could, `?7` one of which only the number could."
    )
    melds: Table | None = records.optional_melds(
        "How the player melds. If neither this nor `lay_offs` is told, the way is found that leaves the least: of "
        "equals the one that leaves the fewest tiles, then the one with the most tiles in own melds, then the one "
        "whose sorted list of melds is the smallest. If just `lay_offs` is told, nothing else is added, and the rest "
        "is melded so that the least is left."
    )
    lay_offs: tuple[ToldLayOff, ...] | None = records.optional_records(
        "What the player adds to melds laid before. With `melds` told and this not, nothing is added.",
        ToldLayOff,
        most=BIG_GIN,
    )


@dataclass(frozen=True, slots=True)
class GinRound:
    """The end of a round."""

    players: tuple[GinHand, ...] = records.one_for_each_player("The players and their hands.", GinHand)
    declarer: str | None = records.name_or_none(
        "Who declared; null: nobody did, and the round is void, however many tiles the hands have."
    )
    order: tuple[str, ...] | None = records.optional_names(
        "The players in turn order, the declarer first. If left out, it is the order of `players` from the declarer on."
    )
    drew: bool = records.flag("Whether the declarer had taken a tile in that turn.", default=False)


def in_turn(finished: FinishedRound) -> list[tuple[int, Any]]:
    """The players in turn order, each with the place in the request."""
    entries = list(enumerate(finished.players))
    if finished.end.order is not None:
        return sorted(entries, key=lambda placed: finished.end.order.index(placed[1].player))
    first = next(index for index, entry in entries if entry.player == finished.end.declarer)
    return entries[first:] + entries[:first]


def lay_down(finished: FinishedRound) -> Iterator[tuple[LaidDown, list[Violation]]]:
    """What each player lays in turn, and what is wrong with what was told. Melds grow for those who come after."""
    lying: Lying = {}
    for index, entry in in_turn(finished):
        laid, faults = lay_any(finished, index, entry, lying)
        yield laid, faults
        lying = grow(lying, laid)


def lay_any(finished: FinishedRound, index: int, entry: Any, lying: Lying) -> tuple[LaidDown, list[Violation]]:
    """The same as of one player. Of a hand that cannot have so many tiles only what is told is looked at."""
    if has_right_size(finished, entry):
        return lay_one(finished, index, entry, lying)
    faults = _check_what_is_told(finished, pointer("players", index), entry, lying)
    return LaidDown(entry.player, _sound_told(entry), (), entry.hand), faults


def lay_one(finished: FinishedRound, index: int, entry: Any, lying: Lying) -> tuple[LaidDown, list[Violation]]:
    """What one player lays beside what lies already, and what is wrong with what was told."""
    path = pointer("players", index)
    is_declarer = entry.player == finished.end.declarer
    faults = _check_what_is_told(finished, path, entry, lying)
    if faults:
        return LaidDown(entry.player, _sound_melds(entry, is_declarer=is_declarer), (), entry.hand), faults
    if is_declarer and entry.melds is None and not entry.lay_offs:
        laid = _declare(entry)
    else:
        laid = _lay_as_told(entry) if is_told(entry) else _lay_the_most(entry, lying)
    if is_declarer:
        place = f"{path}/hand" if entry.melds is None else f"{path}/melds"
        faults += _check_declaration(finished, place, entry, laid)
    return laid, faults


def grow(lying: Lying, laid: LaidDown) -> Lying:
    """What lies after a player has laid down. To a meld that is none, so that it is empty, nothing comes."""
    grown = {player: list(melds) for player, melds in lying.items()}
    for added in laid.lay_offs:
        if before := grown[added.player][added.meld]:
            grown[added.player][added.meld] = (*before, *added.tiles)
    return {**{player: tuple(melds) for player, melds in grown.items()}, laid.player: laid.melds}


def has_right_size(finished: FinishedRound, entry: Any) -> bool:
    """Whether a player may have so many tiles: ten, or eleven who declared after taking one."""
    most = BIG_GIN if entry.player == finished.end.declarer and finished.end.drew else LITTLE_GIN
    return LITTLE_GIN <= len(entry.hand) <= most


def check_apart(
    finished: FinishedRound, index: int, entry: Any, hosts: Mapping[str, Table | None]
) -> Iterator[Violation]:
    """Every meld that is told is one of the hand, and tiles are added to melds of hosts, as far as theirs are known."""
    path = pointer("players", index)
    yield from _check_told_melds(finished, path, entry)
    for place, told in enumerate(entry.lay_offs or ()):
        melds = hosts.get(told.player)
        if told.player not in hosts:
            yield _refuse_stranger(finished, f"{path}/lay_offs/{place}", told)
        elif melds is not None and told.meld >= len(melds):
            yield _refuse_meld(finished, f"{path}/lay_offs/{place}", told, len(melds))


def is_told(entry: Any) -> bool:
    """Whether it is said how a player lays down, in any part."""
    return entry.melds is not None or entry.lay_offs is not None


def _declare(entry: Any) -> LaidDown:
    """Of the melds that are enough those that leave the least; if none are enough, just those that leave the least."""
    sizes = (BIG_GIN,) if len(entry.hand) == BIG_GIN else range(FEWEST_MELDED, LITTLE_GIN + 1)
    found = LEAST.meld_just(entry.hand, sizes) or LEAST.meld(entry.hand)
    return LaidDown(entry.player, found.melds, (), found.left)


def _lay_as_told(entry: Any) -> LaidDown:
    """What the player says. Where only additions are told, the rest is melded so that the least is left."""
    added = tuple(LaidOff(told.player, told.meld, told.tiles) for told in entry.lay_offs or ())
    rest = without(entry.hand, pieces_on(tuple(told.tiles for told in added)))
    melds = LEAST.meld(rest).melds if entry.melds is None else entry.melds
    return LaidDown(entry.player, melds, added, in_order(without(rest, pieces_on(melds))))


def _lay_the_most(entry: Any, lying: Lying) -> LaidDown:
    """The way that leaves the least."""
    places = [(player, place) for player, melds in lying.items() for place, meld in enumerate(melds) if meld]
    found = LAYING.lay(entry.hand, [lying[player][place] for player, place in places])
    added = tuple(LaidOff(*places[lay_off.meld], lay_off.tiles) for lay_off in found.lay_offs)
    return LaidDown(entry.player, found.melds, added, found.left)


def _sound_melds(entry: Any, *, is_declarer: bool) -> tuple[Meld, ...]:
    """The melds of a player who is refused, for others who add to them. A told one that is none is empty.

    Where none are told, they are those of the hand without what the player wants to add; a declarer adds nothing.
    """
    if entry.melds is None:
        added = pieces_on(tuple(told.tiles for told in entry.lay_offs or ()))
        return _declare(entry).melds if is_declarer else LEAST.meld(without(entry.hand, added)).melds
    return _sound_told(entry)


def _sound_told(entry: Any) -> tuple[Meld, ...]:
    """The told melds; one that is none is empty."""
    held = pieces_of(entry.hand)
    return tuple(() if pieces_of(meld) - held or MELDS.judge(meld).faults else meld for meld in entry.melds or ())


def _check_what_is_told(finished: FinishedRound, path: str, entry: Any, lying: Lying) -> list[Violation]:
    return [*_check_told_melds(finished, path, entry), *_check_lay_offs(finished, path, entry, lying)]


def _check_told_melds(finished: FinishedRound, path: str, entry: Any) -> Iterator[Violation]:
    """Every meld that is told is one, and all of them and what is added are in the hand."""
    for place, meld in enumerate(entry.melds or ()):
        for fault in MELDS.judge(meld).faults:
            yield finished.refuse(fault.code, f"{path}/melds/{place}", **fault.params)
    laid = pieces_on(entry.melds or ()) + pieces_on(tuple(told.tiles for told in entry.lay_offs or ()))
    missing = laid - pieces_of(entry.hand)
    if missing:
        absent = [tile.code for tile in in_order(BOX.tiles[piece] for piece in missing.elements())]
        yield finished.refuse("tiles_not_in_hand", path, tiles=absent)


def _check_lay_offs(finished: FinishedRound, path: str, entry: Any, lying: Lying) -> Iterator[Violation]:
    """Tiles are added only to melds laid before, and those are melds still. What was none before is passed over."""
    grown = {player: list(melds) for player, melds in lying.items()}
    for index, told in enumerate(entry.lay_offs or ()):
        place = f"{path}/lay_offs/{index}"
        if told.player not in grown:
            yield _refuse_stranger(finished, place, told)
        elif told.meld >= len(grown[told.player]):
            yield _refuse_meld(finished, place, told, len(grown[told.player]))
        elif grown[told.player][told.meld] and not pieces_of(told.tiles) - pieces_of(entry.hand):
            longer = (*grown[told.player][told.meld], *told.tiles)
            for fault in MELDS.judge(longer).faults:
                yield finished.refuse(fault.code, f"{place}/tiles", **fault.params)
            grown[told.player][told.meld] = longer


def _refuse_stranger(finished: FinishedRound, place: str, told: ToldLayOff) -> Violation:
    """Nobody of this name has laid down."""
    return finished.refuse("lay_off_not_laid_before", f"{place}/player", player=told.player)


def _refuse_meld(finished: FinishedRound, place: str, told: ToldLayOff, count: int) -> Violation:
    """The player has not so many melds."""
    return finished.refuse("meld_unknown", f"{place}/meld", meld=told.meld, count=count)


def _check_declaration(finished: FinishedRound, path: str, entry: Any, laid: LaidDown) -> Iterator[Violation]:
    """All 11 tiles are melded, or of 10 all, or 8 or 9 with less than 10 points left."""
    melded = sum(map(len, laid.melds))
    if len(entry.hand) == BIG_GIN:
        if melded < BIG_GIN:
            yield finished.refuse("discard_missing", path, minimum=BIG_GIN, actual=melded)
        return
    if melded < FEWEST_MELDED:
        yield finished.refuse("too_few_melded", path, minimum=FEWEST_MELDED, actual=melded)
    if laid.count > MOST_LEFT:
        yield finished.refuse("rest_too_high", path, maximum=MOST_LEFT, actual=laid.count)
    if melded == LITTLE_GIN and finished.end.drew and finished.options.little_gin_before_take_only:
        yield finished.refuse("little_gin_after_take", path)
