"""Forcing barred doors and windows with a sledge, 6 actions a try (scenario 2, 4.2).

In the first phase nobody moves or fires. Without a map, or on a map without such a piece, forcing is in words only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.engine.map.pieces import OPENINGS
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Aim, Attack, CombatantOrder, Move
from rules.engine.records.private_text import private
from rules.engine.records.records import Order
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.soldier import Work, soldier
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.acts import action_list, doors
from rules.phoenix.harm.fitness import check_spine, disabled_arms
from rules.phoenix.shooting.carrying import dropped_weapons
from rules.tables.cells import INT
from rules.words.phrases import counted
from rules.words.places import Place

NAME, COST = "Force the door", "6 a try"
WORDS = re.compile(r"(?:force|batter)s?(?: open| in| down)? (?:the |an? )?(?:[a-z-]+ )??(door|window)\b.*")
_TABLE, _TRY = "police", "Further try (Action Counts)"


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotNow for movement and fire in the first phase.

    Being placed on the map for the first time is no movement.
    """
    if scene.encounter.clock.turn > 1:
        return
    moves = isinstance(order, Move) and scene.combatant(order.actor).place is not None
    if moves or (isinstance(order, Attack) and not isinstance(order, Aim)):
        raise NotNow(
            "In Phase 1 nobody moves or fires, while doors and windows are forced (4.2). Use /aim, /act"
            " what: force the door, or /next."
        )


def offers(combatant: Combatant, encounter: Encounter) -> Iterator[str]:
    """Yield the act for each barred door and window beside a fighter."""
    for kind in sorted(OPENINGS):
        for place, piece in doors.beside(combatant, kind, encounter).items():
            if doors.barred(piece, encounter):
                yield f"Force the {kind} at {place}"


def cautions(encounter: Encounter, order: Order, book: Book) -> tuple[str, ...]:
    """Return a sentence on the weapon that a fighter would put down to force something; () if they put none down, or
    the order is refused.
    """
    match = WORDS.fullmatch(" ".join(order.what.split()).rstrip(".").casefold()) if isinstance(order, Act) else None
    if match is None or not isinstance(order, Act):
        return ()
    combatant = encounter.combatant(order.actor)
    held = dropped_weapons.in_hand(combatant, encounter)
    try:
        _place(match, combatant, encounter)
    except Refusal:
        return ()
    if held is None:
        return ()
    actions = counted(action_list.find_act(action_list.PICK_UP, book).cost or 0, "action")
    return (
        f"{combatant.reference} puts the {held.weapon.name} on the ground to swing the sledge. Picking it up takes"
        f" {actions} (7B).",
    )


def _place(match: re.Match[str], combatant: Combatant, encounter: Encounter) -> Place | None:
    """Return the place of the door or window to force; None if the map has none.

    Raises NotNow if none beside the fighter is barred, Ambiguous if several are.
    """
    _, at = doors.split_place(match[0])
    kind = match[1]
    if not doors.charted(combatant, kind, encounter):
        return None
    why = dict[Place, str]()
    for place, piece in sorted(doors.beside(combatant, kind, encounter).items(), key=lambda one: one[1].open):
        instead = "is already open." if piece.open else f"is not barred. Use /act what: open the {kind} at {place}."
        if at in (None, place):
            why[place] = "" if doors.barred(piece, encounter) else f"The {kind} at {place} {instead}"
    return doors.chosen(why, "force", kind, at, combatant)


def force(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Make one try: exchange the weapon in hand for the sledge, then throw (80 in 100 for a door, 90 for a window).

    Raises NotNow if the fighter is not able to.
    """
    combatant = scene.combatant(order.actor)
    what = match[1]
    place = _place(match, combatant, scene.known(combatant.id))
    check_spine(combatant, scene.encounter, "do that")
    if disabled_arms(soldier(combatant), scene.encounter.clock) > 1:
        raise NotNow(f"Both of {combatant.reference}'s arms are disabled. Someone else must swing the sledge.")
    table = scene.book.tables.of(INT, _TABLE)
    cost, source = table.lookup("Cost", _TRY, detail=True, section="4.2")
    cost = order.cost if order.cost is not None else cost or 0
    if weapon := dropped_weapons.put_down(combatant.id, scene):
        scene.note("Weapon", f"the {weapon} is on the ground; picking it up takes actions (7B)", section="4.2")
    if waiting := action_points.work(combatant.id, Work("force", (what,)), f"forces the {what}", cost, scene):
        return waiting
    if action_points.counts_actions(combatant.id, scene) and order.cost is None:
        scene.record(source)
    chance = scene.lookup("Chance", table, f"Force a {what}", section="4.2") or 0
    why = f"whether the {what} gives way"
    opens = scene.throw("Force", why, 0, 99, f"{chance - 1} or less", section="4.2") < chance
    done = "it gives way" if opens else "it holds. Try again"
    if opens and place:
        doors.change(doors.beside(combatant, what, scene.encounter)[place], place, True, scene)
        done += f", and the {what} at {place} is open"
    spent = f" ({counted(cost, 'action')})" if action_points.counts_actions(combatant.id, scene) else ""
    scene.conclude(
        scene.outcome(f"{combatant.reference} forces the {what}{private(spent)}", f"{done}."),
        "hit" if opens else "miss",
    )
    return None
