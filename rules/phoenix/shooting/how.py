"""What a player says of a shot besides whom and with what: the words of `how:`, the figures of `mod:` (table 2C)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, cast

from rules.errors import NoRule, Refusal, quoted
from rules.phoenix.soldier import BodyPart, Exposure
from rules.sheet import Grammar, Item, Number, Phrase, Reading, items, number
from rules.steps import Term

_BEHIND = re.compile(r"\bbehind\s[^,]+|\bcover\s+pf\b[^,]*", re.IGNORECASE)
"""Cover of known strength, which is read with table 7C at hand (3.8)."""
Manner = Literal["", "hip", "stance"]
Motion = Literal["", "moving", "ducking"]
_MOST_MODIFIERS = 6
_MOST_MODIFIER = 30
_MOST_NAME = 30
_FOR = r"[^\W\d_]\D*?"
_GIVEN = re.compile(
    rf"(?P<value>[+-]?\d{{1,4}})[\s:=]*(?P<after>{_FOR})?|(?P<before>{_FOR})[\s:=]*(?P<last>[+-]?\d{{1,4}})"
)


@dataclass(frozen=True, slots=True)
class How:
    """The words of `how:` as they were meant.

    `manner`: from the hip, or in a Firing Stance that is assumed first. `called`: a called shot. `sweep`: over a full
    hex. `smoke`, `size`: rows of table 2C ("With Ultrasonics", "Target is a Window"). `exposure` is the target's.
    `moving`, `target_moving`: that somebody moves, ducks or appears though nothing on record says so. `part`: what of
    somebody is aimed at (3.2). `arc`: the Arc of Fire in hexes (3.4).
    `fuse`: phases until a charge goes off; `armor`: the Protection Factor of what a projectile has to pierce; `around`,
    `suit`: rows of table 5B, for where the blast is and for what those who are named wear (3.6).
    `cover`: what the target is behind, as it was typed (3.8).
    `feet`: how large the target is; `above`: a hex as seen from above; `low`: he lies flat; `speed`, `target_speed`:
    hexes in this impulse; `held`: how the weapon is held, in the words of `level.HELD`, "braced" or "one hand"; `seen`:
    rows of table 4C (3.1).
    """

    manner: Manner = ""
    called: bool = False
    sweep: bool = False
    smoke: str = ""
    size: str = ""
    exposure: Exposure = ""
    moving: Motion = ""
    target_moving: bool = False
    part: BodyPart = ""
    arc: Fraction | None = None
    fuse: int | None = None
    armor: int = 0
    around: str = ""
    suit: str = ""
    cover: str = ""
    feet: Fraction | None = None
    above: bool = False
    low: bool = False
    speed: Fraction | None = None
    target_speed: Fraction | None = None
    held: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()


def _all(value: str, *phrases: str) -> dict[str, str]:
    return dict.fromkeys(phrases, value)


_GRAMMAR = Grammar(
    (
        Phrase(
            "manner",
            {
                **_all("hip", "hip", "from the hip", "hip fire", "hip firing"),
                **_all("stance", "stance", "firing stance", "assume a firing stance", "aimed"),
            },
        ),
        Phrase("called", _all("called", "called shot", "called")),
        Phrase(
            "part",
            {
                **_all("head", "head", "face", "at the head", "aimed at the head"),
                **_all("body", "body", "chest", "torso", "at the body", "aimed at the body"),
                **_all("legs", "leg", "legs", "at the legs", "aimed at the legs"),
                **_all("arm", "arm", "arms", "hand"),
            },
        ),
        Number("arc", ("arc", "arc of fire", "over"), 0, 2000, places=1),
        Number("fuse", ("fuse",), 0, 1800),
        Number("armor", ("armor", "armour", "armor PF"), 1, 20_000),
        Phrase(
            "around",
            {
                **_all("In Small Room (10')", "small room", "in small room", "in a small room"),
                **_all("In Open Trench", "open trench", "in open trench", "in an open trench", "trench"),
                **_all("Underwater", "underwater", "under water"),
            },
        ),
        Phrase(
            "suit",
            {
                **_all("In Combat Suit", "combat suit", "in combat suit", "in a combat suit"),
                **_all("In Power Armor", "power armor", "in power armor"),
            },
        ),
        Phrase("sweep", _all("sweep", "sweep", "sweeping", "sweep the hex", "sweep hex")),
        Phrase(
            "smoke",
            {
                **_all("With Ultrasonics", "smoke with ultrasonics", "with ultrasonics", "ultrasonics"),
                **_all(
                    "Without Ultrasonics", "smoke without ultrasonics", "without ultrasonics", "smoke", "through smoke"
                ),
            },
        ),
        Phrase(
            "size",
            {
                **_all("Target is a Hex", "hex", "target is a hex"),
                **_all("Target is a Window", "window", "target is a window", "through a window"),
                **_all("Target is a Door", "door", "target is a door", "through a door"),
            },
        ),
        Phrase(
            "exposure",
            {
                **_all("looking", "looking", "looking over cover", "looking around cover"),
                **_all("firing", "firing over cover", "firing around cover", "over cover", "around cover", "in cover"),
                **_all("exposed", "exposed", "target exposed", "in the open"),
            },
        ),
        Phrase(
            "moving",
            {
                **_all("moving", "moving", "shooter moving", "while moving", "running"),
                **_all("ducking", "shooter ducking"),
            },
        ),
        Phrase(
            "target moving",
            _all("yes", "moving target", "target moving", "target running", "target ducking", "target appearing"),
        ),
        Item(
            "held",
            "way to hold a weapon",
            {
                **_all("braced", "braced", "brace", "rested"),
                **_all("sling", "sling", "with sling"),
                **_all("one hand", "one hand", "one-handed", "with one hand"),
                **_all("folding stock not used", "folding stock not used", "stock folded", "folded stock"),
                **_all("double action", "double action"),
                **_all("bipod not braced", "bipod not braced", "deployed bipod not braced"),
                **_all("bipod", "bipod", "bipod mounted"),
                **_all("tripod", "tripod", "tripod mounted"),
                **_all("turret", "turret", "turret mounted"),
                **_all("shoulder stock", "shoulder stock"),
            },
        ),
        Item(
            "seen",
            "visibility",
            {
                **_all("Smoke, Haze, Fog", "haze", "fog"),
                **_all("Firing at Muzzle Flash", "muzzle flash", "at muzzle flash"),
                **_all("Looking into a Light", "into a light", "looking into a light"),
                **_all("Optical Scope under 8 hexes", "scope", "optical scope", "scope under 8 hexes"),
                **_all("Optical Scope Broken", "scope broken", "broken scope"),
                **_all("Advanced Aiming System Broken", "aiming system broken"),
                **_all("Weapon Sights Broken", "sights broken", "broken sights"),
                **_all("Firing from Tear Gas, No Mask", "tear gas", "in tear gas"),
                **_all("Shooter Not Looking", "not looking", "blind", "without looking"),
            },
        ),
        Phrase("low", _all("yes", "low prone", "target low prone")),
        Phrase("above", _all("yes", "from above", "from high above", "elevated")),
        Number("feet", ("feet", "foot", "ft"), 1, 390, places=1),
        Number("speed", ("speed", "shooter speed"), 0, 1200, places=1),
        Number("target speed", ("target speed", "target at"), 0, 1200, places=1),
        Phrase("three", _all("3", "burst of 3", "three round burst", "3 round burst")),
        Phrase("round", {round: round for round in ("AP", "FMJ", "JHP", "HE", "HEAT", "slug", "shot", "APS")}),
    )
)


def read_how(text: str) -> How:
    """What `how:` says. Raises BadSheet for words not known, NoRule for what the Basic Game has no rule for."""
    if not text.strip():
        return How()
    cover = ", ".join(_BEHIND.findall(text))
    reading: Reading = _GRAMMAR.read(_BEHIND.sub("", text))
    part = reading.get("part", "")
    if part == "arm":
        raise NoRule("Nobody can choose the arm: the Advanced Rules aim at head, body or legs (3.2).")
    if "three" in reading:
        raise NoRule("Three round bursts are in another book, the Advanced Supplement; /burst fires automatically.")
    if sort := reading.get("round"):
        raise NoRule(f"Ammunition goes by the magazine: load {sort} with /reload, and leave it out of how:.")
    return How(
        cast(Manner, reading.get("manner", "")),
        "called" in reading,
        "sweep" in reading,
        str(reading.get("smoke", "")),
        str(reading.get("size", "")),
        cast(Exposure, reading.get("exposure", "")),
        cast(Motion, reading.get("moving", "")),
        "target moving" in reading,
        cast(BodyPart, part),
        _tenths(reading, "arc"),
        number(reading, "fuse") if "fuse" in reading else None,
        number(reading, "armor"),
        str(reading.get("around", "")),
        str(reading.get("suit", "")),
        cover,
        feet=_tenths(reading, "feet"),
        above="above" in reading,
        low="low" in reading,
        speed=_tenths(reading, "speed"),
        target_speed=_tenths(reading, "target speed"),
        held=tuple(dict.fromkeys(word for word, _ in items(reading, "held"))),
        seen=tuple(dict.fromkeys(row for row, _ in items(reading, "seen"))),
    )


def _tenths(reading: Reading, key: str) -> Fraction | None:
    return Fraction(number(reading, key), 10) if key in reading else None


def modifier(text: str) -> tuple[Term, ...]:
    """The named terms of `mod:` between its commas: "-3 smoke", "+2, -1 rain". Raises Refusal if one does not read."""
    sections = [section.strip() for section in text.replace("−", "-").split(",")]
    sections = [section for section in sections if section]
    if len(sections) > _MOST_MODIFIERS:
        raise Refusal(f"A shot takes at most {_MOST_MODIFIERS} modifiers of its own, not {len(sections)}.")
    return tuple(_modifier(section) for section in sections)


def _modifier(section: str) -> Term:
    match = _GIVEN.fullmatch(section)
    if match is None:
        raise Refusal(f"{quoted(section)} is no modifier: give a number and what it is for, such as -3 smoke or +2.")
    value = int(match["value"] or match["last"])
    if not -_MOST_MODIFIER <= value <= _MOST_MODIFIER:
        raise Refusal(f"A modifier goes from -{_MOST_MODIFIER} to +{_MOST_MODIFIER}, not {value}.")
    name = " ".join((match["after"] or match["before"] or "").split())
    if len(name) > _MOST_NAME or not name.isprintable():
        raise Refusal(f"What a modifier is for has at most {_MOST_NAME} characters; {quoted(name)} has {len(name)}.")
    return Term(name or "modifier", value, "given")
