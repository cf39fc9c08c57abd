"""Purchase rolls for ammunition ("Ammunition Cost and Weight"): price levels, the terms of a supply, who has which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import get_args

from rules.engine.agenda import Question
from rules.engine.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.model import Combatant, Encounter
from rules.engine.modifiers import modifier
from rules.engine.orders import Answer, Buy, Drop
from rules.engine.scene import Scene
from rules.engine.steps import Term
from rules.savage.aces import aced
from rules.savage.shooter import DICE, SORTS, STANDARD, WILD_DIE, Firearm, Lasting, Supply, shooter
from rules.tables.cells import INT, TEXT
from rules.tables.table import Tables
from rules.words.catalogue import find, plain
from rules.words.phrases import listed

SECTION = "Ammunition Cost and Weight"
TARGET_NUMBER = 4
MOST_PRICE = 10_000_000
PER_FIFTY, PER_ITEM = "50", "item"
TERMS: tuple[Lasting, ...] = get_args(Lasting)
"""For how long there can be a supply, the longest first."""
NOTHING = "buy nothing"
_TERM: Mapping[str, Lasting] = {term: term for term in TERMS}
_LASTING: Mapping[Lasting, str] = {"lifetime": "life", "one month": "one month", "single mission": "a single mission"}
_ALSO = {PER_FIFTY: ("per 50", "fifty", "50 shots"), PER_ITEM: ("each", "per item", "one", "individual")}
_TABLES = {PER_FIFTY: "price_per_fifty", PER_ITEM: "price_per_item"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """An order to buy as it was understood: a sort, what its price is for, the `term` asked for (None: any), the
    `terms` that will do, the longest first, and what is added to the roll."""

    sort: str
    per: str
    term: Lasting | None
    terms: tuple[Lasting, ...]
    given: tuple[Term, ...]


def buy(order: Buy, scene: Scene, tables: Tables) -> None:
    """Roll for a supply and take it, or ask which, if another than the one asked for can be had. Raises Refusal."""
    combatant = scene.combatant(order.actor)
    wanted = _read(order, combatant, scene.encounter)
    found = scene.lookup("Price", tables.of(TEXT, _TABLES[wanted.per]), order.price)
    if wanted.per == PER_ITEM:
        scene.note("Purchase", "an important one; what that means besides is your group's own book", detail=True)
    rolled = _rolled(order, wild=shooter(combatant).wild, scene=scene)
    had = [term for term in wanted.terms if _had(term, str(found), rolled, wanted, scene, tables)]
    total = rolled + sum(term.value for term in wanted.given)
    roll = f"Purchase roll {total}"
    if wanted.term in had:
        _take(combatant, Supply(wanted.sort, had[0]), scene, f" ({roll})")
    elif had:
        which = f"{combatant.name} can have {wanted.sort} for {listed([_LASTING[term] for term in had])}"
        scene.plan(Question(order.actor, which, (*had, NOTHING), (order,)))
        scene.notify(order.actor)
        scene.conclude(f"{which} ({roll}): which is it to be?", "hit")
    else:
        scene.conclude(f"{combatant.name} finds no {wanted.sort} to buy ({roll}).", "miss")


def answer(order: Answer, scene: Scene) -> None:
    """The term that somebody chooses after his roll, or that he buys nothing. Raises NotNow if he is not asked."""
    combatant = scene.combatant(order.actor)
    question = _question(order.actor, scene.encounter)
    bought = next((o for o in question.rest if isinstance(o, Buy)), None) if question else None
    if bought is None:
        raise NotNow(f"{combatant.name} is asked nothing just now.")
    scene.drop(question)
    sort = _sort(bought.what, combatant)
    if order.choice == NOTHING:
        scene.conclude(f"{combatant.name} buys no {sort}.")
    else:
        _take(combatant, Supply(sort, find(order.choice, _TERM)), scene)


def drop(order: Drop, scene: Scene) -> None:
    """Give a supply up. Raises UnknownName, NotNow where there is none."""
    combatant = scene.combatant(order.actor)
    state = shooter(combatant)
    if not state.supplies:
        raise NotNow(f"{combatant.name} has no supply of anything; /ammo buy rolls for one.")
    supply = find(order.what, {supply.sort: supply for supply in state.supplies}, "supply here")
    scene.change(combatant.id, replace(state, supplies=tuple(s for s in state.supplies if s != supply)))
    scene.conclude(f"{combatant.name} gives up {supply.told}.")


def supplied(encounter: Encounter) -> tuple[str, ...]:
    """The sorts of which anybody has a supply."""
    sorts = [supply.sort for combatant in encounter.combatants for supply in shooter(combatant).supplies]
    return tuple(dict.fromkeys(sorts))


def _read(order: Buy, combatant: Combatant, encounter: Encounter) -> Wanted:
    """Raises Refusal for what cannot be bought, or not so."""
    name, sort = combatant.name, _sort(order.what, combatant)
    per = find(order.per, (PER_FIFTY, PER_ITEM), "way of pricing", also=_ALSO)
    term = find(order.term, _TERM, "term") if order.term else None
    given = modifier(order.mod)
    if not 1 <= order.price <= MOST_PRICE:
        raise Refusal(f"A price goes from 1 to {MOST_PRICE:,}, not {order.price:,}.")
    if order.die not in DICE:
        raise Refusal(f"The trait die of a Purchase roll is a {listed([f'd{sides}' for sides in DICE])}.")
    if sort == STANDARD and per == PER_FIFTY:
        raise NoRule(
            "Standard ammunition priced per 50 shots comes with its gun, for life: there is nothing to buy"
            f" ({SECTION})."
        )
    if _question(combatant.id, encounter):
        raise NotNow(f"{name} has not said yet for how long the last supply is to be: /answer comes first.")
    has = next((supply for supply in shooter(combatant).supplies if plain(supply.sort) == plain(sort)), None)
    longest = TERMS[: TERMS.index(has.term)] if has else TERMS
    terms = tuple(t for t in longest if term is None or TERMS.index(t) >= TERMS.index(term))
    if has and not terms:
        raise NotNow(f"{name} has {has.told} already; /ammo drop gives it up.")
    return Wanted(sort, per, term, terms, given)


def _sort(what: str, combatant: Combatant) -> str:
    """A sort of ammunition as it is kept: by its usual name, that of a weapon that is its own ammunition, or as it was
    typed."""
    own = [c.weapon for c in combatant.carried if isinstance(c.weapon, Firearm) and c.weapon.plain]
    also = {weapon.name: weapon.also for weapon in own}
    try:
        return find(what, (*SORTS, *also), also=also)
    except UnknownName:
        return what


def _rolled(order: Buy, *, wild: bool, scene: Scene) -> int:
    """The better of the trait die and a Wild Card's Wild Die, aces included."""
    best = aced("Purchase", f"the trait die, d{order.die}", order.die, scene).total
    if wild:
        best = max(best, aced("Purchase", f"the Wild Die, d{WILD_DIE}", WILD_DIE, scene).total)
    return best


def _had(term: Lasting, found: str, rolled: int, wanted: Wanted, scene: Scene, tables: Tables) -> bool:
    """Whether the roll is enough for this term, whose price level is lower the shorter it is, but never below Cheap."""
    levels, label = tables.axes["level"].labels, term.capitalize()
    lowered = scene.lookup(label, tables.of(INT, "price_terms"), term, detail=True) or 0
    level = levels[max(0, levels.index(found) + lowered)]
    value = scene.lookup(label, tables.of(INT, "price_modifiers"), level, detail=True) or 0
    if level == levels[0] and wanted.per == PER_ITEM:
        scene.note(label, "no item is Cheap by its cost, but it can be for a shorter term (a reading)", detail=True)
    total = scene.sum(label, Term("roll", rolled), *wanted.given, Term(level, value, SECTION))
    enough = total >= TARGET_NUMBER
    scene.note(label, f"{total} against {TARGET_NUMBER}: {'enough' if enough else 'not enough'}", detail=True)
    return enough


def _take(combatant: Combatant, supply: Supply, scene: Scene, why: str = "") -> None:
    state = shooter(scene.combatant(combatant.id))
    others = tuple(s for s in state.supplies if plain(s.sort) != plain(supply.sort))
    scene.change(combatant.id, replace(state, supplies=(*others, supply)))
    scene.note("Supply", "unlimited; /ammo drop gives it up when it is over", detail=True)
    scene.conclude(f"{combatant.name} buys {supply.told}{why}.", "hit")


def _question(to: str, encounter: Encounter) -> Question | None:
    return next((m for m in encounter.agenda if isinstance(m, Question) and m.to == to), None)
