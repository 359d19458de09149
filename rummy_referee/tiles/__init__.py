"""Tiles, their notation, and boxes of tiles."""
