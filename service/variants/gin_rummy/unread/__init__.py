"""Rounds of Gin-Rummy with tiles that could not be read: the range of every score, over all ways to fill them."""
