"""Cover fire: declared on an empty area, and fired at the first enemy that enters it (COVER FIRE).

A covered area is a Watch on the agenda. When an enemy enters it, the covering figure is asked a Question; the rest of
the enemy's move waits as its `rest`. Each answer uses up the Watch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from rules.engine.records.agenda import Clock, Plan, Question, Watch, ask, put_to
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Answer, Attack, CombatantOrder, Fire, Target
from rules.engine.records.records import Order
from rules.engine.scene.modifiers import modifier
from rules.engine.scene.scene import Scene
from rules.grid.ground import check_ground
from rules.space_marines import sight, switches
from rules.space_marines.attacks import attacks
from rules.space_marines.attacks.aiming import ATTACKS, attempt, reach
from rules.space_marines.attacks.attack_steps import shot
from rules.space_marines.figures import reloading, turn
from rules.space_marines.figures.arms import ARMS
from rules.space_marines.figures.continuations import RunOn
from rules.space_marines.figures.figure import GOOD, figure, points
from rules.words.phrases import counted, listed
from rules.words.places import Place

SECTION = "COVER FIRE"
KIND = "space_marines.cover fire"
FIRE, HOLD = "fire", "hold"
CHOICES = {FIRE: "fire", HOLD: "hold fire"}
_COVER_FIRE = re.compile(r"\b(cover(?:ing)?[\s-]+fire|cover(?:ing)?)\b[\s,;]*", re.IGNORECASE)


def is_cover_fire(order: Attack) -> bool:
    """Return whether `how:` asks for cover fire."""
    return _COVER_FIRE.search(order.how) is not None


def declare(order: Fire, scene: Scene) -> None:
    """Declare cover fire on the places of its targets. Raises Refusal before anything is spent."""
    encounter, actor = scene.encounter, order.actor
    turn.check_turn(actor, encounter)
    shooter = encounter.combatant(actor)
    known = scene.known(actor)
    area = _area(order, known)
    request = replace(order, how=_COVER_FIRE.sub("", order.how).strip(" ,;"))
    ready = attacks.complete_cover_fire(request, encounter)
    cost = attacks.cover_fire_cost(ready, encounter)
    for place in area:
        _check_place(place, ready, known)
    turn.check_affordable(actor, cost, "that cover fire", encounter)
    turn.begin_turn(actor, scene)
    turn.spend(actor, cost, scene)
    others = tuple(m for m in scene.encounter.agenda if not (isinstance(m, Watch) and m.actor == actor))
    scene.reschedule((*others, Watch(actor, area, _until(encounter), replace(ready, targets=()))))
    turn.end_turn(actor, scene)
    scene.note("Cost", f"{points(cost)}: 1 for cover fire, plus aim and weapon", detail=True, section=SECTION)
    scene.note("Section", "Space Marines, COVER FIRE", detail=True, section=SECTION)
    turn.note_left(actor, SECTION, scene, detail=not figure(shooter).leader)
    enemies = "Bad Guys" if figure(shooter).camp == GOOD else "Good Guys"
    scene.conclude(
        f"{shooter.reference} covers {_area_words(area)} with the {ready.weapon},"
        f" {_distance_words(shooter, area, encounter)}, until the end of the next {enemies}' phase."
    )


def ask_watchers(mover: str, rest: Iterable[CombatantOrder], scene: Scene) -> bool:
    """Ask everyone who covers the space that a figure has entered whether they fire. Return whether anybody is asked.

    `rest`, orders of the figure that entered, is carried out after the last answer.
    """
    one = scene.combatant(mover)
    others = (c for c in scene.encounter.combatants if c.present and c.id != mover)
    # A figure that passes through a friend's space has not arrived there and could not stay.
    if one.place is None or any(other.place == one.place for other in others):
        return False
    waits = tuple(rest)
    questions: list[Question] = []
    for watch in _watches(figure(one).camp, scene.encounter):
        if one.place in watch.area and _could_fire(watch, mover, scene.known(watch.actor)):
            watcher = scene.name(watch.actor)
            text = f"{one.reference} enters {one.place}, which {watcher} covers with the {weapon_of(watch)}. Fire?"
            questions.append(ask(KIND, watch.actor, text, CHOICES, waits))
            with scene.concerning(watch.actor):
                scene.note("Cover fire", text, section=SECTION)
            scene.notify(watch.actor)
    if questions:
        scene.plan(*questions)
    return bool(questions)


def answer(order: Answer, scene: Scene) -> tuple[Order, ...]:
    """Fire at the figure that entered, or hold fire, and return the orders to carry out after the last answer.

    Either way the cover fire is used up, because it must be fired at the first arrival. If the target dies, the others
    that were asked keep their cover fire. Raises NotNow without an open question.
    """
    encounter, watcher = scene.encounter, scene.combatant(order.actor)
    question = put_to(watcher.id, encounter.agenda, KIND)
    if question is None:
        raise NotNow(f"{watcher.reference} has no question to answer.")
    watch = next((m for m in encounter.agenda if isinstance(m, Watch) and m.actor == watcher.id), None)
    mover = _mover(question)
    scene.reschedule(tuple(m for m in encounter.agenda if m not in (question, watch)))
    if watch is None:
        scene.conclude(f"{watcher.reference} stops covering and does not fire.")
    elif question.chosen(order.choice) == FIRE:
        attacks.fire_cover(replace(_shot(watch), targets=(Target(mover),)), scene)
    else:
        scene.conclude(f"{watcher.reference} holds fire and stops covering.")
    if any(isinstance(m, Question) and _mover(m) == mover for m in scene.encounter.agenda):
        return ()
    # The move of a figure that died ends, but the bot's phase continues.
    alive = scene.combatant(mover).present
    return tuple(waiting for waiting in question.rest if alive or isinstance(waiting, RunOn))


def grenade_target(order: Answer, encounter: Encounter) -> Combatant | None:
    """Return the figure at which an answer throws a grenade, None if it holds fire or fires another weapon."""
    question = put_to(order.actor, encounter.agenda, KIND)
    watch = next((m for m in encounter.agenda if isinstance(m, Watch) and m.actor == order.actor), None)
    if question is None or watch is None or question.chosen(order.choice) != FIRE:
        return None
    thrown = ARMS.meant(encounter.combatant(order.actor), weapon_of(watch)).weapon.thrown
    return encounter.combatant(_mover(question)) if thrown else None


def planned_answer(question: Question, plan: Plan) -> str:
    """Return the answer of a figure whose plan gives cover fire: it fires; "" for another question or plan."""
    covers = any(isinstance(one, Attack) and is_cover_fire(one) for line in plan.lines for one in line.orders)
    return CHOICES[FIRE] if covers and question.kind == KIND else ""


def covered_spaces(encounter: Encounter, camp: str) -> frozenset[Place]:
    """Return the spaces that enemies of this camp cover."""
    return frozenset(place for watch in _watches(camp, encounter) for place in watch.area)


def end_cover_fire(camp: str, scene: Scene) -> None:
    """End the cover fire against this camp, at the end of its phase."""
    agenda = scene.encounter.agenda
    over = [m for m in agenda if isinstance(m, Watch) and figure(scene.combatant(m.actor)).camp != camp]
    if over:
        scene.reschedule(tuple(m for m in agenda if m not in over))


def weapon_of(watch: Watch) -> str:
    """Return the name of the weapon that covers an area."""
    return _shot(watch).weapon


def _watches(camp: str, encounter: Encounter) -> Iterator[Watch]:
    """Yield the cover fire against a camp."""
    for item in encounter.agenda:
        if isinstance(item, Watch) and figure(encounter.combatant(item.actor)).camp != camp:
            yield item


def _mover(question: Question) -> str:
    """Return the id of the figure that entered: the actor of the orders that wait for the answer.

    Taking that figure out of play therefore removes the Questions about it.
    """
    return next(waiting.actor for waiting in question.rest if isinstance(waiting, CombatantOrder))


def _shot(watch: Watch) -> Fire:
    assert isinstance(watch.shot, Fire)
    return watch.shot


def _could_fire(watch: Watch, mover: str, encounter: Encounter) -> bool:
    """Return whether the cover fire has any chance at a figure where it is now, as the watcher's side knows it."""
    if mover not in encounter.positions:
        return False
    order = replace(_shot(watch), targets=(Target(mover),))
    try:
        ready = attacks.prepare(order, encounter, Fraction(0))
        reloading.check_loaded(ready.attempt.shooter, ready.attempt.arm.slot, encounter)
    except Refusal:
        return False
    return True


def _area(order: Fire, encounter: Encounter) -> tuple[Place, ...]:
    """Return the area to cover: adjacent spaces of the map with nobody in them. Raises Refusal."""
    actor = encounter.combatant(order.actor)
    if encounter.battle_map is None or actor.place is None:
        raise NotNow(f"Cover fire needs a map with {actor.reference} on it. Make one with /encounter map.")
    if order.range is not None:
        raise NoRule("Cover fire uses the map. Leave range: out.")
    area = tuple(dict.fromkeys(target.place for target in order.targets if target.place))
    if not area or any(target.place is None for target in order.targets):
        raise Refusal("Cover fire needs places as targets: target: D7, or several adjacent ones, D7, D8.")
    if not sight.side_by_side(area, encounter):
        raise Refusal(f"The spaces of an area must be adjacent, one after the other. {_area_words(area)} are not.")
    for place in area:
        check_ground(encounter, place)
        for other in encounter.combatants:
            if other.present and other.place == place:
                raise NotNow(f"{other.reference} is at {place}. Cover fire needs empty spaces.")
    return area


def _check_place(place: Place, order: Fire, encounter: Encounter) -> None:
    """Raise NotNow if a space is out of sight or reach, or if a space farther out on the same line is in both."""
    shooter = encounter.combatant(order.actor)
    if blocked := sight.blocking(shooter, place, encounter):
        raise NotNow(f"{shooter.reference} does not see {place}: {blocked} is in the way. Cover a space in sight.")
    arm = ARMS.meant(shooter, order.weapon)
    most = reach(shooter, arm, order.aim or 0, modifier(order.mod))
    if not switches.cover_anywhere(encounter) and (farther := sight.farthest(shooter, place, encounter, most)):
        raise NotNow(
            f"{shooter.reference} sees farther than {place}. Cover fire covers the farthest space in"
            f" sight, here {farther}, unless the scenario names the areas (the switch"
            f" “{switches.COVER_AREAS.name}”)."
        )
    if arm.weapon.sort == "sniper":
        # A sniper's target number depends on the figure that enters.
        return
    try:
        aimed = ATTACKS.target(Target(place=place), order.actor, encounter, empty=True)
        shot(attempt(order, arm, aimed, encounter), order.aim or 0, 1)
    except NotNow as refusal:
        nearer = sight.coverable(shooter, place, encounter, most)
        instead = f", or cover {nearer}" if nearer else ""
        raise NotNow(f"{str(refusal).rstrip('.')}{instead}.") from None


def _until(encounter: Encounter) -> Clock:
    """Return the clock at the end of the next enemy phase."""
    turn_, good = encounter.clock.turn, turn.phase(encounter) == GOOD
    return Clock(turn_, 2) if good else Clock(turn_ + 1, 1)


def _area_words(area: tuple[Place, ...]) -> str:
    return listed([str(place) for place in area], "and")


def _distance_words(shooter: Combatant, area: tuple[Place, ...], encounter: Encounter) -> str:
    assert shooter.place is not None
    apart = sorted({sight.distance(shooter.place, place, encounter) for place in area})
    return counted(apart[0], "space") if len(apart) == 1 else f"{apart[0]} to {apart[-1]} spaces"
