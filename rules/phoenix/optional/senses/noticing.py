"""Who comes into whose view, as a part of the order that causes it (5.1), and is spotted at once if that takes no time
(5.2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.model import Combatant, Encounter
from rules.engine.orders import CombatantOrder
from rules.engine.scene import Clause
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import view
from rules.phoenix.optional.senses import spotting
from rules.phoenix.sides import enemies
from rules.phoenix.soldier import soldier
from rules.phoenix.switches import FIELD_OF_VIEW, on
from rules.words.phrases import listed


def follow(order: CombatantOrder, before: Encounter, scene: Scene) -> None:
    """Tell who comes into whose view by an order: because the actor shows up, or looks there."""
    encounter = scene.encounter
    if not encounter.timed or not (on(encounter, FIELD_OF_VIEW) or spotting.counts(encounter)):
        return
    actor = encounter.combatant(order.actor)
    others = [c for c in encounter.combatants if enemies(actor, c)]
    was = {c.id: c for c in before.combatants}

    def new(viewer: Combatant, seen: Combatant) -> bool:
        """Whether the viewer is aware of `seen` now and was not before."""
        if not _aware(viewer, seen, encounter, scene.book):
            return False
        return not _aware(was[viewer.id], was[seen.id], before, scene.book)

    by = [c for c in others if new(c, actor)]
    # The order itself has told of those whom it spotted.
    spotted = {one.id for one in {*soldier(actor).known} - {*soldier(was[actor.id]).known}}
    whom = [c for c in others if c.id not in spotted and new(actor, c)]
    if not by and not whom:
        return
    if spotting.counts(encounter):
        for spotter in by:
            scene.do(spotting.with_known(spotter, view.as_seen(spotter, actor, encounter)))
        if whom:
            seen = [view.as_seen(actor, one, encounter) for one in whom]
            scene.do(spotting.with_known(scene.combatant(actor.id), *seen))
    scene.notify(*(c.id for c in by), *([actor.id] if whom else []))
    scene.conclude(_outcome(actor, by, whom, encounter))


def _aware(viewer: Combatant, seen: Combatant, encounter: Encounter, book: Book) -> bool:
    return not soldier(viewer).out(encounter.clock) and spotting.noticed(viewer, seen, encounter, book)


def _outcome(
    actor: Combatant, by: Sequence[Combatant], whom: Sequence[Combatant], encounter: Encounter
) -> tuple[Clause, ...]:
    spotted, clauses, end = spotting.counts(encounter), list[Clause](), "." if not whom else ""
    if by:
        comes = "is spotted at once by" if spotted else "comes into the view of"
        clauses += [
            Clause(actor.id, f"{actor.reference} {comes} "),
            *Scene.clauses(listed([c.reference for c in by], "and") + end),
        ]
    if whom:
        seen = listed([c.reference for c in whom], "and")
        sees = f"spots {seen} at once." if spotted else f"has {seen} in view now."
        clauses.append(Clause(actor.id, f" and {sees}" if by else f"{actor.reference} {sees}"))
    return tuple(clauses)
