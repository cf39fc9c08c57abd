"""Wounds as they are suffered: the total, the knockout throw, how long somebody is out (2.7; table 8B)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.agenda import Clock, Timer
from rules.cells import ODDS, TIME
from rules.copies import altered
from rules.effects import Became, Planned
from rules.phoenix import medicine
from rules.phoenix.book import Book
from rules.phoenix.damage import Struck
from rules.phoenix.falling_due import Wake
from rules.phoenix.soldier import Knockout, Soldier, Wound, soldier
from rules.phoenix.times import after, lasting
from rules.scene import Scene
from rules.words import listed

TIMES = (3, 2, 1)
"""Multiples of the Knockout Value on the Knockout Table, the worst first; the last line is a tenth of it."""


def hurt(id: str, struck: Sequence[Struck], scene: Scene, book: Book) -> str:
    """The combatant suffers these hits, all of one order; `id` is "" for a target of whom nothing is kept.

    Returns what follows "HIT, " in the outcome line, without a full stop: where, how much, and what becomes of him
    ("shoulder, 1,000 PD; Guard 2 is out when this impulse ends", "chest, stopped by armor"). `struck` holds one at
    least.
    """
    said = [_told(struck)]
    if not id:
        said += ["dies at once"] * any(hit.dead for hit in struck)
        said += ["the weapon in hand is out of action"] * any(hit.weapon_critical for hit in struck)
        return "; ".join(said)
    scene.hail(id)
    if any(hit.weapon_critical for hit in struck):
        said += _disarmed(id, scene)
    now = scene.encounter.clock
    wounds = tuple(Wound(hit.points, hit.location, hit.disabling, now) for hit in struck if hit.points)
    dead = any(hit.dead for hit in struck)
    if wounds or dead:
        state = soldier(scene.combatant(id))
        died = now if dead and state.died is None else state.died
        scene.do(Became(id, altered(state, wounds=(*state.wounds, *wounds), died=died)))
        said += _becomes(id, dead, scene, book)
        medicine.endangered(id, scene, book)
    return "; ".join(said)


def suffer(id: str, points: int, location: str, scene: Scene, book: Book) -> str:
    """The combatant suffers damage that no projectile did ("concussion"); returns words as `hurt` does."""
    return hurt(id, (Struck(points, location),), scene, book)


def line(total: int, knockout_value: int) -> str:
    """The line of the Knockout Table for this total (T42): strictly over a tenth of, one, two, three times KV."""
    for times in TIMES:
        if total > times * knockout_value:
            return f"over {times} x KV" if times > 1 else "over KV"
    return "over KV/10" if 10 * total > knockout_value else "up to KV/10"


def chance(total: int, knockout_value: int | None, book: Book) -> int:
    """The Incapacitation Chance in 100 at this total, 0 where no throw is made."""
    if knockout_value is None:
        return 0
    return book.tables.of(ODDS, "knockout").lookup("", line(total, knockout_value))[0] or 0


def kept_roll(state: Soldier, now: Clock) -> int | None:
    """The knockout throw that was made for him in this impulse already, if one was (ruling O22)."""
    return state.knockout.roll if state.knockout and state.knockout.at == now else None


def _told(struck: Sequence[Struck]) -> str:
    places = listed([hit.location.replace(" - ", " ").lower() for hit in struck], "and")
    points, stopped = sum(hit.points for hit in struck), sum(hit.stopped for hit in struck)
    said = [places]
    if points:
        said.append(f"{points:,} PD")
    if stopped:
        said.append("stopped by armor" if stopped == len(struck) else f"{stopped} of {len(struck)} stopped by armor")
    return ", ".join(said)


def _disarmed(id: str, scene: Scene) -> list[str]:
    """The weapon in hand is out of action (ruling O30)."""
    victim = scene.combatant(id)
    state = soldier(victim)
    if victim.holding is None or victim.in_hand in state.broken:
        return []
    scene.do(Became(id, altered(state, broken=tuple(sorted((*state.broken, victim.in_hand))))))
    return [f"{victim.name}’s {victim.holding.weapon.name} is out of action"]


def _becomes(id: str, dead: bool, scene: Scene, book: Book) -> list[str]:
    """What becomes of somebody who was wounded just now."""
    victim, now = scene.combatant(id), scene.encounter.clock
    state = soldier(victim)
    when = " when this impulse ends" if scene.encounter.timed else ""
    if dead:
        return [f"{victim.name} is dead{when}"]
    if state.died is not None or not _knocked_out(id, scene, book):
        return []
    return [f"{victim.name} stays out" if state.out(now) else f"{victim.name} is out{when}"]


def _knocked_out(id: str, scene: Scene, book: Book) -> bool:
    """Check for knockout on the total (2.7), once an impulse; somebody who is out already can only stay out longer."""
    victim, now = scene.combatant(id), scene.encounter.clock
    state = soldier(victim)
    if state.knockout_value is None:
        return False
    total = state.physical_damage
    read = line(total, state.knockout_value)
    against = scene.lookup("Knockout", book.tables.of(ODDS, "knockout"), read, detail=True)
    is_at = (
        f"{total:,} PD {'is' if against else 'is not'} {read if against else 'over KV/10'}, KV {state.knockout_value}"
    )
    if not against:
        scene.note("Knockout", f"{is_at}: no throw")
        return False
    kept = state.knockout if state.knockout and state.knockout.at == now else None
    if kept:
        roll, time = kept.roll, kept.time
        scene.note("Knockout", f"rolled {roll:02} in this impulse, {against} or more stays up: {is_at}")
        scene.rule("O22", "one knockout throw an impulse; a later hit reads it against the new total")
    else:
        why = f"whether {victim.name} stays up"
        roll, time = scene.throw("Knockout", why, 0, 99, f"{against} or more to stay up: {is_at}"), None
    was_out = state.knockout if state.out(now) else kept
    until, since = (was_out.until, was_out.since or was_out.at) if was_out and was_out.until else (None, None)
    if roll < against:
        if time is None:
            time = scene.throw("Knockout", f"how long {victim.name} is out", 0, 9)
        phases = scene.lookup("Knockout", book.tables.of(TIME, "8b"), total, time, detail=True) or 0
        scene.note("Knockout", f"out for {lasting(int(phases))} (8B)")
        waking = after(after(now, impulses=1), phases=int(phases))
        until, since = max(waking, until or waking), since or now
        wake = Timer(until, Wake(id), of=id)
        others = (m for m in scene.encounter.agenda if not (isinstance(m, Timer) and m.order == wake.order))
        scene.do(Planned((*others, wake)))
    scene.do(Became(id, altered(soldier(scene.combatant(id)), knockout=Knockout(now, roll, time, until, since))))
    return roll < against
