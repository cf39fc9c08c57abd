"""The list of acts besides fighting, found by any reasonable spelling.

It consists of table 7B, the Status Sheet's list, and a few acts that the rules mention elsewhere (2.2, 2.4, 2.5). Where
they differ, 7B counts (ruling O57).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from rules.engine.records.copies import replace
from rules.engine.records.errors import Ambiguous, UnknownName
from rules.engine.records.frozen import dataclass
from rules.phoenix.book import Book
from rules.phoenix.ground.acts import doors
from rules.phoenix.shooting.carrying.gear import GEAR, SLING_OFF, SLING_ON
from rules.tables.cells import INT
from rules.words.catalogue import find, normalized

STANCE, STANCE_OVER = "Assume a Firing Stance", "Assume a Firing Stance - Over or Around Cover"
HIP = "Assume a Hip Firing Stance - Over or Around Cover"
LOOK, DUCK_BACK = "Look Over or Around Cover", "Duck from a Firing Stance or from Looking"
KNEEL, STAND, PRONE = "Kneel", "Stand Up", "Go Prone"
STEP_OUT, LOWER, WORK, HOLD, TURN = (
    "Step Out of Cover",
    "Lower the Weapon",
    "Work the Bolt or Pump",
    "Hold Still",
    "Turn",
)
BRACE, COCK, UNLOAD = "Brace a Weapon", "Cock a Revolver or Pistol", "Unload a Weapon"
SELECTOR = "Safety or Fire Select Switch"
POLICE, BELT = "Draw a Pistol from a Police Holster", "Draw a Pistol from a Belt Holster"
SLUNG, PICK_UP = "Grab an Unheld Slung Weapon (slung across front of chest)", "Pick Up or Set Down a Weapon"
CONCEALED = "Concealed Holster (added)"
HAND_WEAPON = "Draw a Hand-to-Hand Weapon"
_FIXED = (
    *("Bayonet to Weapon", "Bipod", "Climbing Harness", "Folding Stock", "Optical Scope with Quick Release"),
    *("Pistol Shoulder Stock", "Silencer", "Tripod and Weapon"),
)
BOTH_HANDS = frozenset(
    (
        *(doors.OPEN_WINDOW, doors.CLOSE_WINDOW, "Link a Belt of Ammunition", "Load a Round into a Magazine"),
        *("Load a Charging Strip into a Magazine", UNLOAD, WORK),
        *(f"{item}: {way}" for item in _FIXED for way in ("In", "Out")),
    )
)
"""Acts that take both hands: the name of one contains it, and the others load a weapon or fix something to it or to the
fighter.
"""
_EQUIPMENT, _ACTIONS, _SHEET = "7b_equipment", "7b", "actions_basic"
_ARTICLES = frozenset(("a", "an", "the", "my", "his", "her", "their", "its", "some"))
_TURNS = (
    "60 - 120 Degree Facing Change",
    "60 Degree Facing Change in Firing Stance",
    "Change Facing by 1 or 2 Hexsides While Immobile",
)
_UNBARRING = ("unbar", "unbolt", "lift the bar of", "lift the bar from", "take the bar off", "remove the bar from")
_ALSO: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        STANCE: ("firing stance", "stance", "take a firing stance", "get ready to fire", "shoulder the weapon"),
        STANCE_OVER: ("fire over cover", "fire around cover", "firing over cover", "firing stance over cover"),
        HIP: ("hip stance", "hip firing stance", "hip stance over cover", "fire from the hip over cover"),
        LOOK: ("look", "peek", "peek over cover", "look around the corner", "peek around the corner", "look out"),
        DUCK_BACK: (
            *("duck back", "duck", "duck behind cover", "hide", "take cover", "go behind cover", "back behind cover"),
            *("get behind cover", "get out of sight", "go into cover"),
        ),
        KNEEL: (
            *("kneel down", "go kneeling", "get on one knee", "go from standing to kneeling"),
            "go from prone to kneeling",
        ),
        STAND: ("stand", "get up", "rise", "go from kneeling to standing", "go from prone to standing"),
        PRONE: (
            *("prone", "lie down", "lie", "drop prone", "drop to the ground", "hit the dirt", "get down"),
            *("go from standing to prone", "go from kneeling to prone"),
        ),
        STEP_OUT: (
            "step out",
            "step out around the corner",
            "come out",
            "leave cover",
            *(f"show {self}" for self in ("themselves", "himself", "herself")),
        ),
        LOWER: ("leave the firing stance", "drop the firing stance", "lower weapon"),
        WORK: (
            *("work the bolt", "work the pump", "bolt", "pump", "work the action", "chamber a round"),
            "rack the slide",
        ),
        HOLD: ("freeze", "stop", "halt", "wait", "stand still", "do nothing", "abort"),
        TURN: ("face", "change facing", *(name.lower() for name in _TURNS)),
        BRACE: ("brace", *(f"brace {whose} weapon" for whose in ("the", "their", "his", "her"))),
        COCK: ("cock", "cock the weapon", "cock the hammer"),
        UNLOAD: ("unload the gun", "unload the rifle", "unload the pistol"),
        SELECTOR: (
            *("safety", "safety on", "safety off", "selector", "fire selector"),
            *("switch to automatic", "switch to single shots", "set to automatic", "set to single"),
        ),
        PICK_UP: ("pick up a weapon", "set down a weapon", "put down the weapon", "drop the weapon"),
        SLUNG: ("grab a slung weapon", "grab the weapon"),
        BELT: ("draw a pistol", "draw the weapon", "draw from a hip holster"),
        HAND_WEAPON: ("draw a hand weapon", "draw a club"),
        SLING_ON: ("use the sling", "deploy the sling", "take up the sling", "put the arm in the sling"),
        SLING_OFF: ("let go of the sling", "leave the sling", "stow the sling"),
        "Pick up a Grenade or Small Object": ("pick up a grenade", "grab a grenade", "pick up an object"),
        "Take a Bullet or Magazine from a Pouch": ("take a magazine", "take out a magazine", "take a grenade"),
        doors.OPEN_WINDOW: ("open a window",),
        doors.BREAK: ("break a window", "break the glass", "break the glass of a window"),
        doors.KICK: ("kick the door in", "kick in the door", "kick the door open"),
        doors.CLOSE_DOOR: ("shut the door",),
        doors.CLOSE_WINDOW: ("close the window", "shut the window"),
        doors.UNBAR_DOOR: tuple(f"{words} door" for words in _UNBARRING),
        doors.UNBAR_WINDOW: tuple(f"{words} window" for words in _UNBARRING),
        "Get Out of a Trench or Foxhole": ("leave the trench", "leave the foxhole", "climb out of the foxhole"),
        "Load a Round into a Magazine": ("load a magazine", "load a magazine per round"),
    }
)
_COCKING = 2  # ruling O17
_SLINGING = "Slung Weapon over Shoulder"
_COSTS_BY_RULE: Mapping[str, int] = MappingProxyType({STEP_OUT: 1, LOWER: 0, HOLD: 0})
_WORDED: Mapping[str, str] = MappingProxyType(
    {
        KNEEL: "1 from standing, 2 from prone",
        STAND: "1 from kneeling, 3 from prone",
        PRONE: "2 from standing, 1 from kneeling",
        TURN: "1 for 1 or 2 hexsides, 2 for each in a Firing Stance",
        WORK: "the weapon’s Rate of Fire",
        UNLOAD: "the weapon’s Reload Time",
        COCK: "2 (ruling O17)",
    }
)
_OTHER_COMMANDS = re.compile(
    r"(?P<fire>fire|shoot|fire at .*|shoot .*)|(?P<aim>aim|aim at .*)|(?P<reload>reload.*)|(?P<throw>throw grenade.*)|"
    r"(?P<move>move.*|run|running.*|crawl.*|low crouch.*|hands and knees.*)|(?P<heal>heal.*|first aid.*|bandage.*)|"
    r"(?P<pass>pass|done)"
)
_ARMING = re.compile(r"(?:arm|prime) .+|pull (?:out )?(?:the )?pin.*")


@dataclass(frozen=True, slots=True)
class Source:
    """The cell of a cost: the table's id, the row and, if the table has columns, the column."""

    table: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActLine:
    """A line of the list. `cost` is None if it depends on the situation, which `words` then explain."""

    name: str
    cost: int | None
    words: str
    source: Source | None = None


def lines(book: Book) -> Iterator[ActLine]:
    """Yield every act on the list, the acts of the rules first."""
    yield ActLine(STANCE, book.tables.of(INT, _SHEET).lookup("", STANCE)[0], "2", Source(_SHEET, (STANCE,)))
    table = book.tables.worded(INT, _ACTIONS)
    for name in (KNEEL, STAND, PRONE, TURN, WORK):
        yield ActLine(name, None, _WORDED[name])
    for row in table.rows.labels:
        if row in (*_TURNS, CONCEALED) or row.startswith("Go from"):
            continue
        cost = table.lookup("", row)[0]
        cost = _COCKING if row == COCK else cost
        number = cost if isinstance(cost, int) else None
        line = ActLine(row, number, _WORDED.get(row, str(cost)), Source(_ACTIONS, (row,)))
        yield line
        yield from (replace(line, name=name) for name, like in doors.AS_OPENING.items() if like == row)
    for name, actions in _COSTS_BY_RULE.items():
        yield ActLine(name, actions, str(actions))
    sheet = book.tables.of(INT, _SHEET).lookup("", HAND_WEAPON)[0]
    yield ActLine(HAND_WEAPON, sheet, str(sheet), Source(_SHEET, (HAND_WEAPON,)))
    equipment = book.tables.of(INT, _EQUIPMENT)
    for item in equipment.rows.labels:
        for way in ("In", "Out"):
            actions = equipment.lookup("", item, way)[0] or 0
            source = Source(_EQUIPMENT, (item, way))
            yield ActLine(f"{item}: {way}", actions, str(actions), source)
            if item == _SLINGING:  # a ruling: 7B has no line for the sling as a support (4B)
                yield ActLine(SLING_ON if way == "In" else SLING_OFF, actions, str(actions), source)


def find_act(text: str, book: Book) -> ActLine:
    """Return the line that a player means. Raises UnknownName with the nearest, Ambiguous if several fit."""
    line = _cached(without_articles(text), book)
    if isinstance(line, UnknownName):
        raise line.with_traceback(None)
    return line


@lru_cache(maxsize=256)
def _cached(sought: str, book: Book) -> ActLine | UnknownName:
    """Return the cached result of `_find`, because a long act asks for it again in every impulse."""
    try:
        return _find(sought, book)
    except UnknownName as unknown:
        return type(unknown)(str(unknown), unknown.nearest)


def _find(sought: str, book: Book) -> ActLine:
    by_name = {line.name: line for line in lines(book)}
    if gear_line := _GEAR_ACTS.get(sought):
        return by_name[gear_line]
    bare = {without_articles(name): name for name in by_name}
    also = {without_articles(name): [without_articles(other) for other in _other_names(name)] for name in by_name}
    exactly = [name for name, others in also.items() if sought == name or sought in others]
    if len(exactly) == 1:
        return by_name[bare[exactly[0]]]
    try:
        return by_name[bare[find(sought, tuple(bare), "act", also=also)]]
    except Ambiguous:
        raise
    except UnknownName:
        first, _, rest = sought.partition(" ")
        for verb in (first.removesuffix("s"), first.removesuffix("es")):
            try:
                if verb and verb != first:
                    return by_name[bare[find(f"{verb} {rest}", tuple(bare), "act", also=also)]]
            except UnknownName:
                continue
        raise


def other_command(text: str) -> str:
    """Return the command that carries this out instead of `/act`, "" if there is none."""
    match = _OTHER_COMMANDS.fullmatch(without_articles(text))
    return f"/{match.lastgroup}" if match else ""


def arms(text: str) -> bool:
    """Return whether the words are to arm a grenade or a charge, which is part of its throw."""
    return _ARMING.fullmatch(without_articles(text)) is not None


@lru_cache(maxsize=1024)
def without_articles(text: str) -> str:
    """Return the words of a text without articles, for comparison."""
    return " ".join(word for word in normalized(text).split() if word not in _ARTICLES)


def _other_names(name: str) -> tuple[str, ...]:
    typed = tuple(words for words, line in _GEAR_ACTS.items() if line == name)
    item, _, way = name.rpartition(": ")
    if way not in ("In", "Out"):
        return (*_ALSO.get(name, ()), *typed)
    short = re.split(r" with | or | from | to | \(| over | and ", item)[0]
    if item.startswith("Bayonet to"):
        return ("fix bayonet", "attach bayonet") if way == "In" else ("unfix bayonet", "detach bayonet")
    if item.startswith("Bayonet or"):
        drawing = ("sheathe", "put away") if way == "In" else ("draw",)
        return tuple(f"{verb} {what}" for verb in drawing for what in ("bayonet", "knife"))
    verbs = {
        "In": ("put on", "fold", "stow", "sling", "put away", "attach"),
        "Out": ("take off", "get out of", "deploy", "unfold", "unsling", "remove", "drop", "detach"),
    }[way]
    last = short.split()[-1]
    return (
        *typed,
        *(f"{verb} {what}" for verb in verbs for what in dict.fromkeys((short, last, f"military {short}"))),
        *(f"{short} {suffix}" for suffix in (("in", "on") if way == "In" else ("out", "off"))),
    )


_GEAR_ACTS: Mapping[str, str] = MappingProxyType(
    {without_articles(words): name for gear in GEAR.values() for name, words in (gear.on, gear.off)}
)
"""The lines for gear by the words that refusals name; no other line takes these."""
