"""A combatant in words: a short line for the board, and the Status Sheet of Figure 1 (1.2, 1.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from rules.engine.books.ruleset import Summary
from rules.engine.flow.plan_text import worded
from rules.engine.records.agenda import Clock, Declaration, Pending, Task, Timer
from rules.engine.records.model import Carried, Combatant, Encounter
from rules.engine.records.orders import Act, Attack, Heal, Move, Reload, Target
from rules.engine.records.records import Order
from rules.engine.records.references import put_names, reference
from rules.engine.sharing.unknown import NOT_KNOWN
from rules.phoenix.basics.arms import Grenade
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import Soldier, Wound, soldier
from rules.phoenix.basics.times import IMPULSES, UNTIL_SAID, after, clocked, hence
from rules.phoenix.book import Book
from rules.phoenix.ground.cover_words import exposure_words
from rules.phoenix.ground.facing import compass
from rules.phoenix.harm.fitness import (
    allotment,
    combat_actions,
    disabled_parts,
    penalty,
    share,
)
from rules.phoenix.harm.hit_records import place_words
from rules.phoenix.harm.incapacity import told, word
from rules.phoenix.people.outward import OF_SHOOTERS, OF_TARGETS
from rules.phoenix.people.sheets.equipment import burden, pounds
from rules.phoenix.people.surprise import surprised
from rules.phoenix.people.weapon_lines import weapon_lines
from rules.phoenix.shooting.carrying import dropped_weapons, gear
from rules.phoenix.turn.due_timers import GoesOff, Healed, Recover, Wake
from rules.words.phrases import counted, listed

MOST_SHORT = 49
"""The number of characters that fit after a name on a phone."""

_LONGEST_ACT = 24
_ID = re.compile(r"c\d+")
BRIEF = Hook[Callable[[Combatant, Encounter, Book], Iterable[tuple[int, str]]]]()
"""Each returns its words for the board with their weights, 0 to 6; the heaviest words are left out first."""
LASTING = Hook[Callable[[Combatant, Encounter, Book], Iterable[tuple[int, str]]]]()
"""Each returns such words that also apply to fighters that are out of the fight."""
LINES = Hook[Callable[[Combatant, Encounter, Book], Iterable[tuple[str, str]]]]()
"""Each returns its lines of the Status Sheet, label and text."""
_COVERING = {"Pinned": "pins", "Cover fire": "covers"}
"""Labels of lines about a pinned place (5.9) or a covered area (5.10), and the verb of each."""
_DUE: dict[type[Order], str] = {Wake: "wakes up", Recover: "Recovery Roll", Healed: "healed"}


def summary(combatant: Combatant, encounter: Encounter, book: Book) -> Summary:
    """Return the combatant's board line and Status Sheet, without values that are not known."""
    lines = tuple(_lines(combatant, encounter, book))
    covers = "; ".join(f"{_COVERING[label]} {text}" for label, text in lines if label in _COVERING)
    return Summary(_short(combatant, encounter, book), lines, _harm(combatant, encounter), covers)


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Summary:
    """Return the combatant's board line alone: the Status Sheet takes most of the time."""
    return Summary(_short(combatant, encounter, book), ())


def pending_text(item: Pending, encounter: Encounter) -> str:
    """Return what falls due or goes off, and when; "" for other items, such as tasks, which the board line shows."""
    if isinstance(item, Declaration):
        then = "then " if item.follows else ""
        text = f"{reference(item.actor)}, declared: {then}{worded(item.order)}"
        return put_names(text, lambda id: _named(id, encounter))
    if isinstance(item, Timer) and isinstance(item.order, GoesOff):
        return f"{item.order.weapon.name} {item.order.where} goes off {_when(item.at, encounter.clock)}"
    if not isinstance(item, Timer) or item.at >= UNTIL_SAID or type(item.order) not in _DUE:
        return ""
    return f"{encounter.combatant(item.of).name}, {_DUE[type(item.order)]}: {_when(item.at, encounter.clock)}"


def _short(combatant: Combatant, encounter: Encounter, book: Book) -> str:
    """Return why the combatant is out; otherwise actions, task, wounds, weapon and cover, as far as there is room."""
    state, task = soldier(combatant), encounter.task(combatant.id)
    if fate := _fate(combatant, encounter):
        wounds = [f"{state.physical_damage:,} PD"] if state.wounds and state.died is None else []
        lasting = [words for rule in LASTING.all for _, words in rule(combatant, encounter, book)]
        return " · ".join([fate, *wounds, *lasting])
    hand, broken = dropped_weapons.in_hand(combatant, encounter), combatant.in_hand in state.broken
    weapon = _weapon(hand, broken=broken)
    shorter = {weapon: f"{hand.weapon.name} broken" if broken else hand.weapon.name} if hand else {}
    # In display order, each with its weight: the heaviest are left out first, or shortened.
    parts = [
        (0, _left(state, encounter, book)),
        (3, weapon),
        (1, "surprised" if surprised(combatant, encounter) else ""),
        (1, _working(task, encounter) if task else _aim(state, encounter)),
        (2, _wounded(state, encounter.clock) if state.wounds else ""),
        *(part for rule in BRIEF.all for part in rule(combatant, encounter, book)),
        (4, "" if state.spotted else "unspotted"),
        (5, ", ".join(_posture(state, encounter))),
        (6, f"faces {compass(state.facing)}" if state.facing is not None else ""),
    ]
    kept: dict[tuple[int, str], str] = {}
    for part in sorted(part for part in parts if part[1]):
        forms = (part[1], shorter.get(part[1], ""))
        fits = (one for one in forms if one and len(" · ".join((*kept.values(), one))) <= MOST_SHORT)
        if form := next(fits, "" if kept else part[1]):
            kept[part] = form
    return " · ".join(kept[part] for part in parts if part in kept) or "ready"


def fading(combatant: Combatant, encounter: Encounter) -> str:
    """Return what a fighter is whose harm takes effect when this impulse ends: "dying", "about to be stunned"; "" for
    others (ruling O23).
    """
    state, now = soldier(combatant), encounter.clock
    if state.died is not None:
        return "dying" if state.died == now and encounter.timed else ""
    if not combatant.present or state.out(now) or not state.out(after(now, impulses=1)):
        return ""
    effect = state.incapacity(after(now, impulses=1))
    return "about to fall unconscious" if effect == "Out" else f"about to be {effect.lower()}"


def _fate(combatant: Combatant, encounter: Encounter, *, exactly: bool = False) -> str:
    """Return why the combatant is out, or the harm that takes effect when the impulse ends; "" for neither.

    `exactly` names the impulse in which they wake up.
    """
    state, now = soldier(combatant), encounter.clock
    if state.died is not None:
        return "dead" if now > state.died or not encounter.timed else "dead when this impulse ends"
    if not combatant.present:
        return "out of play"
    if state.out(now):
        return told(state, now, exactly=exactly)
    fell = state.knockout
    if fell is None or fell.until is None or fell.until <= now or not state.out(after(now, impulses=1)):
        return ""
    return f"{word(fell.effect)} when this impulse ends"


def _when(at: Clock, now: Clock) -> str:
    return f"in {hence(at, now) or clocked(at)}"


def _left(state: Soldier, encounter: Encounter, book: Book) -> str:
    """Return the actions left out of this impulse's: "2 of 3"."""
    if state.actions is None or not encounter.timed:
        return ""
    return f"{state.left} of {max(state.left, allotment(state, encounter.clock, book))}"


def _weapon(carried: Carried | None, *, broken: bool) -> str:
    """Return a weapon in a few characters: "M16 29/30", "M16 out of action"."""
    if carried is None:
        return ""
    if broken:
        return f"{carried.weapon.name} out of action"
    ammunition = carried.ammunition
    if ammunition is None:
        return carried.weapon.name
    if isinstance(carried.weapon, Grenade):
        return f"{ammunition.loaded + (ammunition.loads or 0)} {carried.weapon.name}"
    return f"{carried.weapon.name} {ammunition.loaded}/{ammunition.capacity}"


def _working(task: Task, encounter: Encounter) -> str:
    """Return the task and its progress: "reloading 3 of 8"."""
    match task.order:
        case Attack(targets=targets):
            return f"aims at {_targets(targets, encounter)} {task.spent}/{task.cost}"
        case Reload():
            doing = "reloading"
        case Heal(targets=targets):
            doing = f"treating {_targets(targets, encounter)}" if targets else "treating themselves"
        case Move(to=to):
            doing = f"moving to {to}"
        case Act(what=what):
            doing = what if len(what) <= _LONGEST_ACT else what[: _LONGEST_ACT - 1] + "…"
            doing += ":" * doing[-1:].isdigit()  # spot Guard 1: 2 of 5
        case _:
            doing = "busy"
    return f"{doing} {task.spent} of {task.cost}"


def _targets(targets: tuple[Target, ...], encounter: Encounter) -> str:
    names = [
        _named(target.id, encounter) if target.id else target.profile.name if target.profile else str(target.place)
        for target in targets
    ]
    return listed(names, "and") if names else "nobody"


def _named(at: str, encounter: Encounter) -> str:
    """Return the name of a target of aim: a combatant's for an id, even if they have left, or a place."""
    gone = "a fighter who has left" if _ID.fullmatch(at) else at
    return next((other.name for other in encounter.combatants if other.id == at), gone)


def _aim(state: Soldier, encounter: Encounter) -> str:
    return f"aim {state.aim.actions} at {_named(state.aim.at, encounter)}" if state.aim else ""


def _posture(state: Soldier, encounter: Encounter) -> Iterator[str]:
    """Yield position and exposure if they are unusual and not shown already. A dug in combatant kneels."""
    low = state.nerve is not None and state.nerve.low and not state.custody
    if not low and state.position != "standing" and (state.position, state.exposure) != ("kneeling", "dug in"):
        yield "low prone" if state.low_prone else state.position
    if words := exposure_words(state, encounter, short=True):
        yield words


def _lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    state = soldier(combatant)
    if now := _now(combatant, encounter, book):
        yield "Now", now
    if combatant.glimpsed:
        for slot, carried in enumerate(combatant.carried):
            yield "Lies" if dropped_weapons.lying(combatant, slot) else "In hand", carried.weapon.name
        yield "Stands", ", ".join(_stands(state, encounter, glimpsed=True))
        yield NOT_KNOWN, ", ".join((*OF_SHOOTERS, *OF_TARGETS))
        return
    yield from _values(state, encounter, book)
    worn = [(name, getattr(state.armor, name.casefold())) for name in ("Helm", "Visor", "Body", "Limbs")]
    if any(factor for _, factor in worn):
        yield "Armor PF", ", ".join(f"{name} {factor or '–'}" for name, factor in worn)
    for slot in range(len(combatant.carried)):
        yield from weapon_lines(combatant, slot, encounter)
    if items := burden((), state.equipment, book):
        yield "Equipment", ", ".join(f"{item} {pounds(weight)}" for item, weight in items)
    if state.weight is not None:
        light = f", {pounds(state.light.weight)} without the weapon on the ground" if state.light else ""
        yield "Encumbrance", f"{pounds(state.weight)} pounds{light}"
    yield "Stands", ", ".join(_stands(state, encounter))
    for rule in LINES.all:
        yield from rule(combatant, encounter, book)
    yield from _hurt(combatant, encounter)


def _now(combatant: Combatant, encounter: Encounter, book: Book) -> str:
    state, task = soldier(combatant), encounter.task(combatant.id)
    if fate := _fate(combatant, encounter, exactly=True):
        return fate
    left = _left(state, encounter, book)
    doing = [_working(task, encounter)] if task else []
    return ", ".join([*([f"{left} actions left"] if left else []), *doing, *filter(None, [_aim(state, encounter)])])


def _values(state: Soldier, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the lines for the values of 1.3, steps 1 to 8."""
    if state.troop:
        yield "Troops", state.troop
    if has := state.characteristics:
        names = ("STR", "INT", "WIL", "HLT", "AGI")
        values = (has.strength, has.intelligence, has.will, has.health, has.agility)
        named = zip(names, values, strict=True)
        yield "Characteristics", ", ".join(f"{name} {value}" for name, value in named)
    skill = [f"{name} {value}" for name, value in (("SAL", state.sal), ("ISF", state.isf)) if value is not None]
    if state.skill is not None:
        skill.insert(0, f"Level {state.skill}")
    if skill:
        yield "Skill", ", ".join(skill)
    now = state.light or state
    speed = [f"Base {now.base_speed}"] if now.base_speed else []
    speed += [f"Maximum {now.maximum_speed}"] if now.maximum_speed is not None else []
    if speed:
        yield "Speed", ", ".join(speed)
    if state.vehicle is not None:
        yield "Drives", f"{counted(state.vehicle, 'hex')} a phase"
    if state.actions is not None:
        able = combat_actions(state, encounter.clock, book)
        split = " ".join(str(share(able, impulse, book)) for impulse in range(1, IMPULSES + 1))
        why = ["their wounds"] if penalty(state, encounter.clock, book) else []
        why += ["what they watch"] if state.view else []
        why += ["the daze"] if state.incapacity(encounter.clock) == "Dazed" else []
        unhurt = state.unhurt_actions or 0
        lowered = f"{unhurt}, for {listed(why, 'and')} {able}" if able < unhurt else str(able)
        yield "Combat Actions", f"{lowered} (impulses {split})"
    if state.knockout_value is not None:
        yield "Knockout Value", str(state.knockout_value)


def _stands(state: Soldier, encounter: Encounter, *, glimpsed: bool = False) -> Iterator[str]:
    yield "low prone" if state.low_prone else state.position
    if words := exposure_words(state, encounter):
        yield words
    if state.cover:
        yield f"behind {state.cover.name}, PF {state.cover.pf}"
    yield "Firing Stance" if state.firing_stance else "no Firing Stance"
    if state.braced is not None:
        yield "braced"
    if gear.masked(state):
        yield "gas mask on"
    if state.facing is not None:
        yield f"facing {compass(state.facing)} ({state.facing}°)"
    if not state.spotted:
        yield "unspotted"
    if not glimpsed:
        yield {"never": "does not duck", "ask": "asks whether to duck"}.get(state.duck, f"ducks {state.duck}")
    if state.drugged:
        yield "drugged"


def _hurt(combatant: Combatant, encounter: Encounter) -> Iterator[tuple[str, str]]:
    """Yield the lines for wounds, care and Timers."""
    state, now = soldier(combatant), encounter.clock
    if state.wounds:
        yield "Wounds", f"{', '.join(map(_wound, state.wounds))}; in all {state.physical_damage:,} PD"
    if disabled := disabled_parts(state, now):
        yield "Disabled", ", ".join(disabled)
    if state.care.kind != "No Aid":
        tech = f" (Tech Level {state.care.tech})" if state.care.tech else ""
        given_up = f" until {clocked(state.care.left)}" if state.care.left else ""
        since = "before this encounter" if state.care.since.turn < 1 else f"since {clocked(state.care.since)}"
        yield "Care", f"{state.care.kind}{tech} {since}{given_up}"
    timers = [item for item in encounter.agenda if isinstance(item, Timer) and item.of == combatant.id]
    for timer in sorted(timers, key=lambda timer: timer.at):
        if what := _DUE.get(type(timer.order)):
            yield "Due", f"{what} {_when(timer.at, encounter.clock)}"


def _harm(combatant: Combatant, encounter: Encounter) -> str:
    """Return why the combatant is out, their Physical Damage and their disabled parts."""
    state = soldier(combatant)
    hurt = [_wounded(state, encounter.clock)] if state.wounds and state.died is None else []
    return ", ".join(filter(None, [_fate(combatant, encounter), *hurt]))


def _wounded(state: Soldier, now: Clock) -> str:
    """Return the Physical Damage and the disabled parts: "67 PD, arm disabled"."""
    disabled = disabled_parts(state, now)
    return f"{state.physical_damage:,} PD" + (f", {listed(disabled, 'and')} disabled" if disabled else "")


def _wound(wound: Wound) -> str:
    disables = {0: "", 1: ", disabled", 2: ", disabled (double)"}[min(wound.disabling, 2)]
    return f"{place_words(wound.location)} {wound.points:,} PD{disables}"
