"""Ducking, and the standing word that says when (2.5; rulings O16, O33)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.engine.agenda import Question
from rules.engine.copies import altered
from rules.engine.effects import Planned
from rules.engine.errors import NotNow, UnknownName, quoted
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Act, Answer, Attack, CombatantOrder, Duck, without
from rules.engine.records import Order
from rules.phoenix.action_points import Waiting
from rules.phoenix.book import Scene
from rules.phoenix.ground import acting
from rules.phoenix.ground.view import in_view, warn_aimers
from rules.phoenix.harm.fitness import check_spine, disabled_spine
from rules.phoenix.optional.timing.declared import pending
from rules.phoenix.shooting.accuracy import counts_situation
from rules.phoenix.shooting.targets.sighting import Mark
from rules.phoenix.soldier import DuckWord, soldier
from rules.phoenix.switches import ACCURACY, FIELD_OF_VIEW, on
from rules.words.catalogue import plain

DUCK, STAY = "duck", "stay"
_WORDS: Mapping[str, tuple[DuckWord, ...]] = MappingProxyType(
    {
        "never": ("never",),
        "no": ("never",),
        "off": ("never",),
        "when fired upon": ("when fired upon",),
        "when fired on": ("when fired upon",),
        "when shot at": ("when fired upon",),
        "always": ("when fired upon",),
        "ask": ("ask",),
        "ask me": ("ask",),
        "ask first": ("ask",),
    }
)
_AROUND = ("looking", "firing", "dug in")
_NOW = ("", "now", "reflex", "reflexive", "reflexively", "duck", "down")
_BACK = ("back", "behind cover", "back behind cover", "into cover", "behind", "cover", "deliberate", "deliberately")
"""Goes back behind cover on purpose, which takes an action (ruling O16)."""


def duck(order: Duck, scene: Scene) -> Waiting | None:
    """Duck now; set the standing word (`how` is one of never, when fired upon, ask); or go back behind cover."""
    combatant = scene.combatant(order.actor)
    state = soldier(combatant)
    how = plain(order.how)
    if word := _WORDS.get(how):
        scene.change(combatant.id, altered(state, duck=word[0]))
        said = {"never": "does not duck", "ask": "is asked whether to duck when fired upon"}
        scene.conclude(f"{combatant.name} {said.get(word[0], 'ducks when fired upon')} from now on.")
        return None
    if how in _BACK:
        _interrupt(combatant, scene)
        return acting.act(Act(order.actor, "duck back"), scene)
    if how not in _NOW:
        raise UnknownName(
            f"{quoted(order.how)} is no way to duck: leave how: out to duck now, or say back behind cover, or never, "
            "when fired upon or ask, which holds from now on."
        )
    check_spine(combatant, scene.encounter, "duck")
    if state.ducked == scene.encounter.clock:
        raise NotNow(f"{combatant.name} has ducked in this impulse already.")
    _check_unfired(combatant, scene.encounter)
    _duck(combatant, scene)
    if counts_situation(scene.encounter):
        scene.note("Ducking", "shots at him are at -5 in this impulse, his own at -10")
    else:
        scene.note("Ducking", "without the modifiers of table 2C it changes no odds")
    scene.rule("O16", "the reflexive duck is free and interrupts what he does")
    scene.conclude(f"{combatant.name} ducks.")
    return None


def warned(order: Attack, shooter: Combatant, mark: Mark, scene: Scene) -> bool:
    """Let the target of a shot go by its standing word before any die is thrown.

    True if the shot now waits for an answer: the order is then done with (this has concluded it), and `deeds` carries
    it out again afterwards. The target may have ducked, so what is known of it is to be read anew.
    """
    encounter = scene.encounter
    if not encounter.timed or not mark.id:
        return False
    target = scene.combatant(mark.id)
    state, clock = soldier(target), encounter.clock
    if not target.present or state.out(clock) or clock in (state.ducked, state.hides) or disabled_spine(state, clock):
        return False
    if state.footing and state.footing.unsteady:
        return False
    if on(encounter, FIELD_OF_VIEW) and state.duck != "never" and not in_view(target, shooter.place):
        scene.note("Ducking", f"{target.name} does not see {shooter.name} and cannot duck (5.1)")
        return False
    if state.fired == clock and state.duck != "never":
        done = "declared fire" if pending(encounter, target.id) else "fired in this impulse"
        scene.note("Ducking", f"{target.name} has {done} and cannot duck any more")
        return False
    if state.duck == "when fired upon":
        _duck(target, scene, shooter.id)
        scene.notify(target.id)
        scene.note("Ducking", f"{target.name} ducks when fired upon")
        return False
    if state.duck != "ask":
        return False
    open_ = _question(target.id, encounter)
    if state.asked == clock and open_ is None:
        return False
    text = f"{shooter.name} is about to fire at {target.name}: does {target.name} duck?"
    rest = (*open_.rest, order) if open_ else (order,)
    others = tuple(m for m in encounter.agenda if m is not open_)
    scene.do(Planned((*others, Question(target.id, open_.text if open_ else text, (DUCK, STAY), rest))))
    scene.notify(target.id)
    scene.conclude(text)
    return True


def answer(order: Answer, scene: Scene) -> tuple[Order, ...]:
    """Duck or stay, as asked; returns the shots that waited for it, to be carried out now."""
    combatant = scene.combatant(order.actor)
    question = _question(order.actor, scene.encounter)
    assert question is not None
    if order.choice == DUCK:
        _check_unfired(combatant, scene.encounter)
    scene.drop(question)
    scene.change(combatant.id, altered(soldier(combatant), asked=scene.encounter.clock))
    if order.choice == DUCK:
        _duck(scene.combatant(combatant.id), scene)
    scene.conclude(f"{combatant.name} {'ducks' if order.choice == DUCK else 'does not duck'}.")
    return question.rest


def answers(order: Duck, encounter: Encounter) -> bool:
    """Whether he ducks now while he is asked whether he does."""
    return plain(order.how) in _NOW and _question(order.actor, encounter) is not None


def check_unasked(shooter: Combatant, encounter: Encounter) -> None:
    """Raises NotNow while a shot of his waits for an answer: what he does next comes after it."""
    for item in encounter.agenda:
        if isinstance(item, Question) and any(
            isinstance(o, CombatantOrder) and o.actor == shooter.id for o in item.rest
        ):
            to = encounter.combatant(item.to).name
            raise NotNow(
                f"{shooter.name} is about to fire and waits for {to}’s answer; the GM may answer for {to}, and /duck"
                " gives the shot up."
            )


def _check_unfired(combatant: Combatant, encounter: Encounter) -> None:
    """Raises NotNow for somebody whose shot of this impulse was not the shot of one who ducks."""
    if pending(encounter, combatant.id):
        raise NotNow(
            f"{combatant.name} has declared fire, and whoever ducks fires at -10: /act what: hold fire comes before"
            " /duck."
        )
    if soldier(combatant).fired == encounter.clock and encounter.timed and counts_situation(encounter):
        raise NotNow(
            f"{combatant.name} has fired in this impulse, and whoever ducks fires at -10: /duck comes before the shot."
        )


def _question(to: str, encounter: Encounter) -> Question | None:
    asked = (m for m in encounter.agenda if isinstance(m, Question) and m.to == to and m.choices == (DUCK, STAY))
    return next(asked, None)


def _duck(combatant: Combatant, scene: Scene, shooter: str = "") -> None:
    """He ducks by reflex; whoever is around cover is brought behind it by the Advanced Rules alone (3.1)."""
    drop(combatant, scene, shooter, behind=on(scene.encounter, ACCURACY))


def drop(combatant: Combatant, scene: Scene, shooter: str = "", *, behind: bool) -> None:
    """He ducks in this impulse; what he was about is interrupted, his aim is lost, and who was around cover is brought
    `behind` it."""
    state, now = soldier(combatant), scene.encounter.clock
    _interrupt(combatant, scene)
    if state.aim and state.aim.actions:
        scene.note("Aim", f"{combatant.name} loses his aim of {state.aim.actions}")
    ducked = altered(
        state, ducked=now, aim=None, sustained=None, last_shot=None, pin=None, progress=None, course=None, braced=None
    )
    if behind and state.exposure in _AROUND:
        ducked = altered(ducked, hides=now)
    scene.change(combatant.id, ducked)
    if ducked.hides == now:
        scene.note("Cover", f"{combatant.name} is behind it and out of sight when this impulse ends")
        scene.rule("O33", "he is seen until the end of the impulse in which he hides")
        warn_aimers(combatant.id, scene, but=shooter)


def _interrupt(combatant: Combatant, scene: Scene) -> None:
    before = scene.encounter
    agenda = without(before.agenda, combatant.id)
    if agenda != before.agenda:
        scene.do(Planned(agenda))
        task = before.task(combatant.id)
        lost = f": {task.spent} of {task.cost} actions were done" if task and task.spent else ""
        scene.note("Interrupted", f"{combatant.name} stops what he was about{lost}")
