"""Rulings of one line, "M16 at guard 40m aim 4": reading it in a rulebook's words, and the order that it means.

1. `tokens` takes the line apart, `parts` recognizes what stands at a place of it, `reading` puts a `Ruling` together.
   Nothing depends on the order of the parts, except whose words they are behind "at" and "from".
2. Missing details have the book's usual figure (`rules.engine.usual`). Details without a usual figure raise
`Missing`: a question with a line for each answer. 3. A `Ruling` becomes a `RulingRequest`, which takes the way of
every quick ruling (`bot.game.quick_rulings`).
"""

from bot.game.rulings.chances import told
from bot.game.rulings.errors import Missing
from bot.game.rulings.reading import MOST_CHARACTERS, range_of, read
from bot.game.rulings.ruling import Ruling, RulingRequest

__all__ = ["MOST_CHARACTERS", "Missing", "Ruling", "RulingRequest", "range_of", "read", "told"]
