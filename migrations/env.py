"""Runs all due migrations on the connection of `bot.game.store.home.schema`, in its one transaction."""

from __future__ import annotations

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=None,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
