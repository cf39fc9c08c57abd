"""What people type, before it is an order: a wish is read against the encounter as it stands.

A wish keeps the words as they came; `order` finds the combatants, places and numbers in them or refuses in a sentence.
"""

from bot.game.requests.actions import ActionRequest, AnswerRequest, AttackRequest, MoveRequest
from bot.game.requests.context import Incomplete, OrderContext, Request, Undecided
from bot.game.requests.newcomers import MOST_PASTED, MusterRequest, PastedMusterRequest
from bot.game.requests.supplies import BuyRequest, DropRequest
from bot.game.requests.table import (
    MapRequest,
    NextRequest,
    PlainRequest,
    SwitchRequest,
    adjusting,
    appointing,
    dismissing,
    foreseeing,
    handing_over,
    renaming,
)
from bot.game.requests.words import short

__all__ = [
    "MOST_PASTED",
    "ActionRequest",
    "AnswerRequest",
    "AttackRequest",
    "BuyRequest",
    "DropRequest",
    "Incomplete",
    "MapRequest",
    "MoveRequest",
    "MusterRequest",
    "NextRequest",
    "OrderContext",
    "PastedMusterRequest",
    "PlainRequest",
    "Request",
    "SwitchRequest",
    "Undecided",
    "adjusting",
    "appointing",
    "dismissing",
    "foreseeing",
    "handing_over",
    "renaming",
    "short",
]
