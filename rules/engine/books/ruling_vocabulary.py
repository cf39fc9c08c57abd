"""`Vocabulary`: the names that a ruling of one line may use in a rulebook, and its assumptions.

`Ruleset.vocabulary` returns it.

A line such as "pistol at guard 40m" leaves out most of the figures that a shot needs. The book's usual figures are used
for these, and the answer says so. `bot.game.rulings` reads the line with the information in this record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TypeAlias

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.effects import Effect
from rules.words.sheet import Grammar


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Words of a line that are not counted, a `hint` what to write instead, and the words that would count it."""

    words: str
    hint: str = ""
    counts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.words} ({self.hint})" if self.hint else self.words


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The meaning of a hit for a fighter: whether they are down, for how long, and what is due, in `words`.

    `wound` is their wound as a sheet line, for care; "" if there is none to treat.
    """

    words: str = ""
    wound: str = ""


@dataclass(frozen=True, slots=True)
class Ruled(Effect):
    """The reading of a `line` and its `chance`, in words; this effect changes nothing.

    `granted` are clauses on assumptions that the line leaves open. `changes` are the values that buttons change: "aim
    4", "burst", "range", "count looking over cover", "heal". `left_out` is what is not counted, `meaning` what the hit
    means.
    """

    kind = "Ruled"

    line: str
    chance: str
    granted: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    meaning: str = ""

    def on(self, encounter: Encounter) -> Encounter:
        return encounter


Words: TypeAlias = tuple[tuple[str, str], ...]
"""The words of a line about a fighter: for each term of a sheet line its key and its words."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet line of a fighter in a ruling, and its assumptions as a clause; "" for none."""

    line: str
    granted: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """The names that a ruling of one line may use, and its assumptions.

    `weapons`: for each spelling the weapons that it can mean. `classes`: the typical weapon of each class and nickname;
    the first spelling of each weapon is offered if none is named.
    `rowless` are weapons that the book names without figures to hit with, for each spelling.
    `thrown` weapons are thrown, `automatic` ones can fire bursts; `close` ones, and fighters of these names, need no
    range. `carried`: the weapons of each fighter whose words bring weapons along, by these normalized words.
    `no_throws` is why the book has no throws, "" if it has; `no_modifiers` likewise. `example` is a line that can be
    typed.

    `people` reads the words about a fighter, except for weapons. Words under the keys `shooters` are the shooter's and
    all others the target's, if the line does not say whose they are; words under the keys `roles` are the shooter's if
    the line names a target of that key as well. `armed` are the keys that bring weapons along. `how` reads the words of
    `how:`; `also` maps short forms to the book's words.

    Words under the keys `figures` are a fighter themselves, not what is said of one; those under the keys `kinds` can
    stand for one: "elite". Words under the keys `postures`
    are the shooter's before the weapon and the target's behind the target; other words are always the same fighter's
    if they stand alone. `no_shooters` are the keys of figures that the book only has as targets, each with the reason.
    Weapons `at_places` can be fired at windows and doors.

    `shooter` and `target` return sheet lines; the shooter's takes the name of a weapon, "" for the weapon that the
    words bring.

    `yards`: the length of a space; 0 if the book has none. `inches`: an inch of the tabletop is a space. `aim` is the
    aim if the line has none, and `aim_granted` says so; `aim_words` are the book's units of it: "3 AP". `aims` and
    `ranges` are offered on buttons. `no_range` is why the book does not use ranges, "" if it does.

    `aftermath` returns what the hits of a ruling mean for a fighter.
    """

    weapons: Mapping[str, tuple[str, ...]]
    classes: Mapping[str, str]
    people: Grammar
    shooter: Callable[[str, Words], Sheet]
    target: Callable[[Words], Sheet]
    shooters: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    armed: frozenset[str] = frozenset()
    figures: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    no_shooters: Mapping[str, str] = field(default_factory=dict)
    postures: frozenset[str] = frozenset()
    at_places: frozenset[str] = frozenset()
    rowless: Mapping[str, str] = field(default_factory=dict)
    thrown: frozenset[str] = frozenset()
    automatic: frozenset[str] = frozenset()
    close: frozenset[str] = frozenset()
    carried: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    no_throws: str = ""
    no_modifiers: str = ""
    example: str = "rifle at guard"
    how: Grammar | None = None
    also: Mapping[str, str] = field(default_factory=dict)
    yards: int = 0
    inches: bool = False
    aim: int | None = None
    aim_granted: str = ""
    aims: tuple[int, ...] = ()
    aim_words: frozenset[str] = frozenset()
    ranges: tuple[int, ...] = ()
    no_range: str = ""
    aftermath: Callable[[Combatant, Encounter], Aftermath] = lambda fighter, after: Aftermath()


def known_classes(classes: Mapping[str, str], weapons: Mapping[str, object]) -> dict[str, str]:
    """Return the classes whose typical weapon is there."""
    return {phrase: name for phrase, name in classes.items() if name in weapons}
