import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts values that must be readable again, and hashes values that must be found but not read (api 2). */
export type Secrets = {
  seal(plain: string, purpose: string): Buffer;
  open(sealed: Buffer, purpose: string): string;
  keyedHash(value: string, purpose: string): Buffer;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Secrets under `SECRETS_KEY`: a comma-separated list of `version:base64` (32 bytes each, version 1 to 255); a bare
 * key is version 1. The highest version seals and all versions open, so that a key can be rotated. The lowest version
 * hashes, because a hash that is a database key must never change. Layout: version, IV, tag, ciphertext; the purpose
 * is authenticated.
 */
export function createSecrets(keyList: string): Secrets {
  const keys = parseKeys(keyList);
  const versions = [...keys.keys()].sort((a, b) => a - b);
  const newest = versions.at(-1);
  const oldest = versions[0];
  if (newest === undefined || oldest === undefined) throw new Error("SECRETS_KEY holds no key");
  const derived = new Map<string, Buffer>();

  function keyFor(version: number, purpose: string): Buffer {
    const name = `${version}:${purpose}`;
    const known = derived.get(name);
    if (known) return known;
    const master = keys.get(version);
    if (!master) throw new Error(`no key of version ${version} is configured`);
    const key = Buffer.from(hkdfSync("sha256", master, "", `merchant-wallet:${purpose}`, 32));
    derived.set(name, key);
    return key;
  }

  return {
    seal(plain, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyFor(newest, `seal:${purpose}`), iv);
      cipher.setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([newest]), iv, cipher.getAuthTag(), text]);
    },
    open(sealed, purpose) {
      const version = sealed[0];
      if (version === undefined || sealed.length < 1 + IV_BYTES + TAG_BYTES) throw new Error("not a sealed value");
      const iv = sealed.subarray(1, 1 + IV_BYTES);
      const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", keyFor(version, `seal:${purpose}`), iv);
      decipher.setAAD(Buffer.from(purpose));
      decipher.setAuthTag(tag);
      const text = sealed.subarray(1 + IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    },
    keyedHash(value, purpose) {
      return createHmac("sha256", keyFor(oldest, `hash:${purpose}`))
        .update(value, "utf8")
        .digest();
    },
  };
}

function parseKeys(keyList: string): Map<number, Buffer> {
  const keys = new Map<number, Buffer>();
  for (const part of keyList.split(",").map((text) => text.trim())) {
    const [, versionText, keyText] = /^(?:(\d{1,3}):)?([A-Za-z0-9+/_-]+={0,2})$/.exec(part) ?? [];
    const version = Number(versionText ?? 1);
    const key = Buffer.from(keyText ?? "", "base64");
    if (key.length !== 32 || version < 1 || version > 255) {
      throw new Error("SECRETS_KEY must be a list of version:base64 keys of 32 bytes each");
    }
    if (keys.has(version)) throw new Error(`SECRETS_KEY holds version ${version} twice`);
    keys.set(version, key);
  }
  return keys;
}
