"""Puzzles over HTTP: the same one a day for all, and what is best is told to those who tried or ask."""

from server_running import Server, refused

from railhead.puzzles import every


def test_the_list_names_every_puzzle_and_the_one_of_the_day(server: Server) -> None:
    status, found = server.request("/api/puzzles")
    assert status == 200 and [one["id"] for one in found["puzzles"]] == list(every())
    assert found["today"] in every() and set(found["puzzles"][0]) == {"id", "game", "hard"}


def test_a_position_is_as_its_seat_may_know_it_and_says_nothing_of_what_is_best(server: Server) -> None:
    puzzle = next(iter(every().values()))
    status, found = server.request(f"/api/puzzles/{puzzle.id}")
    assert status == 200 and set(found) == {"id", "game", "hard", "view", "choices"}
    assert not any("hand" in seat for seat in found["view"]["seats"])
    game = puzzle.position()
    rival = next(seat for seat in range(game.players) if seat != game.to_move)
    hidden = set(game.view(rival).tickets) - set(found["view"]["tickets"]) - set(found["view"]["returned"])
    assert hidden and not any(ticket in str(found) for ticket in hidden)


def test_what_is_best_is_not_sent_before_it_is_found_or_asked_for(server: Server) -> None:
    puzzle = next(iter(every().values()))
    path = f"/api/puzzles/{puzzle.id}"
    wrong = next(decision for decision in puzzle.chances if decision not in puzzle.best)
    assert server.request(path, {"decision": wrong})[1] == {"right": False, "chance": puzzle.chances[wrong], "solution": None}  # fmt: skip
    assert server.request(path, {"decision": puzzle.best[0]})[1]["solution"]["best"][0]["decision"] in puzzle.best
    assert server.request(path, {"decision": None})[1]["solution"]["missed"] == puzzle.missed


def test_nonsense_is_refused(server: Server) -> None:
    name = next(iter(every()))
    assert server.request("/api/puzzles/usa-0-0") == (404, refused("unknown-path"))
    assert server.request(f"/api/puzzles/{name}", {"decision": 99_999})[1]["code"] == "bad-message"
    assert server.request(f"/api/puzzles/{name}", {"decision": "all"})[1]["code"] == "bad-message"
