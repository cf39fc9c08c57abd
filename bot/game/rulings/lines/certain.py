"""The patterns in which the reading of a line is certain, and its other readings where it is not.

Each span becomes one letter that says which role the reading gives it; a line is certain if its letters are one shot
in one of the written patterns, with nothing in it that they do not have:

- `s` the shooter, `i` the user as the shooter, `t` the target, `m` the user as the target, `o` somebody else, `h` a
  pronoun as a subject;
- `a` a state of the shooter, `b` one of the target, `z` one of nobody;
- `W` a weapon, `F` one that the book does not have, `V` a verb of a shot, `@` "at", `<` "by" or "from", `w` "with",
  `T` "target", `S` "shooter";
- `l` "in", "behind" and the like, `#` a number, `&` "and", `,` a comma;
- `u` an unknown word, `v` one that may be a deed ("plinks");
- `~` "from" behind a range, which says how far somebody is;
- `k` a skill, and `d` all else: ranges, aims, ways to fire, words of the scene. They can stand anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.game.rulings.lines.ruling import Ruling
from bot.game.rulings.who.phrases import ARMS, is_deed
from bot.game.rulings.who.places import BOTH, SHOOTER, TARGET
from bot.game.rulings.who.roles import Roles
from bot.game.rulings.words.background import is_background
from bot.game.rulings.words.small_words import NO_NAMES, THING, TO, is_manner, is_plural, is_small
from bot.game.rulings.words.spans import Sort, Span
from rules.engine.books.ruling_vocabulary import LeftOut, Vocabulary, Words
from rules.words.patterns import regex

_S = "(?:<?a*(?:i?u?S?s+h?|i|S)(?:<?a)*)"
_T = "(?:b*(?:u?T?t+|m|T)b*t?b*|b+)"
_J = "[,&]*"
_ARM = "(?:w?W+(?:,W+)?)"
_SHOTS = (
    # "Trent fires the M16 at the guard", "I shoot the guard with my M16", "shoot the guard".
    rf"(?:{_ARM}{_J})?(?:W?{_S}{_J}){{0,2}}a*{_J}(?:{_ARM}{_J})?V(?:{_J}V)?(?:<?a+)*{_ARM}?(?:<{_S})?{_J}(?:@?{_T})?"
    rf"(?:{_J}{_ARM})?(?:{_J}<{_S})?",
    # "Trent, M16, guard", "M16 at the guard by Trent", "prone M16 at the guard".
    rf"(?:{_S}{_J})?(?:<?a)*{_J}{_ARM}(?:<?a)*{_J}(?:<{_S}{_J})?(?:[@w]?{_T})?(?:{_J}{_S})?(?:{_J}W)?",
    # "Trent at the guard with the M16", "guard, M16".
    rf"(?:{_S}{_J})?@?{_T}(?:{_J}{_ARM})?(?:{_J}<{_S})?",
    # "The guard is hit by Trent, M16".
    rf"{_T}V?<{_S}{_J}{_ARM}?",
    # "M16, behind a door, at the guard, from prone, by Trent".
    rf"(?:(?:{_ARM}|@b*(?:t+|T)b*|@b+|<u?s+|<?a+|b+){_J})+",
    # "She kneels and shoots at me with the M16", where nobody before that is named.
    rf"h{_J}(?:a+{_J})*(?:{_ARM}{_J})?V{_ARM}?(?:@?{_T})?(?:{_J}{_ARM})?",
    # "The alien is 4 squares from Hicks, rifle", "standing guard, prone M16".
    rf"(?:{_ARM}{_J})?{_T}~s+(?:{_J}{_ARM})?",
    rf"{_T}{_J}a+{_ARM}",
)
_LEAD = "|".join(
    (
        *("Tb*", "b+T", "Sa*", "<?a+S?", "S?[si]a*", "hb*", "T?t(?!.*(?:@b*t|h[^,]*V))b*", "<?mb*", "b+"),
        *(f"s?{_ARM}", f"i{_ARM}"),
    )
)
"""Before the shot: "I am prone, ", "the guard is behind a pillar, "."""
_TAIL = "|".join(
    (
        *("Tb*", "b+T", "Sa*", "<a+", "a+S", "a+(?=,Tb)", "S?[si]a*", "hb*", "T?t(?!.*@b*t)b*", "<?mb*", "b+"),
        f"[si]?{_ARM}",
        "(?<=,)V",
    )
)
"""Behind the shot: ", the guard is prone"; a posture of the shooter there needs a word that says so."""
_BESIDE = f"(?:hb*|ia*|{_ARM}|b+|Tb*|<a+|<?mb*)"
"""These need no comma before them."""
_CERTAIN = regex(rf"{_J}(?:(?:{_LEAD})[,&]+)*(?:{'|'.join(_SHOTS)})(?:[,&]+(?:{_TAIL})|{_BESIDE})*{_J}")
_PLACE = regex(r"<?l[uvd#]*o?|(?:(?<=[,&])|^)d*ud*(?=[,&]|$)")
_ALONE = regex(r"(?<=[td])u(?=[d,&]|$)")
"""The only unknown word, beside the target or something that can stand anywhere."""
_FROM_STATE = regex(r"~(?=[abz])")
_UNHEARD = regex(r"[@<w~]+(?=d)|[<w]+(?=k)|~(?=[im@T])|[dk]")
_SUBJECTS = frozenset({"he", "she", "they", "hes", "shes", "theyre", "he's", "she's", "they're"})
_PEOPLE = frozenset({Sort.NAME, Sort.PERSON, Sort.KNOWN, Sort.MINE, Sort.FIGHTER, Sort.WORD})
_DESCRIBED = (_PEOPLE - {Sort.WORD, Sort.MINE}) | ARMS
_LETTERS = {
    Sort.WEAPON: "W",
    Sort.CLASS: "W",
    Sort.FOREIGN: "F",
    Sort.AND: "&",
    Sort.OUTSIDE: "l",
    Sort.BREAK: ",",
    Sort.FIGURE: "#",
    Sort.EMPTY: "",
}
_VERBAL, _SHORT = regex(r"(?:ing|ed|[^su]s)$"), 3
_FAR = 5
_PARTED, _REPEATED = regex(r"&*,[,&]*"), regex(r"([abstW&])\1+")
_MOST_LETTERS = 24
"""The letters of the longest line that is compared: a shot has a dozen, and each more doubles the ways to match it."""
_MOST_READINGS = 4


def is_certain(ruling: Ruling, spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary) -> bool:
    """Return whether a reading is certain."""
    skills = [key for key, _ in ruling.shooter if key in vocabulary.shooters - vocabulary.kinds - vocabulary.figures]
    numbered = any(_may_be_range(at, spans, roles, vocabulary) for at in range(len(spans)))
    if len(skills) > len({*skills}) or numbered:
        return False
    letters = pattern(ruling, spans, roles, vocabulary)
    return len(letters) <= _MOST_LETTERS and _CERTAIN.fullmatch(letters) is not None


def _may_be_range(at: int, spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary) -> bool:
    """Return whether a number of somebody may be how far they are, which the book does not count: "thug 12"."""
    span = spans[at]
    ends = all(one.sort in (Sort.EMPTY, Sort.BREAK) for one in spans[at + 1 : at + 2])
    far = bool(vocabulary.no_range) and span.sort is Sort.FIGURE and span.figure.isdecimal() and ends
    return far and int(span.figure) >= _FAR and roles.owners.is_number(span)


def pattern(ruling: Ruling, spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary) -> str:
    """Return the letters of a line, without those that can stand anywhere."""
    found = "".join(_letter(at, spans, roles, vocabulary) for at in range(len(spans)))
    ranged = any(span.sort is Sort.RANGE for span in spans)
    if vocabulary.no_range or (found.count("#") == 1 and ruling.spaces is not None and not ranged):
        found = found.replace("#", "d")
    if sum(letter in "uv" for letter in found) == 1:
        found = _ALONE.sub("d", found)
    found = _UNHEARD.sub("", _PLACE.sub("", _FROM_STATE.sub("<", found)))
    return _REPEATED.sub(r"\1", _PARTED.sub(",", found))


def _letter(at: int, spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary) -> str:
    span = spans[at]
    if span.sort is Sort.ROLE:
        if span.text in ("target", "shooter"):
            return span.text[0].upper()
        before = next((one for one in reversed(spans[:at]) if one.sort is not Sort.EMPTY), None)
        if span.text == "from" and before is not None and before.sort is Sort.RANGE:
            # "6 spaces from the bug": how far from somebody.
            return "~"
        return "@" if span.key == TO else "w" if span.key == THING else "<"
    if span.typed.casefold() in _SUBJECTS:
        return "s" if roles.target.is_user else "h"
    if span.sort is Sort.FIGURE and roles.owners.is_number(span):
        return ""
    if span.sort in (Sort.VERB, Sort.HOW):
        return "V" if is_deed(span) else "d"
    if span.sort is Sort.FIGHTER and span.key not in vocabulary.figures:
        if span.key in vocabulary.shooters:
            # "At the militia" is somebody.
            return "t" if roles.owners.owner_of(span) == TARGET else "k"
        if at + 1 < len(spans) and spans[at + 1].typed.casefold() == "one":
            # "The kneeling one" is somebody.
            return "z"
        return {SHOOTER: "a", TARGET: "b", BOTH: "d", "": "z"}[roles.owners.owner_of(span)]
    if span.sort in _PEOPLE:
        return _letter_of_person(at, spans, roles)
    return _LETTERS.get(span.sort, "d")


def _letter_of_person(at: int, spans: Sequence[Span], roles: Roles) -> str:
    span, place = spans[at], roles.owners.person_at(spans[at])
    if span.sort is Sort.MINE:
        return {SHOOTER: "i", TARGET: "m"}.get(place) or ("i" if span.text == "i" else "d")
    if place == SHOOTER and span.sort is Sort.FIGHTER and roles.shooter.name:
        # "Ann, d10, wild card".
        return "k"
    if place:
        return "s" if place == SHOOTER else "t"
    if span.sort is not Sort.WORD:
        return "o"
    word = span.typed.casefold()
    behind = next((one for one in spans[at + 1 :] if one.sort is not Sort.EMPTY), None)
    described = at > 0 and word.endswith("ing") and bool(roles.owners.person_at(spans[at - 1]))
    if behind is not None and word.endswith(("ing", "ed")):
        # "The pursuing dogs", "wielded by Trent".
        described = described or behind.sort in _DESCRIBED or (behind.text == "by" and word.endswith("ed"))
    of_scene = is_small(word) or is_manner(word) or is_background(word) or word in NO_NAMES
    if described or of_scene or not span.typed.isalpha():
        return "d"
    return "v" if word == span.typed and len(word) > _SHORT and _VERBAL.search(word) else "u"


def other_readings(
    ruling: Ruling, spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary
) -> list[tuple[str, Ruling]]:
    """Return what a line may mean as well, each reading with a label: another one shoots or is shot at, or a posture
    is the other fighter's.
    """
    found = [
        *of_one_skill(ruling),
        *_of_number(ruling, spans, roles, vocabulary),
        *_others(ruling, spans, roles, vocabulary),
        *_of_postures(ruling, vocabulary),
    ]
    if not (roles.shooter.is_user or roles.target.is_user):
        found += _turned(ruling, vocabulary)
    distinct = {one: label for label, one in reversed(found) if one != ruling}
    return [(label, one) for one, label in reversed(distinct.items())][:_MOST_READINGS]


def _of_number(
    ruling: Ruling, spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary
) -> Iterator[tuple[str, Ruling]]:
    """Yield the reading in which a number is how far the target is: "thug 12"."""
    name, target = ruling.names
    for at, span in enumerate(spans):
        if _may_be_range(at, spans, roles, vocabulary) and target.endswith(f" {span.typed}"):
            bare = target.removesuffix(f" {span.typed}")
            yield (
                f"{bare} at {span.typed}",
                replace(ruling, names=(name, bare), left_out=(*ruling.left_out, LeftOut(span.typed))),
            )


def of_one_skill(ruling: Ruling) -> Iterator[tuple[str, Ruling]]:
    """Yield the readings with one of two skills of the same sort: "d8, the sniper has d10"."""
    for key, text in ruling.shooter:
        others = [one for other, one in ruling.shooter if other == key and one != text]
        if others:
            shooter = tuple(one for one in ruling.shooter if one[0] != key or one[1] == text)
            left_out = (*ruling.left_out, *map(LeftOut, others))
            yield f"Only {text}", replace(ruling, shooter=shooter, left_out=left_out)


def _turned(ruling: Ruling, vocabulary: Vocabulary) -> Iterator[tuple[str, Ruling]]:
    """Yield the reading in which the target shoots."""
    shooter, target = ruling.names
    (skills, one), (_, other) = (_parted(words, vocabulary) for words in (ruling.shooter, ruling.target))
    if not (shooter or target or one or other) or any(key in vocabulary.no_shooters for key, _ in other):
        return
    call = target or next((text for key, text in other if key in vocabulary.figures), "")
    turned = replace(ruling, names=(target, shooter), shooter=(*other, *skills), target=one)
    if call and not is_plural(call.casefold()):
        yield f"{call} shoots", turned
    elif shooter and not call:
        yield f"{shooter} is the target", turned


def _parted(words: Words, vocabulary: Vocabulary) -> tuple[Words, Words]:
    """Return the skills among words about a fighter, and the others."""
    skills = vocabulary.shooters - vocabulary.figures
    return tuple(one for one in words if one[0] in skills), tuple(one for one in words if one[0] not in skills)


def _others(
    ruling: Ruling, spans: Sequence[Span], roles: Roles, vocabulary: Vocabulary
) -> Iterator[tuple[str, Ruling]]:
    """Yield the readings in which somebody who is not counted shoots or is shot at."""
    letters = [_letter(at, spans, roles, vocabulary) for at in range(len(spans))]
    (shooter, target) = ruling.names
    armed = any(key in vocabulary.figures for key, _ in ruling.shooter)
    hit = any(key in vocabulary.figures for key, _ in ruling.target)
    for at, letter in enumerate(letters):
        before = next((one for one in reversed(letters[:at]) if one), ",")
        behind = next((one for one in letters[at + 1 :] if one), ",")
        who = spans[at].typed
        somebody = letter == "o" and before not in "lw"
        first = not any(letters[:at])
        called = letter == "u" and (first or spans[at].typed.istitle() or (before in "@V" and behind not in "st"))
        if not (somebody or called):
            continue
        left_out = tuple(one for one in ruling.left_out if one.words != who)
        if not (shooter or armed or roles.shooter.is_user) and before not in "@V":
            yield f"{who} shoots", replace(ruling, names=(who, target), left_out=left_out)
        if not target and not hit and (somebody or before in "@V"):
            yield f"{who} is the target", replace(ruling, names=(shooter, who), left_out=left_out)


def _of_postures(ruling: Ruling, vocabulary: Vocabulary) -> Iterator[tuple[str, Ruling]]:
    """Yield the readings in which a posture is the other fighter's."""
    shooter, target = ruling.names[0] or "shooter", ruling.names[1] or "target"
    for key in sorted(vocabulary.postures):
        shooters = next((text for one, text in ruling.shooter if one == key), "")
        targets = next((text for one, text in ruling.target if one == key), "")
        if shooters == targets:
            continue
        rests = (tuple(one for one in words if one[0] != key) for words in (ruling.shooter, ruling.target))
        rest, other = rests
        turned = replace(
            ruling,
            shooter=(*rest, *(((key, targets),) if targets else ())),
            target=(*other, *(((key, shooters),) if shooters else ())),
        )
        calls = [f"{shooter} {targets}"] if targets else []
        calls += [f"{target} {shooters}"] if shooters else []
        label = ", ".join(calls)
        yield label[:1].upper() + label[1:], turned
