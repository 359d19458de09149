"""Whole rounds of Rummü."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rummy_referee.games.rummu.combinations import BOX
from rummy_referee.games.rummu.score import RummuRoundEnd
from rummy_referee.games.rummu.snapshot import RummuSnapshot
from rummy_referee.games.rummu.teams import check_teams
from rummy_referee.rules import records
from rummy_referee.rules.deals import DealtRound
from rummy_referee.rules.discard_pile import piles_after, prepare, reveal
from rummy_referee.rules.faults import player_unknown
from rummy_referee.rules.records import OwnedMeld, replace
from rummy_referee.rules.round_play import (
    RoundPlay,
    RoundRecord,
    Seats,
    add_opened,
    find_winner,
    own_turn,
    set_hand,
    top_of_discards,
)
from rummy_referee.rules.score import PlayerHand
from rummy_referee.rules.teams import TEAMS
from rummy_referee.rules.turns import Meld, Move
from rummy_referee.rules.verdicts import MAX_POINTS, Points, Teams
from rummy_referee.rules.violations import Cite, Violation, make_violation, pointer


@dataclass(frozen=True, slots=True, kw_only=True)
class RummuSeats(Seats):
    """Who sits at the table, with the scores before the round and the teams."""

    scores: Points | None = records.points(
        "The points of the players before this round, by name. Default: 0.", maximum=MAX_POINTS, required=False
    )
    teams: Teams | None = records.teams(TEAMS)


@dataclass(frozen=True, slots=True, kw_only=True)
class RummuRoundState(RoundRecord):
    """A whole round."""

    scores: Points = records.points(
        "The points of the players before this round, by name.", maximum=MAX_POINTS, required=True
    )
    teams: Teams | None = records.teams(TEAMS)
    table: tuple[OwnedMeld, ...] = records.owned_melds("The melds on the table, each with the player who laid it.")
    opened: tuple[str, ...] = records.some_names("The players who have laid an own meld in this round.")
    discards: Meld = records.tiles("The discard pile, its top card last.")
    phase: str | None = records.phase()
    taken: int = records.count("The number of cards that the player on turn has taken from the discard pile.")


def start_round(seats: RummuSeats, dealt: DealtRound, _options: object) -> Mapping[str, Any]:
    """One card is turned up."""
    return {
        "scores": records.ByPlayer(seats.scores or {}),
        "teams": seats.teams,
        "table": (),
        "opened": (),
        "discards": (BOX.tiles[dealt.discard_top],) if dealt.discard_top else (),
        "phase": "draw",
        "taken": 0,
    }


def check_round(state: RummuRoundState, cite: Cite) -> Iterator[Violation]:
    """Scores are of players, and teams sit opposite."""
    for player in state.scores:
        if player not in state.players:
            yield make_violation(cite, player_unknown(player=player), pointer("scores", player))
    yield from check_teams(state.players, state.teams, cite)


def view(state: RummuRoundState, player: str) -> RummuSnapshot:
    """What a player sees."""
    team = next((team for team in state.teams or () if player in team), (player,))
    return RummuSnapshot(
        table=state.table,
        hand=state.hands[player],
        player=player,
        players=state.players,
        score=sum(state.scores.get(member, 0) for member in team),
        opened=player in state.opened,
        stock=len(state.stock),
        discard_top=state.discards[-1] if state.discards else None,
        discard_count=len(state.discards),
        teams=state.teams is not None,
        **own_turn(state, player, "phase", "taken"),
    )


def apply_move(state: RummuRoundState, move: Any, after: RummuSnapshot) -> RummuRoundState:
    """Cards are taken, laid, taken back or discarded."""
    piles = piles_after(state, move)
    if move.type == "discard":
        piles["discards"] = (*state.discards, move.tile)
    return replace(
        set_hand(state, after.hand),
        table=after.table,
        opened=add_opened(state.opened, state.turn, has_opened=after.opened),
        **piles,
        phase=after.phase,
        taken=after.taken,
    )


def finish_round(_before: RummuRoundState, _move: Move, after: RummuRoundState) -> RummuRoundEnd:
    """The players in seat order, the melds, and who went out."""
    hands = tuple(PlayerHand(player=player, hand=after.hands[player]) for player in after.players)
    return RummuRoundEnd(players=hands, melds=after.table, went_out=find_winner(after), teams=after.teams)


ROUND_PLAY = RoundPlay(
    record=RummuRoundState,
    seats=RummuSeats,
    start=start_round,
    check=check_round,
    view=view,
    discard_top=top_of_discards,
    open_fields=("taken",),
    prepare=prepare,
    reveal=reveal,
    apply=apply_move,
    finish=finish_round,
)
