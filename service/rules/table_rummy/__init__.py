"""Games in which everything on the table may be rearranged: judging a play, listing all of them, finding the best."""
