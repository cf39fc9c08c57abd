"""The noises that can be listened for (5.3): the rows of the Sound Magnitude tables with all words for them, and the
noise of a fighter: their weapon as they fire, their steps as they move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.engine.map.codes import find_fighter
from rules.engine.records.agenda import Clock
from rules.engine.records.errors import Ambiguous, NoRule, NotNow, UnknownName
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.basics.times import IMPULSES
from rules.phoenix.shooting.carrying import gear

SOUNDS, ACTIONS = "sound_magnitude", "sound_actions"
NORMAL, QUIET = "Using Normal AC", "Using x10 AC"
"""The columns of the table of actions."""
SILENCED = "Silenced Pistol / SMG"
_RIFLES, _LANDING = "Rifles, MG, or Shotguns", "Grenade Landing"
_STEPS = ((1, "Stalk 1 HPP"), (3, "Walk 2-3 HPP"), (4, "Trot 4 HPP"))
"""Hexes a phase, at most, and the row of that speed."""
_RUN = "Run 5+ HPP"
CONTINUOUS = frozenset(
    (
        *("Whisper", "Single Voice", "Small Group Conversation", "Loud Conversation", "Shout"),
        *("Telephone or Door Bell", "Dog Bark", "Whistle", "Megaphone / Alarm", "Air Raid Siren"),
        *("Creep 1/4 HPP", "Stalk 1 HPP", "Walk 2-3 HPP", "Trot 4 HPP", _RUN, "Wire Cutters", "Bolt Cutters"),
    )
)
"""Continuous noises, which can be listened for again in each phase, unless the player types otherwise."""
ON_THE_GROUND = frozenset(
    (
        *("Creep 1/4 HPP", "Stalk 1 HPP", "Walk 2-3 HPP", "Trot 4 HPP", _RUN, _LANDING),
        *("Jump to Ground (6-10 foot)", "Body Falling to Ground", "Dropped Weapon"),
    )
)
"""Noises whose loudness depends on the ground."""
_ALSO: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Small Caliber": ("small calibre", "small caliber pistol", "small caliber shot", "22", "32"),
        "9mm": ("9mm shot", "9mm pistol", "9mm SMG", "pistol", "pistol shot", "SMG", "SMG fire", "45"),
        "Magnums": ("magnum", "magnum shot", "magnum pistol"),
        SILENCED: ("silenced pistol", "silenced SMG", "silenced shot"),
        _RIFLES: (
            *("rifle", "rifle shot", "rifle fire", "MG", "machine gun", "machine gun fire", "shotgun"),
            *("shotgun shot", "shot", "shots", "gunshot", "gunshots", "gunfire"),
        ),
        "Grenade Launchers": ("grenade launcher",),
        "Rocket Launchers": ("rocket launcher",),
        "Lase Rifle": ("laser rifle", "laser"),
        "Slivergun / Flechette": ("slivergun", "flechette"),
        "Whisper": ("whispering", "whispers"),
        "Single Voice": ("voice", "one voice", "normal voice", "talking"),
        "Small Group Conversation": ("conversation", "small group", "small group talking", "voices"),
        "Loud Conversation": ("loud voices", "loud talking"),
        "Shout": ("shouting", "shouts", "scream", "yell"),
        "Telephone or Door Bell": ("telephone", "phone", "door bell", "doorbell", "bell"),
        "Dog Bark": ("dog", "barking", "barking dog", "dog barking", "barks"),
        "Whistle": ("whistling",),
        "Megaphone / Alarm": ("megaphone", "alarm", "bullhorn"),
        "Air Raid Siren": ("siren",),
        _LANDING: ("grenade",),
        "Creep 1/4 HPP": ("creep", "creeping", "creeps"),
        "Stalk 1 HPP": ("stalk", "stalking", "stalks"),
        "Walk 2-3 HPP": ("walk", "walking", "footsteps", "steps"),
        "Trot 4 HPP": ("trot", "trotting", "jogging"),
        _RUN: ("run", "running", "running footsteps"),
        "Jump to Ground (6-10 foot)": ("jump", "jump to ground", "jumping"),
        "Body Falling to Ground": ("body falling", "falling body", "fall"),
        "Dropped Weapon": ("weapon dropped", "dropping weapon", "falling weapon"),
    }
)
_WORKED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Automatic Pistol or SMG": ("automatic pistol", "pistol", "SMG"),
        "Automatic Rifle or MG": ("automatic rifle", "assault rifle", "MG", "machine gun"),
        "Shotgun": ("shotgun",),
        "Bolt Action Rifle": ("bolt action rifle", "bolt action", "rifle bolt", "bolt"),
    }
)
"""Weapons with an action that is worked, and the words for them."""
_WORKING = ("work", "working", "charge", "charging", "cock", "cocking", "load", "loading")
_DONE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Cock Revolver": ("cocking revolver", "cocked revolver", "revolver cocked", "cock", "cocking", "hammer"),
        "Insert Magazine": ("inserting magazine", "magazine", "reload", "reloading"),
        "Open Velcro Pocket": ("opening velcro pocket", "velcro pocket", "velcro"),
        "Open Door Latch": ("opening door latch", "door latch", "latch", "open door", "opening door"),
        "Wire Cutters": ("wire cutter", "cutting wire", "cut wire"),
        "Bolt Cutters": ("bolt cutter", "cutting bolt", "cut bolt"),
    }
)
_OF_FIGHTER = re.compile(
    r"(?P<name>.+?)(?:['’]s)?(?: (?:(?P<fires>fires?|firing|shoots?|shooting|shots?)|"
    r"(?P<moves>moves?|moving|walks?|walking|runs?|running|footsteps|steps)))?"
)


@dataclass(frozen=True, slots=True)
class Noise:
    """A row of one of the two tables. If a fighter in play makes the noise, `by` is that fighter and `at` the time."""

    table: str
    row: str
    by: Combatant | None = None
    at: Clock | None = None

    @property
    def name(self) -> str:
        """The noise in words: "dog bark", "Guard 2 (rifles, MG, or shotguns)"."""
        row = worded(self.row).replace("HPP", "hexes a phase").replace(" 1 hexes", " 1 hex")
        return f"{self.by.reference} ({row})" if self.by else row


def worded(row: str) -> str:
    """Return a row in lower case for use within a sentence; abbreviations stay."""
    return " ".join(word if word[:2].isupper() else word.lower() for word in row.split(" "))


def phrases() -> Mapping[str, str]:
    """Return every phrase for a noise, with its table and row."""
    by_phrase = dict[str, str]()
    for row, also in _DONE.items():
        by_phrase |= dict.fromkeys((row, *also), f"{ACTIONS}|{row}")
    for row, names in _WORKED.items():
        by_phrase |= dict.fromkeys((row, *_worked(names)), f"{ACTIONS}|{row}")
    for row in (*_ALSO, "Gauss Rifle", "Rocket Rifle"):
        by_phrase |= dict.fromkeys((row, *_ALSO.get(row, ())), f"{SOUNDS}|{row}")
    return by_phrase


def of_somebody(words: str, listener: Combatant, silenced: bool, encounter: Encounter) -> Noise:
    """Return the noise that a fighter makes now.

    Raises Refusal for an unknown fighter, or a noise that the tables do not have.
    """
    match = _OF_FIGHTER.fullmatch(words)
    assert match is not None
    maker = _somebody(words, match["name"], listener, encounter)
    state, now = soldier(maker), encounter.clock
    if not match["moves"] and state.fired is not None and state.fired.turn == now.turn and maker.holding:
        weapon = maker.holding.weapon
        assert isinstance(weapon, Arm)
        fitted = gear.fitted(state, "silencer", maker.in_hand)
        row = report(weapon, silenced or fitted)
        if silenced and not fitted and encounter.timed:
            raise NotNow(
                f"The {weapon.name} of {maker.reference} has no silencer on. Use /act what: attach the"
                " silencer before the shot, or leave silenced out."
            )
        return Noise(SOUNDS, row, maker, state.fired)
    if not match["fires"] and (state.moved or (state.course and encounter.task(maker.id))):
        if state.vehicle is not None:
            raise NoRule(
                f"The tables have no row for what {maker.reference} drives. Name a noise that is about as loud."
            )
        return Noise(SOUNDS, steps(state.moved * IMPULSES), maker, None)
    raise NotNow(
        f"{maker.reference} neither fires in this phase nor moves in this impulse. Name the noise"
        " itself, such as whisper."
    )


def report(weapon: Arm, silenced: bool = False) -> str:
    """Return the row for firing a weapon, or for a grenade as it lands.

    Raises NoRule if `silenced` is given for a weapon that cannot be silenced.
    """
    handheld = weapon.group in ("pistols", "smgs")
    if silenced:
        if not handheld:
            raise NoRule(f"Only pistols and sub-machineguns can be silenced, not the {weapon.name}. Leave it out.")
        return SILENCED
    if isinstance(weapon, Grenade):
        return _LANDING
    if isinstance(weapon, ExplosiveWeapon):
        rocket = re.search(r"rocket|RPG|anti-tank weapon", weapon.type, re.IGNORECASE)
        return "Rocket Launchers" if rocket else "Grenade Launchers"
    calibre = weapon.calibre.casefold()
    if not handheld or re.match(r"5\.\d+ ?(?:mm|x ?39|x ?45)", calibre):
        return _RIFLES
    if "magnum" in calibre:
        return "Magnums"
    return "Small Caliber" if re.match(r"\.?(?:17|22|25|32)\b|[4-7](?:\.\d+)? ?(?:mm|x)", calibre) else "9mm"


def _somebody(words: str, name: str, listener: Combatant, encounter: Encounter) -> Combatant:
    others = [c for c in encounter.combatants if c.present and c.id != listener.id]
    for called in dict.fromkeys((words, name)):
        try:
            return find_fighter(called, others, encounter, "noise")
        except Ambiguous:
            raise
        except UnknownName:
            continue
    raise UnknownName(
        f"“{words[:60]}” is neither a noise in the tables nor a fighter here. Use dog bark or footsteps, for example."
    )


def steps(hexes: int) -> str:
    """Return the row for moving this many hexes a phase.

    A fighter who is moving and enters no hex in this impulse walks.
    """
    return next((row for most, row in _STEPS if hexes <= most and hexes), _RUN) if hexes else _STEPS[1][1]


def _worked(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield from (f"{verb} {name}" for verb in _WORKING)
        yield f"{name} action"
