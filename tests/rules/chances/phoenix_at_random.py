"""Situations of Phoenix Command: any weapon at any victim, by all its presets and switches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace

from rules.engine.books.ruleset import Odds
from rules.engine.records.agenda import Pending, Timer
from rules.engine.records.copies import altered
from rules.engine.records.errors import Refusal
from rules.engine.records.model import BattleMap, Encounter
from rules.engine.records.orders import Aim, Attack, Burst, Chart, Fire, Target, Throw
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade, Gun
from rules.phoenix.basics.soldier import Soldier, Wound, soldier
from rules.phoenix.optional.timing.declared import Declared
from rules.phoenix.shooting.odds.odds import BY_ARC, COLUMNS
from rules.phoenix.shooting.odds.odds_grid import BY_HEIGHT
from rules.words.places import Place
from tests.rules.chances.drawing import Drawing
from tests.rules.chances.situations import Attacked, Count, Figure, bounds, figure, following
from tests.rules.phoenix.skirmish import phoenix

TRENT, GUARD = "c1", "c2"
SHOOTERS = (
    "SAL 16, CA 12, ISF 26, KV 60", "SAL 9, CA 7, KV 20", "SAL 12, CA 20, ISF 21, KV 30",
    "skill 10, STR 14, INT 14, WIL 14, HLT 14, AGI 14", "skill 4, STR 12, INT 9, WIL 10, HLT 10, AGI 12",
)  # fmt: skip
VICTIMS = (
    "KV 20", "KV 48, armor 16", "KV 5, helm 8", "KV 200", "exposed", "skill 6, INT 12, WIL 12, HLT 12, STR 12, AGI 12",
    "KV 30, armor 4, helm 6, visor, limbs 2", "KV 60, armor 30, drugged", "KV 90, ISF 24", "line", "elite",
)  # fmt: skip
STATES = (
    "kneeling", "prone", "exposed", "firing over cover", "looking around cover", "dug in", "hip", "moving", "running",
    "behind interior wood door", "cover PF 4", "appearing", "armor 8", "PD 30",
)  # fmt: skip
HOWS = (
    "hip", "called shot", "smoke", "target moving", "moving", "head", "body", "legs", "speed 1", "target speed 2",
    "bipod", "sling", "double action", "behind interior wood door", "feet 3", "aware", "unaware", "firing stance",
)  # fmt: skip
OF_BURSTS = ("arc 1", "arc 3", "arc 10", "sweep") * 3
RANGES = (1, 2, 4, 7, 12, 20, 30, 45, 70, 100)
MODS = ("", "", "", "-3 rain", "+4 luck")
BOUGHT = "STR 6, INT 6, WIL 6, HLT 6, AGI 6, skill 5"
"""A fighter that a tournament can pay for."""
_DRIFT = re.compile(r"With aim [\d+]+, in 100: on target ([\d.<>]+)(.*)\.")
_OFF = re.compile(r"(\d+) hex(?:es)? off ([\d.<>]*\d)|farther")
_LANDED = re.compile(r"MISS, (\d+) hex(?:es)? (?:off|short|long)")


class PhoenixDrawing(Drawing):
    """Trent attacks a Guard; there may be other Guards, before or beside that one."""

    def attack(self) -> tuple[Attack, Attack] | None:
        luck, arms = self.luck, phoenix().book.arms
        self.switch(luck.choice((0, 2, 4, 8, 12)))
        group = luck.choice(sorted({arm.group for arm in arms.values()}))
        arm = arms[luck.choice([name for name, arm in arms.items() if arm.group == group])]
        apart, mapped = luck.choice(RANGES), luck.random() < 0.6
        self._gather(arm, apart, mapped)
        attack = self._order(arm, None if mapped else apart)
        self._before(attack)
        self.correct(TRENT, "actions left 20")
        if _guard(self.encounter).knockout or any(map(_declared, self.encounter.agenda)):
            return None  # nobody is put out twice, and another shot would come with this one
        question = attack
        if luck.random() < 0.5:
            question = replace(attack, aim=None)
        if isinstance(question, Burst) and not isinstance(arm, ExplosiveWeapon) and luck.random() < 0.3:
            question = Fire(**{option.name: getattr(question, option.name) for option in fields(question)})
        if question.range and luck.random() < 0.3:
            question = replace(question, range=None)
        return attack, question

    def figures(self, odds: Odds, attack: Attack, question: Attack) -> tuple[Figure, ...]:
        if not {"Aim", "Arc"} & {*odds.columns[:1]}:
            return ()
        if odds.columns[0] == "Arc":
            # Without aim they are for the burst that continues another, or for the least aim with the best chance.
            continues = any(remark.startswith("As it follows the last burst") for remark in odds.remarks)
            if question.aim is None and not (continues and attack.aim is None):
                return ()
            return tuple(_of_arc(dict(zip(odds.columns, odds.rows[0], strict=True))))
        mark = "b" if isinstance(attack, Burst) and any(row[0].startswith("b") for row in odds.rows) else ""
        rows = {int(row[0].removeprefix(mark)): row for row in odds.rows if re.fullmatch(rf"{mark}\d+", row[0])}
        follows = [row for row in odds.rows if row[0] == f"{mark}+" and attack.aim is None]
        if not (rows or follows):
            return ()
        aim = max((one for one in rows if one <= (attack.aim or 0)), default=min(rows, default=0))
        row = dict(zip(odds.columns, follows[0] if follows else rows[aim], strict=True))
        if str(attack.range) in row:  # by range, as that is not known
            return (figure("Hit", row[str(attack.range)], _hit),)
        if odds.columns == COLUMNS:
            return tuple(_of_hits(row, ("Hit", *COLUMNS[2:])))
        if odds.columns == BY_HEIGHT:  # a launcher's burst
            return (figure("Elev", row["Elev"], _in_hex),)
        if odds.columns != COLUMNS[:2]:
            return ()
        explosive = any("explosion" in remark for remark in odds.remarks)
        # A burst over an arc has the right height, or none of its rounds hits.
        aimed = _in_hex if any("right height" in remark for remark in odds.remarks) and mark else _on_target
        drift = _drift(odds.remarks) if explosive and len(odds.rows) == 1 and not mark else ()
        return figure("Hit", row["Hit"], aimed if explosive else _under_fire), *drift

    def _gather(self, arm: Arm, apart: int, mapped: bool) -> None:
        luck, bought = self.luck, self.encounter.settings.get("tournament") == "on"
        here, there = (Place(2, 9), Place(min(2 + apart, 60), 9)) if mapped else (None, None)
        if mapped:
            self.give(Chart(BattleMap(60, 20)))
        load = f"3 {arm.name}" if isinstance(arm, Grenade) else f"{arm.name}{luck.choice(('', '', ' AP', ' Shot'))}"
        who = BOUGHT if bought else luck.choice(SHOOTERS)
        self.join("Trent", ", ".join([who, load, *self.some(STATES, 2), "facing 90"]), "Red", here)
        for nth in range(luck.choice((1, 1, 1, 2, 3))):
            at = there
            if there and nth and luck.random() < 0.5:
                at = Place(there.column, there.row + nth)
            who = BOUGHT if bought else luck.choice(VICTIMS)
            line = ", ".join([who, *self.some(STATES, 2), f"facing {luck.choice((90, 270))}"])
            self.join(f"Guard {nth + 1}", line, "Blue", at)
        self.correct(TRENT, "plan 30", "has spotted Guard 1", "actions left 12")
        self.correct(GUARD, "has spotted Trent")

    def _order(self, arm: Arm, hexes: int | None) -> Attack:
        luck = self.luck
        verb: type[Attack] = Throw if isinstance(arm, Grenade) else Fire
        if isinstance(arm, Gun) and arm.rate.automatic and luck.random() < 0.5:
            verb = Burst
        words = [*HOWS, *(OF_BURSTS if verb is Burst else ())]
        how = ["cover fire"] if luck.random() < 0.1 else self.some(words, 2)
        aim = luck.choice((None, None, None, 1, 2, 4) if verb is Burst else (None, 1, 1, 2, 3, 4, 6))
        return verb(TRENT, (Target(GUARD),), aim, "", hexes, ", ".join(how), luck.choice(MODS))

    def _before(self, attack: Attack) -> None:
        """Let Trent aim, or fire, for some time before; or ask beside an encounter, where no time passes."""
        kind = self.luck.random()
        if isinstance(attack, Burst) and kind < 0.6:  # a burst in the next impulse may continue it (3.4)
            self.give(replace(attack, aim=1))
            self.give(following(self.encounter))
        elif kind < 0.15:
            self.encounter = altered(self.encounter, timed=False)
            self.words.append("no time passes")
        elif kind < 0.4:
            with suppress(Refusal):
                self.give(Aim(TRENT, attack.targets, self.luck.choice((2, 4, 8)), "", attack.range))
                self._continue()
        elif kind < 0.6:
            self.give(replace(attack, aim=1))
            self._continue()

    def _continue(self) -> None:
        for _ in range(self.luck.randint(0, 4)):
            self.give(following(self.encounter))


def _of_hits(row: Mapping[str, str], columns: tuple[str, ...]) -> Iterator[Figure]:
    for column in columns:
        if column in row and column != "PD":
            yield figure(column, row[column], COUNTS[column])
    if "PD" in row:
        low, high = bounds(row["PD"], digits=1 if float(row["PD"].replace(",", "")) < 100 else 0)
        yield Figure("PD", low, high, _points, share=False, rare=True)


def _of_arc(row: Mapping[str, str]) -> Iterator[Figure]:
    """Yield the figures of a burst over an arc: the hits come only after the right height."""
    yield from _of_hits(row, ("Wound", "Out"))
    if set(row) == {*BY_ARC[:2]}:
        return
    (low, high), number = bounds(row["Elev"]), row["Hits"]
    least, most = (100.0, 100.0) if number.startswith("*") else bounds(number)
    yield figure("Elev", row["Elev"], _right_height)
    yield Figure("Hits", low * least / 10_000, high * most / 10_000, _hit)


def _drift(remarks: tuple[str, ...]) -> Iterator[Figure]:
    """Yield the figures of where a round comes down."""
    for found in filter(None, map(_DRIFT.fullmatch, remarks)):
        yield figure("On target", found[1], _in_hex)
        for hexes, share in filter(all, _OFF.findall(found[2])):
            yield figure(f"{hexes} off", share, _off(int(hexes)))


def _declared(item: Pending) -> bool:
    return isinstance(item, Timer) and isinstance(item.order, Declared)


def _guard(encounter: Encounter) -> Soldier:
    return soldier(encounter.combatant(GUARD))


def _wounds(attacked: Attacked) -> tuple[Wound, ...]:
    return _guard(attacked.after).wounds[len(_guard(attacked.before).wounds) :]


def _died(attacked: Attacked) -> bool:
    return _guard(attacked.after).died is not None


def _hit(attacked: Attacked) -> bool:
    return any(one.verdict == "hit" and one.about == GUARD for one in attacked.result.resolution.clauses)


def _wounded(attacked: Attacked) -> bool:
    return _died(attacked) or any(wound.points for wound in _wounds(attacked))


def _disabled(attacked: Attacked) -> bool:
    least = 2 if _guard(attacked.before).numb else 1
    return any(wound.disabling >= least for wound in _wounds(attacked))


def _out(attacked: Attacked) -> bool:
    knockout = _guard(attacked.after).knockout
    return _died(attacked) or (knockout is not None and knockout.until is not None)


def _points(attacked: Attacked) -> int:
    return sum(wound.points for wound in _wounds(attacked))


def _text(attacked: Attacked) -> str:
    return attacked.result.resolution.outcome


def _right_height(attacked: Attacked) -> bool:
    return "too high or too low" not in _text(attacked)


def _under_fire(attacked: Attacked) -> bool:
    return attacked.result.resolution.verdict == "hit"


def _on_target(attacked: Attacked) -> bool:
    return "MISS" not in _text(attacked)


def _in_hex(attacked: Attacked) -> bool:
    return _on_target(attacked) or "in the target hex" in _text(attacked)


def _off(hexes: int) -> Count:
    def count(attacked: Attacked) -> bool:
        landed = _LANDED.search(_text(attacked))
        return landed is not None and int(landed[1]) == hexes

    return count


COUNTS: Mapping[str, Count] = {"Hit": _hit, "Wound": _wounded, "Limb": _disabled, "Out": _out}
