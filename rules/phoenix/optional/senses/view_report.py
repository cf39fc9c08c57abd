"""Reports the fighters who come into view through an order (5.1).

They are spotted at once if that takes no time (5.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.books.table_options import OFF
from rules.engine.records.copies import replace
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import CombatantOrder
from rules.engine.scene.scene import Clause
from rules.engine.sight.sight import fog
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.switches import FIELD_OF_VIEW, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import view
from rules.phoenix.optional.senses import spotting
from rules.words.phrases import listed

_VIEWS = "views"
"""The key in `Scene.memory` of the views that are known."""


def follow(order: CombatantOrder, before: Encounter, scene: Scene) -> None:
    """Report the fighters who come into view because the actor appears, or because the actor looks there."""
    encounter = scene.encounter
    if not encounter.timed or not (on(encounter, FIELD_OF_VIEW) or spotting.counts(encounter)):
        return
    actor = encounter.combatant(order.actor)
    others = [c for c in encounter.combatants if enemies(actor, c)]
    was = {c.id: c for c in before.combatants}
    views = _views(before, scene)

    def new(viewer: Combatant, seen: Combatant) -> bool:
        """Return whether the viewer is aware of `seen` now and was not before."""
        earlier = was[viewer.id], was[seen.id]
        remembered = views.recall(*earlier)
        if remembered or not views.aware(viewer, seen):
            return False
        return remembered is False or not _aware(*earlier, before, scene.book)

    by = [c for c in others if new(c, actor)]
    # The order has already reported the fighters that it spotted.
    known, earlier = soldier(actor).known, soldier(was[actor.id]).known
    spotted = set[str]() if known is earlier else {one.id for one in {*known} - {*earlier}}
    newcomers = [c for c in others if c.id not in spotted and new(actor, c)]
    if not by and not newcomers:
        return
    if spotting.counts(encounter):
        for spotter in by:
            scene.do(spotting.with_known(spotter, view.as_seen(spotter, actor, encounter)))
        if newcomers:
            seen = [view.as_seen(actor, one, encounter) for one in newcomers]
            scene.do(spotting.with_known(scene.combatant(actor.id), *seen))
    scene.notify(*(c.id for c in by), *([actor.id] if newcomers else []))
    # Others learn that the actor comes into view, and not what the actor sees.
    if by and newcomers and fog(encounter) != OFF:
        scene.conclude(_outcome(actor, by, (), encounter))
        by = []
    scene.conclude(_outcome(actor, by, newcomers, encounter))


class _Views:
    """Which fighters are aware of each other in an impulse, computed once for each pair.

    One Next carries out many orders, and each of them changes only a few fighters.
    """

    def __init__(self, encounter: Encounter, book: Book) -> None:
        self._encounter, self._book = encounter, book
        self._pairs: dict[tuple[str, str], tuple[Combatant, Combatant, bool]] = {}

    def hold(self, encounter: Encounter) -> bool:
        """Return whether the encounter is the same as this one, apart from the fighters."""
        one = self._encounter
        return (
            one.clock is encounter.clock
            and one.battle_map is encounter.battle_map
            and one.ranges is encounter.ranges
            and one.switches is encounter.switches
        )

    def recall(self, viewer: Combatant, seen: Combatant) -> bool | None:
        """Return whether the viewer is aware of the other, or None if that has not been computed for their present
        state.
        """
        pair = self._pairs.get((viewer.id, seen.id))
        return pair[2] if pair is not None and pair[0] is viewer and pair[1] is seen else None

    def aware(self, viewer: Combatant, seen: Combatant) -> bool:
        """Return whether the viewer is aware of the other, and keep the result."""
        aware = self.recall(viewer, seen)
        if aware is None:
            aware = _aware(viewer, seen, self._encounter, self._book)
            self._pairs[viewer.id, seen.id] = viewer, seen, aware
        return aware


def _views(before: Encounter, scene: Scene) -> _Views:
    """Return the views of this impulse with all results so far."""
    views: _Views | None = scene.memory.get(_VIEWS)
    if views is None or not (views.hold(before) and views.hold(scene.encounter)):
        views = scene.memory[_VIEWS] = _Views(scene.encounter, scene.book)
    return views


def _aware(viewer: Combatant, seen: Combatant, encounter: Encounter, book: Book) -> bool:
    return not soldier(viewer).out(encounter.clock) and spotting.noticed(viewer, seen, encounter, book)


def _outcome(
    actor: Combatant, by: Sequence[Combatant], newcomers: Sequence[Combatant], encounter: Encounter
) -> tuple[Clause, ...]:
    spotted, clauses, end = spotting.counts(encounter), list[Clause](), "." if not newcomers else ""
    if by:
        comes = "is spotted at once by" if spotted else "comes into the view of"
        clauses += [
            Clause(actor.id, f"{actor.reference} {comes} ", lead=True),
            *[replace(one, own=True) for one in Scene.clauses(listed([c.reference for c in by], "and") + end)],
        ]
    if newcomers:
        seen = listed([c.reference for c in newcomers], "and")
        sees = f"spots {seen} at once." if spotted else f"has {seen} in view now."
        clauses.append(Clause(actor.id, f" and {sees}" if by else f"{actor.reference} {sees}", own=True))
    return tuple(clauses)
