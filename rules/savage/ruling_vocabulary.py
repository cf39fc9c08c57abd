"""The names that a ruling of one line may use in Savage Worlds, and its assumption: an Extra with a d6."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.ammunition.ammunition import AUTOMATIC_FIRE, THREE_ROUND_BURST
from rules.engine.books.ruling_vocabulary import Sheet, Vocabulary, Words, known_classes
from rules.savage.sheet import LOAD_TERMS, SHOOTER_TERMS
from rules.savage.shooter import Firearm
from rules.savage.shooting.how_words import GRAMMAR, MOST_RAPID
from rules.words.sheet import Grammar

_CLASSES = {
    "pistol": "Pistol",
    "rifle": "Rifle",
    "SMG": "Submachine Gun",
    "shotgun": "Shotgun",
    "machine gun": "Machine Gun",
    **dict.fromkeys(("handgun", "sidearm"), "Pistol"),
    **dict.fromkeys(("six shooter", "magnum"), "Revolver"),
    **dict.fromkeys(("sniper rifle", "bolt action", "hunting rifle"), "Rifle"),
    **dict.fromkeys(("carbine", "battle rifle"), "Semi-automatic Rifle"),
    **dict.fromkeys(("machine pistol", "sub machine gun", "sub machinegun", "submachinegun"), "Submachine Gun"),
    **dict.fromkeys(("scattergun", "shotty"), "Shotgun"),
    **dict.fromkeys(("mg", "lmg", "gpmg", "saw", "machinegun"), "Machine Gun"),
    **dict.fromkeys(("frag", "hand grenade", "nade", "frag nade"), "Grenade"),
    **dict.fromkeys(("launcher", "rpg", "bazooka", "law"), "Rocket Launcher"),
}
_RAPID = {
    spelled: f"rapid attack {shots}"
    for shots in range(1, MOST_RAPID + 1)
    for spelled in (
        *(f"rapid attack {word} {shots}" for word in ("of", "with")),
        *(f"rapid attack {word} {shots} shots".replace("  ", " ") for word in ("", "of", "with")),
        *(f"{shots} {word} rapid attack" for word in ("shot", "shots")),
    )
}
_DIE = "Shooting d6"
_NO_RANGE = "Ranges are in your own book: give the penalty, such as -2 range."


def ruling_vocabulary(arms: Mapping[str, Firearm]) -> Vocabulary:
    """Return the names and assumptions for a ruling with these weapons, given by name."""
    spelled: dict[str, tuple[str, ...]] = {}
    for weapon in arms.values():
        for name in (weapon.name, *weapon.also):
            spelled[name] = (weapon.name,)
    return Vocabulary(
        weapons=spelled,
        classes=known_classes(_CLASSES, arms),
        people=Grammar([*SHOOTER_TERMS, *LOAD_TERMS]),
        shooter=_shooter,
        target=lambda words: Sheet(", ".join(text for key, text in words if key == "nature") or "Extra"),
        shooters=frozenset(term.key for term in (*SHOOTER_TERMS, *LOAD_TERMS)),
        thrown=frozenset(weapon.name for weapon in arms.values() if weapon.thrown),
        automatic=frozenset(
            weapon.name for weapon in arms.values() if {AUTOMATIC_FIRE, THREE_ROUND_BURST} & {*weapon.modes}
        ),
        how=GRAMMAR,
        also={**_RAPID, "wc": "wild card"},
        no_range=_NO_RANGE,
        inches=True,
        figures=frozenset({"nature"}),
    )


def _shooter(weapon: str, words: Words) -> Sheet:
    given = any(key == "shooting" for key, _ in words)
    parts = [] if given else [_DIE]
    return Sheet(", ".join([*parts, weapon, *(text for _, text in words)]), "" if given else _DIE)
