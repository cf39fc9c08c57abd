"""What every forked bot begins with: its modules, the rulebooks, and a new database that needs no Alembic."""

import gc

import bot.__main__
import bot.chat.connection.serving
import bot.game.store
from rules.shelf import shelf
from tests.new_database import copied_or_migrated, migrated

setattr(bot.game.store, "migrate_apart", copied_or_migrated)  # noqa: B010
migrated()
shelf()
gc.freeze()
