"""Sheet lines of the Space Marines rules: the figure and its weapons."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.ammunition.ammunition import BOXES, GRENADES
from rules.engine.records.copies import replace
from rules.engine.records.errors import BadSheet
from rules.engine.records.model import Ammunition, Carried, Profile
from rules.engine.sharing import adjustment
from rules.space_marines.figures.cards import Card
from rules.space_marines.figures.figure import BAD, GOOD, Armament, Camp, Figure
from rules.space_marines.figures.troop_files import MOST_POINTS
from rules.words.catalogue import normalized
from rules.words.phrases import counted, listed
from rules.words.sheet import Details, Grammar, Item, Number, Phrase, Reading, Term, items, number, read, words_of

EXAMPLE = "Marine leader, rifle, grenade"
_LOAD = [term for term in adjustment.TERMS if isinstance(term, Number | Phrase) and term.key in ("loaded", "spares")]


def profile(line: str, cards: Mapping[str, Card]) -> Profile:
    """Return the profile of a sheet line, `cards` by name. Raises BadSheet, one sentence with every problem."""
    reading = _read(line, cards)
    name = reading.get("troop")
    if name is None:
        raise BadSheet(f"A sheet line names a troop type. Known: {', '.join(cards)}.")
    card = cards[str(name)]
    troop = card.of_points(number(reading, "points", card.troop.points))
    leader = card.leads or "leader" in reading
    if leader and not troop.command:
        raise BadSheet(f"{_a(troop.name)} has no Command Points. Leave “leader” out.")
    wounds = number(reading, "wounds")
    if wounds >= troop.points:
        raise BadSheet(f"{troop.name}: {counted(wounds, 'wound')} would kill, because it has {troop.points} Points.")
    camp: Camp = BAD if reading.get("camp", troop.camp) == BAD else GOOD
    carried = _carried(reading, card)
    return Profile(troop.name, " ".join(line.split()), carried, Figure(troop, camp, leader, wounds))


def _read(line: str, cards: Mapping[str, Card]) -> Reading:
    names = {arm.name: normalized(arm.name) for card in cards.values() for arm in card.arms}
    troops = [Phrase("troop", dict.fromkeys((name, *card.also), name)) for name, card in cards.items()]
    terms = _figure_terms()
    weapons = Item(
        "weapons", "weapon", names, {"hth": normalized("Hand-to-Hand"), "hand": normalized("Hand-to-Hand")}, _LOAD
    )
    if _names_a_weapon(weapons, line):
        return read(line, [*troops, *terms, weapons])
    # Without a weapon, loaded and spares are for the usual one; the weapon names are read only to be suggested.
    return read(line, [*troops, *terms, *_LOAD, replace(weapons, terms=())])


def person_terms() -> list[Term]:
    """Return the terms of a sheet line besides troop types and weapons."""
    return [*_figure_terms(), *_LOAD]


def _figure_terms() -> list[Term]:
    return [
        Number("points", ("points",), 1, MOST_POINTS),
        Number("wounds", ("wounds", "wound"), 0, MOST_POINTS, counted=True),
        Phrase("leader", {"leader": "leader"}),
        Phrase("camp", {"good guys": GOOD, "good": GOOD, "bad guys": BAD, "bad": BAD}),
    ]


def _names_a_weapon(weapons: Item, line: str) -> bool:
    grammar = Grammar([replace(weapons, terms=())])
    words = words_of(line.replace(",", " "))
    return any(grammar.match(words[at:])[0] for at in range(len(words)))


def _carried(reading: Reading, card: Card) -> tuple[Carried, ...]:
    """Return the weapons in the line's order, or the usual ones; hand-to-hand comes last unless it is named first."""
    arms = {normalized(arm.name): arm for arm in card.arms}
    named = items(reading, "weapons")
    if surplus := [weapon for weapon, _ in named if weapon not in arms]:
        has = listed([arm.name for arm in card.arms], "and") if card.arms else "none"
        raise BadSheet(f"{_a(card.troop.name)} has no {surplus[0]}. Its attacks are: {has}.")
    if len({weapon for weapon, _ in named}) < len(named):
        raise BadSheet("A figure carries one weapon of each name. Name each weapon once.")
    if not named:
        named = _usual(reading, card)
    carried = [Carried(arms[weapon], _ammunition(arms[weapon], details)) for weapon, details in named]
    unnamed = [Carried(arm) for weapon, arm in arms.items() if arm.sort == "hand" and weapon not in dict(named)]
    first, later = carried[:1], carried[1:] + unnamed
    # A stable sort: hand-to-hand comes after the other weapons.
    return (*first, *sorted(later, key=lambda one: isinstance(one.weapon, Armament) and one.weapon.sort == "hand"))


def _usual(reading: Reading, card: Card) -> tuple[tuple[str, Details], ...]:
    """Return the usual weapons as if the line had named them; loaded and spares apply to the first."""
    details = {key: value for key, value in reading.items() if key in ("loaded", "spares")}
    first = {key: value for key, value in details.items() if isinstance(value, int | str)}
    if first and not card.usual:
        raise BadSheet(f"{_a(card.troop.name)} carries nothing to load. Leave loaded and spares out.")
    return tuple((normalized(weapon), first if at == 0 else {}) for at, weapon in enumerate(card.usual))


def _ammunition(arm: Armament, details: Details) -> Ammunition | None:
    if not arm.counted:
        if details:
            raise BadSheet(f"{arm.name}: it has no counted ammunition. Leave loaded and spares out.")
        return None
    full = Ammunition(GRENADES, arm.boxes, arm.boxes) if arm.thrown else Ammunition(BOXES, arm.boxes, arm.boxes, None)
    loaded = number(details, "loaded", full.loaded)
    if loaded > full.capacity:
        raise BadSheet(f"{arm.name}: at most {full.capacity} {full.measure}, not {loaded}.")
    if arm.thrown and "spares" in details:
        raise BadSheet(f"{arm.name}: a thrown weapon has no spares. loaded gives the number.")
    return replace(full, loaded=loaded, spares=adjustment.spares_in(details, full))


def _a(name: str) -> str:
    return f"{'An' if name[0] in 'AEIOU' else 'A'} {name}"
