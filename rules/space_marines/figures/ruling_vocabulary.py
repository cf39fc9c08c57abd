"""The names that a ruling of one line may use in Space Marines, and its assumption: the troop that has the weapon."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.books.ruling_vocabulary import Sheet, Vocabulary, Words, known_classes
from rules.engine.records.errors import UnknownName
from rules.space_marines.figures.cards import Card
from rules.space_marines.figures.sheet import person_terms
from rules.words.catalogue import normalized
from rules.words.phrases import listed
from rules.words.sheet import Grammar, Number, Phrase

_CLASSES = {
    "rifle": "Rifle",
    "pistol": "Pistol",
    "smart gun": "Smart Gun",
    "flamethrower": "Flamethrower",
    "grenade": "Grenade",
    "hand to hand": "Hand-to-Hand",
    **dict.fromkeys(("assault rifle", "carbine"), "Rifle"),
    **dict.fromkeys(("handgun", "sidearm"), "Pistol"),
    **dict.fromkeys(("machine gun", "machinegun", "mg", "heavy weapon"), "Smart Gun"),
    **dict.fromkeys(("flamer", "flame thrower", "incinerator"), "Flamethrower"),
    **dict.fromkeys(("hand grenade", "frag grenade", "frag", "nade", "frag nade"), "Grenade"),
    **dict.fromkeys(("sniper",), "Sniper Rifle"),
    **dict.fromkeys(
        ("hth", "h2h", "melee", "claws", "knife", "fist", "bite", "punch", "punches", "kick", "stab"), "Hand-to-Hand"
    ),
}
_TARGET = "bug warrior"


def ruling_vocabulary(cards: Mapping[str, Card]) -> Vocabulary:
    """Return the names and assumptions for a ruling with these troop types, given by name."""
    arms = {arm.name: arm for card in cards.values() for arm in card.arms}

    def shooter(weapon: str, words: Words) -> Sheet:
        texts = [text for _, text in words]
        if any(key == "troop" for key, _ in words):
            return Sheet(", ".join(filter(None, [*texts, weapon])))
        bearer = next((card for card in cards.values() if any(arm.name == weapon for arm in card.arms)), None)
        if bearer is None:
            raise UnknownName(f"Name a troop type that has the weapon. Known: {listed([*cards], 'and')}.")
        name = bearer.troop.name
        return Sheet(", ".join([name, *texts, weapon]), f"{name} as the shooter")

    def target(words: Words) -> Sheet:
        texts = [text for _, text in words]
        if any(key == "troop" for key, _ in words):
            return Sheet(" ".join(texts))
        return Sheet(" ".join([_TARGET, *texts]), f"{_TARGET} as the target")

    return Vocabulary(
        weapons={name: (name,) for name in arms},
        classes=known_classes(_CLASSES, arms),
        people=Grammar([_troops(cards), *person_terms()]),
        shooter=shooter,
        target=target,
        shooters=frozenset({"leader", "loaded", "spares"}),
        roles=frozenset({"troop"}),
        armed=frozenset({"troop"}),
        figures=frozenset({"troop"}),
        inches=True,
        carried={
            normalized(name): tuple(arm.name for arm in card.arms)
            for card in cards.values()
            for name in (card.troop.name, *card.also)
        },
        example="rifle at bug 4 squares",
        thrown=frozenset(arm.name for arm in arms.values() if arm.thrown),
        close=frozenset(arm.name for arm in arms.values() if arm.sort == "hand") | _close(cards),
        how=Grammar([Number("dice", ("dice", "die"), 1, 9)]),
        aims=(0, 1, 2, 3),
        aim_words=frozenset({"ap", "aps"}),
        ranges=(1, 2, 4, 6, 8),
    )


def _troops(cards: Mapping[str, Card]) -> Phrase:
    return Phrase("troop", {word: name for name, card in cards.items() for word in (name, *card.also)})


def _close(cards: Mapping[str, Card]) -> frozenset[str]:
    """Return the normalized names of the troops that only fight hand to hand."""
    close = [card for card in cards.values() if all(arm.sort == "hand" for arm in card.arms)]
    return frozenset(normalized(name) for card in close for name in (card.troop.name, *card.also))
