"""The command line: `referee run | play | check | status | drain | invite | backup | move-database | verify`.

Each command's modules are imported when it runs, so that help and `verify` are quick and `verify` needs no Discord.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.game.errors import CannotStart, StoreUnavailable
from rules.engine.errors import BrokenData

if TYPE_CHECKING:
    from bot.settings import Settings


_ARENA_MAX = -8
"""M_ARENA_MAX in glibc's malloc.h."""


class _Sentences(click.Group):
    """Says what can be foreseen in one sentence, with exit code 1 and without a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (CannotStart, StoreUnavailable, BrokenData) as error:
            raise click.ClickException(str(error)) from None


@click.group(cls=_Sentences, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Skirmish Referee: a Discord bot that referees small-arms skirmishes."""


@main.command()
def run() -> None:
    """Serve Discord with the settings of .env, until it is stopped."""
    settings = _begin()
    _share_memory()
    import asyncio

    from bot.chat.serving import serve

    asyncio.run(serve(settings))


@main.command()
@click.option("--port", type=click.IntRange(0, 65535), help="The page's port; 0 takes any free port.")
@click.option("--ruleset", help="The rulebook of the first fight; default: DEFAULT_RULESET.")
@click.option("--reset", is_flag=True, help="Start a new fight and delete the saved one.")
def play(port: int | None, ruleset: str | None, reset: bool) -> None:
    """Try the bot in a browser, on this machine, without an account.

    It continues where it was left, unless --reset or another --ruleset begins again.
    """
    settings = _begin(quiet=True)
    import asyncio

    from bot.play import play as serve_playground

    port = settings.playground_port if port is None else port
    asyncio.run(serve_playground(settings, port, click.echo, ruleset=ruleset, reset=reset))


@main.command()
@click.pass_context
def check(ctx: click.Context) -> None:
    """Say whether the settings, the database and the rulebooks' data are fit to start with."""
    from bot.checkup import findings
    from bot.settings import load_settings

    looked_at = list(findings(load_settings()))
    for finding in looked_at:
        mark = "WRONG" if not finding.good else "ok" if finding.safe else "warn"
        click.echo(f"{mark:5} {finding.what}: {finding.says}")
    ctx.exit(0 if all(finding.good for finding in looked_at) else 1)


@main.command()
@click.pass_context
def status(ctx: click.Context) -> None:
    """Say how the running bot is: exit code 0 well, 1 something is wrong, 2 not reached."""
    from bot.settings import load_settings
    from bot.status import status as say_status

    ctx.exit(say_status(load_settings(), click.echo))


@main.command()
@click.pass_context
def drain(ctx: click.Context) -> None:
    """Tell the running bot to take no more orders and to end; wait until it has ended."""
    from bot.settings import load_settings
    from bot.status import drain as drain_bot

    ctx.exit(drain_bot(load_settings(), click.echo))


@main.command()
@click.option("--application", "application", help="The application's id; default: the token's.")
@click.option("--user", is_flag=True, help="Print the address that installs the bot for one user.")
def invite(application: str | None, user: bool) -> None:
    """Print the address that invites the bot to a server."""
    from bot.chat.permissions import INVITATION

    if application is None:
        from bot.settings import load_settings

        application = _application(load_settings().token())
    if not application.isdecimal():
        raise click.BadParameter("an application's id is a number", param_hint="--application")
    asked = "integration_type=1&scope=applications.commands"
    if not user:
        asked = f"permissions={INVITATION}&scope=bot%20applications.commands"
    click.echo(f"https://discord.com/oauth2/authorize?client_id={application}&{asked}")


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, also while the bot is running."""
    from bot.game.store.sqlite import copy_database
    from bot.settings import load_settings

    if file.exists():
        raise click.ClickException(f"{file} already exists. Name a new file.")
    database = load_settings().database
    if isinstance(database, str):
        _moved(database, file, alone=False)
    else:
        copy_database(database, file)
    click.echo(f"Copied the database to {file}.")


@main.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def move_database(source: str, target: str) -> None:
    """Copy the database at the URL FROM into a new one at TO: from SQLite to PostgreSQL, or back.

    Stop the bot first. A move that was interrupted continues when it is started again. In the end, both databases have
    the same digest of each table. FROM stays as it is.
    """
    from bot.settings import database_at

    digests = _moved(database_at(source, "FROM"), database_at(target, "TO"))
    for table, digest in digests.items():
        click.echo(f"{digest[:16]}  {table}")
    click.echo("Both databases hold the same. Set DATABASE_URL to the new one and start the bot.")


def _moved(source: Path | str, target: Path | str, *, alone: bool = True) -> dict[str, str]:
    """Copy a database with a line of progress for each table; returns the digests of the tables."""
    import asyncio

    from bot.game.store.moving import move

    def progress(table: str, done: int, total: int) -> None:
        click.echo(f"\r{table}: {done:,} of {total:,} rows", nl=done >= total)

    return asyncio.run(move(source, target, progress, alone=alone))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def verify(ctx: click.Context, file: Path) -> None:
    """Check the dice of an exported encounter, offline."""
    from bot.game import fairness

    ctx.exit(fairness.main([str(file)]))


def _begin(*, quiet: bool = False) -> Settings:
    """The settings, with logging set up; `quiet` logs only what is worth a warning unless LOG_LEVEL is set.

    The garbage collector rests until the commands are registered: what is loaded until then stays.
    """
    gc.disable()
    click.get_current_context().call_on_close(gc.enable)
    from bot.checkup import require_ruleset
    from bot.logs import log_crash, set_up_logging
    from bot.settings import load_settings

    settings = load_settings()
    level = "WARNING" if quiet and "log_level" not in settings.model_fields_set else settings.log_level
    token = settings.discord_token
    sys.excepthook = log_crash
    set_up_logging(level, [token.get_secret_value()] if token else [], settings.log_format)
    require_ruleset(settings)
    return settings


def _share_memory() -> None:
    """Have all threads allocate from one arena of glibc's.

    Otherwise each thread has an arena of its own, and keeps there what it has freed: ten MiB after many orders.
    """
    if sys.platform == "linux":
        import ctypes

        # Another C library has no such function.
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
