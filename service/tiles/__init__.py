"""Tiles, their notation, and the boxes they come in."""
