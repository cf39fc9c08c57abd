"""Wounded fighters as time passes: Recovery Roll, death, healing, waking up (2.7, 2.9, 2.10).

New wounds and care plan Timers (`replan`); `fall_due` carries them out when the clock reaches them.
"""

from __future__ import annotations

from rules.engine.records.agenda import Clock, whose
from rules.engine.records.copies import altered
from rules.engine.records.private_text import private
from rules.engine.records.records import Order
from rules.engine.records.steps import Term
from rules.engine.scene.effects import Appeared
from rules.phoenix.basics.soldier import Care, Soldier, helpless, soldier
from rules.phoenix.basics.times import UNTIL_SAID, after, between, during, lasting
from rules.phoenix.book import Scene
from rules.phoenix.harm.fitness import combat_actions, days_felt, penalty
from rules.phoenix.harm.recovery import Prospect, heals_at, injured, prospect, total
from rules.phoenix.turn.due_timers import Healed, Recover, Wake, drop_timers, plan_timer, set_timer

ROLL_RULING = "the Critical Time Period depends on the total of all wounds and starts with the latest"


def plan_recovery(combatant_id: str, scene: Scene) -> None:
    """Plan the Recovery Roll of a combatant with new wounds, for the end of the Critical Time Period.

    The period depends on the Damage Total and the best care, and begins with the latest wound (ruling O39). Care for
    wounds whose Recovery Roll the combatant has survived is over.
    """
    state = soldier(scene.combatant(combatant_id))
    if state.recovered:
        state = altered(state, recovered=False, care=Care())
        scene.change(combatant_id, state)
    _plan_timers(combatant_id, scene, recorder=scene)


def replan(combatant_id: str, scene: Scene) -> None:
    """Set the Timers for recovery and healing that follow from wounds and care."""
    _plan_timers(combatant_id, scene)


def resume(combatant_id: str, scene: Scene) -> None:
    """Set the Timers of a combatant who joins: for recovery, healing, and the end of unconsciousness."""
    replan(combatant_id, scene)
    combatant = scene.combatant(combatant_id)
    knockout = soldier(combatant).knockout
    if scene.encounter.timed and knockout and knockout.until and scene.encounter.clock < knockout.until < UNTIL_SAID:
        set_timer(Wake(combatant_id), knockout.until, scene)


def _plan_timers(id: str, scene: Scene, recorder: Scene | None = None) -> None:
    """Set the Timers; `recorder` gets the prospect of a combatant that has not recovered, with the cells of 8A."""
    drop_timers(id, scene, Recover, Healed)
    combatant = scene.combatant(id)
    state = soldier(combatant)
    # Without time, and for dead and unhurt fighters, there is no Timer.
    if not (scene.encounter.timed and combatant.present and state.died is None and state.physical_damage):
        return
    if not state.recovered:
        ahead = prospect(total(state.wounds, state), state.care, scene.book, recorder, detail=True)
        if ahead.period is not None:
            due = after(injured(state.wounds), phases=ahead.period)
            plan_timer(Recover(id), due, scene)
            if recorder:
                recorder.explain(_note_critical, id, ahead, due, recorder)
            return
        state = altered(state, recovered=True)
        scene.change(id, state)
    plan_timer(Healed(id), heals_at(state, scene.book), scene)


def _note_critical(id: str, ahead: Prospect, due: Clock, scene: Scene) -> None:
    """Note the end of the Critical Time Period, and what is due then."""
    ends = "they die without better care" if ahead.chance is None else f"Recovery Roll {ahead.chance:02d} or less"
    words = f"{scene.name(id)} has {ahead.period_words}: {during(due)} {ends}"
    scene.note("Critical", words, detail=ahead.chance is not None, section="2.9")


def fall_due(order: Order, scene: Scene) -> None:
    """Carry out Wake, Recover or Healed. An order that no longer applies does nothing."""
    match order:
        case Wake(actor):
            rule = _wake
        case Recover(actor):
            rule = _recover
        case Healed(actor):
            rule = _heal
        case _:
            return
    with scene.concerning(actor):
        rule(actor, scene)


def _wake(id: str, scene: Scene) -> None:
    combatant, clock = scene.combatant(id), scene.encounter.clock
    state = soldier(combatant)
    if not combatant.present or state.died or state.incapacity(clock) or not (state.knockout and state.knockout.until):
        return
    scene.notify(id)
    less = penalty(state, clock, scene.book)
    mild = state.knockout.effect in ("Dazed", "Disoriented")
    wakes = f"is no longer {state.knockout.effect.lower()}" if mild else "wakes up"
    if state.actions is None or not less:
        scene.conclude(f"{combatant.reference} {wakes}.")
        return
    days = days_felt(state, clock, scene.book)
    ruling = "a fighter who wakes up has HT / 20 fewer Combat Actions until their wounds are an hour old"
    scene.rule("O40", ruling, section="2.10")
    felt = Term(f"Healing Time {days} / 20", -less, "2.10")
    scene.sum("Actions", Term("Combat Actions", state.unhurt_actions or 0), felt, section="2.10")
    left = combat_actions(state, clock, scene.book) or "none"
    scene.conclude(
        f"{combatant.reference} {wakes}"
        f"{private(f'; Combat Actions {state.unhurt_actions} - {less} = {left} (HT {days} / 20)')}."
    )


def _recover(id: str, scene: Scene) -> None:
    combatant = scene.combatant(id)
    state = soldier(combatant)
    if not combatant.present or state.died or state.recovered or not state.wounds:
        return
    scene.notify(id)
    scene.rule("O39", ROLL_RULING, section="2.9")
    ahead = prospect(total(state.wounds, state), state.care, scene.book, scene)
    if not _survives(combatant.reference, ahead, scene):
        _die(id, state, scene)
        why = "their Critical Time Period is over" if ahead.chance is None else "the Recovery Roll fails"
        scene.conclude(f"{combatant.reference} dies of their wounds{private(f': {why}')}.")
        return
    scene.change(id, altered(state, recovered=True, rush=None))
    replan(id, scene)
    at = heals_at(soldier(scene.combatant(id)), scene.book)
    rest = between(scene.encounter.clock, at)
    when = f"they heal in {lasting(rest)}" if rest > 0 else "they have already healed"
    ends = "; the adrenalin rush is over" if state.rush else ""
    scene.conclude(f"{combatant.reference} survives their wounds{private(f'; {when}{ends}')}.")


def _survives(name: str, ahead: Prospect, scene: Scene) -> bool:
    if ahead.survives:
        return True
    if ahead.chance is None:
        return False
    roll = scene.throw("Recovery", f"{name} survives", 0, 99, private(f"{ahead.chance:02d} or less"), section="2.9")
    return roll <= ahead.chance


def _die(id: str, state: Soldier, scene: Scene) -> None:
    """Make the combatant dead from this impulse on: the clock of death is the end of the last one."""
    died = after(scene.encounter.clock, impulses=-1)
    scene.change(id, altered(helpless(state), died=died))
    out_of_play(id, scene)


def out_of_play(id: str, scene: Scene) -> None:
    """Take a dead fighter out of play and drop all their pending items."""
    scene.do(Appeared(id, False))
    agenda = scene.encounter.agenda
    kept = tuple(m for m in agenda if whose(m) != id)
    if len(kept) < len(agenda):
        scene.reschedule(kept)


def _heal(id: str, scene: Scene) -> None:
    combatant = scene.combatant(id)
    state = soldier(combatant)
    if not combatant.present or state.died or not state.recovered or not state.wounds:
        return
    scene.notify(id)
    scene.change(id, altered(state, wounds=(), knockout=None, rush=None, recovered=False, care=Care()))
    scene.conclude(f"{combatant.reference} is healed.")
