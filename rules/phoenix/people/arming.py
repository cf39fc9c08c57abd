"""A weapon of a sheet line with what was said of its rounds: what is loaded, which spare loads there are."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.errors import Refusal
from rules.engine.model import Carried, Spare
from rules.phoenix.arms import Arm, Gun
from rules.phoenix.people.equipment import POUND, hundredths
from rules.phoenix.shooting.carrying.kit import feed_of, load_of, sort_named, supplied
from rules.phoenix.weapons.naming import UNLIMITED
from rules.words.phrases import counted
from rules.words.sheet import NUMBER, Said, number

SPARE_LOADS = 2
"""Full loads besides the one in the weapon where nothing is said, as in Figure 1 and in scenario 1 of 4.2."""
CREWED = 100
"""Pounds from which on nobody carries spare loads for a weapon unless it is said."""
_ROUND = "round"


def armed(weapon: Arm, said: Said, problems: list[str]) -> Carried:
    """The weapon with its rounds, full and with two spare loads unless something else is said; problems are added."""
    if not isinstance(weapon, Gun):
        return Carried(weapon, supplied(weapon, number(said, NUMBER, 1) - 1))
    try:
        sort = sort_named(weapon, str(said["ammunition"])) if "ammunition" in said else ""
        spares = _spares(weapon, sort, said)
    except Refusal as refusal:
        problems.append(str(refusal).rstrip("."))
        return Carried(weapon)
    sorts = {spare.sort for spare in spares or ()}
    if not sort and len(sorts) == 1:
        sort = sorts.pop()
    loaded = number(said, "loaded", weapon.capacity)
    if loaded > weapon.capacity:
        problems.append(f"the {weapon.name} holds at most {counted(weapon.capacity, _ROUND)}, not {loaded}")
        loaded = weapon.capacity
    return Carried(weapon, replace(supplied(weapon, 0, sort), loaded=loaded, spares=spares))


def _spares(weapon: Gun, sort: str, said: Said) -> tuple[Spare, ...] | None:
    """The spare loads, None for as many as wanted. Raises Refusal for what the weapon does not take."""
    if said.get("spares") == UNLIMITED:
        return None
    feed, once = feed_of(weapon), weapon.capacity == 1 and not weapon.feed
    counts = {key: value for key, value in said.items() if isinstance(value, int) and key != "loaded"}
    found: list[Spare] = []
    for key, count in counts.items():
        kind, _, of = key.partition(" ")
        if once and count:
            raise Refusal(f"the {weapon.name} is fired once: leave {kind} out.")
        if (kind, feed == _ROUND) in (("magazines", True), ("rounds", False)):
            raise Refusal(f"the {weapon.name} is loaded by the {feed}: say {feed}s {count}.")
        if count:
            found.append(Spare(load_of(weapon), count, sort_named(weapon, of) if of else sort))
    if counts or once or hundredths(weapon.weight) >= CREWED * POUND:
        return tuple(found)
    loads = SPARE_LOADS * (weapon.capacity if feed == _ROUND else 1)
    return (Spare(load_of(weapon), loads, sort),)
