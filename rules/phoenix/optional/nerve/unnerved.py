"""The orders that fighters without nerve can carry out, and how the loss of nerve is shown and corrected (5.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, Attack, CombatantOrder, Duck, Move
from rules.phoenix.basics.soldier import Soldier, soldier, unsteady
from rules.phoenix.basics.switches import MORALE, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.acts import action_list
from rules.phoenix.optional.arrests import custody, forced_doors
from rules.phoenix.optional.gunnery import pinning_fire
from rules.phoenix.optional.injury import heroes
from rules.phoenix.optional.nerve import courses, lost_nerve, morale, rally
from rules.phoenix.optional.records import Nerve

STEADY = "steady"
WORDS: Mapping[str, str] = MappingProxyType(
    {
        "steady": STEADY,
        "rallied": STEADY,
        "broken": "broken",
        "low prone": "low prone",
        "fleeing": "fleeing",
    }
)
"""The words of a GM's correction, and their meaning."""
_RISING = (action_list.STAND, action_list.KNEEL)
_DARING = (
    *(rally.WORDS, heroes.WORDS, forced_doors.WORDS, pinning_fire.WORDS),
    *(custody.FREEZE_WORDS, custody.DROP_WORDS, custody.LEAD_WORDS),
)


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotNow for an order that a fighter without nerve does not carry out."""
    combatant, encounter = scene.combatant(order.actor), scene.encounter
    state = soldier(combatant)
    if state.nerve is None:
        return
    name, act = combatant.reference, courses.listed(order, scene.book)
    match state.nerve.state:
        case "taking cover":
            if not isinstance(order, Duck):
                raise NotNow(
                    f"{name} is taking cover and does nothing else in this impulse. At the start of the next"
                    " impulse they try to recover."
                )
        case "fleeing":
            if isinstance(order, Move):
                lost_nerve.check_flight(order, combatant, encounter)
            elif isinstance(order, Attack) or act in courses.RISES or _dares(order):
                raise NotNow(
                    f"{name} is fleeing. Use /move to get away from the enemy or out of their sight, or /act take"
                    " cover."
                )
        case "broken":
            rises = state.nerve.low and act in _RISING
            if isinstance(order, Attack | Move) or act in courses.RISES or rises or _dares(order):
                raise NotNow(
                    f"{name} is broken and stays under cover until a comrade rallies them. They may only /reload,"
                    " /heal, /duck or do what does not expose them."
                )


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the fighter's nerve for the board, or nothing for a fighter in custody."""
    if on(encounter, MORALE) and not soldier(combatant).custody and (nerve := _nerve_words(soldier(combatant))):
        yield 1, nerve


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the Critical Distance, the Rally Time and the fighter's nerve, for the Status Sheet."""
    if not on(encounter, MORALE):
        return
    state = soldier(combatant)
    figures = [f"{name} {figure}{' actions' * (name == morale.RALLY)}" for name, figure in morale.figures(state, book)]
    if words := ", ".join([*figures, *filter(None, [_nerve_words(state)])]):
        yield "Morale", words


def corrected(word: str, combatant: Combatant) -> Soldier:
    """Return the Soldier with this nerve. Their tasks end."""
    state = soldier(combatant)
    if word == STEADY:
        return altered(state, nerve=None, low=False)
    state = altered(unsteady(state), aim=None, progress=None, course=None)
    if word == "fleeing":
        return altered(state, nerve=Nerve("fleeing", fled=combatant.place))
    low = word == "low prone" or state.exposure != "hidden"
    return altered(state, nerve=Nerve("broken", low), position="prone" if low else state.position, low=low)


def _nerve_words(state: Soldier) -> str:
    nerve = state.nerve
    if nerve is None:
        return ""
    if nerve.state == "broken":
        return "broken, low prone" if nerve.low else "broken, under cover"
    return "takes cover" if nerve.state == "taking cover" else "flees"


def _dares(order: CombatantOrder) -> bool:
    """Return whether the order is one of the special acts that need nerve."""
    if not isinstance(order, Act):
        return False
    text = " ".join(order.what.split()).rstrip(".").casefold()
    return any(words.fullmatch(text) for words in _DARING)
