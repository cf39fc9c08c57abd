"""The checks of `referee check` before a start: the settings, the database, the rulebooks' data."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bot.errors import CannotStart, StoreUnavailable, for_host
from bot.game.store.home.files import exposed
from bot.game.store.home.schema import NEWEST, REVISIONS, UNFINISHED, stored_revision
from bot.settings import ENVIRONMENT, Settings
from rules.engine.conduct.trials import unfit_templates
from rules.engine.records.errors import BrokenData
from rules.engine.records.frozen import dataclass
from rules.shelf import books_by_name, shelf

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked, the report about it, whether the bot can start with it, and whether it is safe."""

    what: str
    says: str
    good: bool = True
    safe: bool = True


def findings(settings: Settings, *, deep: bool = False) -> Iterator[Finding]:
    """Yield every check, passed or failed. Changes nothing and asks nobody but the database.

    A `deep` check decodes every record in it.
    """
    yield _token(settings)
    database = _database(settings)
    yield database
    if deep and database.good:
        yield from _records(settings.database)
    yield from _shards(settings)
    yield from _files(settings)
    yield from _rulebooks(settings.default_ruleset)


def _token(settings: Settings) -> Finding:
    try:
        settings.token()
    except CannotStart as error:
        return Finding("token", str(error), good=False)
    return Finding("token", "set; only Discord can tell whether it is valid")


def _database(settings: Settings) -> Finding:
    try:
        database = settings.database
        revision = _revision(database)
    except (CannotStart, StoreUnavailable) as error:
        return Finding("database", for_host(error), good=False)
    path = database if isinstance(database, Path) else "the PostgreSQL database"
    if isinstance(database, Path) and (barrier := _barrier(database)):
        return Finding("database", barrier, good=False)
    if revision is None:
        return Finding("database", f"the first start will create {path}")
    if revision == NEWEST:
        return Finding("database", f"{path} has revision {revision}")
    if revision == UNFINISHED:
        return Finding("database", f"{path} was moved only in part; move it again", good=False)
    if revision in REVISIONS:
        makes = "copies it and makes it" if isinstance(database, Path) else "makes it"
        return Finding("database", f"{path} has revision {revision}; the next start {makes} {NEWEST}")
    return Finding("database", f"{path} has revision {revision}, newer than this program's {NEWEST}", good=False)


def _records(database: Path | str) -> Iterator[Finding]:
    """Yield each damaged record of a database."""
    # A start looks for none, and need not wait for the drivers of all databases to be imported.
    from bot.host.damaged_records import CLOSED, damaged

    try:
        found = damaged(database)
    except (CannotStart, StoreUnavailable) as error:
        yield Finding("records", for_host(error), good=False)
        return
    yield from (Finding("record", clause, good=False) for clause in found)
    if found:
        yield Finding("records", f"{len(found):,} damaged; {CLOSED}", good=False)
    else:
        yield Finding("records", "all of them can be decoded")


def _barrier(database: Path) -> str:
    """Return why a database cannot be written or made; "" if it can be."""
    # SQLite writes its log beside the file.
    folder = next(each for each in database.absolute().parents if each.exists())
    if not folder.is_dir():
        return f"{folder} is not a folder."
    for path, mode in ((folder, os.W_OK | os.X_OK), (database, os.W_OK)):
        if path.exists() and not os.access(path, mode):
            return f"The bot has no permission to write in {path}."
    return ""


def _shards(settings: Settings) -> Iterator[Finding]:
    with suppress(CannotStart):
        _ = settings.database
        try:
            _ = settings.shard_scope
        except CannotStart as error:
            yield Finding("shards", str(error), good=False)


def _revision(database: Path | str) -> str | None:
    if isinstance(database, Path):
        return stored_revision(database)
    from bot.game.store.home import schema_postgresql

    return asyncio.run(schema_postgresql.stored_revision(database))


def _files(settings: Settings) -> Iterator[Finding]:
    with suppress(CannotStart):
        if warning := exposed(ENVIRONMENT, settings.database):
            yield Finding("files", warning, safe=False)


def _rulebooks(default: str) -> Iterator[Finding]:
    try:
        rulesets = shelf()
    except BrokenData as error:
        for problem in error.problems:
            yield Finding("data", problem, good=False)
        return
    for ruleset in rulesets.values():
        yield Finding("rulebook", f"{ruleset.id}: {ruleset.title}, version {ruleset.version}")
        for problem in unfit_templates(ruleset):
            yield Finding("data", f"{ruleset.id}: {problem}", good=False)
    for id, reason in rulesets.left_out.items():
        yield Finding("rulebook", f"{id} is left out: {reason}", safe=False)
    if default not in books_by_name(rulesets):
        yield Finding("DEFAULT_RULESET", _unknown(default), good=False)


def require_ruleset(settings: Settings) -> None:
    """Raise CannotStart if DEFAULT_RULESET names no rulebook, BrokenData if the data are wrong.

    The log names installed rulebooks that are left out.
    """
    for id, reason in shelf().left_out.items():
        log.warning("the rulebook %s is left out: %s", id, reason)
    if settings.default_ruleset not in books_by_name(shelf()):
        raise CannotStart(f"DEFAULT_RULESET: {_unknown(settings.default_ruleset)}.")


def _unknown(ruleset: str) -> str:
    return f"{ruleset!r} is not one of {', '.join(shelf())}"
