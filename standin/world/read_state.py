"""How far each person has read each channel, and their unread messages and pings.

Nothing is counted in advance: marks are computed from the messages when they are asked for."""

from __future__ import annotations

from standin.world.scenery import Json
from standin.world.state import Message, World


class Reading:
    """Everyone's bookmarks."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._read = world.bookmarks

    def read(self, user_id: str, channel_id: str, message_id: str) -> None:
        """Marks the channel as read up to this message; a bookmark never moves back."""
        place = (user_id, channel_id)
        self._read[place] = max(self._read.get(place, 0), int(message_id))

    def mark(self, user_id: str, channel_id: str) -> Json:
        """`read`, the id of the last message read or None; `unread`, whether somebody else wrote since;
        `pings`, how many messages since mention the person."""
        upto = self._read.get((user_id, channel_id), 0)
        unread, pings = False, 0
        for message in reversed(self._world.messages.get(channel_id, {}).values()):
            if int(message.id) <= upto:
                break
            if message.seen_by(user_id) and message.data["author"]["id"] != user_id:
                unread = True
                pings += self._pings(message, user_id)
        return {"read": str(upto) if upto else None, "unread": unread, "pings": pings}

    def _pings(self, message: Message, user_id: str) -> bool:
        data = message.data
        if data["mention_everyone"] or any(user["id"] == user_id for user in data["mentions"]):
            return True
        roles = data["mention_roles"]
        return bool(roles) and not set(roles).isdisjoint(self._world.member(user_id)["roles"])
