"""Where what explodes comes down once it is fired or thrown, and the burst (2.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules import hexes
from rules.cells import Word
from rules.model import Combatant, Encounter
from rules.orders import Attack, Burst
from rules.phoenix.arms import Grenade, Gun
from rules.phoenix.blasts import concussion
from rules.phoenix.blasts.scatter import scatter
from rules.phoenix.book import Book
from rules.phoenix.shooting import bursting, kit
from rules.phoenix.shooting.accuracy import HIT, chance_words, needed
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.kit import Held
from rules.phoenix.shooting.sighting import Attempt, Mark, Reach, keep_range
from rules.places import Place
from rules.scene import Scene
from rules.steps import Term
from rules.words import counted


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot or throw that nothing forbids so far. `how.size` is what it is aimed at, "" for somebody."""

    order: Attack
    shooter: Combatant
    arm: Held
    how: How
    said: tuple[Term, ...]
    at: Mark
    others: tuple[Mark, ...]
    reach: Reach

    @property
    def attempt(self) -> Attempt:
        """What its odds follow from."""
        burst = self.automatic is not None
        return Attempt(self.shooter, self.arm.weapon, self.at, self.how, self.said, self.reach.hexes, burst)

    @property
    def automatic(self) -> Gun | None:
        """The weapon, if it fires a burst."""
        weapon = self.arm.weapon
        return weapon if isinstance(self.order, Burst) and isinstance(weapon, Gun) else None

    @property
    def fired(self) -> int:
        """How many rounds leave the weapon."""
        return bursting.rounds(self.automatic, self.arm.ammunition) if self.automatic else 1

    @property
    def doing(self) -> str:
        """ "Trent throws the M 67 at Guard 1, 10 hexes", "Trent fires a burst of 3 from the M19 at K3, 10 hexes"."""
        verb = "throws" if isinstance(self.arm.weapon, Grenade) else "fires"
        what = f"a burst of {self.fired} from the" if self.automatic else "the"
        far = counted(self.reach.hexes, "hex")
        return f"{self.shooter.name} {verb} {what} {self.arm.weapon.name} at {self.at.name}, {far}"


def resolve(shot: Shot, terms: Sequence[Term], scene: Scene, book: Book) -> None:
    """The throw of the dice with these terms of its Shot Accuracy, where it comes down, and what it does."""
    actor = shot.shooter.id
    keep_range(shot.order, shot.at, shot.reach, scene)
    accuracy = scene.sum("Accuracy", *terms)
    chance = needed(accuracy, shot.attempt, scene, book)
    if shot.automatic:
        bursting.tell_short(shot.automatic, shot.fired, scene)
    kit.let_go(actor, shot.arm, shot.fired, scene, burst=shot.automatic is not None)
    hit, off = _lands(shot, accuracy, chance, scene, book)
    burst = _burst(shot, hit, off, _together(shot, scene, book), scene.encounter)
    where = _where(burst.place, scene.encounter)
    if off:
        scene.note("Burst", f"{counted(abs(off), 'hex')} {'long' if off > 0 else 'short'}{where}")
    result = concussion.go_off(burst, (shot.at, *shot.others), scene, book)
    kit.tell_left(actor, scene, shot.arm.slot)
    told = "HIT" if hit else f"MISS, {counted(abs(off), 'hex')} {'long' if off > 0 else 'short'}{where}"
    scene.conclude(
        f"{shot.doing}: {told if hit or off else 'MISS, but in the hex'}. {_sentence(result)}", _verdict(hit)
    )


def _lands(shot: Shot, accuracy: int, chance: int | Word, scene: Scene, book: Book) -> tuple[bool, int]:
    """Whether it hits, and how many hexes beyond the target it lands; below 0: short of it."""
    if chance == HIT:
        scene.note("Hit", "certain, nothing is thrown")
        return True, 0
    what = "throw" if isinstance(shot.arm.weapon, Grenade) else "shot"
    roll = scene.throw("Hit", f"{shot.shooter.name}'s {what} at {shot.at.name}", 0, 99, chance_words(chance))
    if isinstance(chance, Word):
        scene.rule("O26", "without a chance it is thrown all the same, for where it comes down")
    elif roll <= chance:
        return True, 0
    return False, scatter(accuracy, roll, shot.reach.hexes, scene, book)


def _together(shot: Shot, scene: Scene, book: Book) -> int:
    """How many rounds come down where the first does: of automatic fire those that 2B would have hit (ruling O44)."""
    fired = shot.fired
    if shot.automatic is None:
        return 1
    number = bursting.hits(shot.automatic, fired, shot.reach.hexes, scene, book)
    if number < fired:
        scene.note(
            "Rounds", f"{number} of {fired} {'goes' if number == 1 else 'go'} off there, the rest where they do no harm"
        )
    return number


def _burst(shot: Shot, hit: bool, off: int, rounds: int, encounter: Encounter) -> concussion.Burst:
    """The burst: on the line from the shooter through the target, where the map has both."""
    here, there = shot.shooter.place, shot.at.place
    place: Place | None = there if not off else None
    if off and here and there and here != there:
        place = hexes.along(here, there, hexes.distance(here, there) + off)
    known: dict[str, int] = {}
    if not shot.at.ground and not (place and there):
        known[shot.at.key] = abs(off)
    if not (place and here):
        known[shot.shooter.id] = abs(shot.reach.hexes + off)
    if not off and shot.at.id:
        for other in encounter.combatants:
            apart = encounter.apart(shot.at.id, other.id)
            if apart is not None and other.id not in known and not (place and other.place):
                known[other.id] = apart
    contact = shot.at.key if hit and not shot.how.size and not shot.at.ground else None
    return concussion.Burst(shot.arm.weapon, kit.round_of(shot.arm), place, known, contact, rounds)


def _where(place: Place | None, encounter: Encounter) -> str:
    """Where on the map, in brackets; "" where nobody knows."""
    if place is None:
        return ""
    board = encounter.board
    on = place.column >= 1 and place.row >= 1
    on = on and (board is None or (place.column <= board.width and place.row <= board.height))
    return f" ({place})" if on else " (off the map)"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _verdict(hit: bool) -> str:
    return "hit" if hit else "miss"
