"""A GM's corrections of a combatant of Phoenix Command: position, values, actions, wounds, weapon.

A correction that ends a state also removes the tasks, questions and Timers that belong to it. Corrections that need an
Optional Rule are in `corrections` and `harm_words`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from rules.engine.ammunition.ammunition import ROUNDS
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import BadSheet, NotNow
from rules.engine.records.model import Spare
from rules.engine.records.orders import Attack, Move, Reload
from rules.engine.scene.effects import Appeared, Loaded
from rules.engine.sharing import adjustment
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.soldier import Care, Characteristics, Knockout, Soldier, Wound, helpless, soldier
from rules.phoenix.basics.times import UNTIL_SAID, after, clocked, lasting
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground import cover_side
from rules.phoenix.ground.cover import terms as cover_terms
from rules.phoenix.ground.cover import with_cover
from rules.phoenix.ground.cover_words import exposure_words
from rules.phoenix.ground.moves import riding
from rules.phoenix.harm import medicine
from rules.phoenix.people import corrections, fates
from rules.phoenix.people.corrections import FITTED, LINES, STATE_WORDS
from rules.phoenix.people.interruption import give_up
from rules.phoenix.people.sheets.states import check_side, state_terms, with_state
from rules.phoenix.shooting.carrying import dropped_weapons, gear
from rules.phoenix.shooting.carrying.kit import held, load_of, rounds_of, sort_named
from rules.phoenix.turn.due_timers import Wake, drop_timers, set_timer
from rules.words.phrases import counted
from rules.words.sheet import Grammar, Number, Phrase, Reading, Terms, number

_YES, _NO = "yes", "no"
_EVER = 10_000_000
_SET_BY_GM = "wound set by the GM"
_LIVING = ("footing", "off balance", "rush", "charge", "nerve", "plan")
"""Keys that cannot be set for the dead."""
_FITS: tuple[tuple[str, str, tuple[str, str]], ...] = (
    ("footing", _YES, ("position", "prone")),
    ("footing", _YES, ("stance", _NO)),
    ("nerve", "low prone", ("position", "prone")),
    *(("nerve", word, ("stance", _NO)) for word in ("broken", "low prone", "fleeing")),
)
"""A key and its value, then another key and the only value that it may have beside the first."""
_VALUES: Mapping[str, str] = {
    "actions": "Combat Actions",
    "knockout_value": "Knockout Value",
    "sal": "SAL",
    "isf": "ISF",
}
_EXAMPLES = "prone, hidden, facing 60, armor 10, actions left 2, PD 120, heal all, awake, unconscious, loaded 5, at C4"


def adjust(subject: str, changes: str, scene: Scene) -> str:
    """Correct a combatant and return the changes in words. Raises BadSheet or NotNow."""
    sightings = list[str]()
    for line in LINES.all:
        known, changes = line(changes, subject, scene)
        sightings += known
    reading: Reading = _grammar(scene.book).read(changes) if changes.strip() or not sightings else {}
    if not reading and not sightings:
        raise BadSheet(f"What do you want to set? For example {_EXAMPLES}.")
    for one, other in _opposed():
        if one in reading and other in reading:
            raise BadSheet(f"“{_word(one, reading)}” and “{_word(other, reading)}” exclude each other. Leave one out.")
    for one, value, (other, alone) in _FITS:
        if reading.get(one) == value and reading.get(other, alone) != alone:
            raise BadSheet(f"“{_word(one, reading)}” and “{_word(other, reading)}” exclude each other. Leave one out.")
    for words in STATE_WORDS.all:
        words.check(reading, scene.encounter)
    corrections.check(reading, scene.encounter)
    if reading.keys() & {*_LIVING}:
        _check_alive(reading, subject, scene)
    changed = adjustment.apply({k: v for k, v in reading.items() if k in ("at", "presence", "hand")}, subject, scene)
    changed += sightings
    changed += _interrupted(reading, subject, scene)
    changed += _weapon(reading, subject, scene)
    before = soldier(scene.combatant(subject))
    state = with_state(reading, gear.with_gear(reading, scene.combatant(subject)), scene.encounter.clock)
    state = with_cover(reading, state, scene.book)
    if "exposure" in reading:
        state = altered(state, hides=None)
    check_side(reading, state)
    state = _with_side(reading, state, before, scene)
    state = altered(state, **dict(_values(reading, state)))
    for words in STATE_WORDS.all:
        state = altered(state, **words.changes(reading, state, scene.encounter))
    for fitted in FITTED.all:
        state = fitted(state)
    if state != before:
        scene.change(subject, state)
        if state.vehicle is not None:
            riding.turn_along(subject, scene)
    changed += [
        *_stated(reading, state, scene),
        *gear.stated(reading),
        *(text for words in STATE_WORDS.all for text in words.stated(reading)),
    ]
    if any(words.falls(reading) for words in STATE_WORDS.all):
        changed += give_up(subject, scene)
    if state.cover != before.cover:
        changed.append(f"behind {state.cover.name}, PF {state.cover.pf}" if state.cover else "no cover")
    changed += corrections.correct(reading, subject, scene)
    dropped_weapons.reckon_weight(subject, scene)
    changed += _wounds(reading, subject, scene)
    changed += _fate(reading, subject, scene)
    return ", ".join(changed)


def _opposed() -> Iterator[tuple[str, str]]:
    """Yield pairs of words that exclude each other."""
    yield from (("dead", "presence"), ("dead", "awake"), ("unhurt", "pd"), *fates.OPPOSED)
    for words in STATE_WORDS.all:
        yield from words.opposed
    yield from (("dead", what) for what in _LIVING)


@lru_cache(maxsize=8)
def _grammar(book: Book) -> Grammar:
    return Grammar(_terms(book))


def _terms(book: Book) -> Terms:
    rounds = sorted({name for weapon in book.arms.values() for name in rounds_of(weapon)})
    return [
        *adjustment.TERMS,
        *state_terms(),
        Phrase("dead", {"dead": _YES, "killed": _YES}),
        Phrase("awake", {"awake": _YES, "conscious": _YES}),
        *fates.terms(_EVER),
        *(term for words in STATE_WORDS.all for term in words.terms),
        Number("left", ("actions left", "left", "actions"), 0, 20),
        Number("pd", ("PD", "physical damage"), 0, _EVER),
        Phrase("unhurt", {"heal all": _YES, "healed": _YES, "unhurt": _YES}),
        Phrase("aim", {"no aim": _NO}),
        *corrections.terms(),
        Phrase("round", {name: name for name in rounds}),
        Number("loose", ("loose rounds", "loose"), 0, 1_000, counted=True),
        Phrase("bolt", {"bolt worked": _YES, "pump worked": _YES, "bolt not worked": _NO, "pump not worked": _NO}),
        Phrase("sound", {"weapon repaired": _YES, "weapon broken": _NO}),
        Number("actions", ("CA", "combat actions"), 0, 24),
        Number("knockout_value", ("KV", "knockout value"), 0, 1_000),
        Number("sal", ("SAL", "skill accuracy level"), -20, 60),
        Number("isf", ("ISF",), 0, 99),
        Number("health", ("HLT", "health"), 1, 21),
        *cover_terms(book),
        *gear.terms(),
    ]


def _word(key: str, reading: Reading) -> str:
    """Return the word for a key of the reading, for an error."""
    if key == "footing":
        return "knocked down" if reading[key] == _YES else "on balance"
    named = {
        "unhurt": "heal all",
        "pd": "PD",
        "rush": "adrenalin rush",
        "charge": "charging",
        "stance": "firing stance",
    }
    return str(reading[key]) if key in ("presence", "nerve", "position") else named.get(key, key)


def _interrupted(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """End everything that depended on the place, weapon or aim that the GM changes; return it in words."""
    ended: list[str] = []
    if "at" in reading:
        _change(subject, scene, trace=(), course=None, pin=None, last_shot=None, rides="")
        ended += give_up(subject, scene, Move)
    if "hand" in reading:
        _change(subject, scene, progress=None)
        ended += give_up(subject, scene, Attack, Reload)
    if "aim" in reading:
        _change(subject, scene, aim=None)
        ended += ["no aim", *give_up(subject, scene, Attack)]
    return ended


def _weapon(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Correct the rounds of the weapon in hand and whether it works. Return the changes in words."""
    if not reading.keys() & {"round", "loaded", "spares", "loose", "bolt", "sound"}:
        return []
    changed: list[str] = []
    arm = held(scene.combatant(subject))
    if "round" in reading:
        if not isinstance(arm.weapon, Gun) or arm.ammunition is None:
            raise NotNow(f"The rounds of the {arm.weapon.name} are not counted. Leave the type of ammunition out.")
        sort = sort_named(arm.weapon, str(reading["round"]))
        scene.do(Loaded(subject, arm.slot, replace(arm.ammunition, sort=sort)))
        changed.append(f"{arm.weapon.name} with {sort}")
    if "loose" in reading:
        changed.append(_loose(number(reading, "loose"), subject, scene))
    loads = {key: value for key, value in reading.items() if key in ("loaded", "spares")}
    changed += adjustment.apply(loads, subject, scene, 1 if load_of(arm.weapon) == 1 else None)
    state = soldier(scene.combatant(subject))
    for key, field, yes, no in (
        ("bolt", "unworked", "is ready to fire", "needs a round chambered before the next shot"),
        ("sound", "broken", "works", "is out of action"),
    ):
        if key in reading:
            slots = {*getattr(state, field)} - {arm.slot} | ({arm.slot} if reading[key] == _NO else set())
            _change(subject, scene, **{field: tuple(sorted(slots))})
            changed.append(f"the {arm.weapon.name} {yes if reading[key] == _YES else no}")
    return changed


def _loose(rounds: int, subject: str, scene: Scene) -> str:
    """Set the rounds of the loaded type that are in no magazine or belt. Return them in words."""
    arm = held(scene.combatant(subject))
    if arm.ammunition is None or arm.ammunition.measure != ROUNDS or load_of(arm.weapon) == 1:
        raise NotNow(f"The {arm.weapon.name} has no magazines or belts with counted rounds. Leave loose out.")
    loose = (Spare(1, rounds, arm.ammunition.sort),) if rounds else ()
    scene.do(Loaded(subject, arm.slot, replace(arm.ammunition, loose=loose)))
    return f"{counted(rounds, 'loose round')} for the {arm.weapon.name}"


def _values(reading: Reading, state: Soldier) -> Iterator[tuple[str, Any]]:
    yield from ((key, number(reading, key)) for key in _VALUES if key in reading)
    if "left" in reading:
        yield "left", number(reading, "left")
    if "health" in reading:
        characteristics = state.characteristics or Characteristics()
        yield "characteristics", replace(characteristics, health=number(reading, "health"))


def _with_side(reading: Reading, state: Soldier, before: Soldier, scene: Scene) -> Soldier:
    """Return the fighter with the side of their cover: cover that is stated together with a facing is taken again."""
    named = state.cover_side if "side_of_cover" in reading else None
    if named is None and "facing" in reading:
        renewed = "exposure" in reading or state.cover != before.cover
        side = None if renewed else cover_side.turned_along(before, state.facing).cover_side
        state = altered(state, cover_side=side)
    return cover_side.settled(state, scene.encounter, named)


def _stated(reading: Reading, state: Soldier, scene: Scene) -> Iterator[str]:
    """Yield the changes of position, exposure, armor and values, in words."""
    if "position" in reading:
        yield state.position
    if reading.keys() & {"exposure", "side_of_cover"}:
        yield exposure_words(state, scene.encounter)
    if "stance" in reading:
        yield "in a Firing Stance" if state.firing_stance else "no Firing Stance"
    if "facing" in reading:
        yield f"facing {state.facing}°"
    yield from (
        f"{part} PF {getattr(state.armor, part)}" for part in ("helm", "visor", "body", "limbs") if part in reading
    )
    if "drugged" in reading:
        yield "drugged" if state.drugged else "not drugged"
    if "spotted" in reading:
        yield "spotted" if state.spotted else "unspotted"
    if "duck" in reading:
        yield f"ducks: {state.duck}"
    yield from (word for key, word in _MOTION.items() if key in reading)
    yield from (str(reading[key]) for key in ("gait",) if key in reading)
    if "vehicle" in reading:
        yield f"drives {counted(state.vehicle or 0, 'hex')} a phase"
    yield from (f"{name} {reading[key]}" for key, name in _VALUES.items() if key in reading)
    if "health" in reading:
        yield f"HLT {reading['health']}"
    if "left" in reading:
        yield f"{counted(state.left, 'action')} left"


_MOTION: Mapping[str, str] = {"moved": "moving", "ducked": "ducking", "appeared": "appearing"}


def _wounds(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Correct wounds and their consequences. Return the changes in words."""
    if "unhurt" in reading:
        _check_alive(reading, subject, scene)
        _change(subject, scene, wounds=(), knockout=None, care=Care(), recovered=False)
        drop_timers(subject, scene)
        return ["unhurt"]
    if "pd" in reading:
        points = number(reading, "pd")
        wounds = (Wound(points, _SET_BY_GM, 0, scene.encounter.clock),) if points else ()
        _change(subject, scene, wounds=wounds, recovered=False)
        medicine.plan_recovery(subject, scene)
        return [f"{points:,} PD in all"]
    if "health" in reading:
        medicine.replan(subject, scene)
    return []


def _fate(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Correct whether the fighter lives, is awake and in play. Return the changes in words."""
    now = scene.encounter.clock
    if "dead" in reading:
        _make_helpless(subject, scene, died=after(now, impulses=-1))
        scene.do(Appeared(subject, False))
        drop_timers(subject, scene)
        return ["dead", *give_up(subject, scene)]
    if word := fates.effect(reading):
        _check_alive(reading, subject, scene)
        phases, effect = number(reading, word), fates.EFFECTS[word]
        until = after(now, phases=phases) if phases else UNTIL_SAID
        knockout = Knockout(after(now, impulses=-1), 0, until=until, effect=effect)
        able = effect == "Disoriented"
        if able:
            _change(subject, scene, knockout=knockout, aim=None)
        else:
            _make_helpless(subject, scene, knockout=knockout, position="prone")
        if not scene.combatant(subject).present:
            drop_timers(subject, scene)
        elif phases:
            set_timer(Wake(subject), until, scene)
        else:
            drop_timers(subject, scene, Wake)
        lasts = f"{word} for {lasting(phases)}, until {clocked(until)}" if phases else f"{word} until “awake”"
        return [lasts, *give_up(subject, scene, *((Attack,) if able else ()))]
    if "presence" in reading and not scene.combatant(subject).present:
        _make_helpless(subject, scene)
        drop_timers(subject, scene)
        return give_up(subject, scene)
    if "presence" in reading:
        _change(subject, scene, died=None)
        medicine.replan(subject, scene)
        knocked_out = soldier(scene.combatant(subject)).knockout
        if "awake" not in reading and knocked_out and knocked_out.until and now < knocked_out.until < UNTIL_SAID:
            set_timer(Wake(subject), knocked_out.until, scene)
    if "awake" in reading:
        _check_alive(reading, subject, scene)
        knocked_out = soldier(scene.combatant(subject)).knockout
        if knocked_out and knocked_out.until and knocked_out.until > now:
            _change(subject, scene, knockout=replace(knocked_out, until=now))
        drop_timers(subject, scene, Wake)
        return ["awake"]
    return []


def _check_alive(reading: Reading, subject: str, scene: Scene) -> None:
    combatant = scene.combatant(subject)
    if soldier(combatant).died is not None and "presence" not in reading:
        raise NotNow(f"{combatant.reference} is dead. Add “alive”.")


def _make_helpless(subject: str, scene: Scene, **changes: Any) -> None:
    state = helpless(soldier(scene.combatant(subject)))
    if state.around_cover:  # they lie behind it
        state = altered(state, exposure="hidden", foxhole=state.exposure == "dug in")
    scene.change(subject, altered(state, **changes))


def _change(subject: str, scene: Scene, **changes: Any) -> None:
    """Change these fields of the Soldier; do nothing if they are the same."""
    before = soldier(scene.combatant(subject))
    state = altered(before, **changes)
    if state != before:
        scene.change(subject, state)
