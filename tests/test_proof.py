"""Records that prove: whatever is changed, added or taken out breaks the server's signature."""

import random
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from railhead import Game
from railhead.cli import app
from railhead.game.proof import proof_of, public_key, sign
from railhead.game.record import DECODER, RecordError, record, replay, verify
from railhead.words import Record, Signature

SECRET, OTHER = "ab" * 32, "cd" * 32


@pytest.fixture(scope="module")
def signed() -> Record:
    """A finished game's record, as a server publishes it."""
    game, lot = Game("usa", ["Anna", "Ben"], seed="12" * 16), random.Random(1)
    while not game.over:
        moves = game.moves()
        claims = [move for move in moves if move.word == "claim"]
        game.play(lot.choice(claims or moves))
    return sign(record(game), SECRET)


def test_a_record_is_the_servers_own(signed: Record) -> None:
    again = DECODER.decode(msgspec.json.encode(signed))
    assert isinstance(again, Record) and again == signed and verify(again) == []
    assert proof_of(again, public_key(SECRET)) == "own" and proof_of(again) == "signed"
    assert proof_of(again, public_key(OTHER)) == "signed"


def test_every_single_change_is_told(signed: Record) -> None:
    def changed(**change: object) -> Record:
        return msgspec.structs.replace(signed, **change)

    for place in range(len(signed.moves)):
        moves = [*signed.moves[:place], signed.moves[place] + " ", *signed.moves[place + 1 :]]
        assert proof_of(changed(moves=moves)) == "changed"
        assert proof_of(changed(moves=signed.moves[:place] + signed.moves[place + 1 :])) == "changed"
    for other in (
        changed(players=["Ben", "Anna"]),
        changed(result=None),
        changed(seed_hash=None),
        changed(starter=1),
        changed(game="usa-mega"),
        changed(board={}),
    ):
        assert proof_of(other, public_key(SECRET)) == "changed"
    assert "was changed" in verify(changed(players=["Ben", "Anna"]))[0]
    assert proof_of(changed(signature=None)) == "unsigned"
    assert proof_of(sign(changed(players=["Ben", "Anna"]), OTHER), public_key(SECRET)) == "signed"  # by somebody else


@pytest.mark.parametrize("key", ["", "zz", "00", "ff" * 32, "é"])
def test_a_signature_that_is_none_is_no_proof(signed: Record, key: str) -> None:
    value = signed.signature.value if signed.signature else ""
    assert proof_of(msgspec.structs.replace(signed, signature=Signature(key, value))) == "changed"
    assert proof_of(msgspec.structs.replace(signed, signature=Signature(public_key(SECRET), key))) == "changed"


def test_the_command_says_of_each_record_what_it_proves(signed: Record, tmp_path: Path) -> None:
    plain = msgspec.structs.replace(signed, signature=None)
    false = msgspec.structs.replace(signed, players=["\x1b[31mEve", "Ben"])
    file = tmp_path / "games"
    file.write_bytes(b"\n".join(map(msgspec.json.encode, (signed, plain, false))))
    told = CliRunner().invoke(app, ["verify", str(file), "--key", public_key(SECRET)])
    assert told.exit_code == 1 and "1 of 3 games are right" in told.output
    lines = told.output.splitlines()
    assert any(line.startswith("game 1: the server's own") for line in lines)
    assert any(line.startswith("game 2: unsigned") for line in lines)
    assert any(line.startswith("game 3: changed") for line in lines)
    told = CliRunner().invoke(app, ["replay", str(file), "--number", "3"])
    assert told.exit_code == 0 and "\x1b" not in told.output and "Eve" in told.output


@pytest.mark.parametrize("game", ["/dev/zero", "../boards/usa.json", "usa.json", "", "no such game"])
def test_a_record_names_built_in_games_only(signed: Record, game: str) -> None:
    with pytest.raises(RecordError, match="no built-in game"):
        replay(msgspec.structs.replace(signed, game=game))


@pytest.mark.parametrize(
    ("what", "text"),
    {
        "nested": b"[" * 3_000_000,
        "nested within": b'{"format":"railhead-record/1","board":' + b'{"a":' * 500_000,
        "a long line": b'{"format":"' + b"x" * 20_000_000,
        "many names": b'{"format":"railhead-record/1","game":"usa","seed":"7","starter":null,"moves":[],"players":['
        + b",".join([b'"A"'] * 1_000_000)
        + b"]}",
        "many moves": b'{"format":"railhead-record/1","game":"usa","seed":"7","starter":null,"players":["A","B"],"moves":['
        + b",".join([b'"keep 1 2"'] * 100_000)
        + b"]}",
        "zeros": b"\0" * 1_000_000,
        "not UTF-8": b"\xff" * 1000,
        "nothing": b"\n" * 1_000_000,
    }.items(),
)
def test_whatever_a_file_holds_the_command_says_a_sentence(what: str, text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "games"
    file.write_bytes(text)
    told = CliRunner().invoke(app, ["verify", str(file)])
    assert told.exit_code in (1, 2) and "Traceback" not in told.output and len(told.output) < 2000
    assert told.exception is None or isinstance(told.exception, SystemExit)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without end")
def test_a_file_without_end_is_no_record() -> None:
    told = CliRunner().invoke(app, ["verify", "/dev/zero"])
    assert told.exit_code == 2 and "longer than any record" in told.output
