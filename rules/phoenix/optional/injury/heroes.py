"""The adrenalin rush of fighters with a high Knockout Value (5.14): its conditions, and its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act
from rules.engine.records.private_text import private
from rules.grid import hexes
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.sides import friends
from rules.phoenix.basics.soldier import Work, soldier, unsteady
from rules.phoenix.basics.times import clocked
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm.fitness import check_spine
from rules.phoenix.harm.hit_records import Fate
from rules.phoenix.harm.incapacity import told
from rules.phoenix.harm.wounds import KnockoutCheck
from rules.phoenix.optional.injury import knock_down
from rules.phoenix.optional.injury.incapacitation import seen_enemies
from rules.words.phrases import counted

LEAST = 40
"""The lowest Knockout Value of a hero."""
RUSH = 98
"""The lowest knockout throw that gives the rush."""
TIMES = 3
"""The damage total must exceed this multiple of the Knockout Value."""
CHARGE, COST = ("Charge", "1, or give cost:")
WORDS = re.compile(r"charges?(?: .+)?|(?:go(?:es)?|moves?|runs?|rush(?:es)?|comes?) to (?:the aid of .+|.+['’]s aid)")


def charge(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Charge the enemy, or hurry to a comrade's aid, where no map shows it.

    The act counts in each of its impulses, and ends the Firing Stance like any motion.
    """
    actor, combatant = order.actor, scene.combatant(order.actor)
    if how := told(soldier(combatant), scene.encounter.clock, exactly=True):
        raise NotNow(f"{combatant.reference} is {how} and cannot advance toward anyone. They may move away, or duck.")
    check_spine(combatant, scene.encounter, "charge")
    before = soldier(combatant).left
    cost = 1 if order.cost is None else order.cost
    waiting = action_points.work(actor, Work("charge"), "charges", cost, scene)
    state = soldier(scene.combatant(actor))
    if waiting is None or state.left < before:
        scene.change(actor, altered(unsteady(state), charge=scene.encounter.clock))
    if waiting:
        return waiting
    spent = f" ({counted(cost, 'action')})" if action_points.counts_actions(actor, scene) else ""
    scene.conclude(f"{combatant.reference} charges{private(spent)}.")
    return None


def charging(combatant: Combatant, encounter: Encounter) -> str:
    """Return how the fighter charges or hurries to a comrade's aid in this impulse: "toward Guard". Return "" if they
    do not.

    On the map a move nearer to an enemy or an incapacitated comrade counts. The act of charging counts anywhere.
    """
    state, now = soldier(combatant), encounter.clock
    if state.charge == now:
        return "as their player says"
    if not state.moved or state.was is None or combatant.place is None:
        return ""
    hostile = {other.id for other in seen_enemies(combatant, encounter)}
    for other in encounter.combatants:
        helped = friends(combatant, other) and other.id != combatant.id
        if other.id not in hostile and not (helped and other.present and soldier(other).incapacity(now)):
            continue
        if other.place and hexes.distance(combatant.place, other.place) < hexes.distance(state.was, other.place):
            return f"toward {other.reference}"
    return ""


def rise(check: KnockoutCheck, scene: Scene) -> list[Fate]:
    """Begin the rush if its conditions are met; return what happens to the fighter."""
    how = _rises(check)
    return _rush(check.id, how, scene) if how else []


def _rises(check: KnockoutCheck) -> str:
    """Return how the fighter charges if the conditions of the rush are met, or "" if not."""
    encounter, hurt, roll = check.before, check.hurt, check.roll
    value, now = hurt.knockout_value, encounter.clock
    if hurt.rush is not None or value is None or value < LEAST or roll < RUSH:
        return ""
    earlier = sum(wound.points for wound in hurt.wounds if wound.at < now)
    if earlier > TIMES * value or hurt.physical_damage <= TIMES * value:  # without the damage of shock (O68)
        return ""
    return charging(encounter.combatant(check.id), encounter)


def _rush(id: str, how: str, scene: Scene) -> list[Fate]:
    """Begin the rush and knock the fighter down; return what happens to them."""
    cause = f"they charge ({how}) and roll {RUSH} or more with over {TIMES} x KV: adrenalin rush"
    scene.note("Hero", cause, section="5.14")
    effect = "from now on the knockout roll uses the PD of its impulse, and only ** disables"
    scene.note("Hero", effect, detail=True, section="5.14")
    scene.change(id, altered(soldier(scene.combatant(id)), rush=scene.encounter.clock))
    fates = knock_down.fall(id, scene) if not knock_down.lies_as_he_fell(soldier(scene.combatant(id))) else []
    return [Fate("continues in an adrenalin rush", ""), *fates]


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the word for the adrenalin rush on the board."""
    if soldier(combatant).rush:
        yield 2, "adrenalin"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the line about the adrenalin rush for the Status Sheet."""
    if since := soldier(combatant).rush:
        yield (
            "Adrenalin rush",
            (f"since {clocked(since)}: the knockout roll uses the PD of its impulse, only ** disables"),
        )
