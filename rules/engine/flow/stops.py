"""Why a run stops, and how it says so: each side reads its own reasons alone.

Time stops for a fighter without a plan who can act, an open Question, an enemy whom a player's side comes to see, a
player's fighter who is fired upon or hit for the first time, a plan that ends, an event, the end of the fight, and a
bound. A reason that a line of a plan has answered is none. Fighters of the GM stop it only where they have to act.
Whoever has a plan and such a reason is asked for a second thought (`Plan.alert`): an order, or a pass to keep the plan.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.agenda import CONTACT, FIRED_UPON, HIT, Question, Task, Timer, When
from rules.engine.copies import replace
from rules.engine.deployments import deployments
from rules.engine.flow import plans
from rules.engine.flow.asking import by_windows, to_decide
from rules.engine.flow.enemies import enemies_seen
from rules.engine.model import Combatant, Encounter
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Clause, Scene
from rules.engine.sight import side_of

WAITS = "waits"
"""The verdict of a run after which time does not run by itself until a person gives an order: a bound was reached, or
no time has gone by."""
_THREATS = {FIRED_UPON: "is fired upon", HIT: "is hit"}


class Stops:
    """What has happened in a Next that may stop it."""

    def __init__(self, scene: Scene, ruleset: Ruleset) -> None:
        self._scene, self._ruleset = scene, ruleset
        self.threatened: dict[str, str] = {}
        self._reasons: dict[str, list[str]] = {}
        self._alert: set[str] = set()
        self._stopped = False
        self._remark = ""
        self._begun = scene.encounter.clock
        self._seen = self._seen_now()

    def note(self, threats: Iterable[tuple[str, str]]) -> None:
        """Note that fighters (ids) are fired upon or hit, if it is worse than what happened to them before."""
        for id, kind in threats:
            plan = plans.plan_of(self._scene.encounter, id)
            before = self.threatened.get(id, plan.threat if plan else "")
            answered = plan is not None and any(line.when and line.when.kind == kind for line in plan.lines)
            if before not in (HIT, kind) and not answered:
                self.threatened[id] = kind

    def answered(self, actor: str, when: When | None) -> None:
        """Note that a line of a fighter's plan, with this condition, was carried out."""
        if when is not None and when.kind in (FIRED_UPON, HIT):
            self.threatened.pop(actor, None)
        if when is not None and when.kind == CONTACT:
            self._seen |= self._seen_now()

    def until(self, when: When, who: str) -> str:
        """Return why a pass ends as this condition holds, which `who` met."""
        if when.kind == CONTACT:
            self._seen |= self._seen_now()
            return f"{self._scene.name(who)} shows."
        return ""

    def ended(self, actor: str, why: str) -> None:
        """Note that a fighter's plan has ended."""
        self._stopped = True
        self._reasons.setdefault(actor, []).extend([why] if why else [])
        self.threatened.pop(actor, None) if why else None

    def failed(self, actor: str) -> None:
        """Note that a fighter's plan has ended because they had to stop: time stops as soon as they can act again."""
        self._reasons.setdefault(actor, []).append(plans.PLAN_ENDS.strip())

    def event(self) -> None:
        """Note that an event has happened."""
        self._stopped = True

    def bound(self) -> None:
        """Note that the run has reached a bound."""
        self._remark = " Time stops here for now. Continue with /next."

    def unattended(self) -> None:
        """Note that time has run as long as it does without anyone's order."""
        self.interrupted()
        self._remark = " Time waits because nobody has given an order for a while. Any order lets it run again."

    def moved(self, before: Encounter) -> None:
        """Note that time went on from this encounter: it stops if nothing can happen any more."""
        now = self._scene.encounter
        waits = any(isinstance(item, Task | Timer) for item in now.agenda) or self._can_act(now)
        if now.clock == before.clock or not waits:
            self._stopped = True

    def due(self) -> bool:
        """Return whether there is a reason to stop."""
        if self.interrupted() or to_decide(self._scene.encounter, self._ruleset):
            return True
        result = self._ruleset.result(self._scene.encounter)
        return bool(result and result.decided)

    def interrupted(self) -> bool:
        """Return whether something has happened for which time stops, or a Question is open."""
        encounter = self._scene.encounter
        self._look()
        for id, kind in self.threatened.items():
            # Whoever is out of play by it is not the least of reasons.
            if encounter.combatant(id).owner is not None:
                self._reasons.setdefault(id, []).append(f"{self._scene.name(id)} {_THREATS[kind]}.")
                self._alert.add(id)
                self._stopped = True
        self.threatened.clear()
        appears = any(one.until and one.until <= encounter.clock for one in deployments(encounter))
        return self._stopped or appears or any(isinstance(item, Question) for item in encounter.agenda)

    def conclude(self) -> None:
        """Say where time has stopped and, to each side, why; mention those who have to decide."""
        scene = self._scene
        reasons = [
            scene.clause(f" {self._told(id, ' '.join(why))}", id, own=True) for id, why in self._reasons.items() if why
        ]
        said = (*reasons, *([Clause("", self._remark)] if self._remark else []))
        for plan in plans.plans(scene.encounter):
            if plan.actor in self._alert:
                plans.amend(plan, replace(plan, alert=True), scene)
        scene.notify(*plans.undecided(scene.encounter, self._ruleset))
        verdict = WAITS if self._remark or scene.encounter.clock == self._begun else "done"
        scene.conclude((Clause("", f"It is {self._ruleset.clock(scene.encounter)}."), *said), verdict)

    def _told(self, id: str, why: str) -> str:
        """Return a reason with the name of whom it is about, once."""
        name = self._scene.name(id)
        return why if why.startswith(name) else f"{name}: {why}"

    def _can_act(self, encounter: Encounter) -> bool:
        if by_windows(encounter):
            return any(self._ruleset.in_play(fighter, encounter) for fighter in encounter.combatants)
        return bool(self._ruleset.awaited(encounter))

    def _look(self) -> None:
        """Stop for enemies whom a player's side has come to see."""
        now = self._seen_now()
        for side, id in sorted(now - self._seen):
            watchers = [c.id for c in self._scene.encounter.combatants if self._players(c) and side_of(c) == side]
            self._reasons.setdefault(watchers[0], []).append(f"{self._scene.name(id)} shows.")
            self._alert.update(watchers)
            self._stopped = True
        self._seen = now

    def _seen_now(self) -> set[tuple[str, str]]:
        """Return whom the sides of players see: a side's key and an id each."""
        scene, seen, sides = self._scene, set[tuple[str, str]](), set[str]()
        for fighter in scene.encounter.combatants:
            if self._players(fighter) and (side := side_of(fighter)) not in sides:
                sides.add(side)
                seen |= {(side, id) for id in enemies_seen(scene, fighter.id, self._ruleset)}
        return seen

    @staticmethod
    def _players(fighter: Combatant) -> bool:
        return fighter.present and fighter.owner is not None
