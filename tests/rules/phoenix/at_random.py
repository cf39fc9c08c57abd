"""Encounters of Phoenix Command at random, and orders of every kind in them: `Play` draws both from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.engine.conduct.conduct import UNOPENED
from rules.engine.records.agenda import Question
from rules.engine.records.errors import Refusal
from rules.engine.records.model import BattleMap, Combatant, Encounter
from rules.engine.records.orders import (
    Act,
    Adjust,
    Aim,
    Answer,
    Attack,
    Burst,
    Chart,
    Dismiss,
    Duck,
    Fire,
    Handover,
    Heal,
    Move,
    Muster,
    Next,
    Pass,
    Reload,
    Rename,
    Start,
    Switch,
    Target,
    Throw,
)
from rules.engine.records.records import Order
from rules.engine.scene.dice import Dice, SeededDice
from rules.engine.scene.scene import Part, Scene
from rules.phoenix.basics.arms import Arm, Grenade, Shotgun
from rules.phoenix.basics.soldier import soldier
from rules.words.places import MOST, Place
from tests.reading import resolve
from tests.rules.phoenix.skirmish import phoenix

NONSENSE = (
    "?", "x" * 201, "\u200b", "@everyone", "**", "🔥", "-3", "9" * 40, "a, b", "hip hip", "\x00", "'\"`", "%s{}", "—",
    "head", "burst of 3", "AP", "SAL 5", "smoke, hex, sweep", "running running", "None", "Place(1, 1)",
)  # fmt: skip
PEOPLE = (
    "skill 8, STR 16, INT 13, WIL 12, HLT 12", "line", "elite", "armored green", "militia", "untrained", "skill 0",
    "rolled, skill 5", "skill 20, STR 21, INT 21, WIL 21, HLT 21, AGI 21", "skill 3, HLT 1, WIL 1, STR 3, AGI 3",
    "SAL 12", "CA 8, SAL 14, KV 20", "CA 24, SAL 26", "CA 1, SAL 3, KV 1", "KV 5", "standing", "SAL 10, KV 200",
)  # fmt: skip
STATES = (
    "kneeling", "prone", "exposed", "firing over cover", "looking around cover", "hidden", "dug in", "helm 8",
    "armor 16", "visor", "limbs 2", "armor 60", "drugged", "unspotted", "duck ask", "duck when fired upon", "hip",
    "facing 90", "facing north", "vehicle 16", "moving", "duck ask", "duck ask",
)  # fmt: skip
CHANGES = (
    "prone", "hidden", "exposed", "facing 60", "armor 10", "PD 120", "PD 1", "PD 0", "PD 90000", "heal all", "awake",
    "unconscious", "unconscious for 3", "dead", "alive", "alive, awake", "gone", "loaded 0", "loaded 1", "loaded 5",
    "spares 1", "unlimited", "at C4", "at Z99", "off the map", "no aim", "bolt not worked", "bolt worked",
    "weapon broken", "weapon repaired", "weapon 1", "weapon 2", "CA 4", "CA 24", "CA 0", "KV 10", "SAL 20", "HLT 3",
    "duck ask", "duck when fired upon", "AP", "not spotted", "spotted", "dead, PD 3", "drugged", "vehicle 20",
)  # fmt: skip
HOWS = (
    "hip", "firing stance", "called shot", "smoke with ultrasonics", "hex", "window", "door", "sweep", "exposed",
    "moving", "target moving", "firing over cover", "sweep, hip", "called shot, smoke", "hip, window",
)  # fmt: skip
MODS = ("-3 smoke", "+2", "-30", "+30 luck", "0", "-1 rain, +2 tripod", "31", "3 3", "luck")
GAITS = ("running", "low crouch", "hands and knees", "backward", "uphill", "into cover", "facing north", "facing 90",
         "running, uphill", "low crouch, into cover", "facing A1")  # fmt: skip
DUCKS = ("", "", "back behind cover", "never", "when fired upon", "ask", "ask")
CARE = ("first aid", "aid station", "field hospital", "trauma center 13", "trauma center 1990", "leave", "",
        "first aid 30 seconds", "first aid, cost 6", "trauma center 18 2 hours")  # fmt: skip
LOADS = ("", "", "FMJ", "AP", "JHP", "HE", "HEAT", "Slug", "Shot", "1", "3", "2 AP", "99")
TIMES = (*(0,) * 40, 1, 2, 5, 60, 3_600, 86_400, 30 * 86_400, 10 * 365 * 86_400, -1, 2**53)
DEEDS = ("kneel", "stand", "go prone", "turn around", "turn to north", "turn left", "face A1", "look over cover",
         "duck back", "step out", "firing stance", "lower the weapon", "work the bolt", "unload", "hold still",
         "dances", "opens the door", "turn to 90 degrees", "fire over cover")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tried:
    """One order, the encounter it was given in, and what came of it: its parts, or why not."""

    before: Encounter
    order: Order
    parts: tuple[Part, ...]
    refused: Exception | None = None


class Play:
    """A fight at random: the same seed, the same fight."""

    preset = "phoenix-basic"
    states: Sequence[str] = STATES
    hows: Sequence[str] = HOWS
    sensible_hows: Sequence[str] = ("", "", "", "hip", "called shot")
    gaits: Sequence[str] = GAITS

    resolve = staticmethod(resolve)
    """Gives the parts with names in their texts; as they are stored, by `conduct.resolve`."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.dice: Dice = SeededDice(seed)
        self.book = phoenix()
        self.encounter: Encounter = UNOPENED
        self.acts: Sequence[str] = ()

    def steps(self, count: int) -> list[Tried]:
        """The beginning, and so many orders after it."""
        done = [self.give(order) for order in self.opening()]
        self.acts = [name for name, _ in self.book.acts(self.encounter, "")]
        return done + [self.give(self.anything()) for _ in range(count)]

    def give(self, order: Order) -> Tried:
        """Carry an order out, or not; any other exception than a Refusal goes through."""
        before = self.encounter
        try:
            parts = self.resolve(order, Scene(before, self.dice), self.book)
        except Refusal as refusal:
            return Tried(before, order, (), refusal)
        self.encounter = parts[-1].encounter
        return Tried(before, order, parts)

    def opening(self) -> list[Order]:
        """An encounter, perhaps with a map, and a few people of any kind with any weapons."""
        orders: list[Order] = [Start("e1", "At random", "phoenix", self.preset, "gm", "0" * 64)]
        if self.random.random() < 0.7:
            size = self.random.choice(((4, 4), (9, 9), (20, 12), (60, 40)))
            walls = frozenset(Place(self.number(1, size[0]), self.number(1, size[1])) for _ in range(self.number(0, 9)))
            orders.append(Chart(BattleMap(*size, walls)))
        return orders + [self.newcomer() for _ in range(self.number(2, 7))]

    def newcomer(self) -> Muster:
        """Somebody, or a few of a kind."""
        arms = [self.weapon_of_any_group() for _ in range(self.number(0, 3))]
        arms = arms or self.random.sample(("M16", "M249 Minimi", "M79", "M 67", "FR F2", "Remington M870"), 2)
        who = PEOPLE[self.number(0, 2)] if self.random.random() < 0.5 else self.random.choice(PEOPLE)
        line = [who, *map(self.carried, arms), *self.random.sample(self.states, self.number(0, 4))]
        count = self.random.choice((1, 1, 1, 1, 3))
        try:
            profile = self.book.profile(", ".join(line), {})
        except Refusal:
            profile = self.book.profile("SAL 12, CA 8, KV 20, M16", {})
        taken = {c.place for c in self.encounter.combatants}
        places = tuple(p for p in (self.place() for _ in range(count)) if p not in taken)
        places = places if self.random.random() < 0.7 else ()
        name = self.random.choice(("Ann", "Ben", "Guard", "Trent", "*Axly*"))
        owner = self.random.choice((None, "100", "101"))
        return Muster(profile, name, self.random.choice(("", "Red", "Blue")), owner, count, places)

    def weapon_of_any_group(self) -> str:
        """A weapon, each group of them as likely as the others."""
        group = self.random.choice(sorted({arm.group for arm in self.book.book.arms.values()}))
        return self.random.choice([name for name, arm in self.book.book.arms.items() if arm.group == group])

    def carried(self, name: str) -> str:
        """A weapon with its rounds as a sheet line has it, one that it may not read among them."""
        arm: Arm = self.book.book.arms[name]
        if arm.group == "grenades":
            return f"{self.number(1, 4)} {name}"
        said = self.random.choice(("", "", "", " spares 0", " spares 1", " spares 3", " loaded 1", " loaded 0", " AP",
                                   " unlimited", " loaded 2 spares 1"))  # fmt: skip
        return name + said

    def anything(self) -> Order:
        """Any order at all, what players mostly order most often."""
        kinds: tuple[tuple[int, Callable[[], Order]], ...] = (
            (14, self.attack), (40, self.sensible), (18, self.next), (6, self.reload), (6, self.move), (8, self.act),
            (6, self.duck), (4, self.heal), (1, self.answer), (8, self.adjust), (2, self.pass_), (2, self.table_work),
            (1, self.newcomer),
        )  # fmt: skip
        if any(isinstance(m, Question) for m in self.encounter.agenda) and self.random.random() < 0.4:
            return self.answer()
        [make] = self.random.choices([make for _, make in kinds], [weight for weight, _ in kinds])
        return make()

    def sensible(self) -> Order:
        """Return a sensible order of somebody who wants to win: come up, load, shoot, care."""
        up = self.book.awaited(self.encounter)
        if not up:
            return Next()
        actor = self.encounter.combatant(self.random.choice(up))
        others = [c for c in self.encounter.combatants if c.present and c is not actor]
        holding = actor.holding
        if soldier(actor).exposure == "hidden":
            return Act(actor.id, "fire over cover")
        if not others or holding is None:
            return Pass(actor.id)
        if holding.ammunition and not holding.ammunition.loaded:
            return Reload(actor.id)
        wounded = [c for c in others if soldier(c).wounds]
        if wounded and self.random.random() < 0.2:
            return Heal(actor.id, (Target(self.random.choice(wounded).id),), self.random.choice(CARE[:7]))
        verb: type[Attack] = self.random.choice((Fire, Fire, Burst, Aim))
        verb = Throw if isinstance(holding.weapon, Grenade) else verb
        how = self.random.choice(self.sensible_hows)
        at = Target(self.random.choice(others).id)
        return verb(actor.id, (at,), range=self.random.choice((None, None, 5, 20)), how=how)

    def attack(self) -> Order:
        """Any of the verbs that take the options of an attack, with any of them."""
        verb: type[Attack] = self.random.choice((Aim, Fire, Fire, Burst, Burst, Throw))
        actor = self.someone()
        targets = tuple(self.target() for _ in range(self.random.choice((1, 1, 1, 1, 1, 2, 3, 0))))
        aim = self.random.choice((None, None, None, 1, 2, 3, 4, 6, 11, 12, 13, 0, -1, 2**40))
        hexes = self.random.choice((None, None, None, 1, 2, 5, 10, 40, 45, 46, 100, 299, 300, 301, 0, -5, 2**40))
        how = self.words(self.hows) if self.random.random() < 0.4 else ""
        mod = self.words(MODS) if self.random.random() < 0.2 else ""
        return verb(actor, targets, aim, self.weapon(actor), hexes, how, mod)

    def target(self) -> Target:
        """A combatant, a place, or somebody described on the spot."""
        kind = self.random.random()
        if kind < 0.7:
            return Target(self.someone())
        if kind < 0.9:
            return Target(place=self.place())
        return Target(
            profile=self.book.profile(self.random.choice(("in the open", "KV 5, armor 4", "prone, KV 20")), {})
        )

    def next(self) -> Order:
        return Next(self.random.choice(TIMES))

    def reload(self) -> Order:
        actor = self.someone()
        return Reload(actor, self.weapon(actor), self.words(LOADS))

    def move(self) -> Order:
        cost = self.random.choice((None, None, None, 0, 1, 5, 1000, 1001, -1))
        return Move(self.someone(), self.place(), cost, self.words(self.gaits) if self.random.random() < 0.5 else "")

    def act(self) -> Order:
        what = self.random.choice(self.acts) if self.acts and self.random.random() < 0.4 else self.words(DEEDS)
        return Act(self.someone(), what, self.random.choice((None, None, None, 0, 1, 3, 50, 1001, -1)))

    def duck(self) -> Order:
        return Duck(self.someone(), self.words(DUCKS))

    def heal(self) -> Order:
        targets = tuple(self.target() for _ in range(self.random.choice((0, 1, 1, 1, 2))))
        return Heal(self.someone(), targets, self.words(CARE))

    def answer(self) -> Order:
        asked = [m.to for m in self.encounter.agenda if isinstance(m, Question)] or [self.someone()]
        return Answer(self.random.choice(asked), self.random.choice(("duck", "stay", "stay", "yes", "")))

    def adjust(self) -> Order:
        changes = self.random.sample(CHANGES, self.random.choice((1, 1, 1, 2, 3)))
        return Adjust(
            self.someone(), self.random.choice((", ".join(changes), ", ".join(changes), self.words(self.states)))
        )

    def pass_(self) -> Order:
        return Pass(self.someone())

    def table_work(self) -> Order:
        """Return an order of the GM's at the table."""
        makers: tuple[Callable[[], Order], ...] = (
            lambda: Dismiss(self.someone()),
            lambda: Handover(self.someone(), self.random.choice((None, "100", "101"))),
            lambda: Rename(self.someone(), self.random.choice(("Cole", "*b*", "Ann", "x" * 41)), "Red"),
            self.switch,
            lambda: Chart(BattleMap(self.number(1, 15), self.number(1, 15), frozenset({self.place()}))),
        )
        return self.random.choice(makers)()

    def switch(self) -> Order:
        """One of few switches, and one that there is not."""
        return Switch(self.random.choice(("modifiers", "next", "luck")), self.random.choice(("on", "off", "gm")))

    def someone(self) -> str:
        """The id of somebody who takes part; now and then of nobody."""
        ids = [c.id for c in self.encounter.combatants]
        return self.random.choice(ids) if ids and self.random.random() < 0.97 else "c99"

    def weapon(self, actor: str) -> str:
        """Return the weapon in hand mostly; else something that the fighter carries, or not."""
        if self.random.random() < 0.6:
            return ""
        mine: Combatant | None = next((c for c in self.encounter.combatants if c.id == actor), None)
        if mine and mine.carried and self.random.random() < 0.8:
            return self.random.choice(mine.carried).weapon.name
        return self.random.choice((*sorted(self.book.book.arms)[::9], *NONSENSE))

    def place(self) -> Place:
        """A place, mostly on the map."""
        battle_map = self.encounter.battle_map or BattleMap(12, 12)
        if self.random.random() < 0.05:
            return Place(self.random.choice((60, MOST)), self.random.choice((1, MOST)))
        return Place(self.number(1, min(battle_map.width, 14)), self.number(1, min(battle_map.height, 14)))

    def words(self, sensible: Sequence[str]) -> str:
        return self.random.choice(sensible) if self.random.random() < 0.9 else self.random.choice(NONSENSE)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)


class AdvancedPlay(Play):
    """A fight by the Advanced Rules, with switches set at random and what they understand."""

    preset = "phoenix-advanced"
    states: Sequence[str] = (
        *STATES, "behind interior wood door", "cover PF 4", "behind brick wall 6 inch", "no cover", "shotgun spares 1",
    )  # fmt: skip
    hows: Sequence[str] = (
        *HOWS, "head", "body", "legs", "arc 1", "arc 3", "arc 20", "over 0.2", "head, hip", "speed 1", "target speed 2",
        "smoke", "fuse 2", "behind interior wood door", "cover PF 4", "sling", "bipod", "double action", "feet 3",
    )  # fmt: skip

    sensible_hows: Sequence[str] = ("", "", "", "hip", "body", "arc 2")

    def carried(self, name: str) -> str:
        """As any, but shotguns have shot."""
        return f"{name} Shot" if isinstance(self.book.book.arms[name], Shotgun) else super().carried(name)

    def weapon_of_any_group(self) -> str:
        """Shotguns and what explodes more often than else."""
        if self.random.random() < 0.7:
            return super().weapon_of_any_group()
        return self.random.choice(("Franchi SPAS 12", "Atchisson Assault 12", "M79", "M19", "M 67", "RGD 5"))

    def opening(self) -> list[Order]:
        """As any, with a few switches set."""
        first, *others = super().opening()
        return [first, *(self.switch() for _ in range(self.number(0, 4))), *others]

    def switch(self) -> Order:
        """Any of the switches, to any of its values."""
        option = self.random.choice([*self.book.options.values()])
        return Switch(option.name, self.random.choice(option.values))
