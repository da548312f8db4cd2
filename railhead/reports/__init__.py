"""Reports that one would show: figures with names on their axes and intervals, values on the drawing of the board, pages that need nothing else."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railhead.reports.page import Report


def write_report(made: "Callable[[], Report]", file: Path, figures: Path | None) -> None:
    """A report as a page, and its figures as files where they are wanted; `made` imports what draws it."""
    try:
        from railhead.reports.page import write

        report = made()
    except ImportError:
        raise ValueError("a report needs Altair: pip install 'railhead[study]'") from None
    write(report, file, figures)
