/** Maximum distance of a timestamp from now, either way. Spec 6.4. */
export const WINDOW_SECONDS = 300;

/** `own` lists the signatures of the subscription's secrets, separated by commas; the others are of the private key. */
export type SignatureInput = {
  key: string;
  body: string;
  timestamp: string;
  own: string;
  sha512: string;
  sha256: string;
};
export type Verdict = "match" | "differs" | "absent";
export type SignatureCheck = {
  own: Verdict;
  sha512: Verdict;
  sha256: Verdict;
  /** Seconds from the timestamp to `now`, negative if it lies ahead; `null` if it is no Unix time. */
  ageSeconds: number | null;
  isFresh: boolean;
};

/**
 * Computes both digests over the exact bytes of a body, and the age of its timestamp, with Web Crypto: nothing is sent or stored.
 * Values that were not given are absent from the result. Spec 6.4, Webhooks 6.
 */
export async function checkSignature(input: SignatureInput, nowMs: number): Promise<SignatureCheck> {
  const { key, body, timestamp } = input;
  const [sha512, sha256] = await Promise.all([
    hmacHex("SHA-512", key, body),
    hmacHex("SHA-256", key, `${timestamp.trim()}.${body}`),
  ]);
  const ageSeconds = /^\d{1,12}$/.test(timestamp.trim()) ? Math.floor(nowMs / 1000) - Number(timestamp) : null;
  return {
    own: ageSeconds === null ? "absent" : compare(input.own, sha256),
    sha512: compare(input.sha512, sha512),
    sha256: ageSeconds === null ? "absent" : compare(input.sha256, sha256),
    ageSeconds,
    isFresh: ageSeconds !== null && Math.abs(ageSeconds) <= WINDOW_SECONDS,
  };
}

export async function hmacHex(hash: "SHA-256" | "SHA-512", key: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const secret = await crypto.subtle.importKey("raw", encoder.encode(key), { name: "HMAC", hash }, false, ["sign"]);
  const digest = await crypto.subtle.sign("HMAC", secret, encoder.encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Constant time is unnecessary here: the user holds both values already. */
function compare(given: string, computed: string): Verdict {
  const text = given.trim().toLowerCase();
  if (text === "") return "absent";
  return text.split(",").includes(computed) ? "match" : "differs";
}
