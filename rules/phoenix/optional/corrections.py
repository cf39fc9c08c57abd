"""The corrections by a GM that need an Optional Rule. Their words count only while its switch is on."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.orders import Attack, Move, Reload
from rules.engine.scene.effects import Placed
from rules.grid.ground import check_ground, open_ground
from rules.phoenix.basics.arms import Dropped, Gun
from rules.phoenix.basics.soldier import Soldier, helpless, soldier
from rules.phoenix.basics.switches import (
    ACCURACY,
    DOUBLE_ACTION,
    INITIATIVE,
    MORALE,
    PINNING,
    SECOND_SHOT,
    SOUND,
    TOURNAMENT,
)
from rules.phoenix.book import Scene
from rules.phoenix.optional.gunnery import double_action
from rules.phoenix.optional.nerve import course_of_action, unnerved
from rules.phoenix.optional.records import Award, CustodyWord
from rules.phoenix.optional.tournament import baselines, victory
from rules.phoenix.people.corrections import NO, NONE, YES, Correction
from rules.phoenix.people.interruption import give_up
from rules.phoenix.shooting.carrying import dropped_weapons
from rules.phoenix.shooting.carrying.kit import held, one_handed
from rules.words.places import Place
from rules.words.sheet import Number, Phrase, Reading, Spot, number

_MOST_POINTS = 999
_CUSTODY = {
    "surrendered": "surrendered",
    "frozen": "frozen",
    "disarmed": "disarmed",
    "prisoner": "prisoner",
    "not in custody": "",
    "set free": "",
}


def _forget(field: str, words: str) -> Callable[[Reading, str, Scene], list[str]]:
    """Return a correction that resets a field of Soldier to its default and returns `words`."""

    def forget(reading: Reading, subject: str, scene: Scene) -> list[str]:
        _became(subject, altered(soldier(scene.combatant(subject)), **{field: getattr(Soldier(), field)}), scene)
        return [words]

    return forget


def _nerve(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Set the fighter's nerve and end their tasks (5.6)."""
    word = str(reading["nerve"])
    state = unnerved.corrected(word, scene.combatant(subject))
    dropped = give_up(subject, scene)
    _became(subject, state, scene)
    return [word, *dropped]


def _plan(reading: Reading, subject: str, scene: Scene) -> list[str]:
    return [course_of_action.correct(number(reading, "plan"), subject, scene)]


def _cocked(reading: Reading, subject: str, scene: Scene) -> list[str]:
    one, state = held(scene.combatant(subject)), soldier(scene.combatant(subject))
    if not double_action.counts(one.weapon, scene.encounter):
        raise NotNow(f"Only pistols and revolvers can be cocked (5.11), not the {one.weapon.name}. Leave that out.")
    others = tuple(slot for slot in state.cocked if slot != one.slot)
    cocked = reading["cocked"] == YES
    _became(subject, altered(state, cocked=tuple(sorted((*others, *(one.slot,) * cocked)))), scene)
    return [f"the {one.weapon.name} {'is cocked' if cocked else 'is not cocked'}"]


def _braced(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Set whether the weapon in hand is braced (3.1)."""
    one, state = held(scene.combatant(subject)), soldier(scene.combatant(subject))
    braced = reading["braced"] == YES
    if braced and not state.firing_stance:
        raise NotNow(f"{scene.name(subject)} is not in a Firing Stance, and bracing needs one. Set that as well.")
    _became(subject, altered(state, braced=one.slot if braced else None), scene)
    return [f"the {one.weapon.name} is {'' if braced else 'not '}braced"]


def _custody(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Set the stage of the fighter's arrest and end their tasks (scenario 2)."""
    word, state = str(reading["custody"]), soldier(scene.combatant(subject))
    if not _CUSTODY[word]:
        _became(subject, altered(state, custody=""), scene)
        return [word]
    dropped = give_up(subject, scene)
    _became(subject, altered(helpless(state), custody=cast(CustodyWord, _CUSTODY[word]), left=state.left), scene)
    return [word, *dropped]


def _rifle(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Lay the fighter's first two-handed weapon on the ground; the fighter has to fetch it there (scenario 2)."""
    combatant = scene.combatant(subject)
    slots = (n for n, one in enumerate(combatant.carried) if isinstance(one.weapon, Gun) and not one_handed(one.weapon))
    slot = next(slots, None)
    if slot is None:
        raise NotNow(
            f"{combatant.reference} carries no rifle or similar weapon. For the weapon in hand use weapon"
            " on the ground."
        )
    return _lies("rifle", slot, reading, subject, scene)


def _weapon(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Lay the weapon in hand on the ground."""
    return _lies("weapon", held(scene.combatant(subject)).slot, reading, subject, scene)


def _lies(key: str, slot: int, reading: Reading, subject: str, scene: Scene) -> list[str]:
    combatant, place = scene.combatant(subject), reading[key]
    if isinstance(place, Place):
        check_ground(scene.encounter, place)
    at = place if isinstance(place, Place) else combatant.place
    dropped_weapons.lay(subject, slot, at, scene)
    dropped = give_up(subject, scene, Attack, Reload) if slot == combatant.in_hand else []
    return [f"the {combatant.carried[slot].weapon.name} is {dropped_weapons.words(Dropped(slot, at))}", *dropped]


def _points(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Set the total of the fighter's Victory Points (4.4)."""
    state, points = soldier(scene.combatant(subject)), number(reading, "victory points")
    earned = tuple(award for award in state.awards if award.event != victory.BY_GM)
    rest = points - victory.total(altered(state, awards=earned), scene.book)
    _became(subject, altered(state, awards=(*earned, *(Award(victory.BY_GM, rest),) * bool(rest))), scene)
    return [f"{points} Victory Points"]


def _baseline(reading: Reading, subject: str, scene: Scene) -> list[str]:
    place = reading["baseline"]
    assert isinstance(place, Place)
    check_ground(scene.encounter, place)
    _became(subject, altered(soldier(scene.combatant(subject)), baseline=place), scene)
    return [f"baseline {place}"]


def _at_random(reading: Reading, subject: str, scene: Scene) -> list[str]:
    """Place the fighter on a free hex of the map, each hex with the same chance (4.4)."""
    encounter, combatant = scene.encounter, scene.combatant(subject)
    battle_map = encounter.battle_map
    if battle_map is None:
        raise NotNow("There is no map to place anyone on. Use /encounter map size: 12x12 to make one.")
    if "at" in reading:
        raise NotNow("Use at random or a place, not both.")
    taken = {other.place for other in encounter.combatants if other.present and other.id != subject}
    every = (Place(column, row) for row in range(1, battle_map.height + 1) for column in range(1, battle_map.width + 1))
    free = [place for place in every if open_ground(battle_map, place) and place not in taken]
    if not free:
        raise NotNow("No hex of the map is free.")
    among = f"counted row by row from the top, of {len(free)} free hexes"
    why = f"where {combatant.reference} is placed, {among}"
    place = free[scene.throw("Place", why, 1, len(free), section="4.4") - 1]
    scene.do(Placed(subject, place))
    _became(subject, altered(soldier(scene.combatant(subject)), trace=(), course=None, pin=None, last_shot=None), scene)
    baselines.settle(subject, scene)
    return [f"at {place}", *give_up(subject, scene, Move)]


def _became(subject: str, state: Soldier, scene: Scene) -> None:
    if state != soldier(scene.combatant(subject)):
        scene.change(subject, state)


CORRECTIONS: tuple[Correction, ...] = (
    Correction("pin", PINNING, [Phrase("pin", {"no pin": NO, "nothing pinned": NO})], _forget("pin", "nothing pinned")),
    Correction(
        "last shot", SECOND_SHOT, [Phrase("last shot", {"no last shot": NO})], _forget("last_shot", "no last shot")
    ),
    Correction(
        "listened", SOUND, [Phrase("listened", {"has not listened": NO})], _forget("listened", "has not listened")
    ),
    Correction("nerve", MORALE, [Phrase("nerve", unnerved.WORDS)], _nerve),
    Correction(
        "plan",
        INITIATIVE,
        [
            Phrase("plan", {"no plan": NONE, "no course": NONE, "no course of action": NONE}),
            Number("plan", ("plan", "course", "course of action"), 1, course_of_action.MOST_NUMBER),
        ],
        _plan,
    ),
    Correction("braced", ACCURACY, [Phrase("braced", {"braced": YES, "not braced": NO})], _braced),
    Correction("cocked", DOUBLE_ACTION, [Phrase("cocked", {"cocked": YES, "not cocked": NO, "uncocked": NO})], _cocked),
    Correction(
        "rifle",
        "",
        [
            Spot("rifle", ("rifle at", "rifle lies at", "rifle on the ground at")),
            Phrase("rifle", {"rifle on the ground": YES}),
        ],
        _rifle,
    ),
    Correction(
        "weapon",
        "",
        [
            Spot("weapon", ("weapon lies at", "weapon on the ground at")),
            Phrase("weapon", {"weapon on the ground": YES}),
        ],
        _weapon,
    ),
    Correction(
        "on the ground",
        "",
        [Phrase("on the ground", {"nothing on the ground": NO})],
        _forget("dropped", "nothing on the ground"),
    ),
    Correction("custody", "", [Phrase("custody", {word: word for word in _CUSTODY})], _custody),
    Correction(
        "victory points",
        TOURNAMENT,
        [Number("victory points", ("VP", "victory points"), -_MOST_POINTS, _MOST_POINTS)],
        _points,
    ),
    Correction("random", TOURNAMENT, [Phrase("random", {"at random": YES, "placed at random": YES})], _at_random),
    Correction("baseline", TOURNAMENT, [Spot("baseline", ("baseline",))], _baseline),
)
