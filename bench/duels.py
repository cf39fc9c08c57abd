"""Plays duels by the rules alone, on one core: from the order to the new state, with all steps and verifiable dice.

Shooters, targets, ranges and aims vary from shot to shot, and so do the dice. The encounter never changes: nothing has
to be restored between shots. A process of its own plays in each tree (`python -m bench.duels`), so that two commits can
be compared; this module therefore imports little, by the paths that stay.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count, product
from pathlib import Path
from typing import TYPE_CHECKING

from bench.trees import environment
from bot import codec
from rules import conduct
from rules.dice import KeyedDice, order_digest
from rules.orders import Attack, Burst, Fire, Muster, Start, Target
from rules.scene import Scene
from rules.shelf import shelf

if TYPE_CHECKING:
    from rules.engine.books.ruleset import Ruleset
    from rules.engine.records.model import Encounter

_SHOTS = 100
_SEED = b"\0" * 32


@dataclass(frozen=True, slots=True)
class Duel:
    """Shooters and targets, by their sheet lines, and the shots between them: each at `at_once` targets.

    `verdicts` are those of a shot; any other is of an order that begins to aim.
    """

    preset: str
    shooters: tuple[str, ...]
    targets: tuple[str, ...]
    ranges: tuple[int | None, ...] = (None,)
    aims: tuple[int | None, ...] = (None,)
    verb: type[Attack] = Fire
    at_once: int = 1
    how: str = ""
    verdicts: tuple[str, ...] = ("hit", "miss")


_SOLDIERS = ("skill 8, STR 16, AGI 10, M16", "elite, AKM 47", "elite, Uzi", "CA 8, SAL 12, KV 30, ISF 21, FAL")
_ENEMIES = ("green, AKM 47", "line, M16, armor 10", "elite, Uzi", "green, AKM 47")
_HEROES = ("Shooting d8, Wild Card, Assault Rifle", "Shooting d6, Assault Rifle")
ONE, FOUR = "phoenix-advanced, a shot", "phoenix-advanced, a burst at four"
DUELS: Mapping[str, Duel] = {
    ONE: Duel("phoenix-advanced", _SOLDIERS, _ENEMIES, (5, 10, 20, 33), (1, 2)),
    FOUR: Duel("phoenix-advanced", _SOLDIERS, _ENEMIES, (5, 10, 20, 33), (1, 2), Burst, 4, "arc 4"),
    "phoenix-basic, a shot": Duel("phoenix-basic", _SOLDIERS, _ENEMIES, (5, 10, 20, 33), (1, 2)),
    "phoenix-optional, a declared shot": Duel(
        "phoenix-optional", _SOLDIERS, ("green, AKM 47, exposed",) * 4, (6, 9, 12, 15), (1, 2), verdicts=("done",)
    ),
    "aliens, a shot": Duel("aliens", ("rifleman", "rifleman"), ("alien",) * 4, (9, 14, 5, 20), (1, 2)),
    "space-marines, a shot": Duel(
        "space-marines", ("Marine, rifle", "Marine leader, rifle"), ("Bug Warrior",) * 4, (8, 5, 10, 3), (1, 0)
    ),
    "savage, a shot": Duel("savage", _HEROES, ("extra",) * 4),
    "savage, a burst": Duel("savage", _HEROES, ("extra",) * 4, verb=Burst),
}
"""Duels by the name in reports."""


@dataclass(frozen=True, slots=True)
class Played:
    """How many different orders a duel has, its shots, how many of these hit, and the seconds that each pass took.

    The dice of a pass are the same in every process, so that the least seconds of each pass can be added up.
    """

    orders: int
    shots: int
    hits: int
    passes: tuple[float, ...]

    @property
    def rate(self) -> float:
        """Return the shots a second of processor time."""
        return self.shots / sum(self.passes)


async def played(trees: Sequence[Path], rounds: int, passes: int) -> list[dict[str, Played]]:
    """Play all duels in each tree by turns; return the least seconds of each, and nothing for what cannot be played."""
    results: list[dict[str, Played]] = [{} for _ in trees]
    for _ in range(rounds):
        for tree, least in zip(trees, results, strict=True):
            for name, duel in (await _played_in(tree, passes)).items():
                before = least.get(name, duel).passes
                least[name] = replace(duel, passes=tuple(map(min, before, duel.passes)))
    return results


async def _played_in(tree: Path, passes: int) -> dict[str, Played]:
    command = (sys.executable, "-m", "bench.duels", str(passes))
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(*command, cwd=tree, env=environment(tree), stdout=pipe)
    try:
        output, _ = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    lines = [] if child.returncode else [json.loads(line) for line in output.splitlines()]
    return {name: Played(**duel) for name, duel in lines}


def begun(preset: str, *lines: str) -> tuple[Ruleset, Encounter]:
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


class Range:
    """Where the shots of a duel are fired, `orders` with their digests: all that are not refused, each once.

    Raises ValueError if there are none.
    """

    def __init__(self, duel: Duel) -> None:
        self._book, self._encounter = begun(duel.preset, *duel.shooters, *duel.targets)
        self._numbers = count()
        ids = [combatant.id for combatant in self._encounter.combatants]
        shooters, targets = ids[: len(duel.shooters)], ids[len(duel.shooters) :]
        self.orders = []
        for shooter, first, range_, aim in product(shooters, range(len(targets)), duel.ranges, duel.aims):
            at = tuple(Target(targets[(first + n) % len(targets)]) for n in range(duel.at_once))
            order = duel.verb(shooter, at, aim=aim, range=range_, how=duel.how)
            digest = order_digest(codec.canonical(order))
            try:
                if self.fire(order, digest) in duel.verdicts:
                    self.orders.append((order, digest))
            except conduct.Refusal:  # type: ignore[attr-defined]  # where it is defined differs between commits
                continue
        if not self.orders:
            raise ValueError("every order is refused")

    def fire(self, order: Attack, digest: str) -> str:
        """Return the verdict of an order, by dice of its own."""
        dice = KeyedDice(_SEED, "bench", next(self._numbers), digest)
        return conduct.resolve(order, Scene(self._encounter, dice), self._book)[-1].resolution.verdict


def _play(duel: Duel, number: int) -> Played:
    shots = Range(duel)
    each = shots.orders * -(-_SHOTS // len(shots.orders))
    gc.collect()
    hits, passes = 0, list[float]()
    for _ in range(number):
        began = time.process_time()
        hits += sum(shots.fire(order, digest) == "hit" for order, digest in each)
        passes.append(time.process_time() - began)
    return Played(len(shots.orders), number * len(each), hits, tuple(passes))


def main(passes: int) -> None:
    """Play all duels and print a line of JSON for each that this tree can play: its name and what was played."""
    for name, duel in DUELS.items():
        try:
            one = _play(duel, passes)
        except Exception as error:
            print(f"{name}: {error!r}", file=sys.stderr)
        else:
            print(json.dumps([name, asdict(one)]), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
