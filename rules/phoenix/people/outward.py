"""How a fighter looks to other sides: everything that can be seen of them, and ordinary values for all else.

Nobody sees another's values, wounds, aim, plans, or the enemies that they have spotted. If the rules of an attack ask
for such a value of its target, it is the value for a target about which nothing is stated.
"""

from __future__ import annotations

from operator import attrgetter

from rules.engine.records.copies import altered, replace
from rules.engine.records.model import Carried, Combatant, Encounter
from rules.phoenix.basics.soldier import Knockout, Soldier, soldier
from rules.phoenix.basics.times import UNTIL_SAID

SEEN = (
    *("position", "exposure", "cover", "cover_side", "firing_stance", "facing", "spotted", "low"),
    *("moved", "gait", "trace", "turned", "ducked", "appeared", "hides", "foxhole"),
    *("vehicle", "rides", "fired", "died", "footing", "custody", "surprised"),
)
"""The fields of a Soldier that others can see."""
OF_TARGETS = ("armor", "Knockout Value", "wounds")
"""The hidden values on which the harm of a hit depends; the chance to hit depends on nothing hidden."""
OF_SHOOTERS = ("skill", "Combat Actions", "aim", "ammunition")
"""The hidden values on which a fighter's own chances depend."""
_shows = attrgetter(*SEEN)
_UNSAID = Soldier()
"""A fighter about which nothing is stated."""


def outward(combatant: Combatant, encounter: Encounter) -> Combatant:
    """Return the combatant as other sides see them: the weapon in hand, and the weapons that lie on the ground."""
    state = soldier(combatant)
    down = {one.slot: one for one in state.dropped if one.slot < len(combatant.carried)}
    hand = [combatant.in_hand] if combatant.carried else []
    slots = [*hand, *(slot for slot in down if slot not in hand)]
    lying = tuple(replace(down[slot], slot=new) for new, slot in enumerate(slots) if slot in down)
    shown = altered(
        _UNSAID,
        **dict(zip(SEEN, _shows(state), strict=True)),
        knockout=_knockout(state, encounter),
        nerve=replace(state.nerve, fled=None, tried=None) if state.nerve else None,
        dropped=lying,
    )
    carried = tuple(Carried(combatant.carried[slot].weapon) for slot in slots)
    return altered(combatant, carried=carried, in_hand=0, condition=shown)


def _knockout(state: Soldier, encounter: Encounter) -> Knockout | None:
    """Return a record that they are down, without the time and the throw."""
    fell = state.knockout
    if fell is None or fell.until is None or fell.until <= encounter.clock:
        return None
    return replace(fell, roll=0, time=None, until=UNTIL_SAID)
