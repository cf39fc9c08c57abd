"""The result of a fight between two camps: decided when a camp that took part has nobody left in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant
from rules.words.phrases import counted, listed, several


@dataclass(frozen=True, slots=True)
class Result:
    """The state of a fight: how many fighters of each camp are left in play, by the camp's name in the singular
    ("Marine").
    """

    left: Mapping[str, int]

    @property
    def decided(self) -> bool:
        """Whether the fight is won or lost."""
        return not all(self.left.values())

    @property
    def sentence(self) -> str:
        """The state of the fight in a sentence."""
        standing = [name for name, number in self.left.items() if number]
        if not standing:
            return "Nobody wins: nobody is left in play."
        if self.decided:
            fallen = listed([several(name) for name in self.left if name not in standing])
            winners = listed([several(name) for name in standing], "and")
            return f"The {winners} win: no {fallen} are left in play."
        numbers = listed([counted(self.left[name], name) for name in standing], "and")
        return f"Nobody has won: {numbers} are left in play."


def last_camp_standing(camps: Mapping[str, Sequence[Combatant]]) -> Result | None:
    """Return the state of a fight; None while some camp has never had a fighter.

    `camps` are all fighters of each camp, by its name in the singular ("Marine").
    """
    if not all(camps.values()):
        return None
    return Result({name: sum(one.present for one in members) for name, members in camps.items()})
