"""Every link in a document leads to a file that is there, and its anchor to a heading."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def anchors(document: Path) -> set[str]:
    """What `#…` may name in a document."""
    headings = re.findall(r"^#+ (.+)$", CODE.sub("", document.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    text = CODE.sub("", document.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?://|mailto:", target):
            continue
        path, _, anchor = target.partition("#")
        there = document.parent / path if path else document
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target
