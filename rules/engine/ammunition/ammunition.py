"""How ammunition is counted in every rulebook: in rounds, boxes, tokens or single grenades.

Also what an attack uses up, and how loads are converted to another measure. A rulebook says what its weapons hold by
each measure, and in which fire mode a fighter attacks. Tokens are those of Abstract Ammunition Tracking. A game without
a Shooting die throws a separate die for them (ruling O62).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor

from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Ammunition, Carried, Encounter, Spare
from rules.engine.scene.effects import Loaded
from rules.engine.scene.scene import Scene
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
"""The fire modes, as the table Ammunition Depletion names them."""
DEPLETION = "Ammunition Depletion"
"""The section of Abstract Ammunition Tracking on what an attack uses up."""
_ONE = {ROUNDS: "round", BOXES: "box", TOKENS: "token", GRENADES: "grenade"}
_ROUNDS_PER_TOKEN, _DEPLETION_DIE = 20, 6


@dataclass(frozen=True, slots=True)
class Use:
    """The ammunition that an attack uses up: a number of `rounds`, one box, or tokens by its fire `mode`.

    `faces` are the first results of the Shooting dice, without the Wild Die. If there are none, a die is thrown.
    """

    rounds: int = 1
    mode: str = SINGLE_SHOT
    faces: tuple[int, ...] = ()


@cache
def tables() -> Tables:
    """Return the tables of Abstract Ammunition Tracking, which every rulebook can use."""
    return load(DATA / "ammunition")


def extended(magazine: int) -> int:
    """Return the rounds of an extended magazine: half as many again, rounded up."""
    return ceil(magazine * 3 / 2)


def tokens(magazine: int) -> int:
    """Return the tokens of a weapon by the rounds in its magazine (table Ammunition Capacity)."""
    capacity, _ = tables().worded(INT, "token_capacity").lookup("", magazine)
    return capacity if isinstance(capacity, int) else ceil(magazine / _ROUNDS_PER_TOKEN)


def spend(id: str, slot: int, use: Use, scene: Scene) -> Ammunition | None:
    """Take an attack's ammunition out of a weapon; return what it then holds, None if its ammunition is not counted.

    The caller has checked that there is enough.
    """
    before = scene.combatant(id).carried[slot].ammunition
    if before is None:
        return None
    after = spent(use, before, scene)
    if after != before:
        scene.do(Loaded(id, slot, after))
    return after


def spent(use: Use, ammunition: Ammunition, scene: Scene) -> Ammunition:
    """Return the ammunition left after an attack; dice for tokens are thrown on the scene and noted.

    Tokens do not go below 0.
    """
    if ammunition.measure == TOKENS:
        lost = _lost(use, ammunition.loaded, scene)
    else:
        lost = use.rounds if ammunition.measure == ROUNDS else 1
    left = ammunition.loaded - lost
    return replace(ammunition, loaded=left) if left else ammunition.emptied()


def _lost(use: Use, there: int, scene: Scene) -> int:
    mark = scene.lookup("Tokens", tables().of(INT, "token_depletion"), use.mode, detail=True, section=DEPLETION)
    assert mark is not None
    faces, low = use.faces, f"{mark} or less" if mark > 1 else "1"
    if not faces:
        scene.rule(
            "O62",
            "a house rule: without a Shooting die, a d6 decides whether a token is lost",
            section=DEPLETION,
        )
        needed = f"{low} loses one"
        faces = (scene.throw("Tokens", "ammunition tokens", 1, _DEPLETION_DIE, needed, section=DEPLETION),)
    lost = sum(face <= mark for face in faces)
    if use.faces:
        shown = listed([str(face) for face in use.faces], "and")
        dice = f"Shooting {'die' if len(use.faces) == 1 else 'dice'}"
        more = f", but only {there} {'was' if there == 1 else 'were'} left" if lost > there else ""
        text = f"{use.mode}: {shown} on the {dice}; {low} loses a token: {lost or 'none'}{more}"
        scene.note("Tokens", text, section=DEPLETION)
    return min(lost, there)


def recounted(ammunition: Ammunition, measure: str, capacity: int, *, singly: bool = False) -> Ammunition:
    """Return the same loads in another measure, in which a full load is `capacity`.

    Each load stays as full as before. Fractions are rounded up if a load has fewer pieces than before, so that nothing
    is lost, and down otherwise. The excess from rounding up is kept as `short`, so that converting back adds nothing.
    `singly`: the weapon is loaded piece by piece, and its spares are single pieces.
    """
    if (ammunition.measure, ammunition.capacity) == (measure, capacity):
        return ammunition
    scale = _Scale(ammunition.capacity, max(ammunition.finest, ammunition.capacity), capacity)
    loaded, short = scale.converted(ammunition.loaded, ammunition.short)
    loads: dict[tuple[int, str, int], int] = {}
    for count, sort, missing, number in _singles(ammunition, scale) if singly else _loads(ammunition, scale):
        loads[count, sort, missing] = loads.get((count, sort, missing), 0) + number
    spares = tuple(Spare(count, number, sort, missing) for (count, sort, missing), number in loads.items())
    spared = None if ammunition.spares is None else spares
    finest = scale.finest if capacity < scale.finest else 0
    counted_so = replace(ammunition, measure=measure, capacity=capacity, loaded=loaded, spares=spared)
    return replace(counted_so, finest=finest, short=short)


@dataclass(frozen=True, slots=True)
class _Scale:
    """The size of a full load in the old measure, in the finest measure so far, and in the new measure.

    A load is a number of pieces, and the number of pieces of the finest measure by which it falls short of what they
    are worth.
    """

    before: int
    finest: int
    after: int

    def converted(self, count: int, short: int) -> tuple[int, int]:
        """Return a load in the new measure, as its count and what it falls short; a load that is not empty never
        becomes empty.
        """
        if not count:
            return 0, 0
        worth = max(count * self.finest // self.before - short, 1)
        exactly = Fraction(worth * self.after, self.finest)
        number = ceil(exactly) if self.after <= self.before else max(floor(exactly), 1)
        return number, max(number * self.finest // self.after - worth, 0)


def _loads(ammunition: Ammunition, scale: _Scale) -> Iterator[tuple[int, str, int, int]]:
    """Yield the spare loads converted one by one: count, sort, short, and how many there are."""
    for spare in ammunition.spares or ():
        count, short = scale.converted(spare.count, spare.short)
        yield count, spare.sort, short, spare.number


def _singles(ammunition: Ammunition, scale: _Scale) -> Iterator[tuple[int, str, int, int]]:
    """Yield spare loads as single pieces; pieces of one type are converted together, and the last may be worth less."""
    for sort in dict.fromkeys(spare.sort for spare in ammunition.spares or ()):
        alike = [spare for spare in ammunition.spares or () if spare.sort == sort]
        pieces = sum(spare.count * spare.number for spare in alike)
        number, short = scale.converted(pieces, sum(spare.short * spare.number for spare in alike))
        if full := number - bool(short):
            yield 1, sort, 0, full
        if short:
            yield 1, sort, short, 1


Counting = Callable[[Carried, Encounter], Ammunition | None]
"""Returns a weapon's ammunition as counted by the encounter's switches; None if it is not counted."""


def in_measure(carried: Sequence[Carried], encounter: Encounter, counting: Counting) -> tuple[Carried, ...]:
    """Return weapons with their ammunition in the encounter's measure."""
    return tuple(replace(one, ammunition=counting(one, encounter)) for one in carried)


def recount(scene: Scene, counting: Counting) -> None:
    """Convert all ammunition of an encounter after a switch has changed how it is counted."""
    for combatant in scene.encounter.combatants:
        for slot, carried in enumerate(combatant.carried):
            now = counting(carried, scene.encounter)
            if now is not None and now != carried.ammunition:
                scene.do(Loaded(combatant.id, slot, now))


def pieces(number: int, measure: str) -> str:
    """Return a number of pieces in words: "8 boxes", "1 token"."""
    return counted(number, _ONE[measure])


def left(ammunition: Ammunition) -> str:
    """Return what is in a weapon: "2 of 3 tokens", "1 of 1 token"."""
    return f"{ammunition.loaded} of {pieces(ammunition.capacity, ammunition.measure)}"


def stock(ammunition: Ammunition) -> str:
    """Return what is in a weapon and its spare loads: "2 of 3 tokens, spare loads: 1"."""
    return f"{left(ammunition)}, {spare_loads(ammunition.loads)}"


def empty(carried: Carried) -> bool:
    """Return whether the weapon's ammunition is counted and used up."""
    return carried.ammunition is not None and carried.ammunition.loaded == 0
