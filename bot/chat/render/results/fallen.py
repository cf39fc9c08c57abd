"""The fighters who are out of the fight, by why they are."""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat.render.text.markdown import escaped
from rules.engine.sight.falls import Fate

_LABELS: dict[Fate, str] = {"dead": "Dead", "down": "Down", "gone": "Out of play"}
_LINE = 900


def fallen(fighters: Iterable[tuple[str, Fate]]) -> list[str]:
    """Return a line for each way of being out of the fight: "Dead: Guard 1, Guard 2."; the fighters are named."""
    names: dict[Fate, list[str]] = {}
    for name, fate in fighters:
        names.setdefault(fate, []).append(name)
    return [f"{label}: {escaped(', '.join(names[fate]), _LINE)}." for fate, label in _LABELS.items() if fate in names]
