"""Medical aid: carrying out /heal, and the effects of care (2.9)."""

from __future__ import annotations

from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Heal, Target
from rules.grid.hexes import distance
from rules.phoenix.basics.action_points import Waiting, work
from rules.phoenix.basics.outcomes import line
from rules.phoenix.basics.soldier import Care, CareKind, Soldier, Work, soldier
from rules.phoenix.basics.times import after, between, clocked, lasting
from rules.phoenix.book import Scene
from rules.phoenix.harm.fitness import check_able
from rules.phoenix.harm.medicine import ROLL_RULING, replan
from rules.phoenix.harm.recovery import (
    DAY,
    healing_time,
    health,
    injured,
    prospect,
    shortened,
    shortens,
    third,
    total,
)
from rules.phoenix.harm.treatment import LADDER, TECH_LEVELS, Treatment, treatment
from rules.phoenix.shooting.carrying.kit import take_down
from rules.words.phrases import listed


@dataclass(frozen=True, slots=True)
class Patient:
    """The patient. `id` is "" for a patient that is only described and has no record.

    `glimpsed`: their wounds and care are not known (`Ruleset.outward`).
    """

    id: str
    name: str
    state: Soldier
    glimpsed: bool = False


def heal(order: Heal, scene: Scene) -> Waiting | None:
    """Care for the target's wounds, or for the medic's own without a target. Raises Refusal.

    It takes the time that `how:` gives, or none (ruling O39). The book does not say how long care must last: the best
    care counts for the Recovery Roll, even a Trauma Center that the patient left at once.
    """
    medic = scene.combatant(order.actor)
    check_able(medic, scene.encounter, "treat anyone")
    if len(order.targets) > 1:
        raise Refusal("Treat one patient at a time. Name a single target.")
    target = order.targets[0] if order.targets else Target(medic.id)
    given = treatment(order.how, scene.book)
    _check(medic, _patient(target, scene), given, scene)
    doing = _doing(given, "themselves" if target.id == medic.id else _patient(target, scene).name)
    patient = target.id or _patient(target, scene).name
    if given.kind and not target.profile and scene.encounter.timed:  # it takes the hands
        take_down(medic.id, scene)
    if waiting := work(medic.id, Work("heal", (given.kind or "", str(given.tech), patient)), doing, given.cost, scene):
        return waiting
    before = _patient(target, scene)
    if before.glimpsed:
        scene.conclude(f"{medic.reference} {doing}.")
        return None
    cared = _cared(before, given, scene)
    with scene.concerning(target.id or medic.id):
        ahead = _onward(cared, scene) if before.state.recovered else _ahead(cared, scene)
    outcome = line(f"{medic.reference} {doing}", [scene.clause(ahead, target.id or None, own=True)], scene)
    scene.conclude(outcome)
    return None


def _patient(target: Target, scene: Scene) -> Patient:
    if target.profile is not None:
        return Patient("", target.profile.name, soldier(target.profile))
    if target.place is not None:
        raise Refusal("Only a fighter can be treated. Name one as target.")
    combatant = scene.combatant(target.id)
    return Patient(combatant.id, combatant.reference, soldier(combatant), combatant.glimpsed)


def _check(medic: Combatant, patient: Patient, given: Treatment, scene: Scene) -> None:
    """Raise NotNow if this care cannot be given or would change nothing."""
    if patient.state.died is not None:
        raise NotNow(f"{patient.name} is dead. Only the living can be treated.")
    if patient.id and not scene.combatant(patient.id).present:
        raise NotNow(f"{patient.name} is out of play. The GM can bring them back with /adjust.")
    if not patient.glimpsed:
        _check_wounds(patient, given, scene)
    here, there = medic.place, scene.combatant(patient.id).place if patient.id else None
    if given.kind == "First Aid" and here and there and distance(here, there) > 1:
        raise NotNow(
            f"{patient.name} is {distance(here, there)} hexes away. First Aid reaches an adjacent hex at most."
        )


def _check_wounds(patient: Patient, given: Treatment, scene: Scene) -> None:
    """Raise NotNow if this care would change nothing about the patient's wounds."""
    state, current = patient.state, patient.state.care
    if not state.physical_damage:
        raise NotNow(f"{patient.name} has no wounds to treat.")
    if given.kind is None:
        if not _in_trauma_center(current):
            raise NotNow(f"{patient.name} is not in a Trauma Center, so they can't leave one.")
        return
    if _rank(given.kind, given.tech) <= _rank(current.kind, current.tech):
        raise NotNow(
            f"{patient.name} has had {_named(current.kind, current.tech)} for these wounds. {_better(current)}."
        )
    if state.recovered and not _useful(patient, given, scene):
        raise NotNow(f"{patient.name} has survived these wounds. Use /next to let them heal.")


def _useful(patient: Patient, given: Treatment, scene: Scene) -> bool:
    """Return whether a Trauma Center can still shorten the healing of a patient that has survived."""
    begun = injured(patient.state.wounds)
    return given.kind == "Trauma Center" and between(begun, scene.encounter.clock) < DAY


def _in_trauma_center(care: Care) -> bool:
    """Return whether the patient is still in a Trauma Center."""
    return care.kind == "Trauma Center" and care.left is None


def _rank(kind: CareKind, tech: int) -> tuple[int, int]:
    return LADDER.index(kind), tech


def _better(current: Care) -> str:
    better: list[str] = [kind for kind in LADDER[1:] if LADDER.index(kind) > LADDER.index(current.kind)]
    if current.kind == "Trauma Center" and current.tech < TECH_LEVELS[-1]:
        better = [f"a Trauma Center of Tech Level {current.tech + 1} or more"]
    return f"Better care is {listed(better)}" if better else "There is no better care"


def _named(kind: CareKind, tech: int) -> str:
    if tech:
        return f"a Trauma Center of Tech Level {tech}"
    return kind if kind == "First Aid" else f"the care of {'an' if kind == 'Aid Station' else 'a'} {kind}"


def _doing(given: Treatment, patient: str) -> str:
    if given.kind is None:
        return f"takes {patient} out of the Trauma Center"
    if given.kind == "First Aid":
        return f"gives {patient} First Aid"
    place = {"Aid Station": "an Aid Station", "Field Hospital": "a Field Hospital"}
    return f"gets {patient} to {place.get(given.kind) or _named(given.kind, given.tech)}"


def _cared(patient: Patient, given: Treatment, scene: Scene) -> Patient:
    """Give the care, plan the patient's Timers again, and return the patient."""
    clock, current = scene.encounter.clock, patient.state.care
    if given.kind is None:
        care = replace(current, left=clock)
    else:
        care = Care(given.kind, given.tech, current.since if _in_trauma_center(current) else clock)
    cared = Patient(patient.id, patient.name, altered(patient.state, care=care))
    if not patient.id:
        return cared
    scene.change(patient.id, cared.state)
    replan(patient.id, scene)
    scene.notify(patient.id)
    return _patient(Target(patient.id), scene)


def _ahead(patient: Patient, scene: Scene) -> str:
    """Return the patient's prospect with this care, in words for the outcome line. Records the steps."""
    state, clock = patient.state, scene.encounter.clock
    worth = _damage(state, scene)
    scene.rule("O39", ROLL_RULING, section="2.9")
    ahead = prospect(worth, state.care, scene.book, scene)
    if ahead.period is None:
        return f"survives; healed in {_healing(state, scene)}"
    due = after(injured(state.wounds), phases=ahead.period)
    if scene.encounter.timed:
        what = "better care or death" if ahead.chance is None else "Recovery Roll"
        scene.note("Due", f"{what} in {lasting(max(0, between(clock, due)))}: {clocked(due)}", section="2.9")
    if ahead.chance is None:
        return f"{ahead.period_words} after the wound to get better care, or death"
    healing = _healing(state, scene)
    return f"Recovery Roll {ahead.chance:02d} or less, {ahead.period_words} after the wound; healed in {healing}"


def _onward(patient: Patient, scene: Scene) -> str:
    """Return the prospect of a patient that had survived before, in words for the outcome line."""
    _damage(patient.state, scene)
    return f"healed in {_healing(patient.state, scene)}"


def _damage(state: Soldier, scene: Scene) -> int:
    worth = total(state.wounds, state)
    sum = f"Damage Total {worth:,} = {state.physical_damage:,} PD x 10 / Health {health(state)}"
    scene.note("Damage", sum, section="2.9")
    return worth


def _healing(state: Soldier, scene: Scene) -> str:
    """Return how long the wounds take to heal from the injury, in words."""
    days, injury = healing_time(total(state.wounds, state), scene.book, scene), injured(state.wounds)
    if state.care.kind != "Trauma Center":
        return f"{days} days"
    short = shortened(days)
    if not shortens(days, injury, state.care):
        longer = f"not shortened: a Trauma Center helps only a patient who stays for the first {third(days)} days"
        scene.note("Healing", longer, section="2.9")
        return f"{days} days"
    stay = "" if shortens(days, injury, state.care, scene.encounter.clock) else f" if they stay until day {third(days)}"
    scene.note("Healing", f"{days} days - 20 % = {short} days{stay}", section="2.9")
    return f"{short} days{stay}"
