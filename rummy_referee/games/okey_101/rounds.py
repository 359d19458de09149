"""Whole rounds of Okey 101."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.okey_101.openings import Open
from rummy_referee.games.okey_101.score import TEAM_PLAYERS, Okey101Hand, Okey101RoundEnd
from rummy_referee.games.okey_101.snapshot import HIGHEST_OPENING, MOST_PLAYERS, PLAY, Okey101Snapshot, OtherOpening
from rummy_referee.games.okey_101.tiles import MELDS, MOST_PENALTIES, PAIRS, PENALTIES, value_of
from rummy_referee.games.okey_101.turn import Okey101Move, PutBack
from rummy_referee.rules import records
from rummy_referee.rules.deals import DealtRound
from rummy_referee.rules.faults import player_unknown
from rummy_referee.rules.indicator import BOX, INDICATOR, find_wild, melds_or_pairs_of
from rummy_referee.rules.knock_rummy.taking import PILE, STOCK, TakeTile
from rummy_referee.rules.move_records import Discard
from rummy_referee.rules.records import replace
from rummy_referee.rules.round_play import RoundPlay, Seats, SharedTable, own_turn, set_hand
from rummy_referee.rules.teams import TEAMS, check_teams
from rummy_referee.rules.turns import Meld
from rummy_referee.rules.verdicts import Teams
from rummy_referee.rules.violations import Cite, Violation, make_violation, pointer
from rummy_referee.tiles.tile import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Okey101Seats(Seats):
    """Who sits at the table, and the teams."""

    teams: Teams | None = records.teams(TEAMS)


@dataclass(frozen=True, slots=True)
class PlayerOpening:
    """How a player has opened."""

    player: str = records.name("The player.")
    kind: str = records.choice("With runs and groups, or with pairs.", MELDS, PAIRS)
    value: int = records.count("The points, or the number of pairs.", maximum=HIGHEST_OPENING)


@dataclass(frozen=True, slots=True)
class PlayerPenalty:
    """What a player has incurred."""

    player: str = records.name("The player.")
    penalty: str = records.choice("What it is for.", *PENALTIES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Okey101RoundState(SharedTable):
    """A whole round."""

    indicator: Tile = records.tile(INDICATOR)
    openings: tuple[PlayerOpening, ...] = records.some_records(
        "The openings of this round, in their order.", PlayerOpening, most=MOST_PLAYERS
    )
    discards: Meld = records.tiles("The discards, the last one last.")
    discard_open: bool = records.flag("Whether the last discard can be taken, or lies there after a put-back.")
    phase: str | None = records.phase()
    taken: Tile | None = records.mentioned_tile(
        "The tile that the player on turn has taken from the discards and not used yet, or null."
    )
    returned: bool = records.flag("Whether the player on turn has put a tile back on the discards.", False)
    opened_now: bool = records.flag("Whether the player on turn has opened in this turn.", False)
    penalties: tuple[PlayerPenalty, ...] = records.some_records(
        "What players have incurred in this round.", PlayerPenalty, most=MOST_PENALTIES * MOST_PLAYERS
    )
    teams: Teams | None = records.teams(TEAMS)


def start_round(seats: Okey101Seats, dealt: DealtRound, _options: object) -> Mapping[str, Any]:
    """The player who starts has a tile more, and does not take one."""
    return {
        "indicator": BOX.tiles[dealt.turned_up or ""],
        "table": (),
        "discards": (),
        "discard_open": False,
        "phase": PLAY,
        "teams": seats.teams,
    }


def check_round(state: Okey101RoundState, cite: Cite) -> Iterator[Violation]:
    """Everybody named is a player, and teams sit opposite."""
    for name in ("openings", "penalties"):
        for place, one in enumerate(getattr(state, name)):
            if one.player not in state.players:
                yield make_violation(cite, player_unknown(player=one.player), pointer(name, place, "player"))
    yield from check_teams(state.players, state.teams, cite, TEAM_PLAYERS)


def find_opening(state: Okey101RoundState, player: str) -> str | None:
    """How a player has opened."""
    return next((opening.kind for opening in state.openings if opening.player == player), None)


def view(state: Okey101RoundState, player: str) -> Okey101Snapshot:
    """What a player sees."""
    others = [opening for opening in state.openings if opening.player != player]
    # With an empty stock nobody has another turn.
    last: dict[str, Any] = {"phase": PLAY} if player != state.turn and not state.stock else {}
    return Okey101Snapshot(
        indicator=state.indicator,
        table=state.table,
        hand=state.hands[player],
        opened=find_opening(state, player),
        discard_top=state.discards[-1] if state.discards and state.discard_open else None,
        stock=len(state.stock),
        players=len(state.players),
        openings=tuple(OtherOpening(opening.kind, opening.value) for opening in others),
        penalties=tuple(one.penalty for one in state.penalties if one.player == player),
        **own_turn(state, player, "phase", "taken", "returned", "opened_now"),
        **last,
    )


def apply_move(state: Okey101RoundState, move: Okey101Move, after: Okey101Snapshot) -> Okey101RoundState:
    """Tiles are taken, put back, laid or discarded."""
    player, discards, stock = state.turn or "", state.discards, state.stock
    openings, penalties = state.openings, state.penalties
    if isinstance(move, TakeTile):
        discards = discards[:-1] if move.from_ == PILE else discards
        stock = stock[1:] if move.from_ == STOCK else stock
    elif isinstance(move, PutBack) and state.taken is not None:
        discards = (*discards, state.taken)
    elif isinstance(move, Discard):
        discards = (*discards, move.tile)
    elif isinstance(move, Open):
        value = len(move.melds)
        if after.opened == MELDS:
            value = value_of(melds_or_pairs_of(find_wild(state.indicator)).judge, move.melds)
        openings = (*openings, PlayerOpening(player, after.opened or MELDS, value))
    own = [one for one in penalties if one.player == player]
    penalties = (*penalties, *(PlayerPenalty(player, code) for code in after.penalties[len(own) :]))
    return replace(
        set_hand(state, after.hand),
        table=after.table,
        stock=stock,
        discards=discards,
        discard_open=after.discard_top is not None,
        openings=openings,
        penalties=penalties,
        phase=after.phase,
        taken=after.taken,
        returned=after.returned,
        opened_now=after.opened_now,
    )


def finish_round(before: Okey101RoundState, move: Okey101Move, after: Okey101RoundState) -> Okey101RoundEnd:
    """The hands, what everybody has opened with and incurred, and who went out with which tile."""
    winner = before.turn if not after.hands[before.turn or ""] else None
    is_alone = [opening.player for opening in after.openings] == [winner]
    players = (
        Okey101Hand(
            player=player,
            hand=after.hands[player],
            opened=find_opening(after, player),
            penalties=tuple(one.penalty for one in after.penalties if one.player == player),
        )
        for player in after.players
    )
    return Okey101RoundEnd(
        indicator=after.indicator,
        players=tuple(players),
        went_out=winner,
        last_discard=move.tile if winner and isinstance(move, Discard) else None,
        in_one_turn=winner is not None and before.opened_now and is_alone,
        teams=after.teams,
    )


ROUND_PLAY = RoundPlay(
    record=Okey101RoundState,
    seats=Okey101Seats,
    start=start_round,
    check=check_round,
    view=view,
    apply=apply_move,
    finish=finish_round,
    discard_top=lambda state: state.discards[-1] if state.discards else None,
    open_fields=("indicator", "openings", "discard_open", "taken", "returned", "opened_now", "penalties"),
)
