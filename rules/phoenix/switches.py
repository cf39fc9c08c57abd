"""The switches of Phoenix Command: what the Advanced Rules add to the Basic Game, section by section."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.ammunition import BOXES, ROUNDS, TOKENS
from rules.model import Encounter
from rules.ruleset import Option
from rules.switching import standing

ON, OFF = "on", "off"
MODIFIERS = "modifiers"
ACCURACY = "accuracy"
DAMAGE = "damage"
DISABLING = "disabling"
MOVEMENT = "movement"
AUTOMATIC = "automatic fire"
SHOTGUNS = "shotguns"
EXPLOSIVES = "explosives"
SIZES = "target sizes"
COVER = "cover"
LIGHT = "light"
PELLETS = "pellets"
FRAGMENTS = "fragments"
STRAY_FIRE = "stray fire"
WALLS = "walls"
AMMUNITION = "ammunition"

SOLID = "solid"
SEPARATE, TOGETHER, GROUPED = "separate", "together", "grouped"

_EITHER = (ON, OFF)
OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        option.name: option
        for option in (
            Option(
                MODIFIERS,
                "Whether the modifiers of table 2C (stance, position, motion, exposure, smoke) count (2.5).",
                _EITHER,
                ON,
            ),
            Option(
                ACCURACY,
                "Whether odds come from the Effective Accuracy Level: range, stance, visibility, motion, size (3.1).",
                _EITHER,
                OFF,
            ),
            Option(
                DAMAGE,
                "Whether table 6A says where a hit goes and what it does, by Effective Penetration at the range (3.2).",
                _EITHER,
                OFF,
            ),
            Option(
                DISABLING,
                "Whether 6A's thresholds disable limbs and spine, with shock points for the knockout (3.3).",
                _EITHER,
                OFF,
                ((DAMAGE,),),
            ),
            Option(
                MOVEMENT,
                "Whether a hex costs what table 7A says of direction, ground and disabled limbs (3.3).",
                _EITHER,
                OFF,
            ),
            Option(
                AUTOMATIC,
                "Whether automatic fire throws for elevation, then for each target in its arc (3.4).",
                _EITHER,
                OFF,
                ((ACCURACY,), (DAMAGE,)),
            ),
            Option(
                SHOTGUNS,
                "Whether shot spreads: a pattern, pellets by chance, everybody within its radius (3.5).",
                _EITHER,
                OFF,
                ((ACCURACY,), (DAMAGE,)),
            ),
            Option(
                EXPLOSIVES,
                "Whether explosions have shrapnel, and what misses goes where table 5C says (3.6).",
                _EITHER,
                OFF,
                ((ACCURACY,), (DAMAGE,)),
            ),
            Option(
                SIZES,
                "Whether the target's size changes the hits of bursts, pellets and shrapnel (3.7).",
                _EITHER,
                OFF,
                ((AUTOMATIC, SHOTGUNS, EXPLOSIVES),),
            ),
            Option(
                COVER,
                "Whether cover that a projectile penetrates only weakens it (3.8).",
                _EITHER,
                OFF,
                ((ACCURACY,), (DAMAGE,)),
            ),
            Option(
                LIGHT,
                "How much there is to see by, in the rows of table 4C; it counts with accuracy on.",
                ("good", "dusk", "full moon", "half moon", "no moon"),
                "good",
            ),
            Option(
                PELLETS,
                "Where several pellets hit: each for itself, all in one place, or grouped around the first (3.5).",
                (SEPARATE, TOGETHER, GROUPED),
                SEPARATE,
            ),
            Option(
                FRAGMENTS,
                "Where several fragments hit: each for itself, or all in one place (3.6); above 20 always so (O61).",
                (SEPARATE, TOGETHER),
                SEPARATE,
            ),
            Option(
                STRAY_FIRE,
                "Whether a shot may hit whoever else stands on its line (scenario 2).",
                _EITHER,
                OFF,
                ((COVER,),),
            ),
            Option(
                WALLS,
                "What the map's obstructions are made of where stray rounds meet them, by table 7C (3.8, scenario 2).",
                ("interior plaster wall", "interior wood door", "exterior stucco wall", "cinder block wall", SOLID),
                "interior plaster wall",
                ((STRAY_FIRE,),),
            ),
            Option(
                AMMUNITION,
                "In what ammunition is counted: in rounds by the book; in boxes, one for each attack, or in tokens that"
                " a throw may cost (O62), which are house rules.",
                (ROUNDS, BOXES, TOKENS),
                ROUNDS,
            ),
        )
    }
)

ADVANCED: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(
        (ACCURACY, DAMAGE, DISABLING, MOVEMENT, AUTOMATIC, SHOTGUNS, EXPLOSIVES, SIZES, COVER),
        ON,
    )
)
"""The switches of the preset `phoenix-advanced`: all of chapter 3."""


def value(encounter: Encounter, name: str) -> str:
    """How a switch stands; an encounter that is older than it has it at its default."""
    return standing(OPTIONS[name], encounter)


def on(encounter: Encounter, name: str) -> bool:
    """Whether a switch stands at "on"."""
    return value(encounter, name) == ON
