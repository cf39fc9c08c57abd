"""The terms of a sheet line for weapons: every reasonable spelling of their names, and the words for their rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rules.engine.records.frozen import dataclass
from rules.phoenix.basics.arms import Arm, Grenade, Gun
from rules.phoenix.weapons.spellings import variants
from rules.words.catalogue import normalized
from rules.words.phrases import listed
from rules.words.sheet import Barred, Item, Number, Phrase, Terms, spaced

MOST_LOADS = 1_000
MOST_GRENADES = 99
UNLIMITED = "unlimited"
_WEAK = {"with", "grenade", "launcher", "assault", "high", "standard", "type", "lb", "and", "mk"}
"""Words that name no weapon by themselves or with a figure."""
_SPARES: Mapping[str, tuple[str, ...]] = {
    "spares": ("spares", "spare", "spare loads", "loads"),
    "magazines": ("magazines", "magazine", "mags", "mag", "spare magazines", "belts", "belt", "drums", "drum"),
    "rounds": ("rounds", "round", "shells", "shell", "rockets", "spare rounds"),
    "loose": ("loose rounds", "loose"),
}
_SORTS: Mapping[str, tuple[str, ...]] = {
    "FMJ": ("full metal jacket", "ball"),
    "JHP": ("hollow point", "hollow points"),
    "AP": ("armor piercing", "armour piercing"),
    "Slug": ("slugs",),
}
_NOUNS = ("rifle", "pistol", "SMG", "sub machinegun", "submachine gun", "machine gun", "shotgun", "launcher")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of weapons: for each its name, its page's name, other names, and whether it is a grenade.

    `sorts` are all types of ammunition that they fire."""

    weapons: tuple[tuple[str, str, tuple[str, ...], bool], ...]
    sorts: tuple[str, ...]

    @classmethod
    def of(cls, arms: Mapping[str, Arm]) -> Names:
        """Return the names of these weapons, given by name."""
        weapons = tuple((name, arm.printed, arm.also, isinstance(arm, Grenade)) for name, arm in arms.items())
        sorts = dict.fromkeys(sort for arm in arms.values() if isinstance(arm, Gun) for sort in arm.rounds)
        return cls(weapons, tuple(sorts))


def weapon_terms(weapon_names: Names) -> Terms:
    """Return the terms for weapons, under the key "carried".

    A grenade has its number. A gun has `ammunition` (a type), `loaded`, spare loads under `spares`, `magazines` or
    `rounds`, and rounds in no magazine under `loose`, followed by their type if the line gives it ("rounds Slug").
    """
    weapons = weapon_names.weapons
    grenades = {name for name, _, _, grenade in weapons if grenade}
    barred: dict[str, str] = {}
    unambiguous: dict[str, str] = {}
    for spelling, names in spellings(weapon_names).items():
        if len(names) == 1:
            unambiguous[spelling] = next(iter(names))
        else:
            barred[spelling] = f"“{spelling}” could be {listed(sorted(names))}: which one"
    guns = {spelling: name for spelling, name in unambiguous.items() if name not in grenades}
    thrown = {spelling: name for spelling, name in unambiguous.items() if name in grenades}
    thrown |= {f"{spelling} {noun}": name for spelling, name in thrown.items() for noun in ("grenade", "grenades")}
    full_names = {_readable(name): name for name, *_ in weapons}
    return (
        Item(
            "carried",
            "weapon",
            {phrase: name for phrase, name in full_names.items() if name not in grenades},
            guns,
            load_terms(weapon_names.sorts),
        ),
        Item(
            "carried",
            "weapon",
            {phrase: name for phrase, name in full_names.items() if name in grenades},
            thrown,
            counted=True,
            most=MOST_GRENADES,
        ),
        Barred({phrase: reason.rstrip(".") for phrase, reason in barred.items()}),
    )


def spellings(weapon_names: Names) -> dict[str, set[str]]:
    """Return every reasonable spelling of the weapons' names, with the names that it can mean."""
    full: dict[str, set[str]] = {}
    parts: dict[str, set[str]] = {}
    for name, printed, also, _ in weapon_names.weapons:
        for spelling in (printed, *(v for each in (name, *also) for v in variants(each))):
            for readable in {_readable(spelling), normalized(_readable(spelling))}:
                full.setdefault(readable, set()).add(name)
        for spelling in (name, *also):
            for part in _runs(spelling):
                parts.setdefault(part, set()).add(name)
    squeezed: dict[str, set[str]] = {}
    for spelling, names in full.items():
        squeezed.setdefault(spelling.replace(" ", ""), set()).update(names)
    spelled = dict(full)
    spelled |= {spelling: names for spelling, names in squeezed.items() if len(names) > 1 and spelling not in full}
    return spelled | {part: names for part, names in parts.items() if part.replace(" ", "") not in squeezed}


def load_terms(sorts: tuple[str, ...]) -> list[Number | Phrase]:
    """Return the terms for the load of a weapon and its spare loads, of these types of ammunition."""
    phrases = {phrase: sort for sort in sorts for phrase in (sort, *_SORTS.get(sort, ()))}
    terms: list[Number | Phrase] = [
        Phrase("ammunition", phrases),
        Number("loaded", ("loaded",), 0, 10_000),
        Phrase("spares", {UNLIMITED: UNLIMITED, "unlimited ammunition": UNLIMITED, "unlimited spares": UNLIMITED}),
        Phrase("noun", {noun: noun for noun in _NOUNS}),
    ]
    for key, words in _SPARES.items():
        terms.append(Number(key, words, 0, MOST_LOADS, counted=True))
        for sort in sorts:
            of_sort = tuple(f"{sort} {word}" for word in words)
            terms.append(Number(f"{key} {sort}", of_sort, 0, MOST_LOADS, counted=True))
    return terms


def _readable(name: str) -> str:
    """Return a name in the words of a sheet line. "# 14" becomes "no 14", so that 14 alone does not match it."""
    return spaced(name.replace("#", "no "))


def _runs(name: str) -> Iterator[str]:
    """Yield the runs of consecutive words that identify a weapon.

    A run is more than a figure or a calibre, and does not start within the brackets.
    """
    bare = len(_readable(name.partition(" (")[0]).split())
    words = _readable(name).split()
    for first in range(bare):
        for last in range(first + 1, len(words) + 1):
            run = words[first:last]
            distinctive = [word for word in run if word not in _WEAK and not re.fullmatch(r"[\d.]+(mm)?", word)]
            # "3M" alone would make a 3M of three M 61.
            if distinctive and (len(run) > 1 or len(run[0]) > 2 or run[0][-1].isdigit()):
                yield " ".join(run)
