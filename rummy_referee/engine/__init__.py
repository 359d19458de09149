"""The search engine and its clients. They know tiles and melds, but no game."""
