"""The switches that an encounter has in every ruleset, besides the ruleset's own."""

from __future__ import annotations

from rules.engine.ruleset import Option

NEXT, TYPED_DICE, JOINING, FOG = "next", "typed dice", "joining", "fog"
PACE, DELAY, WINDOW, TIMEOUT = "pace", "delay", "window", "timeout"
OPEN, ONE, BY_LEAVE, CLOSED = "open", "one each", "by leave", "closed"
"""The values of JOINING."""
OFF, HIDDEN, SIDES = "off", "hidden", "sides"
"""The values of FOG."""
BY_HAND, AUTO, SEALED = "by hand", "auto", "sealed"
"""The values of PACE."""
IMPULSE, PHASE = "impulse", "phase"
"""The values of WINDOW."""
ASK, PASS, HOLD = "ask", "pass", "hold"
"""The values of TIMEOUT."""
PICTURES, BOARD, ALL = "pictures", "board", "all"
"""A switch, and its values besides OFF."""
LONGEST_DELAY = 60

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
        Option(
            PACE,
            "When time goes on: by hand, by itself once everyone has acted, passed or planned (auto), or once all"
            " orders are declared in private, which are then carried out at once (sealed).",
            (BY_HAND, AUTO, SEALED),
            BY_HAND,
        ),
        Option(
            DELAY,
            "With pace auto or sealed: how many seconds time waits before it goes on, so that anyone can still order.",
            tuple(map(str, range(LONGEST_DELAY + 1))),
            "5",
        ),
        Option(
            WINDOW,
            "What is declared and carried out at once with pace sealed: an impulse, or a whole phase.",
            (IMPULSE, PHASE),
            IMPULSE,
        ),
        Option(
            TIMEOUT,
            "What happens when a deadline is over and somebody has no plan: the GM is asked, they pass, or time holds.",
            (ASK, PASS, HOLD),
            ASK,
        ),
        Option(
            PICTURES,
            "Where the map is drawn as a picture: nowhere unless somebody asks with /map, on boards, refused lines of"
            " sight and odds, or after moves and shots as well.",
            (OFF, BOARD, ALL),
            ALL,
            older=OFF,
        ),
    )
}

_IN_TURNS = Option(
    PACE,
    "When time goes on: by hand, or by itself once everyone has acted, passed or planned (auto).",
    (BY_HAND, AUTO),
    BY_HAND,
)


def table_options(*, simultaneous: bool) -> dict[str, Option]:
    """Return the switches of a book in which all act in the same time, or one after the other; these cannot be
    sealed."""
    if simultaneous:
        return TABLE_OPTIONS
    return {name: option for name, option in TABLE_OPTIONS.items() if name != WINDOW} | {PACE: _IN_TURNS}
