"""Questions of the proof besides orders: questions, suggestions, and orders that are made of these."""

from __future__ import annotations

import random
from typing import Any

from standin.driver import Person
from tests.cogs.conftest import CHANNEL
from tests.sight.fights import ZORRO

ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("encounter show", {}),
    ("encounter show", {}),
    ("map", {}),
    ("move", {"who": "Trent"}),
    ("move", {"who": "Axly"}),
    ("map", {"whole": True}),
    ("map", {"who": ZORRO}),
    ("log", {}),
    ("log", {"page": 2}),
    ("recap", {}),
    ("combatant show", {}),
    ("combatant show", {"who": "Guard"}),
    ("combatant show", {"who": ZORRO}),
    ("combatant show", {"who": "Axly"}),
    ("ammo show", {"who": "Guard"}),
    ("ammo show", {"who": ZORRO}),
    ("odds", {"target": "Guard", "who": "Trent"}),
    ("odds", {"target": "Guard", "who": "Axly", "aim": 2}),
    ("odds", {"target": ZORRO, "who": "Trent"}),
    ("odds", {"target": "Guard", "who": "Trent", "compare": "10, 20"}),
    ("odds", {"text": "M16 at Guard 20 hexes", "ruleset": "phoenix"}),
    # Not as Zorro is written: a line has no other name in it than those that were typed.
    ("odds", {"text": "M16 at zorro 20 hexes", "ruleset": "phoenix"}),
    ("rule", {"text": "M16 at zorro", "ruleset": "phoenix"}),
    ("rule", {"text": "M16 at Guard", "ruleset": "phoenix"}),
    ("fire", {"who": "Trent"}),
    ("burst", {"who": "Axly"}),
    ("fire", {"target": ZORRO, "who": "Trent"}),
    ("move", {"who": "Trent", "to": "one square nearer"}),
    ("combatant remove", {"who": ZORRO}),
    ("combatant owner", {"who": ZORRO}),
    ("combatant edit", {"who": ZORRO, "name": "Alfa"}),
    ("adjust", {"who": ZORRO, "changes": "dead"}),
    ("pass", {"who": ZORRO}),
    ("encounter options", {}),
    ("encounter secret", {"who": ZORRO}),
    ("encounter reveal", {"who": ZORRO}),
    ("encounter map", {}),
    ("map", {"who": "Guard"}),
    ("move", {"who": "Trent"}),
    ("dice verify", {}),
    ("privacy show", {}),
    ("plan show", {}),
    ("plan show", {"who": "Guard"}),
    ("plan show", {"who": ZORRO}),
    ("plan set", {"who": ZORRO, "lines": "else: stay"}),
    ("plan clear", {"who": ZORRO}),
    ("export", {}),
    ("export", {"format": "replay"}),
    ("stats", {}),
    ("stats", {"of": "fights"}),
    ("stats", {"of": "fights", "encounter": "all"}),
)
"""The questions after each order; a few of them each time."""
SUGGESTED = (
    ("fire", "target"), ("fire", "who"), ("fire", "weapon"), ("fire", "how"), ("odds", "target"), ("odds", "compare"),
    ("move", "how"), ("move", "who"), ("move", "to"), ("move", "to"), ("act", "what"), ("act", "who"),
    ("heal", "target"), ("heal", "how"),
    ("combatant show", "who"), ("ammo show", "who"), ("combatant owner", "who"), ("combatant edit", "who"),
    ("combatant remove", "who"), ("encounter options", "name"), ("encounter options", "value"), ("reload", "who"),
    ("reload", "how"), ("aim", "target"), ("aim", "aim"), ("burst", "target"), ("burst", "how"), ("throw", "target"),
    ("throw", "weapon"), ("duck", "how"), ("pass", "who"), ("answer", "choice"), ("adjust", "who"),
    ("encounter reveal", "who"), ("encounter secret", "who"), ("encounter reveal", "note"), ("odds", "how"),
    ("map", "who"),
)  # fmt: skip
MADE_OF: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("fire", "burst", "throw", "aim"), ("who", "target", "weapon", "aim", "how")),
    "reload": ("who", "weapon", "how"),
    "duck": ("who", "how"),
    "heal": ("who", "target", "how"),
    "move": ("who", "how"),
    "act": ("who", "what"),
    "pass": ("who",),
    "answer": ("choice",),
    "ammo buy": ("who", "sort", "die"),
    "odds": ("who", "target", "weapon", "compare"),
}
"""The options that are picked from the suggestions when an order is made of them."""
_NEEDED = {"act": ("what",), "answer": ("choice",), "odds": ("target", "compare"), "ammo buy": ("sort", "die")}
_MORE: dict[str, dict[str, Any]] = {"ammo buy": {"price": 100}}


async def made(who: Person, command: str, luck: random.Random) -> tuple[list[Any], dict[str, Any]]:
    """An order made of what the bot suggests to somebody: what was suggested on the way, and its options; none if
    nothing is suggested that it needs."""
    given: dict[str, Any] = {}
    offers: list[Any] = []
    for option in MADE_OF[command]:
        if option not in _NEEDED.get(command, ()) and option not in ("who", "target") and luck.random() < 0.5:
            continue
        found = await who.autocomplete(CHANNEL, command, focused=option, **given)
        offers.append(found)
        if found:
            given[option] = luck.choice(found)["value"]
    if command == "move":
        given["to"] = f"{luck.choice('ABCDEFG')}{luck.randint(1, 14)}"
    given |= _MORE.get(command, {})
    return offers, given if all(option in given for option in _NEEDED.get(command, ())) else {}
