"""Sending something to an address that a visitor gave: never into the server's own network, never on by a redirect, never for long.

A name is looked up once, everything it means is judged, and the connection goes to what was judged: who answers otherwise the second time
gains nothing by it.
"""

import http.client
import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from railhead.server.settings import Mail

SECONDS, WHOLE = (
    10.0,
    30.0,
)  # for each step of a sending, and for all of them: with looking up a name less than a letter's lease
PORTS = (443, 8443, 8448)
TRANSLATED = (
    ip_network("64:ff9b::/96"),
    ip_network("64:ff9b:1::/48"),
    ip_network("2002::/16"),
    ip_network("2001::/32"),
)
Address = IPv4Address | IPv6Address


class NotThere(Exception):  # noqa: N818
    """Nothing may be sent to that address, now or ever."""


def is_outside(address: Address, own: Sequence[str] = ()) -> bool:
    """Is it on the open network, or on one of those that the host has named?"""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if any(address in ip_network(network) for network in own):
        return True
    if any(address in network for network in TRANSLATED):  # another address hides in it
        return False
    return address.is_global and not address.is_multicast


def judged(url: str, own: Sequence[str] = ()) -> tuple[str, str, int, str, str]:
    """An address taken apart, if it is one to which something may be sent at all: scheme, host, port, path, and as what it is asked."""
    try:
        parts = urlsplit(url)
        port = parts.port or (80 if parts.scheme == "http" else 443)
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise NotThere from None
    if parts.username is not None or parts.password is not None or not host or parts.fragment:
        raise NotThere
    if not own and (parts.scheme != "https" or port not in PORTS):
        raise NotThere
    if parts.scheme not in ("http", "https") or any(sign <= " " or sign > "~" for sign in parts.path + parts.query):
        raise NotThere
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.scheme, host, port, path, host if ":" not in host else f"[{host}]"


def found(host: str, port: int, own: Sequence[str] = ()) -> str:
    """Where a name leads, if all that it leads to is outside."""
    try:
        meant = {str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except OSError:
        raise ConnectionError("the name is not known") from None
    addresses = [ip_address(one.partition("%")[0]) for one in meant]
    if not addresses or not all(is_outside(one, own) for one in addresses):
        raise NotThere
    return str(min(addresses, key=lambda one: one.version))


class _Pinned(http.client.HTTPConnection):
    """A connection to an address that was judged, whatever its name may mean by now."""

    def __init__(self, host: str, port: int, address: str, secure: bool) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self.address, self.secure = address, secure

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), SECONDS)
        if self.secure:
            secured = ssl.create_default_context().wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock = secured  # known from here on, so that a handshake without end can be cut off
            secured.do_handshake()


@contextmanager
def _cut_off(connection: "_Pinned | smtplib.SMTP") -> Iterator[None]:
    """Whoever says one letter every few seconds is not listened to for ever."""

    def cut() -> None:
        with suppress(OSError, AttributeError):
            connection.sock.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr]

    timer = threading.Timer(WHOLE, cut)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def post(url: str, headers: dict[str, str], body: bytes, own: Sequence[str] = ()) -> int:
    """Post something; the status of the answer, of which nothing else is read: what was taken is taken, whatever comes after. Where it
    says that one should go elsewhere, nobody goes."""
    scheme, host, port, path, named = judged(url, own)
    connection = _Pinned(host, port, found(host, port, own), scheme == "https")
    usual = 443 if scheme == "https" else 80
    try:
        with _cut_off(connection):
            connection.request("POST", path, body, {"Host": named if port == usual else f"{named}:{port}", **headers})
            return connection.getresponse().status
    except http.client.HTTPException as error:
        raise ConnectionError(type(error).__name__) from None
    finally:
        connection.close()


def mail(server: Mail, message: EmailMessage) -> None:
    """Send an e-mail by the host's mail server. Nobody waits for its goodbye: the shorter the time from its taking a letter to the note of
    that, the fewer letters come twice when a server dies."""
    kind = smtplib.SMTP_SSL if server.encryption == "tls" else smtplib.SMTP
    connection = kind(server.host, server.port, timeout=SECONDS)
    try:
        with _cut_off(connection):
            if server.encryption == "starttls":
                connection.starttls(context=ssl.create_default_context())
            if server.user:
                connection.login(server.user, server.password)
            connection.send_message(message)
            with suppress(OSError):
                connection.putcmd("quit")
    finally:
        connection.close()
