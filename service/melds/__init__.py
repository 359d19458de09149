"""Melds: is this one, and how can it be read? Nothing here knows a game; a game says which shapes it has."""
