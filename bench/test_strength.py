"""The measurement of strength: mirrored games, their interval, and that a strong player does win."""

from bench.strength import Measured, Ours, SimplePlayer


def test_a_strong_player_wins_most_games_against_the_simple_one() -> None:
    measured = Measured()
    measured.measure(Ours(4), SimplePlayer(), pairs=10)
    assert measured.share > 0.55


def test_equal_players_win_half_of_the_mirrored_games() -> None:
    measured = Measured()
    measured.measure(Ours(1), Ours(1), pairs=2)
    assert measured.row("itself", 1) == ["itself", "1", "4", "50.0% ± 0.0", "0.00 / 0.00"]
