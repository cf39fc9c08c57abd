"""The start of every forked process: the bot's modules, the rulebooks, a new database that needs no Alembic, and
matplotlib with its list of fonts."""

import gc
import os
from importlib import import_module
from tempfile import TemporaryDirectory

import bot.__main__
import bot.chat.connection.lifecycle
import bot.game.store
from rules.shelf import shelf
from tests.new_database import copied_or_migrated, migrated

setattr(bot.game.store, "migrate_apart", copied_or_migrated)  # noqa: B010
migrated()
shelf()
with TemporaryDirectory() as folder:
    # A process with threads cannot be forked.
    os.environ |= {"MPLCONFIGDIR": folder, "OPENBLAS_NUM_THREADS": "1"}
    for name in ("matplotlib.figure", "matplotlib.backends.backend_agg", "matplotlib.font_manager"):
        import_module(name)
gc.freeze()
