"""The details of a shot besides target and weapon: the words of `how:`, the figures of `mod:` (table 2C)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, cast

from rules.engine.records.errors import BadSheet, NoRule, Refusal, quoted
from rules.engine.records.frozen import dataclass
from rules.phoenix.basics.soldier import BodyPart, Exposure, GaitWord
from rules.phoenix.shooting.aim.grammar import GRAMMAR
from rules.words.catalogue import normalized
from rules.words.places import Place
from rules.words.sheet import Reading, items, number

_BEHIND = re.compile(r"\bbehind\b[^,]*|\bcover\s+pf\b[^,]*|(?<![^,])\s*cover\s[^,]+", re.IGNORECASE)
"""Cover of known strength; reading it needs table 7C (3.8)."""
_COVERING = re.compile(r"\bcover(?:ing)?[\s-]+fire\b[\s,;]*", re.IGNORECASE)
"""Cover fire, which has nothing to do with cover (5.10)."""
_COMMANDS = frozenset(("aim", "fire", "burst", "throw", "reload"))
_ACT = re.compile(
    r"(?:look|peek)(?: over| around| out)?(?: the)?(?: cover| corner)?|(?:fire|duck|hide) (?:over|around|behind) cover|"
    r"duck(?: back)?|hide|take cover|kneel(?: down)?|stand(?: up)?|go prone|step out(?: of cover)?|turn .*"
)
"""Acts that people add to an attack."""
FiringStance = Literal["", "hip", "stance"]
Motion = Literal["", "moving", "ducking"]
Awareness = Literal["", "aware", "unaware"]
TargetMotion = Literal["", "moving", "running", "low crouch", "hands and knees", "ducking", "appearing"]
BRACED = "braced"
_EXPOSURES: Mapping[str, str] = MappingProxyType(
    {"looking": "looking over cover", "firing": "firing over cover", "exposed": "in the open"}
)
_STEADY = frozenset({BRACED, "sling", "bipod", "tripod", "turret"})
"""Ways to hold a weapon that need a Firing Stance."""


@dataclass(frozen=True)
class Situation:
    """The words for table 2C and 2.5.

    `stance`: from the hip, or in a Firing Stance that is assumed first; a braced weapon needs one. `called`: a called
    shot. `sweep`: over a full hex. `smoke`, `size`: rows of table 2C ("With Ultrasonics", "Target is a Window").
    `exposure` is the target's. `moving`, `target_motion`: shooter or target moves, ducks or appears, although the
    record does not have it.
    """

    stance: FiringStance = ""
    called: bool = False
    sweep: bool = False
    smoke: str = ""
    size: str = ""
    exposure: Exposure = ""
    moving: Motion = ""
    target_motion: TargetMotion = ""


@dataclass(frozen=True)
class AdvancedAim:
    """The words for aim in the Advanced Rules.

    The part of the target that is aimed at (3.2), the Arc of Fire in hexes, the hex where it begins and one that it
    extends to (3.4), and the target's cover, as it was typed (3.8).
    """

    part: BodyPart = ""
    arc: Fraction | None = None
    arc_from: Place | None = None
    arc_to: Place | None = None
    cover: str = ""


@dataclass(frozen=True)
class Explosion:
    """The words for an explosion (3.6).

    `fuse`: phases until a charge goes off; `armor`: the Protection Factor that a projectile has to pierce; `around`,
    `suit`: rows of table 5B, for the place of the blast and for the clothing of the named targets.
    """

    fuse: int | None = None
    armor: int = 0
    around: str = ""
    suit: str = ""


@dataclass(frozen=True)
class Circumstances:
    """The words for the Effective Accuracy Level (3.1, 3.7).

    `feet`: the size of the target; `above`: a hex as seen from above; `low`: the target lies flat; `speed`,
    `target_speed`: hexes in this impulse; `held`: "braced", and the way the weapon is held, in the words of
    `circumstances.HOLDS`; `seen`: rows of table 4C.
    """

    feet: Fraction | None = None
    above: bool = False
    low: bool = False
    speed: Fraction | None = None
    target_speed: Fraction | None = None
    held: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()


@dataclass(frozen=True)
class OptionalWords:
    """The words for chapter 5: whether the target is aware of the threat (5.4), whether the pistol is cocked before it
    is fired (5.11), and cover fire (5.10).
    """

    awareness: Awareness = ""
    cocked: bool = False
    covering: bool = False


@dataclass(frozen=True)
class How(OptionalWords, Circumstances, Explosion, AdvancedAim, Situation):
    """The meaning of the words of `how:`, grouped by section of the book."""

    @property
    def stated(self) -> tuple[str, ...]:
        """The circumstances that the words add to what the bot keeps, in words."""
        return (
            *(word for word in self.held if word == "turret"),
            *(row.lower() for row in self.seen),
            *(("smoke",) if self.smoke else ()),
            *((f"{self.moving}",) if self.moving else ()),
            *((f"target {self.target_motion}",) if self.target_motion else ()),
            *((f"target {_EXPOSURES[self.exposure]}",) if self.exposure else ()),
            *(("target low prone",) if self.low else ()),
            *((f"{float(self.feet):g} feet",) if self.feet is not None else ()),
            *((f"speed {float(self.speed):g}",) if self.speed is not None else ()),
            *((f"target speed {float(self.target_speed):g}",) if self.target_speed is not None else ()),
        )

    @property
    def sweeps_arc(self) -> bool:
        """Whether the words describe an Arc of Fire."""
        return self.arc is not None or self.arc_from is not None or self.arc_to is not None

    @property
    def target_moving(self) -> bool:
        """Whether the words describe a target that moves, ducks or appears."""
        return bool(self.target_motion)

    @property
    def target_gait(self) -> GaitWord:
        """The target's gait, if the words give one."""
        match self.target_motion:
            case "running" | "low crouch" | "hands and knees" as gait:
                return gait
        return ""


def _misplaced(text: str) -> BadSheet | None:
    """Return the refusal of the first of these words that are a command or an act of their own; None for others."""
    for part in map(normalized, text.split(",")):
        if part in _COMMANDS:
            also = "; /odds shows a burst beside the shot" if part == "burst" else ""
            return BadSheet(f"{quoted(part)} is a command, not a word for how:. Use /{part}{also}.")
        if _ACT.fullmatch(part):
            return BadSheet(
                f"{quoted(part)} is an order of its own, not a word for how:. Give it first, in a plan on a line of"
                f" its own: /act what: {part}"
            )
    return None


@lru_cache(maxsize=256)
def read_how(text: str) -> How:
    """Return the meaning of `how:`.

    Raises BadSheet for unknown words, NoRule for words without a rule in the book, Refusal for words that contradict
    each other.
    """
    if not text.strip():
        return How()
    text, covering = _COVERING.subn("", text)
    cover = ", ".join(_BEHIND.findall(text))
    try:
        reading: Reading = GRAMMAR.read(_BEHIND.sub("", text))
    except BadSheet as unknown:
        raise _misplaced(text) or unknown from None
    part = reading.get("part", "")
    if part == "arm":
        raise NoRule("You can't aim at an arm. The Advanced Rules let you aim at head, body or legs (3.2).")
    if "three" in reading:
        raise NoRule("Three round bursts are in another book, the Advanced Supplement. /burst fires on automatic.")
    if sort := reading.get("round"):
        raise NoRule(f"The magazine decides the ammunition. Load {sort} with /reload, and leave it out of how:.")
    held = tuple(dict.fromkeys(word for word, _ in items(reading, "held")))
    steady = [word for word in held if word in _STEADY]
    stance = reading.get("stance", "stance" if steady else "")
    if steady and stance == "hip":
        raise Refusal(f"Firing from the hip uses no support. Leave hip or {steady[0]} out of how:.")
    return How(
        stance=cast(FiringStance, stance),
        called="called" in reading,
        sweep="sweep" in reading,
        smoke=str(reading.get("smoke", "")),
        size=str(reading.get("size", "")),
        exposure=cast(Exposure, reading.get("exposure", "")),
        moving=cast(Motion, reading.get("moving", "")),
        target_motion=cast(TargetMotion, reading.get("target moving", "")),
        part=cast(BodyPart, part),
        arc=_tenths(reading, "arc"),
        arc_from=_place(reading, "arc from"),
        arc_to=_place(reading, "arc to"),
        cover=cover,
        fuse=number(reading, "fuse") if "fuse" in reading else None,
        armor=number(reading, "armor"),
        around=str(reading.get("around", "")),
        suit=str(reading.get("suit", "")),
        feet=_tenths(reading, "feet"),
        above="above" in reading,
        low="low" in reading,
        speed=_tenths(reading, "speed"),
        target_speed=_tenths(reading, "target speed"),
        held=held,
        seen=tuple(dict.fromkeys(row for row, _ in items(reading, "seen"))),
        awareness=cast(Awareness, reading.get("awareness", "")),
        cocked="cocked" in reading,
        covering=covering > 0,
    )


def _place(reading: Reading, key: str) -> Place | None:
    place = reading.get(key)
    return place if isinstance(place, Place) else None


def _tenths(reading: Reading, key: str) -> Fraction | None:
    return Fraction(number(reading, key), 10) if key in reading else None
