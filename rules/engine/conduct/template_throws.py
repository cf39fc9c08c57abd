"""The throws of a template: for the places of its fighters, and for each fighter."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.books.ruleset import WordRules
from rules.engine.books.setups import TEMPLATE_DIE, Newcomers, TableThrow
from rules.engine.records.errors import NotNow
from rules.engine.scene.scene import Scene
from rules.words.places import Place


def thrown_places(group: Newcomers, scene: Scene) -> tuple[Place, ...]:
    """Throw for each newcomer's place and return the places; if a place is taken, the next free one."""
    taken = {c.place for c in scene.encounter.combatants}
    places: list[Place] = []
    for n, name in enumerate(group.names, 1):
        with scene.concerning(f"c{scene.encounter.mustered + n}"):
            thrown = scene.throw("Place", f"where {name} is", 0, TEMPLATE_DIE - 1)
            free = [p for p in (*group.among[thrown:], *group.among[:thrown]) if p not in taken]
            if not free:
                raise NotNow(f"All places for {name} are taken.")
            scene.note("Place", f"{name} is at {free[0]}")
        places.append(free[0])
        taken.add(free[0])
    return tuple(places)


def throw_for_each(throw: TableThrow, names: Iterable[str], scene: Scene, ruleset: WordRules) -> list[str]:
    """Throw for each newcomer, look the result up, note its meaning and return the cells."""
    table, cells = ruleset.tables[throw.table], list[str]()
    for n, name in enumerate(names, 1):
        with scene.concerning(f"c{scene.encounter.mustered + n}"):
            thrown = scene.throw(throw.label, throw.purpose(name), 0, TEMPLATE_DIE - 1)
            _, step = table.lookup(throw.label, thrown, *filter(None, [throw.column]), detail=True)
            scene.record(step)
            scene.note(throw.label, throw.meaning(step.value, name) or step.value)
            cells.append(step.value)
    return cells
