"""Acts that are on no list of actions but have a rule of their own, such as riding and those of the Optional Rules.

They are tried before the Action Time Table. With its switch off such an act is refused by name, unless a cost is given:
then it is any other act.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rules.engine.errors import Ambiguous, NoRule, Refusal, UnknownName, quoted
from rules.engine.frozen import dataclass
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Act, CombatantOrder
from rules.phoenix.action_points import Waiting
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import acting
from rules.phoenix.hooks import Hook
from rules.phoenix.sides import enemies, friends
from rules.phoenix.soldier import Soldier, soldier
from rules.phoenix.switches import turned_on
from rules.words.phrases import listed

Rule = Callable[[Act, re.Match[str], Scene], Waiting | None]


@dataclass(frozen=True, slots=True)
class Special:
    """An act with a rule of its own: as it is suggested, its cost in words, the switch that it needs ("" for none), by
    which words it is known (the whole text, in lower case), the rule, and whom it is suggested to.

    Of {enemy} and {comrade} in the name everybody is suggested whose name can stand there.
    """

    name: str
    cost: str
    switch: str
    words: re.Pattern[str]
    rule: Rule
    fits: Callable[[Soldier], bool] | None = None
    """Of a state which it ends: whether he is in it. Then it counts whatever has become of the switch."""
    idle: bool = False
    """Whether whatever he is at goes on meanwhile."""
    free: bool = False
    """Whether it takes no actions, so that a cost given for it would count for nothing."""


SPECIAL = Hook[Special]()
"""In the order in which they are tried."""


def act(order: Act, scene: Scene) -> Waiting | None:
    """Carry out an act: one with a rule of its own, or one of the list. Raises Refusal."""
    said = _said(order)
    found = [*_meant(said)]
    for special, match in found:
        if _counts(special, scene.encounter, order.actor):
            acting.check_cost(order)
            acting.check_text(said)
            if special.free and order.cost:
                raise Refusal(f"{quoted(order.what)} takes no actions. Leave cost: out.")
            return special.rule(order, match, scene)
    if found and order.cost is None:
        switches = listed([f"“{name}”" for name in dict.fromkeys(special.switch for special, _ in found)])
        raise NoRule(
            f"{quoted(order.what)} counts only with the switch {switches} on. Set it with /encounter"
            " options, or give cost: in actions."
        )
    try:
        return acting.act(order, scene)
    except Ambiguous:
        raise
    except UnknownName:
        if begun := _begun(said, order.actor, scene.encounter):
            raise UnknownName(
                f"I don't understand {quoted(order.what)}. Use {listed(begun)}, or give cost: in actions."
            ) from None
        raise


def idle(order: CombatantOrder, encounter: Encounter) -> bool:
    """Return whether the order is an act that takes nothing, and interrupts nothing that he is at."""
    if not isinstance(order, Act):
        return False
    found = (special.idle for special, _ in _meant(_said(order)) if _counts(special, encounter, order.actor))
    return next(found, False)


def acts(encounter: Encounter, actor: str, book: Book) -> tuple[tuple[str, str], ...]:
    """Return all acts that count in this encounter, each as it is shown with what it costs; `actor` may be nobody ("").

    Arrests are no matter of most encounters, and a line for each enemy: they come behind the list.
    """
    by = next((c for c in encounter.combatants if c.id == actor), None)
    found = [one for one in SPECIAL if _counts(one, encounter, actor) and (one.fits is None or one.fits(_state(by)))]
    lines = [(name, one) for one in found for name in _named(one.name, by, encounter)]
    first = [(name, one.cost) for name, one in lines if one.switch or "{" not in one.name]
    last = [(name, one.cost) for name, one in lines if not one.switch and "{" in one.name]
    known = dict((*first, *acting.acts(book), *last))
    return tuple((name, f"{name} · {cost}") for name, cost in known.items())


def _said(order: Act) -> str:
    return " ".join(order.what.split()).rstrip(".").casefold()


def _meant(said: str) -> Iterator[tuple[Special, re.Match[str]]]:
    """Yield those by whose words it is known, whether they count or not."""
    for special in SPECIAL:
        if match := special.words.fullmatch(said):
            yield special, match


def _begun(said: str, actor: str, encounter: Encounter) -> list[str]:
    """Return those that count in this encounter and begin with the same word, as they are said in full."""
    verb = said.partition(" ")[0].removesuffix("s")
    known = (_plainly(special.name) for special in SPECIAL if _counts(special, encounter, actor))
    return [name for name in dict.fromkeys(known) if " " in name and name.partition(" ")[0].casefold() == verb]


def _plainly(name: str) -> str:
    return name.replace("{enemy}", "somebody").replace("{comrade}", "somebody")


def _state(by: Combatant | None) -> Soldier:
    return soldier(by) if by else Soldier()


def _named(name: str, by: Combatant | None, encounter: Encounter) -> Iterator[str]:
    """Yield the name with those of everybody of whom it can be said."""
    if "{" not in name:
        yield name
        return
    for other in encounter.combatants:
        if by is None or other.id == by.id or not other.present or soldier(other).out(encounter.clock):
            continue
        if "{comrade}" in name and friends(by, other):
            yield name.replace("{comrade}", other.name)
        elif "{enemy}" in name and enemies(by, other):
            yield name.replace("{enemy}", other.name)


def _counts(special: Special, encounter: Encounter, actor: str) -> bool:
    if not special.switch or turned_on(encounter, special.switch):
        return True
    by = next((c for c in encounter.combatants if c.id == actor), None)
    return by is not None and special.fits is not None and special.fits(soldier(by))
