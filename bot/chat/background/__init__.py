"""Work without a command: stored results that were not shown, boards, time, deadlines, notices."""
