"""How well a shot is aimed: whom it goes at, how far, and the sum that is the Shot Accuracy (2.4, 2.5).

Everything is reckoned here as things stand; what stands in the way of a shot is its own module's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.cells import INT, ODDS, Word
from rules.copies import altered
from rules.effects import Ranged
from rules.errors import NotNow, RangeWanted, Refusal
from rules.hexes import distance
from rules.model import Apart, Combatant, Encounter
from rules.orders import Attack
from rules.phoenix.arms import Arm, ExplosiveWeapon, Grenade
from rules.phoenix.book import Book
from rules.phoenix.shooting.how import How as How
from rules.phoenix.shooting.how import modifier as modifier
from rules.phoenix.shooting.how import read_how
from rules.phoenix.soldier import Soldier, soldier
from rules.places import Place
from rules.scene import Scene
from rules.steps import Lookup, Term
from rules.words import counted, listed

FARTHEST = 300
"""Hexes: the last range of table 2A (ruling O11)."""
HIT, MISS = Word("HIT"), Word("MISS")
HEX = "Target is a Hex"
_MODIFIERS, _BRACED = "2c", "4b"


@dataclass(frozen=True, slots=True)
class Mark:
    """What is aimed at: a combatant by id, somebody described (neither id nor place), or a place (no id).

    `state` is the combatant's with what `how:` says of him; that of a place says nothing.
    """

    id: str
    name: str
    state: Soldier
    place: Place | None = None

    @property
    def key(self) -> str:
        """By what aim at it is kept."""
        return self.id or self.name

    @property
    def ground(self) -> bool:
        """Whether it is a place."""
        return not self.id and self.place is not None


@dataclass(frozen=True, slots=True)
class Reach:
    """A range in hexes, in what words it is known, and whether it was measured on the map."""

    hexes: int
    words: str
    measured: bool = False


def mark(order: Attack, encounter: Encounter) -> Mark:
    """The one thing aimed at. Raises Refusal for none, several, oneself, or somebody out of play."""
    if len(order.targets) != 1:
        several = "Only a burst that sweeps a hex goes at several" if order.targets else "Say who is the target"
        raise Refusal(f"{several}; {_in_play(order.actor, encounter)}.")
    [target] = order.targets
    how = read_how(order.how)
    if target.place is not None:
        return Mark("", str(target.place), Soldier(), target.place)
    if target.profile is not None:
        return Mark("", target.profile.name, _as_said(soldier(target.profile), how))
    if target.id == order.actor:
        raise Refusal(f"Nobody can fire at themselves; {_in_play(order.actor, encounter)}.")
    combatant = encounter.combatant(target.id)
    if not combatant.present:
        raise NotNow(f"{combatant.name} is out of play already; {_in_play(order.actor, encounter)}.")
    return Mark(combatant.id, combatant.name, _as_said(soldier(combatant), how), combatant.place)


def reach(order: Attack, mark: Mark, encounter: Encounter) -> Reach:
    """The range: as given, else the map's, else the one last given.

    Raises Refusal for an impossible range, RangeWanted if nobody knows it.
    """
    given, here = order.range, encounter.combatant(order.actor).place
    if given is not None and not 0 <= given <= FARTHEST:
        raise Refusal(f"A range goes from 0 to {FARTHEST} hexes (table 2A), not {given}.")
    apart = distance(here, mark.place) if here and mark.place else None
    if given is not None:
        other = f"; on the map it is {apart}" if apart is not None and apart != given else ""
        return Reach(given, f"{counted(given, 'hex')}, as given{other}")
    if apart is not None:
        return Reach(apart, f"{counted(apart, 'hex')}, {here} to {mark.place}", measured=True)
    last = encounter.apart(order.actor, mark.id) if mark.id else None
    if last is None:
        raise RangeWanted(f"How far is {mark.name}? Give range: in hexes of 2 yards, or put both on the map.")
    return Reach(last, f"{counted(last, 'hex')}, as last given")


def keep_range(order: Attack, mark: Mark, known: Reach, scene: Scene) -> None:
    """Show how the range is known, and keep one that was given by word."""
    scene.note("Range", known.words, detail=True)
    keep_given_range(order, mark.id, scene)


def keep_given_range(order: Attack, target: str, scene: Scene) -> None:
    """Keep a range that was given by word, for orders to come, where the map does not say it."""
    if order.range is None or not target or scene.encounter.apart(order.actor, target) == order.range:
        return
    if scene.combatant(order.actor).place is None or scene.combatant(target).place is None:
        scene.do(Ranged(Apart(order.actor, target, order.range)))


def as_explosive(how: How, mark: Mark, weapon: Arm) -> How:
    """The words with what something that explodes is aimed at (2.11): a place is a hex, and a grenade goes at one."""
    at_hex = isinstance(weapon, Grenade) or (isinstance(weapon, ExplosiveWeapon) and mark.ground)
    return replace(how, size=HEX) if at_hex and not how.size else how


def shot_accuracy(
    shooter: Combatant, aimed: Term, mark: Mark, how: How, extra: Sequence[Term], scene: Scene, book: Book
) -> int:
    """The Shot Accuracy, shown as "Accuracy": SAL, `aimed` (the Aim Time Mod), table 2C where it is used, `extra`.

    Raises Refusal for a shooter whose SAL nobody knows.
    """
    terms, lookups = summed(shooter, aimed, mark, how, extra, scene.encounter, book)
    for lookup in lookups:
        scene.record(lookup)
    if uses_modifiers(scene.encounter) and not (mark.ground or how.size or mark.state.exposure):
        scene.rule("O25", f"nothing is said of how {mark.name} shows himself, so that modifies nothing")
    return scene.sum("Accuracy", *terms)


def summed(
    shooter: Combatant, aimed: Term, mark: Mark, how: How, extra: Sequence[Term], encounter: Encounter, book: Book
) -> tuple[tuple[Term, ...], tuple[Lookup, ...]]:
    """The terms of the Shot Accuracy, and the cells they come from. Raises as `shot_accuracy` does."""
    state = soldier(shooter)
    if state.sal is None:
        raise Refusal(
            f"{shooter.name} has no Skill Accuracy Level: give a skill in the sheet line, such as skill 8 or SAL 14."
        )
    terms, lookups = [Term("SAL", state.sal, "1C"), aimed], []
    size = how.size
    if size:
        # What the target does is nothing to a shot at where he is.
        mark, how = Mark("", mark.name, Soldier()), replace(how, target_moving=False)
    if uses_modifiers(encounter):
        for label, table, row in _situations(state, mark, how, encounter):
            value, lookup = book.tables.of(INT, table).lookup("Modifier", row, detail=True)
            if value:
                terms.append(Term(label, value, table.upper()))
                lookups.append(lookup)
    if size:
        value, lookup = book.tables.of(INT, _MODIFIERS).lookup("Modifier", size, detail=True)
        terms.append(Term(size.lower(), value or 0, _MODIFIERS.upper()))
        lookups.append(lookup)
    return (*terms, *extra), tuple(lookups)


def uses_modifiers(encounter: Encounter) -> bool:
    """Whether table 2C is used, which is optional (2.5, ruling O25)."""
    return encounter.switch("modifiers") == "on"


def needed(accuracy: int, hexes: int, scene: Scene, book: Book) -> int | Word:
    """What is to be thrown, or less, at this range: 0 to 99, HIT or MISS (table 2A)."""
    found = scene.lookup("Odds", book.tables.worded(ODDS, "2a"), accuracy, hexes)
    return MISS if found is None else found


def chance(accuracy: int, hexes: int, book: Book) -> int | Word:
    """The same without a scene."""
    found = book.tables.worded(ODDS, "2a").lookup("", accuracy, hexes)[0]
    return MISS if found is None else found


def chance_words(chance: int | Word) -> str:
    """A cell of 2A for people: "86 or less", "certain", "no chance"."""
    if isinstance(chance, Word):
        return "certain" if chance == HIT else "no chance"
    return f"{chance:02} or less"


def check_chance(accuracy: int, hexes: int, book: Book) -> None:
    """Raises Refusal, naming the range at which there is one, if there is no chance to hit."""
    if hexes > FARTHEST:
        raise Refusal(f"Beyond {FARTHEST} hexes there is no chance to hit (table 2A); the target is at {hexes}.")
    if chance(accuracy, hexes, book) != MISS:
        return
    columns = book.tables.by_id["2a"].columns
    assert columns is not None
    within = [label for label in columns.labels if chance(accuracy, int(label), book) != MISS]
    other = f"there is one within {within[-1]}" if within else "aim longer"
    raise Refusal(f"With Shot Accuracy {accuracy} there is no chance at {counted(hexes, 'hex')} (table 2A); {other}.")


def hip_fire(state: Soldier, how: How) -> bool:
    """Whether the shot goes from the hip: he says so, or has not assumed a Firing Stance (2.5)."""
    return how.manner == "hip" or (how.manner != "stance" and not state.firing_stance)


def _situations(state: Soldier, mark: Mark, how: How, encounter: Encounter) -> list[tuple[str, str, str]]:
    """What holds of table 2C: a term's label, the table, the row."""
    now, found = encounter.clock, []
    if state.exposure == "dug in":
        found.append(("kneeling, braced", _BRACED, "Kneeling and Braced"))
    else:
        found.append((state.position, _MODIFIERS, state.position.capitalize()))
    if hip_fire(state, how):
        found.append(("hip firing", _MODIFIERS, "Hip Firing"))
    if state.moved or state.ducked == now or how.moving:
        found.append(("moving or ducking", _MODIFIERS, "Shooter Moving or Ducking"))
    at = mark.state
    if at.moved or now in (at.ducked, at.appeared) or how.target_moving:
        why = "moving" if at.moved else "ducking" if at.ducked == now else "appearing" if at.appeared == now else ""
        found.append((f"target {why or 'moving'}", _MODIFIERS, "Target Moving, Ducking, or Appearing"))
    match at.exposure:
        case "looking" | "dug in":
            found.append(("target looking over cover", _MODIFIERS, "Looking Over Cover"))
        case "firing" | "hidden":
            found.append(("target firing over cover", _MODIFIERS, "Firing Over Cover"))
        case "exposed":
            found.append((f"target {at.position} exposed", _MODIFIERS, f"{at.position.capitalize()} Exposed"))
    if how.smoke:
        found.append((f"smoke {how.smoke.lower()}", _MODIFIERS, how.smoke))
    return found


def _as_said(state: Soldier, how: How) -> Soldier:
    return altered(state, exposure=how.exposure) if how.exposure else state


def _in_play(actor: str, encounter: Encounter) -> str:
    names = [c.name for c in encounter.combatants if c.present and c.id != actor and soldier(c).spotted]
    return f"in play: {listed(names, 'and')}" if names else "nobody else is in play"
