"""The memory of the stand-in: guilds, people, channels, messages, and everything that happens to them."""

from standin.world.state import Message, Upload, World

__all__ = ["Message", "Upload", "World"]
