"""Text for Discord: Markdown, its layout on a phone, and plain text for screen readers."""
