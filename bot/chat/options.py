"""The options that commands share: what each is called in Discord, what is suggested for it, and how long it may be.

A name means the same in every command, so description, suggestions and length depend on the name alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from discord import app_commands

from bot.chat import suggestions
from bot.chat.suggestions import Suggest
from rules.engine.errors import Refusal
from rules.engine.references import without_marks

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound="app_commands.Command[Any, ..., Any] | app_commands.Group")
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
    "text": "The shot in one line, in any order, as: pistol at guard behind a door 40m aim 2",
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

AT_HOME = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""Where commands can be used unless they say otherwise: on servers that have the bot, and in its direct messages."""
INSTALLED = app_commands.AppInstallationType(guild=True, user=False)
"""Who can use them unless they say otherwise: everybody on a server that has installed the bot."""


def anywhere(command: C) -> C:
    """Offer a command also to those who have installed the bot for themselves, on any server and in any direct message.

    It may need nothing of the server: where the bot is not, it can only answer.
    """
    everywhere = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return app_commands.allowed_installs(guilds=True, users=True)(everywhere(command))


A_NAME = 100
"""Characters of an option that is one name or one word: as many as Discord's suggestions have."""
LONGEST: dict[str, int] = {
    # A sheet line has 500; twelve targets by name have no more.
    **dict.fromkeys(("target", "sheet", "changes"), 600),
    # Thirty fighters who move together, each with a name of 40.
    "who": 1300,
    # A place for each of 60 combatants.
    **dict.fromkeys(("to", "at", "zone"), 500),
    # What one shot is aimed with, and why: stored with it.
    **dict.fromkeys(("how", "mod", "what", "compare", "text", "time", "event", "note", "until"), 300),
    # A volley's dice, typed one by one.
    "dice": 400,
    # Blocks of a map of 40 x 40; lines of a plan, of which a form takes more.
    **dict.fromkeys(("walls", "rough", "add", "remove", "lines"), 2100),
}
"""The most characters an option can need, where that is more than A_NAME. What reads it may take fewer and says so."""


A_FIELD = 4000
"""Characters of a field of a form: as many as Discord takes."""


def clean_texts(interaction: Mapping[str, Any]) -> None:
    """Take the marks of references, which nobody types, out of the texts of an interaction, as Discord sends it.

    Raises Refusal for a text that is longer than its option can need: Discord passes 6,000 characters in any option.
    This comes before anything reads the texts.
    """
    data = interaction.get("data") or {}
    for option in _texts(data.get("options") or ()):
        _clean(option, f"{option['name']}:", LONGEST.get(option["name"], A_NAME))
    for field in _texts(data.get("components") or ()):
        _clean(field, "That", A_FIELD)


def _texts(parts: Any) -> Iterator[dict[str, Any]]:
    """Yield the options or fields that were typed as text, also those of subcommands and of labels."""
    for part in parts:
        if isinstance(part.get("value"), str):
            yield part
        elif inner := part.get("options") or part.get("components"):
            yield from _texts(inner)
        elif inner := part.get("component"):
            yield from _texts((inner,))


def _clean(part: dict[str, Any], what: str, most: int) -> None:
    if len(part["value"]) > most:
        raise Refusal(f"{what} has {len(part['value']):,} characters; at most {most:,} are taken.")
    part["value"] = without_marks(part["value"])


def options(suggested: dict[str, Suggest | None] | None = None, **words: str) -> Callable[[F], F]:
    """Describe a command's options and set what is suggested for them; `words` and `suggested` replace the shared ones
    (None: nothing is suggested).

    Raises KeyError for an option without a description, so that no command is registered with a blank.
    """
    by_name = {name: suggest for name, suggest in (SUGGESTED | (suggested or {})).items() if suggest}

    def described(callback: F) -> F:
        names = [name for name in inspect.signature(callback).parameters if name != "interaction"]
        app_commands.describe(**{name: words.get(name) or WORDS[name] for name in names})(callback)
        app_commands.autocomplete(**{name: by_name[name] for name in names if name in by_name})(callback)
        return callback

    return described
