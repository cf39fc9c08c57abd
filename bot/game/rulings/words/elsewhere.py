"""Weapons that a book may not have: those of the other books, and those of the world outside that people name.

None is the name of a fighter while there is another reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from bot.game.rulings.words.small_words import is_small
from rules.shelf import shelf
from rules.words.patterns import regex
from rules.words.sheet import words_of

_BY_CLASS: Mapping[str, tuple[str, ...]] = {
    "pistol": (
        *("glock", "glock 17", "glock 19", "glock 18", "sig", "sig sauer", "p226", "p228", "p320", "ruger", "luger"),
        *("desert eagle", "deagle", "browning", "browning hp", "hi power", "cz 75", "cz75", "tokarev", "tt33"),
        *(
            "five seven",
            "model 29",
            "s w model 29",
            "smith wesson",
            "s w",
            "usp",
            "ppk",
            "walther ppk",
            "p38",
            "p99",
            "colt python",
            "python",
            "peacemaker",
            "m17",
        ),
        *("beretta", "m92f", "beretta 92", "m1911", "m1911a1", "1911", "colt 45", "hand cannon", "handcannon"),
        *("bolt pistol", "peashooter", "makarov", "walther p38", "browning high power", "skorpion"),
        *("revolver", "magnum", "44 magnum", "357 magnum", "derringer", "six shooter", "six gun", "taser", "blaster"),
        *("45", "45 acp", "357", "44", "38", "38 special", "9mm", "9 mm", "22", "50 ae", "10mm", "45er"),
    ),
    "SMG": (
        *("mp7", "mp40", "mp 40", "thompson", "tommy gun", "tommygun", "ump", "ump45", "p90", "grease gun", "m3"),
        *("sten", "sten gun", "ppsh", "tec 9", "tec9", "vector", "kriss vector", "scorpion", "bizon"),
        *("smg", "submachine gun", "machine pistol", "uzi", "mini uzi", "mp5", "mp5k", "mac 10", "mac10", "ingram"),
        *("mac 11", "sterling", "m3a1", "beretta m12"),
    ),
    "rifle": (
        *("m4", "m4a1", "m4 carbine", "ar15", "ar 15", "m14", "m1 garand", "garand", "ak47", "ak 47", "ak", "ak74"),
        *("ak 74", "ak12", "scar", "scar h", "famas", "g36", "hk416", "hk 416", "l85", "sa80", "tavor", "sks", "stg44"),
        *("carbine", "battle rifle", "assault rifle", "rifle", "lee enfield", "mosin nagant", "mosin", "kar98", "k98"),
        *(
            "mini 14",
            "ruger mini 14",
            "lever action",
            "winchester",
            "hunting rifle",
            "musket",
            "pulse rifle",
            "laser rifle",
            "lasgun",
            "bolter",
        ),
        *(
            "m16",
            "m16a1",
            "car 15",
            "fal",
            "fn fal",
            "galil",
            "g3",
            "hk g3",
            "aug",
            "steyr aug",
            "akm",
            "aks",
            "valmet",
        ),
        *("bolt rifle", "storm bolter", "heavy bolter", "needler"),
        *("m16a2", "m16a3", "m16a4", "5.56", "7.62", "308", "30 06", "223"),
    ),
    "sniper rifle": (
        *(
            "barrett",
            "m82",
            "barrett m82",
            "awp",
            "awm",
            "m24",
            "m40",
            "remington 700",
            "m700",
            "svd",
            "m21",
            "intervention",
        ),
        *("dragunov", "m40a1", "psg1", "l96", "barrett m82a1"),
        *("sniper rifle", "sniper", "marksman rifle", "50 cal", "50 caliber", "50 bmg", "anti materiel rifle"),
    ),
    "machine gun": (
        *(
            "m60",
            "mg42",
            "mg 42",
            "mg34",
            "m240",
            "m2",
            "m2 browning",
            "bar",
            "pkm",
            "rpk",
            "m249",
            "saw",
            "lmg",
            "gpmg",
        ),
        *("m60e3", "minimi", "fn mag", "sentry gun", "sentry turret", "auto turret", "turret gun", "smartgun"),
        *("smart gun", "machinegun", "heavy machine gun", "light machine gun", "pulse cannon", "stubber"),
        *("mg", "machine gun", "minigun", "gatling", "gatling gun", "bren", "bren gun", "negev", "vulcan", "hmg"),
    ),
    "shotgun": (
        *("12 gauge", "12 ga", "12 bore", "20 gauge", "10 gauge", "mossberg", "benelli", "saiga", "spas", "spas 12"),
        *("double barrel", "double barreled shotgun", "sawed off", "sawed off shotgun", "sawn off", "sawn off shotgun"),
        *("m870", "remington 870", "winchester 1897", "shotty", "shottie", "pump action", "scattergun"),
        *("shotgun", "pump shotgun", "boomstick", "m1014", "coach gun"),
    ),
    "grenade": (
        *(
            "molotov",
            "molotov cocktail",
            "flashbang",
            "flash bang",
            "smoke grenade",
            "stun grenade",
            "pipe bomb",
            "bomb",
        ),
        *("nade", "frag nade", "smoke nade", "stun nade", "hand grenade", "frag grenade", "thermal detonator"),
        *("grenade", "dynamite", "c4", "satchel charge", "mine", "claymore", "frag", "ied", "stick grenade", "semtex"),
    ),
    "rocket launcher": (
        *("rocket launcher", "bazooka", "panzerfaust", "javelin", "stinger", "rpg", "law", "carl gustav", "at4", "tow"),
        *("missile launcher", "rocket", "missile", "panzerschreck", "mortar", "cannon", "tank gun", "autocannon"),
    ),
    "grenade launcher": ("grenade launcher", "m320", "mk19", "gl", "launcher", "underslung grenade launcher"),
    "flamethrower": ("flamethrower", "flamer", "flame thrower", "incinerator"),
    "": (
        *(
            "knife",
            "sword",
            "chainsword",
            "power sword",
            "katana",
            "bayonet",
            "axe",
            "machete",
            "club",
            "baseball bat",
            "crowbar",
            "spear",
            "fist",
        ),
        *(
            "fists",
            "claws",
            "bow",
            "longbow",
            "crossbow",
            "sling shot",
            "slingshot",
            "throwing knife",
            "shuriken",
            "rifle butt",
            "gun butt",
            "butt stroke",
            "buttstroke",
        ),
        *(
            "hand to hand",
            "melee",
            "hth",
            "h2h",
            "unarmed",
            "bare hands",
            "laser",
            "phaser",
            "lightsaber",
            "railgun",
            "plasma gun",
        ),
        *("eldritch blast", "magic missile", "fireball", "fire bolt", "firebolt", "lightning bolt", "force lightning"),
        *("psychic blast", "death ray", "ray gun", "raygun", "bolas"),
        *("blowgun", "javelins", "chainsaw", "tomahawk", "dagger"),
    ),
}
"""Weapons by the class of the nearest that a book may have; "" for those that are nothing like a firearm."""
_CALIBER = regex(r"(?:\.\d{2,3}|\d{1,2}(?:\.\d{1,2})?mm|\d{1,2}x\d{2,3}(?:mm)?)")
_DIGITS = regex(r"\d{1,2}(?:\.\d{1,2})?|\d{3}")
_CARTRIDGES = frozenset(("mm", "cal", "caliber", "calibre", "nato", "acp", "parabellum", "para", "gauge", "magnum"))
"""Words behind a caliber that belong to it."""
_MOST_WORDS = 5


def elsewhere(words: Sequence[str]) -> tuple[int, bool]:
    """Return how many words at the beginning name a weapon, 0 for none; and whether that is more than a class.

    A brand or a family of another book alone ("smith") is left out, because it may be the name of a fighter.
    """
    known, weapon = _known_length(words)
    behind = next((at for at, word in enumerate(words) if at and word not in _CARTRIDGES), len(words))
    if words and (_CALIBER.fullmatch(words[0]) or (_DIGITS.fullmatch(words[0]) and behind > 1)):
        return max(behind, known), True
    return known, weapon


_TECHNIQUES = frozenset(
    (
        *(
            "plasma",
            "gauss",
            "laser",
            "ion",
            "rail",
            "pulse",
            "fusion",
            "particle",
            "beam",
            "needle",
            "disruptor",
            "sonic",
        ),
        *("tesla", "photon", "phaser", "coil", "magnetic", "proton", "phased", "energy", "gatling", "melta", "blaster"),
        *(
            "dart",
            "tranquilizer",
            "flechette",
            "bolt",
            "electron",
            "antimatter",
            "microwave",
            "quantum",
            "heavy",
            "ray",
            "blast",
        ),
    )
)
"""Words before a class of weapons that make it another weapon: "plasma rifle"."""
_CLASSES = frozenset(
    (
        *("rifle", "pistol", "gun", "cannon", "canon", "carbine", "smg", "shotgun", "sniper", "blaster", "launcher"),
        *("repeater", "caster", "flamer", "flamethrower", "machinegun", "mg", "grenade", "bolter", "revolver"),
    )
)


def _known_length(words: Sequence[str]) -> tuple[int, bool]:
    known = _known()
    for length in (3, 2):
        *techniques, sort = words[:length]
        if len(techniques) == length - 1 and {*techniques} <= _TECHNIQUES and sort.removesuffix("s") in _CLASSES:
            return length, True
    for length in range(min(_MOST_WORDS, len(words)), 0, -1):
        typed = " ".join(words[:length])
        squeezed = "".join(words[:length]) if length > 1 and words[1].isdigit() and not is_small(words[0]) else typed
        for spelled in dict.fromkeys((typed, typed.removesuffix("s"), squeezed)):
            if spelled in known and not (length == 1 and spelled.isdigit()):
                return length, known[spelled]
    return 0, False


ASSAULT_RIFLES = frozenset(
    ("ak", "ak47", "ak74", "ak12", "akm", "m16", "m16a1", "m16a2", "m4", "m4a1", "scar", "famas", "g36", "hk416", "l85")
)
"""Rifles that fire automatically, of which a book may have a class."""


def class_of(name: str) -> str:
    """Return the class of weapons that a weapon from elsewhere belongs to, "" if it is not known."""
    words = words_of(name)
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            typed = " ".join(words[start : start + length])
            for spelled in (typed, typed.removesuffix("s")):
                if found := _classes().get(spelled):
                    return found
    if words and _CALIBER.fullmatch(words[0]):
        return "rifle" if words[0].startswith(("5.", "7.")) else "pistol"
    return ""


@lru_cache(maxsize=1)
def _classes() -> Mapping[str, str]:
    return {" ".join(words_of(name)): sort for sort, names in _BY_CLASS.items() for name in names}


@lru_cache(maxsize=1)
def _known() -> Mapping[str, bool]:
    words = dict.fromkeys(_classes(), True)
    for book in shelf().values():
        vocabulary = book.vocabulary({})
        words |= {" ".join(words_of(phrase)): False for phrase in vocabulary.classes}
        for spelled, names in vocabulary.weapons.items():
            spaced = " ".join(words_of(spelled))
            if not spaced.isalpha() or spaced in {" ".join(words_of(name)) for name in names}:
                words[spaced] = True
    return words
