"""Typed dice: who may type them, and how they are used.

An attack may only begin now: it is aimed over several impulses, waits for an answer, is declared, or has a fuse. The
dice that it does not throw now are stored with the order and kept until it throws them
(`rules.engine.scene.kept_dice`). Nobody knows yet which throws those will be: only the first die of an order that
throws none now is compared with the throw that it would begin with at once.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from bot.game.entries.invocation import Powers
from bot.game.people import rights
from bot.game.people.rights import Deed
from rules.engine.books import switch_values
from rules.engine.books.ruleset import Ruleset
from rules.engine.books.table_options import OFF, SIDES, TABLE_OPTIONS, TYPED_DICE
from rules.engine.conduct import conduct
from rules.engine.records.copies import altered
from rules.engine.records.errors import BadDice, DiceWanted, NotAllowed, Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack, CombatantOrder, Next, Several, TypedFor
from rules.engine.records.records import Order
from rules.engine.records.steps import Note
from rules.engine.scene import kept_dice
from rules.engine.scene.dice import Dice, TypedDice
from rules.engine.scene.scene import Part, Scene
from rules.engine.scene.trial import Trial
from rules.engine.sight.sight import fog, perceived_by_all, side_of, unknown_to, veiled

# A detail: a longer line on the kept dice has no room in the answer on a phone.
_MORE = Note("Dice", "/next dice: gives more when they are thrown", detail=True)


def resolved(order: Order, encounter: Encounter, book: Ruleset, dice: Dice) -> tuple[Order, tuple[Part, ...]]:
    """Carry an order out; return it, with the dice that are kept for it, and its parts.

    Raises Refusal, and DiceWanted or BadDice for what the order throws now.
    """
    parts = conduct.resolve(order, Scene(encounter, dice), book)
    if not isinstance(dice, TypedDice):
        return order, parts
    unused = dice.unused
    if isinstance(order, Attack):
        waits = replace(order, dice=(kept := TypedFor(unused, dice.by)))
        later = conduct.resolve(waits, Scene(encounter, dice.again(dice.values)), book)
        # The bot's own dice are drawn for the order as it is stored, so they cannot come before its typed ones.
        if kept_dice.holds(later[-1].encounter, kept) and not any(part.resolution.drawn for part in later):
            if unused == dice.values:
                _check_first(order, encounter, book, dice)
            kept_for = f"kept for later throws: {_listed(unused)}" if unused else "none kept for later throws"
            return waits, _noted(later, Note("Dice", kept_for), _MORE)
    if unused:
        parts = _noted(parts, Note("Dice", f"typed but not needed: {_listed(unused)}"))
    return order, parts


def check_may_type(order: Order, user: str, powers: Powers, encounter: Encounter, book: Ruleset) -> None:
    """Raise NotAllowed unless the user may type dice in for this order: of throws that others may not see, which nobody
    could check, only a GM types the dice, and nobody those of a run: what it will throw for is not known."""
    if isinstance(order, Next) and order.run:
        raise NotAllowed("A run takes no typed dice. Leave out dice: or run:.")
    allowed = switch_values.value_of(TABLE_OPTIONS[TYPED_DICE], encounter)
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


def _check_first(order: Attack, encounter: Encounter, book: Ruleset, dice: TypedDice) -> None:
    """Raise BadDice if the first die cannot be that of the order, as it would be carried out at once."""
    side = side_of(encounter.combatant(order.actor))
    with suppress(DiceWanted):
        try:
            trial = dice.again(dice.values[:1], unknown_to(encounter, book, side))
            conduct.resolve(order, Trial(altered(encounter, timed=False), trial), book)
        except BadDice:
            raise
        except Refusal:
            return


def _noted(parts: tuple[Part, ...], *notes: Note) -> tuple[Part, ...]:
    """Return the parts with notes on dice in the last one."""
    last = parts[-1]
    return (*parts[:-1], replace(last, resolution=replace(last.resolution, steps=(*last.resolution.steps, *notes))))


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))
