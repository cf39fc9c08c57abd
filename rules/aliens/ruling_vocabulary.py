"""The names that a ruling of one line may use in Aliens, and its assumption: the card that has the weapon."""

from __future__ import annotations

from collections.abc import Mapping

from rules.aliens.aiming import NO_MODIFIERS
from rules.aliens.card import Card
from rules.aliens.sheet import ALIEN, AMMUNITION_TERMS
from rules.engine.books.ruling_vocabulary import Sheet, Vocabulary, Words, known_classes
from rules.engine.records.errors import UnknownName
from rules.words.catalogue import normalized
from rules.words.phrases import listed
from rules.words.sheet import Grammar, Phrase

NO_THROWS = "Aliens has no throws. /fire works for a Grenade Launcher on a card of this server's homebrew."
NO_ATTACKS = "Our copy of the book has no attacks of Aliens. The Alien is the target: rifle at alien 4 squares."
_CLASSES = {
    "rifle": "Pulse Rifle",
    "pistol": "Pistol",
    "flamethrower": "Flame Unit",
    **dict.fromkeys(("assault rifle", "m41a", "carbine"), "Pulse Rifle"),
    **dict.fromkeys(("handgun", "sidearm", "automatic pistol"), "Pistol"),
    **dict.fromkeys(("flamer", "flame thrower", "incinerator"), "Flame Unit"),
    **dict.fromkeys(("grenade launcher", "launcher"), "Grenade Launcher"),
    **dict.fromkeys(("machinegun", "machine gun", "smart gun", "smartgun", "sg", "mg"), "Machinegun"),
    **dict.fromkeys(("shotgun", "shotty", "pump shotgun", "pump action"), "Shotgun"),
}


def ruling_vocabulary(cards: Mapping[str, Card]) -> Vocabulary:
    """Return the names and assumptions for a ruling with these cards, given by name."""
    weapons = {weapon.name: (weapon.name,) for card in cards.values() for weapon in card.weapons}

    def shooter(weapon: str, words: Words) -> Sheet:
        if any(key == "card" for key, _ in words):
            return Sheet(_line(*(text for _, text in words), weapon))
        card = next((card for card in cards.values() if any(one.name == weapon for one in card.weapons)), None)
        if card is None:
            raise UnknownName(f"Name a card that has the weapon. The cards are {listed([*cards], 'and')}.")
        return Sheet(_line(card.name, *(text for _, text in words), weapon), f"{card.name}'s card")

    return Vocabulary(
        weapons=weapons,
        classes=known_classes(_CLASSES, weapons),
        rowless={phrase: name for phrase, name in _CLASSES.items() if name not in weapons},
        people=Grammar(
            [
                Phrase("card", {name: name for name in cards}),
                Phrase("alien", dict.fromkeys((ALIEN, "xenomorph", "xeno", "bug"), ALIEN)),
                *AMMUNITION_TERMS,
            ]
        ),
        shooter=shooter,
        target=lambda words: Sheet(ALIEN, "" if any(key == "alien" for key, _ in words) else "an Alien as the target"),
        shooters=frozenset({"card", *(term.key for term in AMMUNITION_TERMS)}),
        armed=frozenset({"card"}),
        figures=frozenset({"card", "alien"}),
        no_shooters={"alien": NO_ATTACKS},
        carried={normalized(card.name): tuple(weapon.name for weapon in card.weapons) for card in cards.values()},
        no_throws=NO_THROWS,
        no_modifiers=NO_MODIFIERS,
        example="rifle at alien 4 squares",
        aims=(1, 2, 3),
        ranges=(1, 2, 4, 6, 8),
    )


def _line(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
