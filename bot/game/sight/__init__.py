"""The part of the truth that each reader gets: the only room that knows readers. Everything that leaves the referee
passes through it.

- `viewer` says who reads: the GM, a player of some sides, a spectator (as the channel).
- `view` is the encounter as a viewer may know it. Boards, forms, suggestions, odds and the names in requests follow it.
- `reading` is a group of entries as a viewer may read them, with names in their texts.
- `order_numbers` has the numbers by which each reader knows orders.
- `to_act` says who still has to act, as far as a viewer may know it.
"""

from bot.game.sight.order_numbers import last_read, number_for, numbers
from bot.game.sight.reading import read, reads_any
from bot.game.sight.to_act import ToAct, asked_of_gm, asked_openly, to_act
from bot.game.sight.view import contacts, view
from bot.game.sight.viewer import EVERYTHING, PUBLIC, Viewer, viewer_of

__all__ = [
    "EVERYTHING",
    "PUBLIC",
    "ToAct",
    "Viewer",
    "asked_of_gm",
    "asked_openly",
    "contacts",
    "last_read",
    "number_for",
    "numbers",
    "read",
    "reads_any",
    "to_act",
    "view",
    "viewer_of",
]
