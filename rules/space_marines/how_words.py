"""How somebody moves, as it is said in `how:` with a move: Command Points, flying, the way."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.engine.errors import NoRule, Refusal, quoted
from rules.words.places import Place

MOST_VIA = 20
_COMMAND, _FROM, _FLY, _LAND, _VIA = "command", "from", "fly", "land", "via"
_KEYWORDS = {_COMMAND, _FLY, _LAND, _VIA}
_PARTS = re.compile(r"[,;]|[^\s,;]+")
_AMOUNT = re.compile(r"[0-9]{1,2}(?:\.[05])?")


@dataclass(frozen=True, slots=True)
class Manner:
    """`command`: a leader's Command Points help; `amount` of them are used first, with None what own Points do not
    reach. `leader` is his name, "" for the one with the most left. `fly`: it takes off first; `land`: it lands at the
    end; `via`: spaces on the way, in their order."""

    command: bool = False
    amount: Fraction | None = None
    leader: str = ""
    fly: bool = False
    land: bool = False
    via: tuple[Place, ...] = ()

    def __str__(self) -> str:
        """As it is read."""
        said: list[str] = []
        if self.command:
            number = f" {float(self.amount):g}" if self.amount is not None else ""
            said.append(f"{_COMMAND}{number}" + (f" {_FROM} {self.leader}" if self.leader else ""))
        said += [word for word, so in ((_FLY, self.fly), (_LAND, self.land)) if so]
        if self.via:
            said.append(" ".join([_VIA, *map(str, self.via)]))
        return ", ".join(said)


def read(how: str) -> Manner:
    """What `how:` says. Raises Refusal naming what can be said."""
    parts: list[str] = _PARTS.findall(how)
    found = Manner()
    said: set[str] = set()
    while parts:
        word = parts.pop(0)
        key = word.casefold()
        if key in ",;":
            continue
        if key not in _KEYWORDS or key in said:
            raise _unreadable(word, "said twice" if key in said else "no way of moving")
        said.add(key)
        match key:
            case "command":
                found = _command(found, parts)
            case "fly":
                found = replace(found, fly=True)
            case "land":
                found = replace(found, land=True)
            case _:
                found = replace(found, via=_via(parts))
    return found


def _command(found: Manner, parts: list[str]) -> Manner:
    amount: Fraction | None = None
    if parts and _AMOUNT.fullmatch(parts[0]):
        amount = Fraction(parts.pop(0))
        if not amount:
            raise Refusal("At least half a Command Point is used: say command 1, for one, or leave command out.")
    name: list[str] = []
    if parts and parts[0].casefold() == _FROM:
        parts.pop(0)
        while parts and parts[0] not in ",;" and parts[0].casefold() not in _KEYWORDS:
            name.append(parts.pop(0))
        if not name:
            raise Refusal("Behind “from” stands the leader whose Command Points are used: command 2 from Sarge.")
    return replace(found, command=True, amount=amount, leader=" ".join(name))


def _via(parts: list[str]) -> tuple[Place, ...]:
    places: list[Place] = []
    while parts and parts[0].casefold() not in _KEYWORDS:
        word = parts.pop(0)
        if word in ",;":
            continue
        places.append(Place.parse(word))
    if not 1 <= len(places) <= MOST_VIA:
        raise Refusal(f"Behind “via” stand 1 to {MOST_VIA} places on the way, as: via C3 D4.")
    return tuple(places)


def _unreadable(word: str, why: str) -> NoRule:
    return NoRule(
        f"{quoted(word)} is {why} here; how: takes command (also: command 2, command 2 from a leader), fly, land, and"
        " via with places, as: via C3 D4."
    )
