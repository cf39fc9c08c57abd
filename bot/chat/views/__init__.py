"""What people press, choose and fill in: buttons under a reply, the order form, the dice prompt, modals.

Views read ids and choices and hand a wish to the desk; what survives a restart is in the custom ids alone.
"""

from bot.chat.views.buttons import controls, details_id
from bot.chat.views.form import order_form, range_window
from bot.chat.views.modals import TextModal
from bot.chat.views.prompt import dice_prompt
from bot.chat.views.questions import question_view
from bot.chat.views.registry import register

__all__ = [
    "TextModal",
    "controls",
    "details_id",
    "dice_prompt",
    "order_form",
    "question_view",
    "range_window",
    "register",
]
