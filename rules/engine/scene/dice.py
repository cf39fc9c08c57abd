"""The source of every throw: keyed dice in play, a script in a replay, dice that players type, a seed in simulations.

Randomness enters rules/ through this module alone. `Scene.throw` records each throw as a Roll step.
"""

from __future__ import annotations

import hashlib
import random
import re
import struct
from collections.abc import Iterable
from copy import copy
from typing import Any, Protocol, Self, TypeVar

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import BadDice, DiceWanted, quoted
from rules.engine.records.references import named_in
from rules.engine.records.steps import Roll

MOST_TYPED = 40
_WORD = 1 << 64
_INTEGERS = struct.Struct(">4Q")
_BLOCK = 64
"""Bytes in a block of SHA-256; RFC 2104 pads the key to this length."""
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


class Dice(Protocol):
    """A source of throws."""

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        """Return a throw of `low` to `high`, both included, and the user who typed it ("" if nobody did)."""
        ...


def commitment(seed: bytes) -> str:
    """Return the hexadecimal SHA-256 of a secret seed, which is posted when the encounter starts."""
    return hashlib.sha256(seed).hexdigest()


def order_digest(order_json: bytes) -> str:
    """Return the hexadecimal SHA-256 of an order in canonical JSON: keys sorted, no spaces, UTF-8."""
    return hashlib.sha256(order_json).hexdigest()


class KeyedDice:
    """Dice that anybody can check once the seed is known.

    `key` says what they are drawn for: the encounter's id; turn, impulse, actor and k (`rules.engine.scene.dice_keys`),
    or in an older encounter the entry that is acted on; and the order's digest. Throw n (from 0) of an order is drawn
    from HMAC-SHA256(seed, "key:n"), the key with colons between, read as four 8-byte big-endian integers. The first
    integer below the largest multiple of the span gives low + integer mod span, so that no face is favored. If all four
    are above it, the message is tried again with ":1" added, then ":2", and so on.
    """

    def __init__(self, seed: bytes, *key: str | int) -> None:
        # An HMAC whose key is hashed once: each throw continues from a copy.
        secret = (hashlib.sha256(seed).digest() if len(seed) > _BLOCK else seed).ljust(_BLOCK, b"\0")
        self._given = seed, *key
        self._inner = hashlib.sha256(secret.translate(_INNER))
        self._outer = hashlib.sha256(secret.translate(_OUTER))
        self._message = ":".join(map(str, key))
        self._thrown = 0

    def __reduce__(self) -> tuple[Any, ...]:
        # The copy for another process begins with the first throw.
        return type(self), self._given

    def __copy__(self) -> Self:
        # The copy continues here, with a count of its own.
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        span = high - low + 1
        if not 0 < span <= _WORD:
            raise ValueError(f"no die shows {low} to {high}")
        message = f"{self._message}:{self._thrown}"
        self._thrown += 1
        fair = _WORD - _WORD % span
        attempt = 0
        while True:
            suffix = f":{attempt}" if attempt else ""
            block = self._hmac(f"{message}{suffix}".encode())
            for drawn in _INTEGERS.unpack(block):
                if drawn < fair:
                    return low + int(drawn) % span, ""
            attempt += 1

    def _hmac(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


class CountedDice(KeyedDice):
    """Keyed dice of an order in which each throw has a key of its own (`rules.engine.scene.dice_keys`).

    The given key is the first throw's: the encounter's id, turn, impulse, actor, k and the order's digest. Turn and
    impulse follow the clock (`tick`), and k counts the throws at a clock; n is 0.
    """

    def __init__(self, seed: bytes, id: str, turn: int, impulse: int, actor: str, k: int, digest: str) -> None:
        super().__init__(seed, id, turn, impulse, actor, k, digest)
        self._id, self._actor, self._digest = id, actor, digest
        self._clock, self._k = Clock(turn, impulse), k

    def tick(self, clock: Clock) -> None:
        """Throw at this clock from now on."""
        if clock != self._clock:
            self._clock, self._k = clock, 0

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        key = self._id, self._clock.turn, self._clock.impulse, self._actor, self._k, self._digest
        self._message, self._thrown = ":".join(map(str, key)), 0
        self._k += 1
        return super().throw(why, low, high)


class ScriptedDice:
    """Values that are fixed beforehand, for replay and tests. Raises BadDice if they run out or are not on the die."""

    def __init__(self, values: Iterable[int]) -> None:
        self._script: tuple[tuple[int, str], ...] = tuple((value, "") for value in values)
        self._used = 0

    @classmethod
    def replaying(cls, rolls: Iterable[Roll]) -> ScriptedDice:
        """Return the throws of stored steps, each with the user who typed it."""
        dice = cls(())
        dice._script = tuple((roll.value, roll.typed_by) for roll in rolls)
        return dice

    @property
    def unused(self) -> tuple[int, ...]:
        """The values that no throw has used yet."""
        return tuple(value for value, _ in self._script[self._used :])

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        if self._used == len(self._script):
            raise BadDice(f"The script of {self._used} throws ends before {why}.")
        value, typed_by = self._script[self._used]
        if not low <= value <= high:
            raise BadDice(_outside(value, why, low, high))
        self._used += 1
        return value, typed_by


class NoDice:
    """For orders that cannot throw: every throw raises BadDice with `why` and the purpose of the throw."""

    def __init__(self, why: str) -> None:
        self._why = why

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        raise BadDice(f"{self._why}: no throw for {why}.")


class TypedDice:
    """Dice that a player typed in, used in the order of the throws.

    The `other` dice throw for fighters (ids) that are `unknown` to that player, because asking the player for a die
    would reveal them. Raises BadDice for a value that is not on the die, DiceWanted if the values run out.
    """

    def __init__(
        self, values: Iterable[int], by: str, other: Dice | None = None, unknown: frozenset[str] = frozenset()
    ) -> None:
        self.values = tuple(values)
        self.by = by
        self.other, self._first, self._unknown = other, copy(other), unknown
        self._thrown: tuple[Roll, ...] = ()

    def __copy__(self) -> TypedDice:
        return _with_own_other(self)

    def again(self, values: Iterable[int], unknown: frozenset[str] = frozenset()) -> TypedDice:
        """Return dice with these values in place of the typed ones, for another trial with the same other dice."""
        return TypedDice(values, self.by, copy(self._first), self._unknown | unknown)

    @property
    def unused(self) -> tuple[int, ...]:
        """The values that no throw has used; they are surplus once the order is resolved."""
        return self.values[len(self._thrown) :]

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        if self.other is not None and self._unknown & named_in((why,)):
            return self.other.throw(why, low, high)
        if not self.unused:
            raise DiceWanted(self._thrown, why, low, high)
        value = self.unused[0]
        if not low <= value <= high:
            raise BadDice(_outside(value, why, low, high))
        self._thrown += (Roll("", why, low, high, value, typed_by=self.by),)
        return value, self.by


class KeptDice:
    """Dice that were typed when an order was given, and are used when it is carried out; when they run out, other dice.

    The order may need other throws than it would have needed earlier. A value that is not on its die ends them, and so
    does running out; `remark` then says so once. `unknown`: as for `TypedDice`.
    """

    def __init__(self, values: Iterable[int], by: str, other: Dice, unknown: frozenset[str] = frozenset()) -> None:
        self.unused = tuple(values)
        self.other = other
        self.remark = ""
        self._ended = False
        self._by, self._unknown = by, unknown

    def __copy__(self) -> KeptDice:
        return _with_own_other(self)

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        if self._ended or self._unknown & named_in((why,)):
            return self.other.throw(why, low, high)
        if self.unused and low <= self.unused[0] <= high:
            value, *rest = self.unused
            self.unused = tuple(rest)
            # The script of a replay has the throws of all dice.
            return self.other.throw(why, low, high) if isinstance(self.other, ScriptedDice) else (value, self._by)
        value, by = self.other.throw(why, low, high)
        self._ended = True
        if self.unused:
            not_used = f"{', '.join(map(str, self.unused))} not used, because {self.unused[0]} is not on this die"
            self.remark, self.unused = f"{not_used} ({low} to {high})", ()
        elif not by:
            self.remark = "the typed dice have run out"
        self.remark += self.remark and ": the bot rolls from here on"
        return value, by


class SeededDice:
    """Fast dice for simulation: the same seed gives the same throws. Never for play."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def __copy__(self) -> SeededDice:
        other = SeededDice(0)
        other._random.setstate(self._random.getstate())
        return other

    def throw(self, why: str, low: int, high: int) -> tuple[int, str]:
        return self._random.randint(low, high), ""


_Mixed = TypeVar("_Mixed", TypedDice, KeptDice)


def _with_own_other(dice: _Mixed) -> _Mixed:
    """Return a copy of dice that continues with its own copy of the other dice."""
    one = object.__new__(type(dice))
    one.__dict__.update(dice.__dict__, other=copy(dice.other))
    return one


def tick(dice: Dice | None, clock: Clock) -> None:
    """Set the clock of the dice, while their order is carried out."""
    if isinstance(dice, TypedDice | KeptDice):
        tick(dice.other, clock)
    elif isinstance(dice, CountedDice):
        dice.tick(clock)


def parse_typed(text: str) -> tuple[int, ...]:
    """Return typed dice, "62 7 04": whole numbers separated by spaces or commas, at most MOST_TYPED of them.

    Raises BadDice with one sentence that names the first problem.
    """
    words = re.split(r"[\s,]+", text.strip(" \t\r\n,"))
    if words == [""]:
        raise BadDice("You typed no dice. Give the numbers you rolled, such as 3 1 4.")
    for word in words[:MOST_TYPED]:
        if not re.fullmatch(r"[0-9]{1,6}", word):
            raise BadDice(f"{quoted(word)} is not a die roll. Give whole numbers and spaces, such as 3 1 4.")
    if len(words) > MOST_TYPED:
        raise BadDice(f"You can type at most {MOST_TYPED} dice for one order. These are {len(words)}.")
    return tuple(int(word) for word in words)


def _outside(value: int, why: str, low: int, high: int) -> str:
    return f"Give a roll from {low} to {high} for {why}. {value} is not possible."
