"""What every forked bot has read already: its modules and the rulebooks."""

import bot.__main__
import bot.chat.client  # noqa: F401
from rules.shelf import shelf

shelf()
