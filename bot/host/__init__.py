"""What a host runs besides the bot: backups, the checkup, the status, the log."""
