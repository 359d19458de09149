"""The steps of a turn that is played step by step: what can be laid, added, swapped."""
