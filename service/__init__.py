"""A referee for seven rummy-family games, over HTTP.

The words of the house, used the same way in every folder:

tile    one piece of a game's box, written as a short code: ``R7``, ``J``, ``85``. Cards are tiles too.
box     all the tiles a game is played with.
wild    a tile that stands for another: a joker, or a yellow card. *Pinned*, it says for which: ``J=R8``.
meld    tiles that may lie on the table together: a run, a group or (in one game) a stretch.
run     consecutive numbers in one colour. A *mixed run* has more than one colour.
group   one number in different colours.
reading one way to take a meld: its kind, and what each wild tile stands for.
hand    what a player holds. *Table*: the melds lying open. *Stock*: the tiles face down.
play    one change of the table by tiles from a hand. *Move*: any choice a player has on turn.
round   from a deal to its score. *Game*: rounds until somebody has won.
fault   what is wrong with a request or a meld; a *violation* is a fault with its place and the rule it breaks.
ruling  what this referee decided where a rulebook is silent.
"""

__version__ = "0.1.0"
