"""Pages of weapons for /weapon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.engine.ammunition.ammunition import TOKENS, pieces
from rules.engine.books.ruleset import Fact, Line, Page
from rules.engine.records.copies import replace
from rules.savage.shooter import Firearm
from rules.savage.shooting.loads import capacity
from rules.words.phrases import counted, listed


def pages(arms: Mapping[str, Firearm]) -> Mapping[str, Page]:
    """Return a page for each weapon, by name."""
    return {
        weapon.name: Page(weapon.name, tuple(_lines(weapon)), (), weapon.source, (), weapon.also)
        for weapon in arms.values()
    }


def _lines(weapon: Firearm) -> Iterator[Line]:
    if weapon.plain:
        yield f"Counted one by one; {'thrown with /throw' if weapon.thrown else 'fired with /fire'}"
    else:
        yield Fact("Magazine", _magazine(weapon))
        extended = _magazine(replace(weapon, extended=True))
        yield Fact("Extended magazine", f"{extended}, at 50% more cost and weight")
        yield Fact(f"ROF {weapon.rate}", listed(weapon.modes, "and"))
    if weapon.caseless:
        yield Fact("Caseless", "the ammunition weighs half")
    if weapon.cost_per_50:
        supplied = "a lifetime supply of Standard comes with the weapon"
        yield Fact("Ammunition", f"{weapon.cost_per_50:,} for 50 shots; {supplied}")
    if weapon.cost_each:
        alone = "" if weapon.plain or weapon.supplied else "; no supply comes with the weapon"
        yield Fact("Ammunition", f"{weapon.cost_each:,} each{alone}")


def _magazine(weapon: Firearm) -> str:
    return f"{counted(weapon.rounds, 'round')}, {pieces(capacity(weapon, TOKENS), TOKENS)}"
