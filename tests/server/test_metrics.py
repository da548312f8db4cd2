"""Counts: several workers behind one port tell of all of them, whichever is asked."""

import os
import re
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from server_running import PATIENT, Server, running
from typer.testing import CliRunner

from railhead.cli import app
from railhead.server import metrics
from railhead.server.metrics import Metrics
from railhead.server.settings import ENVIRONMENT, Settings, from_environment


def value(text: str, name: str) -> float:
    """What a scrape says of a name, all its labels together."""
    found = re.findall(rf"^{name}(?:\{{[^}}]*\}})? (\S+)$", text, re.MULTILINE)
    return sum(map(float, found))


def ended_process() -> int:
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    return done.pid


def test_counts_are_summed_and_what_is_so_now_is_told_of_each_that_lives(tmp_path: Path) -> None:
    mine, theirs, gone = Metrics(), Metrics(), Metrics()
    for number, one in enumerate((mine, theirs, gone), 1):
        one.gauges["railhead_sockets"] = partial(float, 10 * number)
        for _ in range(number):
            one.count("railhead_entries_total", kind="move")
            one.took("railhead_move_seconds", 0.002)
    figures = [mine.figures(), theirs.figures(), gone.figures()]
    figures[1].worker, figures[2].worker = os.getppid(), ended_process()
    text = metrics.text(figures)
    assert 'railhead_entries_total{kind="move"} 6' in text  # those of the worker that ended, too
    assert 'railhead_move_seconds_bucket{le="0.0025"} 6' in text and "railhead_move_seconds_count 6" in text
    assert f'railhead_sockets{{worker="{os.getpid()}"}} 10' in text and "railhead_workers 2" in text
    assert value(text, "railhead_sockets") == 30
    for line in text.splitlines():
        assert re.fullmatch(r'# TYPE \w+ (counter|gauge|histogram)|\w+(\{\w+="[^"]*"\})? \S+', line)


def test_a_worker_finds_what_the_others_left_and_reads_no_half_file(tmp_path: Path) -> None:
    mine, theirs = Metrics(), Metrics()
    theirs.count("railhead_faults_total")
    metrics.publish(str(tmp_path), "other", theirs)
    metrics.publish(str(tmp_path), "me", mine)
    (tmp_path / f"torn{metrics.SUFFIX}").write_bytes(b'{"worker": 1')
    mine.count("railhead_faults_total")
    assert value(metrics.text(metrics.gather(str(tmp_path), "me", mine)), "railhead_faults_total") == 2
    assert value(metrics.text(metrics.gather("", "me", mine)), "railhead_faults_total") == 1


def scrape_until(server: Server, condition: object, name: str) -> str:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        text: str = server.request("/metrics")[1].decode()
        if value(text, name) == condition:
            return text
        time.sleep(0.1)
    raise AssertionError(text)


def test_every_worker_answers_a_scrape_for_all(tmp_path: Path) -> None:
    settings = Settings(store=f"sqlite:///{tmp_path / 'tables.sqlite'}", workers=2, bot_processes=1, limits=PATIENT)
    with running(settings) as server:
        for _ in range(12):
            server.table("me here")
        for _ in range(8):  # whichever is asked
            text = scrape_until(server, 12, "railhead_tables_total")
        assert value(text, "railhead_workers") == 2 and len(re.findall("railhead_ready{worker", text)) == 2


def test_settings_come_from_the_environment_and_bad_ones_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILHEAD_SERVER", "http://127.0.0.1:8000")  # means nothing to the server
    assert from_environment() == Settings()
    monkeypatch.setenv(ENVIRONMENT, '{"absence": 30, "limits": {"watchers_a_table": 7}}')
    assert from_environment().absence == 30 and from_environment().limits.watchers_a_table == 7
    for wrong in ("{", '{"limits": {"sockets": "many"}}', '{"absense": 30}'):
        monkeypatch.setenv(ENVIRONMENT, wrong)
        result = CliRunner().invoke(app, ["serve"])
        assert result.exit_code == 2 and "RAILHEAD_SETTINGS is not right" in result.output
