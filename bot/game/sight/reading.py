"""A group of entries as a viewer may read them: the clauses, steps, effects and names that they may know."""

from __future__ import annotations

from bot.game.journal import Entry, Group
from bot.game.names import names_in
from bot.game.sight.view import view
from bot.game.sight.viewer import Viewer
from rules.engine.copies import replace
from rules.engine.effects import Effect, Joined
from rules.engine.references import put_names_in
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Clause, Resolution
from rules.engine.sight import fog
from rules.engine.steps import Roll, Step
from rules.engine.table_options import OFF

SOMEBODY = "somebody unseen"
"""What a text calls a fighter whom its reader does not perceive."""


def read(group: Group, book: Ruleset, viewer: Viewer) -> Group:
    """Return the entries that a viewer may read, each with what they may read of it; empty if there are none.

    Names are in the texts, as of the states that the entries left; `state` is the viewer's view of it.
    """
    return [entry for one in group if (entry := _read(one, book, viewer)) is not None]


def _read(entry: Entry, book: Ruleset, viewer: Viewer) -> Entry | None:
    resolution = entry.resolution
    if not viewer.everything:
        resolution = _limited(entry, viewer)
        if not resolution.clauses and resolution.unseen:
            return None

    name_of = names_in(entry)

    def name(id: str) -> str:
        return name_of(id) if viewer.perceives(id, entry.resolution.unseen) else SOMEBODY

    clauses, steps = put_names_in(resolution.clauses, name), put_names_in(resolution.steps, name)
    return replace(
        entry,
        resolution=replace(resolution, clauses=clauses, steps=steps),
        state=view(entry.state, book, viewer),
    )


def _limited(entry: Entry, viewer: Viewer) -> Resolution:
    """The resolution without what is kept from the viewer."""
    resolution, state = entry.resolution, entry.state
    own = {c.id for c in state.combatants if viewer.owns(c)}
    open_to_all = fog(state) == OFF

    def perceives(id: str) -> bool:
        return viewer.perceives(id, resolution.unseen)

    def clause(one: Clause) -> Clause | None:
        if not perceives(one.about):
            return Clause("", one.unseen, one.result) if one.unseen else None
        return one if open_to_all or not one.own or one.about in own else None

    def readable(step: Step) -> bool:
        """Throws are public as far as the fighter is perceived; how they came about is for the fighter's own side."""
        return perceives(step.about) and (open_to_all or not step.about or step.about in own or isinstance(step, Roll))

    def noticed(effect: Effect) -> bool:
        id = effect.combatant.id if isinstance(effect, Joined) else getattr(effect, "combatant", "")
        return not id or (perceives(id) and (open_to_all or id in own or effect.outward))

    return replace(
        resolution,
        clauses=tuple(limited for one in resolution.clauses if (limited := clause(one))),
        steps=tuple(step for step in resolution.steps if readable(step)),
        effects=tuple(effect for effect in resolution.effects if noticed(effect)),
        concerned=tuple(id for id in resolution.concerned if perceives(id)),
    )
