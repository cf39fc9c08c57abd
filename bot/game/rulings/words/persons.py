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
        *(
            "gangbanger",
            "mugger",
            "sheriff",
            "deputy",
            "mayor",
            "cowboy",
            "hitman",
            "killer",
            "crook",
            "dealer",
            "bully",
        ),
        *("hooligan", "desperado", "deserter", "infantry", "trooper", "tanker", "sapper", "spotter", "observer"),
        *("ghoul", "vampire", "werewolf", "skeleton", "mutant", "demon", "ogre", "troll", "elf", "dwarf", "kobold"),
        *("raptor", "spider", "snake", "rat", "queen", "facehugger", "predator", "runner", "biker", "swat"),
        *(
            "sarge",
            "militia",
            "lad",
            "lass",
            "bloke",
            "chap",
            "fella",
            "fellow",
            "figure",
            "silhouette",
            "shape",
            "crew",
            "gang",
        ),
        *(
            "kidnapper",
            "taker",
            "perp",
            "suspect",
            "intruder",
            "breacher",
            "guerrilla",
            "guerrillero",
            "warlord",
        ),
        *(
            "gambler",
            "gunslinger",
            "ganger",
            "foreman",
            "captor",
            "jailer",
            "warden",
            "trapper",
            "settler",
            "bartender",
        ),
        *("machinegunner", "grenadier", "sniper", "marksman", "saboteur", "paratrooper", "dummy", "leader"),
    )
)


RANKS = frozenset(
    (
        "chief",
        "sergeant",
        "captain",
        "private",
        "corporal",
        "lieutenant",
        "major",
        "colonel",
        "general",
        "boss",
        "hunter",
    )
)
"""Words for a person that are names where they stand alone."""
RANKED = frozenset(("sgt", "cpl", "pvt", "pfc", "lt", "cpt", "capt", "maj", "col", "spc", "lcpl", "ssgt", "dr"))
"""Short forms before a name."""
_TITLES = frozenset(
    (
        *("head of security", "head of staff", "head of state", "chief of police", "chief of security"),
        *("chief of staff", "captain of the guard", "sergeant at arms", "man at arms", "men at arms"),
        *(
            "tree line",
            "front line",
            "firing line",
            "skirmish line",
            "fire team",
            "machine gun nest",
            "mg nest",
            "machinegun nest",
        ),
        *("machine gunner", "machine gunners", "squad leader", "team leader", "tail gunner", "radio operator"),
        *("gun nest", "sniper nest", "engine block", "gun crew", "tank crew"),
        *("arms dealer", "arms merchant", "leg man", "hit man", "gang banger", "bad guy", "bad guys", "gang member"),
    )
)
"""Words for a person that contain words of a shot."""
_LONGEST = max(len(title.split()) for title in _TITLES)


def person(words: Sequence[str]) -> tuple[str, int]:
    """Return the common word for a person that the words begin with, in the singular; "" and 0 for none."""
    for length in range(_LONGEST, 1, -1):
        if (title := " ".join(words[:length])) in _TITLES:
            return title, len(title.split())
    word = words[0] if words else ""
    if word in RANKED or word in _NOUNS:
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
        *(
            *(
                "table",
                "bed",
                "column",
                "convoy",
                "statue",
                "queue",
                "bar",
                "desk",
                "counter",
                "stage",
                "line",
                "valley",
            ),
            "end",
            "edge",
            "middle",
            "center",
            "entrance",
            "exit",
            "courtyard",
            "yard",
            "square",
            "field",
            "road",
            "bend",
        ),
        *(
            "ceiling",
            "vent",
            "hallway",
            "corridor",
            "stairwell",
            "landing",
            "porch",
            "lawn",
            "garden",
            "parking",
            "lot",
        ),
        *("cliff", "wagon", "motorcycle", "bike", "shore", "beach", "river", "camp", "base", "train"),
    )
)
"""Words for a place: who shoots "from the roof" is not called so."""


_ADJECTIVES = ("ed", "ing", "ous", "ive", "less", "ful", "tion", "ment", "shot", "fire")
"""Ends of words that are no name at the beginning of a line."""
_SHORTEST = 6
"""The letters of a word with such an end: "Ted" and "Ming" are names."""
_NO_NAMES = frozenset(
    (
        *("old", "new", "big", "small", "heavy", "light", "long", "short", "good", "bad", "best", "worst", "quick"),
        *("slow", "easy", "loud", "quiet", "hot", "cold", "wet", "dry", "dark", "bright", "clean", "dirty", "tired"),
        *("angry", "drunk", "careful", "blind", "plain", "simple", "normal", "same", "single", "double", "other"),
        *("first", "second", "third", "final", "both", "everyone", "everybody", "somebody", "someone", "anyone"),
        *("maybe", "meanwhile", "suddenly", "hello", "greetings", "sorry", "question", "help", "ruling", "combat"),
        *("fight", "battle", "scene", "test", "example", "voice", "ambush", "overwatch", "quickdraw", "stealth"),
        *("surprise", "initiative", "damage", "recoil", "cover", "smoke", "night", "rain", "fog", "snow", "wind"),
        *("plasma", "bolt", "gauss", "laser", "novice", "seasoned", "heroic", "legendary", "melee", "ranged"),
        *("shooter", "target", "weapon", "gun", "ammo", "aim", "range", "distance", "skill", "shot", "attack"),
        *("yesterday", "today", "tonight", "tomorrow", "morning", "evening", "noon", "earlier", "afterwards", "soon"),
        *(
            "bang",
            "boom",
            "pow",
            "blam",
            "pew",
            "wow",
            "oops",
            "damn",
            "hooray",
            "ugh",
            "cheers",
            "welcome",
            "congrats",
        ),
        *("modern", "ancient", "rare", "basic", "advanced", "ready", "wait", "stop", "move", "run", "check", "note"),
        *("frenzy", "trademark", "edge", "hindrance", "crit", "critical", "roll", "rule", "rules", "scenario", "case"),
        *("situation", "problem", "context", "setup", "given", "assume", "suppose", "imagine", "say", "consider"),
        *(
            "hypothetical",
            "theory",
            "basically",
            "technically",
            "honestly",
            "actually",
            "so",
            "well",
            "right",
            "alright",
        ),
        *("round", "phase", "impulse", "step", "part", "option", "plan", "idea", "action", "reaction", "defense"),
        *("large", "tiny", "huge", "tall", "thin", "fat", "young", "brave", "mad", "crazy", "evil", "holy", "magic"),
        *("rusty", "dusty", "trusty", "shiny", "fancy", "cheap", "broken", "stolen", "spare", "empty", "full", "black"),
        *(
            "white",
            "red",
            "green",
            "blue",
            "grey",
            "gray",
            "brown",
            "golden",
            "russian",
            "german",
            "american",
            "british",
        ),
        *("soviet", "israeli", "italian", "french", "chinese", "belgian", "army", "police", "military", "civilian"),
        *(
            "thick",
            "dense",
            "dim",
            "fusil",
            "rapid",
            "sudden",
            "steady",
            "silent",
            "spare",
            "custom",
            "standard",
            "regular",
            "issue",
        ),
    )
)
"""Words at the beginning of a line that are no name though they have a capital there."""


def is_called(typed: str) -> bool:
    """Return whether a word with a capital at the beginning of a line reads like a name: "Trent, M16, guard", but not
    "Skilled, M16, guard".
    """
    word = typed.casefold()
    if not (typed[:1].isupper() and typed.isalpha()) or (typed.isupper() and len(typed) < _FEW):
        return False
    return word not in _NO_NAMES and not (len(word) >= _SHORTEST and word.endswith(_ADJECTIVES))


_FEW = 4
"""The letters of an abbreviation."""


_GIVEN = frozenset(
    (
        *("adam", "alex", "alice", "amy", "andy", "ann", "anna", "anton", "ben", "bob", "boris", "brian"),
        *("carl", "carlos", "chris", "dan", "dave", "david", "diego", "dimitri", "dmitri", "ed", "emma"),
        *("eric", "erik", "eva", "fred", "greg", "hank", "hans", "harry", "henry", "igor", "ivan", "jan"),
        *("jane", "jenny", "jim", "jimmy", "joe", "john", "johnny", "jose", "juan", "karl", "kate", "katya"),
        *("kevin", "klaus", "larry", "laura", "lena", "leo", "lisa", "lucy", "luis", "maria", "marta", "mary"),
        *("matt", "mia", "michael", "miguel", "mike", "mikhail", "nadia", "natasha", "nick", "nina", "oleg"),
        *("olga", "oscar", "paul", "pavel", "pedro", "peter", "phil", "pierre", "rachel", "ralph", "ramirez"),
        *("sam", "sarah", "sasha", "sergei", "simon", "sofia", "steve", "tanya", "ted", "tim", "tina", "tom"),
        *("tommy", "tony", "viktor", "vlad", "walter", "yuki", "yuri", "zoe", "apone", "bishop", "crowe"),
        *("dietrich", "drake", "ferro", "gorman", "hicks", "hudson", "ripley", "spunkmeyer", "vasquez"),
        *("wierzbowski"),
    )
)


def is_given(word: str) -> bool:
    """Return whether a word in small letters is a name that many have, or a famous one, and no other word."""
    return word in _GIVEN
