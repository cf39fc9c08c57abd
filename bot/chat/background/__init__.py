"""What the bot does by itself: stored results that were not shown, boards, time, deadlines, notices."""
