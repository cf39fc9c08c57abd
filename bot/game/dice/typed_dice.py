"""Typed dice: who may type them, and how they are used. Dice for a later shot are checked now and kept for it.

An attack may only begin now: it is aimed over several impulses, waits for an answer, or is declared. Its dice are
checked by carrying it out at once on a copy, where a die that is missing or impossible is noticed. They are then stored
with the order, and thrown when it is resolved (`Scene.throwing_for`).
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from bot.game.entries.invocation import Powers
from bot.game.people import rights
from bot.game.people.rights import Deed
from rules.engine.books import switching
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF, SIDES, TABLE_OPTIONS, TYPED_DICE
from rules.engine.conduct import conduct
from rules.engine.records.copies import altered
from rules.engine.records.errors import BadDice, NotAllowed, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, CombatantOrder, Next, Several, TypedFor
from rules.engine.records.records import Order
from rules.engine.records.steps import Note
from rules.engine.scene.dice import Dice, TypedDice
from rules.engine.scene.scene import Part, Scene
from rules.engine.sight.sight import fog, perceived_by_all, side_of, unknown_to, veiled


def resolved(order: Order, encounter: Encounter, book: Ruleset, dice: Dice) -> tuple[Order, tuple[Part, ...]]:
    """Carry an order out; return it, with the dice that are kept for it, and its parts.

    Raises Refusal, and DiceWanted or BadDice also for what the order throws later.
    """
    parts = conduct.resolve(order, Scene(encounter, dice), book)
    if not isinstance(dice, TypedDice):
        return order, parts
    unused, kept = dice.unused, tuple[int, ...]()
    if isinstance(order, Attack) and unused == dice.values and _waits(order, encounter, book, dice):
        side = side_of(encounter.combatant(order.actor))
        kept = _checked(order, encounter, book, dice.again(unused, unknown_to(encounter, book, side)))
        order = replace(order, dice=TypedFor(kept, dice.by)) if kept else order
        parts = conduct.resolve(order, Scene(encounter, dice.again(dice.values)), book)
    if kept:
        parts = _noted(f"kept for later throws: {_listed(kept)}", parts)
    if surplus := unused[len(kept) :]:
        parts = _noted(f"typed but not needed: {_listed(surplus)}", parts)
    return order, parts


def check_may_type(order: Order, user: str, powers: Powers, encounter: Encounter, book: Ruleset) -> None:
    """Raise NotAllowed unless the user may type dice in for this order: of throws that others may not see, which nobody
    could check, only a GM types the dice, and nobody those of a run: what it will throw for is not known."""
    if isinstance(order, Next) and order.run:
        raise NotAllowed("A run takes no typed dice. Leave out dice: or run:.")
    allowed = switching.standing(TABLE_OPTIONS[TYPED_DICE], encounter)
    if allowed == "off":
        raise NotAllowed("In this encounter nobody may type dice.")
    having = rights.roles(user, powers, encounter)
    if allowed == "gm":
        rights.check(Deed.TYPE_DICE, having)
    if not rights.may(Deed.TYPE_DICE, having) and (unseen := _unseen_throws(order, encounter, book)):
        raise NotAllowed(f"{unseen}. Leave out dice: and the bot throws; only a GM may type them.")


def _unseen_throws(order: Order, encounter: Encounter, book: Ruleset) -> str:
    """Return the reason why others may not see the throws of an order, as the beginning of a sentence, or "" if all see
    them.

    With the fog on, continuing time may throw for anybody. A reason that depended on the fighters there would reveal
    them.
    """
    if fog(encounter) == SIDES:
        return "Each side sees only what its fighters perceive"
    match order:
        case CombatantOrder(actor=id):
            fighter = encounter.combatant(id)
            return "" if perceived_by_all(encounter, book, fighter) else f"Not everybody sees {fighter.name}"
        case Several(orders):
            return next(filter(None, (_unseen_throws(one, encounter, book) for one in orders)), "")
        case Next() if fog(encounter) != OFF or veiled(encounter, book):
            return "Not everybody may see everything in that time"
        case _:
            return ""


def without_dice(order: Order) -> Order:
    """Return the order without its typed dice, as it is given again."""
    return replace(order, dice=None) if isinstance(order, Attack) else order


def _waits(order: Attack, encounter: Encounter, book: Ruleset, dice: TypedDice) -> bool:
    """Return whether the order stays on the agenda after it was given."""
    marked = replace(order, dice=TypedFor((), dice.by))
    parts = conduct.resolve(marked, Scene(encounter, dice.again(dice.values)), book)
    return _holds(parts[-1].encounter.agenda)


def _holds(value: Any) -> bool:
    """Return whether this is, or contains, an attack with typed dice that its fighter has still to carry out."""
    if isinstance(value, Attack) and value.dice is not None:
        return True
    if isinstance(value, tuple):
        return any(map(_holds, value))
    if not is_dataclass(value) or (isinstance(value, Order) and not isinstance(value, CombatantOrder)):
        return False
    return any(_holds(getattr(value, field.name)) for field in fields(value))


def _checked(order: Attack, encounter: Encounter, book: Ruleset, dice: TypedDice) -> tuple[int, ...]:
    """Return the dice that the order throws if it is carried out at once; none if it cannot be."""
    try:
        conduct.resolve(order, Scene(altered(encounter, timed=False), dice), book)
    except BadDice:
        raise
    except Refusal:
        return ()
    return dice.values[: len(dice.values) - len(dice.unused)]


def _noted(text: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts with a note on dice in the last one."""
    last = parts[-1]
    steps = (*last.resolution.steps, Note("Dice", text))
    return (*parts[:-1], replace(last, resolution=replace(last.resolution, steps=steps)))


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))
