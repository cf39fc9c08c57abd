"""Weapons in TOML: reading and checking those of the data folder and a server's own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field, field_validator, model_validator

from rules.engine.ammunition.ammunition import AUTOMATIC_FIRE, DOUBLE_TAP, RAPID_ATTACK, SINGLE_SHOT, THREE_ROUND_BURST
from rules.engine.books.ruleset import Homebrew, HomebrewRecord
from rules.engine.records.errors import BadSheet, BrokenData, quoted
from rules.engine.sharing import homebrew
from rules.engine.sharing.homebrew import MOST_NAME
from rules.savage.shooter import DICE, MODES, SORTS, Firearm, SupplyTerm
from rules.words.catalogue import normalized

MOST_ROUNDS, MOST_RATE = 999, 6
_MODES = {
    "double tap": DOUBLE_TAP,
    "three-round burst": THREE_ROUND_BURST,
    "automatic": AUTOMATIC_FIRE,
    "rapid attack": RAPID_ATTACK,
}
Mode = Literal["double tap", "three-round burst", "automatic", "rapid attack"]
EXAMPLE = """\
# A weapon: copy yours from the group's own book. Leave out what it does not have.
name = "My Rifle"
magazine = 30        # rounds
rate = 3             # its ROF: as many Shooting dice in automatic fire
# besides single shots; leave out those that it has not
modes = ["double tap", "three-round burst", "automatic", "rapid attack"]
cost_per_50 = 30     # price of 50 shots; or cost_each, and then none comes with it
# caseless = true    # half the weight
# A weapon that is counted plainly: grenades, rockets, disposable launchers. magazine is how many there are.
# plain = true
# thrown = true      # it goes with /throw
# cost_each = 50     # price of one
"""
_TAKEN = {
    "no",
    *("shooting", "magazine", "rof", "rate", "loaded", "ammo", "ammunition", "spares", "spare", "loads", "unlimited"),
    *(f"d{die}" for die in DICE),
}
"""Words that begin another term of a sheet line, so no name may begin with one."""
_PHRASES = {
    *("wild card", "extra", "extended", "extended magazine", "caseless", "semi automatic", "single shot"),
    *("three round burst", "3 round burst", "3rb", *(normalized(sort) for sort in SORTS)),
    *(normalized(term) for term in get_args(SupplyTerm)),
    *(normalized(f"{sort} spares") for sort in SORTS),
}
_TAKEN_SHAPE = re.compile(r"d12\+.*|[0-9.+-]+|.* supply")
_kept = homebrew.remembered(lambda record: read_record(record)[0])


def load_arms(folder: Path) -> Mapping[str, Firearm]:
    """Return the weapons of data/savage/weapons by name. Raises BrokenData with every problem."""
    arms: dict[str, Firearm] = {}
    problems: list[str] = []
    for path in sorted(folder.glob("*.toml")):
        for raw in tomllib.loads(path.read_text(encoding="utf-8"))["weapons"]:
            try:
                weapon, _ = read_record(raw)
                arms[weapon.name] = weapon
            except BadSheet as bad:
                problems += [f"weapons/{path.name}: {raw.get('name')}: {problem}" for problem in bad.problems]
    if problems:
        raise BrokenData(problems)
    return arms


def homebrew_record(text: str) -> HomebrewRecord:
    """Return a server's own weapon after checking it. Raises BadSheet naming every problem."""
    weapon, record = read_record({"source": "a weapon of this server", **homebrew.parse(text, "weapon")})
    if taken := [name for name in (weapon.name, *weapon.also) if _has_other_meaning(normalized(name))]:
        problem = f"{quoted(taken[0])} has another meaning in a sheet line; choose another name"
        raise homebrew.unreadable("weapon", [problem])
    return HomebrewRecord(weapon.name, record)


def with_homebrew(arms: Mapping[str, Firearm], records: Homebrew) -> Mapping[str, Firearm]:
    """Return the weapons by name; a server's own weapon replaces another of the same name."""
    homebrew_arms = [_kept(record) for record in records.values()]
    weapons = {normalized(weapon.name): weapon for weapon in (*arms.values(), *homebrew_arms)}
    return {weapon.name: weapon for weapon in weapons.values()}


def read_record(raw: Mapping[str, object]) -> tuple[Firearm, Mapping[str, object]]:
    """Return a weapon from untyped values, with the record to store. Raises BadSheet naming every problem."""
    sheet = homebrew.checked(_Sheet, raw, "weapon", _problem)
    modes = {SINGLE_SHOT, *(_MODES[mode] for mode in sheet.modes)}
    weapon = Firearm(
        name=sheet.name,
        magazine=sheet.magazine,
        rate=sheet.rate,
        modes=tuple(mode for mode in MODES if mode in modes),
        caseless=sheet.caseless,
        plain=sheet.plain,
        thrown=sheet.thrown,
        cost_per_50=sheet.cost_per_50,
        cost_each=sheet.cost_each,
        source=sheet.source,
        also=sheet.also,
    )
    return weapon, sheet.model_dump(mode="json", exclude_defaults=True)


def _has_other_meaning(name: str) -> bool:
    """Return whether these words, or the first of them, mean something else in a sheet line."""
    return name.split()[0] in _TAKEN or name in _PHRASES or bool(_TAKEN_SHAPE.fullmatch(name))


Name = Annotated[str, BeforeValidator(homebrew.record_name)]


class _Sheet(homebrew.Part):
    name: Name
    magazine: int = Field(ge=1, le=MOST_ROUNDS)
    rate: int = Field(1, ge=1, le=MOST_RATE)
    modes: tuple[Mode, ...] = Field((), strict=False)
    caseless: bool = False
    plain: bool = False
    thrown: bool = False
    cost_per_50: int = Field(0, ge=0, le=1_000_000)
    cost_each: int = Field(0, ge=0, le=1_000_000)
    source: str = Field("the numbers are invented", max_length=200)
    also: tuple[Name, ...] = Field((), strict=False, max_length=6)

    @field_validator("modes", mode="before")
    @classmethod
    def _normalized(cls, value: object) -> object:
        if not isinstance(value, list | tuple):
            return value
        return [normalized(one).replace("three round", "three-round") if isinstance(one, str) else one for one in value]

    @model_validator(mode="after")
    def _consistent(self) -> _Sheet:
        if self.thrown and not self.plain:
            raise ValueError("a thrown weapon is counted one by one: add plain = true")
        if self.plain and (self.modes or self.rate > 1 or self.caseless or self.cost_per_50):
            raise ValueError("a weapon counted one by one has no modes and no rate, and its price is for each")
        return self


_MESSAGES = {
    **homebrew.PROBLEMS,
    "tuple_type": "should be a list in brackets",
    "literal_error": f"should be among {', '.join(_MODES)}",
}


def _problem(where: tuple[int | str, ...], kind: str, message: str) -> str:
    """Return one problem in words for the person filling in a weapon."""
    spot = str(where[0])[:MOST_NAME] + ": " if where else ""
    return spot + (_MESSAGES.get(kind) or homebrew.in_words(message))
