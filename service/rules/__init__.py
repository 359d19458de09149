"""What games share: how a game is described, its options, violations, inventories and checks. No game's own rule."""
