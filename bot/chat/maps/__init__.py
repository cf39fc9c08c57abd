"""Pictures of the map, painted in a process of their own: Pillow is never loaded in the bot's."""

from bot.chat.maps.studio import MapStudio

__all__ = ["MapStudio"]
