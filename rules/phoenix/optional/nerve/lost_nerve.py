"""Fighters who have lost their nerve (5.6): what they still do, how they react to life threatening fire, how they get
away.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.records.agenda import Question, ask
from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Move
from rules.engine.records.records import Order
from rules.engine.scene.pending import without
from rules.engine.sight.sight import imperceptible, side_of
from rules.grid import hexes
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import Soldier, soldier, unsteady
from rules.phoenix.basics.times import after
from rules.phoenix.book import Scene
from rules.phoenix.ground import cover_side
from rules.phoenix.ground.moves.gait import read_gait
from rules.phoenix.harm.hit_records import Fate
from rules.phoenix.optional.records import Nerve
from rules.words.places import Place

KIND = "phoenix.break"
COVER = "phoenix.cover"
"""The kind of the question whether a fighter ducks or goes Low Prone (`morale`)."""
FLEE, SURRENDER = "flee", "surrender"
CHOICES = {FLEE: "flee", SURRENDER: "surrender"}


def lost(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the fighter has lost their nerve, so that nobody waits for their orders."""
    nerve = soldier(combatant).nerve
    return nerve is not None and nerve.state != "fleeing"


def given_up(state: Soldier) -> bool:
    """Return whether the fighter does nothing until a comrade rallies them."""
    return state.nerve is not None and state.nerve.state == "broken"


def go_under(id: str, nerve: Nerve, scene: Scene) -> None:
    """Put the fighter under cover: out of sight or, with `nerve.low`, Low Prone."""
    state = soldier(scene.combatant(id))
    lies = altered(state, position="prone", low=True) if nerve.low else state
    scene.change(id, altered(unsteady(lies), nerve=nerve, course=None))


def threatened(id: str, scene: Scene) -> list[Fate]:
    """Ask the owner of a broken fighter under life threatening fire whether they flee or surrender. Return the outcome
    of that.

    Life threatening fire is a shot that hits the fighter or misses within their Critical Distance.
    """
    encounter = scene.encounter
    if not (id and encounter.timed):
        return []
    combatant = scene.combatant(id)
    state, nerve = soldier(combatant), soldier(combatant).nerve
    if nerve is None or nerve.state != "broken" or state.died is not None or state.custody or _asked(id, encounter):
        return []
    if state.out(after(encounter.clock, impulses=1)):
        return []
    text = f"{combatant.reference} is broken and under life threatening fire. Do they flee or surrender?"
    scene.plan(ask(KIND, id, text, CHOICES))
    scene.notify(id)
    return [Fate("must flee or surrender", "")]


def answer(question: Question, choice: str, scene: Scene) -> tuple[Order, ...]:
    """Carry out the owner's answer: the fighter flees or surrenders."""
    combatant = scene.combatant(question.to)
    agenda = without(scene.encounter.agenda, combatant.id)
    scene.reschedule(tuple(m for m in agenda if not _puts(m, combatant.id)))
    scene.fail(combatant.id)
    state = soldier(combatant)
    if choice == SURRENDER:
        scene.change(combatant.id, altered(state, custody="surrendered"))
        scene.conclude(f"{combatant.reference} surrenders and is out of the fight.")
        return ()
    scene.change(combatant.id, altered(state, nerve=Nerve("fleeing", fled=combatant.place), low=False))
    scene.note("Flight", "they only move away from the enemy, until no enemy sees them", section="5.6")
    scene.conclude(f"{combatant.reference} flees.")
    return ()


def get_away(combatant: Combatant, scene: Scene) -> None:
    """End the flight of a fighter who is out of the enemy's sight. They stay there, still broken."""
    nerve = soldier(combatant).nerve
    assert nerve is not None
    moved = combatant.place is None or combatant.place != nerve.fled
    if not moved or scene.encounter.task(combatant.id) or not out_of_sight(combatant, scene.encounter):
        return
    low = soldier(combatant).exposure != "hidden"
    go_under(combatant.id, Nerve("broken", low), scene)
    scene.notify(combatant.id)
    scene.conclude(f"{combatant.reference} has got away and stays there, broken, until a comrade rallies them.")


def out_of_sight(combatant: Combatant, encounter: Encounter, at: Place | None = None) -> bool:
    """Return whether no enemy can see the fighter in any direction, because they are hidden or behind obstructions of
    the map.

    `at` is a place to check instead of the fighter's own.
    """
    here, battle_map = at or combatant.place, encounter.battle_map
    foes = tuple(_enemies(combatant, encounter))
    hidden = soldier(combatant) if at is None else Soldier()
    walls = battle_map.obstructions if battle_map else frozenset[Place]()
    return all(
        cover_side.hidden_from(hidden, here, foe.place, encounter)
        or bool(here and foe.place and hexes.blocking(foe.place, here, walls))
        for foe in foes
    )


def check_flight(order: Move, combatant: Combatant, encounter: Encounter) -> None:
    """Raise NotNow for a fleeing fighter's move that ends nearer to an enemy and neither in cover nor out of sight."""
    here, to = combatant.place, order.to
    if here is None or out_of_sight(combatant, encounter, to) or read_gait(order.how, combatant, encounter).cover:
        return
    for foe in _enemies(combatant, encounter):
        if foe.place and hexes.distance(foe.place, to) < hexes.distance(foe.place, here):
            raise NotNow(
                f"{combatant.reference} is fleeing, and {to} is nearer to {foe.reference}. Move away from the"
                " enemy or out of their sight, or use how: into cover."
            )


def _enemies(combatant: Combatant, encounter: Encounter) -> Iterator[Combatant]:
    """Yield the fighter's enemies who are able to fight, without those that their side cannot perceive."""
    for other in encounter.combatants:
        if not (enemies(combatant, other) and other.present) or soldier(other).out(encounter.clock):
            continue
        if not imperceptible(encounter, side_of(combatant), other):
            yield other


def forget_the_helpless(scene: Scene) -> None:
    """Drop the questions to fighters who can no longer do anything."""
    encounter = scene.encounter
    out = {c.id for c in encounter.combatants if not c.present or soldier(c).out(encounter.clock)}
    kept = tuple(
        m for m in encounter.agenda if not (isinstance(m, Question) and m.to in out and m.kind in (KIND, COVER))
    )
    if kept != encounter.agenda:
        scene.reschedule(kept)


def steady_all(scene: Scene) -> None:
    """Give all fighters their nerve back, after the switch was turned off."""
    for combatant in scene.encounter.combatants:
        if soldier(combatant).nerve or soldier(combatant).low:
            scene.change(combatant.id, altered(soldier(combatant), nerve=None, low=False))
    kept = tuple(m for m in scene.encounter.agenda if not (isinstance(m, Question) and m.kind in (KIND, COVER)))
    if kept != scene.encounter.agenda:
        scene.reschedule(kept)


def _asked(id: str, encounter: Encounter) -> bool:
    return any(_puts(item, id) for item in encounter.agenda)


def _puts(item: object, to: str) -> bool:
    return isinstance(item, Question) and item.to == to and item.kind == KIND
