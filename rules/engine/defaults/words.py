"""The answers in words that follow from a book's own weapons: sheet lines, homebrew, pages, quick rulings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import cache, partial
from types import MappingProxyType
from typing import Annotated, Any, get_type_hints

from pydantic import BeforeValidator, Field, create_model

from rules.engine.ammunition.ammunition import in_measure
from rules.engine.books.ruleset import Fact, Homebrew, HomebrewRecord, Line, Page
from rules.engine.books.ruling_vocabulary import Sheet, Vocabulary, Words
from rules.engine.books.setups import Template
from rules.engine.defaults.fighters import FighterDefaults
from rules.engine.records.errors import BadSheet, quoted
from rules.engine.records.model import Carried, Combatant, Encounter, Profile
from rules.engine.records.records import Condition, Order, Weapon
from rules.engine.scene.scene import Scene
from rules.engine.sharing import homebrew as own_records
from rules.tables.table import Table
from rules.words.catalogue import normalized
from rules.words.phrases import listed
from rules.words.sheet import Grammar, Item, items, read

MOST = 1_000_000
"""The highest number in a record."""


class WordDefaults(FighterDefaults):
    """A book whose fighters are a weapon or several and nothing else: `weapons`, all of one class, and the
    condition in which a fighter joins.

    A book that has more in its sheet lines overrides `profile` and `vocabulary`; one with other records overrides all.
    """

    title: str
    # A dataclass that has its own declares it with `field()`, or this would be the field's default.
    tables: Mapping[str, Table[Any]] = MappingProxyType({})
    templates: Mapping[str, Template] = MappingProxyType({})
    suggested_words: Mapping[type[Order], tuple[str, ...]] = MappingProxyType({})
    """For each verb: words that `how:` understands."""
    weapons: tuple[Weapon, ...] = ()
    fresh: Condition
    fighter = "Fighter"
    """The name of a fighter without another name."""

    @property
    def sheet_example(self) -> str:
        return self.weapons[0].name

    @property
    def default_target(self) -> str:
        return self.sheet_example

    def sheet_words(self, homebrew: Homebrew) -> tuple[str, ...]:
        return ()

    def words_for(self, verb: type[Order], encounter: Encounter | None = None) -> tuple[str, ...]:
        return self.suggested_words.get(verb, ())

    def weapons_with(self, homebrew: Homebrew) -> Mapping[str, Weapon]:
        """Return the weapons by name; a server's own weapon replaces the book's of the same name."""
        own = map(_reader(self._weapon_class()), homebrew.values())
        weapons = {normalized(weapon.name): weapon for weapon in (*self.weapons, *own)}
        return {weapon.name: weapon for weapon in weapons.values()}

    def profile(self, line: str, homebrew: Homebrew) -> Profile:
        arms = self.weapons_with(homebrew)
        reading = read(line, [Item("weapon", "weapon", {name: name for name in arms})])
        carried = tuple(Carried(arms[name]) for name, _ in items(reading, "weapon"))
        if not carried:
            raise BadSheet(f"A sheet line names weapons. Known: {listed([*arms], 'and')}.")
        return Profile(self.fighter, " ".join(line.split()), carried, self.fresh)

    def muster(self, profile: Profile, scene: Scene) -> Combatant:
        carried = in_measure(profile.carried, scene.encounter, self.as_counted)
        return Combatant("", profile.name, "", None, carried, profile.condition, sheet=profile.sheet)

    @property
    def homebrew_example(self) -> str:
        """Return a record with the values of the first weapon."""
        first = self.weapons[0]
        values = {**_values(first), "name": f"My {first.name}"}
        # Numbers, texts and yes or no are written alike in TOML and JSON.
        return "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items())

    def homebrew_record(self, text: str) -> HomebrewRecord:
        record = own_records.parse(text, "weapon")
        weapon = _read(self._weapon_class(), record)
        try:
            found = [one.weapon.name for one in self.profile(weapon.name, {weapon.name: record}).carried]
        except BadSheet:
            found = []
        if found != [weapon.name]:
            problem = f"{quoted(weapon.name)} has another meaning in a sheet line; choose another name"
            raise own_records.unreadable("weapon", [problem])
        return HomebrewRecord(weapon.name, record)

    def pages(self, homebrew: Homebrew) -> Mapping[str, Page]:
        return {name: Page(name, (*self.facts(weapon),)) for name, weapon in self.weapons_with(homebrew).items()}

    def facts(self, weapon: Weapon) -> tuple[Line, ...]:
        """Return the lines of a weapon's page: a fact for each of its values."""
        named = ((name.replace("_", " ").capitalize(), value) for name, value in _values(weapon).items())
        return tuple(Fact(label, str(value)) for label, value in named if label != "Name")

    def vocabulary(self, homebrew: Homebrew) -> Vocabulary:
        arms = self.weapons_with(homebrew)
        return Vocabulary(
            weapons={name: (name,) for name in arms},
            classes={name.lower(): name for name in arms},
            people=Grammar([]),
            shooter=self._described,
            target=lambda words: self._described("", words),
            no_range=f"{self.title} has no ranges.",
            example=f"{next(iter(arms)).lower()} at guard",
        )

    def _described(self, weapon: str, words: Words) -> Sheet:
        """Return the sheet line of a fighter with these words and a weapon, the first of the book if none is named."""
        if not (weapon or words):
            return Sheet(self.default_target)
        return Sheet(", ".join((weapon or self.weapons[0].name, *(text for _, text in words))))

    def _weapon_class(self) -> Any:
        return type(self.weapons[0])


def _values(weapon: Weapon) -> dict[str, Any]:
    return {field.name: getattr(weapon, field.name) for field in fields(weapon)}


def _read(weapon: Any, record: Mapping[str, object]) -> Weapon:
    """Return a weapon from the values of a record. Raises BadSheet naming every problem."""
    values = own_records.checked(_model(weapon), record, "weapon", _problem)
    read: Weapon = weapon(**{name: getattr(values, name) for name in type(values).model_fields})
    return read


def _problem(where: own_records.Where, kind: str, message: str) -> str:
    """Return a problem in words: "number: is missing"."""
    words = own_records.PROBLEMS.get(kind) or own_records.in_words(message)
    return f"{str(where[0])[: own_records.MOST_NAME]}: {words}"


@cache
def _reader(weapon: Any) -> Callable[[Mapping[str, object]], Weapon]:
    """Return a reader of stored records that remembers what it has read."""
    return own_records.remembered(partial(_read, weapon))


_NAME: Any = Annotated[str, BeforeValidator(own_records.record_name)]
_CHECKS: Mapping[Any, Any] = {
    int: Annotated[int, Field(ge=0, le=MOST)],
    str: Annotated[str, Field(max_length=200)],
    bool: bool,
}


@cache
def _model(weapon: Any) -> type[own_records.Part]:
    """Return the model that checks a record of a book's weapon. Raises TypeError for a field of no simple type."""
    hints = get_type_hints(weapon)
    checks: dict[str, Any] = {}
    for field in fields(weapon):
        kind = _NAME if field.name == "name" else _CHECKS.get(hints[field.name])
        if kind is None:
            raise TypeError(
                f"{weapon.__name__}.{field.name} is not a number, a text or yes and no: override `weapons_with`"
            )
        checks[field.name] = (kind, ... if field.default is MISSING else field.default)
    return create_model(weapon.__name__, __base__=own_records.Part, **checks)
