"""The names that a ruling of one line may use in Phoenix Command, and its assumption: an average soldier's skill.

The typical weapon of a class is one that the book's own people carry, or the best known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rules.engine.books.ruling_vocabulary import Sheet, Vocabulary, Words, known_classes
from rules.engine.records.copies import replace
from rules.phoenix.basics.arms import Arm, ExplosiveWeapon, Grenade, Gun
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.book import Book
from rules.phoenix.harm.aftermath import aftermath
from rules.phoenix.people.sheets.character import SHORT
from rules.phoenix.people.sheets.sheet import book_terms
from rules.phoenix.shooting.aim.grammar import GRAMMAR
from rules.phoenix.shooting.carrying.gear import terms as gear_terms
from rules.phoenix.weapons.weapon_terms import Names, load_terms, spellings
from rules.words.sheet import Grammar, Item, Phrase, Term, words_of

_CLASSES = {
    "pistol": "M1911A1",
    "SMG": "Uzi",
    "rifle": "M16",
    "sniper rifle": "Dragunov SVD",
    "machine gun": "M249 Minimi",
    "shotgun": "Remington M870",
    "grenade launcher": "M79",
    "rocket launcher": "RPG 7V",
    "grenade": "M 67",
    **dict.fromkeys(("automatic pistol", "semi automatic pistol", "handgun", "sidearm", "colt", "1911"), "M1911A1"),
    **dict.fromkeys(("beretta", "beretta pistol", "m9", "9mm pistol"), "M92F"),
    **dict.fromkeys(("machine pistol", "automatic machine pistol"), "M951R"),
    **dict.fromkeys(("sub machine gun", "sub machinegun", "submachine gun", "submachinegun"), "Uzi"),
    **dict.fromkeys(("sub machine pistol",), "Sterling Mk 7"),
    **dict.fromkeys(("assault rifle", "carbine", "battle rifle", "automatic rifle"), "M16"),
    **dict.fromkeys(("ak", "kalashnikov"), "AKM 47"),
    **dict.fromkeys(("sniper", "marksman rifle"), "Dragunov SVD"),
    **dict.fromkeys(("squad automatic weapon", "saw", "light machine gun", "lmg", "machinegun", "mg"), "M249 Minimi"),
    **dict.fromkeys(("general purpose machine gun", "general purpose mg", "gpmg"), "MG3"),
    **dict.fromkeys(("pump shotgun", "riot shotgun", "scattergun", "shot gun", "shotty"), "Remington M870"),
    **dict.fromkeys(("launcher", "40mm", "40mm grenade launcher"), "M79"),
    **dict.fromkeys(("rpg", "rocket propelled grenade", "bazooka"), "RPG 7V"),
    **dict.fromkeys(("anti tank rocket", "anti tank rocket launcher", "law", "light anti tank weapon"), "M72 A2 LAW"),
    **dict.fromkeys(("hand grenade", "frag grenade", "frag", "fragmentation grenade", "nade", "frag nade"), "M 67"),
    **dict.fromkeys(("blast grenade", "concussion grenade"), "Mk A3"),
    **dict.fromkeys(("mini grenade",), "HG 80"),
    **dict.fromkeys(("anti tank grenade",), "RKG 3M"),
    **dict.fromkeys(("tnt", "charge", "explosive charge", "demolition charge"), "2 lb TNT"),
}
_COVER = {
    "door": "Interior Wood Door",
    "wood door": "Interior Wood Door",
    "wooden door": "Interior Wood Door",
    "front door": "Exterior Wood Door",
    "car door": "Automobile Door",
    "car": "Automobile Door",
    "gate": "Heavy Wood Gate",
    "fire door": "Metal Fire Door",
    "wall": "Interior Plaster Wall",
    "plaster wall": "Interior Plaster Wall",
    "brick wall": "Brick Wall 6 inch",
    "6 inch brick wall": "Brick Wall 6 inch",
    "12 inch brick wall": "Brick Wall 12 inch",
    "cinder block": "Cinder Block Wall",
    "concrete wall": "Cinder Block Wall Concrete Filled",
    "log": "Log Timber Wall",
    "table": "Common Furniture",
    "furniture": "Common Furniture",
    "crate": "Common Furniture",
    "desk": "Common Furniture",
    "drum": "55 gallon Drum Earth Filled",
    "barrel": "55 gallon Drum Water Filled",
    "pole": "Telephone Pole",
    "tree": "Telephone Pole",
}
"""The usual meaning of a word for cover, as a row of table 7C."""
_SHOTS = {
    **dict.fromkeys(("hip shot", "hipshot", "shot from the hip", "shooting from the hip"), "from the hip"),
    **dict.fromkeys(("headshot", "head shot", "called shot to head", "called shot head", "aim for head"), "head"),
    **dict.fromkeys(("aiming for head", "aims for head", "in head", "to head", "at head", "on head"), "head"),
    **dict.fromkeys(("in face", "for head", "shot to head", "aiming at head"), "head"),
    **dict.fromkeys(("called shot at head", "aimed for head", "aims at head"), "head"),
    **dict.fromkeys(("through head", "between eyes", "in forehead", "in skull"), "head"),
    "3rb": "3 round burst",
    "brcd": "braced",
    **dict.fromkeys(("called shot to legs", "called shot to leg", "in legs", "to legs", "in leg", "leg shot"), "legs"),
    **dict.fromkeys(("called shot to body", "called shot to chest", "center mass", "centre mass", "in chest"), "body"),
    **dict.fromkeys(("body shot", "at chest"), "at the body"),
    **dict.fromkeys(("on bipod", "from bipod"), "bipod mounted"),
    **dict.fromkeys(("on turret",), "turret mounted"),
    **dict.fromkeys(("in fog", "through fog", "in haze", "in mist", "mist"), "fog"),
    **dict.fromkeys(("heavy fog", "thick fog", "dense fog"), "fog"),
    "thick smoke": "through smoke",
    **dict.fromkeys(("in smoke", "in thick smoke"), "through smoke"),
    **dict.fromkeys(("lying down", "laying down", "lies prone", "lying prone", "going prone"), "prone"),
    **dict.fromkeys(("lie", "lies", "lies down", "lie down", "lays down", "lying"), "prone"),
    **dict.fromkeys(("on ground", "flat on ground"), "prone"),
    **dict.fromkeys(("on one knee", "kneel", "kneels", "on knee"), "kneeling"),
    **dict.fromkeys(("drops to one knee", "dropping to one knee", "goes down on one knee", "takes knee"), "kneeling"),
    **dict.fromkeys(("upright", "stand", "stands", "stands up", "standing up"), "standing"),
    **dict.fromkeys(("out in open", "standing in open", "fully exposed"), "in the open"),
    **dict.fromkeys(("peeking over cover", "peeking around cover", "peeking around corner"), "looking over cover"),
    **dict.fromkeys(("dug in foxhole",), "dug in"),
    **dict.fromkeys(("sprinting", "on run", "run", "runs"), "running"),
    **dict.fromkeys(("crawling",), "hands and knees"),
}
"""Everyday words, in the words of `how:` or of a sheet line."""
_SORTS = ("ap", "fmj", "jhp", "he", "heat", "slug")
_POSTURES = frozenset({"position", "gait", "moved", "ducked", "appeared"})
_COVERED = frozenset({"exposure", "cover"})
"""The keys of words that say how much of the target can be seen."""
_HARDY = frozenset({*SHORT, "skill", "troop", "knockout_value", "rolled", "vehicle"})
"""The keys of words that give the target's Knockout Value."""
_STRONG = "KV 20"
"""The Knockout Value of an average soldier: half their Will, 10, times their skill."""
_SKILL, _AIM = "skill 4", 4
"""The skill of an average soldier, and the Combat Actions that they have in a phase (the book's Line troops)."""
_OF_SHOOTERS = ("skill", "sal", "isf", "actions", "maximum_speed", "weight", "base_speed", "troop", "rolled", "bare")
_OF_WEAPONS = ("ammunition", "loaded", "spares", "magazines", "rounds", "loose", "noun", "stance")

_GEAR = ("equipment", *(term.key for term in gear_terms() if isinstance(term, Phrase)))


def ruling_vocabulary(arms: Mapping[str, Arm], book: Book) -> Vocabulary:
    """Return the names and assumptions for a ruling with these weapons, given by name."""
    own = {name: arm for name, arm in arms.items() if isinstance(arm, Gun)}
    thrown = frozenset(name for name, arm in arms.items() if isinstance(arm, Grenade))
    automatic = frozenset(
        name for name, arm in own.items() if arm.rate.automatic and not isinstance(arm, ExplosiveWeapon)
    )
    places = thrown | {name for name, arm in own.items() if isinstance(arm, ExplosiveWeapon)}
    return _vocabulary(Names.of(arms), thrown, automatic, places, book)


@lru_cache(maxsize=8)
def _vocabulary(
    names: Names, thrown: frozenset[str], automatic: frozenset[str], at_places: frozenset[str], book: Book
) -> Vocabulary:
    details = [term for term in load_terms(names.sorts) if term.key != "noun"]
    spelled = {spelling: tuple(sorted(several)) for spelling, several in spellings(names).items()}
    listed = [name for name, *_ in names.weapons]
    rounds = {f"{sort} {word}": sort for sort in _SORTS for word in ("rounds", "ammo", "ammunition", "bullets")}
    cover = {f"behind {short}": f"behind {row}" for short, row in _COVER.items()}
    return Vocabulary(
        weapons=spelled,
        classes=known_classes(_CLASSES, dict.fromkeys(listed)),
        people=Grammar((*details, *_people_terms(book))),
        shooter=_shooter,
        target=_target,
        shooters=frozenset({*SHORT, *_OF_SHOOTERS, *_OF_WEAPONS, *_GEAR, *(term.key for term in details)}),
        thrown=thrown,
        automatic=automatic,
        how=GRAMMAR,
        kinds=frozenset({"troop"}),
        postures=_POSTURES,
        at_places=at_places,
        inches=True,
        also={**_SHOTS, **rounds, **cover, "behind cover": "firing over cover", "in cover": "firing over cover"},
        yards=2,
        example="M16 at guard 40m aim 4",
        aim=_AIM,
        aim_granted=f"aim {_AIM}, one phase of an average soldier",
        aims=(2, 4, 8),
        aim_words=frozenset({"ac", "acs", "count", "counts"}),
        ranges=(5, 10, 20, 40, 70),
        aftermath=lambda fighter, after: aftermath(soldier(fighter), after.clock, book),
    )


def _people_terms(book: Book) -> Iterator[Term]:
    """Yield the terms of a sheet line that describe people in a ruling, which has no map and so no side of cover."""
    for term in book_terms(book):
        if not (isinstance(term, Phrase) and term.key == "side_of_cover"):
            yield _without_how(term)


def _without_how(term: Term) -> Term:
    """Return a term without the equipment that words of `how:` use: a scope on the weapon, not in the pack."""
    if not isinstance(term, Item):
        return term
    values, also = (
        {phrase: value for phrase, value in phrases.items() if not GRAMMAR.match(words_of(phrase))[1]}
        for phrases in (term.values, term.also)
    )
    return replace(term, values=values, also=also)


def _shooter(weapon: str, words: Words) -> Sheet:
    given = any(key in ("skill", "sal", "troop") for key, _ in words)
    details = [text for key, text in words if key.partition(" ")[0] in _OF_WEAPONS and key != "stance"]
    others = [text for key, text in words if key.partition(" ")[0] not in _OF_WEAPONS or key == "stance"]
    line = ", ".join([weapon, *details, *([] if given else [_SKILL]), *others])
    return Sheet(line, "" if given else f"{_SKILL}, an average soldier")


def _target(words: Words) -> Sheet:
    """Return the target's sheet line; without cover they are in the open, and an average soldier (O41)."""
    keys = {key.partition(" ")[0] for key, _ in words}
    texts = [text for _, text in words]
    if not keys & _COVERED:
        texts.append("in the open")
    if keys & _HARDY:
        return Sheet(", ".join(texts))
    return Sheet(", ".join((*texts, _STRONG)), f"target {_STRONG}")
