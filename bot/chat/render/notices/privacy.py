"""The answers of `/privacy`: the file of what is kept, the questions before something is forgotten, and the answers."""

from __future__ import annotations

from collections.abc import Sequence

from bot.chat.render.text.markdown import escaped
from bot.chat.render.text.reply import Reply
from rules.words.phrases import listed

_MOST_TITLES = 5


def kept_about(document: bytes, everywhere: bool) -> Reply:
    """Return the message with the file of a user's data."""
    where = "on every server and in direct messages" if everywhere else "on this server; `everywhere: True` adds others"
    return Reply(f"This is everything the bot keeps about you {where}.", files=(("kept-about-me.json", document),))


def forgetting(everywhere: bool, led_alone: Sequence[str]) -> str:
    """Return the question before a user is forgotten. `led_alone` are encounters in which they are the only GM."""
    where = "on every server and in direct messages" if everywhere else "on this server"
    question = (
        f"Forget you {where}? Your rosters and all your quick rulings are deleted. In encounters with others "
        "an anonymous id replaces yours, and your fighters in open encounters go to the GM."
    )
    if everywhere:
        question += " Encounters in direct messages are deleted."
    if led_alone:
        more = len(led_alone) - _MOST_TITLES
        names = [*led_alone[:_MOST_TITLES], *([f"{more} more"] if more > 0 else [])]
        question += (
            f" You are the only GM of {listed(names, 'and')}: before you press, name another "
            "GM with /encounter gm, or end it."
        )
    return question + " Texts that you typed and messages on Discord stay. Nobody can undo this."


def forgotten(everywhere: bool) -> str:
    """Return the message that a user was forgotten."""
    return f"Done. The bot has forgotten you {'everywhere' if everywhere else 'on this server'}."


def deleting(server: str | None) -> str:
    """Return the question before the data of a server are deleted, by its name; None for direct messages."""
    where = "our direct messages" if server is None else f"the server {escaped(server, 100)}"
    return (
        f"Delete everything the bot keeps of {where}? That is every encounter, even an open one, with its log "
        "and dice, all quick rulings, and all rosters, homebrew and settings."
        " Buttons under older messages stop working. Messages on Discord stay. Nobody can undo "
        "this. Save encounters with /export first."
    )


def deleted() -> str:
    """Return the message that the data of a server were deleted."""
    return "Done. The bot keeps nothing from here now."


def erasing(done: int, all: int) -> str:
    """Return the sentence that erasing takes longer."""
    return f"Working: {done} of {all} encounters are done. This continues by itself, even after a restart of the bot."


def elsewhere() -> str:
    """Return the sentence that other processes of the bot continue to erase the data."""
    return "Other processes of the bot continue this. They start within two minutes."


def interrupted() -> str:
    """Return the sentence that erasing could not be finished now."""
    return "The bot was interrupted. It will continue by itself within a few minutes."
