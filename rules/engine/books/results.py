"""The result of a fight between two camps: decided when a camp that took part has nobody left in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

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
        remaining = [name for name, number in self.left.items() if number]
        if not remaining:
            return "Nobody wins: nobody is left in play."
        if self.decided:
            fallen = listed([several(name) for name in self.left if name not in remaining])
            winners = listed([several(name) for name in remaining], "and")
            return f"The {winners} win: no {fallen} are left in play."
        numbers = listed([counted(self.left[name], name) for name in remaining], "and")
        return f"Nobody has won: {numbers} are left in play."


def last_camp_left(
    fighters: Iterable[Combatant], names: Mapping[str, str], camp: Callable[[Combatant], str]
) -> Result | None:
    """Return the state of a fight; None while some camp has never had a fighter.

    `names` are the camps, each with its name in the singular ("Marine"); `camp` returns the camp of a fighter.
    """
    members: dict[str, list[bool]] = {of: [] for of in names}
    for one in fighters:
        members[camp(one)].append(one.present)
    if not all(members.values()):
        return None
    return Result({names[of]: sum(present) for of, present in members.items()})
