"""Lessons: the game learned by playing it. A lesson is a file in data/: a position or a deal, and step by step what is told and asked.

What is told is named by keys of `railhead/text/lessons/<language>.json`; what is asked is judged on the real rules. The server
(tables of a lesson) and the terminal (`railhead text --learn`) only carry this out.
"""

from railhead.lessons.judging import asked, judged, rival_move, told
from railhead.lessons.lesson import LEARNER, LESSONS, Lesson, Step, find

__all__ = ["LEARNER", "LESSONS", "Lesson", "Step", "asked", "find", "judged", "rival_move", "told"]
