"""Fights at random by chapter 5, the Tournament Rules and scenario 2: any of their switches, their acts and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.books.ruleset import Option
from rules.engine.records.agenda import Question
from rules.engine.records.model import BattleMap
from rules.engine.records.orders import (
    Act,
    Adjust,
    Aim,
    Answer,
    Attack,
    Burst,
    Chart,
    Duck,
    Fire,
    Move,
    Muster,
    Next,
    Start,
    Switch,
    Target,
    Throw,
)
from rules.engine.records.records import Order
from rules.grid import hexes
from rules.phoenix.basics import switches
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.turn import special_acts
from rules.words.places import Place
from tests.rules.phoenix.at_random import CHANGES, STATES, AdvancedPlay

CHAPTER_5 = tuple(
    option for option in switches.OPTIONS.values() if option.group in ("the Optional Rules", "the Tournament Rules")
)
ACTS = (
    "plan", "plan to take the house", "order {} to advance", "leave the field", "force the door", "force the window",
    "see whether {} is armed", "tell {} to freeze", "tell {} to freeze", "tell {} to drop"
        " their weapon", "lead {} to C4",
    "resist", "watch 240 degrees", "watch 300", "watch all around", "watch ahead", "listen for {}, 6 hexes",
    "listen for dog bark, 6 hexes, light exterior wall", "listen for gunfire, continuous, 50 hexes",
    "listen for footsteps on gravel, 4 hexes",
    "quietly open the door", "quietly reload", "spot {}", "spot {} at 10 hexes", "spot {} 40", "roll over", "charge",
    "go to the aid of {}", "rally", "rally {}", "pin D4", "pin {}", "pin the window", "unpin", "hold fire",
    "cock the hammer", "firing stance", "lower the weapon", "duck back", "look over cover", "kneel", "stand up",
    "pick up the weapon", "turn to {}", "put the weapon down", "aware of {}", "unaware of {}",
)  # fmt: skip
PRESETS = ("phoenix-optional",) * 3 + ("phoenix-basic", "phoenix-advanced", "phoenix-tournament")
BOUGHT = (
    "STR 10, INT 10, WIL 8, HLT 10, AGI 8, skill 3, AKM 47",
    "STR 6, INT 6, WIL 6, HLT 6, AGI 6, skill 5, heavy flexible armor, M16A1, 2 magazines",
    "STR 12, INT 10, WIL 10, HLT 6, AGI 6, skill 4, M92F",
)
"""Those who cost no more than 58 points."""
FIGHTERS = (
    "SAL 16, CA 12, ISF 26, KV 60, M92F, M16, exposed",
    "SAL 12, CA 20, ISF 21, KV 30, M249 Minimi, AKM 47",
    "skill 10, STR 14, INT 14, WIL 14, HLT 14, AGI 14, M16, 2 M 67",
    "SAL 20, CA 24, ISF 24, KV 90, FR F2, M92F",
    "skill 6, INT 12, WIL 12, HLT 12, STR 12, AGI 12, M870 Shot, KV 45",
    "elite, Uzi, M79, firing over cover",
)
CAUGHT = ("duck ask", "duck when fired upon", "kneeling", "prone", "drugged", "unspotted", "armor 16")
WORDS = ("cover fire", "cover fire, arc 3", "cover fire, hip", "double action", "cocked", "cocked, body", "unaware")
SET_RIGHT = (
    *CHANGES, "broken", "fleeing", "surrendered", "taking cover", "steady", "low prone", "frozen", "disarmed",
    "prisoner", "set free", "on balance", "hands free", "charging", "points 3", "plan 3",
    "no plan", "no pin", "no last shot", "has not listened", "has spotted Ann",
    "has not spotted Guard", "watches 300", "hip, watches 240", "cocked", "uncocked", "stunned",
    "stunned for 3", "dazed for 2",
    "disoriented", "disoriented for 5", "knocked down", "off balance 3", "adrenalin rush",
    "ISF 21, CA 5", "KV 60", "alive, awake, heal all", "alive, awake, heal all, KV 40",
)  # fmt: skip


AGAIN = "alive, awake, heal all, exposed, standing, spotted, actions left 6"


class OptionalPlay(AdvancedPlay):
    """People who know chapter 5: by all of it, or by any of its switches on top of the Basic Game or the Advanced
    Rules, some of them turned in mid-fight."""

    preset = "phoenix-optional"
    states: Sequence[str] = (
        *STATES,
        "behind interior wood door",
        "hip",
        "hip, ISF 21",
        "ISF 21",
        "ISF 8",
        "CA 12",
        "CA 20",
        "KV 60",
        "INT 20",
    )
    hows: Sequence[str] = (*AdvancedPlay.hows, *WORDS)
    sensible_hows: Sequence[str] = (*AdvancedPlay.sensible_hows, *WORDS)

    def opening(self) -> list[Order]:
        """As any, or two sides that face each other; by all of chapter 5 or by some of it."""
        self.preset = self.random.choice(PRESETS)
        orders: list[Order] = [Start("e1", "At random", "phoenix", self.preset, "gm", "0" * 64)]
        few = self.number(0, 3) if self.preset == "phoenix-optional" else self.number(1, 6)
        orders += [self.switch() for _ in range(few)]
        if self.random.random() < 0.7:
            orders += [Switch(name, "off") for name in (switches.INITIATIVE, switches.SPOTTING)]
        if self.random.random() < 0.2:
            return [*orders, *super(AdvancedPlay, self).opening()[1:]]
        if mapped := self.random.random() < 0.7:
            orders.append(
                Chart(BattleMap(9, 9, frozenset(Place(self.number(1, 9), 5) for _ in range(self.number(0, 4)))))
            )
        set_to = {order.name: order.value for order in orders if isinstance(order, Switch)}
        bought = set_to.get(switches.TOURNAMENT, "") == switches.ON or self.preset == "phoenix-tournament"
        return orders + [self.fighter(n, mapped, bought) for n in range(6)]

    def fighter(self, n: int, mapped: bool, bought: bool) -> Muster:
        """One of two sides, quick enough to do something; in a tournament one of those who can be paid for."""
        line = self.random.choice(BOUGHT if bought else FIGHTERS)
        red = n % 2 == 0
        if not bought:
            line = self.random.choice((line, line, f"{line}, {self.random.choice(CAUGHT)}"))
        profile = self.book.profile(f"{line}, facing {180 if red else 0}", {})
        place = Place(2 + n, 2 if red else 8)
        return Muster(profile, f"{'Red' if red else 'Blue'} {n}", "Red" if red else "Blue", "100", 1, (place,) * mapped)

    def newcomer(self) -> Muster:
        """As any; in a tournament mostly somebody who can be paid for."""
        one = super().newcomer()
        bought = self.preset == "phoenix-tournament" or switches.on(self.encounter, switches.TOURNAMENT)
        if bought and self.random.random() < 0.8:
            one = replace(one, profile=self.book.profile(self.random.choice(BOUGHT), {}))
        return one

    def switch(self) -> Order:
        """Mostly a switch of chapter 5."""
        option: Option = self.random.choice(CHAPTER_5 if self.random.random() < 0.8 else (*self.book.options.values(),))
        return Switch(option.name, self.random.choice(option.values))

    def table_work(self) -> Order:
        return self.switch() if self.random.random() < 0.4 else super().table_work()

    def anything(self) -> Order:
        """Questions are answered, people shoot at each other, and whoever is out of it is set right; else anything."""
        asked = [item for item in self.encounter.agenda if isinstance(item, Question)]
        if asked and self.random.random() < 0.6:
            question = self.random.choice(asked)
            return Answer(question.to, self.random.choice(question.choices))
        kind, people = self.random.random(), self.encounter.combatants
        out = [c.id for c in people if not c.present or soldier(c).out(self.encounter.clock) or soldier(c).nerve]
        if len(out) > len(people) // 3 and kind < 0.5:
            words = ", steady" if switches.on(self.encounter, switches.MORALE) else ""
            return Adjust(self.random.choice(out), AGAIN + words)
        up = self.book.awaited(self.encounter)
        if kind < 0.35 and up:
            return self.shot(self.random.choice(up))
        if kind < 0.65:
            return self.special()
        if kind < 0.73 or (not up and kind < 0.85):
            return self.next()
        return super().anything()

    def shot(self, actor: str) -> Order:
        """At an enemy; whoever needs a Course of Action has it."""
        by = self.encounter.combatant(actor)
        if switches.on(self.encounter, switches.INITIATIVE) and soldier(by).plan is None and self.random.random() < 0.5:
            return self.random.choice((Act(actor, "plan"), Adjust(actor, "plan 9")))
        others = [c.id for c in self.encounter.combatants if c.present and c.id != actor and c.side != by.side]
        at = self.random.choice(others or [actor])
        if switches.on(self.encounter, switches.MORALE) and self.random.random() < 0.15:
            return Adjust(at, "broken")
        if switches.on(self.encounter, switches.PINNING) and self.random.random() < 0.2:
            return Act(actor, f"pin {self.place()}")
        far = None if self.encounter.battle_map else self.random.choice((2, 5, 10))
        armed = by.holding.weapon if by.holding else None
        bursts = isinstance(armed, Gun) and armed.rate.automatic
        verb: type[Attack] = self.random.choice((Fire, Fire, Aim, Burst, Burst) if bursts else (Fire, Fire, Fire, Aim))
        if armed and by.holding and by.holding.ammunition and not by.holding.ammunition.loaded:
            return Adjust(actor, "loaded 7")
        how = self.random.choice(("", "", "", *self.book.words_for(verb, self.encounter)))
        aim, mod = self.random.choice((None, 1, 1, 2, 4)), self.random.choice(("", "", "+5", "+15", "-5"))
        return verb(actor, (Target(at),), aim=aim, range=far, how=how, mod=mod)

    def special(self) -> Order:
        """One of the acts of chapter 5, of those that are suggested or of all; cover fire; words for them."""
        up = self.book.awaited(self.encounter)
        actor = self.random.choice(up) if up and self.random.random() < 0.9 else self.someone()
        kind = self.random.random()
        if kind < 0.4 and any(c.id == actor for c in self.encounter.combatants):
            acts = [name for name, _ in special_acts.acts(self.encounter, actor, self.book.book)]
            return Act(actor, self.random.choice(acts).replace("pin D7", f"pin {self.place()}"))
        if kind < 0.65:
            names = [c.name for c in self.encounter.combatants] or ["nobody"]
            what = self.random.choice(ACTS).format(self.random.choice(names))
            return Act(actor, what, self.random.choice((None, None, None, 0, 1, 3, -1)))
        if kind < 0.8:
            verb: type[Attack] = self.random.choice((Fire, Burst, Burst, Aim, Throw))
            targets = self.random.choice(((Target(place=self.place()),), (self.target(),)))
            return verb(actor, targets, range=self.random.choice((None, None, 10)), how=self.random.choice(WORDS))
        if kind < 0.9:
            return Move(actor, self.place(), how=self.random.choice(("", "", "into cover", "quietly", "running")))
        return Duck(actor, self.random.choice(("", "when fired upon", "ask")))

    def adjust(self) -> Order:
        changes = self.random.sample(SET_RIGHT, self.random.choice((1, 1, 1, 2)))
        return Adjust(self.someone(), ", ".join(changes))

    def place(self) -> Place:
        """Return a place at which something is likely to happen: with a fighter, or one they watch, or beside them."""
        people = self.encounter.combatants
        known = [c.place for c in people if c.place]
        known += [pin.place for c in people if (pin := soldier(c).pin) and pin.place]
        if not known or self.random.random() < 0.4:
            return super().place()
        near = self.random.choice(known)
        return self.random.choice(hexes.neighbours(near))

    def next(self) -> Order:
        kind = self.random.random()
        return (
            Next() if kind < 0.9 else Next(self.random.choice((1, 2, 5, 60, 3_600))) if kind < 0.99 else super().next()
        )
