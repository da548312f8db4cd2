"""The page's files: what a path leads to, and that no path leads out of the folder."""

from pathlib import Path

import pytest

from railhead.server import pages


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    for name in ("index.html", "icon.svg", "assets/index-1.js"):
        (folder / name).write_text(f"this is {name}", encoding="utf-8")
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    monkeypatch.setattr(pages, "FOLDERS", (folder,))
    return folder


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("/", "index.html"),
        ("/t/k3v9q2m7x4pd", "index.html"),
        ("/rules/europe", "index.html"),
        ("/icon.svg", "icon.svg"),
        ("/assets/index-1.js", "assets/index-1.js"),
        ("/../secret", "index.html"),
        ("/../secret.html", "index.html"),
        ("/%00", "index.html"),
        ("/\0", "index.html"),
    ],
)
def test_a_path_leads_to_its_file_or_to_the_page(built: Path, path: str, file: str) -> None:
    page = pages.find(path)
    assert page is not None and page.plain == f"this is {file}".encode()


def test_an_asset_that_is_not_there_is_missing(built: Path) -> None:
    assert pages.find("/assets/gone.js") is None


def test_without_a_built_page_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FOLDERS", (tmp_path / "nowhere",))
    assert pages.find("/") is None
