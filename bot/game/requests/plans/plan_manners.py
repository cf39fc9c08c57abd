"""How a plan's order is repeated or meant, in its line's words: "twice", "until down", "even if down", "anyway"."""

from __future__ import annotations

import re

from rules.engine.records.agenda import DOWN, EMPTY
from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.orders import Aim, Attack, Pass
from rules.engine.records.records import Order
from rules.words.patterns import regex

MOST_TIMES = 20
_IS = r"(?: is| are|'s|’s)? ?"
_DOWN = r"(?:down|out(?! of)|dead|fallen|falls?|drops?)"
_MANNERS = (
    r",?(?:(?<=^)|(?<=\s)|(?<=,))\s*(?:"
    rf"(?P<down>(?:until|till) (?:(?:it|they|them|he|she|the target|nearest|(?P<who>{{names}})){_IS})?{_DOWN})"
    r"|(?P<empty>(?:until|till) (?:it is |the weapon is )?(?:empty|out of (?:ammunition|ammo)))"
    rf"|(?P<fallen>(?:even if|even when|even though|though) (?:(?:it|they|he|she|the target){_IS})?{_DOWN})"
    r"|(?P<anyway>anyway)"
    r"|(?P<twice>twice)"
    r"|(?P<times>[0-9]{{1,2}}|two|three|four|five|six) times"
    r")(?=$|,|\s)"
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


@dataclass(frozen=True, slots=True)
class Manner:
    """How often an order is carried out, until when, and whether at fighters who have fallen or against cautions
    (`Line`).

    `who` is the fighter named in "until NAME is down", "" for none.
    """

    times: int = 1
    until: str = ""
    fallen: bool = False
    anyway: bool = False
    who: str = ""


def read_manner(text: str, names: str) -> tuple[Manner, str, str]:
    """Return how an order is repeated, the order's words without that, and the words that say it. `names` is a pattern
    of the fighters' names.

    Raises Refusal for an impossible number.
    """
    manner, words = Manner(), list[str]()
    manners = regex(_MANNERS.format(names=names or "(?!)"), re.IGNORECASE)
    while found := manners.search(text):
        if found["down"] or found["empty"]:
            manner = replace(manner, until=DOWN if found["down"] else EMPTY, who=found["who"] or "")
        elif found["fallen"]:
            manner = replace(manner, fallen=True)
        elif found["anyway"]:
            manner = replace(manner, anyway=True)
        else:
            times = (found["times"] or "2").casefold()
            manner = replace(manner, times=_NUMBERS.get(times) or int(times))
        words.append(found[0].strip(" ,"))
        text = " ".join(f"{text[: found.start()]} {text[found.end() :]}".split())
    if not 1 <= manner.times <= MOST_TIMES:
        raise Refusal(f"An order can be repeated 1 to {MOST_TIMES} times.")
    if manner.times > 1 and manner.until:
        raise Refusal(f"Give a number of times or until {manner.until}, not both.")
    return manner, text, " ".join(words)


def check_manner(manner: Manner, order: Order) -> None:
    """Raise Refusal for an order that cannot be repeated like this."""
    attack = isinstance(order, Attack) and not isinstance(order, Aim)
    if (manner.until or manner.fallen) and not attack:
        raise Refusal("Only fire, burst and throw lines can say until down, until empty or even if down.")
    if isinstance(order, Pass) and manner.times > 1:
        raise Refusal("A pass is carried out once. Write pass without a number of times.")
    if manner.until == DOWN and isinstance(order, Attack) and not all(target.id for target in order.targets):
        raise Refusal("Until down needs a fighter as the target. Use twice, or until empty.")
    if manner.until == DOWN and manner.fallen:
        raise Refusal("Write until down or even if down, not both.")
