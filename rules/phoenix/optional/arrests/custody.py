"""Arrests (scenario 2, 4.2): seeing who is armed, Freeze, dropping weapons, leading prisoners.

No dice are thrown. If a fighter is told to freeze, their owner decides whether they do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.engine.records.agenda import Question, ask
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, CombatantOrder, Move
from rules.engine.records.records import Order
from rules.engine.scene.effects import Placed
from rules.grid import hexes
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.sides import friends
from rules.phoenix.basics.soldier import Work, helpless, soldier
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import view
from rules.phoenix.ground.moves import move_order
from rules.phoenix.ground.trace import walked
from rules.phoenix.harm.incapacity import told
from rules.phoenix.optional.records import CustodyWord
from rules.phoenix.optional.senses import spotting
from rules.phoenix.people.named_combatants import name_now, named
from rules.phoenix.shooting.carrying import dropped_weapons
from rules.tables.cells import INT
from rules.words.patterns import regex
from rules.words.phrases import counted
from rules.words.places import Place

ARMED = ("See whether {enemy} is armed", "1")
FREEZE = ("Tell {enemy} to freeze", "2")
DROP = ("Tell {enemy} to drop their weapon", "3")
LEAD = ("Lead {enemy} to", "4 a hex; for a prisoner, with a place")
RESIST = ("Resist", "0")
ARMED_WORDS = regex(
    r"(?:see|check|find out|determine)s? (?:whether|if) (?P<who>.+?) (?:is|are) armed\??|is (?P<also>.+?) armed\??"
    r"|recogni[sz]es? (?P<third>.+)"
)
FREEZE_WORDS = regex(
    r"(?:tell|order|shout to|shout at|call to)s? (?P<who>.+?),? (?:to )?[“\"']?freeze[”\"'!]*|freeze[,!:]? (?P<also>.+)"
    r"|(?P<third>.+?)[,:] freeze!?"
)
DROP_WORDS = regex(
    r"(?:(?:tell|order)s? )?(?P<who>.+?)[,:]? (?:to )?(?:drop|put down)s? (?:(?:his|her|their|your|the|its) )?"
    r"(?:weapon|gun|rifle|pistol)s?"
)
LEAD_WORDS = regex(r"(?:lead|march|escort|walk)s? (?P<who>.+?) to (?P<place>[a-z]{1,2}[0-9]{1,3})|leads? (?P<also>.+)")
RESIST_WORDS = regex(r"resists?|fights? on|breaks? free|stops? obeying")
KIND = "phoenix.freeze"
COMPLY, REFUSE = "freeze", "refuse"
CHOICES = {COMPLY: "freeze", REFUSE: "do not freeze"}
_TABLE = "police"
_WORDS = {
    "surrendered": "has surrendered",
    "frozen": "has frozen",
    "disarmed": "has frozen, disarmed,",
    "prisoner": "is a prisoner",
}


def held(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the fighter is under arrest or has surrendered. Nobody waits for orders of such a fighter."""
    return bool(soldier(combatant).custody)


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotNow for any order of a fighter in custody, except the act of resisting."""
    combatant = scene.combatant(order.actor)
    custody = soldier(combatant).custody
    if not custody or (isinstance(order, Act) and RESIST_WORDS.fullmatch(order.what.strip().casefold())):
        return
    raise NotNow(
        f"{combatant.reference} {_WORDS[custody]} and waits for instructions. Use /act what: resist to end that."
    )


def see_armed(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Report whether a fighter has a weapon in hand.

    Raises Refusal if that fighter is unknown or out of sight.
    """
    actor, other = _both(order, match, scene)
    if waiting := _work(
        order,
        Work("see armed", (other.id,)),
        f"checks whether {other.reference} has a weapon in hand",
        "See whether armed",
        scene,
    ):
        return waiting
    held = dropped_weapons.in_hand(other, scene.encounter)
    armed = f"has the {held.weapon.name} in hand" if held else "has no weapon in hand"
    sees = scene.clause(f"{actor.reference} sees that ", actor.id)
    scene.conclude((sees, scene.clause(f"{other.reference} {armed}.", other.id)))
    return None


def tell_to_freeze(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Tell a fighter to freeze, and ask their owner whether they do.

    Raises Refusal if the fighter is unknown or out of sight, is on the same side, or is in custody already.
    """
    actor, other = _both(order, match, scene)
    if friends(actor, other):
        raise NotNow(f"{other.reference} is on {actor.reference}'s own side. Only an opponent can be told to freeze.")
    if soldier(other).custody:
        raise NotNow(f"{other.reference} {_WORDS[soldier(other).custody]} already.")
    if any(isinstance(m, Question) and m.to == other.id for m in scene.encounter.agenda):
        raise NotNow(f"{other.reference} must answer another question first.")
    what = f"tells {other.reference} to freeze"
    if waiting := _work(order, Work("freeze", (other.id,)), what, "Order to freeze", scene):
        return waiting
    question = scene.outcome(f"{actor.reference} {what}", [scene.clause(f"does {other.reference}?", other.id)])
    scene.plan(ask(KIND, other.id, "".join(clause.text for clause in question), CHOICES))
    scene.notify(other.id)
    scene.conclude(question)
    return None


def answer(question: Question, choice: str, scene: Scene) -> tuple[Order, ...]:
    """Carry out the owner's answer: the fighter freezes or does not."""
    combatant = scene.combatant(question.to)
    scene.drop(question)
    if choice == COMPLY:
        scene.stop(combatant.id)
        _becomes(combatant.id, "frozen", scene)
    scene.conclude(f"{combatant.reference} {'freezes' if choice == COMPLY else 'does not freeze'}.")
    return ()


def tell_to_drop(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Make a fighter who has frozen drop their weapon.

    Raises Refusal if the fighter is unknown or out of sight, or has not frozen.
    """
    actor, other = _both(order, match, scene)
    if soldier(other).custody == "":
        raise NotNow(f"{other.reference} has not frozen. Use /act what: tell {other.reference} to freeze first.")
    if soldier(other).custody not in ("frozen", "surrendered"):
        raise NotNow(f"{other.reference} is already disarmed.")
    if waiting := _work(
        order, Work("drop", (other.id,)), f"makes {other.reference} drop their weapon", "Order to drop weapon", scene
    ):
        return waiting
    weapon = dropped_weapons.put_down(other.id, scene)
    _becomes(other.id, "disarmed", scene)
    scene.notify(other.id)
    has = scene.clause(f"{actor.reference} makes ", actor.id)
    dropped = f"the {weapon}" if weapon else "what they have in hand"
    scene.conclude((has, scene.clause(f"{other.reference} drop {dropped}.", other.id)))
    return None


def lead(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Lead a prisoner at gunpoint, hex by hex.

    Raises Refusal if no place is given or the fighter is not a disarmed prisoner.
    """
    actor, other = _both(order, match, scene)
    if not match["place"]:
        raise Refusal(f"Where does {other.reference} go? For example /act what: lead {other.reference} to D7.")
    if soldier(other).custody not in ("disarmed", "prisoner"):
        raise NotNow(f"{other.reference} is not a prisoner. They must freeze and drop their weapon first.")
    to = Place.parse(match["place"])
    if actor.place and other.place and hexes.distance(actor.place, other.place) > 1:
        raise NotNow(
            f"{other.reference} is at {other.place}. {actor.reference} must be next to a prisoner to lead them."
        )
    if dropped_weapons.in_hand(actor, scene.encounter) is None:
        raise NotNow(
            f"{actor.reference} has no weapon in hand to lead {other.reference} at gunpoint. Take or pick up one first."
        )
    each, source = scene.book.tables.of(INT, _TABLE).lookup("Cost", "Move prisoner per hex", detail=True, section="4.2")
    state = soldier(actor)
    begun = state.course.start if state.course and state.course.to == to and actor.place else actor.place
    number = hexes.distance(begun, to) if begun else 0
    cost = order.cost if order.cost is not None else (each or 0) * number
    if order.cost is None:
        scene.record(source)
    _becomes(other.id, "prisoner", scene)
    waiting = move_order.move(Move(actor.id, to, cost), scene)
    place = scene.combatant(actor.id).place
    if place not in (actor.place, other.place):
        if place and other.place:
            left = (other.place, *hexes.path(other.place, place))[:-1]
            scene.change(other.id, walked(soldier(scene.combatant(other.id)), left))
        scene.do(Placed(other.id, place))
        with scene.concerning(other.id):
            scene.note(other.reference, f"is led to {place}", section="4.2")
            if waiting is None:  # the move is over and has already concluded its own part
                scene.conclude(f"{other.reference} is led to {place}.")
    return replace(waiting, what=f"leads {other.reference} to {to}", of=(other.id,)) if waiting else None


def resist(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Stop obeying.

    Raises NotNow if the fighter is not in custody.
    """
    combatant = scene.combatant(order.actor)
    if not soldier(combatant).custody:
        raise NotNow(f"{combatant.reference} is not in anyone's custody.")
    scene.change(combatant.id, altered(soldier(combatant), custody=""))
    scene.conclude(f"{combatant.reference} stops obeying.")
    return None


def _both(order: Act, match: re.Match[str], scene: Scene) -> tuple[Combatant, Combatant]:
    """Return the actor and the fighter named in the act.

    Raises UnknownName for an unknown name, NotNow if the actor does not see that fighter.
    """
    name = next(filter(None, (match.groupdict().get(key) for key in ("who", "also", "third"))))
    actor = scene.combatant(order.actor)
    other = named(name_now(name, order, scene.encounter), actor, scene.encounter)
    if soldier(other).out(scene.encounter.clock):
        raise NotNow(f"{other.reference} is incapacitated and can't be told anything.")
    if how := told(soldier(actor), scene.encounter.clock, exactly=True):
        raise NotNow(f"{actor.reference} is {how} and cannot attack. They may flee, duck and defend themselves.")
    view.check_out(actor, other.place, scene.encounter)
    if not spotting.in_sight(actor, other, scene.encounter):
        raise NotNow(f"{actor.reference} does not see {other.reference}. Use /move or /act turn to get them in sight.")
    if not soldier(other).custody:  # a fighter in custody needs no spotting
        spotting.check_spotted(actor, other, scene.encounter, scene.book)
    return actor, other


def _work(order: Act, this: Work, what: str, row: str, scene: Scene) -> Waiting | None:
    cost, source = scene.book.tables.of(INT, _TABLE).lookup("Cost", row, detail=True, section="4.2")
    spending = order.cost if order.cost is not None else cost or 0
    if waiting := action_points.work(order.actor, this, what, spending, scene, spoken=True):
        return replace(waiting, of=this.of)
    if action_points.counts_actions(order.actor, scene) and order.cost is None:
        scene.record(source)
        scene.note("Cost", counted(spending, "action"), detail=True, section="4.2")
    return None


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the fighter's custody for the board."""
    if custody := soldier(combatant).custody:
        yield 1, custody


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the line about the fighter's custody for the Status Sheet."""
    if custody := soldier(combatant).custody:
        yield "Custody", custody


def _becomes(id: str, custody: CustodyWord, scene: Scene) -> None:
    state = soldier(scene.combatant(id))
    still = helpless(state) if state.custody == "" else state
    if state.custody != custody:
        scene.change(id, altered(still, custody=custody, left=state.left))
