"""Whole fillings of a round that reach an end of a range: found by changing others, step by step."""
