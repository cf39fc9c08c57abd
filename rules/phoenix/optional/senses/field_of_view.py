"""Glances to the side and rear: a wider Field of View at the price of Combat Actions (5.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.engine.copies import altered
from rules.engine.errors import NotNow
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Act, CombatantOrder
from rules.engine.own import own
from rules.phoenix import action_points
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.view import FIELD_OF_VIEW
from rules.phoenix.harm.fitness import PER_ACTION, allotment, combat_actions, share
from rules.phoenix.soldier import Soldier, soldier
from rules.phoenix.switches import FIELD_OF_VIEW as SWITCH
from rules.phoenix.switches import on
from rules.phoenix.times import IMPULSES

AHEAD = 2 * FIELD_OF_VIEW
"""Degrees of the usual Field of View."""
WATCHES: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("watch 240 degrees", "1 CA less", re.compile(r"watch(?:es)? (?P<degrees>240)(?: ?°| degrees)?")),
    ("watch 300 degrees", "2 CA less", re.compile(r"watch(?:es)? (?P<degrees>300)(?: ?°| degrees)?")),
    ("watch all around", "3 CA less", re.compile(r"watch(?:es)? (?:all ?(?:a?round)|360(?: ?°| degrees)?)")),
    ("watch ahead", "0", re.compile(r"watch(?:es)? (?:(?:straight )?ahead|180(?: ?°| degrees)?)")),
)
"""The acts: as they are suggested, what they cost, and the words that players type for them."""


def watch(order: Act, match: re.Match[str], scene: Scene) -> None:
    """Widen the Field of View, or watch ahead again, at once.

    A wider view lowers the Combat Actions of this impulse already; a narrower one raises them from the next impulse, so
    that looking around is never free. Raises NotNow in a Firing Stance, dug in, with a place pinned, if the fighter
    watches so already, or if they have spent the actions it takes."""
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
    scene.conclude(f"{combatant.reference} watches {words(watching)}{own(effect)}.")


def follow(order: CombatantOrder, before: Encounter, scene: Scene) -> None:
    """Make an actor who assumed a Firing Stance or pinned a place watch ahead again."""
    combatant = scene.combatant(order.actor)
    state = soldier(combatant)
    if state.view and (narrow := _narrow(state)):
        scene.change(combatant.id, altered(state, view=0))
        scene.conclude(f"{combatant.reference} {narrow[0]} and watches ahead again.")


def forget(scene: Scene) -> None:
    """Make everybody watch ahead; the switch was turned off."""
    for combatant in scene.encounter.combatants:
        if soldier(combatant).view:
            scene.change(combatant.id, altered(soldier(combatant), view=0))


def words(state: Soldier) -> str:
    """Return what the fighter watches: "300 degrees", "all around", "ahead"."""
    return {0: "ahead", 360 - AHEAD: "all around"}.get(state.view, f"{AHEAD + state.view} degrees")


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield what the board says about it."""
    if (view := soldier(combatant).view) and on(encounter, SWITCH):
        yield 3, f"watches {AHEAD + view}°"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the line of the Status Sheet."""
    if (state := soldier(combatant)).view and on(encounter, SWITCH):
        yield "Watches", f"{words(state)} ({-state.view // PER_ACTION} CA)"


def corrected(change: str, state: Soldier) -> Soldier | None:
    """Return the Soldier with the view that the GM gives, None for words about something else. Raises NotNow as `watch`
    does."""
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
    """Return why the fighter cannot look around, and which act ends that; None if they can."""
    if state.exposure == "dug in":
        return "looks out between sandbags", "step out"
    if state.pin is not None:
        return "has a place pinned", "unpin"
    if state.firing_stance:
        return "is in a Firing Stance", "lower the weapon"
    return None
