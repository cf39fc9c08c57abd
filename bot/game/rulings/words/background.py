"""Words of the scene around a shot: places, weather, looks, sounds and what is said beside it.

None of them changes a shot, and none names anybody where no word such as "at" marks the target: they are named as not
counted, and make no reading doubtful. All other unknown words may tell of something that matters.
"""

from __future__ import annotations

from bot.game.rulings.words.persons import SURROUNDINGS

_WEATHER = frozenset(
    (
        *(
            "rain",
            "raining",
            "rains",
            "rainy",
            "drizzle",
            "drizzling",
            "pouring",
            "downpour",
            "snow",
            "snowing",
            "snowy",
        ),
        *(
            "hail",
            "sleet",
            "mist",
            "misty",
            "foggy",
            "haze",
            "hazy",
            "wind",
            "windy",
            "breeze",
            "gust",
            "gusty",
            "storm",
        ),
        *("stormy", "thunder", "lightning", "cloudy", "overcast", "sun", "sunny", "sunlight", "sunshine", "daylight"),
        *(
            "day",
            "moon",
            "lights",
            "flickering",
            "flicker",
            "lamp",
            "streetlight",
            "torchlight",
            "candlelight",
            "glare",
        ),
        *("illumination", "visibility", "weather", "dust", "dusty", "sandstorm", "cold", "freezing", "icy", "slippery"),
        *("muddy", "noisy", "noise", "alarm", "siren", "heat", "humid", "gravity", "echoing", "acid", "nil"),
    )
)
_LOOKS = frozenset(
    (
        *("big", "small", "tall", "huge", "tiny", "ugly", "large", "little", "short", "fat", "thin", "skinny", "old"),
        *("young", "new", "rusty", "dusty", "trusty", "dirty", "bloody", "nasty", "scary", "mean", "angry", "mad"),
        *("crazy", "evil", "lousy", "poor", "stupid", "damn", "damned", "bloody", "freaking", "fucking", "goddamn"),
        *("whole", "entire", "heavy", "light", "strong", "weak", "thick", "thick", "dense", "nearest", "closest"),
        *(
            "furthest",
            "farthest",
            "near",
            "far",
            "left",
            "right",
            "first",
            "second",
            "third",
            "last",
            "other",
            "another",
        ),
        *("red", "blue", "green", "black", "white", "grey", "gray", "brown", "yellow", "golden", "silver", "bearded"),
        *(
            "twin",
            "bald",
            "masked",
            "hooded",
            "armed",
            "unarmed",
            "lone",
            "ranged",
            "ranged",
            "single",
            "double",
            "good",
            "bad",
            "nice",
            "best",
        ),
        *("wooden", "concrete", "steel", "iron", "metal", "brick", "stone", "glass", "leather", "rubber", "parked"),
        *("burning", "broken", "abandoned", "burnt", "wrecked", "empty", "narrow", "wide", "deep", "steep", "nervous"),
        *("scared", "calm", "tired", "sleepy", "bored", "drunk", "happy", "careful", "steady", "dizzy", "hungry"),
        *(
            "sweaty",
            "shaky",
            "trembling",
            "shaking",
            "smiling",
            "grinning",
            "breathing",
            "sweating",
            "unlucky",
            "lucky",
        ),
    )
)
_PLACES = frozenset(
    (
        *("grass", "mud", "sand", "dirt", "gravel", "water", "puddle", "lake", "pond", "creek", "stream", "swamp"),
        *("jungle", "desert", "meadow", "cornfield", "field", "orchard", "hedge", "hedgerow", "bushes", "shrub", "log"),
        *(
            "stump",
            "treeline",
            "rock",
            "rocks",
            "crates",
            "barrels",
            "boulders",
            "boxes",
            "containers",
            "tables",
            "boulder",
            "rubble",
            "debris",
            "ruins",
            "wreck",
            "wreckage",
            "crate",
            "barrel",
        ),
        *("box", "dumpster", "bin", "pallet", "container", "locker", "shelf", "shelves", "cabinet", "couch", "sofa"),
        *("chair", "bench", "pillar", "column", "beam", "pipe", "pipes", "railing", "rail", "balustrade", "banister"),
        *("ladder", "staircase", "step", "steps", "elevator", "lift", "shaft", "duct", "vent", "vents", "tunnel"),
        *(
            "sewer",
            "cellar",
            "basement",
            "attic",
            "loft",
            "barn",
            "shed",
            "hut",
            "cabin",
            "tent",
            "garage",
            "warehouse",
        ),
        *("factory", "office", "lobby", "kitchen", "bathroom", "bedroom", "bank", "shop", "store", "saloon", "church"),
        *("temple", "school", "hospital", "station", "airport", "hangar", "dock", "pier", "harbor", "deck", "cargo"),
        *("airlock", "walkway", "catwalk", "gantry", "platform", "scaffold", "scaffolding", "crane", "silo"),
        *("parapet", "battlement", "rampart", "barricade", "roadblock", "checkpoint", "intersection", "crossroads"),
        *("junction", "driveway", "sidewalk", "pavement", "path", "trail", "track", "railway", "ravine", "gully"),
        *("canyon", "gorge", "dune", "slope", "mound", "ledge", "cave", "quarry", "mine", "market", "plaza", "park"),
        *("fountain", "well", "statue", "grave", "graveyard", "cemetery", "bell", "hood", "bonnet", "roof", "cab"),
        *(
            "truck",
            "van",
            "pickup",
            "lorry",
            "bus",
            "tractor",
            "motorbike",
            "snowmobile",
            "spaceship",
            "shuttle",
            "apc",
        ),
        *("slit", "sill", "ledge", "wing", "bow", "stern", "mast", "engine", "tire", "wheel", "trunk", "windshield"),
        *("windscreen", "windowsill", "frame", "opening", "gap", "hole", "crack", "mouth", "block", "nest", "post"),
        *("outpost", "compound", "perimeter", "position", "treetop", "treetops", "canopy", "foliage", "undergrowth"),
        *("slime", "gloom", "gutter", "trash", "garbage", "haystack", "hay", "cart", "carriage", "stagecoach", "coach"),
        *("chamber", "lab", "laboratory", "console", "terminal", "reactor", "nursery", "hive", "egg", "sandbag"),
        *("colony", "complex", "level", "storey", "story", "bay", "medbay", "armory", "barracks", "quarters", "bridge"),
    )
)
_SAID = frozenset(
    (
        *("please", "plz", "kindly", "tell", "ref", "referee", "gm", "dm", "sir", "question", "dumb", "quick", "voice"),
        *("bang", "boom", "pow", "pew", "yay", "woo", "wow", "oops", "ugh", "argh", "ha", "hah", "hehe", "heh", "xd"),
        *("bc", "cuz", "coz", "cos", "because", "since", "ta", "cheers", "wish", "luck", "hope", "hopefully", "guess"),
        *("think", "know", "mind", "joking", "aside", "kidding", "ish", "yesterday", "meanwhile", "afk", "brb", "gg"),
        *(
            "accident",
            "mistake",
            "chance",
            "surprise",
            "slight",
            "slightly",
            "even",
            "ever",
            "almost",
            "exactly",
            "directly",
            "suddenly",
            "finally",
            "anyway",
            "stuff",
            "way",
        ),
        *("bit", "sort", "kind", "lot", "much", "enough", "such", "most", "least", "less", "than", "hurry", "fun"),
        *(
            "penalty",
            "bonus",
            "modifier",
            "damage",
            "difficulty",
            "target's",
            "dc",
            "tn",
            "toughness",
            "parry",
            "armor",
        ),
        *("stats", "statline", "sheet", "character", "campaign", "session", "game", "rule", "test", "check", "edge"),
        *("everywhere", "anywhere", "somewhere", "nowhere", "elsewhere", "goddamn", "damn", "bloody", "freaking"),
        *("athletics", "fighting", "notice", "agility", "vigor", "spirit", "smarts", "strength"),
        *("eh", "huh", "right", "alright", "fine", "cool", "great", "sweet", "awesome", "come", "goes", "you", "your"),
    )
)
_BACKGROUND = _WEATHER | _LOOKS | _PLACES | _SAID | SURROUNDINGS


def is_background(word: str) -> bool:
    """Return whether a word is of the scene around a shot: "rain", "big", "crates", "kindly"."""
    return word in _BACKGROUND


def is_scenery(word: str) -> bool:
    """Return whether a word is the weather, a look or what is said beside a shot, which nobody shoots at."""
    return word in _WEATHER or word in _LOOKS or word in _SAID
