"""Tools for hosts: backups, the checkup, the status, the log."""
