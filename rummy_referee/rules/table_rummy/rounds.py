"""Whole rounds of table rummy."""

from collections.abc import Mapping

from rummy_referee.rules.round_play import (
    RoundPlay,
    RoundRecord,
    TableRound,
    apply_on_table,
    check_laid,
    find_winner,
    own_turn,
    start_table,
)
from rummy_referee.rules.score import PlayerHand, RoundEnd
from rummy_referee.rules.table_rummy.turns import TableSnapshot
from rummy_referee.rules.turns import Meld


def view_table(state: TableRound, player: str) -> TableSnapshot:
    """What a player sees."""
    return TableSnapshot(
        table=state.table,
        hand=state.hands[player],
        opened=player in state.opened,
        stock=len(state.stock),
        **own_turn(state, player, "phase"),
    )


def finish_round(_before: object, _move: object, after: RoundRecord) -> RoundEnd:
    """Every player with the hand that is left, and who went out."""
    return RoundEnd(players=list_hands(after.hands), went_out=find_winner(after))


def list_hands(hands: Mapping[str, Meld]) -> tuple[PlayerHand, ...]:
    """The players with their hands, as a round is scored."""
    return tuple(PlayerHand(player=player, hand=hand) for player, hand in hands.items())


ROUND_PLAY = RoundPlay(
    record=TableRound,
    start=start_table,
    check=check_laid,
    view=view_table,
    apply=apply_on_table,
    finish=finish_round,
)
"""For a game in which the table, the hands and the stock are all that there is."""
