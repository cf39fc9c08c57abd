"""Troop types and weapons as pages to read: what /weapon shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.ruleset import Page
from rules.space_marines.cards import Card
from rules.space_marines.figure import HALF, Armament, Troop, points
from rules.space_marines.written import written_damage
from rules.words import counted, listed

_HEADING = ("To hit", "Damage", "Cost")


def pages(cards: Mapping[str, Card]) -> Mapping[str, Page]:
    """A page for each troop type, and one for each weapon with the troop types that have it."""
    found = {page.title: page for card in cards.values() for page in [_troop(card)]}
    weapons: dict[str, list[tuple[Card, Armament]]] = {}
    for card in cards.values():
        for arm in card.arms:
            weapons.setdefault(arm.name, []).append((card, arm))
    return {name: _weapon(name, held) for name, held in weapons.items() if name not in found} | found


def target_number(arm: Armament) -> str:
    """How it hits, in the appendix's words: "7", "range + 3", "hits below 9", "by target"."""
    if arm.sort == "sniper":
        return "by target"
    if arm.sort == "flame":
        return f"hits below {arm.number}"
    if arm.sort == "hand":
        return str(arm.number)
    return plus("range", arm.number)


def plus(what: str, number: int) -> str:
    """ "range", "range + 3", "range - 4"."""
    return f"{what} {'+' if number > 0 else '-'} {abs(number)}" if number else what


def cost(arm: Armament) -> str:
    """What an attack costs in Points: "1", "1 a die", "1 a die, 3 at most"."""
    if not arm.by_die:
        return str(arm.cost)
    return f"{arm.cost} a die, {arm.most} at most" if arm.most else f"{arm.cost} a die"


def movement(troop: Troop) -> str:
    """What a space costs: "1", "1 1/2; no rough terrain", "1; 1/2 flying; 1 to take off"."""
    said = [_amount(troop.step)] if troop.step else ["cannot walk" if troop.flight else "cannot move"]
    if troop.flight:
        said.append(f"{_amount(troop.flight)} flying")
        if troop.takeoff:
            said.append(f"{troop.takeoff} to take off")
    if troop.step and not troop.rough:
        said.append("no rough terrain")
    return "; ".join(said)


def _amount(halves: int) -> str:
    return points(halves * HALF).rsplit(" ", 1)[0]


def _troop(card: Card) -> Page:
    troop = card.troop
    camp = "Good Guys" if troop.camp == "good" else "Bad Guys"
    lines = [f"{camp}, {troop.kind}: {points(Fraction(troop.points))}", f"Points for a space: {movement(troop)}"]
    if troop.command:
        who = "every one" if card.leads else "leaders"
        lines.append(f"Command Points: {troop.command} ({who})")
    lines.append(f"Aim Points: {_aim(card)}")
    if troop.armor:
        lines.append(f"Armor: {troop.armor} off each die of damage")
    if card.provenance == "house":
        lines.append("The numbers are a house's own, no book's.")
    if not card.arms:
        return Page(troop.name, (*lines, "It has no attacks."), (), troop.source, also=card.also)
    grid = (("Attack", *_HEADING), *((arm.name, target_number(arm), _damage(arm), cost(arm)) for arm in card.arms))
    notes = tuple(note for arm in card.arms for note in _notes(arm))
    return Page(troop.name, tuple(lines), (grid,), troop.source, notes, card.also)


def _weapon(name: str, held: list[tuple[Card, Armament]]) -> Page:
    grid = (
        ("Troop", *_HEADING),
        *((card.troop.name, target_number(arm), _damage(arm), cost(arm)) for card, arm in held),
    )
    notes = tuple(dict.fromkeys(note for _, arm in held for note in _notes(arm)))
    sources = dict.fromkeys(card.troop.source for card, _ in held if card.troop.source)
    lines = (f"{name}, as {listed([card.troop.name for card, _ in held], 'and')} {'have' if held[1:] else 'has'} it",)
    return Page(name, lines, (grid,), listed(list(sources), "and") if sources else "", notes)


def _aim(card: Card) -> str:
    if card.each:
        return f"{card.each} off the target number for each"
    return ", ".join(map(str, card.troop.aim)) + " off the target number" if card.troop.aim else "not allowed"


def _damage(arm: Armament) -> str:
    said = written_damage(arm.damage)
    return f"{said}, {arm.attacks} attacks" if arm.attacks > 1 else said


def _notes(arm: Armament) -> Iterator[str]:
    """What does not go into the grid."""
    if arm.attacks > 1:
        yield f"{arm.name}: {arm.attacks} attacks a turn, all at the same target."
    if arm.damage.table:
        yield f"{arm.name}: the six numbers are the wounds for 1 to 6 on the die."
    if arm.blast:
        yield f"{arm.name}: {written_damage(arm.blast)} besides to all in adjacent spaces."
    if arm.spread:
        where = "side by side or behind the target" if arm.spread == "beside" else "wherever they are"
        yield f"{arm.name}: the dice may be split between spaces, {where}."
    if arm.versus:
        against = ", ".join(f"{plus('range', number)} against {kind}" for kind, number in arm.versus)
        yield f"{arm.name}: {against}; others cannot be shot at."
    if arm.still:
        yield f"{arm.name}: not in a turn in which one moved, and never aimed."
    if arm.boxes:
        unit = "grenade" if arm.thrown else "box"
        yield f"{arm.name}: {counted(arm.boxes, unit)} where ammunition is counted (O63)."
