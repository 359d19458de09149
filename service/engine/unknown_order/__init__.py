"""Hands whose order counts, with cards whose numbers could not be read: what their best stretch is worth.

Every number is on one card only. A hand's unread cards may have any numbers that are nowhere to be seen; whatever they
take, enough is left for the unread cards of other hands, so one hand is looked at at a time.
"""
