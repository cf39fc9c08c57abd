"""The buttons, selects and forms: buttons under a reply, the order form, the dice prompt, windows.

Views read ids and choices and hand a request to the service. Only what is in the custom ids survives a restart.
"""

from bot.chat.views.asking import choice_prompt, confirmation
from bot.chat.views.form import order_form, range_window
from bot.chat.views.modals import answer_forgotten, text_window
from bot.chat.views.moving import place_rows
from bot.chat.views.prompt import dice_prompt
from bot.chat.views.registry import is_known, register
from bot.chat.views.remedies import remedies

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
    "text_window",
]
