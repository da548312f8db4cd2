"""Coming and going: the home page, an invitation, standing up, cancelling, resigning, another game; and what a table of bots waits for."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from players import Clicker, hand_over, result, share_a_screen, start, until
from served import Server
from tables import best, finished_game, new_table, play_at
from test_tables import table_for_two, together

SIZES = [(320, 480), (480, 320), (390, 844), (844, 390), (768, 1024), (1366, 768), (2560, 1440)]


def invite(anna: Any, game: str = "usa", public: bool = False) -> str:
    """Anna sets a table for a friend; its link."""
    anna.locator(f"input[name=game][value={game}]").check(force=True)
    anna.get_by_label("Seat 1: name").fill("Anna")
    anna.get_by_label("Seat 2: who").select_option("friend")
    if public:
        anna.get_by_label("Open table").check()
    anna.get_by_role("button", name="invite").click()
    return str(anna.get_by_label("Link to this table").input_value())


# ---- home


def test_home_says_what_this_is_and_the_start_is_in_view_on_every_screen(open_page: Any) -> None:
    page = open_page()
    page.get_by_role("heading", level=1).get_by_text("join the cities on your tickets").wait_for()
    page.locator(".games input").nth(7).wait_for(state="attached")  # every game is a card
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = page.get_by_role("button", name="Sit down and play").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height, (
            width,
            height,
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, height)
        mark, beside = (page.locator(f".top > {part}").bounding_box() for part in (".mark", "span"))
        assert beside["y"] < mark["y"] + mark["height"], (width, height)  # in one line


def test_every_level_of_the_server_can_be_chosen_and_is_described(open_page: Any) -> None:
    page = open_page()
    levels = page.evaluate("fetch('/api/games').then((answer) => answer.json()).then(({ levels }) => levels)")
    choice = page.get_by_label("Seat 2: level")
    choice.locator("option").first.wait_for(state="attached")
    assert choice.locator("option").evaluate_all("(all) => all.map((one) => one.value)") == levels
    for level in levels:
        choice.select_option(level)
        assert len(page.locator(".panel dd").first.inner_text()) > 10


def test_continue_comes_first_and_says_whose_turn_it_is(open_page: Any) -> None:
    page = open_page()
    table = start(page, "usa")
    page.locator(".ask input").first.wait_for()
    page.goto("/")
    page.get_by_role("heading", name="Continue").wait_for()
    entry = page.locator("li.turn")
    entry.get_by_text("Your turn").wait_for()
    assert entry.bounding_box()["y"] < page.get_by_role("heading", level=1).bounding_box()["y"]
    entry.get_by_role("link").click()
    page.locator(".ask input").first.wait_for()
    assert page.url.endswith(table)


def test_a_game_that_ended_meanwhile_is_told_of_at_home_until_its_end_was_seen(open_page: Any, server: Server) -> None:
    page = open_page()
    table, token = new_table(server.address, "usa", 2)
    kept = [
        {"table": table, "game": "usa", "created": 1, "names": ["Anna"], "tokens": {"0": token}, "phase": "playing"}
    ]
    page.evaluate("(kept) => localStorage.setItem('railhead.tables', JSON.stringify(kept))", kept)
    assert not play_at(server.address, table, token, lambda state: best(state["choices"]["0"]))
    page.goto("/")
    page.get_by_role("link", name="The game is over: see how it ended").click()
    result(page)
    page.goto("/")
    page.get_by_role("heading", name="Finished games").wait_for()
    assert not page.get_by_role("heading", name="Continue").count()
    assert not page.get_by_text("New here?").count()  # after a whole game nobody is


# ---- before a game


def test_an_invitation_says_who_invites_and_to_what(open_page: Any) -> None:
    anna = open_page()
    link = invite(anna, "europe", public=True)
    ben = open_page("phone")
    row = ben.locator("li", has_text="Anna")
    row.get_by_text("is here").wait_for()  # the list of open tables says who is there
    row.get_by_role("link").tap()
    ben.get_by_role("heading", name="Anna invites you").get_by_text("Europe").wait_for()
    ben.get_by_role("button", name="How to play").tap()
    ben.get_by_role("dialog").get_by_text("On your turn").wait_for()
    ben.get_by_role("button", name="Close").tap()
    if not anna.get_by_role("button", name="QR code", expanded=True).count():  # where there is room it is there
        anna.get_by_role("button", name="QR code").click()
    code = anna.get_by_role("img", name="QR code")
    code.wait_for()
    anna.set_viewport_size({"width": 1366, "height": 700})
    for _ in range(2):  # a camera sees all of it as soon as it is opened
        anna.get_by_role("button", name="QR code").click()
    code.wait_for()
    assert code.bounding_box()["y"] + code.bounding_box()["height"] <= 700
    assert ben.url == link


def test_a_guest_stands_up_and_the_host_cancels(open_page: Any) -> None:
    anna = open_page()
    anna.get_by_label("Seat 3: who").select_option("friend")
    link = invite(anna)
    ben = open_page("tablet", link)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").first.click()
    ben.get_by_role("button", name="Stand up").click()
    ben.get_by_role("button", name="Sit here").nth(1).wait_for()  # both are free again
    ben.get_by_role("button", name="Sit here").first.click()
    anna.get_by_role("button", name="Free this seat").click()
    ben.get_by_role("button", name="Sit here").nth(1).wait_for()
    anna.get_by_role("button", name="Cancel this table").click()
    anna.get_by_role("alertdialog").get_by_role("button", name="Not now").click()  # asked once: for nobody by mistake
    anna.get_by_role("button", name="Cancel this table").click()
    anna.get_by_role("alertdialog").get_by_role("button", name="Cancel this table").click()
    for page in (anna, ben):
        page.get_by_role("heading", name="This table was cancelled").wait_for()
    anna.get_by_role("link", name="Home").click()
    anna.get_by_role("heading", level=1).wait_for()
    assert anna.get_by_role("heading", name="Continue").count() == 0


# ---- in a game


def test_first_tickets_stay_in_sight_and_the_focus_goes_on(open_page: Any) -> None:
    anna, ben = table_for_two(open_page)
    ben.locator(".ask input").first.wait_for()
    boxes = anna.locator(".ask label")
    boxes.first.wait_for()
    names = [boxes.nth(k).locator(".where").inner_text() for k in range(2)]
    for k in range(2):
        boxes.nth(k).locator("input").check()
    anna.locator(".ask button.primary").focus()
    anna.keyboard.press("Enter")
    anna.get_by_text("The others are still choosing").wait_for()
    kept = anna.locator(".tickets .where")
    assert all(any(kept.nth(k).inner_text() in name for name in names) for k in range(2)) and kept.count() == 2
    until(anna, "document.activeElement.matches('.deck')")  # not lost


def test_drawing_tickets_asks_once(open_page: Any) -> None:
    page = open_page()
    start(page, "usa")
    player = Clicker(page)
    player.settle()
    page.keyboard.press("t")
    question = page.get_by_role("dialog", name="Draw 3 tickets?")
    question.wait_for()
    page.keyboard.press("Escape")
    question.wait_for(state="detached")
    until(page, "document.activeElement.matches('.deck, #main')")
    page.keyboard.press("t")
    question.get_by_role("button", name="Draw 3 tickets").click()
    page.locator(".ask input").first.wait_for()
    player.settle()
    page.keyboard.press("t")
    page.locator(".ask input").first.wait_for()  # asked before: drawn at once


def test_who_resigns_is_told_of_and_does_not_come_back(open_page: Any) -> None:
    anna, ben = table_for_two(open_page)
    together(Clicker(anna), Clicker(ben), turns=8)
    anna.get_by_role("button", name="Leave the game").click()
    anna.get_by_role("button", name="Resign for good").click()
    anna.get_by_text("resigned, a bot plays").wait_for()
    anna.get_by_text("Anna resigns").wait_for()
    assert anna.get_by_role("button", name="Play on myself").count() == 0
    anna.goto("/")
    anna.get_by_role("heading", level=1).wait_for()
    assert anna.get_by_role("heading", name="Continue").count() == 0


def losing_a_tunnel(page: Any) -> Any:
    """A tunnel that cannot be paid, at a new table: what the server says of a drawn card is changed on its way into what it says of one, which comes by lot."""

    def changed(text: str) -> str:
        message = json.loads(text)
        events = message.get("entry", {}).get("events", [])
        if events and events[0]["e"] == "blind" and events[0]["p"] == 0:
            tunnel = {"p": 0, "route": "barcelona-pamplona", "e": "tunnel", "extra": 2}
            events[:1] = [
                {**tunnel, "cards": {"red": 2}, "turned": ["red", "locomotive", "blue"]},
                {"p": 0, "route": "barcelona-pamplona", "e": "decline"},
            ]
        return json.dumps(message)

    def between(socket: Any) -> None:
        real = socket.connect_to_server()
        real.on_message(lambda text: socket.send(changed(text)))

    page.route_web_socket("**/api/socket", between)
    page.goto("/")
    start(page, "europe")
    return page.get_by_role("dialog", name="Tunnel")


def test_a_tunnel_that_cannot_be_paid_is_shown_until_it_is_read(open_page: Any) -> None:
    page = open_page(path="/rules")
    told = losing_a_tunnel(page)
    Clicker(page).settle()
    page.keyboard.press("d")
    told.get_by_text("costs 2 cards more").wait_for()
    told.get_by_text("You do not have the cards").wait_for()
    assert told.locator(".hit").count() == 2
    for width, height in ((390, 844), (375, 667), (360, 640)):  # all of it is seen, from its head to its end
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(500)
        place = page.locator(".lower").bounding_box()
        for part in (told.get_by_role("heading"), told.get_by_role("button", name="Go on")):
            box = part.bounding_box()
            assert place["y"] <= box["y"] and box["y"] + box["height"] <= place["y"] + place["height"], (width, height)
    page.wait_for_timeout(1000)
    told.get_by_role("button", name="Go on").click()
    told.wait_for(state="detached")


STANDING = """() => {
  const [stage, sheet] = [document.querySelector('.stage'), document.querySelector('.sheet')];
  const { width, height } = sheet.getBoundingClientRect(); // as large as it is painted
  return [stage.clientHeight, width, height].map(Math.round);
}"""


def standing(page: Any) -> Any:
    """How large the board stands, once it has come to rest."""
    before = None
    while (now := page.evaluate(STANDING)) != before:
        before = now
        page.wait_for_timeout(500)
    return now


def test_on_a_phone_a_lost_tunnel_lies_over_the_board_which_stays_as_it_is(open_page: Any) -> None:
    page = open_page("phone", "/rules")
    told = losing_a_tunnel(page)
    Clicker(page, touch=True).settle()
    before = standing(page)  # the board has its room after the first tickets
    page.locator(".deck.may").first.tap()
    told.get_by_text("You do not have the cards").wait_for()
    assert standing(page) == before
    board, question = page.locator(".stage").bounding_box(), told.bounding_box()
    assert board["y"] < question["y"] < board["y"] + board["height"]
    route = page.locator(".route[data-route='barcelona-pamplona']").bounding_box()
    assert board["y"] <= route["y"] and route["y"] + route["height"] <= question["y"]  # what it is about is in sight
    told.get_by_role("button", name="Go on").tap()
    told.wait_for(state="detached")
    page.locator(".deck").first.wait_for()
    assert standing(page) == before


def test_two_at_one_screen_are_called_by_their_names(open_page: Any) -> None:
    page = open_page()
    share_a_screen(page)
    page.get_by_role("button", name="I am Anna").click()
    page.locator(".status").get_by_text("Anna: Choose").wait_for()
    assert page.locator(".players .tag", has_text="you").count() == 1
    assert page.locator(".players .tag", has_text="here").count() == 1


def test_signs_are_seen_and_can_be_turned_off(open_page: Any) -> None:
    anna, ben = table_for_two(open_page)
    ben.locator(".ask input").first.wait_for()
    anna.get_by_role("tab", name="Chat").click()
    anna.get_by_role("group", name="Signs").get_by_role("button", name="👏").click()
    ben.locator(".felt").get_by_text("👏").wait_for()
    assert ben.locator(".foot .unread").count() == 0  # no letter to read
    ben.get_by_role("button", name="Settings").click()
    ben.get_by_label("Emotes").uncheck()
    ben.get_by_role("button", name="Close").click()
    ben.locator(".felt").wait_for(state="detached")
    anna.get_by_role("group", name="Signs").get_by_role("button", name="👋").click()
    anna.locator(".felt").get_by_text("👋").wait_for()
    assert ben.locator(".felt").count() == 0


# ---- bots that wait


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots take their time: five times this after a claim."""
    made = Server(tmp_path_factory.mktemp("unhurried"), pause=2)
    made.start()
    yield made
    made.kill()


def test_against_bots_a_claim_can_be_taken_back_in_peace(open_page: Any, unhurried: Server) -> None:
    page = open_page(path=f"{unhurried.address}/")
    start(page, "usa")
    player, undo = Clicker(page, least=1), page.get_by_role("button", name="Undo")
    until = time.monotonic() + 300
    while not undo.count():
        assert time.monotonic() < until, player.status
        player.once(patience=1500)
    page.get_by_role("button", name="Done").wait_for()
    page.wait_for_timeout(2500)  # longer than a bot's usual pause
    undo.click()
    page.get_by_text("takes the last move back").wait_for()
    page.locator(".status.mine").wait_for()
    player.mark = ""
    while not undo.count():
        assert time.monotonic() < until, player.status
        player.once(patience=1500)
    page.get_by_role("button", name="Done").click()
    undo.wait_for(state="detached", timeout=8_000)  # sooner than the bot would have gone on by itself


# ---- after a game


def test_the_count_is_shown_again_to_whoever_asks_and_keys_are_still_heard(open_page: Any, server: Server) -> None:
    page = open_page(path=f"/t/{finished_game(server.address, 'usa')}")  # moves are shown at once here
    result(page)
    page.get_by_role("button", name="See the count again").press("Enter")
    page.get_by_text("First the points of the routes").wait_for()
    page.wait_for_timeout(600)
    page.get_by_text("First the points of the routes").wait_for()  # it waits until it is read
    page.get_by_role("button", name="Skip").press("Enter")
    page.get_by_role("table", name="Final scores").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")


def test_a_rematch_asks_the_others(open_page: Any) -> None:
    anna, ben = table_for_two(open_page)
    table = anna.url
    for page in (anna, ben):
        hand_over(page)
    for page in (anna, ben):
        result(page)
    anna.get_by_role("button", name="Rematch", exact=True).click()
    anna.get_by_text("No answer yet: Ben").wait_for()
    ben.get_by_text("Anna wants a rematch").wait_for()
    ben.get_by_role("button", name="I want it too").click()
    for page in (anna, ben):
        page.locator(".ask input").first.wait_for()
    assert anna.url == ben.url != table
