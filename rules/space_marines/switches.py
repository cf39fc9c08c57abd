"""The switches of these rules: squares or hexes, cover fire, ammunition, who runs the Bad Guys, carrying."""

from __future__ import annotations

from rules.engine.ammunition.ammunition import BOXES, TOKENS
from rules.engine.books.ruleset import Option
from rules.engine.books.switch_values import value_of
from rules.engine.records.model import Encounter

SQUARES, HEXES = "squares", "hexes"
FARTHEST, ANYWHERE = "farthest", "anywhere"
BOT, PEOPLE = "bot", "people"
NONE = "none"

SPACES = Option(
    "spaces",
    (
        "The spaces of the map: squares for indoor fights, or hexes for outdoor fights, where flyers"
        " see and fly over everything on them."
    ),
    (SQUARES, HEXES),
    SQUARES,
)
COVER_AREAS = Option(
    "cover areas",
    "Which areas cover fire can cover: the farthest in sight, or anywhere in sight, if the scenario names the areas.",
    (FARTHEST, ANYWHERE),
    FARTHEST,
)
AMMUNITION = Option(
    "ammunition",
    "Whether ammunition is counted, which is not in the book: in boxes or in tokens, both house rules (rulings O62"
    " and O63).",
    (NONE, BOXES, TOKENS),
    NONE,
)
BAD_GUYS = Option(
    "bad guys",
    "Who runs the Bad Guys without a player: the bot, as automatons in their phase, or people.",
    (BOT, PEOPLE),
    BOT,
)
CARRYING = Option(
    "carrying",
    "Whether figures may carry others, an option of the scenario: /act pick up and put down.",
    ("off", "on"),
    "off",
)
OPTIONS = {option.name: option for option in (SPACES, COVER_AREAS, AMMUNITION, BAD_GUYS, CARRYING)}


def measure(encounter: Encounter) -> str:
    """Return the measure of ammunition: "boxes", "tokens", or "" if it is not counted."""
    setting = value_of(AMMUNITION, encounter)
    return "" if setting == NONE else setting


def hexes(encounter: Encounter) -> bool:
    """Return whether the map consists of hexes."""
    return value_of(SPACES, encounter) == HEXES


def cover_anywhere(encounter: Encounter) -> bool:
    """Return whether cover fire can be declared on any area in sight."""
    return value_of(COVER_AREAS, encounter) == ANYWHERE


def may_carry(encounter: Encounter) -> bool:
    """Return whether figures may carry other figures."""
    return value_of(CARRYING, encounter) == "on"


def run_by_bot(encounter: Encounter) -> bool:
    """Return whether the bot runs the Bad Guys that nobody owns."""
    return value_of(BAD_GUYS, encounter) == BOT
