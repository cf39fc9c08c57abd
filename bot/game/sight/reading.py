"""A group of entries as a viewer may read them: the clauses, steps, effects and names that they may know."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from operator import attrgetter, is_
from typing import TypeVar

from bot.game.entries.bounded_mapping import Results
from bot.game.entries.entries import Entry, Group
from bot.game.entries.names import SOMEBODY, names_in
from bot.game.sight.order_numbers import number_for
from bot.game.sight.sentences import tidied, way_seen
from bot.game.sight.view import view
from bot.game.sight.viewer import Viewer
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF
from rules.engine.flow.deploying import Deploy
from rules.engine.flow.stops import FOR_GM, WAITS
from rules.engine.records.copies import replace
from rules.engine.records.model import Encounter
from rules.engine.records.orders import CombatantOrder, Muster, Several, Start
from rules.engine.records.records import Order
from rules.engine.records.references import GMS, named_in, put_names_in
from rules.engine.records.steps import Note, Roll, Step
from rules.engine.scene.effects import Charted, Effect, Joined, Opened, Placed, Planned, Ranged, Rescheduled, Sighted
from rules.engine.scene.explosions import Exploded
from rules.engine.scene.parts import EVERYONE, Clause, Resolution, Watched
from rules.engine.sight.sight import fog, side_of, sides
from rules.engine.table.import_order import Import
from rules.engine.table.joining import Applied, Apply
from rules.words.phrases import listed

T = TypeVar("T", Clause, Step)
_UNDECIDED = "done"
_OWN = attrgetter("own")
_RESTORING = ("undo", "redo")
"""Kinds of entries whose verdict says no more than the kind."""


def read(group: Group, book: Ruleset, viewer: Viewer) -> Group:
    """Return the entries that a viewer may read, each with what they may read of it; empty if there are none.

    Names are in the texts, as of the states that the entries left; `state` is the viewer's view of it. The group may
    be of several orders, but it has all entries of each whose order is shown.
    """
    hidden = veiled(group, viewer)
    concealed = {e.interaction_id for e in group if _plays_a_part(viewer.misses(e.resolution.unseen), e)}
    entries: list[Entry] = []
    untold: list[Entry] = []
    for one in group:
        entry = _read(one, book, viewer, one.interaction_id in hidden, one.interaction_id in concealed)
        untold = [earlier for earlier in untold if earlier.interaction_id == one.interaction_id]
        if reads_outcome(one, entry.resolution):
            entries.append(_following_on(untold, entry))
            untold = []
        else:
            untold.append(entry)
    return entries


def _following_on(untold: Sequence[Entry], entry: Entry) -> Entry:
    """Return the entry, with what may be read of the parts before it of which the viewer is told nothing: without the
    fighters they are about, it would have been in this one.
    """
    before = [one.resolution for one in untold]
    steps = [step for one in before for step in one.steps]
    effects = [effect for one in before for effect in one.effects]
    fell = [fell for one in before for fell in one.fell]
    if not (steps or effects or fell):
        return entry
    own = entry.resolution
    effects = [*effects, *own.effects]
    together = replace(own, steps=(*steps, *own.steps), effects=_folded(effects), fell=(*fell, *own.fell))
    return replace(entry, resolution=together)


def _folded(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """Return the effects without those that only let time pass before the next such: how often time has stopped in
    between depends on everybody in the encounter.
    """
    kept: list[Effect] = []
    for effect in effects:
        at = len(kept)
        while at and kept[at - 1].passing:
            at -= 1
        kept[at:] = [one for one in kept[at:] if not effect.passing or type(one) is not type(effect)]
        kept.append(effect)
    return tuple(kept)


def reads_any(group: Group, book: Ruleset, viewer: Viewer) -> bool:
    """Return whether a viewer may read any part of these entries."""
    hidden = veiled(group, viewer)
    return any(_reads(one, book, viewer, one.interaction_id in hidden) for one in group)


def reads_each(group: Group, book: Ruleset, viewer: Viewer) -> bool:
    """Return whether a viewer may read a part of each of these entries."""
    hidden = veiled(group, viewer)
    return all(_reads(one, book, viewer, one.interaction_id in hidden) for one in group)


def _reads(entry: Entry, book: Ruleset, viewer: Viewer, veiled: bool) -> bool:
    # Whatever else is kept from the viewer, its clauses decide.
    whole = not entry.resolution.clauses or not _is_limited(entry, book, viewer, veiled)
    return whole or bool(_clauses(entry, viewer))


def veiled(group: Group, viewer: Viewer) -> set[str | None]:
    """Return the orders with a fighter that the viewer does not see or hear."""
    return {e.interaction_id for e in group if viewer.misses(e.resolution.unseen)}


def reads_outcome(entry: Entry, resolution: Resolution) -> bool:
    """Return whether a viewer may read any part of an entry's outcome."""
    return bool(resolution.clauses) or not entry.resolution.clauses


def readable(entry: Entry, book: Ruleset, viewer: Viewer, veiled: bool) -> Resolution:
    """Return the resolution as the viewer may read it.

    `veiled`: the order is one of the `veiled`.
    """
    return _limited(entry, book, viewer) if _is_limited(entry, book, viewer, veiled) else entry.resolution


def _is_limited(entry: Entry, book: Ruleset, viewer: Viewer, veiled: bool) -> bool:
    """Return whether parts of the resolution may be kept from the viewer."""
    state = entry.state
    if viewer.everything:
        return False
    return veiled or fog(state) != OFF or view(state, book, viewer) is not state or _replans(entry)


def _replans(entry: Entry) -> bool:
    """Return whether the agenda changes in an entry."""
    return any(isinstance(effect, Rescheduled | Planned) for effect in entry.resolution.effects)


def _read(entry: Entry, book: Ruleset, viewer: Viewer, veiled: bool, concealed: bool) -> Entry:
    state = view(entry.state, book, viewer)
    concealed = concealed or fog(entry.state) != OFF
    concealed = concealed or isinstance(entry.order, Start)
    withheld = not viewer.everything and concealed and not _orders(viewer, entry.order, entry)
    # The order of an import holds all of the state.
    withheld |= isinstance(entry.order, Import) and state is not entry.state and not viewer.everything

    resolution = _readable_with_names(entry, book, viewer, veiled)
    number = number_for(entry, viewer)
    if resolution is entry.resolution and state is entry.state and number == entry.number and not withheld:
        return entry
    user = entry.user
    if withheld and isinstance(entry.order, CombatantOrder) and entry.order.actor not in state.positions:
        # Whose fighter it was.
        user = ""
    return replace(entry, resolution=resolution, state=state, withheld=withheld, user=user, number=number)


def _readable_with_names(entry: Entry, book: Ruleset, viewer: Viewer, veiled: bool) -> Resolution:
    """Return the resolution as the viewer may read it, with names in its texts."""
    key = viewer, veiled
    # An order's calls follow from the same reading as its answer.
    if (latest := _latest.get(key, entry.resolution, entry.state)) is not None:
        return latest
    reading = _with_names_in_view(entry, book, viewer, veiled)
    # A reading that refers to the entry's records would never be dropped. The first entry's effects hold its state.
    unkept = viewer.everything or entry.parent is None or reading is entry.resolution
    return reading if unkept else _latest.keep(reading, key, entry.resolution, entry.state)


_latest: Results[Resolution] = Results(64)
"""The latest of these resolutions, by viewer, resolution and state."""


def _with_names_in_view(entry: Entry, book: Ruleset, viewer: Viewer, veiled: bool) -> Resolution:
    state = view(entry.state, book, viewer)
    resolution = _with_names(readable(entry, book, viewer, veiled), entry, state, viewer)
    if state is entry.state:
        return resolution
    known = state.positions if fog(entry.state) == OFF else viewer.own(entry.state)
    return replace(resolution, effects=tuple([effect.among(known) for effect in resolution.effects]))


def _with_names(resolution: Resolution, entry: Entry, state: Encounter, viewer: Viewer) -> Resolution:
    """Return what is read of an entry, whose view is `state`, with names in its texts."""
    name_of, own = names_in(entry), viewer.own(entry.state)
    hidden, unknown = viewer.misses(entry.resolution.unseen), viewer.ignores(entry.resolution.unseen)

    def name(id: str) -> str:
        # A view tells fighters of the same name apart.
        return state.combatant(id).name if id in state.positions else name_of(id)

    def perceived(id: str) -> str:
        return SOMEBODY if id in hidden else name(id)

    def known(id: str) -> str:
        return SOMEBODY if id in unknown else name(id)

    def with_names(records: tuple[T, ...]) -> tuple[T, ...]:
        named = tuple([put_names_in(one, known if one.about in own else perceived) for one in records])
        return records if all(map(is_, named, records)) else named

    clauses, steps = with_names(resolution.clauses), with_names(resolution.steps)
    if clauses and clauses[0].text.startswith(SOMEBODY):
        first = replace(clauses[0], text=SOMEBODY.capitalize() + clauses[0].text.removeprefix(SOMEBODY))
        clauses = (first, *clauses[1:])
    fell = tuple([replace(one, name=name(one.id)) for one in resolution.fell])
    if clauses is resolution.clauses and steps is resolution.steps and not fell:
        return resolution
    return replace(resolution, clauses=clauses, steps=steps, fell=fell)


def _clauses(entry: Entry, viewer: Viewer) -> tuple[Clause, ...]:
    """Return the clauses of an entry that the viewer may read."""
    resolution = entry.resolution
    if not (resolution.unseen or resolution.watched or any(map(_OWN, resolution.clauses))):
        return resolution.clauses
    hidden, own, keys = viewer.misses(resolution.unseen), viewer.own(entry.state), _witnesses(entry, viewer)
    open_to_all = fog(entry.state) == OFF

    def clause(one: Clause) -> Clause | None:
        if one.about in hidden:
            return Clause("", one.unseen, one.result) if one.unseen else None
        if one.start is not None and (way := _watched(one.about, resolution, keys)) is not None:
            first = next(each for each in resolution.clauses if (each.about, each.start) == (one.about, one.start))
            return Clause(one.about, way_seen(one.about, way)) if one is first else None
        if open_to_all or not one.own or one.about in own:
            return one
        return replace(one, text=one.others, own=False, others="") if one.others else None

    limited = [(one, clause(one)) for one in resolution.clauses]
    return tidied(_following(_noticed(limited)), resolution.clauses)


def _watched(id: str, resolution: Resolution, keys: Collection[str]) -> Watched | None:
    """Return what was seen of a fighter's way under these keys, None if all of it was."""
    notes = [one for one in resolution.watched if one.id == id and one.by in keys]
    return None if len(notes) < len(keys) else max(notes, key=lambda one: len(one.places))


def _witnesses(entry: Entry, viewer: Viewer) -> frozenset[str]:
    """Return the keys under which an entry notes what the viewer saw of it."""
    # A side that has joined since saw what everyone did.
    return frozenset([key if key in sides(entry.state) else EVERYONE for key in viewer.keys])


def _limited(entry: Entry, book: Ruleset, viewer: Viewer) -> Resolution:
    """Return the resolution without the parts that are kept from the viewer."""
    resolution, state = entry.resolution, entry.state
    own = viewer.own(entry.state)
    hidden, unknown = viewer.misses(resolution.unseen), viewer.ignores(resolution.unseen)
    keys = _witnesses(entry, viewer)
    open_to_all = fog(state) == OFF
    explained = open_to_all and not _plays_a_part(hidden, entry)

    def names_known(text: object, about: str) -> bool:
        """Return whether the viewer reads the names in a text about a fighter: those of their own are told by what
        they know.
        """
        nameless = unknown if about in own else hidden
        return not nameless or nameless.isdisjoint(named_in(text))

    def as_read(step: Step) -> Step | None:
        """Return the step as the viewer reads it, None if they may not.

        Throws are public if the viewer sees or hears the fighter; the steps before them are for the fighter's own side.
        Texts that name fighters are for readers who perceive all of them, or know them if the text is about their own.
        """
        if step.about in hidden:
            return None
        if isinstance(step, Roll):
            return throw(step) if names_known(step, step.about) else None
        explains = explained or not step.about or step.about in own
        if not (explains or (isinstance(step, Note) and step.outward)):
            return None
        if isinstance(step, Note) and step.of:
            known = [one for one in step.of if names_known((one,), step.about)]
            if not (known or step.nobody):
                return None
            lead = step.text.removesuffix(listed(step.of, "and"))
            return replace(step, text=f"{lead}{listed(known, 'and')}" if known else step.nobody, of=tuple(known))
        if not names_known(step, step.about):
            return None
        return step if explains or not isinstance(step, Note) else replace(step, text=step.brief)

    def throw(step: Roll) -> Roll:
        if step.within:
            # Somebody unseen may have fired.
            step = replace(step, within=())
        if step.others is None or open_to_all or step.about in own:
            return step
        return replace(step, needed=step.others, others=None)

    def noticed(effect: Effect) -> Effect | None:
        match effect:
            case Rescheduled() | Planned():
                # Its positions, and the items that it removes, are of everybody's agenda.
                return None
            case Opened(encounter=whole):
                return Opened(view(whole, book, viewer))
            case Charted(battle_map=battle_map):
                return effect if battle_map.open is battle_map else Charted(battle_map.open)
            case Applied():
                return effect if open_to_all else None
            case Sighted():
                return None  # what sides remember is in their views
            case Ranged(apart=apart):
                return effect if hidden.isdisjoint((apart.one, apart.other)) else None
            case Placed(combatant=id, place=place, origin=origin) if way := _watched(id, resolution, keys):
                seen = replace(effect, origin=origin if origin in way.places else None)
                return seen if place in way.places else None
            case Exploded():
                return effect.noticed(lambda id: id not in hidden, bool(clauses))
            case Joined(combatant=newcomer):
                if newcomer.id in hidden:
                    return None
                known = open_to_all or newcomer.id in own
                return effect if known else Joined(book.outward(newcomer, state))
        id = getattr(effect, "combatant", "") or getattr(effect, "actor", "")
        return effect if not id or (id not in hidden and (open_to_all or id in own or effect.outward)) else None

    clauses = _clauses(entry, viewer)
    return replace(
        resolution,
        clauses=clauses,
        verdict=resolution.verdict if entry.kind in _RESTORING else _verdict(clauses, resolution),
        steps=tuple([seen for step in resolution.steps if (seen := as_read(step))]),
        effects=_folded([left for effect in resolution.effects if (left := noticed(effect))]),
        concerned=tuple([id for id in resolution.concerned if id not in hidden]),
        watched=(),
        contacts=tuple([replace(one, by=EVERYONE) for one in resolution.contacts if one.by in viewer.sides]),
        fell=tuple([replace(one, by=()) for one in resolution.fell if not keys.isdisjoint(one.by)]),
    )


def _plays_a_part(hidden: Collection[str], entry: Entry) -> bool:
    """Return whether one of these fighters (ids) that a viewer does not see or hear acts in the entry, or somebody acts
    whose side perceives one of them: how that came about gives their weapons, ranges and places. Fighters that an
    attack hits by chance are not in its steps, and where time passes or something goes off, nobody acts: then each step
    is about one fighter.
    """
    unseen = [one for one in entry.resolution.unseen if one.id in hidden and one.id != GMS]
    acting = next((one.about for one in entry.resolution.clauses), "")
    if not (unseen and acting):
        return False
    if acting not in entry.state.positions:
        return True
    side = side_of(entry.state.combatant(acting))
    return any(one.id == acting or side in one.by for one in unseen)


def _noticed(limited: Sequence[tuple[Clause, Clause | None]]) -> list[Clause]:
    """Return the readable clauses, each with its readable text, in each of the parts that an undo quotes.

    Nobody learns of a shot at somebody that they do not perceive, or of what it does to nobody.
    """
    noticed: list[Clause] = []
    for _, quoted in groupby(limited, lambda pair: pair[0].lead and not pair[0].about):
        part = list(quoted)
        fighters = [seen is not None and bool(seen.about) for one, seen in part if one.about not in ("", GMS)]
        unknown = bool(fighters) and not any(fighters)
        noticed += [seen for one, seen in part if seen and not (unknown and (one.about or one.result))]
    return noticed


def _following(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """Return the clauses without leads that nothing follows any more."""
    kept: list[Clause] = []
    for one in clauses:
        if not (one.lead and kept and kept[-1].lead):
            kept.append(one)
    while kept and kept[-1].lead:
        kept.pop()
    return tuple(kept)


def _verdict(clauses: Sequence[Clause], of: Resolution) -> str:
    """Return the verdict of the remaining clauses of a resolution."""
    if len(clauses) == len(of.clauses) or of.verdict in (FOR_GM, WAITS):
        return of.verdict
    if of.verdict in ("hit", "miss") and any(one.verdict for one in of.clauses):
        each = {one.verdict for one in clauses}
        return next((verdict for verdict in ("hit", "miss") if verdict in each), _UNDECIDED)
    return of.verdict if any(one.result and any(map(str.isalnum, one.text)) for one in clauses) else _UNDECIDED


def _orders(viewer: Viewer, order: Order, entry: Entry) -> bool:
    """Return whether the order is by the viewer's own side, or one of the table that concerns no fighter."""
    match order:
        case CombatantOrder(actor=id):
            return id in viewer.own(entry.state)
        case Muster(side=side) | Deploy(side=side):
            return side in viewer.sides
        case Several(orders=orders):
            return all(_orders(viewer, one, entry) for one in orders)
        case Start(setup=setup):
            return not setup
        case Apply(application=application):
            return _orders(viewer, application.muster, entry)
    subjects = {*getattr(order, "subjects", ()), getattr(order, "subject", "")} - {""}
    return subjects <= viewer.own(entry.state)
