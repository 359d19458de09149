"""Searches for games whose turn is a sequence of steps that rearrange nothing: lay, add, swap or take back."""
