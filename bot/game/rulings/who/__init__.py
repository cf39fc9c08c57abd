"""Who shoots and who is hit in a line, and that it is one of each."""
