"""Resolve /fire: spend the actions of aim and the ammunition, and roll a d10 to hit (Aliens, Target Range).

Separate from `aiming`, which only checks: everything that changes the encounter is here.
"""

from __future__ import annotations

from rules.aliens import reload, squares
from rules.aliens.aiming import ATTACKS, aliens, check_options, marine, number_needed, read_aim
from rules.aliens.arms import ARMS, ammunition_words, counts_ammunition
from rules.aliens.card import COLUMNS, CardWeapon, Fighter, automatic, chance, column, fighter
from rules.engine.ammunition import ammunition as counting
from rules.engine.attack.arms import Arm
from rules.engine.attack.attacks import AttackRange, AttackTarget
from rules.engine.records.agenda import FIRED_UPON, HIT
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Fire
from rules.engine.records.steps import LEFT, Lookup
from rules.engine.scene.effects import Appeared
from rules.engine.scene.scene import Scene
from rules.engine.sharing.shared_remedies import other_weapons, reload_it
from rules.grid.directions import from_where
from rules.words.phrases import counted

SECTION = "Target Range"


@dataclass(frozen=True, slots=True)
class _Shot:
    """A shot that has passed every check, before its roll."""

    shooter: Combatant
    state: Fighter
    target: AttackTarget[Fighter]
    arm: Arm[CardWeapon]
    aim: int
    range: AttackRange
    cell: str


def fire(order: Fire, scene: Scene) -> None:
    """Fire one shot (Aliens, Target Range; Ammunition Restrictions). Raises Refusal before anything is spent."""
    shot = _prepared_shot(order, scene.encounter)
    scene.accept()
    _explain_range(shot, order, scene)
    ARMS.take_in_hand(shot.shooter, shot.arm, scene)
    weapon = shot.arm.weapon
    scene.record(_lookup(shot), SECTION)
    scene.note("Card", weapon.source, detail=True, section=SECTION)
    scene.note("Section", "Aliens, Target Range", detail=True, section=SECTION)
    scene.change(shot.shooter.id, replace(shot.state, left=shot.state.left - shot.aim))
    ammunition = None
    if counts_ammunition(scene.encounter):
        ammunition = counting.spend(shot.shooter.id, shot.arm.slot, counting.Use(), scene)
        scene.note("Section", reload.SOURCE, detail=True, section=reload.SECTION)
    hit = _roll_to_hit(shot, scene)
    scene.threaten(shot.target.id, HIT if hit else FIRED_UPON)
    if hit and shot.target.id:
        scene.do(Appeared(shot.target.id, False))
        scene.notify(shot.target.id)
        if sum(fighter(c).nature == "alien" for c in scene.encounter.combatants) > 1:
            with scene.concerning(""):
                left = sum(not c.secret for c in aliens(scene.encounter))
                scene.note("Aliens", f"{left or 'none'} left in play", section=SECTION)
    left_over = f"{shot.state.left - shot.aim} of {counted(shot.state.actions, 'action')}"
    if ammunition:
        left_over += f"; {ammunition_words(weapon, ammunition)}"
    scene.note(LEFT, left_over, section="Actions")
    name, apart = shot.shooter.reference, counted(shot.range.spaces, "square")
    verdict = "HIT." if hit else "MISS."
    results = [scene.clause(verdict, shot.target.id or None, unseen=verdict)]
    if hit and shot.target.id:
        results = [
            scene.clause("HIT, ", unseen="HIT, "),
            scene.clause(f"{shot.target.name} is removed.", shot.target.id),
        ]
    deed = f"{name} fires the {weapon.name} at {shot.target.name}, {apart}"
    unseen = from_where(shot.shooter.place, shot.target.place)
    scene.conclude(scene.outcome(deed, results, unseen), "hit" if hit else "miss")


def _lookup(shot: _Shot) -> Lookup:
    """Return the lookup of the cell on the character's card."""
    weapon = shot.arm.weapon
    return Lookup(
        "Odds",
        "card",
        f"{weapon.card}'s card, {weapon.name}",
        (("aim", str(shot.aim)), ("range", COLUMNS[column(shot.range.spaces)])),
        shot.cell,
    )


def _prepared_shot(order: Fire, encounter: Encounter) -> _Shot:
    shooter, state = marine(encounter, order.actor)
    check_options(order)
    reload.check_not_reloading(shooter, encounter)
    target = ATTACKS.only_target(order, encounter)
    arm = ARMS.meant(shooter, order.weapon)
    weapon = arm.weapon
    aim = read_aim(order.aim, weapon, shooter)
    shot_range = ATTACKS.range(order.range, shooter, target, encounter, in_sight=True)
    if shot_range is None:
        raise ATTACKS.range_wanted(target.name)
    cell = number_needed(weapon, aim, shot_range.spaces)
    if counts_ammunition(encounter) and arm.load.loaded == 0:
        others = other_weapons(shooter, weapon.name)
        if not weapon.reloadable:
            raise NotNow(f"The {weapon.name} is empty and cannot be reloaded. Choose another weapon.").helped_by(
                *others
            )
        gone = f"no {arm.load.measure} left"
        raise NotNow(f"The {weapon.name} is empty: {gone}. Use /reload ({reload.COST} actions).").helped_by(
            reload_it(order.actor, weapon.name), *others
        )
    return _Shot(shooter, state, target, arm, aim, shot_range, cell)


def _explain_range(shot: _Shot, order: Fire, scene: Scene) -> None:
    ATTACKS.note_range(order, shot.shooter, shot.target, shot.range.words, scene, SECTION)
    here, there = shot.shooter.place, shot.target.place
    if here and there:
        if shot.range.measured and here.column != there.column and here.row != there.row:
            scene.rule("O18", "a diagonal step counts as one square", section=SECTION)
        ends = (shot.shooter.id, shot.target.id)
        figures = {c.place for c in scene.encounter.combatants if c.place and c.present and c.id not in ends}
        if squares.in_line(here, there, frozenset(figures)):
            scene.rule("O66", "figures do not block the line of sight", section="Line of Sight")


def _roll_to_hit(shot: _Shot, scene: Scene) -> bool:
    if automatic(shot.cell):
        scene.note(
            "Hit", f"{shot.cell} is 9 or more: automatic hit, no roll", section=SECTION, brief="automatic", outward=True
        )
        return True
    why = f"{shot.shooter.reference}'s shot at {shot.target.name}"
    needed = f"{shot.cell} or less ({chance(shot.cell)})"
    return scene.throw("Hit", why, 0, 9, needed, section=SECTION) <= int(shot.cell)
