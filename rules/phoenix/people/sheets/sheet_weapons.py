"""A weapon of a sheet line with its ammunition: the rounds loaded, and the spare loads."""

from __future__ import annotations

from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Carried, Spare
from rules.phoenix.basics.arms import Arm, Gun
from rules.phoenix.people.sheets.equipment import POUND, hundredths
from rules.phoenix.shooting.carrying.kit import feed_of, load_of, sort_named, supplied
from rules.phoenix.weapons.weapon_terms import UNLIMITED
from rules.words.phrases import counted
from rules.words.sheet import NUMBER, Details, number

SPARE_LOADS = 2
"""The number of full spare loads if the line gives none, as in Figure 1 and in scenario 1 of 4.2."""
CREWED = 100
"""The weight in pounds from which a weapon has no spare loads unless the line gives some."""
_ROUND, _LOOSE = "round", "loose"


def armed(weapon: Arm, details: Details, problems: list[str]) -> Carried:
    """Return the weapon with its rounds: full, with two spare loads, unless the line gives other numbers.

    Adds to `problems`.
    """
    if not isinstance(weapon, Gun):
        return Carried(weapon, supplied(weapon, number(details, NUMBER, 1) - 1))
    try:
        sort = sort_named(weapon, str(details["ammunition"])) if "ammunition" in details else ""
        spares, loose = _spares(weapon, sort, details), _loose(weapon, sort, details)
    except Refusal as refusal:
        problems.append(str(refusal).rstrip("."))
        return Carried(weapon)
    sorts = {spare.sort for spare in spares or ()}
    if not sort and len(sorts) == 1:
        sort = sorts.pop()
    loaded = number(details, "loaded", weapon.capacity)
    if loaded > weapon.capacity:
        problems.append(f"the {weapon.name} holds at most {counted(weapon.capacity, _ROUND)}, not {loaded}")
        loaded = weapon.capacity
    return Carried(weapon, replace(supplied(weapon, 0, sort), loaded=loaded, spares=spares, loose=loose))


def _in_feeds(weapon: Gun, feed: str, count: int) -> str:
    """Return how a weapon is loaded, and what to write for a count of rounds or, if it takes these, of magazines."""
    if feed == _ROUND:
        return f"the {_ROUND}: use {counted(count * weapon.capacity, _ROUND)}"
    holds = load_of(weapon)
    return f"the {feed} of {holds}: use {counted(-(-count // holds), feed)}"


def _loose(weapon: Gun, sort: str, details: Details) -> tuple[Spare, ...]:
    """Return the rounds in no magazine or belt. Raises Refusal for a weapon that is loaded round by round."""
    counts = {key.partition(" ")[2]: number(details, key) for key in details if key.partition(" ")[0] == _LOOSE}
    if counts and feed_of(weapon) == _ROUND:
        raise Refusal(f"the {weapon.name} is loaded by the round: use rounds {sum(counts.values())}.")
    return tuple(Spare(1, count, sort_named(weapon, of) if of else sort) for of, count in counts.items() if count)


def _spares(weapon: Gun, sort: str, details: Details) -> tuple[Spare, ...] | None:
    """Return the spare loads, None for unlimited ones. Raises Refusal for loads that the weapon does not take."""
    if details.get("spares") == UNLIMITED:
        return None
    feed, single_use = feed_of(weapon), weapon.capacity == 1 and not weapon.feed
    others = ("loaded", _LOOSE)
    counts = {k: value for k, value in details.items() if isinstance(value, int) and k.partition(" ")[0] not in others}
    spares: list[Spare] = []
    for key, count in counts.items():
        kind, _, of = key.partition(" ")
        if single_use and count:
            raise Refusal(f"the {weapon.name} fires once only: leave {kind} out.")
        if (kind, feed == _ROUND) in (("magazines", True), ("rounds", False)):
            raise Refusal(f"the {weapon.name} is loaded by {_in_feeds(weapon, feed, count)}.")
        if count:
            spares.append(Spare(load_of(weapon), count, sort_named(weapon, of) if of else sort))
    if counts or single_use or hundredths(weapon.weight) >= CREWED * POUND:
        return tuple(spares)
    loads = SPARE_LOADS * (weapon.capacity if feed == _ROUND else 1)
    return (Spare(load_of(weapon), loads, sort),)
