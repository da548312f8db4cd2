"""How a notice looks: its words in the reader's language, and the message that a push service, a chat or a mail server wants."""

import base64
import hashlib
import re
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formataddr
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from railhead.server.people import KeptWay, Letter
from railhead.server.settings import Mail
from railhead.text.messages import Language, language
from railhead.words import HookWay, MailWay, PushWay, Shape, Turn

LASTS = 3 * 24 * 3600  # seconds in which a push service keeps a notice for a browser that is away
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
MARKS = re.compile(r"([\\*_~`|>@#\[\]()<:-])")  # what a chat takes for more than a letter
TURN = msgspec.json.Decoder(Turn)


class Words(NamedTuple):
    """A notice in words."""

    title: str
    text: str
    url: str


def texts(code: str) -> Language:
    """The texts of a person's language."""
    return language(code, "days")


def words_of(letter: Letter, code: str) -> Words:
    """What a letter says."""
    spoken, turn = texts(code), TURN.decode(letter.body)
    url = f"{letter.way.origin}/t/{turn.table}"
    title = spoken.say("notice.title", game=spoken.maybe(f"game.{turn.game}", turn.name or turn.game))
    if letter.way.code:
        return Words(spoken.say("notice.prove"), spoken.say("notice.code", code=letter.way.code), letter.way.origin)
    text = spoken.say("notice.begins") if turn.mover is None else spoken.say("notice.moved", name=turn.mover)
    return Words(title, text, url)


# ---- chats


def _plain(text: str) -> str:
    return text


def _no_marks(text: str) -> str:
    """Without what Discord would make bold, a link or a call to everybody."""
    return MARKS.sub(r"\\\1", text)


def _no_tags(text: str) -> str:
    """Without what Slack would make a link or a call."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


SHAPES: dict[Shape, tuple[Callable[[str], str], Callable[[str, Words], dict[str, Any]]]] = {
    "discord": (_no_marks, lambda line, said: {"content": f"{line}\n<{said.url}>", "allowed_mentions": {"parse": []}}),
    "slack": (_no_tags, lambda line, said: {"text": f"{line}\n<{said.url}>", "mrkdwn": False}),
    "matrix": (_plain, lambda line, said: {"text": f"{line}\n{said.url}", "username": "Railhead"}),
    "plain": (_plain, lambda line, said: {"title": said.title, "text": said.text, "url": said.url}),
}


def hooked(way: HookWay, said: Words) -> bytes:
    """A message as a chat wants it; in it names are names, whatever signs they have."""
    harmless, made = SHAPES[way.shape]
    return msgspec.json.encode(made(f"{harmless(said.title)}: {harmless(said.text)}", said))


# ---- browsers


class Pushed(NamedTuple):
    """A message to a push service."""

    headers: dict[str, str]
    body: bytes


@lru_cache(4)
def _vapid(secret: str) -> Any:
    """The key by which push services know this server, made of one of the store's secrets."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from py_vapid import Vapid02

    # not strict: its idea of whom push services may write to has no room for ports, paths or names without dots
    return Vapid02(ec.derive_private_key(int(secret, 16) % (ORDER - 1) + 1, ec.SECP256R1()), {"no-strict": True})


@lru_cache(4)
def push_key(secret: str) -> str:
    """Its public half, as browsers want it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    raw = _vapid(secret).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def pushed(way: PushWay, kept: KeptWay, said: Words, key: str, secret: str, contact: str, now: int) -> Pushed:
    """A notice for a browser, which nobody else can read. Another of the same table takes the place of one that nobody has read."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    shown = msgspec.json.encode({"title": said.title, "body": said.text, "url": said.url, "tag": key})
    body = http_ece.encrypt(
        shown, private_key=ec.generate_private_key(ec.SECP256R1()), dh=_bytes(way.p256dh), auth_secret=_bytes(way.auth)
    )
    parts = urlsplit(way.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": now // 1000 + 12 * 3600,
        "sub": contact or kept.origin.replace("http:", "https:"),
    }
    topic = hashlib.sha256(said.url.encode()).hexdigest()[:32]
    headers = {"TTL": str(LASTS), "Content-Encoding": "aes128gcm", "Urgency": "normal", "Topic": topic}
    return Pushed({**headers, **_vapid(secret).sign(claims)}, body)


# ---- e-mail


def mailed(way: MailWay, said: Words, key: str, server: Mail) -> EmailMessage:
    """A notice as an e-mail; sent twice it is the same one."""
    message = EmailMessage()
    message["Subject"] = said.title
    message["From"] = formataddr(("Railhead", server.sender))
    message["To"] = way.address
    message["Message-ID"] = f"<{key}@{server.sender.rpartition('@')[2] or 'railhead'}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(f"{said.text}\n\n{said.url}\n")
    return message
