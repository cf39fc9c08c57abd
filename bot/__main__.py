"""The command line: `referee run`, `play`, `check`, `doctor`, `status`, `drain`, `invite`, `show`, `forget`, `backup`,
`restore`, `move-database`, `verify`.

Each command's modules are imported when it runs, so that help and `verify` are quick and `verify` needs no Discord.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import gc
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot import __version__
from bot.errors import CannotStart, CannotStartNow, StoreUnavailable, for_host
from rules.engine.records.errors import BrokenData

if TYPE_CHECKING:
    from bot.host.checkup import Finding
    from bot.settings import Settings


_UNFIT, _LATER = 78, 75
"""Exit codes of `run`, those of sysexits.h: a host has to change something; the same start may succeed later."""
_LARGE = 64 << 20
"""Bytes from which a file is large enough to show progress."""
_ARENA_MAX = -8
"""M_ARENA_MAX in glibc's malloc.h."""


class _Sentences(click.Group):
    """Reports expected errors in one sentence and without a traceback: as an object where the log is written as JSON.

    The exit code of `run` tells a supervisor whether another start may help; that of the others is 1.
    """

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (CannotStart, StoreUnavailable, BrokenData) as error:
            from bot.host.logs import log_reason

            code = _code(error) if ctx.invoked_subcommand == "run" else 1
            if not log_reason(error):
                click.ClickException(for_host(error)).show()
            raise click.exceptions.Exit(code) from None


def _code(error: CannotStart | StoreUnavailable | BrokenData) -> int:
    """Return the exit code of a start that failed."""
    return _LATER if isinstance(error, CannotStartNow | StoreUnavailable) else _UNFIT


@click.group(cls=_Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="Skirmish Referee", message="%(prog)s %(version)s")
def main() -> None:
    """Skirmish Referee: a Discord bot that referees small-arms skirmishes."""


@main.command()
def run() -> None:
    """Run the bot on Discord with the settings of .env, until it is stopped."""
    settings = _begin()
    _share_memory()
    import asyncio

    from bot.chat.connection.lifecycle import serve

    asyncio.run(serve(settings))


@main.command()
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the page; 0 is any free port.")
@click.option("--ruleset", help="Rulebook of the first fight; default: DEFAULT_RULESET.")
@click.option("--reset", is_flag=True, help="Start a new fight and delete the saved one.")
def play(port: int | None, ruleset: str | None, reset: bool) -> None:
    """Try the bot in a browser, on this machine, without an account.

    It continues the last fight, unless --reset or another --ruleset starts a new one.
    """
    settings = _begin(quiet=True)
    import asyncio

    from bot.play import play as serve_playground

    port = settings.playground_port if port is None else port
    asyncio.run(serve_playground(settings, port, click.echo, ruleset=ruleset, reset=reset))


@main.command()
@click.option("--deep", is_flag=True, help="Also decode every record in the database, which may take minutes.")
@click.pass_context
def check(ctx: click.Context, deep: bool) -> None:
    """Check the settings, the database and the rulebooks' data before a start."""
    from bot.host.checkup import findings
    from bot.settings import load_settings

    _say_findings(ctx, list(findings(load_settings(), deep=deep)))


@main.command()
@click.option("--token", is_flag=True, help="Also ask Discord about the token and the connections left today.")
@click.pass_context
def doctor(ctx: click.Context, token: bool) -> None:
    """Try what the bot needs: a write that is undone, the disk, the clock; also while it is running."""
    from bot.host.doctor import diagnosed
    from bot.settings import load_settings

    _say_findings(ctx, diagnosed(load_settings(), token=token))


@main.command()
@click.option("--live", is_flag=True, help="Ask only whether a restart would help: 0 no, 1 yes, 2 not reached.")
@click.pass_context
def status(ctx: click.Context, live: bool) -> None:
    """Say how the running bot is: exit code 0 well, 1 something is wrong, 2 not reached."""
    from bot.host.status import live as say_live
    from bot.host.status import status as say_status
    from bot.settings import load_settings

    ctx.exit((say_live if live else say_status)(load_settings(), click.echo))


@main.command()
@click.pass_context
def drain(ctx: click.Context) -> None:
    """Tell the running bot to take no more orders and to end; wait until it has ended."""
    from bot.host.status import drain as drain_bot
    from bot.settings import load_settings

    ctx.exit(drain_bot(load_settings(), click.echo))


@main.command()
@click.option("--application", "application", help="The application's id; default: the token's.")
@click.option("--user", is_flag=True, help="Print the address that installs the bot for one user.")
def invite(application: str | None, user: bool) -> None:
    """Print the address that invites the bot to a server."""
    from bot.chat.outgoing.permissions import INVITATION

    if application is None:
        from bot.settings import load_settings

        application = _application(load_settings().token())
    if not application.isdecimal():
        raise click.BadParameter("an application's id is a number", param_hint="--application")
    asked = "integration_type=1&scope=applications.commands"
    if not user:
        asked = f"permissions={INVITATION}&scope=bot%20applications.commands"
    click.echo(f"https://discord.com/oauth2/authorize?client_id={application}&{asked}")


def _user(ctx: click.Context, parameter: click.Parameter, value: str) -> str:
    if not (value.isascii() and value.isdecimal()):
        raise click.BadParameter("a user's id is a number; Discord copies it in developer mode")
    return value


@main.command()
@click.argument("user", metavar="ID", callback=_user)
def show(user: str) -> None:
    """Print everything that is kept about the user with that ID, as JSON: what `/privacy show` gives them."""
    from bot.host import people
    from bot.settings import load_settings

    click.echo(people.show(load_settings().database, user))


@main.command()
@click.argument("user", metavar="ID", callback=_user)
@click.pass_context
def forget(ctx: click.Context, user: str) -> None:
    """Forget the user with that ID on all servers, as `/privacy forget` does. Nobody can undo it.

    The bot may be running. Exit code 1 if it has not finished yet; then it continues by itself.
    """
    from bot.host import people
    from bot.settings import load_settings

    ctx.exit(0 if people.forget(load_settings().database, user, click.echo) else 1)


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Write a dated copy into this folder.")
@click.option("--keep", type=click.IntRange(1), help="Remove the oldest copies in the folder beyond so many.")
def backup(file: Path | None, folder: Path | None, keep: int | None) -> None:
    """Copy the database to FILE or into a folder, also while the bot is running."""
    from bot.host import backups
    from bot.settings import load_settings

    if (file is None) == (folder is None):
        raise click.UsageError("Name a FILE or a --folder.")
    if keep and not folder:
        raise click.UsageError("--keep needs a --folder.")
    database = load_settings().database
    progress = backups.Shown(_shown("Copying"), _shown_rows, click.echo)
    if folder:
        file = backups.back_up_into(database, folder, keep, progress)
    elif file:
        backups.back_up(database, file, progress)
    click.echo(f"Copied the database to {file}.")


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Also if the database has something; it is kept under another name.")
@click.option("--damaged", is_flag=True, help="Also if records in it are damaged; their encounters are closed then.")
def restore(file: Path, replace: bool, damaged: bool) -> None:
    """Put a copy in the place of the database, while the bot is stopped."""
    from bot.host import backups
    from bot.settings import load_settings

    progress = backups.Shown(_shown("Restoring"), _shown_rows, click.echo)
    backups.restore(load_settings().database, file, progress, replace=replace, damage=damaged)


@main.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def move_database(source: str, target: str) -> None:
    """Copy the database at the URL FROM into a new one at TO: from SQLite to PostgreSQL, or back.

    Stop the bot first. A move that was interrupted continues when it is started again. In the end, both databases have
    the same digest of each table. FROM stays as it is.
    """
    import asyncio

    from bot.game.store.home.database_move import move
    from bot.settings import database_at

    digests = asyncio.run(move(database_at(source, "FROM"), database_at(target, "TO"), _shown_rows))
    for table, digest in digests.items():
        click.echo(f"{digest[:16]}  {table}")
    click.echo("Both databases hold the same. Set DATABASE_URL to the new one and start the bot.")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--head", metavar="HASH", help="A hash of the encounter that somebody wrote down.")
@click.option("--replay", is_flag=True, help="Resolve every order again with its dice, by the rules of this version.")
@click.pass_context
def verify(ctx: click.Context, file: Path, head: str | None, replay: bool) -> None:
    """Check the dice and the entries of an exported encounter, offline."""
    from bot import fairness

    given = [str(file), *(["--head", head] if head else [])]
    if not replay:
        ctx.exit(fairness.main(given))
    from functools import partial

    from bot.game.pages.export_replay import resolve_again
    from rules.shelf import shelf

    ctx.exit(fairness.main(given, partial(resolve_again, shelf=shelf())))


def _say_findings(ctx: click.Context, findings: Sequence[Finding]) -> None:
    for finding in findings:
        mark = "WRONG" if not finding.good else "ok" if finding.safe else "warn"
        click.echo(f"{mark:5} {finding.what}: {finding.says}")
    ctx.exit(0 if all(finding.good for finding in findings) else 1)


def _begin(*, quiet: bool = False) -> Settings:
    """Return the settings, and set up logging. `quiet` logs only warnings and errors unless LOG_LEVEL is set.

    The garbage collector is off until the commands are registered, because everything loaded before then stays.
    """
    gc.disable()
    click.get_current_context().call_on_close(gc.enable)
    from bot.host.checkup import require_ruleset
    from bot.host.logs import log_crash, set_up_logging
    from bot.settings import load_settings

    settings = load_settings()
    level = "WARNING" if quiet and "log_level" not in settings.model_fields_set else settings.log_level
    token = settings.discord_token
    sys.excepthook = log_crash
    set_up_logging(level, [token.get_secret_value()] if token else [], settings.log_format)
    require_ruleset(settings)
    return settings


def _shown(doing: str) -> Callable[[int, int], None]:
    """A function that shows on standard error how far a large file is, once a second at most."""
    last = time.monotonic()

    def show(done: int, total: int) -> None:
        nonlocal last
        if total >= _LARGE and time.monotonic() - last >= 1:
            last = time.monotonic()
            click.echo(f"{doing}: {done * 100 // total}% of {total >> 20:,} MiB", err=True)

    return show


def _shown_rows(table: str, done: int, total: int) -> None:
    """Show how far a table is."""
    click.echo(f"\r{table}: {done:,} of {total:,} rows", nl=done >= total)


def _share_memory() -> None:
    """Make all threads allocate from one arena of glibc.

    Otherwise each thread has its own arena and keeps the memory it has freed there: ten MiB after many orders.
    """
    if sys.platform == "linux":
        import ctypes

        # Other C libraries do not have this function.
        with contextlib.suppress(AttributeError):
            ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def _application(token: str) -> str:
    first = token.split(".")[0]
    try:
        application = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except (binascii.Error, ValueError):
        application = ""
    if not application.isdecimal():
        raise CannotStart("DISCORD_TOKEN does not contain the application's id. Give it with --application.")
    return application


if __name__ == "__main__":
    main(prog_name="referee")
