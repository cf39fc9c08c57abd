"""Rounds that are put into magazines by hand, and belts that are linked (table 7B).

A round comes out of the loose rounds, or else out of the emptiest magazine in the pouch. It goes into the fullest
magazine that has room. If all are full or none is left, there is an empty one (a ruling: emptied magazines are kept).
"""

from __future__ import annotations

import re

from rules.engine.ammunition.ammunition import ROUNDS
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Ammunition, Combatant, Spare
from rules.engine.scene.effects import Loaded
from rules.phoenix.basics.arms import Gun
from rules.phoenix.book import Scene
from rules.phoenix.shooting.carrying import kit
from rules.words.phrases import counted

ROUND, STRIP, LINK = (
    "Load a Round into a Magazine",
    "Load a Charging Strip into a Magazine",
    "Link a Belt of Ammunition",
)
IN_A_STRIP = 10
"""The rounds of a charging strip, which the book does not give (a ruling)."""
MOST = 200
_SEVERAL = re.compile(
    r"loads? (?P<number>[0-9]{1,4}) (?:(?P<sort>[a-z]+) )?rounds?(?: by hand)? (?:in|into) magazines?"
)
_NOTHING = {
    ROUND: "neither loose rounds for the {} nor two magazines with room",
    STRIP: "no loose rounds for the {}, or no magazine with room",
    LINK: "nothing to link to the belt in the {}, and no two belts with room",
}
"""The reasons why nothing can be loaded by hand."""
_FEEDS = {ROUND: ("magazine", "drum"), STRIP: ("magazine", "drum"), LINK: ("belt",)}


@dataclass(frozen=True, slots=True)
class HandLoading:
    """A line of the list that moves rounds, how many times it is done, and the type of ammunition, "" for any."""

    line: str
    times: int = 1
    sort: str = ""


def several(text: str) -> HandLoading | None:
    """Return the loading of several rounds one by one that a text describes; None for another text.

    Example: "load 5 AP rounds into a magazine".
    """
    match = _SEVERAL.fullmatch(text)
    return HandLoading(ROUND, int(match["number"]), match["sort"] or "") if match else None


def check(loading: HandLoading, combatant: Combatant) -> None:
    """Raise Refusal if no rounds can be moved in this way, or not so many."""
    if not 1 <= loading.times <= MOST:
        raise NotNow(f"Load 1 to {MOST} rounds at a time, not {loading.times}.")
    arm = _arm(loading, combatant)
    if arm is None or arm.ammunition is None:
        return
    name, ammunition = combatant.reference, arm.ammunition
    if loading.sort:
        kit.sort_named(arm.weapon, loading.sort)
    if ammunition.measure != ROUNDS or ammunition.spares is None:
        raise NotNow(f"The rounds of the {arm.weapon.name} are not counted, so they need no loading by hand.")
    can = len(_steps(ammunition, loading, arm))
    if not can:
        raise NotNow(
            f"{name} has {_NOTHING[loading.line].format(arm.weapon.name)} ({kit.left_words(ammunition, arm.weapon)})."
        )
    if can < loading.times:
        raise NotNow(f"{name} can load {counted(can, 'round')} by hand, not {loading.times}.")


def move(id: str, loading: HandLoading, times: int, scene: Scene) -> None:
    """Move rounds so many times, and note the rounds that are left."""
    arm = _arm(loading, scene.combatant(id))
    if arm is None or arm.ammunition is None or not scene.encounter.timed:
        return
    after = arm.ammunition
    for step, moved in enumerate(_steps(arm.ammunition, loading, arm), 1):
        if step > times:
            break
        after = moved
    if after != arm.ammunition:
        scene.do(Loaded(id, arm.slot, after))
        kit.tell_left(id, scene, arm.slot)


def _arm(loading: HandLoading, combatant: Combatant) -> kit.Held | None:
    """Return the weapon whose magazines or belts are meant: the one in hand if it has any, or else the first; None if
    there is none.
    """
    feeds = _FEEDS[loading.line]
    arms = [kit.held(combatant, carried.weapon.name) for carried in combatant.carried]
    fitting = [arm for arm in arms if isinstance(arm.weapon, Gun) and kit.feed_of(arm.weapon) in feeds]
    return next((arm for arm in fitting if arm.slot == combatant.in_hand), next(iter(fitting), None))


def _steps(ammunition: Ammunition, loading: HandLoading, arm: kit.Held) -> list[Ammunition]:
    """Return the ammunition after each time, as long as rounds can be moved."""
    steps: list[Ammunition] = []
    sort = kit.sort_named(arm.weapon, loading.sort) if loading.sort else kit.round_of(arm)
    usual = kit.rounds_of(arm.weapon)[:1] == (sort,)
    sorts = (sort, "") if usual else (sort,)
    while len(steps) < MOST:
        after = _once(ammunition, loading.line, sorts)
        if after is None:
            break
        steps.append(after)
        ammunition = after
    return steps


def _once(ammunition: Ammunition, line: str, sorts: tuple[str, ...]) -> Ammunition | None:
    if line == LINK:
        return _linked(ammunition, sorts)
    if line == STRIP:
        return _filled(ammunition, IN_A_STRIP, sorts, loose_only=True)
    return _filled(ammunition, 1, sorts)


def _filled(
    ammunition: Ammunition, rounds: int, sorts: tuple[str, ...], *, loose_only: bool = False
) -> Ammunition | None:
    """Return the ammunition with up to this many rounds more in a magazine.

    Returns None if there are no rounds, or no magazine for them.
    """
    loose = next((one for one in ammunition.loose if one.sort in sorts), None)
    part = _partly_full(ammunition, sorts)
    into = part[-1] if part else None
    room = ammunition.capacity - (into.count if into else 0)
    if loose:
        number = min(rounds, loose.number, room)
        rest = (replace(loose, number=loose.number - number),) if loose.number > number else ()
        others = tuple(one for one in ammunition.loose if one is not loose)
        ammunition = replace(ammunition, loose=(*others, *rest))
    elif loose_only or into is None or len(part) < 2:
        return None
    else:
        source = part[0]
        number = min(rounds, source.count, room)
        ammunition = _less(ammunition, source).put(source.count - number, source.sort)
    if into is None:
        return ammunition.put(number, loose.sort if loose else sorts[0])
    return _less(ammunition, into).put(into.count + number, into.sort)


def _linked(ammunition: Ammunition, sorts: tuple[str, ...]) -> Ammunition | None:
    """Return the ammunition with a spare belt linked to the one in the weapon, or else with two spare belts linked.

    Returns None if neither can be done. A belt is never longer than a full one: the excess stays a belt of its own.
    """
    spares = [one for one in ammunition.spares or () if one.sort in sorts]
    if spares and 0 < ammunition.loaded < ammunition.capacity:
        spare = max(spares, key=lambda one: one.count)
        number = min(spare.count, ammunition.capacity - ammunition.loaded)
        linked = replace(ammunition, loaded=ammunition.loaded + number)
        return _less(linked, spare).put(spare.count - number, spare.sort)
    part = _partly_full(ammunition, sorts)
    if len(part) < 2:
        return None
    number = min(part[0].count, ammunition.capacity - part[-1].count)
    less = _less(ammunition, part[0]).put(part[0].count - number, part[0].sort)
    return _less(less, part[-1]).put(part[-1].count + number, part[-1].sort)


def _partly_full(ammunition: Ammunition, sorts: tuple[str, ...]) -> list[Spare]:
    """Return the spare loads with room, one by one, the emptiest first."""
    room = [one for one in ammunition.spares or () if one.sort in sorts and one.count < ammunition.capacity]
    return sorted((replace(one, number=1) for one in room for _ in range(one.number)), key=lambda one: one.count)


def _less(ammunition: Ammunition, spare: Spare) -> Ammunition:
    """Return the ammunition without one such load."""
    spares = list(ammunition.spares or ())
    at = next(n for n, one in enumerate(spares) if (one.count, one.sort) == (spare.count, spare.sort))
    spares[at : at + 1] = [replace(spares[at], number=spares[at].number - 1)] if spares[at].number > 1 else []
    return replace(ammunition, spares=tuple(spares))
