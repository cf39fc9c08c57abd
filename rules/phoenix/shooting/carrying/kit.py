"""A combatant's weapons: finding one, spending its rounds, spare loads in words (1.3).

The type of ammunition belongs to the loaded rounds and decides Penetration and Damage Class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.engine.ammunition import ammunition as counting
from rules.engine.ammunition.ammunition import AUTOMATIC_FIRE, BOXES, GRENADES, ROUNDS, SINGLE_SHOT
from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow, Refusal, UnknownName, quoted
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Ammunition, Combatant, Encounter, Spare
from rules.engine.records.steps import LEFT, Lookup
from rules.engine.scene.effects import Drawn
from rules.engine.scene.scene import Scene
from rules.engine.sharing.shared_remedies import act_first, other_weapons, reload_it
from rules.phoenix.basics.action_points import are_counted
from rules.phoenix.basics.arms import Arm, Grenade, Gun
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import Soldier, soldier, unsteady
from rules.phoenix.book import Book
from rules.phoenix.shooting.carrying import selector
from rules.phoenix.shooting.firing.declared_fire import going
from rules.phoenix.weapons.spellings import spellings
from rules.tables.cells import INT
from rules.words import phrases
from rules.words.catalogue import find
from rules.words.phrases import listed

_FEEDS: Mapping[str, str] = MappingProxyType({"Mag": "magazine", "Blt": "belt", "Drm": "drum"})
"""The container of the rounds, by the weapon's feed; other weapons are loaded round by round."""


@dataclass(frozen=True, slots=True)
class Held:
    """A carried weapon: its slot, the weapon, its ammunition (None: not counted)."""

    slot: int
    weapon: Arm
    ammunition: Ammunition | None


FIRED = Hook[Callable[[Soldier, Held, str, Encounter], Soldier]]()
"""Each returns the shooter after an attack with that weapon; the string is the `at` of `as_fired`."""


LET_GO = Hook[Callable[[str, Held, Scene], None]]()
"""Called after a combatant (an id) has fired or thrown with that weapon, to carry out the consequences of the noise."""


_GRENADE = ("grenade", "a grenade", "the grenade", "hand grenade")
"""Words for the only sort of grenade that somebody carries."""


def held(combatant: Combatant, name: str = "") -> Held:
    """Return the weapon of that name, or the one in hand.

    Raises UnknownName with the nearest, Refusal if there is none.
    """
    if not combatant.carried:
        raise Refusal(f"{combatant.reference} carries no weapon. Add one to the sheet line, such as SAL 14, M16.")
    slot = combatant.in_hand
    if name.strip():
        arms = [carried.weapon for carried in combatant.carried]
        also = {arm.name: (arm.printed, *spellings(arm)) for arm in arms if isinstance(arm, Arm)}
        grenades = {arm.name for arm in arms if isinstance(arm, Grenade)}
        if len(grenades) == 1:
            also = {name: (*words, *_GRENADE) if name in grenades else words for name, words in also.items()}
        meant = find(name, list(dict.fromkeys(arm.name for arm in arms)), "weapon", also=also)
        # Of two weapons of the same name, the one in hand is meant.
        slot = min((n for n, arm in enumerate(arms) if arm.name == meant), key=lambda n: (n != slot, n))
    carried = combatant.carried[slot]
    if not isinstance(carried.weapon, Arm):
        raise TypeError(f"{carried.weapon.name} is not a weapon of this rulebook")
    return Held(slot, carried.weapon, carried.ammunition)


def one_handed(weapon: Arm) -> bool:
    """Return whether one arm is enough for the weapon (ruling O35)."""
    return weapon.group == "pistols" or isinstance(weapon, Grenade)


def rounds_of(weapon: Arm) -> tuple[str, ...]:
    """Return the types of ammunition that the weapon fires, the usual one first; a grenade has none."""
    return weapon.rounds


def round_of(held: Held) -> str:
    """Return the type of ammunition that is loaded, by default the weapon's first; "" for a weapon without types."""
    if held.ammunition and held.ammunition.sort:
        return held.ammunition.sort
    rounds = held.weapon.rounds
    return rounds[0] if rounds else ""


def feed_of(weapon: Arm) -> str:
    """Return the container of the rounds: "magazine", "belt", "drum"; "round" if they are loaded one by one,
    "grenade".
    """
    if isinstance(weapon, Gun):
        return _FEEDS.get(weapon.feed, "round")
    return "grenade"


def load_of(weapon: Arm) -> int:
    """Return the rounds in one spare load: a magazine's, or 1 if they are loaded one by one."""
    return weapon.capacity if isinstance(weapon, Gun) and weapon.feed in _FEEDS else 1


def supplied(weapon: Arm, loads: int | None = 0, sort: str = "") -> Ammunition:
    """Return a full weapon with this many spare loads of one type, None for unlimited; of grenades, one ready to throw
    and the others in the pouch.

    Raises UnknownName for a type that the weapon does not fire.
    """
    sort = sort_named(weapon, sort) if sort else ""
    spares = None if loads is None else (Spare(load_of(weapon), loads, sort),) if loads else ()
    if not isinstance(weapon, Gun):
        return Ammunition(GRENADES, 1, 1, spares)
    return Ammunition(ROUNDS, weapon.capacity, weapon.capacity, spares, sort)


def sort_named(weapon: Arm, name: str) -> str:
    """Return the type of ammunition of that name ("ap" is AP).

    Raises UnknownName with the types that the weapon fires.
    """
    types = rounds_of(weapon)
    for sort in types:
        if sort.casefold() == name.strip().casefold():
            return sort
    fires = f"It fires {listed(types)}" if types else "It has no types of ammunition"
    raise UnknownName(f"The {weapon.name} has no {quoted(name)}. {fires}.", types)


def spend(combatant: str, held: Held, rounds: int, scene: Scene, *, burst: bool = False) -> Ammunition | None:
    """Take an attack's rounds, a box or (by a throw) tokens out of a weapon; return the ammunition left, None if not
    counted.
    """
    if held.ammunition is None:
        return None
    if held.ammunition.measure == BOXES:
        scene.note("Box", "a house rule: each attack uses one", detail=True, section="1.3")
    use = counting.Use(rounds, AUTOMATIC_FIRE if burst else SINGLE_SHOT)
    return counting.spend(combatant, held.slot, use, scene)


def let_go(id: str, held: Held, rounds: int, scene: Scene, *, burst: bool, at: str = "") -> None:
    """Fire or throw: take the rounds and mark the shooter as spotted. `at`: as for `as_fired`."""
    left = spend(id, held, rounds, scene, burst=burst)
    combatant = scene.combatant(id)
    state = soldier(combatant)
    if not state.spotted:
        verb = "throws" if isinstance(held.weapon, Grenade) else "fires"
        scene.note("Seen", f"{combatant.reference} {verb} and is spotted", section="4.2")
    if going(id, scene.encounter):  # the declaration has already changed the shooter's state (5.7)
        fresh: Soldier = altered(state, sustained=None)
    else:
        more = left is None or left.loaded > 0
        fresh = as_fired(state, held, scene.encounter, more=more, burst=burst, at=at)
    scene.change(id, fresh if fresh.spotted else altered(fresh, spotted=True))
    for follow in LET_GO.under(scene.encounter):
        follow(id, held, scene)


def as_fired(state: Soldier, held: Held, encounter: Encounter, *, more: bool, burst: bool, at: str = "") -> Soldier:
    """Return the shooter after a shot or throw: the aim is used up, and the bolt must be worked if there is a round for
    it.

    `at`: the hex or target that a second shot has to be aimed at (5.8); `more`: whether anything is left in the weapon.
    """
    now, unworked = encounter.clock, state.unworked
    bolt = isinstance(held.weapon, Gun) and held.weapon.rate.chamber
    if bolt and more and held.slot not in unworked:
        unworked = (*unworked, held.slot)
    fresh: Soldier = altered(state, aim=None, sustained=None, unworked=unworked, fired=now)
    if isinstance(held.weapon, Gun) and held.weapon.rate.automatic:
        fresh = selector.set_to(fresh, held.slot, burst)
    for rule in FIRED.under(encounter):
        fresh = rule(fresh, held, at, encounter)
    return altered(fresh, burst=now) if burst else fresh


def take_in_hand(combatant: Combatant, held: Held, scene: Scene) -> None:
    """Change to another weapon, which ends the Firing Stance and the aim taken with the old one; the caller charges the
    actions.

    In a quick ruling, which has no time, the Firing Stance stays.
    """
    if held.slot != combatant.in_hand:
        scene.do(Drawn(combatant.id, held.slot))
        lose_aim(combatant.id, scene)
        scene.note("Weapon", f"takes the {held.weapon.name} in hand", detail=True, section="2.5")
        if scene.encounter.timed:
            take_down(combatant.id, scene)


def take_down(id: str, scene: Scene) -> None:
    """End the combatant's Firing Stance, because the weapon is not at the shoulder any more (2.5, 3.1)."""
    state = soldier(scene.combatant(id))
    if state.firing_stance:
        scene.change(id, unsteady(state))
        scene.note("Stance", f"the Firing Stance of {scene.name(id)} ends", section="2.5")


def lose_aim(id: str, scene: Scene) -> None:
    """Drop the combatant's aim, pinned place and burst that could be continued."""
    state: Soldier = soldier(scene.combatant(id))
    lost = altered(state, aim=None, sustained=None, pin=None)
    if lost != state:
        scene.change(id, lost)


def pouch(book: Book) -> tuple[int, Lookup]:
    """Return the actions for getting the next grenade from the pouch, with the cell (7B; R16)."""
    cost, step = book.tables.worded(INT, "7b").lookup("Pouch", "Take a Bullet or Magazine from a Pouch", detail=True)
    assert isinstance(cost, int)
    return cost, step


def check_sound(held: Held, combatant: Combatant) -> None:
    """Raise NotNow for a weapon that a hit has put out of action (ruling O30)."""
    if held.slot in soldier(combatant).broken:
        raise NotNow(
            f"The {held.weapon.name} of {combatant.reference} was hit and is out of action. Choose"
            " another with weapon:, or ask the GM to set “weapon repaired”."
        ).helped_by(*other_weapons(combatant, held.weapon.name))


def check_in_hand(held: Held, combatant: Combatant) -> None:
    """Raise NotNow for a weapon that lies on the ground (scenario 2)."""
    if held.slot in [one.slot for one in soldier(combatant).dropped]:
        name = held.weapon.name
        raise NotNow(
            f"The {name} of {combatant.reference} is on the ground. Use /act what: pick up the {name} first."
        ).helped_by(
            act_first(combatant.id, f"pick up the {name}"),
            *other_weapons(combatant, held.weapon.name),
        )


def check_loaded(held: Held, combatant: Combatant) -> None:
    """Raise NotNow for an empty weapon or no grenade left, with what helps."""
    ammunition = held.ammunition
    if ammunition is None or ammunition.loaded:
        return
    what = feed_of(held.weapon)
    if not isinstance(held.weapon, Gun):
        if ammunition.loads == 0:
            raise NotNow(f"{combatant.reference} has no {held.weapon.name} left.")
        raise NotNow(
            f"{combatant.reference} has no {held.weapon.name} ready. Use /reload to take one from the pouch."
        ).helped_by(reload_it(combatant.id, held.weapon.name))
    if ammunition.loads == 0:
        raise NotNow(
            f"The {held.weapon.name} is empty, and {combatant.reference} has no {what} left for it."
        ).helped_by(*other_weapons(combatant, held.weapon.name))
    raise NotNow(f"The {held.weapon.name} is empty. Use /reload ({spares_words(ammunition, held.weapon)}).").helped_by(
        reload_it(combatant.id, held.weapon.name), *other_weapons(combatant, held.weapon.name)
    )


def tell_left(id: str, scene: Scene, slot: int | None = None) -> None:
    """Note the weapon's remaining rounds, if counted, and the combatant's actions left in this impulse."""
    scene.explain(_note_left, id, scene, slot)


def _note_left(id: str, scene: Scene, slot: int | None) -> None:
    combatant, parts = scene.combatant(id), []
    if slot is not None:
        carried = combatant.carried[slot]
        parts.append(left_words(carried.ammunition, carried.weapon if isinstance(carried.weapon, Arm) else None))
    state = soldier(combatant)
    if are_counted(state, scene.encounter) and not going(id, scene.encounter):
        parts.append(f"{phrases.counted(state.left, 'action') if state.left else 'no actions'} this impulse")
    if words := "; ".join(filter(None, parts)):
        scene.note(LEFT, words, section="1.3")


def left_words(ammunition: Ammunition | None, weapon: Arm | None = None) -> str:
    """Return a weapon's ammunition in words: "29 of 30 rounds, 2 magazines"; "" if nothing is counted."""
    if ammunition is None:
        return ""
    if ammunition.measure == GRENADES:
        if ammunition.loads is None:
            return "grenades: unlimited"
        more = f", {ammunition.loads} in the pouch" if ammunition.loads else ""
        return f"{ammunition.loaded or 'no'} grenade{'' if ammunition.loaded == 1 else 's'}{more}"
    if ammunition.capacity == 1 and ammunition.measure == ROUNDS:
        inside = f"{ammunition.sort or '1 round'} loaded" if ammunition.loaded else "not loaded"
    else:
        sort = f" {ammunition.sort}" if ammunition.sort else ""
        inside = f"{counting.left(ammunition)}{sort}"
    loose = [f"{one.number} {one.sort}".rstrip() for one in ammunition.loose]
    more = f", {listed(loose, 'and')} loose" if loose else ""
    return f"{inside}, {spares_words(ammunition, weapon)}{more}"


def spares_words(ammunition: Ammunition, weapon: Arm | None) -> str:
    """Return the spare loads in words: "2 magazines", "1 magazine of 12", "2 magazines AP and 1 FMJ", "14 more"."""
    spares = ammunition.spares
    if weapon:
        what = feed_of(weapon)
    else:
        singles = bool(spares) and all(spare.count == 1 for spare in spares or ())
        what = "round" if singles or ammunition.capacity == 1 else "magazine"
    if spares is None:
        return f"{ammunition.measure if what == 'round' else f'{what}s'} unlimited"
    if not spares:
        return f"no {'more' if what == 'round' else what}"
    parts: list[str] = []
    stacks = ammunition.stacks
    for spare in sorted(stacks, key=lambda s: (s.sort != ammunition.sort, s.sort, -s.count)):
        noun = f" {what}{'s' if spare.number > 1 else ''}" if not parts and what != "round" else ""
        noun = " more" if not parts and what == "round" else noun
        sort = f" {spare.sort}" if spare.sort and (spare.sort != ammunition.sort or len(stacks) > 1) else ""
        part = f" of {spare.count}" if what != "round" and spare.count < ammunition.capacity else ""
        parts.append(f"{spare.number}{noun}{sort}{part}")
    return listed(parts, "and")
