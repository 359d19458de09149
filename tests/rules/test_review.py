"""The review of a round: it finds what was clearly wrong, and nothing in what a strong player did."""

from typing import Any

import pytest

from rummy_referee import games
from rummy_referee.rules.review import LAYS_MORE, WINS_MORE, review_round
from tests.contract import ContractClient

GIN, RUMMIKUB = games["gin-rummy-cards"], games["rummikub"]
PATH = "/v1/rounds/review"


def gin_record(moves: int, wrong_at: int | None = None) -> Any:
    """A round in which the strong player plays; one move discards a card of a meld, if there is one."""
    record: Any = GIN.record(["Ada", "Bo"], seed=7, starter="Ada")
    strong = GIN.turn.strong
    assert strong
    while not record.round.over and len(record.moves) < moves:
        position = record.round.position
        seen = strong.watch(record.rounds, record.moves, record.round.turn)
        move = strong.find(position, seen, 5, len(record.moves)).best.move
        melded = [card for meld in position.best().melds for card in meld]
        if wrong_at is not None and len(record.moves) >= wrong_at and position.snapshot.phase == "discard" and melded:
            move, wrong_at = GIN.move("discard", tile=melded[0]), None
        record = record.play(move)
    return record


def test_a_discard_of_a_melded_card_is_found() -> None:
    record = gin_record(20, wrong_at=7)
    wrong = next(
        place
        for place, (before, move) in enumerate(zip(record.rounds, record.moves, strict=False))
        if move.type == "discard" and move.tile in [card for meld in before.position.best().melds for card in meld]
    )
    review = review_round(record, ("Ada", "Bo"), seed=1)
    assert [found.after for found in review.found] == [wrong]
    (found,) = review.found
    assert found.reason == WINS_MORE
    assert found.player == record.rounds[wrong].turn
    assert found.less
    assert found.uncertainty
    assert found.less > found.uncertainty
    assert record.rounds[wrong].position.check(found.better).legal


def test_nothing_is_found_in_what_a_strong_player_did() -> None:
    record = gin_record(12)
    review = review_round(record, ("Ada", "Bo"), seed=1)
    assert review.reviewed > 5
    assert not review.found


def test_a_player_has_seen_what_was_taken_and_not_discarded_again() -> None:
    record: Any = GIN.record(["Ada", "Bo"], seed=7, starter="Ada")
    top = record.round.record.discard_top
    record = record.play(GIN.move("take", **{"from": "discard"}))
    strong = GIN.turn.strong
    assert strong
    assert strong.watch(record.rounds, record.moves, "Bo").known == (top,)
    assert strong.watch(record.rounds, record.moves, "Ada").known == ()
    other = next(card for card in record.round.position.snapshot.hand if card is not top)
    record = record.play(GIN.move("discard", tile=other))
    record = record.play(GIN.move("take", **{"from": "stock"}))
    assert strong.watch(record.rounds, record.moves, "Bo").discards == (other,)


def rummikub_record(*, lazy: bool) -> Any:
    """Both follow the best move; a lazy Ada draws once although she could lay."""
    record: Any = RUMMIKUB.record(["Ada", "Bo"], seed=42)
    while not record.round.over and len(record.moves) < 30:
        best = record.round.position.best()
        if lazy and record.round.turn == "Ada" and not best.advice:
            return record.play(RUMMIKUB.move("draw")), len(best.from_hand)
        record = record.play(best.move)
    return record, 0


def test_a_turn_that_lays_less_than_it_could_is_found_exactly() -> None:
    record, tiles = rummikub_record(lazy=True)
    review = review_round(record, ("Ada",), seed=0)
    (found,) = review.found
    assert (found.reason, found.tiles, found.after) == (LAYS_MORE, tiles, len(record.moves) - 1)
    assert found.params == {"tiles": tiles, "actual": 0}
    assert review_round(record, ("Bo",), seed=0).found == []


def is_compared(variant: str) -> bool:
    strong = games[variant].turn.strong
    return strong is not None and strong.compare is not None


@pytest.mark.parametrize("variant", [variant for variant in games if not is_compared(variant)])
def test_nothing_is_found_where_the_best_move_was_followed(variant: str) -> None:
    game = games[variant]
    record: Any = game.record(game.players[0], seed=3)
    while not record.round.over and len(record.moves) < 24:
        record = record.play(record.round.position.best().move)
    review = review_round(record, record.seats.names, seed=0)
    assert review.found == []
    assert review.reviewed


def test_the_service_reviews_one_player_or_all(client: ContractClient) -> None:
    record, _ = rummikub_record(lazy=True)
    sent = record.to_plain()
    answer: Any = client.post(PATH, json={"record": sent}, headers={"Accept-Language": "de"}).json
    assert answer["legal"]
    (move,) = answer["moves"]
    assert (move["player"], move["played"]["type"], move["better"]["type"]) == ("Ada", "draw", "play")
    assert move["reason"]["message"].startswith("In diesem Zug ließen sich")
    of_bo: Any = client.post(PATH, json={"record": record.to_text(), "player": "Bo"}).json
    assert of_bo["moves"] == []
    unknown: Any = client.post(PATH, json={"record": sent, "player": "Cy"}).json
    assert [fault["code"] for fault in unknown["violations"]] == ["player_unknown"]
    assert not unknown["possible"]
    wrong = {**sent, "moves": [{"type": "play", "table": []}]}
    illegal: Any = client.post(PATH, json={"record": wrong}).json
    assert not illegal["legal"]
    assert illegal["violations"]
    assert illegal["moves"] == []
