"""From what a viewer sees to a picture of the map: a display list of JSON values.

`drawing` makes it; `bot/chat/maps` paints it as a PNG, the page of a replay as SVG. Nothing here sees the truth: what
is given is the viewer's `view`, with the fighters that the viewer does not perceive at present as contacts.

- `window` chooses the part of the map, `lattice` knows where its spaces are in the picture.
- `ground` draws the map, `markers` the fighters, `words` says the same in words.
- `shapes` has the display list, `palette` the colors of its roles.
"""

from bot.game.maps.drawing import drawing, map_in_words
from bot.game.maps.highlights import Blast, Highlights, Shot, Window
from bot.game.maps.palette import PALETTES
from bot.game.maps.shapes import Drawing, Shape

__all__ = ["PALETTES", "Blast", "Drawing", "Highlights", "Shape", "Shot", "Window", "drawing", "map_in_words"]
