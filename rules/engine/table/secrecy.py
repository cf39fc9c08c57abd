"""The GM's secrets: the orders `Conceal`, `Reveal` and `Jot`, in every ruleset, and names that clash.

1. A secret fighter (`Combatant.secret`) exists for their own side and the GM alone, until another side meets them
   (`rules.engine.sight.contact`) or the GM reveals them.
2. Events (`rules.engine.books.events`), pieces of the map (`rules.engine.map.pieces`) and the GM's notes
   (`Encounter.notes`) can be secret too. Orders about them have steps and clauses about `GMS`, which only GMs perceive.
3. Two fighters may have the same name if no side knows both. As soon as a side does, `rename_alike` gives one of them a
   number: the one that fewer sides know, or else the later one.

`bot.game.sight` decides who may read which of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from itertools import combinations
from operator import attrgetter

from rules.engine.books import events
from rules.engine.books.player_names import free_name
from rules.engine.books.ruleset import Ruleset
from rules.engine.map.map_orders import described
from rules.engine.map.pieces import Layer, concealed, hidden, layers, revealed, secrets
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.records import Order
from rules.engine.records.references import GMS
from rules.engine.records.users import TypedText
from rules.engine.scene.effects import Charted, Effect, Registered
from rules.engine.scene.scene import Clause, Part, Scene
from rules.engine.sight.sight import glimpse, perceived_by_all, sides, unplaced, veiled
from rules.words.catalogue import normalized
from rules.words.phrases import listed
from rules.words.places import Place

MOST_NOTES, MOST_NOTE = 20, 200
_NAME = attrgetter("name")


@dataclass(frozen=True, slots=True)
class Conceal(Order):
    """Keep these fighters secret from now on, and these events and notes (by their texts), and the pieces of the map at
    these places.
    """

    kind = "Conceal"

    subjects: tuple[str, ...] = ()
    events: tuple[TypedText, ...] = field(default=(), metadata={"late": True})
    notes: tuple[TypedText, ...] = field(default=(), metadata={"late": True})
    places: frozenset[Place] = field(default=frozenset(), metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Reveal(Order):
    """Let everybody know of these fighters, of the secret pieces at these places or of the whole `map`, and of these
    notes and events (by their texts).
    """

    kind = "Reveal"

    subjects: tuple[str, ...] = ()
    map: bool = False
    notes: tuple[TypedText, ...] = ()
    events: tuple[TypedText, ...] = field(default=(), metadata={"late": True})
    places: frozenset[Place] = field(default=frozenset(), metadata={"late": True})


@dataclass(frozen=True, slots=True)
class Jot(Order):
    """Keep a note, for the GMs alone if it is `secret`; `gone` removes the note with this text."""

    kind = "Jot"

    text: TypedText
    secret: bool = True
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Concealed(Effect):
    """A fighter is secret, or no longer; no side has met them yet."""

    kind = "Concealed"
    words = "who knows of a fighter has changed"
    outward = True

    combatant: str
    secret: bool

    def on(self, encounter: Encounter) -> Encounter:
        combatant = encounter.combatant(self.combatant)
        return encounter.with_combatant(altered(combatant, secret=self.secret, met=()))


@dataclass(frozen=True, slots=True)
class Noted(Effect):
    """These are the notes: the public ones, and the ones for GMs alone."""

    kind = "Noted"
    words = "the GM's notes have changed"

    combatant: str
    notes: tuple[TypedText, ...]
    secrets: tuple[TypedText, ...]

    def on(self, encounter: Encounter) -> Encounter:
        return altered(encounter, notes=self.notes, secret_notes=self.secrets)


def conceal(order: Conceal, scene: Scene, unit: str) -> None:
    """Keep fighters and things secret. `unit` is the unit of the book's clock.

    Raises NotNow if a fighter is already secret, UnknownName if something does not exist.
    """
    for id in order.subjects:
        combatant = scene.combatant(id)
        if combatant.secret:
            raise NotNow(f"{combatant.reference} is already secret. /encounter reveal shows them to everyone.")
        with scene.concerning(id):
            scene.do(Concealed(id, True))
            scene.conclude(f"{combatant.reference} is secret now. Other sides no longer know of them.")
    with scene.concerning(GMS):
        for text in order.events:
            events.set_secret(text, True, scene, unit)
        for text in order.notes:
            _move_note(text, True, scene)
        if order.places:
            _conceal_map(order.places, scene)


def reveal(order: Reveal, scene: Scene, ruleset: Ruleset) -> None:
    """Reveal fighters, the map's secret pieces and notes. Raises NotNow for something that everybody knows already."""
    for id in order.subjects:
        combatant = scene.combatant(id)
        if not combatant.secret and perceived_by_all(scene.encounter, ruleset, combatant):
            raise NotNow(f"{combatant.reference} is not secret. Every side knows of them.")
        if unplaced(scene.encounter, combatant):
            raise NotNow(f"{combatant.reference} is not on the map yet. Other sides can know of them once they are.")
        with scene.concerning(id):
            scene.do(Concealed(id, False))
            if not perceived_by_all(scene.encounter, ruleset, scene.combatant(id)):
                ruleset.revealed(id, scene)
            scene.notify(id)
            at = f" at {combatant.place}" if combatant.place else ""
            side = f" ({combatant.side})" if combatant.side else ""
            scene.conclude(f"{combatant.reference}{side} is revealed{at}.")
    for text in order.events:
        events.set_secret(text, False, scene, ruleset.turn_name)
    if order.map or order.places:
        _reveal_map(None if order.map else order.places, scene)
    for text in order.notes:
        _move_note(text, False, scene)


def _move_note(text: str, secret: bool, scene: Scene) -> None:
    """Make a public note secret, or a secret one public."""
    notes, secrets = scene.encounter.notes, scene.encounter.secret_notes
    if text not in (notes if secret else secrets):
        raise NotNow(
            f"That note is {'already' if secret else 'not'} secret, or gone. See the notes with /encounter show."
        )
    if secret:
        scene.do(Noted(GMS, tuple(note for note in notes if note != text), (*secrets, text)))
    else:
        scene.do(Noted("", (*notes, text), tuple(note for note in secrets if note != text)))
    scene.conclude(f"Note{' for the GMs' if secret else ''}: {text}")


def _conceal_map(places: frozenset[Place], scene: Scene) -> None:
    battle_map = scene.encounter.battle_map
    known = _within(layers(battle_map.open), places) if battle_map else {}
    if battle_map is None or not known:
        raise NotNow("There is no such public piece of the map. Give its places, for example C3 D4-F4.")
    scene.do(Charted(concealed(battle_map, places)))
    scene.conclude(f"Secret on the map now: {described(known)}.")


def _reveal_map(places: frozenset[Place] | None, scene: Scene) -> None:
    """Show the secret pieces at these places; None for all of them."""
    battle_map = scene.encounter.battle_map
    secret = secrets(battle_map) if battle_map else {}
    if battle_map is None or not secret:
        raise NotNow("No piece of the map is secret. Add one with /encounter map add: and secret: True.")
    found = secret if places is None else _within(secret, places)
    if not found:
        raise NotNow(
            f"No secret piece is there. Secret pieces: {listed([*map(str, sorted(hidden(battle_map)))], 'and')}."
        )
    scene.do(Charted(revealed(battle_map, frozenset[Place]().union(*found.values()))))
    scene.conclude(f"The map shows more: {described(found)}.")


def _within(found: Mapping[Layer, frozenset[Place]], places: frozenset[Place]) -> Mapping[Layer, frozenset[Place]]:
    return {layer: there & places for layer, there in found.items() if not there.isdisjoint(places)}


def jot(order: Jot, scene: Scene) -> None:
    """Keep a note, or remove one.

    Raises Refusal for a text that cannot be a note, NotNow for a note that exists already, or does not.
    """
    text = " ".join(order.text.split())
    if not 1 <= len(text) <= MOST_NOTE or not any(sign.isalnum() for sign in text):
        raise Refusal(f"A note has 1 to {MOST_NOTE} characters, with at least one letter or digit.")
    encounter = scene.encounter
    notes, secrets = encounter.notes, encounter.secret_notes
    there = next((note for note in (*notes, *secrets) if normalized(note) == normalized(text)), None)
    if order.gone:
        if there is None:
            raise NotNow("There is no such note. See the notes with /encounter show.")
        about = GMS if there in secrets else ""
        notes, secrets = (tuple(one for one in kept if one != there) for kept in (notes, secrets))
        line = f"Note removed: {there}"
    else:
        if there is not None:
            raise NotNow("That note is already there.")
        if len(notes) + len(secrets) >= MOST_NOTES:
            raise NotNow(f"An encounter holds {MOST_NOTES} notes. Remove one first with remove: True.")
        about = GMS if order.secret else ""
        notes, secrets = (notes, (*secrets, text)) if order.secret else ((*notes, text), secrets)
        line = f"Note for the GMs: {text}" if order.secret else f"Note: {text}"
    with scene.concerning(about):
        scene.do(Noted(about, notes, secrets))
        scene.conclude(line)


def rename_alike(before: Encounter, scene: Scene, ruleset: Ruleset) -> None:
    """Number one of two fighters of the same name if a side now knows both; `before` is the encounter the order acted
    on.

    The last part says so. A part of its own would reveal by its number that something has happened.
    """
    if not (veiled(before, ruleset) or veiled(scene.encounter, ruleset)):
        return
    fighters = scene.encounter.combatants
    for alike in _alike(tuple(map(_NAME, fighters))):
        for one, other in combinations([fighters[at].id for at in alike], 2):
            now = scene.encounter
            if normalized(now.combatant(one).name) != normalized(now.combatant(other).name):
                continue
            if _knowing(one, now, ruleset) & _knowing(other, now, ruleset):
                _number(min(other, one, key=lambda id: _publicity(id, before, now, ruleset)), scene)


@lru_cache(maxsize=64)
def _alike(names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the positions of names that look the same to people, group by group."""
    by_name: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        by_name.setdefault(normalized(name), []).append(at)
    return tuple(tuple(alike) for alike in by_name.values() if len(alike) > 1)


def _knowing(id: str, encounter: Encounter, ruleset: Ruleset) -> set[str]:
    """Return the sides that know of a fighter; none if the fighter is not in this encounter."""
    if id not in encounter.positions:
        return set()
    combatant = encounter.combatant(id)
    return {side for side in sides(encounter) if glimpse(encounter, ruleset, side, combatant).known}


def _publicity(id: str, before: Encounter, now: Encounter, ruleset: Ruleset) -> tuple[int, int]:
    """Return how many sides know of a fighter, and how many did before the order."""
    return len(_knowing(id, now, ruleset)), len(_knowing(id, before, ruleset))


def _number(id: str, scene: Scene) -> None:
    combatant = scene.combatant(id)
    name = free_name(combatant.name, [c.name for c in scene.encounter.combatants])
    renamed = Registered(id, name, combatant.side, combatant.owner)
    line = Clause(id, f" {combatant.reference} was called {combatant.name}, but two fighters have that name now.")
    scene.encounter = renamed.on(scene.encounter)
    last = scene.parts.pop().resolution
    clauses, effects = (*last.clauses, line), (*last.effects, renamed)
    scene.parts.append(Part(replace(last, clauses=clauses, effects=effects), scene.encounter))
