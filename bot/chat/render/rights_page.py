"""Writes the page docs/rights.md from the tables of who may do and who may see what; its last line says how."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot.game.rights import COMMANDS, CONTROLS, MAY, Deed, Role
from bot.game.sight.matrix import FOGS, SEES, Reader

_HEAD = """# Who may do what, and who may see what

The bot decides by one table, `bot/game/rights.py`, and this page is written from it. A user who may not do something is
told in one sentence who may, and nothing has changed. Rights are checked before a command's words are read.

## Roles

Most users have several roles at once, and one that may do it is enough.

| role | who has it |
|---|---|
| spectator | sees the channel and has no fighter in its encounter |
| player | owns a fighter of the encounter; the column says what they may do with fighters of others |
| owner | owns the very fighter that is meant |
| GM | began the encounter |
| co-GM | was made a GM with `/encounter gm`, or took the encounter over |
| channel manager | has Discord's permission Manage Channels in this channel, in a thread Manage Threads |
| server manager | has Discord's permission Manage Server |
| record keeper | has the role that the server's managers named with `/server keeper` |
| administrator | has Discord's permission Administrator, or owns the server |
| stranger | acts from another channel or server than the encounter's, or where no encounter is open |

In a direct message with the bot you have every permission. A channel's managers have their rights only in that channel;
a server's managers, and the GMs of an encounter, can also end it from another channel; the end is posted in its own.
"""
_DEEDS = """## Deeds

"Yes" means that this role alone is enough.
"""
_COMMANDS = """## Commands

A command that does several things depending on its options, or on the moment, has "some" where the role may do some of
them; the last column names all of them in the words above.
"""
_CONTROLS = """## Buttons, selects and forms

They work only in the channel where they were posted. A form, and a question that is put in private, is seen by nobody
but the user who opened it; what is sent with it is checked again then.
"""
_SIGHT = """## Who may see what

The switch `fog` (`/encounter options`) says how much is open. "Yes" means with every value of it, "fog off" only with
that one. A player sees what the sides of all their fighters see; spectators and the channel see what all sides see.
Channel managers, server managers and administrators see what others of their roles above do: managing opens nothing.
With `fog: sides` a fighter is perceived by the rulebook's own rules; with `hidden` only fighters who are secret or who
have not been perceived are kept from others. After the encounter's end everybody sees everything, except secret rolls
that nobody has revealed. While nothing is kept from a player, their `/export` has everything as well. `/stats` counts
whose throws these are, a player's or a GM's, only as far as its user may read them; over several encounters everyone
sees their own alone.
"""
_TAIL = """This page is generated: `python -m bot.chat.render.rights_page > docs/rights.md` writes it again.
"""
_ROLES = (
    Role.STRANGER, Role.SPECTATOR, Role.PLAYER, Role.OWNER, Role.GM, Role.CO_GM, Role.CHANNEL_MANAGER,
    Role.SERVER_MANAGER, Role.KEEPER, Role.ADMINISTRATOR,
)  # fmt: skip


def page() -> str:
    """The whole page."""
    deeds = [deed for deed in Deed if deed is not Deed.RESOLVE]
    commands = [(f"`/{name}`", done) for name, done in COMMANDS.items()]
    controls = [(control.name, control.deeds) for control in CONTROLS.values()]
    here = frozenset(_ROLES) - {Role.STRANGER}
    return "\n".join(
        (
            _HEAD,
            _DEEDS,
            *_table(("deed",), ((deed.value, (deed,)) for deed in deeds)),
            "",
            _COMMANDS,
            *_table(("command", "deeds"), commands),
            "",
            _CONTROLS,
            *_table(("what", "deeds"), controls, here),
            "",
            _SIGHT,
            *_sight(),
            "",
            _TAIL.rstrip(),
        )
    )


def _table(
    headings: Sequence[str], rows: Iterable[tuple[str, Sequence[Deed]]], able: Collection[Role] = _ROLES
) -> Iterable[str]:
    """The lines of a table with a column for each role; the second heading, if any, is of the row's deeds in words.

    Roles that are not `able` may do nothing of it.
    """
    first, *last = headings
    yield _row((first, *(role.value for role in _ROLES), *last))
    yield _row("---" for _ in range(len(_ROLES) + len(headings)))
    for name, deeds in rows:
        words = ["; ".join(deed.value for deed in deeds)] if last else []
        yield _row((name, *(_cell(role, deeds) if role in able else "–" for role in _ROLES), *words))


def _sight() -> Iterable[str]:
    """The lines of the table of who may see what."""
    yield _row(("what", *(reader.value for reader in Reader)))
    yield _row("---" for _ in range(len(Reader) + 1))
    for subject, sees in SEES.items():
        yield _row((subject.value, *(_seen(sees[reader]) for reader in Reader)))


def _seen(fogs: frozenset[str]) -> str:
    return "yes" if fogs == FOGS else f"fog {' or '.join(sorted(fogs))}" if fogs else "–"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(role: Role, deeds: Sequence[Deed]) -> str:
    allowed = [role in MAY[deed].may for deed in deeds]
    return "yes" if all(allowed) else "some" if any(allowed) else "–"


if __name__ == "__main__":
    print(page())
