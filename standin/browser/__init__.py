"""The page's side of the stand-in: its files, what it shows, the live pushes, what people do on it.

JSON in Discord's shapes, without authentication: the port is open on loopback only."""

from standin.browser.site import Browser

__all__ = ["Browser"]
