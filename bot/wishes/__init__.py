"""What people type, before it is an order: a wish is read against the encounter as it stands.

A wish keeps the words as they came; `order` finds the combatants, places and numbers in them or refuses in a sentence.
"""

from bot.wishes.deeds import Answering, Attacking, Doing, Moving
from bot.wishes.newcomers import MOST_PASTED, Mustering, Pasted
from bot.wishes.setting import Incomplete, Setting, Undecided, Wish
from bot.wishes.supplies import Buying, Dropping
from bot.wishes.table import (
    Charting,
    Elapsing,
    Plain,
    Switching,
    adjusting,
    appointing,
    dismissing,
    foreseeing,
    handing_over,
    renaming,
)
from bot.wishes.words import short

__all__ = [
    "MOST_PASTED",
    "Answering",
    "Attacking",
    "Buying",
    "Charting",
    "Doing",
    "Dropping",
    "Elapsing",
    "Incomplete",
    "Moving",
    "Mustering",
    "Pasted",
    "Plain",
    "Setting",
    "Switching",
    "Undecided",
    "Wish",
    "adjusting",
    "appointing",
    "dismissing",
    "foreseeing",
    "handing_over",
    "renaming",
    "short",
]
