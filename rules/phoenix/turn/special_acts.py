"""Acts that are on no list of actions but have a rule of their own, such as riding and those of the Optional Rules.

They are tried before the Action Time Table. If its switch is off, such an act is refused by name, unless a cost is
given: then it counts as any other act.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from rules.engine.records.errors import Ambiguous, NoRule, Refusal, UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, CombatantOrder
from rules.engine.sharing.acts import check_text
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.sides import enemies, friends
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import turned_on
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.acts import act_order, doors
from rules.words.phrases import listed

Rule = Callable[[Act, re.Match[str], Scene], Waiting | None]


@dataclass(frozen=True, slots=True)
class Special:
    """An act with a rule of its own.

    `name` is shown as a suggestion, with its `cost` in words. `switch` is the switch that it needs ("" for none).
    `words` is the pattern of the whole text, in lower case. `rule` carries it out. `fits` says to which fighters it is
    suggested. {enemy} and {comrade} in the name are replaced by the names of everybody that fits.
    """

    name: str
    cost: str
    switch: str
    words: re.Pattern[str]
    rule: Rule
    fits: Callable[[Soldier], bool] | None = None
    """For an act that ends a state: whether a fighter is in that state.

    Then the act counts even if its switch is off.
    """
    idle: bool = False
    """Whether the fighter's other work continues meanwhile."""
    free: bool = False
    """Whether it takes no actions, so that a cost given for it would have no effect."""
    offers: Callable[[Combatant, Encounter], Iterable[str]] | None = None
    """For an act on something beside the fighter: the names that are suggested to a fighter, instead of `name`."""


SPECIAL = Hook[Special]()
"""The acts, in the order in which they are tried."""


def act(order: Act, scene: Scene) -> Waiting | None:
    """Carry out an act: one with a rule of its own, or one of the list. Raises Refusal."""
    text = _said(order)
    found = [*_meant(text)]
    for special, match in found:
        if _counts(special, scene.encounter, order.actor):
            act_order.check_cost(order)
            check_text(text)
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
        return act_order.act(order, scene)
    except Ambiguous:
        raise
    except UnknownName:
        if begun := _begun(text, order.actor, scene):
            raise UnknownName(
                f"I don't understand {quoted(order.what)}. Use {listed(begun)}, or give cost: in actions."
            ) from None
        raise


def idle(order: CombatantOrder, encounter: Encounter) -> bool:
    """Return whether the order is an act that takes no actions and interrupts nothing."""
    if not isinstance(order, Act):
        return False
    found = (special.idle for special, _ in _meant(_said(order)) if _counts(special, encounter, order.actor))
    return next(found, False)


def acts(encounter: Encounter, actor: str, book: Book) -> tuple[tuple[str, str], ...]:
    """Return all acts that count in this encounter, each with its cost, for display; `actor` may be nobody ("").

    Acts of arrest come after the list, because few encounters need them and there is a line for each enemy.
    """
    by = next((c for c in encounter.combatants if c.id == actor), None)
    found = [
        one for one in SPECIAL.all if _counts(one, encounter, actor) and (one.fits is None or one.fits(_state(by)))
    ]
    lines = [(name, one) for one in found for name in _suggested(one, by, encounter)]
    first = [(name, one.cost) for name, one in lines if one.switch or "{" not in one.name]
    last = [(name, one.cost) for name, one in lines if not one.switch and "{" in one.name]
    costs = dict(act_order.acts(book))
    here = [(name, costs[line]) for name, line in (doors.offers(by, encounter) if by else ())]
    known = dict((*here, *first, *costs.items(), *last))
    return tuple((name, f"{name} · {cost}") for name, cost in known.items())


def _said(order: Act) -> str:
    return " ".join(order.what.split()).rstrip(".").casefold()


def _meant(text: str) -> Iterator[tuple[Special, re.Match[str]]]:
    """Yield the acts whose words match the text, whether they count or not."""
    for special in SPECIAL.all:
        if match := special.words.fullmatch(text):
            yield special, match


def _begun(text: str, actor: str, scene: Scene) -> list[str]:
    """Return the acts that count in this encounter and begin with the same word, with their full text.

    An act with somebody names a fighter that the actor's side knows.
    """
    verb = text.partition(" ")[0].removesuffix("s")
    by, known = scene.encounter.combatant(actor), scene.known(actor)
    begun = (
        next(_named(special.name, by, known), _with_somebody(special.name))
        for special in SPECIAL.all
        if special.name.partition(" ")[0].casefold() == verb and _counts(special, scene.encounter, actor)
    )
    return [name for name in dict.fromkeys(begun) if " " in name]


def _with_somebody(name: str) -> str:
    return name.replace("{enemy}", "somebody").replace("{comrade}", "somebody")


def _state(by: Combatant | None) -> Soldier:
    return soldier(by) if by else Soldier()


def _suggested(special: Special, by: Combatant | None, encounter: Encounter) -> Iterable[str]:
    """Return the names under which an act is suggested to a fighter."""
    if special.offers is None:
        return _named(special.name, by, encounter)
    return special.offers(by, encounter) if by else ()


def _named(name: str, by: Combatant | None, encounter: Encounter) -> Iterator[str]:
    """Yield the name of an act with each fighter's name that fits."""
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
