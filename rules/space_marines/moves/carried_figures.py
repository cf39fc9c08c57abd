"""Resolves picking up and putting down other figures, acts that the scenario may allow (MOVEMENT, OTHER ACTIONS).

Like any act, each ends the figure's turn and costs the Points that the players agree on, 0 unless given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from rules.engine.map.codes import codes
from rules.engine.records.agenda import whose
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Clause, Scene
from rules.engine.sight import contact
from rules.grid.ground import check_free, check_ground, open_ground
from rules.space_marines import sight
from rules.space_marines.figures import bearers, turn
from rules.space_marines.figures.figure import FRESH, PLACED, figure, points
from rules.space_marines.switches import CARRYING, may_carry
from rules.words.catalogue import normalized
from rules.words.phrases import listed
from rules.words.places import Place

SECTION = "MOVEMENT"
PICK_UP, PUT_DOWN = "pick up", "put down"
_PICK_UP = re.compile(r"(?:pick up|carry)\s+(?P<name>.+)", re.IGNORECASE)
_PUT_DOWN = re.compile(r"(?:put|set) down(?:\s+(?!at\b)(?P<name>.+?))?(?:\s+at\s+(?P<place>\S+))?", re.IGNORECASE)
_MOST_PLACES = 4


def act(combatant: Combatant, what: str, cost: Fraction, scene: Scene) -> bool:
    """Pick up or put down the figure that `what` names. Return False if `what` is another act."""
    encounter = scene.encounter
    if (match := _PICK_UP.fullmatch(what)) and (other := _named(match["name"], encounter)):
        if not may_carry(encounter):
            raise NoRule(
                f"Carrying is an option of the scenario. The GM turns it on with the switch “{CARRYING.name}”."
            )
        _pick_up(combatant, other, cost, scene)
        return True
    carried = bearers.load(combatant, encounter)
    match = _PUT_DOWN.fullmatch(what)
    if match and carried and (not match["name"] or _named(match["name"], encounter) == carried):
        _put_down(combatant, carried, match["place"] or "", cost, scene)
        return True
    return False


def acts(combatant: Combatant, encounter: Encounter) -> Iterator[tuple[str, str]]:
    """Yield the acts of this kind that are possible now, as pairs of name and label."""
    if carried := bearers.load(combatant, encounter):
        places = _free_around(combatant, encounter)
        for what in [f"{PUT_DOWN} {carried.name}{f' at {place}' if place else ''}" for place in places]:
            yield what, what
        return
    for other in encounter.combatants:
        try:
            _check_load(combatant, other, encounter)
        except Refusal:
            continue
        yield f"{PICK_UP} {other.name}", f"{PICK_UP} {other.name}"


def _pick_up(combatant: Combatant, other: Combatant, cost: Fraction, scene: Scene) -> None:
    _check_load(combatant, other, scene.encounter)
    _begin(combatant, cost, scene)
    if any(whose(item) == other.id for item in scene.encounter.agenda):
        # A figure does not cover an area or reload while it is carried.
        scene.stop(other.id)
    scene.change(combatant.id, replace(figure(scene.combatant(combatant.id)), carrying=other.id))
    scene.do(Placed(other.id, None))
    scene.notify(other.id)
    _end(combatant, f"picks up {other.reference}", cost, scene)


def _put_down(combatant: Combatant, carried: Combatant, where: str, cost: Fraction, scene: Scene) -> None:
    place = _place_beside(combatant, carried, where, scene.known(combatant.id))
    _begin(combatant, cost, scene)
    if place and (other := contact.in_the_way(combatant, place, scene)):
        met = contact.meet(combatant.id, other, scene)
        _end(combatant, f"keeps carrying {carried.reference}", cost, scene, met)
        return
    bearers.let_go(combatant.id, scene)
    if place:
        scene.do(Placed(carried.id, place))
    state = figure(carried)
    if state.camp == turn.phase(scene.encounter) and state.stage == FRESH and scene.encounter.timed:
        scene.change(carried.id, replace(state, stage=PLACED))
    scene.notify(carried.id)
    _end(combatant, f"puts {carried.reference} down{f' at {place}' if place else ''}", cost, scene)


def _begin(combatant: Combatant, cost: Fraction, scene: Scene) -> None:
    turn.check_affordable(combatant.id, cost, "that", scene.encounter)
    turn.begin_turn(combatant.id, scene)
    turn.spend(combatant.id, cost, scene)


def _end(combatant: Combatant, deed: str, cost: Fraction, scene: Scene, met: tuple[Clause, ...] = ()) -> None:
    turn.end_turn(combatant.id, scene)
    scene.note("Section", "Space Marines, MOVEMENT and OTHER ACTIONS", detail=True, section=SECTION)
    turn.note_left(combatant.id, SECTION, scene)
    done = scene.clause(f"{combatant.reference} {deed} ({points(cost)})")
    scene.conclude((done, *met, scene.clause(".")))


def _named(name: str, encounter: Encounter) -> Combatant | None:
    """Return the figure in play of exactly this name or code, in any spelling."""
    by_id = codes(encounter.combatants)
    meant = (c for c in encounter.combatants if normalized(name) in (normalized(c.name), normalized(by_id[c.id])))
    return next((c for c in meant if c.present), None)


def _check_load(combatant: Combatant, other: Combatant, encounter: Encounter) -> None:
    """Raise NoRule or NotNow if the figure cannot pick the other one up."""
    one, two = figure(combatant), figure(other)
    helpless = not other.carried and not two.troop.step
    if not may_carry(encounter):
        raise NoRule(f"The switch “{CARRYING.name}” is off.")
    if other.id == combatant.id or not other.present:
        raise NotNow(f"{combatant.reference} can pick up another figure in play.")
    if one.camp != two.camp and not helpless:
        raise NoRule(f"{other.reference} is an enemy. A figure carries friends and the helpless.")
    if carried := bearers.load(combatant, encounter):
        raise NotNow(
            f"{combatant.reference} already carries {carried.reference}, and a figure carries one figure at a time."
        )
    if bearers.load(other, encounter):
        raise NotNow(f"{other.reference} is carrying a figure and cannot be picked up.")
    if by := bearers.bearer(other.id, encounter):
        raise NotNow(f"{by.reference} already carries {other.reference}.")
    if one.flying or two.flying:
        raise NotNow(
            f"{(combatant if one.flying else other).reference} is in the air, and nobody can be picked up there."
        )
    if combatant.place is None and other.place is None:
        return
    if combatant.place is None or other.place is None:
        raise NotNow(f"{(other if combatant.place else combatant).reference} is not on the map.")
    if sight.distance(combatant.place, other.place, encounter) > 1:
        raise NotNow(f"{other.reference} is not adjacent. Use /move to get next to them first.")


def _place_beside(combatant: Combatant, carried: Combatant, where: str, encounter: Encounter) -> Place | None:
    """Return the adjacent free space that is named; None without a map. Raises Refusal."""
    free = _free_around(combatant, encounter)
    if not free:
        raise NotNow(f"There is no free space next to {combatant.reference}. Use /move first.")
    if free == [None]:
        if where:
            raise NotNow(f"{combatant.reference} is not on the map. Leave the place out.")
        return None
    if not where:
        examples = listed([str(place) for place in free[:_MOST_PLACES]])
        raise Refusal(f"Where? For example {PUT_DOWN} {carried.reference} at a free space next to them: {examples}.")
    place = Place.parse(where)
    check_ground(encounter, place)
    check_free(encounter, place)
    if place not in free:
        raise NotNow(f"{place} is not adjacent to {combatant.reference}.")
    return place


def _free_around(combatant: Combatant, encounter: Encounter) -> list[Place | None]:
    """Return the free spaces next to a figure; [None] without a map."""
    if combatant.place is None:
        return [None]
    taken = {c.place for c in encounter.combatants if c.present}
    around = sight.neighbours(combatant.place, encounter)
    return [
        p for p in around if p not in taken and (encounter.battle_map is None or open_ground(encounter.battle_map, p))
    ]
