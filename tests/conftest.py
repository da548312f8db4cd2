"""Lets tests import the benchmarks' searches, however pytest is started, and lines be as long as they are, however wide its own terminal is."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.pop("COLUMNS", None)
