"""How a fighter joins an encounter: as a newcomer whose values are shown (1.4, 1.5), or with the state of an earlier
encounter.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered, replace
from rules.engine.records.model import Profile
from rules.phoenix.basics.soldier import Care, Progress, Soldier, fallen, soldier
from rules.phoenix.basics.times import BEFORE, IMPULSES, UNTIL_SAID, after
from rules.phoenix.book import Scene
from rules.phoenix.ground.cover_side import settled
from rules.phoenix.harm.fitness import allotment
from rules.phoenix.people.sheets.character import characteristics, completed
from rules.phoenix.people.sheets.equipment import burden, pounds

PASSING = (
    *("aim", "moved", "gait", "trace", "course", "ducked", "asked", "appeared", "hides", "fired", "burst"),
    *("view", "known", "sought", "looks_for", "listened", "plan", "nerve", "last_shot", "pin", "cocked"),
    *("charge", "spoken", "braced"),
    *("low", "turned", "automatic", "single"),
    *("harmed", "rides", "custody", "dropped", "light", "baseline", "leaves", "awards"),
)
"""Fields of Soldier that do not outlast an encounter."""
LASTING = ("progress", "unworked", "footing", "rush")
"""Those that do: a reload, a bolt to be worked, the balance to be regained, and the adrenalin rush."""
_RELOADS = ("reload", "load")


def muster(profile: Profile, scene: Scene) -> Soldier:
    """Return the combatant that joins: characteristics to be rolled are thrown, and the other values follow from them.

    All of it is recorded, for the first of several combatants with the same line. Wounds are as old as when an earlier
    encounter ended, and unconscious fighters stay so for the rest of their time. Raises Refusal for values outside the
    tables.
    """
    state, now = soldier(profile), scene.encounter.clock
    alike = state.rolled and profile.sheet and profile.sheet in [c.sheet for c in scene.encounter.combatants[-1:]]
    if not state.rolled:
        state = altered(state, characteristics=characteristics(scene), rolled=True)
    if state.weight is not None and not alike:
        _weighed(state, profile, scene)
    if state.troop and not alike:
        scene.rule(
            "O41", ("a pregenerated troop has characteristics of 10 unless the sheet line gives others"), section="1.5"
        )
    state = completed(state, scene.book, None if alike else scene)
    if scene.encounter.timed:
        state = _arrived(state, now)
    state = settled(state, scene.encounter)
    state = altered(state, left=allotment(state, now, scene.book))
    return fallen(state) if scene.encounter.timed and state.out(now) else state


def carried_over(state: Soldier, ended: Clock) -> Soldier:
    """Return the state to store when an encounter ends, with times by the clock that all encounters share."""
    return _moved(altered(state, surprised=False), _count(BEFORE) - _count(ended))


def _weighed(state: Soldier, profile: Profile, scene: Scene) -> None:
    parts = burden(profile.carried, state.equipment, scene.book)
    added = sum(weight for _, weight in parts) == state.weight
    made = ": " + ", ".join(f"{what} {pounds(weight)}" for what, weight in parts) if added and parts else ""
    scene.note("Encumbrance", f"{pounds(state.weight or 0)} lb{made}", detail=True, section="1.3")


def _arrived(state: Soldier, now: Clock) -> Soldier:
    """Return the state of a combatant at the start of this encounter: all wounds are before its clock, and nothing is
    under way that the last encounter was about.

    The wounds are as old as when that ended, and everything that still had to run then still has to.
    """
    new = Soldier()
    state = altered(state, **{name: getattr(new, name) for name in PASSING})
    if state.progress and not _reloads(state.progress):
        state = altered(state, progress=None)
    knockout, care, footing = state.knockout, state.care, state.footing
    past = [wound.at for wound in state.wounds]
    past += [at for at in (state.died, care.left, knockout and knockout.at, footing and footing.at) if at]
    past += [at for at in (state.rush, footing and footing.fell) if at]
    past += [care.since] if care.kind != "No Aid" else []
    if not past:
        return altered(state, care=Care())
    return _moved(state, _count(now) - 1 - max(_count(BEFORE), _count(max(past))))


def _reloads(progress: Progress) -> bool:
    """Return whether the work is a reload. In records of layout 2 only its description says so."""
    return (progress.work.kind if progress.work else progress.what.partition(" ")[0]) in _RELOADS


def _moved(state: Soldier, by: int) -> Soldier:
    """Return the state with all its times moved by so many impulses."""
    return altered(
        state,
        wounds=tuple(_shifted(wound, by) for wound in state.wounds),
        knockout=_shifted(state.knockout, by) if state.knockout else None,
        footing=_shifted(state.footing, by) if state.footing else None,
        rush=after(state.rush, impulses=by) if state.rush else None,
        care=_shifted(state.care, by) if state.care != Care() else state.care,
        died=after(state.died, impulses=by) if state.died else None,
    )


def _shifted(record: Any, by: int) -> Any:
    """Return the record with all its clocks moved by so many impulses. An end that the GM has to set stays."""
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    clocks = {name: at for name, at in values.items() if isinstance(at, Clock) and at != UNTIL_SAID}
    changes: dict[str, Any] = {name: after(at, impulses=by) for name, at in clocks.items()}
    return replace(record, **changes)


def _count(clock: Clock) -> int:
    return clock.turn * IMPULSES + clock.impulse
