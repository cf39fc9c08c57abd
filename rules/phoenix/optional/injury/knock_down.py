"""Whoever is knocked off balance, or off his feet, by what hits him or by a blast (5.12), and how he gets over it.

How he stands is in his record (`Soldier.footing`), which holds until he is steady, whatever becomes of the switch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.engine.agenda import Clock
from rules.engine.copies import altered
from rules.engine.effects import Planned
from rules.engine.errors import NoRule, NotNow
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Act, CombatantOrder, without
from rules.phoenix import action_points
from rules.phoenix.action_points import Waiting
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm.fitness import check_spine
from rules.phoenix.harm.struck import Fate, Knock, Struck
from rules.phoenix.harm.wounds import Hit
from rules.phoenix.optional.records import Footing
from rules.phoenix.shooting.how import How
from rules.phoenix.soldier import Soldier, Work, helpless, soldier
from rules.phoenix.switches import KNOCK_DOWN, on
from rules.phoenix.times import after, clocked
from rules.tables.cells import INT, Number
from rules.words.phrases import counted

POWERED: Mapping[str, str] = MappingProxyType(
    {
        "In Power Armor": "Power Armor Light",
        "In Light Power Armor": "Power Armor Light",
        "In Medium Power Armor": "Power Armor Med",
        "In Heavy Power Armor": "Power Armor Heavy",
    }
)
"""What `how:` says that somebody wears, and the column of the Explosive Knock Down Table."""
_KINDS = tuple(POWERED)[1:]
"""Of these only the knock down knows."""
PROJECTILE, EXPLOSIVE = "knock_down", "explosive_knock_down"
OFF_HIS_FEET = "Knock Down"
"""The worst row of both tables; the others are penalties in actions."""
_KNOCKED_DOWN = Fate("knocked down")
INFANTRY = "Normal Infantry"
ROLL_OVER, COST = ("Roll Over to Use the Hands", "3, once knocked down")
ROLL_WORDS = re.compile(
    r"rolls?(?: over| up)?(?: to use (?:the|his|her) hands)?|(?:gets?|frees?) (?:his|her|the) hands(?: free)?"
)
HANDS = 3
"""Actions that it takes whoever was knocked down to be able to use his hands."""
_HEAD = ("Head", "Forehead", "Eye", "Mouth", "Neck")
_ARM = ("Arm", "Shoulder", "Upper Arm", "Elbow", "Forearm", "Hand")
_LEG = ("Leg", "Thigh", "Knee", "Shin", "Ankle")


def column(location: str) -> str:
    """The column of the Projectile Knock Down Table for a location of table 3A or 6A; "" for the weapon in hand.

    The neck of 6A counts as the head with which it shows over cover, the base of it as the body."""
    if location.startswith("Weapon"):
        return ""
    for name, places in (("Head", _HEAD), ("Arm", _ARM), ("Leg", _LEG)):
        if location.startswith(places):
            return name
    return "Body"


def hitting(struck: Struck, force: int | None, encounter: Encounter) -> Struck:
    """The hit of a weapon of this Knock Down (KD), with how it knocks: stopped by armor, glancing or through alike."""
    at = column(struck.location)
    if force is None or not at or not on(encounter, KNOCK_DOWN):
        return struck
    return replace(struck, knock=Knock(PROJECTILE, at, force))


def blast(base: Number | None, worn: str, encounter: Encounter) -> Knock | None:
    """How a Base Concussion knocks somebody who wears this (a row of 5B, "" for nothing of it); before any modifier of
    5B, which are about what it does to him. Power armor of which nothing more is said is light."""
    if not base or not on(encounter, KNOCK_DOWN):
        return None
    return Knock(EXPLOSIVE, POWERED.get(worn, INFANTRY), base)


def check_suit(how: How, encounter: Encounter) -> None:
    """Raises NoRule for how heavy power armor is where that counts for nothing."""
    if how.suit in _KINDS and not on(encounter, KNOCK_DOWN):
        raise NoRule("How heavy power armor is counts only with the switch “knock down” (5.12): say power armor.")


def knock(hit: Hit, scene: Scene) -> list[Fate]:
    """The combatant is knocked by these hits; what becomes of him, to follow his name.

    Of several the worst counts, and of several in an impulse as well: what is needed is not added up. Who lies cannot
    fall: with him that is the worst of the penalties.
    """
    id, struck = hit.id, hit.struck
    found = [(rank, one.knock) for one in struck if one.knock and (rank := _rank(one.knock, scene.book))]
    if not found or any(one.dead for one in struck) or (id and not _standing(scene.combatant(id), scene.encounter)):
        return []
    rank, worst = max(found, key=lambda one: one[0])
    table = scene.book.tables.of(INT, worst.table)
    row = table.rows.labels[rank - 1]
    scene.lookup("Knock Down", table, row, worst.column, detail=True, section="5.12")
    scene.note("Knock Down", f"{_force(worst)} against {worst.column}: {row}", section="5.12")
    if not id:
        return [_KNOCKED_DOWN if row == OFF_HIS_FEET else _staggers(_penalty(row))]
    return fall(id, scene) if row == OFF_HIS_FEET else stagger(id, _penalty(row), scene)


def _standing(combatant: Combatant, encounter: Encounter) -> bool:
    """Whether anything can knock him: he is on his feet, or conscious at least."""
    state = soldier(combatant)
    return not (state.out(encounter.clock) or state.vehicle is not None or lies_as_he_fell(state))


def fall(id: str, scene: Scene) -> list[Fate]:
    """He is knocked off his feet; what becomes of him, to follow his name."""
    state = soldier(scene.combatant(id))
    if state.position == "prone":
        scene.note("Knock Down", "he lies already: the worst penalty short of it", section="5.12")
        return stagger(id, max(map(_penalty, scene.book.tables.by_id[PROJECTILE].rows.labels)), scene)
    down = altered(helpless(state), sustained=None, footing=Footing(fell=scene.encounter.clock))
    scene.change(id, down)
    agenda = without(scene.encounter.agenda, id)
    if agenda != scene.encounter.agenda:
        scene.do(Planned(agenda))
    scene.notify(id)
    return [_KNOCKED_DOWN]


def stagger(id: str, penalty: int, scene: Scene) -> list[Fate]:
    """He is knocked off balance for so many actions: what is left of this impulse's, then those that follow.

    His aim and what he is at are not lost; they wait. Without counted actions it is told, and no more."""
    if not action_points.counts_actions(id, scene):
        return [_staggers(penalty)]
    state, now = soldier(scene.combatant(id)), scene.encounter.clock
    known = state.footing or Footing()
    had = known.worst if known.at == now else known.owes
    if penalty <= had:
        scene.note("Knock Down", "no longer than he is off balance anyway", section="5.12")
    more = max(0, penalty - had)
    paid = min(state.left, more)
    footing = replace(known, owes=known.owes + more - paid, at=now, worst=max(had, penalty))
    scene.change(id, altered(state, left=state.left - paid, footing=footing))
    scene.notify(id)
    return [_staggers(penalty)] if more else []


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raises NotNow for anything that is done off balance, in falling, or before the hands are free."""
    combatant, now = scene.combatant(order.actor), scene.encounter.clock
    footing = soldier(combatant).footing
    if footing is None or not footing.unsteady:
        return
    if _falling(footing, now):
        lands = after(footing.fell or now, impulses=2)
        raise NotNow(
            f"{combatant.reference} has been knocked off his feet and lies on the ground from {clocked(lands)} on:"
            " until then he can do nothing; /next lets time go on."
        )
    if footing.fell is None:
        raise NotNow(
            f"{combatant.reference} is off balance and needs {counted(footing.owes, 'action')} more to regain it before"
            " he does anything; /next lets time go on."
        )
    if not (isinstance(order, Act) and _is_rolling(order.what)):
        raise NotNow(
            f"{combatant.reference} has been knocked down and has no use of his hands yet: /act roll over ({HANDS}"
            " actions) comes before anything else."
        )


def roll_over(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Roll into a position in which the hands can be used; from there on he is somebody who lies prone."""
    combatant = scene.combatant(order.actor)
    state = soldier(combatant)
    if state.footing is None or state.footing.fell is None:
        raise NotNow(
            f"{combatant.reference} has not been knocked down: /act kneel or /act stand up is for who lies prone."
        )
    check_spine(combatant, scene.encounter, "do that")
    cost = HANDS if order.cost is None else order.cost
    if waiting := action_points.work(order.actor, Work("roll over"), "rolls over", cost, scene):
        return waiting
    scene.change(order.actor, steady(soldier(scene.combatant(order.actor))))
    spent = f" ({counted(cost, 'action')})" if action_points.counts_actions(order.actor, scene) else ""
    scene.conclude(f"{combatant.reference} rolls over and has the use of his hands{spent}.")
    return None


def steady(state: Soldier) -> Soldier:
    """He with his balance, or with the use of his hands."""
    return altered(state, footing=None)


def lies_as_he_fell(state: Soldier) -> bool:
    """Whether he has been knocked down and has not the use of his hands again."""
    return state.footing is not None and state.footing.fell is not None


def regain(scene: Scene) -> None:
    """An impulse has begun: whoever falls has nothing of it, whoever has fallen lies, and balance takes actions."""
    for combatant in scene.encounter.combatants:
        state = soldier(combatant)
        if state.footing and combatant.present and (later := _later(state, scene.encounter.clock)) != state:
            scene.change(combatant.id, later)


def _later(state: Soldier, now: Clock) -> Soldier:
    footing = state.footing
    assert footing is not None
    if _falling(footing, now):
        return altered(state, left=0)
    if footing.fell:
        return altered(state, position="prone")
    if state.out(now):
        return steady(state)
    paid = min(state.left, footing.owes)
    if paid == footing.owes:
        return altered(state, left=state.left - paid, footing=None)
    return altered(state, left=state.left - paid, footing=replace(footing, owes=footing.owes - paid))


def _falling(footing: Footing, now: Clock) -> bool:
    """Whether he is falling still: until the impulse after the one in which he was knocked down is over."""
    return footing.fell is not None and now <= after(footing.fell, impulses=1)


def _rank(knock: Knock, book: Book) -> int:
    """The number of the worst row whose figure is reached, counted from 1, 0 for none."""
    table = book.tables.of(INT, knock.table)
    least = [table.lookup("", row, knock.column)[0] for row in table.rows.labels]
    return sum(figure is not None and knock.force >= figure for figure in least)


def _force(knock: Knock) -> str:
    return f"{'KD' if knock.table == PROJECTILE else 'BC'} {float(knock.force):,g}"


def _penalty(row: str) -> int:
    return 0 if row == OFF_HIS_FEET else abs(int(row.split()[0]))


def _staggers(penalty: int) -> Fate:
    return Fate(f"knocked off balance ({counted(penalty, 'action')})")


def _is_rolling(what: str) -> bool:
    return ROLL_WORDS.fullmatch(" ".join(what.split()).rstrip(".").casefold()) is not None


def _state_words(footing: Footing, now: Clock) -> str:
    if _falling(footing, now):
        return "falling"
    return "knocked down" if footing.fell else f"off balance {footing.owes}"


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """On the board: off balance for how long, or down."""
    footing = soldier(combatant).footing
    if footing and footing.unsteady:
        yield 1, _state_words(footing, encounter.clock)


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """On the Status Sheet: the same, and what it takes."""
    footing = soldier(combatant).footing
    if footing is None or not footing.unsteady:
        return
    words = _state_words(footing, encounter.clock)
    if footing.fell is None:
        yield "Footing", f"off balance: {counted(footing.owes, 'action')} to regain it"
    elif _falling(footing, encounter.clock):
        yield "Footing", f"{words}, on the ground from {clocked(after(footing.fell, impulses=2))} on"
    else:
        yield "Footing", f"{words}: {HANDS} actions to roll over, then to his knees or feet"
