"""Rounds with unknown tiles: the range of every score line over all completions of the hands.

What a player lays off depends on what earlier players laid down, and that on their unknown tiles. ``ranges`` goes
through the players in turn order and keeps the different outcomes of each: what lies on the table, and the deadwood.

1. The declarer's completions are those of the layouts with little enough deadwood (``layouts``).
2. Players in between lay down every completion.
3. Of the last player only the least and the most deadwood count, and whether it can equal another. Both are found by
   branch and bound.

``hands`` has the completions of one hand. ``diagnosis`` explains why no completion gives a possible round.
"""
