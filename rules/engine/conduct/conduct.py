"""Resolves any order: the only way from an order to its result, in play, in replays and in simulations.

1. The caller makes a `Scene` of the encounter and a source of dice, and calls `resolve`.
2. An encounter that has ended refuses every order. If a fighter gives the order, the steps that follow are about that
   fighter.
3. Orders of the table (`Start`, `Muster`, `Several`, `Adjust`, `Rename`, `Dismiss`, `Handover`, `Switch`, `Chart`,
   `Redraw`, `Foresee`, `Pause`, `End`, `Pass` and those of `import_order`, `leadership`, `joining`, `own_records`,
   `secrecy`) are resolved here, once for all rulesets. Several also call the ruleset, for example to read an adjustment
   or to react to a switch.
4. An `Answer` is checked against its question, and the fighter of any other order must be in play. Both kinds of order
   then go to the ruleset.
5. The scene records steps and effects and changes its encounter. Each `conclude` closes a part. `resolve` returns all
   parts; the caller stores and shows them. If a Refusal is raised on the way, nothing is kept.
6. If a side now knows two fighters of the same name, one of them gets a new name (`secrecy.rename_alike`).
7. If the order has decided the fight (`Ruleset.result`), a last part says so.
8. Each part notes which of its fighters some side did not perceive (`rules.engine.sight.sight`). A trial
   (`rules.engine.scene.trial`) does without all notes that explain a part.

`check` only tries whether an order would be refused. `replay` resolves an order again with recorded dice. `stage`,
`staged` and `set_up` prepare encounters.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from rules.engine.books import events, switch_values
from rules.engine.books.events import Foresee
from rules.engine.books.ruleset import Option, Ruleset
from rules.engine.books.setups import Template
from rules.engine.books.table_options import PACE, SIDES, table_options
from rules.engine.conduct.template_throws import throw_for_each, thrown_places
from rules.engine.flow import deploying, plans, run, sealed, stops
from rules.engine.map import deployments, map_orders
from rules.engine.map.map_orders import Redraw
from rules.engine.records.agenda import Question, When
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.model import Encounter, Profile
from rules.engine.records.orders import (
    VERBS,
    Adjust,
    Answer,
    Appoint,
    Chart,
    ClearPlan,
    CombatantOrder,
    Dismiss,
    Duck,
    End,
    Fire,
    Handover,
    Move,
    Muster,
    Next,
    Pass,
    Pause,
    Rename,
    SetPlan,
    Several,
    Start,
    Switch,
    TakeOver,
)
from rules.engine.records.private_text import private
from rules.engine.records.records import Order
from rules.engine.records.steps import Roll
from rules.engine.scene import dice_keys, kept_dice
from rules.engine.scene.dice import NoDice, ScriptedDice
from rules.engine.scene.effects import Ended, Joined, Left, Opened, Passed, Switched
from rules.engine.scene.scene import Part, Resolution, Scene
from rules.engine.scene.trial import Accepted, Check, Trial
from rules.engine.sight import falls, looks, sight, witnesses
from rules.engine.table import joining, leadership, own_records, pause, registration, secrecy
from rules.engine.table.casualties import casualties
from rules.engine.table.import_order import Import, bring
from rules.engine.table.joining import Apply, Decide, OpenSide
from rules.engine.table.muster import Keep, keep, muster
from rules.words.phrases import counted, listed

# Raise this number when the meaning of an order of the table changes.
RULES = 9
DECIDED = "decided"
"""The verdict of the part that says which camp has won."""

UNOPENED = Encounter(id="", title="", ruleset="", preset="", gms=(), commitment="")


def resolve(order: Order, scene: Scene, ruleset: Ruleset) -> tuple[Part, ...]:
    """Resolve any order and return its parts. Raises Refusal (then keep nothing), and what the dice raise.

    If the order decides the fight, the last part is the result.
    """
    acted_on = scene.encounter
    scene.perception = perception = sight.Perceived(ruleset)
    scene.counted = dice_keys.counted(order, acted_on)
    _resolve_one(order, scene, ruleset)
    deploying.settle(scene, ruleset)
    plans.note_threats(scene.threats, scene)
    plans.take_up_again(scene.failures, scene)
    plans.end_void(acted_on, scene, ruleset)
    if perception.limited:
        secrecy.rename_alike(acted_on, scene, ruleset)
    last, after = len(scene.parts) - 1, ruleset.result(scene.encounter)
    playing = scene.encounter.timed and not scene.encounter.ended
    if playing and after and after.decided:
        before = ruleset.result(acted_on)
        if not (before and before.decided):
            with scene.concerning(""):
                scene.conclude(after.sentence, DECIDED)
    stops.ask_gms(order, acted_on, scene, ruleset, last)
    if scene.traced:
        kept_dice.tell_left(acted_on, scene.encounter, scene.typed_left, scene.parts)
    parts = dice_keys.recorded(order, acted_on, scene.parts, drawn=scene.drawn)
    if not scene.traced:
        return parts
    if isinstance(order, Next):
        parts = falls.noted(parts, acted_on, ruleset)
    return witnesses.witnessed(parts, acted_on, ruleset) if perception.limited else parts


def check(order: Order, encounter: Encounter, ruleset: Ruleset) -> None:
    """Raise Refusal for an order that would be refused; resolve no more of it than that needs."""
    scene = Check[Any](encounter, several=not isinstance(order, CombatantOrder | Next))
    scene.perception = sight.Perceived(ruleset)
    with suppress(Accepted):
        _resolve_one(order, scene, ruleset)


def _resolve_one(order: Order, scene: Scene, ruleset: Ruleset) -> None:
    encounter = scene.encounter
    if encounter.ended:
        raise NotNow("This encounter has ended. Use /encounter start to begin another, or /undo to continue this one.")
    if isinstance(order, CombatantOrder):
        scene.about = order.actor
        if _keeps_plan(order, encounter) and not ruleset.down(encounter.combatant(order.actor), encounter):
            plans.keep(order.actor, scene)
            return
        ended = plans.end_by_hand(order, scene)
        _fighter_does(order, scene, ruleset)
        if ended:
            plans.tell_end(order.actor, scene)
        return
    match order:
        case Start():
            _start(order, scene, ruleset)
        case Import():
            bring(order, scene, ruleset)
        case Muster():
            muster(order, scene, ruleset)
        case Keep():
            keep(order, scene)
        case OpenSide():
            joining.open_side(order, scene)
        case Apply():
            joining.apply(order, scene, ruleset)
        case Decide():
            if admitted := joining.decide(order, scene):
                muster(admitted, scene, ruleset)
        case Several(orders):
            _several(orders, scene, ruleset)
        case Adjust(subject, changes):
            name, here = encounter.combatant(subject).reference, encounter.combatant(subject).place
            scene.about = subject
            changed = _corrected(ruleset.adjust(subject, changes, scene))
            seen = looks.changes(subject, encounter, scene.encounter, ruleset)
            others = _corrected(", ".join(seen) or "the change is not known to you")
            start = here if scene.combatant(subject).place != here else None
            deed = replace(scene.clause(f"GM correction: {name}"), start=start)
            scene.conclude((deed, replace(scene.clause(private(changed, others)), result=True, start=start)))
        case Rename():
            registration.rename(order, scene, ruleset)
        case Dismiss(subject):
            scene.about = subject
            ruleset.leaving(subject, scene)
            scene.do(Left(subject, encounter.combatant(subject).name))
            scene.conclude(f"{scene.name(subject)} leaves the encounter.")
        case Handover():
            registration.hand_over(order, scene)
        case Switch(name, value):
            _switch(name, value, scene, ruleset)
        case Appoint() | TakeOver():
            leadership.lead(order, scene)
        case own_records.AddRecord() | own_records.RemoveRecord():
            own_records.change(order, scene)
        case leadership.Depart(player):
            leadership.depart(player, scene)
        case Chart():
            map_orders.chart(order, scene, ruleset)
        case Redraw():
            map_orders.redraw(order, scene, ruleset)
        case secrecy.Conceal():
            secrecy.conceal(order, scene, ruleset.turn_name)
        case secrecy.Reveal():
            secrecy.reveal(order, scene, ruleset)
        case secrecy.Jot():
            secrecy.jot(order, scene)
        case Pause():
            pause.pause(order, scene)
        case Foresee():
            events.foresee(order, scene, ruleset.turn_name)
        case deploying.Deploy():
            deploying.deploy(order, scene, ruleset)
        case Next() if deployments.holds_time(encounter):
            deploying.end(scene, ruleset)
        case Next():
            run.next_(order, scene, ruleset, _as_planned)
        case End(seed, idle_days):
            ruleset.finale(scene)
            scene.do(Ended())
            scene.note("Seed", seed)
            scene.note("Hash", encounter.commitment)
            scene.note(
                "Verify",
                ("/dice verify checks every throw against the seed; /export gives the whole encounter as a file"),
            )
            result = ruleset.result(encounter)
            why = f": no order for {counted(idle_days, 'day')}" if idle_days else ""
            ends = f"The encounter ends{why}.{f' {result.sentence}' if result else ''}"
            scene.conclude((scene.clause(ends), *casualties(scene.encounter, ruleset)))
        case _:
            ruleset.resolve(order, scene)


def _corrected(changes: str) -> str:
    """Return the end of the sentence on a correction: " is at B4." or ": loaded 5."."""
    return f" is {changes}." if changes.startswith("at ") else f": {changes}."


def _fighter_does(order: CombatantOrder, scene: Scene, ruleset: Ruleset) -> None:
    actor, encounter = order.actor, scene.encounter
    if isinstance(order, Answer):
        _check_answer(actor, order.choice, encounter)
        run.answer(order, scene, ruleset, _as_planned)
        return
    _check_present(actor, encounter)
    if deployment := deployments.deployment_of(encounter, actor):
        match order:
            case Move() | Pass(until=None):
                deploying.place(order, deployment, scene, ruleset)
                return
            case sealed.Withdraw():
                deploying.withdraw(actor, deployment, scene)
                return
            case _:
                pass
    if sealed.declared_here(order, encounter, ruleset):
        sealed.declare(order, scene, ruleset)
        return
    match order:
        case sealed.Withdraw():
            sealed.withdraw(order, scene, ruleset)
            return
        case SetPlan():
            plans.set_plan(order, scene, ruleset)
            return
        case ClearPlan():
            plans.clear_plan(order, scene)
            return
        case Pass(until=When()):
            plans.pass_until(order, scene, ruleset)
            return
        case Pass():
            pass
        case Duck():
            run.answer(order, scene, ruleset, _as_planned)
            return
        case _:
            ruleset.resolve(order, scene)
            return
    if actor in encounter.passed:
        raise NotNow(f"{scene.name(actor)} has already passed.")
    scene.do(Passed(actor))
    done = f"{scene.name(actor)} is done for now."
    # A decision is nothing to see or hear.
    scene.conclude(private(done) if sight.fog(encounter) == SIDES else done, routine=True)


def _keeps_plan(order: CombatantOrder, encounter: Encounter) -> bool:
    """Return whether an order by hand is a pass of a fighter who has a plan: they keep it, in every pace."""
    if not isinstance(order, Pass) or order.until or not encounter.combatant(order.actor).present:
        return False
    placing = deployments.deployment_of(encounter, order.actor)
    return not placing and plans.plan_of(encounter, order.actor) is not None


def _as_planned(order: Order, scene: Scene, ruleset: Ruleset) -> None:
    """Carry out an order of a plan, without ending the plan."""
    assert isinstance(order, CombatantOrder)
    with scene.concerning(order.actor):
        if sealed.declared_here(order, scene.encounter, ruleset):
            sealed.take_up(order, scene, ruleset)
            return
        _fighter_does(order, scene, ruleset)


def _several(orders: tuple[Order, ...], scene: Scene, ruleset: Ruleset) -> None:
    """Resolve the orders in turn.

    If a Question opens, stop before the next fighter's order, and name the fighters left in a last part.
    """
    before = scene.encounter.agenda
    for n, one in enumerate(orders):
        opened = [item for item in scene.encounter.agenda if isinstance(item, Question) and item not in before]
        if opened and isinstance(one, CombatantOrder):
            left = [scene.name(rest.actor) for rest in orders[n:] if isinstance(rest, CombatantOrder)]
            asked = [*dict.fromkeys(scene.name(question.to) for question in opened)]
            first = f"{listed(left, 'and')} must wait. First {listed(asked, 'and')} must answer."
            scene.conclude(scene.clauses(f"{first} Then repeat this order for those who wait."))
            return
        _resolve_one(one, scene, ruleset)


def rules_version(ruleset: Ruleset) -> str:
    """Return the version of the rules: the ruleset's and that of the table's own orders."""
    return f"{ruleset.version}/{RULES}"


def replay(order: Order, encounter: Encounter, recorded: Iterable[Resolution], ruleset: Ruleset) -> tuple[Part, ...]:
    """Resolve an order again on the state it acted on, with the recorded dice."""
    rolls = [step for resolution in recorded for step in resolution.steps if isinstance(step, Roll)]
    return resolve(order, Scene(encounter, ScriptedDice.replaying(rolls)), ruleset)


def has_rule(ruleset: Ruleset, verb: type[Order]) -> bool:
    """Return whether the ruleset has a rule for a verb."""
    try:
        ruleset.check_verb(verb)
    except NoRule:
        return False
    return True


def options(ruleset: Ruleset) -> dict[str, Option]:
    """Return every switch of an encounter under this ruleset, by name."""
    return {**table_options(simultaneous=ruleset.simultaneous), **ruleset.options}


def stage(ruleset: Ruleset, preset: str = "") -> Encounter:
    """Return an encounter without fighters, with the switches of a preset: the first, if none is named."""
    preset = preset or next(iter(ruleset.presets))
    defaults = {name: option.default for name, option in options(ruleset).items()}
    switches = defaults | dict(ruleset.presets[preset].switches)
    return replace(UNOPENED, ruleset=ruleset.id, preset=preset, switches=tuple(sorted(switches.items())))


def staged(ruleset: Ruleset, *profiles: Profile, preset: str = "", owner: str | None = None) -> Encounter:
    """Return `stage` with a fighter for each profile, `c1`, `c2` and so on, for orders outside any encounter.

    If several fighters after the first have the same name, they are numbered.
    """
    bare = replace(stage(ruleset, preset), timed=False)
    scene = Trial(bare, NoDice("A sheet line for a quick ruling gives every value"))
    names = [profile.name for profile in profiles]
    for n, profile in enumerate(profiles, 1):
        alike, before = names[1:].count(profile.name), names[1 : n - 1].count(profile.name)
        name = f"{profile.name} {before + 1}" if n > 1 and alike > 1 else profile.name
        fighter = replace(ruleset.muster(profile, scene), id=f"c{n}", name=name, owner=owner)
        scene.do(Joined(fighter))
    return scene.encounter


def _check_present(actor: str, encounter: Encounter) -> None:
    combatant = encounter.combatant(actor)
    if not combatant.present:
        raise NotNow(f"{combatant.reference} is out of play. The GM can bring them back with /adjust.")


def _check_answer(actor: str, choice: str, encounter: Encounter) -> None:
    name = encounter.combatant(actor).reference
    questions = [m for m in encounter.agenda if isinstance(m, Question) and m.to == actor]
    if not questions:
        raise NotNow(f"{name} has no question to answer.")
    if choice not in questions[0].choices:
        raise UnknownName(f"{name} can answer {listed(questions[0].choices)}.")


def _start(order: Start, scene: Scene, ruleset: Ruleset) -> None:
    fresh = replace(stage(ruleset, order.preset), id=order.id, title=order.title, gms=(order.gm,))
    scene.do(Opened(replace(fresh, commitment=order.commitment, dice=order.dice)))
    scene.note("Rulebook", f"{ruleset.title}, {ruleset.presets[order.preset].title}")
    scene.note("Dice", f"drawn from a secret seed; its SHA-256 is {order.commitment}")
    template = ruleset.templates[order.template] if order.template else None
    for label, text in template.notes if template else ():
        scene.note(label, text)
    first = "give players their fighters with /combatant owner"
    first = first if template or order.setup else "bring fighters in with /combatant add"
    verbs = [f"/{VERBS[verb]}" for verb in (Move, Fire) if has_rule(ruleset, verb)]
    scene.note("Next", f"{first}, then play: {', '.join((*verbs, '/next'))}")
    scene.conclude(f"{order.title} begins.")
    if template:
        set_up(template, scene, ruleset)
    for one in order.setup:
        with scene.concerning(""):
            _resolve_one(one, scene, ruleset)


def set_up(template: Template, scene: Scene, ruleset: Ruleset) -> None:
    """Set up a template in an encounter that has just begun, with a part for each order. Raises Refusal."""
    if template.battle_map:
        _resolve_one(Chart(template.battle_map), scene, ruleset)
    for name, value in template.switches.items():
        _resolve_one(Switch(name, value), scene, ruleset)
    for group in template.newcomers:
        places = thrown_places(group, scene) if group.among else group.places
        cells = throw_for_each(group.throw, group.names, scene, ruleset) if group.throw else []
        newcomers = Muster(group.profile, group.name, group.side, None, group.count, places, secret=group.secret)
        _resolve_one(newcomers, scene, ruleset)
        if group.throw and group.throw.lays:
            for newcomer, cell in zip(scene.encounter.combatants[-group.count :], cells, strict=True):
                ruleset.lay(newcomer.id, group.throw.lays, int(cell), group.throw.among, scene)
    for event in template.events:
        _resolve_one(event, scene, ruleset)


def _switch(name: str, value: str, scene: Scene, ruleset: Ruleset) -> None:
    switches = options(ruleset)
    option = switches.get(name)
    if option is None:
        raise switch_values.unknown(name, tuple(switches))
    if value not in option.values:
        raise Refusal(f"“{name}” can be {switch_values.choices(option)}.")
    scene.note("Switch", option.sentence)
    changed = switch_values.changed(name, value, scene.encounter, switches)
    before = scene.encounter
    for also, new in changed.items():
        scene.do(Switched(also, new))
    for also in changed:
        ruleset.switched(also, before, scene)
    if PACE in changed:
        sealed.give_up_all(scene)
    others = [f"“{also}”" for also in changed if also != name]
    scene.conclude(f"“{name}” is now {value}" + (f", and with it {listed(others, 'and')}." if others else "."))
