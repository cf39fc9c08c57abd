"""The words of `how:` with a move: Command Points, flying, the way."""

from __future__ import annotations

import re
from fractions import Fraction

from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, Refusal, quoted
from rules.engine.records.frozen import dataclass
from rules.words.places import Place

MOST_VIA = 20
_COMMAND, _FROM, _FLY, _LAND, _VIA = "command", "from", "fly", "land", "via"
_KEYWORDS = {_COMMAND, _FLY, _LAND, _VIA}
_PARTS = re.compile(r"[,;]|[^\s,;]+")
_AMOUNT = re.compile(r"[0-9]{1,2}(?:\.[05])?")


@dataclass(frozen=True, slots=True)
class MoveOptions:
    """The options of a move that `how:` gives.

    `command`: a leader's Command Points help. `amount` of them are used first; None uses them after its own Points.
    `leader` is their name, "" for the leader with the most left. `fly`: it takes off first; `land`: it lands at the
    end; `via`: spaces on the way, in order.
    """

    command: bool = False
    amount: Fraction | None = None
    leader: str = ""
    fly: bool = False
    land: bool = False
    via: tuple[Place, ...] = ()

    def __str__(self) -> str:
        """Return the words that `read_how` reads."""
        words: list[str] = []
        if self.command:
            number = f" {float(self.amount):g}" if self.amount is not None else ""
            words.append(f"{_COMMAND}{number}" + (f" {_FROM} {self.leader}" if self.leader else ""))
        words += [word for word, given in ((_FLY, self.fly), (_LAND, self.land)) if given]
        if self.via:
            words.append(" ".join([_VIA, *map(str, self.via)]))
        return ", ".join(words)


def read_how(how: str) -> MoveOptions:
    """Return the options that `how:` gives. Raises Refusal, which names the words that it takes."""
    parts: list[str] = _PARTS.findall(how)
    options = MoveOptions()
    keys_read: set[str] = set()
    while parts:
        word = parts.pop(0)
        key = word.casefold()
        if key in ",;":
            continue
        if key not in _KEYWORDS or key in keys_read:
            raise _unreadable(word, "given twice" if key in keys_read else "not a way to move")
        keys_read.add(key)
        match key:
            case "command":
                options = _command(options, parts)
            case "fly":
                options = replace(options, fly=True)
            case "land":
                options = replace(options, land=True)
            case _:
                options = replace(options, via=_via(parts))
    return options


def _command(options: MoveOptions, parts: list[str]) -> MoveOptions:
    amount: Fraction | None = None
    if parts and _AMOUNT.fullmatch(parts[0]):
        amount = Fraction(parts.pop(0))
        if not amount:
            raise Refusal("The least is half a Command Point. Use command 1 for one, or leave command out.")
    name: list[str] = []
    if parts and parts[0].casefold() == _FROM:
        parts.pop(0)
        while parts and parts[0] not in ",;" and parts[0].casefold() not in _KEYWORDS:
            name.append(parts.pop(0))
        if not name:
            raise Refusal("Name the leader after “from”: command 2 from Sarge.")
    return replace(options, command=True, amount=amount, leader=" ".join(name))


def _via(parts: list[str]) -> tuple[Place, ...]:
    places: list[Place] = []
    while parts and parts[0].casefold() not in _KEYWORDS:
        word = parts.pop(0)
        if word in ",;":
            continue
        places.append(Place.parse(word))
    if not 1 <= len(places) <= MOST_VIA:
        raise Refusal(f"Give 1 to {MOST_VIA} places after “via”: via C3 D4.")
    return tuple(places)


def _unreadable(word: str, why: str) -> NoRule:
    return NoRule(
        f"{quoted(word)} is {why}. how: takes command (also command 2, or command 2 from a leader),"
        " fly, land, and via with places, such as via C3 D4."
    )
