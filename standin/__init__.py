"""The stand-in for Discord: REST, gateway and a web page on one loopback port.

It serves any bot of slash commands and knows none of them. It needs aiohttp, orjson and the standard library; with
jsonschema-rs it also checks what is sent against Discord's OpenAPI document."""

from standin.server import Playground

__all__ = ["Playground"]
