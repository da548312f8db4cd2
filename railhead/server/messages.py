"""Reading what clients send: msgspec refuses all that does not fit the words, with the place where it does not."""

import unicodedata

import msgspec

from railhead.server.refusals import Refusal
from railhead.words import NAME_MOST, ClientMessage, Identity, ServiceCode


class _Numbered(msgspec.Struct):
    """What every message may have, whatever else is wrong with it."""

    id: Identity = None


NUMBERED: msgspec.json.Decoder[_Numbered] = msgspec.json.Decoder(_Numbered)
DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
NOT_PLAIN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # control and direction characters, and what is no character

JOINER = "\u200d"
PICTURES = ("So", "Sk", "Mn")  # emoji, skin tones, variation selectors
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and signs that look like nothing


def read_message(frame: "str | bytes") -> ClientMessage:
    """A frame as a message, or a refusal."""
    try:
        return DECODER.decode(frame)
    except msgspec.ValidationError as error:
        raise Refusal("bad-message", at=place_of(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusal("bad-json") from None


def identity(frame: "str | bytes") -> Identity:
    """What an answer is to repeat, where that can be read, even of what is no message."""
    try:
        return NUMBERED.decode(frame).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def place_of(error: msgspec.ValidationError) -> str:
    """Where a message does not fit: `$.seats[0].name`."""
    text = str(error)
    return text.rsplit(" - at `", 1)[1].rstrip("`")[:80] if " - at `" in text else "$"


def _joined(text: str) -> str:
    """Without joiners, but for those that make one picture of two: elsewhere nobody sees them."""
    kept = []
    for place, sign in enumerate(text):
        around = text[place - 1 : place], text[place + 1 : place + 2]
        if sign != JOINER or all(unicodedata.category(one or "a") in PICTURES for one in around):
            kept.append(sign)
    return "".join(kept)


def plain_text(text: str, most: int, code: ServiceCode) -> str:
    """A person's text, tidied: no control or direction characters, not empty, not too long."""
    tidy = _joined(unicodedata.normalize("NFC", text)).strip()
    if (
        not tidy
        or len(tidy) > most
        or any(unicodedata.category(sign) in NOT_PLAIN or sign in UNSEEN for sign in tidy if sign != JOINER)
        or not any(unicodedata.category(sign)[0] in "LNPS" for sign in tidy)
    ):
        raise Refusal(code, most=most)
    return tidy


def person_name(text: "str | None") -> str:
    """The name of somebody at the table."""
    return plain_text(text or "", NAME_MOST, "bad-name")
