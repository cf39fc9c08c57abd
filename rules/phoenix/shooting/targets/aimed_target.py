"""The target of a shot and its range, and how the range is known (2.4)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.attack.attacks import in_play
from rules.engine.records.copies import altered, replace
from rules.engine.records.errors import NotNow, RangeWanted, Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Apart, Combatant, Encounter
from rules.engine.records.orders import Attack, Target
from rules.engine.records.steps import Term
from rules.engine.scene.effects import Ranged
from rules.engine.scene.scene import Scene
from rules.engine.sharing.shared_remedies import other_targets
from rules.grid.hexes import distance
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade
from rules.phoenix.basics.soldier import Cover, Exposure, Soldier, soldier
from rules.phoenix.basics.switches import ACCURACY, on
from rules.phoenix.ground import cover_words, view
from rules.phoenix.shooting.aim.how import How, read_how
from rules.tables.cells import Number
from rules.words.phrases import counted
from rules.words.places import Place

FARTHEST = 300
"""The last range of table 2A, in hexes (ruling O11)."""
_FARTHEST_SEEN = 4350
"""The last range of table 4A, in hexes."""
HEX = "Target is a Hex"


@dataclass(frozen=True, slots=True)
class Behind:
    """Cover that a projectile of this Penetration meets (3.8); `exposure` is the target's, seen over the cover.

    `pane`: it is a closed window between the two, which covers the whole target.
    """

    cover: Cover
    pen: Number
    exposure: Exposure
    pane: bool = False

    @property
    def blocking(self) -> bool:
        """Whether it stops the projectile."""
        return self.pen <= self.cover.protection

    @property
    def words(self) -> str:
        """The cover in words: "behind Interior Wood Door, PF 0.3 against PEN 17: nonblocking"."""
        kind = "blocking" if self.blocking else "nonblocking, so the whole target counts"
        return f"behind {self.cover.name}, PF {self.cover.pf} against PEN {float(self.pen):g}: {kind}"


@dataclass(frozen=True)
class AimedTarget:
    """A target of aim: a combatant by id, a described person (neither id nor place), or a place (no id).

    `name` is its name in texts: the reference to a combatant.

    `state` is the combatant's, changed by the words of `how:` about the target; a place has an empty one. Behind
    Nonblocking Cover the target counts as in the open; `behind` is that cover, None if there is none or it is unknown.
    """

    id: str
    name: str
    state: Soldier
    place: Place | None = None
    behind: Behind | None = None
    stated: bool = False
    """Whether `how:` says what covers it, which then counts from everywhere."""
    cover_note: str = ""
    """Why it is found behind its cover or in the open, if the side of the cover decides that (ruling O75)."""
    aim_key: str = ""
    """The key for aim at something that texts name with a reference although it is not that fighter ("Guard’s
    place").
    """

    @property
    def key(self) -> str:
        """The key under which aim at it is recorded."""
        return self.id or self.aim_key or self.name

    @property
    def ground(self) -> bool:
        """Whether it is a place."""
        return not self.id and self.place is not None


@dataclass(frozen=True)
class Attempt:
    """The part of a shot, burst or throw that its odds depend on: shooter, weapon, target, range in hexes.

    `modifiers` are those of `mod:`. `pattern` is the Shotgun ALM of shot that spreads, None for all else (3.5).
    """

    shooter: Combatant
    weapon: Arm
    at: AimedTarget
    how: How
    modifiers: tuple[Term, ...]
    hexes: int
    burst: bool = False
    pattern: int | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """A range in hexes, and how it is known: in words ("as given"), or the places between which it is measured."""

    hexes: int
    source: str = ""
    between: tuple[Place, Place] | None = None

    @property
    def measured(self) -> bool:
        """Whether it was measured on the map."""
        return self.between is not None

    @property
    def words(self) -> str:
        """The range in words: "20 hexes, B1 to V1"."""
        source = f"{self.between[0]} to {self.between[1]}" if self.between else self.source
        return f"{counted(self.hexes, 'hex')}, {source}"


def aimed_target(order: Attack, encounter: Encounter) -> AimedTarget:
    """Return the single target of an attack.

    Raises Refusal for none, several, the attacker, or a target out of play.
    """
    if len(order.targets) != 1:
        several = "Only a burst that sweeps a hex has several targets" if order.targets else ("Name a target")
        raise Refusal(f"{several}. {_in_play(order.actor, encounter)}.")
    return _aimed(order.actor, order.targets[0], read_how(order.how), encounter)


def _aimed(actor: str, target: Target, how: How, encounter: Encounter) -> AimedTarget:
    if target.place is not None:
        return AimedTarget("", str(target.place), Soldier(), target.place)
    if target.profile is not None:
        return AimedTarget("", target.profile.name, _as_described(soldier(target.profile), how))
    if target.id == actor:
        raise Refusal(f"You can't fire at yourself. {_in_play(actor, encounter)}.")
    combatant = encounter.combatant(target.id)
    if not combatant.present:
        raise NotNow(f"{combatant.reference} is already out of play. {_in_play(actor, encounter)}.").helped_by(
            *other_targets(encounter.combatant(actor), encounter)
        )
    shooter = encounter.combatant(actor)
    note = "" if how.exposure else cover_words.found(combatant, shooter.place, encounter)
    combatant = view.as_sighted(shooter, combatant, encounter)
    state = soldier(combatant)
    if on(encounter, ACCURACY) and state.out(encounter.clock):
        state = altered(state, position="prone")  # a fighter that is out lies prone (3.3)
    return AimedTarget(
        combatant.id,
        combatant.reference,
        _as_described(state, how),
        combatant.place,
        stated=bool(how.exposure),
        cover_note=note,
    )


def aimed_targets(order: Attack, encounter: Encounter) -> tuple[AimedTarget, ...]:
    """Return all named targets, each once, the one aimed at first. Raises as `aimed_target` does."""
    if len(order.targets) < 2:
        return (aimed_target(order, encounter),)
    how = read_how(order.how)
    targets = [_aimed(order.actor, target, how, encounter) for target in order.targets]
    return tuple({t.key: t for t in targets}.values())


def reach(order: Attack, target: AimedTarget, encounter: Encounter) -> Reach:
    """Return the range: as given, or else the map's, or else the one last given.

    Raises Refusal for an impossible range, RangeWanted for an unknown one.
    """
    given, here = order.range, encounter.combatant(order.actor).place
    last, table = (_FARTHEST_SEEN, "4A") if on(encounter, ACCURACY) else (FARTHEST, "2A")
    if given is not None and not 0 <= given <= last:
        raise Refusal(f"Range is 0 to {last} hexes (table {table}), not {given}.")
    apart = distance(here, target.place) if here and target.place else None
    if given is not None:
        other = f"; on the map it is {apart}" if apart is not None and apart != given else ""
        return Reach(given, f"as given{other}")
    if here and target.place and apart is not None:
        return Reach(apart, between=(here, target.place))
    last_given = encounter.apart(order.actor, target.id) if target.id else None
    if last_given is None:
        raise RangeWanted(f"How far away is {target.name}? Give range: in hexes of 2 yards, or put both on the map.")
    return Reach(last_given, "as given before")


def keep_range(order: Attack, named: Sequence[AimedTarget], reach: Reach, scene: Scene) -> None:
    """Note how the range is known, and keep a range that the order gave, for all named targets."""
    scene.explain(_explain_range, named, reach, scene)
    for target in named:
        keep_given_range(order, target.id, scene)


def _explain_range(named: Sequence[AimedTarget], reach: Reach, scene: Scene) -> None:
    scene.note("Range", reach.words, detail=True, section="2.4")
    for target in named:
        if target.id and target.place != scene.combatant(target.id).place:
            passed = f"{target.name} has passed {target.place} and can be seen there until the impulse ends"
            scene.rule("O33", passed, section="2.4")
        elif target.cover_note:
            scene.rule("O75", target.cover_note, section="2.4")
    if named[0].behind:
        scene.note("Cover", named[0].behind.words, section="3.8")


def keep_given_range(order: Attack, target: str, scene: Scene) -> None:
    """Keep a range that the order gave, for later orders, unless the map has it."""
    if order.range is None or not target or scene.encounter.apart(order.actor, target) == order.range:
        return
    if scene.combatant(order.actor).place is None or scene.combatant(target).place is None:
        scene.do(Ranged(Apart(order.actor, target, order.range)))


def as_explosive(how: How, target: AimedTarget, weapon: Arm) -> How:
    """Return the words with the size that an explosive aims at (2.11): a place is a hex, and a grenade is always aimed
    at one.
    """
    at_hex = isinstance(weapon, Grenade) or (isinstance(weapon, ExplosiveWeapon) and target.ground)
    return replace(how, size=HEX) if at_hex and not how.size else how


def _as_described(state: Soldier, how: How) -> Soldier:
    return altered(state, exposure=how.exposure) if how.exposure else state


def _in_play(actor: str, encounter: Encounter) -> str:
    return in_play(c for c in encounter.combatants if c.present and c.id != actor and soldier(c).spotted)
