"""A server that is to be besieged."""

import os
import signal
import time

from server_running import Postgres, Server


class Besieged(Server):
    """A server to which worse things happen than visitors."""

    postgres: Postgres | None = None
    suffered = 0

    def suffer(self) -> None:
        """Kill it and start it again; where there are several workers, kill one, or let the database go away for a moment, by turns."""
        self.suffered += 1
        if self.postgres is None:
            self.kill()
            self.start()
        elif self.suffered % 2:
            os.kill(self.workers()[0], signal.SIGKILL)
        else:
            self.postgres.stop("fast")
            time.sleep(1)
            self.postgres.start()
