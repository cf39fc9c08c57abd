"""Pages of troop types and weapons for /weapon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rules.engine.books.ruleset import Fact, Grid, Line, Page
from rules.space_marines.figures import turn
from rules.space_marines.figures.cards import Card
from rules.space_marines.figures.figure import HALF, Armament, Troop, points
from rules.space_marines.figures.troop_files import written_damage
from rules.words.phrases import exact, listed

_Arms = Sequence[tuple[str, Armament]]
"""Weapons, each with its label on the page."""
_DICE = "Roll this number or more on two dice. A 2 always misses."
_HOUSE = "The numbers are invented."


def pages(cards: Mapping[str, Card]) -> Mapping[str, Page]:
    """Return a page for each troop type, and one for each weapon with the troop types that have it, by name."""
    troop_pages = {page.title: page for card in cards.values() for page in [_troop(card)]}
    weapons: dict[str, list[tuple[Card, Armament]]] = {}
    for card in cards.values():
        for arm in card.arms:
            weapons.setdefault(arm.name, []).append((card, arm))
    return {name: _weapon(name, entries) for name, entries in weapons.items() if name not in troop_pages} | troop_pages


def target_number(arm: Armament) -> str:
    """Return the target number in the words of Appendix A: "7", "range + 3", "hits below 9", "by target"."""
    if arm.sort == "sniper":
        return "by target"
    if arm.sort == "flame":
        return f"hits below {arm.number}"
    if arm.sort == "hand":
        return str(arm.number)
    return plus("range", arm.number)


def plus(what: str, number: int) -> str:
    """Return a sum in words: "range", "range + 3", "range - 4"."""
    return f"{what} {'+' if number > 0 else '-'} {abs(number)}" if number else what


def cost(arm: Armament) -> str:
    """Return the cost of an attack in Points: "1", "1 a die", "1 a die, 3 at most"."""
    if not arm.by_die:
        return str(arm.cost)
    return f"{arm.cost} a die, {arm.most} at most" if arm.most else f"{arm.cost} a die"


def movement(troop: Troop) -> str:
    """Return the cost of a space in Points: "1", "1 1/2; no rough terrain", "1; 1/2 flying; 1 to take off"."""
    parts = [_amount(troop.step)] if troop.step else ["cannot walk" if troop.flight else "cannot move"]
    if troop.flight:
        parts.append(f"{_amount(troop.flight)} flying")
        if troop.takeoff:
            parts.append(f"{troop.takeoff} to take off")
    if troop.step and not troop.rough:
        parts.append("no rough terrain")
    return "; ".join(parts)


def _amount(halves: int) -> str:
    return exact(halves * HALF)


def _troop(card: Card) -> Page:
    troop = card.troop
    lines: list[Line] = [Fact(f"{turn.guys(troop.camp)}, {troop.kind}", points(Fraction(troop.points)))]
    lines.append(Fact("Points for a space", movement(troop)))
    if troop.command:
        lines.append(Fact("Command Points", f"{troop.command} ({'every one' if card.leads else 'leaders'})"))
    lines.append(Fact("Aim Points", _aim(card)))
    if card.usual:
        lines.append(Fact("Without a named weapon", listed(card.usual, "and")))
    if troop.armor:
        lines.append(Fact("Armor", f"{troop.armor} off each die of damage"))
    if card.provenance == "house":
        lines.append(_HOUSE)
    if not card.arms:
        return Page(troop.name, (*lines, "It has no attacks."), (), troop.source, also=card.also)
    arms = [(arm.name, arm) for arm in card.arms]
    return Page(troop.name, tuple(lines), (_grid("Attack", arms),), troop.source, _notes(arms), card.also)


def _weapon(name: str, entries: list[tuple[Card, Armament]]) -> Page:
    books = [card for card, _ in entries if card.provenance != "house"]
    source = entries[0][0].troop.source if len(entries) == 1 else books[0].troop.source.split(",")[0] if books else ""
    lines: tuple[Line, ...] = () if all(arm.sort == "flame" for _, arm in entries) else (_DICE,)
    if homebrew := [card.troop.name for card, _ in entries if card.provenance == "house"]:
        lines += (Fact(listed(homebrew, "and"), f"{_HOUSE[0].lower()}{_HOUSE[1:]}"),)
    arms = [(card.troop.name, arm) for card, arm in entries]
    return Page(name, lines, (_grid("Troop", arms),), source, _notes(arms))


def _aim(card: Card) -> str:
    if card.each:
        return f"{card.each} off the target number for each"
    return ", ".join(map(str, card.troop.aim)) + " off the target number" if card.troop.aim else "not allowed"


def _grid(heading: str, arms: _Arms) -> Grid:
    rows = [(label, target_number(arm), written_damage(arm.damage), cost(arm)) for label, arm in arms]
    return (heading, "To hit", "Damage", "Cost"), *rows


def _notes(arms: _Arms) -> tuple[Fact, ...]:
    """Return the remarks that do not fit into the grid, each once, with the labels it applies to."""
    labels_by_note: dict[str, list[str]] = {}
    for label, arm in arms:
        for note in _remarks(arm):
            labels_by_note.setdefault(note, []).append(label)
    boxes = {label: arm.boxes for label, arm in arms if arm.boxes}
    notes = [Fact(", ".join(labels), f"{note}.") for note, labels in labels_by_note.items()]
    if boxes:
        counts = (
            f"{min(boxes.values())}"
            if len(boxes) == len(arms) and len({*boxes.values()}) == 1
            else ", ".join(f"{label} {number}" for label, number in boxes.items())
        )
        notes.append(Fact("Boxes, where ammunition is counted (ruling O63)", f"{counts}."))
    return tuple(notes)


def _remarks(arm: Armament) -> Iterator[str]:
    if arm.attacks > 1:
        yield f"{arm.attacks} attacks a turn, all at the same target"
    if arm.damage.table:
        yield "the wounds for 1 to 6 on the die"
    if arm.blast:
        yield f"{written_damage(arm.blast)} besides to all in adjacent spaces"
    if arm.by_die:
        yield "the damage of each paid die"
    if arm.spread == "beside":
        yield "you can split the dice between spaces side by side, or on into spaces behind the target"
    if arm.spread == "any":
        yield "you can split the dice between any spaces"
    if arm.versus:
        against = ", ".join(f"{kind} {plus('range', number)}" for kind, number in arm.versus)
        yield f"{against}; no number against others"
    if arm.still:
        yield "not in a turn with a move, and never aimed"
