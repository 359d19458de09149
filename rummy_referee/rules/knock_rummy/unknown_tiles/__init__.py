"""Rounds with unknown tiles: the range of every score line over all completions of the hands.

What a player lays off depends on what earlier players laid down, and that on their unknown tiles. Completions are far
too many to enumerate, so the round is encoded as a SAT formula and refined by counterexamples (CEGAR):

1. ``*_encoding`` states what is true of every real round: hands, melds, lay-offs, deadwood, the declaration.
2. ``queries`` asks for a round with a new score: who has the least deadwood, or how far two counts are apart.
3. ``refinement`` completes the hands by a model of the formula and lays them down by the rules (the model check). If a
   player lays down otherwise than in the model, a clause excludes the reason, and the solver is asked again.
4. ``ranges`` collects the scores of the real rounds. An unsatisfiable query proves that nothing is beyond them.

``diagnosis`` explains why no completion gives a possible round.
"""
