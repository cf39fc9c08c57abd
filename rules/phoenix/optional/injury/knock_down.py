"""Hits and blasts that knock fighters off balance or down (5.12), and how the fighters recover.

The state is in the record (`Soldier.footing`) and lasts until they are steady again, even if the switch is turned off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act, CombatantOrder
from rules.engine.records.private_text import private
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.soldier import Soldier, Work, helpless, soldier
from rules.phoenix.basics.switches import KNOCK_DOWN, on
from rules.phoenix.basics.times import after, clocked
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm.fitness import check_spine
from rules.phoenix.harm.hit_records import Fate, Knock, Struck
from rules.phoenix.harm.wounds import Hit
from rules.phoenix.optional.records import Footing
from rules.phoenix.shooting.aim.how import How
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
"""The words of `how:` for power armor, and their columns of the Explosive Knock Down Table."""
_KINDS = tuple(POWERED)[1:]
"""The words that have no use besides knock down."""
PROJECTILE, EXPLOSIVE = "knock_down", "explosive_knock_down"
OFF_HIS_FEET = "Knock Down"
"""The worst row of both tables. The other rows are penalties in actions."""
_KNOCKED_DOWN = Fate("knocked down")
INFANTRY = "Normal Infantry"
ROLL_OVER, COST = ("Roll Over to Use the Hands", "3, after a knock down")
ROLL_WORDS = re.compile(
    r"rolls?(?: over| up)?(?: to use (?:the|his|her|their) hands)?"
    r"|(?:gets?|frees?) (?:his|her|their|the) hands(?: free)?"
)
HANDS = 3
"""Actions until a fighter who was knocked down can use their hands."""
_HEAD = ("Head", "Forehead", "Eye", "Mouth", "Neck")
_ARM = ("Arm", "Shoulder", "Upper Arm", "Elbow", "Forearm", "Hand")
_LEG = ("Leg", "Thigh", "Knee", "Shin", "Ankle")


def column(location: str) -> str:
    """Return the column of the Projectile Knock Down Table for a location of table 3A or 6A. Return "" for the weapon
    in hand.

    The neck of 6A counts as the head, because both show over cover. The base of the neck counts as the body.
    """
    if location.startswith("Weapon"):
        return ""
    for name, places in (("Head", _HEAD), ("Arm", _ARM), ("Leg", _LEG)):
        if location.startswith(places):
            return name
    return "Body"


def hitting(struck: Struck, force: int | None, encounter: Encounter) -> Struck:
    """Return the hit with the knock of a weapon of this Knock Down (KD). Armor and glancing make no difference."""
    at = column(struck.location)
    if force is None or not at:
        return struck
    return replace(struck, knock=Knock(PROJECTILE, at, force))


def blast(base: Number | None, worn: str, encounter: Encounter) -> Knock | None:
    """Return the knock of a Base Concussion against a fighter who wears `worn` (a row of 5B, "" for none of them).

    The modifiers of 5B are for damage and do not apply. Unspecified power armor counts as light.
    """
    if not base:
        return None
    return Knock(EXPLOSIVE, POWERED.get(worn, INFANTRY), base)


def check_suit(how: How, encounter: Encounter) -> None:
    """Raise NoRule for the weight of power armor where it has no effect."""
    if how.suit in _KINDS and not on(encounter, KNOCK_DOWN):
        raise NoRule("How heavy power armor is counts only with the switch “knock down” on (5.12). Use power armor.")


def knock(hit: Hit, scene: Scene) -> list[Fate]:
    """Knock the combatant off balance or down by these hits; return what happens to them.

    Of several hits in an impulse the worst counts; their penalties are not added. A prone fighter cannot fall and takes
    the worst penalty instead.
    """
    id, struck = hit.id, hit.struck
    knocks = [(rank, one.knock) for one in struck if one.knock and (rank := _rank(one.knock, scene.book))]
    if not knocks or any(one.dead for one in struck) or (id and not _can_fall(scene.combatant(id), scene.encounter)):
        return []
    rank, worst = max(knocks, key=lambda one: one[0])
    table = scene.book.tables.of(INT, worst.table)
    row = table.rows.labels[rank - 1]
    scene.lookup("Knock Down", table, row, worst.column, detail=True, section="5.12")
    scene.note("Knock Down", f"{_force(worst)} against {worst.column}: {row}", section="5.12")
    if not id:
        return [_KNOCKED_DOWN if row == OFF_HIS_FEET else _staggers(_penalty(row))]
    return fall(id, scene) if row == OFF_HIS_FEET else stagger(id, _penalty(row), scene)


def _can_fall(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the fighter can be knocked down: conscious, not in a vehicle, and not knocked down already."""
    state = soldier(combatant)
    return not (state.out(encounter.clock) or state.vehicle is not None or lies_as_he_fell(state))


def fall(id: str, scene: Scene) -> list[Fate]:
    """Knock the fighter down; return what happens to them."""
    state = soldier(scene.combatant(id))
    if state.position == "prone":
        scene.note(
            "Knock Down",
            ("they are already on the ground, so the worst penalty short of a knock down counts"),
            section="5.12",
        )
        return stagger(id, max(map(_penalty, scene.book.tables.by_id[PROJECTILE].rows.labels)), scene)
    down = altered(helpless(state), sustained=None, footing=Footing(fell=scene.encounter.clock))
    scene.change(id, down)
    scene.stop(id)
    scene.notify(id)
    return [_KNOCKED_DOWN]


def stagger(id: str, penalty: int, scene: Scene) -> list[Fate]:
    """Knock the fighter off balance: they lose `penalty` actions, beginning with those left in this impulse.

    Aim and tasks are not lost, only delayed. If the fighter's actions are not counted, the result is only reported.
    """
    if not action_points.counts_actions(id, scene):
        return [_staggers(penalty)]
    state, now = soldier(scene.combatant(id)), scene.encounter.clock
    before = state.footing or Footing()
    had = before.worst if before.at == now else before.owes
    if penalty <= had:
        scene.note("Knock Down", "they are off balance at least as long anyway", section="5.12")
    more = max(0, penalty - had)
    paid = min(state.left, more)
    footing = replace(before, owes=before.owes + more - paid, at=now, worst=max(had, penalty))
    scene.change(id, altered(state, left=state.left - paid, footing=footing))
    scene.notify(id)
    return [_staggers(penalty)] if more else []


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotNow for any order while the fighter is off balance or falling, or cannot use their hands yet."""
    combatant, now = scene.combatant(order.actor), scene.encounter.clock
    footing = soldier(combatant).footing
    if footing is None or not footing.unsteady:
        return
    if _falling(footing, now):
        lands = after(footing.fell or now, impulses=2)
        raise NotNow(
            f"{combatant.reference} is knocked off their feet and cannot act before"
            f" {clocked(lands)}. Use /next to let time pass."
        )
    if footing.fell is None:
        raise NotNow(
            f"{combatant.reference} is off balance and needs {counted(footing.owes, 'action')} more to"
            " regain it. Use /next to let time pass."
        )
    if not (isinstance(order, Act) and _is_rolling(order.what)):
        raise NotNow(
            f"{combatant.reference} is knocked down and cannot use their hands. Use /act roll over"
            f" ({HANDS} actions) first."
        )


def roll_over(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Roll over to use the hands. The fighter is prone like any other afterwards."""
    combatant = scene.combatant(order.actor)
    state = soldier(combatant)
    if state.footing is None or state.footing.fell is None:
        raise NotNow(
            f"{combatant.reference} is not knocked down. Use /act kneel or /act stand up to get up from prone."
        )
    check_spine(combatant, scene.encounter, "do that")
    cost = HANDS if order.cost is None else order.cost
    if waiting := action_points.work(order.actor, Work("roll over"), "rolls over", cost, scene):
        return waiting
    scene.change(order.actor, steady(soldier(scene.combatant(order.actor))))
    spent = f" ({counted(cost, 'action')})" if action_points.counts_actions(order.actor, scene) else ""
    scene.conclude(f"{combatant.reference} rolls over and can use their hands{private(spent)}.")
    return None


def steady(state: Soldier) -> Soldier:
    """Return the Soldier in balance, with the use of their hands."""
    return altered(state, footing=None)


def lies_as_he_fell(state: Soldier) -> bool:
    """Return whether the fighter was knocked down and cannot use their hands yet."""
    return state.footing is not None and state.footing.fell is not None


def regain(scene: Scene) -> None:
    """Begin an impulse: falling takes all its actions, fallen fighters are prone, and regaining balance takes
    actions.
    """
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
    """Return whether the fighter is still falling. Falling lasts until the end of the impulse after the knock down."""
    return footing.fell is not None and now <= after(footing.fell, impulses=1)


def _rank(knock: Knock, book: Book) -> int:
    """Return the number of the worst row whose figure the force reaches, counted from 1, or 0 for none."""
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
    """Yield that the fighter is off balance, and for how long, or down, for the board."""
    footing = soldier(combatant).footing
    if footing and footing.unsteady:
        yield 1, _state_words(footing, encounter.clock)


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the line about the fighter's balance, and how they recover, for the Status Sheet."""
    footing = soldier(combatant).footing
    if footing is None or not footing.unsteady:
        return
    words = _state_words(footing, encounter.clock)
    if footing.fell is None:
        yield "Footing", f"off balance: {counted(footing.owes, 'action')} to regain it"
    elif _falling(footing, encounter.clock):
        yield "Footing", f"{words}, on the ground from {clocked(after(footing.fell, impulses=2))} on"
    else:
        yield "Footing", f"{words}: {HANDS} actions to roll over, then to their knees or feet"
