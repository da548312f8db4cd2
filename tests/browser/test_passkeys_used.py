"""Passkeys, in a real Chromium with an authenticator of the DevTools' own: a profile is bound, comes back elsewhere, and is let go of."""

from typing import Any

MAKER = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Keeper:
    """What keeps a device's passkeys, such as a phone does."""

    def __init__(self, page: Any) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        self.id = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": MAKER})["authenticatorId"]

    def kept(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})[
            "credentials"
        ]
        return found

    def take_over(self, other: "Keeper") -> None:
        """The passkeys of one device come to another, as password managers have it."""
        for credential in other.kept():
            self.session.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})


def device(open_page: Any, server: Any) -> tuple[Any, Keeper]:
    """A browser in which the page has a name: browsers make no passkeys for numbers."""
    page = open_page(path=server.address.replace("127.0.0.1", "localhost") + "/me")
    page.on("dialog", lambda dialog: dialog.accept())
    return page, Keeper(page)


def test_a_profile_comes_to_another_device_by_a_passkey_until_it_is_removed(open_page: Any, server: Any) -> None:
    first, phone = device(open_page, server)
    first.get_by_role("button", name="Make a profile").click()
    first.get_by_label("Your name").fill("Anna")
    first.get_by_label("Your name").blur()
    first.get_by_role("radio", name="The colour of seat 3").check()
    first.get_by_role("button", name="Add a passkey").click()
    name = first.get_by_label("Name of this passkey")
    name.wait_for()
    (credential,) = phone.kept()
    assert credential["isResidentCredential"] and credential["rpId"] == "localhost"
    with first.expect_response("**/api/me/passkeys/*"):
        name.fill("Anna’s phone")
        name.blur()
    first.get_by_role("button", name="Add a passkey").click()  # no second one where there is one
    first.get_by_role("alert").get_by_text("was not accepted").wait_for()
    assert len(phone.kept()) == 1

    other, computer = device(open_page, server)
    other.get_by_role("button", name="Sign in with a passkey").click()  # it has none
    other.get_by_role("alert").get_by_text("was not accepted").wait_for()
    computer.take_over(phone)
    other.get_by_role("button", name="Sign in with a passkey").click()
    other.get_by_role("heading", name="Take it along").wait_for()
    assert other.get_by_label("Your name").input_value() == "Anna"
    assert other.get_by_label("Name of this passkey").input_value() == "Anna’s phone"
    assert other.get_by_role("radio", name="The colour of seat 3").is_checked()
    keys = [page.evaluate("localStorage['railhead.me']") for page in (first, other)]
    assert keys[0] != keys[1]  # the server has never had the first one to give away
    other.reload()
    other.get_by_role("heading", name="Take it along").wait_for()

    other.goto(server.address.replace("127.0.0.1", "localhost") + "/")  # one sits where the colour is that one likes
    assert other.get_by_label("Seat 3: who").input_value() == "me"

    first.get_by_role("button", name="Remove").click()
    name.wait_for(state="detached")
    other.goto(server.address.replace("127.0.0.1", "localhost") + "/me")
    other.get_by_role("alert").get_by_text("There is no such profile").wait_for()
    other.get_by_role("button", name="Sign in with a passkey").click()
    other.get_by_role("alert").get_by_text("belongs to no profile").wait_for()


def test_where_no_passkey_can_be_made_the_page_says_why(open_page: Any) -> None:
    page = open_page(path="/me")  # by a number
    page.get_by_text("Passkeys work only where the page is opened by a name").wait_for()
    page.get_by_role("button", name="Make a profile").click()
    page.get_by_role("heading", name="Passkeys").wait_for()
    assert page.get_by_role("button", name="Add a passkey").count() == 0
