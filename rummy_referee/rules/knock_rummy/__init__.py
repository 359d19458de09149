"""Games that end a round with a declaration or a knock: the melds of a hand, lay-offs and deadwood.

``endings`` is what a game says of the end of its rounds. ``laying_down`` and ``scores`` follow from it, and
``unknown_tiles`` gives the range of every score if some tiles are unknown.
"""
