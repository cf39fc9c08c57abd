"""The fights of `bench/flow.py`: who takes part, what each does by hand, and the same as a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.records.model import Encounter


@dataclass(frozen=True, slots=True)
class Tactic:
    """A fighter's actions: `first` once, one after the other, then `then` again and again (commands with `{who}` and
    `{foe}`, the nearest enemy).

    `plan` is the same as the lines of a plan. `again` are the plans once that has ended, the next if one is refused at
    once."""

    then: tuple[str, ...]
    plan: str
    first: tuple[str, ...] = ()
    again: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight: `opening` is typed first and not counted; tactics are by the beginning of a fighter's name.

    It lasts until the clock has this turn, or is decided. The goals are the most posts, commands and pings, by plans;
    `each_turn`: the posts are those of a turn."""

    title: str
    opening: tuple[str, ...]
    tactics: Mapping[str, Tactic]
    turns: int
    posts: float
    commands: float | None = None
    pings: float | None = None
    each_turn: bool = False

    def over(self, encounter: Encounter) -> bool:
        """Whether it has lasted long enough."""
        return encounter.clock.turn > self.turns


_LOOK = "else: stay and watch"
_SQUAD = (
    "GM: /encounter start ruleset: phoenix-advanced title: The depot",
    "GM: /encounter map size: 40x24 walls: T1 T2 T23 T24",
    "GM: /combatant add name: Trent owner: @Ann at: F5 side: Squad sheet: {squad}",
    "GM: /combatant add name: Axly owner: @Ann at: F11 side: Squad sheet: {squad}",
    "GM: /combatant add name: Donovan owner: @Ben at: F17 side: Squad sheet: {squad}",
    "GM: /combatant add name: Guard count: 3 at: AF5 AF11 AF17 side: Guards sheet: {guards}",
)
_SOLDIERS = {
    "squad": "skill 2, STR 13, INT 11, WIL 12, HLT 12, AGI 10, M16A1, 6 magazines, firing over cover, facing east",
    "guards": "green, AKM 47, 6 magazines, firing over cover, facing west",
}
_FIRE = "/fire target: {foe} aim: 4 who: {who}"
_PLANNED_FIRE = "; ".join(["fire at nearest aim 4"] * 24)
_RELOAD = "when empty: reload"
_COVER = "fire over cover"
_STANDS_PLAN = f"{_RELOAD}; when hit: duck; {_PLANNED_FIRE}; {_LOOK}"
_STANDS = Tactic(
    (_FIRE, "/reload who: {who}", f"/act what: {_COVER} who: {{who}}"),
    _STANDS_PLAN,
    again=(f"{_RELOAD}; act {_COVER}; {_PLANNED_FIRE}; {_LOOK}", _STANDS_PLAN),
)
_RUNS = Tactic(
    _STANDS.then,
    f"{_RELOAD}; when hit: duck; move to H10 facing east; {_PLANNED_FIRE}; {_LOOK}",
    ("/move to: H10 how: facing east who: {who}",),
    _STANDS.again,
)
_PHOENIX = {"Trent": _STANDS, "Axly": _RUNS, "Donovan": _STANDS, "Guard": _STANDS}


def _phoenix(title: str, phases: int, posts: int, commands: int, pings: int | None) -> Fight:
    opening = tuple(line.format(**_SOLDIERS) for line in _SQUAD)
    return Fight(title, opening, _PHOENIX, phases, posts, commands, pings)


_MARINE = Tactic(
    ("/fire target: {foe} aim: 1 who: {who}", "/reload who: {who}"),
    "when empty: reload; move 1 nearer; else: fire at nearest aim 1",
    ("/move to: one square nearer who: {who}",),
    ("when empty: reload; else: fire at nearest aim 1",),
)
_ALIEN = Tactic(
    ("/move to: 3 squares nearer who: {who}", "/act what: claws at {foe} who: {who}"),
    "when anyone within 1: act claws at them; else: move 3 nearer",
)
_ALIENS = (
    "GM: /encounter start ruleset: aliens title: Sub-level 3",
    "GM: /encounter map size: 30x12",
    "GM: /combatant add name: Apone owner: @Ann at: B3 side: Marines sheet: rifleman",
    "GM: /combatant add name: Hicks owner: @Ann at: B5 side: Marines sheet: rifleman",
    "GM: /combatant add name: Drake owner: @Ben at: B7 side: Marines sheet: rifleman",
    "GM: /combatant add name: Hudson owner: @Ben at: B9 side: Marines sheet: rifleman",
    "GM: /combatant add sheet: alien count: 8 at: V2 V3 V4 V5 V6 V7 V8 V9 side: Aliens",
)
_FIGURE = Tactic(
    ("/fire target: {foe} who: {who}", "/move to: one square nearer who: {who}"),
    "move 1 nearer; else: fire at nearest",
    ("/move to: one square nearer who: {who}",),
    ("else: fire at nearest",),
)
_SPACE_MARINES = (
    "GM: /encounter start ruleset: space_marines title: The hive",
    "GM: /encounter map size: 24x12",
    "GM: /combatant add name: Sarge owner: @Ann at: B3 side: Marines sheet: Marine leader, rifle, grenade",
    "GM: /combatant add name: Rookie owner: @Ann at: B5 side: Marines sheet: Marine, rifle",
    "GM: /combatant add name: Gunner owner: @Ben at: B7 side: Marines sheet: Marine, smart gun",
    "GM: /combatant add name: Torch owner: @Ben at: B9 side: Marines sheet: Marine, rifle",
    "GM: /combatant add sheet: Bug Warrior count: 6 at: N2 N3 N5 N7 N9 N10 side: Bugs",
)
FIGHTS = (
    _phoenix("Phoenix Command, 12 impulses", 3, 8, 12, 4),
    _phoenix("Phoenix Command, a minute", 30, 40, 60, None),
    Fight("Aliens, a turn", _ALIENS, {"Alien": _ALIEN, "": _MARINE}, 3, 3, each_turn=True),
    Fight("Space Marines, a turn", _SPACE_MARINES, {"": _FIGURE}, 3, 3, each_turn=True),
)
IDLE = (
    "GM: /encounter start ruleset: phoenix-advanced title: The depot",
    "GM: /encounter map size: 40x24",
    "GM: /combatant add name: Trent owner: @Ann at: B5 side: Squad sheet: {squad}",
    "GM: /combatant add name: Axly owner: @Ann at: B11 side: Squad sheet: {squad}",
    "GM: /combatant add name: Donovan owner: @Ben at: B17 side: Squad sheet: {squad}",
    "GM: /combatant add name: Guard count: 3 at: AJ5 AJ11 AJ17 side: Guards sheet: {guards}",
)
"""Six fighters with nothing to do."""


def idle_opening() -> tuple[str, ...]:
    """The lines typed before the idle impulse."""
    return tuple(line.format(**_SOLDIERS) for line in IDLE)
