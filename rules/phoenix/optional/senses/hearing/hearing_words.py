"""Reads the words of an act of listening: the noise, its range, what is in between, the background noise, the
listener's attention (5.3).

Each word stands for a row of a table. Wind has two meanings: "wind low" is the air that the sound passes through;
"background wind low", or "low wind noise", is background noise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.engine.records.errors import BadSheet, NoRule, Refusal, UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.optional.senses.hearing import noises
from rules.phoenix.optional.senses.hearing.noises import ACTIONS, CONTINUOUS, NORMAL, ON_THE_GROUND, QUIET, Noise
from rules.words.sheet import MOST_PROBLEMS, Grammar, Item, Number, Phrase, Reading, items, number

FARTHEST = 15_000
"""Hexes: the last range of the table."""
_ARTICLES = re.compile(r"\b(?:a|an|the|some|somebody|someone)\b ?")
_IDLE = re.compile(r"\b(?:away|distant|there is)\b|\boff$")
_FROM = re.compile(r"(?:from|at|to|towards?) (.+)")
_WINDS = ("low", "moderate", "high", "gale force")


def _all(value: str, *phrases: str) -> dict[str, str]:
    return dict.fromkeys((value, *phrases), value)


def _walls(row: str, *kinds: str) -> dict[str, str]:
    return _all(row, *(f"{kind} {what}{s}" for kind in kinds for what in ("wall", "door") for s in ("", "s")))


def _ground(row: str, *kinds: str) -> dict[str, str]:
    return dict.fromkeys((row, *kinds, *(f"on {kind}" for kind in kinds)), row)


def _besides(row: str, *names: str) -> dict[str, str]:
    return _all(row, *names, f"background {row}", *(f"background {name}" for name in names))


_PACE = Phrase("pace", {"quietly": QUIET, "slowly and quietly": QUIET, "normally": NORMAL})
_LASTING = Phrase(
    "lasting",
    {
        **dict.fromkeys(
            ("continuous", "continuously", "continuing", *(f"{verb} on" for verb in ("going", "carrying"))),
            "continuous",
        ),
        **dict.fromkeys(("single", "once", "one time"), "single"),
    },
)
_COMMON = (
    _PACE,
    _LASTING,
    Phrase("another", dict.fromkeys(("another", "another one", "a second one", "again"), "yes")),
    Phrase("silenced", dict.fromkeys(("silenced", "with silencer"), "yes")),
)
_GROUND = Phrase(
    "ground",
    {
        **_ground("Grass / Sand / Carpet", "grass", "sand", "carpet"),
        **_ground("Moist Earth", "moist earth", "moist ground"),
        **_ground("Hard Ground (dirt)", "hard ground", "dirt"),
        **_ground("Gravel", "gravel"),
        **_ground("Brush", "brush"),
        **_ground("Leaves", "leaves", "dry leaves"),
        **_ground("Soft Sole", "soft soles", "hard surface soft sole"),
        **_ground("Hard Sole", "hard soles", "hard surface hard sole"),
        **_ground("Metal Sole", "metal soles", "hard surface metal sole"),
    },
)
NOISE = Grammar((Phrase("noise", noises.phrases()), _GROUND, *_COMMON))
WALKED_ON: Mapping[str, tuple[str, ...]] = {
    "Grass / Sand / Carpet": ("grass", "sand", "carpet"),
    "Moist Earth": ("moist earth", "moist ground"),
    "Hard Ground (dirt)": ("hard ground", "dirt"),
    "Gravel / Brush": ("gravel", "brush"),
    "Leaves": ("leaves",),
    "Hard Surface (soft sole)": ("hard surface", "hard surface soft sole"),
    "Hard Surface (hard sole)": ("hard surface hard sole",),
}
CONDITIONS = Grammar(
    (
        Number("hexes", ("hexes", "hex", "range"), 0, FARTHEST),
        _GROUND,
        Phrase(
            "place",
            {
                **_all("Outdoors", "outside", "in the open"),
                **_all("Indoors", "inside", "in building"),
            },
        ),
        Item(
            "between",
            "thing between",
            {
                **_all("Direct Line of Sight", "line of sight", "in sight"),
                **_all("Through Brush", "brush between"),
                **_walls("Interior Wall / Door", "interior", "inner"),
                **_walls("Light Exterior Wall / Door", "light exterior", "light"),
                **_walls("Medium Exterior Wall / Door", "medium exterior", "medium", "exterior"),
                **_walls("Heavy Wall / Door", "heavy"),
                **_all("Solid Cover (bunker)", "solid cover", "bunker"),
            },
        ),
        Phrase(
            "wind",
            {
                **_all("Wind None", "no wind", "calm"),
                **{
                    phrase: f"Wind {force.title()}"
                    for force in _WINDS
                    for phrase in (f"wind {force}", f"{force} wind", f"{force} winds")
                },
                **_all("Wind Gale Force", "gale", "gale force"),
            },
        ),
        Item(
            "besides",
            "background noise",
            {
                **{
                    phrase: f"Wind {force.title()}"
                    for force in _WINDS
                    for phrase in (f"background wind {force}", f"background {force} wind", f"{force} wind noise")
                },
                **_besides("Ocean Surf (Pacific)", "ocean surf", "surf", "ocean"),
                **_besides("White Water Stream", "stream"),
                **_besides("White Water Rapids", "rapids", "white water"),
                **_besides("Whisper", "whispering"),
                **_besides("Normal Voice", "voice", "talking"),
                **_besides("Small Group Conversation", "conversation", "small group", "small group talking"),
                **_besides("Loud Conversation", "loud voices"),
                **_besides("Shouting", "shouts"),
                **{
                    phrase: row
                    for row, kinds in WALKED_ON.items()
                    for phrase in (
                        f"background {row}",
                        *(f"walking on {kind}" for kind in kinds),
                        *(f"background {kind}" for kind in kinds),
                    )
                },
                **_besides("Urban House at Night", "urban house", "house at night"),
                **_besides("City Street at Night", "city street", "street at night"),
                **_besides("Air Conditioning in Building", "air conditioning"),
                **_besides("Outdoor Crickets", "crickets"),
                **_besides("In House off Busy Street", "house off busy street"),
                **_besides("In a Jet Aircraft", "in jet aircraft", "jet aircraft", "in jet", "aircraft"),
                **_besides("On a Busy Street", "on busy street", "busy street"),
            },
        ),
        Phrase(
            "attention",
            {
                **_all("Sleeping", "asleep"),
                **_all("Critically Preoccupied"),
                **_all("Preoccupied", "busy"),
                **_all("Normal Alert", "alert", "normal"),
                **_all("Expecting Alarm", "expecting", "expects alarm"),
                **_all("Focused Attention", "focused", "listening closely"),
            },
        ),
        Phrase("fired", _all("Fired Weapon Recently", "fired recently", "has fired recently")),
        Phrase("amplifier", _all("Using Directional Sound Amp.", "sound amplifier", "directional sound amplifier")),
        Phrase("suit", _all("In Power Armor", "power armor")),
        *_COMMON,
    )
)


ISOLATED = frozenset(
    (
        *("Direct Line of Sight", "Through Brush", "Interior Wall / Door", "Light Exterior Wall / Door"),
        *("Medium Exterior Wall / Door", "Heavy Wall / Door", "Solid Cover (bunker)"),
    )
)
"""The rows of what can be between a noise and its listener."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A noise to listen for and its circumstances, as rows of the tables.

    `hexes` is the range as typed. `of` is the name or place that the noise comes from. `besides` are background noises.
    `listener` is everything about the listener.
    """

    noise: Noise
    pace: str
    continuous: bool
    another: bool
    hexes: int | None
    of: str
    ground: str
    between: tuple[str, ...]
    besides: tuple[str, ...]
    listener: tuple[str, ...]


def read(line: str, listener: Combatant, encounter: Encounter) -> Heard:
    """Return the noise and circumstances of the line.

    Raises Refusal for unknown words and for words that exclude each other.
    """
    first, *rest = (" ".join(part.split()) for part in line.split(","))
    first, of = _parted(_ARTICLES.sub("", first))
    conditions: list[str] = []
    for part in map(_without_idle_words, rest):
        match = _FROM.fullmatch(part)
        if match and not CONDITIONS.match(part.split())[0]:
            of = match[1]
        elif part:
            conditions.append(part)
    reading = CONDITIONS.read(", ".join(conditions))
    noise, common = _noise(first, listener, "silenced" in reading, encounter)
    everything = {**reading, **common}
    pace = str(everything.get("pace", NORMAL))
    if "pace" in everything and noise.table != ACTIONS:
        raise NoRule(
            "Only actions in the table can be done quietly, such as cocking a revolver. Name the noise without quietly."
        )
    if "ground" in everything and noise.row not in ON_THE_GROUND:
        raise NoRule("The ground counts only for movement and for falling things. Leave it out, or use walking on it.")
    lasting = str(everything.get("lasting", "continuous" if noise.row in CONTINUOUS else "single"))
    return Heard(
        noise,
        pace,
        lasting == "continuous",
        "another" in everything,
        number(everything, "hexes") if "hexes" in everything else None,
        of,
        str(everything.get("ground", "")),
        tuple(
            row
            for row in (
                str(everything.get("place", "")),
                *(row for row, _ in items(everything, "between")),
                str(everything.get("wind", "")),
            )
            if row
        ),
        tuple(dict.fromkeys(row for row, _ in items(everything, "besides"))),
        tuple(str(everything[key]) for key in ("attention", "fired", "amplifier", "suit") if key in everything),
    )


def _without_idle_words(part: str) -> str:
    return " ".join(_IDLE.sub("", _ARTICLES.sub("", part)).split())


def _parted(first: str) -> tuple[str, str]:
    """Return the noise and its place, if the place is typed with it: "dog bark at D7"."""
    noise, parted, of = first.partition(" from ")
    if not parted:
        noise, parted, of = first.partition(" at ")
    return (noise, of) if parted else (first, "")


def _noise(words: str, listener: Combatant, silenced: bool, encounter: Encounter) -> tuple[Noise, Reading]:
    """Return the noise, and the other words that are typed with it."""
    try:
        reading = NOISE.read(words)
    except BadSheet as bad:
        try:
            return noises.of_somebody(words, listener, silenced, encounter), {}
        except UnknownName:
            raise _unknown(bad) from None
    if "noise" not in reading:
        raise Refusal("Name the noise first: dog bark, footsteps, a shout, or a fighter's name.")
    table, _, row = str(reading["noise"]).partition("|")
    if "silenced" in reading or silenced:
        row = noises.SILENCED
    return Noise(table, row), {key: value for key, value in reading.items() if key != "noise"}


def _unknown(bad: BadSheet) -> UnknownName:
    problems = ("; ".join(bad.problems[:MOST_PROBLEMS]) or str(bad)).rstrip(".")
    return UnknownName(f"I know no such noise and no fighter of that name: {problems}.")
