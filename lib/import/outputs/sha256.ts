import { sha256 as nobleSha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a text as hex digits. Synchronous, unlike Web Crypto: a hash per row must not yield to the event loop. */
export function sha256(text: string): string {
  return bytesToHex(nobleSha256(utf8ToBytes(text)));
}

/** SHA-256 of the concatenation of the added texts. */
export function createSha256() {
  const hash = nobleSha256.create();
  return {
    add(text: string): void {
      hash.update(utf8ToBytes(text));
    },
    digest: (): string => bytesToHex(hash.digest()),
  };
}
