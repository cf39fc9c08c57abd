"""Situations of Aliens, Space Marines and Savage Worlds, by all their presets and switches."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.books.ruleset import Odds
from rules.engine.records.model import BattleMap, Encounter
from rules.engine.records.orders import Attack, Burst, Chart, Fire, Next, Target, Throw
from rules.savage.ruleset import load_savage
from rules.space_marines.figures import figure as marines
from rules.space_marines.switches import BAD_GUYS
from rules.tables.loader import DATA
from rules.words.places import Place
from tests.rules.chances.drawing import Drawing
from tests.rules.chances.situations import Attacked, Figure, figure
from tests.rules.space_marines.skirmish import book

SHOOTER, TARGET = "c1", "c2"
FIRE_MODES = (
    "",
    "single shot",
    "double tap",
    "three-round burst",
    "automatic",
    "automatic, 2 dice",
    "rapid 2",
    "rapid 4",
)
SAVAGE_MODS = ("", "", "-2 range", "+1 aim", "-4 dark")
SAVAGE_ARMS = load_savage(DATA / "savage").arms
MARINES_MODS = ("", "", "-1 dark", "+2 light")


class AliensDrawing(Drawing):
    """A Marine fires at one of some Aliens."""

    def attack(self) -> tuple[Attack, Attack] | None:
        luck = self.luck
        self.switch(2)
        apart, mapped = luck.randint(1, 10), luck.random() < 0.5
        here, there = (Place(1, 1), Place(1 + apart, 1)) if mapped else (None, None)
        if mapped:
            self.give(Chart(BattleMap(12, 3)))
        self.join("Marine", luck.choice(("apone", "rifleman")), "Marines", here)
        for nth in range(luck.randint(1, 3)):
            self.join(f"Alien {nth + 1}", "alien", "Aliens", there if not nth else None)
        aim = luck.choice((None, 1, 1, 2, 3))
        attack = Fire(SHOOTER, (Target(TARGET),), aim, "", None if mapped else apart)
        return attack, luck.choice((attack, replace(attack, aim=None)))

    def figures(self, odds: Odds, attack: Attack, question: Attack) -> tuple[Figure, ...]:
        cells = {row[0]: row[-1] for row in odds.rows}
        cell = cells.get(str(attack.aim or 1), "?")
        if odds.columns[-1] != "Chance" or cell == "?":
            return ()
        share = {"automatic": 1.0, "none": 0.0}.get(cell)
        share = float(cell.removesuffix("%")) / 100 if share is None else share
        return (Figure("Hit", share, share, _hits),)


class MarinesDrawing(Drawing):
    """A figure attacks another one of the other side with any of its weapons."""

    def attack(self) -> tuple[Attack, Attack] | None:
        luck, cards = self.luck, book().cards
        self.switch(3)
        apart, mapped = luck.choice((1, 1, 2, 4, 6, 8, 12)), luck.random() < 0.5
        here, there = (Place(1, 2), Place(1 + apart, 2)) if mapped else (None, None)
        if mapped:
            self.give(Chart(BattleMap(15, 4)))
        who = luck.choice([name for name, card in cards.items() if card.arms])
        whom = luck.choice([name for name, card in cards.items() if card.troop.camp != cards[who].troop.camp])
        hurt = luck.choice(("", "", ", wounds 1"))
        self.join(
            "Attacker", f"{who}{', leader' if cards[who].troop.command and luck.random() < 0.3 else ''}", "A", here
        )
        self.join("Victim", f"{whom}{hurt if cards[whom].troop.points > 1 else ''}", "B", there)
        if luck.random() < 0.3:
            self.join("Other", whom, "B", Place(there.column + 1, 3) if there else None)
        if cards[who].troop.camp == marines.BAD:
            self._let_bad_guys_act()
        arm = luck.choice(cards[who].arms)
        verb: type[Attack] = Throw if arm.thrown else luck.choice((Fire, Fire, Burst)) if arm.spread else Fire
        how = luck.choice(("", "1 dice", "2 dice")) if arm.by_die and verb is Fire else ""
        attack = verb(SHOOTER, (Target(TARGET),), luck.choice((None, None, 1, 2, 3)), arm.name,
                      None if mapped else apart, how, luck.choice(MARINES_MODS))  # fmt: skip
        return attack, luck.choice((attack, replace(attack, aim=None)))

    def figures(self, odds: Odds, attack: Attack, question: Attack) -> tuple[Figure, ...]:
        rows = [dict(zip(odds.columns, row, strict=True)) for row in odds.rows]
        if odds.columns[0] == "Aim":
            rows = [row for row in rows if row["Aim"] == str(attack.aim or 0)]
        elif odds.columns[0] != "Dice":
            return ()
        if not rows:
            return ()
        found = list[Figure]()
        row = rows[-1]
        if "Chance" in row:
            found.append(figure("Chance", row["Chance"], _first_hits, digits=0))
        if row["Wounds"] != "–":
            half, wounds = 0.0501, float(row["Wounds"])
            found.append(Figure("Wounds", wounds - half, wounds + half, _new_wounds, share=False))
        found.append(figure("Kill", row["Kill"], _kills, digits=0))
        return tuple(found)

    def _let_bad_guys_act(self) -> None:
        if self.encounter.settings.get(BAD_GUYS.name) != "people":
            self.set(BAD_GUYS.name, "people")
        self.give(Next())


class SavageDrawing(Drawing):
    """A shooter attacks one or two Extras in any fire mode."""

    def attack(self) -> tuple[Attack, Attack] | None:
        luck, arms = self.luck, SAVAGE_ARMS
        self.switch(1)
        arm = arms[luck.choice([*arms])]
        skill, nature = luck.choice(("d4", "d6", "d8", "d10", "d12", "d12+2")), luck.choice(("Wild Card", "Extra"))
        load = f"3 {arm.name}" if arm.thrown else arm.name
        self.join("Shooter", f"Shooting {skill}, {nature}, {load}", "A")
        number = luck.choice((1, 1, 2))
        for nth in range(number):
            self.join(f"Thug {nth + 1}", "Shooting d6, Extra, Pistol", "B")
        mode = "" if arm.thrown else luck.choice(FIRE_MODES)
        verb = Throw if arm.thrown else Burst if mode.startswith(("automatic", "rapid", "three")) else Fire
        how = ", ".join(filter(None, (mode, luck.choice(("", "", "TN 6")))))
        targets = tuple(Target(f"c{2 + nth}") for nth in range(number if verb is Burst else 1))
        attack = verb(SHOOTER, targets, None, "", None, how, luck.choice(SAVAGE_MODS))
        return attack, attack

    def figures(self, odds: Odds, attack: Attack, question: Attack) -> tuple[Figure, ...]:
        if len(odds.rows) > 1 and not odds.rows[0][0].startswith("Single"):
            return ()
        row = dict(zip(odds.columns, odds.rows[0], strict=True))
        counts = {"Hit": _hits, "Raise": _raises, "Token": _loses_token}
        return tuple(figure(name, row[name], counts[name]) for name in counts if name in row)


def _hits(attacked: Attacked) -> bool:
    return attacked.result.resolution.verdict == "hit"


def _first_hits(attacked: Attacked) -> bool:
    """Return whether the first attack of an order hits: a bug attacks twice."""
    text = attacked.result.resolution.outcome
    at = {text.find(word) for word in ("HIT", "MISS", "MISFIRE")} - {-1}
    return text.startswith("HIT", min(at))


def _wounds(encounter: Encounter) -> int:
    victim = next((one for one in encounter.combatants if one.id == TARGET), None)
    assert victim is not None
    state = marines.figure(victim)
    return min(state.wounds, state.troop.points)


def _new_wounds(attacked: Attacked) -> int:
    return _wounds(attacked.after) - _wounds(attacked.before)


def _kills(attacked: Attacked) -> bool:
    return _wounds(attacked.after) == marines.figure(attacked.after.combatant(TARGET)).troop.points


def _raises(attacked: Attacked) -> bool:
    return "raise" in attacked.result.resolution.outcome


def _loses_token(attacked: Attacked) -> bool:
    return _loaded(attacked.after) < _loaded(attacked.before)


def _loaded(encounter: Encounter) -> int:
    holding = encounter.combatant(SHOOTER).holding
    assert holding is not None and holding.ammunition is not None
    return holding.ammunition.loaded
