"""What each reader gets: the only room that knows readers. Everything that leaves the referee passes through it.

- `viewer` says who reads: the GM, a player of some sides, a spectator (as the channel).
- `view` is the encounter as a viewer may know it. Boards, forms, suggestions, odds and the names in requests go by it.
- `reading` is a group of entries as a viewer may read them, with names in their texts.
"""

from bot.game.sight.reading import read
from bot.game.sight.view import view
from bot.game.sight.viewer import EVERYTHING, PUBLIC, Viewer, viewer_of

__all__ = ["EVERYTHING", "PUBLIC", "Viewer", "read", "view", "viewer_of"]
