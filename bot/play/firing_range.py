"""The names of the stand-in's guild, bot and channels when the referee runs on it."""

from standin.world.scenery import Names

QUICK_RULINGS, ONE_SHOT = "quick-rulings", "One shot without a skirmish"
"""The channel for quick rulings, and its heading; the first fight adds an example that its rulebook understands."""
FIRING_RANGE = Names(
    guild="Firing Range",
    bot="Skirmish Referee",
    description="Referees small-arms skirmishes.",
    channels=(
        ("skirmish", "Four Marines against five Aliens"),
        ("quiet-ruins", "Start your own skirmish: /encounter start"),
        (QUICK_RULINGS, f"{ONE_SHOT}: /rule"),
    ),
    thread="table-talk",
)
