"""The choices for a shot: targets in view, weapons with their rounds, Aim Times with the odds."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.books.ruleset import Choices
from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Target, Throw
from rules.grid.hexes import distance
from rules.phoenix.basics.action_points import are_counted
from rules.phoenix.basics.arms import ExplosiveWeapon, Grenade
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.blasts import explosives
from rules.phoenix.book import Book
from rules.phoenix.ground import view
from rules.phoenix.harm.incapacity import label
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.odds.odds import COLUMNS, hit_odds
from rules.phoenix.shooting.odds.odds_grid import BY_HEIGHT
from rules.words.phrases import counted

CHECKS = Hook[Callable[[Combatant, Combatant, Encounter, Book], None]]()
"""Each raises Refusal for a target that this shooter does not know about."""
_Seen = tuple[Combatant, int | None, str]


def choices(order: Attack, encounter: Encounter, book: Book) -> Choices:
    """Return the targets, weapons and Aim Times that an attacker can choose, likeliest first: in view, able, of another
    side, near.

    Raises UnknownName for a weapon that the attacker does not carry.
    """
    seen = _prospects(order, encounter, book)
    weapons = _weapons(order, encounter.combatant(order.actor))
    return Choices(_labeled(seen, encounter), weapons, _aims(order, seen, encounter, book))


def targets(order: Attack, encounter: Encounter, book: Book) -> tuple[tuple[str, str], ...]:
    """Return the targets of `choices`. Raises UnknownName as it does."""
    return _labeled(_prospects(order, encounter, book), encounter)


def _labeled(seen: list[_Seen], encounter: Encounter) -> tuple[tuple[str, str], ...]:
    return tuple([(one[0].id, _label(*one, encounter)) for one in seen])


def _prospects(order: Attack, encounter: Encounter, book: Book) -> list[_Seen]:
    shooter = encounter.combatant(order.actor)
    return sorted(
        (_seen(shooter, c, encounter, book) for c in encounter.combatants if _targetable(c, order, shooter, encounter)),
        key=lambda one: (
            bool(one[2]),
            soldier(one[0]).out(encounter.clock),
            bool(shooter.side) and one[0].side == shooter.side,
            one[1] is None,
            one[1] or 0,
        ),
    )


def _targetable(other: Combatant, order: Attack, shooter: Combatant, encounter: Encounter) -> bool:
    state = soldier(other)
    in_play = other.present and other.id != order.actor and state.spotted
    if not (in_play and view.shown(other, shooter.place, encounter)):
        return False
    if state.vehicle is None or isinstance(order, Throw):
        return True
    return isinstance(kit.held(shooter, order.weapon).weapon, ExplosiveWeapon)  # nothing else damages riders (O79)


def _seen(shooter: Combatant, target: Combatant, encounter: Encounter, book: Book) -> _Seen:
    """Return the target, its range if known, and why it cannot be aimed at ("" if it can)."""
    hindered = "not in view"
    try:
        view.check_target(shooter, target, encounter)
        hindered = "not spotted"
        for check in CHECKS.all:
            check(shooter, target, encounter, book)
        hindered = ""
    except Refusal:
        pass
    spot = view.as_sighted(shooter, target, encounter)
    if shooter.place and spot.place:
        return target, distance(shooter.place, spot.place), hindered
    return target, encounter.apart(shooter.id, target.id), hindered


def _label(target: Combatant, apart: int | None, hindered: str, encounter: Encounter) -> str:
    details = [counted(apart, "hex")] if apart is not None else []
    details += [hindered] if hindered else []
    details += [how] if (how := label(soldier(target), encounter.clock)) else []
    return f"{target.name} ({', '.join(details)})" if details else target.name


def _weapons(order: Attack, shooter: Combatant) -> tuple[tuple[str, str], ...]:
    """Return the carried weapons that this verb uses: those that are thrown, or those that are fired."""
    first = sorted(range(len(shooter.carried)), key=lambda slot: slot != shooter.in_hand)
    broken = soldier(shooter).broken
    lying = [one.slot for one in soldier(shooter).dropped]
    labels: dict[str, str] = {}
    for slot in first:
        weapon = shooter.carried[slot].weapon
        if isinstance(weapon, Grenade) != isinstance(order, Throw):
            continue
        arm = kit.held(shooter, weapon.name)
        words = "out of action" if slot in broken else "on the ground" if slot in lying else ""
        words = words or kit.left_words(arm.ammunition, arm.weapon)
        labels.setdefault(weapon.name, f"{weapon.name}: {words}" if words else weapon.name)
    return tuple(labels.items())


def _aims(order: Attack, seen: list[_Seen], encounter: Encounter, book: Book) -> tuple[tuple[int, str], ...]:
    """Return the actions of aim that make a difference, each with the chance to hit the target, or the likeliest
    target.
    """
    targets = order.targets or tuple(Target(one[0].id) for one in seen[:1] if not one[2])
    try:
        return aims(replace(order, targets=targets, aim=None), encounter, book)
    except Refusal:
        return ()


def aims(order: Attack, encounter: Encounter, book: Book) -> tuple[tuple[int, str], ...]:
    """Return the actions of aim that make a difference for an attack that names none, each with its chance.

    Raises Refusal.
    """
    table = hit_odds(order, encounter, book)
    words: dict[tuple[str, ...], str] = {COLUMNS[:2]: "hits", BY_HEIGHT: "right height"}
    tells = words.get(table.columns[:2])
    before = _before_aim(order, encounter, book)

    def label(aim: int, chance: str) -> str:
        whole = f", {aim + before} in all" if before else ""
        return counted(aim, "action") + (f": {tells} {chance} in 100" if tells else "") + whole

    return tuple((int(row[0]), label(int(row[0]), row[1])) for row in table.rows if row[0].isdecimal())


def _before_aim(order: Attack, encounter: Encounter, book: Book) -> int:
    """Return the actions that a throw takes before its aim; 0 for other attacks."""
    thrower = encounter.combatant(order.actor)
    if not isinstance(order, Throw) or not are_counted(soldier(thrower), encounter):
        return 0
    arm, grenade = explosives.chosen_grenade(thrower, order.weapon)
    return sum(stage.cost for stage in explosives.before_aim(thrower, arm, grenade, book))
