"""The service for maps: a GM draws one in letters, in a form that begins with the present map."""

from __future__ import annotations

from bot.chat.commands.prompts import TextWindow
from bot.chat.commands.service import Interaction
from bot.game.people.rights import Deed
from bot.game.requests import DrawnMapRequest
from bot.game.requests.maps import MOST_DRAWING
from rules.engine.map.pieces import secrets
from rules.words.grids import draw_grid

_EXAMPLE = "####+###\n#..:..#.\n##w##/#.\n~~~=~~~b\nb = cover log"
_LETTERS = "# wall . ground : rough ~ water = bridge ^ hill % cover + door / open ! barred w window; b = cover log"
_SECRET = "Secret pieces are not shown, and a new map drops them. # wall . ground + door ~ water"


async def draw(interaction: Interaction) -> None:
    """Open a form for the whole map in letters. Raises NotAllowed, NotNow."""
    service = interaction.client.service
    await service.check_right(interaction, Deed.TABLE)
    board = (await service.context(interaction)).encounter.board

    async def on_text(answer: Interaction, text: str) -> None:
        await service.order(answer, DrawnMapRequest(text))

    drawn = draw_grid(board) if board else ""
    window = TextWindow(
        title="The map in letters",
        label="One line for each row",
        on_text=on_text,
        placeholder=_EXAMPLE,
        default=drawn if len(drawn) <= MOST_DRAWING else "",
        long=True,
        hint=_SECRET if board and secrets(board) else _LETTERS,
        most=MOST_DRAWING,
    )
    await service.ask_text(interaction, window)
