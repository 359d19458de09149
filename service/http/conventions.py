"""What every caller must know, in words: for the contract and for agents."""

NOTATION = (
    "A tile is a short code: `R7` is the red seven (`R` red, `B` blue, `K` black, `Y` yellow, `G` green, `O` orange), "
    "`J` a joker, `J=R8` a joker that stands for the red eight, `Y6=R6` a yellow card that stands for a red one, "
    "`85*3` the card 85 with three symbols. A playing card is rank and suit: `Qh` is the queen of hearts (ranks "
    "`A23456789TJQK`, suits `s` spades, `h` hearts, `d` diamonds, `c` clubs)."
)

VERDICTS = (
    "An invalid meld, an illegal move and an impossible position are answers, not errors: `valid`, `legal` or "
    "`possible` is false, and `violations` has every reason, with a code, the path of the offending part and the rule."
)
