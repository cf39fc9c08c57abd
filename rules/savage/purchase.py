"""Purchase rolls for supplies of ammunition: price levels and terms ("Ammunition Cost and Weight")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from rules.engine.records.agenda import ask, put_to
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Answer, Buy, Drop
from rules.engine.records.steps import Term
from rules.engine.scene.modifiers import modifier
from rules.engine.scene.scene import Scene
from rules.savage.shooter import DICE, SORTS, STANDARD, WILD_DIE, Firearm, Supply, SupplyTerm, shooter
from rules.savage.shooting.aces import roll_with_aces
from rules.tables.cells import INT, TEXT
from rules.tables.table import Tables
from rules.words.catalogue import find, normalized
from rules.words.phrases import listed

SECTION = "Ammunition Cost and Weight"
TARGET_NUMBER = 4
MOST_PRICE = 10_000_000
PER_FIFTY, PER_ITEM = "50", "item"
TERMS: tuple[SupplyTerm, ...] = get_args(SupplyTerm)
"""The terms of a supply, longest first."""
KIND = "savage.purchase"
NOTHING = "nothing"
_CHOICES: Mapping[str, str] = {**{term: term for term in TERMS}, NOTHING: "buy nothing"}
_TERM_NAMES: Mapping[str, SupplyTerm] = {term: term for term in TERMS}
_DURATIONS: Mapping[SupplyTerm, str] = {
    "lifetime": "life",
    "one month": "one month",
    "single mission": "a single mission",
}
_ALSO = {PER_FIFTY: ("per 50", "fifty", "50 shots"), PER_ITEM: ("each", "per item", "one", "individual")}
_TABLES = {PER_FIFTY: "price_per_fifty", PER_ITEM: "price_per_item"}


@dataclass(frozen=True, slots=True)
class Purchase:
    """The supply that an order asks for.

    `per`: what the price is for; `term`: the term asked for, None for any; `terms`: the terms that fit, longest first;
    `given`: the modifiers of the roll.
    """

    sort: str
    per: str
    term: SupplyTerm | None
    terms: tuple[SupplyTerm, ...]
    given: tuple[Term, ...]


def buy(order: Buy, scene: Scene, tables: Tables) -> None:
    """Roll for a supply and take it, or ask for the term if the roll allows only others. Raises Refusal."""
    combatant = scene.combatant(order.actor)
    purchase = _read_order(order, combatant, scene.encounter)
    level_name = scene.lookup("Price", tables.of(TEXT, _TABLES[purchase.per]), order.price, section=SECTION)
    if purchase.per == PER_ITEM:
        important = "an important one; your group's own book says what else that means"
        scene.note("Purchase", important, detail=True, section=SECTION)
    rolled = _purchase_roll(order, wild=shooter(combatant).wild, scene=scene)
    affordable = [term for term in purchase.terms if _is_enough(term, str(level_name), rolled, purchase, scene, tables)]
    total = rolled + sum(term.value for term in purchase.given)
    roll = f"Purchase roll {total}"
    if purchase.term in affordable:
        _take(combatant, Supply(purchase.sort, affordable[0]), scene, f" ({roll})")
    elif affordable:
        durations = listed([_DURATIONS[term] for term in affordable])
        which = f"{combatant.reference} can have {purchase.sort} for {durations}"
        scene.plan(ask(KIND, order.actor, which, {id: _CHOICES[id] for id in (*affordable, NOTHING)}, (order,)))
        scene.notify(order.actor)
        _conclude(f"{which} ({roll}): which do they take?", scene, "hit")
    else:
        _conclude(f"{combatant.reference} finds no {purchase.sort} to buy ({roll}).", scene, "miss")


def answer(order: Answer, scene: Scene) -> None:
    """Take the supply for the term chosen after the roll, or buy nothing. Raises NotNow without an open question."""
    combatant = scene.combatant(order.actor)
    question = put_to(order.actor, scene.encounter.agenda, KIND)
    bought = next((o for o in question.rest if isinstance(o, Buy)), None) if question else None
    if question is None or bought is None:
        raise NotNow(f"{combatant.reference} has no question to answer.")
    scene.drop(question)
    sort = _sort(bought.what, combatant)
    term = _TERM_NAMES.get(question.chosen(order.choice))
    if term is None:
        _conclude(f"{combatant.reference} buys no {sort}.", scene)
    else:
        _take(combatant, Supply(sort, term), scene)


def drop(order: Drop, scene: Scene) -> None:
    """Give up a supply. Raises UnknownName, or NotNow if there is none."""
    combatant = scene.combatant(order.actor)
    state = shooter(combatant)
    if not state.supplies:
        raise NotNow(f"{combatant.reference} has no supply. Use /ammo buy to roll for one.")
    supply = find(order.what, {supply.sort: supply for supply in state.supplies}, "supply")
    scene.change(combatant.id, replace(state, supplies=tuple(s for s in state.supplies if s != supply)))
    _conclude(f"{combatant.reference} gives up {supply.words}.", scene)


def supplied(encounter: Encounter) -> tuple[str, ...]:
    """Return the sorts of which any combatant has a supply."""
    sorts = [supply.sort for combatant in encounter.combatants for supply in shooter(combatant).supplies]
    return tuple(dict.fromkeys(sorts))


def _read_order(order: Buy, combatant: Combatant, encounter: Encounter) -> Purchase:
    """Return the supply that an order asks for. Raises Refusal if it cannot be bought, or not in that way."""
    name, sort = combatant.reference, _sort(order.what, combatant)
    per = find(order.per, (PER_FIFTY, PER_ITEM), "way of pricing", also=_ALSO)
    term = find(order.term, _TERM_NAMES, "term") if order.term else None
    given = modifier(order.mod)
    if not 1 <= order.price <= MOST_PRICE:
        raise Refusal(f"Price is 1 to {MOST_PRICE:,}, not {order.price:,}.")
    if order.die not in DICE:
        raise Refusal(f"The trait die of a Purchase roll is a {listed([f'd{sides}' for sides in DICE])}.")
    if sort == STANDARD and per == PER_FIFTY:
        raise NoRule(
            "Standard ammunition priced per 50 shots comes with its gun for life, so there is nothing to"
            f" buy ({SECTION})."
        )
    if put_to(combatant.id, encounter.agenda, KIND):
        raise NotNow(f"{name} has not chosen how long the last supply lasts. Use /answer first.")
    current = next(
        (supply for supply in shooter(combatant).supplies if normalized(supply.sort) == normalized(sort)), None
    )
    longest = TERMS[: TERMS.index(current.term)] if current else TERMS
    terms = tuple(t for t in longest if term is None or TERMS.index(t) >= TERMS.index(term))
    if current and not terms:
        raise NotNow(f"{name} already has {current.words}. Use /ammo drop to give it up.")
    return Purchase(sort, per, term, terms, given)


def _sort(what: str, combatant: Combatant) -> str:
    """Return the name of a sort of ammunition: a usual sort, a plain weapon that is carried, or the text as typed."""
    own = [c.weapon for c in combatant.carried if isinstance(c.weapon, Firearm) and c.weapon.plain]
    also = {weapon.name: weapon.also for weapon in own}
    try:
        return find(what, (*SORTS, *also), also=also)
    except UnknownName:
        return what


def _purchase_roll(order: Buy, *, wild: bool, scene: Scene) -> int:
    """Return the better of the trait die and a Wild Card's Wild Die, aces included."""
    best = roll_with_aces("Purchase", f"the trait die, d{order.die}", order.die, scene, section=SECTION).total
    if wild:
        wild_die = roll_with_aces("Purchase", f"the Wild Die, d{WILD_DIE}", WILD_DIE, scene, section=SECTION)
        best = max(best, wild_die.total)
    return best


def _is_enough(
    term: SupplyTerm, level_name: str, rolled: int, purchase: Purchase, scene: Scene, tables: Tables
) -> bool:
    """Return whether the roll is enough for this term. A shorter term lowers the price level, but not below Cheap."""
    levels, label = tables.axes["level"].labels, term.capitalize()
    lowered = scene.lookup(label, tables.of(INT, "price_terms"), term, detail=True, section=SECTION) or 0
    level = levels[max(0, levels.index(level_name) + lowered)]
    value = scene.lookup(label, tables.of(INT, "price_modifiers"), level, detail=True, section=SECTION) or 0
    if level == levels[0] and purchase.per == PER_ITEM:
        reading = "by cost no item is Cheap, but it can be for a shorter term (our reading)"
        scene.note(label, reading, detail=True, section=SECTION)
    total = scene.sum(label, Term("roll", rolled), *purchase.given, Term(level, value, SECTION), section=SECTION)
    enough = total >= TARGET_NUMBER
    compared = f"{total} against {TARGET_NUMBER}: {'enough' if enough else 'not enough'}"
    scene.note(label, compared, detail=True, section=SECTION)
    return enough


def _take(combatant: Combatant, supply: Supply, scene: Scene, why: str = "") -> None:
    state = shooter(scene.combatant(combatant.id))
    others = tuple(s for s in state.supplies if normalized(s.sort) != normalized(supply.sort))
    scene.change(combatant.id, replace(state, supplies=(*others, supply)))
    scene.note("Supply", "unlimited; use /ammo drop when it is over", detail=True, section=SECTION)
    _conclude(f"{combatant.reference} buys {supply.words}{why}.", scene, "hit")


def _conclude(text: str, scene: Scene, verdict: str = "done") -> None:
    """Conclude a purchase for the fighter's own side alone: other sides do not know of the fighter's ammunition."""
    scene.conclude((scene.clause(text, own=True),), verdict)
