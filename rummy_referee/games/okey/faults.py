"""What can break the rules of Okey."""

from rummy_referee.faults import fault


@fault("declaring")
def pairs_mixed() -> None: ...
@fault("setup")
def hand_not_of_fourteen(*, player: str, actual: int) -> None: ...
@fault("scoring")
def showing_not_agreed() -> None: ...
