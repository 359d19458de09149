"""Minimum deadwood of a hand: by its own melds, and with lay-offs."""
