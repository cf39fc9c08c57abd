"""Rallying: a comrade who has kept their nerve gives broken fighters in the same hex another Morale Roll (5.6)."""

from __future__ import annotations

import re

from rules.engine.map.codes import find_fighter
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Act
from rules.engine.records.private_text import private
from rules.phoenix.basics import action_points
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.basics.sides import friends
from rules.phoenix.basics.soldier import Work, soldier
from rules.phoenix.book import Scene
from rules.phoenix.optional.nerve.morale import RALLY, TABLE, holds
from rules.phoenix.people.named_combatants import name_now
from rules.tables.cells import INT
from rules.words.phrases import counted, listed

WORDS = re.compile(r"rally(?: (?P<whom>.+))?")
_ANYBODY = (
    "",
    "all",
    "everybody",
    "everyone",
    *("them", "him", "her"),
    "comrades",
    *(f"{whose} comrades" for whose in ("their", "his", "her", "my")),
)


def rally(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Spend the Rally Time on the broken comrades in the rallier's hex; each of them then throws a Morale Roll.

    Raises Refusal if there are none.
    """
    rallier, encounter = scene.combatant(order.actor), scene.encounter
    value = soldier(rallier).knockout_value
    whom = name_now(match["whom"] or "", order, encounter)
    broken = _broken(rallier, encounter, whom)
    if order.cost is not None:
        raise Refusal("Rally Time comes from the Knockout Value (5.6). Leave cost: out.")
    if value is None:
        raise Refusal(
            f"{rallier.reference} has no Knockout Value, and Rally Time comes from it. Set one with"
            " /adjust, such as KV 12."
        )
    time, step = scene.book.tables.of(INT, TABLE).lookup(RALLY, value, RALLY, detail=True)
    cost = time or 0
    if not cost and all(_tried(one, encounter) for one in broken):
        raise NotNow(f"{_names(broken)} already had a chance to rally in this impulse. Use /next, then rally again.")
    if waiting := action_points.work(order.actor, Work("rally"), "rallies broken comrades", cost, scene, spoken=True):
        named = _named(whom, rallier, encounter)
        return replace(waiting, what=f"rallies {_names(broken)}", of=(named.id,) if named else ())
    scene.record(step, "5.6")
    rallied = []
    for one in broken:
        if _tried(one, encounter) and not cost:
            continue
        scene.notify(one.id)
        nerve = soldier(one).nerve
        assert nerve is not None
        with scene.concerning(one.id):
            held = holds(one.id, 1, f"{one.reference}’s Morale Roll", scene)
        if held:
            rallied.append(one)
            scene.change(one.id, altered(soldier(one), nerve=None, low=False))
        else:
            scene.change(one.id, altered(soldier(one), nerve=replace(nerve, tried=encounter.clock)))
    left = [one for one in broken if one not in rallied]
    stays = "stays" if len(left) == 1 else "stay"
    clauses = scene.clauses(f"{_names(rallied)} can act again{'; ' if left else '.'}") if rallied else ()
    clauses += scene.clauses(f"{_names(left)} {stays} broken.") if left else ()
    spent = f" ({counted(cost, 'action')})" if action_points.counts_actions(order.actor, scene) else ""
    scene.conclude(scene.outcome(f"{rallier.reference} rallies {_names(broken)}{private(spent)}", clauses))
    return None


def _broken(rallier: Combatant, encounter: Encounter, whom: str) -> list[Combatant]:
    """Return the broken comrades in the rallier's hex.

    Raises Refusal if there are none, or if the one named is not there.
    """
    broken = [c for c in _comrades(rallier, encounter) if not _excused(c, encounter)]
    near = [c for c in broken if c.place == rallier.place]
    if named := _named(whom, rallier, encounter):
        if why := _excused(named, encounter):
            raise NotNow(
                f"{named.reference} {why}. You can rally only fighters who have failed their Tripled Morale Roll (5.6)."
            )
        if named not in near:
            where = f" at {named.place}" if named.place else ", who is off the map"
            raise NotNow(f"{rallier.reference} must be in the same hex as {named.reference}{where}. Use /move first.")
    if not near:
        far = f". To rally {_names(broken)}, /move there first" if broken else ""
        raise NotNow(f"No comrade in {rallier.reference}'s hex is broken{far}.")
    return near


def _named(whom: str, rallier: Combatant, encounter: Encounter) -> Combatant | None:
    """Return the comrade named in the order, or None if it names nobody.

    Raises UnknownName for an unknown name.
    """
    if whom in _ANYBODY:
        return None
    return find_fighter(whom, _comrades(rallier, encounter), encounter, "comrade")


def _comrades(rallier: Combatant, encounter: Encounter) -> list[Combatant]:
    return [c for c in encounter.combatants if c.id != rallier.id and friends(rallier, c) and c.present]


def _excused(one: Combatant, encounter: Encounter) -> str:
    """Return the reason why the fighter cannot be rallied, as a predicate, or "" for a broken fighter."""
    state = soldier(one)
    if state.out(encounter.clock):
        return "is incapacitated"
    if state.custody:
        return "is out of the fight"
    return "" if state.nerve and state.nerve.state == "broken" else "is not broken"


def _tried(one: Combatant, encounter: Encounter) -> bool:
    nerve = soldier(one).nerve
    return nerve is not None and nerve.tried == encounter.clock


def _names(people: list[Combatant]) -> str:
    return listed([one.reference for one in people], "and")
