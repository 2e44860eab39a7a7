"""Where the board is served: the socket, the address to type into a browser, and what serving there exposes."""

from __future__ import annotations

import errno
import ipaddress
import socket

from tui.cli import UserError

LOOPBACK = "127.0.0.1"
_ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asking which way it lies tells our own address, and sends nothing."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that browsers can connect to.

    Raises:
        UserError: if there is no such host, or the port cannot be had.
    """
    if not 0 <= port <= 65535:
        raise UserError(f"A port is a number from 1 to 65535, not {port}.")
    try:
        family, _, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(where[:2], family=family)
    except socket.gaierror:
        raise UserError(
            f"This computer has no address {host}; leave --host out to serve to this computer alone."
        ) from None
    except OSError as error:
        raise UserError(_refused(host, port, error)) from None


def _refused(host: str, port: int, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} is taken by another program; `kismet serve --port {port + 1}` may be free."
        case errno.EACCES:
            return f"Port {port} is not allowed here; use one above 1023, as `kismet serve --port 8000`."
        case errno.EADDRNOTAVAIL:
            return f"This computer has no address {host}; leave --host out to serve to this computer alone."
        case _:
            return f"Cannot serve at {host}, port {port}: {error.strerror}."


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def announcement(host: str, port: int) -> str:
    """What to type into a browser, and who else can, in sentences."""
    if is_loopback(host):
        return (
            f"The board is at {url(host, port)} for browsers on this computer, and for nobody else.\n"
            "Ctrl+C ends it; the game goes on."
        )
    open_to_all = host in ("0.0.0.0", "::", "")
    shown = _own_address() if open_to_all else host
    return (
        f"The board is at {url(shown, port)} for everybody who can reach this computer"
        f"{'' if open_to_all else f' as {host}'}.\n"
        "There is no password and no encryption: they see the players' names, scores and dice of the game being "
        "played.\nThey can change nothing, and see no camera. Ctrl+C ends it; the game goes on."
    )


def url(host: str, port: int) -> str:
    """The address for a browser."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return socket.gethostname()
        name: str = probe.getsockname()[0]
        return name
