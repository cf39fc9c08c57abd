"""Glances to the side and rear (5.1): a wider Field of View that costs Combat Actions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, CombatantOrder
from rules.engine.records.private_text import private
from rules.phoenix.basics import action_points
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import FIELD_OF_VIEW as SWITCH
from rules.phoenix.basics.switches import on
from rules.phoenix.basics.times import IMPULSES
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.view import FIELD_OF_VIEW
from rules.phoenix.harm.fitness import PER_ACTION, allotment, combat_actions, share

AHEAD = 2 * FIELD_OF_VIEW
"""Degrees of the normal Field of View."""
WATCHES: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("watch 240 degrees", "1 CA less", re.compile(r"watch(?:es)? (?P<degrees>240)(?: ?°| degrees)?")),
    ("watch 300 degrees", "2 CA less", re.compile(r"watch(?:es)? (?P<degrees>300)(?: ?°| degrees)?")),
    ("watch all around", "3 CA less", re.compile(r"watch(?:es)? (?:all ?(?:a?round)|360(?: ?°| degrees)?)")),
    ("watch ahead", "0", re.compile(r"watch(?:es)? (?:(?:straight )?ahead|180(?: ?°| degrees)?)")),
)
"""The acts: their name in suggestions, their cost, and the words that players type for them."""


def watch(order: Act, match: re.Match[str], scene: Scene) -> None:
    """Widen the Field of View, or watch ahead again, at once.

    A wider view lowers the Combat Actions of this impulse. A narrower one raises them only from the next impulse on, so
    that looking around is never free. Raises NotNow if the fighter is in a Firing Stance, dug in, has a place pinned,
    watches this way already, or has spent the actions it takes.
    """
    combatant = scene.combatant(order.actor)
    state, wider = soldier(combatant), _wider(match)
    if wider == state.view:
        raise NotNow(f"{combatant.reference} already watches {words(state)}.")
    if wider and (narrow := _narrow(state)):
        raise NotNow(
            f"{combatant.reference} {narrow[0]} and cannot look around as well (5.1). Use /act {narrow[1]} first."
        )
    watching, effect = altered(state, view=wider), ""
    if action_points.counts_actions(combatant.id, scene):
        clock = scene.encounter.clock
        less = max(0, allotment(state, clock, scene.book) - allotment(watching, clock, scene.book))
        if less > state.left:
            raise NotNow(
                f"{combatant.reference} has already spent the actions that looking around takes in this"
                " impulse. Order it in the next impulse, before anything else."
            )
        watching = altered(watching, left=state.left - less)
        able = combat_actions(watching, clock, scene.book)
        shares = " ".join(str(share(able, impulse, scene.book)) for impulse in range(1, IMPULSES + 1))
        since = "this" if wider > state.view else "the next"
        effect = f"; Combat Actions {able} from {since} impulse on (impulses {shares})"
    scene.change(combatant.id, watching)
    scene.conclude(f"{combatant.reference} watches {words(watching)}{private(effect)}.")


def follow(order: CombatantOrder, before: Encounter, scene: Scene) -> None:
    """Make an actor watch ahead again who took a Firing Stance or pinned a place."""
    combatant = scene.combatant(order.actor)
    state = soldier(combatant)
    if state.view and (narrow := _narrow(state)):
        scene.change(combatant.id, altered(state, view=0))
        scene.conclude(f"{combatant.reference} {narrow[0]} and watches ahead again.")


def forget(scene: Scene) -> None:
    """Make all fighters watch ahead, after the switch was turned off."""
    for combatant in scene.encounter.combatants:
        if soldier(combatant).view:
            scene.change(combatant.id, altered(soldier(combatant), view=0))


def words(state: Soldier) -> str:
    """Return the width of the fighter's view in words: "300 degrees", "all around", "ahead"."""
    return {0: "ahead", 360 - AHEAD: "all around"}.get(state.view, f"{AHEAD + state.view} degrees")


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the width of a wider view for the board."""
    if (view := soldier(combatant).view) and on(encounter, SWITCH):
        yield 3, f"watches {AHEAD + view}°"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the line about a wider view for the Status Sheet."""
    if (state := soldier(combatant)).view and on(encounter, SWITCH):
        yield "Watches", f"{words(state)} ({-state.view // PER_ACTION} CA)"


def corrected(change: str, state: Soldier) -> Soldier | None:
    """Return the Soldier with the view of a GM's correction, or None if the words are about something else.

    Raises NotNow in the cases of `watch`.
    """
    for _, _, words in WATCHES:
        if match := words.fullmatch(change):
            wider = _wider(match)
            if wider and (narrow := _narrow(state)):
                raise NotNow(
                    f"A fighter who {narrow[0]} cannot look around as well (5.1). Set from the hip, or no pin, first."
                )
            return altered(state, view=wider)
    return None


def narrowed(state: Soldier) -> Soldier:
    """Return the Soldier watching ahead if they can no longer look around."""
    return altered(state, view=0) if _narrow(state) else state


def _wider(match: re.Match[str]) -> int:
    if degrees := match.groupdict().get("degrees"):
        return int(degrees) - AHEAD
    return 0 if re.search("ahead|180", match[0]) else 360 - AHEAD


def _narrow(state: Soldier) -> tuple[str, str] | None:
    """Return why the fighter cannot look around, and the act that ends that, or None if they can."""
    if state.exposure == "dug in":
        return "looks out between sandbags", "step out"
    if state.pin is not None:
        return "has a place pinned", "unpin"
    if state.firing_stance:
        return "is in a Firing Stance", "lower the weapon"
    return None
