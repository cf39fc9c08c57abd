"""The stand-in for Discord: REST, gateway and a web page on one loopback port.

But for `play`, nothing in here knows the bot; it depends on aiohttp, orjson and the standard library alone."""

from standin.server import Playground

__all__ = ["Playground"]
