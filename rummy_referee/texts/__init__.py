"""Sentences for every code: a file per language for all games, and one in the folder of each game."""
