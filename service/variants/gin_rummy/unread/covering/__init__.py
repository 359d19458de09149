"""Whether a hand may come to lie with little left, or much, if all others held whatever helps. A no is certain."""
