"""Called by `python -m build`: a wheel or an sdist has the page in it, built anew where that is needed."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import page

WITHOUT = "RAILHEAD_WITHOUT_PAGE"


class PageHook(BuildHookInterface[Any]):
    """Puts the page into what is built."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there and fresh; an editable install leaves that to `make play`."""
        if version == "editable" or page.fresh() or os.environ.get(WITHOUT):
            return
        try:
            page.build()
        except page.PageError as error:
            sys.exit(f"railhead: {error}\nTo build a package that has no page: {WITHOUT}=1.")
