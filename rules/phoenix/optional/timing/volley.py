"""The end of an impulse in which fire was declared: all of it is resolved, from the lowest count up (5.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.records.copies import replace
from rules.engine.records.errors import BadDice, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, Burst, Fire, Throw
from rules.engine.scene.known_reason import known_reason
from rules.engine.scene.scene import Clause
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.outcomes import line
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.blasts import explosives
from rules.phoenix.book import Scene
from rules.phoenix.ground import view
from rules.phoenix.optional.timing.declaration import give_up, put, without
from rules.phoenix.optional.timing.declared import MARGIN, Declared, counts, earlier, fate, pending, sealed
from rules.phoenix.shooting.firing import fire

_RULES: Mapping[type[Attack], Callable[[Any, Scene], Waiting | None]] = {
    Fire: fire.fire,
    Burst: fire.burst,
    Throw: explosives.throw,
}


def resolve(scene: Scene) -> None:
    """Resolve all declared fire. Fire on the same count is simultaneous."""
    while declared := pending(scene.encounter):
        first = min(one.count for one in declared)
        together = [one for one in declared if one.count == first]
        # Fire on this count does not prevent other fire on it.
        stopped = [_stopped(one, scene.encounter) for one in together]
        for declared_so, why in zip(together, stopped, strict=True):
            one = next(now for now in pending(scene.encounter, declared_so.actor) if now.order is declared_so.order)
            with scene.concerning(one.actor):
                if why:
                    _cancel(one, why, scene)
                else:
                    _fire(one, scene)


def _stopped(one: Declared, encounter: Encounter) -> Clause | None:
    """Return the reason why the declared fire cannot be resolved, as a clause after a colon, or None if it can be."""
    why = _hindered(one, encounter)
    return Clause(one.actor, why) if why else _gone(one, encounter)


def _hindered(one: Declared, encounter: Encounter) -> str:
    """Return what prevents the shooter or the weapon from firing, or "" if nothing does."""
    shooter = next((c for c in encounter.combatants if c.id == one.actor), None)
    assert shooter is not None, "declared fire ends when its fighter leaves"
    state = soldier(shooter)
    harm = earlier(one, encounter)
    if harm and harm.out is not None and one.count > harm.out + MARGIN:
        what = fate(state, encounter)
        return f"they were {what} on MPC {harm.out}, more than {MARGIN} before"
    if not shooter.present or state.out(encounter.clock):
        return f"{shooter.reference} can no longer act"
    if state.footing and state.footing.fell:
        return "they have been knocked off their feet"
    if state.custody or state.nerve:
        return "they have frozen" if state.custody else "they take cover"
    if state.low_prone:
        return "they lie Low Prone"
    weapon = shooter.carried[one.slot].weapon.name
    if one.slot in state.broken:
        return f"the {weapon} was hit and is out of action"
    if any(lying.slot == one.slot for lying in state.dropped):
        return f"the {weapon} is on the ground"
    return ""


def _gone(one: Declared, encounter: Encounter) -> Clause | None:
    """Return the reason why there is nobody to fire at, or None if there is.

    A target who goes behind cover is hidden only from the end of the impulse on (O33).
    """
    by_id = {combatant.id: combatant for combatant in encounter.combatants}
    for target in one.attack.targets:
        if target.id and target.id not in by_id:
            return Clause(one.actor, "the target has left the encounter")
        if target.id and not view.shown(by_id[target.id], one.place, encounter):
            return Clause(target.id, f"{by_id[target.id].reference} is out of sight")
    return None


def _cancel(one: Declared, why: Clause, scene: Scene) -> None:
    name = scene.name(one.actor)
    scene.notify(one.actor)
    scene.fail(one.actor)
    give_up(one, scene)
    if sealed(scene.encounter) or not counts(scene.encounter):
        when = f" on MPC {one.count}" if counts(scene.encounter) else ""
        reason = scene.clause(f"{when}: {why.text}", own=True)
        scene.conclude((scene.clause(f"{name} does not fire"), reason, scene.clause(".")))
        return
    scene.conclude(line(f"{name} does not fire on MPC {one.count}", (why,), scene))


def _fire(one: Declared, scene: Scene) -> None:
    """Resolve declared fire, or give it up with the reason if it has become impossible."""
    now = replace(one, goes=True)
    put(one, now, scene)
    if counts(scene.encounter):
        scene.note("Timing", f"on MPC {one.count}", detail=True, section="5.7")
    try:
        with scene.throwing_for(one.actor, one.attack.dice):
            _RULES[type(one.attack)](one.attack, scene)
            scene.reschedule(without([now], scene.encounter))
    except BadDice:
        raise
    except Refusal as refusal:
        why = known_reason(now.actor, refusal, scene, lambda trial: _RULES[type(now.attack)](now.attack, trial))
        _cancel(now, scene.clause(why.rstrip("."), own=True), scene)
