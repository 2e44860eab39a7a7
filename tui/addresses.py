"""Addresses of cameras as people see them: a password, or a key after the question mark, is kept and never shown.

Without `vision`, which would bring OpenCV along: the start screen shows the camera's address as well.
"""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

HIDDEN = "•••"


def masked(address: str) -> str:
    """The address to be typed over: what is secret in it is hidden, and `unmasked` puts it back."""
    parts = _parts(address)
    if parts is None:
        return address
    user, sign, host = parts.netloc.rpartition("@")
    name, colon, _ = user.partition(":")
    shown = f"{name}:{HIDDEN}" if colon else HIDDEN
    return parts._replace(netloc=f"{shown}@{host}" if sign else host, query=HIDDEN if parts.query else "").geturl()


def unmasked(typed: str, before: str) -> str:
    """What was typed over `masked(before)`, with the secrets of `before` wherever they were left hidden."""
    parts, old = _parts(typed), _parts(before)
    if parts is None or old is None:
        return typed
    user, sign, host = parts.netloc.rpartition("@")
    name, _, password = user.partition(":")
    kept, _, _ = old.netloc.rpartition("@")
    old_name, colon, secret = kept.partition(":")
    if user == HIDDEN:
        user = kept
    elif password == HIDDEN and colon:
        user = kept if name == old_name else f"{name}:{secret}"
    query = old.query if parts.query == HIDDEN else parts.query
    return parts._replace(netloc=f"{user}{sign}{host}", query=query).geturl()


def public(address: str) -> str:
    """The address without user name, password and query; anything else as it is."""
    parts = _parts(address)
    if parts is None:
        return address
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}" + ("?…" if parts.query else "")


def _parts(address: str) -> SplitResult | None:
    """The parts of an address; None for a camera's number, a file, and what cannot be taken apart."""
    if "://" not in address:
        return None
    try:
        return urlsplit(address)
    except ValueError:
        return None
