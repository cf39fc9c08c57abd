"""A weapon on a combatant's Status Sheet: its load, its data, its aim, its figures by range (1.3, step 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest

from rules.engine.records.errors import Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.arms import BASIC, SHOT, Arm, ExplosiveWeapon, Grenade, Gun, Shotgun
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import ACCURACY, AUTOMATIC, DAMAGE, EXPLOSIVES, KNOCK_DOWN, SHOTGUNS, on
from rules.phoenix.shooting.carrying import dropped_weapons, gear, selector
from rules.phoenix.shooting.carrying.kit import Held, left_words, round_of

CONDITIONS = Hook[Callable[[Combatant, int, Encounter], Iterable[str]]]()
"""Each returns words for the condition of the weapon in this slot."""


def weapon_lines(combatant: Combatant, slot: int, encounter: Encounter) -> Iterator[tuple[str, str]]:
    """Yield the lines of the weapon in this slot. In the Advanced Game a weapon in hand has its figures by range."""
    carried, state = combatant.carried[slot], soldier(combatant)
    weapon, ammunition = carried.weapon, carried.ammunition
    if not isinstance(weapon, Arm):
        return
    in_hand, round = slot == combatant.in_hand, round_of(Held(slot, weapon, ammunition))
    condition = ["out of action"] if slot in state.broken else []
    lies = dropped_weapons.lying(combatant, slot)
    condition += [dropped_weapons.words(lies)] if lies else []
    condition += ["needs a round chambered"] if slot in state.unworked else []
    condition += gear.on_weapon(state, slot)
    modes = ((state.automatic, True), (state.single, False))
    condition += [f"set to {selector.MODES[automatic]}" for slots, automatic in modes if slot in slots]
    condition += [words for rule in CONDITIONS.all for words in rule(combatant, slot, encounter)]
    text = ", ".join(filter(None, (weapon.name, *condition, left_words(ammunition, weapon))))
    yield "In hand" if in_hand and not lies else "Lies" if lies else "Carries", text
    if isinstance(weapon, Grenade):
        yield "Data", f"W {weapon.weight}, AT {weapon.arm_time}, FL {weapon.fuse}, R {weapon.throw}"
    if isinstance(weapon, Gun):
        data = [f"W {weapon.weight}", f"RT {weapon.reload}", f"ROF {weapon.rate.printed}", f"Cap {weapon.capacity}"]
        data += [f"AW {weapon.feed_weight}"] if weapon.feed_weight else []
        if on(encounter, AUTOMATIC) and weapon.rate.automatic:
            data.append(f"SAB {'unknown (ruling O85)' if weapon.recoil is None else weapon.recoil}")
        if on(encounter, KNOCK_DOWN) and weapon.knock_down is not None:
            data.append(f"KD {weapon.knock_down}")
        yield "Data", ", ".join([*data, *([] if on(encounter, DAMAGE) else _effect(weapon, round))])
        if state.sal is None:
            yield "Aim", " · ".join(f"{time}: {_signed(mod)}" for time, mod in weapon.aim)
        else:
            times = [f"{time}: {_signed(mod + state.sal)} ({_signed(mod)})" for time, mod in weapon.aim]
            label = "Aim Time ALM" if on(encounter, ACCURACY) else "Shot Accuracy"
            yield label, f"{' · '.join(times)} by aim (Mod)"
    if in_hand:
        yield from _by_range(weapon, round, encounter)


def _by_range(weapon: Arm, round: str, encounter: Encounter) -> Iterator[tuple[str, str]]:
    """Yield the figures by range of the Advanced Status Sheet, as far as the switches use them."""
    if isinstance(weapon, Gun):
        headings = tuple(map(str, weapon.ranges))
        if on(encounter, DAMAGE):
            yield from _figures(f"{round} by range", weapon, headings, (f"{round}.PEN", f"{round}.DC"))
        if on(encounter, AUTOMATIC) and weapon.rate.automatic:
            yield from _figures("Minimum Arc by range", weapon, headings, ("MA",))
        if on(encounter, SHOTGUNS) and isinstance(weapon, Shotgun) and round == SHOT:
            yield from _figures("Pattern by range", weapon, headings, ("SALM", "BPHC", "PR"))
    if on(encounter, EXPLOSIVES) and weapon.bursts:
        burst = f"{round}.burst." if isinstance(weapon, ExplosiveWeapon) else ""
        rows = tuple(burst + row for row in ("PEN", "DC", "BSHC", "BC"))
        yield from _figures("Burst by range", weapon, weapon.bursts, rows)


def _figures(label: str, weapon: Arm, headings: Sequence[str], rows: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield these rows of the weapon's page, column by column: "10: 17/6 · 20: 16/6 (PEN/DC)"."""
    page_rows = [row for row in map(weapon.row, rows) if row]
    if not page_rows:
        return
    columns = list(zip_longest(*(row.figures for row in page_rows), fillvalue=""))
    cells = [
        f"{heading}: {'/'.join(f or '–' for f in of)}"
        for heading, of in zip(headings, columns, strict=False)
        if any(of)
    ]
    names = "/".join(row.name.rpartition(".")[2] for row in page_rows)
    yield label, " · ".join(cells) + (f" ({names})" if len(page_rows) > 1 else "")


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _effect(weapon: Gun, round: str) -> list[str]:
    """Return the Penetration and Damage Class of a round in the Basic Game (1.3, ruling O28)."""
    try:
        (_, pen), (_, dc) = weapon.pen(round, BASIC), weapon.dc(round, BASIC)
    except Refusal:
        return []
    return [f"{round} PEN {pen.value}", f"DC {dc.value}"]
