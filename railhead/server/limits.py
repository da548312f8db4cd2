"""How often somebody may do something, and who counts as one."""

import time
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection


@lru_cache(4096)
def network(address: str) -> str:
    """Who an address is counted as: itself, or with IPv6 its /64, all of which one household has."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64)) + "/64"
    return str(found)


def address_of(connection: HTTPConnection) -> str:
    """Who asks, as far as limits go."""
    return network(connection.client.host) if connection.client else "?"


class Bucket:
    """So many at once, refilled at a steady rate."""

    __slots__ = ("at", "full", "left", "rate")

    def __init__(self, rate: float, full: float) -> None:
        self.rate, self.full, self.left = rate, full, full
        self.at = time.monotonic()

    def wait(self) -> int:
        """0 if one may be done now, and it is counted; else the ms to wait."""
        self._refill()
        if self.left >= 1:
            self.left -= 1
            return 0
        return int((1 - self.left) / self.rate * 1000) + 1

    def turn(self, most: float) -> float | None:
        """The seconds until it is one's turn, which is then counted; none if that is further off than `most`."""
        self._refill()
        wait = max(0.0, (1 - self.left) / self.rate)
        if wait > most:
            return None
        self.left -= 1
        return wait

    def _refill(self) -> None:
        now = time.monotonic()
        self.left = min(self.full, self.left + (now - self.at) * self.rate)
        self.at = now


class Buckets:
    """A bucket for each address; those that are full again are forgotten."""

    def __init__(self, rate: float, full: float, most: int = 100_000) -> None:
        self.rate, self.full, self.most = rate, full, most
        self.of: dict[str, Bucket] = {}

    def wait(self, address: str) -> int:
        """As Bucket.wait, for an address."""
        return self._bucket(address).wait()

    def turn(self, address: str, most: float) -> float | None:
        """As Bucket.turn, for an address."""
        return self._bucket(address).turn(most)

    def _bucket(self, address: str) -> Bucket:
        bucket = self.of.get(address)
        if bucket is None:
            if len(self.of) >= self.most:
                self._forget()
            bucket = self.of[address] = Bucket(self.rate, self.full)
        return bucket

    def _forget(self) -> None:
        now = time.monotonic()
        self.of = {key: one for key, one in self.of.items() if one.left + (now - one.at) * one.rate < one.full}
        if len(self.of) >= self.most:
            self.of.clear()
