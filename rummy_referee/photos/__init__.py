"""Reads tiles from a photograph. Optional: decoding photographs needs Pillow, the extra ``photos``."""
