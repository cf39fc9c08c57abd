"""The options that commands share: what each is called in Discord, and what is suggested for it.

A name means the same in every command, so description and suggestions depend on the name alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from discord import app_commands

from bot.chat import suggestions
from bot.chat.suggestions import Suggest

F = TypeVar("F", bound=Callable[..., Any])
Family = tuple[app_commands.Command[Any, ..., None], ...]
"""Commands of one cog."""

WORDS: dict[str, str] = {
    "target": "Whom: a combatant's name (several by commas), or a sheet line",
    "aim": "How long to aim, in the book's actions or Points",
    "weapon": "With what; otherwise the weapon in hand",
    "range": "How far, in the book's spaces; otherwise by the map, or as last given between these two",
    "how": "Anything else about it in one line, in the book's words",
    "mod": "A modifier and its reason, as: -3 smoke",
    "who": "Who does it: a combatant's name, or a sheet line in a quick ruling; otherwise your own",
    "dice": "Dice thrown on a table, in the order asked for, as: 62 7 04 (or ? to be asked)",
    "ruleset": "By which rulebook; naming one makes this a quick ruling outside any encounter",
    "cost": "What it costs in actions, if not by the book",
    "side": "The side they are on",
}

BOOK = "By which rulebook; otherwise the encounter's, or the server's own"
"""The description of `ruleset` in commands that cannot be a quick ruling."""

SUGGESTED: dict[str, Suggest] = {
    "target": suggestions.target,
    "aim": suggestions.aim,
    "weapon": suggestions.weapon,
    "how": suggestions.how,
    "who": suggestions.own,
    "ruleset": suggestions.ruleset,
}


def options(suggested: dict[str, Suggest] | None = None, **words: str) -> Callable[[F], F]:
    """Describe a command's options and set what is suggested for them; `words` and `suggested` replace the shared ones.

    Raises KeyError for an option without a description, so that no command is registered with a blank.
    """
    by_name = SUGGESTED | (suggested or {})

    def described(callback: F) -> F:
        names = [name for name in inspect.signature(callback).parameters if name != "interaction"]
        app_commands.describe(**{name: words.get(name) or WORDS[name] for name in names})(callback)
        app_commands.autocomplete(**{name: by_name[name] for name in names if name in by_name})(callback)
        return callback

    return described
