"""The reasons for which a run stops, and the texts that say so: each side reads its own reasons alone.

Time stops for a fighter without a plan who can act, an open Question, an enemy that comes into the sight of a player's
side, a player's fighter that is fired upon or hit for the first time, a plan that ends, an event, the end of the fight,
and a bound. An event that a line of a plan answers is not a reason. The GM's fighters stop time only where they have to
act. A fighter with a plan and such a reason gets a second thought (`Plan.alert`): their player gives an order, or
passes to keep the plan. A fighter who is out perceives nothing and is no reason.

Where time continues by itself, it waits for the GM once the fight is over (`over`), and `ask_gms` asks the GMs whether
to continue or to end, in a part of the order for them alone. The channel reads that time waits for the GM only where
the fight is over as far as everybody knows. If it is over in truth alone, the channel reads nothing of it: the GM may
as well have to decide for somebody hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.engine.books.ruleset import Ruleset
from rules.engine.flow import plans
from rules.engine.flow.enemies import enemies_seen
from rules.engine.flow.over import CONTINUE, WHEN_READY, able, openly_over, over, question
from rules.engine.flow.pending_decisions import by_windows, flows, to_decide
from rules.engine.flow.plan_text import passed_over
from rules.engine.map.deployments import deployments
from rules.engine.records.agenda import CONTACT, FIRED_UPON, HIT, Question, Task, Timer, When
from rules.engine.records.copies import replace
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Next
from rules.engine.records.records import Order
from rules.engine.records.references import GMS
from rules.engine.scene.parts import Part
from rules.engine.scene.scene import Clause, Scene
from rules.engine.sight.sight import side_of

WAITS = "waits"
"""The verdict of a run after which time waits until a person gives an order: it reached a bound, or no time passed."""
FOR_GM = "for the GM"
"""The verdict of the part that says that time waits for the GM: the fight is over as far as everybody knows."""
ASKS = "asks"
"""The verdict of the part that asks the GMs whether to continue a fight that is over. Time waits for their order."""
_UNATTENDED = "Time waits because nobody has given an order for a while. Any order lets it run again."
_THREATS = {FIRED_UPON: "is fired upon", HIT: "is hit"}


class Stops:
    """The events of a Next that may stop it."""

    def __init__(self, scene: Scene, ruleset: Ruleset) -> None:
        self._scene, self._ruleset = scene, ruleset
        self.threatened: dict[str, str] = {}
        self._reasons: dict[str, list[str]] = {}
        self._alert: set[str] = set()
        self._skipped: set[tuple[str, str]] = set()
        self._stopped = False
        self._remark = ""
        self._begun = scene.encounter
        self._seen = self._seen_now()

    def note(self, threats: Iterable[tuple[str, str]]) -> None:
        """Note that fighters (ids) are fired upon or hit, if that is worse than what happened to them before."""
        for id, kind in threats:
            plan = plans.plan_of(self._scene.encounter, id)
            before = self.threatened.get(id, plan.threat if plan else "")
            answered = (
                plan is not None and not plan.after and any(line.when and line.when.kind == kind for line in plan.lines)
            )
            if before not in (HIT, kind) and not answered:
                self.threatened[id] = kind

    def answered(self, actor: str, when: When | None) -> None:
        """Note that a line of a fighter's plan, with this condition, was carried out."""
        if when is not None and when.kind in _THREATS:
            self.threatened.pop(actor, None)
        if when is not None and when.kind == CONTACT:
            self._seen |= self._seen_now()

    def until(self, when: When, who: str) -> str:
        """Return why a pass ends when this condition holds, which `who` met."""
        if when.kind == CONTACT:
            self._seen |= self._seen_now()
            return f"{self._scene.name(who)} shows."
        return ""

    def ended(self, actor: str, why: str) -> None:
        """Note that a fighter's plan has ended."""
        self._stopped = True
        self._reasons.setdefault(actor, []).extend([why] if why else [])
        self.threatened.pop(actor, None) if why else None

    def skipped(self, actor: str, line: int, words: str, why: str, *, done: bool) -> None:
        """Note why a line of a fighter's plan is skipped, for the end of the story: each reason once. `done`: what it
        would bring about is so already.
        """
        if (actor, why) not in self._skipped:
            self._skipped.add((actor, why))
            text = passed_over(actor, line + 1, words, why, done=done)
            self._reasons.setdefault(actor, []).append(text)

    def event(self) -> None:
        """Note that an event has happened."""
        self._stopped = True

    def bound(self) -> None:
        """Note that the run has reached a bound."""
        self._remark = " Time stops here for now. Continue with /next."

    def unattended(self) -> None:
        """Note that time has run for as long as it may without an order from anyone."""
        self.interrupted()
        self._remark = f" {_UNATTENDED}"

    def moved(self, before: Encounter) -> None:
        """Note that time passed since this encounter; time stops if nothing can happen any more."""
        now = self._scene.encounter
        waits = any(isinstance(item, Task | Timer) for item in now.agenda) or self._can_act(now)
        if now.clock == before.clock or not waits:
            self._stopped = True

    def due(self, *, run: bool) -> bool:
        """Return whether there is a reason to stop; a `run` has no end of its own, as a Next of some seconds has."""
        if self.interrupted() or to_decide(self._scene.encounter, self._ruleset):
            return True
        return self._over(run)

    def interrupted(self) -> bool:
        """Return whether something has happened that stops time, or a Question is open."""
        encounter = self._scene.encounter
        self._look()
        for id, kind in self.threatened.items():
            # A fighter that it puts out of play is a reason as well.
            if encounter.combatant(id).owner is not None:
                self._reasons.setdefault(id, []).append(f"{self._scene.name(id)} {_THREATS[kind]}.")
                self._alert.add(id)
                self._stopped = True
        self.threatened.clear()
        appears = any(one.until and one.until <= encounter.clock for one in deployments(encounter))
        return self._stopped or appears or any(isinstance(item, Question) for item in encounter.agenda)

    def conclude(self, *, reported: bool) -> None:
        """Report where time has stopped, unless the book has `reported` it, and, to each side, why; notify those that
        have to decide.
        """
        scene = self._scene
        reasons = [
            scene.clause(f" {self._told(id, ' '.join(why))}", id, own=True) for id, why in self._reasons.items() if why
        ]
        sentences = (*reasons, *([Clause("", self._remark)] if self._remark else []))
        for plan in plans.plans(scene.encounter):
            if plan.actor in self._alert:
                plans.amend(plan, replace(plan, alert=True), scene)
        scene.notify(*plans.undecided(scene.encounter, self._ruleset))
        verdict = WAITS if self._remark or scene.encounter.clock == self._begun.clock else "done"
        if reported:
            if sentences:
                scene.conclude(sentences, verdict)
            return
        scene.conclude((Clause("", f"It is {self._ruleset.clock(scene.encounter)}."), *sentences), verdict)

    def _told(self, id: str, why: str) -> str:
        """Return a reason that names its fighter once."""
        name = self._scene.name(id)
        return why if why.startswith(name) else f"{name}: {why}"

    def _over(self, run: bool) -> bool:
        """Return whether the fight is over since this began, or nobody can do anything in a run."""
        now, book = self._scene.encounter, self._ruleset
        result = book.result(now)
        if (run and not able(now, book)) or (result is not None and result.decided):
            return True
        # By hand, a run may not tell that somebody hidden is down.
        kinds = (openly_over, over) if flows(now) else (openly_over,)
        return any(kind(now, book) and not kind(self._begun, book) for kind in kinds)

    def _can_act(self, encounter: Encounter) -> bool:
        if by_windows(encounter):
            return any(self._ruleset.in_play(fighter, encounter) for fighter in encounter.combatants)
        return bool(self._ruleset.awaited(encounter))

    def _look(self) -> None:
        """Stop for enemies that have come into the sight of a player's side."""
        now = self._seen_now()
        encounter = self._scene.encounter
        for side, id in sorted(now - self._seen):
            watchers = [one for one in self._watchers() if side_of(one) == side]
            shown = encounter.combatant(id)
            first = next((one for one in watchers if self._ruleset.sees(one, shown, encounter)), watchers[0])
            self._reasons.setdefault(first.id, []).append(f"{self._scene.name(id)} shows.")
            self._alert.update(one.id for one in watchers)
            self._stopped = True
        self._seen = now

    def _seen_now(self) -> set[tuple[str, str]]:
        """Return the enemies that players' sides see, each as a side's key and an id."""
        seen, sides = set[tuple[str, str]](), set[str]()
        for fighter in self._watchers():
            if (side := side_of(fighter)) not in sides:
                sides.add(side)
                seen |= {(side, id) for id in enemies_seen(self._scene, fighter.id, self._ruleset)}
        return seen

    def _watchers(self) -> list[Combatant]:
        """Return the players' fighters who perceive something."""
        encounter = self._scene.encounter
        return [c for c in encounter.combatants if c.owner is not None and self._ruleset.perceives(c, encounter)]


def wait_unattended(scene: Scene) -> None:
    """Say at the end of an order that time waits, because it has run for as long as it may without a person's order."""
    _add(_UNATTENDED, WAITS, len(scene.parts) - 1, scene)


def ask_gms(order: Order, before: Encounter, scene: Scene, ruleset: Ruleset, last: int) -> None:
    """Ask the GMs whether to continue, if time continues by itself and this order on `before` has brought the fight to
    its end, or has let time pass after that.

    `last` is the index of the order's last part, after which only the result of the fight may have been told.
    """
    now = scene.encounter
    if not flows(now):
        return
    openly, truly = (_news(kind, before, now, ruleset) for kind in (openly_over, over))
    truly = truly or (isinstance(order, Next) and bool(over(now, ruleset)))
    decided = len(scene.parts) - 1 > last
    if openly and isinstance(order, Next):
        _add(WHEN_READY, FOR_GM, last, scene)
    elif openly:
        with scene.concerning(""):
            scene.conclude(WHEN_READY, FOR_GM)
    if openly or truly:
        with scene.concerning(GMS):
            scene.conclude(CONTINUE if decided else question(now, ruleset), ASKS)


def _news(kind: Callable[[Encounter, Ruleset], str], before: Encounter, now: Encounter, ruleset: Ruleset) -> bool:
    """Return whether a fight is over in another way than before."""
    sentence = kind(now, ruleset)
    return bool(sentence) and not (flows(before) and kind(before, ruleset) == sentence)


def _add(sentence: str, verdict: str, at: int, scene: Scene) -> None:
    """Add a sentence on what time waits for to a part."""
    part = scene.parts[at]
    clauses = (*part.resolution.clauses, Clause("", f" {sentence}"))
    scene.parts[at] = Part(replace(part.resolution, clauses=clauses, verdict=verdict), part.encounter)
