"""The buttons, selects and forms: buttons under a reply, the order form, the dice prompt, windows.

Views read ids and choices and hand a request to a command. Only what is in the custom ids survives a restart.
"""

from bot.chat.views.buttons.moves import place_rows
from bot.chat.views.private.form import order_form, range_window
from bot.chat.views.private.modals import answer_forgotten, text_window
from bot.chat.views.private.order_questions import choice_prompt, confirmation
from bot.chat.views.private.prompt import dice_prompt
from bot.chat.views.private.remedies import remedies
from bot.chat.views.private.shot_window import shot_row
from bot.chat.views.registry import is_known, register

__all__ = [
    "answer_forgotten",
    "choice_prompt",
    "confirmation",
    "dice_prompt",
    "is_known",
    "order_form",
    "place_rows",
    "range_window",
    "register",
    "remedies",
    "shot_row",
    "text_window",
]
