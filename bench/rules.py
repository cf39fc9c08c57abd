"""Measures the rules alone, on one core: shots a second with all steps and verifiable dice, and the time for odds.

Each shot is resolved on the same encounter, which never changes. Every shot counts actions and rounds, and nothing has
to be restored between shots.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.game import codec
from rules.engine import conduct
from rules.engine.dice import KeyedDice, order_digest
from rules.engine.model import Board, Encounter
from rules.engine.orders import Adjust, Attack, Burst, Chart, Fire, Muster, Next, Start, Target
from rules.engine.ruleset import Ruleset
from rules.engine.scene import Scene
from rules.phoenix.arms import ExplosiveWeapon, Gun
from rules.phoenix.ruleset import Phoenix
from rules.shelf import shelf
from rules.words.boards import MOST_SIDE
from rules.words.places import Place

_SHOTS = 5_000
_SEED = b"\0" * 32


@dataclass(frozen=True, slots=True)
class Duel:
    """A shooter and equal targets, by their sheet lines, and a shot that hits about half the time."""

    preset: str
    shooter: str
    target: str
    range: int | None = None
    aim: int | None = None
    verb: type[Attack] = Fire
    targets: int = 1
    how: str = ""


ONE, FOUR = "phoenix advanced", "phoenix advanced, a burst at four"
"""A shot, and the burst that may take four times as long."""
DUELS: Mapping[str, Duel] = {
    "aliens": Duel("aliens", "rifleman", "alien", 9),
    "phoenix": Duel("phoenix-basic", "skill 8, STR 16, AGI 10, M16", "green, AKM 47", 10, 2),
    ONE: Duel("phoenix-advanced", "skill 8, STR 16, AGI 10, M16", "green, AKM 47", 20, 2),
    "space marines": Duel("space-marines", "Marine, rifle", "Bug Warrior", 8, 1),
    "savage, automatic": Duel("savage", "Shooting d8, Wild Card, Assault Rifle", "extra", verb=Burst),
    "phoenix optional, declared": Duel(
        "phoenix-optional", "skill 8, STR 16, AGI 10, M16", "green, AKM 47, exposed", 9, 2
    ),
    FOUR: Duel("phoenix-advanced", "skill 8, STR 16, AGI 10, M16", "green, AKM 47", 20, 2, Burst, 4, "arc 4"),
}
_VICTIM = "line, armor 10"
_EACH_RANGE = 5


def shots_a_second(duel: Duel) -> tuple[float, float]:
    """Return the shots a second, from the order to the new state without a database, and the share that hit."""
    book, encounter = _begun(duel.preset, duel.shooter, *[duel.target] * duel.targets)
    targets = tuple(Target(f"c{n}") for n in range(2, 2 + duel.targets))
    order = duel.verb("c1", targets, aim=duel.aim, range=duel.range, how=duel.how)
    digest = order_digest(codec.canonical(order))
    hits, began = 0, time.perf_counter()
    for n in range(_SHOTS):
        parts = conduct.resolve(order, Scene(encounter, KeyedDice(_SEED, "bench", n, digest)), book)
        hits += parts[-1].resolution.verdict == "hit"
    return _SHOTS / (time.perf_counter() - began), hits / _SHOTS


def volley_of(people: int) -> float:
    """Return the seconds of a /next that ends an impulse in which `people` have declared a shot (Optional Rules)."""
    side = people // 2
    book, encounter = _begun("phoenix-optional", *["CA 8, SAL 12, KV 30, ISF 21, AKM 47, exposed"] * people)
    scene = Scene(encounter, KeyedDice(_SEED, "bench", 0, order_digest(b"")))
    conduct.resolve(Chart(Board(20, MOST_SIDE)), scene, book)
    for n, one in enumerate(encounter.combatants):
        red, row = n < side, n % side + 1
        conduct.resolve(Adjust(one.id, f"at {Place(4 if red else 10, row)}, facing {90 if red else 270}"), scene, book)
    for n in range(people):
        conduct.resolve(Fire(f"c{n + 1}", (Target(f"c{(n + side) % people + 1}"),), aim=1), scene, book)
    began = time.perf_counter()
    conduct.resolve(Next(), scene, book)
    return time.perf_counter() - began


def phase_of(horde: int) -> float:
    """Return the seconds of a phase of `horde` Bad Guys, run by the bot on the largest map, against 20 Marines."""
    book, encounter = _begun("space-marines", *["Marine, rifle"] * 20, *["Bug Warrior"] * horde)
    scene = Scene(encounter, KeyedDice(_SEED, "bench", 0, order_digest(b"")))
    conduct.resolve(Chart(Board(MOST_SIDE, MOST_SIDE)), scene, book)
    for n, one in enumerate(encounter.combatants):
        # Marines in the two lowest rows, the others in the upper ones.
        row, column = divmod(n, 10) if n < 20 else divmod(n - 20, 10)
        place = Place(3 * column + 2, MOST_SIDE - row if n < 20 else 2 + 2 * row)
        conduct.resolve(Adjust(one.id, f"at {place}"), scene, book)
    began = time.perf_counter()
    conduct.resolve(Next(), scene, book)
    return time.perf_counter() - began


def odds_in(preset: str) -> tuple[float, str]:
    """Return the seconds of exact odds with the slowest automatic weapon of the book, and its name."""
    book = shelf()["phoenix"]
    assert isinstance(book, Phoenix)
    automatic = [
        arm.name
        for arm in book.book.arms.values()
        if isinstance(arm, Gun) and arm.rate.automatic and not isinstance(arm, ExplosiveWeapon)
    ]
    return max((_odds_of(weapon, preset), weapon) for weapon in automatic)


def _odds_of(weapon: str, preset: str) -> float:
    book, encounter = _begun(preset, f"skill 8, STR 16, AGI 10, {weapon}", _VICTIM)
    return max(min(_timed(order, encounter, book) for _ in range(3)) for order in _orders())


def _orders() -> Iterator[Attack]:
    """Yield a shot with the burst beside it, a burst alone, and a shot at an unknown range."""
    at = (Target("c2"),)
    yield Fire("c1", at, range=_EACH_RANGE)
    yield Burst("c1", at, range=_EACH_RANGE)
    yield Fire("c1", at)


def _timed(order: Attack, encounter: Encounter, book: Ruleset) -> float:
    began = time.perf_counter()
    book.odds(order, encounter)
    return time.perf_counter() - began


def _begun(preset: str, *lines: str) -> tuple[Ruleset, Encounter]:
    """Return the rulebook of a preset, and an encounter with a clock and a fighter of each sheet line."""
    book = next(book for book in shelf().values() if preset in book.presets)
    encounter, digest = conduct.UNOPENED, order_digest(b"")
    orders = [
        Start("bench", "Bench", book.id, preset, "gm", "0" * 64),
        *(Muster(book.profile(line, {}), f"Fighter {n}", "", None, 1) for n, line in enumerate(lines, 1)),
    ]
    for order in orders:
        encounter = conduct.resolve(order, Scene(encounter, KeyedDice(_SEED, "bench", 0, digest)), book)[-1].encounter
    return book, encounter
