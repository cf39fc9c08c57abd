"""The switches that an encounter has in every ruleset, besides the ruleset's own."""

from __future__ import annotations

from rules.engine.books.ruleset import Option

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
        Option(
            NEXT, "Who may let time pass: anyone once everyone has acted, or only the GM.", ("anyone", "gm"), "anyone"
        ),
        Option(TYPED_DICE, "Who may type in dice rolled at a table.", ("everyone", "gm", "off"), "everyone"),
        Option(
            JOINING,
            (
                "Which fighters players bring in: one each on a side that is open to them (more with a GM's"
                " leave), as many as they like, only with a GM's leave, or none."
            ),
            (ONE, OPEN, BY_LEAVE, CLOSED),
            ONE,
            older=OPEN,
        ),
        Option(
            FOG,
            (
                "How much sides see: everything (off); all except unseen fighters and others'"
                " ammunition, aim, plans and exact wounds (hidden); or only what their own fighters perceive,"
                " with private answers (sides)."
            ),
            (OFF, HIDDEN, SIDES),
            HIDDEN,
            older=OFF,
        ),
        Option(
            PACE,
            (
                "When time passes: by hand, by itself after everyone has acted, passed or planned (auto), or"
                " once everyone has declared their orders in private, which are then carried out at once"
                " (sealed)."
            ),
            (BY_HAND, AUTO, SEALED),
            BY_HAND,
        ),
        Option(
            DELAY,
            "With pace auto or sealed: how many seconds to wait before time passes, so that anyone can still order.",
            tuple(map(str, range(LONGEST_DELAY + 1))),
            "5",
        ),
        Option(
            WINDOW,
            "With pace sealed: what is declared and carried out at once, an impulse or a whole phase.",
            (IMPULSE, PHASE),
            IMPULSE,
        ),
        Option(
            TIMEOUT,
            "After a deadline, for players without a plan: the GM is asked, they pass, or time waits.",
            (ASK, PASS, HOLD),
            ASK,
        ),
        Option(
            PICTURES,
            (
                "Where maps are drawn as pictures: only with /map, on boards, refused lines of sight and"
                " odds, or after moves and shots as well."
            ),
            (OFF, BOARD, ALL),
            ALL,
            older=OFF,
        ),
    )
}

_IN_TURNS = Option(
    PACE,
    "When time passes: by hand, or by itself after everyone has acted, passed or planned (auto).",
    (BY_HAND, AUTO),
    BY_HAND,
)


def table_options(*, simultaneous: bool) -> dict[str, Option]:
    """Return the switches of a book.

    Orders can be declared and sealed only if all fighters act at the same time (`simultaneous`).
    """
    if simultaneous:
        return TABLE_OPTIONS
    return {name: option for name, option in TABLE_OPTIONS.items() if name != WINDOW} | {PACE: _IN_TURNS}
