"""Plays of a rearranging game: find, count, list and lay them. Written twice, in C (../kernel) and in Python."""
