"""Acts done quietly, at ten times their cost, and the loudness of acts of the table (5.3)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from rules.engine.records.errors import NoRule
from rules.engine.records.model import Combatant
from rules.phoenix.basics.arms import Arm, Gun
from rules.phoenix.basics.switches import SOUND, on
from rules.phoenix.book import Scene
from rules.phoenix.ground.acts import action_list
from rules.phoenix.optional.senses.hearing.noises import ACTIONS, NORMAL, QUIET
from rules.tables.cells import INT

_MAGAZINE = "Insert Magazine"
MADE = "phoenix.noise made"
"""The key under which a scene's memory has the noise of the act that is carried out: its row and pace."""
NAME, COST = "cock quietly", "ten times its cost"
WORDS = re.compile(r"(?:(?P<before>.+?),? (?:slowly and )?quietly|quietly (?P<after>.+))", re.IGNORECASE)
_ROWS: Mapping[str, str] = MappingProxyType(
    {
        action_list.COCK: "Cock Revolver",
        "Open a Door": "Open Door Latch",
        "Take a Bullet or Magazine from a Pouch": "Open Velcro Pocket",
        "Replace a Bullet or Magazine into a Pouch": "Open Velcro Pocket",
    }
)
"""Acts of the Action Time Table, and their rows in the table of sounds."""
_OTHERS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r".*\b(?:wire cutters?|cuts? .*\bwire)\b.*"), "Wire Cutters"),
    (re.compile(r".*\b(?:bolt cutters?|cuts? .*\b(?:bolt|lock|padlock|chain))\b.*"), "Bolt Cutters"),
    (re.compile(r".*\bvelcro\b.*"), "Open Velcro Pocket"),
    (re.compile(r".*\blatch\b.*"), "Open Door Latch"),
)
"""Acts that are in no list; the player gives their cost."""
_LISTED = (
    "cocking, working a bolt, opening a door, a pouch or velcro, wire cutters, bolt cutters, or /reload a magazine"
)


def row(act: str, actor: Combatant) -> str:
    """Return the row for an act, given its name in the Action Time Table or as typed, or "" if there is none."""
    if act == action_list.WORK:
        return _worked(actor)
    text = " ".join(act.casefold().split())
    return _ROWS.get(act) or next((row for words, row in _OTHERS if words.fullmatch(text)), "")


def check(act: str, actor: Combatant) -> None:
    """Raise NoRule for an act that the table of sounds does not have."""
    if not row(act, actor):
        raise NoRule(f"The table gives no quiet way to do that (5.3). It has {_LISTED}.")


def done(act: str, actor: Combatant, quietly: bool, scene: Scene) -> None:
    """Record the loudness of an act. `actor` is the fighter in their state before it."""
    if on(scene.encounter, SOUND):
        _tell(row(act, actor), quietly, scene)


def inserted(quietly: bool, scene: Scene) -> None:
    """Record the loudness of inserting a magazine."""
    _tell(_MAGAZINE, quietly, scene)


def _tell(row: str, quietly: bool, scene: Scene) -> None:
    """Record the loudness of an act of the table, if sound counts. `row` may be ""."""
    if row and on(scene.encounter, SOUND):
        table, pace = scene.book.tables.of(INT, ACTIONS), QUIET if quietly else NORMAL
        scene.lookup("Sound", table, row, pace, detail=True, section="5.3")
        scene.memory[MADE] = row, pace


def _worked(actor: Combatant) -> str:
    """Return the row for working the action of the weapon in hand."""
    weapon = actor.holding.weapon if actor.holding else None
    if not isinstance(weapon, Arm) or not isinstance(weapon, Gun):
        return ""
    if weapon.group == "shotguns":
        return "Shotgun"
    if weapon.group in ("pistols", "smgs"):
        return "Automatic Pistol or SMG"
    return "Bolt Action Rifle" if weapon.rate.chamber else "Automatic Rifle or MG"
