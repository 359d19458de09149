"""Games in which the whole table may be rearranged: checking a play, listing all plays, finding the best."""
