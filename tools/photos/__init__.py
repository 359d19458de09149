"""Training of the reader of photographs: rendered scenes, two small networks, their weights for the C program.

`python -m tools.photos.train` makes rummy_referee/photos/tiles.weights; docs/photos.md describes data, steps
and figures.
"""
