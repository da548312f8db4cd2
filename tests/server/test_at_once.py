"""What several ask for at the same moment, for the first time since the server started."""

import subprocess
import sys

ASK = """
import sys, threading
sys.setswitchinterval(1e-6)  # let threads come between one another wherever they can
from railhead.server import games
start = threading.Barrier(8)
def ask(job, *arguments):
    start.wait()
    job(*arguments)
boards = ("usa", "europe", "france", "mexico")
jobs = [(games.picture, name, True) for name in boards] + [(games.one_game, name) for name in boards]
threads = [threading.Thread(target=ask, args=job) for job in jobs]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_boards_asked_for_at_once_do_not_bring_the_server_down() -> None:
    """A home page asks for all pictures at the same moment; decoders made by several threads at once ended the process."""
    for _ in range(3):
        assert subprocess.run([sys.executable, "-c", ASK], timeout=300).returncode == 0
