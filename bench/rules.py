"""The rules alone, on one core: shots a second with every step kept and verifiable dice, and how long odds take.

Each shot is resolved on the same encounter, which never changes: actions and rounds are counted in every one of them,
and nothing has to be set right between them.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from bot import codec
from rules import conduct
from rules.dice import KeyedDice, order_digest
from rules.model import Encounter
from rules.orders import Fire, Muster, Start, Target
from rules.phoenix.arms import ExplosiveWeapon, Gun
from rules.phoenix.ruleset import Phoenix
from rules.ruleset import Ruleset
from rules.scene import Scene
from rules.shelf import shelf

_SHOTS = 5_000
_SEED = b"\0" * 32


@dataclass(frozen=True, slots=True)
class Duel:
    """A shooter and a target by their sheet lines, and a shot that hits about as often as not."""

    shooter: str
    target: str
    range: int
    aim: int | None = None


DUELS: Mapping[str, Duel] = {
    "aliens": Duel("rifleman", "alien", 9),
    "phoenix": Duel("skill 8, STR 16, AGI 10, M16", "green, AKM 47", 10, 2),
}
_VICTIM = "line, armor 10"


def shots_a_second(ruleset: str) -> tuple[float, float]:
    """How many shots a second are resolved, from the order to the new state, without a database; how many hit."""
    book, duel = shelf()[ruleset], DUELS[ruleset]
    encounter = _begun(book, duel.shooter, duel.target)
    order = Fire("c1", (Target("c2"),), aim=duel.aim, range=duel.range)
    digest = order_digest(codec.canonical(order))
    hits, began = 0, time.perf_counter()
    for n in range(_SHOTS):
        parts = conduct.resolve(order, Scene(encounter, KeyedDice(_SEED, "bench", n, digest)), book)
        hits += parts[-1].resolution.verdict == "hit"
    return _SHOTS / (time.perf_counter() - began), hits / _SHOTS


def odds_in() -> tuple[float, str]:
    """Seconds that exact odds take with the automatic weapon of the book that takes longest, and its name."""
    book = shelf()["phoenix"]
    assert isinstance(book, Phoenix)
    automatic = [
        arm.name
        for arm in book.book.arms.values()
        if isinstance(arm, Gun) and arm.rate.automatic and not isinstance(arm, ExplosiveWeapon)
    ]
    return max((_odds_of(weapon, book), weapon) for weapon in automatic)


def _odds_of(weapon: str, book: Ruleset) -> float:
    encounter = _begun(book, f"skill 8, STR 16, AGI 10, {weapon}", _VICTIM)
    times = []
    for _ in range(3):
        began = time.perf_counter()
        book.odds(Fire("c1", (Target("c2"),), range=5), encounter)
        times.append(time.perf_counter() - began)
    return min(times)


def _begun(book: Ruleset, *lines: str) -> Encounter:
    """An encounter with a clock, and a fighter of each sheet line in it."""
    encounter, digest = conduct.UNOPENED, order_digest(b"")
    orders = [
        Start("bench", "Bench", book.id, next(iter(book.presets)), "gm", "0" * 64),
        *(Muster(book.profile(line, {}), f"Fighter {n}", "", None, 1) for n, line in enumerate(lines, 1)),
    ]
    for order in orders:
        encounter = conduct.resolve(order, Scene(encounter, KeyedDice(_SEED, "bench", 0, digest)), book)[-1].encounter
    return encounter
