"""What games share: the description of a game, options, snapshots, moves, scores, verdicts, deals and violations."""
