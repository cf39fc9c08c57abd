"""A fight to watch again: one HTML file with what its reader may know, which needs no network (docs/export.md).

- `frames` makes a frame of each part of an order: the words, the steps, the dice, and the map after it.
- `replay` puts the frames into the page, one a line, as they are read, with shapes that repeat once.
- `page` are the page's own files: markup, colors and layout, and the script that shows the frames.
"""

from bot.chat.replays.replay import Replay

__all__ = ["Replay"]
