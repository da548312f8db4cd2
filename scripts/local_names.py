"""Which of a place's many names is the one on its own signposts: GeoNames lists them without saying their languages.

A name is in a language when all its letters are in the language's alphabet; among those the one that sounds most like the
main name is taken, letters that only this language has speak for a name, and of equals the shortest wins. What this gets
wrong for well-known cities stands in `KNOWN`.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from types import MappingProxyType
from typing import NamedTuple


class Writing(NamedTuple):
    """How a language is written; letters are classes of regular expressions."""

    letters: str
    own: str = ""  # letters that neighbouring languages do not have
    never: str = ""  # what speaks for another language or another century
    sounds: Mapping[str, str] = MappingProxyType({})  # letters that sound other than in most languages of the script
    encoding: str | None = None  # a standard that has exactly the country's forms of Han
    beginning: str = ""  # words for city, town or village before a name
    ending: str = ""  # and behind it
    longer: bool = False  # whether of equals the longer is the modern one


RUSSIAN = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
ARABIC = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقلمنهو"
HAN = "々一-鿿"
WRITINGS = {
    "am": Writing("ሀ-፟", ending="(ከተማ|ወረዳ)"),
    "ti": Writing("ሀ-፟"),
    # Uyghur begins with ئ and has ى within words; Persian ends in ه what Arabic ends in ة
    "ar": Writing(ARABIC + "كىي", own="ةىأإيك", never="^ئ|ى[^ ]|اا|وو|ه( |$)|(^| )[^و ]( |$)", longer=True),
    "as": Writing("ঀ-৿", own="ৰৱ"),
    "be": Writing("абвгдеёжзійклмнопрстуўфхцчшыьэюя", own="ўі"),
    "bg": Writing("абвгдежзийклмнопрстуфхцчшщъьюя", own="ъ"),
    "bn": Writing("ঀ-৯", ending="উপজেলা"),
    "dv": Writing("ހ-ޱ"),
    "el": Writing("α-ωάέήίόύώϊϋΐΰ", own="άέήίόύώ"),
    "fa": Writing(ARABIC + "پچژکگی\u200c", own="یکگپچژ", never="^ایص"),
    "gu": Writing("઀-૿"),
    "he": Writing("א-ת", longer=True),
    "hi": Writing("ऀ-ॿ", never="ळ|पूर|टणा"),
    "hy": Writing("ա-և", own="և"),
    "ja": Writing("ぁ-ゖァ-ヺー" + HAN, own=HAN, encoding="shift_jis", ending="[市町村区]"),
    "ka": Writing("ა-ჰ"),
    "kk": Writing(RUSSIAN + "әғқңөұүһі", own="әғқңөұүһі", sounds={"қ": "k", "ғ": "g"}),
    "km": Writing("ក-៹", beginning="(ក្រុង|ភូមិ )"),
    "kn": Writing("ಀ-೿"),
    "ko": Writing("가-힣", ending="(특별자치시|특별시|광역시|시|군|읍)"),
    "ky": Writing(RUSSIAN + "ңөү", own="ңөү"),
    "lo": Writing("ກ-ໟ"),
    "mk": Writing("абвгдѓежзѕијклљмнњопрстќуфхцчџш", own="ѓѕјљњќџ"),
    "ml": Writing("ഀ-ൿ"),
    "mn": Writing(RUSSIAN + "өү", own="өү"),
    "mr": Writing("ऀ-ॿ", own="ळ"),
    "my": Writing("က-၏", ending="မြို့"),
    "ne": Writing("ऀ-ॿ", never="ळ|पूर"),
    "or": Writing("଀-୿"),
    "pa": Writing("਀-੿"),
    "ru": Writing(RUSSIAN, own="ь", never="ъ$|ъ[^еёюя]|уы|ерым|ськ"),
    "si": Writing("඀-෿"),
    "sr": Writing("абвгдђежзијклљмнњопрстћуфхцчџш", own="ђјљњћџ"),
    "ta": Writing("஀-௿"),
    "te": Writing("ఀ-౿"),
    "tg": Writing(RUSSIAN + "ғӣқӯҳҷ", own="ғӣқӯҳҷ"),
    "th": Writing("ก-๎", beginning="(เทศบาลนคร|เทศบาลเมือง|อำเภอเมือง|อำเภอ)"),
    "uk": Writing(
        "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя’'",
        own="ґєіїь",
        never="[бвгджзклмнпрстфхцчш]ї|цкий|ьск",
        sounds={"г": "h", "и": "y", "ї": "yi"},
        ending="[Рр]айон",
    ),
    "ur": Writing(ARABIC + "پچژکگیٹڈڑںہھےۂ", own="ٹڈڑںہھےیک", never="^ئ", longer=True),
    "zh-CN": Writing(HAN, encoding="gb2312", ending="[市县镇]"),
    "zh-TW": Writing(HAN, encoding="big5", ending="[市縣鎮鄉區]"),
}
WITHOUT_VOWELS = frozenset({"ar", "fa", "ur", "he"})

# Where the first language that GeoNames names for a country is not the one on its signposts.
COUNTRIES = {"ER": "ti", "HK": "zh-TW", "MO": "zh-TW", "TW": "zh-TW", "CN": "zh-CN", "SG": "en", "ME": "en", "KM": "en"}
REGIONS = {
    "IN": {
        "Andhra Pradesh": "te",
        "Assam": "as",
        "Gujarat": "gu",
        "Jammu and Kashmir": "ur",
        "Karnataka": "kn",
        "Kerala": "ml",
        "Laccadives": "ml",
        "Maharashtra": "mr",
        "Manipur": "en",
        "Meghalaya": "en",
        "Mizoram": "en",
        "Nagaland": "en",
        "Goa": "mr",
        "Odisha": "or",
        "Puducherry": "ta",
        "Punjab": "pa",
        "Tamil Nadu": "ta",
        "Telangana": "te",
        "Tripura": "bn",
        "West Bengal": "bn",
        "": "hi",
    },
    "LK": {"Northern Province": "ta", "Eastern Province": "ta", "": "si"},
}

# Names of well-known places that no rule finds: English has another name in Latin letters, or the likeness of sounds misleads.
KNOWN = {
    "AM": "Yerevan=Երևան",
    "AT": "Vienna=Wien",
    "BE": "Brussels=Bruxelles Antwerp=Antwerpen Ostend=Oostende",
    "BD": "Gopālganj=গোপালগঞ্জ Jessore=যশোর Sātkhira=সাতক্ষীরা Pābna=পাবনা Bāndarban=বান্দরবান Cox’s_Bāzār=কক্সবাজার "
    "Chāndpur=চাঁদপুর Maijdi=মাইজদী Khagrachhari=খাগড়াছড়ি Teknāf=টেকনাফ Sunāmganj=সুনামগঞ্জ Thākurgaon=ঠাকুরগাঁও",
    "BG": "Svilengrad=Свиленград",
    "CH": "Geneva=Genève Sitten=Sion",
    "CU": "Havana=La_Habana",
    "CZ": "Prague=Praha Pilsen=Plzeň",
    "DE": "Munich=München Nuremberg=Nürnberg Cologne=Köln Hanover=Hannover",
    "DK": "Copenhagen=København",
    "EG": "Ras_Gharib=رأس_غارب Hala'ib=حلايب Mūţ=موط Kom_Ombo=كوم_أمبو "
    "Alexandria=الإسكندرية Al_Mansurah=المنصورة Suez=السويس Ismailia=الإسماعيلية Luxor=الأقصر",
    "ES": "Seville=Sevilla",
    "ET": "Nazrēt=ናዝሬት Hosa’ina=ሆሳዕና Nek’emtē=ነቀምቴ Debre_Mark’os=ደብረ_ማርቆስ Inda_Silasē=እንዳ_ሥላሴ Gambēla=ጋምቤላ Negēlē=ነገሌ "
    "Alamata=አላማጣ Āsosa=አሶሳ Gode=ጎዴ Tēpī=ቴፒ Goba=ጎባ Bedēsa=በዴሳ Warder=ዋርዴር Ābderafī=አብደራፊ",
    "GE": "Samtredia=სამტრედია Akhalkalaki=ახალქალაქი",
    "GT": "Guatemala_City=Ciudad_de_Guatemala",
    "IL": "Lod=לוד",
    "IN": "Delhi=दिल्ली New_Delhi=नई_दिल्ली Indore=इंदौर Patna=पटना Kanpur=कानपुर Jaipur=जयपुर",
    "IQ": "Mosul=الموصل As_Samawah=السماوة",
    "IR": "Tehran=تهران Isfahan=اصفهان",
    "IT": "Rome=Roma Milan=Milano Naples=Napoli Turin=Torino Venice=Venezia Florence=Firenze Genoa=Genova "
    "Padua=Padova Syracuse=Siracusa",
    "LB": "Tyre=صور",
    "LK": "Kandy=මහනුවර Anuradhapura=අනුරාධපුරය Polonnaruwa=පොළොන්නරුව Kurunegala=කුරුණෑගල Ambalangoda=අම්බලන්ගොඩ "
    "Ambalantota=අම්බලන්තොට Wattegama=වත්තේගම Pottuvil=பொத்துவில் Mullaittivu=முல்லைத்தீவு",
    "LU": "Luxembourg=Lëtzebuerg",
    "MA": "Ksar_El_Kebir=القصر_الكبير Bouarfa=بوعرفة Missour=ميسور Sidi_Slimane=سيدي_سليمان Tinghir=تنغير Zagora=زاكورة "
    "Tata=طاطا "
    "Casablanca=الدار_البيضاء Rabat=الرباط Fes=فاس",
    "MN": "Ulan_Bator=Улаанбаатар",
    "MX": "Mexico_City=Ciudad_de_México",
    "NL": "The_Hague=Den_Haag",
    "NP": "Kathmandu=काठमाडौं Birgañj=वीरगञ्ज Dhangaḍhī=धनगढी Nepalgunj=नेपालगञ्ज Dharān=धरान Rājbirāj=राजविराज Gulariyā=गुलरिया "
    "Chautārā=चौतारा Ṭikāpur=टीकापुर Lahān=लहान Charīkoṭ=चरिकोट Tulsīpur=तुलसीपुर Gaur=गौर Khā̃dbārī=खाँदबारी Wāliṅ=वालिङ "
    "Bhadrapur=भद्रपुर Dārchulā=दार्चुला Ilām=इलाम Jumla=जुम्ला Lobuche=लोबुचे Mustāng=मुस्ताङ",
    "PK": "Zhob=ژوب Multan=ملتان Dadu=دادو Umarkot=عمرکوٹ Islamabad=اسلام_آباد Quetta=کوئٹہ",
    "PL": "Warsaw=Warszawa",
    "PT": "Lisbon=Lisboa",
    "RO": "Bucharest=București",
    "RS": "Belgrade=Београд Sremska_Mitrovica=Сремска_Митровица",
    "RU": "Moscow=Москва Saint_Petersburg=Санкт-Петербург Rostov-on-Don=Ростов-на-Дону",
    "PS": "Al_Mughrāqah=المغراقة",
    "SA": "Hafar_Al-Batin=حفر_الباطن Al_Khafjī=الخفجي Ad_Dawādimī=الدوادمي Afif=عفيف Laylá=ليلى As_Sulayyil=السليل Rābigh=رابغ "
    "Taymā’=تيماء Haql=حقل "
    "Madinah=المدينة_المنورة Buraydah=بريدة Al_Hufūf=الهفوف",
    "SD": "Khartoum=الخرطوم Kosti=كوستي",
    "SE": "Gothenburg=Göteborg",
    "SY": "Al_Qāmishlī=القامشلي",
    "TH": "Bangkok=กรุงเทพฯ",
    "TR": "Istanbul=İstanbul",
    "VN": "Ho_Chi_Minh_City=Thành_phố_Hồ_Chí_Minh Hanoi=Hà_Nội Da_Nang=Đà_Nẵng Haiphong=Hải_Phòng",
}


def language_of(country: str, languages: str, region: str) -> str:
    """The language on the signposts of a region."""
    if country in REGIONS:
        return REGIONS[country].get(region, REGIONS[country][""])
    return COUNTRIES.get(country) or languages.split(",")[0].split("-")[0]


def sound(text: str, writing: Writing, vowels: bool) -> str:
    """What a text sounds like in Latin letters, roughly."""
    from anyascii import anyascii

    spelled = "".join(writing.sounds.get(letter, letter) for letter in unicodedata.normalize("NFC", text).lower())
    letters = re.sub("[^a-z]", "", anyascii(spelled).lower())
    return letters if vowels else re.sub("^al|[aeiouwy]", "", letters)


def encodes(text: str, encoding: str | None) -> bool:
    """Whether a standard of one country has all letters of a text."""
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def in_language(names: Iterable[str], writing: Writing) -> list[str]:
    """Those of the names that are written as the language is."""
    fits = re.compile(f"[{writing.letters}][{writing.letters} -]*")
    found = [name for name in names if fits.fullmatch(name.lower()) and encodes(name, writing.encoding)]
    modern = [name for name in found if not (writing.never and re.search(writing.never, name.lower()))]
    return modern or found


def bare(name: str, main: str, writing: Writing) -> str:
    """A name without the word for city around it, unless that is part of the name (四日市)."""
    short = re.sub(f"^{writing.beginning} ?", "", name) if writing.beginning else name
    short = re.sub(f" ?{writing.ending}$", "", short) if writing.ending else short
    return short if len(short) >= 2 and not main.lower().endswith(("ichi", "machi", "mura")) else name


def local_name(main: str, others: Iterable[str], country: str, language: str) -> str:
    """The name of a place in its own language; the main one where no other is known."""
    known = dict(pair.split("=") for pair in KNOWN.get(country, "").split())
    if main.replace(" ", "_") in known:
        return known[main.replace(" ", "_")].replace("_", " ")
    writing = WRITINGS.get(language)
    found = in_language(others, writing) if writing else []
    if writing is None or not found:
        return main
    vowels = language not in WITHOUT_VOWELS
    wanted = sound(main, Writing(""), vowels)

    def liking(name: str) -> tuple[float, int, str]:
        alike = SequenceMatcher(None, sound(name, writing, vowels), wanted, autojunk=False).ratio()
        if language == "ja":  # signs have Chinese sounds there; what others begin with is the usual name
            alike = 0.3 * sum(other.startswith(name) for other in found)
        own = min(len(re.findall(f"[{writing.own}]", name.lower())), 3) if writing.own else 0
        strange = ("-" in name) > ("-" in main)
        return alike + 0.05 * own - 0.05 * strange, len(name) if writing.longer else -len(name), name

    name = bare(max(found, key=liking), main, writing)
    if language == "ar" and " " not in name and f"ال{name}" in found:  # signposts have a place's article: الرياض
        name = f"ال{name}"
    return name[0].upper() + name[1:] if language != "ka" else name  # Georgian capitals are for whole words only
