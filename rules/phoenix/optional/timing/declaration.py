"""The declaration of fire, and taking it back (5.7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rules.engine.ammunition.ammunition import GRENADES, ROUNDS
from rules.engine.flow.sealed import sealed as together
from rules.engine.records.agenda import Agenda, Timer
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Burst, Throw
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.times import after, clocked
from rules.phoenix.book import Book, Scene
from rules.phoenix.optional.timing import phasing_count
from rules.phoenix.optional.timing.declared import Declared, counts, going, held, pending, sealed
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.firing.ready_fire import ReadyFire
from rules.phoenix.shooting.targets.aimed_target import keep_given_range
from rules.words.phrases import counted, listed

HOLD = ("Hold fire", "0; cancels what is declared")
HOLD_WORDS = re.compile(
    r"(?:holds?|ceases?|stops?) (?:(?:his|her|their|my|the) )?(?:fire|firing|shooting)|does not fire"
)
_AFTERWARDS = ("sustained", "unworked", "automatic", "single", "cocked", "last_shot", "fired", "burst")
"""Fields of the shooter that change by firing, besides aim."""
_STANCE = ("position", "exposure", "firing_stance", "moved", "ducked", "hides", "nerve")
"""Fields of the shooter that must be unchanged for the aim to be kept."""


def declare(fire: ReadyFire, scene: Scene) -> bool:
    """Declare fire that is ready. Return whether it now waits for the end of the impulse; the part is concluded in that
    case.

    Raises NotNow if all that is loaded is declared already.
    """
    order, actor, encounter = fire.order, fire.order.actor, scene.encounter
    if not held(encounter) or going(actor, encounter):
        return False
    shooter = scene.combatant(actor)
    more = _more(fire, shooter, encounter)
    scene.accept()
    count, steps = phasing_count.reached(shooter, encounter, scene.book) if counts(encounter) else (0, ())
    for step in steps:
        scene.record(step, "5.7")
    for mark in () if sealed(encounter) else fire.named:
        keep_given_range(order, mark.id, scene)
    if not fire.reach.measured:
        order = replace(order, range=fire.reach.hexes)
    state, now = soldier(shooter), encounter.clock
    one = Declared(actor, order, count, fire.arm.slot, fire.rounds, state, shooter.place)
    burst = isinstance(order, Burst)
    spent = kit.as_fired(state, fire.arm, encounter, more=more, burst=burst, at=fire.area)
    scene.change(actor, spent)
    scene.plan(Timer(after(now, impulses=1), one, of=actor))
    kit.tell_left(actor, scene)
    if together(encounter):
        scene.conclude((scene.clause(f"{shooter.reference} is about to {_doing(fire)}.", own=True),), routine=True)
        return True
    when = f"on MPC {count} of {clocked(now)}" if count else f"as {clocked(now)} begins (MPC 0)"
    note = "resolved when this impulse ends; /act what: hold fire cancels it"
    scene.note("Fire", note, detail=True, section="5.7")
    also = bool(pending(encounter, actor))
    if sealed(encounter):
        deed = scene.clause(f"{shooter.reference} declares {'more fire' if also else 'fire'}")
        what = scene.clause(f", to {_doing(fire)} {when}", own=True)
        scene.conclude((deed, what, scene.clause(".")), routine=True)
    else:
        scene.conclude(f"{shooter.reference} {'will also' if also else 'will'} {_doing(fire)} {when}.", routine=True)
    return True


def hold(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Take back all fire that the actor has declared.

    Raises NotNow if there is none.
    """
    name = scene.name(order.actor)
    if not pending(scene.encounter, order.actor):
        raise NotNow(
            f"{name} has declared no fire in this impulse. Use /act what: hold still to end the current action."
        )
    aim = _take_back(order.actor, scene)
    stays = (scene.clause(aim, own=sealed(scene.encounter)),) if aim else ()
    scene.conclude((scene.clause(f"{name} holds fire"), *stays, scene.clause(".")))
    return None


def take_all_back(scene: Scene) -> None:
    """Give up all declared fire, after the switch was turned off."""
    actors = dict.fromkeys(one.actor for one in pending(scene.encounter))
    for actor in actors:
        name = scene.name(actor)
        scene.notify(actor)
        with scene.concerning(actor):
            scene.note(name, f"the declared fire is canceled{_take_back(actor, scene)}", section="5.7")


def give_up(one: Declared, scene: Scene) -> None:
    """Give up declared fire: no round is spent, and the shooter keeps their aim if they have not changed since.

    Fire that they declared later counts as if this had never been declared.
    """
    mine = pending(scene.encounter, one.actor)
    later = mine[[other is one for other in mine].index(True) + 1 :]
    scene.reschedule(without([one], scene.encounter))
    combatant = scene.combatant(one.actor)
    state, then = soldier(combatant), one.then
    before = {name: getattr(then, name) for name in _AFTERWARDS}
    if later:
        put(later[0], replace(later[0], shooter=altered(later[0].then, **before)), scene)
    else:
        state = altered(state, **before)
    if state.aim is None and _unchanged(one, combatant):
        state = altered(state, aim=then.aim)
    if state != soldier(combatant):
        scene.change(one.actor, state)


def put(one: Declared, now: Declared, scene: Scene) -> None:
    """Replace declared fire on the agenda."""
    agenda = scene.encounter.agenda
    scene.reschedule(tuple(replace(m, order=now) if isinstance(m, Timer) and m.order is one else m for m in agenda))


def without(some: Iterable[Declared], encounter: Encounter) -> Agenda:
    """Return the agenda without this declared fire."""
    gone = [*some]
    return tuple(m for m in encounter.agenda if not (isinstance(m, Timer) and any(m.order is one for one in gone)))


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the counts and targets of the fire that the fighter has declared, for the board."""
    if not counts(encounter):
        return
    declared: dict[str, list[str]] = {}
    for one in pending(encounter, combatant.id):
        if not one.goes:
            verb = "throws" if isinstance(one.order, Throw) else "fires"
            declared.setdefault(f"{verb} at {_targets(one, encounter)}", []).append(str(one.count))
    for doing, when in declared.items():
        yield 0, f"{doing} on {', '.join(when)}"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the declared fire for the Status Sheet."""
    if not counts(encounter):
        return
    for one in pending(encounter, combatant.id):
        weapon = combatant.carried[one.slot].weapon.name
        yield "Declared", f"the {weapon} at {_targets(one, encounter)} on MPC {one.count}, when this impulse ends"


def _take_back(actor: str, scene: Scene) -> str:
    """Give up all fire that the actor has declared, the last first. Return the aim that stays, for the outcome line."""
    for one in reversed(pending(scene.encounter, actor)):
        give_up(one, scene)
    aim = soldier(scene.combatant(actor)).aim
    return f"; their aim of {counted(aim.actions, 'action')} stays" if aim and aim.actions else ""


def _unchanged(one: Declared, now: Combatant) -> bool:
    state, same = soldier(now), now.place == one.place and now.in_hand == one.slot
    return same and all(getattr(state, name) == getattr(one.then, name) for name in _STANCE)


def _more(fire: ReadyFire, shooter: Combatant, encounter: Encounter) -> bool:
    """Return whether anything is left in the weapon afterwards.

    Raises NotNow if earlier declared fire takes all of it.
    """
    ammunition = fire.arm.ammunition
    if ammunition is None or ammunition.measure not in (ROUNDS, GRENADES):
        return True
    declared = sum(one.rounds for one in pending(encounter, shooter.id) if one.slot == fire.arm.slot)
    if declared >= ammunition.loaded:
        raise NotNow(
            f"{shooter.reference} has already declared everything loaded in the {fire.arm.weapon.name}."
            " Use /act what: hold fire to cancel that, or /reload in the next impulse."
        )
    return ammunition.loaded > declared + fire.rounds


def _doing(fire: ReadyFire) -> str:
    names = listed([mark.name for mark in fire.named], "and")
    verb = "throw the" if isinstance(fire.order, Throw) else "fire the"
    verb = "fire a burst from the" if isinstance(fire.order, Burst) else verb
    return f"{verb} {fire.arm.weapon.name} at {names}"


def _targets(one: Declared, encounter: Encounter) -> str:
    by_id = {combatant.id: combatant.name for combatant in encounter.combatants}
    names = [
        by_id.get(target.id, "a fighter who has left")
        if target.id
        else target.profile.name
        if target.profile
        else str(target.place)
        for target in one.attack.targets
    ]
    return listed(names, "and") if names else "nobody"
