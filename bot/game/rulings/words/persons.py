"""Common words for a person, an animal or a machine that is shot at: where one stands, it says who is meant.

"Guard" in "the prone guard" is one: what is beside it is theirs, and any other word beside it is no name.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.game.rulings.words.small_words import singulars

_NOUNS = frozenset(
    (
        *("guard", "sentry", "sentinel", "soldier", "trooper", "troop", "man", "woman", "guy", "girl", "boy", "dude"),
        *("person", "fighter", "enemy", "hostile", "foe", "opponent", "opfor", "tango", "thug", "goon", "bandit"),
        *("raider", "outlaw", "orc", "goblin", "zombie", "ganger", "gangster", "mobster", "mook", "minion", "henchman"),
        *("cop", "officer", "policeman", "police", "agent", "cultist", "terrorist", "pirate", "gunner", "gunman"),
        *("rifleman", "captain", "sergeant", "lieutenant", "corporal", "private", "major", "colonel", "general"),
        *("commander", "chief", "boss", "villain", "medic", "doctor", "pilot", "driver", "scout", "spy", "assassin"),
        *("merc", "mercenary", "insurgent", "rebel", "partisan", "civilian", "hostage", "robber", "burglar", "thief"),
        *("militiaman", "commando", "ranger", "marine", "infantryman", "conscript", "rookie", "recruit", "veteran"),
        *("hero", "heroine", "player", "character", "npc", "pc", "stormtrooper", "robot", "drone", "android", "cyborg"),
        *("alien", "xeno", "xenomorph", "bug", "monster", "creature", "beast", "wolf", "dog", "bear", "cultist"),
        *("bodyguard", "bouncer", "fanatic", "warrior", "hunter", "poacher", "rider", "crewman", "operator", "victim"),
        *(
            "suspect",
            "prisoner",
            "lookout",
            "patrolman",
            "looter",
            "smuggler",
            "punk",
            "brute",
            "nazi",
            "kid",
            "baddie",
        ),
        *("bystander", "witness", "waiter", "clerk", "priest", "nurse", "farmer", "worker", "technician", "scientist"),
        *("buddy", "friend", "pal", "comrade", "companion", "partner", "accomplice", "sidekick", "ally", "teammate"),
        *("brother", "sister", "wife", "husband", "son", "daughter", "father", "mother", "twin", "cousin", "neighbor"),
        *("machinegunner", "grenadier", "sniper", "marksman", "saboteur", "paratrooper", "dummy", "leader"),
    )
)


def person(words: Sequence[str]) -> tuple[str, int]:
    """Return the common word for a person that the words begin with, in the singular; "" and 0 for none."""
    word = words[0] if words else ""
    if word in _NOUNS:
        return word, 1
    singular = next((one for one in singulars(word) if one in _NOUNS), "")
    return singular, bool(singular)


SURROUNDINGS = frozenset(
    (
        *("roof", "rooftop", "roofs", "tower", "hill", "hilltop", "ridge", "car", "truck", "jeep", "vehicle", "tank"),
        *("helicopter", "chopper", "building", "house", "room", "hall", "street", "bush", "bushes", "woods", "trees"),
        *(
            "tree",
            "forest",
            "fence",
            "wall",
            "bridge",
            "alley",
            "corner",
            "horse",
            "horseback",
            "boat",
            "ship",
            "train",
        ),
        *("stairs", "stairway", "floor", "ground", "top", "afar", "left", "right", "north", "south", "east", "west"),
        *("side", "flank", "rear", "front", "distance", "shadows", "cockpit", "bunker", "hiding", "ambush", "height"),
        *("cliff", "wagon", "motorcycle", "bike", "shore", "beach", "river", "camp", "base", "train"),
    )
)
"""Words for a place: who shoots "from the roof" is not called so."""
