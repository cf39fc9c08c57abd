"""Everything sent to Discord: messages with their buttons, where each is posted, and each exactly once."""
