"""`referee status` and `referee drain`: over the health port, or from the database alone.

Exit codes of `status`: 0 the bot runs and is well, 1 it runs and something is wrong, 2 it does not run or cannot be
reached.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.errors import CannotStart, StoreUnavailable, for_host
from bot.game.store.home.inspection import glance
from bot.game.store.home.schema import NEWEST
from bot.settings import Settings
from bot.watch import health_client
from bot.watch.health import STOPPING

WELL, WRONG, AWAY = 0, 1, 2
_GRACE = 30.0
"""Seconds besides STOP_TIMEOUT after which a bot that was told to stop does not end by itself."""
_NO_PORT = (
    "HEALTH_PORT is not set, so the bot cannot be asked. Stop its process with SIGTERM (systemctl stop, docker stop, "
    "kill): it finishes what is under way in the same way."
)

Say = Callable[[str], None]


def status(settings: Settings, say: Say) -> int:
    """Say how the bot is; returns the exit code."""
    if not settings.health_port:
        return _from_the_database(settings, say)
    try:
        report = health_client.ask(settings.health_host, settings.health_port)
    except health_client.NotReached as error:
        say(_not_reached(settings, error))
        _from_the_database(settings, say)
        return AWAY
    for line in health_client.lines(report):
        say(line)
    return WELL if report["status"] == "ok" or report["state"] == STOPPING else WRONG


def live(settings: Settings, say: Say) -> int:
    """Say whether a restart would help; returns the exit code. Raises CannotStart without a port."""
    if not settings.health_port:
        raise CannotStart("HEALTH_PORT is not set, so the bot cannot be asked.")
    try:
        answers = health_client.is_live(settings.health_host, settings.health_port)
    except health_client.Hangs:
        say("The bot does not answer: it hangs. Restart it.")
        return WRONG
    except health_client.NotReached as error:
        say(_not_reached(settings, error))
        return AWAY
    say("The bot is live." if answers else "The bot is stuck. Restart it.")
    return WELL if answers else WRONG


def drain(settings: Settings, say: Say) -> int:
    """Tell the bot to stop and wait until it has ended; returns the exit code. Raises CannotStart without a port."""
    if not settings.health_port:
        raise CannotStart(_NO_PORT)
    try:
        if health_client.drain(settings.health_host, settings.health_port, settings.stop_timeout + _GRACE, say):
            return WELL
    except health_client.NotReached as error:
        say(_not_reached(settings, error))
        return AWAY
    say("The bot still runs. End its process.")
    return WRONG


def _not_reached(settings: Settings, error: Exception) -> str:
    return f"No bot answers at port {settings.health_port} of {settings.health_host} ({error})."


def _from_the_database(settings: Settings, say: Say) -> int:
    """Say what can be known without asking the bot; returns the exit code."""
    try:
        seen = glance(settings.database)
    except (CannotStart, StoreUnavailable) as error:
        say(f"{'WRONG':5} database: {for_host(error)}")
        return WRONG
    if seen.revision is None:
        if isinstance(settings.database, str):
            say("The PostgreSQL database is empty. The first start creates its tables.")
        else:
            say(f"There is no database at {seen.name} yet. The first start creates it.")
        return AWAY
    older = "" if seen.revision == NEWEST else f", not {NEWEST} as this program needs"
    say(f"{'WRONG' if older else 'ok':5} database: {seen.name} has revision {seen.revision}{older}")
    if not older:
        say(f"{'ok':5} last entry: {seen.last_entry or 'none'}")
    if seen.holder is None:
        say("Whether a bot runs cannot be known here without HEALTH_PORT.")
        return WRONG if older else WELL
    if not seen.holder:
        say("No bot runs: no process has the database open.")
        return AWAY
    say(f"{seen.holder} has the database open. Set HEALTH_PORT to know more.")
    return WRONG if older else WELL
