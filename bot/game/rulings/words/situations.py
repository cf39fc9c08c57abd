"""Circumstances of a shot that no book counts by these words, and the words of a book that would count them.

A situation is named in the answer ("Not counted: half cover"), with a button for each of its `counts` that the book
understands; or it is asked about, where the chance depends on it and the book has a word for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from bot.game.rulings.words.small_words import POSSESSIVES
from rules.engine.records.frozen import dataclass
from rules.words.sheet import words_of

MOST_COUNTS = 3
ONE_SHOT = "a ruling is one shot"
"""The advice for deeds that are no shot."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Words that no book counts.

    `counts` are words of a book for much the same, best first. `question` asks which is meant, with {} for the target;
    "" if the situation is only named. `hint` is what to write instead, where the book understands the words `needs`.
    `is_distance`: it is a range without a number. `is_shot`: it is about the shot, and nobody's. `is_aim`: it is an aim
    without a number that matters, such as "full aim".
    """

    counts: tuple[str, ...] = ()
    question: str = ""
    hint: str = ""
    needs: str = ""
    is_distance: bool = False
    is_shot: bool = False
    is_aim: bool = False


_OVER, _PEEK, _OPEN, _DUG = "firing over cover", "looking over cover", "in the open", "dug in"
_PLACES = (
    *("window", "doorway", "door", "hatch", "arrow slit", "loophole", "gun port", "firing slit", "balcony"),
    *("windowsill", "gate", "archway"),
)
_NIGHTS = (
    "night",
    "the dark",
    "dark",
    "darkness",
    "moonlight",
    "the moonlight",
    "nighttime",
    "night time",
    "midnight",
    "dim light",
    "poor light",
    "low light",
    "pitch dark",
    "pitch black",
    "pitch darkness",
    "total darkness",
    "complete darkness",
)
_COVERS = (
    *("half cover", "partial cover", "light cover", "medium cover", "heavy cover", "soft cover", "hard cover"),
    *("some cover", "three quarter cover", "three quarters cover", "quarter cover", "good cover", "full cover"),
    *("half covered", "partially covered", "partly covered", "total cover", "concealment", "low cover", "1/2 cover"),
    *("partially in cover", "half in cover", "half hidden", "partly hidden", "partially hidden", "near cover"),
    *("half exposed", "partially exposed", "partly exposed", "half visible", "partly visible", "barely visible"),
    *("middle cover", "hard to see", "only partially visible", "peeking out", "leaning out", "sticking out"),
    *("3/4 cover", "50 percent cover", "cover", "obscured", "half concealed", "poking out", "peeking"),
)
_HOLES = ("foxhole", "fox hole", "trench", "ditch", "slit trench", "shell hole", "crater", "bunker", "sandbags", "pit")
PLACES = frozenset((*_PLACES, *_HOLES))
DOORS = frozenset({"door", "doorway", "gate", "archway", "balcony"})
"""Places at which somebody may be before them; at a window they are behind it."""
_WORN = (
    *("helmet", "flak vest", "flak jacket", "kevlar", "kevlar vest", "vest", "ballistic vest", "body armor", "armor"),
    *(
        "body armour",
        "armour",
        "bulletproof vest",
        "bullet proof vest",
        "plate carrier",
        "armored",
        "armoured",
        "visor",
    ),
    *("plates", "kevlar helmet", "steel helmet", "heavy armor", "light armor", "power armor", "riot gear", "shield"),
)
_HEADS = (
    *(
        "headshot",
        "head shot",
        "called shot to the head",
        "called shot head",
        "aim for the head",
        "aiming for the head",
    ),
    *("aims for the head", "in the head", "to the head", "at the head", "in the face", "for the head"),
    *("through the head", "between the eyes", "in the forehead", "in the skull", "aims at the head", "in the neck"),
    *("called shot at the head", "shot to the head", "called headshot", "aimed at the head", "aiming at the head"),
)
_LEGS = ("called shot to the legs", "called shot to the leg", "in the legs", "to the legs", "in the leg", "leg shot")
_BODIES = ("called shot to the body", "called shot to the chest", "center mass", "centre mass", "in the chest")


def _phrases() -> Iterator[tuple[str, Situation]]:
    for place in _PLACES:
        asked = Situation((_OVER, _PEEK, _OPEN), f"Is {{}} behind the {place}? Write: {_OVER}.", f"write {_OVER}")
        for before in (
            "in",
            "behind",
            "through",
            "from",
            "inside",
            "out of",
            "at",
        ):
            yield from ((f"{before} {article}{place}", asked) for article in ("", "a ", "the "))
        for before in ("by", "near", "next to", "beside"):
            yield from ((f"{before} {article}{place}", replace(asked, question="")) for article in ("", "a ", "the "))
        yield place, asked
    for hole in _HOLES:
        asked = Situation((_DUG, _OVER), f"How is {{}} covered by the {hole}?", f"write {_DUG}")
        for before in ("in", "behind", "from", "inside"):
            yield from ((f"{before} {article}{hole}", asked) for article in ("", "a ", "the "))
        yield hole, asked
    night = Situation(
        ("full moon", "half moon", "no moon"), "How dark is it?", "give it as a modifier, such as -3 dark"
    )
    for dark in _NIGHTS:
        yield from ((f"{before}{dark}", night) for before in ("at ", "in ", "by ", "during ", ""))
    for covered in _COVERS:
        cover = Situation((_PEEK, _OVER), hint="")
        yield from ((f"{before}{covered}", cover) for before in ("in ", "behind ", "with ", "has ", "from ", ""))
    worn = Situation(hint="Give armor as: armor 6, helm 16", needs="armor 6")
    for thing in _WORN:
        yield from ((f"{before}{thing}", worn) for before in ("in a ", "in ", "wearing a ", "wearing ", "and ", ""))
    for head in _HEADS:
        yield head, Situation(("head",), "", "write called shot")
    for leg in _LEGS:
        yield leg, Situation(("legs",), "", "write legs")
    for body in _BODIES:
        yield body, Situation(("body shot",), "")
    yield from dict.fromkeys(("snap shot", "snapshot", "quick shot", "hasty shot"), Situation(("aim 1",))).items()
    unaimed = Situation(("aim 1",))
    yield from dict.fromkeys(("without aiming", "unaimed", "no aim", "without aim", "not aiming"), unaimed).items()
    yield from dict.fromkeys(_STATES, Situation()).items()
    yield from dict.fromkeys(_FIRES, Situation()).items()
    shots = tuple(f"rapid attack {shots}" for shots in (2, 4, 6))
    rapid = Situation(shots, "How many shots has the rapid attack?", is_shot=True)
    yield from dict.fromkeys(_RAPID, rapid).items()
    yield from dict.fromkeys(("again", "once more", "once again", "same", "as before"), Situation()).items()
    yield "called shot", Situation()
    seen = Situation((_PEEK, _OVER), "How much of {} can be seen?", f"write {_PEEK}")
    for only, part in product(("only ", "just ", ""), ("head", "the head", "upper body", "head and shoulders")):
        ends = (" visible", " showing", " exposed", " sticking out", " shows", *([""] if only else []))
        yield from ((f"{only}{part}{end}", seen) for end in ends)
        yield from ((f"{shows} {only}{part}", seen) for shows in ("shows", "showing", "exposes", "exposing"))
    yield from dict.fromkeys((*_SIGHTS, *_AIMED_BEFORE, *_HOLDS), Situation()).items()
    yield from dict.fromkeys(("supported", "rested"), Situation(("braced",))).items()
    yield from dict.fromkeys(
        ("double tap", "double tapped", "double taps"), Situation(("double tap",), is_shot=True)
    ).items()
    yield from dict.fromkeys(_GEAR, Situation()).items()
    yield from dict.fromkeys(_SCOPES, Situation(("scope",), is_shot=True)).items()
    weather = Situation(hint="give it as a modifier, such as -2 wind")
    yield from dict.fromkeys(_WEATHER, weather).items()
    longer = Situation(hint="give the aim in numbers")
    yield from dict.fromkeys(_AIMED, longer).items()
    yield from dict.fromkeys(_FULLY_AIMED, replace(longer, is_aim=True)).items()
    corner = Situation((_PEEK, _OVER))
    for before in ("round", "around", "behind", "at"):
        yield from ((f"{before} {article}corner", corner) for article in ("", "a ", "the "))
    hurt = Situation(hint="Give PD 500, HLT 10", needs="PD 500")
    yield from dict.fromkeys(("wounded", "injured", "bleeding", "badly wounded", "hurt"), hurt).items()
    wounds = (f"{number} wound" for number in ("a", "one", "1"))
    yield from dict.fromkeys(
        (*wounds, *(f"{number} wounds" for number in ("two", "three", "2", "3"))), Situation()
    ).items()
    yield from dict.fromkeys(_DEEDS, Situation(hint=ONE_SHOT)).items()
    yield from dict.fromkeys(_SHELLS, Situation()).items()
    for die in ("d4", "d6", "d8", "d10", "d12"):
        yield f"wild die {die}", Situation(hint="write wild card")
    yield from dict.fromkeys(("wild die", "the wild die"), Situation(hint="write wild card")).items()
    yield from dict.fromkeys(
        ("on the shooting die", "on shooting die", "on the wild die", "snake eyes"), Situation()
    ).items()
    bent = Situation(("kneeling", "low crouch"), "How low is {}?", "write kneeling")
    yield from dict.fromkeys(
        (
            "crouching",
            "crouched",
            "crouch",
            "crouches",
            "squats",
            "hunkers down",
            "hunkered down",
            "squatting",
            "ducked down",
        ),
        bent,
    ).items()
    flat = Situation(("prone",), "", "write prone")
    yield from dict.fromkeys(
        ("lying down", "laying down", "laying", "on the ground", "flat on the ground"), flat
    ).items()
    yield from dict.fromkeys(_FAR, Situation(hint="give the range in numbers", is_distance=True)).items()


_STATES = (
    *(
        "prone",
        "kneeling",
        "standing",
        "running",
        "moving",
        "walking",
        "braced",
        "unaware",
        "aware",
        "hidden",
        "flying",
    ),
    *("the drop", "has the drop", "gets the drop", "got the drop"),
    *("surprised", "sneaking", "crawling", "sprinting", "jumping", "sitting", "climbing", "hiding", "flying"),
    *("backing up", "backing away", "backing off", "falling back", "retreating", "advancing", "charging", "strafing"),
    *("rolling", "diving", "leaping", "falling", "swimming", "riding", "driving", "swinging", "limping", "dancing"),
    *("advantage", "with advantage", "disadvantage", "with disadvantage", "inspiration", "untrained", "vulnerable"),
    *("having a smoke", "has a smoke", "smoking", "smokes a cigarette", "having a drink", "eating", "talking"),
    *("distracted", "wet", "frightened", "entangled", "bound", "asleep", "sleeping", "helpless", "alone", "in melee"),
    *("fleeing", "stunned", "dazed", "unconscious", "shaken", "drunk", "blind", "blinded", "flanking", "suppressed"),
    *("tired", "exhausted", "winded", "scared", "nervous", "panicking", "panics", "downhill", "adjacent to"),
    *("from the hip", "hip", "hip fire", "hip shot", "hipshot", "from above", "from behind", "from below", "uphill"),
)
"""States of a fighter that a book may not know."""
_DEEDS = (
    *("both barrels", "with both barrels"),
    *("reload", "reloads", "reloading", "reloaded", "changes magazines", "draws", "drops", "unjams", "unjam"),
    *(
        "leans",
        "leaning",
        "raises",
        "raising",
        "spends",
        "steps",
        "grabs",
        "picks up",
        "turns",
        "spins",
        "ducks",
        "rises",
    ),
    *(
        "popped up",
        "pops out",
        "popped out",
        "popping up",
        "popping out",
        "popped round",
        "pops round",
        "popped around",
    ),
    *("pops around", "popped in", "popped over", "pops in"),
    *("dives", "rolls", "runs up", "aims first", "waits", "retreats", "advances", "turns around", "pops up"),
    *("pop smoke", "pops smoke", "throw smoke", "throws smoke", "throw down", "throws down", "drop prone"),
    *("surrender", "surrenders", "take cover", "takes cover"),
    *("dodge", "dodges", "moves", "walks", "jumps", "jumps up", "leaps", "hides", "ducks behind", "opens the door"),
)
"""Deeds that are no shot."""
_SHELLS = ("buckshot", "birdshot", "double ought", "00 buck", "00 buckshot", "tracer", "tracers", "hollow point")
"""Sorts of ammunition that a book may have under another name."""
_GEAR = (
    *(
        "night vision",
        "night goggles",
        "night vision goggles",
        "night vision device",
        "night sight",
        "nvg",
        "nvgs",
    ),
    *("thermal sight", "thermals", "thermal imaging", "ir goggles"),
    *(
        "acog sight",
        "holo sight",
        "holosight",
        "holographic sight",
        "reflex sight",
        "iron sights",
    ),
    *(
        "silencer",
        "suppressor",
        "suppressed",
        "sound suppressor",
        "muzzle brake",
        "flash hider",
        "goggles",
    ),
    *(
        "motion tracker",
        "targeting computer",
        "hud",
        "gas mask",
        "bennie",
        "benny",
        "bennies",
        "reroll",
        "rerolls",
        "force point",
    ),
    *("laser sight", "laser sights", "red dot", "red dot sight", "flashlight", "tac light", "weapon light", "foregrip"),
    *("extended mag", "extended magazine", "drum mag", "drum magazine", "no ammo", "out of ammo"),
)
"""Equipment that no book counts by these words."""
_SCOPES = ("acog", "acog scope", "night scope", "night vision scope", "starlight scope", "thermal scope", "smart scope")
_WEATHER = ("wind", "windy", "strong wind", "wind strong", "high wind", "crosswind", "snowing", "storm", "stormy")
_AIMED = (
    *("aim", "aims", "careful aim", "take the time", "takes the time", "taking the time"),
    *("aim long", "aims long", "long aim"),
)
"""An aim without a number."""
_FULLY_AIMED = (
    *("full aim", "max aim", "maximum aim", "aim max", "aim full", "fully aimed", "all aim", "aim as long as possible"),
    *("the rest of points as aim", "the rest of my points as aim", "the rest as aim", "rest as aim", "the rest aiming"),
    *("remaining actions as aim", "remaining points as aim", "all actions as aim", "as much aim as possible"),
    *("all my points on aim", "all points on aim", "all in aim"),
    *(f"all {owner} actions on {aim}" for owner in POSSESSIVES for aim in ("aim", "aiming")),
)
"""The longest aim, which is another number for each weapon."""
_AIMED_BEFORE = tuple(
    f"aimed {before}" for before in ("last turn", "last round", "the turn before", "the round before", "for a round")
)
_HOLDS = ("hold fire", "holds fire", "holding fire", "hold my fire", "held fire")
_FIRES = (
    *("split fire", "crossfire", "target number", "target numbers"),
    *("suppressing fire", "suppressive fire", "suppression fire", "covering fire", "cover fire", "harassing fire"),
    *("sustained fire", "aimed fire", "grazing fire", "plunging fire"),
    *("warning shot", "kill shot", "lucky shot", "trick shot", "return fire", "friendly fire"),
)
"""Sorts of fire that a line cannot order."""
_SIGHTS = (
    "good visibility",
    "clear visibility",
    "line of sight clear",
    "clear line of sight",
    "los clear",
    "clear los",
)
_RAPID = ("rapid attack", "rapid attacks", "rapid fire", "rapid shots", "rapid shooting", "rapid")
_FAR = (
    *("far", "far off"),
    *("close range", "short range", "medium range", "long range", "extreme range", "far away", "maximum range"),
    *("short rng", "med rng", "med range", "medium rng", "long rng"),
    *("close by", "very far", "very close", "effective range", "close", "nearby", "in range"),
)


def situation(words: Sequence[str]) -> tuple[Situation | None, int]:
    """Return the situation that the words begin with and its length in words; None and 0 for none."""
    words = ["the" if word in POSSESSIVES else word for word in words[:_LONGEST]]
    for length in range(len(words), 0, -1):
        if known := SITUATIONS.get(" ".join(words[:length])):
            return known, length
    return None, 0


SITUATIONS: Mapping[str, Situation] = {" ".join(words_of(phrase)): one for phrase, one in reversed([*_phrases()])}
_LONGEST = max(len(phrase.split()) for phrase in SITUATIONS)
