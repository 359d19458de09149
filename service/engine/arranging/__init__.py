"""Loose tiles arranged in melds, as many as can be."""
