"""Writes the page docs/rights.md from the tables of rights and of sight; the page's last line has the command."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot.game.people.rights import COMMANDS, CONTROLS, MAY, Deed, Role
from bot.game.sight.matrix import FOGS, SEES, Reader

_OPENING = """# Who may do what, and who may see what

The bot follows one table, `bot/game/people/rights.py`, and this page is generated from it. If you may not do something,
the bot says in one sentence who may, and nothing changes. The bot checks your rights before it reads a command's words.

## Roles

Most users have several roles. One role with the right is enough.

| role | the user |
|---|---|
| spectator | sees the channel and has no fighter in its encounter |
| player | owns a fighter of the encounter; the column says what they may do with other people's fighters |
| owner | owns the fighter in question |
| GM | began the encounter |
| co-GM | was made a GM with `/encounter gm`, or took the encounter over |
| channel manager | has Discord's permission Manage Channels in this channel (in a thread: Manage Threads) |
| server manager | has Discord's permission Manage Server |
| record keeper | has the Discord role that the server's managers chose with `/server keeper` |
| administrator | has Discord's permission Administrator, or owns the server |
| stranger | acts from another channel or server than the encounter's, or where no encounter is open |

In a direct message with the bot you have every permission. A channel manager has the rights of that role only in that
channel; managing the thread or the channel of a side gives no rights in its encounter. A server's managers and an
encounter's GMs can also end an encounter from another channel; the end is posted in the encounter's own channel.
"""
_DEEDS = """## Actions

"Yes" means that this role alone is enough.
"""
_COMMANDS = """## Commands

Some commands do several things, depending on their options or on the moment. The last column lists these actions.
"Some" means that the role may do some of them.
"""
_CONTROLS = """## Buttons, selects and forms

They work only in the channel where they were posted. Only the user who opened a form or a private question sees it.
The bot checks the rights again when the form is sent.
"""
_SIGHT = """## Who may see what

The switch `fog` (`/encounter options`) says how much is open. "Yes" means with each of its values, "fog off" only with
`off`.

- **Players** see what the sides of all their fighters see. Spectators and the channel see what all sides see.
- **Managers and administrators** see what their other roles see: managing shows nothing more. A manager who takes the
  encounter over reads what a GM reads, and the channel and all of the encounter's threads are told.
- **The values**: with `fog: sides` the rulebook's own rules decide which fighters a side perceives. With `hidden` only
  secret fighters, and fighters who have not been perceived, are kept from others.
- **After the end** everyone sees everything, except secret rolls that nobody has revealed.
- **Exports**: as long as nothing is hidden from a player, their `/export` also has everything.
- **Statistics**: `/stats` counts throws as a player's or a GM's only if its user may read whose they are. Over several
  encounters you see only your own.
"""
_TAIL = """This page is generated. To write it again: `python -m bot.chat.render.pages.rights_page > docs/rights.md`
"""
_ROLES = (
    Role.STRANGER, Role.SPECTATOR, Role.PLAYER, Role.OWNER, Role.GM, Role.CO_GM, Role.CHANNEL_MANAGER,
    Role.SERVER_MANAGER, Role.KEEPER, Role.ADMINISTRATOR,
)  # fmt: skip


def page() -> str:
    """Return the complete page."""
    deeds = [deed for deed in Deed if deed is not Deed.RESOLVE]
    commands = [(f"`/{name}`", done) for name, done in COMMANDS.items()]
    controls = [(control.name, control.deeds) for control in CONTROLS.values()]
    here = frozenset(_ROLES) - {Role.STRANGER}
    return "\n".join(
        (
            _OPENING,
            _DEEDS,
            *_table(("action",), ((deed.value, (deed,)) for deed in deeds)),
            "",
            _COMMANDS,
            *_table(("command", "actions"), commands),
            "",
            _CONTROLS,
            *_table(("control", "actions"), controls, here),
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
    """Yield the lines of a table with a column for each role; a second heading adds a column of the deeds in words.

    Roles that are not `able` have no right in any row.
    """
    first, *last = headings
    yield _row((first, *(role.value for role in _ROLES), *last))
    yield _row("---" for _ in range(len(_ROLES) + len(headings)))
    for name, deeds in rows:
        words = ["; ".join(deed.value for deed in deeds)] if last else []
        yield _row((name, *(_cell(role, deeds) if role in able else "–" for role in _ROLES), *words))


def _sight() -> Iterable[str]:
    """Yield the lines of the table of sight."""
    yield _row(("subject", *(reader.value for reader in Reader)))
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
