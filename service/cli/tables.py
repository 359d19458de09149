"""Answers of the referee as lines for people."""

from collections.abc import Callable, Iterator
from typing import Any

from .terminal import Style

Answer = dict[str, Any]
Lines = Iterator[str]

LABEL = 9
"""The width of the first column."""


def describe(operation: str, answer: Answer, style: Style) -> Lines:
    """The lines of an answer. Why a position is impossible is said for every operation alike."""
    if not answer["possible"]:
        yield style.paint("impossible", "bad")
    else:
        yield from _DESCRIBERS.get(operation, _show_members)(answer, style)
    yield from describe_violations(answer["violations"], style)


def describe_violations(violations: list[Answer], style: Style) -> Lines:
    """Each violation with its path, and the rule under it."""
    width = max((len(violation["path"]) for violation in violations), default=0)
    for violation in violations:
        rule = violation["rule"]
        yield from row(f"  {violation['path']:{width}}  ", style.wrap(violation["message"], width + 4))
        source = style.wrap(f"{rule['section']}: {rule['source']}", width + 4)
        yield from row(" " * (width + 4), [style.paint(line, "faint") for line in source])


def row(label: str, lines: list[str]) -> Lines:
    """Lines beside a label."""
    for number, line in enumerate(lines):
        yield (" " * len(label) if number else label) + line


def _label(name: str) -> str:
    return f"{name:{LABEL}}"


def _verdict(word: str, style: Style) -> str:
    return style.paint(_label(word), "good" if word in ("valid", "legal", "best") else "bad")


def _check_melds(answer: Answer, style: Style) -> Lines:
    for meld in answer["melds"]:
        yield _verdict("valid" if meld["valid"] else "invalid", style) + style.tiles(meld["tiles"])
        for reading in meld["readings"]:
            value = "" if reading["value"] is None else f", value {reading['value']}"
            yield f"{_label('')}{reading['kind'].replace('_', ' ')}: {style.tiles(reading['tiles'])}{value}"
        yield from describe_violations(meld["violations"], style)


def _check_move(answer: Answer, style: Style) -> Lines:
    yield from _row_of(_verdict("legal" if answer["legal"] else "illegal", style), answer["text"] or "", style)
    if not answer["legal"]:
        return
    if answer["next"]:
        yield from _table(answer["next"].get("table", []), style)
        yield _label("hand") + style.tiles(answer["next"]["hand"])
    for field in answer["needs"]:
        yield f"The position after it depends on the tile that is drawn: give it in the move as {field!r}."
    if answer["ends_round"]:
        yield "The round ends."
    elif answer["ends_turn"]:
        yield "The turn ends."


def _row_of(label: str, sentence: str, style: Style) -> Lines:
    lines = style.wrap(sentence, LABEL) or [""]
    yield label + lines[0]
    yield from (_label("") + line for line in lines[1:])


def _table(table: list[Any], style: Style) -> Lines:
    """The melds on the table, with their owners where they have some."""
    for number, meld in enumerate(table):
        tiles = meld if isinstance(meld, list) else meld["cards"]
        owner = "" if isinstance(meld, list) else f"  {meld['owner']}"
        yield _label("" if number else "table") + style.tiles(tiles) + owner


def _list_legal_moves(answer: Answer, style: Style) -> Lines:
    total, moves = answer["total"], answer["moves"]
    count = "Legal moves" if total is None else f"{total} legal move{'' if total == 1 else 's'}"
    yield style.paint(count, "bold")
    width = len(str(len(moves)))
    for number, move in enumerate(moves, 1):
        yield from row(f"{number:{width}}  ", style.wrap(_said(move), width + 2))
    if answer["next_cursor"]:
        yield f'These are {len(moves)}. For others, set "limit", or "cursor" to "{answer["next_cursor"]}".'


def _said(move: Answer) -> str:
    """A move in words; without its description, its type."""
    text: str = move.get("text") or move["type"]
    return text


def _find_best_move(answer: Answer, style: Style) -> Lines:
    move = answer["move"]
    if move:
        yield from _row_of(_verdict("best", style), _said(move), style)
        yield from _table(move.get("table", []), style)
    if answer["melds"]:
        yield _label("melds") + "  ".join(map(style.tiles, answer["melds"]))
    if answer["from_hand"]:
        count = f"tiles: {answer['tiles']}, points: {answer['points']}"
        yield f"{_label('lays')}{style.tiles(answer['from_hand'])}  {count}"
    yield _label("leaves") + style.tiles(answer["leaves"])
    if answer["advice"]:
        yield from style.wrap(answer["advice"]["message"], 0)
    if answer["goes_out"]:
        yield "The player goes out."
    for candidate in answer.get("candidates", ()):
        yield from row(f"{100 * candidate['chance']:5.1f}%  ", style.wrap(_said(candidate["move"]), 8))
    if not (answer["optimal"] or answer.get("candidates")):
        yield "The search reached its limit: there may be a better move."


def _review_round(answer: Answer, style: Style) -> Lines:
    yield f"{len(answer['moves'])} of {answer['reviewed']} could clearly have been better."
    for move in answer["moves"]:
        yield style.paint(f"{move['player']}, move {move['after'] + 1}: {_said(move['played'])}", "bold")
        yield from row("  better: ", style.wrap(_said(move["better"]), 10))
        yield from row("  ", style.wrap(move["reason"]["message"], 2))


def _find_draws(answer: Answer, style: Style) -> Lines:
    if answer["draws"]:
        yield f"{answer['helping']} of {answer['unseen']} unseen tiles help; the average gain is {answer['gain']}."
    for draw in answer["draws"]:
        if draw["gain"] > 0:
            count = f"{draw['copies']} left, gain {draw['gain']}{', goes out' if draw['goes_out'] else ''}"
            yield _label("draw") + style.tiles([draw["tile"]]) + f"  {count}"
    for discard in answer["discards"]:
        count = f"{discard['helping']} tiles help, average gain {discard['gain']}"
        yield _label("discard") + style.tiles([discard["tile"]]) + f"  {count}"


def _score_round(answer: Answer, style: Style) -> Lines:
    scores = answer["scores"]
    names = max((len(score["player"]) for score in scores), default=0)
    points = [_points(part) for score in scores for part in (score, *score["lines"])]
    width = max(map(len, points), default=0)
    for score in scores:
        yield style.paint(f"{score['player']:{names}}  {_points(score):>{width}}", "bold")
        for line in score["lines"]:
            indent = names + width + 4
            sentence = style.wrap(line["message"], indent)
            yield from row(f"{'':{names}}  {_points(line):>{width}}  ", sentence)
            if line["tiles"]:
                yield " " * indent + style.tiles(line["tiles"])
    if answer["void"]:
        yield "The round counts for nobody."
    if not answer["exact"]:
        yield "Some tiles are unknown: these are the lowest and the highest scores."
    if not answer["proven"]:
        yield "The search reached its limit: the scores may lie closer together."


def _points(score: Answer) -> str:
    return f"{score['low']} to {score['high']}" if score["points"] is None else str(score["points"])


def _judge_game(answer: Answer, style: Style) -> Lines:
    yield from style.wrap(answer["text"], 0)
    names = max((len(standing["player"]) for standing in answer["standings"]), default=0)
    for standing in answer["standings"]:
        line = f"{standing['rank']:2}  {standing['player']:{names}}  {standing['total']:>6}"
        team = f"  team {', '.join(standing['team'])}" if "team" in standing else ""
        yield style.paint(line, "bold" if standing["player"] in answer["winners"] else "faint") + team


def _deal_round(answer: Answer, style: Style) -> Lines:
    yield style.paint(f"{answer['variant']}, {answer['players']} players, seed {answer['seed']}", "bold")
    hands = answer["round"]["hands"]
    width = max(LABEL, max(map(len, hands)) + 2)
    for player, hand in hands.items():
        yield f"{player:{width}}{style.tiles(hand)}"
    if answer["discard_top"]:
        yield f"{'discard':{width}}{style.tile(answer['discard_top'])}"
    if answer["middle"]:
        yield f"{'middle':{width}}{style.tiles(answer['middle'])}"
    yield f"{'stock':{width}}{len(answer['stock'])} tiles"
    yield f"{answer['round']['turn']} starts."


def _arrange_tiles(answer: Answer, style: Style) -> Lines:
    for number, meld in enumerate(answer["melds"]):
        yield _label("" if number else "melds") + style.tiles(meld)
    if answer["left"]:
        yield _label("left") + style.tiles(answer["left"])
    if not answer["complete"] and not answer["melds"]:
        yield "The tiles cannot all lie in melds."
    for candidate in answer.get("candidates", ()):
        yield from row(f"{100 * candidate['chance']:5.1f}%  ", style.wrap(_said(candidate["move"]), 8))
    if not (answer["optimal"] or answer.get("candidates")):
        yield "The search reached its limit: there may be a better arrangement."


def _view_round(answer: Answer, style: Style) -> Lines:
    for move in answer["last_moves"]:
        yield from style.wrap(move["text"], 0)
    for number, meld in enumerate(answer["table"]):
        owner = f"  {meld['owner']}" if meld["owner"] else ""
        yield _label("" if number else "table") + style.tiles(meld["tiles"]) + owner
    sizes = ", ".join(f"{seat['player']} {seat['hand_size']}" for seat in answer["players"])
    yield f"{_label('hands')}{sizes}; stock {answer['stock']}"
    if answer["discard_top"]:
        yield _label("discard") + style.tile(answer["discard_top"])
    if answer["snapshot"]:
        yield _label("hand") + style.tiles(answer["snapshot"]["hand"])
    if answer["on_turn"]:
        yield from _list_legal_moves(answer, style)
    else:
        yield f"It is {answer['turn']}'s turn."


def _play_move(answer: Answer, style: Style) -> Lines:
    if not answer["legal"]:
        yield _verdict("illegal", style)
        return
    yield from style.wrap(answer["text"] or "", 0)
    if answer["drawn"]:
        yield _label("drawn") + style.tile(answer["drawn"])
    if not answer["over"]:
        yield f"{answer['round']['turn']} is on turn."
        return
    yield "The round is over."
    exact = all(score["points"] is not None for score in answer["scores"])
    yield from _score_round({"scores": answer["scores"], "void": False, "exact": exact, "proven": True}, style)


def _replay_round(answer: Answer, style: Style) -> Lines:
    for position in answer["positions"][1:]:
        yield from row(f"{position['after']:3}  ", style.wrap(position["text"], 5))
    yield from describe_position(answer["positions"][-1], style)
    if answer["illegal_move"] is not None:
        yield _verdict("illegal", style) + f"move {answer['illegal_move'] + 1}"
    if answer["over"]:
        exact = all(score["points"] is not None for score in answer["scores"])
        yield from _score_round({"scores": answer["scores"], "void": False, "exact": exact, "proven": True}, style)


def describe_position(position: Answer, style: Style) -> Lines:
    """The lines of a position of a recorded round: the last move, the table and all hands."""
    played = position["round"]
    yield style.paint(f"After move {position['after']}", "bold") + (f": {position['text']}" if position["text"] else "")
    yield from _table(played.get("table", []), style)
    width = max(LABEL, max(map(len, played["hands"])) + 2)
    for player, hand in played["hands"].items():
        yield f"{player:{width}}{style.tiles(hand)}{' *' if player == played['turn'] else ''}"
    yield f"{'stock':{width}}{len(played['stock'])} tiles"


def _show_members(answer: Answer, _: Style) -> Lines:
    """The members of the answer to an operation that has no table of its own."""
    yield from (f"{name}: {value}" for name, value in answer.items() if name not in ("possible", "violations"))


_DESCRIBERS: dict[str, Callable[[Answer, Style], Lines]] = {
    "checkMelds": _check_melds,
    "checkMove": _check_move,
    "listLegalMoves": _list_legal_moves,
    "findBestMove": _find_best_move,
    "findDraws": _find_draws,
    "scoreRound": _score_round,
    "judgeGame": _judge_game,
    "dealRound": _deal_round,
    "viewRound": _view_round,
    "playMove": _play_move,
    "arrangeTiles": _arrange_tiles,
    "replayRound": _replay_round,
    "reviewRound": _review_round,
}
