"""Settings of most tests, in their own process and in the other processes of one bot."""

import bot.game.entries.detail
from bot.game.entries.detail import Detail
from rules.engine.books.table_options import FOG, OFF, PICTURES, TABLE_OPTIONS
from rules.engine.records.copies import replace


def usual_in_tests() -> None:
    """Change what a server has that chose nothing; tests of these switches set them themselves."""
    # What everybody may see is read with the fog off.
    TABLE_OPTIONS[FOG] = replace(TABLE_OPTIONS[FOG], default=OFF)
    # Words are read, no pictures.
    TABLE_OPTIONS[PICTURES] = replace(TABLE_OPTIONS[PICTURES], default=OFF)
    # All steps are read.
    bot.game.entries.detail.USUAL = Detail.FULL
