"""Reads and checks troop types in TOML, the book's and a server's own.

Numbers are as in Appendix A: movement in Points, damage as "1/2d", aim as the reduction for each Point.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from rules.engine.records.errors import quoted
from rules.engine.sharing import homebrew
from rules.engine.sharing.homebrew import MOST_NAME
from rules.space_marines.figures.figure import Armament, Damage, Troop
from rules.words.catalogue import normalized

MOST_POINTS = 20
RESERVED = frozenset(
    {"leader", "wounds", "wound", "loaded", "ammo", "ammunition", "spares", "spare", "loads", "unlimited", "points"}
    | {"good", "bad", "no"}
)
"""Words that begin another term of a sheet line, so no name may begin with one."""
WEAPONS = frozenset(
    {"handtohand", "rifle", "pistol", "grenade", "smartgun", "flamethrower", "handflamer", "sniperrifle", "hand", "hth"}
)
"""The appendix's weapons: no troop type may have such a name."""
TROOPS = frozenset(
    {"marine", "shockmarine", "bugwarrior", "bugleader", "bugshooter", "bugbrain", "fuzzywarrior"}
    | {"botwarrior", "botscout", "botleader"}
)
"""The appendix's troop types: no weapon may have such a name."""
_DICE = re.compile(r"(?:1/(?P<divided>[23])|(?P<dice>[1-9]?))d(?P<plus>[+-][0-9])?")
_FRACTIONS = str.maketrans({"½": "1/2", "⅓": "1/3", "−": "-"})
_EACH = re.compile(r"([1-9]) each")


def damage(value: object) -> Damage:
    """Return the damage written as "1d", "1/2d", "1d-1", "2d", "kill" or the wounds for 1 to 6. Raises ValueError."""
    if isinstance(value, Damage):
        return value
    if isinstance(value, list):
        if len(value) == 6 and all(type(n) is int and 0 <= n <= 9 for n in value):
            return Damage(table=tuple(value))
        raise ValueError("a table of damage has six numbers from 0 to 9, the wounds for 1 to 6 on the die")
    if isinstance(value, str):
        bare = "".join(value.translate(_FRACTIONS).split()).casefold()
        if bare == "kill":
            return Damage(kill=True)
        if match := _DICE.fullmatch(bare):
            return Damage(int(match["dice"] or 1), int(match["divided"] or 1), int(match["plus"] or 0))
    text = quoted(value) if isinstance(value, str) else "something else"
    raise ValueError(f'write damage as "1d", "1/2d", "1/3d", "1d-1", "2d", "kill" or as six numbers, not {text}')


def written_damage(damage: Damage) -> str:
    """Return damage as the book writes it: "1/2d", "1d-1", "kill", "1d: 0 0 1 1 1 2"."""
    if damage.kill:
        return "kill"
    if damage.table:
        return f"1d: {' '.join(map(str, damage.table))}"
    dice = f"1/{damage.divided}d" if damage.divided > 1 else f"{damage.dice}d"
    return f"{dice}{damage.plus:+}" if damage.plus else dice


def _name(value: object) -> str:
    name = homebrew.record_name(value, digits=False)
    if normalized(name).split()[0] in RESERVED:
        raise ValueError(f"{quoted(name)} has another meaning in a sheet line; choose another name")
    return name


def _compact(name: str) -> str:
    return normalized(name).replace(" ", "")


def _kind(value: object) -> str:
    if not isinstance(value, str) or not value.isalpha() or len(value) > MOST_NAME:
        raise ValueError('a kind is one word in quotation marks: "marine", "bug", "fuzzy", "bot" or another')
    return value.casefold()


def _amount(value: object) -> float:
    """Return Points, in steps of a half. Raises ValueError."""
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and 0 <= value <= 9
        and value * 2 == int(value * 2)
    ):
        return float(value)
    raise ValueError("Points are 0 to 9 in steps of 0.5")


def _aim(value: object) -> object:
    if isinstance(value, list) and len(value) <= MOST_POINTS and all(type(n) is int and 0 <= n <= 99 for n in value):
        return tuple(value)
    if isinstance(value, str) and _EACH.fullmatch(value.strip()):
        return value.strip()
    raise ValueError('aim is [1, 3, 6] for 1, 2 and 3 Points, "2 each" for as many as there are, or [] for none')


Name = Annotated[str, BeforeValidator(_name)]
Kind = Annotated[str, BeforeValidator(_kind)]
Amount = Annotated[float, BeforeValidator(_amount)]


def _checked_damage(value: object) -> object:
    damage(value)
    return value


_Damage = Annotated[str | list[int], BeforeValidator(_checked_damage)]


class WrittenAttack(homebrew.Part):
    """A weapon as written in TOML; see `figure.Armament`."""

    name: Name
    sort: Literal["hand", "ranged", "flame", "sniper"]
    number: int | None = Field(None, ge=-20, le=99)
    damage: _Damage
    cost: int = Field(0, ge=0, le=MOST_POINTS)
    by_die: bool = False
    most: int = Field(0, ge=0, le=9)
    attacks: int = Field(1, ge=1, le=6)
    blast: _Damage | None = None
    spread: Literal["", "beside", "any"] = ""
    versus: dict[Kind, Annotated[int, Field(ge=-20, le=20)]] = Field(default_factory=dict)
    still: bool = False
    thrown: bool = False
    boxes: int = Field(0, ge=0, le=999)

    @model_validator(mode="after")
    def _consistent(self) -> WrittenAttack:
        parsed = damage(self.damage)
        sniper = self.sort == "sniper"
        problems = {
            "a sniper's weapon has versus, by kind, instead of number": sniper == (not self.versus)
            or (sniper and self.number is not None),
            "number is missing": not sniper and self.number is None,
            "by_die needs a cost for each die": self.by_die and not self.cost,
            "by_die needs the damage of one die": self.by_die and (parsed.dice > 1 or parsed.plus != 0 or parsed.kill),
            "most is the number of dice for by_die": bool(self.most) and not self.by_die,
            "attacks: only a hand attack can have more than one": self.attacks > 1 and self.sort != "hand",
            "spread needs damage of several dice": bool(self.spread) and parsed.dice == 1 and not self.by_die,
            "blast is only for thrown weapons": self.blast is not None and not self.thrown,
            "only a ranged weapon is thrown": self.thrown and self.sort != "ranged",
            "a hand attack has no ammunition: leave boxes out": self.sort == "hand" and self.boxes > 0,
        }
        if wrong_words := [words for words, wrong in problems.items() if wrong]:
            raise ValueError("; ".join(wrong_words))
        return self

    def armament(self) -> Armament:
        """Return the weapon for the rules."""
        return Armament(
            name=self.name,
            sort=self.sort,
            number=self.number or 0,
            damage=damage(self.damage),
            cost=self.cost,
            by_die=self.by_die,
            most=self.most,
            attacks=self.attacks,
            blast=None if self.blast is None else damage(self.blast),
            spread=self.spread,
            versus=tuple(self.versus.items()),
            still=self.still,
            thrown=self.thrown,
            boxes=self.boxes,
        )


class WrittenTroop(homebrew.Part):
    """A troop type as written in TOML; see `figure.Troop`.

    `also`: other names in a sheet line; `usual`: the weapons of a figure whose line names none; `always_leader`: each
    figure has the Command Points.
    """

    name: Name
    also: list[Name] = Field([], max_length=6)
    kind: Kind
    camp: Literal["good", "bad"]
    points: int = Field(ge=1, le=MOST_POINTS)
    command: int = Field(0, ge=0, le=MOST_POINTS)
    always_leader: bool = False
    aim: Annotated[tuple[int, ...] | str, BeforeValidator(_aim)] = ()
    movement: Amount = 1.0
    flight: Amount = 0.0
    takeoff: int = Field(0, ge=0, le=9)
    rough: bool = True
    armor: int = Field(0, ge=0, le=9)
    usual: list[Name] | None = None
    source: str = Field("a troop type of this server", max_length=200)
    attacks: list[WrittenAttack] = Field([], max_length=12)

    @field_validator("attacks")
    @classmethod
    def _unique_names(cls, value: list[WrittenAttack]) -> list[WrittenAttack]:
        if len({_compact(attack.name) for attack in value}) < len(value):
            raise ValueError("two attacks have the same name")
        return value

    @model_validator(mode="after")
    def _consistent(self) -> WrittenTroop:
        attack_names = {attack.name for attack in self.attacks}
        if surplus := [name for name in self.usual or () if name not in attack_names]:
            raise ValueError(f"usual: {quoted(surplus[0])} is not one of its attacks")
        if self.takeoff and not self.flight:
            raise ValueError("takeoff needs a flight")
        if self.always_leader and not self.command:
            raise ValueError("always_leader needs Command Points (command)")
        if any(_compact(name) in WEAPONS for name in (self.name, *self.also)):
            raise ValueError("a troop type cannot have the name of a weapon of the book")
        troops = {_compact(name) for name in (self.name, *self.also)} | TROOPS
        if clashing := [name for name in attack_names if _compact(name) in troops]:
            raise ValueError(f"attacks: {quoted(clashing[0])} is a troop type; choose another name for the attack")
        return self

    @property
    def each(self) -> int:
        """The reduction of the target number for each Point of aim if all are equal, or else 0."""
        return int(self.aim.split()[0]) if isinstance(self.aim, str) else 0

    def troop(self) -> Troop:
        """Return the troop type for the rules."""
        return Troop(
            name=self.name,
            kind=self.kind,
            camp=self.camp,
            points=self.points,
            command=self.command,
            aim=equal_reductions(self.each, self.points) if isinstance(self.aim, str) else self.aim,
            step=int(self.movement * 2),
            flight=int(self.flight * 2),
            takeoff=self.takeoff,
            rough=self.rough,
            armor=self.armor,
            source=self.source,
        )


def equal_reductions(each: int, points: int) -> tuple[int, ...]:
    """Return the reductions of the target number for 1, 2 ... Points of aim, with the same reduction for each Point."""
    return tuple(each * n for n in range(1, points + 1))


def read(raw: Mapping[str, object]) -> WrittenTroop:
    """Return a troop type from untyped values. Raises BadSheet naming every problem."""
    return homebrew.checked(WrittenTroop, raw, "troop type", _problem)


_MESSAGES = {
    "missing": "is missing",
    "extra_forbidden": "is not a word of a troop type",
    "model_type": "should be a table",
    "int_type": "should be a whole number",
    "bool_type": "should be true or false",
    "list_type": "should be a list in brackets",
    "string_type": "should be a text in quotation marks",
    "dict_type": "should be written { bug = -4, bot = 1 }",
}


def _problem(where: tuple[int | str, ...], kind: str, message: str) -> str:
    """Return one problem in words for the person filling in a troop type."""
    spot: list[str] = []
    for depth, part in enumerate(where):
        if isinstance(part, int):
            spot.append(f"{'attack' if where[0] == 'attacks' else 'entry'} {part + 1}")
        elif part != "[key]" and (part != "attacks" or depth == len(where) - 1):
            spot.append(part[:MOST_NAME])
    what = _MESSAGES.get(kind) or homebrew.in_words(message)
    if where == ("attacks",) and kind == "list_type":
        what = "put each attack under a line [[attacks]]"
    return f"{', '.join(spot)}: {what}" if spot else what
