"""The result of a fight between two camps: decided when a camp that took part has nobody left in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.engine.frozen import dataclass
from rules.engine.model import Combatant
from rules.words.phrases import counted, listed, several


@dataclass(frozen=True, slots=True)
class Result:
    """How a fight stands, as a sentence; `decided`: it is won or lost."""

    sentence: str
    decided: bool


def last_camp_standing(camps: Mapping[str, Iterable[Combatant]]) -> Result | None:
    """Return how the fight stands; None while some camp has never had a fighter.

    `camps` are all fighters of each camp, by its name in the singular ("Marine").
    """
    fighters = {name: list(members) for name, members in camps.items()}
    if not all(fighters.values()):
        return None
    left = {name: sum(one.present for one in members) for name, members in fighters.items()}
    standing = [name for name, number in left.items() if number]
    if not standing:
        return Result("Nobody wins: nobody is left in play.", decided=True)
    if len(standing) < len(left):
        fallen = listed([several(name) for name in left if name not in standing])
        winners = listed([several(name) for name in standing], "and")
        return Result(f"The {winners} win: no {fallen} are left in play.", decided=True)
    numbers = listed([counted(left[name], name) for name in standing], "and")
    return Result(f"Nobody has won: {numbers} are left in play.", decided=False)
