"""What people press, choose and fill in: buttons under a reply, the order form, the dice prompt, modals.

Views read ids and choices and hand a wish to the desk; what survives a restart is in the custom ids alone.
"""

from bot.views.buttons import controls, details_id
from bot.views.form import order_form, range_window
from bot.views.modals import TextModal
from bot.views.prompt import dice_prompt
from bot.views.questions import question_view
from bot.views.registry import register

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
