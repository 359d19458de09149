"""All fillings of a round, turn after turn, as far as they may bring anything new."""
