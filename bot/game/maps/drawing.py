"""Draws the map as its viewer may know it, as a display list (`shapes`)."""

from __future__ import annotations

import math
from collections.abc import Mapping

from bot.game.maps import words
from bot.game.maps.ground import ground, rim
from bot.game.maps.highlights import Highlights, Window
from bot.game.maps.shapes import Drawing
from bot.game.maps.tokens import tokens
from bot.game.maps.window import MARGIN, RIM, WIDTH, framed
from rules.engine.glimpses import Glimpse
from rules.engine.model import Encounter
from rules.engine.ruleset import Ruleset


def drawing(
    encounter: Encounter, book: Ruleset, contacts: Mapping[str, Glimpse], scene: Highlights, window: Window
) -> Drawing:
    """Return the picture of an encounter as its viewer may know it (`bot.game.sight.view`).

    `contacts` are the fighters whom the viewer does not perceive at present, by id.
    """
    frame = framed(encounter, book.space(encounter) == "hex", scene, window)
    below = [*ground(frame, window.grid), *rim(frame)]
    above = [*tokens(encounter, book, contacts, frame)]
    width, height = frame.size
    return Drawing(
        max(WIDTH, math.ceil(RIM + width + MARGIN)),
        math.ceil(RIM + height + MARGIN),
        (*below, *above),
        len(below),
        words.description(encounter, book, contacts),
        words.places(encounter, book, contacts),
    )
