"""The stable import path of `bot.game.fairness`; `python -m bot.fairness FILE` checks an export."""

import sys

from bot.game.fairness import *  # noqa: F403
from bot.game.fairness import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
