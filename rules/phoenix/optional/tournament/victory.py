"""Victory Points: what earns them, and who wins in the end (4.4, T45).

The attacker earns points once for an opponent who goes down, and again if the opponent wakes up in between. A wound
that only disables earns the points for disabling. Harm to a fighter of the attacker's own side earns nothing, and the
victim still loses points. A later death from wounds, or a GM's correction, changes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import TOURNAMENT, on
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm.hit_records import Fate
from rules.phoenix.harm.wounds import Hit
from rules.phoenix.optional.records import Award
from rules.tables.cells import INT
from rules.words.phrases import counted, listed

FELLED, DISABLED = "Opponent killed or incapacitated", "Opponent disabled"
FELL = "Killed or incapacitated"
LEFT_DISABLED, LEFT = "Left disabled", "Left undisabled elsewhere"
THROUGH = "Left undisabled on opponent's Baseline"
BY_GM = "set by the GM"
"""The event of points that a GM gave, one point for each of its times."""
_TABLE = "victory"


def total(state: Soldier, book: Book) -> int:
    """Return the combatant's Victory Points."""
    return sum(_points(award.event, book) * award.times for award in state.awards)


def award(id: str, event: str, scene: Scene, why: str = "", times: int = 1) -> None:
    """Give or take the points of an event of the table, with a note."""
    combatant = scene.combatant(id)
    state = soldier(combatant)
    times_by_event = {one.event: one.times for one in state.awards}
    times_by_event[event] = times_by_event.get(event, 0) + times
    scene.change(id, altered(state, awards=tuple(Award(what, number) for what, number in times_by_event.items())))
    points, now = _points(event, scene.book) * times, total(soldier(scene.combatant(id)), scene.book)
    with scene.concerning(id):
        text = f"{combatant.reference} {points:+d} ({why or event.lower()}): {now} in all"
        scene.note("Victory", text, section="4.4")


def struck(hit: Hit, scene: Scene) -> list[Fate]:
    """Award the points for harm to a combatant."""
    id, by, before = hit.id, hit.by, hit.before
    if before is None:
        return []
    victim, now = scene.combatant(id), scene.encounter.clock
    after = soldier(victim)
    felled = down(after, now) and not down(before, now)
    disabled = not down(after, now) and _disabled(after) > _disabled(before)
    attacker = next((c for c in scene.encounter.combatants if c.id == by), None)
    if attacker and (felled or disabled) and enemies(attacker, victim):
        award(by, FELLED if felled else DISABLED, scene, f"{victim.reference} {'is down' if felled else 'disabled'}")
    if felled:
        award(id, FELL, scene)
    return []


def down(state: Soldier, now: Clock) -> bool:
    """Return whether the combatant is dead or incapacitated in any way (5.13), or will be when the impulse ends."""
    until = state.knockout.until if state.knockout else None
    return state.died is not None or (until is not None and until > now)


def finale(scene: Scene) -> None:
    """Note all Victory Points at the end, and the winner."""
    encounter = scene.encounter
    if not on(encounter, TOURNAMENT) or not encounter.combatants:
        return
    points = {c.reference: total(soldier(c), scene.book) for c in encounter.combatants}
    ranked = sorted(points.items(), key=lambda one: -one[1])
    scene.note("Victory Points", ", ".join(f"{name} {number}" for name, number in ranked), section="4.4")
    winners = listed([name for name, number in ranked if number == ranked[0][1]], "and")
    scene.note("Winner", winners, section="4.4")
    sides: dict[str, int] = defaultdict(int)
    for combatant in encounter.combatants:
        sides[combatant.side] += points[combatant.reference]
    if len(sides) > 1 and all(sides):
        best = max(sides.values())
        by_points = sorted(sides.items(), key=lambda s: -s[1])
        scene.note("Sides", ", ".join(f"{side} {number}" for side, number in by_points), section="4.4")
        winning = listed([side for side, number in sides.items() if number == best], "and")
        scene.note("Winning side", winning, section="4.4")


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the combatant's points for the board."""
    if on(encounter, TOURNAMENT) and soldier(combatant).awards:
        yield 4, f"{total(soldier(combatant), book)} VP"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the combatant's points, and what they were earned for, for the Status Sheet."""
    state = soldier(combatant)
    if on(encounter, TOURNAMENT):
        earned = [f"{one.event.lower()} {counted(one.times, 'time')}" for one in state.awards if one.event != BY_GM]
        yield "Victory Points", f"{total(state, book)}{f' ({listed(earned)})' if earned else ''}"
        if state.baseline:
            yield "Baseline", str(state.baseline)


def _points(event: str, book: Book) -> int:
    return 1 if event == BY_GM else book.tables.of(INT, _TABLE).lookup("", event)[0] or 0


def _disabled(state: Soldier) -> int:
    stars = 2 if state.numb else 1
    return sum(wound.disabling >= stars for wound in state.wounds)
