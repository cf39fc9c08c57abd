"""The game side: orders, the journal, the store, homebrew, history. Nothing here imports discord.py."""
