"""Which orders need a Course of Action, and which use up one of its actions (5.5).

An order needs none if it does not expose the fighter, or if it answers a threat, such as an enemy who can be aimed at.
While a course is under way, an act of the Action Time Table uses up one of its actions even if it needs none.
"""

from __future__ import annotations

import re
from contextlib import suppress

from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal, UnknownName
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Attack, CombatantOrder, Duck, Heal, Move, Reload
from rules.engine.records.records import Order
from rules.engine.sharing.shared_remedies import act_first
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.acts import action_list, weapon_handling
from rules.phoenix.ground.moves.gait import read_gait
from rules.phoenix.optional.arrests import custody, forced_doors
from rules.phoenix.optional.injury import heroes
from rules.phoenix.optional.nerve import rally
from rules.phoenix.optional.nerve.initiative import bound, planned, time_and_number
from rules.phoenix.optional.records import Plan
from rules.phoenix.optional.senses.hearing import quiet
from rules.words.patterns import regex
from rules.words.phrases import counted

THINKING = regex(
    r"(?:(?:plans?|thinks?|(?:makes? |thinks? of )?(?:a )?new plan|thinks? again|changes? (?:(?:the|his) )?plans?|"
    r"(?:plans?|thinks? of|makes?) (?:a )?(?:course of action|coa|plan))(?:\s*:\s*|\s+to\s+|$)(?P<text>.*))",
    re.IGNORECASE,
)
"""The act of thinking: /act plan, /act new plan: rush the corridor."""
ORDERING = regex(
    r"(?:gives? orders? to|orders?|commands?|tells?)\s+(?P<whom>[^:]+?)(?:\s*:\s*|\s+to\s+)(?P<text>.+)", re.IGNORECASE
)
"""The act of giving orders: /act order Axly to hold the door."""
_TURNS = regex(r"(?:turns?|faces?|facing|looks? (?:to|towards))\b.*", re.IGNORECASE)
_BEHIND = regex(r"(.+?)\s+behind\s+.+", re.IGNORECASE)
_GRENADE = regex(r"(?P<takes>grabs?|picks? up|takes?|gets?|draws?)?.*\bgrenade\b.*", re.IGNORECASE)
_TOSSES = regex(r"(?:throws?|toss(?:es)?|hurls?|lobs?)\b.*", re.IGNORECASE)
STANCES = (action_list.STANCE, action_list.STANCE_OVER, action_list.HIP)
"""Lines of the Action Time Table that expose a fighter behind cover."""
EXPOSES = frozenset(
    (
        *(action_list.STEP_OUT, "Kick Open a Door", "Open a Door", "Open a Window with Two Hands"),
        *("Break and Clear Glass from a Window", "Climb through a Window", "Get Out of a Trench or Foxhole"),
        "Throw a Small Object",
    )
)
"""Lines that always expose the fighter."""
RISES = frozenset((*STANCES, *EXPOSES, action_list.LOOK))
"""Lines by which a fighter under cover exposes themselves."""
_UNCOUNTED = frozenset((action_list.TURN, action_list.HOLD, action_list.LOWER, action_list.DUCK_BACK))
"""Acts that are part of others, or never need thought."""
_IN_HAND = "the grenade"
"""The key for taking a grenade and for arming it, which together use up one action, as in the book's example."""
_FREE = "firing at an enemy in sight, ducking, /move how: into cover, turning, changing stance and reloading need none"


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotNow for an order that needs a Course of Action if the fighter has none, or has used up its actions."""
    combatant, encounter = scene.combatant(order.actor), scene.encounter
    if not bound(combatant, encounter) or not needs(order, combatant, encounter, scene.book):
        return
    name, plan, time = combatant.reference, planned(combatant, encounter), _time(combatant, scene.book)
    if plan and plan.stage == "thinks":
        thought = f"has thought for {plan.time - plan.thinking} of {counted(plan.time, 'action')}"
        raise NotNow(f"{name} {thought}. That must wait for their Course of Action; {_FREE}.")
    if time == 0 or (plan and (plan.left or _goes_on(order, plan, combatant, encounter, scene.book))):
        return
    why = (
        (f"has used the {counted(plan.number, 'action')} of their Course of Action")
        if plan
        else "has no Course of Action"
    )
    raise NotNow(f"{name} {why}. Use /act plan to think of one ({counted(time, 'action')}); {_FREE}.").helped_by(
        act_first(order.actor, "plan")
    )


def first(order: CombatantOrder, scene: Scene) -> Order | None:
    """Return the order that the fighter carries out for a planned one: the order itself, the act of thinking of a
    Course of Action if they need one first, or None if they are still thinking.
    """
    combatant, encounter = scene.combatant(order.actor), scene.encounter
    if not bound(combatant, encounter) or not needs(order, combatant, encounter, scene.book):
        return order
    plan = planned(combatant, encounter)
    if plan and plan.stage == "thinks":
        return None
    ready = _time(combatant, scene.book) == 0 or (
        plan and (plan.left or _goes_on(order, plan, combatant, encounter, scene.book))
    )
    return order if ready else Act(order.actor, "plan")


def count(order: CombatantOrder, scene: Scene) -> None:
    """Count an order that is allowed: it uses up an action of the course, or distracts from thinking of one."""
    combatant, encounter = scene.combatant(order.actor), scene.encounter
    plan = planned(combatant, encounter)
    if plan is None:
        return
    if plan.stage == "thinks":
        _distract(order, plan, combatant, scene)
        return
    if soldier(combatant).nerve:  # orders without nerve are no part of the plan
        return
    doing = named(order, combatant, encounter, scene.book)
    if not doing or not plan.left or _goes_on(order, plan, combatant, encounter, scene.book):
        return
    left = plan.left - 1
    keep(combatant.id, replace(plan, left=left, stage="under way", doing=doing, since=encounter.clock), scene)
    scene.note("Course of Action", f"{left} of {counted(plan.number, 'action')} left", section="5.5")


def keep(id: str, plan: Plan | None, scene: Scene) -> None:
    """Set the fighter's Course of Action."""
    state: Soldier = soldier(scene.combatant(id))
    if state.plan != plan:
        scene.change(id, altered(state, plan=plan))


def distracts(order: CombatantOrder) -> bool:
    """Return whether the order leaves no time to think: firing, moving, giving orders, rallying."""
    if isinstance(order, Act):
        return bool(ORDERING.fullmatch(_text(order)) or rally.WORDS.fullmatch(_text(order).casefold()))
    return isinstance(order, Attack | Move)


def needs(order: CombatantOrder, combatant: Combatant, encounter: Encounter, book: Book) -> bool:
    """Return whether the order needs a Course of Action: it exposes the fighter, or attacks anything except an enemy.

    An order that will be refused needs none, so that the refusal gives the real reason. An order that a fighter without
    nerve can still carry out (5.6) needs none either.
    """
    if soldier(combatant).nerve is not None:
        return False
    match order:
        case Attack():
            return not _at_enemy(order, combatant, encounter)
        case Move(how=how):
            with suppress(Refusal):
                return combatant.place is not None and not read_gait(how, combatant, encounter).cover
            return False
        case Act():
            return _exposes(order, combatant, book)
        case _:
            return False


def named(order: CombatantOrder, combatant: Combatant, encounter: Encounter, book: Book) -> str:
    """Return the key of the action of a course that the order uses up.

    Return "" if it uses up none: answering a threat, turning, taking cover.
    """
    match order:
        case Duck():
            return ""
        case Attack(targets=targets):
            at = ", ".join(str(target.place) for target in targets if target.place) or "nobody"
            return "" if not needs(order, combatant, encounter, book) else f"at {at}"
        case Move(to=to):
            return f"to {to}" if needs(order, combatant, encounter, book) else ""
        case Act():
            return _act_named(order, combatant, book)
        case Reload() | Heal():
            return order.kind
        case _:
            return ""


def listed(order: CombatantOrder, book: Book) -> str:
    """Return the act's line of the Action Time Table, without "behind ...". Return "" for any other order."""
    if not isinstance(order, Act):
        return ""
    try:
        return action_list.find_act(order.what.split(" behind ")[0].strip().rstrip("."), book).name
    except UnknownName:
        return ""


def _time(combatant: Combatant, book: Book) -> int:
    isf = soldier(combatant).isf
    assert isf is not None
    return time_and_number(isf, book)[0]


def _text(order: Act) -> str:
    """Return the words of the act without "quietly" (5.3)."""
    text = " ".join(order.what.split()).rstrip(".")
    quietly = quiet.WORDS.fullmatch(text)
    return text if quietly is None else quietly["before"] or quietly["after"]


def _at_enemy(order: Attack, combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the first target is an enemy in play, or described on the spot.

    Targets that cannot be aimed at are refused later, by the attack itself.
    """
    first = next(iter(order.targets), None)
    if first is None or first.profile is not None:
        return True
    if first.place is not None:
        return False
    return all(enemies(combatant, other) for other in encounter.combatants if other.id == first.id)


def _exposes(order: Act, combatant: Combatant, book: Book) -> bool:
    text = _text(order)
    if _special(text):
        return False
    name = _line(text, combatant, book)
    if name is None:  # an act with a rule of its own, or an unknown act
        return order.cost is not None or _forces(text)
    state = soldier(combatant)
    covered = state.exposure == "hidden" or state.hides is not None
    if name == action_list.LOOK:  # without an exposure, the fighter is assumed to be behind cover
        return covered or not state.exposure
    if name in STANCES:
        return covered or state.exposure == "looking"
    return name in EXPOSES


def _act_named(order: Act, combatant: Combatant, book: Book) -> str:
    text = _text(order)
    if _special(text):
        return ""
    if _GRENADE.fullmatch(text) and not _TOSSES.fullmatch(text):
        return _IN_HAND
    name = _line(text, combatant, book)
    if name is None:
        return text.casefold() if order.cost is not None or _forces(text) else ""
    return "" if name in _UNCOUNTED else name or text.casefold()


def _special(text: str) -> bool:
    return any(words.fullmatch(text) for words in (THINKING, ORDERING, _TURNS))


def _forces(text: str) -> bool:
    """Return whether the act forces a door or window, leads a prisoner (scenario 2), or is a charge (5.14)."""
    return any(words.fullmatch(text.casefold()) for words in (forced_doors.WORDS, custody.LEAD_WORDS, heroes.WORDS))


def _line(text: str, combatant: Combatant, book: Book) -> str | None:
    """Return the act's name in the Action Time Table.

    Return "" for taking a weapon in hand or for another command's act, None for any other text.
    """
    with suppress(Refusal):
        if action_list.other_command(text) or weapon_handling.weapon_taken(text, combatant, book):
            return ""
    for act in (text, _BEHIND.sub(r"\1", text)):
        with suppress(UnknownName):
            return action_list.find_act(act, book).name
    return None


def _goes_on(order: CombatantOrder, plan: Plan, combatant: Combatant, encounter: Encounter, book: Book) -> bool:
    """Return whether the order continues the action begun last, which is unfinished or was interrupted by a duck or a
    threat.
    """
    if not plan.doing or named(order, combatant, encounter, book) != plan.doing:
        return False
    if plan.doing == _IN_HAND and isinstance(order, Act):
        taken = _GRENADE.fullmatch(_text(order))
        if taken and not taken["takes"]:
            return True
    state, task = soldier(combatant), encounter.task(combatant.id)
    if task and isinstance(task.order, CombatantOrder) and named(task.order, combatant, encounter, book) == plan.doing:
        return True
    attack = isinstance(order, Attack)
    if state.progress or (state.aim if attack else state.course):
        return True
    broken_off = (state.ducked, None if attack else state.fired)
    return plan.since is not None and any(at is not None and at >= plan.since for at in broken_off)


def _distract(order: CombatantOrder, plan: Plan, combatant: Combatant, scene: Scene) -> None:
    """Stop the fighter's thinking for the rest of the impulse, once in each impulse."""
    if not distracts(order) or plan.since == scene.encounter.clock:
        return
    lost = min(soldier(combatant).left, plan.time - plan.thinking)
    keep(combatant.id, replace(plan, thinking=plan.thinking + lost, since=scene.encounter.clock), scene)
    if lost:
        idle = f"{combatant.reference} does not think about their Course of Action meanwhile"
        scene.note("Initiative", idle, detail=True, section="5.5")
