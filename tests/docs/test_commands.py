"""What the documents show was made by commands of the repository, and the commands are those that run."""

import re
from pathlib import Path

HOME = Path(__file__).parents[2]
PICTURES = HOME / "docs" / "pictures"


def test_every_picture_is_drawn_by_a_script_and_shown() -> None:
    scripts = "\n".join(file.read_text(encoding="utf-8") for file in (HOME / "scripts").glob("make_*.py"))
    texts = "\n".join(file.read_text(encoding="utf-8") for file in [HOME / "README.md", *(HOME / "docs").rglob("*.md")])
    for picture in PICTURES.glob("*.*"):
        name = picture.stem.removeprefix("findings-")
        assert re.search(rf"""["'/]{name}(\.png)?["']""", scripts), f"no script makes {picture.name}"
        assert f"pictures/{picture.name}" in texts, f"nobody shows {picture.name}"


def test_the_pictures_of_findings_say_how_they_were_made() -> None:
    for picture in PICTURES.glob("findings-*.*"):
        said = re.search(rb"Made by (railhead findings [^.]*)", picture.read_bytes())
        assert said is not None, picture.name
        assert said[1].decode().split()[2] in ("planners", "judged", "networks", "tables")


def test_the_sample_of_a_release_is_made_as_it_is_told() -> None:
    told = re.search(r"`(railhead dataset railhead-sample [^`]*)`", (HOME / "docs" / "dataset.md").read_text("utf-8"))
    assert told is not None
    assert f"{told[1]}\n" in (HOME / ".github" / "workflows" / "release.yml").read_text("utf-8")
    assert told[1].count("--table") * int(told[1].split("--games ")[1].split()[0]) == 1000
