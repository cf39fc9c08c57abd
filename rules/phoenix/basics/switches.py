"""The switches of Phoenix Command: the Advanced and Optional Rules that can be added to the Basic Game, by section."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.engine.ammunition.ammunition import BOXES, ROUNDS, TOKENS
from rules.engine.books.ruleset import Option
from rules.engine.books.switch_values import value_of
from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter

ON, OFF = "on", "off"
MODIFIERS = "modifiers"
EXPOSURE = "exposure"
COVER_SIDE = "side of cover"
TURNING = "turning"
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
FORCED_ENTRY = "forced entry"
GROUND = "ground"
BARS, ON_MAP, ALL_BARRED = "bars", "on the map", "all"
AMMUNITION = "ammunition"
FIELD_OF_VIEW = "field of view"
SPOTTING = "spotting"
TERRAIN = "terrain"
LOOKING = "looking"
SPOTTING_SKILL = "spotting skill"
SOUND = "sound"
HEARING = "hearing"
DEFENSE = "defensive skill"
INITIATIVE = "initiative"
MORALE = "morale"
SHOT_TIMING = "fire"
SECOND_SHOT = "second shot"
PINNING = "pinning fire"
COVER_FIRE = "cover fire"
DOUBLE_ACTION = "double action"
KNOCK_DOWN = "knock down"
INCAPACITATION = "incapacitation"
HEROES = "heroes"
TOURNAMENT = "tournament"
RE_ENTRY = "re-entry"

WHILE_ACTING, ALONE = "while acting", "alone"
KNOWN, STATED = "known", "stated"
ONE_SIDE, ALL_AROUND = "one side", "all around"
TOLD, ASKED = "told", "asked"
IN_DEGREES, BY_HEXSIDE = "in degrees", "by hexside"
IMMEDIATE, DECLARED = "immediate", "declared"
SOLID = "solid"
SEPARATE, TOGETHER, GROUPED, EVENLY = "separate", "together", "grouped", "grouped evenly"

_EITHER = (ON, OFF)
_GROUPS: tuple[tuple[str, tuple[Option, ...]], ...] = (
    (
        "the Basic Game",
        (
            Option(
                MODIFIERS,
                "Use the modifiers of table 2C: stance, position, motion, exposure, smoke (2.5).",
                _EITHER,
                ON,
            ),
            Option(
                EXPOSURE,
                "Whose exposure counts: also that of fighters seen to move in the open, or only what is stated (O25).",
                (KNOWN, STATED),
                KNOWN,
                older=STATED,
            ),
            Option(
                COVER_SIDE,
                "Where cover taken by word stands: on one side of the fighter, or all around them (2.4, ruling O75).",
                (ONE_SIDE, ALL_AROUND),
                ONE_SIDE,
                older=ALL_AROUND,
            ),
            Option(
                TURNING,
                "How turning while moving counts: added up in degrees, or each turn rounded up to hexsides (2.3, O77).",
                (IN_DEGREES, BY_HEXSIDE),
                IN_DEGREES,
                older=BY_HEXSIDE,
            ),
        ),
    ),
    (
        "the Advanced Rules",
        (
            Option(
                ACCURACY,
                "Odds come from the Effective Accuracy Level: range, stance, visibility, motion, size (3.1).",
                _EITHER,
                OFF,
            ),
            Option(
                DAMAGE,
                "Table 6A decides where a hit goes and what it does, by Effective Penetration at the range (3.2).",
                _EITHER,
                OFF,
            ),
            Option(
                DISABLING,
                "Hits above the limits in 6A disable limbs and spine; shock points count for the knockout (3.3).",
                _EITHER,
                OFF,
                ((DAMAGE,),),
            ),
            Option(
                MOVEMENT,
                "Moving costs what table 7A gives for direction, ground and disabled limbs (2.3).",
                _EITHER,
                OFF,
            ),
            Option(
                GROUND,
                "Hills, brush, rubble, stairs, water, wire, sand and ice on the map add to the cost of moving (O78).",
                _EITHER,
                ON,
                older=OFF,
            ),
            Option(
                AUTOMATIC,
                "Automatic fire rolls for elevation, then for each target in its arc (3.4).",
                _EITHER,
                OFF,
                ((ACCURACY,), (DAMAGE,)),
            ),
            Option(
                SHOTGUNS,
                "Shot spreads: a pattern, pellets by chance, everyone within its radius (3.5).",
                _EITHER,
                OFF,
                ((ACCURACY,), (DAMAGE,)),
            ),
            Option(
                EXPLOSIVES,
                "Explosions have shrapnel, and table 5C decides where a miss goes (3.6).",
                _EITHER,
                OFF,
                ((ACCURACY,), (DAMAGE,)),
            ),
            Option(
                SIZES,
                "The target's size changes the hits of bursts, pellets and shrapnel (3.7).",
                _EITHER,
                OFF,
                ((AUTOMATIC, SHOTGUNS, EXPLOSIVES),),
            ),
            Option(
                COVER,
                "Cover that a projectile penetrates weakens it (3.8).",
                _EITHER,
                OFF,
                ((ACCURACY,), (DAMAGE,)),
            ),
            Option(
                LIGHT,
                "How much light there is, as a row of table 4C; counts with accuracy on.",
                ("good", "dusk", "full moon", "half moon", "no moon"),
                "good",
            ),
            Option(
                PELLETS,
                (
                    "Where several pellets hit: each separately, all in one place, or close to the first, rolled"
                    " or evenly (3.5)."
                ),
                (SEPARATE, TOGETHER, GROUPED, EVENLY),
                SEPARATE,
            ),
            Option(
                FRAGMENTS,
                (
                    "Where several fragments hit: each separately, or all in one place (3.6); above 20 always"
                    " one place (ruling O61)."
                ),
                (SEPARATE, TOGETHER),
                SEPARATE,
            ),
            Option(
                STRAY_FIRE,
                "A shot may hit anyone else on its line (scenario 2).",
                _EITHER,
                OFF,
                ((COVER,),),
            ),
            Option(
                WALLS,
                "The material of the map's obstructions for stray rounds, by table 7C (3.8, scenario 2).",
                ("interior plaster wall", "interior wood door", "exterior stucco wall", "cinder block wall", SOLID),
                "interior plaster wall",
                ((STRAY_FIRE,),),
            ),
        ),
    ),
    (
        "the Optional Rules",
        (
            Option(
                FIELD_OF_VIEW,
                "Looking beyond the front 180 degrees costs Combat Actions (5.1).",
                _EITHER,
                OFF,
            ),
            Option(
                SPOTTING,
                "Targets must be spotted first; the time depends on range, motion and size (5.2).",
                _EITHER,
                OFF,
            ),
            Option(
                TERRAIN,
                "The terrain for spotting (5.2).",
                ("no cover", "town", "hill", "jungle"),
                "no cover",
                ((SPOTTING,),),
            ),
            Option(
                LOOKING,
                (
                    "How fighters look for enemies: for all in their Field of View while they act, or for one"
                    " enemy and nothing else (5.2)."
                ),
                (WHILE_ACTING, ALONE),
                WHILE_ACTING,
                ((SPOTTING,),),
                older=ALONE,
            ),
            Option(
                SPOTTING_SKILL,
                "Spotting Time is in actions, by Intelligence Skill Factor, instead of impulses (5.2).",
                _EITHER,
                OFF,
                ((SPOTTING,),),
            ),
            Option(
                SOUND,
                "Unseen fighters may be heard, and quiet actions take ten times as long (5.3).",
                _EITHER,
                OFF,
            ),
            Option(
                HEARING,
                "Whether fighters near steps and other noises hear them by themselves, or only those who listen (5.3).",
                (TOLD, ASKED),
                TOLD,
                ((SOUND,),),
                older=ASKED,
            ),
            Option(
                DEFENSE,
                "A target who knows of the shooter is easier or harder to hit, by Intelligence Skill Factor (5.4).",
                _EITHER,
                OFF,
            ),
            Option(
                INITIATIVE,
                "Fighters must think of a Course of Action before they act on their own (5.5).",
                _EITHER,
                OFF,
            ),
            Option(
                MORALE,
                "Near misses drive fighters under cover, or break them (5.6).",
                _EITHER,
                OFF,
            ),
            Option(
                SHOT_TIMING,
                (
                    "When fire is resolved: at once, or declared and resolved at the impulse's end, by tenths of"
                    " a second (5.7)."
                ),
                (IMMEDIATE, DECLARED),
                IMMEDIATE,
            ),
            Option(
                SECOND_SHOT,
                "A second shot into the same hex counts as one more action of aim (5.8).",
                _EITHER,
                OFF,
            ),
            Option(
                PINNING,
                "A fighter can pin a place and gains one action of aim on anyone who appears there (5.9).",
                _EITHER,
                OFF,
            ),
            Option(
                COVER_FIRE,
                "Fire into hexes attacks everyone who appears in them in that impulse (5.10).",
                _EITHER,
                OFF,
            ),
            Option(
                DOUBLE_ACTION,
                "Pistols and revolvers are cocked, or fired Double Action at a penalty (5.11).",
                _EITHER,
                OFF,
            ),
            Option(
                KNOCK_DOWN,
                "Hits and explosions throw fighters off balance or off their feet (5.12).",
                _EITHER,
                OFF,
            ),
            Option(
                INCAPACITATION,
                "The knockout roll leaves a fighter out, stunned, dazed or disoriented (5.13).",
                _EITHER,
                OFF,
            ),
            Option(
                HEROES,
                "A fighter with a Knockout Value of 40 or more can continue against all odds (5.14).",
                _EITHER,
                OFF,
            ),
        ),
    ),
    (
        "the Tournament Rules",
        (
            Option(
                TOURNAMENT,
                "Combatants are bought for 58 points, and Victory Points are counted (4.4).",
                _EITHER,
                OFF,
            ),
            Option(
                RE_ENTRY,
                "A fighter who was put out of the fight may come back at their baseline, unwounded (4.4).",
                ("none", "baseline"),
                "none",
                ((TOURNAMENT,),),
            ),
        ),
    ),
    (
        "the scenarios",
        (
            Option(
                FORCED_ENTRY,
                (
                    "In Phase 1, while doors and windows are forced, nobody moves or fires, and surprised fighters do"
                    " nothing (scenario 2)."
                ),
                _EITHER,
                OFF,
            ),
            Option(
                BARS,
                (
                    "With “forced entry” on: which doors and windows are barred, those that have a bar on the map or"
                    " all that are closed or boarded up."
                ),
                (ON_MAP, ALL_BARRED),
                ON_MAP,
                older=ALL_BARRED,
            ),
        ),
    ),
    (
        "ammunition",
        (
            Option(
                AMMUNITION,
                (
                    "How ammunition is counted: in rounds, by the book; or, as a house rule, in boxes (one for"
                    " each attack) or in tokens that a roll may cost (ruling O62)."
                ),
                (ROUNDS, BOXES, TOKENS),
                ROUNDS,
            ),
        ),
    ),
)
OPTIONS: Mapping[str, Option] = MappingProxyType(
    {option.name: replace(option, group=group) for group, options in _GROUPS for option in options}
)

ADVANCED: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(
        (ACCURACY, DAMAGE, DISABLING, MOVEMENT, AUTOMATIC, SHOTGUNS, EXPLOSIVES, SIZES, COVER),
        ON,
    )
)
"""The switches of the preset `phoenix-advanced`: all of chapter 3."""
_CHAPTER_5 = (
    *(FIELD_OF_VIEW, SPOTTING, SOUND, DEFENSE, INITIATIVE, MORALE, SECOND_SHOT, PINNING, COVER_FIRE, DOUBLE_ACTION),
    *(KNOCK_DOWN, INCAPACITATION, HEROES),
)
OPTIONAL: Mapping[str, str] = MappingProxyType({**ADVANCED, **dict.fromkeys(_CHAPTER_5, ON), SHOT_TIMING: DECLARED})
"""The switches of the preset `phoenix-optional`: all of chapters 3 and 5."""


def value(encounter: Encounter, name: str) -> str:
    """Return the switch's value; in an encounter older than the switch, the rule that applied before it."""
    return encounter.settings.get(name) or value_of(OPTIONS[name], encounter)


def on(encounter: Encounter, name: str) -> bool:
    """Return whether a switch is "on"."""
    return (encounter.settings.get(name) or value_of(OPTIONS[name], encounter)) == ON


def turned_on(encounter: Encounter, name: str) -> bool:
    """Return whether a switch has another value than its default, and the switches that it needs are turned on."""
    option = OPTIONS[name]
    needs = (any(turned_on(encounter, other) for other in group) for group in option.needs)
    return value(encounter, name) != option.default and all(needs)
