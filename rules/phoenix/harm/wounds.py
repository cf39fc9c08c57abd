"""New wounds: the damage total, the knockout throw, and the time out of action (2.7; table 8B).

Shock (3.3) raises the total only for the knockout throw of its impulse, and for the effect of a failed throw (5.13):
not for the time out by 8B, nor for the adrenalin rush (5.14; ruling O68).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.engine.records.agenda import HIT as IS_HIT
from rules.engine.records.agenda import Clock
from rules.engine.records.copies import altered, replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.private_text import private, whole
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import EffectWord, Knockout, Soldier, Wound, soldier
from rules.phoenix.basics.times import after, lasting
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm import medicine
from rules.phoenix.harm.fitness import disabled_parts
from rules.phoenix.harm.hit_records import Fate, Knock, Struck, place_words
from rules.phoenix.harm.incapacity import deeper, sooner, word
from rules.phoenix.turn.due_timers import Wake, set_timer
from rules.tables.cells import ODDS, TIME
from rules.words.phrases import listed

TIMES = (3, 2, 1)
"""The multiples of the Knockout Value on the Knockout Table, the worst first. Its last line is a tenth."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Hits of one order on a target, once the wounds are recorded.

    `id`: the target, "" for one without a record. `by`: the attacker, "" if unknown. `before`: the target's state
    before the hits, None without a record.
    """

    id: str
    struck: Sequence[Struck]
    by: str = ""
    before: Soldier | None = None


@dataclass(frozen=True, slots=True)
class KnockoutCheck:
    """A check for knockout (2.7).

    `id`: the combatant. `before`: the encounter before the wounds. `hurt`: the combatant's state with them. `roll`: the
    number thrown.
    """

    id: str
    before: Encounter
    hurt: Soldier
    roll: int


HIT = Hook[Callable[[Hit, Scene], list[Fate]]]()
"""Called when a target has been hit; each returns what else happens to the target, in words that follow the name."""
THREATENED = Hook[Callable[[str, Scene], list[Fate]]]()
"""Called when a shot has hit a combatant (an id); each returns the reaction, in words that follow the name."""
KNOCKOUT_CHECKED = Hook[Callable[[KnockoutCheck, Scene], list[Fate]]]()
"""Called after a check for knockout; each returns what keeps the combatant up, to follow the name, or nothing."""
EFFECT = Hook[Callable[[int, str, int, Scene], EffectWord]]()
"""Each returns the effect of a knockout throw, from the total, its line on the Knockout Table and the number thrown."""


def hurt(id: str, struck: Sequence[Struck], scene: Scene, *, by: str = "", unnamed: bool = False) -> str:
    """Give the combatant the wounds of these hits (one or more, of one order), and return what happens, in words.

    `id` is "" for a target without a record; `by` is the id of the attacker, "" if that is unknown. The words follow
    "HIT, " in the outcome line, without a full stop: location, damage and what happens to the combatant ("shoulder,
    1,000 PD; Guard 2 is out when this impulse ends", "chest, stopped by armor"). `unnamed` leaves out the name if it
    comes before the words already ("chest, 80 PD, out when this impulse ends").
    """
    clauses, disarmed = [_hit_words(struck)], any(hit.weapon_critical for hit in struck)
    if not id:
        clauses += ["dies at once"] * any(hit.dead for hit in struck)
        clauses += ["the weapon in hand is out of action"] * disarmed
        clauses += [fate.words for fate in _hit(Hit(id, struck), scene)]
        return "; ".join(clauses)
    if disarmed:
        clauses += _disarmed(id, scene)
    before = soldier(scene.combatant(id))
    with scene.concerning(id):
        fates = [*_take_hits(id, struck, by, scene), *_threatened(id, scene)]
    clauses[0] += private(_disabled(before, soldier(scene.combatant(id)), scene.encounter.clock))
    if unnamed:
        return ", ".join([*clauses, *(fate.words for fate in fates)])
    name = scene.name(id)
    return "; ".join([*clauses, *(f"{name} {fate}" for fate in fates)])


def take_damage(id: str, points: int, location: str, scene: Scene, *, by: str = "", knock: Knock | None = None) -> str:
    """Give the combatant damage without a projectile ("Concussion"), and return what happens, in words.

    The words leave out the name: "80 PD, out when this impulse ends". `id` and `by` are as in `hurt`; `knock` is how
    the damage knocks the combatant down.
    """
    struck = (Struck(points, location, knock=knock),)
    with scene.concerning(id or scene.about):
        fates = _take_hits(id, struck, by, scene) if id else _hit(Hit(id, struck), scene)
    return ", ".join([private(f"{points:,} PD", "hurt"), *(fate.words for fate in fates)])


def _take_hits(id: str, struck: Sequence[Struck], by: str, scene: Scene) -> list[Fate]:
    """Carry out the hits and return what happens to the combatant."""
    scene.notify(id)
    scene.threaten(id, IS_HIT)
    before = soldier(scene.combatant(id))
    now = scene.encounter.clock
    wounds = [Wound(hit.points, hit.location, hit.disabling, now, hit.shock) for hit in struck if hit.points]
    dead = any(hit.dead for hit in struck)
    fates = list[Fate]()
    if wounds or dead:
        fates = _add_wounds(id, before, wounds, dead, scene)
        medicine.plan_recovery(id, scene)
    return fates + _hit(Hit(id, struck, by, before), scene)


def _hit(hit: Hit, scene: Scene) -> list[Fate]:
    return [fate for rule in HIT.under(scene.encounter) for fate in rule(hit, scene)]


def _threatened(id: str, scene: Scene) -> list[Fate]:
    return [fate for rule in THREATENED.under(scene.encounter) for fate in rule(id, scene)]


def _effect(total: int, row: str, roll: int, scene: Scene) -> EffectWord:
    for rule in EFFECT.under(scene.encounter):
        if effect := rule(total, row, roll, scene):
            return effect
    return ""


def line(total: int, knockout_value: int) -> str:
    """Return the line of the Knockout Table for this total (T42): strictly over a tenth of, one, two, three
    times KV.
    """
    for times in TIMES:
        if total > times * knockout_value:
            return f"over {times} x KV" if times > 1 else "over KV"
    return "over KV/10" if 10 * total > knockout_value else "up to KV/10"


def chance(total: int, knockout_value: int | None, book: Book) -> int:
    """Return the Incapacitation Chance in 100 at this total, 0 if no throw is made."""
    if knockout_value is None:
        return 0
    return book.tables.of(ODDS, "knockout").lookup("", line(total, knockout_value))[0] or 0


def knockout_total(state: Soldier, clock: Clock) -> int:
    """Return the total for the knockout of this impulse: all Physical Damage and the shock of the impulse's wounds
    (2.7, 3.3).

    In the adrenalin rush only the damage of this impulse counts (5.14).
    """
    return _points(state, clock) + state.shock(clock)


def _rushes(state: Soldier, clock: Clock) -> bool:
    """Return whether the fighter is in an adrenalin rush that began in an earlier impulse."""
    return state.rush is not None and clock > state.rush


def _points(state: Soldier, clock: Clock) -> int:
    """Return the Physical Damage that counts for the knockout of this impulse."""
    if not _rushes(state, clock):
        return state.physical_damage
    return sum(wound.points for wound in state.wounds if wound.at == clock)


def kept_roll(state: Soldier, now: Clock) -> int | None:
    """Return the knockout throw already made in this impulse, None if there was none (ruling O22)."""
    return state.knockout.roll if state.knockout and state.knockout.at == now else None


def _disabled(before: Soldier, hurt: Soldier, now: Clock) -> str:
    """Return what hits disable as the impulse ends, to follow the damage: ", arm disabled"; "" for nothing new, and for
    fighters who are out then.
    """
    then = after(now, impulses=1)
    if hurt.died is not None or hurt.out(then):
        return ""
    fresh = [part for part in disabled_parts(hurt, then) if part not in disabled_parts(before, then)]
    return f", {listed(fresh, 'and')} disabled" if fresh else ""


def _hit_words(struck: Sequence[Struck]) -> str:
    hits_by_place = dict[str, int]()
    for hit in struck:
        place = place_words(hit.location)
        hits_by_place[place] = hits_by_place.get(place, 0) + 1
    places = listed([f"{n} x {place}" if n > 1 else place for place, n in hits_by_place.items()], "and")
    points, stopped = sum([hit.points for hit in struck]), sum([hit.stopped for hit in struck])
    clauses = [places]
    if points:
        clauses.append(private(f", {points:,} PD"))
    if stopped:
        by_armor = "stopped by armor"
        clauses.append(f", {by_armor}" if stopped == len(struck) else f", {stopped} of {len(struck)} {by_armor}")
    return "".join(clauses)


def _disarmed(id: str, scene: Scene) -> list[str]:
    """Put the weapon in hand out of action and return that in words (ruling O30)."""
    victim = scene.combatant(id)
    state = soldier(victim)
    if victim.holding is None or victim.in_hand in state.broken:
        return []
    scene.change(id, altered(state, broken=tuple(sorted((*state.broken, victim.in_hand)))))
    return [f"{victim.reference}’s {victim.holding.weapon.name} is out of action"]


def _add_wounds(id: str, state: Soldier, wounds: Sequence[Wound], dead: bool, scene: Scene) -> list[Fate]:
    """Add the wounds to the combatant's state, check for knockout, and return what happens."""
    now, when = scene.encounter.clock, " when this impulse ends" if scene.encounter.timed else ""
    hurt: Soldier = altered(state, wounds=(*state.wounds, *wounds))
    if dead or state.died is not None:
        scene.change(id, altered(hurt, died=state.died or now))
        return [Fate(f"dead{when}")] if state.died is None else []
    checked, falls = _check_knockout(scene.name(id), hurt, scene)
    before = scene.encounter
    scene.change(id, altered(hurt, knockout=checked))
    if checked is None or checked is state.knockout:
        return []
    check = KnockoutCheck(id, before, hurt, checked.roll)
    if fates := [fate for rule in KNOCKOUT_CHECKED.under(scene.encounter) for fate in rule(check, scene)]:
        return fates
    if not falls or checked.until is None:
        return []
    if hurt.rush:
        scene.change(id, altered(soldier(scene.combatant(id)), rush=None))
    set_timer(Wake(id), checked.until, scene)
    how = word(checked.effect)
    stays = state.incapacity(now).lower() == how
    return [Fate(f"stays {how}", "") if stays else Fate(f"{how}{when}")]


def _check_knockout(name: str, state: Soldier, scene: Scene) -> tuple[Knockout | None, bool]:
    """Check for knockout on the total (2.7); return the fighter's Knockout after that, and whether the throw fails.

    The Knockout is unchanged if no throw is necessary. There is one throw an impulse (ruling O22). A fighter that is
    out already can only stay out longer.
    """
    if state.knockout_value is None:
        return state.knockout, False
    now = scene.encounter.clock
    points, shock = _points(state, now), state.shock(now)
    total = points + shock
    total_words = f"{points:,} PD + shock {shock} (6C) = {total:,}" if shock else f"{total:,} PD"
    total_words += " of this impulse" if _rushes(state, now) else ""
    row = line(total, state.knockout_value)
    against = scene.lookup("Knockout", scene.book.tables.of(ODDS, "knockout"), row, detail=True, section="2.7")
    if not against:
        none = f"{total_words} is not over 1/10 of KV {state.knockout_value}: no roll"
        scene.note("Knockout", none, detail=True, section="2.7")
        return state.knockout, False
    over = row.replace("KV/10", "1/10 of KV") + f" {state.knockout_value}"
    needed = f"{against} or more to stay up{private(f': {total_words} is {over}')}"
    earlier = state.knockout
    kept = earlier if earlier and earlier.at == now else None
    if kept:
        scene.note(
            "Knockout",
            f"rolled {kept.roll:02} earlier in this impulse, needed {whole(needed)}",
            section="2.7",
            brief=f"{kept.roll:02} again",
        )
        scene.rule("O22", "one knockout roll an impulse; a later hit compares it with the new total", section="2.7")
    why = f"whether {name} stays up"
    roll = kept.roll if kept else scene.throw("Knockout", why, 0, 99, needed, section="2.7")
    time = kept.time if kept else None
    until, result = None, Knockout(now, roll)
    if earlier and earlier.until and (kept or state.incapacity(now)):
        until = earlier.until
        result = replace(earlier, since=earlier.since or earlier.at, before=earlier.before if kept else "")
    falls = roll < against
    if falls:
        effect = _effect(total, row, roll, scene)
        if time is None:
            time = scene.throw("Knockout", f"how long {name} is out", 0, 9, section="2.7")
        entry = sooner(time, effect)
        table = scene.book.tables.of(TIME, "8b")
        if shock:
            scene.rule("O68", "shock counts in the knockout roll only, not on table 8B", section="3.3")
        phases = int(scene.lookup("Knockout", table, points, entry, detail=True, section="2.7") or 0)
        less = f", {time} counts as {entry}" if entry != time else ""
        brief = f"{word(effect)} for {lasting(phases)}"
        scene.note("Knockout", f"{brief} (8B{less})", section="2.7", brief=brief)
        down = until is not None and until > now
        result = deeper(result, effect, state, now) if down else replace(result, effect=effect)
        waking = after(now, phases=phases, impulses=1)
        until = max(waking, until or waking)
    elif earlier and until is None:
        # They woke up from an earlier knockout, which still reduces their actions (2.10).
        until = earlier.until
    since = result.since if result.since != now else None
    return replace(result, at=now, roll=roll, time=time, until=until, since=since), falls
