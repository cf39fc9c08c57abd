"""One person's view: people, the channels they may see and what they may do there, history, marks."""

from __future__ import annotations

from itertools import islice

from standin.gateway.gateway import Gateway
from standin.interactions.talk import can
from standin.world import World, scenery
from standin.world.read_state import Reading
from standin.world.scenery import Json


class Views:
    """Reads the world for the page."""

    def __init__(self, world: World, gateway: Gateway, reading: Reading) -> None:
        self.world = world
        self.gateway = gateway
        self.reading = reading

    def state(self, user_id: str) -> Json:
        """Return everything except the messages. An unknown user gets the first person's view."""
        home = self.world.home
        viewer = user_id if user_id in self.world.people else next(iter(self.world.people))
        places = [channel for channel in self.world.channels.values() if self.sees(viewer, channel["id"])]
        bot = self.world.bot
        return {
            "users": [
                {
                    **scenery.person_json(person),
                    "role": person.role,
                    "color": person.color,
                    "roles": self.world.member(person.id)["roles"],
                }
                for person in self.world.people.values()
            ],
            "guild": {"id": home.id, "name": home.name},
            "roles": list(home.roles.values()),
            "channels": [{**channel, "can": can(self.world, viewer, channel)} for channel in places],
            "commands": self.world.all_commands(),
            "bot": {"id": bot["id"], "username": bot["global_name"], "online": self.gateway.online},
            "greeting": self.world.greeting,
            "marks": {person: self.marks(person, places) for person in self.world.people},
        }

    def marks(self, user_id: str, places: list[Json]) -> dict[str, Json]:
        """Return the person's marks by channel, for those of these channels that they see and that have any."""
        seen = (channel["id"] for channel in places if self.sees(user_id, channel["id"]))
        marks = {id: self.reading.mark(user_id, id) for id in seen}
        return {id: mark for id, mark in marks.items() if mark["read"] or mark["unread"]}

    def history(self, channel_id: str, user_id: str, before: int | None, limit: int) -> list[Json]:
        """Return the last `limit` messages before an id, oldest first; none if the person may not see the channel."""
        if channel_id not in self.world.channels or not self.sees(user_id, channel_id):
            return []
        seen = list(self.world.history(channel_id, user_id))
        earlier = (m.data for m in reversed(seen) if before is None or int(m.id) < before)
        return list(islice(earlier, limit))[::-1]

    def sees(self, user_id: str, channel_id: str) -> bool:
        channel = self.world.channels.get(channel_id)
        if channel is None or channel.get("guild_id") != self.world.home.id:
            return False
        return self.world.sees(user_id, channel_id)
