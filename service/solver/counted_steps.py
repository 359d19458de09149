"""The steps of a search, up to a bound."""

from service.solver.work import count_steps


class OutOfStepsError(Exception):
    """The search has come to its bound."""


class Steps:
    """Counts the steps of a search, up to a bound; each is so much work (see ``count_steps``)."""

    def __init__(self, most: int, work: int = 1) -> None:
        self.left = most
        self._work = work

    def take(self, number: int = 1) -> None:
        """So many steps more."""
        count_steps(self._work * number)
        self.left -= number
        if self.left < 0:
            raise OutOfStepsError
