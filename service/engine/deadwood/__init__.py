"""The least that is left of a hand when it is melded, and when it is added to what lies already."""
