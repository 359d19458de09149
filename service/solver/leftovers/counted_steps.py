"""The steps of a search for what can be left of hands with unread tiles, up to a bound."""

from service.solver.work import count_steps

WORK = 200
"""A step is about twenty microseconds: see ``count_steps``."""


class OutOfStepsError(Exception):
    """The search has come to its bound."""


class Steps:
    """Counts the steps of a search, up to a bound."""

    def __init__(self, most: int) -> None:
        self.left = most

    def take(self, number: int = 1) -> None:
        """So many steps more."""
        count_steps(WORK * number)
        self.take_counted(number)

    def take_counted(self, number: int) -> None:
        """So many steps more, of a search within that had a bound of its own and has counted them as work."""
        self.left -= number
        if self.left < 0:
            raise OutOfStepsError
