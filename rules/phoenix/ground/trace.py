"""The hexes that a fighter has passed in this impulse, and their posture in each (2.4, ruling O33).

Fighters that expose themselves on the way are visible from the beginning of that impulse until it ends. Every rule that
asks where a fighter is seen in an impulse asks here: spotting and pinned hexes, and through `view.shown`, which adds
the side of cover, fire, declared fire and cover fire. Hearing asks where they walked. The trace is empty again when the
next impulse begins.

A hex of the trace is given as the fighter there: the combatant with the place, posture, exposure, facing and cover that
they had in it. Rules that expect a combatant therefore need not know of the trace.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.records.copies import altered
from rules.engine.records.model import Combatant
from rules.phoenix.basics.soldier import Passed, Soldier, soldier
from rules.words.places import Place


def walked(state: Soldier, left: Sequence[Place]) -> Soldier:
    """Return the Soldier after leaving these hexes, one after the other, in this posture."""
    passed = (
        Passed(at, state.position, state.exposure, state.gait, state.facing, state.cover, state.cover_side)
        for at in left
    )
    return altered(state, moved=state.moved + len(left), trace=(*state.trace, *passed))


def way(combatant: Combatant) -> tuple[Combatant, ...]:
    """Return the fighter in each hex passed in this impulse, in order, and last as they are now."""
    state = soldier(combatant)
    return (*(there(combatant, one) for one in state.trace), combatant)


def shown(combatant: Combatant) -> tuple[Combatant, ...]:
    """Return the fighter wherever they show themselves in this impulse: as they are now, then in the hexes passed,
    latest first.
    """
    state = soldier(combatant)
    if not state.trace:
        return () if state.exposure == "hidden" else (combatant,)
    return tuple(one for one in reversed(way(combatant)) if soldier(one).exposure != "hidden")


def places(combatant: Combatant) -> tuple[Place, ...]:
    """Return the hexes in which the fighter shows themselves in this impulse, or the one in which they stay hidden."""
    state = soldier(combatant)
    if not state.trace:
        return (combatant.place,) if combatant.place else ()
    passed = [(one.place, one.exposure) for one in reversed(state.trace)]
    shown_at = [place for place, exposure in ((combatant.place, state.exposure), *passed) if exposure != "hidden"]
    return tuple(dict.fromkeys(place for place in shown_at or [combatant.place] if place))


def there(combatant: Combatant, passed: Passed) -> Combatant:
    """Return the fighter in a hex of their trace."""
    condition = altered(
        soldier(combatant),
        position=passed.position,
        exposure=passed.exposure,
        gait=passed.gait,
        facing=passed.facing,
        cover=passed.cover,
        cover_side=passed.cover_side,
        trace=(),
    )
    return altered(combatant, place=passed.place, condition=condition)
