"""How ammunition is counted, the same in all rulebooks: in rounds, boxes or tokens, or thing by thing; what an attack
takes of it, and how a load looks when it comes to be counted otherwise.

A rulebook says what its weapons hold by each measure and in which fire mode somebody attacks. Tokens are those of
Abstract Ammunition Tracking; in a game without a Shooting die a die is thrown for them apart (ruling O62).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import ceil

from rules.engine.effects import Loaded
from rules.engine.model import Ammunition, Carried, Encounter, Spare
from rules.engine.scene import Scene
from rules.tables.cells import INT
from rules.tables.loader import DATA, load
from rules.tables.table import Tables
from rules.words.phrases import counted, listed, spare_loads

ROUNDS, BOXES, TOKENS, GRENADES = "rounds", "boxes", "tokens", "grenades"
SINGLE_SHOT, DOUBLE_TAP, THREE_ROUND_BURST, AUTOMATIC_FIRE, RAPID_ATTACK = (
    "Single Shot",
    "Double Tap",
    "3-Round Burst",
    "Automatic Fire",
    "Rapid Attack",
)
"""The fire modes, as they stand in the table Ammunition Depletion."""
DEPLETION = "Ammunition Depletion"
"""The section of Abstract Ammunition Tracking on what an attack takes."""
_ONE = {ROUNDS: "round", BOXES: "box", TOKENS: "token", GRENADES: "grenade"}
_ROUNDS_PER_TOKEN, _DEPLETION_DIE = 20, 6


@dataclass(frozen=True, slots=True)
class Use:
    """What an attack takes: so many `rounds`, one box, and tokens by its fire `mode`.

    `faces` are those of the Shooting dice as they first fell, the Wild Die apart; without any a die is thrown.
    """

    rounds: int = 1
    mode: str = SINGLE_SHOT
    faces: tuple[int, ...] = ()


@cache
def tables() -> Tables:
    """The tables of Abstract Ammunition Tracking, which stand beside every rulebook's own."""
    return load(DATA / "ammunition")


def extended(magazine: int) -> int:
    """The rounds of an extended magazine: half as many again, rounded up."""
    return ceil(magazine * 3 / 2)


def tokens(magazine: int) -> int:
    """How many tokens a weapon with so many rounds in its magazine has (Ammunition Capacity)."""
    found, _ = tables().worded(INT, "token_capacity").lookup("", magazine)
    return found if isinstance(found, int) else ceil(magazine / _ROUNDS_PER_TOKEN)


def spend(id: str, slot: int, use: Use, scene: Scene) -> Ammunition | None:
    """An attack takes its share out of one of a combatant's weapons; what is in it then, None where it has none.

    The caller has seen that there is enough.
    """
    before = scene.combatant(id).carried[slot].ammunition
    if before is None:
        return None
    after = spent(use, before, scene)
    if after != before:
        scene.do(Loaded(id, slot, after))
    return after


def spent(use: Use, ammunition: Ammunition, scene: Scene) -> Ammunition:
    """What is left once the attack has taken its share; dice for it are thrown on the scene, and their result told.

    Tokens below none are not missed.
    """
    if ammunition.measure == TOKENS:
        lost = _lost(use, ammunition.loaded, scene)
    else:
        lost = use.rounds if ammunition.measure == ROUNDS else 1
    return replace(ammunition, loaded=ammunition.loaded - lost)


def _lost(use: Use, there: int, scene: Scene) -> int:
    mark = scene.lookup("Tokens", tables().of(INT, "token_depletion"), use.mode, detail=True, section=DEPLETION)
    assert mark is not None
    faces, low = use.faces, f"{mark} or less" if mark > 1 else "1"
    if not faces:
        scene.rule(
            "O62",
            "a house rule: without a Shooting die a d6 of its own says whether a token is lost",
            section=DEPLETION,
        )
        needed = f"{low} loses one"
        faces = (scene.throw("Tokens", "ammunition tokens", 1, _DEPLETION_DIE, needed, section=DEPLETION),)
    lost = sum(face <= mark for face in faces)
    if use.faces:
        shown = listed([str(face) for face in use.faces], "and")
        dice = f"Shooting {'die' if len(use.faces) == 1 else 'dice'}"
        more = f", but only {there} {'was' if there == 1 else 'were'} left" if lost > there else ""
        told = f"{use.mode}: {shown} on the {dice}; {low} loses a token: {lost or 'none'}{more}"
        scene.note("Tokens", told, section=DEPLETION)
    return min(lost, there)


def recounted(ammunition: Ammunition, measure: str, capacity: int, *, singly: bool = False) -> Ammunition:
    """The same loads by another measure, of which a full one is `capacity`: each keeps its share.

    A share is rounded up where there are fewer pieces than before, so that none is lost, and down where there are more,
    so that counting back adds none. `singly`: the weapon is loaded piece by piece, and its spares are single pieces.
    """
    old = ammunition.capacity
    if (ammunition.measure, old) == (measure, capacity):
        return ammunition

    def share(count: int) -> int:
        return ceil(count * capacity / old) if capacity <= old else count * capacity // old

    loads: dict[tuple[int, str], int] = {}
    for spare in ammunition.spares or ():
        count, number = (1, share(spare.count * spare.number)) if singly else (share(spare.count), spare.number)
        loads[count, spare.sort] = loads.get((count, spare.sort), 0) + number
    spares = tuple(Spare(count, number, sort) for (count, sort), number in loads.items())
    loaded = share(ammunition.loaded)
    spared = None if ammunition.spares is None else spares
    return replace(ammunition, measure=measure, capacity=capacity, loaded=loaded, spares=spared)


Counting = Callable[[Carried, Encounter], Ammunition | None]
"""How a rulebook counts what is in a weapon, as the switches of the encounter stand; None where it does not."""


def in_measure(carried: Sequence[Carried], encounter: Encounter, counting: Counting) -> tuple[Carried, ...]:
    """Weapons with their ammunition in what the encounter counts in."""
    return tuple(replace(one, ammunition=counting(one, encounter)) for one in carried)


def recount(scene: Scene, counting: Counting) -> None:
    """The switch was turned: everybody's ammunition is counted otherwise now."""
    for combatant in scene.encounter.combatants:
        for slot, carried in enumerate(combatant.carried):
            now = counting(carried, scene.encounter)
            if now is not None and now != carried.ammunition:
                scene.do(Loaded(combatant.id, slot, now))


def pieces(number: int, measure: str) -> str:
    """So many of what is counted in: "8 boxes", "1 token"."""
    return counted(number, _ONE[measure])


def left(ammunition: Ammunition) -> str:
    """What is in a weapon: "2 of 3 tokens", "1 of 1 token"."""
    return f"{ammunition.loaded} of {pieces(ammunition.capacity, ammunition.measure)}"


def stock(ammunition: Ammunition) -> str:
    """What is in a weapon and besides: "2 of 3 tokens, spare loads: 1"."""
    return f"{left(ammunition)}, {spare_loads(ammunition.loads)}"


def empty(carried: Carried) -> bool:
    """Whether the weapon's ammunition is counted and there is nothing in it."""
    return carried.ammunition is not None and carried.ammunition.loaded == 0
