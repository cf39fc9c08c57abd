"""The words of `how:` for a shot, burst or throw: fields of `how.How`, with the table rows that they mean."""

from __future__ import annotations

from rules.words.sheet import Barred, Grammar, Item, Number, Phrase, Spot


def _all(value: str, *phrases: str) -> dict[str, str]:
    return dict.fromkeys(phrases, value)


GRAMMAR = Grammar(
    (
        Phrase(
            "stance",
            {
                **_all("hip", "hip", "from the hip", "hip fire", "hip firing"),
                **_all("stance", "stance", "firing stance", "assume a firing stance"),
            },
        ),
        Barred(_all("Put the length of the aim into aim:, such as aim: 6", "aimed", "aiming", "aim", "aimed shot")),
        Phrase("called", _all("called", "called shot", "called")),
        Phrase(
            "part",
            {
                **_all("head", "head", "face", "at the head", "aimed at the head"),
                **_all("body", "body", "chest", "torso", "at the body", "aimed at the body"),
                **_all("legs", "leg", "legs", "at the legs", "aimed at the legs"),
                **_all("arm", "arm", "arms", "hand"),
            },
        ),
        Number("arc", ("arc", "arc of fire", "over"), 0, 2000, places=1),
        Spot("arc from", ("from", "arc from", "arc of fire from", "beginning at")),
        Spot("arc to", ("to", "through")),
        Number("fuse", ("fuse",), 0, 1800),
        Number("armor", ("armor", "armour", "armor PF"), 1, 20_000),
        Phrase(
            "around",
            {
                **_all("In Small Room (10')", "small room", "in small room", "in a small room"),
                **_all("In Open Trench", "open trench", "in open trench", "in an open trench", "trench"),
                **_all("Underwater", "underwater", "under water"),
            },
        ),
        Phrase(
            "suit",
            {
                **_all("In Combat Suit", "combat suit", "in combat suit", "in a combat suit"),
                **_all("In Power Armor", "power armor", "in power armor"),
                **{
                    phrase: f"In {size} Power Armor"
                    for size in ("Light", "Medium", "Heavy")
                    for phrase in (f"{size} power armor".lower(), f"in {size} power armor".lower())
                },
            },
        ),
        Phrase("sweep", _all("sweep", "sweep", "sweeping", "sweep the hex", "sweep hex")),
        Phrase(
            "smoke",
            {
                **_all("With Ultrasonics", "smoke with ultrasonics", "with ultrasonics", "ultrasonics"),
                **_all(
                    "Without Ultrasonics", "smoke without ultrasonics", "without ultrasonics", "smoke", "through smoke"
                ),
            },
        ),
        Phrase(
            "size",
            {
                **_all("Target is a Hex", "hex", "target is a hex"),
                **_all("Target is a Window", "window", "target is a window", "through a window"),
                **_all("Target is a Door", "door", "target is a door", "through a door"),
            },
        ),
        Phrase(
            "exposure",
            {
                **_all("looking", "looking", "looking over cover", "looking around cover"),
                **_all("firing", "firing over cover", "firing around cover", "over cover", "around cover", "in cover"),
                **_all("exposed", "exposed", "target exposed", "in the open"),
            },
        ),
        Phrase(
            "moving",
            {
                **_all("moving", "moving", "shooter moving", "while moving", "running"),
                **_all("ducking", "shooter ducking"),
            },
        ),
        Phrase(
            "target moving",
            {
                **_all("moving", "moving target", "target moving", "target walking"),
                **_all("running", "target running", "running target"),
                **_all("low crouch", "target in a low crouch", "target low crouch", "target crouching"),
                **_all("hands and knees", "target on hands and knees", "target hands and knees", "target crawling"),
                **_all("ducking", "target ducking"),
                **_all("appearing", "target appearing"),
            },
        ),
        Item(
            "held",
            "way to hold a weapon",
            {
                **_all("braced", "braced", "brace", "rested"),
                **_all("sling", "sling", "with sling"),
                **_all("one hand", "one hand", "one-handed", "with one hand"),
                **_all("folding stock not used", "folding stock not used", "stock folded", "folded stock"),
                **_all("double action", "double action"),
                **_all("bipod not braced", "bipod not braced", "deployed bipod not braced"),
                **_all("bipod", "bipod", "bipod mounted"),
                **_all("tripod", "tripod", "tripod mounted"),
                **_all("turret", "turret", "turret mounted"),
                **_all("shoulder stock", "shoulder stock"),
            },
        ),
        Item(
            "seen",
            "visibility",
            {
                **_all("Smoke, Haze, Fog", "haze", "fog"),
                **_all("Firing at Muzzle Flash", "muzzle flash", "at muzzle flash"),
                **_all("Looking into a Light", "into a light", "looking into a light"),
                **_all("Optical Scope under 8 hexes", "scope", "optical scope", "scope under 8 hexes"),
                **_all("Optical Scope Broken", "scope broken", "broken scope"),
                **_all("Advanced Aiming System Broken", "aiming system broken"),
                **_all("Weapon Sights Broken", "sights broken", "broken sights"),
                **_all("Firing from Tear Gas, No Mask", "tear gas", "in tear gas"),
                **_all("Dusk", "dusk", "at dusk", "dawn", "at dawn", "twilight"),
                **_all("Night Full Moon", "full moon", "night full moon", "night with full moon"),
                **_all("Night 1/2 Moon", "half moon", "night half moon", "1/2 moon", "night with half moon"),
                **_all("Night No Moon", "no moon", "night no moon", "moonless night", "moonless", "new moon"),
                **_all("Shooter Not Looking", "not looking", "blind", "without looking"),
            },
        ),
        Phrase(
            "awareness",
            {
                **_all("unaware", "unaware", "target unaware", "unsuspecting"),
                **_all("aware", "aware", "target aware"),
            },
        ),
        Phrase("cocked", _all("yes", "cocked", "single action")),
        Phrase("low", _all("yes", "low prone", "target low prone")),
        Phrase("above", _all("yes", "from above", "from high above", "elevated")),
        Number("feet", ("feet", "foot", "ft"), 0, 39, places=1),
        Number("speed", ("speed", "shooter speed"), 0, 120, places=1),
        Number("target speed", ("target speed", "target at"), 0, 120, places=1),
        Phrase("three", _all("3", "burst of 3", "three round burst", "3 round burst")),
        Phrase("round", {round: round for round in ("AP", "FMJ", "JHP", "HE", "HEAT", "slug", "shot", "APS")}),
    )
)
