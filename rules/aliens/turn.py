"""The turn of Aliens ("Actions"): the fighters still to act, /move, /act with its cost in actions, /next, and the
result.
"""

from __future__ import annotations

from fractions import Fraction
from operator import attrgetter

from rules.aliens import reload
from rules.aliens.aiming import check_affordable
from rules.aliens.card import MOST_ACTIONS, Fighter, fighter
from rules.engine.ammunition import ammunition as counting
from rules.engine.books import events
from rules.engine.books.reach import Reach, squares_around
from rules.engine.books.results import Result, last_camp_left
from rules.engine.books.ruleset import Option
from rules.engine.books.switch_values import value_of
from rules.engine.records.agenda import Clock, Pending, Plan, Task
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Move, Next, Reload
from rules.engine.records.steps import LEFT, TO_ACT
from rules.engine.scene.effects import Ticked
from rules.engine.scene.scene import Scene
from rules.engine.sharing.acts import act_text
from rules.engine.sharing.square_moves import check_goal, go
from rules.grid.approach import Approach
from rules.grid.ground import NO_WAY
from rules.words.phrases import counted
from rules.words.places import Place

SECTION = "Actions"
_ALIENS_REACH = 4
"""The radius in squares that is offered to an Alien; it may go farther."""
AWAITED, SKIPPED = "awaited", "skipped"
ALIENS = Option(
    "aliens",
    (
        "A turn waits until the Aliens have moved, or the GM passes for them or ends the turn."
        " Skipped: it waits for the Marines only."
    ),
    (AWAITED, SKIPPED),
    AWAITED,
)


def awaited(encounter: Encounter) -> tuple[str, ...]:
    """Return the ids of the fighters still to act: in play, not reloading, and no pass.

    These are Marines with actions left, and Aliens that have not moved or acted this turn. A switch lets players skip
    the Aliens, except those with a plan. Fighters that have passed may still act.
    """
    skipped = value_of(ALIENS, encounter) == SKIPPED
    planned = {item.actor for item in encounter.agenda if isinstance(item, Plan)} if skipped else ()
    return tuple(
        c.id
        for c in encounter.combatants
        if c.present
        and _can_act(fighter(c), skipped and c.id not in planned)
        and c.id not in encounter.passed
        and not reload.reloading(c, encounter)
    )


def spent(state: Fighter) -> bool:
    """Return whether a fighter has used up actions of this turn, or an Alien its move."""
    return state.acted or state.left < state.actions


def result(encounter: Encounter) -> Result | None:
    """Return the state of the fight between Marines and Aliens; None while one of them has no fighter."""
    camps = {"marine": "Marine", "alien": "Alien"}
    return last_camp_left(encounter.combatants, camps, attrgetter("condition.nature"))


def _can_act(state: Fighter, aliens_skipped: bool) -> bool:
    if state.nature == "alien":
        return not (state.acted or aliens_skipped)
    return state.left > 0


def pending_text(item: Pending, encounter: Encounter) -> str:
    """Return a pending item in words; only reloads take longer than a moment in these rules."""
    if not isinstance(item, Task) or not isinstance(item.order, Reload):
        return ""
    name, weapon = encounter.combatant(item.actor).name, item.order.weapon
    return f"{name} reloads the {weapon}: {item.spent} of {counted(item.cost, 'action')} done"


def next_turn(order: Next, scene: Scene) -> None:
    """Begin the next turn: restore all actions, then let unfinished reloads spend them.

    Raises NoRule if seconds are given.
    """
    if order.seconds:
        raise NoRule("A turn of Aliens has no seconds. Leave time: out; /next begins the next turn.")
    turn = scene.encounter.clock.turn + 1
    scene.do(Ticked(Clock(turn)))
    reloaded: list[str] = []
    for combatant in scene.encounter.combatants:
        ready = replace(fighter(combatant), left=fighter(combatant).actions, acted=False)
        if ready != fighter(combatant):
            scene.change(combatant.id, ready)
        task = reload.reloading(combatant, scene.encounter)
        if task is None:
            continue
        task = reload.advance(task, scene)
        so_far = f"{task.spent} of {task.cost} actions"
        if task.spent == task.cost:
            arm = reload.weapon_of_reload(task, scene)
            so_far = f"{arm.weapon.name} {counting.left(arm.load)}"
            reloaded.append(combatant.id)
        with scene.concerning(combatant.id):
            scene.note("Reload", f"{combatant.reference}: {so_far}", section=reload.SECTION)
    event = events.happen(scene)
    to_act = awaited(scene.encounter)
    scene.notify(*to_act)
    scene.list_fighters(TO_ACT, "", [scene.name(id) for id in to_act], "nobody", section=SECTION)
    # Only the fighter's own side reads whose weapon is loaded again.
    done = [scene.clause(f"; {scene.name(id)} finished reloading", id, own=True) for id in reloaded]
    scene.conclude((scene.clause(f"Turn {turn} begins"), *done, scene.clause(f".{event}")))


def move(order: Move, scene: Scene) -> None:
    """Move to a square for `cost`, or else one action a square (our reading: the text gives none); free for Aliens."""
    combatant = scene.combatant(order.actor)
    state = fighter(combatant)
    reload.check_not_reloading(combatant, scene.encounter)
    if order.how:
        raise NoRule("Aliens has one way to move. Leave how: out.")
    check_goal(order, scene)
    squares = _way(combatant, order.to, scene.known(combatant.id)) if combatant.place else ()
    cost = _cost(order.cost, len(squares), state, combatant)
    check_affordable(cost, combatant, f"moving {counted(len(squares), 'square')}" if combatant.place else "that move")
    moved = go(combatant, order.to, squares, scene)
    if len(moved.squares) < len(squares):
        cost = min(cost, _cost(order.cost, len(moved.squares), state, combatant))
    way = moved.words
    if combatant.place not in (None, moved.place):
        way += f", {counted(len(moved.squares), 'square')}"
    if state.nature == "alien":
        _record_act(combatant, scene)
        scene.conclude((scene.clause(f"{combatant.reference} {way}"), *moved.met, scene.clause(".")))
        return
    if order.cost is None:
        reading = "one action a square; we chose this because the book gives no cost"
        scene.note("Cost", reading, detail=True, section=SECTION)
    _spend(cost, combatant, scene)
    spent = scene.clause(f"{combatant.reference} {way} ({counted(cost, 'action')})")
    scene.conclude((spent, *moved.met, scene.clause(".")))


def _way(combatant: Combatant, to: Place, known: Encounter) -> tuple[Place, ...]:
    """Return the squares that a fighter enters on the shortest way that their side knows; Aliens get through anywhere.

    Raises NotNow if there is none.
    """
    assert combatant.place is not None
    here = combatant.place
    way = Approach.to([to], [here], known, "square").way(here, to)
    if not way and fighter(combatant).nature == "alien":
        return Approach.to([to], [here], altered(known, battle_map=None), "square").way(here, to)
    if not way:
        raise NotNow(NO_WAY.format(who=combatant.reference, start=combatant.place, to=to))
    return way


def reach(actor: str, encounter: Encounter) -> Reach:
    """Return the cost of each square in actions, as far as a Marine's actions go; an Alien moves anywhere at no
    cost.
    """
    combatant = encounter.combatant(actor)
    state, here = fighter(combatant), combatant.place
    if here is None:
        return Reach()
    if state.nature == "alien":
        return Reach(squares_around(here, _ALIENS_REACH, encounter, lambda squares: 0))
    return Reach(squares_around(here, state.left, encounter), "action", Fraction(state.left))


def act(order: Act, scene: Scene) -> None:
    """Record any other act, in the player's words, for a cost in actions."""
    combatant = scene.combatant(order.actor)
    state = fighter(combatant)
    reload.check_not_reloading(combatant, scene.encounter)
    what = act_text(order.what)
    if order.cost is None and state.nature == "marine":
        raise NoRule("Aliens has no list of other actions. Give cost: in actions.")
    cost = _cost(order.cost, 0, state, combatant)
    check_affordable(cost, combatant, "that")
    if state.nature == "alien":
        _record_act(combatant, scene)
        scene.conclude(scene.outcome(combatant.reference, f"{what}."))
        return
    _spend(cost, combatant, scene)
    scene.conclude(scene.outcome(combatant.reference, f"{what} ({counted(cost, 'action')})."))


def _cost(given: int | None, usual: int, state: Fighter, combatant: Combatant) -> int:
    if state.nature == "alien":
        if given is not None:
            raise NoRule(f"{combatant.reference} is an Alien and has no actions. Leave cost: out.")
        return 0
    if given is not None and not 0 <= given <= MOST_ACTIONS:
        raise Refusal(f"Cost is 0 to {MOST_ACTIONS} actions, not {given}.")
    return usual if given is None else given


def _record_act(alien: Combatant, scene: Scene) -> None:
    state = fighter(alien)
    if not state.acted:
        scene.change(alien.id, replace(state, acted=True))


def _spend(cost: int, combatant: Combatant, scene: Scene) -> None:
    state = fighter(combatant)
    if cost:
        scene.change(combatant.id, replace(state, left=state.left - cost))
    scene.note(LEFT, f"{state.left - cost} of {counted(state.actions, 'action')}", section=SECTION)
