"""The act of doing another act of the Action Time Table quietly (5.3)."""

from __future__ import annotations

import re

from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule
from rules.engine.records.orders import Act
from rules.phoenix.basics.action_points import Waiting
from rules.phoenix.book import Scene
from rules.phoenix.ground.acts import act_order
from rules.phoenix.optional.senses.hearing import quiet


def quietly(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Do the act at ten times its cost.

    An act that the table of sounds does not have is any other act if its cost is given. Raises Refusal if it is not.
    """
    parts = quiet.WORDS.fullmatch(" ".join(order.what.split()).rstrip("."))
    assert parts is not None
    try:
        return act_order.act(replace(order, what=parts["before"] or parts["after"]), scene, quietly=True)
    except NoRule:
        if order.cost is None:
            raise
        return act_order.act(order, scene)
