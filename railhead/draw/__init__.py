"""From a board file and geography to a drawing: `solving` finds where everything lies, `svg` draws it, `printing` puts it on paper."""

from pathlib import Path

HOME = Path(__file__).parent  # where fonts, geography, themes and the layouts of the package's boards are kept
