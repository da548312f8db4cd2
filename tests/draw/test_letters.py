"""Every script is drawn: a font for all letters, and in a picture that travels alone only those it needs."""

import base64
import io
import re

import pytest
from fontTools.ttLib import TTFont
from msgspec.structs import replace

from railhead.boards import read_board
from railhead.draw.cache import geometry_of
from railhead.draw.letters import embedded, face_for, may_be_spaced, missing, reach, styled, with_only
from railhead.draw.printing.outlines import outlined
from railhead.draw.shapes import Ornaments, Title
from railhead.draw.solving.labels import text_width
from railhead.draw.svg.board import fitted
from railhead.draw.svg.ground import cartouche
from railhead.draw.svg.picture import to_png

WORDS = {
    "日本": "Noto Sans CJK JP",
    "대한민국": "Noto Sans CJK KR",
    "مصر": "Noto Sans Arabic",
    "ישראל": "Noto Sans Hebrew",
    "भारत": "Noto Sans Devanagari",
    "ประเทศไทย": "Noto Sans Thai",
    "საქართველო": "Noto Sans Georgian",
    "Հայաստան": "Noto Sans Armenian",
    "ኢትዮጵያ": "Noto Sans Ethiopic",
    "বাংলাদেশ": "Noto Sans Bengali",
    "தமிழ்": "Noto Sans Tamil",
    "ភ្នំពេញ": "Noto Sans Khmer",
}


@pytest.mark.parametrize("word", WORDS)
def test_every_script_has_a_font(word: str) -> None:
    face = face_for(word)
    assert face is not None
    assert face.family == WORDS[word]
    assert missing(word) == []
    assert 0.3 < text_width(word, 1.0) / len(word) < 1.1


@pytest.mark.parametrize("word", ["Łódź", "Ελλάδα", "Київ", "Thành phố Hồ Chí Minh", "Београд", "Қарағанды"])
def test_latin_greek_and_cyrillic_stay_in_one_family(word: str) -> None:
    assert face_for(word) is None
    assert styled(word) == ""


def test_signs_have_the_forms_of_the_country_whose_names_stand_around_them() -> None:
    families = [face_for("南", among) for among in ("南 横浜 広島", "南 广州 东莞", "南 臺南 灣仔")]
    assert [face.family[-2:] for face in families if face] == ["JP", "SC", "TC"]


def test_a_letter_without_a_font_is_told() -> None:
    assert missing("Paris 𓀀") == ["𓀀"]
    assert face_for("𓀀") is None


def test_letters_that_join_are_not_torn_apart() -> None:
    assert not may_be_spaced("مصر")
    assert not may_be_spaced("भारत")
    assert may_be_spaced("Ελλάδα")
    assert may_be_spaced("日本")


def test_sri_lanka_begins_with_one_sign() -> None:
    assert picture("ශ්‍රී") != picture("ශ්රී"), "the font has the joiner, and what it makes of letters"


@pytest.mark.parametrize("name", [*WORDS, "ශ්‍රී ලංකාව", "မြန်မာနိုင်ငံ", "Türkiye"])
def test_the_letters_of_a_title_keep_clear_of_the_locomotive_below_them(name: str) -> None:
    geometry = geometry_of(read_board("egypt"))
    title = Title(name, (0, 0, 400, 150), 60)
    drawn = cartouche(replace(geometry, ornaments=Ornaments(title, None)))
    found = re.search(r'y="([\d.]+)" font-size="([\d.]+)"', drawn)
    locomotive = re.search(r'class="tick"[^>]*translate\([\d.]+ ([\d.]+)\) scale\(([\d.]+)\)', drawn)
    assert found and locomotive
    foot, size, (high, deep) = float(found[1]), float(found[2]), reach(name)
    assert foot + size * deep < float(locomotive[1]) - 9 * float(locomotive[2])
    assert foot - size * high > 0.11 * title.size, "nor do they touch the frame"


def picture(word: str) -> str:
    """A word in an SVG as boards draw it."""
    text = f'<text class="label" x="10" y="60" font-size="40"{styled(word)}>{word}</text>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 90" width="400" height="90">{text}</svg>'


def test_joined_letters_keep_to_the_width_that_was_found_for_them() -> None:
    assert "textLength" in fitted("مرسى مطروح", 20) and not fitted("Kairo", 20) and not fitted("東京", 20)
    for words in ("مرسى مطروح", "أسوان"):
        text = f'<text class="label" x="200" y="50" font-size="20"{fitted(words, 20)}{styled(words)}>{words}</text>'
        across = [float(x) for x in re.findall(r"[MLH](-?[\d.]+)", outlined(text))]
        assert abs(max(across) - min(across) - text_width(words, 20)) < 6, "on paper, too"


def test_pictures_differ_where_words_do_and_no_word_is_a_row_of_boxes() -> None:
    assert len({to_png(picture(word), 400) for word in WORDS}) == len(WORDS)
    assert to_png(picture("مصر"), 400) != to_png(picture("رصم"), 400), "from right to left"


def test_an_embedded_font_has_the_letters_of_the_picture_and_few_others() -> None:
    rules = embedded(picture("日本"))
    fonts = [TTFont(io.BytesIO(base64.b64decode(data))) for data in re.findall(r"base64,([^)]+)\)", rules)]
    assert "'Noto Sans CJK JP'" in rules
    assert "Arabic" not in rules
    assert set(fonts[-1].getBestCmap()) == {ord(letter) for letter in "日本"}
    assert len(rules) < 40_000


def test_an_embedded_font_has_the_parts_of_vowels_that_stand_around_a_letter() -> None:
    face = face_for("කොළඹ")
    assert face
    letters = set(map(chr, TTFont(io.BytesIO(with_only(face, "කො"))).getBestCmap()))
    assert {"ෙ", "ා"} <= letters, "Colombo is drawn with both"


def test_the_same_letters_give_the_same_font() -> None:
    face = face_for("مصر")
    assert face is not None
    assert with_only(face, "مصر") == with_only(face, "مصر")


def test_words_of_noto_are_outlines_on_paper_and_others_stay_words() -> None:
    assert outlined(picture("Ελλάδα")) == picture("Ελλάδα")
    for word in WORDS:
        found = outlined(picture(word))
        assert "<text" not in found
        assert '<path class="label" d="M' in found


def test_outlines_lie_where_the_words_did() -> None:
    """To half a letter: signs of India that fall onto their neighbours make a word much shorter."""
    for word in ("कानपुर", "القاهرة", "東京"):
        found = outlined(picture(word).replace('x="10"', 'x="200"'))
        across = [float(x) for x in re.findall(r"[MLH](-?[\d.]+)[ ,]", found)]
        wide = max(across) - min(across)
        assert abs(wide - text_width(word, 40)) < 20
        assert abs((max(across) + min(across)) / 2 - 200) < 20
