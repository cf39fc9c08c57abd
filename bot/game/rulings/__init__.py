"""Rulings of one line, "M16 at guard 40m aim 4": reading it in a rulebook's words, and the order that it means.

1. `books` finds the rulebook that the line names, `questions` what it is about: a shot, its chance, or care.
2. `typed_words` takes the line apart; `lexicon` gives each word one meaning (`spans`): a phrase of the book, one of the
   `measures` in a unit of the `lengths`, one of the `verbs` or `situations`, a weapon by its `spellings` or from
   `elsewhere`, one of the `persons`, one of the `small_words`, one of the `background`, or none. `weapons` adds to a
   weapon what belongs to it. `preparing` takes out modifiers and what is denied.
3. `phrases` cuts the line, `roles` says whose each phrase is; its head has the grammar. `reading` puts a `Ruling`
   together, `ranging` its range, `arming` its weapon. It is ruled on only if it is `certain`.
4. Missing details have the book's usual figure (`rules.engine.books.ruling_vocabulary`). Details without a usual
   figure, and what has two readings, raise `Missing`: a question with a line for each answer. `presets` asks about
   words of another preset.
5. Of a line that is asked about or refused, `parts` shows what was understood in a window, and makes a line of its
   fields.
6. A `Ruling` becomes a `RulingRequest`, which takes the way of every quick ruling (`bot.game.rulings.quick_rulings`).
"""

from bot.game.rulings.books import SENT, named_book
from bot.game.rulings.caring import NO_AID, CareRequest, read_care
from bot.game.rulings.chances import chance, odds_of, told
from bot.game.rulings.lines.errors import WHICH_WEAPON, Missing
from bot.game.rulings.lines.parts import ShotParts, line_of, parts_of
from bot.game.rulings.lines.ranging import range_of
from bot.game.rulings.lines.reading import MOST_CHARACTERS, read, read_partly
from bot.game.rulings.lines.ruling import COUNT, NOT_COUNTED, Ruling, RulingRequest
from bot.game.rulings.presets import check_counts
from bot.game.rulings.questions import Sort, sort_of
from bot.game.rulings.words.small_words import is_small

__all__ = [
    "COUNT",
    "MOST_CHARACTERS",
    "NOT_COUNTED",
    "NO_AID",
    "SENT",
    "WHICH_WEAPON",
    "CareRequest",
    "Missing",
    "Ruling",
    "RulingRequest",
    "ShotParts",
    "Sort",
    "chance",
    "check_counts",
    "is_small",
    "line_of",
    "named_book",
    "odds_of",
    "parts_of",
    "range_of",
    "read",
    "read_care",
    "read_partly",
    "sort_of",
    "told",
]
