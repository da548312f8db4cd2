/** Passkeys: a profile comes along in a phone, a computer or a password manager. What is signed is judged by the server. */
import { post } from "../lib/api";
import { Refusal } from "../lib/refusals";
import type { AskPasskey, ChangedPasskey, Me, NewPasskey, PasskeyChallenge, PasskeyEntry } from "../lib/types";
import { bytesOf, coded, myKey } from "./profile";

const ES256 = -7;
const EDDSA = -8;
const RS256 = -257;

/** Browsers make them only for pages that have a name, and come over https or from this very machine. */
export const passkeysHere = (): boolean =>
  isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

const key = (): string | undefined => myKey() ?? undefined;
const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(bytesOf(text));
const sent = (buffer: ArrayBuffer): string => coded(new Uint8Array(buffer));
const asked = (purpose: AskPasskey["purpose"]) =>
  post<AskPasskey, PasskeyChallenge>("/api/passkeys/challenge", { purpose }, key());

/** What a browser answers; whoever changes their mind, or has no such passkey, is told no more than that. */
async function answered(asking: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await asking.catch(() => null);
  if (!(found instanceof PublicKeyCredential)) throw new Refusal("bad-passkey");
  return found;
}

/** Bind a passkey to this browser's profile. */
export async function bind(name: string, person: string): Promise<Me> {
  const { challenge, host, handle, known } = await asked("bind");
  const made = await answered(
    navigator.credentials.create({
      publicKey: {
        challenge: bytes(challenge),
        rp: { id: host, name: "Railhead" },
        user: { id: bytes(handle), name: person || "Railhead", displayName: person || "Railhead" },
        pubKeyCredParams: [ES256, EDDSA, RS256].map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: known.map((id) => ({ type: "public-key", id: bytes(id) })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
      },
    }),
  );
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  const body = { name, id: sent(made.rawId), client_data: sent(clientDataJSON), attestation: sent(attestationObject) };
  return post<NewPasskey, Me>("/api/me/passkeys", body, key());
}

/** Come in by a passkey: the key that is given is the profile's from then on. */
export async function enter(fresh: string): Promise<Me> {
  const { challenge, host } = await asked("enter");
  const made = await answered(
    navigator.credentials.get({
      publicKey: { challenge: bytes(challenge), rpId: host, userVerification: "preferred" },
    }),
  );
  const { clientDataJSON, authenticatorData, signature } = made.response as AuthenticatorAssertionResponse;
  const body = {
    id: sent(made.rawId),
    client_data: sent(clientDataJSON),
    authenticator_data: sent(authenticatorData),
    signature: sent(signature),
  };
  return post<PasskeyEntry, Me>("/api/passkeys", body, fresh);
}

/** Another name for a passkey; none: the end of it. */
export const change = (passkey: string, name: string | null): Promise<Me> =>
  post<ChangedPasskey, Me>(`/api/me/passkeys/${passkey}`, { name }, key());
