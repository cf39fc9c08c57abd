"""The switches that an encounter has in every ruleset, besides the ruleset's own."""

from __future__ import annotations

from rules.engine.ruleset import Option

NEXT, TYPED_DICE, JOINING, FOG = "next", "typed dice", "joining", "fog"
OPEN, ONE, BY_LEAVE, CLOSED = "open", "one each", "by leave", "closed"
"""The values of JOINING."""
OFF, HIDDEN, SIDES = "off", "hidden", "sides"
"""The values of FOG."""

TABLE_OPTIONS = {
    option.name: option
    for option in (
        Option(NEXT, "Who may let time go on: anyone once all are done, or the GM alone.", ("anyone", "gm"), "anyone"),
        Option(TYPED_DICE, "Who may type in dice thrown on a table.", ("everyone", "gm", "off"), "everyone"),
        Option(
            JOINING,
            "Which fighters players bring in: one each on a side that is open to them (more if a GM lets them in), as"
            " many as they like, only those that a GM lets in, or none.",
            (ONE, OPEN, BY_LEAVE, CLOSED),
            ONE,
            older=OPEN,
        ),
        Option(
            FOG,
            "What sides see of each other: everything, all except fighters they have not perceived and others'"
            " ammunition, aim, plans and exact wounds, or only what their own fighters perceive, with private answers.",
            (OFF, HIDDEN, SIDES),
            HIDDEN,
            older=OFF,
        ),
    )
}
