"""The steps of a search, up to a bound."""

from service.solver.work import count_steps

WORK = 200
"""A step of the search for what can be left of hands with unread tiles: about twenty microseconds."""


class OutOfStepsError(Exception):
    """The search has come to its bound."""


class Steps:
    """Counts the steps of a search, up to a bound; each is so much work (see ``count_steps``)."""

    def __init__(self, most: int, work: int = WORK) -> None:
        self.left = most
        self._work = work

    def take(self, number: int = 1) -> None:
        """So many steps more."""
        count_steps(self._work * number)
        self.take_counted(number)

    def take_counted(self, number: int) -> None:
        """So many steps more, of a search within that had a bound of its own and has counted them as work."""
        self.left -= number
        if self.left < 0:
            raise OutOfStepsError
