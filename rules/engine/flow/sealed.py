"""Orders that are declared in private and carried out together (the switch `pace` is `sealed`).

A *window* is an impulse or, with the switch `window`, a phase.

1. A fighter's order is not carried out but kept as a `Declaration` (`declare`). First it is tried on the encounter as
   the fighter's side knows it, after the fighter's earlier declarations. An impossible order is refused. Nothing is
   spent or thrown.
2. If the fighter can still act in the window after their earlier declarations, the order follows them. Otherwise it
   replaces them. `Withdraw` cancels all of them, the last one, or those before the last one.
3. Only the fighter's own side and the GM read the order. Others learn only who is ready.
4. A Next carries out everyone's declared orders (the book's own rule). Meanwhile plans declare line after line, as far
   as their fighters' actions reach (`take_up`). Nobody reads of that: what is done is told.

Answers, plans and standing instructions are not declared: they take effect at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import field

from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import BY_HAND, PACE, PHASE, SEALED, WINDOW
from rules.engine.flow.plan_text import worded
from rules.engine.records.agenda import Declaration, Plan, Question, put_to, whose
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Answer, ClearPlan, CombatantOrder, Duck, Next, Pass, SetPlan
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.effects import Rescheduled, Switched
from rules.engine.scene.parts import Part, Unseen
from rules.engine.scene.scene import Scene
from rules.engine.scene.trial import Trial
from rules.engine.sight.sight import side_of
from rules.words.phrases import listed


@dataclass(frozen=True, slots=True)
class Withdraw(CombatantOrder):
    """Cancel the fighter's declared orders; `last`: only the one that was declared last; `earlier`: those before it."""

    kind = "Withdraw"

    last: bool = False
    earlier: bool = field(default=False, metadata={"late": True})


MOST_DECLARED = 6
"""The most orders that a fighter can have declared at once."""
_NOT_LONG = 8
"""The windows after which nobody looks when a fighter is free again."""
_NO_ORDERS = (Answer, SetPlan, ClearPlan, Withdraw)
CARRYING_OUT = "Orders are being carried out and wait for an answer. Declare again after the answer."


def sealed(encounter: Encounter) -> bool:
    """Return whether orders are declared in this encounter."""
    return encounter.timed and not encounter.ended and encounter.settings.get(PACE) == SEALED


def by_phase(encounter: Encounter) -> bool:
    """Return whether a whole phase is declared and carried out at once."""
    return encounter.settings.get(WINDOW) == PHASE


def declarations(encounter: Encounter, actor: str = "") -> tuple[Declaration, ...]:
    """Return the orders that a fighter, or anybody (""), has declared, in the order of declaration."""
    return tuple([m for m in encounter.agenda if isinstance(m, Declaration) and actor in ("", m.actor)])


def declared_here(order: CombatantOrder, encounter: Encounter, ruleset: Ruleset) -> bool:
    """Return whether an order is declared instead of carried out at once."""
    if not sealed(encounter) or isinstance(order, _NO_ORDERS) or (isinstance(order, Pass) and order.until):
        return False
    # `/duck` may be the answer to a question.
    return not (isinstance(order, Duck) and put_to(order.actor, encounter.agenda))


def declare(order: CombatantOrder, scene: Scene, ruleset: Ruleset) -> None:
    """Keep an order until everyone's orders are carried out. Raises Refusal if it is impossible."""
    actor, begun = order.actor, len(scene.parts)
    if ruleset.is_instruction(order):
        ruleset.resolve(order, scene)
        keep_to_own_side(actor, begun, scene)
        return
    if any(isinstance(item, Question) for item in scene.encounter.agenda):
        raise NotNow(CARRYING_OUT)
    before = declarations(scene.encounter, actor)
    earlier = tuple(one for one in before if not isinstance(one.order, Pass))
    if isinstance(order, Pass) and len(earlier) < len(before):
        raise NotNow(f"{scene.name(actor)} has already passed.")
    if len(earlier) == MOST_DECLARED:
        raise NotNow(f"{scene.name(actor)} has declared {MOST_DECLARED} orders. Cancel them with /plan clear.")
    follows = _follows(order, earlier, scene, ruleset)
    gone = [one for one in before if not (follows and one in earlier)]
    scene.drop(*gone)
    scene.plan(Declaration(actor, order, follows, follows and _possible(order, scene, ruleset)))
    _tell(actor, gone, begun, scene)


def take_up(order: CombatantOrder, scene: Scene, ruleset: Ruleset) -> None:
    """Declare an order of a plan while declared orders are carried out. Raises Refusal if it is impossible."""
    begun = len(scene.parts)
    if ruleset.is_instruction(order):
        ruleset.resolve(order, scene)
        keep_to_own_side(order.actor, begun, scene)
        return
    _try(order, _trial(order.actor, scene), ruleset)
    scene.append(Rescheduled(len(scene.encounter.agenda), 0, (Declaration(order.actor, order),)))


def withdraw(order: Withdraw, scene: Scene, ruleset: Ruleset) -> None:
    """Cancel a fighter's declared orders. Raises NotNow if there are none, and Refusal if the order that is left is
    impossible without those before it.
    """
    actor, begun = order.actor, len(scene.parts)
    mine = declarations(scene.encounter, actor)
    if not mine:
        raise NotNow(f"{scene.name(actor)} has declared nothing.")
    if order.earlier:
        _keep_last(mine, scene, ruleset)
        _tell(actor, mine[:-1], begun, scene)
        return
    gone = mine[-1:] if order.last else mine
    scene.drop(*gone)
    scene.conclude((scene.clause(f"{scene.name(actor)} cancels: {in_words(gone)}.", actor, own=True),))
    keep_to_own_side(actor, begun, scene)


def in_words(declared: Iterable[Declaration]) -> str:
    """Return declared orders in words: "kneel and fire at Guard, aim 1"."""
    return listed([worded(one.order) for one in declared], "and")


def instead_of(declared: Iterable[Declaration]) -> str:
    """Return " (instead of kneel)" for declared orders that are replaced; "" if they are none but a pass."""
    replaced = [one for one in declared if not isinstance(one.order, Pass)]
    return f" (instead of {in_words(replaced)})" if replaced else ""


def _keep_last(mine: Sequence[Declaration], scene: Scene, ruleset: Ruleset) -> None:
    last = mine[-1]
    if any(isinstance(item, Question) for item in scene.encounter.agenda):
        raise NotNow(CARRYING_OUT)
    if len(mine) == 1:
        raise NotNow(f"{scene.name(last.actor)} has declared nothing before it.")
    if not isinstance(last.order, Pass):
        _try(last.order, _trial(last.actor, scene), ruleset)
    scene.drop(*mine)
    scene.plan(Declaration(last.actor, last.order))


def _tell(actor: str, gone: Iterable[Declaration], begun: int, scene: Scene) -> None:
    """Tell the fighter's side what they have declared now, and what they have not any more."""
    kept = ", then ".join(worded(one.order) for one in declarations(scene.encounter, actor))
    text = f"Declared: {scene.name(actor)}, {kept}{instead_of(gone)}."
    scene.conclude((scene.clause(text, actor, own=True),))
    keep_to_own_side(actor, begun, scene)


def give_up_all(scene: Scene) -> None:
    """Cancel all declared orders if orders are no longer declared in this encounter."""
    if sealed(scene.encounter):
        return
    gone = declarations(scene.encounter)
    scene.drop(*gone)
    for one in gone:
        scene.notify(one.actor)
        with scene.concerning(one.actor):
            scene.note("Declared", f"{scene.name(one.actor)}, {worded(one.order)}: canceled")


def expected(order: Order, encounter: Encounter, ruleset: Ruleset) -> Encounter:
    """Return the encounter in which an order on a user's view is carried out: where it follows declared orders, as it
    is expected to be after them.
    """
    if not (isinstance(order, CombatantOrder) and declared_here(order, encounter, ruleset)):
        return encounter
    earlier = [one for one in declarations(encounter, order.actor) if not isinstance(one.order, Pass)]
    if not earlier:
        return encounter
    after = _expected(order.actor, earlier, Trial(encounter, SeededDice(0)), ruleset).encounter
    return after if order.actor in ruleset.awaited(after) else encounter


def check_appearing(order: CombatantOrder, scene: Scene, ruleset: Ruleset) -> None:
    """Try the order of a fighter that is about to appear on the encounter as their side knows it.

    Raises Refusal if it is impossible.
    """
    trial = _trial(order.actor, scene)
    trial.appearing = True
    _try(order, trial, ruleset)


def _follows(order: CombatantOrder, earlier: tuple[Declaration, ...], scene: Scene, ruleset: Ruleset) -> bool:
    """Try an order, and return whether it comes after the fighter's earlier declarations. Raises Refusal."""
    actor = order.actor
    if isinstance(order, Pass) or not earlier:
        if not isinstance(order, Pass):
            _try(order, _trial(actor, scene), ruleset)
        return bool(earlier)
    expected = _expected(actor, earlier, scene, ruleset)
    if actor in ruleset.awaited(expected.encounter):
        _try(order, expected, ruleset)
        return True
    # An order that takes no action may follow even if the fighter can no longer act.
    if not expected.encounter.task(actor) and _possible(order, expected, ruleset, at_once=True):
        return True
    try:
        _try(order, _trial(actor, scene), ruleset)
    except Refusal:
        if _possible(order, _once_free(actor, expected, ruleset), ruleset):
            raise NotNow(
                f"{scene.name(actor)} has no actions left in this {_window(scene.encounter, ruleset)} after"
                f" {in_words(earlier)}. Declare it in the next one, or cancel with /plan clear."
            ) from None
        raise
    return False


def _window(encounter: Encounter, ruleset: Ruleset) -> str:
    return ruleset.turn_name if by_phase(encounter) else ruleset.impulse_name


def _expected(actor: str, earlier: Iterable[Declaration], scene: Scene, ruleset: Ruleset) -> Scene:
    """Return the trial in which the fighter has carried out earlier orders, and everybody else is as they are now."""
    trial = _trial(actor, scene)
    for one in earlier:
        trial = _caught_up(actor, trial, ruleset)
        before = trial.encounter
        with suppress(Refusal), trial.attempt():
            _try(one.order, trial, ruleset)
        unchanged = [c if c.id == actor else before.combatant(c.id) for c in trial.encounter.combatants]
        trial = Trial(replace(trial.encounter, combatants=tuple(unchanged)), SeededDice(0))
    return _caught_up(actor, trial, ruleset)


def _possible(order: Order, scene: Scene, ruleset: Ruleset, *, at_once: bool = False) -> bool:
    """Return whether a fighter's order is possible in a scene, which stays as it is; `at_once`: and done at once."""
    assert isinstance(order, CombatantOrder)
    trial = _trial(order.actor, scene)
    try:
        if not isinstance(order, Pass):
            _try(order, trial, ruleset)
    except Refusal:
        return False
    return not (at_once and trial.encounter.task(order.actor))


def _trial(actor: str, scene: Scene) -> Scene:
    """Return a scene of the encounter as the fighter's side knows it, without anybody else's pending items."""
    known = scene.known(actor)
    own = tuple(m for m in known.agenda if whose(m) == actor and not isinstance(m, Declaration | Plan))
    return Trial(altered(known, agenda=own), SeededDice(0))


def _try(order: Order, trial: Scene, ruleset: Ruleset) -> None:
    assert isinstance(order, CombatantOrder)
    trial.about = order.actor
    ruleset.resolve(order, trial)
    # Other fighters answer when everything is carried out.
    trial.reschedule(tuple(item for item in trial.encounter.agenda if not isinstance(item, Question)))


def _caught_up(actor: str, trial: Scene, ruleset: Ruleset) -> Scene:
    """Where a phase is declared, return the trial at the impulse of the phase in which the fighter can act again; if
    there is none, at the phase's last.
    """
    turn = trial.encounter.clock.turn
    while by_phase(trial.encounter) and actor not in ruleset.awaited(trial.encounter):
        ahead = _ahead(trial, ruleset)
        if ahead.encounter.clock.turn != turn:
            break
        trial = ahead
    return trial


def _once_free(actor: str, trial: Scene, ruleset: Ruleset) -> Scene:
    """Return a trial at the next time, not long after it, at which the fighter can act again."""
    for _ in range(_NOT_LONG):
        if actor in ruleset.awaited(trial.encounter):
            break
        trial = _ahead(trial, ruleset)
    return trial


def _ahead(trial: Scene, ruleset: Ruleset) -> Scene:
    """Return a trial after the book's time has continued."""
    ahead = Trial(trial.encounter, SeededDice(0))
    ahead.do(Switched(PACE, BY_HAND))
    ruleset.resolve(Next(), ahead)
    ahead.do(Switched(PACE, SEALED))
    return ahead


def keep_to_own_side(actor: str, begun: int, scene: Scene) -> None:
    """Let only the fighter's side and the GM read the parts since `begun`, whatever the switch `fog` says."""
    unseen = Unseen(actor, (side_of(scene.combatant(actor)),))
    for at, part in enumerate(scene.parts[begun:], begun):
        private = replace(part.resolution, unseen=(*part.resolution.unseen, unseen))
        scene.parts[at] = Part(private, part.encounter)
