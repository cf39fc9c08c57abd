"""The chances of an attack beside those with other weapons or over other ranges, as curves by aim.

Nothing is stored: a weapon that the shooter does not carry is lent to them for the question only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace

from bot.game.entries.names import named, refusals_named
from bot.game.requests import OrderContext
from rules.engine.books.ruleset import Curve
from rules.engine.records.errors import Ambiguous, BadSheet, NoRule, RangeWanted, Refusal, UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Carried, Combatant, Encounter
from rules.engine.records.orders import Attack, Burst
from rules.words.catalogue import find
from rules.words.phrases import counted, several

MOST = 2
"""Weapons or ranges beside the one asked about: more lines cannot be told apart on a phone."""
_RANGE = re.compile(r"(-?\d{1,30})(?: ?[^\W\d]+)?")
_BURST = re.compile(r"(.*?)\s*\bburst", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The curves by name, the one asked about first."""

    title: str
    curves: tuple[tuple[str, Curve], ...]


def compared(context: OrderContext, order: Attack, words: str) -> Comparison:
    """Return the attack beside the same with other weapons ("Uzi, M870 burst") or over other ranges ("20, 40").

    Raises Refusal for words that cannot be read, and what the ruleset's `curve` raises.
    """
    if order.aim is not None:
        raise Refusal("A comparison shows every aim. Leave out aim:.")
    named = [part for part in (" ".join(part.split()) for part in words.split(",")) if part]
    if not 1 <= len(named) <= MOST:
        raise Refusal(f"Give compare: one or two more weapons or ranges, with commas, not {len(named)}.")
    space = context.ruleset.space(context.encounter)
    ranges = [_range(part, space) for part in named]
    if None in ranges and any(given is not None for given in ranges):
        raise Refusal("Give compare: weapons or ranges, not both.")
    by_range = None not in ranges
    orders = [order, *(_varied(order, part, given) for part, given in zip(named, ranges, strict=True))]
    curves = [_curve(context, each) for each in orders]
    names = [counted(curve.range, space) if by_range else _armed(curve) for curve in curves]
    _check_different(names)
    first, who = curves[0], context.encounter.combatant(order.actor).name
    what = f", {_armed(first)}" if by_range else ""
    whom = f" at {first.at}" if first.at else ""
    far = "" if by_range else f", {counted(first.range, space)}"
    return Comparison(f"{who}{what}{whom}{far}", tuple(zip(names, curves, strict=True)))


def _range(words: str, space: str) -> int | None:
    """Return the range that "20" or "20 hexes" means; None for a weapon's name."""
    match = _RANGE.fullmatch(words)
    if match is None or words[match.end(1) :].strip().casefold() not in ("", space, several(space)):
        return None
    return int(match[1])


def _varied(order: Attack, words: str, range: int | None) -> Attack:
    """Return the attack over that range, or with the named weapon, as a burst if the words say so."""
    if range is not None:
        return replace(order, range=range)
    if match := _BURST.fullmatch(words):
        given = {option.name: getattr(order, option.name) for option in fields(order)}
        return Burst(**given | ({"weapon": match[1]} if match[1] else {}))
    return replace(order, weapon=words)


def _curve(context: OrderContext, order: Attack) -> Curve:
    """Return its chances; a weapon that the shooter does not carry is taken from the book or the server's homebrew."""
    book = context.ruleset
    book.check_verb(type(order))
    with refusals_named(context.encounter):
        try:
            curve = book.curve(order, context.encounter)
        except RangeWanted:
            space = several(book.space(context.encounter))
            raise RangeWanted(
                f"A comparison needs a range. Give range: in {space}, or put both fighters on the map."
            ) from None
        except Ambiguous:
            raise
        except UnknownName as unknown:
            curve = book.curve(*_lent(context, order, unknown))
    if not curve.points:
        raise NoRule(f"The {curve.weapon} has no chances by aim to compare.")
    return named(curve, context.encounter)


def _lent(context: OrderContext, order: Attack, unknown: UnknownName) -> tuple[Attack, Encounter]:
    """Return the order with the named weapon added to the shooter's.

    Raises UnknownName if the book hands out no such weapon.
    """
    book, shooter = context.ruleset, context.encounter.combatant(order.actor)
    if not hands_out(context, shooter):
        raise unknown
    pages = book.pages(context.homebrew)
    name = find(order.weapon, list(pages), "weapon", also={title: page.also for title, page in pages.items()})
    carried = _handed_out(context, name)
    if carried is None:
        raise UnknownName(f"The {name} has no figures to compare. See the others with /weapon show.")
    armed = replace(shooter, carried=(*shooter.carried, carried))
    return replace(order, weapon=name), context.encounter.with_combatant(armed)


def hands_out(context: OrderContext, shooter: Combatant) -> bool:
    """Return whether this book hands out weapons by name; in other books they belong to cards and troops."""
    return any(_handed_out(context, one.weapon.name) for one in shooter.carried)


def _handed_out(context: OrderContext, name: str) -> Carried | None:
    """Return the weapon of a sheet line that is just its name."""
    try:
        carried = context.ruleset.profile(name, context.homebrew).carried
    except BadSheet:
        return None
    return carried[0] if len(carried) == 1 and carried[0].weapon.name == name else None


def _armed(curve: Curve) -> str:
    return f"{curve.weapon} {curve.way}".strip()


def _check_different(names: Sequence[str]) -> None:
    for at, name in enumerate(names):
        if name in names[:at]:
            raise Refusal(f"{name} cannot be compared with itself. Choose a different one.")
