"""Two browsers at one table, somebody who watches, somebody who leaves and returns, two people at one screen."""

import time
from typing import Any

import pytest
from players import Clicker, hand_over, result, share_a_screen, start, with_slots

from railhead.boards import game_ids, tour_ids


def table_for_two(open_page: Any) -> tuple[Any, Any]:
    """Anna sets a table with a free seat, Ben takes it by the link."""
    anna = open_page()
    anna.locator("input[name=game][value=usa]").check(force=True)
    anna.locator(".seats li").last.get_by_role("button").click()
    anna.get_by_label("Seat 1: name").fill("Anna")
    anna.get_by_label("Seat 2: who").select_option("friend")
    anna.get_by_role("button", name="invite").click()
    link = anna.get_by_label("Link to this table").input_value()
    ben = open_page("tablet", link)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    return anna, ben


def together(*players: Clicker, turns: int) -> None:
    """Play on until so many more things were done."""
    goal, until = sum(player.turns for player in players) + turns, time.monotonic() + 300
    while sum(player.turns for player in players) < goal and not any(player.over for player in players):
        for player in players:
            player.once(patience=150)
        assert time.monotonic() < until, [player.status for player in players]


@pytest.mark.parametrize("game", sorted(set(game_ids()) - set(tour_ids())))
def test_every_game_of_the_picker_deals_its_first_tickets(open_page: Any, game: str) -> None:
    page = open_page()
    start(page, game)
    page.locator(".ask input").first.wait_for()


def test_two_browsers_a_watcher_chat_and_return(open_page: Any) -> None:
    anna, ben = table_for_two(open_page)
    both = Clicker(anna), Clicker(ben)
    together(*both, turns=14)

    watcher = open_page("phone", ben.url)
    watcher.get_by_text("You are watching").wait_for()
    assert watcher.locator("#hand").count() == 0
    assert watcher.locator("[data-may]").count() == 0

    anna.get_by_role("tab", name="Chat").click()
    anna.get_by_label("Write something").fill("<b>Well played!</b>")
    anna.get_by_role("button", name="Send").click()
    ben.get_by_role("button", name="Chat").click()
    ben.get_by_text("<b>Well played!</b>").wait_for()
    ben.locator("dialog").get_by_role("button", name="Close").click()

    # Ben's browser goes and comes back: the seat is still his
    address, context = ben.url, ben.context
    ben.close()
    anna.get_by_text("away", exact=True).wait_for()
    again = context.new_page()
    again.goto(address)
    again.locator("#hand").wait_for()
    anna.get_by_text("away", exact=True).wait_for(state="detached")
    together(both[0], Clicker(again), turns=6)


def test_two_at_one_screen_with_a_curtain(open_page: Any) -> None:
    page = open_page()
    share_a_screen(page)
    player = Clicker(page)
    opened = set()
    until = time.monotonic() + 300
    while player.turns < 8:
        assert time.monotonic() < until, player.status
        for button in ("Cover and hand over", "I am Anna", "I am Ben"):
            if page.get_by_role("button", name=button).count():
                assert button == "Cover and hand over" or page.locator("#hand").count() == 0
                page.get_by_role("button", name=button).click()
                opened.add(button)
        player.once(patience=150)
    assert {"I am Anna", "I am Ben"} <= opened


def test_refusals_explain_themselves_and_undo(open_page: Any) -> None:
    anna, ben = table_for_two(open_page)
    players = Clicker(anna, least=1), Clicker(ben, least=7)  # Ben only draws
    until = time.monotonic() + 300
    while not anna.get_by_role("button", name="Undo").count():  # from Anna's claim until Ben acts
        assert time.monotonic() < until, players[0].status
        players[0].once(patience=1000)
        if "claim" not in players[0].seen:
            players[1].once(patience=150)
    anna.get_by_role("button", name="Undo").click()
    anna.get_by_text("takes the last move back").wait_for()
    ben.get_by_role("button", name="Story").click()
    ben.locator("dialog").get_by_text("takes the last move back").wait_for()
    anna.locator(".status.mine").wait_for()
    # a route that is too dear: the reason is told, nothing happens
    x, y = anna.evaluate(
        with_slots(
            """() => {
              const dear = [...document.querySelectorAll('[data-route]:not([data-may]):has(.slots)')];
              const { x, y } = dear.map(slotsOf).find((some) => some.length === 6)[2];
              return [x, y];
            }"""
        )
    )
    anna.mouse.click(x, y)
    anna.locator(".refused").get_by_text("costs 6 cards").wait_for()


def test_after_a_game_rematch_watcher_and_a_replay_for_a_friend(open_page: Any) -> None:
    anna = open_page()
    table = start(anna, "usa")
    watcher = open_page(path=f"/t/{table}")
    watcher.get_by_text("You are watching").wait_for()
    hand_over(anna)
    result(anna)

    # whoever watches sees the end, and is not torn from it by a rematch, but shown the way
    watcher.locator(".end").wait_for()
    assert watcher.get_by_role("button", name="Rematch", exact=True).count() == 0
    anna.get_by_role("button", name="Rematch", exact=True).click()
    anna.locator(".ask").wait_for()
    assert table not in anna.url
    watcher.get_by_role("button", name="Watch the rematch").click()
    watcher.get_by_text("You are watching").wait_for()
    assert watcher.url == anna.url

    # a friend opens the replay at the move of the link, without a seat and without a trace in the list of games
    friend = open_page("phone", f"/replay/{table}?move=20")
    friend.locator(".controls").wait_for()
    assert friend.get_by_role("slider").input_value() == "20"
    friend.goto("/")
    friend.locator(".seats").wait_for()
    assert friend.get_by_text("Finished games").count() == 0
    # Anna's list has both: the new game to go on with, the old one to look at
    anna.goto("/")
    anna.locator(f"a[href='/replay/{table}']").wait_for()
    assert anna.locator(f"a[href='/t/{watcher.url.rsplit('/', 1)[1]}']").count() == 1


def test_a_bot_takes_over_and_gives_back(open_page: Any) -> None:
    anna, ben = table_for_two(open_page)
    both = Clicker(anna), Clicker(ben)
    together(*both, turns=10)
    address, context = ben.url, ben.context
    ben.close()
    anna.get_by_text("away", exact=True).wait_for()
    bot = anna.get_by_role("button", name="Let a bot play")
    bot.click()
    anna.locator(".refused").get_by_text("a moment ago").wait_for()  # not within ten seconds
    until = time.monotonic() + 90
    while bot.count():
        assert time.monotonic() < until
        anna.wait_for_timeout(500)
        if bot.count():
            bot.click()
    anna.get_by_text("a bot plays", exact=True).wait_for()
    both[0].some(6)  # the bot keeps the game going
    again = context.new_page()
    again.goto(address)
    again.locator("#hand").wait_for()
    anna.get_by_text("a bot plays", exact=True).wait_for(state="detached")
    together(both[0], Clicker(again), turns=6)
