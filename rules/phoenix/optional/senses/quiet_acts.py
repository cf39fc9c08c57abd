"""An act of the list that is done quietly (5.3)."""

from __future__ import annotations

import re
from dataclasses import replace

from rules.engine.errors import NoRule
from rules.engine.orders import Act
from rules.phoenix.action_points import Waiting
from rules.phoenix.book import Scene
from rules.phoenix.ground import acting
from rules.phoenix.optional.senses import quiet


def quietly(order: Act, match: re.Match[str], scene: Scene) -> Waiting | None:
    """Do it for ten times its cost; what the table does not have is any other act if its cost is said.

    Raises Refusal."""
    said = quiet.WORDS.fullmatch(" ".join(order.what.split()).rstrip("."))
    assert said is not None
    try:
        return acting.act(replace(order, what=said["before"] or said["after"]), scene, quietly=True)
    except NoRule:
        if order.cost is None:
            raise
        return acting.act(order, scene)
