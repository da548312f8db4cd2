"""Places of the world: found by name, country, region or on the map, and spread well."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from railhead.draw.letters import missing
from railhead.draw.solving.projection import distance
from railhead.workshop import gazetteer
from railhead.workshop.choosing import box_of, chosen_cities, circle_of, degrees, looked_for
from railhead.workshop.gazetteer import find, find_country, find_region, from_file, towns


def test_places_are_found_without_accents_by_country_and_by_region() -> None:
    assert find("zurich").name == "Zürich"
    assert find("Brest, France").country == "France"
    assert find("Portland, Maine").region == "Maine"
    assert find("Klagenfurt").name == "Klagenfurt am Wörthersee"
    assert find("Frankfurt").name == "Frankfurt am Main"
    with pytest.raises(LookupError, match="latitude"):
        find("Nowhere at all")


def test_a_place_keeps_the_name_by_which_it_was_called() -> None:
    assert find("Vienna").name == "Vienna"
    assert find("Wien").name == "Wien"
    assert find("東京").name == "東京"
    assert find("서울").name == "서울"


def test_the_largest_places_of_every_country_are_known() -> None:
    counted = Counter(town.country for town in towns())
    assert sum(count >= 12 for count in counted.values()) >= 210
    assert {counted[name] >= 120 for name in ("The Netherlands", "Luxembourg", "Chile", "Japan")} == {True}
    assert (Path(gazetteer.__file__).parent / "data" / "gazetteer.json.gz").stat().st_size < 1_500_000


@pytest.mark.parametrize(
    ("name", "local"),
    [
        ("Kyoto", "京都"),
        ("Guangzhou", "广州"),
        ("Kaohsiung", "高雄"),
        ("Seoul", "서울"),
        ("Cairo", "القاهرة"),
        ("Riyadh", "الرياض"),
        ("Amman", "عمان"),
        ("Damascus", "دمشق"),
        ("Tunis", "تونس"),
        ("Ta’if", "الطائف"),
        ("Aleppo", "حلب"),
        ("Tyre", "صور"),
        ("Tehran", "تهران"),
        ("Jerusalem", "ירושלים"),
        ("Mumbai", "मुंबई"),
        ("Chennai", "சென்னை"),
        ("Chiang Mai", "เชียงใหม่"),
        ("Tbilisi", "თბილისი"),
        ("Yerevan", "Երևան"),
        ("Addis Ababa", "አዲስ አበባ"),
        ("Athens", "Αθήνα"),
        ("Kyiv", "Київ"),
        ("Belgrade", "Београд"),
        ("Munich", "München"),
    ],
)
def test_places_have_the_names_on_their_signposts(name: str, local: str) -> None:
    assert find(name).local == local


def test_every_name_can_be_drawn() -> None:
    assert missing("".join({letter for town in towns() for letter in town.name + town.local})) == []


def test_countries_have_names_and_codes() -> None:
    assert {find_country(name).code for name in ("Netherlands", "NL", "nld", "Holland")} == {"NL"}
    with pytest.raises(LookupError, match="did you mean Germany"):
        find_country("Germanny")
    with pytest.raises(LookupError, match="did you mean Bosnia and Herzegovina"):
        find_country("Bosnia")


def test_a_region_whose_name_is_not_its_own_needs_its_country() -> None:
    assert find_region("Bavaria") == ("Germany", "Bavaria")
    with pytest.raises(LookupError, match='say "Cordoba, Argentina" or "Córdoba, Colombia"'):
        find_region("Cordoba")
    assert find_region("Cordoba, Argentina") == ("Argentina", "Cordoba")


def test_places_are_looked_for_in_all_that_is_named_and_within_what_is_drawn_around_it() -> None:
    low = looked_for(["Belgium", "Luxembourg"], regions=["Limburg, NL"])
    assert {town.country for town in low} == {"Belgium", "Luxembourg", "The Netherlands"}
    assert {town.region for town in low if town.country == "The Netherlands"} == {"Limburg"}
    assert {town.country for town in looked_for(continents=["oceania"])} >= {"Australia", "Fiji", "New Zealand"}
    near = looked_for(["France"], circle=circle_of("50.85,4.35,110"))
    assert "Lille" in {town.name for town in near}
    assert "Paris" not in {town.name for town in near}
    across = {town.country for town in looked_for(box=box_of("-25,170,-10,-170"))}
    assert {"Fiji", "Tonga", "Samoa"} <= across, "a rectangle may cross the date line"
    assert "Brazil" not in across


@pytest.mark.parametrize("country", ["NL", "CL", "LU", "JP", "ID", "FR", "EG", "US"])
def test_cities_are_spread_over_all_parts_and_the_largest_are_among_them(country: str) -> None:
    every = looked_for([country])
    chosen = chosen_cities(every, None)
    assert len(chosen) == 30
    assert every[0] in chosen
    latitudes, longitudes = degrees(chosen)
    apart = np.array([distance(town.latitude, town.longitude, latitudes, longitudes) for town in chosen])
    nearest = np.sort(apart, axis=1)[:, 1]
    assert nearest.min() > 0.25 * np.median(nearest), "no two cities stand on each other"
    people = [town.weight for town in chosen]
    assert sum(people) > 0.5 * sum(sorted((town.weight for town in every), reverse=True)[:30]) or country in (
        "JP",
        "ID",
    )
    for town in every[:400]:  # whoever lives in a large town has a city of the board not far away
        away = distance(town.latitude, town.longitude, latitudes, longitudes).min()
        assert away < 0.3 * apart.max() or not set(every[:30]) & {town}


@pytest.mark.parametrize(
    ("country", "latin"), [("NP", set()), ("EG", set()), ("GE", set()), ("LK", set()), ("ET", {"Ara Ali", "Dibate"})]
)
def test_a_board_in_the_countrys_own_letters_has_few_others(country: str, latin: set[str]) -> None:
    chosen = chosen_cities(looked_for([country]), 30)
    assert {town.name for town in chosen if town.local == town.name} == latin
    assert not any(town.local.endswith((" නගරය", " යුගය")) for town in chosen), "a town's name, not that it is one"


def test_far_islands_are_left_out_unless_they_are_wanted() -> None:
    regions = {town.region for town in chosen_cities(looked_for(["US"]), 40)}
    assert not regions & {"Hawaii", "Alaska"}
    assert "Alaska" in {town.region for town in chosen_cities(looked_for(["US"]), 40, all_parts=True)}
    assert "Eilat" in {town.name for town in chosen_cities(looked_for(["IL"]), 30)}, "far, but not that far"


def test_a_list_may_mix_names_and_points(tmp_path: Path) -> None:
    file = tmp_path / "cities.txt"
    file.write_text("Wien\nBrest, France # in Brittany\n\nHallstatt, 47.56, 13.65\n", encoding="utf-8")
    assert [(town.name, round(town.latitude)) for town in from_file(file)] == [
        ("Wien", 48),
        ("Brest", 48),
        ("Hallstatt", 48),
    ]
