"""A server that dies and comes back, and a line that drops, cost a second and no move."""

import os
import time
from typing import Any

import pytest
from players import Clicker, start


def routes_and_story(page: Any) -> str:
    return str(
        page.evaluate(
            "() => [document.querySelectorAll('.claimed').length, document.querySelector('.story').textContent].join('|')"
        )
    )


@pytest.mark.skipif("RAILHEAD_ADDRESS" in os.environ, reason="needs a server that may be killed")
def test_a_killed_server_loses_nothing(open_page: Any, server: Any) -> None:
    page = open_page()
    start(page, "usa")
    page.locator(".ask").wait_for()
    player = Clicker(page)
    player.some(12)
    player.settle()
    before = routes_and_story(page)
    server.kill()
    page.get_by_text("Connection lost").wait_for()
    server.start()
    page.get_by_text("Connection lost").wait_for(state="detached")
    page.locator(".status.mine").wait_for()
    assert page.locator("[data-may]").count() or page.locator(".deck.may").count()
    assert routes_and_story(page) == before
    player.some(6)


def test_a_dropped_socket_comes_back_by_itself(chromium: Any, server: Any) -> None:
    context = chromium.new_context(
        base_url=server.address, reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    )
    context.set_default_timeout(90_000)
    page = context.new_page()
    sockets: list[Any] = []

    def pass_on(socket: Any) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/api/socket", pass_on)
    page.goto("/")
    start(page, "usa")
    page.locator(".ask").wait_for()
    player = Clicker(page)
    for _ in range(3):
        player.some(4)
        count = len(sockets)
        sockets[-1].close(code=1012)
        until = time.monotonic() + 60
        while len(sockets) == count and time.monotonic() < until:
            page.wait_for_timeout(50)
        assert len(sockets) == count + 1
    context.close()
