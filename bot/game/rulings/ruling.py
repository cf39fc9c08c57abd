"""A ruling as its line was understood, and the request that it becomes."""

from __future__ import annotations

from dataclasses import replace

from bot.game.requests import AttackRequest
from rules.engine.frozen import dataclass
from rules.engine.orders import Attack, Burst, Fire
from rules.engine.usual import Usual, Words
from rules.words.phrases import counted

NOT_COUNTED = "not counted: {} (give it as a modifier, such as -3 {})"


@dataclass(frozen=True, slots=True)
class RulingRequest(AttackRequest):
    """An attack as a quick ruling whose answer begins with its chance.

    `line` says what was understood, `granted` are clauses on what was taken for granted, `changes` are what its buttons
    change.
    """

    line: str = ""
    granted: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """A line's meaning, in the words of the book.

    `weapon` is a full name, "" for what the shooter's words bring along. `shooter` and `target` describe them, `names`
    name them. `spaces` is the range, `distance` the length that was typed for it. `ignored` are words that change
    nothing in the book.
    """

    weapon: str
    verb: type[Attack] = Fire
    shooter: Words = ()
    target: Words = ()
    names: tuple[str, str] = ("", "")
    aim: int | None = None
    spaces: int | None = None
    how: tuple[str, ...] = ()
    mods: tuple[str, ...] = ()
    distance: str = ""
    ignored: tuple[str, ...] = ()
    typical: str = ""

    def written(self, usual: Usual, space: str) -> str:
        """Return the line in the words of the book; `space` is its unit of range. Read again, it says the same."""
        shooter, target = self.names
        neutral = usual.roles
        parts = [
            self.weapon,
            f"by {shooter}" if shooter else "",
            *(text if key in usual.shooters - neutral else f"from {text}" for key, text in self.shooter),
            "burst" if self.verb is Burst and not any("burst" in word or "auto" in word for word in self.how) else "",
            f"at {target}" if target else "",
            *(f"at {text}" if key in usual.shooters | neutral else text for key, text in self.target),
            counted(self.spaces, space) if self.spaces is not None else self.distance,
            f"aim {self.aim}" if self.aim is not None else "",
            *self.how,
            *self.mods,
        ]
        return ", ".join(part for part in parts if part)

    def request(self, usual: Usual, space: str) -> RulingRequest:
        """Return the request that it means. Raises Refusal if nobody has such a weapon."""
        shooter, target = usual.shooter(self.weapon, self.shooter), usual.target(self.target)
        distance = f"{self.distance} = {counted(self.spaces, space)}" if self.distance and self.spaces else ""
        aim, usual_aim = (self.aim, "") if self.aim is not None else (usual.aim, usual.aim_granted)
        granted = [
            f"{self.typical} = {self.weapon}" if self.typical else "",
            shooter.granted,
            target.granted,
            usual_aim,
            distance,
            *self.ignored,
        ]
        return RulingRequest(
            verb=self.verb,
            target=target.line,
            aim=aim,
            range=self.spaces,
            how=", ".join(self.how),
            mod=", ".join(self.mods),
            who=shooter.line,
            names=self.names,
            line=self.written(usual, space),
            granted=tuple(clause for clause in granted if clause),
            changes=self._changes(usual),
        )

    def changed(self, change: str) -> Ruling:
        """Return the ruling with one of its `changes`, or with "range 20"."""
        word, _, figure = change.partition(" ")
        if word == "aim":
            return replace(self, aim=int(figure))
        if word == "range":
            return replace(self, spaces=int(figure), distance="")
        how = tuple(text for text in self.how if "burst" not in text and "auto" not in text)
        return replace(self, verb=Burst if word == "burst" else Fire, how=how)

    def _changes(self, usual: Usual) -> tuple[str, ...]:
        """Return the changes that buttons offer."""
        aims = [f"aim {aim}" for aim in usual.aims]
        bursts = self.weapon in usual.automatic
        verbs = ["fire" if self.verb is Burst else "burst"] if bursts and self.verb in (Fire, Burst) else []
        ranges = [] if usual.no_range or self.spaces is None else ["range"]
        return (*aims, *verbs, *ranges)
