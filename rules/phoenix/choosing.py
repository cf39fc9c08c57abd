"""What a player can choose for a shot: targets in view, weapons with their rounds, Aim Times with the odds."""

from __future__ import annotations

from rules.errors import Refusal
from rules.hexes import distance
from rules.model import Combatant, Encounter
from rules.phoenix import kit, view
from rules.phoenix.accuracy import Mark, chance, chance_words, summed
from rules.phoenix.arms import Gun
from rules.phoenix.book import Book
from rules.phoenix.how import How
from rules.phoenix.readying import aimed
from rules.phoenix.soldier import soldier
from rules.ruleset import Choices
from rules.words import counted

_Seen = tuple[Combatant, int | None, bool]


def choices(encounter: Encounter, actor: str, book: Book) -> Choices:
    """Whom somebody can aim at, likeliest first (in view, able, of another side, near), with what, and how long."""
    shooter = encounter.combatant(actor)
    seen = sorted(
        (_seen(shooter, c, encounter) for c in encounter.combatants if _known(c, actor)),
        key=lambda one: (
            not one[2],
            soldier(one[0]).out(encounter.clock),
            bool(shooter.side) and one[0].side == shooter.side,
            one[1] is None,
            one[1] or 0,
        ),
    )
    targets = tuple((one[0].id, _label(*one, encounter)) for one in seen)
    return Choices(targets, _weapons(shooter), _aims(shooter, seen, encounter, book))


def _known(other: Combatant, actor: str) -> bool:
    state = soldier(other)
    return other.present and other.id != actor and state.spotted and state.exposure != "hidden"


def _seen(shooter: Combatant, target: Combatant, encounter: Encounter) -> _Seen:
    """Somebody, how far away he is if that is known, and whether he can be aimed at."""
    try:
        view.check_target(shooter, target, encounter)
        clear = True
    except Refusal:
        clear = False
    if shooter.place and target.place:
        return target, distance(shooter.place, target.place), clear
    return target, encounter.apart(shooter.id, target.id), clear


def _label(target: Combatant, apart: int | None, clear: bool, encounter: Encounter) -> str:
    details = [counted(apart, "hex")] if apart is not None else []
    details += [] if clear else ["not in view"]
    details += ["incapacitated"] if soldier(target).out(encounter.clock) else []
    return f"{target.name} ({', '.join(details)})" if details else target.name


def _weapons(shooter: Combatant) -> tuple[tuple[str, str], ...]:
    first = sorted(range(len(shooter.carried)), key=lambda slot: slot != shooter.in_hand)
    broken = soldier(shooter).broken
    found: dict[str, str] = {}
    for slot in first:
        weapon = shooter.carried[slot].weapon
        arm = kit.held(shooter, weapon.name)
        words = "out of action" if slot in broken else kit.left_words(arm.ammunition, arm.weapon)
        found.setdefault(weapon.name, f"{weapon.name}: {words}" if words else weapon.name)
    return tuple(found.items())


def _aims(shooter: Combatant, seen: list[_Seen], encounter: Encounter, book: Book) -> tuple[tuple[int, str], ...]:
    """The Aim Times of the weapon in hand, with what each needs to hit the likeliest target."""
    if not shooter.carried:
        return ()
    weapon = kit.held(shooter).weapon
    if not isinstance(weapon, Gun):
        return ()
    first = seen[0] if seen and seen[0][1] is not None and seen[0][2] else None
    found = []
    for actions, _ in weapon.aim:
        label = counted(actions, "action")
        if first and first[1] is not None and soldier(shooter).sal is not None:
            target, apart, _ = first
            at = Mark(target.id, target.name, soldier(target), target.place)
            terms, _ = summed(shooter, aimed(weapon, actions, 0), at, How(), (), encounter, book)
            odds = chance_words(chance(sum(term.value for term in terms), apart or 0, book))
            label += f": {odds} at {target.name}"
        found.append((actions, label))
    return tuple(found)
