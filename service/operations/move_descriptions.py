"""The descriptions of the operations on moves. What they say about single games is in the notes of the games."""

LISTING = (
    "Every legal move of the player on turn, page by page, with the exact total. In a game that rearranges the table "
    "a `play` is listed once for each different set of tiles that can leave the hand, with one table that does it; "
    "`checkMove` accepts every legal table, not only that one.\n\n"
    "A listed move says in `text` what to do, in `needs` which fields of face-down tiles it lacks, and a `play` in "
    "`changes` where the tiles of each meld come from. `checkMove` and `playMove` take a listed move unchanged.\n\n"
    "The order is fixed. Plays come first. Two plays are compared tile by tile, by number and within a number by "
    "colour in the order of the game's colours, jokers last; at the first difference, the play that uses more of that "
    "tile comes first. Then `exchange`, `draw`, `discard`, `return` and `pass`, as far as the game has them, each "
    "ordered by its tile: by colour, then by number, jokers last. A listed move does not name face-down tiles. In the "
    "table of a listed play the unchanged melds come first, in their old order and notation; jokers in new melds are "
    "pinned only where the request pinned them to that tile."
)

CHECKING = (
    "Checks whether a move is legal. Returns every reason if it is not, and the snapshot after it if it is. A `play` "
    "is judged as a whole, by the table after it: no tile leaves the table, every meld is valid, new tiles come from "
    "the hand, and jokers keep their roles where the game requires it. In an impossible snapshot no move is judged. "
    "If only what the move uncovers is impossible (a drawn tile beyond the box), the move is judged."
)

FINDING_THE_BEST = (
    "The best play by an objective, proven; among equals the one that is listed first. Where nothing can be laid, it "
    "is the best other move, and `advice` says why. Following the best move always ends the turn. With the objective "
    "`out` the move may be the `discard` of the last tile. It is null if after no move the player is sure to go out "
    "in this turn.\n\n"
    "Of the moves that lay nothing, the best is the first possible one of `end_turn`, `exchange`, `discard`, "
    "`return`, `draw`, `take` and `pass`. The tile that goes is the least useful one. To compare two tiles, count the "
    "melds of three without jokers that each is part of: first those of which the hand has all tiles, then those that "
    "lack one, then those that lack two. At the first difference, the tile with fewer is less useful. A second copy "
    "of a tile is part of none. Of equals, the tile with the most points goes, then the one that is listed first; "
    "jokers go last. `from_hand` is then that tile or empty, and `leaves` the rest of the hand."
)
