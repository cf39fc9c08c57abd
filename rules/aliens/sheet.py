"""Sheet lines of the Aliens rules: reading them, a GM's corrections, and the combatant for the board and sheet."""

from __future__ import annotations

from collections.abc import Mapping

from rules.aliens import reload
from rules.aliens.arms import ARMS, ammunition_words, counts_ammunition, hidden
from rules.aliens.card import MOST_ACTIONS, Card, CardWeapon, Fighter, fighter
from rules.engine.ammunition import ammunition as counting
from rules.engine.ammunition import reloads
from rules.engine.ammunition.supplies import brief
from rules.engine.books.ruleset import Summary
from rules.engine.records.copies import replace
from rules.engine.records.errors import BadSheet, NoRule, NotNow
from rules.engine.records.model import Ammunition, Carried, Combatant, Encounter, Profile
from rules.engine.scene.scene import Scene
from rules.engine.sharing import adjustment
from rules.engine.sharing.unknown import NOT_KNOWN
from rules.grid.squares import distance
from rules.words.catalogue import normalized
from rules.words.phrases import counted, listed
from rules.words.sheet import Number, Phrase, Reading, number, read

ALIEN = "Alien"
EXAMPLE = "Rifleman, Pistol, loaded 5, spares 2"
AMMUNITION_TERMS = [term for term in adjustment.TERMS if term.key in ("loaded", "spares")]


def profile(line: str, cards: Mapping[str, Card]) -> Profile:
    """Return the profile of a sheet line, `cards` by name. Raises BadSheet, one sentence with every problem."""
    weapons = {w.name: normalized(w.name) for card in cards.values() for w in card.weapons}
    reading = read(
        line,
        [
            Phrase("weapon", weapons),
            Phrase("card", {name: name for name in (*cards, ALIEN)}),
            Number("actions", ("actions",), 1, MOST_ACTIONS),
            *AMMUNITION_TERMS,
        ],
    )
    name = reading.get("card")
    if name is None:
        raise BadSheet(f"A sheet line starts with a card, or is Alien. Known: {listed([*cards, ALIEN], 'and')}.")
    sheet = " ".join(line.split())
    if name == ALIEN:
        if surplus := reading.keys() - {"card"}:
            raise BadSheet(f"An Alien has no actions and no weapons. Leave out {', '.join(sorted(surplus))}.")
        return Profile(ALIEN, sheet, (), Fighter("alien"))
    card = cards[str(name)]
    actions = number(reading, "actions", card.actions)
    carried = [
        Carried(weapon, Ammunition(counting.BOXES, weapon.capacity, weapon.capacity, None)) for weapon in card.weapons
    ]
    hand = _in_hand(reading, card)
    carried[hand] = _with_ammunition(carried[hand], card.weapons[hand], reading)
    # The first weapon of a sheet line's profile is the one in hand.
    carried.insert(0, carried.pop(hand))
    return Profile(card.name, sheet, tuple(carried), Fighter("marine", card.name, actions, actions))


def adjust(subject: str, changes: str, scene: Scene) -> str:
    """Apply a GM's correction and return what changed, in words. Raises BadSheet, NoRule or NotNow."""
    actions = Number("actions", ("actions", "actions left"), 0, MOST_ACTIONS)
    stop = Phrase("stop", {"stop reloading": "stop", "stop reload": "stop"})
    reading = read(changes, [*adjustment.TERMS, actions, stop])
    if not reading:
        raise BadSheet(
            "What do you want to set? For example at C4, off the map, dead, alive, actions 1, loaded 5,"
            " spares 2, stop reloading."
        )
    if reading.keys() & {"loaded", "spares"} and not counts_ammunition(scene.encounter):
        raise NoRule("Ammunition is not counted in this encounter (the switch is off). Leave loaded and spares out.")
    combatant = scene.combatant(subject)
    state = fighter(combatant)
    corrections: list[str] = []
    if "stop" in reading:
        corrections.append(reloads.stop(combatant, scene, reload.SECTION))
    if "actions" in reading:
        left = number(reading, "actions")
        if state.nature == "alien":
            raise NoRule(f"{combatant.reference} is an Alien and has no actions.")
        if left > state.actions:
            raise NotNow(f"{combatant.reference} has {state.actions} actions a turn and cannot have more left.")
        scene.change(subject, replace(state, left=left))
        corrections.append(f"{left} of {counted(state.actions, 'action')} left")
    corrections += adjustment.apply(reading, subject, scene)
    if "spares" in reading:
        _check_reloadable(ARMS.meant(scene.combatant(subject)).weapon)
    if not scene.combatant(subject).present and scene.encounter.task(subject):
        corrections.append(reloads.stop(combatant, scene, reload.SECTION))
    return ", ".join(corrections)


def summary(combatant: Combatant, encounter: Encounter) -> Summary:
    """Return the combatant's line on the board and the lines of their sheet."""
    state = fighter(combatant)
    if state.nature == "alien":
        short = _distance_to_nearest(combatant, encounter) if combatant.present else "out"
        return Summary(short, (("Alien", "moved by the GM; one hit removes it"),))
    if combatant.glimpsed:
        names = [one.weapon.name for one in combatant.carried]
        short = (*names, "")[0] if combatant.present else "out"
        unknown = (NOT_KNOWN, ", ".join(hidden(encounter)))
        return Summary(short, (("Card", state.card), *(("In hand", name) for name in names), unknown))
    left = f"{state.left} of {counted(state.actions, 'action')}"
    task = reload.reloading(combatant, encounter)
    counts = counts_ammunition(encounter)
    lines = [("Card", f"{state.card}, {counted(state.actions, 'action')} a turn"), ("Actions", f"{left} left")]
    if task:
        lines.append(("Reload", f"{task.spent} of {task.cost} actions done"))
    for slot, carried in enumerate(combatant.carried):
        lines.append(("In hand" if slot == combatant.in_hand else "Carries", _described(carried, counts)))
    if not combatant.present:
        short = "out"
    elif task:
        short = f"reloading {task.spent} of {task.cost}"
    else:
        short = f"{left} · {brief(combatant.holding, counts)}" if combatant.holding else left
    return Summary(short, tuple(lines))


def _distance_to_nearest(alien: Combatant, encounter: Encounter) -> str:
    """Return an Alien's distance from the nearest Marine ("2 squares from Apone"), or "Alien" without a map."""
    if not (here := alien.place):
        return ALIEN
    marines = [c for c in encounter.combatants if c.present and c.place and fighter(c).nature == "marine"]
    apart = [(distance(here, c.place), c.name) for c in marines if c.place]
    if not apart:
        return ALIEN
    nearest, name = min(apart, key=lambda pair: pair[0])
    return f"{counted(nearest, 'square')} from {name}"


def _described(carried: Carried, counts: bool) -> str:
    weapon, ammunition = carried.weapon, carried.ammunition
    if not counts or ammunition is None or not isinstance(weapon, CardWeapon):
        return weapon.name
    return f"{weapon.name}, {ammunition_words(weapon, ammunition)}"


def _in_hand(reading: Reading, card: Card) -> int:
    name = reading.get("weapon")
    names = [normalized(weapon.name) for weapon in card.weapons]
    if name is None:
        return 0
    if name not in names:
        raise BadSheet(
            f"{card.name}'s card has no such weapon. It has: {listed([w.name for w in card.weapons], 'and')}."
        )
    return names.index(str(name))


def _with_ammunition(carried: Carried, weapon: CardWeapon, reading: Reading) -> Carried:
    ammunition = carried.ammunition
    assert ammunition is not None
    loaded = number(reading, "loaded", ammunition.loaded)
    if loaded > weapon.capacity:
        raise BadSheet(f"The {weapon.name} holds at most {counted(weapon.capacity, 'box')}, not {loaded}.")
    if "spares" in reading:
        _check_reloadable(weapon)
    ammunition = replace(ammunition, loaded=loaded, spares=adjustment.spares_in(reading, ammunition))
    return replace(carried, ammunition=ammunition)


def _check_reloadable(weapon: CardWeapon) -> None:
    if not weapon.reloadable:
        raise BadSheet(f"The {weapon.name} cannot be reloaded. Leave spares out.")
