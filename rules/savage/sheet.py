"""Sheet lines: who is meant by one, with which weapons, and what a GM may set right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import get_args

from rules.engine import adjustment
from rules.engine.ammunition import AUTOMATIC_FIRE, DOUBLE_TAP, RAPID_ATTACK, SINGLE_SHOT, THREE_ROUND_BURST, pieces
from rules.engine.effects import Loaded
from rules.engine.errors import BadSheet, NotNow
from rules.engine.model import Ammunition, Carried, Profile, Spare
from rules.engine.scene import Scene
from rules.savage.arms import MOST_RATE, MOST_ROUNDS
from rules.savage.loads import firearm, fresh, told
from rules.savage.shooter import DICE, MODES, MOST_BONUS, SORTS, STANDARD, Firearm, Lasting, Shooter, Supply, shooter
from rules.words.catalogue import plain
from rules.words.sheet import (
    NUMBER,
    Grammar,
    Item,
    Number,
    Phrase,
    Reading,
    Said,
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
_WHO = (
    Phrase("shooting", {f"Shooting {skill}": value for skill, value in _SKILLS.items()} | _SKILLS),
    Phrase("nature", {"Wild Card": "wild", "Extra": "extra"}),
)
_SUPPLY = "supply"
_SEMI, _SINGLE, _BURST = "semi-automatic", "single shot", "three-round burst"


def profile(line: str, arms: Mapping[str, Firearm]) -> Profile:
    """The profile of a sheet line, `arms` by name. Raises BadSheet, one sentence with every problem."""
    reading = _read(line, (_weapons(arms),), arms.values())
    problems: list[str] = []
    carried = [_carried(value, said, arms, problems) for value, said in _named(reading)]
    names = [one.weapon.name for one in carried]
    problems += [f"there are two weapons called {name}" for name in dict.fromkeys(names) if names.count(name) > 1]
    if problems:
        raise BadSheet(f"This does not read: {'; '.join(problems)}.", problems)
    state = _who(reading, Shooter())
    named = zip((said for _, said in _named(reading)), carried, strict=True)
    if any("spares" not in said and _by_sort(said) and firearm(one)[0].supplied for said, one in named):
        state = _supplied(state, Supply(STANDARD))
    return Profile(state.nature, " ".join(line.split()), tuple(carried), state)


def adjust(subject: str, changes: str, scene: Scene) -> str:
    """Set a combatant right; what changed, in words. Raises BadSheet or NotNow."""
    acted = Phrase("acted", {"acted": "yes", "has acted": "yes", "may act": ""})
    own = [firearm(carried)[0] for carried in scene.combatant(subject).carried]
    reading = _read(changes, (*adjustment.TERMS, acted, *_SORT_SPARES), own)
    if not reading:
        raise BadSheet("Say what to set: at C4, dead, alive, Shooting d8, Wild Card, may act, loaded 1, spares 2.")
    adjustment.check_apart(reading, subject, scene.encounter)
    combatant = scene.combatant(subject)
    if "spares" in reading or _by_sort(reading):
        slot = number(reading, "hand", combatant.in_hand + 1) - 1
        if slot < len(combatant.carried):
            _countable(firearm(combatant.carried[slot])[0])
    state = shooter(combatant)
    changed = _who(reading, state)
    if "acted" in reading:
        changed = replace(changed, acted=bool(reading["acted"]))
    said = [str(value) for value in _differences(state, changed)]
    if changed != state:
        scene.change(subject, changed)
    said += adjustment.apply(reading, subject, scene)
    if _by_sort(reading):
        said.append(_spared(reading, subject, scene))
    return ", ".join(said) or "as it was"


def _read(line: str, terms: Terms, weapons: Iterable[Firearm]) -> Reading:
    """The words of a line, `weapons` being those of which there may be a supply.

    A sort of ammunition that these rules do not know has a supply as well, if between commas nothing else is said.
    """
    things = [weapon for weapon in weapons if weapon.plain]
    sorts = {f"{sort} {_SUPPLY}": sort for sort in (*SORTS, *(thing.name for thing in things))}
    also = {f"{name} {_SUPPLY}": thing.name for thing in things for name in thing.also}
    lasting = Phrase("term", {term: term for term in get_args(Lasting)})
    supply = Item(_SUPPLY, _SUPPLY, sorts, also, [lasting])
    grammar = Grammar([*_WHO, supply, *terms])
    free: dict[str, str] = {}
    for section in line.split(","):
        before, found, _ = section.rpartition(f" {_SUPPLY}")
        words, sort = words_of(before), " ".join(before.split())
        known = any(grammar.match(words[n:])[0] for n in range(len(words)))
        if found and words and words[0] != "no" and len(sort) <= _MOST_SORT and not known:
            free[f"{sort} {_SUPPLY}"] = sort
    return (Grammar([*_WHO, replace(supply, also=free | also), *terms]) if free else grammar).read(line)


def _weapons(arms: Mapping[str, Firearm]) -> Item:
    loads = [
        term for term in adjustment.TERMS if term.key in ("loaded", "spares") and isinstance(term, Number | Phrase)
    ]
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
            Phrase("sort", {sort: sort for sort in _OTHER}),
            *loads,
            *_SORT_SPARES,
        ],
        counted=True,
        most=MOST_ROUNDS,
    )


def _named(reading: Reading) -> list[tuple[str, Said]]:
    """The weapons with what is said of each; a magazine right behind a named weapon is that weapon's."""
    found: list[tuple[str, Said]] = []
    for value, said in items(reading, "weapon"):
        if value:
            found.append((value, said))
            continue
        own: dict[str, int | str] = {("magazine" if key == NUMBER else key): what for key, what in said.items()}
        if found and found[-1][0] and "magazine" not in found[-1][1]:
            found[-1] = (found[-1][0], {**found[-1][1], **own})
        else:
            found.append(("", own))
    return found


def _carried(name: str, said: Said, arms: Mapping[str, Firearm], problems: list[str]) -> Carried:
    weapon = _modelled(name, said, arms, problems)
    full = fresh(weapon)
    loaded = number(said, "loaded", full.loaded)
    if loaded > full.capacity:
        problems.append(f"the {weapon.name} holds at most {pieces(full.capacity, full.measure)}, not {loaded}")
        loaded = full.capacity
    if weapon.plain and ({"spares", "sort"} & said.keys() or _by_sort(said)):
        problems.append(f"the {weapon.name} is counted plainly: say how many there are, such as {weapon.name} 3")
    ammunition = replace(full, loaded=loaded, sort=str(said.get("sort", "")))
    ammunition = replace(ammunition, spares=adjustment.spares_in(said, ammunition))
    return Carried(weapon, _with_sorts(said, ammunition))


def _modelled(name: str, said: Said, arms: Mapping[str, Firearm], problems: list[str]) -> Firearm:
    """The weapon with what the line changes of it; one without a name has its magazine and ROF from the line."""
    magazine, count, rate = number(said, "magazine"), number(said, NUMBER), number(said, "rate")
    if not name:
        if not magazine:
            problems.append("“magazine” wants its rounds behind it, such as magazine 30")
        weapon = Firearm(NAMELESS, magazine or 1, modes=(SINGLE_SHOT, DOUBLE_TAP, RAPID_ATTACK), source="a sheet line")
    else:
        weapon = arms[name]
    if weapon.plain:
        if wrong := [word for word in ("magazine", "rate", "extended", "caseless", "action", "burst") if word in said]:
            problems.append(f"the {weapon.name} is counted plainly: leave {', '.join(wrong)} out")
        return replace(weapon, magazine=count or weapon.magazine)
    if count:
        problems.append(f"one {weapon.name} is enough: leave the {count} out, or say magazine {count}")
    if rate > 1 and AUTOMATIC_FIRE not in weapon.modes:
        weapon = replace(weapon, modes=MODES)
    if rate == 1 or said.get("action"):
        kept = (SINGLE_SHOT,) if said.get("action") == _SINGLE else (SINGLE_SHOT, DOUBLE_TAP, RAPID_ATTACK)
        modes = kept if said.get("action") else tuple(mode for mode in weapon.modes if mode != AUTOMATIC_FIRE)
        if rate > 1:
            problems.append(f"“{said['action']}” and a ROF of {rate} contradict each other")
        weapon, rate = replace(weapon, modes=modes, rate=1), 1
    if "burst" in said and THREE_ROUND_BURST not in weapon.modes:
        weapon = replace(weapon, modes=tuple(m for m in MODES if m in (*weapon.modes, THREE_ROUND_BURST)))
    return replace(
        weapon,
        magazine=magazine or weapon.magazine,
        rate=rate or weapon.rate,
        extended="extended" in said,
        caseless=weapon.caseless or "caseless" in said,
    )


def _by_sort(said: Mapping[str, Value] | Said) -> dict[str, int]:
    """Spare loads that are said by sort: the sort, and how many."""
    return {sort: number(said, key) for sort in _OTHER if (key := f"spares {sort}") in said}


def _with_sorts(said: Mapping[str, Value] | Said, ammunition: Ammunition) -> Ammunition:
    """The weapon with as many spare loads of each sort as the line says."""
    if not (wanted := _by_sort(said)):
        return ammunition
    others = tuple(spare for spare in ammunition.spares or () if spare.sort not in wanted)
    new = tuple(Spare(ammunition.capacity, count, sort) for sort, count in wanted.items() if count)
    return replace(ammunition, spares=(*others, *new))


def _spared(reading: Reading, subject: str, scene: Scene) -> str:
    combatant = scene.combatant(subject)
    if combatant.holding is None:
        raise NotNow(f"{combatant.name} has no weapon in hand.")
    weapon, old = firearm(combatant.holding)
    if old.spares is None:
        # What was there for life still is.
        scene.change(subject, _supplied(shooter(combatant), Supply(STANDARD)))
    new = _with_sorts(reading, old)
    scene.do(Loaded(subject, combatant.in_hand, new))
    return f"{weapon.name} {told(weapon, new, scene.combatant(subject))}"


def _countable(weapon: Firearm) -> None:
    if weapon.plain:
        raise NotNow(f"The {weapon.name} is counted plainly: leave spares out, loaded says how many are left.")


def _who(reading: Reading, state: Shooter) -> Shooter:
    """The shooter with what a line says of him."""
    if "shooting" in reading:
        die, _, bonus = str(reading["shooting"]).partition("+")
        state = replace(state, die=int(die), bonus=int(bonus or 0))
    if "nature" in reading:
        state = replace(state, wild=reading["nature"] == "wild")
    terms: dict[str, Lasting] = {term: term for term in get_args(Lasting)}
    for sort, said in items(reading, "supply"):
        state = _supplied(state, Supply(sort, terms[str(said.get("term", "lifetime"))]))
    return state


def _supplied(state: Shooter, supply: Supply) -> Shooter:
    others = tuple(known for known in state.supplies if plain(known.sort) != plain(supply.sort))
    return replace(state, supplies=(*others, supply))


def _differences(old: Shooter, new: Shooter) -> list[str]:
    said = [f"Shooting {new.skill}"] if (old.die, old.bonus) != (new.die, new.bonus) else []
    said += [new.nature] if old.wild != new.wild else []
    said += ["has acted" if new.acted else "may act"] if old.acted != new.acted else []
    return said + [s.told for s in new.supplies if s not in old.supplies]
