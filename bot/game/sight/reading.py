"""A group of entries as a viewer may read them: the clauses, steps, effects and names that they may know."""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.journal import Entry, Group
from bot.game.names import SOMEBODY, names_in
from bot.game.sight.sentences import tidied
from bot.game.sight.view import view
from bot.game.sight.viewer import Viewer
from rules.engine.copies import replace
from rules.engine.effects import Charted, Effect, Joined, Planned, Ranged, Rescheduled, Sighted
from rules.engine.events import is_secret
from rules.engine.joining import Apply
from rules.engine.orders import CombatantOrder, Muster, Several
from rules.engine.records import Order
from rules.engine.references import GMS, named_in, put_names_in
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Clause, Resolution
from rules.engine.sight import fog
from rules.engine.steps import Roll, Step
from rules.engine.table_options import OFF

_UNDECIDED = "done"


def read(group: Group, book: Ruleset, viewer: Viewer) -> Group:
    """Return the entries that a viewer may read, each with what they may read of it; empty if there are none.

    Names are in the texts, as of the states that the entries left; `state` is the viewer's view of it. The group may
    be of several orders, but it has all entries of each whose order is shown.
    """
    veiled = _veiled(group, viewer)
    return [entry for one in group if (entry := _read(one, book, viewer, one.interaction_id in veiled)) is not None]


def reads_any(group: Group, book: Ruleset, viewer: Viewer) -> bool:
    """Return whether there is anything in these entries that a viewer may read."""
    veiled = _veiled(group, viewer)
    return any(_readable(one, book, viewer, one.interaction_id in veiled) is not None for one in group)


def reads_all(group: Group, book: Ruleset, viewer: Viewer) -> bool:
    """Return whether nothing in these entries is kept from a viewer."""
    return viewer.everything or all(
        fog(e.state) == OFF and _perceives_all(e, viewer) and view(e.state, book, viewer) is e.state for e in group
    )


def _veiled(group: Group, viewer: Viewer) -> set[str | None]:
    """The orders in which there is somebody whom the viewer does not perceive."""
    return {e.interaction_id for e in group if not _perceives_all(e, viewer)}


def _readable(entry: Entry, book: Ruleset, viewer: Viewer, veiled: bool) -> Resolution | None:
    """What the viewer may read of the resolution; None for nothing. `veiled`: the order is among the `_veiled`."""
    state = entry.state
    if viewer.everything or not (veiled or fog(state) != OFF or view(state, book, viewer) is not state):
        return entry.resolution
    limited = _limited(entry, book, viewer)
    return limited if limited.clauses or not entry.resolution.clauses else None


def _read(entry: Entry, book: Ruleset, viewer: Viewer, veiled: bool) -> Entry | None:
    resolution = _readable(entry, book, viewer, veiled)
    if resolution is None:
        return None
    state = view(entry.state, book, viewer)
    veiled = veiled or fog(entry.state) != OFF
    withheld = not viewer.everything and veiled and not _orders(viewer, entry.order, entry)

    name_of = names_in(entry)

    def name(id: str) -> str:
        if not viewer.perceives(id, entry.resolution.unseen):
            return SOMEBODY
        # A view tells fighters of the same name apart.
        return state.combatant(id).name if id in state.positions else name_of(id)

    clauses, steps = put_names_in(resolution.clauses, name), put_names_in(resolution.steps, name)
    if clauses is not resolution.clauses or steps is not resolution.steps:
        resolution = replace(resolution, clauses=clauses, steps=steps)
    if state is not entry.state:
        known = state.positions if fog(entry.state) == OFF else _own(entry, viewer)
        resolution = replace(resolution, effects=tuple(effect.among(known) for effect in resolution.effects))
    if resolution is entry.resolution and state is entry.state and not withheld:
        return entry
    user = entry.user
    if withheld and isinstance(entry.order, CombatantOrder) and entry.order.actor not in state.positions:
        # Whose fighter it was.
        user = ""
    return replace(entry, resolution=resolution, state=state, withheld=withheld, user=user)


def _limited(entry: Entry, book: Ruleset, viewer: Viewer) -> Resolution:
    """The resolution without what is kept from the viewer."""
    resolution, state = entry.resolution, entry.state
    own = _own(entry, viewer)
    open_to_all = fog(state) == OFF

    def perceives(id: str) -> bool:
        return viewer.perceives(id, resolution.unseen)

    # How it came about gives the ranges and places of those as well whom the viewer does not perceive.
    explained = open_to_all and all(perceives(one.id) for one in resolution.unseen if one.id != GMS)

    def clause(one: Clause) -> Clause | None:
        if not perceives(one.about):
            return Clause("", one.unseen, one.result) if one.unseen else None
        if open_to_all or not one.own or one.about in own:
            return one
        return replace(one, text=one.others, own=False, others="") if one.others else None

    def readable(step: Step) -> bool:
        """Throws are public as far as the fighter is perceived; how they came about is for the fighter's own side.

        What names fighters is for those who perceive them all.
        """
        if not all(perceives(id) for id in named_in(step)):
            return False
        return perceives(step.about) and (explained or not step.about or step.about in own or isinstance(step, Roll))

    def as_read(step: Step) -> Step:
        if not isinstance(step, Roll) or step.others is None or open_to_all or step.about in own:
            return step
        return replace(step, needed=step.others, others=None)

    def noticed(effect: Effect) -> Effect | None:
        match effect:
            case Rescheduled() | Planned():
                # What it takes off the agenda is not known here, so it is for those alone who may read the agenda.
                readable = open_to_all and not resolution.unseen
                items = effect.items if isinstance(effect, Rescheduled) else effect.agenda
                return effect if readable and not any(map(is_secret, items)) else None
            case Charted(board=board):
                return effect if board.open is board else Charted(board.open)
            case Sighted():
                return None  # what sides remember is in their views
            case Ranged(apart=apart):
                return effect if perceives(apart.one) and perceives(apart.other) else None
            case Joined(combatant=newcomer):
                if not perceives(newcomer.id):
                    return None
                known = open_to_all or newcomer.id in own
                return effect if known else Joined(book.outward(newcomer, state))
        id = getattr(effect, "combatant", "") or getattr(effect, "actor", "")
        return effect if not id or (perceives(id) and (open_to_all or id in own or effect.outward)) else None

    limited = [(one, clause(one)) for one in resolution.clauses]
    fighters = [seen is not None and bool(seen.about) for one, seen in limited if one.about]
    if fighters and not any(fighters):
        # Nobody learns of a shot at somebody whom they do not perceive, or of what it does to nobody.
        limited = [(one, None if one.about or one.result else seen) for one, seen in limited]
    clauses = tidied(_following([seen for _, seen in limited if seen]), resolution.clauses)
    decisive = any(one.result and any(map(str.isalnum, one.text)) for one in clauses) or len(clauses) == len(
        resolution.clauses
    )
    return replace(
        resolution,
        clauses=clauses,
        verdict=resolution.verdict if decisive else _UNDECIDED,
        steps=tuple(as_read(step) for step in resolution.steps if readable(step)),
        effects=tuple(seen for effect in resolution.effects if (seen := noticed(effect))),
        concerned=tuple(id for id in resolution.concerned if perceives(id)),
    )


def _following(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses without leads that nothing follows any more."""
    kept: list[Clause] = []
    for one in clauses:
        if not (one.lead and kept and kept[-1].lead):
            kept.append(one)
    while kept and kept[-1].lead:
        kept.pop()
    return tuple(kept)


def _own(entry: Entry, viewer: Viewer) -> frozenset[str]:
    if not (viewer.sides or viewer.everything):
        return frozenset()
    return frozenset([c.id for c in entry.state.combatants if viewer.owns(c)])


def _perceives_all(entry: Entry, viewer: Viewer) -> bool:
    return all(viewer.perceives(one.id, entry.resolution.unseen) for one in entry.resolution.unseen)


def _orders(viewer: Viewer, order: Order, entry: Entry) -> bool:
    """Whether the order is of the viewer's own side, or one of the table that concerns no fighter."""
    match order:
        case CombatantOrder(actor=id):
            return id in _own(entry, viewer)
        case Muster(side=side):
            return side in viewer.sides
        case Several(orders=orders):
            return all(_orders(viewer, one, entry) for one in orders)
        case Apply(application=application):
            return _orders(viewer, application.muster, entry)
    subjects = {*getattr(order, "subjects", ()), getattr(order, "subject", "")} - {""}
    return subjects <= _own(entry, viewer)
