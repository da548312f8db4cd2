"""Every language says the same as English: the same keys and values, the plural forms it needs, the words of its rulebooks."""

import gzip
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import railhead
from railhead.text.messages import Text, language, languages, wished

HOME = Path(railhead.__file__).parent / "text"
OTHERS = [code for code in languages() if code != "en"]
WHOLE = (
    "languages",
    "table",
    "days",
    "review",
    "maps",
    "clubs",
    "terminal",
)  # every language has them; the other catalogues are held to it where they are there
GLOSSARY = json.loads((Path(__file__).parent / "glossary.json").read_text(encoding="utf-8"))
# What is the same in some language as in English: names, keys, values, and words that languages share
ALIKE = re.compile(
    r"Railhead|Replay|USA|Europe|France|México|Corsica|Bot|Expert|Normal|Animations?|Zoom|Tunnel|Chat|Routes?|Total|Pause|Plan|Link|"
    r"Hint|Stations?|Send|Vibration|Points?|Orange|Locomotives?|Page|Browser|Code|Passkeys?|E-mail|Ferry|Score|Name|Duplicate|Africa|Antarctica|Asia|Oceania|Virtuoso|"
    r"Kenya|Madagascar|Japan|Korea|India|Indochina|Indonesia|Egypt|Italia|Scandinavia|Canada|Cuba|Argentina|Andes|Australia|New Zealand|"
    r"\b[A-Z]\b|\{\w+\}|[\W\d]",
    re.IGNORECASE,
)


def read(catalogue: str, code: str) -> Mapping[str, Text]:
    texts: Mapping[str, Text] = json.loads((HOME / catalogue / f"{code}.json").read_text(encoding="utf-8"))
    return texts


def forms(text: Text) -> Mapping[str, str]:
    return {"other": text} if isinstance(text, str) else text


def files() -> list[tuple[str, str]]:
    """Every file of texts but the English ones, by catalogue and language."""
    there = [(file.parent.name, file.stem) for file in sorted(HOME.glob("*/*.json"))]
    return [(catalogue, code) for catalogue, code in there if code != "en" and catalogue != "cities"]


def pairs(catalogue: str, code: str) -> Iterator[tuple[str, Text, Text]]:
    """Key, English, and the text of a language."""
    texts = read(catalogue, code)
    yield from ((key, english, texts[key]) for key, english in read(catalogue, "en").items())


def plain(text: Text) -> str:
    """All forms without values."""
    return re.sub(r"\{\w+\}", "", " / ".join(forms(text).values()))


def test_every_language_has_its_files() -> None:
    assert {(catalogue, code) for catalogue in WHOLE for code in OTHERS} <= set(files())
    assert len(languages()) == 11


@pytest.mark.parametrize(("catalogue", "code"), files())
def test_a_language_has_the_same_keys_and_values(catalogue: str, code: str) -> None:
    assert list(read(catalogue, code)) == list(read(catalogue, "en"))
    for key, english, text in pairs(catalogue, code):
        values = [set(re.findall(r"\{(\w+)\}", "".join(forms(one).values()))) for one in (english, text)]
        assert values[0] == values[1], key


@pytest.mark.parametrize(("catalogue", "code"), files())
def test_a_language_has_the_plural_forms_it_needs(catalogue: str, code: str) -> None:
    needed = {*languages()[code].get("plural", {"one": ""}), "other"}
    for key, english, text in pairs(catalogue, code):
        if isinstance(english, dict):
            assert isinstance(text, dict), key
            needed_here = needed | {form for form in english if form.startswith("=")}
            assert set(text) == needed_here, key
        elif isinstance(text, dict):
            assert set(text) == needed, key


@pytest.mark.parametrize(("catalogue", "code"), files())
def test_a_file_is_small(catalogue: str, code: str) -> None:
    packed = gzip.compress(json.dumps(read(catalogue, code), ensure_ascii=False, separators=(",", ":")).encode(), 9)
    assert len(packed) < 8000


@pytest.mark.parametrize(("catalogue", "code"), files())
def test_nothing_is_left_in_english(catalogue: str, code: str) -> None:
    left = [key for key, english, text in pairs(catalogue, code) if text == english and ALIKE.sub("", plain(english))]
    assert left == []


@pytest.mark.parametrize(("catalogue", "code"), [file for file in files() if file[0] in WHOLE])
def test_the_words_are_those_of_the_rulebooks(catalogue: str, code: str) -> None:
    wrong = []
    for key, english, text in pairs(catalogue, code):
        for term, words in GLOSSARY["terms"].items():
            if key not in GLOSSARY["free"] and re.search(term, plain(english), re.IGNORECASE):
                found = re.search(words[code], plain(text), re.IGNORECASE)
                wrong += [] if found else [f"{key}: {plain(english)!r} has {term}, {plain(text)!r} does not"]
        if never := re.search(GLOSSARY["never"][code], plain(text)):
            wrong.append(f"{key}: {never[0]!r} in {plain(text)!r}")
    assert wrong == []


def test_french_signs_stand_apart() -> None:
    for catalogue in WHOLE:
        for key, text in read(catalogue, "fr").items():
            assert not re.search(r"[^\W\d_] ?[;!?»](?!\w)|[^\s\d\u00a0]:(?=\s)| :|«[^\u00a0]", plain(text)), key


@pytest.mark.parametrize("name", ["alegreya-sans-500", "alegreya-sans-700", "alegreya-sc-700"])
def test_the_fonts_of_the_page_have_every_letter(name: str) -> None:
    fonts = pytest.importorskip("fontTools.ttLib")
    pytest.importorskip("brotli")
    file = HOME.parents[1] / "web" / "src" / "fonts" / f"{name}.woff2"
    if not file.is_file():
        pytest.skip("only where the sources are")
    has = set(fonts.TTFont(file).getBestCmap())
    written = "".join(
        plain(text) for code in languages() for catalogue in WHOLE for text in read(catalogue, code).values()
    )
    names = "".join("".join(about["name"]) for about in languages().values())
    letters = {sign for sign in written + names + "șțȘȚăâîåøäßñœ" if not sign.isspace()}
    assert letters - {chr(code) for code in has} <= {"●"}  # which stands in titles of windows alone


# ---- how Python counts and lists


def test_python_counts_as_the_platform_does() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node here")
    script = """
const known = JSON.parse(require("fs").readFileSync(0, "utf8"));
const numbers = [...Array(250).keys()], said = {};
for (const [code, { locale }] of Object.entries(known)) {
  const plural = new Intl.PluralRules(locale), list = new Intl.ListFormat(locale, { type: "conjunction" });
  const number = new Intl.NumberFormat(locale);
  said[code] = [numbers.map((n) => plural.select(n)), list.format(["A", "B", "C"]), list.format(["Ana", "Inés"]), number.format(-1.5)];
}
console.log(JSON.stringify(said));"""
    answer = subprocess.run(
        [node, "-e", script], input=json.dumps(languages()), capture_output=True, text=True, check=True
    )
    for code, (plurals, three, two, number) in json.loads(answer.stdout).items():
        spoken = language(code)
        assert [spoken.plural(n) for n in range(250)] == plurals, code
        assert spoken.listed(["A", "B", "C"]) == three
        assert spoken.listed(["Ana", "Inés"]) == two
        assert spoken.number(-1.5) == number, code


def test_numbers_and_forms_in_a_text() -> None:
    romanian = language("ro")
    assert [romanian.say("player.cards", n=n) for n in (1, 2, 19, 20, 101, 120)] == [
        "1 carte", "2 cărți", "19 cărți", "20 de cărți", "101 cărți", "120 de cărți",
    ]  # fmt: skip
    assert language("fi").say("points", n=-3) == "−3 pistettä"
    assert language("fr").say("points", n=0) == "0 point"
    assert language().say("rule") == "Rule {rule}"  # a value that is not given stays to be seen


# ---- which language


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LC_ALL": "ro_RO.UTF-8", "LANG": "de_DE"}, "ro"),
        ({"LC_ALL": "", "LC_MESSAGES": "nn_NO", "LANG": "de_DE"}, "nb"),
        ({"LANG": "de_AT.UTF-8@euro"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "tlh"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_says_which(environment: dict[str, str], code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wished() == code
    assert wished("sv") == "sv"
    with pytest.raises(ValueError, match="there is no language 'xx'"):
        wished("xx")
