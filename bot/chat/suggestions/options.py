"""The options that commands share: what each is called in Discord, what is suggested for it, how long it may be, and
that a suggestion's label typed into it means the suggestion.

A name means the same in every command, so description, suggestions and length depend on the name alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from discord import app_commands

from bot.chat import suggestions
from bot.chat.desk.context import Interaction
from bot.chat.desk.labels import Label, may_be
from bot.chat.suggestions import Suggest
from rules.engine.records.errors import Refusal
from rules.engine.records.references import without_marks

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound="app_commands.Command[Any, ..., Any] | app_commands.Group")
Family = tuple[app_commands.Command[Any, ..., None], ...]
"""Commands of one cog."""

WORDS: dict[str, str] = {
    "target": "The target's name (several with commas); in a quick ruling a sheet line",
    "aim": "How long to aim, in actions or in the book's Points",
    "weapon": "The weapon; default: the one in hand",
    "range": "The range in hexes, squares or inches; default: from the map, or the last one given",
    "how": "Everything else in one line, in the book's words",
    "mod": "A modifier and its reason, for example -3 smoke",
    "who": "The fighter who acts, or a sheet line in a quick ruling; default: your own fighter",
    "dice": "Your own dice in the order the rules need them, for example 62 7 04 (or ? to be asked)",
    "ruleset": "The rulebook; naming one makes this a quick ruling outside any encounter",
    "cost": "The cost in actions; default: the book's",
    "side": "The fighters' side",
    "text": "The shot in one line, in any order, for example rifle at guard, 4 squares, aim 2",
}

BOOK = "The rulebook; default: the encounter's, or the server's"
"""The description of `ruleset` in commands that cannot be a quick ruling."""

SUGGESTED: dict[str, Suggest] = {
    "target": suggestions.target,
    "aim": suggestions.aim,
    "weapon": suggestions.weapon,
    "how": suggestions.how,
    "who": suggestions.own,
    "ruleset": suggestions.ruleset,
}

_suggested: dict[Callable[..., Any], Mapping[str, Suggest]] = {}
"""The suggestions for the options of each command, by its callback."""

AT_HOME = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
"""The default places of commands: servers that have the bot, and its direct messages."""
INSTALLED = app_commands.AppInstallationType(guild=True, user=False)
"""The default users of commands: everybody on a server that has installed the bot."""


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
    # The weapon of one shot, and the reason: stored with it.
    **dict.fromkeys(("how", "mod", "what", "compare", "text", "time", "event", "note", "until"), 300),
    # A volley's dice, typed one by one.
    "dice": 400,
    # Blocks of a map of 40 x 40; lines of a plan, of which a form takes more.
    **dict.fromkeys(("walls", "rough", "add", "remove", "lines"), 2100),
}
"""The most characters an option can need, where that is more than A_NAME. Its reader may have a lower limit and says
so."""


_MINUS = "\u2212"
A_FIELD = 4000
"""Characters of a field of a form: as many as Discord takes."""


def clean_texts(interaction: Mapping[str, Any]) -> None:
    """Take the marks of references, which nobody types, out of the texts of an interaction, as Discord sends it. A
    typographic minus becomes the one on keyboards.

    Raises Refusal for a text that is longer than its option can need (Discord passes 6,000 characters in any option),
    and for marks in a custom id or a chosen value, which only an altered client makes up. This comes before anything
    reads the texts.
    """
    data = interaction.get("data") or {}
    for option in _texts(data.get("options") or ()):
        _clean(option, f"{option['name']}:", LONGEST.get(option["name"], A_NAME))
    for field in _texts(data.get("components") or ()):
        _clean(field, "That", A_FIELD)
    for made in (data.get("custom_id", ""), *data.get("values", ())):
        if made != without_marks(made):
            raise Refusal("No message of mine has that button. Give the order as a command.")


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
        raise Refusal(f"{what} has {len(part['value']):,} characters. The limit is {most:,}.")
    part["value"] = without_marks(part["value"]).replace(_MINUS, "-")


async def read_labels(interaction: Interaction) -> None:
    """Put the value in place of each label that was typed into an option, among what the user knows.

    This comes before the command, and before the suggestions for another option of it, get the options.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return
    data: Any = interaction.data or {}
    given = {option["name"]: option for option in _texts(data.get("options") or ())}
    for name, suggest in _suggested.get(command.callback, {}).items():
        option = given.get(name)
        if option is None or option.get("focused") or not may_be(option["value"]):
            continue
        label = Label(option["value"])
        for choice in await suggest(interaction, label):
            if choice.name == label:
                # Options that follow are read with this one, so the order of the options counts.
                option["value"] = choice.value
                setattr(interaction.namespace, name, choice.value)


def options(suggested: dict[str, Suggest | None] | None = None, **words: str) -> Callable[[F], F]:
    """Describe a command's options and set what is suggested for them; `words` and `suggested` replace the shared ones
    (None: nothing is suggested).

    Raises KeyError for an option without a description, so that no command is registered with a blank.
    """
    by_name = {name: suggest for name, suggest in (SUGGESTED | (suggested or {})).items() if suggest}

    def described(callback: F) -> F:
        names = [name for name in inspect.signature(callback).parameters if name != "interaction"]
        app_commands.describe(**{name: words.get(name) or WORDS[name] for name in names})(callback)
        own = {name: by_name[name] for name in names if name in by_name}
        app_commands.autocomplete(**own)(callback)
        _suggested[callback] = own
        return callback

    return described
