"""Resolves /act: acts that the players agree on, taking off and landing, moves without a map (OTHER ACTIONS)."""

from __future__ import annotations

import re
from fractions import Fraction

from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act
from rules.engine.scene.effects import Placed
from rules.engine.scene.scene import Scene
from rules.engine.sharing.acts import act_text
from rules.space_marines.figures import turn
from rules.space_marines.figures.figure import HALF, PLACED, figure, points
from rules.space_marines.moves import carried_figures, command, how_words, move_order
from rules.space_marines.moves.how_words import MoveOptions
from rules.words.catalogue import normalized
from rules.words.phrases import counted

MOST_SPACES = 99
SECTION = "OTHER ACTIONS"
TAKE_OFF, LAND = "take off", "land"
_MOVE = re.compile(r"move\s+(-?[0-9]+)(?:\s+(?:spaces?|squares?|hex(?:es)?))?\b[\s,;]*(.*)", re.IGNORECASE)
_INSTEAD = {
    **dict.fromkeys(
        ("attack", "fire", "shoot", "burst", "throw"),
        "Use /fire, /burst or /throw for an attack, with target: and weapon:.",
    ),
    "cover fire": "Declare cover fire with /fire: target: the place to cover, how: cover fire.",
    "aim": "Aiming is part of an attack: /fire with aim: 2 spends 2 Points on it.",
    "reload": "Use /reload to reload.",
    "move": "Use /move with the place. Without a map, /act what: move 2 counts the spaces.",
}
_TO_A_PLACE = re.compile(r"move\s+to\b", re.IGNORECASE)


def act(order: Act, scene: Scene) -> None:
    """Record any other act, in the player's words, for a cost in Points; it ends the figure's turn.

    Taking off, landing and moving without a map are movement and do not end it. Raises Refusal before anything is
    spent.
    """
    combatant = scene.combatant(order.actor)
    turn.check_turn(combatant.id, scene.encounter)
    what = act_text(order.what)
    given = move_order.read_cost(order.cost)
    if normalized(what) in (TAKE_OFF, "takeoff", "fly", LAND):
        _flight(combatant, normalized(what) == LAND, given, scene)
    elif match := _MOVE.fullmatch(what):
        _move(combatant, int(match[1]), how_words.read_how(match[2]), given, scene)
    elif _TO_A_PLACE.match(what):
        raise NoRule(_INSTEAD["move"])
    elif normalized(what) in _INSTEAD:
        raise NoRule(_INSTEAD[normalized(what)])
    elif not carried_figures.act(combatant, what, given or Fraction(0), scene):
        _other_act(combatant, what, given or Fraction(0), scene)


def acts(encounter: Encounter, actor: str) -> tuple[tuple[str, str], ...]:
    """Return the acts that the figure can choose from, as pairs of name and label."""
    combatant = encounter.combatant(actor)
    state = figure(combatant)
    options: list[tuple[str, str]] = []
    if state.troop.flight and state.flying:
        options.append((LAND, f"{LAND} (0 Points)"))
    elif state.troop.flight:
        options.append((TAKE_OFF, f"{TAKE_OFF} ({points(Fraction(state.troop.takeoff))})"))
    if combatant.place is None and state.stage != PLACED:
        step = _step(combatant, flying=state.flying)
        most = turn.halves(state.left) // step if step else 0
        options += [
            (f"move {n}", f"move {counted(n, 'space')} ({points(n * step * HALF)})")
            for n in range(1, min(most, 12) + 1)
        ]
    return (*options, *carried_figures.acts(combatant, encounter))


def _other_act(combatant: Combatant, what: str, cost: Fraction, scene: Scene) -> None:
    if not (combatant.carried or _step(combatant, flying=False) or _step(combatant, flying=True)):
        raise NoRule(
            f"{combatant.reference} is helpless and can neither move nor act. Only others can do something with them."
        )
    turn.check_affordable(combatant.id, cost, "that", scene.encounter)
    turn.begin_turn(combatant.id, scene)
    turn.spend(combatant.id, cost, scene)
    turn.end_turn(combatant.id, scene)
    scene.note("Section", "Space Marines, OTHER ACTIONS", detail=True, section=SECTION)
    turn.note_left(combatant.id, SECTION, scene)
    scene.conclude(scene.outcome(combatant.reference, f"{what} ({points(cost)})."))


def _flight(combatant: Combatant, lands: bool, given: Fraction | None, scene: Scene) -> None:
    usual = move_order.check_flight(combatant, MoveOptions(fly=not lands, land=lands), scene.encounter) * HALF
    cost = usual if given is None else given
    if lands and not move_order.can_land(combatant, scene.encounter):
        raise NotNow(f"There is no room to land at {combatant.place}. Use /move to a free space with how: land.")
    move_order.check_may_move(combatant)
    turn.check_affordable(combatant.id, cost, LAND + "ing" if lands else "taking off", scene.encounter)
    turn.begin_turn(combatant.id, scene)
    turn.spend(combatant.id, cost, scene)
    state = figure(scene.combatant(combatant.id))
    scene.change(combatant.id, replace(state, flying=not lands, moved=True))
    turn.note_left(combatant.id, move_order.SECTION, scene)
    scene.conclude(f"{combatant.reference} {'lands' if lands else 'takes off'} ({points(cost)}).")


def _move(combatant: Combatant, spaces: int, how: MoveOptions, given: Fraction | None, scene: Scene) -> None:
    """Move a number of spaces without a map; the players count the spaces."""
    if combatant.place is not None:
        raise NotNow(f"{combatant.reference} is on the map at {combatant.place}. Use /move with the place to go to.")
    if not 1 <= spaces <= MOST_SPACES:
        raise Refusal(f"Give 1 to {MOST_SPACES} spaces.")
    if how.via:
        raise NoRule("Without a map there are no places on the way. Leave via out.")
    move_order.check_may_move(combatant)
    takeoff = move_order.check_flight(combatant, how, scene.encounter)
    flies = how.fly or figure(combatant).flying
    step = _step(combatant, flying=flies)
    if not step:
        raise NoRule(f"{combatant.reference} cannot move.")
    usual = takeoff + spaces * step
    cost = usual if given is None else turn.halves(given)
    funds = command.find_funds(combatant.id, how, scene.encounter)
    leader = scene.name(funds.leader) if funds.leader else ""
    if cost > funds.total:
        has = command.paid_words(funds.own, funds.command, leader)
        what = f"moving {counted(spaces, 'space')}"
        raise NotNow(
            f"{combatant.reference} has {has} left this turn. {what[:1].upper()}{what[1:]} takes {points(cost * HALF)}."
        )
    turn.begin_turn(combatant.id, scene)
    own, shared = funds.shares(cost)
    funds.pay(cost, scene)
    state = figure(scene.combatant(combatant.id))
    if (flying := flies and not how.land) != state.flying:
        scene.change(combatant.id, replace(state, flying=flying))
    if any(combatant.id in (apart.one, apart.other) for apart in scene.encounter.ranges):
        # Ranges given before the move are no longer valid.
        scene.do(Placed(combatant.id, None))
    turn.note_left(combatant.id, move_order.SECTION, scene)
    does = "takes off and flies" if how.fly else "flies" if flies else "moves"
    paid = command.paid_words(own, shared, leader)
    lands = " and lands" if how.land else ""
    scene.conclude(f"{combatant.reference} {does} {counted(spaces, 'space')} ({paid}){lands}.")


def _step(combatant: Combatant, *, flying: bool) -> int:
    troop = figure(combatant).troop
    return troop.flight if flying else troop.step
