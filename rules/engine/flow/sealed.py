"""Orders that are declared in private and carried out together (the switch `pace` is `sealed`).

A *window* is an impulse or, with the switch `window`, a phase.

1. A fighter's order is not carried out but kept as a `Declaration` (`declare`). First it is tried on the encounter as
   the fighter's side knows it, after the fighter's earlier declarations. An impossible order is refused. Nothing is
   spent or thrown.
2. If the fighter can still act after their earlier declarations, the order follows them. Otherwise it replaces them.
3. Only the fighter's own side and the GM read the order. Others learn only who is ready. `Withdraw` cancels it.
4. A Next carries out everyone's declared orders (the book's own rule). Plans declare their next line when a window
   opens.

Answers, plans and standing instructions are not declared: they take effect at once.
"""

from __future__ import annotations

from contextlib import suppress

from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import BY_HAND, PACE, PHASE, SEALED, WINDOW
from rules.engine.flow.wording import worded
from rules.engine.records.agenda import Declaration, Plan, Question, put_to, whose
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Answer, ClearPlan, CombatantOrder, Duck, Next, Pass, SetPlan
from rules.engine.records.records import Order
from rules.engine.scene.dice import SeededDice
from rules.engine.scene.effects import Switched
from rules.engine.scene.parts import Part, Unseen
from rules.engine.scene.scene import Scene
from rules.engine.sight.sight import side_of
from rules.words.phrases import listed


@dataclass(frozen=True, slots=True)
class Withdraw(CombatantOrder):
    """Cancel the fighter's declared orders; `last`: only the one that was declared last."""

    kind = "Withdraw"

    last: bool = False


MOST_DECLARED = 6
"""The most orders that a fighter can have declared at once."""
_NO_ORDERS = (Answer, SetPlan, ClearPlan, Withdraw)
_CARRYING_OUT = "Orders are being carried out and wait for an answer. Declare again after the answer."


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
    if ruleset.standing(order):
        ruleset.resolve(order, scene)
        keep_to_own_side(actor, begun, scene)
        return
    if any(isinstance(item, Question) for item in scene.encounter.agenda):
        raise NotNow(_CARRYING_OUT)
    before = declarations(scene.encounter, actor)
    earlier = tuple(one for one in before if not isinstance(one.order, Pass))
    if isinstance(order, Pass) and len(earlier) < len(before):
        raise NotNow(f"{scene.name(actor)} has already passed.")
    if len(earlier) == MOST_DECLARED:
        raise NotNow(f"{scene.name(actor)} has declared {MOST_DECLARED} orders. Cancel them with /plan clear.")
    follows = _follows(order, earlier, scene, ruleset)
    gone = [one for one in before if not (follows and one in earlier)]
    scene.drop(*gone)
    scene.plan(Declaration(actor, order, follows))
    kept = [worded(one.order) for one in (*earlier, Declaration(actor, order))] if follows else [worded(order)]
    instead = [worded(one.order) for one in gone if not isinstance(one.order, Pass)]
    text = f"Declared: {scene.name(actor)}, {', then '.join(kept)}"
    text += f" (instead of {listed(instead, 'and')})." if instead else "."
    scene.conclude((scene.clause(text, actor, own=True),))
    keep_to_own_side(actor, begun, scene)


def withdraw(order: Withdraw, scene: Scene) -> None:
    """Cancel a fighter's declared orders. Raises NotNow if there are none."""
    actor, begun = order.actor, len(scene.parts)
    mine = declarations(scene.encounter, actor)
    if not mine:
        raise NotNow(f"{scene.name(actor)} has declared nothing.")
    gone = mine[-1:] if order.last else mine
    scene.drop(*gone)
    words = listed([worded(one.order) for one in gone], "and")
    scene.conclude((scene.clause(f"{scene.name(actor)} cancels: {words}.", actor, own=True),))
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


def check_appearing(order: CombatantOrder, scene: Scene, ruleset: Ruleset) -> None:
    """Try the order of a fighter that is about to appear on the encounter as their side knows it.

    Raises Refusal if it is impossible.
    """
    trial = _trial(order.actor, scene, ruleset)
    trial.appearing = True
    _try(order, trial, ruleset)


def _follows(order: CombatantOrder, earlier: tuple[Declaration, ...], scene: Scene, ruleset: Ruleset) -> bool:
    """Try an order, and return whether it comes after the fighter's earlier declarations. Raises Refusal."""
    actor = order.actor
    if isinstance(order, Pass):
        return bool(earlier)
    if earlier:
        trial = _trial(actor, scene, ruleset)
        for one in earlier:
            _catch_up(actor, trial, ruleset)
            with suppress(Refusal):
                _try(one.order, trial, ruleset)
        _catch_up(actor, trial, ruleset)
        if actor in ruleset.awaited(trial.encounter):
            _try(order, trial, ruleset)
            return True
        if trial.encounter.clock.turn == scene.encounter.clock.turn and not trial.encounter.task(actor):
            # An order that takes no action may follow even if the fighter can no longer act.
            with suppress(Refusal):
                _try(order, trial, ruleset)
                if not trial.encounter.task(actor):
                    return True
    _try(order, _trial(actor, scene, ruleset), ruleset)
    return False


def _trial(actor: str, scene: Scene, ruleset: Ruleset) -> Scene:
    """Return a scene of the encounter as the fighter's side knows it, without anybody else's pending items."""
    known = scene.known(actor)
    own = tuple(m for m in known.agenda if whose(m) == actor and not isinstance(m, Declaration | Plan))
    return Scene(altered(known, agenda=own), SeededDice(0))


def _try(order: Order, trial: Scene, ruleset: Ruleset) -> None:
    assert isinstance(order, CombatantOrder)
    trial.about = order.actor
    ruleset.resolve(order, trial)
    # Other fighters answer when everything is carried out.
    trial.reschedule(tuple(item for item in trial.encounter.agenda if not isinstance(item, Question)))


def _catch_up(actor: str, trial: Scene, ruleset: Ruleset) -> None:
    """Where a phase is declared, let its time continue until the fighter's task is done."""
    turn = trial.encounter.clock.turn
    while by_phase(trial.encounter) and trial.encounter.task(actor) and trial.encounter.clock.turn == turn:
        trial.do(Switched(PACE, BY_HAND))
        ruleset.resolve(Next(), trial)
        trial.do(Switched(PACE, SEALED))


def keep_to_own_side(actor: str, begun: int, scene: Scene) -> None:
    """Let only the fighter's side and the GM read the parts since `begun`, whatever the switch `fog` says."""
    unseen = Unseen(actor, (side_of(scene.combatant(actor)),))
    for at, part in enumerate(scene.parts[begun:], begun):
        private = replace(part.resolution, unseen=(*part.resolution.unseen, unseen))
        scene.parts[at] = Part(private, part.encounter)
