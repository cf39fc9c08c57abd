"""How somebody moves: his stance, his way and the ground, as `how:` says, and what a hex costs (Status Sheet, 2.3)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.cells import INT
from rules.errors import NotNow
from rules.model import Combatant, Encounter
from rules.phoenix.book import Book
from rules.phoenix.ground.facing import direction
from rules.phoenix.soldier import Soldier
from rules.sheet import Grammar, Phrase
from rules.steps import Term
from rules.words import counted

SHEET = "actions_basic"
_FACING = re.compile(r"\b(?:facing|faces?)\b([^,]*)", re.IGNORECASE)
_RUNNING, _CROUCHING, _CRAWLING = "Running Stance", "Low Crouch", "Hands and Knees"
_STAIRS, _UPHILL, _WATER = (
    "Moving on Stairs or Down / Across Hill",
    "Moving Uphill or Through Rubble",
    "Moving Through 3 Feet of Water",
)
_SHORT = {
    _RUNNING: "running",
    _CROUCHING: "in a low crouch",
    _CRAWLING: "on hands and knees",
    _STAIRS: "stairs or slope",
    _UPHILL: "uphill or rubble",
    _WATER: "water",
}


def _all(value: str, *phrases: str) -> dict[str, str]:
    return dict.fromkeys(phrases, value)


_GRAMMAR = Grammar(
    (
        Phrase(
            "stance",
            {
                **_all(_RUNNING, "running", "run", "running stance", "sprint", "walking", "walk"),
                **_all(_CROUCHING, "low crouch", "in a low crouch", "crouch", "crouched", "crouching", "stooping"),
                **_all(_CRAWLING, "hands and knees", "on hands and knees", "on all fours", "crawl", "crawling"),
            },
        ),
        Phrase(
            "way",
            {**_all("", "forward", "forwards", "ahead"), **_all("backward", "backward", "backwards", "going backward")},
        ),
        Phrase("stairs", _all(_STAIRS, "stairs", "on stairs", "downhill", "down hill", "across hill", "across a hill")),
        Phrase("uphill", _all(_UPHILL, "uphill", "up hill", "rubble", "through rubble", "over rubble")),
        Phrase("water", _all(_WATER, "water", "through water", "in water", "wading")),
        Phrase(
            "cover",
            {
                **_all("hidden", "hidden", "into cover", "to cover", "behind cover", "out of sight"),
                **_all("", "exposed", "in the open", "into the open"),
            },
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Gait:
    """How he moves. `stance` and `ground` are lines of the Status Sheet, `facing` what was said of it, `cover` whether
    he is behind cover in the end."""

    stance: str
    backward: bool
    ground: tuple[str, ...]
    facing: str
    cover: bool


def read_gait(how: str, state: Soldier, name: str) -> Gait:
    """What `how:` says. Raises BadSheet for words not known, NotNow for a stance that his position does not allow."""
    facing = [match[1].strip() for match in _FACING.finditer(how)]
    reading = _GRAMMAR.read(_FACING.sub("", how))
    upright = state.position == "standing"
    stance = str(reading.get("stance", _RUNNING if upright else _CRAWLING))
    if state.vehicle is None and upright == (stance == _CRAWLING):
        first = "/act kneel or go prone" if upright else "/act stand up"
        instead = "running or low crouch" if upright else "hands and knees"
        raise NotNow(f"{name} is {state.position}: {first} first, or move with how: {instead}.")
    ground = tuple(str(reading[key]) for key in ("stairs", "uphill", "water") if key in reading)
    return Gait(stance, bool(reading.get("way")), ground, facing[-1] if facing else "", bool(reading.get("cover")))


def rows(gait: Gait) -> tuple[str, ...]:
    """The lines of the Status Sheet that a hex costs."""
    return (f"{gait.stance}: Move {'Backward' if gait.backward else 'Forward'} 1 Hex", *gait.ground)


def cost_of_hexes(gait: Gait, number: int, book: Book) -> tuple[int, list[Term]]:
    """Actions a hex, and the terms of so many hexes."""
    sheet = book.tables.of(INT, SHEET)
    each = [sheet.lookup("", row)[0] or 0 for row in rows(gait)]
    stance = f"{counted(number, 'hex')} {_SHORT[gait.stance]}{' backward' if gait.backward else ''}"
    labels = (stance, *(_SHORT[row] for row in gait.ground))
    terms = [Term(label, cost * number, "Status Sheet") for label, cost in zip(labels, each, strict=True)]
    return sum(each), terms


def final_facing(gait: Gait, combatant: Combatant, encounter: Encounter, ahead: int | None) -> int:
    """How he faces in the end: as said, else `ahead`, the way he went. `combatant` stands where he arrives.

    Raises what `facing.direction` raises."""
    if not gait.facing and ahead is not None:
        return ahead
    return direction(gait.facing, combatant, encounter, ahead)
