"""What the stand-in's guild, bot and channels are called when the referee runs on it."""

from standin.world.scenery import Names

FIRING_RANGE = Names(
    guild="Firing Range",
    bot="Skirmish Referee",
    description="Referees small-arms skirmishes.",
    channels=(
        ("skirmish", "Four Marines against five Aliens"),
        ("quiet-ruins", "Begin a skirmish of your own: /encounter start"),
        ("quick-rulings", "One shot without a skirmish: /fire who: Rifleman range: 3"),
    ),
    thread="table-talk",
)
