"""The best stretch of a hand whose order counts, with cards of unknown number: its least and its greatest worth.

A *stretch* is a sequence of neighbouring cards that all rise or all fall; it is worth the symbols on its cards. Every
number is on one card only. An unknown card may have any number that is not shown. Whatever one hand takes, enough
numbers are left for the unknown cards of the others, so each hand is searched alone.
"""
