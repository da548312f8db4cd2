"""When the page is built anew: whenever something that it is made of has changed, wherever that lies."""

import json
import re
import shutil
from pathlib import Path

import page
import pytest


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The sources of the page somewhere else, with a page that was built from them."""
    for file in page.sources(page.ROOT):
        there = tmp_path / file.relative_to(page.ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, there)
    page.folder(tmp_path).mkdir(parents=True)
    (page.folder(tmp_path) / page.STAMP).write_text(page.fingerprint(tmp_path))
    return tmp_path


def test_what_has_not_changed_is_not_built_again(copy: Path) -> None:
    assert page.fresh(copy)
    (copy / "web" / "node_modules").mkdir()
    (copy / "web" / "node_modules" / "new.js").write_text("")
    assert page.fresh(copy)


@pytest.mark.parametrize(
    "name",
    [
        "railhead/draw/themes.json",
        "railhead/draw/symbols.json",
        "railhead/draw/board.css",
        "web/src/main.ts",
        "railhead/text/languages/en.json",
        "web/index.html",
        "web/package-lock.json",
    ],
)
def test_a_changed_source_is_noticed(copy: Path, name: str) -> None:
    with open(copy / name, "a", encoding="utf-8") as file:
        file.write(" ")
    assert not page.fresh(copy)


def test_a_new_or_a_renamed_source_is_noticed(copy: Path) -> None:
    (copy / "web" / "src" / "main.ts").rename(copy / "web" / "src" / "first.ts")
    assert not page.fresh(copy)


def test_a_page_that_is_gone_is_noticed(copy: Path) -> None:
    shutil.rmtree(page.folder(copy))
    assert not page.fresh(copy)


def test_all_that_the_page_takes_from_outside_is_among_its_sources() -> None:
    known = page.sources(page.ROOT)
    texts = [file.read_text(encoding="utf-8") for file in known if file.suffix in (".ts", ".svelte", ".css")]
    taken = {name for text in texts for name in re.findall(r'["\']@((?:draw|text)/[\w./-]+)["\']', text)}
    assert taken
    assert {page.ROOT / "railhead" / name for name in taken} <= set(known)
    outside = {name for text in texts for name in re.findall(r'URL\("\.\./([\w./-]+\.\w+)"', text)}
    assert {page.ROOT / name for name in outside} <= set(known)


def test_the_lock_names_what_every_platform_needs() -> None:
    """`npm ci` refused a lock that was written where the packages of other platforms could not be had."""
    packages = json.loads((page.ROOT / "web" / "package-lock.json").read_text())["packages"]
    wanted = {f"node_modules/{name}" for one in packages.values() for name in one.get("optionalDependencies", {})}
    assert wanted <= set(packages)
