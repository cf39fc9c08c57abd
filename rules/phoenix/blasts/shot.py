"""The record of a launcher's shot or a throw while it is resolved."""

from __future__ import annotations

from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Attack, Burst
from rules.engine.records.steps import Term
from rules.phoenix.basics.arms import ExplosiveWeapon, Grenade, Gun
from rules.phoenix.basics.soldier import Sustained
from rules.phoenix.blasts.site import Line
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.firing import bursts
from rules.phoenix.shooting.firing.shot import Arc
from rules.phoenix.shooting.firing.shot import Shot as GunShot
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt, Reach
from rules.words.phrases import counted


@dataclass(frozen=True, slots=True)
class Shot:
    """A permitted shot or throw. `how.size` is the size of the place it is aimed at, "" for a fighter.

    A launcher's burst by 3.4 has an `arc`; `follows` is the burst that it continues, if any.
    """

    order: Attack
    shooter: Combatant
    arm: Held
    how: How
    modifiers: tuple[Term, ...]
    at: AimedTarget
    others: tuple[AimedTarget, ...]
    reach: Reach
    arc: Arc | None = None
    follows: Sustained | None = None

    @property
    def attempt(self) -> Attempt:
        """The facts that its odds depend on.

        In the Basic Game a burst is thrown for as one shot, which decides for its other rounds (2B).
        """
        swept = self.arc is not None
        return Attempt(self.shooter, self.arm.weapon, self.at, self.how, self.modifiers, self.reach.hexes, swept)

    @property
    def as_burst(self) -> GunShot:
        """The burst as a gun's burst (3.4)."""
        assert self.automatic is not None
        named = (self.at,)
        burst = GunShot(
            self.order, self.shooter, self.arm, self.automatic, self.how, self.modifiers, named, self.reach, True
        )
        return replace(burst, arc=self.arc, follows=self.follows)

    @property
    def line(self) -> Line:
        """The line from the shooter to the target."""
        return Line(self.shooter.place, self.at.place, self.reach.hexes)

    @property
    def round(self) -> str:
        """The type of ammunition that is loaded, "" for a grenade."""
        return kit.round_of(self.arm)

    @property
    def direct(self) -> bool:
        """Whether it is aimed at a fighter, and not at a hex, a window or a door."""
        return not self.how.size and not self.at.ground

    @property
    def most(self) -> int:
        """The range in hexes: the launcher's Maximum Range, or the farthest throw."""
        weapon = self.arm.weapon
        assert isinstance(weapon, Grenade | ExplosiveWeapon)
        return weapon.throw if isinstance(weapon, Grenade) else weapon.most_range

    @property
    def automatic(self) -> Gun | None:
        """The weapon if it fires a burst, else None."""
        weapon = self.arm.weapon
        return weapon if isinstance(self.order, Burst) and isinstance(weapon, Gun) else None

    @property
    def fired(self) -> int:
        """How many rounds leave the weapon."""
        return bursts.rounds(self.automatic, self.arm.ammunition) if self.automatic else 1

    @property
    def doing(self) -> str:
        """The shot in words: "Trent throws the M 67 at Guard 1, 10 hexes".

        A burst: "Trent fires a burst of 3 from the M19 at K3, 10 hexes"."""
        verb = "throws" if isinstance(self.arm.weapon, Grenade) else "fires"
        what = f"a burst of {self.fired} from the" if self.automatic else "the"
        far = counted(self.reach.hexes, "hex")
        return f"{self.shooter.reference} {verb} {what} {self.arm.weapon.name} at {self.at.name}, {far}"
