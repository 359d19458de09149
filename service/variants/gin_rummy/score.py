"""The score of a round of Gin-Rummy: the declaration, then everyone lays down in turn and what is left is counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from service.rules import records
from service.rules.scores import FinishedRound, LaidDown, LaidOff, PlayerScore, RoundScoring, ScoreLine
from service.rules.turns import Meld, Table, in_order, pieces_of, pieces_on, without
from service.rules.violations import Violation, pointer
from service.solver.fillings import Fillings, Range
from service.solver.leftovers.laying_off import LayingOff
from service.variants.gin_rummy.combinations import BOX, LEAST, MELDS
from service.variants.gin_rummy.declaring import BIG_GIN, FEWEST_MELDED, LITTLE_GIN, MOST_LEFT

LAYING = LayingOff(BOX, {number: number for number in BOX.numbers})
"""Finds the melds and additions that leave the least; a tile counts its number."""

DECLARATIONS = {BIG_GIN: ("big_gin", 50), LITTLE_GIN: ("little_gin", 25)}
EIGHT_OR_NINE = ("eight_or_nine_melded", 20)
LOWER_COUNT = 20
SECOND_PLAYER = 10
LOWEST_OF_MANY = 50


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
    hand: Meld = records.tiles("All tiles of the player, melded or not: ten; the declarer of a Big Gin has eleven.")
    melds: Table | None = records.told_melds(
        "How the player melds. If neither this nor `lay_offs` is told, the way is found that leaves the least."
    )
    lay_offs: tuple[ToldLayOff, ...] | None = records.told_records(
        "What the player adds to melds laid before. With `melds` told and this not, nothing is added.",
        ToldLayOff,
        most=BIG_GIN,
    )


@dataclass(frozen=True, slots=True)
class GinRound:
    """The end of a round."""

    players: tuple[GinHand, ...] = records.one_for_each_player("The players and their hands.", GinHand)
    declarer: str | None = records.name_or_none("Who declared; null: nobody did, and the round is void.")
    order: tuple[str, ...] | None = records.told_names(
        "The players in turn order, the declarer first. If left out, it is the order of `players` from the declarer on."
    )
    drew: bool = records.flag("Whether the declarer had taken a tile in that turn.", default=False)


# --- what can be ----------------------------------------------------------------------------------------------------


def check_end(finished: FinishedRound) -> Iterator[Violation]:
    """The declarer is a player and the order theirs; hands have ten tiles; what is told can be; enough is melded."""
    end = finished.end
    if end.declarer is None:
        return
    names = [entry.player for entry in finished.players]
    faults = [*_check_order(finished, names), *_check_sizes(finished)]
    yield from faults
    if not faults and len(set(names)) == len(names):
        yield from (fault for _, found in _lay_down(finished) for fault in found)


def _check_order(finished: FinishedRound, names: Sequence[str]) -> Iterator[Violation]:
    declarer, order = finished.end.declarer, finished.end.order
    if declarer not in names:
        yield finished.refuse("player_unknown", "/declarer", player=declarer)
    elif order is not None and (order[0] != declarer or sorted(order) != sorted(names)):
        yield finished.refuse("order_not_from_declarer", "/order", player=declarer)


def _check_sizes(finished: FinishedRound) -> Iterator[Violation]:
    for index, entry in enumerate(finished.players):
        most = BIG_GIN if entry.player == finished.end.declarer and finished.end.drew else LITTLE_GIN
        if not LITTLE_GIN <= len(entry.hand) <= most:
            path = pointer("players", index, "hand")
            yield finished.refuse("hand_not_of_ten", path, player=entry.player, actual=len(entry.hand))


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


# --- laying down, one after the other -------------------------------------------------------------------------------


def _in_turn(finished: FinishedRound) -> list[tuple[int, Any]]:
    """The players in turn order, each with the place in the request."""
    entries = list(enumerate(finished.players))
    if finished.end.order is not None:
        return sorted(entries, key=lambda placed: finished.end.order.index(placed[1].player))
    first = next(index for index, entry in entries if entry.player == finished.end.declarer)
    return entries[first:] + entries[:first]


def _lay_down(finished: FinishedRound) -> Iterator[tuple[LaidDown, list[Violation]]]:
    """What each player lays in turn, and what is wrong with what was told. Melds grow for those who come after."""
    lying: dict[str, list[Meld]] = {}
    for index, entry in _in_turn(finished):
        path = pointer("players", index)
        is_declarer = entry.player == finished.end.declarer
        faults = [*_check_told_melds(finished, path, entry), *_check_lay_offs(finished, path, entry, lying)]
        if faults:
            laid = LaidDown(entry.player, (), (), entry.hand)
        elif is_declarer and entry.melds is None and not entry.lay_offs:
            laid = _declare(entry)
        else:
            laid = _lay_as_told(entry) if _is_told(entry) else _lay_the_most(entry, lying)
        if is_declarer and not faults:
            place = f"{path}/hand" if entry.melds is None else f"{path}/melds"
            faults += _check_declaration(finished, place, entry, laid)
        for added in laid.lay_offs:
            lying[added.player][added.meld] = (*lying[added.player][added.meld], *added.tiles)
        lying[entry.player] = list(laid.melds)
        yield laid, faults


def _is_told(entry: Any) -> bool:
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


def _lay_the_most(entry: Any, lying: dict[str, list[Meld]]) -> LaidDown:
    """The way that leaves the least."""
    places = [(player, place) for player, melds in lying.items() for place in range(len(melds))]
    found = LAYING.lay(entry.hand, [lying[player][place] for player, place in places])
    added = tuple(LaidOff(*places[lay_off.meld], lay_off.tiles) for lay_off in found.lay_offs)
    return LaidDown(entry.player, found.melds, added, found.left)


def _check_told_melds(finished: FinishedRound, path: str, entry: Any) -> Iterator[Violation]:
    """Every meld that is told is one, and all of them and what is added are in the hand."""
    for place, meld in enumerate(entry.melds or ()):
        if not pieces_of(meld) - pieces_of(entry.hand):
            for fault in MELDS.judge(meld).faults:
                yield finished.refuse(fault.code, f"{path}/melds/{place}", **fault.params)
    laid = pieces_on(entry.melds or ()) + pieces_on(tuple(told.tiles for told in entry.lay_offs or ()))
    missing = laid - pieces_of(entry.hand)
    if missing:
        absent = [tile.code for tile in in_order(BOX.tiles[piece] for piece in missing.elements())]
        yield finished.refuse("tiles_not_in_hand", path, tiles=absent)


def _check_lay_offs(
    finished: FinishedRound, path: str, entry: Any, lying: dict[str, list[Meld]]
) -> Iterator[Violation]:
    """Tiles are added only to melds laid before, and those are melds still."""
    grown = {player: list(melds) for player, melds in lying.items()}
    for index, told in enumerate(entry.lay_offs or ()):
        place = f"{path}/lay_offs/{index}"
        if told.player not in grown:
            yield finished.refuse("lay_off_not_laid_before", f"{place}/player", player=told.player)
        elif told.meld >= len(grown[told.player]):
            count = len(grown[told.player])
            yield finished.refuse("meld_unknown", f"{place}/meld", meld=told.meld, count=count)
        elif not pieces_of(told.tiles) - pieces_of(entry.hand):
            longer = (*grown[told.player][told.meld], *told.tiles)
            for fault in MELDS.judge(longer).faults:
                yield finished.refuse(fault.code, f"{place}/tiles", **fault.params)
            grown[told.player][told.meld] = longer


# --- the score ------------------------------------------------------------------------------------------------------


def score_hands(finished: FinishedRound, _fillings: Fillings) -> Iterator[PlayerScore]:
    """The declarer's bonus; then the lower count of two, or the lowest of more."""
    if finished.end.declarer is None:
        yield from (PlayerScore(entry.player, (), Range(0, 0)) for entry in finished.players)
        return
    laid = {hand.player: hand for hand, _ in _lay_down(finished)}
    lines: dict[str, list[ScoreLine]] = {player: [] for player in laid}
    declared = laid[finished.end.declarer]
    code, points = DECLARATIONS.get(sum(map(len, declared.melds)), EIGHT_OR_NINE)
    lines[declared.player].append(_line(code, points, tuple(tile for meld in declared.melds for tile in meld)))
    for player, line in _compare(list(laid.values())):
        lines[player].append(line)
    for entry in finished.players:
        own = lines[entry.player]
        total = sum(line.points.low for line in own)
        yield PlayerScore(entry.player, tuple(own), Range(total, total), laid[entry.player])


def _compare(laid: Sequence[LaidDown]) -> Iterator[tuple[str, ScoreLine]]:
    """What the counts give; the hands are in turn order, the declarer's first."""
    if len(laid) > 2:
        lowest = min(laid, key=lambda hand: hand.count)
        yield lowest.player, _line("lowest_count_of_three_or_four", LOWEST_OF_MANY)
        return
    first, second = laid
    if first.count == second.count:
        yield second.player, _line("second_player_has_equal_count", SECOND_PLAYER)
        return
    lower, higher = (first, second) if first.count < second.count else (second, first)
    yield lower.player, _line("lower_count_takes_difference", higher.count - lower.count, higher.left)
    yield lower.player, _line("lower_count_bonus", LOWER_COUNT)
    if lower is second:
        yield second.player, _line("second_player_has_lower_count", SECOND_PLAYER)


def _line(code: str, points: int, tiles: Meld = ()) -> ScoreLine:
    return ScoreLine(code, Range(points, points), tiles)


SCORING = RoundScoring(record=GinRound, score=score_hands, check=check_end, is_void=lambda end: end.declarer is None)
