"""Firing: one expenditure of actions for aim and shot, a box or the risk of a token, one d10 unless it hits anyway."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.aliens import reload, squares
from rules.aliens.aiming import (
    Mark,
    Reach,
    aim_for,
    aliens,
    marine,
    mark,
    needed,
    plain_words_only,
    reach,
)
from rules.aliens.arms import Held, counts_ammunition, held, take_in_hand, told
from rules.aliens.card import COLUMNS, CardWeapon, Fighter, automatic, chance, column, fighter
from rules.engine import ammunition as counting
from rules.engine.effects import Appeared, Ranged
from rules.engine.errors import NotNow, RangeWanted
from rules.engine.model import Apart, Combatant, Encounter
from rules.engine.orders import Fire
from rules.engine.scene import Scene
from rules.engine.steps import LEFT, Lookup
from rules.words.phrases import counted
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class _Shot:
    """A shot that nothing forbids, before its die."""

    shooter: Combatant
    state: Fighter
    at: Mark
    arm: Held
    aim: int
    reach: Reach
    cell: str


def fire(order: Fire, scene: Scene) -> None:
    """Fire one shot (Target Range; Ammunition Restrictions). Raises Refusal before anything is spent."""
    shot = _aimed(order, scene.encounter)
    _explain_range(shot, order, scene)
    take_in_hand(shot.shooter, shot.arm, scene)
    weapon = shot.arm.weapon
    scene.record(_odds(weapon, shot.aim, shot.reach.squares))
    scene.note("Card", weapon.source, detail=True)
    scene.note("Section", "Aliens, Target Range", detail=True)
    scene.change(shot.shooter.id, replace(shot.state, left=shot.state.left - shot.aim))
    ammunition = None
    if counts_ammunition(scene.encounter):
        ammunition = counting.spend(shot.shooter.id, shot.arm.slot, counting.Use(), scene)
        scene.note("Section", reload.SECTION, detail=True)
    hit = _rolled(shot, scene)
    if hit and shot.at.id:
        scene.do(Appeared(shot.at.id, False))
        scene.notify(shot.at.id)
        if sum(fighter(c).nature == "alien" for c in scene.encounter.combatants) > 1:
            scene.note("Aliens", f"{len(aliens(scene.encounter)) or 'none'} left in play")
    left_over = f"{shot.state.left - shot.aim} of {counted(shot.state.actions, 'action')}"
    if ammunition:
        left_over += f"; {told(weapon, ammunition)}"
    scene.note(LEFT, left_over)
    how = f"{shot.shooter.name} fires the {weapon.name} at {shot.at.name}, {counted(shot.reach.squares, 'square')}"
    removed = f"HIT, {shot.at.name} is removed." if shot.at.id else "HIT."
    scene.conclude(f"{how}: {removed if hit else 'MISS.'}", "hit" if hit else "miss")


def _odds(weapon: CardWeapon, aim: int, at: int) -> Lookup:
    """The consulted cell of a character's card."""
    return Lookup(
        "Odds",
        "card",
        f"{weapon.card}'s card, {weapon.name}",
        (("aim", str(aim)), ("range", COLUMNS[column(at)])),
        weapon.cell(aim, at),
    )


def _aimed(order: Fire, encounter: Encounter) -> _Shot:
    shooter, state = marine(encounter, order.actor)
    plain_words_only(order)
    reload.not_reloading(shooter, encounter)
    at = mark(order.targets, order.actor, encounter)
    arm = held(shooter, order.weapon)
    weapon = arm.weapon
    aim = aim_for(order.aim, weapon, shooter)
    known = reach(order.range, shooter, at, encounter)
    if known is None:
        raise RangeWanted(f"How far is {at.name}? Give range: in squares, or put both on the map.")
    cell = needed(weapon, aim, known.squares)
    if counts_ammunition(encounter) and arm.ammunition.loaded == 0:
        if not weapon.reloadable:
            raise NotNow(f"The {weapon.name} is empty and cannot be reloaded; choose another weapon.")
        gone = f"all {arm.ammunition.measure} are marked off"
        raise NotNow(f"The {weapon.name} is empty: {gone}; /reload takes {reload.COST} actions.")
    return _Shot(shooter, state, at, arm, aim, known, cell)


def _explain_range(shot: _Shot, order: Fire, scene: Scene) -> None:
    scene.note("Range", shot.reach.words)
    here, there = shot.shooter.place, shot.at.place
    if here and there:
        if shot.reach.measured and here.column != there.column and here.row != there.row:
            scene.rule("O18", "a diagonal step counts as one square")
        if squares.blocking(here, there, _figures(shot, scene.encounter)):
            scene.rule("O66", "figures do not block the line of sight")
    elif order.range is not None and shot.at.id:
        scene.do(Ranged(Apart(shot.shooter.id, shot.at.id, order.range)))


def _figures(shot: _Shot, encounter: Encounter) -> frozenset[Place]:
    return frozenset(
        c.place for c in encounter.combatants if c.place and c.present and c.id not in (shot.shooter.id, shot.at.id)
    )


def _rolled(shot: _Shot, scene: Scene) -> bool:
    if automatic(shot.cell):
        scene.note("Hit", f"{shot.cell} is 9 or more: automatic, no die is thrown")
        return True
    why = f"{shot.shooter.name}'s shot at {shot.at.name}"
    return scene.throw("Hit", why, 0, 9, f"{shot.cell} or less ({chance(shot.cell)})") <= int(shot.cell)
