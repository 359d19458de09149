"""The search: from loose tiles to melds. Knows tiles and the shapes of melds, never a game's name."""
