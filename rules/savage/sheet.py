"""Sheet lines of the Savage Worlds rules: reading them, and a GM's corrections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from rules.engine.ammunition.ammunition import (
    AUTOMATIC_FIRE,
    DOUBLE_TAP,
    RAPID_ATTACK,
    SINGLE_SHOT,
    THREE_ROUND_BURST,
    pieces,
)
from rules.engine.records.copies import replace
from rules.engine.records.errors import BadSheet, NotNow
from rules.engine.records.model import Ammunition, Carried, Profile, Spare
from rules.engine.scene.effects import Loaded
from rules.engine.scene.scene import Scene
from rules.engine.sharing import adjustment
from rules.savage.shooter import DICE, MODES, MOST_BONUS, SORTS, STANDARD, Firearm, Shooter, Supply, SupplyTerm, shooter
from rules.savage.shooting.arms import MOST_RATE, MOST_ROUNDS
from rules.savage.shooting.loads import ammunition_words, firearm, full_load
from rules.words.catalogue import normalized
from rules.words.phrases import combined
from rules.words.sheet import (
    NUMBER,
    Details,
    Grammar,
    Item,
    Number,
    Phrase,
    Reading,
    Terms,
    Value,
    items,
    number,
    words_of,
)

EXAMPLE = "Shooting d8, Wild Card, Assault Rifle, 2 grenades"
NAMELESS = "Firearm"
_MOST_SPARES, _MOST_SORT = 1_000, 40
_OTHER = SORTS[1:]
_SKILLS = {f"d{die}": str(die) for die in DICE} | {f"d12+{n}": f"12+{n}" for n in range(1, MOST_BONUS + 1)}
_SORT_SPARES = [
    Number(f"spares {sort}", (f"{sort} spares", f"spares {sort}"), 0, _MOST_SPARES, counted=True) for sort in _OTHER
]
SHOOTER_TERMS = (
    Phrase("shooting", {f"Shooting {skill}": value for skill, value in _SKILLS.items()} | _SKILLS),
    Phrase("nature", {"Wild Card": "wild", "Extra": "extra"}),
)
LOAD_TERMS: tuple[Number | Phrase, ...] = (
    Phrase("sort", {sort: sort for sort in _OTHER}),
    *(term for term in adjustment.TERMS if term.key in ("loaded", "spares") and isinstance(term, Number | Phrase)),
)
"""The terms for the ammunition in a weapon and its spare loads."""
_SUPPLY = "supply"
_SEMI, _SINGLE, _BURST = "semi-automatic", "single shot", "three-round burst"


def profile(line: str, arms: Mapping[str, Firearm]) -> Profile:
    """Return the profile of a sheet line, `arms` by name. Raises BadSheet, one sentence with every problem."""
    reading = _read(line, (_weapons(arms),), arms.values())
    problems: list[str] = []
    carried = [_carried(value, details, arms, problems) for value, details in _weapon_items(reading)]
    names = [one.weapon.name for one in carried]
    problems += [f"there are two weapons called {name}" for name in dict.fromkeys(names) if names.count(name) > 1]
    if problems:
        raise BadSheet(combined(problems), problems)
    state = _with_changes(reading, Shooter())
    named = zip((details for _, details in _weapon_items(reading)), carried, strict=True)
    if any("spares" not in details and _spares_by_sort(details) and firearm(one)[0].supplied for details, one in named):
        state = _with_supply(state, Supply(STANDARD))
    return Profile(state.nature, " ".join(line.split()), tuple(carried), state)


def adjust(subject: str, changes: str, scene: Scene) -> str:
    """Apply a GM's correction and return what changed, in words. Raises BadSheet or NotNow."""
    acted = Phrase("acted", {"acted": "yes", "has acted": "yes", "may act": ""})
    own = [firearm(carried)[0] for carried in scene.combatant(subject).carried]
    reading = _read(changes, (*adjustment.TERMS, acted, *_SORT_SPARES), own)
    if not reading:
        raise BadSheet(
            "What do you want to set? For example at C4, dead, alive, Shooting d8, Wild Card, may act,"
            " loaded 1, spares 2."
        )
    adjustment.check_apart(reading, subject, scene.encounter)
    combatant = scene.combatant(subject)
    if "spares" in reading or _spares_by_sort(reading):
        slot = number(reading, "hand", combatant.in_hand + 1) - 1
        if slot < len(combatant.carried):
            _check_not_plain(firearm(combatant.carried[slot])[0])
    state = shooter(combatant)
    changed = _with_changes(reading, state)
    if "acted" in reading:
        changed = replace(changed, acted=bool(reading["acted"]))
    changes_made = [str(value) for value in _differences(state, changed)]
    if changed != state:
        scene.change(subject, changed)
    changes_made += adjustment.apply(reading, subject, scene)
    if _spares_by_sort(reading):
        changes_made.append(_correct_spares(reading, subject, scene))
    return ", ".join(changes_made) or "as it was"


def _read(line: str, terms: Terms, weapons: Iterable[Firearm]) -> Reading:
    """Return the terms of a line; a supply may be of a usual sort or of a plain one of `weapons`.

    A supply of any other sort is read as well if it is alone between commas.
    """
    plain_weapons = [weapon for weapon in weapons if weapon.plain]
    sorts = {f"{sort} {_SUPPLY}": sort for sort in (*SORTS, *(weapon.name for weapon in plain_weapons))}
    also = {f"{name} {_SUPPLY}": weapon.name for weapon in plain_weapons for name in weapon.also}
    lasting = Phrase("term", {term: term for term in get_args(SupplyTerm)})
    supply = Item(_SUPPLY, _SUPPLY, sorts, also, [lasting])
    grammar = Grammar([*SHOOTER_TERMS, supply, *terms])
    free: dict[str, str] = {}
    for section in line.split(","):
        before, separator, _ = section.rpartition(f" {_SUPPLY}")
        words, sort = words_of(before), " ".join(before.split())
        recognized = any(grammar.match(words[n:])[0] for n in range(len(words)))
        if separator and words and words[0] != "no" and len(sort) <= _MOST_SORT and not recognized:
            free[f"{sort} {_SUPPLY}"] = sort
    return (Grammar([*SHOOTER_TERMS, replace(supply, also=free | also), *terms]) if free else grammar).read(line)


def _weapons(arms: Mapping[str, Firearm]) -> Item:
    return Item(
        "weapon",
        "weapon",
        {**{name: name for name in arms}, "magazine": ""},
        also={also: weapon.name for weapon in arms.values() for also in weapon.also},
        terms=[
            Number("rate", ("ROF", "rate of fire"), 1, MOST_RATE),
            Phrase("extended", {"extended": "yes", "extended magazine": "yes"}),
            Phrase("caseless", {"caseless": "yes"}),
            Phrase("action", {_SEMI: _SEMI, "single shot": _SINGLE}),
            Phrase("burst", {_BURST: "yes", "3-round burst": "yes", "3RB": "yes"}),
            *LOAD_TERMS,
            *_SORT_SPARES,
        ],
        counted=True,
        most=MOST_ROUNDS,
    )


def _weapon_items(reading: Reading) -> list[tuple[str, Details]]:
    """Return the weapons with their details; a magazine right after a named weapon belongs to that weapon."""
    weapons: list[tuple[str, Details]] = []
    for value, details in items(reading, "weapon"):
        if value:
            weapons.append((value, details))
            continue
        own: dict[str, int | str] = {("magazine" if key == NUMBER else key): what for key, what in details.items()}
        if weapons and weapons[-1][0] and "magazine" not in weapons[-1][1]:
            weapons[-1] = (weapons[-1][0], {**weapons[-1][1], **own})
        else:
            weapons.append(("", own))
    return weapons


def _carried(name: str, details: Details, arms: Mapping[str, Firearm], problems: list[str]) -> Carried:
    weapon = _weapon(name, details, arms, problems)
    full = full_load(weapon)
    loaded = number(details, "loaded", full.loaded)
    if loaded > full.capacity:
        problems.append(f"the {weapon.name} holds at most {pieces(full.capacity, full.measure)}, not {loaded}")
        loaded = full.capacity
    if weapon.plain and ({"spares", "sort"} & details.keys() or _spares_by_sort(details)):
        problems.append(f"the {weapon.name} is counted one by one: give the number, such as {weapon.name} 3")
    ammunition = replace(full, loaded=loaded, sort=str(details.get("sort", "")))
    ammunition = replace(ammunition, spares=adjustment.spares_in(details, ammunition))
    return Carried(weapon, _with_spares(details, ammunition))


def _weapon(name: str, details: Details, arms: Mapping[str, Firearm], problems: list[str]) -> Firearm:
    """Return the weapon with the changes of the line; a weapon without a name takes magazine and ROF from the line."""
    magazine, count, rate = number(details, "magazine"), number(details, NUMBER), number(details, "rate")
    if not name:
        if not magazine:
            problems.append("“magazine” needs its rounds after it, such as magazine 30")
        weapon = Firearm(NAMELESS, magazine or 1, modes=(SINGLE_SHOT, DOUBLE_TAP, RAPID_ATTACK), source="a sheet line")
    else:
        weapon = arms[name]
    if weapon.plain:
        if wrong := [
            word for word in ("magazine", "rate", "extended", "caseless", "action", "burst") if word in details
        ]:
            problems.append(f"the {weapon.name} is counted one by one: leave {', '.join(wrong)} out")
        return replace(weapon, magazine=count or weapon.magazine)
    if count:
        problems.append(f"give the number of the {weapon.name} once: leave the {count} out, or use magazine {count}")
    if rate > 1 and AUTOMATIC_FIRE not in weapon.modes:
        weapon = replace(weapon, modes=MODES)
    if rate == 1 or details.get("action"):
        kept = (SINGLE_SHOT,) if details.get("action") == _SINGLE else (SINGLE_SHOT, DOUBLE_TAP, RAPID_ATTACK)
        modes = kept if details.get("action") else tuple(mode for mode in weapon.modes if mode != AUTOMATIC_FIRE)
        if rate > 1:
            problems.append(f"“{details['action']}” and a ROF of {rate} contradict each other")
        weapon, rate = replace(weapon, modes=modes, rate=1), 1
    if "burst" in details and THREE_ROUND_BURST not in weapon.modes:
        weapon = replace(weapon, modes=tuple(m for m in MODES if m in (*weapon.modes, THREE_ROUND_BURST)))
    return replace(
        weapon,
        magazine=magazine or weapon.magazine,
        rate=rate or weapon.rate,
        extended="extended" in details,
        caseless=weapon.caseless or "caseless" in details,
    )


def _spares_by_sort(details: Mapping[str, Value] | Details) -> dict[str, int]:
    """Return the number of spare loads for each sort that the line names."""
    return {sort: number(details, key) for sort in _OTHER if (key := f"spares {sort}") in details}


def _with_spares(details: Mapping[str, Value] | Details, ammunition: Ammunition) -> Ammunition:
    """Return the ammunition with the spare loads that the line gives for each sort."""
    if not (counts := _spares_by_sort(details)):
        return ammunition
    others = tuple(spare for spare in ammunition.spares or () if spare.sort not in counts)
    new = tuple(Spare(ammunition.capacity, count, sort) for sort, count in counts.items() if count)
    return replace(ammunition, spares=(*others, *new))


def _correct_spares(reading: Reading, subject: str, scene: Scene) -> str:
    combatant = scene.combatant(subject)
    if combatant.holding is None:
        raise NotNow(f"{combatant.reference} has no weapon in hand.")
    weapon, old = firearm(combatant.holding)
    if old.spares is None:
        # Unlimited loads become a lifetime supply of Standard.
        scene.change(subject, _with_supply(shooter(combatant), Supply(STANDARD)))
    new = _with_spares(reading, old)
    scene.do(Loaded(subject, combatant.in_hand, new))
    return f"{weapon.name} {ammunition_words(weapon, new, scene.combatant(subject))}"


def _check_not_plain(weapon: Firearm) -> None:
    if weapon.plain:
        raise NotNow(f"The {weapon.name} is counted one by one. Leave spares out; loaded gives the number.")


def _with_changes(reading: Reading, state: Shooter) -> Shooter:
    """Return the shooter with the changes of the line."""
    if "shooting" in reading:
        die, _, bonus = str(reading["shooting"]).partition("+")
        state = replace(state, die=int(die), bonus=int(bonus or 0))
    if "nature" in reading:
        state = replace(state, wild=reading["nature"] == "wild")
    terms: dict[str, SupplyTerm] = {term: term for term in get_args(SupplyTerm)}
    for sort, details in items(reading, "supply"):
        state = _with_supply(state, Supply(sort, terms[str(details.get("term", "lifetime"))]))
    return state


def _with_supply(state: Shooter, supply: Supply) -> Shooter:
    others = tuple(s for s in state.supplies if normalized(s.sort) != normalized(supply.sort))
    return replace(state, supplies=(*others, supply))


def _differences(old: Shooter, new: Shooter) -> list[str]:
    differences = [f"Shooting {new.skill}"] if (old.die, old.bonus) != (new.die, new.bonus) else []
    differences += [new.nature] if old.wild != new.wild else []
    differences += ["has acted" if new.acted else "may act"] if old.acted != new.acted else []
    return differences + [s.words for s in new.supplies if s not in old.supplies]
