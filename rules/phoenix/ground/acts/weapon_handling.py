"""Taking weapons in hand, working bolts, unloading: the costs by table 7B and the weapon's own figures."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NoRule, NotNow, Refusal, UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.effects import Loaded
from rules.engine.scene.scene import Scene
from rules.phoenix.basics.arms import Gun
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.book import Book
from rules.phoenix.ground.acts.action_list import (
    BELT,
    CONCEALED,
    PICK_UP,
    SLUNG,
    WORK,
    ActLine,
    find_act,
    without_articles,
)
from rules.phoenix.ground.acts.stances import Change
from rules.phoenix.shooting.carrying import dropped_weapons, kit, selector
from rules.phoenix.shooting.carrying.kit import Held
from rules.tables.cells import INT

_TAKES = re.compile(
    r"(?P<verb>draws?|pick(?:s)? up|takes? up|grabs?|unslings?|takes?|readies|ready|switch(?:es)? to|changes? to|gets?)"
    r" (?P<weapon>.+?)(?: in hand)?(?: from (?P<holster>.+))?"
)
_PUTS_DOWN = re.compile(r"(?:set|put|lay)s? (?:down (?P<what>.+)|(?P<also>.+) down)")
_MODES = re.compile(r"\b(auto|single)")
_KINDS = frozenset(("weapon", "gun", "rifle", "pistol", "shotgun", "machine gun", "submachine gun", "it"))
_ANY = frozenset(("pistol", "revolver", "handgun", "sidearm", "side arm"))
COCKING_RULING = ("O17", "cocking takes 2 actions (5.11)", "5.11")
ACTION_CHECKS = Hook[Callable[[str, Combatant, Encounter], None]]()
"""Each raises Refusal if the weapon in hand cannot be cocked, or worked (the line of the list says which)."""
COCKED = Hook[Callable[[Soldier, int, Encounter], Soldier]]()
"""Each returns the combatant with the weapon in this slot cocked."""


@dataclass(frozen=True, slots=True)
class WeaponTaken:
    """A weapon about to be taken in hand: its slot, its name, the actions, and the line of 7B."""

    slot: int
    weapon: str
    cost: int
    line: ActLine


def weapon_taken(text: str, combatant: Combatant, book: Book) -> WeaponTaken | None:
    """Return the weapon to take in hand, None if the text is about something else.

    The text may name a holster, or say "concealed". Raises NotNow for the weapon already in hand, UnknownName for a
    holster that is not on the table.
    """
    match = _TAKES.fullmatch(without_articles(text))
    if match is None:
        return None
    picks_up = match["verb"].startswith(("pick", "take up", "takes up"))
    arm = _lying(match["weapon"], combatant) if picks_up else None
    arm = arm or _carried(match["weapon"], combatant)
    if arm is None:
        return None
    lies = dropped_weapons.lying(combatant, arm.slot)
    if arm.slot == combatant.in_hand and not lies:
        raise NotNow(f"{combatant.reference} already has the {arm.weapon.name} in hand.")
    holster = match["holster"] or ""
    hidden = "concealed" in holster.split()
    holster = " ".join(word for word in holster.split() if word not in ("concealed", "holster"))
    if lies:
        dropped_weapons.check_reach(combatant, arm.slot)
    if lies or picks_up:
        line = find_act(PICK_UP, book)
    elif arm.weapon.group != "pistols":
        line = find_act(SLUNG, book)
    else:
        line = find_act(f"draw pistol from {holster} holster" if holster else BELT, book)
    assert line.cost is not None
    added = book.tables.worded(INT, "7b").lookup("", CONCEALED)[0] if hidden else 0
    assert isinstance(added, int)
    return WeaponTaken(arm.slot, arm.weapon.name, line.cost + added, line)


def puts_down(text: str, combatant: Combatant) -> bool:
    """Return whether the text means putting down the weapon in hand, by its name or kind."""
    match = _PUTS_DOWN.fullmatch(without_articles(text))
    if match is None or combatant.holding is None:
        return False
    what = match["what"] or match["also"]
    arm = _carried(what, combatant)
    return what in _KINDS or (arm is not None and arm.slot == combatant.in_hand)


def cost(name: str, combatant: Combatant) -> int:
    """Return the actions for working or unloading the weapon in hand.

    Raises Refusal if there is nothing to work or unload.
    """
    arm = kit.held(combatant)
    kit.check_in_hand(arm, combatant)
    if not isinstance(arm.weapon, Gun):
        raise Refusal(f"The {arm.weapon.name} needs no loading and has no action to work.")
    if name != WORK:
        if arm.ammunition is not None and not arm.ammunition.loaded:
            raise NotNow(f"The {arm.weapon.name} is already empty.")
        return arm.weapon.reload
    if not arm.weapon.rate.chamber:
        raise NoRule(f"The {arm.weapon.name} has no bolt or pump to work.")
    if arm.slot not in soldier(combatant).unworked:
        raise NotNow(f"The {arm.weapon.name} already has a round chambered, or needs a reload.")
    return arm.weapon.rate.chamber


def check_action(name: str, combatant: Combatant, encounter: Encounter) -> None:
    """Raise Refusal if the weapon in hand cannot be cocked, or worked."""
    for check in ACTION_CHECKS.under(encounter):
        check(name, combatant, encounter)


def cock(combatant: Combatant, encounter: Encounter) -> Change:
    """Return the change by cocking the pistol in hand."""
    slot = combatant.in_hand

    def done(state: Soldier, clock: Clock) -> Soldier:
        for rule in COCKED.under(encounter):
            state = rule(state, slot, encounter)
        return state

    return Change(done=done, rulings=(COCKING_RULING,))


def select(text: str, combatant: Combatant) -> Change:
    """Return the change by the Fire Select Switch of the weapon in hand, if the text gives the new setting."""
    arm, modes = kit.held(combatant) if combatant.carried else None, _MODES.findall(text.casefold())
    if arm is None or not modes or not isinstance(arm.weapon, Gun) or not arm.weapon.rate.automatic:
        return Change()
    automatic = modes[-1].startswith("auto")
    return Change(
        done=lambda state, clock: selector.set_to(state, arm.slot, automatic),
        words=f"sets the {arm.weapon.name} to {selector.MODES[automatic]}",
    )


def unload(id: str, scene: Scene) -> None:
    """Put the ammunition in the weapon in hand back into the pouch: as a load of its own, or round by round."""
    arm = kit.held(scene.combatant(id))
    ammunition = arm.ammunition
    if ammunition is None or not scene.encounter.timed:
        return
    rounds, singly = ammunition.loaded, kit.load_of(arm.weapon) == 1
    emptied = ammunition.emptied()
    for nth in range(rounds if singly else 1):
        emptied = emptied.put(1 if singly else rounds, ammunition.sort, 0 if nth else ammunition.short)
    scene.do(Loaded(id, arm.slot, emptied))
    kit.tell_left(id, scene, arm.slot)


def _lying(kind: str, combatant: Combatant) -> Held | None:
    """Return the first of the fighter's weapons on the ground, if the text means any weapon of a kind ("the rifle")."""
    if kind not in _KINDS:
        return None
    lying = (kit.held(combatant, combatant.carried[one.slot].weapon.name) for one in soldier(combatant).dropped)
    return next(lying, None)


def _carried(name: str, combatant: Combatant) -> Held | None:
    """Return the carried weapon of that name; "pistol" is the first one that is not in hand."""
    if not combatant.carried:
        return None
    try:
        return kit.held(combatant, name)
    except UnknownName:
        if name not in _ANY:
            return None
    pistols = [kit.held(combatant, carried.weapon.name) for carried in combatant.carried]
    return next((arm for arm in pistols if arm.weapon.group == "pistols" and arm.slot != combatant.in_hand), None)
