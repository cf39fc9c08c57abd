"""People's requests, before they become orders.

A request keeps the words as they were typed; `order` finds the combatants, places and numbers that they mean in the
encounter, or refuses in one sentence.
"""

from bot.game.requests.actions import ActionRequest, AnswerRequest, AttackRequest
from bot.game.requests.context.context import Incomplete, OrderContext, Request, Undecided, Unlisted, described
from bot.game.requests.context.words import short
from bot.game.requests.maps import DeployRequest, DrawnMapRequest, MapRequest
from bot.game.requests.moves import MoveRequest
from bot.game.requests.newcomers import MOST_PASTED, KeepRequest, MusterRequest, PastedMusterRequest, owners_named
from bot.game.requests.plans.plans import MOST_PLAN, ClearPlanRequest, PassUntilRequest, PlanRequest
from bot.game.requests.request_reader import order_of
from bot.game.requests.secrecy import RevealRequest, SecretRequest, jotting
from bot.game.requests.supplies import BuyRequest, DropRequest
from bot.game.requests.table import (
    ConfirmedRequest,
    DirectRequest,
    NextRequest,
    PauseRequest,
    SideRequest,
    SwitchRequest,
    adjusting,
    appointing,
    dismissing,
    foreseeing,
    handing_over,
    renaming,
    taking_over,
)

__all__ = [
    "MOST_PASTED",
    "MOST_PLAN",
    "ActionRequest",
    "AnswerRequest",
    "AttackRequest",
    "BuyRequest",
    "ClearPlanRequest",
    "ConfirmedRequest",
    "DeployRequest",
    "DirectRequest",
    "DrawnMapRequest",
    "DropRequest",
    "Incomplete",
    "KeepRequest",
    "MapRequest",
    "MoveRequest",
    "MusterRequest",
    "NextRequest",
    "OrderContext",
    "PassUntilRequest",
    "PastedMusterRequest",
    "PauseRequest",
    "PlanRequest",
    "Request",
    "RevealRequest",
    "SecretRequest",
    "SideRequest",
    "SwitchRequest",
    "Undecided",
    "Unlisted",
    "adjusting",
    "appointing",
    "described",
    "dismissing",
    "foreseeing",
    "handing_over",
    "jotting",
    "order_of",
    "owners_named",
    "renaming",
    "short",
    "taking_over",
]
