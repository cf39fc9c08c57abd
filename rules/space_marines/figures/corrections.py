"""A GM's corrections of a figure (/adjust): wounds, Points, its stage in the turn, the figure that it carries."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rules.engine.ammunition import reloads
from rules.engine.records.agenda import Watch, whose
from rules.engine.records.copies import replace
from rules.engine.records.errors import BadSheet, NoRule, NotNow
from rules.engine.scene.effects import Appeared
from rules.engine.scene.pending import without
from rules.engine.scene.scene import Scene
from rules.engine.sharing import adjustment
from rules.space_marines.figures import bearers
from rules.space_marines.figures.figure import DONE, FRESH, HALF, PLACED, Figure, Stage, figure, points
from rules.space_marines.figures.reloading import SECTION
from rules.space_marines.figures.troop_files import MOST_POINTS
from rules.space_marines.switches import measure
from rules.words.phrases import counted
from rules.words.sheet import Number, Phrase, Reading, number, read

_STAGES: Mapping[str, Stage] = {"done": DONE, "may act": PLACED, "may move": FRESH}
_TERMS = (
    Number("wounds", ("wounds", "wound"), 0, MOST_POINTS, counted=True),
    Number("points", ("points", "points left"), 0, MOST_POINTS, places=1, counted=True),
    Number("command", ("command", "command points"), 0, MOST_POINTS, places=1, counted=True),
    Phrase("air", {"flying": "flying", "in the air": "flying", "on the ground": "ground", "landed": "ground"}),
    Phrase("stage", {words: words for words in _STAGES}),
    Phrase("stop", {"stop reloading": "reloading", "stop covering": "covering", "stop carrying": "carrying"}),
)


def adjust(subject: str, changes: str, scene: Scene) -> str:
    """Apply a GM's correction and return what changed, in words. Raises BadSheet, NoRule or NotNow beforehand."""
    reading = read(changes, [*adjustment.TERMS, *_TERMS])
    if not reading:
        raise BadSheet(
            "What do you want to set? For example at C4, off the map, dead, alive, wounds 1, points 2,"
            " command 1, done, may act, may move, flying, on the ground, loaded 5, spares 2, weapon 2,"
            " stop reloading, stop covering, stop carrying."
        )
    if reading.keys() & {"loaded", "spares"} and not measure(scene.encounter):
        raise NoRule("Ammunition is not counted in this encounter (the switch is none). Leave loaded and spares out.")
    adjustment.check_apart(reading, subject, scene.encounter)
    before = figure(scene.combatant(subject))
    corrections: list[str] = []
    now = _state(reading, before, scene.name(subject), corrections)
    if now != before:
        scene.change(subject, now)
    corrections += _stop(reading, subject, scene)
    corrections += adjustment.apply(reading, subject, scene)
    if now.wounds >= now.troop.points and scene.combatant(subject).present:
        if "wounds" not in reading and "presence" in reading:
            has = counted(now.wounds, "wound")
            raise NotNow(
                f"{scene.name(subject)} has {has}, which kill. Give the wounds that are left, as in alive, wounds 1."
            )
        scene.do(Appeared(subject, present=False))
        corrections.append("killed")
    if "at" in reading and (by := bearers.bearer(subject, scene.encounter)):
        bearers.let_go(by.id, scene)
    if not scene.combatant(subject).present:
        _drop_pending(subject, scene)
        bearers.release(subject, scene)
    return ", ".join(corrections)


def _state(reading: Reading, state: Figure, name: str, corrections: list[str]) -> Figure:
    """Return the figure with the corrections of the line, and append their words to `corrections`.

    Raises as `adjust` does.
    """
    if "wounds" in reading:
        state = replace(state, wounds=min(number(reading, "wounds"), state.troop.points))
        corrections.append(counted(state.wounds, "wound"))
    if "points" in reading:
        left, most = _halves(reading, "points"), state.troop.points - state.wounds
        if left > most:
            raise NotNow(f"{name} has {points(Fraction(max(0, most)))} a turn and cannot have more left.")
        state = replace(state, spent=int((most - left) / HALF))
        corrections.append(f"{points(left)} left")
    if "command" in reading:
        most = state.troop.command - state.wounds if state.leader else 0
        left = _halves(reading, "command")
        if not state.leader:
            raise NoRule(f"{name} is not a leader and has no Command Points. Leave command out.")
        if left > most:
            raise NotNow(f"{name} has {max(0, most)} Command Points a turn and cannot have more left.")
        state = replace(state, commanded=int((most - left) / HALF))
        corrections.append(f"Command Points: {left}")
    if "air" in reading:
        if not state.troop.flight:
            raise NoRule(f"{name} ({state.troop.name}) does not fly. Leave flying and on the ground out.")
        state = replace(state, flying=reading["air"] == "flying")
        corrections.append("flying" if state.flying else "on the ground")
    if "stage" in reading:
        stage = str(reading["stage"])
        state = replace(state, stage=_STAGES[stage])
        corrections.append(stage)
    return state


def _halves(reading: Reading, key: str) -> Fraction:
    """Return a number of Points in steps of a half; the reading has it in tenths. Raises BadSheet for other steps."""
    amount = Fraction(number(reading, key), 10)
    if (amount / HALF).denominator != 1:
        raise BadSheet(f"Points go in halves: {key} 1.5, not {float(amount)}.")
    return amount


def _stop(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """End the reload, cover fire or carrying that the line stops, and return it in words.

    Raises NotNow if there is none.
    """
    if "stop" not in reading:
        return []
    if reading["stop"] == "reloading":
        return [reloads.stop(scene.combatant(subject), scene, SECTION)]
    if reading["stop"] == "carrying":
        carried = bearers.load(scene.combatant(subject), scene.encounter)
        if carried is None:
            raise NotNow(f"{scene.name(subject)} is not carrying anybody.")
        bearers.let_go(subject, scene)
        return [f"no longer carrying {carried.reference}"]
    left = tuple(m for m in scene.encounter.agenda if not (isinstance(m, Watch) and m.actor == subject))
    if left == scene.encounter.agenda:
        raise NotNow(f"{scene.name(subject)} is not covering anything.")
    scene.reschedule(left)
    return ["no longer covering"]


def _drop_pending(subject: str, scene: Scene) -> None:
    """Remove all pending items of a figure that is out of play."""
    agenda = tuple(m for m in without(scene.encounter.agenda, subject) if whose(m) != subject)
    if agenda != scene.encounter.agenda:
        scene.reschedule(agenda)
