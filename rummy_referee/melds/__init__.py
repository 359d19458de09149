"""Melds: is this a valid meld, and how can it be read? A game configures the shapes that it has."""
