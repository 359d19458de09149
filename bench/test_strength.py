"""The measurement of strength: mirrored games, their interval, and that a strong player does win."""

from bench.strength import Ours, SimplePlayer, measure


def test_a_strong_player_wins_most_games_against_the_simple_one() -> None:
    share = measure(Ours(3), SimplePlayer(), pairs=6)
    assert share.games == 12
    assert share.mean > 0.6


def test_equal_players_win_half_of_the_mirrored_games() -> None:
    share = measure(Ours(1), Ours(1), pairs=2)
    assert (share.mean, share.half) == (0.5, 0)
    assert str(share) == "50.0% ± 0.0"
